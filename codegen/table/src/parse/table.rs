//! The keys of a table, each declared once.

use indexmap::IndexMap;

pub use super::hosts::{Auth, Host};
use super::keys::{Shape, keys};
pub use super::pages::{Pages, Until};
pub use super::values::{ItemType, Meaning, Scalar, TypeName, Values};
pub use super::view::View;
use crate::graphql;

/// The words that `in` takes.
const PLACES: &[&str] = &["path", "query", "header", "body", "form", "part", "content", "client"];

/// The words that `raw` takes.
const RAWS: &[&str] = &["txt", "json", "bytes", "ndjson", "sse", "csv", "xml"];

/// The words that `raw` of another source takes.
const SOURCE_RAWS: &[&str] = &["txt", "json"];

/// The words that `session` takes.
const SESSIONS: &[&str] = &["never", "on_refusal", "always"];

/// The words that `method` takes.
const METHODS: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE"];

/// The words that `replies` takes.
const REPLIES: &[&str] = &["strict", LENIENT];

/// The words that `layout` takes.
const LAYOUTS: &[&str] = &["list"];

/// The word of a table whose replies are read leniently.
const LENIENT: &str = "lenient";

/// The words that `empty` takes.
const EMPTY_MEANINGS: &[&str] = &["not_found"];

keys! {
    /// The table.
    Table, named by Type {
        /// The paths of other files with parts of the table, from the folder of this file.
        may "include" => include: Vec<String>, "[types.yaml, shops/orders.yaml]";
        /// The treatment of replies that are written otherwise than the declared responses: `strict`, an error, or
        /// `lenient`, where a number in a string, for example, is a number, and a note says so. Without the key it is
        /// `strict`.
        may "replies" => replies: Option<String>, "lenient" as Shape::OneOf(REPLIES);
        /// The hosts of the requests. A client overrides the address of a host by its name.
        must "hosts" => hosts: IndexMap<String, Host>, "";
        /// The enumerations, by their names in Rust: the strings that a parameter can have.
        may "types" => types: IndexMap<String, Enumeration>, "";
        /// The types of strings that code written by hand reads, by their names in Rust.
        may "grammars" => grammars: IndexMap<String, Grammar>, "";
        /// The structures of responses, by their names in Rust: `Reading`, or `history.Bar` for a structure that the
        /// converter `history` fills.
        may "records" => records: IndexMap<String, Record>, "";
        /// The requests, by their names in Rust.
        must "endpoints" => endpoints: IndexMap<String, Endpoint>, "";
    }

    /// An enumeration: the strings that a parameter can have.
    Enumeration, named by Type {
        /// Describes the meaning of the values.
        must "doc" => doc: String, "How much time one bar covers.", Patch "has another doc";
        /// The values, by their names in Rust.
        must "variants" => variants: IndexMap<String, Variant>, "";
        /// A regular expression. It makes the enumeration open: it also takes values that
        /// match and that the table does not list, as `Name::other("…")` in Rust and `other:…` in strings.
        may "other" => other: Option<String>, "\"[A-Z_]{1,64}\"",
            Major "takes values that it does not list, so that it is no longer Copy",
            Major "takes no values any more that it does not list",
            Major "takes other values that it does not list";
    }

    /// A value of an enumeration.
    Variant, named by Type {
        /// The string that is sent for it.
        must "wire" => wire: String, "1d", Major "is written \"{new}\" instead of \"{old}\"";
        /// The group of values that it belongs to: converters have a list of each group, in the order of the table.
        may "group" => group: Option<String>, "daily";
        /// Describes the meaning of the value, where its name does not say it.
        may "doc" => doc: Option<String>, "One trading day.", Patch "has another doc";
        /// Says what to use instead. Programs that use the part are warned by the compiler.
        may "deprecated" => deprecated: Option<String>, "Use 'count'.",
            Minor "is deprecated: {new}",
            Patch "is no longer deprecated",
            Patch "is deprecated with other words";
    }

    /// A type of strings that code written by hand reads, such as a query.
    Grammar, named by Type {
        /// Describes the grammar: what a string consists of.
        must "doc" => doc: String, "Conditions on fields, joined by `and`.", Patch "has another doc";
        /// The file below `converters` that has the type of this name. An endpoint has it as its `converter`, too.
        must "converter" => converter: String, "search", Major "is the type of another converter";
    }

    /// A structure of responses: an object of JSON, or one of several types. A structure that a converter fills is named after
    /// its module.
    Record, named by Record {
        /// Describes the thing that the object stands for.
        must "doc" => doc: String, "The weather at one time.", Patch "has another doc";
        /// The members, by their names in Rust.
        may "fields" => fields: IndexMap<String, Field>, "";
        /// The types of which a value is one, in place of `fields`. `field` names the member in JSON that says which, and the
        /// other keys are its values, each with a record: `{ field: kind, cat: Cat, dog: Dog }`. Without `field` the form of the
        /// value says which, and the keys are names: `{ text: string, parts: { list: Part } }`.
        may "one_of" => one_of: IndexMap<String, ItemType>, "{ field: kind, cat: Cat, dog: Dog }";
        /// Describes the values that `one_of` does not list. Without it they are errors.
        may "other" => other: Option<String>, "A pet of another kind.",
            Minor "takes values that it does not list",
            Major "takes no values any more that it does not list",
            Patch "has another doc";
        /// `true` if the response keeps members that the table does not name.
        may "open" => open: bool, "true",
            Minor "keeps members that it does not name",
            Major "no longer keeps members that it does not name";
        /// `true` if a reply may leave any member out or have null for it; the record is `open`, too.
        may "partial" => partial: bool, "true";
        /// The field that says what the thing is: a string that every one has.
        may "key" => key: Option<String>, "symbol",
            Minor "says what it is by '{new}'",
            Major "says what it is by another field";
        /// The form in which replies have it, if that is not an object: `list`, whose places are the fields in their order. The
        /// response has an object.
        may "layout" => layout: Option<String>, "list" as Shape::OneOf(LAYOUTS), Patch "is read otherwise";
        /// The names in the reply of numbers that are whole however the host writes them: `6.99E10` becomes 69900000000. One
        /// with a fraction stays as it is.
        may "whole" => whole: Vec<String>, "[marketCap, volume]", Minor "has other whole numbers";
    }

    /// A member of a record.
    Field, named by Word {
        /// Describes the meaning of the value.
        must "doc" => doc: String, "The temperature of the air.", Patch "has another doc";
        /// Its type: a built-in one, the name of one of the `records`, `{ list: … }` or `{ map: … }`.
        must "type" => kind: ItemType, "number", Major "has another type";
        /// Its name in the reply, if that is another one.
        may "wire" => wire: Option<String>, "tempC", Major "has another name in JSON";
        /// The name in replies of a member that a converter reads, if the response has it by another one.
        may "from" => from: Option<String>, "temperatureCelsius", Patch "is read otherwise";
        /// `true` if the converter takes no object without this member of a `partial` record.
        may "needed" => needed: bool, "true", Patch "is read otherwise";
        /// `true` if the host may write the integer, number or boolean as text: `"5"` becomes 5.
        may "text" => text: bool, "true",
            Patch "may be written as text",
            Major "may no longer be written as text";
        /// The unit of a number, which becomes a part of its documentation; for a datetime `epoch milliseconds`, if the host
        /// counts them.
        may "unit" => unit: Option<String>, "degrees Celsius",
            Patch "says that its unit is {new}",
            Patch "no longer says its unit",
            Major "is in another unit";
        /// `true` if the reply may leave it out.
        may "optional" => optional: bool, "true", Major "has another type";
        /// `true` if the value may be null.
        may "nullable" => nullable: bool, "true", Major "has another type";
        /// The texts of a reply that mean null, so that the field is `nullable`. A number that is written so is null, too.
        may "nulls" => nulls: Vec<String>, "['.', 'N/A']", Patch "is null for other texts";
        /// The minimum of an integer or a number that is sent, or of each item of a list.
        may "min" => min: Option<f64>, "1";
        /// The maximum of an integer or a number that is sent, or of each item of a list.
        may "max" => max: Option<f64>, "100";
        /// A regular expression that must match the whole string that is sent, or each of a list.
        may "pattern" => pattern: Option<String>, "\"[A-Z]+\"";
        /// The maximum length of a string that is sent in characters, or of a list in values.
        may "max_length" => max_length: Option<i64>, "64";
        /// Says what to use instead. Programs that use the part are warned by the compiler.
        may "deprecated" => deprecated: Option<String>, "Use 'count'.",
            Minor "is deprecated: {new}",
            Patch "is no longer deprecated",
            Patch "is deprecated with other words";
    }

    /// A response that is read as the table says, without a converter.
    Response, named by Word {
        /// The type of the data: the name of one of the `records`, or a list or a map of it; `empty` for a reply without
        /// data; `string` for a reply that is `txt`.
        must "type" => kind: ItemType, "Reading", Major "has a response of another type";
        /// The path of the data in the reply: names of members with `.` between them, or indexes of lists. Without
        /// it the data is the whole reply.
        may "at" => at: Option<String>, "data.readings", Patch "has its data elsewhere in the reply";
        /// The field of the record that the data becomes. The record has this field, the field of `unknown`, and no other.
        may "into" => into: Option<String>, "readings", Major "has its data in other fields";
        /// The meaning of a reply without data at the path, or with an empty list: `not_found`, an error (404). Without it
        /// an empty list is data, and data that is not there another error (422).
        may "empty" => empty: Option<String>, "not_found" as Shape::OneOf(EMPTY_MEANINGS),
            Major "has no data where a list is empty",
            Major "has data where a list is empty";
        /// The maximum number of items of a list. A reply with more is an error.
        may "max_items" => max_items: Option<i64>, "5000";
        /// The parameter whose values the `key` of the records repeats. A record about something else is an error.
        may "echoes" => echoes: Option<String>, "symbols",
            Major "is checked by another parameter",
            Patch "is no longer checked by a parameter",
            Major "is checked by another parameter";
        /// The field of the record, a list of strings, that gets what was asked for with `echoes` and has no item.
        may "unknown" => unknown: Option<String>, "unknown", Major "has its data in other fields";
        /// The values by which an item says that what it names is gone, so that it is left out: `field=value`, or `field=`
        /// for no value.
        may "gone" => gone: Vec<String>, "[kind=NONE, price=]", Minor "leaves other items out";
        /// `true` if an item that cannot be read fails alone: it is left out, and a note names it.
        may "skip_unreadable" => skip_unreadable: bool, "true",
            Minor "leaves items out that cannot be read",
            Major "fails where an item cannot be read";
        /// The host's own error in a reply. A reply that has one has no data.
        may "error" => error: Option<ErrorObject>, "{ at: error, message: text }",
            Minor "reads the host's error otherwise";
        /// The line or the data of an event that ends the items and is none of them, in a reply that is `raw: ndjson` or
        /// `raw: sse`. Without the key it is `[DONE]`.
        may "end" => end: Option<String>, "'[END]'", Patch "ends with another item";
        /// The statuses with a meaning of their own, and `4XX` or `5XX` for the others of the range: `empty` for one of 200
        /// to 299 that comes without data; from 400 on
        /// `not_found`, `unauthorized`, `rate_limited`, or the record that the body is.
        may "statuses" => statuses: IndexMap<String, Meaning>, "";
    }

    /// The host's own error in a reply.
    ErrorObject, named by Word {
        /// The path of the error, written like the path of the data. It may be an object or a string.
        must "at" => at: String, "error";
        /// The path in the error of the member that has its code.
        may "code" => code: Option<String>, "code";
        /// The path in the error of the member that has its message.
        may "message" => message: Option<String>, "message";
        /// The codes of errors which say that the host does not know what was asked for: 404, whatever the status is. Without
        /// `code` they are words of the message.
        may "not_found" => not_found: Vec<String>, "['120']";
    }

    /// An endpoint: a request and its sources.
    Endpoint, named by Type {
        /// Describes the data of the response. The first line is a full sentence that can stand alone;
        /// shapes and units follow after an empty line.
        must "doc" => doc: String, "The last price of an instrument.", Patch "has another doc";
        /// The name of one of the `hosts`.
        must "host" => host: String, "query_url", Patch "asks another address";
        /// The path below the host, without `/` at its beginning. `{name}` stands for the value of this
        /// parameter; text can stand beside it.
        must "path" => path: String, "quote/{ticker}", Patch "asks another address";
        /// The HTTP method.
        must "method" => method: String, "GET" as Shape::OneOf(METHODS),
            Patch "is sent with {new} instead of {old}";
        /// `true` if the request only reads although its method may change something. A client then sends it again
        /// after failures that may pass, as it does with GET.
        may "safe" => safe: bool, "true";
        /// The header for the key of a request. The host recognizes a repeated request by its key. The client makes the key and
        /// sends the request again after failures that may pass, as it does with GET.
        may "idempotency" => idempotency: Option<String>, "Idempotency-Key",
            Minor "is sent again after failures, with a key in {new}",
            Major "is no longer sent again after failures",
            Patch "has its key in another header";
        /// The number of times that a client without a setting of its own sends the request again after failures.
        may "retries" => retries: Option<i64>, "5", Patch "is sent again another number of times";
        /// The maximum time for the request, all attempts included, and for silence of its host, where the client has no
        /// settings of its own: an integer with `s`, `m`, `h` or `d`.
        may "deadline" => deadline: Option<String>, "2m", Patch "may take another time";
        /// Constants of the query: `name=value`, or `name={param}` for the value of that parameter.
        may "query" => query: Vec<String>, "[formatted=false, lang=en-US]",
            Patch "has other constants in its query";
        /// Constant headers: `Name=value`, or `Name={param}` for the value of that parameter.
        may "headers" => headers: Vec<String>, "[Accept=application/json]",
            Patch "has other constant headers";
        /// The headers of a good reply that programs read, beside the response.
        may "reply_headers" => reply_headers: Vec<String>, "[X-Total-Count]",
            Minor "reads other headers of replies", Major "reads fewer headers of replies";
        /// The function of the converter's module that makes the JSON body of the parameters that are `in: body`.
        /// Without it they are the members of an object.
        may "body" => body: Option<String>, "latest_body", Patch "makes its body otherwise";
        /// The document of a GraphQL request, which is its body with the parameters that are `in: body` as variables. The
        /// errors of the host are in `errors` of its reply.
        may "graphql" => graphql: Option<String>, "'query ($id: Int!) { station(id: $id) { name } }'",
            Patch "sends another GraphQL document";
        /// The HTTP status of a good reply, 200 without the key.
        or "status" => status: i64, "200", Minor "expects the status {new} instead of {old}";
        /// The format of the raw reply: `json`, `ndjson` (a JSON value in each line), `sse` (server-sent events with a JSON
        /// value each), `csv`, `xml`, `txt` (a page or other text), or `bytes` (an image or another file, which is the
        /// response itself). Without the key it is `json`.
        or "raw" => raw: String, "json" as Shape::OneOf(RAWS), Patch "reads another kind of reply";
        /// When the credentials of the host are sent: `never`, `on_refusal` after the host has refused the request
        /// without them, or `always`. It needs `auth` of the host. The default is `always` where `auth` has a form, and
        /// `never` where it is `custom` or absent.
        may "session" => session: Option<String>, "always" as Shape::OneOf(SESSIONS);
        /// The values of parameters that the reply repeats, by the names of the parameters. A reply about something else is an
        /// error.
        may "repeats" => repeats: IndexMap<String, Repeat>, "", Patch "is held against other parameters";
        /// The converter module that makes the response.
        may "converter" => converter: Option<String>, "quote";
        /// The response, if a reply has it as it is; then the endpoint needs no converter.
        may "response" => response: Option<Response>, "{ type: Reading, at: data }";
        /// The converter module whose function `prepare` makes the query. Without it each parameter is
        /// sent as it is.
        may "prepare" => prepare: Option<String>, "quote", Patch "makes its query otherwise";
        /// The name of a list in the query, or of a parameter in the path, that goes in several requests where the address would
        /// be too long. Its values have `,` between them, and the converter gets all replies together.
        may "split" => split: Option<String>, "type", Patch "splits another list of its query";
        /// Further requests of the endpoint's own source, by their names, each after the reply to the one before it. The converter
        /// gets all replies together.
        may "then" => then: IndexMap<String, Step>, "", Patch "asks otherwise";
        /// The parameters, by their names.
        may "params" => params: IndexMap<String, Param>, "";
        /// Groups of parameters that exclude each other, by their names.
        may "choices" => choices: IndexMap<String, Choice>, "";
        /// Other sources of the same data, by their names. They are tried in this order if the reply of the
        /// endpoint's own source cannot be converted.
        may "fallbacks" => fallbacks: IndexMap<String, Fallback>, "", Patch "has other fallbacks";
        /// The time for which a good reply is fresh, so that a client with a cache does not ask again: an integer with `s`, `m`,
        /// `h` or `d`, or a word such as `next_close` for a time that the converter says. Without it no reply is kept.
        may "fresh_for" => fresh_for: Option<String>, "15s", Patch "is fresh for another time";
        /// The pages that the items of the response come in.
        may "pages" => pages: Option<Pages>, "{ items: rows, cursor: { parameter: after, next: meta.next_cursor } }";
        /// The value of the reply for which a response is waited.
        may "until" => until: Option<Until>, "", Patch "is waited for otherwise";
        /// Hints for rendering the response as tables: main list, date fields, time zone.
        may "view" => view: Option<View>, "{ main: prices, times: [date] }", Patch "is shown otherwise";
        /// The feature of the crate that has the request. The catalogue lacks it where the feature is off.
        may "feature" => feature: Option<String>, "sources", Major "needs another feature";
        /// The group of endpoints that it belongs to, for the help of a command.
        may "group" => group: Option<String>, "Prices", Patch "is in another group";
        /// Words that people try for the endpoint: `word`, or `word=arguments` for arguments that a command needs besides.
        may "words" => words: Vec<String>, "[prices, 'dividends=--table dividends']",
            Patch "is found by other words";
        /// Examples of requests, by their names, with their addresses and optional replies.
        may "examples" => examples: IndexMap<String, Example>, "", Patch "has other examples";
        /// Says what to use instead. Programs that use the part are warned by the compiler.
        may "deprecated" => deprecated: Option<String>, "Use 'count'.",
            Minor "is deprecated: {new}",
            Patch "is no longer deprecated",
            Patch "is deprecated with other words";
    }

    /// The value of a parameter in a reply.
    Repeat, named by Word {
        /// The path of the value, written like the path of the data. Of an object its names are the values. Without the key it
        /// is the whole reply.
        may "at" => at: Option<String>, "data.id";
        /// A regular expression of what does not count, as hosts spell values otherwise. Upper and lower case never count.
        may "ignoring" => ignoring: Option<String>, "^0+";
    }

    /// Another source of an endpoint's data. The endpoint's converter gets all its replies together.
    Fallback, named by Word {
        /// Describes the source.
        must "doc" => doc: String, "The service that today's pages have their data from.";
        /// The format of its raw replies: `txt` (pages or other text) or `json`.
        must "raw" => raw: String, "json" as Shape::OneOf(SOURCE_RAWS);
        /// The provider, if it is another company than the host's of the endpoint. It is asked where the caller has the key of its
        /// host or chose it by name, and also after a status of 401, 403, 429 or 500 and more, and where no reply came.
        may "provider" => provider: Option<String>, "Acme";
        /// The requests of the source, one after the other, by their names.
        must "steps" => steps: IndexMap<String, Step>, "";
    }

    /// A request of a source to one host.
    Step, named by Word {
        /// The name of one of the `hosts`.
        must "host" => host: String, "query_url";
        /// The path below the host, written like the path of the endpoint.
        must "path" => path: String, "v1/quote/{ticker}";
        /// When the credentials of the host are sent, as for the endpoint.
        may "session" => session: Option<String>, "always" as Shape::OneOf(SESSIONS);
        /// The query: `name=value`, or `name={param}` for the value of that parameter.
        may "query" => query: Vec<String>, "[formatted=false, 'symbol={ticker}']";
        /// The function of the converter's module that makes the queries, each of its own request, from the
        /// parameters that the converter reads and from the replies so far. A pair `{ticker}` is the value of that placeholder
        /// in the path, for symbols that a host spells otherwise; with an error the source has not what is asked for.
        may "queries" => queries: Option<String>, "batches";
        /// The name of a list in the query or in the path that goes in several requests, as for the endpoint.
        may "split" => split: Option<String>, "type";
    }

    /// A parameter of an endpoint.
    Param, named by Word {
        /// Describes the effect of the parameter.
        must "doc" => doc: String, "The symbol of the instrument.", Patch "has another doc";
        /// Its type: a built-in one, the name of one of the `types` or `grammars`, or a list: `{ list: integer, separator: "," }`
        /// is sent as one text, and `{ list: integer }` as a value for each item. In a JSON body it may also be a record, `any`,
        /// and lists and maps of these: `{ list: Reading }`, `{ map: number }`; `bytes` is a file.
        must "type" => kind: TypeName, "ticker";
        /// The part of the request that has it: `path`, `query`, `header`, the JSON `body`, the `form` that is its body, a
        /// `part` of a form with files, the `content` that is its body as it is, a string or `bytes`, or `client` for a
        /// parameter that is not sent and that only the converter reads.
        must "in" => place: String, "query" as Shape::OneOf(PLACES), Patch "is sent otherwise";
        /// Its name in the query, the headers or the body, if that is another one. In a JSON body `a.b` is the member
        /// `b` of the object `a`, and `.` is the whole body.
        may "wire" => wire: Option<String>, "maxResults", Patch "is sent otherwise";
        /// `true` if the converter reads a parameter that is also sent.
        may "client" => client: bool, "true";
        /// `true` if every request needs it. A parameter in the path is always required.
        may "required" => required: bool, "true",
            Major "is required",
            Major "is no longer required, so that it has a setter";
        /// `true` if null is a value of a parameter that is `in: body`. Null is sent, and absent is not.
        may "nullable" => nullable: bool, "true";
        /// The value that is sent, or that the converter gets, if none is set.
        may "default" => default: Option<Scalar>, "25";
        /// The minimum of an integer or a number.
        may "min" => min: Option<f64>, "1";
        /// The maximum of an integer or a number.
        may "max" => max: Option<f64>, "100";
        /// A regular expression that must match the whole string or ticker.
        may "pattern" => pattern: Option<String>, "\"[A-Z]+\"";
        /// The maximum length of a string or ticker in characters, or of a list in values.
        may "max_length" => max_length: Option<i64>, "64";
        /// The maximum number of values of a list in one request. A request of more is sent in batches, and the `join`
        /// of the converter's module joins their responses; lists that the table declares need none.
        may "batch" => batch: Option<i64>, "20",
            Major "is refused more values in one request",
            Minor "takes any number of values in one request",
            Patch "has batches of another length";
        /// Parameters that exclude it: `name`, or `name=value` for one value.
        may "conflicts" => conflicts: Vec<String>, "[range]";
        /// A parameter of the same type. The value must be greater than the value of this parameter.
        may "after" => after: Option<String>, "start";
        /// Other names that `from_params` and the command line take for it.
        may "aliases" => aliases: Vec<String>, "[period]";
        /// Says what to use instead. Programs that use the part are warned by the compiler.
        may "deprecated" => deprecated: Option<String>, "Use 'count'.",
            Minor "is deprecated: {new}",
            Patch "is no longer deprecated",
            Patch "is deprecated with other words";
    }

    /// A group of parameters that exclude each other.
    Choice, named by Word {
        /// Describes the choice.
        must "doc" => doc: String, "The time that a history covers.", Patch "has another doc";
        /// `true` if every request needs one of the sets.
        may "required" => required: bool, "true", Major "is required", Major "is no longer required";
        /// The sets of parameters, two or more, by their names. A request has none or one of them.
        must "options" => options: IndexMap<String, ChoiceOption>, "";
    }

    /// One set of parameters of a choice.
    ChoiceOption, named by Word {
        /// Describes the meaning of the set.
        must "doc" => doc: String, "From one date to another.", Patch "has another doc";
        /// The parameters that the set needs.
        must "required" => required: Vec<String>, "[start]", Major "needs other parameters";
        /// The parameters that can be set with them.
        may "optional" => optional: Vec<String>, "[end]", Major "takes other parameters";
    }

    /// An example of a request.
    Example, named by Word {
        /// Describes the example.
        must "doc" => doc: String, "The last price of IBM.";
        /// The time of the request, for requests that end now: `2024-06-28T20:00:00Z` or epoch seconds.
        may "now" => now: Option<Scalar>, "2024-06-28T20:00:00Z";
        /// The parameters, by their names; a list is written in brackets.
        may "params" => params: IndexMap<String, Values>, "";
        /// The whole address of the request, encoded, with the default address of the host.
        must "url" => url: String, "https://query.example.com/quote/IBM";
        /// The body that is sent: JSON, whose order of keys does not matter, or the text of a form.
        may "body" => body: Option<String>, "'{ \"symbols\": [\"IBM\"] }'";
        /// An invented raw reply.
        may "reply" => reply: Option<String>, "'{ \"price\": 1.5 }'";
        /// The converted reply as JSON. The order of keys does not matter.
        may "response" => response: Option<String>, "'{ \"price\": 1.5 }'";
    }
}

/// The key of `one_of` with the name of the member that says which type a value is of.
pub const DISCRIMINATOR: &str = "field";

impl Record {
    /// Returns true if a value is one of several types.
    pub fn is_one_of(&self) -> bool {
        !self.one_of.is_empty()
    }

    /// Returns the name of the member that says which type a value is of.
    pub fn discriminator(&self) -> Option<&str> {
        self.one_of.get(DISCRIMINATOR).map(ItemType::innermost)
    }

    /// Returns the types of which a value is one, with the values of the member or their names.
    pub fn variants(&self) -> impl Iterator<Item = (&str, &ItemType)> {
        self.one_of.iter().filter(|(key, _)| *key != DISCRIMINATOR).map(|(key, kind)| (key.as_str(), kind))
    }

    /// Returns the types that it consists of, each with its name.
    pub fn kinds(&self) -> impl Iterator<Item = (&str, &ItemType)> {
        let fields = self.fields.iter().map(|(name, field)| (name.as_str(), &field.kind));
        fields.chain(self.variants())
    }

    /// Returns the fields by their names in the reply.
    pub fn wired(&self) -> impl Iterator<Item = (&str, &Field)> + Clone {
        self.fields.iter().map(|(own, field)| (field.wire.as_deref().unwrap_or(own), field))
    }

    /// Returns the names of the fields in the reply.
    pub fn wires(&self) -> impl Iterator<Item = &str> + Clone {
        self.wired().map(|(wire, _)| wire)
    }
}

impl Field {
    /// Returns true if every reply has a value for it.
    pub const fn is_always_there(&self) -> bool {
        !self.optional && !self.nullable
    }
}

impl Param {
    /// Returns the name by which the parameter of a name is sent.
    pub fn wire_name<'p>(&'p self, name: &'p str) -> &'p str {
        self.wire.as_deref().unwrap_or(name)
    }
}

impl ChoiceOption {
    /// Returns the names of its parameters.
    pub fn params(&self) -> impl Iterator<Item = &String> {
        self.required.iter().chain(&self.optional)
    }
}

impl Endpoint {
    /// Returns the choice that a parameter belongs to.
    pub fn choice_of(&self, param: &str) -> Option<(&String, &Choice)> {
        let has = |option: &ChoiceOption| option.params().any(|own| own == param);
        self.choices.iter().find(|(_, choice)| choice.options.values().any(has))
    }

    /// Returns the steps behind its first request, and the steps of its fallbacks.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.then.values().chain(self.fallbacks.values().flat_map(|fallback| fallback.steps.values()))
    }

    /// Returns true if a request changes nothing: a GET, a request that is `safe`, and a query of GraphQL.
    pub fn reads_only(&self) -> bool {
        match &self.graphql {
            Some(document) => !graphql::operations(document).contains(&"mutation"),
            None => self.method == "GET" || self.safe,
        }
    }
}

impl Table {
    /// Returns the doc of an endpoint with the terms of its host.
    pub fn documented(&self, endpoint: &Endpoint) -> String {
        let doc = endpoint.doc.trim();
        let terms = self.hosts.get(&endpoint.host).map(Host::terms).unwrap_or_default();
        // An import of what was exported has them.
        let lacking: Vec<_> = terms.into_iter().filter(|term| !doc.contains(&**term)).collect();
        if lacking.is_empty() { doc.to_owned() } else { format!("{doc}\n\n{}", lacking.join(" ")) }
    }

    /// Returns true if what a host writes otherwise than the responses say is no error.
    pub fn is_lenient(&self) -> bool {
        self.replies.as_deref() == Some(LENIENT)
    }
}
