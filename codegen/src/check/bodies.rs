//! Checks of the body of an example: it is what the parameters of the example and the defaults send.

use serde_json::{Map, Number, Value as Json};
use virtual_finance_core::Upload;
use virtual_finance_core::catalogue::BodyFormat;
use virtual_finance_core::request::RequestBody;

use crate::codes;
use crate::diagnostic::Fault;
use crate::kind::Kind;
use crate::model::body_format;
use crate::names;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example, ItemType, Scalar, Table, Values};
use crate::value::{self, Value, timestamp};

use super::Checker;
use super::misfit::below;
use super::query::{encoded, pair};

/// The number of characters up to which a whole body stands in advice.
const MAX_ADVISED: usize = 200;

impl Checker<'_, '_> {
    /// Checks the bodies of examples. Only the tests of the client know those that a function makes.
    pub(super) fn example_bodies(&mut self, endpoint: Located<'_, Endpoint>) {
        if endpoint.body.is_some() {
            return;
        }
        for (_, found) in endpoint.examples().entries() {
            let Some(body) = found.body().some() else { continue };
            let fault = match body_format(endpoint.value()) {
                Some(BodyFormat::Json) => self.json_body_fault(endpoint, found, &body),
                Some(BodyFormat::Form) => self.form_fault(endpoint, found, &body),
                Some(BodyFormat::Content) => self.content_fault(endpoint, found, &body),
                Some(BodyFormat::Multipart) => parts_fault(&body),
                _ => None,
            };
            if let Some(fault) = fault {
                self.key(body, fault);
            }
        }
    }

    fn json_body_fault(
        &self,
        endpoint: Located<'_, Endpoint>,
        found: Located<'_, Example>,
        body: &str,
    ) -> Option<Fault> {
        let given: Json = serde_json::from_str(body).ok()?;
        let wanted = self.json_sent(endpoint, found)?;
        let (given, whose) = match &endpoint.value().graphql {
            Some(document) => match variables(document, &given, &wanted) {
                Ok(variables) => (variables, "variables"),
                Err(fault) => return Some(fault),
            },
            None => (given, ""),
        };
        let path = difference(&wanted, &given, whose)?;
        let whose = if path.is_empty() { "this".to_owned() } else { format!("'{path}' of the body") };
        let message = format!("{whose} is not what the parameters of the example send");
        let text = wanted.to_string();
        let advice = match text.chars().count() {
            ..=MAX_ADVISED => format!("write {text}, or correct 'params'"),
            _ => "correct it, or 'params'".to_owned(),
        };
        Some(Fault::new(codes::EXAMPLE_BODY, message, advice))
    }

    fn form_fault(
        &self,
        endpoint: Located<'_, Endpoint>,
        found: Located<'_, Example>,
        body: &str,
    ) -> Option<Fault> {
        let wanted = self.sent_in("form", endpoint, found)?;
        let given: Vec<_> = body.trim().split('&').filter(|part| !part.is_empty()).map(pair).collect();
        if given == wanted {
            return None;
        }
        let advice = format!("write '{}', or correct 'params'", encoded(&wanted));
        let message = "this is not what the parameters of the example send";
        Some(Fault::new(codes::EXAMPLE_BODY, message, advice))
    }

    /// Returns the fault of a body that is not the text or the file of an example.
    fn content_fault(
        &self,
        endpoint: Located<'_, Endpoint>,
        found: Located<'_, Example>,
        body: &str,
    ) -> Option<Fault> {
        let (name, param) = endpoint.value().params.iter().find(|(_, param)| param.place == "content")?;
        let wanted = match param.kind.in_json() {
            ItemType::One(kind) if kind == "bytes" => {
                let given = found.params.get(name)?.all().first()?.to_string();
                let file = serde_json::from_str::<Upload>(&given).ok()?;
                RequestBody::Content { media_type: String::new(), content: file.content }.text()
            }
            _ => self.on_wire(endpoint, found, name)?.into_iter().next()?,
        };
        if body.trim() == wanted {
            return None;
        }
        let advice = match wanted.chars().count() {
            ..=MAX_ADVISED if wanted.trim() == wanted => format!("write {wanted:?}, or correct 'params'"),
            _ => "remove 'body', or correct 'params'".to_owned(),
        };
        let message = "this is not what the parameters of the example send";
        Some(Fault::new(codes::EXAMPLE_BODY, message, advice))
    }

    /// Returns the JSON that the request of an example sends, or `None` if a value cannot be read.
    fn json_sent(&self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) -> Option<Json> {
        let mut body = Json::Object(Map::new());
        for (name, param) in endpoint.params.iter().filter(|(_, param)| param.place == "body") {
            let given = found.params.get(name);
            // Under a name that is itself at fault, the example may not give what it means to.
            if given.is_none() && names::word_fault(name).is_some() {
                return None;
            }
            let values = given.map(Values::all).or(param.default.as_ref().map(std::slice::from_ref));
            let Some(values) = values else { continue };
            let value = match Kind::of(param, self.table.value())? {
                // A list with a separator is one text.
                Kind::List { repeated: false, .. } => {
                    Json::String(self.on_wire(endpoint, found, name)?.into_iter().next()?)
                }
                Kind::List { item, .. } => {
                    values.iter().map(|one| self.in_json(&item, one)).collect::<Option<_>>()?
                }
                one => self.in_json(&one, values.first()?)?,
            };
            let value = in_seconds(self.table.value(), &param.kind.in_json(), value);
            let wire = param.wire.as_deref().unwrap_or(name);
            if wire == "." {
                return Some(value);
            }
            *place(&mut body, wire)? = value;
        }
        Some(body)
    }

    fn in_json(&self, kind: &Kind<'_>, given: &Scalar) -> Option<Json> {
        Some(match value::read(kind, given, self.table.value()).ok()? {
            Value::Json(text) => serde_json::from_str(&text).ok()?,
            Value::Integer(number) => Json::from(number),
            Value::Number(number) => Json::Number(Number::from_f64(number)?),
            Value::Bool(value) => Json::Bool(value),
            Value::Timestamp(seconds, _) if matches!(kind, Kind::DateTime { is_iso: true }) => {
                Json::String(jiff::Timestamp::from_second(seconds).ok()?.to_string())
            }
            Value::Timestamp(seconds, _) => Json::from(seconds),
            Value::Other(text) => Json::String(text),
            Value::String(_) | Value::Date(_) | Value::Variant(_) | Value::Grammar(_) => {
                Json::String(given.to_string())
            }
        })
    }
}

/// Returns the fault of a body that is no form of parts. Only the tests of the client know the line between the parts.
fn parts_fault(body: &str) -> Option<Fault> {
    (!body.trim_start().starts_with("--")).then(|| {
        let message = "the body of the endpoint is a form of parts, with a line such as '--…' before each";
        Fault::new(codes::EXAMPLE_BODY, message, "remove 'body': 'params' say what the parts are")
    })
}

/// Returns the variables of the body of a GraphQL request.
///
/// # Errors
/// The body has another document, or the variables elsewhere.
fn variables(document: &str, body: &Json, wanted: &Json) -> Result<Json, Fault> {
    let fault = |message: &str, advice: String| Err(Fault::new(codes::EXAMPLE_BODY, message, advice));
    let query = body.get("query").and_then(Json::as_str);
    if query.is_some_and(|query| !query.split_whitespace().eq(document.split_whitespace())) {
        return fault(
            "'query' of the body is not the document of the endpoint",
            "write that of 'graphql'".to_owned(),
        );
    }
    match body.get("variables") {
        Some(variables) => Ok(variables.clone()),
        None if wanted.as_object().is_none_or(Map::is_empty) => Ok(Json::Object(Map::new())),
        None => {
            let message = "the body of a GraphQL request has its parameters in 'variables'";
            fault(message, format!("write {{ \"variables\": {wanted} }}"))
        }
    }
}

/// Returns a value whose times are epoch seconds, as they are sent.
fn in_seconds(table: &Table, kind: &ItemType, value: Json) -> Json {
    match (kind, value) {
        (ItemType::List(item), Json::Array(items)) => {
            items.into_iter().map(|value| in_seconds(table, item, value)).collect()
        }
        (ItemType::Map(item), Json::Object(members)) => {
            let members = members.into_iter();
            Json::Object(members.map(|(name, value)| (name, in_seconds(table, item, value))).collect())
        }
        (ItemType::One(name), Json::String(text)) if name == "datetime" => {
            timestamp(&Scalar::String(text.clone())).map_or(Json::String(text), |(seconds, _)| seconds.into())
        }
        (ItemType::One(name), Json::Object(members)) => {
            let fields = table.records.get(name).map(|record| &record.fields);
            let kind_of = |member: &str| {
                let mut fields = fields?.iter();
                fields
                    .find(|(own, field)| field.wire.as_ref().unwrap_or(own) == member)
                    .map(|(_, field)| &field.kind)
            };
            let sent = members.into_iter().map(|(name, value)| match kind_of(&name) {
                Some(kind) => (name, in_seconds(table, kind, value)),
                None => (name, value),
            });
            Json::Object(sent.collect())
        }
        (_, value) => value,
    }
}

/// Returns the member at a path of a body, which is added if it is not there.
fn place<'j>(body: &'j mut Json, path: &str) -> Option<&'j mut Json> {
    path.split('.').try_fold(body, |body, name| {
        let members = body.as_object_mut()?;
        Some(members.entry(name).or_insert_with(|| Json::Object(Map::new())))
    })
}

/// Returns the path of the first difference of two values.
fn difference(wanted: &Json, given: &Json, path: &str) -> Option<String> {
    let below = |name: &str| below(path, name);
    let is_equal = match (wanted, given) {
        (Json::Object(wanted), Json::Object(given)) => {
            let names = wanted.keys().chain(given.keys().filter(|name| !wanted.contains_key(*name)));
            let mut differences = names.filter_map(|name| match (wanted.get(name), given.get(name)) {
                (Some(wanted), Some(given)) => difference(wanted, given, &below(name)),
                _ => Some(below(name)),
            });
            return differences.next();
        }
        (Json::Array(wanted), Json::Array(given)) if wanted.len() == given.len() => {
            let mut pairs = wanted.iter().zip(given).enumerate();
            return pairs
                .find_map(|(index, (wanted, given))| difference(wanted, given, &below(&index.to_string())));
        }
        (Json::Number(wanted), Json::Number(given)) => wanted.as_f64() == given.as_f64(),
        (wanted, given) => wanted == given,
    };
    (!is_equal).then(|| path.to_owned())
}
