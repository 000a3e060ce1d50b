//! Tickers that stand for a host of another kind, or a host that misbehaves. A test asks for a fault by name, over the
//! same paths and with the same client as for everything else.

use serde_json::json;

use crate::era::{Era, Flaw};
use crate::reply::{HTML_TYPE, JSON_TYPE, Reply, TEXT_TYPE, in_envelope};

/// A ticker with a reply of its own.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct World {
    /// The ticker, in any case.
    pub ticker: &'static str,
    /// The difference from the usual reply, as Markdown.
    pub doc: &'static str,
    shows: Shows,
}

/// The differences of a ticker's replies.
#[derive(Clone, Copy, Debug)]
enum Shows {
    NotFound,
    Limited,
    Broken,
    Empty,
    Cut,
    Html,
    NoOptions,
    Delisted,
    /// As the session says.
    Consent,
    BadCrumb,
    Traps,
    Pages(Era, Flaw),
    JsonLimited,
    JsonError,
    JsonNothing,
    JsonHtml,
}

use Era::{Scripts, Sealed};

/// Declares the tickers: constants, the table of them, and its documentation.
macro_rules! worlds {
    ($($name:ident => $shows:expr, $doc:literal;)*) => {
        $(#[doc = $doc] pub const $name: &str = stringify!($name);)*

        /// All agreed tickers.
        ///
        /// | ticker | what comes back |
        /// |-|-|
        $(#[doc = concat!("| `", stringify!($name), "` | ", $doc, " |")])*
        pub static WORLDS: &[World] =
            &[$(World { ticker: $name, doc: $doc, shows: $shows }),*];
    };
}

worlds! {
    NOTFOUND => Shows::NotFound,
        "404: a JSON envelope, or a page; the ISIN lookup answers 200 without the row, a search finds nothing, and lists of symbols leave it out";
    LIMITED => Shows::Limited, "429 with the text `Too Many Requests`";
    BROKEN => Shows::Broken, "500";
    EMPTY => Shows::Empty, "200 with no body";
    CUT => Shows::Cut, "200 with the first half of the usual body, correctly declared";
    HTML => Shows::Html, "200 with a \"Will be right back\" page, whatever was asked";
    NOOPTIONS => Shows::NoOptions, "options: 200 with an empty result list";
    DELISTED => Shows::Delisted, "chart: 404 with an envelope";
    CONSENT => Shows::Consent,
        "pages: 307 to a form that asks for consent, and as usual once it is given";
    MODERN => Shows::Pages(Scripts, Flaw::None),
        "pages: those of today, with replies in scripts; that of the financials has the earnings alone";
    SEALED => Shows::Pages(Sealed, Flaw::None), "pages: those of 2023, whose stores are encrypted";
    GONE => Shows::Pages(Scripts, Flaw::Gone), "pages: those of today, whose scripts say 404";
    LOCKED => Shows::Pages(Scripts, Flaw::Locked), "pages: those of today, whose scripts say 401";
    OTHER => Shows::Pages(Scripts, Flaw::Other), "pages: those of today, about another ticker";
    CUTSCRIPT => Shows::Pages(Scripts, Flaw::Cut),
        "pages: those of today, whole but for the JSON in their scripts, which is cut";
    LIMITED200 => Shows::JsonLimited, "JSON: 200 with the text `Too Many Requests`";
    ERROR200 => Shows::JsonError, "JSON: 200 with an error in an envelope of another service";
    NOTHING => Shows::JsonNothing, "JSON: 200 with an empty result list";
    DOWN => Shows::JsonHtml, "JSON: 200 with a \"Will be right back\" page";
    TRAPS => Shows::Traps,
        "as usual, but the texts of the company mislead a reader that looks for the end of the data instead of reading it";
    BADCRUMB => Shows::BadCrumb, "what needs a session: 401 \"Invalid Crumb\", whatever the crumb";
}

/// The kind of reply of a path, which decides the form of its errors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A web page.
    Page,
    /// JSON in an envelope of this name.
    Json(&'static str),
    /// JSON in an envelope of this name with a row for each symbol, which leaves an unknown symbol out without a
    /// word.
    Rows(&'static str),
    /// The suggestions of the ISIN lookup.
    Suggest,
}

impl Kind {
    /// Returns the name of the envelope of JSON.
    const fn envelope(self) -> Option<&'static str> {
        match self {
            Self::Json(key) | Self::Rows(key) => Some(key),
            Self::Page | Self::Suggest => None,
        }
    }
}

/// The text of a host that is asked too often.
pub(crate) const TOO_MANY: &str = "Too Many Requests\r\n";

/// Returns the agreed reply for `ticker` where there is one, else the usual reply.
pub(crate) fn or_usual(ticker: &str, kind: Kind, usual: impl FnOnce() -> Reply) -> Reply {
    let Some(shows) = shows(ticker) else { return usual() };
    match (shows, kind.envelope()) {
        (Shows::NotFound, _) if kind == Kind::Page => not_found_page(),
        (Shows::NotFound, Some(key)) if kind == Kind::Json(key) => {
            error_envelope(key, 404, "Not Found", &format!("no data for symbol {NOTFOUND}"))
        }
        (Shows::Delisted, Some("chart")) => {
            error_envelope("chart", 404, "Not Found", "No data found, symbol may be delisted")
        }
        (Shows::NoOptions, Some(key @ "optionChain")) | (Shows::JsonNothing, Some(key)) => {
            in_envelope(key, &[])
        }
        (Shows::Limited, _) => Reply::new(429, TEXT_TYPE, TOO_MANY),
        (Shows::JsonLimited, Some(_)) => Reply::new(200, TEXT_TYPE, TOO_MANY),
        (Shows::JsonError, Some(_)) => {
            error_envelope("finance", 200, "Internal Error", "an invented fault of the host")
        }
        (Shows::Broken, _) => Reply::new(500, TEXT_TYPE, "Internal Server Error\n"),
        (Shows::Empty, _) => without_body(usual()),
        (Shows::Cut, _) => first_half(usual()),
        (Shows::Html, _) | (Shows::JsonHtml, Some(_)) => right_back(),
        _ => usual(),
    }
}

/// The envelope of quotes.
pub(crate) const QUOTES: &str = "quoteResponse";
/// The envelope of closes.
pub(crate) const SPARK: &str = "spark";

/// Returns the era of the pages about a ticker, and what is wrong with them, where that is agreed.
pub(crate) fn pages(ticker: &str) -> Option<(Era, Flaw)> {
    match shows(ticker)? {
        Shows::Pages(era, flaw) => Some((era, flaw)),
        _ => None,
    }
}

/// Returns true for an agreed ticker.
pub(crate) fn is_agreed(ticker: &str) -> bool {
    shows(ticker).is_some()
}

/// Returns true if no crumb is good enough for a ticker.
pub(crate) fn refuses_crumbs(ticker: &str) -> bool {
    matches!(shows(ticker), Some(Shows::BadCrumb))
}

/// Returns true if the texts about a ticker mislead careless readers.
pub(crate) fn has_traps(ticker: &str) -> bool {
    matches!(shows(ticker), Some(Shows::Traps))
}

/// Returns an error in the envelope of the JSON hosts.
pub(crate) fn error_envelope(key: &str, status: u16, code: &str, description: &str) -> Reply {
    let error = json!({"code": code, "description": description});
    Reply::new(status, JSON_TYPE, json!({key: {"result": null, "error": error}}).to_string())
}

/// Returns the page for what does not exist.
pub(crate) fn not_found_page() -> Reply {
    Reply::new(404, HTML_TYPE, notice("Symbol not found"))
}

/// Returns the page of a host that is out of order, with the status of a working host.
pub(crate) fn right_back() -> Reply {
    Reply::new(200, HTML_TYPE, notice("Will be right back..."))
}

fn shows(ticker: &str) -> Option<Shows> {
    WORLDS.iter().find(|world| world.ticker.eq_ignore_ascii_case(ticker)).map(|world| world.shows)
}

fn notice(text: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=\"en-US\"><head><meta charset=\"utf-8\"/><title>{text}</title></head>\
         <body><h1>{text}</h1><p>Please try again later.</p></body></html>\n"
    )
}

fn without_body(mut reply: Reply) -> Reply {
    reply.body.clear();
    reply
}

fn first_half(mut reply: Reply) -> Reply {
    let half = middle(&reply.body);
    reply.body.truncate(half);
    reply
}

/// Returns the index of the character in the middle of a text.
pub(crate) fn middle(text: &str) -> usize {
    (0..=text.len() / 2).rev().find(|index| text.is_char_boundary(*index)).unwrap_or_default()
}
