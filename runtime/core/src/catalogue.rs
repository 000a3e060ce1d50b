//! The catalogue: the data of the table at run time, without code. The command line, the checks of parameters
//! and the documentation read it, so that none of them repeats the table.

pub use crate::availability::Availability;
pub use crate::freshness::Freshness;
pub use crate::host::{AuthScheme, HostAuth};
pub use crate::paging::{NextPage, PagesInfo};
pub use crate::status::{ErrorObject, StatusInfo, StatusMeaning};

use crate::grammar::GrammarFault;
use crate::host::Host;
use crate::source::Source;

/// Another source of an endpoint's data. A client asks it if the reply of an earlier source cannot be converted.
#[derive(Debug, Clone, Copy)]
pub struct FallbackInfo {
    /// The name, for example `service`.
    pub name: &'static str,
    /// The table's doc of the source (Markdown; the first line is a summary).
    pub doc: &'static str,
    /// The kind of its raw replies.
    pub raw: RawKind,
    /// The steps, in the order in which they are asked.
    pub steps: &'static [StepInfo],
}

/// A step of a fallback: the messages to one host.
#[derive(Debug, Clone, Copy)]
pub struct StepInfo {
    /// The name, for example `summary`.
    pub name: &'static str,
    /// The host.
    pub host: &'static Host,
    /// The path template below the host, for example `v10/finance/quoteSummary/{ticker}`.
    pub path: &'static str,
    /// The HTTP method.
    pub method: &'static str,
    /// The query: names, and values or `{param}` for that of a parameter.
    pub query: &'static [(&'static str, &'static str)],
    /// True if the converter's module makes the rest of the query; there may be several messages then.
    pub prepared: bool,
    /// The cases in which a session goes along with the request.
    pub session: SessionUse,
}

impl FallbackInfo {
    /// Returns a fallback of that name with nothing else set; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, doc: "", raw: RawKind::Json, steps: &[] }
    }
}

impl StepInfo {
    /// Returns a step of that name at a host with nothing else set; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str, host: &'static Host) -> Self {
        Self { name, host, path: "", method: "GET", query: &[], prepared: false, session: SessionUse::Never }
    }
}

/// Hints for showing a response as tables.
#[derive(Debug, Clone, Copy)]
pub struct ViewInfo {
    /// The path of the main table, for example `institutional.holders`, or `.` for the response itself.
    pub main: Option<&'static str>,
    /// The paths of the tables that are the main one instead, in this order, where those before have no rows.
    pub otherwise: &'static [&'static str],
    /// The names of lists in the rows of the main table: each item is a row of its own, and lists with the same number
    /// of items are columns beside each other.
    pub unfold: &'static [&'static str],
    /// The names of members that are timestamps in epoch seconds, at any depth.
    pub times: &'static [&'static str],
    /// The names of members that are days: timestamps in epoch seconds that lie on the day in the zone.
    pub days: &'static [&'static str],
    /// The path of the member that names the interval of the main table's rows, for example
    /// `meta.dataGranularity`. The times of rows that cover a day or more are days.
    pub interval: Option<&'static str>,
    /// The path of the member that names the time zone, for example `meta.exchangeTimezoneName`, or its name where
    /// each row has one.
    pub zone: Option<&'static str>,
    /// The names of the columns, or of the single values, that people read first.
    pub columns: &'static [&'static str],
    /// The name of the member whose values are the heads of columns: tables with it are transposed for people.
    pub head: Option<&'static str>,
    /// The names of members that are in percent, at any depth.
    pub percents: &'static [&'static str],
    /// The names of members that are prices, at any depth.
    pub prices: &'static [&'static str],
    /// The path of the member that has the number of decimals of prices, for example `meta.priceHint`, or its name
    /// where each row has one.
    pub decimals: Option<&'static str>,
    /// The names of the columns that are a bar of a chart: time, open, high, low, close and volume; none if there are
    /// no bars.
    pub chart: &'static [&'static str],
}

impl ViewInfo {
    /// Returns a view with that main table and nothing else set; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(main: Option<&'static str>) -> Self {
        Self {
            main,
            otherwise: &[],
            unfold: &[],
            times: &[],
            days: &[],
            interval: None,
            zone: None,
            columns: &[],
            head: None,
            percents: &[],
            prices: &[],
            decimals: None,
            chart: &[],
        }
    }
}

/// An example of a request: its parameters and the address that it asks.
#[derive(Debug, Clone, Copy)]
pub struct ExampleInfo {
    /// The name, for example `weekly_bars`.
    pub name: &'static str,
    /// The table's doc of the example (Markdown; the first line is a summary).
    pub doc: &'static str,
    /// The parameters by name, as strings, in the order of the table.
    pub params: &'static [(&'static str, &'static str)],
    /// The request in Rust, for example `Isin::new("IBM").max_results(10)`.
    pub rust: &'static str,
    /// The client's clock in epoch seconds, if the address depends on it.
    pub now: Option<i64>,
    /// The whole encoded address, at the host's default address.
    pub url: &'static str,
    /// The body that is sent, if the table has it: JSON, or the text of a form.
    pub body: Option<&'static str>,
    /// A raw reply, if the table has one. The sample host serves it.
    pub reply: Option<&'static str>,
    /// The expected response to that reply as JSON, if the table has one.
    pub response: Option<&'static str>,
}

impl ExampleInfo {
    /// Returns an example of that name with nothing else set; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            doc: "",
            params: &[],
            rust: "",
            now: None,
            url: "",
            body: None,
            reply: None,
            response: None,
        }
    }
}

/// The kind of a raw reply, which decides if its source counts as a page or as an API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RawKind {
    /// A page or other text (`txt` in the table).
    Text,
    /// A JSON document (`json` in the table).
    Json,
    /// Bytes that are no text, such as an image (`bytes` in the table).
    Bytes,
}

impl RawKind {
    /// Returns the word of the table for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Json => "json",
            Self::Bytes => "bytes",
        }
    }

    /// Returns the kind of source that such replies come from.
    pub(crate) const fn source(self) -> Source {
        match self {
            Self::Text => Source::Page,
            Self::Json | Self::Bytes => Source::Api,
        }
    }
}

/// The format of the body of a request (`body_format` in the table).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyFormat {
    /// A JSON object (`json`).
    Json,
    /// A form, `a=1&b=2` (`form`).
    Form,
}

impl BodyFormat {
    /// Returns the word of the table for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Form => "form",
        }
    }

    /// Returns the value of the header `Content-Type`.
    #[must_use]
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Form => "application/x-www-form-urlencoded",
        }
    }
}

/// The cases in which a session goes along with a request (`session` in the table).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionUse {
    /// Never: the host answers anyone (`never`).
    Never,
    /// Once the host has refused a request without it (`on_refusal`).
    OnRefusal,
    /// Always: the host refuses every request without it (`always`).
    Always,
}

impl SessionUse {
    /// Returns the word of the table for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::OnRefusal => "on_refusal",
            Self::Always => "always",
        }
    }
}

/// One parameter of an endpoint.
#[derive(Debug, Clone, Copy)]
pub struct ParamInfo {
    /// The name, for example `max_results`.
    pub name: &'static str,
    /// Other names of the same parameter; only one of them may be given.
    pub aliases: &'static [&'static str],
    /// The table's doc of the parameter (Markdown).
    pub doc: &'static str,
    /// The versions that have it.
    pub availability: Availability,
    /// The type of its values.
    pub kind: ParamKind,
    /// The place of the parameter in the message.
    pub place: Place,
    /// The name on the wire, if the parameter is sent. In a JSON body `a.b` is the member `b` of the object `a`.
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
    /// The maximum length: of strings in bytes, of lists in values.
    pub max_length: Option<usize>,
    /// The maximum number of values of a list in one request. A request of more is sent in
    /// [batches](crate::Client::batched).
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
    /// Catalogues are written with it, `ParamInfo { doc: "…", ..ParamInfo::new("name") }`, so that they keep
    /// compiling when there are more fields.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            aliases: &[],
            doc: "",
            availability: Availability::ALWAYS,
            kind: ParamKind::String,
            place: Place::Query,
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

    /// Returns the name and the other names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// The place of a parameter in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
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

impl Place {
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
            Self::Enum(info) => info.name,
            Self::Grammar(info) => info.name,
            Self::List { .. } => "list",
        }
    }
}

/// An enumeration of the table.
#[derive(Debug)]
pub struct EnumInfo {
    /// The name of the type, for example `Interval`.
    pub name: &'static str,
    /// The table's doc of the enumeration.
    pub doc: &'static str,
    /// The versions that have it.
    pub availability: Availability,
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
        Self { name, doc: "", availability: Availability::ALWAYS, variants: &[], other: None }
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

/// One value of an enumeration.
#[derive(Debug, Clone, Copy)]
pub struct VariantInfo {
    /// The name in Rust, for example `OneDay`.
    pub name: &'static str,
    /// The text on the wire, for example `1d`.
    pub wire: &'static str,
    /// The meaning of the value; empty where its text on the wire says it.
    pub doc: &'static str,
    /// The versions that have it.
    pub availability: Availability,
}

impl VariantInfo {
    /// Returns a value with its name, its text on the wire and what it means; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str, wire: &'static str, doc: &'static str) -> Self {
        Self { name, wire, doc, availability: Availability::ALWAYS }
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
