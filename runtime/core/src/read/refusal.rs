//! Errors that hosts send instead of data: by their statuses, their codes, or the words of HTTP for too many requests.

use memchr::memchr_iter;

use crate::error::Fault;
use crate::text::shortened;

/// The words of a host that wants fewer requests, also where it sends nothing else.
const TOO_MANY: &str = "Too Many Requests";
/// Longer texts are pages or data, in bytes.
const MAX_TEXT: usize = 4096;

/// The fault that an error of a host is.
#[derive(Debug, Clone, Copy)]
enum Kind {
    NotFound,
    Unauthorized,
    RateLimited,
}

use Kind::{NotFound, RateLimited, Unauthorized};

const STATUSES: [(u16, Kind); 4] =
    [(401, Unauthorized), (403, Unauthorized), (404, NotFound), (429, RateLimited)];

/// The hosts' codes, in lower case and without spaces and punctuation.
const CODES: [(&str, Kind); 9] = [
    ("notfound", NotFound),
    ("404", NotFound),
    ("unauthorized", Unauthorized),
    ("401", Unauthorized),
    ("forbidden", Unauthorized),
    ("403", Unauthorized),
    ("toomanyrequests", RateLimited),
    ("ratelimited", RateLimited),
    ("429", RateLimited),
];

/// Returns the fault for a host's own error. The first of status, code and description that is known decides.
pub fn of_host(status: Option<u16>, code: String, description: String) -> Fault {
    let by_status = STATUSES.iter().find(|(known, _)| Some(*known) == status).map(|(_, kind)| *kind);
    let by_code = || {
        let plain = code.chars().filter(char::is_ascii_alphanumeric);
        let plain: String = plain.map(|char| char.to_ascii_lowercase()).collect();
        CODES.iter().find(|(known, _)| *known == plain).map(|(_, kind)| *kind)
    };
    let by_description = || contains(&description, TOO_MANY).then_some(RateLimited);
    match by_status.or_else(by_code).or_else(by_description) {
        Some(NotFound) => Fault::NotFound { code, description },
        Some(Unauthorized) => Fault::Unauthorized { code, description },
        Some(RateLimited) => Fault::RateLimited { code, description },
        None => Fault::ErrorReply { code, description, unread: None },
    }
}

/// Returns true for a text that says that there are too many requests, and nothing else.
pub fn is_too_many(text: &str) -> bool {
    text.len() <= MAX_TEXT && !text.trim_start().starts_with(['{', '[']) && contains(text, TOO_MANY)
}

/// Returns the fault for a text that is neither JSON nor a page where `expected` was asked for.
pub fn of_text(text: &str, expected: &'static str) -> Fault {
    if is_too_many(text) {
        return Fault::RateLimited { code: String::new(), description: shortened(text.trim().to_owned()) };
    }
    Fault::WrongKind { expected, found: "other text" }
}

/// Returns the fault for a page where `expected` was asked for.
pub fn of_page(page: &str, expected: &'static str) -> Fault {
    if is_too_many(page) {
        return Fault::RateLimited { code: String::new(), description: TOO_MANY.to_owned() };
    }
    Fault::WrongKind { expected, found: "HTML" }
}

/// Returns true for a text that has these words, in upper or lower case.
pub fn contains(text: &str, words: &str) -> bool {
    let (text, words) = (text.as_bytes(), words.as_bytes());
    let Some(first) = words.first() else { return true };
    let is_here = |start: usize| {
        let end = start.checked_add(words.len());
        end.and_then(|end| text.get(start..end)).is_some_and(|found| found.eq_ignore_ascii_case(words))
    };
    memchr_iter(first.to_ascii_lowercase(), text).any(is_here)
        || memchr_iter(first.to_ascii_uppercase(), text).any(is_here)
}
