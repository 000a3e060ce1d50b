//! The draft of a converter: records with the members of a reply.

use std::fmt::Write as _;

use serde_json::{Map, Value as Json};

use crate::names;

use super::shape::{Shape, are_data};

/// The schemas that responses have.
#[derive(Clone, Copy)]
pub(crate) enum Schemas {
    None,
    Always,
    /// For a crate of converters that has the feature `schema`.
    WithFeature,
}

/// The maximum depth of records; deeper members are any JSON.
const MAX_DEPTH: usize = 8;

/// The types that a converter names. A record of one of these names would hide it.
const USED: [&str; 15] = [
    "Context",
    "ConversionError",
    "Converted",
    "Deserialize",
    "Map",
    "Number",
    "Option",
    "Params",
    "Query",
    "RawReply",
    "Result",
    "Serialize",
    "String",
    "Value",
    "Vec",
];

/// Returns the text of a converter for a reply, or of one for a reply that is not JSON.
pub(super) fn text(name: &str, reply: Option<&Json>, schemas: Schemas) -> String {
    let mut records = Records { texts: Vec::new(), names: vec!["Response".to_owned()] };
    let field = match reply {
        Some(Json::Object(members)) => {
            records.record("Response", "The response.", members, 0);
            None
        }
        Some(other) => Some(("items", records.kind("item", other, 0))),
        None => Some(("text", "String".to_owned())),
    };
    let response = field.as_ref().map(|(name, of)| {
        let (derived, schema) = match schemas {
            Schemas::None => ("", ""),
            Schemas::Always => (", schemars::JsonSchema", ""),
            Schemas::WithFeature => ("", "#[cfg_attr(feature = \"schema\", derive(schemars::JsonSchema))]\n"),
        };
        format!(
            "/// The response.\n#[derive(Debug, Clone, PartialEq, Serialize, Deserialize{derived})]\n{schema}#[non_exhaustive]\n\
             pub struct Response {{\n    /// The reply, as the host sends it.\n    pub {name}: {of},\n}}\n"
        )
    });
    let types: Vec<String> = response.into_iter().chain(records.texts).collect();
    let types = types.join("\n");
    let body = match field {
        None => {
            "    let response: Response = json::document(exactly_one(replies)?, \"the reply\")?;\n    Ok(response.into())\n"
        }
        Some(("items", _)) => {
            "    let items = json::document(exactly_one(replies)?, \"the reply\")?;\n    Ok(Response { items }.into())\n"
        }
        Some(_) => {
            "    let text = exactly_one(replies)?.text()?.to_owned();\n    Ok(Response { text }.into())\n"
        }
    };
    format!(
        "//! {name}: the reply of the host, as it is. Its docs are to be written.\n\n{}\n{types}\n/// Converts the \
         reply.\n///\n/// # Errors\n/// 422: the reply is not the host's.\npub fn convert(\n    _: &Context<'_>,\n    \
         replies: &[RawReply<'_>],\n) -> Result<Converted<Response>, ConversionError> {{\n{body}}}\n",
        imports(&types, reply.is_some())
    )
}

/// Returns the imports of a converter with these types.
fn imports(types: &str, is_json: bool) -> String {
    let has = |name: &str| types.contains(name);
    let mut out = String::new();
    if has("Serialize") {
        out.push_str("use serde::{Deserialize, Serialize};\n");
    }
    if is_json {
        let readers = if has("members! {") { "{json, members}" } else { "json" };
        out.push_str(&format!("use virtual_finance_core::read::{readers};\n"));
    }
    // The type of a field stands behind its names.
    let fields: Vec<&str> = types
        .lines()
        .filter_map(|line| line.split_once("=> ").or(line.split_once(": ")))
        .map(|(_, of)| of)
        .collect();
    let is_word = |letter: char| letter.is_ascii_alphanumeric();
    let named =
        |name: &&str| fields.iter().any(|of| of.split(|letter| !is_word(letter)).any(|word| word == *name));
    let mut names: Vec<&str> = ["Map", "Number", "Value"].into_iter().filter(named).collect();
    names.extend(["Context", "ConversionError", "Converted", "RawReply", "exactly_one"]);
    names.sort_unstable();
    out.push_str(&format!("use virtual_finance_core::{{{}}};\n", names.join(", ")));
    out
}

/// The records drafted so far.
struct Records {
    texts: Vec<String>,
    names: Vec<String>,
}

impl Records {
    fn record(&mut self, name: &str, doc: &str, members: &Map<String, Json>, depth: usize) {
        // The record stands before those of its members.
        let index = self.texts.len();
        self.texts.push(String::new());
        let mut fields: Vec<String> = Vec::new();
        let mut lines = String::new();
        for (wire, value) in members {
            let field = free(&field_name(wire), &fields);
            let of = self.kind(wire, value, depth);
            // Writing to a String cannot fail.
            let _ = write!(
                lines,
                "        /// The host's `{wire}`.\n        {field}: {} => {of},\n",
                Json::from(wire.as_str())
            );
            fields.push(field);
        }
        let text = format!("members! {{\n    /// {doc}\n    pub open struct {name} {{\n{lines}    }}\n}}\n");
        if let Some(own) = self.texts.get_mut(index) {
            *own = text;
        }
    }

    /// Returns the type of a member.
    fn kind(&mut self, wire: &str, value: &Json, depth: usize) -> String {
        match value {
            Json::String(_) => "String".to_owned(),
            Json::Number(_) => "Number".to_owned(),
            Json::Bool(_) => "bool".to_owned(),
            Json::Null => "Value".to_owned(),
            Json::Array(items) => {
                let of =
                    merged(items).map_or_else(|| "Value".to_owned(), |item| self.kind(wire, &item, depth));
                format!("Vec<{of}>")
            }
            Json::Object(members) if members.is_empty() || depth >= MAX_DEPTH || are_data(members) => {
                "Map<String, Value>".to_owned()
            }
            Json::Object(members) => {
                let mut name = names::camel(&field_name(wire));
                if USED.contains(&&*name) {
                    name.push_str("Item");
                }
                let name = free(&name, &self.names);
                self.names.push(name.clone());
                self.record(&name, &format!("An item of `{wire}`."), members, depth.saturating_add(1));
                name
            }
        }
    }
}

/// Returns one value that stands for all items of a list; `None` if they have different types.
fn merged(items: &[Json]) -> Option<Json> {
    let mut items = items.iter().filter(|item| !item.is_null());
    let mut first = items.next()?.clone();
    for item in items {
        match (&mut first, item) {
            (Json::Object(members), Json::Object(others)) => {
                for (name, value) in others {
                    let known = members.entry(name.clone()).or_insert(Json::Null);
                    if known.is_null() {
                        *known = value.clone();
                    }
                }
            }
            // A number with a fraction stands for integers, too, and a text for dates.
            (Json::Number(first), Json::Number(item)) if item.is_f64() => *first = item.clone(),
            (Json::String(first), Json::String(item)) if Shape::of_text(item) == Shape::Text => {
                first.clone_from(item);
            }
            (first, item) if std::mem::discriminant(first) == std::mem::discriminant(item) => {}
            _ => return None,
        }
    }
    Some(first)
}

/// Returns a name of a field for a member.
fn field_name(wire: &str) -> String {
    let plain: String =
        wire.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
    let word = names::word(plain.trim_matches('_'));
    let word =
        if word.starts_with(|first: char| first.is_ascii_lowercase()) { word } else { format!("n{word}") };
    if names::word_fault(&word).is_some() || word == "other" { format!("{word}_") } else { word }
}

/// Returns a name that is not taken.
fn free(name: &str, taken: &[String]) -> String {
    let numbered = (2..).map(|number: u32| format!("{name}{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or_default()
}

/// Returns a reply of the same shape with invented values: replies belong to their hosts.
pub(super) fn invented(reply: &Json) -> Json {
    match reply {
        Json::String(text) => Json::from(match Shape::of_text(text) {
            Shape::Date => "2024-01-31",
            Shape::DateTime => "2024-01-31T12:00:00Z",
            _ => "text",
        }),
        Json::Number(number) if number.is_f64() => Json::from(1.5),
        Json::Number(_) => Json::from(1),
        Json::Bool(_) => Json::from(true),
        Json::Null => Json::Null,
        Json::Array(items) => Json::Array(merged(items).iter().map(invented).collect()),
        Json::Object(members) => {
            Json::Object(members.iter().map(|(name, value)| (name.clone(), invented(value))).collect())
        }
    }
}
