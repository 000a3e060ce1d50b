//! Holds the JSON of an example against the types of the table.

use serde_json::{Map, Value as Json};

use crate::diagnostic::nearest;
use crate::item::Item;
use crate::model::EPOCH_MILLISECONDS;
use crate::parse::table::{Field, ItemType, Record, Scalar, Table};
use crate::quoting::yaml_string;
use crate::value::{epoch_unit, timestamp};

/// A part of a document that has not the form that the table declares: its path, what is wrong, and what to do.
pub(super) type Misfit = (String, String, String);

/// The types of a table, against which the values of a reply are held.
#[derive(Clone, Copy)]
pub(super) struct Types<'t> {
    pub(super) table: &'t Table,
    /// True for a reply whose values are text: CSV or XML.
    pub(super) is_text: bool,
}

/// The rules for a value beside its type.
#[derive(Clone, Copy, Default)]
pub(super) struct Rules<'t> {
    /// True if text may stand for it in a reply.
    pub(super) is_text: bool,
    /// The unit of a number, or of the numbers of a list.
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
                let rules = Rules { unit: rules.unit, ..Rules::default() };
                let mut items = items.iter().enumerate();
                items.find_map(|(index, value)| {
                    self.misfit(item, rules, value, &below(path, &index.to_string()))
                })
            }
            (ItemType::Map(item), Json::Object(members)) => {
                let none = Rules::default();
                members.iter().find_map(|(name, value)| self.misfit(item, none, value, &below(path, name)))
            }
            (ItemType::List(item), one) if self.is_text => {
                self.misfit(item, Rules::default(), one, &below(path, "0"))
            }
            (ItemType::List(_), _) => wrong("a list"),
            (ItemType::Map(_), _) => wrong("a map"),
            (ItemType::One(name), value) => {
                if let Some(record) = self.table.records.get(name) {
                    return match value {
                        // The core says it.
                        _ if record.is_one_of() => None,
                        Json::Object(members) => self.record_misfit(record, members, path),
                        Json::Array(places) if record.layout.is_some() => {
                            let places = places.iter().chain(std::iter::repeat(&Json::Null)).cloned();
                            let members = record.wires().map(str::to_owned).zip(places).collect();
                            self.record_misfit(record, &members, path)
                        }
                        _ => wrong(&format!("the record '{name}'")),
                    };
                }
                let name = if self.table.types.contains_key(name) { "string" } else { name.as_str() };
                if !self.is_of(name, rules, value) {
                    return wrong(&format!("'{name}'"));
                }
                let unit = value.as_f64().and_then(|number| epoch_unit(rules.unit, number))?;
                let what = format!("is in {unit}, and the table says {}", rules.unit);
                let advice = format!("write 'unit: {unit}' at the field, or another number");
                Some((path.to_owned(), what, advice))
            }
        }
    }

    /// Returns the misfit of a value that is not what the table says.
    fn of_another_type(self, wanted: &str, value: &Json, path: &str) -> Misfit {
        let says = |found: &str| format!("is {found}, and the table says {wanted}");
        let correct = || "correct the type in the table, or the reply".to_owned();
        let is_number = matches!(wanted, "'integer'" | "'number'");
        let (what, advice) = match value {
            Json::Number(_) if wanted == "'datetime'" => (
                "is beyond all times in seconds".to_owned(),
                format!("write 'unit: {EPOCH_MILLISECONDS}' at the field, or seconds"),
            ),
            Json::String(text) if is_number && !self.is_text && text.parse::<f64>().is_ok() => {
                (says("a string"), "write 'text: true' at the field, or correct the reply".to_owned())
            }
            Json::String(text) if matches!(wanted, "'date'" | "'datetime'") => {
                (says(&format!("{text:?}")), correct())
            }
            value => (says(said_of(value)), correct()),
        };
        (path.to_owned(), what, advice)
    }

    fn record_misfit(self, record: &Record, members: &Map<String, Json>, path: &str) -> Option<Misfit> {
        let others = members.keys().filter(|member| record.wires().all(|wire| wire != *member));
        let others: Vec<&str> = others.map(String::as_str).collect();
        record.wired().find_map(|field| self.member_misfit(field, members, &others, path))
    }

    /// Returns what is wrong with the member of a field, of an object that has `others` besides.
    fn member_misfit(
        self,
        (name, field): (&str, &Field),
        members: &Map<String, Json>,
        others: &[&str],
        path: &str,
    ) -> Option<Misfit> {
        Item::resolve(&field.kind, self.table)?;
        let place = below(path, name);
        match members.get(name) {
            None if field.optional => None,
            // Hosts write null for what their documents call absent.
            Some(Json::Null) if field.nullable || field.optional => None,
            Some(Json::String(text)) if field.nulls.contains(text) => None,
            Some(Json::Null) if field.kind == ItemType::One("any".to_owned()) => None,
            None => {
                let what = format!("has no '{name}', which the record requires");
                let advice = match nearest(name, others.iter().copied()) {
                    Some(meant) => {
                        let meant = yaml_string(meant, true);
                        format!("write 'wire: {meant}' at the field, or correct the reply")
                    }
                    None => "write 'optional: true' at the field, or add it to the reply".to_owned(),
                };
                Some((path.to_owned(), what, advice))
            }
            Some(Json::Null) => {
                let advice = "write 'nullable: true' at the field, or a value into the reply";
                Some((place, "is null, which the field is not".to_owned(), advice.to_owned()))
            }
            Some(value) => {
                let unit = field.unit.as_deref().unwrap_or_default();
                let rules = Rules { is_text: field.text, unit };
                self.misfit(&field.kind, rules, value, &place)
            }
        }
    }

    /// Returns true for a value of a built-in type. Text that stands for a number may be one in a reply.
    fn is_of(self, name: &str, rules: Rules<'_>, value: &Json) -> bool {
        let is_lenient = self.table.is_lenient();
        let as_text = is_lenient || rules.is_text;
        match (name, value) {
            // Text as it stands.
            ("string" | "date", _) if self.is_text => true,
            ("any", _) | ("string", Json::String(_)) | ("boolean", Json::Bool(_)) => true,
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
                rules.unit == EPOCH_MILLISECONDS
                    || seconds.as_f64().is_some_and(|seconds| seconds.abs() <= LATEST)
            }
            _ => false,
        }
    }
}

/// The last epoch second of the years that have four digits.
const LATEST: f64 = 253_402_300_799.0;

/// Returns the words for a value of a document.
fn said_of(value: &Json) -> &'static str {
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
