//! The parts of an endpoint beside its parameters.

use http::header::HeaderValue;

use super::entry::{entries, words};
use super::host::Host;
use super::source::Source;

entries! {
    /// Another source of an endpoint's data. A client asks it if the reply of an earlier source cannot be converted, and
    /// another provider's as [`provider`](Self::provider) says.
    #[derive(Debug, Clone, Copy)]
    FallbackInfo(name: &'static str) {
        /// The name, for example `service`.
        must name: &'static str = name;
        /// The table's doc of the source (Markdown; the first line is a summary).
        or doc: &'static str = "";
        /// The kind of its raw replies.
        or raw: RawKind = RawKind::Json;
        /// The provider, if it is another than the endpoint's own. It is asked where the caller has its key, or chose it by
        /// name, and also where the sources before it refuse, fail or do not answer.
        some provider: &'static str;
        /// The steps, in the order in which they are asked.
        or steps: &'static [StepInfo] = &[];
    }
}

entries! {
    /// A step of a fallback: the messages to one host.
    #[derive(Debug, Clone, Copy)]
    StepInfo(name: &'static str, host: &'static Host) {
        /// The name, for example `summary`.
        must name: &'static str = name;
        /// The host.
        must host: &'static Host = host;
        /// The path template below the host, for example `v10/finance/quoteSummary/{ticker}`.
        or path: &'static str = "";
        /// The HTTP method.
        or method: &'static str = "GET";
        /// The cases in which a session goes along with the request.
        or session: SessionUse = SessionUse::Never;
        /// The query: names, and values or `{param}` for the value of a parameter.
        list query: (&'static str, &'static str);
        /// The name of the list in the query or in the path that goes in several messages where an address would be too long.
        some split: &'static str;
        /// True if the converter's module makes the rest of the query; there may be several messages then.
        or prepared: bool = false;
    }
}

entries! {
    /// Hints for showing a response as tables.
    #[derive(Debug, Clone, Copy)]
    ViewInfo(main: Option<&'static str>) {
        /// The path of the main table, for example `institutional.holders`, or `.` for the response itself.
        must main: Option<&'static str> = main;
        /// The paths of the tables that are the main one instead, in this order, where those before have no rows.
        list otherwise: &'static str;
        /// The names of lists in the rows of the main table: each item is a row of its own, and lists with the same number
        /// of items are columns beside each other.
        list unfold: &'static str;
        /// The names of members that are timestamps in epoch seconds, at any depth. A column of midnights UTC alone is one of
        /// dates.
        list times: &'static str;
        /// The names of members that are timestamps in epoch seconds, at any depth, and never dates.
        list instants: &'static str;
        /// The names of members that are days: timestamps in epoch seconds that lie on the day in the zone.
        list days: &'static str;
        /// The path of the member that names the interval of the main table's rows, for example
        /// `meta.dataGranularity`. The times of rows that cover a day or more are days.
        some interval: &'static str;
        /// The path of the member that names the time zone, for example `meta.exchangeTimezoneName`, or its name where
        /// each row has one.
        some zone: &'static str;
        /// The names of the columns, or of the single values, that people read first.
        list columns: &'static str;
        /// The headings of columns for people, by their names.
        list labels: (&'static str, &'static str);
        /// The names of the columns whose strings are never cut for people: they go on in the next line.
        list whole: &'static str;
        /// The name of the member whose values are the heads of columns: tables with it are transposed for people.
        some head: &'static str;
        /// The paths of values that stand above the main table for people, each with its label.
        list facts: (&'static str, &'static str);
        /// The path of the table whose rows stand beside the rows of the main table for people, where the first of
        /// `columns` is the same.
        some beside: &'static str;
        /// The path of the list of what was asked for and is not there.
        some unknown: &'static str;
        /// The names of members that are in percent, at any depth.
        list percents: &'static str;
        /// The names of members that are fractions, at any depth: people see them in percent.
        list fractions: &'static str;
        /// The names of members that are prices, at any depth.
        list prices: &'static str;
        /// The path of the member that has the number of decimals of prices, for example `meta.priceHint`, or its name
        /// where each row has one.
        some decimals: &'static str;
        /// The paths of the members that name what a chart is about, for example `meta.longName`; the first that is there
        /// counts.
        list names: &'static str;
        /// The path of the member that has the currency of prices, for example `meta.currency`.
        some currency: &'static str;
        /// The names of the columns that are a bar of a chart: time, open, high, low, close and volume; none if there are
        /// no bars.
        list chart: &'static str;
    }
}

entries! {
    /// An example of a request: its parameters and the address that it asks.
    #[derive(Debug, Clone, Copy)]
    ExampleInfo(name: &'static str) {
        /// The name, for example `weekly_bars`.
        must name: &'static str = name;
        /// The table's doc of the example (Markdown; the first line is a summary).
        or doc: &'static str = "";
        /// The parameters by name, as strings, in the order of the table.
        or params: &'static [(&'static str, &'static str)] = &[];
        /// The request in Rust, for example `Isin::new("IBM").max_results(10)`.
        or rust: &'static str = "";
        /// The client's clock in epoch seconds, if the address depends on it.
        some now: i64;
        /// The whole encoded address, at the host's default address.
        or url: &'static str = "";
        /// The body that is sent, if the table has it: JSON, or the text of a form.
        some body: &'static str;
        /// A raw reply, if the table has one. The sample host serves it.
        some reply: &'static str;
        /// The expected response to that reply as JSON, if the table has one.
        some response: &'static str;
    }
}

words! {
    /// The kind of a raw reply, which decides if its source counts as a page or as an API.
    RawKind {
        /// A page or other text (`txt` in the table).
        Text = "txt",
        /// A JSON document (`json` in the table).
        Json = "json",
        /// Bytes that are no text, such as an image (`bytes` in the table).
        Bytes = "bytes",
        /// A JSON value in each line (`ndjson` in the table).
        Lines = "ndjson",
        /// Server-sent events with a JSON value each (`sse` in the table).
        Events = "sse",
        /// A table of comma-separated values (`csv` in the table).
        Csv = "csv",
        /// An XML document (`xml` in the table).
        Xml = "xml",
    }
}

impl RawKind {
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

    /// Returns true for the formats whose items can be read one by one while the reply comes.
    #[must_use]
    pub const fn has_events(self) -> bool {
        matches!(self, Self::Lines | Self::Events)
    }

    /// Returns the media types of the format as the header `Accept` has them; a host that has the format under another one only
    /// may send it. Text and bytes have any.
    const fn media_types(self) -> &'static str {
        match self {
            Self::Text | Self::Bytes => "",
            Self::Json => "application/json, text/json, */*;q=0.5",
            // There is no registered one.
            Self::Lines => "application/x-ndjson, application/jsonl, */*;q=0.5",
            Self::Events => "text/event-stream, */*;q=0.5",
            Self::Csv => "text/csv, */*;q=0.5",
            Self::Xml => "application/xml, text/xml, */*;q=0.5",
        }
    }

    /// Returns true for a media type that replies of the format have.
    pub(crate) fn is_media_type(self, media_type: &str) -> bool {
        let is_other = match self {
            Self::Text | Self::Bytes => true,
            Self::Json => media_type.ends_with("+json"),
            Self::Lines => media_type.contains("json"),
            Self::Events | Self::Csv => false,
            Self::Xml => media_type.ends_with("+xml"),
        };
        is_other || self.media_types().split(", ").any(|known| known == media_type)
    }

    /// Returns the header `Accept` of a message whose reply is to have the format; `None` where any will do.
    pub(crate) fn accept(self) -> Option<HeaderValue> {
        let types = self.media_types();
        (!types.is_empty()).then(|| HeaderValue::from_static(types))
    }

    /// Returns the kind of source that such replies come from.
    pub(crate) const fn source(self) -> Source {
        match self {
            Self::Text => Source::Page,
            Self::Json | Self::Bytes | Self::Lines | Self::Events | Self::Csv | Self::Xml => Source::Api,
        }
    }
}

words! {
    /// The format of the body of a request (`body_format` in the table).
    BodyFormat {
        /// A JSON object (`json`).
        Json = "json",
        /// A form, `a=1&b=2` (`form`).
        Form = "form",
        /// A form of parts, of which some may be files (`part`).
        Multipart = "part",
        /// A text or a file, as it is (`content`).
        Content = "content",
    }
}

impl BodyFormat {
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

words! {
    /// The cases in which a session goes along with a request (`session` in the table).
    SessionUse {
        /// Never: the host answers anyone (`never`).
        Never = "never",
        /// Once the host has refused a request without it (`on_refusal`).
        OnRefusal = "on_refusal",
        /// Always: the host refuses every request without it (`always`).
        Always = "always",
    }
}
