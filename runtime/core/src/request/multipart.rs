//! The body of a form of parts (RFC 7578), and a body that is a text or a file.

use hmac_sha256::Hash as Sha256;
use serde::Deserialize as _;
use serde_json::Value;

use super::body::RequestBody;
use super::targets::Values;
use crate::catalogue::{JsonKind, ParamInfo, ParamKind, ParamLocation};
use crate::params::{JsonValue, Plain};
use crate::upload::Upload;

/// The media type of a file that has none.
const FILE: &str = "application/octet-stream";

/// The number of bytes of a digest that stand in a boundary.
const BOUNDARY_BYTES: usize = 16;

/// A part of a form.
struct Part {
    name: &'static str,
    file_name: Option<String>,
    media_type: Option<String>,
    content: Vec<u8>,
}

impl Values<'_, '_> {
    /// Returns the body that a text or a file is; `None` if it was not given.
    pub(super) fn content(self) -> Option<RequestBody> {
        let param = self.0.iter().find(|param| param.place == ParamLocation::Body)?;
        Some(match self.value(param)? {
            Plain::Json(JsonValue(value)) => {
                let Upload { media_type, content, .. } = Upload::deserialize(&*value).ok()?;
                RequestBody::Content { media_type: media_type.unwrap_or_else(|| FILE.to_owned()), content }
            }
            value => RequestBody::Content {
                media_type: "text/plain; charset=utf-8".to_owned(),
                content: value.wire(&param.kind).into_owned().into_bytes(),
            },
        })
    }

    /// Returns the form of parts that the parameters make.
    pub(super) fn multipart(self) -> RequestBody {
        let mut parts = Vec::new();
        for param in self.0.iter().filter(|param| param.place == ParamLocation::Body) {
            if let Some(value) = self.value(param) {
                add(param, &value, &mut parts);
            }
        }
        let boundary = boundary(&parts);
        let mut content = Vec::new();
        for part in parts {
            part.write(&boundary, &mut content);
        }
        content.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
        RequestBody::Multipart { boundary, content }
    }
}

/// Adds the parts of a parameter: one for each value of a list of files, or of a repeated list.
fn add(param: &ParamInfo, value: &Plain<'_>, parts: &mut Vec<Part>) {
    let text = |text: String| Part {
        name: param.wire,
        file_name: None,
        media_type: None,
        content: text.into_bytes(),
    };
    match (value, &param.kind) {
        (Plain::Json(JsonValue(value)), ParamKind::Json { kind, .. }) => match (kind, &**value) {
            (JsonKind::Bytes, file) => parts.extend(of_file(param, file)),
            (JsonKind::List(JsonKind::Bytes), Value::Array(files)) => {
                parts.extend(files.iter().filter_map(|file| of_file(param, file)));
            }
            (_, value) => {
                parts.push(Part {
                    media_type: Some("application/json".to_owned()),
                    ..text(value.to_string())
                });
            }
        },
        (Plain::List(values), ParamKind::List { item, .. }) if param.repeated => {
            parts.extend(values.iter().map(|value| text(value.wire(item).into_owned())));
        }
        (value, kind) => parts.push(text(value.wire(kind).into_owned())),
    }
}

/// Returns the part that a file is. One that is none was refused.
fn of_file(param: &ParamInfo, file: &Value) -> Option<Part> {
    let Upload { name, media_type, content } = Upload::deserialize(file).ok()?;
    Some(Part {
        name: param.wire,
        file_name: Some(name.unwrap_or_else(|| param.wire.to_owned())),
        media_type: Some(media_type.unwrap_or_else(|| FILE.to_owned())),
        content,
    })
}

impl Part {
    fn write(&self, boundary: &str, out: &mut Vec<u8>) {
        let mut head =
            format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"", quoted(self.name));
        if let Some(name) = &self.file_name {
            head.push_str(&format!("; filename=\"{}\"", quoted(name)));
        }
        if let Some(kind) = &self.media_type {
            head.push_str(&format!("\r\nContent-Type: {}", quoted(kind)));
        }
        out.extend_from_slice(head.as_bytes());
        out.extend_from_slice(b"\r\n\r\n");
        out.extend_from_slice(&self.content);
        out.extend_from_slice(b"\r\n");
    }
}

/// Returns a text for the head of a part, as browsers write it: what would end it is encoded.
fn quoted(text: &str) -> String {
    text.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

/// Returns a boundary that no part has: a digest of them all, which none of them can have foreseen. Equal parts have an
/// equal one, so that records find the request again.
fn boundary(parts: &[Part]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part.name);
        digest.update(&part.content);
    }
    let digest = digest.finalize();
    let hex: String = digest.iter().take(BOUNDARY_BYTES).map(|byte| format!("{byte:02x}")).collect();
    format!("form-part-{hex}")
}
