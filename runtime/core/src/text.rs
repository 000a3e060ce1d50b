//! Texts in messages: the nearest of several names, and the beginning of a long text.

/// Returns the candidate most like `text`, where one is like enough to be what was meant.
///
/// ```
/// use virtual_finance_core::params::nearest;
///
/// assert_eq!(nearest("betta", ["beta", "region"].into_iter()), Some("beta"));
/// assert_eq!(nearest("price", ["beta", "region"].into_iter()), None);
/// assert_eq!(nearest("7d", ["1d", "5d", "1mo"].into_iter()), Some("5d"));
/// ```
pub fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = text.to_lowercase();
    // A letter alone is the beginning of a unit: `1M` is rather `1mo` than `1m` or `1d`.
    let is_unit = lower.chars().filter(|character| character.is_alphabetic()).count() == 1;
    let is_longer =
        |candidate: &str| candidate.to_lowercase().strip_prefix(&lower).is_some_and(|rest| !rest.is_empty());
    // Of spans in one unit the one that is nearly as long.
    let counted = counted(&lower);
    let difference = |candidate: &str| match (counted, self::counted(candidate)) {
        (Some((count, unit)), Some((other, same))) if unit == same => count.abs_diff(other),
        _ => u32::MAX,
    };
    let (length, limit) = (lower.chars().count(), |length: usize| length.max(3).div_ceil(3));
    candidates
        // The distance is at least the difference of the lengths, and cheap to know.
        .filter(|candidate| {
            let other = candidate.chars().count();
            other.abs_diff(length) <= limit(other)
        })
        .map(|candidate| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= limit(candidate.chars().count()))
        .min_by_key(|(distance, candidate)| {
            (is_unit && !is_longer(candidate), *distance, difference(candidate))
        })
        .map(|(_, candidate)| candidate)
}

/// Returns the count and the unit of a text such as `5d`.
fn counted(text: &str) -> Option<(u32, &str)> {
    let (count, unit) = text.split_at_checked(text.find(|character: char| !character.is_ascii_digit())?)?;
    Some((count.parse().ok()?, unit))
}

/// Returns a text of a reply as a message repeats it: a long one is cut.
pub fn shortened(text: String) -> String {
    shortened_to(text, 200)
}

/// Returns the first of some things between separators, and the number of the others.
pub fn listed<T: ToString>(all: &[T], separator: &str) -> String {
    const SHOWN: usize = 8;
    let mut shown: Vec<String> = all.iter().take(SHOWN).map(T::to_string).collect();
    let others = all.len().saturating_sub(SHOWN);
    shown.extend((others > 0).then(|| format!("and {others} more")));
    shown.join(separator)
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
