//! Reads the head of a reply: the parts that endpoints read, the character set of the body, and when the host takes the next
//! request.

mod charset;
mod parts;
mod retry_after;
mod wishes;

pub(crate) use charset::{check_head, check_page};
pub(crate) use parts::{media_type, named, read};
pub(crate) use retry_after::retry_after;
pub(crate) use wishes::Wishes;
