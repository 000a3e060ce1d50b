//! The values that a request has.

use serde_json::Value;
use virtual_finance_core::DateTime;
use virtual_finance_core::catalogue::{ExampleInfo, ParamKind};
use virtual_finance_core::request::{EndpointInfo, RequestBody};

use crate::query::Query;
use crate::request::Sent;

/// A value of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestValue {
    /// Its name on the wire: the parameter's in a path, the path of the member in a JSON body.
    pub name: String,
    /// Its texts, of which a list has several.
    pub texts: Vec<String>,
    /// True for a list.
    pub is_list: bool,
}

/// Returns the values of a request of an endpoint.
pub(crate) fn values(info: &EndpointInfo, sent: &Sent<'_>) -> Vec<RequestValue> {
    let owned = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
    let mut pairs: Vec<(String, String)> =
        info.path_values(&sent.segments()).unwrap_or_default().into_iter().map(owned).collect();
    pairs.extend(sent.query.pairs().map(owned));
    match serde_json::from_str(sent.body) {
        Ok(body) => leaves(info, "", &body, &mut pairs),
        Err(_) => pairs.extend(Query::parse(sent.body).pairs().map(owned)),
    }
    let mut values: Vec<RequestValue> = Vec::new();
    for (name, text) in pairs {
        let param = info.params.iter().find(|param| param.wire == name || param.name == name);
        let separator = match param.map(|param| &param.kind) {
            Some(ParamKind::List { separator, .. }) => *separator,
            Some(_) => "",
            // What a converter's module sends by another name.
            None => ",",
        };
        let texts: Vec<String> = match separator {
            "" => vec![text],
            separator => text.split(separator).map(str::to_owned).collect(),
        };
        let is_list = param.map_or(texts.len() > 1, |param| param.kind.is_list());
        match values.iter_mut().find(|known| known.name == name) {
            Some(known) => known.texts.extend(texts),
            None => values.push(RequestValue { name, texts, is_list }),
        }
    }
    values
}

fn is_list(info: &EndpointInfo, name: &str) -> bool {
    info.params.iter().any(|param| param.kind.is_list() && (param.wire == name || param.name == name))
}

/// Adds the texts, numbers and bools of JSON, each with the path of its member.
fn leaves(info: &EndpointInfo, path: &str, value: &Value, found: &mut Vec<(String, String)>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| leaves(info, &below(name), member, found));
        }
        Value::Array(items) if is_list(info, path) => {
            items.iter().for_each(|item| leaves(info, path, item, found));
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(at, item)| leaves(info, &below(&at.to_string()), item, found));
        }
        Value::Null => {}
        Value::String(text) => found.push((path.to_owned(), text.clone())),
        other => found.push((path.to_owned(), other.to_string())),
    }
}

/// Returns the body that an example sends.
pub(crate) fn body_of(info: &'static EndpointInfo, example: &ExampleInfo) -> Option<RequestBody> {
    let now = DateTime::from(example.now.unwrap_or_default());
    info.request(&example.param_map(info)).ok()?.body(now).ok()?
}
