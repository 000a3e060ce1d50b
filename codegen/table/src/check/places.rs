//! Checks of what the place of a parameter does not take: a header, or a segment of a path.

use crate::codes;
use crate::diagnostic::Fault;

pub(super) const VISIBLE: &str = "write visible characters of ASCII, without blanks at the ends";

/// Returns true for a text that can be the value of a header.
pub(super) fn is_header_value(value: &str) -> bool {
    value.trim() == value && value.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic())
}

/// Returns true for a segment that means another path.
pub(super) fn is_other_path(segment: &str) -> bool {
    matches!(segment, "." | "..")
}

/// Returns the fault of a separator that no header has.
pub(super) fn header_separator_fault(separator: &str) -> Option<Fault> {
    separator.contains(|letter: char| letter != '\t' && !matches!(letter, ' '..='~')).then(|| {
        let message = format!("'{}' cannot stand in the value of a header", separator.escape_debug());
        codes::HEADER_VALUE.fault(message, "write \",\" or what the host takes")
    })
}
