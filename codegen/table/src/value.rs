//! Values that a table has for a parameter: their types and limits. A table must not have a value that the
//! client's runtime would refuse.

use jiff::civil::Date;

use crate::codes;
use crate::diagnostic::{Fault, suggest};
use crate::item::Item;
use crate::kind::Kind;
use crate::parse::table::{Scalar, Table};

/// One value of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'t> {
    String(String),
    Integer(i64),
    Number(f64),
    Bool(bool),
    Date(Date),
    /// A timestamp in epoch seconds, and the date if it is written as one.
    Timestamp(i64, Option<Date>),
    Variant(&'t str),
    /// A string that a type of its own reads.
    Grammar(String),
    /// A value in JSON, as its text.
    Json(String),
    /// A value that an open enumeration does not list, without the prefix.
    Other(String),
}

/// Reads one value of a type.
pub fn read<'t>(kind: &Kind<'_>, value: &Scalar, table: &'t Table) -> Result<Value<'t>, Fault> {
    let wrong = |what: &str, instead: &str| {
        let message = format!("'{value}' is not {what}");
        Err(codes::VALUE_TYPE.fault(message, format!("write {instead}")))
    };
    match (kind, value) {
        (Kind::String | Kind::Ticker, Scalar::String(text)) => Ok(Value::String(text.clone())),
        (Kind::Grammar { .. }, Scalar::String(text)) => Ok(Value::Grammar(text.clone())),
        (Kind::String | Kind::Ticker | Kind::Grammar { .. }, _) => {
            wrong("a string", &format!("it in quotes: \"{value}\""))
        }
        (Kind::Integer, Scalar::Integer(number)) => Ok(Value::Integer(*number)),
        (Kind::Integer, Scalar::String(text)) if text.parse::<i64>().is_ok() => {
            wrong("an integer but a string", &format!("it without quotes: {text}"))
        }
        (Kind::Integer, Scalar::Number(_)) => match whole_number(&value.to_string()) {
            Some(whole) => {
                let message = "this is a number with a fraction or an exponent, not an integer";
                Err(codes::VALUE_TYPE.fault(message, format!("write {whole}")))
            }
            None => wrong("an integer", "one such as 25"),
        },
        (Kind::Integer, _) => wrong("an integer", "one such as 25"),
        (Kind::Number, Scalar::Integer(_) | Scalar::Number(_)) => match value.to_string().parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Value::Number(number)),
            _ => wrong("a number", "one such as 0.5"),
        },
        (Kind::Number, _) => wrong("a number", "one such as 0.5"),
        (Kind::Boolean, Scalar::Bool(value)) => Ok(Value::Bool(*value)),
        (Kind::Boolean, _) => wrong("a bool", "true or false"),
        (Kind::Date, _) => match date(value) {
            Some(date) => Ok(Value::Date(date)),
            None => wrong("a date", "one that exists: 2020-01-31"),
        },
        (Kind::DateTime { .. }, _) => match timestamp(value) {
            Some((seconds, date)) => Ok(Value::Timestamp(seconds, date)),
            None => wrong("a timestamp", "2020-01-31, 2020-01-31T16:00:00Z or epoch seconds"),
        },
        (Kind::Enum { name, .. }, _) => variant(name, &value.to_string(), table),
        (Kind::List { .. }, _) => wrong("a list", "one: [one, two]"),
        (Kind::Json { item, nullable }, value) => json(item, *nullable, value),
    }
}

/// Reads a value in JSON. A string is the text of it, unless a string is what is wanted.
fn json<'t>(item: &Item<'_>, is_nullable: bool, value: &Scalar) -> Result<Value<'t>, Fault> {
    let text = match value {
        Scalar::String(text) if is_nullable && text == "null" => text.clone(),
        Scalar::String(text) if matches!(item, Item::String | Item::Date | Item::DateTime) => {
            serde_json::Value::from(text.as_str()).to_string()
        }
        value => value.to_string(),
    };
    match serde_json::from_str::<serde_json::Value>(&text) {
        Ok(_) => Ok(Value::Json(text)),
        Err(error) => {
            let message = format!("'{value}' is not JSON: {error}");
            let advice = match item {
                Item::Bytes => "write a file as '{ \"base64\": \"…\" }', in quotes",
                _ => "write JSON in quotes: '{ \"name\": 1 }'",
            };
            Err(codes::VALUE_TYPE.fault(message, advice))
        }
    }
}

/// Returns the digits of a number that is whole, such as `1e3`.
fn whole_number(text: &str) -> Option<String> {
    let number = text.parse::<f64>().ok().filter(|number| number.fract() == 0.0)?;
    let digits = format!("{number:.0}");
    digits.parse::<i64>().is_ok().then_some(digits)
}

/// Reads a timestamp in epoch seconds, and the date if it is written as one.
pub fn timestamp(value: &Scalar) -> Option<(i64, Option<Date>)> {
    /// The last second of the year 9999.
    const LAST: i64 = 253_402_300_799;
    match value {
        Scalar::Integer(seconds) => (*seconds <= LAST).then_some((*seconds, None)),
        Scalar::String(text) => match date(value) {
            Some(date) => {
                let midnight = date.to_zoned_datetime(jiff::tz::TimeZone::UTC).ok()?.timestamp();
                Some((midnight.as_second(), Some(date)))
            }
            None => text.parse::<jiff::Timestamp>().ok().map(|timestamp| (timestamp.as_second(), None)),
        },
        Scalar::Number(_) | Scalar::Bool(_) => None,
    }
}

fn variant<'t>(name: &str, text: &str, table: &'t Table) -> Result<Value<'t>, Fault> {
    let Some(found) = table.types.get(name) else { return Ok(Value::Other(text.to_owned())) };
    let listed = |text: &str| found.variants.iter().find(|(_, variant)| variant.wire == text);
    if let Some((name, _)) = listed(text) {
        return Ok(Value::Variant(name));
    }
    if let (Some(other), Some(pattern)) = (text.strip_prefix("other:"), &found.other) {
        // An invalid pattern is reported at its own place.
        if whole(pattern).is_ok_and(|pattern| !pattern.is_match(other)) {
            let message = format!("'{other}' does not match 'other' of {name}");
            return Err(codes::VALUE_RANGE.fault(message, "change one of the two"));
        }
        return Ok(Value::Other(other.to_owned()));
    }
    if let Some(variant) = found.variants.get(text) {
        let message = format!("'{text}' is the name in Rust");
        let advice = format!("write the wire string: {}", variant.wire);
        return Err(codes::VALUE_UNLISTED.fault(message, advice));
    }
    let advice = suggest(text, found.variants.values().map(|variant| variant.wire.as_str()));
    Err(codes::VALUE_UNLISTED.fault(format!("'{text}' is not a value of {name}"), advice))
}

fn date(value: &Scalar) -> Option<Date> {
    match value {
        // Ten characters only: jiff also reads the date of a date and time.
        Scalar::String(text) if text.len() == 10 => text.parse().ok(),
        _ => None,
    }
}

/// Compiles a pattern of the table, which must match a whole string.
pub fn whole(pattern: &str) -> Result<regex_lite::Regex, regex_lite::Error> {
    regex_lite::Regex::new(&format!("^(?:{pattern})$"))
}
