//! The rows of a search and of a lookup.

use serde_json::{Value, json};
use virtual_finance::notes::SkippedRows;
use virtual_finance::{Lookup, Search};
use virtual_finance_tests::{convert, converted};

fn found(quotes: &[Value], news: &[Value]) -> Value {
    let reply = json!({"count": 0, "quotes": quotes, "news": news, "nav": [], "lists": []}).to_string();
    convert(&Search::new("text"), reply).unwrap()
}

/// Only a row with a symbol is an instrument, and none of a private company is.
#[test]
fn private_companies_are_no_instruments() {
    let acme = json!({"symbol": "ACME", "quoteType": "EQUITY", "isYahooFinance": true});
    let bare = json!({"symbol": "BARE"});
    let startup = json!({"index": "1", "name": "Startup", "permalink": "startup", "isYahooFinance": false});
    let nulled = json!({"symbol": null, "name": "Null", "isYahooFinance": false});
    let blank = json!({"symbol": " ", "name": "Blank"});
    let priced = json!({"symbol": "START.PVT", "quoteType": "PRIVATE_COMPANY", "shortname": "Priced"});
    let found =
        found(&[startup.clone(), acme.clone(), nulled.clone(), bare.clone(), blank.clone(), priced], &[]);
    assert_eq!(found["quotes"], json!([acme, bare]));
    let priced = json!({"symbol": "START.PVT", "quoteType": "PRIVATE_COMPANY", "shortname": "Priced", "name": "Priced"});
    assert_eq!(found["companies"], json!([startup, nulled, blank, priced]));
}

/// A row that says that it is an instrument needs a symbol, even if it has a name.
#[test]
fn an_instrument_without_a_symbol_is_no_company() {
    let row = json!({"name": "Acme", "isYahooFinance": true});
    let reply = json!({"quotes": [row]}).to_string();
    let error = convert(&Search::new("text"), reply);
    assert!(error.is_err(), "{error:?}");
}

#[test]
fn advertisements_are_no_news() {
    let story = |id: &str| json!({"uuid": id, "title": "T", "link": "https://news.example", "type": "STORY"});
    let with = |name: &str, value: Value| {
        let mut item = story("x");
        item.as_object_mut().unwrap().insert(name.to_owned(), value);
        item
    };
    let items = [
        story("a"),
        with("ad", json!({"id": 1})),
        with("ad", json!(true)),
        with("type", json!("AD")),
        with("ad", json!({})),
        json!({"ad": {"id": 2}}),
        story("b"),
    ];
    let found = found(&[], &items);
    let ids: Vec<&Value> = found["news"].as_array().unwrap().iter().map(|item| &item["uuid"]).collect();
    assert_eq!(ids, [&json!("a"), &json!("x"), &json!("b")]);
}

/// Absent, null and zero stay three things, and unknown members stay as they are. An object without members is no value.
#[test]
fn rows_keep_what_the_host_says() {
    let mut row = json!({"symbol": "ACME", "score": 0, "sector": null, "newMember": {"a": [1.50, {}]}});
    let rows = found(std::slice::from_ref(&row), &[]);
    row["newMember"]["a"][1] = json!(null);
    assert_eq!(rows["quotes"], json!([row]));
}

#[test]
fn a_lookup_has_no_private_companies_and_types_in_upper_case() {
    let documents = json!([
        {"symbol": "ACME", "shortName": "Acme", "quoteType": "equity", "regularMarketPrice": null, "fulldayPrice": 0},
        {"symbol": "START.PVT", "shortName": "Startup", "quoteType": "privateCompany"},
        {"symbol": "BARE"},
    ]);
    let page =
        json!({"start": 25, "count": 1000, "total": 27, "lookupTotals": {"all": 30}, "documents": documents});
    let reply = json!({"finance": {"result": [page], "error": null}}).to_string();
    assert_eq!(
        convert(&Lookup::new("text").start(25), reply).unwrap(),
        json!({
            "start": 25, "total": 27, "totals": {"all": 30},
            "instruments": [
                {"symbol": "ACME", "name": "Acme", "quoteType": "EQUITY", "price": null, "fulldayPrice": 0},
                {"symbol": "BARE"},
            ]
        })
    );
}

/// The numbers of other types say nothing of the instruments of a page.
#[test]
fn a_count_that_cannot_be_read_costs_no_instrument() {
    for (totals, counts, expected) in [
        (json!({"all": 30, "etf": "0"}), json!({"all": 30}), "lookupTotals.etf"),
        (json!("30"), json!({}), "lookupTotals"),
        (Value::Null, json!({}), "it is missing"),
    ] {
        let page = json!({"start": 0, "count": 1, "total": 1, "lookupTotals": totals, "documents": [{"symbol": "ACME"}]});
        let reply = json!({"finance": {"result": [page], "error": null}}).to_string();
        let found = converted(&Lookup::new("text"), &[reply]).unwrap();
        let skipped = found.notes.get::<SkippedRows>().map(ToString::to_string).unwrap_or_default();
        let response = json!(found.response);
        assert_eq!([&response["totals"], &response["instruments"][0]["symbol"]], [&counts, &json!("ACME")]);
        assert!(skipped.contains(expected), "{skipped}");
    }
}
