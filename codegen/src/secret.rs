//! Recognizes secrets by their form, whatever their name, so that no message repeats one.

use std::borrow::Cow;

/// The beginnings of the keys and tokens of well-known services.
const BEGINNINGS: &[&str] = &[
    "sk_live_",
    "sk_test_",
    "rk_live_",
    "whsec_",
    "ghp_",
    "gho_",
    "ghs_",
    "ghu_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "sk-ant-",
    "AKIA",
    "AIza",
    "eyJ",
];

/// The number of characters from which a text may be a secret.
const MIN_LENGTH: usize = 20;

/// Returns true for a text that has the form of a key or a token of a service, which is too long and too mixed for a word.
pub(crate) fn is_secret(text: &str) -> bool {
    let is_mixed = text.chars().any(|letter| letter.is_ascii_digit());
    let has_form = BEGINNINGS.iter().any(|beginning| text.starts_with(beginning));
    has_form && is_mixed && text.len() >= MIN_LENGTH && text.chars().all(is_part)
}

/// Returns a text with as many stars in the place of each secret in it.
pub(crate) fn masked(text: &str) -> Cow<'_, str> {
    let words = || text.split(|letter| !is_part(letter)).filter(|word| is_secret(word));
    words().fold(Cow::Borrowed(text), |masked, word| masked.replace(word, &"*".repeat(word.len())).into())
}

/// Returns true for a character that keys and tokens consist of.
fn is_part(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.')
}
