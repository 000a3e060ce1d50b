//! Tickers that stand for a misbehaving host. They let a test ask for a fault by name, over the same paths
//! and with the same client as everything else.

use serde_json::json;

use crate::reply::{HTML_TYPE, JSON_TYPE, Reply, TEXT_TYPE};

/// Not known to the host: status 404.
pub const NOTFOUND: &str = "NOTFOUND";
/// Too many requests: status 429.
pub const LIMITED: &str = "LIMITED";
/// A fault in the host: status 500.
pub const BROKEN: &str = "BROKEN";
/// Status 200 without a body.
pub const EMPTY: &str = "EMPTY";
/// Status 200 with the first half of a body, whose declared length fits.
pub const CUT: &str = "CUT";
/// Status 200 with an HTML page that holds no data, also where JSON was asked for.
pub const HTML: &str = "HTML";
/// Has no options: an empty result list.
pub const NOOPTIONS: &str = "NOOPTIONS";
/// No longer traded: the chart is a 404 envelope.
pub const DELISTED: &str = "DELISTED";

/// Its pages redirect to a form that asks for consent, until that was given.
pub const CONSENT: &str = "CONSENT";

/// All that misbehave.
pub(crate) const ALL: [&str; 8] = [NOTFOUND, LIMITED, BROKEN, EMPTY, CUT, HTML, NOOPTIONS, DELISTED];

/// What kind of reply a path gives, hence the form of its errors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A web page.
    Page,
    /// JSON in an envelope of this name.
    Json(&'static str),
    /// The suggestions of the ISIN lookup.
    Suggest,
}

/// The agreed reply for `ticker` where there is one, else the usual reply.
pub(crate) fn or_usual(ticker: &str, kind: Kind, usual: impl FnOnce() -> Reply) -> Reply {
    match (ticker.to_ascii_uppercase().as_str(), kind) {
        (NOTFOUND, Kind::Page) => not_found_page(),
        (NOTFOUND, Kind::Json(key)) => {
            error_envelope(key, 404, "Not Found", &format!("no data for symbol {NOTFOUND}"))
        }
        (DELISTED, Kind::Json("chart")) => {
            error_envelope("chart", 404, "Not Found", "No data found, symbol may be delisted")
        }
        (NOOPTIONS, Kind::Json("optionChain")) => {
            Reply::new(200, JSON_TYPE, json!({"optionChain": {"result": [], "error": null}}).to_string())
        }
        (LIMITED, _) => Reply::new(429, TEXT_TYPE, "Too Many Requests\r\n"),
        (BROKEN, _) => Reply::new(500, TEXT_TYPE, "Internal Server Error\n"),
        (EMPTY, _) => Reply { body: String::new(), ..usual() },
        (CUT, _) => first_half(usual()),
        (HTML, _) => Reply::new(200, HTML_TYPE, notice("Will be right back...")),
        _ => usual(),
    }
}

/// An error in the envelope of the JSON hosts.
pub(crate) fn error_envelope(key: &str, status: u16, code: &str, description: &str) -> Reply {
    let error = json!({"code": code, "description": description});
    Reply::new(status, JSON_TYPE, json!({key: {"result": null, "error": error}}).to_string())
}

/// The page for what does not exist.
pub(crate) fn not_found_page() -> Reply {
    Reply::new(404, HTML_TYPE, notice("Symbol not found"))
}

fn notice(text: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=\"en-US\"><head><meta charset=\"utf-8\"/><title>{text}</title></head>\
         <body><h1>{text}</h1><p>Please try again later.</p></body></html>\n"
    )
}

fn first_half(mut reply: Reply) -> Reply {
    let half = reply.body.floor_char_boundary(reply.body.len() / 2);
    reply.body.truncate(half);
    reply
}
