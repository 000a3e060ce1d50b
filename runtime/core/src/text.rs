//! Texts in messages: the nearest of several names, and the beginning of a long text.

/// Returns the candidate most like `text`, where one is like enough to be what was meant.
///
/// ```
/// use virtual_finance_core::params::nearest;
///
/// assert_eq!(nearest("betta", ["beta", "region"].into_iter()), Some("beta"));
/// assert_eq!(nearest("price", ["beta", "region"].into_iter()), None);
/// ```
#[must_use]
pub fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = text.to_lowercase();
    // A letter alone is the beginning of a unit: `1M` is rather `1mo` than `1m` or `1d`.
    let is_unit = lower.chars().filter(|character| character.is_alphabetic()).count() == 1;
    let is_longer =
        |candidate: &str| candidate.to_lowercase().strip_prefix(&lower).is_some_and(|rest| !rest.is_empty());
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().max(3).div_ceil(3))
        .min_by_key(|(distance, candidate)| (is_unit && !is_longer(candidate), *distance))
        .map(|(_, candidate)| candidate)
}

/// Returns a text of a reply as a message repeats it: a long one is cut.
#[must_use]
pub fn shortened(text: String) -> String {
    shortened_to(text, 200)
}

/// Returns the beginning of a text that takes `limit` characters in quotes, and `…` where it is longer.
///
/// Messages quote texts of hosts, and a quoted control character takes six characters (`\u{10}`).
pub(crate) fn shortened_to(mut text: String, limit: usize) -> String {
    let mut shown = 0_usize;
    let end = text.char_indices().find_map(|(at, character)| {
        shown = shown.saturating_add(character.escape_debug().count());
        (shown > limit).then_some(at)
    });
    if let Some(end) = end {
        text.truncate(end);
        text.push('…');
    }
    text
}
