//! Helpers that make JSON of catalogue data.

pub(crate) use virtual_finance_core::catalogue::limit_value as number;
use virtual_finance_core::catalogue::{Datum, Entry, ParamKind, span_text};
use virtual_finance_core::{Map, Value};

/// Returns an object of the members that have a value.
pub(crate) fn object<'a>(members: impl IntoIterator<Item = (&'a str, Option<Value>)>) -> Value {
    let present = |(name, value): (&str, Option<Value>)| Some((name.to_owned(), value?));
    Value::Object(members.into_iter().filter_map(present).collect())
}

/// Returns the members of an entry of the catalogue. `own` gives the value of a key that is written otherwise: no value
/// leaves the key out.
pub(crate) fn members(
    entry: &dyn Entry,
    own: impl Fn(&str) -> Option<Option<Value>>,
) -> Vec<(&'static str, Option<Value>)> {
    let rows = entry.described().rows.into_iter().filter(|row| row.is_shown);
    rows.map(|row| (row.key, own(row.key).unwrap_or_else(|| value(&row.value)))).collect()
}

/// Returns a value of the catalogue; `None` for a value that every document writes in its own way.
pub(crate) fn value(datum: &Datum) -> Option<Value> {
    Some(match datum {
        Datum::Flag(flag) => (*flag).into(),
        Datum::Integer(value) => (*value).into(),
        Datum::Number(value) => number(*value),
        Datum::Span(time) => span_text(*time).into(),
        Datum::Text(text) | Datum::Word(_, _, text) => (*text).into(),
        Datum::Pair(name, value) => format!("{name}={value}").into(),
        Datum::Some(inner) => return value(inner),
        Datum::List(values) => values.iter().filter_map(value).collect(),
        Datum::Entry(entry) => {
            let rows = entry.rows.iter().filter(|row| row.is_shown);
            object(rows.map(|row| (row.key, value(&row.value))))
        }
        Datum::Schema(schema) => schema.clone(),
        _ => return None,
    })
}

/// Returns an object of names and values.
pub(crate) fn named(members: impl IntoIterator<Item = (String, Value)>) -> Value {
    Value::Object(members.into_iter().collect::<Map<String, Value>>())
}

/// Returns a list, or `None` if it is empty.
pub(crate) fn list<T: Into<Value>>(values: impl IntoIterator<Item = T>) -> Option<Value> {
    let values: Vec<Value> = values.into_iter().map(Into::into).collect();
    (!values.is_empty()).then_some(Value::Array(values))
}

/// Returns the value of a catalogue text in the type of its parameter.
pub(crate) fn typed(kind: &ParamKind, text: &str) -> Value {
    let parsed = match kind {
        ParamKind::Integer | ParamKind::DateTime | ParamKind::IsoDateTime => {
            text.parse::<i64>().ok().map(Value::from)
        }
        ParamKind::Number => text.parse::<f64>().ok().map(number),
        ParamKind::Boolean => text.parse::<bool>().ok().map(Value::from),
        ParamKind::List { item, separator } => {
            let values = text.split(separator).map(|part| typed(item, part.trim()));
            Some(if text.trim().is_empty() { Value::Array(Vec::new()) } else { values.collect() })
        }
        _ => None,
    };
    parsed.unwrap_or_else(|| text.into())
}

/// Returns the members about a part that is deprecated, as OpenAPI names them.
pub(crate) fn deprecation(deprecated: Option<&str>) -> [(&'static str, Option<Value>); 2] {
    [("deprecated", deprecated.map(|_| true.into())), ("x-deprecated", deprecated.map(Value::from))]
}

/// Returns the members of both lists.
pub(crate) fn joined<'a, const N: usize>(
    members: impl IntoIterator<Item = (&'a str, Option<Value>)>,
    more: [(&'a str, Option<Value>); N],
) -> Value {
    object(members.into_iter().chain(more))
}
