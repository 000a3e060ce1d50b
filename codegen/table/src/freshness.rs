//! The time for which a reply is fresh, as a table writes it: `15s`, or `next_close` for a time that the converter says.

use virtual_finance_core::catalogue::{Freshness, span_of};

use crate::names::word_fault;

/// The start of the words that stand for a time of the converter's.
const NEXT: &str = "next_";

/// Reads the text of a table; `None` if it is no such time.
pub(crate) fn read(text: &str) -> Option<Freshness> {
    if text.strip_prefix(NEXT).is_some_and(|rest| !rest.is_empty()) && word_fault(text).is_none() {
        return Some(Freshness::Until(text.to_owned().leak()));
    }
    span_of(text).map(Freshness::For)
}
