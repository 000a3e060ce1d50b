//! Recognizes secrets by their form or their name, so that no table has one and no message repeats it.

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

/// The names under which secrets are sent, in lower case without dashes and underscores.
const SECRET_NAMES: &[&str] = &[
    "apikey",
    "xapikey",
    "apitoken",
    "key",
    "token",
    "accesstoken",
    "authtoken",
    "secret",
    "clientsecret",
    "password",
    "appid",
    "xauthtoken",
];

/// The ends of names under which nothing but a secret is sent, in lower case without dashes and underscores.
const SECRET_ENDS: &[&str] = &[
    "apikey",
    "apitoken",
    "accesskey",
    "accesstoken",
    "authtoken",
    "clientsecret",
    "secretkey",
    "securitytoken",
    "sessiontoken",
    "subscriptionkey",
];

/// The keys that hosts give to everybody.
const PUBLIC_KEYS: &[&str] = &[
    "anonymous",
    "demo",
    "example",
    "false",
    "free",
    "guest",
    "none",
    "null",
    "open",
    "public",
    "sample",
    "test",
    "trial",
    "true",
];

/// Those of the names that are parameters of other kinds, too: a key of a list, a token of a chain, an app in a shop.
const AMBIGUOUS_NAMES: &[&str] = &["key", "token", "secret", "password", "appid"];

/// The words by which the doc of a parameter says that it is a key.
const KEY_WORDS: &[&str] = &[
    "api key",
    "api token",
    "access token",
    "access key",
    "your key",
    "your token",
    "secret",
    "credential",
    "authenti",
];

/// The number of characters from which a text may be a secret.
const MIN_LENGTH: usize = 20;

/// Returns true for a text that has the form of a key or a token of a service, which is too long and too mixed for a word.
fn has_form(text: &str) -> bool {
    let is_mixed = text.chars().any(|letter| letter.is_ascii_digit());
    let is_known = BEGINNINGS.iter().any(|beginning| text.starts_with(beginning));
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

/// Returns true for a value that has the form of a secret, or is long enough for one under a name of one.
pub(crate) fn is_secret(name: &str, value: &str) -> bool {
    const LEAST: usize = 8;
    let has_name = SECRET_NAMES.contains(&plain(name).as_str()) || is_for_secrets(name);
    has_form(value) || has_name && value.len() >= LEAST && !value.contains('{')
}

/// Returns true for the value of a header that is a key, however short.
pub(crate) fn is_key_in_header(name: &str, value: &str) -> bool {
    let is_public = value.is_empty() || PUBLIC_KEYS.contains(&value.to_ascii_lowercase().as_str());
    is_secret(name, value) || is_for_secrets(name) && !is_public && !value.contains('{')
}

/// Returns true for a name under which nothing but a secret is sent.
pub(crate) fn is_for_secrets(name: &str) -> bool {
    let name = plain(name);
    SECRET_ENDS.iter().any(|end| name.ends_with(end))
}

/// Returns true for a place in which hosts take keys.
pub(crate) fn takes_keys(place: &str) -> bool {
    matches!(place, "query" | "header")
}

/// Returns true for the name of a key, and for one that is most often another thing where the doc says that it is a key.
pub(crate) fn is_key(name: &str, doc: &str) -> bool {
    let (name, doc) = (plain(name), doc.to_ascii_lowercase());
    let says_so = || KEY_WORDS.iter().any(|word| doc.contains(word));
    SECRET_NAMES.contains(&name.as_str()) && (!AMBIGUOUS_NAMES.contains(&name.as_str()) || says_so())
}

/// Returns a name in lower case without dashes and underscores.
fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace(['-', '_'], "")
}
