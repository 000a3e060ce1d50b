//! The table of a document.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;

use serde_json::Value;
use virtual_finance_core::catalogue::TABLE_KEYS;
use virtual_finance_table::diagnostics;
use virtual_finance_table::identifiers::Taken;

use crate::at::At;
use crate::context::Context;
use crate::node::Node;
use crate::operations::Operations;
use crate::options::ImportOptions;
use crate::{document, examples, records, schema, settle};

/// A table that was made of an OpenAPI document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Import {
    /// The table.
    pub table: String,
    /// The number of its endpoints.
    pub endpoints: usize,
    /// The parts of the document that the table cannot say, in the order of their lines.
    pub notes: Vec<ImportNote>,
}

/// A part of a document that the table cannot say.
///
/// [`fmt::Display`] writes it on one line: `12: #/paths/~1pets/get: …`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportNote {
    /// The line in the document, from 1, where it can be known.
    pub line: Option<usize>,
    /// The JSON pointer to the part.
    pub pointer: String,
    /// The reason, and the consequence for the table.
    pub message: String,
}

impl ImportNote {
    /// Returns the note with the file of the document before it: `shop.yaml:12: #/paths/~1pets/get: …`.
    pub fn in_file(&self, file: impl fmt::Display) -> String {
        let gap = if self.line.is_some() { "" } else { " " };
        format!("{file}:{gap}{self}")
    }
}

impl fmt::Display for ImportNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "{line}: ")?;
        }
        write!(f, "#{}: {}", self.pointer, self.message)
    }
}

/// A document that no table can be made of: the reason, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ImportError(String);

/// Makes a table of an OpenAPI document, version 3.0 to 3.2, in JSON or YAML.
///
/// The table has no errors for the generator. [`Import::notes`] tells what it cannot say.
///
/// ```
/// use virtual_finance_openapi::{ImportOptions, import};
///
/// let document = r#"{ "openapi": "3.1.0", "servers": [{ "url": "https://shop.example.com" }],
///     "paths": { "/fruit/{id}": { "get": { "operationId": "getFruit", "parameters": [
///         { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }
///     ] } } } }"#;
/// let import = import(document, &ImportOptions::default())?;
/// assert!(import.table.contains("  GetFruit:\n"));
/// assert_eq!((import.endpoints, import.notes.len()), (1, 0));
/// # Ok::<(), virtual_finance_openapi::ImportError>(())
/// ```
///
/// # Errors
/// The text is no OpenAPI document of these versions, has no operation that a table can say or that is wanted, or is beyond
/// the bounds of size and depth.
pub fn import(document: &str, options: &ImportOptions<'_>) -> Result<Import, ImportError> {
    read(document, options).map_err(ImportError)
}

fn read(text: &str, options: &ImportOptions<'_>) -> Result<Import, String> {
    let (document, ignored) = document::read(text)?;
    version(&document)?;
    let (table, reported) = node(&document, options, (ignored, false))?;
    let count = table.get("endpoints").map_or(0, Node::count);
    let notes = notes(text, reported);
    if count == 0 {
        let first = notes.first().map(|note| format!(" ({note})")).unwrap_or_default();
        return Err(format!("the document has no operation that a table can say{first}; check its 'paths'"));
    }
    Ok(Import { table: table.written(), endpoints: count, notes })
}

/// Returns the table of a document, and what it cannot say, with the pointers.
pub(crate) fn node(
    document: &Value,
    options: &ImportOptions<'_>,
    (ignored, is_draft): (Vec<String>, bool),
) -> Result<(Node, Vec<(String, String)>), String> {
    let root = At::root(document);
    if let Some(pattern) = options.vain(&root) {
        return Err(format!(
            "'{pattern}' fits no operation; write a method and a path, such as 'GET /repos/*'"
        ));
    }
    let own = root.get(TABLE_KEYS);
    let mut cx = Context {
        document,
        options,
        owner: String::new(),
        items: Taken::default(),
        types: Node::map(),
        records: Node::map(),
        known: HashMap::new(),
        is_of_table: own.is_some_and(|own| own.has("hosts")),
        heirs: schema::heirs(document),
        differing: HashMap::new(),
        pending: VecDeque::new(),
        sent: HashSet::new(),
        reported: ignored.into_iter().map(|message| (String::new(), message)).collect(),
        shown: HashMap::new(),
        origins: HashMap::new(),
    };
    let operations = Operations::read(&mut cx);
    records::finish(&mut cx);
    let mut table = Node::map();
    table.set_some("replies", replies(&cx));
    table.set("hosts", operations.hosts.entries);
    let filled = |section: Node| (!section.is_empty()).then_some(section);
    table.set_some("types", filled(std::mem::replace(&mut cx.types, Node::map())));
    table.set_some("grammars", grammars(cx.document));
    table.set_some("records", filled(std::mem::replace(&mut cx.records, Node::map())));
    table.set("endpoints", operations.endpoints);
    let settled = |table: &mut Node| {
        settle::settle(table, |text| diagnostics("t.yaml", text, options.converters, ""))
            .map_err(|fault| format!("the generator failed: {fault}; please report this document"))
    };
    let (text, mut refusals) = settled(&mut table)?;
    if !cx.is_of_table && examples::add(&mut table, &text, &cx.shown, is_draft) {
        let (_, more) = settled(&mut table)?;
        refusals.extend(more.into_iter().filter(|refusal| cx.shows(&refusal.path)));
    }
    for refusal in refusals {
        let pointer = cx.origin_of(&refusal.path);
        cx.tell(pointer, refusal.message);
    }
    Ok((table, cx.reported))
}

/// Returns how replies are read. Hosts are looser than their documents, but the document of a table says it itself.
fn replies(cx: &Context<'_>) -> Option<Node> {
    let own = At::root(cx.document).get(TABLE_KEYS);
    match own.and_then(|own| own.get("replies")) {
        Some(written) => Node::of(written.value),
        None if cx.is_of_table => None,
        None => Some(Node::text("lenient")),
    }
}

/// Returns the grammars that the document has in the words of a table: OpenAPI has no word for them.
fn grammars(document: &Value) -> Option<Node> {
    let own = At::root(document).get(TABLE_KEYS)?;
    let mut grammars = Node::map();
    for (name, grammar) in own.members_of("grammars") {
        grammars.set_some(name, Node::of(grammar.value));
    }
    (!grammars.is_empty()).then_some(grammars)
}

/// Returns why a document is of no version that is read.
fn version(document: &Value) -> Result<(), String> {
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if let Some(version) = document.get("swagger").map(shown) {
        return Err(format!(
            "the document is Swagger {version}, and OpenAPI 3.0 to 3.2 is read; convert it first, for example with \
             `npx swagger2openapi`"
        ));
    }
    match document.get("openapi").map(shown) {
        Some(version)
            if version == "3" || ["3.0", "3.1", "3.2"].iter().any(|own| version.starts_with(own)) =>
        {
            Ok(())
        }
        Some(version) => {
            Err(format!("the document is OpenAPI {version}, and 3.0 to 3.2 are read; convert it first"))
        }
        None => Err("the document has no 'openapi', so it is no OpenAPI document; check the file".to_owned()),
    }
}

/// Returns what is told, with lines and in their order, each once.
fn notes(text: &str, mut reported: Vec<(String, String)>) -> Vec<ImportNote> {
    let mut seen = HashSet::new();
    reported.retain(|one| seen.insert(one.clone()));
    let lines = document::lines(text, reported.iter().map(|(pointer, _)| pointer.as_str()));
    let mut notes: Vec<ImportNote> = reported
        .into_iter()
        .map(|(pointer, message)| ImportNote { line: lines.get(&pointer).copied(), pointer, message })
        .collect();
    notes.sort_by_key(|note| note.line);
    notes
}
