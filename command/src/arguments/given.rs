//! Values that a file has: a path in the place of JSON, or of a file that is sent.

use std::io;
use std::path::Path;

use virtual_finance_core::catalogue::{JsonKind, ParamKind};
use virtual_finance_core::{Upload, Value};
use virtual_finance_files::{Links, read};

/// The maximum length of a file in bytes.
const MAX_FILE: u64 = 64 << 20;

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
        kind => {
            let content = read(Path::new(&text), MAX_FILE, Links::Followed);
            let content = String::from_utf8(content.map_err(|error| unreadable(kind, &text, &error))?)
                .map_err(|_| format!("{text} is not UTF-8; save it as UTF-8, or write the JSON itself"))?;
            match serde_json::from_str::<Value>(&content) {
                Ok(_) => Ok(content),
                Err(error) => Err(format!("the file {text} has no JSON: {error}; correct it there")),
            }
        }
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
        JsonKind::Any => serde_json::from_str::<Value>(text).is_ok(),
        _ => true,
    }
}

/// Returns a file as it is sent, with its name and the media type that the name tells.
fn upload(path: &str) -> Result<String, String> {
    let upload = Upload::read(path).map_err(|error| unreadable(&JsonKind::Bytes, path, &error))?;
    serde_json::to_string(&upload).map_err(|error| format!("{path}: {error}; report this"))
}

fn unreadable(kind: &JsonKind, path: &str, error: &io::Error) -> String {
    let text = match kind {
        JsonKind::Any => format!(", and a text in quotes as JSON has them: '{}'", Value::from(path)),
        _ => String::new(),
    };
    format!("the file {path} cannot be read: {error}; write a path, or JSON{text}")
}
