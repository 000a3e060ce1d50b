//! Errors in strings that have a grammar of their own, such as queries: each is told at its position.

use std::fmt;
use std::ops::Range;

/// The characters of a string that are shown before and after an error.
const BEFORE: usize = 40;
const AFTER: usize = 60;

/// The first thing that is wrong with a string that has a grammar of its own.
///
/// The text shows the string with a caret below the error:
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::error::GrammarFault;
///
/// let fault = GrammarFault::new("beta > high", 7..11, "write a number");
/// assert_eq!(fault.to_string(), "character 8: write a number\n    beta > high\n           ^^^^");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrammarFault {
    position: usize,
    reason: String,
    picture: String,
}

impl GrammarFault {
    /// Returns the error at these bytes of a string. Of no bytes it is the position before the first of them. `reason` ends in
    /// what to do.
    pub fn new(text: &str, place: Range<usize>, reason: impl Into<String>) -> Self {
        let before = text.get(..place.start).unwrap_or(text).chars().count();
        let length = text.get(place).map_or(0, |part| part.chars().count());
        // There is nothing to see of a blank string.
        let picture = if text.trim().is_empty() { String::new() } else { picture(text, before, length) };
        Self { position: before.saturating_add(1), reason: reason.into(), picture }
    }

    /// Returns the position of the error, in characters from 1.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Returns the reason alone, without the string.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Returns the reason, and below it the string with its error marked.
    pub(crate) fn shown(&self) -> String {
        let line_break = if self.picture.is_empty() { "" } else { "\n" };
        format!("{}{line_break}{}", self.reason, self.picture)
    }
}

impl fmt::Display for GrammarFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.position, self.shown())
    }
}

impl std::error::Error for GrammarFault {}

/// Returns the string as one line and a line of carets below it, both indented. A long string is cut.
fn picture(text: &str, before: usize, length: usize) -> String {
    let start = before.saturating_sub(BEFORE);
    let mut letters = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).skip(start);
    let line: String = letters.by_ref().take(BEFORE.saturating_add(AFTER)).collect();
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    let (left, right) = (cut(start > 0), cut(letters.next().is_some()));
    let indent = before.saturating_sub(start).saturating_add(left.chars().count());
    let carets = "^".repeat(length.clamp(1, AFTER));
    format!("    {left}{line}{right}\n    {}{carets}", " ".repeat(indent))
}
