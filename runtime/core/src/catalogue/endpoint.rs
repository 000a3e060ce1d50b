//! The parts of an endpoint beside its parameters.

use super::host::Host;
use super::set::set;
use super::source::Source;

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
    /// The name of the list in the query or in the path that goes in several messages where an address would be too long.
    pub split: Option<&'static str>,
    /// True if the converter's module makes the rest of the query; there may be several messages then.
    pub prepared: bool,
    /// The cases in which a session goes along with the request.
    pub session: SessionUse,
}

impl FallbackInfo {
    /// Returns a fallback of that name with nothing else set; see [`ParamInfo::new`](super::ParamInfo::new).
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, doc: "", raw: RawKind::Json, steps: &[] }
    }
}

impl StepInfo {
    /// Returns a step of that name at a host with nothing else set; see [`ParamInfo::new`](super::ParamInfo::new).
    #[must_use]
    pub const fn new(name: &'static str, host: &'static Host) -> Self {
        Self {
            name,
            host,
            path: "",
            method: "GET",
            query: &[],
            split: None,
            prepared: false,
            session: SessionUse::Never,
        }
    }
}

set! { FallbackInfo:
    doc(&'static str);
    raw(RawKind);
    steps(&'static [StepInfo]);
}

set! { StepInfo:
    path(&'static str);
    query(&'static [(&'static str, &'static str)]);
    split(&'static str) Some;
    prepared(bool);
    session(SessionUse);
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
    /// The names of members that are timestamps in epoch seconds, at any depth. A column of midnights UTC alone is one of
    /// dates.
    pub times: &'static [&'static str],
    /// The names of members that are timestamps in epoch seconds, at any depth, and never dates.
    pub instants: &'static [&'static str],
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
    /// The headings of columns for people, by their names.
    pub labels: &'static [(&'static str, &'static str)],
    /// The names of the columns whose strings are never cut for people: they go on in the next line.
    pub whole: &'static [&'static str],
    /// The name of the member whose values are the heads of columns: tables with it are transposed for people.
    pub head: Option<&'static str>,
    /// The paths of values that stand above the main table for people, each with its label.
    pub facts: &'static [(&'static str, &'static str)],
    /// The path of the table whose rows stand beside those of the main one for people, where the first of `columns` is the
    /// same.
    pub beside: Option<&'static str>,
    /// The path of the list of what was asked for and is not there.
    pub unknown: Option<&'static str>,
    /// The names of members that are in percent, at any depth.
    pub percents: &'static [&'static str],
    /// The names of members that are fractions, at any depth: people see them in percent.
    pub fractions: &'static [&'static str],
    /// The names of members that are prices, at any depth.
    pub prices: &'static [&'static str],
    /// The path of the member that has the number of decimals of prices, for example `meta.priceHint`, or its name
    /// where each row has one.
    pub decimals: Option<&'static str>,
    /// The paths of the members that name what a chart is about, for example `meta.longName`; the first that is there
    /// counts.
    pub names: &'static [&'static str],
    /// The path of the member that has the currency of prices, for example `meta.currency`.
    pub currency: Option<&'static str>,
    /// The names of the columns that are a bar of a chart: time, open, high, low, close and volume; none if there are
    /// no bars.
    pub chart: &'static [&'static str],
}

impl ViewInfo {
    /// Returns a view with that main table and nothing else set; see [`ParamInfo::new`](super::ParamInfo::new).
    #[must_use]
    pub const fn new(main: Option<&'static str>) -> Self {
        Self {
            main,
            otherwise: &[],
            unfold: &[],
            times: &[],
            instants: &[],
            days: &[],
            interval: None,
            zone: None,
            columns: &[],
            labels: &[],
            whole: &[],
            head: None,
            facts: &[],
            beside: None,
            unknown: None,
            percents: &[],
            fractions: &[],
            prices: &[],
            decimals: None,
            names: &[],
            currency: None,
            chart: &[],
        }
    }
}

set! { ViewInfo:
    otherwise(&'static [&'static str]);
    unfold(&'static [&'static str]);
    times(&'static [&'static str]);
    instants(&'static [&'static str]);
    days(&'static [&'static str]);
    columns(&'static [&'static str]);
    whole(&'static [&'static str]);
    percents(&'static [&'static str]);
    fractions(&'static [&'static str]);
    prices(&'static [&'static str]);
    names(&'static [&'static str]);
    chart(&'static [&'static str]);
    labels(&'static [(&'static str, &'static str)]);
    facts(&'static [(&'static str, &'static str)]);
    interval(&'static str) Some;
    zone(&'static str) Some;
    head(&'static str) Some;
    beside(&'static str) Some;
    unknown(&'static str) Some;
    decimals(&'static str) Some;
    currency(&'static str) Some;
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
    /// Returns an example of that name with nothing else set; see [`ParamInfo::new`](super::ParamInfo::new).
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

set! { ExampleInfo:
    doc(&'static str);
    params(&'static [(&'static str, &'static str)]);
    rust(&'static str);
    now(i64) Some;
    url(&'static str);
    body(&'static str) Some;
    reply(&'static str) Some;
    response(&'static str) Some;
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
    /// A JSON value in each line (`ndjson` in the table).
    Lines,
    /// Server-sent events with a JSON value each (`sse` in the table).
    Events,
    /// A table of comma-separated values (`csv` in the table).
    Csv,
    /// An XML document (`xml` in the table).
    Xml,
}

impl RawKind {
    /// Returns the word of the table for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Json => "json",
            Self::Bytes => "bytes",
            Self::Lines => "ndjson",
            Self::Events => "sse",
            Self::Csv => "csv",
            Self::Xml => "xml",
        }
    }

    /// Returns the name of the format for messages.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "JSON",
            Self::Bytes => "bytes",
            Self::Lines => "lines of JSON",
            Self::Events => "server-sent events",
            Self::Csv => "CSV",
            Self::Xml => "XML",
        }
    }

    /// Returns true for a media type that replies of the format have. Text and bytes have any.
    pub(crate) fn is_media_type(self, media_type: &str) -> bool {
        let is_of =
            |types: &[&str], suffix: &str| types.contains(&media_type) || media_type.ends_with(suffix);
        match self {
            Self::Text | Self::Bytes => true,
            Self::Json => is_of(&["application/json", "text/json"], "+json"),
            // There is no registered one for lines.
            Self::Lines => media_type.contains("json"),
            Self::Events => media_type == "text/event-stream",
            Self::Csv => media_type == "text/csv",
            Self::Xml => is_of(&["application/xml", "text/xml"], "+xml"),
        }
    }

    /// Returns the kind of source that such replies come from.
    pub(crate) const fn source(self) -> Source {
        match self {
            Self::Text => Source::Page,
            Self::Json | Self::Bytes | Self::Lines | Self::Events | Self::Csv | Self::Xml => Source::Api,
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
    /// A form of parts, of which some may be files (`part`).
    Multipart,
    /// A text or a file, as it is (`content`).
    Content,
}

impl BodyFormat {
    /// Returns the word of the table for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Form => "form",
            Self::Multipart => "part",
            Self::Content => "content",
        }
    }

    /// Returns the value of the header `Content-Type`, of a body of parts without its boundary.
    #[must_use]
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Form => "application/x-www-form-urlencoded",
            Self::Multipart => "multipart/form-data",
            Self::Content => "application/octet-stream",
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
