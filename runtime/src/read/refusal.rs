//! What hosts send instead of data, and which fault each is: errors of their own, by their codes, their
//! words or their status; a text about too many requests; pages that want consent or a login, or that say
//! that the host is being mended.

use memchr::memchr_iter;

use crate::error::{ConversionHookError, Fault};
use crate::text::shortened;

/// The words of a host that wants fewer requests, also where it sends nothing else.
const TOO_MANY: &str = "Too Many Requests";
/// A longer text is a page or data, in bytes.
const MAX_TEXT: usize = 4096;
/// A longer page is one of data, in bytes; the form of consent has 90 KB.
const MAX_PAGE: usize = 256 * 1024;

/// Which fault an error of the host is.
#[derive(Debug, Clone, Copy)]
enum Kind {
    NotFound,
    Unauthorized,
    RateLimited,
}

use Kind::{NotFound, RateLimited, Unauthorized};

const STATUSES: [(u16, Kind); 4] =
    [(401, Unauthorized), (403, Unauthorized), (404, NotFound), (429, RateLimited)];

/// The hosts' codes, their letters and digits alone, in lower case.
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

/// What descriptions say where the code says nothing known.
const WORDS: [(&str, Kind); 4] = [
    (TOO_MANY, RateLimited),
    ("Invalid Crumb", Unauthorized),
    ("Invalid Cookie", Unauthorized),
    ("User is unable to access this feature", Unauthorized),
];

/// The fault for the host's own error. Of the status, the code and the words the first that is known decides.
pub(crate) fn of_host(status: Option<u16>, code: String, description: String) -> Fault {
    let by_status = STATUSES.iter().find(|(known, _)| Some(*known) == status).map(|(_, kind)| *kind);
    let by_code = || {
        let letters = code.chars().filter(char::is_ascii_alphanumeric);
        let letters: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
        CODES.iter().find(|(known, _)| *known == letters).map(|(_, kind)| *kind)
    };
    let by_words = || WORDS.iter().find(|(known, _)| contains(&description, known)).map(|(_, kind)| *kind);
    match by_status.or_else(by_code).or_else(by_words) {
        Some(NotFound) => Fault::NotFound { code, description },
        Some(Unauthorized) => Fault::Unauthorized { code, description },
        Some(RateLimited) => Fault::RateLimited { code, description },
        None => Fault::ErrorReply { code, description },
    }
}

/// Whether a text says that there are too many requests, and nothing else.
pub(crate) fn is_too_many(text: &str) -> bool {
    text.len() <= MAX_TEXT && !text.trim_start().starts_with(['{', '[']) && contains(text, TOO_MANY)
}

/// The fault for a text that is neither JSON nor a page where `expected` was asked for.
pub(crate) fn of_text(text: &str, expected: &'static str) -> Fault {
    if is_too_many(text) {
        return Fault::RateLimited { code: String::new(), description: shortened(text.trim().to_owned()) };
    }
    Fault::WrongKind { expected, found: "other text" }
}

/// The fault for a page where something else was asked for.
pub(crate) fn of_page(page: &str, expected: &'static str) -> Fault {
    known_page(page).unwrap_or(Fault::WrongKind { expected, found: "HTML" })
}

/// The error for a page that should have data and has none: the given one, unless the page is known to be
/// of another kind.
pub(crate) fn of_page_without_data(page: &str, error: ConversionHookError) -> ConversionHookError {
    known_page(page).map_or(error, Into::into)
}

/// The fault for a page of a known kind that has no data. Pages with data may link to all of these, so that
/// only what their forms have tells them.
fn known_page(page: &str) -> Option<Fault> {
    if page.len() > MAX_PAGE {
        return None;
    }
    if contains(page, "csrfToken") && contains(page, "consent") {
        Some(Fault::ConsentPage)
    } else if contains(page, "type=\"password\"") || contains(page, "login-username") {
        Some(Fault::LoginPage)
    } else if contains(page, "right back") {
        Some(Fault::MaintenancePage)
    } else if is_too_many(page) {
        Some(Fault::RateLimited { code: String::new(), description: TOO_MANY.to_owned() })
    } else {
        None
    }
}

/// Whether a text has these words, in whichever case.
fn contains(text: &str, words: &str) -> bool {
    let (text, words) = (text.as_bytes(), words.as_bytes());
    let Some(first) = words.first() else { return true };
    let is_here = |start: usize| {
        let end = start.checked_add(words.len());
        end.and_then(|end| text.get(start..end)).is_some_and(|found| found.eq_ignore_ascii_case(words))
    };
    memchr_iter(first.to_ascii_lowercase(), text).any(is_here)
        || memchr_iter(first.to_ascii_uppercase(), text).any(is_here)
}
