//! Rows that are there twice, that are not in order, or whose time cannot be; those of bars are beside this.

use serde_json::{Value, json};
use virtual_finance::notes::SkippedRows;
use virtual_finance::{
    Analysis, Calendar, CalendarKind, Country, CustomScreener, EventCalendar, EventCalendarKind, Filings,
    Fund, Holders, Insights, Lookup, MarketSummary, MarketTime, News, Options, Quote, Screener, ScreenerName,
    ScreenerQuery, Search, Sector, SectorKey, Shares, Similar, Spark, Trending,
};
use virtual_finance_tests::{convert, converted, html};

use super::bars::{MONDAY, chart, day, read};

/// Returns the sections of a summary about IBM.
fn about(sections: &Value) -> Value {
    let mut all = json!({"quoteType": {"symbol": "IBM", "quoteType": "EQUITY"}});
    all.as_object_mut().unwrap().extend(sections.as_object().unwrap().clone());
    json!({"quoteSummary": {"result": [all], "error": null}})
}

fn finance(result: &Value) -> Value {
    json!({"finance": {"result": result, "error": null}})
}

/// Rows that a name tells apart: the first one counts, whether the second one says the same or not.
#[test]
fn a_name_is_there_once() {
    let twice = |member: &str, values: [Value; 3]| {
        let row = |(symbol, value): (&str, Value)| json!({"symbol": symbol, member: value});
        Value::from_iter(["IBM", "ACME", "IBM"].into_iter().zip(values).map(row))
    };
    for second in [json!(1), json!(7)] {
        let values = |first: Value| [first, json!(2), second.clone()];
        let quotes = twice("regularMarketPrice", values(json!(1)));
        let reply = json!({"quoteResponse": {"result": quotes, "error": null}});
        let (found, note) = read(&Quote::new(["IBM", "ACME"]), &reply);
        assert_eq!(found["quotes"].as_array().unwrap().len(), 2);
        assert_eq!((&found["quotes"][0]["regularMarketPrice"], &found["unknown"]), (&json!(1), &json!([])));
        assert_eq!(note, r#""IBM", as its symbol is there twice"#);
        let page = json!([{"start": 0, "count": 3, "total": 3, "lookupTotals": {"all": 3},
            "documents": twice("rank", values(json!(1)))}]);
        let (found, note) = read(&Lookup::new("ibm"), &finance(&page));
        assert_eq!(
            (found["instruments"].as_array().unwrap().len(), &found["instruments"][0]["rank"]),
            (2, &json!(1))
        );
        assert_eq!(note, r#""IBM", as its symbol is there twice"#);
        let similar = json!([{"symbol": "OAR", "recommendedSymbols": twice("score", values(json!(1)))}]);
        let (found, note) = read(&Similar::new(["OAR"]), &finance(&similar));
        let similar = &found["recommendations"][0]["similar"];
        assert_eq!((similar.as_array().unwrap().len(), &similar[0]["score"]), (2, &json!(1)));
        assert_eq!(note, r#""IBM", as its symbol is there twice"#);
    }
    let row = |close: i64| json!({"symbol": "IBM", "response": [chart(&json!([day(0)]), &json!([close]))]});
    let (found, note) =
        read(&Spark::new(["IBM"]), &json!({"spark": {"result": [row(1), row(2)], "error": null}}));
    assert_eq!((found["series"].as_array().unwrap().len(), &found["series"][0]["close"]), (1, &json!([1])));
    assert_eq!(note, r#""IBM", as its symbol is there twice"#);
}

/// A row of a Quote reply that is no good JSON, or has a member twice, is told as that.
#[test]
fn an_odd_row_of_a_quote_says_what_is_wrong() {
    let said = |row: &str| {
        let reply = format!(r#"{{"quoteResponse":{{"result":[{row},{{"symbol":"ACME"}}],"error":null}}}}"#);
        let found = converted(&Quote::new(["IBM", "ACME"]), &[reply]).unwrap();
        found.notes.get::<SkippedRows>().unwrap().to_string()
    };
    assert_eq!(
        said(r#"{"symbol":"IBM","currency":"USD","currency":"EUR"}"#),
        r#""IBM", as its currency is there twice"#
    );
    assert_eq!(said(r#"{"symbol":"IBM","symbol":"IBM"}"#), r#""IBM", as its symbol is there twice"#);
    let surrogate = said(r#"{"symbol":"IBM","shortName":"\ud800"}"#);
    let words =
        "\"quoteResponse.result[0]\", as it cannot be read: unexpected end of hex escape at line 1 column";
    assert!(surrogate.starts_with(words), "{surrogate}");
}

/// Returns the contracts of a chain of 2024-07-19 of a ticker, by the side, and what was skipped.
fn contracts(ticker: &str, calls: &Value, puts: &Value) -> (Value, String) {
    let chain = json!({"expirationDate": EXPIRATION, "hasMiniOptions": false, "calls": calls, "puts": puts});
    let result = json!({"underlyingSymbol": ticker, "expirationDates": [EXPIRATION], "strikes": [],
        "hasMiniOptions": false, "options": [chain]});
    let reply = json!({"optionChain": {"result": [result], "error": null}});
    let (found, note) = read(&Options::new(ticker), &reply);
    let names = |side: &str| {
        let contracts =
            found.pointer(&format!("/options/0/{side}")).and_then(Value::as_array).unwrap().iter();
        contracts.map(|contract| contract.get("contractSymbol").cloned()).collect::<Option<Value>>()
    };
    (json!([names("calls"), names("puts")]), note)
}

/// 2024-07-19.
const EXPIRATION: i64 = 1_721_347_200;

/// Returns a contract with the strike of its symbol.
fn contract(symbol: &str) -> Value {
    let thousandths =
        symbol.split_at_checked(symbol.len().saturating_sub(8)).and_then(|(_, end)| end.parse().ok());
    let strike = thousandths.map_or(100, |thousandths: u64| thousandths / 1000);
    json!({"contractSymbol": symbol, "strike": strike, "expiration": EXPIRATION})
}

#[test]
fn contracts_are_those_of_their_list() {
    let good = "IBM240719C00100000";
    let mut past = contract("IBM240719C00105000");
    past["expiration"] = json!(0);
    for (odd, reason) in [
        (contract("IBM240719P00105000"), "its contractSymbol is that of the other side"),
        (contract("MSFT240719C00105000"), "its contractSymbol is that of another instrument"),
        (past, "its expiration is that of another list"),
        (contract(good), "its contractSymbol is there twice"),
    ] {
        let (found, note) = contracts("IBM", &json!([contract(good), odd]), &json!([]));
        assert_eq!(found, json!([[good], []]));
        assert_eq!(note, format!("{}, as {reason}", odd["contractSymbol"]));
    }
    // None of the contracts is of the list.
    let chain = json!({"expirationDate": EXPIRATION, "calls": [contract("IBM240719P00105000")], "puts": []});
    let result = json!({"underlyingSymbol": "IBM", "expirationDates": [EXPIRATION], "strikes": [],
        "hasMiniOptions": false, "options": [chain]});
    let reply = json!({"optionChain": {"result": [result], "error": null}}).to_string();
    let error = convert(&Options::new("IBM"), reply).unwrap_err().to_string();
    assert!(
        error.contains("options[0].calls cannot be read") && error.contains("of the other side"),
        "{error}"
    );
}

/// Symbols of adjusted contracts, of weekly ones of an index, of shares with a class, and of another form.
#[test]
fn roots_that_are_not_the_ticker_are_no_others() {
    for (ticker, symbol) in [
        ("IBM", "IBM1240719C00100000"),
        ("^SPX", "SPXW240719C05000000"),
        ("^SPX", "SPX240719C05000000"),
        ("BRK-B", "BRKB240719C00400000"),
        ("ibm", "IBM240719C00100000"),
        ("IBM", "C"),
        ("IBM", "240719C00100000"),
    ] {
        let (found, note) = contracts(ticker, &json!([contract(symbol)]), &json!([]));
        assert_eq!((found, &*note), (json!([[symbol], []]), ""), "{ticker}");
    }
}

/// Of two figures of one period or name nobody knows which is right: the first one counts.
#[test]
fn a_period_and_a_part_of_a_fund_are_there_once() {
    let growth = |growth: f64| json!({"period": "0q", "growth": growth});
    let (found, note) = read(
        &Analysis::new("IBM"),
        &about(&json!({
            "earningsTrend": {"trend": [growth(0.5), growth(0.25)]},
            "indexTrend": {"estimates": [growth(0.125), growth(0.0625)]},
            "recommendationTrend": {"trend": [{"period": "0m", "buy": 3}, {"period": "0m", "buy": 4}]},
        })),
    );
    assert_eq!(found["estimates"], json!([{"period": "0q", "growth": 0.5, "indexGrowth": 0.125}]));
    assert_eq!(found["recommendations"], json!([{"period": "0m", "buy": 3}]));
    assert_eq!(note.matches("is there twice").count(), 3, "{note}");

    let sectors = json!([{"technology": 0.5}, {"energy": 0.25}, {"technology": 0.125}]);
    let holdings = about(&json!({"topHoldings": {"sectorWeightings": sectors}}));
    let (found, note) = read(&Fund::new("IBM"), &holdings);
    assert_eq!(found["sectorWeightings"], json!({"technology": 0.5, "energy": 0.25}));
    assert!(note.contains("topHoldings.sectorWeightings[2]\", as its name is there twice"), "{note}");
}

/// Keeps the first of two chains or insights, and gives lists in the order of the book.
#[test]
fn chains_and_insights_are_there_once_and_lists_are_in_order() {
    let chain = json!({"expirationDate": day(0), "hasMiniOptions": false, "calls": [], "puts": []});
    let result = json!({
        "underlyingSymbol": "IBM", "expirationDates": [day(0)], "strikes": [], "hasMiniOptions": false,
        "quote": {"symbol": "IBM"}, "options": [chain, chain],
    });
    let (found, note) =
        read(&Options::new("IBM"), &json!({"optionChain": {"result": [result], "error": null}}));
    assert_eq!(found["options"].as_array().unwrap().len(), 1);
    assert!(note.contains("options[1]\", as its expirationDate is there twice"), "{note}");

    let insight =
        |score: f64| json!({"symbol": "IBM", "companySnapshot": {"sector": {"innovativeness": score}}});
    let (found, note) = read(&Insights::new(["IBM"]), &finance(&json!([insight(0.5), insight(0.25)])));
    assert_eq!(found["insights"].as_array().unwrap().len(), 1);
    assert!(note.contains("finance.result[1]\", as its symbol is there twice"), "{note}");

    let filing = |days: i64| json!({"type": "10-Q", "date": "x", "epochDate": day(days)});
    let (found, _) =
        read(&Filings::new("IBM"), &about(&json!({"secFilings": {"filings": [filing(1), filing(2)]}})));
    let times = |found: &Value, name: &str| {
        found.as_array().unwrap().iter().map(|row| row[name].clone()).collect::<Vec<_>>()
    };
    assert_eq!(times(&found["filings"], "timestamp"), [day(2), day(1)].map(Value::from));
    let quarter = |days: i64| json!({"period": format!("-{days}q"), "quarter": day(days)});
    let history = json!({"earningsHistory": {"history": [quarter(2), quarter(1)]}});
    let (found, _) = read(&Analysis::new("IBM"), &about(&history));
    assert_eq!(times(&found["earningsHistory"], "quarter"), [day(1), day(2)].map(Value::from));
}

/// A part that a reply lacks, or that is of something else, is told.
#[test]
fn parts_of_something_else_are_told() {
    let holders =
        json!({"majorHoldersBreakdown": {"institutionsCount": 7}, "institutionOwnership": {"maxAge": 1}});
    let (found, note) = read(&Holders::new("IBM"), &about(&holders));
    assert_eq!(found.get("institutional"), None);
    assert!(note.contains("institutionOwnership.ownershipList\", as it is missing"), "{note}");
    let fund = json!({"topHoldings": {"holdings": [], "equityHoldings": ["7"]}});
    let (_, note) = read(&Fund::new("IBM"), &about(&fund));
    assert!(note.contains("topHoldings.equityHoldings\", as it is no object"), "{note}");

    let market_at = |id: &str, offset: &str| {
        let zone = json!({"$text": "Asia/Tokyo", "short": "JST", "gmtoffset": offset, "dst": "false"});
        let time = "2024-07-01T14:30:00Z";
        let market = json!({
            "id": id, "name": "Markets", "status": "open", "open": time, "close": time, "time": time, "timezone": [zone],
        });
        let reply = json!({"finance": {"marketTimes": [{"marketTime": [market]}]}});
        converted(&MarketTime::new(), &[reply.to_string()]).map(drop).map_err(|error| error.to_string())
    };
    let market = |id: &str| market_at(id, "32400");
    assert_eq!(market("us"), Ok(()));
    for odd in ["9", "-0400", "32400000"] {
        assert!(market_at("us", odd).unwrap_err().contains("an offset in seconds"), "{odd}");
    }
    assert!(market("jp").unwrap_err().contains("\"jp\""));
    let screener = |start: i64| {
        let result = json!({"start": start, "total": 30, "canonicalName": "DAY_GAINERS", "quotes": []});
        let request = Screener::new(ScreenerName::DayGainers);
        converted(&request, &[finance(&json!([result])).to_string()])
            .map(drop)
            .map_err(|error| error.to_string())
    };
    assert_eq!(screener(0), Ok(()));
    assert!(screener(25).unwrap_err().contains("25"));
    let shares = |kind: &str| {
        let series =
            json!({"meta": {"symbol": ["IBM"], "type": [kind]}, "timestamp": [day(0)], "shares_out": [7]});
        let reply = json!({"timeseries": {"result": [series], "error": null}});
        converted(&Shares::new("IBM"), &[reply.to_string()]).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(shares("shares_out"), Ok(()));
    assert!(shares("shares_in").unwrap_err().contains("\"shares_in\""));
}

#[test]
fn an_instrument_is_there_once_in_a_list_of_instruments() {
    let row = |symbol: &str, price| json!({"symbol": symbol, "regularMarketPrice": price, "exchange": "NYQ"});
    let rows = json!([row("IBM", 1), row("ACME", 2), row("IBM", 3)]);
    let ranking = json!({"finance": {"result": [{"count": 3, "quotes": rows}], "error": null}});
    let summary = json!({"marketSummaryResponse": {"result": rows, "error": null}});
    let quotes = json!([row("IBM", 1), row("ACME", 2)]);
    for (found, note) in [
        read(&Trending::new(Country::UnitedStates), &ranking),
        read(&MarketSummary::new(), &summary),
        read(&Search::new("ibm"), &json!({"quotes": rows})),
    ] {
        assert_eq!(found["quotes"], quotes);
        assert!(note.contains("IBM") && note.contains("its symbol is there twice"), "{note}");
    }
}

/// Of two rows of one thing nobody knows which is right: the first one counts. What has no name is not the same.
#[test]
fn what_a_row_is_about_is_there_once() {
    let two = |member: &str| json!([{member: "one", "name": "A"}, {member: "one", "name": "B"}]);
    let report = |id: Value, title: &str| json!({"id": id, "reportTitle": title});
    let domain = |kind: &str| {
        json!({"data": {
            "name": "Technology", "key": kind, "topCompanies": two("symbol"), "topETFs": two("symbol"),
            "topMutualFunds": two("symbol"),
            "researchReports": [report(json!("one"), "A"), report(Value::Null, "B"), report(json!("one"), "C"), report(Value::Null, "D")],
        }})
    };
    let first = |member: &str| json!([{member: "one", "name": "A"}]);
    let mut sector = domain("technology");
    sector["data"]["industries"] = two("key");
    let (found, note) = read(&Sector::new(SectorKey::Technology), &sector);
    for list in ["topCompanies", "topETFs", "topMutualFunds"] {
        assert_eq!(found[list], first("symbol"), "{list}");
    }
    assert_eq!(found["industries"], first("key"));
    let titles: Vec<_> =
        found["researchReports"].as_array().unwrap().iter().map(|row| &row["reportTitle"]).collect();
    assert_eq!(titles, ["A", "B", "D"]);
    assert_eq!(note.matches("is there twice").count(), 5, "{note}");

    let insight = json!({"symbol": "IBM", "reports": [report(json!("one"), "A"), report(json!("one"), "B")],
        "secReports": [{"id": "two", "title": "A"}, {"id": "two", "title": "B"}]});
    let (found, note) = read(&Insights::new(["IBM"]), &finance(&json!([insight])));
    let insight = &found["insights"][0];
    assert_eq!(insight["reports"], json!([{"id": "one", "reportTitle": "A"}]));
    assert_eq!(insight["secReports"], json!([{"id": "two", "title": "A"}]));
    assert_eq!(note, r#""one", as its id is there twice; "two", as its id is there twice"#);

    let filing = |title: &str| {
        let url = "https://www.example.com/0000051143-24-000012_51143";
        json!({"type": "10-Q", "date": "x", "title": title, "epochDate": day(1), "edgarUrl": url})
    };
    let (found, note) =
        read(&Filings::new("IBM"), &about(&json!({"secFilings": {"filings": [filing("A"), filing("B")]}})));
    assert_eq!((found["filings"].as_array().unwrap().len(), &found["filings"][0]["title"]), (1, &json!("A")));
    assert_eq!(note, r#""0000051143-24-000012", as its accessionNumber is there twice"#);

    let story = |title: &str| json!({"content": {"id": "one", "title": title}});
    let stream = json!({"data": {"tickerStream": {"stream": [story("A"), story("B")]}}});
    let (found, note) = read(&News::new("IBM"), &stream);
    assert_eq!((found["news"].as_array().unwrap().len(), &*note), (1, r#""one", as its id is there twice"#));
    let story = |title: &str| json!({"uuid": "one", "title": title});
    let (found, note) = read(&Search::new("ibm"), &json!({"quotes": [], "news": [story("A"), story("B")]}));
    assert_eq!(
        (found["news"].as_array().unwrap().len(), &*note),
        (1, r#""one", as its uuid is there twice"#)
    );
}

/// A host that sends seconds in place of milliseconds does not move a time to 1970, and microseconds are no time.
#[test]
fn a_time_in_another_unit_is_not_shifted() {
    let filed = |time: i64| {
        let insight = json!({"symbol": "IBM", "secReports": [{"id": "two", "filingDate": time}]});
        read(&Insights::new(["IBM"]), &finance(&json!([insight]))).0["insights"][0]["secReports"].clone()
    };
    assert_eq!(filed(MONDAY * 1000), json!([{"id": "two", "filingDate": MONDAY}]));
    assert_eq!(filed(MONDAY), json!([{"id": "two", "filingDate": MONDAY}]));
    assert_eq!(filed(MONDAY * 1_000_000), Value::Null);
    let ranked = |time: i64| {
        let ranking = json!({"quotes": [{"symbol": "IBM"}], "jobTimestamp": time});
        read(&Trending::new(Country::UnitedStates), &finance(&json!([ranking]))).0["asOf"].clone()
    };
    assert_eq!(ranked(MONDAY * 1000), json!(MONDAY));
    assert_eq!(ranked(MONDAY), json!(MONDAY));
    assert_eq!(ranked(MONDAY * 1_000_000), Value::Null);
}

#[test]
fn a_blank_name_is_none() {
    let rows = json!([{"symbol": "IBM"}, {"symbol": " \t"}, {"symbol": "\u{a0}"}]);
    let summary = json!({"marketSummaryResponse": {"result": rows, "error": null}});
    let (found, note) = read(&MarketSummary::new(), &summary);
    assert_eq!(found["quotes"], json!([{"symbol": "IBM"}]));
    assert_eq!(note.matches("its symbol is missing").count(), 2, "{note}");
}

#[test]
fn a_table_of_holders_under_an_unknown_heading_is_told_where_one_is_missing() {
    let table = "<table><thead><tr><th>Holder</th><th>Shares</th></tr></thead><tbody><tr><td>A</td><td>1</td></tr>\
                 </tbody></table>";
    let major = "<h3>Major Holders</h3><table><tr><td>1%</td><td>Held by</td></tr></table>";
    let note = |headings: &[&str]| {
        let tables: Vec<String> =
            headings.iter().map(|heading| format!("<h3>{heading}</h3>{table}")).collect();
        let found = converted(&Holders::new("IBM"), &[html(&format!("{major}{}", tables.concat()))]).unwrap();
        found.notes.get::<SkippedRows>().map(ToString::to_string).unwrap_or_default()
    };
    let known = ["Top Institutional Holders", "Top Mutual Fund Holders"];
    assert_eq!(note(&[known[0], known[1], "Direct Holders"]), "");
    let said = note(&[known[1], known[1]]);
    assert_eq!(said, "\"Top Mutual Fund Holders\", as it is there twice");
    let said = note(&[known[0], "Top Fund Holders"]);
    assert!(said.contains("Top Fund Holders") && said.contains("its heading is unknown"), "{said}");
}

/// The host counts what it does not give.
#[test]
fn no_rows_of_some_are_told() {
    let result = |name: Option<&str>| {
        let name = name.map_or(Value::Null, Value::from);
        finance(&json!([{"start": 0, "count": 0, "total": 76, "canonicalName": name, "quotes": []}]))
    };
    let table = |rows: Value| {
        let columns = ["ticker", "startdatetime"].map(|id| json!({"id": id, "type": "STRING"}));
        let document = json!({"entityIdType": "splits", "columns": columns, "rows": rows});
        finance(&json!([{"total": 76, "documents": [document]}]))
    };
    let query = "region = us".parse::<ScreenerQuery>().unwrap();
    for (found, note) in [
        read(&Screener::new(ScreenerName::DayGainers), &result(Some("day_gainers"))),
        read(&CustomScreener::new(query), &result(None)),
    ] {
        let expected = r#""finance.result[0].quotes", as it is empty, and the host counts 76"#;
        assert_eq!((&found["rows"], &*note), (&json!([]), expected));
    }
    let splits = EventCalendar::new(EventCalendarKind::Splits);
    let error = convert(&splits, table(json!([])).to_string()).unwrap_err().to_string();
    let expected = "finance.result[0].documents[0].rows cannot be read: it is empty, and the host counts 76";
    assert!(error.contains(expected), "{error}");
}

/// Days are those of New York.
#[test]
fn a_bare_date_begins_in_new_york() {
    let columns = [json!({"id": "ticker", "type": "STRING"}), json!({"id": "startdatetime", "type": "DATE"})];
    let rows = json!([["IBM", "2024-07-22"], ["ACME", "2024-07-22T04:00:00.000Z"], ["LAMP", "tomorrow"]]);
    let document = json!({"entityIdType": "splits", "columns": columns, "rows": rows});
    let reply = finance(&json!([{"total": 3, "documents": [document]}]));
    let (found, note) = read(&EventCalendar::new(EventCalendarKind::Splits), &reply);
    let times: Vec<_> =
        found["events"].as_array().unwrap().iter().map(|event| &event["startDateTime"]).collect();
    assert_eq!(times, [&json!(1_721_620_800), &json!(1_721_620_800)]);
    assert!(note.contains("its startdatetime is no time such as"), "{note}");
}

/// News of a service that says that it failed are not "no news".
#[test]
fn a_news_service_that_failed_is_an_error() {
    let reply = |status: &str| json!({"status": status, "data": {"tickerStream": {"stream": []}}});
    assert_eq!(read(&News::new("IBM"), &reply("OK")).0["news"], json!([]));
    let error = convert(&News::new("IBM"), reply("ERROR").to_string()).unwrap_err().to_string();
    assert!(error.contains("status cannot be read: it is \"ERROR\", and there are no news"), "{error}");
}

#[test]
fn a_time_of_another_type_costs_its_story() {
    let story = |time: Value| json!({"id": "1", "content": {"id": "1", "title": "t", "pubDate": time}});
    let other = json!({"id": "2", "content": {"id": "2", "title": "u", "pubDate": "2024-07-02T20:00:00Z"}});
    for odd in [json!(1_719_950_400), json!(true), json!("yesterday"), json!("0001-01-01T00:00:00Z")] {
        let stream = json!({"data": {"tickerStream": {"stream": [story(odd), other]}}});
        let (found, note) = read(&News::new("IBM"), &stream);
        assert_eq!(found["news"].as_array().unwrap().len(), 1);
        assert!(note.contains("its pubDate is no date and time"), "{note}");
    }
}

#[test]
fn a_calendar_that_was_asked_for_and_is_not_there_is_told() {
    let day = json!({"timestampString": "2024-07-01", "records": []});
    let reply = json!({"finance": {"result": {"ipoEvents": [day]}, "error": null}});
    let asked = Calendar::new().calendars([CalendarKind::Earnings, CalendarKind::Offerings]);
    let (_, note) = read(&asked, &reply);
    assert!(note.contains("finance.result.earnings") && note.contains("it is missing"), "{note}");
    let null = json!({"finance": {"result": {"ipoEvents": [day], "earnings": null}, "error": null}});
    assert_eq!(read(&asked, &null).1, note);
    let (_, note) = read(&Calendar::new(), &reply);
    assert_eq!(note, "", "a host names those that have something");
}

#[test]
fn the_error_of_a_host_beside_market_times_is_one() {
    let zone = json!({"$text": "America/New_York", "short": "EDT", "gmtoffset": "-14400", "dst": "true"});
    let time = "2024-07-01T14:30:00Z";
    let market = json!({"id": "us", "name": "Markets", "status": "open", "open": time, "close": time, "time": time,
        "timezone": [zone]});
    let error = json!({"code": "internal", "description": "out of order"});
    let reply = json!({"finance": {"marketTimes": [{"marketTime": [market]}], "error": error}});
    let error = converted(&MarketTime::new(), &[reply.to_string()]).map(drop).unwrap_err().to_string();
    assert!(error.contains("out of order"), "{error}");
}
