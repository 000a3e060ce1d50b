//! Holds the JSON of an example against the types of the table.

use serde::Deserialize as _;
use serde_json::{Map, Value as Json};
use virtual_finance_core::Upload;

use crate::diagnostic::{nearest, suggest};
use crate::item::Item;
use crate::parse::limits::Limits;
use crate::parse::table::{Field, ItemType, Record, Scalar, Table};
use crate::value::{Value, epoch_unit, limit_fault, timestamp, whole};

/// A part of a document that has not the form that the table declares: its path, what is wrong, and what to do.
pub(super) type Misfit = (String, String, String);

/// The document that has the JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Document {
    /// A reply of a host, which may have more than the table says.
    Reply,
    /// A reply whose values are text: CSV or XML.
    Text,
    /// A value that a client sends.
    Request,
}

impl Document {
    /// Returns the word for it in advice.
    const fn word(self) -> &'static str {
        match self {
            Self::Reply | Self::Text => "the reply",
            Self::Request => "the value",
        }
    }
}

/// The types of a table, against which the values of a document are held.
#[derive(Clone, Copy)]
pub(super) struct Types<'t> {
    pub(super) table: &'t Table,
    pub(super) document: Document,
}

/// The rules for a value beside its type.
#[derive(Clone, Copy, Default)]
pub(super) struct Rules<'t> {
    /// True if text may stand for it in a reply.
    pub(super) is_text: bool,
    /// The limits of what is sent.
    pub(super) limits: Limits<'t>,
    /// The unit of a number, or of those of a list.
    pub(super) unit: &'t str,
}

impl Types<'_> {
    /// Returns the first part of a value that is not of its type. A type that is missing is reported at its place.
    pub(super) fn misfit(
        self,
        kind: &ItemType,
        rules: Rules<'_>,
        value: &Json,
        path: &str,
    ) -> Option<Misfit> {
        Item::resolve(kind, self.table)?;
        let wrong = |wanted: &str| Some(self.of_another_type(wanted, value, path));
        match (kind, value) {
            (ItemType::List(item), Json::Array(items)) => {
                if let Some(misfit) = self.count_misfit(rules, items.len(), path) {
                    return Some(misfit);
                }
                let limits = Limits { max_length: None, ..rules.limits };
                let rules = Rules { limits, unit: rules.unit, ..Rules::default() };
                let mut items = items.iter().enumerate();
                items.find_map(|(index, value)| {
                    self.misfit(item, rules, value, &below(path, &index.to_string()))
                })
            }
            (ItemType::Map(item), Json::Object(members)) => {
                let none = Rules::default();
                members.iter().find_map(|(name, value)| self.misfit(item, none, value, &below(path, name)))
            }
            (ItemType::List(item), one) if self.document == Document::Text => {
                self.misfit(item, Rules::default(), one, &below(path, "0"))
            }
            (ItemType::List(_), _) => wrong("a list"),
            (ItemType::Map(_), _) => wrong("a map"),
            (ItemType::One(name), value) => {
                if let Some(record) = self.table.records.get(name) {
                    return match value {
                        Json::Object(members) => self.record_misfit((name, record), members, path),
                        _ => wrong(&format!("the record '{name}'")),
                    };
                }
                let name = if self.table.types.contains_key(name) { "string" } else { name.as_str() };
                if !self.is_of(name, rules, value) {
                    return wrong(&format!("'{name}'"));
                }
                let unit = value.as_f64().and_then(|number| epoch_unit(rules.unit, number));
                if let Some(unit) = unit {
                    let what = format!("is in {unit}, and the table says {}", rules.unit);
                    let advice = format!("write 'unit: {unit}' at the field, or another number");
                    return Some((path.to_owned(), what, advice));
                }
                self.limit_misfit(rules, value, path)
            }
        }
    }

    /// Returns the misfit of a value that is not what the table says.
    fn of_another_type(self, wanted: &str, value: &Json, path: &str) -> Misfit {
        let says = |found: &str| format!("is {found}, and the table says {wanted}");
        let correct = || format!("correct the type in the table, or {}", self.document.word());
        let is_number = matches!(wanted, "'integer'" | "'number'");
        let (what, advice) = match value {
            Json::Number(_) if wanted == "'datetime'" => (
                "is beyond all times in seconds".to_owned(),
                "write 'type: integer' with its unit, or seconds".to_owned(),
            ),
            Json::String(text)
                if is_number && self.document == Document::Reply && text.parse::<f64>().is_ok() =>
            {
                (says("a string"), "write 'text: true' at the field, or correct the reply".to_owned())
            }
            Json::String(text) if matches!(wanted, "'date'" | "'datetime'") => {
                (says(&format!("{text:?}")), correct())
            }
            value if wanted == "'bytes'" => {
                let advice = "write { \"base64\": \"…\" }, with 'name' and 'mediaType' where they are known";
                (says(said_of(value)), advice.to_owned())
            }
            value => (says(said_of(value)), correct()),
        };
        (path.to_owned(), what, advice)
    }

    fn record_misfit(
        self,
        (name, record): (&str, &Record),
        members: &Map<String, Json>,
        path: &str,
    ) -> Option<Misfit> {
        let wires = || record.fields.iter().map(|(own, field)| field.wire.as_deref().unwrap_or(own));
        let others = || members.keys().filter(|member| wires().all(|wire| wire != *member));
        let others: Vec<&str> = others().map(String::as_str).collect();
        let mut fields = record.fields.iter();
        let misfit = fields.find_map(|(own, field)| self.member_misfit((own, field), members, &others, path));
        if misfit.is_some() || record.open || self.is_reply() {
            return misfit;
        }
        let other = others.first()?;
        Some((path.to_owned(), format!("has '{other}', which '{name}' has not"), suggest(other, wires())))
    }

    /// Returns what is wrong with the member of a field, of an object that has `others` besides.
    fn member_misfit(
        self,
        (own, field): (&str, &Field),
        members: &Map<String, Json>,
        others: &[&str],
        path: &str,
    ) -> Option<Misfit> {
        Item::resolve(&field.kind, self.table)?;
        let name = field.wire.as_deref().unwrap_or(own);
        let place = below(path, name);
        // Hosts write null for what their documents call absent.
        let is_null_absent = field.optional && self.is_reply();
        match members.get(name) {
            None if field.optional => None,
            Some(Json::Null) if field.nullable || is_null_absent => None,
            Some(Json::Null) if field.kind == ItemType::One("any".to_owned()) => None,
            None => {
                let what = format!("has no '{name}', which the record requires");
                let in_rust = || others.iter().copied().find(|other| *other == own);
                let meant = nearest(name, others.iter().copied());
                let advice = match meant.or_else(|| in_rust().filter(|_| !self.is_reply())) {
                    Some(meant) if self.is_reply() => {
                        // YAML has no plain text that begins so.
                        let meant =
                            if meant.starts_with('@') { format!("\"{meant}\"") } else { meant.into() };
                        format!("write 'wire: {meant}' at the field, or correct the reply")
                    }
                    Some(meant) => format!("write '{name}' in the place of '{meant}'"),
                    None => {
                        format!("write 'optional: true' at the field, or add it to {}", self.document.word())
                    }
                };
                Some((path.to_owned(), what, advice))
            }
            Some(Json::Null) => {
                let advice = match self.is_reply() {
                    true => "write 'nullable: true' at the field, or a value into the reply",
                    false => "write 'nullable: true' at the field, or another value",
                };
                Some((place, "is null, which the field is not".to_owned(), advice.to_owned()))
            }
            Some(value) => {
                let unit = field.unit.as_deref().unwrap_or_default();
                let rules = Rules { is_text: field.text, limits: field.limits(), unit };
                self.misfit(&field.kind, rules, value, &place)
            }
        }
    }

    /// Returns true for a value of a built-in type. Text that stands for a number may be one in a reply.
    fn is_of(self, name: &str, rules: Rules<'_>, value: &Json) -> bool {
        let is_lenient = self.is_reply() && self.table.is_lenient();
        let as_text = is_lenient || self.is_reply() && rules.is_text;
        match (name, value) {
            // Text as it stands.
            ("string" | "date", _) if self.document == Document::Text => true,
            ("any", _) | ("string", Json::String(_)) | ("boolean", Json::Bool(_)) => true,
            ("bytes", file) => Upload::deserialize(file).is_ok(),
            ("date", Json::String(text)) => text.parse::<jiff::civil::Date>().is_ok(),
            // Epoch seconds may stand in it, too.
            ("datetime", Json::String(text)) => {
                timestamp(&Scalar::String(text.trim().to_owned())).is_some()
                    || text.trim().parse::<f64>().is_ok()
            }
            ("integer" | "number" | "boolean", Json::String(_)) => as_text,
            ("integer", Json::Number(number)) => number.is_i64() || is_lenient,
            ("number", Json::Number(_)) => true,
            // Milliseconds are beyond all times in seconds.
            ("datetime", Json::Number(seconds)) => {
                seconds.as_f64().is_some_and(|seconds| seconds.abs() <= LATEST)
            }
            _ => false,
        }
    }

    fn is_reply(self) -> bool {
        self.document != Document::Request
    }

    /// Returns a list that is sent and has too many values.
    fn count_misfit(self, rules: Rules<'_>, count: usize, path: &str) -> Option<Misfit> {
        let maximum = rules.limits.max_length.filter(|_| self.document == Document::Request)?;
        usize::try_from(maximum).is_ok_and(|maximum| count > maximum).then(|| {
            let what = format!("has {count} values, and 'max_length' is {maximum}");
            (path.to_owned(), what, "change one of the two".to_owned())
        })
    }

    /// Returns a value that is sent and breaks a limit.
    fn limit_misfit(self, rules: Rules<'_>, value: &Json, path: &str) -> Option<Misfit> {
        if self.document != Document::Request {
            return None;
        }
        let read = match value {
            Json::Number(number) => Value::Number(number.as_f64()?),
            Json::String(text) => Value::String(text.clone()),
            _ => return None,
        };
        // A pattern that is itself at fault says nothing about the value.
        let pattern = rules.limits.pattern.and_then(|pattern| whole(pattern).ok());
        let (what, advice) = limit_fault(rules.limits, &read, pattern.as_ref())?.into_words();
        Some((path.to_owned(), format!("breaks a limit: {what}"), advice))
    }
}

/// The last epoch second of the years that have four digits.
const LATEST: f64 = 253_402_300_799.0;

/// Returns the words for a value of a document.
pub(super) fn said_of(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(number) if number.is_i64() || number.is_u64() => "an integer",
        Json::Number(_) => "a fraction",
        Json::String(_) => "a string",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}

/// Returns the path of a member.
pub(super) fn below(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
