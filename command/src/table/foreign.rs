//! Programs of tables that nobody vouches for.

use std::path::Path;

use serde_json::Value;
use virtual_finance_core::Host;
use virtual_finance_core::catalogue::{AuthScheme, HostAuth};
use virtual_finance_openapi::{ImportOptions, import};
use virtual_finance_table::parse::alone;
use virtual_finance_table::{TableError, TableFile, TableInfo};
use virtual_finance_tables::text::{Failure, tell};

use crate::arguments::{ALLOW_ENV, Program, Subcommand};

/// The maximum number of names and errors of a message.
const SHOWN: usize = 20;

/// Makes the program of a table in a file, which lives as long as the process, and notes about what is left out.
///
/// # Errors
/// The file cannot be read, its table has errors, or it wants what a table may not have.
pub(super) fn program(
    base: &Program,
    file: &str,
    allowed: &[String],
    subcommands: &'static [Subcommand],
) -> Result<(&'static Program, Vec<String>), Failure> {
    let (mut notes, name) = (Vec::new(), name_of(file));
    let variables = format!("{}_", name.replace('-', "_").to_uppercase());
    let table = read(file, &variables, &mut notes)?;
    let Some(first) = table.endpoints.first() else {
        let left_out = left_out(&table.left_out);
        return Err(Failure::usage(format!("{file} has no endpoint that runs without a compiler{left_out}")));
    };
    check_secrets(file, &variables, first.hosts, allowed)?;
    if !table.left_out.is_empty() {
        notes.push(format!("not all of {file} runs without a compiler{}", left_out(&table.left_out)));
    }
    let program: &'static Program = Box::leak(Box::new(Program {
        id: Some(format!("{}-{name}", base.id()).leak()),
        version: base.version,
        about: format!("The endpoints of {file}").leak(),
        title: Some(name.leak()),
        is_foreign: true,
        subcommands,
        with_feature: base.with_feature,
        ..Program::new(format!("{} --table {}", base.name, quoted(file)).leak(), table.endpoints)
    }));
    program.check().map_err(|clashes| Failure::usage(format!("{file}: {clashes}")))?;
    Ok((program, notes))
}

/// Reads a table, or an OpenAPI document as one, whose secrets come from variables of that beginning. Errors of a table are
/// told here.
fn read(file: &str, variables: &str, notes: &mut Vec<String>) -> Result<TableInfo, Failure> {
    let path = file.replace('\\', "/");
    let table = TableFile { root: Path::new("."), path: &path };
    let text = table.text().map_err(|error| failure(file, &error))?;
    let info = if is_openapi(&text) {
        TableInfo::new(&path, &imported(&path, &text, variables, notes)?, &alone)
    } else {
        TableInfo::new(&path, &text, &table.included_files())
    };
    info.map_err(|error| failure(file, &error))
}

/// Makes a table of an OpenAPI document, and tells what is left out.
fn imported(path: &str, text: &str, variables: &str, notes: &mut Vec<String>) -> Result<String, Failure> {
    let import = import(text, &ImportOptions { variables: Some(variables), ..ImportOptions::default() });
    let import = import.map_err(|error| Failure::usage(format!("{path}: {error}")))?;
    if let Some(first) = import.notes.first() {
        let count = import.notes.len();
        notes.push(format!("{count} parts of {path} are left out or looser; the first: {first}"));
    }
    Ok(import.table)
}

/// Tells the errors of a table, and returns their number as a failure.
fn failure(file: &str, error: &TableError) -> Failure {
    let TableError::Faults(faults) = error else { return Failure::usage(error.to_string()) };
    for fault in faults.iter().take(SHOWN) {
        tell(format_args!("{fault}\n"));
    }
    Failure::usage(match faults.len() {
        1 => format!("{file} has an error"),
        count => format!("{file} has {count} errors"),
    })
}

/// Returns true for a document of OpenAPI or of Swagger, whose importer says more.
fn is_openapi(text: &str) -> bool {
    const KEYS: [&str; 2] = ["openapi", "swagger"];
    let has_line = |key: &&str| {
        let ends = |rest: &str| rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':');
        text.lines().any(|line| line.trim_start_matches(['"', '\'']).strip_prefix(key).is_some_and(ends))
    };
    match serde_json::from_str::<Value>(text) {
        Ok(document) => KEYS.iter().any(|key| document.get(key).is_some()),
        Err(_) => KEYS.iter().any(has_line),
    }
}

/// Returns the name of a table: its file's, in small letters and with `-` for what is neither letter nor digit of ASCII;
/// `table` where nothing is left.
fn name_of(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let letters = stem.chars().map(|letter| match letter {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
        _ => '-',
    });
    let name = letters.collect::<String>().trim_matches('-').to_owned();
    if name.is_empty() { "table".to_owned() } else { name }
}

/// Checks that the secrets of a table come from environment variables that are its own, or that it may have.
fn check_secrets(file: &str, prefix: &str, hosts: &[&Host], allowed: &[String]) -> Result<(), Failure> {
    let of_auth = |host, auth: HostAuth| auth.variables().map(move |variable| (host, auth, variable));
    let wanted = hosts.iter().flat_map(|host| host.credentials().flat_map(move |auth| of_auth(host, auth)));
    for (host, auth, variable) in wanted {
        // The login of OAuth 2 goes to the host of the tokens.
        let asked = match auth.scheme {
            AuthScheme::OAuth2 { host: desk, .. } => {
                hosts.iter().find(|host| host.name == desk).unwrap_or(host)
            }
            _ => host,
        };
        let pair = format!("{variable}@{}", asked.default.split('/').nth(2).unwrap_or_default());
        if !variable.starts_with(prefix) && !allowed.contains(&pair) {
            let short = variable.rsplit('_').next().unwrap_or_default();
            return Err(Failure::usage(format!(
                "{file} wants the environment variable {variable} for {}, and a table gets only variables that begin with \
                 {prefix}; write {prefix}{short} in 'env' of the host {}, or allow it with --{ALLOW_ENV} {pair}",
                asked.default, host.name
            )));
        }
    }
    Ok(())
}

/// Returns the end of a sentence: the endpoints that only generated code has, with the reasons.
fn left_out(left_out: &[(String, &'static str)]) -> String {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, reason) in left_out {
        match reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, names)) => names.push(name),
            None => reasons.push((reason, vec![name])),
        }
    }
    let parts = reasons.iter().map(|(reason, names)| {
        let more = match names.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let names = names.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
        let verb = if more.is_empty() && !names.contains(',') { "needs" } else { "need" };
        format!("{names}{more} {verb} {reason}")
    });
    let parts = parts.collect::<Vec<_>>().join("; ");
    if parts.is_empty() { parts } else { format!(": {parts}") }
}

/// Returns a word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./\\:".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{word}'") }
}
