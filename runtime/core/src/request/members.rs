//! Making the body of a request from the values of its parameters.

use serde_json::{Map, Number, Value};
use url::form_urlencoded;

use super::body::RequestBody;
use super::targets::Values;
use crate::catalogue::{BodyFormat, ParamInfo, ParamKind, ParamLocation};
use crate::params::{JsonValue, Plain};
use crate::read::whole;

impl Values<'_, '_> {
    /// Returns the body that the parameters of the body make, beside the document of a GraphQL request; `None` if one of them is
    /// the whole body and was not given.
    pub(super) fn body(self, format: BodyFormat, document: Option<&str>) -> Option<RequestBody> {
        match format {
            BodyFormat::Json => match self.0.iter().find(|param| is_whole(param)) {
                Some(param) => {
                    self.value(param).map(|value| RequestBody::Json(json(param, &param.kind, &value)))
                }
                None => Some(RequestBody::Json(Value::Object(self.object(document)))),
            },
            BodyFormat::Form => {
                let pairs = self.pairs(&[], ParamLocation::Body);
                Some(RequestBody::Form(
                    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish(),
                ))
            }
            BodyFormat::Multipart => Some(self.multipart()),
            BodyFormat::Content => self.content(),
        }
    }

    fn object(self, document: Option<&str>) -> Map<String, Value> {
        let document = document.map(|document| ("query".to_owned(), Value::from(document)));
        let mut object: Map<String, Value> = document.into_iter().collect();
        for param in self.0.iter().filter(|param| param.place == ParamLocation::Body) {
            if let Some(value) = self.value(param) {
                insert(&mut object, param.wire, json(param, &param.kind, &value));
            }
        }
        object
    }
}

/// Returns true for a parameter that is the whole body.
fn is_whole(param: &ParamInfo) -> bool {
    param.place == ParamLocation::Body && param.wire == "."
}

/// Puts a value at a path, `a.b`. The generator allows no value at the beginning of the path of another one.
fn insert(object: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            object.insert(path.to_owned(), value);
        }
        Some((first, rest)) => {
            let inner = object.entry(first).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                insert(inner, rest, value);
            }
        }
    }
}

/// Returns a value as JSON: numbers and bools as such, timestamps in epoch seconds, a repeated list as an array.
fn json(param: &ParamInfo, kind: &ParamKind, value: &Plain<'_>) -> Value {
    match (value, kind) {
        (Plain::Integer(number), _) => Value::from(*number),
        // A number that is not finite was refused. A whole one has no fraction, as in a query.
        (Plain::Number(number), _) => Number::from_f64(*number).map(whole).map_or(Value::Null, Value::Number),
        (Plain::Boolean(value), _) => Value::Bool(*value),
        (Plain::Json(JsonValue(value)), _) => Value::clone(value),
        (Plain::DateTime(time), ParamKind::DateTime) => Value::from(time.epoch_seconds()),
        (Plain::List(values), ParamKind::List { item, .. }) if param.repeated => {
            values.iter().map(|value| json(param, item, value)).collect()
        }
        (value, kind) => Value::String(value.wire(kind).into_owned()),
    }
}
