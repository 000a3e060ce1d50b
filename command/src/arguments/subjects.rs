//! Several subjects in one command: on the command line, in a file, and in the names of files.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command, value_parser};
use icu_normalizer::DecomposingNormalizerBorrowed as DecomposingNormalizer;
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::{ParamInfo, ParamKind};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_files::WritePath;
use virtual_finance_reference::argument_name;
use virtual_finance_tables::tabular::as_in_table;
use virtual_finance_tables::text::{Failure, records::fields_between};

use super::{Arguments, OUTPUT, Program, misplaced};
use crate::system::pipe;

/// The id of the option that names a file of subjects; the program has its name.
pub const SUBJECTS: &str = "subjects";
/// The option that names the file of failures.
pub const FAILURES: &str = "failures";
/// The option that leaves out what is there.
pub(crate) const CONTINUE: &str = "continue";

/// The words of a help about several subjects.
const SEVERAL: &str = "between them: they make one result, and each row names its own. One that fails is reported, and the \
                       others still work.";

/// The word for stdin among subjects, and as their file.
const STDIN: &str = "-";

/// The number of bytes that no list of subjects has.
const MAX_FILE: u64 = 16 << 20;

/// Returns the subcommand of an endpoint with the options for several subjects, where a request has one.
pub(crate) fn accepting(program: &Program, command: Command, info: &EndpointInfo) -> Command {
    let Some(subject) = one_of_several(program, info) else { return listing(program, command, info) };
    let heading = format!("Several {}", program.subject.1);
    command
        .mut_arg(argument_name(subject.name), |arg| {
            let doc = arg.get_long_help().map(ToString::to_string).unwrap_or_default();
            let arg = arg.required(false).required_unless_present(SUBJECTS).action(ArgAction::Append);
            let between = if is_name(subject, subject.kind) { "spaces or commas" } else { "spaces" };
            arg.num_args(1..).long_help(format!("{doc}\nWrite several with {between} {SEVERAL}"))
        })
        .args(files(program).map(|option| option.help_heading(heading.clone())))
        .arg(Arg::new(CONTINUE).long(CONTINUE).help_heading(heading.clone()).action(ArgAction::SetTrue).help(
            format!(
                "With -o 'FOLDER/{}.csv', skip {} whose file exists already",
                program.placeholder(),
                program.subject.1
            ),
        ))
}

/// Returns the options for the file of subjects and the file of failures.
pub fn files(program: &Program) -> [Arg; 2] {
    let option = |id: &'static str, name: &'static str| Arg::new(id).long(name).value_name("FILE");
    [
        option(SUBJECTS, program.subject.1).value_parser(value_parser!(PathBuf)).help(format!(
            "Also read {} from FILE (- for standard input): with spaces, commas or line breaks between them, or a table \
             with a column {}",
            program.subject.1, program.subject.0
        )),
        option(FAILURES, FAILURES)
            .value_parser(value_parser!(PathBuf))
            .help("Write what failed, each with its error, to FILE as JSON"),
    ]
}

/// Returns the subcommand of an endpoint whose last argument is a list or a text of several words: these may be arguments
/// of their own.
fn listing(program: &Program, command: Command, info: &EndpointInfo) -> Command {
    let Some(last) = info.params.iter().rfind(|param| param.required) else { return command };
    let several = |arg: Arg| arg.num_args(1..).action(ArgAction::Append);
    match last.kind {
        ParamKind::List { .. } if list(program, info).is_some() => {
            let heading = format!("Several {}", program.subject.1);
            let options = files(program).map(|option| option.help_heading(heading.clone()));
            let arg = |arg| several(arg).required(false).required_unless_present(SUBJECTS);
            command.mut_arg(argument_name(last.name), arg).args(options)
        }
        ParamKind::List { .. } | ParamKind::Grammar(_) => command.mut_arg(argument_name(last.name), several),
        _ => command,
    }
}

/// Returns the parameter of a request that takes several subjects at once, if a file may list them.
pub(crate) fn list(program: &Program, info: &EndpointInfo) -> Option<&'static ParamInfo> {
    let last = info.params.iter().rfind(|param| param.required)?;
    let is_list = matches!(last.kind, ParamKind::List { item: ParamKind::Ticker, .. });
    (is_list && info.param(program.subject.1).is_none()).then_some(last)
}

/// Returns the subjects of a request that takes several at once, from the command line and the file.
pub(crate) fn listed(
    info: &EndpointInfo,
    arguments: &Arguments<'_>,
) -> Result<Option<(&'static str, String)>, Failure> {
    let program = arguments.program();
    let Some(list) = list(program, info) else { return Ok(None) };
    let ParamKind::List { separator, .. } = list.kind else { return Ok(None) };
    let subjects = given(list, arguments)?;
    misplaced::check(program, info, &on_line(list, arguments))?;
    if subjects.is_empty() {
        return Err(none_in_file(program));
    }
    Ok(Some((list.name, subjects.join(separator))))
}

/// Returns the failure of a file of subjects without any.
pub(crate) fn none_in_file(program: &Program) -> Failure {
    let (one, many) = program.subject;
    Failure::usage(format!("there is no {one} in the file of --{many}; write at least one"))
}

/// Returns the subjects of the command line and of the file, each once; `None` if there is one and nothing says that
/// there could be more.
pub(crate) fn several(
    info: &EndpointInfo,
    arguments: &Arguments<'_>,
) -> Result<Option<Vec<String>>, Failure> {
    let program = arguments.program();
    let Some(subject) = one_of_several(program, info) else { return Ok(None) };
    let values = given(subject, arguments)?;
    let on_line = on_line(subject, arguments);
    misplaced::check(program, info, &on_line)?;
    if values.is_empty() {
        return Err(none_in_file(program));
    }
    check_files(arguments, &values)?;
    let output = arguments.get_one::<PathBuf>(OUTPUT).and_then(|file| file.to_str());
    if let Some(braces) = output.and_then(|name| odd_placeholder(program, name)) {
        return Err(Failure::usage(format!(
            "-o has {braces:?}; the place of the {} is {:?}",
            program.subject.0,
            program.placeholder()
        )));
    }
    let files = output.and_then(|name| values.iter().map(|value| file_of(program, name, value)).collect());
    let files: Vec<String> = files.unwrap_or_default();
    if let Some((one, other)) = alike(files.iter().map(String::as_str)) {
        return Err(Failure::usage(format!(
            "{one} and {other} are one file on systems that know no upper and lower case or write letters in one way: \
             ask for one of the two {} in another call, with another folder",
            program.subject.1
        )));
    }
    let is_one = values.len() == 1
        && files_of(&on_line, arguments).next().is_none()
        && !output.is_some_and(|name| is_pattern(program, name))
        && !arguments.get_flag(CONTINUE)
        && !arguments.contains_id(FAILURES);
    Ok((!is_one).then_some(values))
}

/// Returns the values of a parameter on the command line and in the file of subjects, each once.
///
/// # Errors
/// The file cannot be read.
pub fn given(subject: &ParamInfo, arguments: &Arguments<'_>) -> Result<Vec<String>, Failure> {
    let mut values: Vec<String> = Vec::new();
    let mut known = std::collections::HashSet::new();
    let mut on_line = on_line(subject, arguments);
    let mut read = Vec::new();
    for file in files_of(&on_line, arguments) {
        read.extend(self::read(file, arguments.program())?);
    }
    on_line.retain(|value| value != STDIN);
    if let Some(file) = on_line.iter().find(|value| is_list(value)) {
        let (one, many) = arguments.program().subject;
        return Err(Failure::usage(format!("{file} is a file and no {one}: write --{many} {file}")));
    }
    for value in on_line.into_iter().chain(read) {
        let value = as_in_table(subject, &value).into_owned();
        if known.insert(value.clone()) {
            values.push(value);
        }
    }
    Ok(values)
}

/// Returns the files of subjects: the file of the option, and stdin where its word is a subject.
fn files_of<'a>(
    on_line: &[String],
    arguments: &'a Arguments<'_>,
) -> impl Iterator<Item = &'a Path> + use<'a> {
    let stdin = on_line.iter().any(|value| value == STDIN).then_some(Path::new(STDIN));
    arguments.get_one::<PathBuf>(SUBJECTS).map(PathBuf::as_path).into_iter().chain(stdin)
}

/// Returns true for the name of a file that may have subjects, which itself is none.
fn is_list(value: &str) -> bool {
    let path = Path::new(value);
    let is_text =
        path.extension().is_some_and(|ending| ["txt", "csv", "list"].iter().any(|known| ending == *known));
    is_text && path.is_file()
}

/// Returns the values of a parameter on the command line. Names that have no comma may be separated by one, or by a semicolon,
/// and symbols by spaces, too.
pub(crate) fn on_line(subject: &ParamInfo, arguments: &Arguments<'_>) -> Vec<String> {
    let kind = match subject.kind {
        ParamKind::List { item, .. } => *item,
        kind => kind,
    };
    let (is_name, is_symbol) = (is_name(subject, kind), matches!(kind, ParamKind::Ticker));
    let given = arguments.get_many::<String>(argument_name(subject.name)).unwrap_or_default();
    let parts = given.flat_map(|text| {
        let parts: Vec<String> = if is_name {
            let is_between =
                |character: char| matches!(character, ',' | ';') || is_symbol && character.is_whitespace();
            text.split(is_between).map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
        } else {
            vec![text.clone()]
        };
        // What has nothing but commas is no name, as its error says.
        if parts.is_empty() { vec![text.clone()] } else { parts }
    });
    parts.collect()
}

/// Returns the first two names that differ in case only, or in the way in which a letter such as `é` is written: many file
/// systems have one file for both.
pub fn alike<'n>(names: impl Iterator<Item = &'n str>) -> Option<(&'n str, &'n str)> {
    let mut known = std::collections::HashMap::new();
    let marks = DecomposingNormalizer::new_nfd();
    for name in names {
        // In capitals some letters become several, which are alike again in small ones.
        let plain = marks.normalize(&name.to_uppercase()).to_lowercase();
        if let Some(other) = known.insert(marks.normalize(&plain).into_owned(), name) {
            return Some((other, name));
        }
    }
    None
}

/// Checks that the files of the results, the failures and the subjects are not the same.
fn check_files(arguments: &Arguments<'_>, values: &[String]) -> Result<(), Failure> {
    let program = arguments.program();
    let option_of = |id| if id == SUBJECTS { program.subject.1 } else { id };
    let place =
        |file: &Path| WritePath::of(file).map_or_else(|_| file.to_owned(), |place| place.path().to_owned());
    let named = |option: &'static str| {
        let file = arguments.get_one::<PathBuf>(option).cloned();
        file.filter(|file| file.as_os_str() != STDIN && (!file.exists() || file.is_file()))
    };
    let results: Vec<PathBuf> = named(OUTPUT).map_or_else(Vec::new, |output| {
        let of = |value: &String| {
            output.to_str().and_then(|name| file_of(program, name, value)).map(PathBuf::from)
        };
        values.iter().map(|value| place(&of(value).unwrap_or_else(|| output.clone()))).collect()
    });
    let others = [FAILURES, SUBJECTS].map(|option| named(option).map(|file| (option, place(&file))));
    let [failures, list] = others;
    let is_same = |(_, file): &(&str, PathBuf)| results.contains(file);
    let same = failures.iter().chain(&list).find(|other| is_same(other));
    let both = failures.as_ref().zip(list.as_ref()).filter(|((_, one), (_, other))| one == other);
    match (same, both) {
        (Some((option, _)), _) => Err(Failure::usage(format!(
            "-o and --{} are the same file; name another for one of them",
            option_of(option)
        ))),
        (None, Some(_)) => Err(Failure::usage(format!(
            "--{FAILURES} and --{} are the same file; name another for the failures",
            option_of(SUBJECTS)
        ))),
        (None, None) => Ok(()),
    }
}

/// Returns true for values of that kind that have no comma: symbols, names that the table lists, and texts whose pattern has
/// none.
fn is_name(param: &ParamInfo, kind: ParamKind) -> bool {
    match kind {
        ParamKind::Ticker | ParamKind::Enum(_) => true,
        ParamKind::String => !param.fits(","),
        _ => false,
    }
}

/// Returns the subject of a request if a command may have several. It may not if the request has a parameter of the
/// name of the option that lists them: a calendar whose `tickers` are a part of one request.
fn one_of_several(program: &Program, info: &EndpointInfo) -> Option<&'static ParamInfo> {
    let (_, many) = program.subject;
    info.sole_subject().filter(|_| info.param(many).is_none())
}

/// Returns the part of the name of a file that looks like a placeholder and is none.
fn odd_placeholder<'n>(program: &Program, name: &'n str) -> Option<&'n str> {
    let (_, rest) = name.split_once('{')?;
    let (inner, _) = rest.split_once('}')?;
    (!is_pattern(program, name)).then_some(inner)
}

/// Returns true if the name of a file stands for a file for each subject.
fn is_pattern(program: &Program, name: &str) -> bool {
    name.contains(&program.placeholder())
}

/// Returns the name of the file of a subject, if the name has a place for it. Characters that mean something in paths
/// are written as `%2F`.
pub(crate) fn file_of(program: &Program, name: &str, value: &str) -> Option<String> {
    if !is_pattern(program, name) {
        return None;
    }
    let mut safe = String::new();
    for (index, character) in value.char_indices() {
        let is_safe = character.is_alphanumeric()
            || matches!(character, '^' | '=' | '-' | '_' | '+' | '@')
            || (character == '.' && index > 0);
        if is_safe {
            safe.push(character);
        } else {
            let mut bytes = [0; 4];
            for byte in character.encode_utf8(&mut bytes).bytes() {
                safe.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    Some(name.replace(&program.placeholder(), &safe))
}

fn read(file: &Path, program: &Program) -> Result<Vec<String>, Failure> {
    let (_, many) = program.subject;
    let mut text = String::new();
    let name = file.display();
    let read = if file.as_os_str() == STDIN {
        io::stdin().lock().take(MAX_FILE).read_to_string(&mut text)
    } else {
        pipe::open(file, File::options().read(true))
            .and_then(|open| open.take(MAX_FILE).read_to_string(&mut text))
    };
    if u64::try_from(text.len()).is_ok_and(|length| length == MAX_FILE) {
        return Err(Failure::usage(format!(
            "{name} has {MAX_FILE} bytes or more; name a text file of {many}"
        )));
    }
    read.map_err(|error| {
        Failure::usage(format!("{name} cannot be read: {error}; name a text file of {many}, or -"))
    })?;
    if let Ok(rows) = serde_json::from_str::<Vec<Value>>(&text) {
        return listed_in(&rows, program).ok_or_else(|| {
            let one = program.subject.0;
            Failure::usage(format!("{name} is JSON whose items have no {one}; name a text file of {many}"))
        });
    }
    words(&text, program).ok_or_else(|| {
        let one = program.subject.0;
        Failure::usage(format!(
            "{name} has headings, and none is {one}; name the column so, or leave the headings out"
        ))
    })
}

/// Returns the subjects of a list in JSON, such as the file of failures: its texts, or those under the heading of its objects.
/// `None` where an item has none.
fn listed_in(rows: &[Value], program: &Program) -> Option<Vec<String>> {
    let subject = |row: &Value| match row {
        Value::Object(members) => {
            let texts = members.iter().filter_map(|(name, value)| Some((name, value.as_str()?)));
            let names: Vec<(&String, &str)> = texts.collect();
            let place = heading(names.iter().map(|(name, _)| name.as_str()), program)?;
            names.get(place).map(|(_, value)| (*value).to_owned())
        }
        row => row.as_str().map(str::to_owned),
    };
    rows.iter().map(subject).collect()
}

/// Returns the subjects of a text: those between spaces, commas and lines, or the column of a table whose first line has
/// their heading. `None` for a table without such a column.
fn words(text: &str, program: &Program) -> Option<Vec<String>> {
    let lines = || text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let plain = |cell: &str| cell.trim_matches(['"', '\u{feff}', ' ', '\r']).to_owned();
    let mut rows = lines().skip_while(|line| plain(line).is_empty());
    let head = rows.next().unwrap_or_default();
    let column = [',', ';', '\t'].into_iter().find_map(|separator| {
        Some((separator, heading(fields_between(head, separator).map(plain), program)?))
    });
    if let Some((separator, place)) = column {
        // A row that is too short is no subject, as its error says.
        let cell = |row: &str| plain(fields_between(row, separator).nth(place).unwrap_or(row));
        return Some(rows.map(cell).filter(|cell| !cell.is_empty()).collect());
    }
    // No subject is written so, and a table has several columns.
    let is_title = |cell: &str| {
        let mut letters = cell.chars();
        letters.next().is_some_and(|first| first.is_ascii_uppercase())
            && letters.clone().count() > 1
            && letters.all(|letter| letter.is_ascii_lowercase() || letter == ' ')
    };
    let has_titles = |separator| {
        let heads: Vec<String> = fields_between(head, separator).map(plain).collect();
        heads.len() > 1 && heads.iter().all(|head| is_title(head))
    };
    if [',', ';', '\t'].into_iter().any(has_titles) {
        return None;
    }
    let words = lines().flat_map(|line| line.split([' ', '\t', ',', ';', '\u{feff}']));
    Some(words.map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect())
}

/// Returns the place of the name that most parameters for subjects have, in the singular or in the plural; the program's own
/// word goes before all. `None` if no parameter has one of the names.
fn heading(names: impl Iterator<Item = impl AsRef<str>>, program: &Program) -> Option<usize> {
    let is_subject = |param: &&ParamInfo| match param.kind {
        ParamKind::List { item, .. } => matches!(item, ParamKind::Ticker),
        kind => matches!(kind, ParamKind::Ticker),
    };
    let having = |text: &str| {
        let text = text.to_ascii_lowercase();
        let is_name = |name: &str| name.trim_end_matches('s') == text.trim_end_matches('s');
        let params = program.endpoints.iter().flat_map(|info| info.params.iter()).filter(is_subject);
        if is_name(program.subject.0) {
            usize::MAX
        } else {
            params.filter(|param| is_name(param.name)).count()
        }
    };
    let counts = names.map(|name| having(name.as_ref())).enumerate().filter(|(_, count)| *count > 0);
    // The first of equal ones.
    counts.min_by_key(|(_, count)| std::cmp::Reverse(*count)).map(|(place, _)| place)
}
