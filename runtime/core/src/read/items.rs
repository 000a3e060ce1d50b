//! Lists that a table declares, and replies that must be about what was asked for.

use serde::de::DeserializeOwned;

use super::data::OfType;
use super::data_path::{DataPath, DataPlace};
use super::declared::read;
use super::error_path::Reader;
use super::json::AtMost;
use super::json_type::JsonType;
use super::rows::{AnyRowReader, Row, RowReader, distinct, readable, with_names};
use crate::error::{ConversionError, Fault};
use crate::notes::Converted;
use crate::params::Plain;
use crate::raw::{Conversion, RawReply};

/// A response that consists of the items of a list.
pub trait Holds<T> {
    /// True if each item is about one requested thing: of two items about the same thing only the first is kept.
    const IS_DISTINCT: bool = false;

    /// Creates the response of the items, and of what was asked for and has none.
    fn of(items: Vec<T>, unknown: Vec<String>) -> Self;

    /// Returns what the response was made of.
    fn into_parts(self) -> (Vec<T>, Vec<String>);
}

impl<T> Holds<T> for Vec<T> {
    fn of(items: Self, _: Vec<String>) -> Self {
        items
    }

    fn into_parts(self) -> (Self, Vec<String>) {
        (self, Vec::new())
    }
}

/// The values of a parameter that a reply repeats.
#[derive(Debug, Clone)]
pub struct ExpectedValues<'a> {
    values: Vec<&'a str>,
    is_ticker: bool,
}

impl<'a> ExpectedValues<'a> {
    /// Creates them of the value of a parameter. Without one a reply may be about anything. Of tickers, upper and lower
    /// case, and white space around them, do not matter.
    pub fn new(value: Option<Plain<'a>>, is_ticker: bool) -> Self {
        let text = |value: Plain<'a>| match value {
            Plain::String(text) => Some(text),
            _ => None,
        };
        let values = match value {
            Some(Plain::List(values)) => values.into_iter().filter_map(text).collect(),
            Some(value) => text(value).into_iter().collect(),
            None => Vec::new(),
        };
        Self { values, is_ticker }
    }

    /// Refuses a value that was not asked for.
    fn check(&self, found: &str) -> Result<(), Fault> {
        if self.values.is_empty() || self.values.iter().any(|asked| self.is_same(found, asked)) {
            return Ok(());
        }
        Err(Fault::about_other(found, None))
    }

    fn is_same(&self, found: &str, asked: &str) -> bool {
        if self.is_ticker { found.eq_ignore_ascii_case(asked.trim()) } else { found == asked }
    }

    /// Returns the values that no item has.
    fn unknown<R: RowReader>(&self, reader: R, items: &[R::Own]) -> Vec<String> {
        let names = || items.iter().filter_map(|item| reader.name(item));
        let is_known = |asked: &&&str| names().any(|name| self.is_same(name, asked));
        self.values.iter().filter(|asked| !is_known(asked)).map(|asked| (*asked).to_owned()).collect()
    }
}

/// The rules for the items of a list.
#[derive(Debug, Clone)]
pub struct Rules<'a, G> {
    /// The values that the names of the items repeat, if they do.
    pub expected_values: Option<ExpectedValues<'a>>,
    /// Returns true for an item that says that what it names is gone.
    pub is_gone: G,
    /// True if an item that cannot be read, or has no name, fails alone.
    pub skips_unreadable: bool,
}

/// Reads one record, which is about what was asked for.
///
/// # Errors
/// As for [`declared`](super::declared()), or it is about something else.
pub fn declared_row<T: Row + JsonType>(
    replies: &[RawReply<'_>],
    place: &impl DataPlace,
    asked: &ExpectedValues<'_>,
) -> Conversion<T> {
    row_with(replies, place, asked, OfType::<T>::NEW).map(Converted::from)
}

/// Reads one record as [`declared_row`] does, with a reader of its own.
///
/// # Errors
/// As for [`declared_row`].
pub(crate) fn row_with<R: RowReader>(
    replies: &[RawReply<'_>],
    place: &impl DataPlace,
    asked: &ExpectedValues<'_>,
    reader: R,
) -> Result<R::Own, ConversionError> {
    let row = read(replies, place, reader)?;
    let missing = || Fault::missing(member_of(place.path().shown, reader.key()));
    asked.check(reader.name(&row).ok_or_else(missing)?)?;
    Ok(row)
}

/// Reads the items of a list.
///
/// # Errors
/// As for [`declared`](super::declared()), or the list has too many items or, where that is an error, none.
pub fn declared_list<T: DeserializeOwned + JsonType, H: Holds<T>>(
    replies: &[RawReply<'_>],
    place: &impl DataPlace,
) -> Conversion<H> {
    Ok(H::of(list_with(replies, place, OfType::<T>::NEW)?, Vec::new()).into())
}

/// Reads the items of a list as [`declared_list`] does, with a reader of its own.
///
/// # Errors
/// As for [`declared_list`].
pub(crate) fn list_with<'r, S: Reader<'r>>(
    replies: &[RawReply<'r>],
    place: &impl DataPlace,
    reader: S,
) -> Result<Vec<S::Value>, ConversionError> {
    let items = read(replies, place, AtMost::new(place.path().max_items, reader))?;
    if items.is_empty() && place.path().empty_is_not_found {
        return Err(place.path().nothing().into());
    }
    Ok(items)
}

/// Reads the items of a list by rules.
///
/// # Errors
/// As for [`declared_list`], or an item has a name that was not asked for, or none can be read; or an item has no name, where
/// such an item is not left out.
pub fn declared_rows<T: Row + JsonType, H: Holds<T>>(
    replies: &[RawReply<'_>],
    place: &impl DataPlace,
    rules: &Rules<'_, fn(&T) -> bool>,
) -> Conversion<H> {
    rows_with(replies, place, rules, H::IS_DISTINCT, OfType::<T>::NEW, H::of)
}

/// Reads the items of a list as [`declared_rows`] does, with a reader of its own. `of` makes the response of the items, and of
/// what was asked for and has none.
///
/// # Errors
/// As for [`declared_rows`].
pub(crate) fn rows_with<R: RowReader, H>(
    replies: &[RawReply<'_>],
    place: &impl DataPlace,
    rules: &Rules<'_, impl Fn(&R::Own) -> bool>,
    is_distinct: bool,
    reader: R,
    of: impl FnOnce(Vec<R::Own>, Vec<String>) -> H,
) -> Conversion<H> {
    let mut skipped = Vec::new();
    let all = read(replies, place, AtMost::new(place.path().max_items, reader));
    let mut items = match all {
        Ok(items) if rules.skips_unreadable => with_names(reader, items, place.path().shown, &mut skipped)?,
        Ok(items) => named(reader, items, place.path())?,
        // One by one: that takes longer.
        Err(_) if rules.skips_unreadable => {
            let rows = read(replies, place, AtMost::new(place.path().max_items, AnyRowReader(reader)))?;
            readable(reader, rows, place.path().shown, &mut skipped)?
        }
        Err(error) => return Err(error),
    };
    if let Some(asked) = &rules.expected_values {
        let skipped = skipped.iter().filter(|row| row.is_named()).map(|row| row.name.as_str());
        let names = items.iter().filter_map(|item| reader.name(item));
        names.chain(skipped).try_for_each(|name| asked.check(name))?;
    }
    items.retain(|item| !(rules.is_gone)(item));
    if is_distinct && rules.skips_unreadable {
        items = distinct(reader, items, &mut skipped);
    }
    if items.is_empty() && place.path().empty_is_not_found {
        let fault = match &rules.expected_values {
            Some(ExpectedValues { values, .. }) if !values.is_empty() => {
                Fault::none_known(values.iter().copied(), None)
            }
            _ => place.path().nothing(),
        };
        return Err(fault.into());
    }
    let asked = rules.expected_values.as_ref();
    let unknown = asked.map(|asked| asked.unknown(reader, &items)).unwrap_or_default();
    Ok(Converted::from(of(items, unknown)).with_skipped(skipped))
}

/// Returns the items, all of which have names.
fn named<R: RowReader>(reader: R, items: Vec<R::Own>, path: &DataPath) -> Result<Vec<R::Own>, Fault> {
    match items.iter().position(|item| reader.name(item).is_none_or(str::is_empty)) {
        Some(index) => Err(Fault::missing(member_of(&format!("{}[{index}]", path.shown), reader.key()))),
        None => Ok(items),
    }
}

/// Returns the path of a member of the object at a path.
fn member_of(path: &str, member: &str) -> String {
    if path.is_empty() { member.to_owned() } else { format!("{path}.{member}") }
}
