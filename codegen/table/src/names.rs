//! Names of the table as names in Rust: their forms, and the names that are not possible.

use crate::codes;
use crate::diagnostic::Fault;
use crate::quoting::yaml_string;

/// Names of Rust's prelude and of the table's module that a request or an enumeration would hide: generated
/// code uses them, and so may the file that the module is included into.
const TAKEN_TYPES: &[&str] = &[
    "Box",
    "Default",
    "ENDPOINTS",
    "Err",
    "From",
    "HOSTS",
    "INFO",
    "Into",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Result",
    "Some",
    "String",
    "ToString",
    "Vec",
];

/// The types that examples in docs name without a path.
const EXAMPLE_TYPES: &[&str] = &["Date", "DateTime", "TimeError"];

/// Names that a setter or a constructor cannot have: the generated types have such methods already.
const TAKEN_METHODS: &[&str] = &[
    "build",
    "builder",
    "clone",
    "convert",
    "default",
    "eq",
    "from_params",
    "info",
    "new",
    "path",
    "query",
    "subject",
    "validate",
];

/// Modules that are there beside the modules of requests and enumerations.
const TAKEN_MODULES: &[&str] =
    &["converters", "examples", "hosts", "param", "records", "responses", "rt", "types"];

/// The maximum length of a name, of which files and names of generated code are made.
const MAX_LENGTH: usize = 120;

/// Returns the fault of a name that is too long.
fn length_fault(name: &str) -> Option<Fault> {
    let length = name.chars().count();
    (length > MAX_LENGTH).then(|| {
        let start: String = name.chars().take(24).collect();
        let message = format!("the name '{start}…' has {length} characters");
        codes::NAME_FORM.fault(message, format!("write {MAX_LENGTH} or fewer"))
    })
}

/// Returns the fault in the name of a request, an enumeration or a variant.
pub fn type_fault(name: &str) -> Option<Fault> {
    length_fault(name).or_else(|| type_form_fault(name))
}

fn type_form_fault(name: &str) -> Option<Fault> {
    if is_type(name) && !is_keyword(name) {
        return None;
    }
    let better = camel(name);
    let advice = match is_type(&better) {
        true if is_keyword(&better) => format!("write '{better}Item'"),
        true => format!("write '{better}'"),
        false => "write letters and digits, a capital first: 'OneDay'".to_owned(),
    };
    Some(if is_keyword(name) {
        codes::KEYWORD.fault(format!("'{name}' is a keyword of Rust"), advice)
    } else {
        codes::NAME_FORM.fault(format!("'{name}' cannot name a type"), advice)
    })
}

/// Returns the fault in the name of a variant that the enumeration uses for something else.
pub fn variant_fault(name: &str, open: bool) -> Option<Fault> {
    let message = match name {
        "Other" if open => "'Other' stands for the values that the table does not list".to_owned(),
        // Associated items of every enumeration, with which a variant would be confused.
        "ALL" | "Err" | "INFO" => format!("'{name}' is a name that every enumeration has for something else"),
        _ => return None,
    };
    Some(codes::TAKEN_NAME.fault(message, OTHER_NAME))
}

/// Returns the fault in the name of a request or an enumeration, which share a module with other names.
pub fn item_fault(name: &str) -> Option<Fault> {
    type_fault(name).or_else(|| {
        is_used(name).then(|| {
            let message = format!("'{name}' is a name that the generated code uses itself");
            codes::TAKEN_NAME.fault(message, format!("write '{}'", better_item(name)))
        })
    })
}

/// Returns a name for an item whose own name generated code uses: `DateItem`.
pub fn better_item(name: &str) -> String {
    let item = format!("{name}Item");
    if is_used(&item) { format!("Api{item}") } else { item }
}

/// Returns true for the name of an item that generated code uses itself.
fn is_used(name: &str) -> bool {
    TAKEN_TYPES.contains(&name) || EXAMPLE_TYPES.contains(&name) || is_made(name)
}

/// Returns true if a name has the form of a name in generated code: traits and builders, `IntoInterval`, `SetsStart`,
/// `HasTicker`, `OrderBuilder` and `PetRequired`, and type parameters, `S1`.
fn is_made(name: &str) -> bool {
    let a_word = |rest: &str| rest.starts_with(|letter: char| letter.is_ascii_uppercase());
    let a_number = |rest: &str| rest.bytes().all(|letter| letter.is_ascii_digit());
    ["Into", "Sets", "Has"].iter().any(|start| name.strip_prefix(start).is_some_and(a_word))
        || ["P", "R", "S", "V"].iter().any(|start| name.strip_prefix(start).is_some_and(a_number))
        || ["Builder", "Required"]
            .iter()
            .any(|end| name.strip_suffix(end).is_some_and(|start| !start.is_empty()))
}

/// Returns the name of the module of a request or an enumeration: `MaxResults` becomes `max_results`, and `Match` `match_`.
pub fn module(name: &str) -> String {
    let module = snake(name);
    let taken = TAKEN_MODULES.contains(&module.as_str()) || is_keyword(&module);
    if taken { format!("{module}_") } else { module }
}

/// Returns the fault in the name of a host, a parameter, a choice or an option.
pub fn word_fault(name: &str) -> Option<Fault> {
    wired_fault(name, true)
}

/// Returns the fault in the name of a part of a request or a reply that is called so on the wire, too, unless it has a
/// `wire`.
pub fn wired_fault(name: &str, has_wire: bool) -> Option<Fault> {
    length_fault(name).or_else(|| {
        if is_keyword(name) {
            let message = format!("'{name}' is a keyword of Rust");
            return Some(codes::KEYWORD.fault(message, renamed(name, has_wire)));
        }
        (!is_word(name)).then(|| {
            let better = better_word(name);
            let better =
                better.map_or_else(|| FORM_OF_WORDS.to_owned(), |better| format!("write '{better}'"));
            let advice = with_wire(better, name, has_wire || name.is_empty());
            codes::NAME_FORM.fault(format!("'{name}' cannot be a name here"), advice)
        })
    })
}

/// Returns the advice to write a name that is a keyword or taken with a `_`.
fn renamed(name: &str, has_wire: bool) -> String {
    with_wire(format!("write '{name}_'"), name, has_wire)
}

fn with_wire(advice: String, name: &str, has_wire: bool) -> String {
    if has_wire { advice } else { format!("{advice} with 'wire: {}'", yaml_string(name, true)) }
}

/// The advice for a name of which no word can be made.
const FORM_OF_WORDS: &str = "write lower-case letters, digits and '_': 'max_results'";

/// Returns the word that a host's name becomes: `X-Locale` becomes `x_locale`, and `filter[state]` `filter_state`.
pub fn better_word(name: &str) -> Option<String> {
    let parts = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let better = parts.map(snake).collect::<Vec<_>>().join("_");
    let better = if is_keyword(&better) { format!("{better}_") } else { better };
    Some(better).filter(|better| is_word(better))
}

/// Returns the fault in the name of a converter.
pub fn converter_fault(name: &str) -> Option<Fault> {
    let taken = || {
        let message = "'params' is the module of the parameters that converters take";
        codes::TAKEN_NAME.fault(message, OTHER_NAME)
    };
    let module = name.strip_suffix(".rs").and_then(|path| path.rsplit(['/', '\\']).next());
    let of_file = module.filter(|module| is_word(module)).map(|module| {
        let message = format!("'{name}' is a file, and a converter is a module");
        codes::NAME_FORM.fault(message, format!("write '{module}'"))
    });
    of_file.or_else(|| word_fault(name)).or_else(|| (name == "params").then(taken))
}

/// Returns the fault of a parameter's name that a builder has as a method.
pub fn param_fault(name: &str, has_wire: bool) -> Option<Fault> {
    (name == "build").then(|| taken_word(name, has_wire))
}

/// Returns the fault in the name of a setter or a constructor beyond [`word_fault`].
pub fn method_fault(name: &str, has_wire: bool) -> Option<Fault> {
    TAKEN_METHODS.contains(&name).then(|| taken_word(name, has_wire))
}

/// The advice for a name that is taken.
const OTHER_NAME: &str = "choose another name";

fn taken_word(name: &str, has_wire: bool) -> Fault {
    let message = format!("'{name}' is a name that generated requests use themselves");
    codes::TAKEN_NAME.fault(message, renamed(name, has_wire))
}

/// The words of all editions.
const KEYWORDS: &[&str] = &[
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self",
    "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// Returns true if Rust keeps the word for itself, in any edition.
fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

fn is_type(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_uppercase())
        && letters.all(|letter| letter.is_ascii_alphanumeric())
}

fn is_word(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_lowercase())
        && letters.all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// Returns a name of a parameter: `maxResults` and `max-results` become `max_results`.
pub fn word(name: &str) -> String {
    snake(name).replace(['-', ' ', '.'], "_")
}

/// Returns a name of a type: `max_results` becomes `MaxResults`.
pub fn camel(name: &str) -> String {
    name.split(['_', '-', ' '])
        .flat_map(|part| {
            let mut letters = part.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters)
        })
        .collect()
}

/// Returns a name of a module: `MaxResults` becomes `max_results`. Capitals in a row are one word: `ISINCode`
/// becomes `isin_code`.
pub fn snake(name: &str) -> String {
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

/// Returns the doc of a value that has none: the words of its name, unless its text on the wire has them, too.
pub fn meaning(name: &str, wire: &str) -> String {
    if is_like(name, wire) {
        return String::new();
    }
    let words = snake(name).replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).chain(['.']).collect()
}

/// Returns true if a doc of a value says no more than its name and its text on the wire.
pub fn is_repeated(doc: &str, name: &str, wire: &str) -> bool {
    let doc = doc.trim();
    doc == meaning(name, wire) || (is_like(doc, name) && is_like(name, wire))
}

/// Returns true if two texts have the same letters and digits.
fn is_like(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    letters(one) == letters(other)
}

/// Returns a name of a static: `MaxResults` becomes `MAX_RESULTS`.
pub fn screaming(name: &str) -> String {
    snake(name).to_ascii_uppercase()
}

/// Returns a name of a command: `MaxResults` becomes `max-results`.
pub fn kebab(name: &str) -> String {
    snake(name).replace('_', "-")
}

/// Returns true for the name of a header of a reply that carries no credentials.
pub fn is_readable_header(name: &str) -> bool {
    const OF_CREDENTIALS: &[&str] = &["set-cookie", "set-cookie2", "authorization", "proxy-authorization"];
    is_token(name) && !OF_CREDENTIALS.iter().any(|own| own.eq_ignore_ascii_case(name))
}

/// Returns true for a token of HTTP.
pub fn is_token(name: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_sign)
}
