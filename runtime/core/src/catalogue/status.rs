//! The statuses that mean something of their own, and the errors that hosts put into bodies, as a table declares them.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::entry::{entries, variants};

entries! {
    /// The value of a parameter in a reply (`repeats` in the table).
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    RepeatInfo(param: &'static str) {
        /// The name of the parameter.
        must param: &'static str = param;
        /// The path of the value; empty for the whole reply.
        or at: &'static str = "";
        /// The regular expression of what does not count.
        some ignoring: &'static str;
    }
}

entries! {
    /// The place of the host's own error in a reply (`error` in the table). A reply that has one has no data.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    ErrorObject(at: &'static str) {
        /// The path of the error, written like the path of the data.
        must at: &'static str = at;
        /// The path of the member of the error that has its code.
        some code: &'static str;
        /// The path of the member of the error that has its message.
        some message: &'static str;
        /// The codes, or without a path of these the words of messages, which say that the host does not know what was asked for.
        list not_found: &'static str;
    }
}

entries! {
    /// A status with a meaning of its own (`statuses` in the table).
    #[derive(Debug, Clone, Copy)]
    StatusInfo(status: u16, meaning: StatusMeaning) {
        /// The HTTP status, or the first of a range.
        must status: u16 = status;
        /// The last status of a range (`4XX`); that of `status` where there is one.
        may last: u16 = status;
        /// The meaning of a reply with it.
        must meaning: StatusMeaning = meaning;
        /// Returns the JSON Schema (draft 2020-12) of the body, if the body is a record.
        may schema as "body": Option<fn() -> Value> = None;
    }
}

/// The meaning of a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StatusMeaning {
    /// The reply is good and has no data (`empty`).
    Empty,
    /// The host does not know what was asked for (`not_found`).
    NotFound,
    /// The host refuses the caller (`unauthorized`).
    Unauthorized,
    /// The host wants fewer requests (`rate_limited`).
    RateLimited,
    /// The body is the record of that name.
    Record(&'static str),
}

impl StatusInfo {
    /// Returns a status, or the statuses from the first to the last, whose body is a record.
    pub const fn record<E: ErrorRecord>(first: u16, last: u16) -> Self {
        let meaning = StatusMeaning::Record(E::NAME);
        Self { status: first, last, meaning, schema: Some(E::schema) }
    }

    /// Returns true for the meaning of a range of statuses, where the status itself has none.
    pub const fn is_range(&self) -> bool {
        self.last > self.status
    }

    /// Returns the key of the table: `409`, or `4XX` for a range.
    pub fn key(&self) -> String {
        if self.is_range() { format!("{}XX", self.status / 100) } else { self.status.to_string() }
    }

    const fn has(&self, status: u16) -> bool {
        self.status <= status && status <= self.last
    }
}

/// Returns the meaning of a status: its own, or else the meaning of its range.
pub(crate) fn meaning_of(statuses: &[StatusInfo], status: u16) -> Option<StatusMeaning> {
    let has = |info: &&StatusInfo| info.has(status);
    let own = statuses.iter().filter(|info| !info.is_range()).find(has);
    own.or_else(|| statuses.iter().find(has)).map(|info| info.meaning)
}

impl StatusMeaning {
    /// Returns the word of the table for it: of a record its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::NotFound => "not_found",
            Self::Unauthorized => "unauthorized",
            Self::RateLimited => "rate_limited",
            Self::Record(name) => name,
        }
    }

    /// Returns the status that stands for the meaning everywhere; of a record none.
    pub(crate) const fn usual(self) -> Option<u16> {
        match self {
            Self::NotFound => Some(404),
            Self::Unauthorized => Some(401),
            Self::RateLimited => Some(429),
            Self::Empty | Self::Record(_) => None,
        }
    }
}

/// A record that is the body of an error. Generated for the records that `statuses` of the table name.
///
/// ```no_run
/// # use virtual_finance_core::{Client, Endpoint, Error, ErrorRecord};
/// # #[derive(serde::Deserialize)] struct Conflict { until: String }
/// # impl ErrorRecord for Conflict { const NAME: &'static str = "Conflict"; }
/// # async fn example(client: Client, order: impl Endpoint) -> Result<(), Error> {
/// match client.request(&order).await {
///     Ok(_) => println!("ordered"),
///     Err(error) => match error.body_as::<Conflict>() {
///         Ok(Some(conflict)) => println!("taken until {}", conflict.until),
///         _ => return Err(error),
///     },
/// }
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "no status of the table has `{Self}` as its body",
    label = "not the body of an error",
    note = "name the record in `statuses` of a `response`, for example `statuses: {{ 409: Conflict }}`"
)]
pub trait ErrorRecord: DeserializeOwned {
    /// The name in the table.
    const NAME: &'static str;

    /// Returns the JSON Schema (draft 2020-12) of the record; one of anything where it is not known.
    fn schema() -> Value {
        Value::Bool(true)
    }
}

variants! { StatusMeaning: Empty, NotFound, Unauthorized, RateLimited, Record(name) }
