//! The pages of the screeners: the list of them, and the result of one.

use serde_json::{Value, json};

use crate::facts::screeners::{ROWS, Screener};
use crate::facts::template::quoted;
use crate::facts::traps::TRAPS;
use crate::pages::markup::{escaped, page};

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

/// Returns the page that lists the screeners.
pub(super) fn list(now: i64) -> String {
    let list: Vec<Value> = Screener::listed().iter().map(|screener| screener.described(now)).collect();
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

/// Returns the page of one screener's result.
pub(super) fn result(screener: &Screener, now: i64) -> String {
    let columns: Vec<Value> = COLUMNS.iter().map(|column| json!({"data": column})).collect();
    let (title, found) = (screener.title, screener.found(now));
    let total = found.len();
    let rows = found.iter().take(ROWS).filter_map(|one| quoted(one)).map(|mut row| {
        if let Some(row) = row.as_object_mut() {
            row.retain(|name, _| COLUMNS.contains(&name.as_str()) || name == "priceHint");
        }
        row
    });
    let rows: Vec<Value> = rows.collect();
    let stores = json!({
        "PageStore": {"currentPageName": "screenerDetail", "notes": TRAPS},
        "ScreenerCriteriaStore": {"criteriaMeta": screener.criteria(), "results": {"rows": []}},
        "ScreenerResultsStore": {
            "meta": {"start": 0, "count": ROWS, "title": title, "predefinedScr": true},
            "criteriaMeta": screener.criteria(),
            "results": {"rows": rows, "columns": columns, "total": total, "filters": {}},
            "loading": false,
            "errorList": [],
        },
        "MarketTimeStore": {"market": "us_market"},
    });
    page(title, &format!("<h2>{}</h2><p>Matching results: {total}</p>", escaped(title)), &stores, now)
}
