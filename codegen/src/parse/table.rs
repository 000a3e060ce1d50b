//! The keys of a table: everything that can be said about an endpoint, each key declared once.

use indexmap::IndexMap;

use super::keys::{Shape, keys};
pub(crate) use super::values::{Scalar, TypeName, Values};

/// The words that `in` takes.
const PLACES: &[&str] = &["path", "query", "client"];

/// The words that `raw` takes.
const RAWS: &[&str] = &["txt", "json"];

/// The words that `session` takes.
const SESSIONS: &[&str] = &["never", "on_refusal", "always"];

/// The words that `method` takes.
const METHODS: &[&str] = &["GET"];

keys! {
    /// The table.
    Table, named by Type {
        /// The hosts that requests go to, by the name under which a client overrides their address.
        must "hosts" => hosts: IndexMap<String, Host>, "";
        /// Enumerations: the texts that a parameter may have, each with its name in Rust.
        may "types" => types: IndexMap<String, Enumeration>, "";
        /// The requests, by their names in Rust.
        must "endpoints" => endpoints: IndexMap<String, Endpoint>, "";
    }

    /// A host that requests go to.
    Host, named by Word {
        /// What the host serves.
        must "doc" => doc: String, "The host for JSON query endpoints.";
        /// Its address, `https://` or `http://`, without a `/` at the end.
        must "default" => default: String, "https://query.example.com";
    }

    /// An enumeration: the texts that a parameter may have.
    Enumeration, named by Type {
        /// What the values mean.
        must "doc" => doc: String, "How much time one bar covers.";
        /// The values, by their names in Rust.
        must "variants" => variants: IndexMap<String, Variant>, "";
        /// A regular expression. It makes the enumeration open: values that the table does not list are
        /// taken too when they match, as `Name::other("…")` in Rust and `other:…` in text.
        may "other" => other: Option<String>, "\"[A-Z_]{1,64}\"";
    }

    /// A value of an enumeration.
    Variant, named by Type {
        /// The text that the host takes for it.
        must "wire" => wire: String, "1d";
        /// What the value means.
        must "doc" => doc: String, "One trading day.";
    }

    /// An endpoint: a request that can be declared.
    Endpoint, named by Type {
        /// What the request gives. The first line is a full sentence that can stand alone; what follows
        /// after an empty line says shapes and units.
        must "doc" => doc: String, "The last price of an instrument.";
        /// The name of one of the `hosts`.
        must "host" => host: String, "query_url";
        /// The path below the host, without `/` at its ends. `{name}` is a whole segment and stands for
        /// the parameter of that name.
        must "path" => path: String, "quote/{ticker}";
        /// The HTTP method.
        must "method" => method: String, "GET" as Shape::OneOf(METHODS);
        /// The HTTP status of a good reply.
        must "status" => status: i64, "200";
        /// What the raw reply is: `txt` (a page or another text) or `json`.
        must "raw" => raw: String, "json" as Shape::OneOf(RAWS);
        /// Whether a session, a cookie with its crumb, goes along: `never`, which holds where the key is
        /// missing, `on_refusal` when the host has refused the request without it, or `always`. It needs
        /// the host `cookie_url`, whose answer sets the cookie.
        may "session" => session: Option<String>, "always" as Shape::OneOf(SESSIONS);
        /// The converter module that makes the response.
        must "converter" => converter: String, "quote";
        /// The converter module whose function `prepare` makes the query, where that takes more than
        /// sending each parameter.
        may "prepare" => prepare: Option<String>, "quote";
        /// The parameter that names the request in messages; else the first required text.
        may "subject" => subject: Option<String>, "ticker";
        /// The parameters, by their names.
        may "params" => params: IndexMap<String, Param>, "";
        /// Groups of parameters that exclude each other, by their names.
        may "choices" => choices: IndexMap<String, Choice>, "";
        /// Other sources of the same data, by their names, in the order in which they are tried when the
        /// reply of the endpoint's own cannot be converted.
        may "fallbacks" => fallbacks: IndexMap<String, Fallback>, "";
        /// What tables of the response cannot tell by themselves.
        may "view" => view: Option<View>, "{ main: prices, times: [date] }";
        /// Requests with their addresses and, where they have them, replies, by their names.
        may "examples" => examples: IndexMap<String, Example>, "";
    }

    /// Another source of an endpoint's data. Its replies go to the endpoint's converter, all together.
    Fallback, named by Word {
        /// What the source is.
        must "doc" => doc: String, "The service that today's pages have their data from.";
        /// What its raw replies are: `txt` (pages or other texts) or `json`.
        must "raw" => raw: String, "json" as Shape::OneOf(RAWS);
        /// What is asked, one after the other, by their names.
        must "steps" => steps: IndexMap<String, Step>, "";
    }

    /// What a fallback asks at one host.
    Step, named by Word {
        /// The name of one of the `hosts`.
        must "host" => host: String, "query_url";
        /// The path below the host, as that of the endpoint.
        must "path" => path: String, "v1/quote/{ticker}";
        /// Whether a session goes along, as with the endpoint.
        may "session" => session: Option<String>, "always" as Shape::OneOf(SESSIONS);
        /// The query: `name=value`, or `name={param}` for the value of that parameter.
        may "query" => query: Vec<String>, "[formatted=false, 'symbol={ticker}']";
        /// The function of the converter's module that makes the queries from the parameters that the
        /// converter reads and from the replies so far: one request for each.
        may "queries" => queries: Option<String>, "batches";
    }

    /// How a response is seen as tables.
    View, named by Word {
        /// The table that stands for the whole: the names on the way to it with `.` between them, or `.`
        /// for the response itself. A list on the way has one item.
        may "main" => main: Option<String>, "prices.daily";
        /// The names of members that are points in time in epoch seconds, wherever they are.
        may "times" => times: Vec<String>, "[timestamp, date]";
        /// The names of members that are days, given as a time in epoch seconds that lies on the day in the zone.
        may "days" => days: Vec<String>, "[date]";
        /// The member that names the interval of the main table's rows, such as `1wk`. From `1d` on, their times
        /// are days.
        may "interval" => interval: Option<String>, "meta.interval";
        /// The member that names the time zone of the times, with `.` between the names on the way to it.
        may "zone" => zone: Option<String>, "meta.timezone";
    }

    /// A parameter of an endpoint.
    Param, named by Word {
        /// What the parameter does.
        must "doc" => doc: String, "The symbol of the instrument.";
        /// Its type: a built-in one, the name of one of the `types`, or
        /// `{ list: integer, separator: "," }`.
        must "type" => kind: TypeName, "ticker";
        /// Where it goes: `path`, `query`, or `client` when it is not sent and only the converter reads
        /// it.
        must "in" => place: String, "query" as Shape::OneOf(PLACES);
        /// Its name on the wire, where it differs.
        may "wire" => wire: Option<String>, "maxResults";
        /// `true` when the converter reads it although it is sent.
        may "client" => client: bool, "true";
        /// `true` when the request cannot be made without it; what is in the path always is.
        may "required" => required: bool, "true";
        /// What is sent, or what the converter gets, when it is not given.
        may "default" => default: Option<Scalar>, "25";
        /// The least value of an integer or a number.
        may "min" => min: Option<f64>, "1";
        /// The greatest value of an integer or a number.
        may "max" => max: Option<f64>, "100";
        /// A regular expression that the whole of a string or ticker matches.
        may "pattern" => pattern: Option<String>, "\"[A-Z]+\"";
        /// The most bytes of a string or ticker; the most values of a list.
        may "max_length" => max_length: Option<i64>, "64";
        /// What it cannot be given together with: `name`, or `name=value` for one value.
        may "conflicts" => conflicts: Vec<String>, "[range]";
        /// The parameter of the same type whose value it must be greater than.
        may "after" => after: Option<String>, "start";
        /// Other names that `from_params` and the command line take for it.
        may "aliases" => aliases: Vec<String>, "[period]";
    }

    /// A group of parameters that exclude each other.
    Choice, named by Word {
        /// What is chosen.
        must "doc" => doc: String, "The time that a history covers.";
        /// The sets of which one may be given, at least two, by their names.
        must "options" => options: IndexMap<String, ChoiceOption>, "";
    }

    /// One set of parameters of a choice.
    ChoiceOption, named by Word {
        /// What the set means.
        must "doc" => doc: String, "From one moment to another.";
        /// The parameters that make up the set.
        must "required" => required: Vec<String>, "[start]";
        /// The parameters that may be given with them.
        may "optional" => optional: Vec<String>, "[end]";
    }

    /// An example of a request.
    Example, named by Word {
        /// What the example shows.
        must "doc" => doc: String, "The last price of IBM.";
        /// The client's clock, for requests that end now: `2024-06-28T20:00:00Z` or epoch seconds.
        may "now" => now: Option<Scalar>, "2024-06-28T20:00:00Z";
        /// The parameters, by their names; a list is written in brackets.
        may "params" => params: IndexMap<String, Values>, "";
        /// The whole address that is asked, encoded, with the default address of the host.
        must "url" => url: String, "https://query.example.com/quote/IBM";
        /// A raw reply that the host could give.
        may "reply" => reply: Option<String>, "'{ \"price\": 1.5 }'";
        /// What the reply is converted to, as JSON; the order of keys does not matter.
        may "response" => response: Option<String>, "'{ \"price\": 1.5 }'";
    }
}
