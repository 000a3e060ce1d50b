//! The descriptions of the tools that models are offered.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};
use virtual_finance_core::catalogue::RawKind;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_reference::{input, several};
use virtual_finance_tables::tabular::Outline;

use crate::form::json_type;
pub(super) use crate::form::{COLUMNS, FORMAT, LIMIT, SORT, TABLE};
use crate::target::MAX_SUBJECTS;
use crate::tools::Tools;

/// The tools beside endpoints.
pub(super) const FIND: &str = "find";
pub(super) const DESCRIBE: &str = "describe";
pub(super) const CALL: &str = "call";

/// The arguments about the form of a result beside the parameters of a query, unless an endpoint has a parameter of that name.
pub(super) const FULL: &str = "full";
pub(super) const SKIP_ROWS: &str = "skip_rows";
pub(super) const MAX_BYTES: &str = "max_bytes";

/// All of them.
pub(super) const FORMS: [&str; 8] = [TABLE, COLUMNS, FULL, SORT, LIMIT, FORMAT, SKIP_ROWS, MAX_BYTES];

/// The number of bytes of a result, and the maximum that a model may ask for: clients refuse results of more than about
/// 25,000 tokens.
pub(super) const USUAL_BYTES: usize = 20_000;
pub(super) const MOST_BYTES: usize = 60_000;

/// Returns the descriptions of the tools.
pub(super) fn described(tools: &Tools, endpoints: &[&EndpointInfo]) -> Vec<Tool> {
    match tools {
        Tools::General => general(endpoints),
        Tools::Of(offered) => offered.iter().map(|info| own(info)).collect(),
    }
}

fn general(endpoints: &[&EndpointInfo]) -> Vec<Tool> {
    let endpoint = json!({ "type": "string", "description": "The name of an endpoint, as find gives it." });
    let mut arguments = json!({
        "endpoint": endpoint,
        "params": { "type": "object", "description": "The parameters by name, as describe lists them." },
    });
    if let Value::Object(arguments) = &mut arguments {
        arguments.extend(forms());
    }
    let local = ToolAnnotations::new().read_only(true).open_world(false);
    let asking = ToolAnnotations::new().read_only(endpoints.iter().all(|info| info.only_reads()));
    vec![
        Tool::new(
            FIND,
            "Finds endpoints by words, with the values of parameters that the words stand for. Without words it lists all.",
            schema(&json!({ "words": { "type": "string", "description": "For example: dividends of a fund" } }), &[]),
        )
        .with_title("Find endpoints")
        .with_annotations(local.clone()),
        Tool::new(
            DESCRIBE,
            "Describes an endpoint: its parameters with types, limits and defaults, its tables, and examples.",
            schema(&json!({ "endpoint": endpoint }), &["endpoint"]),
        )
        .with_title("Describe an endpoint")
        .with_annotations(local),
        Tool::new(
            CALL,
            "Asks an endpoint and returns a table of its response as CSV. Most endpoints with a ticker take a list of them. A \
             long table ends after whole rows, and the result says how to get the rest.",
            schema(&arguments, &["endpoint"]),
        )
        .with_title("Ask an endpoint")
        .with_annotations(asking.open_world(true)),
    ]
}

/// Returns the tool of an endpoint.
fn own(info: &EndpointInfo) -> Tool {
    let mut schema = match input(info) {
        Value::Object(schema) => schema,
        _ => JsonObject::new(),
    };
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        if let Some(subject) = several(info).and_then(|param| properties.get_mut(param.name)) {
            let mut one = std::mem::take(subject);
            let description = one.as_object_mut().and_then(|one| one.shift_remove("description"));
            let list = json!({ "type": "array", "items": one, "maxItems": MAX_SUBJECTS });
            *subject = json!({ "anyOf": [one, list], "description": description });
        }
        properties.extend(forms().into_iter().filter(|(name, _)| info.param(name).is_none()));
    }
    let tool = Tool::new(info.command, info.doc.trim(), Arc::new(schema));
    let tool = if info.raw == RawKind::Bytes { tool } else { tool.with_raw_output_schema(output(info)) };
    tool.with_title(info.name)
        .with_annotations(ToolAnnotations::new().read_only(info.only_reads()).open_world(true))
}

/// Returns the schema of the structured content: rows of a table, or the JSON of the response. The columns are those of all its
/// tables that people read first.
fn output(info: &EndpointInfo) -> Arc<JsonObject> {
    let outline = Outline::of(info);
    let first = info.view.map_or(&[][..], |view| view.columns);
    let mut columns = JsonObject::new();
    for column in outline.names().filter_map(|table| outline.columns(Some(table))).flatten() {
        if !first.contains(&column.name.as_str()) {
            continue;
        }
        let kind = json_type(column.kind).map_or_else(|| json!({}), |kind| json!({ "type": [kind, "null"] }));
        let known = columns.entry(column.name).or_insert_with(|| kind.clone());
        if *known != kind {
            *known = json!({});
        }
    }
    let rows = json!({ "type": "array", "items": { "type": "object", "properties": columns } });
    let about = json!({ "type": "string", "description": "The number of rows, the tables, and notes." });
    let properties =
        json!({ "rows": rows, "json": { "description": "The response, by format json." }, "about": about });
    schema_of(json!({ "type": "object", "properties": properties, "required": ["about"] }))
}

/// Returns the arguments about the form of a result.
fn forms() -> JsonObject {
    let forms = json!({
        TABLE: { "type": "string", "description": "Another table of the response; the result names them." },
        COLUMNS: { "type": "array", "items": { "type": "string" }, "description": "The columns to return; by default those that people read first." },
        FULL: { "type": "boolean", "default": false, "description": "All columns and all digits." },
        SORT: { "type": "string", "description": "The column of the order, with - before it for the greatest first." },
        LIMIT: { "type": "integer", "minimum": 1, "description": "The number of rows; of prices the newest." },
        FORMAT: { "type": "string", "enum": ["csv", "json"], "default": "csv" },
        SKIP_ROWS: { "type": "integer", "minimum": 0, "description": "The number of rows to pass over." },
        MAX_BYTES: { "type": "integer", "minimum": 1, "maximum": MOST_BYTES, "default": USUAL_BYTES },
    });
    if let Value::Object(forms) = forms { forms } else { JsonObject::new() }
}

fn schema(properties: &Value, required: &[&str]) -> Arc<JsonObject> {
    schema_of(json!({
        "type": "object", "properties": properties, "required": required, "additionalProperties": false,
    }))
}

fn schema_of(schema: Value) -> Arc<JsonObject> {
    Arc::new(if let Value::Object(schema) = schema { schema } else { JsonObject::new() })
}
