//! The parameters of endpoints and their types.

use serde_json::Value;

use super::grammar::GrammarFault;
use super::json::JsonKind;
use super::limits::Limits;
use super::set::set;

/// One parameter of an endpoint.
#[derive(Debug, Clone, Copy)]
pub struct ParamInfo {
    /// The name, for example `max_results`.
    pub name: &'static str,
    /// Other names of the same parameter; only one of them may be given.
    pub aliases: &'static [&'static str],
    /// The table's doc of the parameter (Markdown).
    pub doc: &'static str,
    /// The advice what to use instead (Markdown), if it is deprecated.
    pub deprecated: Option<&'static str>,
    /// The type of its values.
    pub kind: ParamKind,
    /// The place of the parameter in the message.
    pub place: ParamLocation,
    /// The name on the wire, if the parameter is sent. In a JSON body `a.b` is the member `b` of the object `a`, and `.` is
    /// the whole body.
    pub wire: &'static str,
    /// True if each value of a list is sent by itself, `id=1&id=2`. In a JSON body it is then an array.
    pub repeated: bool,
    /// True if a request needs the parameter.
    pub required: bool,
    /// The default, as a string.
    pub default: Option<&'static str>,
    /// The minimum, for numbers.
    pub min: Option<f64>,
    /// The maximum, for numbers.
    pub max: Option<f64>,
    /// The maximum length: of strings in characters, of lists in values.
    pub max_length: Option<usize>,
    /// The maximum number of values of a list in one request. A request of more is sent in
    /// batches (`Client::batched`).
    pub batch: Option<usize>,
    /// A regular expression that the whole string must match.
    pub pattern: Option<&'static str>,
    /// The parameters that exclude it: `name`, or `name=value` for one value.
    pub conflicts: &'static [&'static str],
    /// The parameter that must have a smaller value.
    pub after: Option<&'static str>,
}

impl ParamInfo {
    /// Returns true for the parameter's name and for its aliases.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// Returns a parameter of that name with nothing else set: an optional string of the query.
    ///
    /// Catalogues are written with it, `ParamInfo::new("name").doc("…")`, so that they keep compiling when there are more
    /// fields.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            aliases: &[],
            doc: "",
            deprecated: None,
            kind: ParamKind::String,
            place: ParamLocation::Query,
            wire: name,
            repeated: false,
            required: false,
            default: None,
            min: None,
            max: None,
            max_length: None,
            batch: None,
            pattern: None,
            conflicts: &[],
            after: None,
        }
    }

    /// Returns the JSON Schema of a value in JSON with the limits of the parameter; `None` for other types.
    #[must_use]
    pub fn json_schema(&self) -> Option<Value> {
        match self.kind {
            ParamKind::Json { kind, .. } => Some(kind.within(self.limits())),
            _ => None,
        }
    }

    pub(crate) const fn limits(&self) -> Limits {
        let Self { min, max, max_length, pattern, .. } = *self;
        Limits { min, max, max_length, pattern }
    }

    /// Returns true if null is a value of it.
    pub(crate) const fn is_nullable(&self) -> bool {
        matches!(self.kind, ParamKind::Json { nullable: true, .. })
    }

    /// Returns the name and the other names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

set! { ParamInfo:
    aliases(&'static [&'static str]);
    doc(&'static str);
    deprecated(&'static str) Some;
    kind(ParamKind);
    place(ParamLocation);
    wire(&'static str);
    repeated(bool);
    required(bool);
    default(&'static str) Some;
    min(f64) Some;
    max(f64) Some;
    max_length(usize) Some;
    batch(usize) Some;
    pattern(&'static str) Some;
    conflicts(&'static [&'static str]);
    after(&'static str) Some;
}

/// The place of a parameter in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParamLocation {
    /// Into the path.
    Path,
    /// Into the query string.
    Query,
    /// Into a header.
    Header,
    /// Into the body.
    Body,
    /// Nowhere: the converter reads it.
    Client,
}

impl ParamLocation {
    /// Returns the word of the table for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Body => "body",
            Self::Client => "client",
        }
    }
}

/// The type of a parameter.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum ParamKind {
    /// A string.
    String,
    /// The symbol of an instrument, for example `IBM` or `^GSPC`.
    Ticker,
    /// An integer of 64 bits.
    Integer,
    /// A number.
    Number,
    /// A bool.
    Boolean,
    /// A date, `YYYY-MM-DD`.
    Date,
    /// A timestamp: a date (midnight UTC), a date and time with its zone, or epoch seconds.
    DateTime,
    /// A timestamp that is sent as RFC 3339 in UTC, `2020-01-31T21:00:00Z`.
    IsoDateTime,
    /// One of the values of an enumeration.
    Enum(&'static EnumInfo),
    /// A string with a grammar of its own, such as a query.
    Grammar(&'static GrammarInfo),
    /// Several values of one type with a separator between them.
    List {
        /// The type of one value.
        item: &'static ParamKind,
        /// The text between two values.
        separator: &'static str,
    },
    /// A value in JSON, such as a record.
    Json {
        /// The type of the value.
        kind: &'static JsonKind,
        /// True if null is a value of it.
        nullable: bool,
    },
}

impl ParamKind {
    /// Returns the word of the table for it: of an enumeration its name.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Ticker => "ticker",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Date => "date",
            Self::DateTime => "datetime",
            Self::IsoDateTime => "iso_datetime",
            Self::Enum(info) => info.name,
            Self::Grammar(info) => info.name,
            Self::List { .. } => "list",
            Self::Json { .. } => "json",
        }
    }

    /// Returns true for several values, in JSON or not.
    #[must_use]
    pub const fn is_list(&self) -> bool {
        matches!(self, Self::List { .. } | Self::Json { kind: JsonKind::List(_), .. })
    }
}

/// An enumeration of the table.
#[derive(Debug)]
pub struct EnumInfo {
    /// The name of the type, for example `Interval`.
    pub name: &'static str,
    /// The table's doc of the enumeration.
    pub doc: &'static str,
    /// The values, in table order.
    pub variants: &'static [VariantInfo],
    /// A regular expression for values that the table does not list, if the enumeration is open. They are
    /// written `other:VALUE`.
    pub other: Option<&'static str>,
}

impl EnumInfo {
    /// Returns an enumeration of that name with nothing else set; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, doc: "", variants: &[], other: None }
    }
}

/// A type of strings with a grammar of their own, which code written by hand reads.
#[derive(Debug)]
pub struct GrammarInfo {
    /// The name of the type, for example `ScreenerQuery`.
    pub name: &'static str,
    /// The table's doc of the grammar.
    pub doc: &'static str,
    /// The module of the converter that has the type.
    pub converter: &'static str,
    /// Reads a string, and returns what is wrong with it.
    pub check: fn(&str) -> Result<(), GrammarFault>,
}

impl GrammarInfo {
    /// Returns a grammar of that name with nothing else set, which takes every string; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, doc: "", converter: "", check: |_| Ok(()) }
    }
}

set! { GrammarInfo:
    doc(&'static str);
    converter(&'static str);
    check(fn(&str) -> Result<(), GrammarFault>);
}

/// One value of an enumeration.
#[derive(Debug, Clone, Copy)]
pub struct VariantInfo {
    /// The name in Rust, for example `OneDay`.
    pub name: &'static str,
    /// The text on the wire, for example `1d`.
    pub wire: &'static str,
    /// The meaning of the value; empty where its text on the wire says it.
    pub doc: &'static str,
    /// The advice what to use instead (Markdown), if it is deprecated.
    pub deprecated: Option<&'static str>,
}

impl VariantInfo {
    /// Returns a value with its name, its text on the wire and what it means; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str, wire: &'static str, doc: &'static str) -> Self {
        Self { name, wire, doc, deprecated: None }
    }
}

/// Sets of parameters that exclude each other, for example a range or a pair of dates.
#[derive(Debug)]
pub struct ChoiceInfo {
    /// The name of the choice, for example `span`.
    pub name: &'static str,
    /// The table's doc of the choice.
    pub doc: &'static str,
    /// True if a request needs one of the sets.
    pub required: bool,
    /// The sets, in table order.
    pub options: &'static [ChoiceOption],
}

impl ChoiceInfo {
    /// Returns a choice of that name with nothing else set; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, doc: "", required: false, options: &[] }
    }
}

set! { ChoiceInfo:
    doc(&'static str);
    required(bool);
    options(&'static [ChoiceOption]);
}

/// One set of parameters of a [`ChoiceInfo`].
#[derive(Debug)]
pub struct ChoiceOption {
    /// The name of the set, for example `dates`.
    pub name: &'static str,
    /// The parameters that the set requires.
    pub required: &'static [&'static str],
    /// The optional parameters of the set.
    pub optional: &'static [&'static str],
}

impl ChoiceOption {
    /// Returns a set of that name with nothing else set; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, required: &[], optional: &[] }
    }

    /// Returns the parameters of the set, the required ones first.
    pub(crate) fn params(&self) -> impl Iterator<Item = &'static str> {
        self.required.iter().chain(self.optional).copied()
    }
}

set! { ChoiceOption:
    required(&'static [&'static str]);
    optional(&'static [&'static str]);
}
