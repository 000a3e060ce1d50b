//! The web pages, as they were to 2022 with stores or tables, as they were in 2023, and as they are today.

mod screeners;
mod scripts;
mod statements;
mod summary;
mod tables;

use serde_json::{Value, json};

use crate::company;
use crate::numbers::seeded;
use crate::reply::{HTML_TYPE, Reply};
use crate::route::Asked;
use scripts::Script;

pub(crate) use screeners::{SCREENERS, Screener};
pub(crate) use statements::{Period, amounts, hollow};
pub(crate) use summary::sections;

/// What time the pages of a host are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Era {
    /// To 2022: data in a store or in tables.
    #[default]
    Stores,
    /// 2023: stores that are encrypted.
    Sealed,
    /// Today: replies of the JSON sources in scripts.
    Scripts,
}

/// What is wrong with a page of today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    None,
    /// The replies in it are 404.
    Gone,
    /// They are 401.
    Locked,
    /// They are about another ticker.
    Other,
    /// Their JSON is cut.
    Cut,
}

/// Texts that mislead a reader which looks for an end of the store instead of reading it.
const TRAPS: &[&str] = &[
    "};",
    ";\n}(this));\n",
    "nothing here: {}",
    "he said \"QuoteSummaryStore\": {\"quoteType\": {}}",
    "back\\slash and \u{201c}quotes\u{201d}",
];

/// The page of a quote.
pub(crate) fn profile(asked: &Asked<'_>) -> Reply {
    let store = |ticker: &str| {
        let company = company::of(ticker);
        let lead = format!("<h2>About</h2><p>{} of {}</p>", company.name, company.city);
        quote_page(ticker, "Stock Price", &lead, &sections(ticker, asked.now).into(), asked.now)
    };
    let scripts = |ticker: &str| {
        // As on the real pages the kind of the instrument comes by itself, and not all sections at once.
        vec![
            Script::summary(ticker, &PROFILE, asked.now),
            Script::summary(ticker, &["assetProfile", "price", "summaryDetail"], asked.now),
            Script::quote_type(ticker, asked.now),
        ]
    };
    page_of(asked, store, scripts)
}

/// What pages of a quote say in their first summary.
const PROFILE: [&str; 11] = [
    "summaryProfile",
    "financialData",
    "recommendationTrend",
    "earnings",
    "summaryDetail",
    "defaultKeyStatistics",
    "calendarEvents",
    "esgScores",
    "price",
    "pageViews",
    "upgradeDowngradeHistory",
];

/// The page of a company's statements. That of today has none of them.
pub(crate) fn financials(asked: &Asked<'_>) -> Reply {
    let store = |ticker: &str| {
        let lead = "<h2>Income Statement</h2><p>All numbers in thousands</p>";
        let statements = statements::financials(ticker, asked.now);
        quote_page(ticker, "Income Statement", lead, &statements, asked.now)
    };
    let scripts = |ticker: &str| {
        vec![
            Script::summary(ticker, &["earnings", "price", "financialData"], asked.now),
            Script::series(ticker, &["quarterlyMarketCap", "trailingMarketCap"], asked.now),
        ]
    };
    page_of(asked, store, scripts)
}

/// The page of a company's holders.
pub(crate) fn holders(asked: &Asked<'_>) -> Reply {
    const SECTIONS: [&str; 4] =
        ["institutionOwnership", "majorHoldersBreakdown", "fundOwnership", "majorDirectHolders"];
    let scripts = |ticker: &str| vec![Script::summary(ticker, &SECTIONS, asked.now)];
    page_of(asked, |ticker| tables::holders(ticker, asked.now), scripts)
}

/// The page of an index's components. That of today fetches them later.
pub(crate) fn components(asked: &Asked<'_>) -> Reply {
    page_of(asked, |index| tables::components(index, asked.now), |_| Vec::new())
}

/// The page that lists the screeners.
pub(crate) fn screeners(asked: &Asked<'_>) -> Reply {
    let scripts = |_: &str| vec![Script::screeners()];
    page_of(asked, |_| screeners::list(asked.now), scripts)
}

/// The page of one screener's result.
pub(crate) fn screener(asked: &Asked<'_>) -> Reply {
    let scripts = |name: &str| vec![Script::screener(name)];
    page_of(asked, |name| screeners::result(name, asked.now), scripts)
}

/// The page of the asked era: `store` makes that of the first, `scripts` the data of today's.
fn page_of(
    asked: &Asked<'_>,
    store: impl Fn(&str) -> String,
    scripts: impl Fn(&str) -> Vec<Script>,
) -> Reply {
    let page = match asked.era {
        Era::Stores => store(asked.subject),
        Era::Sealed => sealed(asked.subject, asked.now),
        Era::Scripts => {
            let subject = scripts::subject(asked);
            let own = scripts(&subject).into_iter().map(|script| script.with(asked.flaw)).collect();
            scripts::page(&subject, own, asked.now)
        }
    };
    Reply::new(200, HTML_TYPE, page)
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

/// A page whose stores nobody can read: base64 that begins as encrypted text does.
fn sealed(subject: &str, now: i64) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const SIZE: usize = 60_000;
    let mut rng = seeded(subject, "sealed");
    let letter = std::iter::repeat_with(|| rng.choice(LETTERS).map_or('A', |letter| char::from(*letter)));
    let stores: String = "U2FsdGVkX1".chars().chain(letter.take(SIZE)).collect();
    page(subject, "<h2>Summary</h2>", &stores.into(), now)
}

/// Text as markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
