//! Values that a file has: a path in the place of JSON, or of a file that is sent.

use std::path::Path;

use virtual_finance_core::Upload;
use virtual_finance_core::catalogue::{JsonKind, ParamKind};
use virtual_finance_files::{Links, read};

/// The maximum length of a file in bytes.
const MAX_FILE: u64 = 64 << 20;

/// Media types of files, by the ends of their names.
const MEDIA_TYPES: &[(&str, &str)] = &[
    ("csv", "text/csv"),
    ("gif", "image/gif"),
    ("html", "text/html"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("json", "application/json"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain"),
    ("wav", "audio/wav"),
    ("webp", "image/webp"),
    ("xml", "application/xml"),
    ("zip", "application/zip"),
];

/// Returns what an argument stands for: the text itself, or what the file at that path has.
///
/// # Errors
/// The file cannot be read, or has no text where the value is JSON. The message ends in what to do.
pub(crate) fn value(kind: &ParamKind, text: String) -> Result<String, String> {
    let ParamKind::Json { kind, nullable } = kind else { return Ok(text) };
    if *nullable && text.trim() == "null" || is_json(kind, text.trim_start()) {
        return Ok(text);
    }
    match kind {
        JsonKind::Bytes => upload(&text),
        JsonKind::List(JsonKind::Bytes) => {
            let files: Result<Vec<String>, String> = text.split(',').map(str::trim).map(upload).collect();
            Ok(format!("[{}]", files?.join(",")))
        }
        _ => String::from_utf8(content(&text)?)
            .map_err(|_| format!("{text} is not UTF-8; save it as UTF-8, or write the JSON itself")),
    }
}

/// Returns true for types whose JSON no path looks like.
pub(crate) const fn may_be_path(kind: &JsonKind) -> bool {
    matches!(
        kind,
        JsonKind::Bytes | JsonKind::Record(_) | JsonKind::Map(_) | JsonKind::List(_) | JsonKind::Any
    )
}

/// Returns true for a text that is JSON of a type, or no path.
fn is_json(kind: &JsonKind, text: &str) -> bool {
    match kind {
        JsonKind::Bytes | JsonKind::Record(_) | JsonKind::Map(_) => text.starts_with('{'),
        JsonKind::List(_) => text.starts_with('['),
        JsonKind::Any => serde_json::from_str::<serde_json::Value>(text).is_ok(),
        _ => true,
    }
}

fn content(path: &str) -> Result<Vec<u8>, String> {
    read(Path::new(path), MAX_FILE, Links::Followed)
        .map_err(|error| format!("the file {path} cannot be read: {error}; write a path, or JSON"))
}

/// Returns a file as it is sent, with its name and the media type that the name tells.
fn upload(path: &str) -> Result<String, String> {
    let mut upload = Upload::new(content(path)?);
    if let Some(name) = Path::new(path).file_name().and_then(|name| name.to_str()) {
        upload = upload.named(name);
    }
    let end = Path::new(path).extension().and_then(|end| end.to_str()).unwrap_or_default();
    if let Some((_, kind)) = MEDIA_TYPES.iter().find(|(known, _)| end.eq_ignore_ascii_case(known)) {
        upload = upload.of_type(*kind);
    }
    serde_json::to_string(&upload).map_err(|error| format!("{path}: {error}; report this"))
}
