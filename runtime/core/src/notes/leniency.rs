//! The note about what a host wrote otherwise than the table says, and what it was taken as.

use std::fmt;

use super::outcome::Converted;
use crate::text::listed;

/// The parts of a reply that the host wrote otherwise than a table with `replies: lenient` says: one for each place, not one
/// for each row. The response has them as the table says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leniencies(pub Vec<Leniency>);

crate::note!(Leniencies, "read leniently", |note| "{}", listed(&note.0));

/// A place of a reply whose values were taken as another kind than they are written in.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Leniency {
    /// The place by its names in the reply: `levels[].height`, `heights.*`; `the reply` for the whole of it.
    pub place: String,
    /// The kind of what the host wrote, for example `a string`, or the media type of the reply.
    pub found: String,
    /// The kind that the table says, for example `a number`.
    pub taken_as: &'static str,
    /// The number of values.
    pub count: usize,
}

impl Leniency {
    /// Creates one of a single value.
    #[must_use]
    pub fn new(place: impl Into<String>, found: impl Into<String>, taken_as: &'static str) -> Self {
        Self { place: place.into(), found: found.into(), taken_as, count: 1 }
    }
}

impl<T> Converted<T> {
    /// Adds the note about what was taken as something else, if there is any.
    #[must_use]
    pub fn with_leniencies(mut self, found: Vec<Leniency>) -> Self {
        if !found.is_empty() {
            self.notes.insert(Leniencies(found));
        }
        self
    }
}

impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, found, taken_as, count } = self;
        write!(f, "{place}, {found} as {taken_as}")?;
        if *count > 1 { write!(f, " ({count} times)") } else { Ok(()) }
    }
}
