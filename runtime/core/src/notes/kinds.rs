//! The notes that the core makes of replies.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::outcome::Converted;
use crate::text::{listed, shortened};
use crate::time::DateTime;

/// The rows of a reply that are left out, because they cannot be read, for example a number that is a text, because they are
/// there twice, or because they belong elsewhere; and parts of one value. The others are in the response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedRows(pub Vec<SkippedRow>);

crate::note!(SkippedRows, "skipped rows", |note| "{}", listed(&note.0, "; "));

/// The values of a reply that are null in the response, because they cannot be read. The rows that have them are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NullValues(pub Vec<SkippedRow>);

crate::note!(NullValues, "null values", |note| "{}", listed(&note.0, "; "));

/// A row that is left out, or a value that is null.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedRow {
    /// The value that names the row, for example its symbol, or else the place of the row in the reply.
    pub name: String,
    /// The reason, for example `its price is of another type`.
    pub reason: String,
    is_named: bool,
    is_null: bool,
}

impl SkippedRow {
    /// Creates a row that has a name.
    pub fn named(name: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { name: shortened(name.into()), reason: reason.into(), is_named: true, is_null: false }
    }

    /// Creates a row without a name, or a part, by its path in the reply.
    pub fn at(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { name: place.into(), reason: reason.into(), is_named: false, is_null: false }
    }

    /// Makes it a value that is null, in a row that is not left out.
    #[must_use]
    pub fn as_null(self) -> Self {
        Self { is_null: true, ..self }
    }

    /// Returns true if the row has a name; otherwise `name` is its place.
    pub const fn is_named(&self) -> bool {
        self.is_named
    }
}

impl<T> Converted<T> {
    /// Adds the notes about rows that the response does not have, and about values that are null, if there are any.
    #[must_use]
    pub fn with_skipped(mut self, rows: Vec<SkippedRow>) -> Self {
        let (values, rows): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.is_null);
        if !rows.is_empty() {
            self.notes.insert(SkippedRows(rows));
        }
        if !values.is_empty() {
            self.notes.insert(NullValues(values));
        }
        self
    }
}

impl fmt::Display for SkippedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, as {}", self.name, self.reason)
    }
}

/// The parts of a reply that the host wrote otherwise than a table with `replies: lenient` says: one for each place, not one
/// for each row. The response has them as the table says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leniencies(pub Vec<Leniency>);

crate::note!(Leniencies, "read leniently", |note| "{}", listed(&note.0, "; "));

/// A place of a reply whose values were taken as another kind than they are written in.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Leniency {
    /// The place by its names in the reply: `levels[].height`, `heights.*`; `the reply` for the whole of it.
    pub place: String,
    /// The kind of what the host wrote, for example `a string`, or the media type of the reply.
    pub found: String,
    /// The kind that the table says, for example `a number`.
    pub taken_as: &'static str,
    /// The number of values.
    pub count: usize,
}

impl Leniency {
    /// Creates one of a single value.
    pub fn new(place: impl Into<String>, found: impl Into<String>, taken_as: &'static str) -> Self {
        Self { place: place.into(), found: found.into(), taken_as, count: 1 }
    }
}

impl<T> Converted<T> {
    /// Adds the note about what was taken as something else, if there is any.
    #[must_use]
    pub fn with_leniencies(mut self, found: Vec<Leniency>) -> Self {
        if !found.is_empty() {
            self.notes.insert(Leniencies(found));
        }
        self
    }
}

impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, found, taken_as, count } = self;
        write!(f, "{place}, {found} as {taken_as}")?;
        if *count > 1 { write!(f, " ({count} times)") } else { Ok(()) }
    }
}

/// The errors that a host reported beside the data of its reply (GraphQL). What they are about is null or absent in the
/// response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostErrors(pub Vec<HostError>);

crate::note!(HostErrors, "errors of the host", |note| "{}", listed(&note.0, "; "));

/// An error of a host beside its data.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostError {
    /// The host's code, for example `NOT_FOUND`; empty if it gives none.
    pub code: String,
    /// The host's words.
    pub message: String,
    /// The place in the data, for example `stations[1].wind`; empty if the host says none.
    pub place: String,
}

impl HostError {
    /// Creates one.
    pub fn new(code: impl Into<String>, message: impl Into<String>, place: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), place: place.into() }
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, message, place } = self;
        let parts = [place.as_str(), code.as_str(), message.as_str()];
        f.write_str(&parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": "))
    }
}

/// The response is another provider's than the endpoint's own, because that one failed, or because it was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherProvider {
    /// The provider, as the table names it.
    pub provider: &'static str,
    /// The name of the host that was asked.
    pub host: String,
}

crate::note!(OtherProvider, "source", |note| "{} ({})", note.provider, note.host);

/// The number of requests that the host takes before it refuses some, if its reply says so (`X-RateLimit-Remaining` and
/// `X-RateLimit-Reset`, or `RateLimit-…`). A reply from the cache has no such note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLeft {
    /// The number of requests.
    pub left: u64,
    /// The time from the reply until the host takes more; `None` if it does not say.
    pub renewed_in: Option<Duration>,
}

crate::note!(RateLeft, "requests that the host still takes", |note| "{}{}", note.left, more(note.renewed_in));

fn more(wait: Option<Duration>) -> String {
    wait.map(|wait| format!(", and more in {} s", wait.as_secs())).unwrap_or_default()
}

/// The headers of the reply that the table names (`reply_headers`), by their names there. A header is left out if the
/// reply lacks it, if it is not visible ASCII or if it repeats a secret of the caller; several of one name are joined
/// with commas. A response from several replies has the headers of the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyHeaders(pub BTreeMap<String, String>);

impl ReplyHeaders {
    /// Returns the value of a header, whose name is written as in the table or otherwise.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

crate::note!(
    ReplyHeaders,
    "headers",
    |note| "{}",
    note.0.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join("; ")
);

/// The note of a converter that can tell until when its reply is fresh. It goes before the `fresh_for` of the table. The
/// cache reads it; [`Reply::notes`](crate::Reply) do not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreshUntil(pub DateTime);

crate::note!(FreshUntil, "fresh until", |note| "{}", note.0);

/// The words that the hosts of the data want to be shown with them (`attribution` in the table).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribution(pub String);

crate::note!(Attribution, "attribution", |note| "{}", note.0);

/// All pages of a request have fewer items than the host says that there are. It is beside the last page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FewerItems {
    /// The number of items that the host gave, from the first page on.
    pub items: u64,
    /// The number of items that it counts from there on.
    pub total: u64,
}

crate::note!(FewerItems, "fewer items", |note| "{} of {}", note.items, note.total);

/// A page of a request has items that the page before it has, too: whole and equal in JSON. A number, a bool or null is
/// none of them, for it says not which item it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepeatedItems {
    /// The indexes of the items in their page, in order.
    pub indexes: Vec<usize>,
}

crate::note!(RepeatedItems, "repeated items", |note| "{} that the page before has", note.indexes.len());

impl RepeatedItems {
    /// Creates the note.
    pub const fn new(indexes: Vec<usize>) -> Self {
        Self { indexes }
    }

    /// Returns the items of the page that the page before it has not.
    pub fn without<T>(&self, items: Vec<T>) -> Vec<T> {
        let is_new = |index: &usize| self.indexes.binary_search(index).is_err();
        items.into_iter().enumerate().filter(|(index, _)| is_new(index)).map(|(_, item)| item).collect()
    }
}

impl FewerItems {
    /// Creates the note.
    pub const fn new(items: u64, total: u64) -> Self {
        Self { items, total }
    }
}
