//! Replies of endpoints that are known at run time alone.

use serde_json::{Map, Value};

use crate::catalogue::{JsonKind, RawKind, RecordInfo, StatusInfo};
use crate::params::Plain;
use crate::raw::{Conversion, RawReply};
use crate::read::data::DataReader;
use crate::read::declared::declared_with;
use crate::read::items::{list_with, row_with, rows_with};
use crate::read::loose::{Declared, tightened};
use crate::read::{ExpectedValues, InFormat, Rules, beside_errors, declared_text, is_empty};

use super::batch::Batch;
use super::lenient::loosely;

/// Describes a reply and its conversion into the response, as generated code converts it.
#[derive(Debug, Clone, Copy)]
pub struct ReplyInfo {
    /// The type of the data; `None` if replies have no data.
    pub kind: Option<JsonKind>,
    /// The place of the data.
    pub place: InFormat,
    /// The record that the data becomes; `None` where the data is the response.
    pub into: Option<IntoInfo>,
    /// The parameter whose value the data repeats.
    pub echoes: Option<EchoInfo>,
    /// The fields by which an item says that what it names is gone, by their names in JSON, with their values; an empty one
    /// stands for none.
    pub gone: &'static [(&'static str, &'static str)],
    /// True if an item that cannot be read, or has no name, fails alone.
    pub skips_unreadable: bool,
    /// The statuses at which a good reply has no data.
    pub empty: &'static [StatusInfo],
    /// True if it is of GraphQL, and may have errors beside its data.
    pub is_graphql: bool,
    /// True if it is read of replies that are written otherwise, too.
    pub is_lenient: bool,
}

/// The record that the items of a list become.
#[derive(Debug, Clone, Copy)]
pub struct IntoInfo {
    /// The record.
    pub record: &'static RecordInfo,
    /// The name of its field that has the items, and the field's name in JSON.
    pub items: (&'static str, &'static str),
    /// The name in JSON of its field that has what was asked for and has no item.
    pub unknown: Option<&'static str>,
}

/// A parameter whose value the data of a reply repeats.
#[derive(Debug, Clone, Copy)]
pub struct EchoInfo {
    /// The parameter.
    pub param: &'static str,
    /// True if its values are tickers, of which upper and lower case do not matter.
    pub is_ticker: bool,
}

impl ReplyInfo {
    /// Reads the response from the one reply; `asked` is the value of the parameter that the data repeats.
    ///
    /// # Errors
    /// 422: those of generated code.
    pub fn read(&self, replies: &[RawReply<'_>], asked: Option<&Plain<'_>>) -> Conversion<Value> {
        let Some(kind) = self.kind else { return Ok(Value::Null.into()) };
        let strict = |replies: &[RawReply<'_>]| {
            let read = || match self.empty {
                [_, ..] if is_empty(replies, self.empty)? => Ok(Value::Null.into()),
                _ => self.data(kind, replies, asked),
            };
            if self.is_graphql { beside_errors(replies, read()) } else { read() }
        };
        if self.is_lenient {
            return loosely(self.place.raw, |text| self.changed(kind, text), replies, strict);
        }
        strict(replies)
    }

    fn data(&self, kind: JsonKind, replies: &[RawReply<'_>], asked: Option<&Plain<'_>>) -> Conversion<Value> {
        if self.place.raw == RawKind::Text {
            return Ok(declared_text(replies)?.map(Value::String));
        }
        let expected_values = self.echoes.map(|echo| ExpectedValues::new(asked.cloned(), echo.is_ticker));
        let has_rules = !self.gone.is_empty() || self.skips_unreadable;
        match (kind, expected_values) {
            (JsonKind::List(item), expected_values) if expected_values.is_some() || has_rules => {
                let rules = Rules {
                    expected_values,
                    is_gone: |item: &Value| self.is_gone(item),
                    skips_unreadable: self.skips_unreadable,
                };
                let is_distinct = self.into.is_some_and(|into| into.unknown.is_some());
                let of = |items, unknown| self.response(items, unknown);
                rows_with(replies, &self.place, &rules, is_distinct, DataReader::new(*item), of)
            }
            (JsonKind::List(item), _) if self.into.is_some() || self.is_bounded() => {
                let items = list_with(replies, &self.place, DataReader::new(*item))?;
                Ok(self.response(items, Vec::new()).into())
            }
            (kind, Some(asked)) => Ok(row_with(replies, &self.place, &asked, DataReader::new(kind))?.into()),
            (kind, None) => Ok(declared_with(replies, &self.place, DataReader::new(kind))?.into()),
        }
    }

    const fn is_bounded(&self) -> bool {
        self.place.path.empty_is_not_found || self.place.path.max_items < usize::MAX
    }

    fn is_gone(&self, item: &Value) -> bool {
        let has = |(wire, value): &(&str, &str)| match item.get(wire).filter(|own| !own.is_null()) {
            Some(own) => !value.is_empty() && own.as_str() == Some(value),
            None => value.is_empty(),
        };
        !self.gone.is_empty() && self.gone.iter().all(has)
    }

    /// Joins the responses to the batches of a request.
    pub(super) fn joined(&self, batches: Vec<Batch<Value>>) -> Value {
        let (mut all, mut unknown) = (Vec::new(), Vec::new());
        for batch in batches {
            match (batch, self.into) {
                (Batch::Response(Value::Array(items)), None) => all.extend(items),
                (Batch::Response(Value::Object(mut record)), Some(into)) => {
                    let mut list = |wire: &str| match record.remove(wire) {
                        Some(Value::Array(items)) => items,
                        _ => Vec::new(),
                    };
                    all.extend(list(into.items.1));
                    let texts = into.unknown.map(list).unwrap_or_default();
                    unknown.extend(texts.iter().filter_map(Value::as_str).map(str::to_owned));
                }
                (Batch::Response(_), _) => {}
                (Batch::Unknown(values), _) => unknown.extend(values),
            }
        }
        self.response(all, unknown)
    }

    fn response(&self, items: Vec<Value>, unknown: Vec<String>) -> Value {
        let Some(into) = self.into else { return Value::Array(items) };
        let mut given = Map::from_iter([(into.items.1.to_owned(), Value::Array(items))]);
        given.extend(into.unknown.map(|wire| (wire.to_owned(), unknown.into())));
        into.record.fields().iter().filter_map(|field| given.remove_entry(field.wire)).collect()
    }

    /// Returns the text of a reply as the table says it, with what was changed for that.
    fn changed(&self, kind: JsonKind, text: &str) -> Option<(String, Vec<crate::notes::Leniency>)> {
        let kind = self.into.map_or(kind, |into| JsonKind::Record(into.record));
        let schema = kind.read_schema();
        let into = self.into.map(|into| into.items.0);
        tightened(text, self.place.raw, &Declared { schema: &schema, at: self.place.path.at, into })
    }
}
