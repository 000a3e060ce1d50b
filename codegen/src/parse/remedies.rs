//! Names what to write for the keys and words that tables do not have: those of other formats and languages, those that
//! stand elsewhere, and those that tables had once.

/// The advice for a key or a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remedy {
    /// The key of its row.
    Own,
    Advice(&'static str),
    /// The key stands for these, which are then not reported as missing.
    Instead(&'static [&'static str], &'static str),
    /// A key that tables had once.
    Former(&'static str),
}

use Remedy::{Advice, Former, Instead, Own};

/// The keys in whose place others have another one.
const METHOD: &[&str] = &["method"];
const TYPE: &[&str] = &["type"];
const SEPARATOR: &[&str] = &["separator"];
const LINK: &[&str] = &["link"];
const TOKEN: &[&str] = &["token_host", "token_path"];

/// The names of keys, a key of a table that stands where they are written, or none for everywhere, and what to write. Of
/// several rows the first one counts, and a key that is there already is not written again.
const KEYS: &[(&[&str], &str, Remedy)] = &[
    (&["description", "summary", "docs", "comment", "title"], "doc", Own),
    (&["servers"], "hosts", Own),
    (&["paths", "operations", "requests", "routes"], "endpoints", Own),
    (&["schemas", "components", "definitions", "models", "structs"], "records", Own),
    (&["enums", "enumerations"], "types", Own),
    (&["properties", "members"], "fields", Own),
    (&["values", "enum", "members", "options"], "variants", Own),
    (&["oneOf", "one_of", "anyOf", "any_of", "of", "alternatives", "variants", "params"], "options", Own),
    (&["parameters", "arguments", "args"], "params", Own),
    (&["sources", "alternatives"], "fallbacks", Own),
    (&["responses", "returns"], "response", Own),
    (&["pagination", "paging"], "pages", Own),
    (&["cache", "ttl", "max_age"], "fresh_for", Own),
    (&["verb"], "method", Own),
    (&["format", "media_type", "content_type"], "raw", Own),
    (&["path", "pointer", "json_path", "jsonpath"], "at", Own),
    (&["location", "place"], "in", Own),
    (&["wire_name", "rename", "name"], "wire", Own),
    (&["value"], "default", Own),
    (&["value"], "wire", Own),
    (&["sep", "delimiter"], "separator", Own),
    (&["additionalProperties", "additional_properties"], "open", Own),
    (&["url", "base_url"], "default", Own),
    (&["param"], "parameter", Own),
    (&["type"], "code", Own),
    (&["kind", "schema", "$ref"], "type", Own),
    (&["minimum"], "min", Own),
    (&["maximum"], "max", Own),
    (&["maxItems", "max_items"], "max_length", Own),
    (&["batch_size", "chunk_size"], "batch", Own),
    (&["oneOf", "one_of", "anyOf", "any_of"], "choices", Own),
    (&["columnNames", "column_names"], "columns", Own),
    (&["request"], "url", Own),
    (&["get"], "method", Instead(METHOD, "write 'method: GET'")),
    (&["post"], "method", Instead(METHOD, "write 'method: POST'")),
    (&["put"], "method", Instead(METHOD, "write 'method: PUT'")),
    (&["patch"], "method", Instead(METHOD, "write 'method: PATCH'")),
    (&["delete"], "method", Instead(METHOD, "write 'method: DELETE'")),
    (&["in"], "token_host", Instead(TYPE, "write 'type'")),
    (&["in"], "token_host", Advice("remove it; 'type' says where the key is sent")),
    (
        &["operationId", "operation_id"],
        "method",
        Advice("remove it; the name above its keys is that of the endpoint"),
    ),
    (
        &["openapi", "swagger"],
        "endpoints",
        Advice("remove it; of a document of OpenAPI, 'cargo regen import openapi' makes a table"),
    ),
    (&["lenient", "strict"], "replies", Advice("write 'replies: lenient', or 'replies: strict'")),
    (
        &["separator", "sep", "delimiter"],
        "method",
        Advice("remove it; the cells of CSV are separated by ','; a converter reads others"),
    ),
    (
        &["style", "explode", "collection_format", "collectionFormat"],
        "separator",
        Instead(SEPARATOR, "write what stands between the values in 'separator', like 'separator: \"|\"'"),
    ),
    (&["method"], "queries", Advice("remove it; each step is a GET")),
    (&["key"], "echoes", Advice("write it at the record")),
    (&["statuses"], "converter", Advice("write it below 'response'")),
    (&["token_url"], "token_path", Instead(TOKEN, "write 'token_host' and 'token_path', the path below it")),
    (
        &["token_url"],
        "token_path",
        Advice("remove it; 'token_host' and 'token_path', the path below it, say where tokens come from"),
    ),
    (&["unit"], "conflicts", Advice("write it into 'doc', like 'The height in metres.'")),
    (&["min_length", "minLength"], "", Advice("write a 'pattern' such as \".{3,}\"")),
    (&["min_items", "minItems"], "", Advice("remove it; a list has a maximum alone, 'max_length'")),
    (
        &["auth", "authentication", "security"],
        "",
        Advice("write 'auth' at the host; 'session' of an endpoint says when its credentials are sent"),
    ),
    (
        &["key", "api_key", "token", "secret", "password", "user", "client_id", "client_secret"],
        "",
        Advice(
            "remove it; a secret never stands in a table: a client is given it, or reads the variable that 'env' names",
        ),
    ),
    (
        &["headers", "response_headers"],
        "into",
        Advice("write 'reply_headers' at the endpoint, with the names of the headers to keep"),
    ),
    (&["response_headers"], "reply_headers", Own),
    (
        &["etag", "if_none_match", "last_modified", "conditional"],
        "fresh_for",
        Advice("write 'fresh_for': what it keeps, a cache asks for again by its tag (ETag) or time"),
    ),
    (&["header"], "link", Instead(LINK, "write 'link: header'")),
    (
        &["headers"],
        "",
        Advice(
            "remove it; 'headers' of a host or an endpoint has those that it needs, and a client is given others in Rust",
        ),
    ),
    (&["required"], "fresh_for", Advice("write 'required: true' at each parameter that every request needs")),
    (
        &["required"],
        "",
        Advice("write 'optional: true' at a field that the reply may leave out; all others are required"),
    ),
    (&["list", "map"], "", Advice("write it in 'type', like 'type: { list: Reading }'")),
    (&["enum", "values"], "", Instead(TYPE, "declare a type below 'types', and name it in 'type'")),
    (&["enum", "values"], "", Advice("declare a type below 'types', and name it in 'type'")),
    (
        &["format"],
        "type",
        Advice("remove it; 'type' says what a value is, and 'doc' or 'pattern' what a string looks like"),
    ),
    (
        &["requires", "depends_on", "dependencies"],
        "",
        Advice(
            "write 'choices' at the endpoint, with an option whose 'required' lists the parameters that go together",
        ),
    ),
    (&["optional"], "", Advice("remove it; only what says 'required: true' has to be given")),
    (
        &["tags", "tag", "category"],
        "group",
        Advice("write 'group', the one heading that the endpoint has in the help of a command"),
    ),
    (
        &["rate", "rate_limit", "rate_limits", "throttle"],
        "",
        Advice("remove it; a table has no rates: a client is given them in Rust, with 'rate_limit'"),
    ),
    (
        &["style", "explode", "collection_format", "collectionFormat"],
        "conflicts",
        Advice(
            "remove it; 'type' says how a list is written: { list: integer } for one value after the other, and \
             { list: integer, separator: \",\" } for one text",
        ),
    ),
    (&["since"], "doc", Former("write it into 'doc', like 'Since 1.2.'")),
    (&["deprecated"], "auth", Former("write 'deprecated' at the endpoints of the host")),
    (
        &["deprecated"],
        "variants",
        Former("write 'deprecated' at its values, or at the parameters of the type"),
    ),
    (&["deprecated"], "fields", Former("write 'deprecated' at its fields, or at the endpoints that have it")),
    (
        &["subject"],
        "method",
        Former("remove it; the first required string among the 'params' names the request"),
    ),
    (&["body_format"], "method", Former("remove it, and write 'in: form' at the parameters of a form")),
    (
        &["max_items"],
        "cursor",
        Former("remove it; all pages have 10000 items at most, and a caller sets another limit"),
    ),
    (&["limit"], "total", Former("write 'rows', the path of the list of items in the reply")),
    (&["from"], "last", Former("write the number of the first page as the 'default' of the parameter")),
];

/// The words that others have for those of the table, in small letters, by the latter, and what the advice says besides.
const WORDS: &[(&[&str], &str, &str)] = &[
    (&["jsonl", "jsonlines", "json_lines"], "ndjson", ""),
    (&["text", "html", "string", "plain"], "txt", ""),
    (&["events", "event-stream", "text/event-stream"], "sse", ""),
    (&["binary", "file", "image", "pdf"], "bytes", ""),
    (&["png", "jpeg", "image/png", "image/jpeg", "application/pdf"], "bytes", ""),
    (&["application/json"], "json", ""),
    (&["text/csv"], "csv", ""),
    (&["atom", "rss"], "xml", ""),
    (&["formdata", "form_data", "urlencoded"], "form", ""),
    (&["multipart", "file"], "part", ""),
    (&["token", "jwt", "bearerauth", "bearer_auth"], "bearer", ""),
    (&["basicauth", "basic_auth"], "basic", ""),
    (&["http"], "bearer", " for a token, or basic for a name and a password"),
    (&["apikey", "api_key", "api-key"], "header", " or query, where the key is sent, and its name in 'name'"),
    (&["oauth"], "oauth2", ""),
    (
        &["openidconnect", "oidc"],
        "oauth2",
        " for client credentials, or bearer for a token that is had in another way",
    ),
];

/// Returns what to write for a key, with the key of its row. `is_known` says whether tables have a key there, and `is_absent` whether it is not
/// written.
pub(super) fn of_key(
    name: &str,
    is_known: impl Fn(&str) -> bool,
    is_absent: impl Fn(&str) -> bool,
) -> Option<(&'static str, Remedy)> {
    let is_meant = |(names, beside, remedy): &&(&[&str], &str, Remedy)| {
        let fits = match remedy {
            Own => is_absent(beside),
            Instead(keys, _) => keys.iter().any(|key| is_absent(key)),
            Advice(_) | Former(_) => true,
        };
        fits && (beside.is_empty() || is_known(beside)) && names.contains(&name)
    };
    KEYS.iter().find(is_meant).map(|(_, own, remedy)| (*own, *remedy))
}

/// Returns what to write for a word that another one stands for.
pub(super) fn of_word(text: &str, words: &[&str]) -> Option<String> {
    let text = text.to_ascii_lowercase();
    WORDS
        .iter()
        .find(|(names, own, _)| words.contains(own) && names.contains(&text.as_str()))
        .map(|(_, own, more)| format!("write {own}{more}"))
}
