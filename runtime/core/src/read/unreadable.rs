//! Reasons why a member of an object cannot be read.

use crate::text::shortened;

/// The reason for a value of another type than its member's.
pub const OTHER_TYPE: &str = "it is of another type";

/// The reason for a number that is no time.
pub const NO_TIME: &str = "it is no time in epoch seconds";

/// Returns the reason why a value cannot be read, by the message of its reader.
pub fn reason(message: &str) -> &'static str {
    // The reader of a text adds where in it.
    if message.starts_with(NO_TIME) { NO_TIME } else { OTHER_TYPE }
}

/// Returns the reason why an object cannot be read, of which the reader refuses a member.
pub fn reason_of_member(member: &str, message: &str) -> String {
    reason(message).replacen("it", &format!("its {}", shortened(member.to_owned())), 1)
}
