//! Replies a part of which is of another type than always: it is left out with a note and costs no other, unless it says
//! what the reply is about.

use serde_json::{Value, json};
use virtual_finance::notes::Underlying;
use virtual_finance::request::Endpoint;
use virtual_finance::{
    Analysis, CustomScreener, Filings, Fund, History, Holders, Insiders, Insights, Lookup, Options, Profile,
    Screener, ScreenerName, ScreenerQuery, Spark,
};
use virtual_finance_tests::{converted, script_page, unread};

use super::summary;

/// Returns the response, and the parts that were left out.
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

#[test]
fn a_reply_of_no_other_part_fails_and_says_why() {
    for message in [
        message(&Filings::new("IBM"), &service(&json!({"secFilings": "none"}))),
        message(
            &Analysis::new("IBM"),
            &service(&json!({"earningsTrend": "none", "quoteType": {"symbol": "IBM"}})),
        ),
    ] {
        assert!(message.contains("it is of another type"), "{message}");
    }
    // A section that names another instrument is refused all the same.
    let other = json!({"earningsTrend": "none", "quoteType": {"symbol": "MSFT"}, "financialData": {}});
    assert!(message(&Analysis::new("IBM"), &service(&other)).contains("MSFT"));
}

#[test]
fn a_price_of_another_type_costs_no_profile() {
    let sections = json!({
        "quoteType": {"symbol": "IBM"}, "summaryDetail": {"open": 5}, "calendarEvents": {}, "price": 5,
        "upgradeDowngradeHistory": {"history": [{"epochGradeDate": 1}, "none"]},
    });
    let (found, skipped) = read(&Profile::new("IBM"), &service(&sections));
    assert_eq!(
        (&found["info"]["open"], &found["recommendations"]),
        (&json!(5), &json!([{"epochGradeDate": 1}]))
    );
    assert_eq!(skipped[0], other_type("price"));
    assert_eq!(skipped.len(), 2);
}

/// Returns a chart of one bar with these facts and events.
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

#[test]
fn events_of_another_type_cost_no_bars_and_no_other_events() {
    let meta = json!({"symbol": "IBM"});
    let split = json!({"date": 86_400, "numerator": 2, "denominator": 1, "splitRatio": "2:1"});
    let events = json!({"dividends": "none", "splits": {"86400": split}});
    let (found, skipped) = read(&History::new("IBM"), &history(&meta, &events));
    assert_eq!((&found["dividends"], &found["splits"]), (&json!([]), &json!([split])));
    assert_eq!(skipped, [other_type("chart.result[0].events.dividends")]);
    for (events, expected) in
        [(json!([]), vec![]), (json!("none"), vec![other_type("chart.result[0].events")])]
    {
        let (found, skipped) = read(&History::new("IBM"), &history(&meta, &events));
        assert_eq!((&found["dividends"], &found["ohlcdata"]["close"]), (&json!([]), &json!([1.5])));
        assert_eq!(skipped, expected);
    }
}

#[test]
fn a_date_or_a_strike_of_another_type_costs_no_contracts() {
    let chain = json!({"expirationDate": 86_400, "hasMiniOptions": "no", "calls": [], "puts": []});
    let result = json!({
        "underlyingSymbol": "IBM", "expirationDates": [86_400, "none", 1.5, null], "strikes": [75, "none", 80.5],
        "hasMiniOptions": false, "options": [chain],
    });
    let reply = |result: &Value| json!({"optionChain": {"result": [result], "error": null}}).to_string();
    let (found, skipped) = read(&Options::new("IBM"), &reply(&result));
    assert_eq!((&found["expirationDates"], &found["strikes"]), (&json!([86_400]), &json!([75, 80.5])));
    assert_eq!(found["options"], json!([{"expirationDate": 86_400, "calls": [], "puts": []}]));
    let place = |path: &str| format!("optionChain.result[0].{path}");
    let no_time =
        |index| (place(&format!("expirationDates[{index}]")), "it is no time in epoch seconds".to_owned());
    let expected = [
        other_type(&place("options[0].hasMiniOptions")),
        no_time(1),
        no_time(2),
        no_time(3),
        (place("strikes[1]"), "it is no number".to_owned()),
    ];
    assert_eq!(skipped, expected);
    // The expiration says which contracts belong there.
    let mut other = result;
    other["options"][0]["expirationDate"] = json!("none");
    assert!(message(&Options::new("IBM"), &reply(&other)).contains("invalid type"));
}

/// Of major holders, institutions and funds each is a part.
#[test]
fn a_part_of_holders_costs_no_other() {
    let list = json!({"ownershipList": [{"organization": "A", "position": {"raw": 5}}]});
    let whole = json!({
        "majorHoldersBreakdown": {"insidersPercentHeld": {"raw": 0.5}, "institutionsCount": {"raw": 7}},
        "institutionOwnership": list, "fundOwnership": list,
    });
    let with = |name: &str, part: Value| {
        let mut sections = whole.clone();
        sections[name] = part;
        read(&Holders::new("IBM"), &service(&sections))
    };
    let (found, _) = with("institutionOwnership", json!(null));
    let major = json!([
        ["50.00%", "% of Shares Held by All Insider"],
        ["7", "Number of Institutions Holding Shares"]
    ]);
    assert_eq!(found["major"], major);

    let broken = json!({"insidersPercentHeld": {"raw": "x"}, "institutionsCount": {"raw": 7}});
    let (found, skipped) = with("majorHoldersBreakdown", broken);
    assert_eq!(found["major"], json!([["7", "Number of Institutions Holding Shares"]]));
    assert_eq!(found["mutualfund"]["holders"][0]["holder"], "A");
    assert_eq!(skipped.len(), 1, "{skipped:?}");

    let (found, skipped) = with("fundOwnership", json!({"ownershipList": [1, 2]}));
    assert_eq!((&found["major"], &found["mutualfund"]), (&major, &Value::Null));
    assert!(skipped.iter().any(|(name, _)| name == "fundOwnership"), "{skipped:?}");
}

/// A side of a chain, a chain and the quote beside them.
#[test]
fn a_chain_or_a_side_of_another_type_costs_no_other() {
    let call = json!({"contractSymbol": "IBM240719C00150000", "strike": 150});
    let chain = json!({"expirationDate": 1_721_347_200, "calls": [call], "puts": []});
    let result = |options: Value, quote: Value| {
        let result = json!({
            "underlyingSymbol": "IBM", "expirationDates": [1_721_347_200], "strikes": [150],
            "hasMiniOptions": false, "quote": quote, "options": options,
        });
        json!({"optionChain": {"result": [result], "error": null}}).to_string()
    };
    let price = |reply: &str| {
        let notes = converted(&Options::new("IBM"), &[reply.to_owned()]).unwrap().notes;
        notes.get::<Underlying>().map(|note| note.price.to_string())
    };
    let place = |path: &str| format!("optionChain.result[0].{path}");

    let mut half = chain.clone();
    half["puts"] = json!("none");
    let (found, skipped) = read(&Options::new("IBM"), &result(json!([half]), json!(null)));
    assert_eq!(found["options"][0]["calls"], json!([call]));
    assert_eq!(found["options"][0]["puts"], Value::Null);
    assert_eq!(skipped, [other_type(&place("options[0].puts"))]);

    for second in [json!(null), json!("none"), json!({"expirationDate": 1_721_347_200})] {
        let (found, skipped) =
            read(&Options::new("IBM"), &result(json!([chain, second]), json!({"regularMarketPrice": 9})));
        assert_eq!(found["options"], json!([chain]), "{second}");
        let named = skipped.iter().filter(|(name, _)| *name == place("options[1]")).count();
        assert_eq!(named, 1, "{second}: {skipped:?}");
    }
    assert!(message(&Options::new("IBM"), &result(json!([null]), json!(null))).contains("options[0]"));

    let quoted = |symbol: Value| result(json!([chain]), json!({"symbol": symbol, "regularMarketPrice": 9.5}));
    assert_eq!(price(&quoted(json!("IBM"))).as_deref(), Some("9.5"));
    let other = quoted(json!("MSFT"));
    assert_eq!(price(&other), None);
    let told = vec![(place("quote"), "it is of another instrument".to_owned())];
    assert_eq!(read(&Options::new("IBM"), &other).1, told);
    assert_eq!(
        read(&Options::new("IBM"), &result(json!([chain]), json!("none"))).1,
        [other_type(&place("quote"))]
    );
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

#[test]
fn a_figure_of_insights_costs_no_other() {
    let insight = json!({
        "symbol": "IBM",
        "instrumentInfo": {
            "technicalEvents": {"provider": "Harbor"},
            "keyTechnicals": {"support": "n/a", "resistance": {"low": 1}, "stopLoss": 171.5},
            "valuation": {"discount": -4, "description": "Overvalued"},
        },
        "recommendation": {"targetPrice": "none", "rating": "BUY"},
        "companySnapshot": "none",
    });
    let reply = json!({"finance": {"result": [insight], "error": null}}).to_string();
    let (found, skipped) = read(&Insights::new(["IBM"]), &reply);
    assert_eq!(
        found["insights"][0],
        json!({
            "symbol": "IBM",
            "instrumentInfo": {
                "technicalEvents": {"provider": "Harbor"},
                "keyTechnicals": {"support": null, "resistance": null, "stopLoss": 171.5},
                "valuation": {"description": "Overvalued", "discount": null},
            },
            "companySnapshot": null,
            "recommendation": {"targetPrice": null, "rating": "BUY"},
        })
    );
    let path = "finance.result[0]";
    let of = |part: &str, reason: &str| (format!("{path}.{part}"), reason.to_owned());
    assert_eq!(
        skipped,
        [
            of("companySnapshot", "it is no object"),
            of("recommendation", "its targetPrice is of another type"),
            of("instrumentInfo.keyTechnicals", "its support is of another type"),
            of("instrumentInfo.keyTechnicals", "its resistance is of another type"),
            of("instrumentInfo.valuation", "its discount is of another type"),
        ]
    );
}
