//! Templates of paths: segments of text and placeholders.

/// The maximum number of placeholders of a path. Each may have an error that shows the whole path.
pub const MAX_PLACEHOLDERS: usize = 200;

/// A part of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'t> {
    /// Text that stands in the address.
    Text(&'t str),
    /// A placeholder, by the name of its parameter.
    Param(&'t str),
}

/// Returns a path as it stands below the address of its host: `/`, the host itself, is empty.
pub fn below_host(path: &str) -> &str {
    if path == "/" { "" } else { path }
}

/// Returns the parts of a segment, or `None` if a brace of it belongs to no placeholder.
pub fn parts(segment: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = segment;
    while let Some((text, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        if name.is_empty() || name.contains('{') || text.contains('}') {
            return None;
        }
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        parts.push(Part::Param(name));
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    (!rest.contains('}')).then_some(parts)
}

/// Returns the parameter that a text is the placeholder of, as a whole.
pub fn placeholder(text: &str) -> Option<&str> {
    match parts(text)?.as_slice() {
        [Part::Param(name)] => Some(name),
        _ => None,
    }
}

/// Returns a value as it stands in an address.
pub fn encoded_value(value: &str) -> String {
    encoded(value, b"")
}

/// Returns a name or a value as it stands in a query: encoded as forms are.
pub fn encoded_query(text: &str) -> String {
    let parts: Vec<String> = text.split(' ').map(|part| percent(part, b"*-._")).collect();
    parts.join("+")
}

fn encoded(text: &str, plain: &[u8]) -> String {
    percent(text, &[b"-._~", plain].concat())
}

/// Returns a text in which all but ASCII letters, digits and the plain bytes are encoded.
fn percent(text: &str, plain: &[u8]) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || plain.contains(&byte);
    let byte = |byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(byte).collect()
}

/// Returns a text without the encoding of a query. What is not encoded correctly stays as it is.
pub fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = match (first, after) {
            (b'%', [high, low, ..]) => hexadecimal(*high).zip(hexadecimal(*low)),
            _ => None,
        };
        match (code, after) {
            (Some((high, low)), [_, _, after @ ..]) => {
                bytes.push(high.saturating_mul(16).saturating_add(low));
                rest = after;
            }
            _ => {
                bytes.push(if *first == b'+' { b' ' } else { *first });
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

fn hexadecimal(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| digit.try_into().ok())
}
