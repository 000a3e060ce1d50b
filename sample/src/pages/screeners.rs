//! The pages of the screeners: the list of them, and the result of one.

use fastrand::Rng;
use serde_json::{Value, json};

use crate::company;
use crate::numbers::{between, cents, count, price, seeded, whole};
use crate::pages::{TRAPS, escaped, page};

/// Rows on the page of a result.
const ROWS: usize = 25;
/// The row whose market capitalization is empty.
const WITHOUT_CAP: usize = 7;
/// Canonical name, title and, for what is not a list of shares, the kind of its rows.
const SCREENERS: &[(&str, &str, &str)] = &[
    ("FAIR_VALUE_SCREENER", "Fair Value", "EQUITY"),
    ("MOST_SHORTED_STOCKS", "Most Shorted", "EQUITY"),
    ("UNDERVALUED_GROWTH_STOCKS", "Undervalued Growth", "EQUITY"),
    ("GROWTH_TECHNOLOGY_STOCKS", "Growing Technology", "EQUITY"),
    ("DAY_GAINERS", "Gainers of the Day", "EQUITY"),
    ("DAY_LOSERS", "Losers of the Day", "EQUITY"),
    ("MOST_ACTIVES", "Most Active", "EQUITY"),
    ("UNDERVALUED_LARGE_CAPS", "Undervalued & Large", "EQUITY"),
    ("AGGRESSIVE_SMALL_CAPS", "Small and Aggressive", "EQUITY"),
    ("SMALL_CAP_GAINERS", "Small Gainers", "EQUITY"),
    ("TOP_MUTUAL_FUNDS", "Top Funds", "MUTUALFUND"),
    ("PORTFOLIO_ANCHORS", "Anchors", "MUTUALFUND"),
    ("SOLID_LARGE_GROWTH_FUNDS", "Solid Large Growth", "MUTUALFUND"),
    ("SOLID_MIDCAP_GROWTH_FUNDS", "Solid Middle Growth", "MUTUALFUND"),
    ("CONSERVATIVE_FOREIGN_FUNDS", "Careful Abroad", "MUTUALFUND"),
    ("HIGH_YIELD_BOND", "High Yield", "MUTUALFUND"),
];
const COLUMNS: &[&str] = &[
    "symbol",
    "shortName",
    "longName",
    "quoteType",
    "currency",
    "currencyCode",
    "underlyingSymbol",
    "regularMarketPrice",
    "regularMarketChange",
    "regularMarketChangePercent",
    "regularMarketVolume",
    "averageDailyVolume3Month",
    "marketCap",
    "trailingPE",
    "fiftyTwoWeekLow",
    "fiftyTwoWeekHigh",
    "regularMarketOpen",
];

/// The page that lists the screeners; the name that its path does not have is ignored.
pub(crate) fn screeners(_name: &str, now: i64) -> String {
    let list: Vec<Value> = SCREENERS.iter().map(|(name, title, kind)| described(name, title, kind)).collect();
    let stores = json!({
        "PageStore": {"currentPageName": "screener", "notes": TRAPS},
        "ScreenerStore": {
            "loading": false,
            "error": null,
            "PredefinedList": [],
            "userList": [],
            "event": "LOAD_PREDEFINED_LIST_SUCCESS",
            "predefinedList": list,
            "predefinedListError": "",
        },
        "MarketTimeStore": {"market": "us_market"},
    });
    page("Stock Screeners", "<h2>Predefined</h2>", &stores, now)
}

/// The page of one screener's result.
pub(crate) fn screener(name: &str, now: i64) -> String {
    let known = SCREENERS.iter().find(|(known, ..)| *known == name);
    let (_, title, kind) = known.copied().unwrap_or(("", name, "EQUITY"));
    let mut rng = seeded(name, "screener");
    let rows: Vec<Value> = (0..ROWS).map(|number| row(&mut rng, kind, number)).collect();
    let columns: Vec<Value> = COLUMNS.iter().map(|column| json!({"data": column})).collect();
    let total = rng.u32(25..5_000);
    let stores = json!({
        "PageStore": {"currentPageName": "screenerDetail", "notes": TRAPS},
        "ScreenerCriteriaStore": {"criteriaMeta": criteria(kind), "results": {"rows": []}},
        "ScreenerResultsStore": {
            "meta": {"start": 0, "count": ROWS, "title": title, "predefinedScr": true},
            "criteriaMeta": criteria(kind),
            "results": {"rows": rows, "columns": columns, "total": total, "filters": {}},
            "loading": false,
            "errorList": [],
        },
        "MarketTimeStore": {"market": "us_market"},
    });
    page(title, &format!("<h2>{}</h2><p>Matching results: {total}</p>", escaped(title)), &stores, now)
}

fn described(name: &str, title: &str, kind: &str) -> Value {
    let mut rng = seeded(name, "screeners");
    json!({
        "criteriaMeta": criteria(kind),
        "total": rng.u32(20..4_000),
        "lastUpdated": 1_700_000_000_000_i64,
        "rawCriteria": "{\"offset\":0,\"size\":25,\"query\":{\"operator\":\"AND\"}}",
        "isPremium": rng.u8(0..4) == 0,
        "versionId": rng.u8(1..9),
        "title": title,
        "type": "stocks",
        "predefinedScr": true,
        "description": format!("What the list \"{title}\" holds today; refreshed {{}} times an hour"),
        "canonicalName": name,
    })
}

fn criteria(kind: &str) -> Value {
    json!({
        "size": ROWS,
        "offset": 0,
        "sortField": "percentchange",
        "sortType": "DESC",
        "quoteType": kind,
        "topOperator": "AND",
        "criteria": [{"field": "region", "operators": ["EQ"], "values": [], "labelsSelected": [53]}],
    })
}

fn row(rng: &mut Rng, kind: &str, number: usize) -> Value {
    let symbol = company::ticker(rng);
    let name = company::of(&symbol).name;
    let last = cents(between(rng, 2.0, 400.0));
    let percent = between(rng, -9.0, 9.0);
    let volume = rng.i64(30_000..40_000_000);
    let cap = whole(last * between(rng, 1e7, 9e9));
    let mut row = json!({
        "symbol": symbol,
        "shortName": name,
        "longName": name,
        "quoteType": kind,
        "currency": "USD",
        "regularMarketPrice": price(last),
        "regularMarketChange": price(last * percent / 100.0),
        "regularMarketChangePercent": {"raw": percent, "fmt": format!("{percent:.2}%")},
        "regularMarketVolume": count(volume),
        "averageDailyVolume3Month": count(volume / 2),
        "marketCap": if number == WITHOUT_CAP { json!({}) } else { count(cap) },
        "fiftyTwoWeekLow": price(cents(last * 0.6)),
        "fiftyTwoWeekHigh": price(cents(last * 1.3)),
        "regularMarketOpen": price(cents(last * 0.99)),
        "priceHint": 2,
    });
    if let Some(row) = row.as_object_mut().filter(|_| number % 3 != 1) {
        row.insert("trailingPE".into(), price(between(rng, 5.0, 60.0)));
    }
    row
}
