//! The draft of a converter: records with the members of a reply.

use serde_json::Value as Json;

use virtual_finance_table::identifiers::Taken;
use virtual_finance_table::parse::table::ItemType;

use super::records::{Drafted, DraftedField, Records};
use super::shape::Shape;

/// The name of the response.
const RESPONSE: &str = "Response";

/// The schemas that responses have.
#[derive(Clone, Copy)]
pub(crate) enum Schemas {
    None,
    Always,
    /// For a crate of converters that has the feature `schema`.
    WithFeature,
}

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
    let shape = reply.map(Shape::of);
    let mut records = Records { owner: "", taken: Taken::default(), named: Vec::new(), drafted: Vec::new() };
    for name in USED {
        records.taken.exact(name);
    }
    let field = match &shape {
        Some(shape @ Shape::Object(_)) => {
            records.kind(shape, RESPONSE, 0);
            None
        }
        Some(other) => {
            records.taken.exact(RESPONSE);
            Some(("items", written(&records.kind(other, "item", 0))))
        }
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
    let types: Vec<String> = response.into_iter().chain(structs(&records)).collect();
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

/// Returns the text of records.
fn structs(records: &Records<'_, '_>) -> Vec<String> {
    let record = |Drafted { name, part, fields }: &Drafted<'_>| {
        let fields: String = fields
            .iter()
            .map(|DraftedField { name, of, kind, .. }| {
                let (wire, kind) = (Json::from(of.wire.as_str()), written(kind));
                format!("        /// The host's `{}`.\n        {name}: {wire} => {kind},\n", of.wire)
            })
            .collect();
        let doc = if name == RESPONSE { "The response.".to_owned() } else { format!("An item of `{part}`.") };
        format!("members! {{\n    /// {doc}\n    pub open struct {name} {{\n{fields}    }}\n}}\n")
    };
    records.drafted.iter().map(record).collect()
}

/// Returns a type as Rust writes it.
fn written(kind: &ItemType) -> String {
    match kind {
        ItemType::List(item) => format!("Vec<{}>", written(item)),
        ItemType::Map(_) => "Map<String, Value>".to_owned(),
        ItemType::One(name) => match name.as_str() {
            "string" | "date" | "datetime" => "String",
            "integer" | "number" => "Number",
            "boolean" => "bool",
            "any" => "Value",
            name => name,
        }
        .to_owned(),
    }
}
