//! Media types of bodies and replies: which are JSON, and which are text.

/// Media types of text that do not begin with `text/`: the ends of their names.
const TEXTS: &[&str] = &[
    "xml",
    "yaml",
    "csv",
    "html",
    "javascript",
    "ecmascript",
    "x-www-form-urlencoded",
    "ndjson",
    "jsonl",
    "json-seq",
    "graphql",
    "sql",
    "toml",
];

/// Returns the name of a media type in lower case and without parameters.
pub(super) fn name(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Returns the format of a list whose items come one after the other.
pub(super) fn list_format(media_type: &str) -> Option<&'static str> {
    match name(media_type).as_str() {
        "text/event-stream" => Some("sse"),
        "application/x-ndjson" | "application/ndjson" | "application/jsonl" | "application/x-jsonlines" => {
            Some("ndjson")
        }
        _ => None,
    }
}

/// Returns true for JSON, and for any media type.
pub(super) fn is_json(media_type: &str) -> bool {
    let name = name(media_type);
    name == "*/*" || name.ends_with("/json") || name.ends_with("+json")
}

/// Returns true for XML.
pub(super) fn is_xml(media_type: &str) -> bool {
    let name = name(media_type);
    name.ends_with("/xml") || name.ends_with("+xml")
}

/// Returns true for text.
pub(super) fn is_text(media_type: &str) -> bool {
    let name = name(media_type);
    let subtype = name.rsplit(['/', '+']).next().unwrap_or_default();
    name.starts_with("text/") || TEXTS.contains(&subtype.strip_prefix("x-").unwrap_or(subtype))
}
