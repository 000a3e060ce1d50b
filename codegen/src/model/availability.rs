//! The versions that have a part of the table, and the part to use instead.

/// The availability of a part of the table.
#[derive(Clone, Copy, Default)]
pub(crate) struct Availability<'t> {
    /// The version that has it first.
    pub(crate) since: Option<&'t str>,
    /// The advice what to use instead, if it is deprecated.
    pub(crate) deprecated: Option<&'t str>,
}

impl<'t> Availability<'t> {
    pub(super) fn new(since: Option<&'t String>, deprecated: Option<&'t String>) -> Self {
        let trimmed = |text: &'t String| text.trim();
        Self { since: since.map(trimmed), deprecated: deprecated.map(trimmed) }
    }
}

/// Returns the availability of a part of the table.
macro_rules! availability {
    ($part:expr) => {
        $crate::model::Availability::new($part.since.as_ref(), $part.deprecated.as_ref())
    };
}
pub(super) use availability;
