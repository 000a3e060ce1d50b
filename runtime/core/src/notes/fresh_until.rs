//! The note that says until when a reply is fresh.

use crate::time::DateTime;

/// The note of a converter that can tell until when its reply is fresh. It goes before the `fresh_for` of the table. The
/// cache reads it; [`Reply::notes`](crate::Reply) do not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreshUntil(pub DateTime);

crate::note!(FreshUntil, "fresh until", |note| "{}", note.0);
