//! Drafts an endpoint of an address and a reply: a document of one operation, which is imported.

mod insert;
mod params;
mod shape;

use serde_json::{Map, Value, json};
use virtual_finance_core::catalogue::TABLE_KEYS;
use virtual_finance_table::check::DRAFT;
use virtual_finance_table::identifiers::{Taken, host_name};
use virtual_finance_table::names;
use virtual_finance_table::parse::Load;
use virtual_finance_table::parse::table::Table;
use virtual_finance_table::read_table;

use crate::at::At;
use crate::examples::{self, NAME};
use crate::foreign::ForeignError;
use crate::import;
use crate::node::Node;
use crate::options::ImportOptions;
use crate::schema::Schema;

use shape::{Schemas, Shape, are_data};

/// The names of the members with errors.
const ERRORS: &[&str] = &["error", "errors", "problem"];

/// The facts that an endpoint is drafted from.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// The name of the request.
    pub name: &'a str,
    /// An address of the endpoint; a parameter in its path is written `{name=value}`.
    pub url: &'a str,
    /// A reply, of which only the shape is used.
    pub reply: &'a [u8],
    /// True for a converter of JSON, which otherwise the table declares. Other text always has one.
    pub by_hand: bool,
    /// True if the project demands of each endpoint for how long its replies are fresh.
    pub is_complete: bool,
}

/// A draft of an endpoint. Its docs and its example are to be corrected by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Draft {
    /// The table with the new entry.
    pub table: String,
    /// The name and the text of the converter, unless the table declares the response or the reply is no text.
    pub converter: Option<(String, String)>,
}

/// Drafts an endpoint of a table: records for JSON, a converter for other text, `raw: bytes` for a file.
///
/// # Errors
/// The table has errors, or its text has no place for the entry; the name is taken or no name; the address cannot be asked;
/// the reply says nothing.
pub fn draft(path: &str, text: &str, load: &Load<'_>, wanted: &Wanted<'_>) -> Result<Draft, ForeignError> {
    let table = read_table(path, text, load)?;
    drafted(&table, text, wanted).map_err(ForeignError::Unusable)
}

/// The reply that an endpoint is drafted from.
struct Sample {
    /// The raw type of the endpoint.
    raw: &'static str,
    has_converter: bool,
    /// The field of a converter's response that has the whole reply.
    field: Option<&'static str>,
    reply: Value,
}

impl Sample {
    fn of(wanted: &Wanted<'_>) -> Result<Self, String> {
        let json = serde_json::from_slice::<Value>(wanted.reply).ok();
        let raw = match &json {
            Some(_) => "json",
            None if std::str::from_utf8(wanted.reply).is_ok() => "txt",
            None => "bytes",
        };
        let has_converter = raw == "txt" || raw == "json" && wanted.by_hand;
        if !has_converter && json == Some(Value::Null) {
            return Err("the reply is null, with which a host knows nothing; give one with data".to_owned());
        }
        // The response of a converter is a record.
        let field = match &json {
            _ if !has_converter => None,
            Some(Value::Object(_)) => None,
            Some(_) => Some("items"),
            None => Some("text"),
        };
        Ok(Self { raw, has_converter, field, reply: json.unwrap_or_else(|| "text".into()) })
    }
}

/// Returns the names of the table that a request may not have.
fn known(table: &Table) -> impl Iterator<Item = &String> {
    let types = table.types.keys().chain(table.records.keys()).chain(table.grammars.keys());
    types.chain(table.endpoints.keys())
}

fn drafted(table: &Table, text: &str, wanted: &Wanted<'_>) -> Result<Draft, String> {
    let Wanted { name, url, .. } = *wanted;
    if let Some(fault) = names::item_fault(name) {
        return Err(fault.to_string());
    }
    if known(table).any(|known| known == name) {
        return Err(format!("the table has a '{name}' already; choose another name"));
    }
    let (address, path, query) = parts(url)?;
    let Sample { raw, has_converter, field, reply } = Sample::of(wanted)?;
    let (data, at, error) = match field {
        Some(field) => (&json!({ field: reply }), Vec::new(), None),
        None if has_converter => (&reply, Vec::new(), None),
        None => place(&reply),
    };
    let mut schemas = Schemas { owner: if has_converter { "" } else { name }, ..Schemas::default() };
    schemas.taken.exact(name);
    for known in known(table).filter(|_| !has_converter) {
        schemas.taken.exact(known);
    }
    let schema = schemas.of(&Shape::of(data), if data.is_array() { "item" } else { "response" });
    let parts = json!({ "components": { "schemas": schemas.made } });
    let example = examples::whole(&parts, &Schema::read(&parts, &At::root(&schema)));
    let mut own = Map::from_iter([("name".to_owned(), name.into())]);
    own.extend(wanted.is_complete.then(|| ("fresh_for".to_owned(), "1d".into())));
    let operation = json!({
        TABLE_KEYS: own,
        "parameters": params::of_address(path, query),
        "responses": { "200": { "content": { "application/json": { "schema": schema, "example": example } } } },
    });
    let document = json!({
        "servers": [{ "url": address }],
        "paths": { params::template(path): { "get": operation } },
        "components": parts.get("components"),
    });
    let (mut imported, reported) = import::node(&document, &ImportOptions::default(), (Vec::new(), true))?;
    let told = || reported.first().map(|(_, told)| told.clone()).unwrap_or_default();
    let endpoint = imported.at_mut(&["endpoints", name]).ok_or_else(told)?;
    let (host, module) = (host(table, address), names::module(name));
    endpoint.set("host", Node::text(&host));
    endpoint.set("raw", Node::text(raw));
    if has_converter {
        endpoint.set("converter", Node::text(&module));
    }
    if has_converter || raw == "bytes" {
        endpoint.remove(&["response"]);
    } else if let Some(response) = endpoint.at_mut(&["response"]) {
        response.set_some("at", (!at.is_empty()).then(|| Node::text(at.join("."))));
        response.set_some("error", error.map(|at| Node::Map(vec![("at".to_owned(), Node::text(at))])));
    }
    let example = match field {
        Some(field) => example.get(field).cloned().unwrap_or_default(),
        None => at.iter().rev().fold(example, |value, name| json!({ *name: value })),
    };
    if let Some(shown) = endpoint.at_mut(&["examples", NAME]) {
        of_draft(shown, raw, &example);
    }
    if let Some(records) = imported.at_mut(&["records"]).filter(|_| has_converter) {
        of_converter(records, &module);
    }
    let entry = Node::of(&json!({ &host: { "doc": format!("The host of {name}."), "default": address } }));
    let entry = entry.filter(|_| !table.hosts.contains_key(&host));
    let sections = [
        ("hosts", entry.as_ref()),
        ("records", imported.get("records")),
        ("endpoints", imported.get("endpoints")),
    ];
    let mut text = text.to_owned();
    for (section, entries) in sections {
        if let Some(entries) = entries {
            text = insert::entry(&text, section, entries)?;
        }
    }
    let converter = has_converter.then(|| (module.clone(), converter(name, &module, field)));
    Ok(Draft { table: text, converter })
}

/// Gives the example of a draft its reply, so that people can change it.
fn of_draft(shown: &mut Node, raw: &str, reply: &Value) {
    shown.set("doc", Node::text(DRAFT));
    match (raw, reply) {
        ("json", reply) => shown.set("reply", Node::text(format!("{reply:#}\n"))),
        ("txt", Value::String(text)) => shown.set("reply", Node::text(text)),
        _ => drop(shown.remove(&["reply"])),
    }
}

/// Returns the address of the host, the path and the query of an address.
fn parts(url: &str) -> Result<(&str, &str, &str), String> {
    let usual = "write it like 'https://api.example.com/v1/quotes/{symbol=IBM}?limit=25'";
    let (scheme, rest) = url.split_once("://").ok_or_else(|| format!("'{url}' is no address; {usual}"))?;
    if !matches!(scheme, "https" | "http") {
        return Err(format!("'{scheme}://' is no address that a client can ask; {usual}"));
    }
    let (below, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (host, path) = below.split_once('/').ok_or_else(|| format!("'{url}' has no path; {usual}"))?;
    let end = scheme.len().saturating_add("://".len()).saturating_add(host.len());
    Ok((url.get(..end).unwrap_or_default(), path, query))
}

/// Returns the data of a reply, the names of the members around it, and the path of a member for the error of the host.
fn place(reply: &Value) -> (&Value, Vec<&str>, Option<String>) {
    let (mut data, mut path, mut error) = (reply, Vec::new(), None);
    while let Value::Object(members) = data {
        let is_error = |(name, value): &(&String, &Value)| value.is_null() && ERRORS.contains(&name.as_str());
        let (errors, others): (Vec<_>, Vec<_>) = members.iter().partition(is_error);
        let [(name, inner)] = others.as_slice() else { break };
        let is_word = name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        let is_container = match inner {
            Value::Object(members) => !are_data(members),
            inner => inner.is_array(),
        };
        if !is_container || !is_word {
            break;
        }
        let below = |name: &str| path.iter().copied().chain([name]).collect::<Vec<_>>().join(".");
        error = error.or_else(|| errors.first().map(|(name, _)| below(name)));
        path.push(name.as_str());
        data = inner;
    }
    (data, path, error)
}

/// Returns the name of the host with an address, or a free name.
fn host(table: &Table, address: &str) -> String {
    if let Some((name, _)) = table.hosts.iter().find(|(_, host)| host.default == address) {
        return name.clone();
    }
    let mut taken = Taken::default();
    table.hosts.keys().for_each(|name| taken.take(name));
    taken.word(&host_name(address.split("://").nth(1).unwrap_or_default()))
}

/// Names records after the module of the converter that fills them.
fn of_converter(records: &mut Node, module: &str) {
    let Node::Map(all) = records else { return };
    let names: Vec<String> = all.iter().map(|(name, _)| name.clone()).collect();
    for (name, record) in all {
        *name = format!("{module}.{name}");
        record.each_text(&mut |key, text| {
            if matches!(key, "type" | "list" | "map") && names.contains(text) {
                *text = format!("{module}.{text}");
            }
        });
    }
}

/// Returns the text of a converter that makes its response of the reply as it is.
fn converter(name: &str, module: &str, field: Option<&str>) -> String {
    let (import, body) = match field {
        None => (
            "use virtual_finance_core::read::json;\n",
            "let response: Response = json::document(exactly_one(replies)?, \"the reply\")?;\n    Ok(response.into())",
        ),
        Some("text") => {
            ("", "let text = exactly_one(replies)?.text()?.to_owned();\n    Ok(Response { text }.into())")
        }
        Some(_) => (
            "use virtual_finance_core::read::json;\n",
            "let items = json::document(exactly_one(replies)?, \"the reply\")?;\n    Ok(Response { items }.into())",
        ),
    };
    format!(
        "//! {name}: the reply of the host, as it is. The docs of its records are to be written.\n\n\
         {import}use virtual_finance_core::{{Context, ConversionError, Converted, RawReply, exactly_one}};\n\n\
         pub use crate::records::{module}::*;\n\n\
         /// Converts the reply.\n///\n/// # Errors\n/// 422: the reply is not the host's.\n\
         pub fn convert(\n    _: &Context<'_>,\n    replies: &[RawReply<'_>],\n\
         ) -> Result<Converted<Response>, ConversionError> {{\n    {body}\n}}\n"
    )
}
