//! The frame of the pages up to 2023: their markup, and the script with their stores.

use serde_json::{Value, json};

use crate::company;
use crate::facts::traps::TRAPS;
use crate::numbers::seeded;

/// Returns a page on one ticker, with its QuoteSummaryStore.
pub(super) fn quote_page(ticker: &str, subject: &str, lead: &str, summary: &Value, now: i64) -> String {
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

/// Returns a whole page; `body` is markup, `title` is text.
pub(super) fn page(title: &str, body: &str, stores: &Value, now: i64) -> String {
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

/// Returns a page whose stores nobody can read: base64 that begins as encrypted text does.
pub(super) fn sealed(subject: &str, now: i64) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const SIZE: usize = 60_000;
    let mut rng = seeded(subject, "sealed");
    let letter = std::iter::repeat_with(|| rng.choice(LETTERS).map_or('A', |letter| char::from(*letter)));
    let stores: String = "U2FsdGVkX1".chars().chain(letter.take(SIZE)).collect();
    page(subject, "<h2>Summary</h2>", &stores.into(), now)
}

/// Returns a table; titles and cells are markup.
pub(super) fn table(titles: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let row = |tag: &str, cells: &[String]| {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect();
        format!("<tr>{cells}</tr>")
    };
    let rows: String = rows.map(|cells| row("td", &cells)).collect();
    format!("<table><thead>{}</thead><tbody>{rows}</tbody></table>", row("th", titles))
}

/// Text as markup.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
