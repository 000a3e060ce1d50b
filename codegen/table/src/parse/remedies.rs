//! Names what to write for the keys and words that people know from other formats.

/// The names of keys elsewhere, and the key of a table that each stands for, where a part has it.
const KEYS: &[(&[&str], &str)] = &[
    (&["description", "summary", "docs", "comment", "title"], "doc"),
    (&["servers"], "hosts"),
    (&["paths", "operations", "requests", "routes"], "endpoints"),
    (&["schemas", "components", "definitions", "models", "structs"], "records"),
    (&["enums", "enumerations"], "types"),
    (&["properties", "members"], "fields"),
    (&["values", "enum", "members"], "variants"),
    (&["parameters", "arguments", "args"], "params"),
    (&["responses", "returns"], "response"),
    (&["pagination", "paging"], "pages"),
    (&["cache", "ttl", "max_age"], "fresh_for"),
    (&["verb"], "method"),
    (&["format", "media_type", "content_type"], "raw"),
    (&["location", "place"], "in"),
    (&["rename", "name"], "wire"),
    (&["null", "nil"], "nullable"),
    (&["url", "base_url"], "default"),
    (&["url", "uri", "route", "endpoint"], "path"),
    (&["path", "pointer", "json_path"], "at"),
    (&["kind", "schema", "$ref"], "type"),
    (&["minimum"], "min"),
    (&["maximum"], "max"),
    (&["maxItems", "max_items", "maxLength"], "max_length"),
    (&["batch_size", "chunk_size"], "batch"),
    (&["tags", "tag", "category"], "group"),
    (&["array", "items", "vec", "set", "sequence"], "list"),
    (&["dict", "object", "hashmap"], "map"),
];

/// The names of keys elsewhere, and what to do where a table has none for them.
const ADVICE: &[(&[&str], &str)] = &[
    (
        &["openapi", "swagger"],
        "remove it; of a document of OpenAPI, 'cargo regen import openapi' makes a table",
    ),
    (&["operationId"], "remove it; the name above its keys is that of the endpoint"),
    (&["enum", "values"], "declare a type below 'types', and name it in 'type'"),
    (&["list", "map", "items"], "write it in 'type', like 'type: { list: Reading }'"),
    (&["separator", "delimiter"], "write it in 'type', like 'type: { list: integer, separator: \"|\" }'"),
    (&["min_length", "minLength"], "write a 'pattern' such as \".{3,}\""),
    (&["statuses"], "write it below 'response'"),
    (&["optional"], "remove it; a parameter is optional unless it has 'required: true'"),
    (
        &["required"],
        "write 'optional: true' at a field that the reply may leave out; all others are required",
    ),
    (
        &["auth", "authentication", "security"],
        "write 'auth' at the host; 'session' of an endpoint says when its credentials are sent",
    ),
    (
        &["key", "api_key", "token", "secret", "password", "client_id", "client_secret"],
        "remove it; a secret never stands in a table: a client is given it, or reads the variable that 'env' names",
    ),
    (
        &["rate", "rate_limit", "throttle"],
        "remove it; a table has no rates: a client is given them in Rust, with 'rate_limit'",
    ),
];

/// The words that others have, in small letters, and the word of a table for each.
const WORDS: &[(&[&str], &str)] = &[
    (&["jsonl", "jsonlines"], "ndjson"),
    (&["text", "html", "string", "plain"], "txt"),
    (&["events", "event-stream", "text/event-stream"], "sse"),
    (&["binary", "file", "image", "pdf"], "bytes"),
    (&["application/json"], "json"),
    (&["text/csv"], "csv"),
    (&["formdata", "urlencoded"], "form"),
    (&["multipart", "file"], "part"),
    (&["token", "jwt", "http"], "bearer"),
    (&["apikey", "api_key"], "header"),
    (&["oauth"], "oauth2"),
];

/// Returns the key that another name stands for. `is_absent` says of a key that the part may have it and has not.
pub(super) fn key(name: &str, is_absent: impl Fn(&str) -> bool) -> Option<&'static str> {
    KEYS.iter().find(|(names, own)| names.contains(&name) && is_absent(own)).map(|(_, own)| *own)
}

/// Returns what to do with a key that tables do not have.
pub(super) fn advice(name: &str) -> Option<&'static str> {
    ADVICE.iter().find(|(names, _)| names.contains(&name)).map(|(_, advice)| *advice)
}

/// Returns what to write for a word that another one stands for.
pub(super) fn of_word(text: &str, words: &[&str]) -> Option<String> {
    let text = text.to_ascii_lowercase();
    let is_meant = |(names, own): &&(&[&str], &str)| words.contains(own) && names.contains(&text.as_str());
    WORDS.iter().find(is_meant).map(|(_, own)| format!("write {own}"))
}
