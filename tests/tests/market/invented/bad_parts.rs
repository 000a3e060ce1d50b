//! Replies a part of which is of another type than always: it is left out with a note and costs no other, unless it says
//! what the reply is about.

use serde_json::{Value, json};
use virtual_finance::request::Endpoint;
use virtual_finance::{
    Analysis, CustomScreener, Fund, History, Holders, Insiders, Lookup, Screener, ScreenerName,
    ScreenerQuery, Spark,
};
use virtual_finance_tests::{converted, script_page, unread};

use super::summary;

fn read<E: Endpoint>(request: &E, reply: &str) -> (Value, Vec<(String, String)>)
where
    E::Response: serde::Serialize,
{
    let found = converted(request, &[reply.to_owned()]).unwrap();
    let skipped = unread(&found.notes);
    let skipped = skipped.into_iter().map(|row| (row.name, row.reason)).collect();
    (json!(found.response), skipped)
}

fn message<E: Endpoint>(request: &E, reply: &str) -> String {
    converted(request, &[reply.to_owned()]).map(drop).unwrap_err().to_string()
}

/// Returns the sections as the service sends them.
fn service(sections: &Value) -> String {
    let text = sections.to_string();
    summary(text.trim_start_matches('{').strip_suffix('}').unwrap())
}

/// Returns the sections as a page of today carries them.
fn carried(sections: &Value) -> String {
    script_page(&[("/v10/finance/quoteSummary/IBM?modules=all", 200, &service(sections))])
}

fn other_type(name: &str) -> (String, String) {
    (name.to_owned(), "it is of another type".to_owned())
}

fn missing(name: &str) -> (String, String) {
    (name.to_owned(), "it is missing".to_owned())
}

#[test]
fn a_section_of_another_type_costs_no_other() {
    let sections = json!({
        "earningsTrend": "none", "quoteType": 5, "recommendationTrend": {}, "earningsHistory": {"history": "none"},
        "upgradeDowngradeHistory": [], "price": {"currency": "USD"}, "financialData": {"targetHighPrice": {"raw": 9}},
    });
    for reply in [service(&sections), carried(&sections)] {
        let (found, skipped) = read(&Analysis::new("IBM"), &reply);
        assert_eq!(found["priceTargets"]["high"], 9);
        assert_eq!(found["priceTargets"]["currency"], "USD");
        let names = ["earningsTrend", "quoteType", "earningsHistory", "upgradeDowngradeHistory"];
        for name in names {
            assert!(skipped.contains(&other_type(name)), "{name}: {skipped:?}");
        }
        assert!(skipped.contains(&missing("recommendationTrend.trend")), "{skipped:?}");
        assert_eq!(skipped.len(), names.len() + 1);
    }
}

#[test]
fn parts_of_insiders_holders_and_funds_cost_no_other() {
    let insiders = json!({
        "insiderTransactions": 5, "insiderHolders": {},
        "netSharePurchaseActivity": {"period": "6m"}, "price": 5,
    });
    let (found, skipped) = read(&Insiders::new("IBM"), &service(&insiders));
    assert_eq!(found["purchases"], json!({"period": "6m"}));
    assert_eq!(
        skipped,
        [other_type("insiderTransactions"), other_type("price"), missing("insiderHolders.holders")]
    );

    let holders = json!({
        "majorHoldersBreakdown": {"institutionsCount": {"raw": 7}}, "institutionOwnership": "none",
        "fundOwnership": {"ownershipList": [{"organization": "A", "position": {"raw": 3}}]},
    });
    for reply in [service(&holders), carried(&holders)] {
        let (found, skipped) = read(&Holders::new("IBM"), &reply);
        assert_eq!(found["institutional"], Value::Null);
        assert_eq!(found["mutualfund"]["holders"][0]["shares"], 3);
        assert_eq!(skipped, [other_type("institutionOwnership")]);
    }

    let fund = json!({
        "fundProfile": [], "topHoldings": {"holdings": null, "bondRatings": "none", "stockPosition": {"raw": 0.5}},
        "fundPerformance": {"trailingReturns": {"ytd": {"raw": 0.25}}}, "assetProfile": 5,
    });
    let (found, skipped) = read(&Fund::new("SPY"), &service(&fund));
    assert_eq!(found["performance"]["trailingReturns"]["ytd"], 0.25);
    assert_eq!(found["assetClasses"]["stock"], 0.5);
    let no_object = ("fundProfile".to_owned(), "it is no object".to_owned());
    let no_list = ("topHoldings.bondRatings".to_owned(), "it is no list".to_owned());
    assert_eq!(skipped, [other_type("assetProfile"), no_object, missing("topHoldings.holdings"), no_list]);
}

fn chart(meta: &Value, events: &Value) -> Value {
    let list = json!([1.5]);
    let quote = json!({"open": list, "high": list, "low": list, "close": list, "volume": [7]});
    json!({"meta": meta, "timestamp": [86_400], "events": events, "indicators": {"quote": [quote]}})
}

fn history(meta: &Value, events: &Value) -> String {
    json!({"chart": {"result": [chart(meta, events)], "error": null}}).to_string()
}

#[test]
fn a_fact_of_another_type_costs_no_bars() {
    let meta = json!({
        "symbol": "IBM", "currency": "USD", "priceHint": "two", "firstTradeDate": 1.5, "currentTradingPeriod": [],
        "range": "1mo",
    });
    let names = ["priceHint", "firstTradeDate", "currentTradingPeriod"];
    let (found, skipped) = read(&History::new("IBM"), &history(&meta, &json!({})));
    assert_eq!(found["meta"], json!({"symbol": "IBM", "currency": "USD", "range": "1mo"}));
    assert_eq!(found["ohlcdata"]["close"], json!([1.5]));
    assert_eq!(skipped, names.map(|name| other_type(&format!("chart.result[0].meta.{name}"))));

    let mut day = chart(&meta, &json!({}));
    day["meta"]["range"] = json!("1d");
    let row = json!({"symbol": "IBM", "response": [day]});
    let reply = json!({"spark": {"result": [row], "error": null}}).to_string();
    let (found, skipped) = read(&Spark::new(["IBM"]), &reply);
    assert_eq!(found["series"][0]["close"], json!([1.5]));
    assert_eq!(skipped.len(), names.len(), "{skipped:?}");

    for (name, value) in [("symbol", json!(5)), ("range", json!(5)), ("dataGranularity", json!({}))] {
        let mut meta = meta.clone();
        meta[name] = value;
        assert!(
            message(&History::new("IBM"), &history(&meta, &json!({}))).contains("invalid type"),
            "{name}"
        );
    }
}

/// The numbers that a host says to have beside rows.
#[test]
fn a_count_of_another_type_costs_no_row() {
    const PATH: &str = "finance.result[0]";
    let other = |member: &str| other_type(&format!("{PATH}.{member}"));
    let reply = |page: Value| json!({"finance": {"result": [page], "error": null}}).to_string();
    let rows = json!([{"symbol": "IBM", "quoteType": "EQUITY"}]);

    let page = json!({"start": "0", "total": {"raw": 1}, "lookupTotals": {}, "documents": rows});
    let (found, skipped) = read(&Lookup::new("harbor"), &reply(page));
    assert_eq!((&found["start"], &found["total"]), (&Value::Null, &json!(1)));
    assert_eq!((&found["instruments"][0]["symbol"], skipped), (&json!("IBM"), vec![other("start")]));

    let query: ScreenerQuery = "price > 1".parse().unwrap();
    let page = json!({"start": 0, "count": 1.5, "total": null, "quotes": rows});
    let (found, skipped) = read(&CustomScreener::new(query), &reply(page));
    assert_eq!(found, json!({"start": 0, "count": null, "total": null, "rows": rows}));
    assert_eq!(skipped, [other("count"), (format!("{PATH}.total"), "it is null".to_owned())]);

    let page = json!({"start": "0", "total": "many", "quotes": rows});
    let (found, skipped) = read(&Screener::new(ScreenerName::DayGainers), &reply(page));
    assert_eq!((&found["total"], &found["rows"][0]["symbol"]), (&Value::Null, &json!("IBM")));
    assert_eq!(skipped, [other("start"), other("total")]);

    // Without any it is the reply of another service.
    let page = json!({"start": 0, "lookupTotals": {}, "documents": rows});
    let said = message(&Lookup::new("harbor"), &reply(page));
    assert!(said.contains("total cannot be read: it is missing; the host may"), "{said}");
}
