//! Checks of what the place of a parameter does not take: a header, or a segment of a path.

use crate::codes;
use crate::diagnostic::Fault;
use crate::kind::Kind;
use crate::parse::table::{Endpoint, ItemType};

/// Headers whose values are texts of a form of their own, with one of each.
const TEXTS: &[(&[&str], &str)] = &[
    (&["date", "if-modified-since", "if-unmodified-since"], "Fri, 28 Jun 2024 12:00:00 GMT"),
    (&["if-match", "if-none-match"], "\"5d8c72\""),
];

pub(super) const VISIBLE: &str = "write visible characters of ASCII, without blanks at the ends";

/// Returns true for a text that can be the value of a header.
pub(super) fn is_header_value(value: &str) -> bool {
    value.trim() == value && value.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic())
}

/// Returns true for a segment that means another path.
pub(super) fn is_other_path(segment: &str) -> bool {
    matches!(segment, "." | "..")
}

/// Returns the fault of a text that is given a parameter whose place does not take it.
pub(super) fn text_fault(place: &str, text: &str) -> Option<Fault> {
    match place {
        "header" if !is_header_value(text) => {
            let message = format!("'{}' cannot be the value of a header", text.escape_debug());
            Some(Fault::new(codes::HEADER_VALUE, message, VISIBLE))
        }
        "path" if is_other_path(text) => {
            let message = format!("'{text}' as a segment means another path");
            Some(Fault::new(codes::BAD_WIRE, message, "write another value"))
        }
        _ => None,
    }
}

/// Returns the fault of a separator that no header has.
pub(super) fn header_separator_fault(separator: &str) -> Option<Fault> {
    separator.contains(|letter: char| letter != '\t' && !matches!(letter, ' '..='~')).then(|| {
        let message = format!("'{}' cannot stand in the value of a header", separator.escape_debug());
        Fault::new(codes::HEADER_VALUE, message, "write \",\" or what the host takes")
    })
}

/// Returns the fault of a header whose values are texts, where the parameter is of another type.
pub(super) fn header_type_fault(name: &str, kind: &Kind<'_>) -> Option<Fault> {
    let item = match kind {
        Kind::List { item, .. } => item,
        kind => kind,
    };
    let is_other =
        matches!(item, Kind::Integer | Kind::Number | Kind::Boolean | Kind::Date | Kind::DateTime { .. });
    let lower = name.to_ascii_lowercase();
    let (_, form) = TEXTS.iter().find(|(names, _)| is_other && names.contains(&lower.as_str()))?;
    let message = format!("the value of the header '{name}' is a text like {form}");
    Some(Fault::new(codes::HEADER_VALUE, message, "write 'type: string'"))
}

/// Returns the fault of a constant header that says that the body is compressed, which only a body as it is can be.
pub(super) fn coding_fault(endpoint: &Endpoint, pair: &str) -> Option<Fault> {
    let (name, value) = pair.split_once('=')?;
    let is_coded = name.eq_ignore_ascii_case("content-encoding") && value != "identity";
    let mut params = endpoint.params.values();
    let is_own = params
        .any(|param| param.place == "content" && param.kind.in_json() == ItemType::One("bytes".to_owned()));
    (is_coded && !is_own).then(|| {
        let message = format!("the client does not compress a body, and '{name}' says that it is '{value}'");
        let advice = "remove it; only a file that is 'in: content' may be compressed already";
        Fault::new(codes::HEADER_NAME, message, advice)
    })
}
