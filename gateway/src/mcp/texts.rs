//! The texts for models about endpoints.

use serde_json::{Map, Value};
use virtual_finance_core::catalogue::ExampleInfo;
use virtual_finance_core::params::nearest;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_reference::input;
use virtual_finance_tables::tabular::Outline;

/// The maximum number of endpoints that a search returns.
const MAX_FOUND: usize = 12;

/// Returns the endpoints that have one of some words, the best first; without words all of them.
pub(super) fn find(endpoints: &[&EndpointInfo], words: &str) -> String {
    // Shorter words are in every doc.
    let words: Vec<String> =
        words.split_whitespace().filter(|word| word.len() > 2).map(str::to_lowercase).collect();
    if words.is_empty() {
        return endpoints.iter().map(|info| line(info)).collect();
    }
    let mut found: Vec<(usize, &EndpointInfo)> =
        endpoints.iter().map(|info| (score(info, &words), *info)).filter(|(score, _)| *score > 0).collect();
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    if found.is_empty() {
        let names: Vec<&str> = endpoints.iter().map(|info| info.command).collect();
        return format!("No endpoint has these words. All of them: {}\n", names.join(", "));
    }
    found.iter().take(MAX_FOUND).map(|(_, info)| line(info)).collect()
}

/// Returns how well words fit an endpoint: its names count more than its doc.
fn score(info: &EndpointInfo, words: &[String]) -> usize {
    let doc = info.doc.to_lowercase();
    let stem = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
    let of = |word: &String| {
        let word = stem(word);
        let is_alike = |name: &str| stem(&name.to_lowercase()) == word;
        if is_alike(info.command) {
            9
        } else if info.words.iter().any(|(name, _)| is_alike(name)) {
            6
        } else if info.command.contains(&word) {
            4
        } else if doc.contains(&word) {
            1
        } else {
            0
        }
    };
    words.iter().map(of).fold(0, usize::saturating_add)
}

/// Returns the line about an endpoint: its name, what it needs, and its summary.
fn line(info: &EndpointInfo) -> String {
    let needed: Vec<&str> =
        info.params.iter().filter(|param| param.required).map(|param| param.name).collect();
    format!("{}({}): {}\n", info.command, needed.join(", "), summary(info.doc))
}

/// Returns the first line of a doc.
pub(super) fn summary(doc: &str) -> &str {
    doc.trim().lines().next().unwrap_or_default()
}

/// Returns what a model needs to ask an endpoint: its doc, the schema of its parameters, its tables and its examples.
pub(super) fn describe(info: &EndpointInfo) -> String {
    let outline = Outline::of(info);
    let tables: String = outline.docs().map(|(name, doc)| format!("- {name}: {}\n", summary(doc))).collect();
    let examples: String = info
        .examples
        .iter()
        .map(|example| format!("- {} {}\n", params(info, example), summary(example.doc)))
        .collect();
    let schema = input(info);
    let parameters = schema.get("properties").cloned().unwrap_or_default();
    let required = schema.get("required").cloned().unwrap_or_else(|| Value::Array(Vec::new()));
    format!(
        "{}\n\n{}\n\nParameters (JSON Schema), required are {required}:\n{parameters}\n\nTables, the main one \
         first:\n{tables}\nExamples of params:\n{examples}",
        line(info).trim_end(),
        info.doc.trim()
    )
}

/// Returns the parameters of an example as a JSON object.
pub(super) fn params(info: &EndpointInfo, example: &ExampleInfo) -> Value {
    let schema = input(info);
    let type_of = |name: &str| schema.pointer(&format!("/properties/{name}/type")).and_then(Value::as_str);
    let value = |(name, text): &(&str, &str)| {
        let value = match type_of(name) {
            Some("integer" | "number" | "boolean") => serde_json::from_str(text).ok(),
            _ => None,
        };
        ((*name).to_owned(), value.unwrap_or_else(|| Value::from(*text)))
    };
    Value::Object(example.params.iter().map(value).collect::<Map<_, _>>())
}

/// Returns the endpoint of a name, or what to call instead.
pub(super) fn endpoint(
    endpoints: &'static [&'static EndpointInfo],
    name: &str,
) -> Result<&'static EndpointInfo, String> {
    endpoints.iter().find(|info| info.command == name).copied().ok_or_else(|| {
        let advice = match nearest(name, endpoints.iter().map(|info| info.command)) {
            Some(near) => format!("did you mean {near:?}? find lists all"),
            None => "call find for their names".to_owned(),
        };
        format!("there is no endpoint {name:?}: {advice}")
    })
}
