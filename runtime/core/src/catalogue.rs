//! What a generated client says about itself at run time: every endpoint with its parameters, types,
//! defaults and limits. The command line, the checks of parameters and the documentation walk it, so
//! that none of them repeats the table.

use crate::host::Host;
use crate::source::Source;

/// Another source of an endpoint's data, asked where the reply of its own cannot be converted.
#[derive(Debug, Clone, Copy)]
pub struct FallbackInfo {
    /// The name, for example `service`.
    pub name: &'static str,
    /// What the source is, as the table documents it (Markdown; the first line is a summary).
    pub doc: &'static str,
    /// What kind of text its raw replies are.
    pub raw: RawKind,
    /// What is asked, one after the other.
    pub steps: &'static [StepInfo],
}

/// What a fallback asks at one host.
#[derive(Debug, Clone, Copy)]
pub struct StepInfo {
    /// The name, for example `summary`.
    pub name: &'static str,
    /// The host that is asked.
    pub host: &'static Host,
    /// The path template below the host, for example `v10/finance/quoteSummary/{ticker}`.
    pub path: &'static str,
    /// The query: names, and values or `{param}` for that of a parameter.
    pub query: &'static [(&'static str, &'static str)],
    /// Whether the converter's module makes the rest of the query, which may take several requests.
    pub prepared: bool,
    /// Whether the host wants a session with it.
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
        Self { name, host, path: "", query: &[], prepared: false, session: SessionUse::Never }
    }
}

/// How a response is seen as tables.
#[derive(Debug, Clone, Copy)]
pub struct ViewInfo {
    /// The table that stands for the whole: the names on the way to it with `.` between them, for example
    /// `institutional.holders`, or `.` for the response itself.
    pub main: Option<&'static str>,
    /// The names of members that are points in time in epoch seconds, wherever they are.
    pub times: &'static [&'static str],
    /// The member that names the time zone of the times, for example `meta.exchangeTimezoneName`.
    pub zone: Option<&'static str>,
}

impl ViewInfo {
    /// A view that says nothing; see [`ParamInfo::new`].
    pub const EMPTY: Self = Self { main: None, times: &[], zone: None };
}

/// An example of a request: what is given and what is asked for it.
#[derive(Debug, Clone, Copy)]
pub struct ExampleInfo {
    /// The name, for example `weekly_bars`.
    pub name: &'static str,
    /// What it shows, as the table documents it (Markdown; the first line is a summary).
    pub doc: &'static str,
    /// The parameters by name, as text, in the order that the table writes them.
    pub params: &'static [(&'static str, &'static str)],
    /// The same request in Rust, for example `Isin::new("IBM").max_results(10)`.
    pub rust: &'static str,
    /// The client's clock, in epoch seconds, where the address depends on it.
    pub now: Option<i64>,
    /// The address that is asked, whole and encoded, at the host's default address.
    pub url: &'static str,
    /// A raw reply to it, where the table has one. The sample host serves it.
    pub reply: Option<&'static str>,
    /// What that reply is converted to, as JSON, where the table says so.
    pub response: Option<&'static str>,
}

impl ExampleInfo {
    /// Returns an example of that name with nothing else set; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, doc: "", params: &[], rust: "", now: None, url: "", reply: None, response: None }
    }
}

/// What kind of text a raw reply is, and so whether its source counts as a page or as an API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RawKind {
    /// A page or another text (`txt` in the table).
    Text,
    /// A JSON document (`json` in the table).
    Json,
}

impl RawKind {
    /// Returns the word of the table for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Json => "json",
        }
    }

    /// The kind of source whose replies are such texts.
    pub(crate) const fn source(self) -> Source {
        match self {
            Self::Text => Source::Page,
            Self::Json => Source::Api,
        }
    }
}

/// When a session, a cookie with its crumb, goes along with a request (`session` in the table).
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
    /// What the parameter does, as the table documents it (Markdown).
    pub doc: &'static str,
    /// The type of its values.
    pub kind: ParamKind,
    /// Where the parameter goes.
    pub place: Place,
    /// The name on the wire, where the parameter is sent.
    pub wire: &'static str,
    /// Whether the request cannot be made without it.
    pub required: bool,
    /// What holds when it is not given, as text.
    pub default: Option<&'static str>,
    /// The least value, for numbers.
    pub min: Option<f64>,
    /// The greatest value, for numbers.
    pub max: Option<f64>,
    /// The greatest length in bytes, for texts; the greatest number of values, for lists.
    pub max_length: Option<usize>,
    /// A regular expression that the whole text matches.
    pub pattern: Option<&'static str>,
    /// What it cannot be given together with: `name` or `name=value`.
    pub conflicts: &'static [&'static str],
    /// The parameter whose value it must be greater than.
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
            kind: ParamKind::String,
            place: Place::Query,
            wire: name,
            required: false,
            default: None,
            min: None,
            max: None,
            max_length: None,
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

/// Where a parameter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// Into the path.
    Path,
    /// Into the query string.
    Query,
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
            Self::Client => "client",
        }
    }
}

/// The type of a parameter.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum ParamKind {
    /// Any text.
    String,
    /// The symbol of an instrument, for example `IBM` or `^GSPC`.
    Ticker,
    /// A whole number of 64 bits.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A calendar day, `YYYY-MM-DD`.
    Date,
    /// A point in time: a day (midnight UTC), a date and time with its zone, or epoch seconds.
    DateTime,
    /// One of the values of an enumeration.
    Enum(&'static EnumInfo),
    /// Several values of one type, written with a separator between them.
    List {
        /// The type of one value.
        item: &'static ParamKind,
        /// What stands between two values.
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
            Self::List { .. } => "list",
        }
    }
}

/// An enumeration of the table.
#[derive(Debug)]
pub struct EnumInfo {
    /// The name of the type, for example `Interval`.
    pub name: &'static str,
    /// What its values mean.
    pub doc: &'static str,
    /// The values, in table order.
    pub variants: &'static [VariantInfo],
    /// A regular expression for values that the table does not list yet, where the enumeration is open.
    /// They are written `other:VALUE`.
    pub other: Option<&'static str>,
}

impl EnumInfo {
    /// Returns an enumeration of that name with nothing else set; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, doc: "", variants: &[], other: None }
    }
}

/// One value of an enumeration.
#[derive(Debug, Clone, Copy)]
pub struct VariantInfo {
    /// The name in Rust, for example `OneDay`.
    pub name: &'static str,
    /// The text on the wire, for example `1d`.
    pub wire: &'static str,
    /// What the value means.
    pub doc: &'static str,
}

impl VariantInfo {
    /// Returns a value with its name, its text on the wire and what it means; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str, wire: &'static str, doc: &'static str) -> Self {
        Self { name, wire, doc }
    }
}

/// A group of parameters of which one set may be given, for example a range or a pair of dates.
#[derive(Debug)]
pub struct ChoiceInfo {
    /// The name of the group, for example `span`.
    pub name: &'static str,
    /// What is chosen.
    pub doc: &'static str,
    /// The sets, in table order.
    pub options: &'static [ChoiceOption],
}

impl ChoiceInfo {
    /// Returns a group of that name with nothing else set; see [`ParamInfo::new`].
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, doc: "", options: &[] }
    }
}

/// One set of parameters of a [`ChoiceInfo`].
#[derive(Debug)]
pub struct ChoiceOption {
    /// The name of the set, for example `dates`.
    pub name: &'static str,
    /// The parameters that must be given when the set is chosen.
    pub required: &'static [&'static str],
    /// The parameters that may be given with them.
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
