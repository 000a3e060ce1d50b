//! The time for which a reply is fresh, as a table writes it: `15s`, or `next_close` for a time that the converter says.

use virtual_finance_core::catalogue::Freshness;

use crate::names::word_fault;

/// The units of a time, each with its seconds.
const UNITS: [(char, u64); 4] = [('s', 1), ('m', 60), ('h', 3600), ('d', 86_400)];

/// The maximum number of units.
const MAX_COUNT: u64 = 9999;

/// The start of the words that stand for a time of the converter's.
const NEXT: &str = "next_";

/// Reads the text of a table; `None` if it is no such time.
pub(crate) fn read(text: &str) -> Option<Freshness> {
    if text.strip_prefix(NEXT).is_some_and(|rest| !rest.is_empty()) && word_fault(text).is_none() {
        return Some(Freshness::Until(text.to_owned().leak()));
    }
    let (_, seconds) = UNITS.iter().find(|(unit, _)| text.ends_with(*unit))?;
    let count = text.get(..text.len().checked_sub(1)?)?;
    let is_plain = !count.starts_with('0') && count.bytes().all(|byte| byte.is_ascii_digit());
    let count: u64 = count.parse().ok().filter(|count| is_plain && *count <= MAX_COUNT)?;
    count.checked_mul(*seconds).map(Freshness::for_seconds)
}
