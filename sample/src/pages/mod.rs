//! The web pages: a head, some markup, and a script with the stores of the page.

mod screeners;
mod statements;
mod summary;
mod tables;

use serde_json::{Value, json};

use crate::company;

pub(crate) use screeners::{screener, screeners};
pub(crate) use tables::{components, holders};

/// Texts that mislead a reader which looks for an end of the store instead of reading it.
const TRAPS: &[&str] = &[
    "};",
    ";\n}(this));\n",
    "nothing here: {}",
    "he said \"QuoteSummaryStore\": {\"quoteType\": {}}",
    "back\\slash and \u{201c}quotes\u{201d}",
];

/// The page of a quote.
pub(crate) fn profile(ticker: &str, now: i64) -> String {
    let company = company::of(ticker);
    let lead = format!("<h2>About</h2><p>{} of {}</p>", company.name, company.city);
    quote_page(ticker, "Stock Price", &lead, &summary::profile(ticker, now), now)
}

/// The page of a company's statements.
pub(crate) fn financials(ticker: &str, now: i64) -> String {
    let lead = "<h2>Income Statement</h2><p>All numbers in thousands</p>";
    quote_page(ticker, "Income Statement", lead, &statements::financials(ticker, now), now)
}

/// A page on one ticker, with its QuoteSummaryStore.
fn quote_page(ticker: &str, subject: &str, lead: &str, summary: &Value, now: i64) -> String {
    let name = company::of(ticker).name;
    let title = format!("{name} ({ticker}) {subject}");
    let stores = json!({
        "PageStore": {"currentPageName": "quote", "pageData": {"title": title, "notes": TRAPS}},
        "StreamDataStore": {"quoteData": {ticker: {"symbol": ticker, "quoteType": "EQUITY"}}},
        "QuoteSummaryStore": summary,
        "MarketTimeStore": {"market": "us_market", "notes": TRAPS, "open": null},
    });
    page(&title, lead, &stores, now)
}

/// A whole page; `body` is markup, `title` is text.
fn page(title: &str, body: &str, stores: &Value, now: i64) -> String {
    let title = escaped(title);
    let main = json!({
        "context": {"dispatcher": {"stores": stores}, "options": {"defaultBundle": "sample"}},
        "plugins": {"note": "}(this));"},
    });
    // As on the real pages no slash stands in the script, so that no text can end it.
    let main = main.to_string().replace('/', "\\u002F");
    format!(
        "<!DOCTYPE html><html id=\"atomic\" class=\"NoJs desktop\" lang=\"en-US\"><head>\
         <script>window.performance && window.performance.mark('PageStart');</script>\
         <meta charset=\"utf-8\"/><title>{title}</title><style>.table{{border:0}}</style></head>\
         <body><div id=\"app\"><header><h1 class=\"D(ib)\">{title}</h1><nav><a href=\"/screener\">Screeners</a>\
         </nav></header><section>{body}</section></div><script>\n\
         (function (root) {{\n/* -- Data -- */\nroot.App || (root.App = {{}});\nroot.App.now = {now}000;\n\
         root.App.main = {main};\n}}(this));\n</script><script>(function (win) {{ win.sample = {{\"site\":\
         \"sample\"}}; }}(window));</script></body></html>\n"
    )
}

/// Text as markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
