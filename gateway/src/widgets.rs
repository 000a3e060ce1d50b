//! The endpoints as widgets of OpenBB Workspace, which asks `/widgets.json` what a backend has. Each is a table of rows.

use serde_json::{Map, Value, json};
use virtual_finance_command::Program;
use virtual_finance_core::catalogue::{ParamInfo, ParamKind, ParamLocation, RawKind};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_tables::tabular::{KnownColumn, Outline};

use crate::form::{FORMAT, ROWS, json_type};

/// Returns the widgets by the names of their endpoints.
pub(crate) fn widgets(program: &Program) -> Value {
    let has_rows = |info: &&&EndpointInfo| info.only_reads() && info.raw != RawKind::Bytes;
    let named = |info: &&EndpointInfo| (info.command.to_owned(), widget(program, info));
    program.endpoints.iter().filter(has_rows).map(named).collect::<Map<_, _>>().into()
}

fn widget(program: &Program, info: &EndpointInfo) -> Value {
    let columns = Outline::of(info).columns(None).unwrap_or_default();
    let columns: Vec<Value> = columns.iter().map(column).collect();
    let summary = info.doc.lines().next().unwrap_or_default();
    let rows =
        json!({ "paramName": FORMAT, "label": "Format", "type": "text", "value": ROWS, "show": false });
    let asked = info.params.iter().filter(|param| param.place != ParamLocation::Header);
    let params: Vec<Value> = asked.map(|param| parameter(info, param)).chain([rows]).collect();
    json!({
        "name": summary.trim_end_matches('.'),
        "description": info.doc.trim(),
        "category": info.group.unwrap_or(program.about),
        "source": [program.id()],
        "type": "table",
        "endpoint": info.command,
        "gridData": { "w": 40, "h": 15 },
        "data": { "table": { "showAll": true, "columnsDefs": columns } },
        "params": params,
    })
}

fn column(column: &KnownColumn) -> Value {
    // ISO 8601 is in order as text, too.
    let kind = json_type(column.kind).filter(|kind| *kind != "string").unwrap_or("text");
    json!({ "field": column.name, "headerName": column.name, "cellDataType": kind })
}

/// Returns a parameter with the value of the first example, or else its default.
fn parameter(info: &EndpointInfo, param: &ParamInfo) -> Value {
    let example =
        info.examples.first().and_then(|example| example.params.iter().find(|(name, _)| *name == param.name));
    let value = example.map(|(_, text)| *text).filter(|_| param.required).or(param.default);
    let kind = match param.kind {
        ParamKind::Integer | ParamKind::Number => "number",
        ParamKind::Boolean => "boolean",
        ParamKind::Date => "date",
        _ => "text",
    };
    let mut parameter = json!({
        "paramName": param.name, "label": param.name, "description": param.doc.trim(), "type": kind, "value": value,
        "optional": !param.required,
    });
    if let (ParamKind::Enum(known), Some(parameter)) = (&param.kind, parameter.as_object_mut()) {
        let option = |wire: &str| json!({ "label": wire, "value": wire });
        let options: Value = known.variants.iter().map(|variant| option(variant.wire)).collect();
        parameter.insert("options".to_owned(), options);
    }
    parameter
}
