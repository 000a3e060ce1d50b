//! A parameter of the table as a parameter of the OpenAPI document: its schema with default and limits, and
//! sentences about rules that a schema cannot express.

use virtual_finance_core::Value;
use virtual_finance_core::catalogue::{BodyFormat, ParamInfo, ParamKind, ParamLocation};
use virtual_finance_core::request::EndpointInfo;

use crate::json::{deprecation, joined, list, named, number, object, typed};
use crate::openapi::components::Components;
use crate::openapi::rules::{sentences, style};
use crate::openapi::table;

/// Returns the parameter: a header under its name on the wire, any other in the query under its name in the table.
pub(super) fn parameter(info: &EndpointInfo, param: &ParamInfo, components: &mut Components) -> Value {
    let is_header = param.place == ParamLocation::Header;
    let (name, place) = if is_header { (param.wire, "header") } else { (param.name, "query") };
    // A header has one style, which is the default.
    let style = style(param).filter(|_| !is_header);
    let members = [
        ("name", Some(name.into())),
        ("in", Some(place.into())),
        ("description", Some(description(info, param).into())),
        ("required", Some(param.required.into())),
        ("style", style.map(Into::into)),
        ("explode", style.map(|_| param.repeated.into())),
        ("schema", Some(schema(param, components))),
        ("example", example(info, param)),
        (table::TABLE, table::param(info, param)),
    ];
    joined(members, deprecation(param.deprecated))
}

/// Returns the body of a request: an object with its parameters under their names in the table.
pub(super) fn body(info: &EndpointInfo, format: BodyFormat, components: &mut Components) -> Value {
    let params = || info.params.iter().filter(|param| param.place == ParamLocation::Body);
    let mut properties = Vec::new();
    for param in params() {
        let mut schema = schema(param, components);
        add(&mut schema, "description", Some(description(info, param).into()));
        for (name, value) in deprecation(param.deprecated) {
            add(&mut schema, name, value);
        }
        add(&mut schema, table::TABLE, table::param(info, param));
        properties.push((param.name.to_owned(), schema));
    }
    let required: Vec<&str> = params().filter(|param| param.required).map(|param| param.name).collect();
    let is_required = !required.is_empty();
    let examples = params().filter_map(|param| Some((param.name.to_owned(), example(info, param)?)));
    let examples: Vec<(String, Value)> = examples.collect();
    let example = (!examples.is_empty()).then(|| named(examples));
    let schema = object([
        ("type", Some("object".into())),
        ("properties", Some(named(properties))),
        ("required", list(required)),
        ("additionalProperties", Some(false.into())),
    ]);
    // Who asks the server gives files as JSON.
    let format = if format == BodyFormat::Form { format } else { BodyFormat::Json };
    let content = object([("schema", Some(schema)), ("example", example)]);
    let content = object([(format.content_type(), Some(content))]);
    object([("required", Some(is_required.into())), ("content", Some(content))])
}

/// Returns the value that a parameter has in the first example: all of it is one request.
fn example(info: &EndpointInfo, param: &ParamInfo) -> Option<Value> {
    let (_, text) = info.examples.first()?.params.iter().find(|(name, _)| *name == param.name)?;
    Some(of_text(param, text))
}

fn schema(param: &ParamInfo, components: &mut Components) -> Value {
    let mut schema = match &param.kind {
        ParamKind::List { item, .. } if style(param).is_some() => object([
            ("type", Some("array".into())),
            ("items", Some(limited(param, item, components))),
            ("maxItems", param.max_length.or(param.batch).map(Into::into)),
        ]),
        // The whole list as one string.
        ParamKind::List { .. } => object([("type", Some("string".into()))]),
        kind => limited(param, kind, components),
    };
    add(&mut schema, "default", param.default.map(|text| of_text(param, text)));
    schema
}

/// Returns a value of the table as the schema of its parameter has it.
fn of_text(param: &ParamInfo, text: &str) -> Value {
    match &param.kind {
        ParamKind::List { .. } if style(param).is_none() => text.into(),
        ParamKind::Json { .. } => text.parse().unwrap_or_else(|_| text.into()),
        kind => typed(kind, text),
    }
}

/// Returns the schema of one value with the limits of the parameter.
fn limited(param: &ParamInfo, kind: &ParamKind, components: &mut Components) -> Value {
    let mut schema = one(param, kind, components);
    if matches!(kind, ParamKind::Integer | ParamKind::Number) {
        add(&mut schema, "minimum", param.min.map(number));
        add(&mut schema, "maximum", param.max.map(number));
    }
    if matches!(kind, ParamKind::String | ParamKind::Ticker) {
        let pattern = param.pattern.map(|pattern| format!("^(?:{pattern})$").into());
        add(&mut schema, "pattern", pattern);
        let in_list = matches!(param.kind, ParamKind::List { .. });
        add(&mut schema, "maxLength", param.max_length.filter(|_| !in_list).map(Into::into));
    }
    schema
}

fn one(param: &ParamInfo, kind: &ParamKind, components: &mut Components) -> Value {
    match kind {
        ParamKind::Ticker => serde_json::json!({ "type": "string", "minLength": 1, "maxLength": 64 }),
        ParamKind::Integer => serde_json::json!({ "type": "integer", "format": "int64" }),
        ParamKind::Number => serde_json::json!({ "type": "number" }),
        ParamKind::Boolean => serde_json::json!({ "type": "boolean" }),
        ParamKind::Date => serde_json::json!({ "type": "string", "format": "date" }),
        ParamKind::DateTime | ParamKind::IsoDateTime => serde_json::json!({
            "anyOf": [
                { "title": "Date", "description": "Midnight UTC of a date.", "type": "string", "format": "date" },
                { "title": "DateTime", "description": "A date and time with its zone.", "type": "string", "format": "date-time" },
                { "title": "EpochSeconds", "description": "Epoch seconds.", "type": "integer", "format": "int64" },
            ],
        }),
        ParamKind::Enum(info) => components.enumeration(info),
        ParamKind::Grammar(info) => components.grammar(info),
        ParamKind::Json { nullable, .. } => {
            let own = components.inline(param.json_schema().unwrap_or_default());
            if *nullable { serde_json::json!({ "anyOf": [own, { "type": "null" }] }) } else { own }
        }
        _ => serde_json::json!({ "type": "string" }),
    }
}

fn add(schema: &mut Value, key: &str, value: Option<Value>) {
    if let (Some(members), Some(value)) = (schema.as_object_mut(), value) {
        members.insert(key.to_owned(), value);
    }
}

fn description(info: &EndpointInfo, param: &ParamInfo) -> String {
    let mut text = param.doc.trim().to_owned();
    for sentence in sentences(info, param) {
        text.push_str("\n\n");
        text.push_str(&sentence);
    }
    text
}
