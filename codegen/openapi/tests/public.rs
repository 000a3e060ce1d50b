//! The import of public documents, where a folder of them is there: what is taken, what is left out, and what the bodies
//! lose. `VFAPI_OPENAPI` names the folder. The documents belong to others and are never committed.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test fails by panicking, and shows its figures"
)]

use std::collections::HashSet;
use std::path::PathBuf;
use std::{env, fs};

use serde_json::Value;

/// The methods of a table.
const METHODS: &[&str] = &["get", "put", "post", "delete", "patch"];

/// The figures of a document.
#[derive(Default)]
struct Figures {
    operations: usize,
    taken: usize,
    notes: usize,
    maimed: Vec<String>,
    lost: usize,
}

/// Returns the texts of the documents, by their names; none if the folder is not there.
fn documents() -> Vec<(String, String)> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/openapi");
    let folder = env::var_os("VFAPI_OPENAPI").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("skipped: there is no folder {}; VFAPI_OPENAPI names another", folder.display());
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_document = |path: &PathBuf| path.extension().is_some_and(|end| end == "json" || end == "yaml");
    let mut paths: Vec<PathBuf> = paths.filter(is_document).collect();
    paths.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn no_body_of_a_public_document_is_maimed() {
    let only = env::var("VFAPI_OPENAPI_ONLY").ok();
    let mut all = Figures::default();
    for (name, text) in documents() {
        if only.as_ref().is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let import =
            virtual_finance_openapi::import(&text, &virtual_finance_openapi::ImportOptions::default());
        let import = import.unwrap_or_else(|error| panic!("{name}: {error}"));
        let document: Value = serde_yaml::from_str(&text).unwrap();
        let table: Value = serde_yaml::from_str(&import.table).unwrap();
        let figures = figures(&document, &table, import.endpoints, import.notes.len());
        eprintln!(
            "{name:26} {:4} operations, {:4} taken, {:4} notes, {:3} bodies maimed, {:4} members lost",
            figures.operations,
            figures.taken,
            figures.notes,
            figures.maimed.len(),
            figures.lost
        );
        if env::var_os("VFAPI_OPENAPI_NOTES").is_some() {
            import.notes.iter().for_each(|note| eprintln!("    {note}"));
            figures.maimed.iter().for_each(|body| eprintln!("    maimed: {body}"));
        }
        all.operations += figures.operations;
        all.taken += figures.taken;
        all.lost += figures.lost;
        all.maimed.extend(figures.maimed.into_iter().map(|body| format!("{name}: {body}")));
    }
    eprintln!(
        "{} of {} operations, {} bodies maimed, {} members lost",
        all.taken,
        all.operations,
        all.maimed.len(),
        all.lost
    );
    assert!(all.maimed.is_empty(), "{:#?}", all.maimed);
}

fn figures(document: &Value, table: &Value, taken: usize, notes: usize) -> Figures {
    let mut figures = Figures { taken, notes, ..Figures::default() };
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if !METHODS.contains(&method.as_str()) {
                continue;
            }
            figures.operations += 1;
            let Some(endpoint) = endpoint(table, path, method) else { continue };
            let body = followed(document, &operation["requestBody"]);
            if body.is_null() || method == "get" {
                continue;
            }
            let lost = lost(document, table, body, endpoint);
            if !lost.is_empty() {
                figures.lost += lost.len();
                figures.maimed.push(format!("{method} {path}: {}", lost.join(", ")));
            }
        }
    }
    figures
}

/// Returns the endpoint of an operation: that with its method, and its path but for the names of parameters.
fn endpoint<'t>(table: &'t Value, path: &str, method: &str) -> Option<&'t Value> {
    let endpoints = table["endpoints"].as_object().unwrap().values();
    let mut own =
        endpoints.filter(|one| one["method"].as_str().is_some_and(|own| own.eq_ignore_ascii_case(method)));
    own.find(|one| bare(one["path"].as_str().unwrap()) == bare(path.trim_matches('/')))
}

/// Returns a path without the names of its parameters.
fn bare(path: &str) -> String {
    path.split('{')
        .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest))
        .collect::<Vec<_>>()
        .join("{}")
}

fn followed<'d>(document: &'d Value, at: &'d Value) -> &'d Value {
    let Some(reference) = at["$ref"].as_str() else { return at };
    let found = document.pointer(reference.trim_start_matches('#')).unwrap_or(&Value::Null);
    followed(document, found)
}

/// Returns the members of a body that an endpoint does not send, or the whole body.
fn lost(document: &Value, table: &Value, body: &Value, endpoint: &Value) -> Vec<String> {
    let contents = body["content"].as_object().unwrap();
    let form = contents.keys().find(|media| media.contains("form"));
    let media =
        contents.keys().find(|media| media.contains("json")).or(form).or(contents.keys().next()).unwrap();
    let schema = &contents[media]["schema"];
    let no_params = serde_json::Map::new();
    let params = endpoint["params"].as_object().unwrap_or(&no_params);
    let sent: Vec<(&str, &Value)> = params
        .iter()
        .filter(|(_, param)| ["body", "form", "part", "content"].contains(&param["in"].as_str().unwrap()))
        .map(|(name, param)| (param["wire"].as_str().unwrap_or(name), &param["type"]))
        .collect();
    if sent.is_empty() {
        return vec!["the whole body".to_owned()];
    }
    // A text or a file is the body as it is.
    if params.values().any(|param| param["in"] == "content") {
        return Vec::new();
    }
    if let [(".", kind)] = sent.as_slice() {
        return unsaid(document, table, schema, kind, "", &mut HashSet::new());
    }
    let mut lost = Vec::new();
    members(document, schema, &mut |name, of| {
        if sent.iter().any(|(wire, _)| *wire == name) {
            let (_, kind) = sent.iter().find(|(wire, _)| *wire == name).unwrap();
            lost.extend(unsaid(document, table, of, kind, name, &mut HashSet::new()));
        } else if !sent.iter().any(|(wire, _)| wire.starts_with(&format!("{name}."))) {
            lost.push(name.to_owned());
        }
    });
    lost
}

fn unsaid(
    document: &Value,
    table: &Value,
    schema: &Value,
    kind: &Value,
    before: &str,
    seen: &mut HashSet<String>,
) -> Vec<String> {
    let schema = followed(document, schema);
    let below = |schema, kind, end: &str, seen: &mut _| {
        unsaid(document, table, schema, kind, &format!("{before}{end}"), seen)
    };
    if kind["list"].is_object() || kind["list"].is_string() {
        return below(&schema["items"], &kind["list"], "[]", seen);
    }
    if kind["map"].is_object() || kind["map"].is_string() {
        return below(&schema["additionalProperties"], &kind["map"], "{}", seen);
    }
    let Some(record) = kind.as_str().and_then(|name| table["records"].get(name)) else { return Vec::new() };
    if !seen.insert(kind.to_string()) {
        return Vec::new();
    }
    // A record that is one of several types has each of them.
    let Some(fields) = record["fields"].as_object() else { return Vec::new() };
    let mut lost = Vec::new();
    members(document, schema, &mut |name, of| {
        let field = fields.iter().find(|(own, field)| field["wire"].as_str().unwrap_or(own) == name);
        match field {
            Some((_, field)) => lost.extend(below(of, &field["type"], &format!(".{name}"), seen)),
            None => lost.push(format!("{before}.{name}")),
        }
    });
    lost
}

fn members<'d>(document: &'d Value, schema: &'d Value, each: &mut dyn FnMut(&'d str, &'d Value)) {
    let schema = followed(document, schema);
    for part in schema["allOf"].as_array().into_iter().flatten() {
        members(document, part, each);
    }
    for (name, of) in schema["properties"].as_object().into_iter().flatten() {
        if followed(document, of)["readOnly"] != true {
            each(name, of);
        }
    }
}
