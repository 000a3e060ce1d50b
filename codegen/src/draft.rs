//! Drafts of an endpoint: its entry in the table from an address, and its converter from a reply.

mod converter;
mod declared;
mod insert;
mod params;
mod records;
mod shape;

use std::fmt::Write as _;

use serde_json::Value as Json;

pub(crate) use converter::Schemas;

use crate::file::GeneratedFile;
use virtual_finance_table::identifiers::{Taken, host_name};
use virtual_finance_table::names;
use virtual_finance_table::parse::table::Table;
use virtual_finance_table::quoting::{yaml_key, yaml_string};

use params::Param;
use shape::Shape;

/// A draft of an endpoint. Its docs and its example are to be corrected by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Draft {
    /// The table with the new entry.
    pub table: String,
    /// The converter, unless the table declares the response or the reply is no text.
    pub converter: Option<GeneratedFile>,
}

/// What makes the response of a draft whose reply is JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Conversion {
    /// The table, which declares the response.
    #[default]
    Declared,
    /// A converter, which is written by hand.
    ByHand,
}

/// The demands of the project on an endpoint.
#[derive(Clone, Copy)]
pub(crate) struct Project<'d> {
    /// The folder of its converters.
    pub(crate) folder: &'d str,
    /// True if responses need schemas.
    pub(crate) schemas: Schemas,
    /// True if the time for which a reply is fresh and a reply of an example must be there.
    pub(crate) is_complete: bool,
}

/// Drafts an endpoint, or says why it cannot.
pub(crate) fn draft(
    (text, table): (&str, &Table),
    name: &str,
    url: &str,
    (reply, conversion): (&[u8], Conversion),
    project: Project<'_>,
) -> Result<Draft, String> {
    if let Some(fault) = names::item_fault(name) {
        return Err(fault.to_string());
    }
    if table.endpoints.contains_key(name) {
        return Err(format!("the table has an endpoint '{name}' already; choose another name"));
    }
    let known = table.types.keys().chain(table.records.keys()).chain(table.grammars.keys());
    if known.into_iter().any(|known| known == name) {
        return Err(format!("the table has a type or a record '{name}' already; choose another name"));
    }
    let usual = "write it like 'https://api.example.com/v1/quotes/{symbol=IBM}?limit=25'";
    let (scheme, rest) = url.split_once("://").ok_or_else(|| format!("'{url}' is no address; {usual}"))?;
    if !matches!(scheme, "https" | "http") {
        return Err(format!("'{scheme}://' is no address that a client can ask; {usual}"));
    }
    let (below, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = below.split_once('/').ok_or_else(|| format!("'{url}' has no path; {usual}"))?;
    let address = format!("{scheme}://{authority}");
    let known = table.hosts.iter().find(|(_, host)| host.default == address).map(|(name, _)| name.clone());
    let mut hosts = Taken::default();
    table.hosts.keys().for_each(|name| hosts.take(name));
    let host = known.clone().unwrap_or_else(|| hosts.word(&host_name(authority)));
    let (json, is_text) = (serde_json::from_slice::<Json>(reply).ok(), std::str::from_utf8(reply).is_ok());
    let module = names::module(name);
    let is_declared = conversion == Conversion::Declared;
    if is_declared && json == Some(Json::Null) {
        return Err("the reply is null, with which a host knows nothing; give one with data".to_owned());
    }
    let declared = json.as_ref().filter(|_| is_declared).map(|json| declared::declared(name, json, table));
    let entry = Entry {
        name,
        host: &host,
        address: &address,
        conversion: match &declared {
            Some(declared) => format!("    response:\n{}", declared.response),
            None if is_text => format!("    converter: {module}\n"),
            None => String::new(),
        },
        raw: match &json {
            Some(_) => "json",
            None if is_text => "txt",
            None => "bytes",
        },
        params: params::of_address(path, query)?,
        is_complete: project.is_complete,
        reply: match &json {
            Some(json) => Some(format!("{:#}", Shape::of(json).invented())),
            None if project.is_complete && is_text => Some("text".to_owned()),
            None => None,
        },
    };
    let text = match known {
        Some(_) => text.to_owned(),
        None => insert::entry(
            text,
            "hosts",
            &format!("  {host}:\n    doc: The host of {name}.\n    default: {address}\n"),
        )?,
    };
    let text = match declared.as_ref().filter(|declared| !declared.records.is_empty()) {
        Some(declared) => insert::entry(&text, "records", &declared.records)?,
        None => text,
    };
    Ok(Draft {
        table: insert::entry(&text, "endpoints", &entry.text(path))?,
        converter: (declared.is_none() && is_text).then(|| GeneratedFile {
            path: format!("{}/{module}.rs", project.folder),
            text: converter::text(name, json.as_ref(), project.schemas),
        }),
    })
}

/// An entry of the table.
struct Entry<'d> {
    name: &'d str,
    host: &'d str,
    address: &'d str,
    /// The key that says how the reply becomes the response, on its lines.
    conversion: String,
    raw: &'static str,
    params: Vec<Param>,
    is_complete: bool,
    /// The reply of the example.
    reply: Option<String>,
}

impl Entry<'_> {
    fn text(&self, path: &str) -> String {
        let Self { name, host, address, conversion, raw, params, is_complete, reply } = self;
        let (template, filled) = (params::template(path), params::filled(path));
        let mut out = format!(
            "  {name}:\n    doc: The reply of {template}.\n    host: {host}\n    path: {template}\n    method: GET\n    \
             status: 200\n    raw: {raw}\n{conversion}"
        );
        if *is_complete {
            out.push_str("    fresh_for: 1d\n");
        }
        if !params.is_empty() {
            out.push_str("    params:\n");
        }
        // Writing to a String cannot fail.
        for param in params {
            let Param { name, wire, is_path, .. } = param;
            let place = if *is_path { "in: path, required: true" } else { "in: query" };
            let wire =
                if wire == name { String::new() } else { format!(", wire: {}", yaml_string(wire, true)) };
            let _ = writeln!(
                out,
                "      {}: {{ doc: The {} of the request., type: {}, {place}{wire} }}",
                yaml_key(name),
                name.replace('_', " ").trim(),
                param.kind()
            );
        }
        let given: Vec<String> =
            params.iter().map(|param| format!("{}: {}", yaml_key(&param.name), param.written())).collect();
        let _ = write!(out, "    examples:\n      first:\n        doc: The address of the draft.\n");
        if !given.is_empty() {
            let _ = writeln!(out, "        params: {{ {} }}", given.join(", "));
        }
        let query: Vec<String> = params.iter().filter(|param| !param.is_path).map(Param::sent).collect();
        let question = if query.is_empty() { "" } else { "?" };
        let _ = writeln!(
            out,
            "        url: {}",
            yaml_string(&format!("{address}/{filled}{question}{}", query.join("&")), false)
        );
        if let Some(reply) = reply {
            let _ = writeln!(out, "        reply: |");
            for line in reply.lines() {
                let _ = writeln!(out, "          {line}");
            }
        }
        out
    }
}
