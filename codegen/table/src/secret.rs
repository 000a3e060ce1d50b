//! Recognizes secrets by their form, so that no table has one and no message repeats it.

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
];

/// The names under which hosts take keys, in lower case without dashes and underscores.
const KEY_NAMES: &[&str] =
    &["accesstoken", "apikey", "apitoken", "authtoken", "clientsecret", "xapikey", "xauthtoken"];

/// The number of characters from which a text may be a secret.
const MIN_LENGTH: usize = 20;

/// Returns true for a text that has the form of a key or a token of a service, which is too long and too mixed for a word.
pub(crate) fn has_form(text: &str) -> bool {
    let is_mixed = text.chars().any(|letter| letter.is_ascii_digit());
    // A text in Base64 that begins so may be the token of a page.
    let is_signed = text.starts_with("eyJ") && text.matches('.').count() >= 2;
    let is_known = is_signed || BEGINNINGS.iter().any(|beginning| text.starts_with(beginning));
    is_known && is_mixed && text.len() >= MIN_LENGTH && text.chars().all(is_part)
}

/// Returns a text with as many stars in the place of each secret in it that is known by its form.
pub(crate) fn masked(text: String) -> String {
    let words = text.split(|letter| !is_part(letter)).filter(|word| has_form(word));
    let secrets: Vec<String> = words.map(str::to_owned).collect();
    secrets.iter().fold(text, |text, secret| text.replace(secret, &"*".repeat(secret.len())))
}

/// Returns true for a character that keys and tokens consist of.
fn is_part(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.')
}

/// Returns true for a parameter that is most likely the key that a host wants of every request.
pub(crate) fn is_key(wire: &str, place: &str) -> bool {
    let name = wire.to_ascii_lowercase().replace(['-', '_'], "");
    matches!(place, "query" | "header") && KEY_NAMES.contains(&name.as_str())
}
