//! Tables that nobody vouches for, in files: what they may have, and what is left out.

use std::path::Path;

use serde_json::Value;
use virtual_finance_core::Host;
use virtual_finance_core::catalogue::{AuthScheme, HostAuth};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_table::parse::{self, alone};
use virtual_finance_table::{PythonSource, TableError, TableFile, TableInfo};

use crate::import::import;
use crate::options::ImportOptions;

/// The maximum number of names of a message.
const SHOWN: usize = 20;

/// A table in a file that nobody vouches for, without a compiler. It lives as long as the process.
///
/// It includes files of its own folder only, and gets secrets only from environment variables that begin with its name or
/// are allowed. Whoever makes a client of it asks hosts of private networks
/// ([`is_private_address`](virtual_finance_core::is_private_address)) only if they are named.
#[derive(Debug)]
#[non_exhaustive]
pub struct ForeignTable {
    /// The name of its file, in small letters and with `-` for other characters than letters and digits of ASCII; `table`
    /// where nothing is left.
    pub name: String,
    /// The endpoints, of which there are some.
    pub endpoints: &'static [&'static EndpointInfo],
    /// What is left out, in sentences.
    pub notes: Vec<String>,
    /// The parts of an imported document that are left out or looser, each with its line and what is done.
    pub parts: Vec<String>,
    path: String,
    /// The text of the table, imported or not.
    text: String,
    is_import: bool,
    info: TableInfo,
}

/// An error for a table that nobody vouches for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ForeignError {
    /// The table cannot be read, or has errors.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The file is not a document that a table can be made of, or has no endpoint that runs without a compiler.
    #[error("{0}")]
    Unusable(String),
    /// The table wants an environment variable that is not its own. The message ends where the way to allow the `pair` follows.
    #[error("{reason}")]
    Secret {
        /// What is wrong, and what to write.
        reason: String,
        /// The variable and the host that gets it: `NAME@HOST`.
        pair: String,
    },
}

impl ForeignTable {
    /// Reads a table, or an OpenAPI document as one, that may have these variables, each with its host: `NAME@HOST`.
    ///
    /// # Errors
    /// The file cannot be read, its table has errors, or it wants what a table may not have.
    pub fn read(file: &str, allowed: &[String]) -> Result<Self, ForeignError> {
        let (mut notes, mut parts, name) = (Vec::new(), Vec::new(), name_of(file));
        let variables = format!("{}_", name.replace('-', "_").to_uppercase());
        let path = file.replace('\\', "/");
        let table = TableFile { root: Path::new("."), path: &path };
        let mut text = table.text()?;
        let is_import = is_openapi(&text);
        if is_import {
            (text, parts) = imported(&path, &text, &variables)?;
        }
        let info = TableInfo::new(&path, &text, &*load(&path, is_import))?;
        let left_out = left_out(&info.left_out);
        let Some(first) = info.endpoints.first() else {
            let reason = format!("{file} has no endpoint that runs without a compiler{left_out}");
            return Err(ForeignError::Unusable(reason));
        };
        check_secrets(file, &variables, first.hosts, allowed)?;
        if !left_out.is_empty() {
            notes.push(format!("not all of {file} runs without a compiler{left_out}"));
        }
        Ok(Self { name, endpoints: info.endpoints, notes, parts, path, text, is_import, info })
    }

    /// Returns a note about the parts that are left out or looser; `None` if there are no such parts.
    pub fn summary(&self) -> Option<String> {
        let first = self.parts.first()?;
        Some(match self.parts.len() {
            1 => first.clone(),
            count => format!("{} is read less exactly in {count} places; the first: {first}", self.path),
        })
    }

    /// Returns the Python source of its endpoints; `None` if an included file changed meanwhile.
    pub fn python(&self) -> Option<PythonSource> {
        self.info.python(&self.path, &self.text, &*load(&self.path, self.is_import))
    }
}

/// Returns what reads the files that a table includes.
fn load(path: &str, is_import: bool) -> Box<parse::Load<'static>> {
    if is_import {
        return Box::new(alone);
    }
    Box::new(TableFile { root: Path::new("."), path }.included_files())
}

/// Makes a table of an OpenAPI document, and returns the parts that are left out or looser beside it.
fn imported(path: &str, text: &str, variables: &str) -> Result<(String, Vec<String>), ForeignError> {
    let import = import(text, &ImportOptions { variables: Some(variables), ..ImportOptions::default() });
    let import = import.map_err(|error| ForeignError::Unusable(format!("{path}: {error}")))?;
    Ok((import.table, import.notes.iter().map(|note| note.in_file(path)).collect()))
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
fn check_secrets(file: &str, prefix: &str, hosts: &[&Host], allowed: &[String]) -> Result<(), ForeignError> {
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
        let pair = format!("{variable}@{}", asked.domain());
        if !variable.starts_with(prefix) && !allowed.contains(&pair) {
            let short = variable.rsplit('_').next().unwrap_or_default();
            let reason = format!(
                "{file} wants the environment variable {variable} for {}, and a table gets only variables that begin with \
                 {prefix}; write {prefix}{short} in 'env' of the host {}, or allow it with",
                asked.default, host.name
            );
            return Err(ForeignError::Secret { reason, pair });
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
