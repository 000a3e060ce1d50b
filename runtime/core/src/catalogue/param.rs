//! The parameters of endpoints and their types.

use serde_json::Value;

use super::entry::{Catalogued, Datum, entries, variants, words};
use super::grammar::GrammarFault;
use super::json::JsonKind;
use super::limits::Limits;

entries! {
    /// One parameter of an endpoint.
    #[derive(Debug, Clone, Copy)]
    ParamInfo(name: &'static str) {
        /// The name, for example `max_results`.
        must name: &'static str = name;
        /// Other names of the same parameter; only one of them may be given.
        list aliases: &'static str;
        /// The table's doc of the parameter (Markdown).
        or doc: &'static str = "";
        /// The type of its values.
        or kind as "type": ParamKind = ParamKind::String;
        /// The place of the parameter in the message.
        or place as "in": ParamLocation = ParamLocation::Query;
        /// The name on the wire, if the parameter is sent. In a JSON body `a.b` is the member `b` of the object `a`, and `.` is
        /// the whole body.
        or wire: &'static str = name;
        /// True if each value of a list is sent by itself, `id=1&id=2`. In a JSON body it is then an array.
        may repeated: bool = false;
        /// True if a request needs the parameter.
        or required: bool = false;
        /// The default, as a string.
        some default: &'static str;
        /// The minimum, for numbers.
        some min: f64;
        /// The maximum, for numbers.
        some max: f64;
        /// The maximum length: of strings in characters, of lists in values.
        some max_length: usize;
        /// The maximum number of values of a list in one request. A request of more is sent in
        /// batches (`Client::batched`).
        some batch: usize;
        /// A regular expression that the whole string must match.
        some pattern: &'static str;
        /// The parameters that exclude it: `name`, or `name=value` for one value.
        list conflicts: &'static str;
        /// The parameter that must have a smaller value.
        some after: &'static str;
        /// The advice what to use instead (Markdown), if it is deprecated.
        some deprecated: &'static str;
    }
}

impl ParamInfo {
    /// Returns true for the parameter's name and for its aliases.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// Returns true for a text that its pattern allows, or that has no pattern to match.
    pub fn fits(&self, text: &str) -> bool {
        self.limits().fits(text)
    }

    /// Returns the JSON Schema of a value in JSON with the limits of the parameter; `None` for other types.
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
        matches!(
            self.kind,
            ParamKind::Json { nullable: true, .. } | ParamKind::Json { kind: JsonKind::Any, .. }
        )
    }

    /// Returns the name and the other names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

words! {
    /// The place of a parameter in a request.
    ParamLocation {
        /// Into the path.
        Path = "path",
        /// Into the query string.
        Query = "query",
        /// Into a header.
        Header = "header",
        /// Into the body.
        Body = "body",
        /// Nowhere: the converter reads it.
        Client = "client",
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
    pub const fn is_list(&self) -> bool {
        matches!(self, Self::List { .. } | Self::Json { kind: JsonKind::List(_), .. })
    }
}

entries! {
    /// An enumeration of the table.
    #[derive(Debug)]
    EnumInfo(name: &'static str) {
        /// The name of the type, for example `Interval`.
        must name: &'static str = name;
        /// The table's doc of the enumeration.
        or doc: &'static str = "";
        /// The values, in table order.
        or variants: &'static [VariantInfo] = &[];
        /// A regular expression for values that the table does not list, if the enumeration is open. They are
        /// written `other:VALUE`.
        some other: &'static str;
    }
}

entries! {
    /// A type of strings with a grammar of their own, which code written by hand reads.
    #[derive(Debug)]
    GrammarInfo(name: &'static str) {
        /// The name of the type, for example `ScreenerQuery`.
        must name: &'static str = name;
        /// The table's doc of the grammar.
        or doc: &'static str = "";
        /// The module of the converter that has the type.
        or converter: &'static str = "";
        /// Reads a string, and returns what is wrong with it.
        code check: fn(&str) -> Result<(), GrammarFault> = |_| Ok(());
    }
}

entries! {
    /// One value of an enumeration.
    #[derive(Debug, Clone, Copy)]
    VariantInfo(name: &'static str, wire: &'static str, doc: &'static str) {
        /// The name in Rust, for example `OneDay`.
        must name: &'static str = name;
        /// The text on the wire, for example `1d`.
        must wire: &'static str = wire;
        /// The meaning of the value; empty where its text on the wire says it.
        must doc: &'static str = doc;
        /// The advice what to use instead (Markdown), if it is deprecated.
        some deprecated: &'static str;
    }
}

entries! {
    /// Sets of parameters that exclude each other, for example a range or a pair of dates.
    #[derive(Debug)]
    ChoiceInfo(name: &'static str) {
        /// The name of the choice, for example `span`.
        must name: &'static str = name;
        /// The table's doc of the choice.
        or doc: &'static str = "";
        /// True if a request needs one of the sets.
        may required: bool = false;
        /// The sets, in table order.
        or options: &'static [ChoiceOption] = &[];
    }
}

entries! {
    /// One set of parameters of a [`ChoiceInfo`].
    #[derive(Debug)]
    ChoiceOption(name: &'static str) {
        /// The name of the set, for example `dates`.
        must name: &'static str = name;
        /// The parameters that the set requires.
        list required: &'static str;
        /// The optional parameters of the set.
        list optional: &'static str;
    }
}

impl ChoiceOption {
    /// Returns the parameters of the set, the required ones first.
    pub(crate) fn params(&self) -> impl Iterator<Item = &'static str> {
        self.required.iter().chain(self.optional).copied()
    }
}

variants! { ParamKind:
    String, Ticker, Integer, Number, Boolean, Date, DateTime, IsoDateTime, Enum(info), Grammar(info),
    List { item, separator }, Json { kind, nullable },
}

impl Catalogued for &'static ParamKind {
    fn datum(&self) -> Datum {
        Datum::Reference(Box::new((**self).datum()))
    }
}
