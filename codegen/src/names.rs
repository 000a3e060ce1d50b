//! Names of the table as names in Rust: the forms they take, and those that they cannot take.

/// The words that Rust keeps for itself, in any edition.
const KEYWORDS: &[&str] = &[
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static",
    "struct", "super", "trait", "true", "try", "type", "typeof", "union", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// The names that generated modules use beside the table's own.
pub(crate) const RUNTIME_TYPES: &[&str] = &[
    "Checks",
    "ChoiceInfo",
    "ChoiceOption",
    "Context",
    "ConversionHookError",
    "Converted",
    "Date",
    "DateTime",
    "Endpoint",
    "EndpointInfo",
    "EnumInfo",
    "Enumeration",
    "Exactly",
    "ExampleInfo",
    "Given",
    "Host",
    "Missing",
    "OTHER_PREFIX",
    "ParamErrors",
    "ParamInfo",
    "ParamKind",
    "ParamMap",
    "ParamReader",
    "Place",
    "RawKind",
    "RawReply",
    "UnknownVariant",
    "VariantInfo",
    "check_example",
    "subject_of",
];

/// Names of the standard library, and of the client, that a request or an enumeration must not hide.
const TAKEN_TYPES: &[&str] = &[
    "Adjustment",
    "BodyFault",
    "Box",
    "Client",
    "ClientBuilder",
    "Cow",
    "Default",
    "Display",
    "ErasedRequest",
    "ErasedResponse",
    "Err",
    "Error",
    "Fault",
    "Field",
    "From",
    "FromStr",
    "Into",
    "IntoIterator",
    "Iterator",
    "JsonStyle",
    "None",
    "Notes",
    "Ok",
    "Option",
    "ParamFault",
    "RedirectFault",
    "Reply",
    "RequestName",
    "RequestParams",
    "Response",
    "Result",
    "Some",
    "String",
    "TimeError",
    "ToString",
    "Vec",
    "VirtualFinanceApiError",
];

/// Names that a parameter cannot have: its value is read into a variable beside these, or set by a
/// builder that has this method.
const TAKEN_PARAMS: &[&str] = &["build", "fmt", "params", "read"];

/// Names that a setter or a constructor cannot have: the generated types have them already.
const TAKEN_METHODS: &[&str] = &[
    "builder",
    "clone",
    "convert",
    "cx",
    "default",
    "eq",
    "from_params",
    "info",
    "new",
    "now",
    "parts",
    "path",
    "query",
    "replies",
    "subject",
    "validate",
];

/// Modules that are there beside those of the requests.
const TAKEN_MODULES: &[&str] = &["converters", "examples", "hosts", "types"];

/// The options and arguments that a command line has beside an endpoint's own.
const TAKEN_OPTIONS: &[&str] = &["file", "help", "port", "sample", "verbose", "version"];

/// The subcommands that a command line has beside the endpoints.
const TAKEN_COMMANDS: &[&str] = &["convert", "endpoints", "help", "sample_host"];

/// Why a parameter or an alias cannot be an option of a command line.
pub(crate) fn option_fault(name: &str) -> Option<String> {
    TAKEN_OPTIONS.contains(&name).then(|| {
        format!(
            "'{name}' is an option that every command has; choose another name and give this one in 'wire'"
        )
    })
}

/// Why a request cannot be a subcommand of a command line.
pub(crate) fn command_fault(name: &str) -> Option<String> {
    TAKEN_COMMANDS
        .contains(&snake(name).as_str())
        .then(|| format!("'{name}' would be a command that there is already; choose another name"))
}

/// What is wrong with the name of a request, an enumeration or a variant.
pub(crate) fn type_fault(name: &str) -> Option<String> {
    if KEYWORDS.contains(&name) {
        return Some(format!("'{name}' is a word of Rust; choose another name"));
    }
    let mut letters = name.chars();
    let starts = letters.next().is_some_and(|first| first.is_ascii_uppercase());
    if starts && letters.all(|letter| letter.is_ascii_alphanumeric()) {
        return None;
    }
    let advice = Some(camel(name)).filter(|better| type_fault_free(better));
    Some(match advice {
        Some(better) => format!("'{name}' cannot name a type; write '{better}'"),
        None => format!("'{name}' cannot name a type; write letters and digits, a capital first: 'OneDay'"),
    })
}

/// What is wrong with the name of a request or an enumeration, which share one module with others.
pub(crate) fn item_fault(name: &str) -> Option<String> {
    type_fault(name).or_else(|| {
        let taken = RUNTIME_TYPES.contains(&name)
            || RUNTIME_TYPES.contains(&screaming(name).as_str())
            || TAKEN_TYPES.contains(&name)
            || is_made(name);
        taken.then(|| format!("'{name}' is a name that the generated code uses itself; choose another name"))
    })
}

/// Whether a name has the form of those that the generated code makes of a table's own: the traits and
/// builders, `TakesTicker`, `SetsTicker`, `HasTicker`, `LacksTicker` and `OrderBuilder`, and type parameters, `V1`.
fn is_made(name: &str) -> bool {
    let a_word = |rest: &str| rest.starts_with(|letter: char| letter.is_ascii_uppercase());
    let a_number = |rest: &str| rest.bytes().all(|letter| letter.is_ascii_digit());
    ["Takes", "Sets", "Has", "Lacks"].iter().any(|start| name.strip_prefix(start).is_some_and(a_word))
        || ["S", "V"].iter().any(|start| name.strip_prefix(start).is_some_and(a_number))
        || name.strip_suffix("Builder").is_some_and(|start| !start.is_empty())
}

/// What is wrong with the module that a request's name gives.
pub(crate) fn module_fault(name: &str) -> Option<String> {
    let module = snake(name);
    let taken = TAKEN_MODULES.contains(&module.as_str()) || KEYWORDS.contains(&module.as_str());
    taken.then(|| format!("'{name}' would become the module '{module}', which is taken; choose another name"))
}

/// What is wrong with the name of a host, a converter, a parameter, a choice or an option.
pub(crate) fn word_fault(name: &str) -> Option<String> {
    if KEYWORDS.contains(&name) {
        return Some(format!(
            "'{name}' is a word of Rust; choose another name and give this one in 'wire' where it is sent"
        ));
    }
    let mut letters = name.chars();
    let starts = letters.next().is_some_and(|first| first.is_ascii_lowercase());
    if starts && letters.all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
    {
        return None;
    }
    Some(format!("'{name}' cannot be a name here; write lower-case letters, digits and '_': 'max_results'"))
}

/// What is wrong with a parameter's name beyond [`word_fault`].
pub(crate) fn param_fault(name: &str) -> Option<String> {
    TAKEN_PARAMS.contains(&name).then(|| taken_word(name))
}

/// What is wrong with the name of a setter or a constructor beyond [`word_fault`].
pub(crate) fn method_fault(name: &str) -> Option<String> {
    (TAKEN_METHODS.contains(&name) || TAKEN_PARAMS.contains(&name)).then(|| taken_word(name))
}

fn taken_word(name: &str) -> String {
    format!(
        "'{name}' is a name that generated requests use themselves; \
             choose another name and give this one in 'wire' where it is sent"
    )
}

fn type_fault_free(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_uppercase())
        && letters.all(|letter| letter.is_ascii_alphanumeric())
        && !KEYWORDS.contains(&name)
}

/// `max_results` → `MaxResults`.
pub(crate) fn camel(name: &str) -> String {
    name.split(['_', '-', ' '])
        .flat_map(|part| {
            let mut letters = part.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters)
        })
        .collect()
}

/// `MaxResults` → `max_results`; a run of capitals is one word: `ISINCode` → `isin_code`.
pub(crate) fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (place, letter) in letters.iter().enumerate() {
        if letter.is_ascii_uppercase() && place > 0 {
            let before = place.checked_sub(1).and_then(|place| letters.get(place));
            let after = place.checked_add(1).and_then(|place| letters.get(place));
            let lower_before = before.is_some_and(|letter| !letter.is_ascii_uppercase() && *letter != '_');
            let lower_after = after.is_some_and(char::is_ascii_lowercase);
            if lower_before || (lower_after && before != Some(&'_')) {
                out.push('_');
            }
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// `MaxResults` → `MAX_RESULTS`.
pub(crate) fn screaming(name: &str) -> String {
    snake(name).to_ascii_uppercase()
}

/// `MaxResults` → `max-results`.
pub(crate) fn kebab(name: &str) -> String {
    snake(name).replace('_', "-")
}
