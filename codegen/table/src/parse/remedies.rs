//! Names what to write for the keys and words that people know from other formats. A line of a list has the names
//! elsewhere, `=`, and what they stand for.

/// The keys of tables.
const KEYS: &str = include_str!("remedies/keys.txt");
/// The advice about a key that tables do not have.
const ADVICE: &str = include_str!("remedies/advice.txt");
/// The words that keys take.
const WORDS: &str = include_str!("remedies/words.txt");
const TYPES: &str = include_str!("remedies/types.txt");

/// Returns the key that another name stands for. `is_absent` says of a key that the part may have it and has not.
pub(super) fn key(name: &str, is_absent: impl Fn(&str) -> bool) -> Option<&'static str> {
    meant(KEYS, name, is_absent)
}

/// Returns what to do with a key that tables do not have.
pub(super) fn advice(name: &str) -> Option<&'static str> {
    meant(ADVICE, name, |_| true)
}

/// Returns what to write for a word that another one stands for.
pub(super) fn of_word(text: &str, words: &[&str]) -> Option<String> {
    let own = meant(WORDS, &text.to_ascii_lowercase(), |own| words.contains(&own))?;
    Some(format!("write {own}"))
}

/// Returns the type to write for a name that a type has in another language or format.
pub fn of_type(name: &str) -> Option<&'static str> {
    meant(TYPES, &name.to_lowercase(), |_| true)
}

fn meant(list: &'static str, name: &str, fits: impl Fn(&str) -> bool) -> Option<&'static str> {
    let mut lines = list.lines().filter_map(|line| line.split_once(" = "));
    let is_meant = |(names, own): &(&str, &str)| names.split(' ').any(|known| known == name) && fits(own);
    lines.find(is_meant).map(|(_, own)| own)
}
