//! Values without which a reply is of no use: where one is missing or null, the conversion fails and says which. Without
//! those that say what a row is about, the row is left out, and a note says which.

use serde_json::{Value, json};
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance::notes::SkippedRows;
use virtual_finance::request::{Context, RawReply};
use virtual_finance::{DateTime, ENDPOINTS};
use virtual_finance_tests::{HOSTS, NOW, unread};

/// An endpoint, the place of a value in the first reply of its examples, and the words of the error without it.
const REQUIRED: &[(&str, &str, &str)] = &[
    ("search", "/quotes", "quotes is missing"),
    ("lookup", "/finance", "finance is missing"),
    ("lookup", "/finance/result", "it gives no finance.result"),
    ("lookup", "/finance/result/0", "it gives no finance.result[0]"),
    ("lookup", "/finance/result/0/documents", "documents cannot be read: it is missing; the host may"),
    ("trending", "/finance/result", "it gives no finance.result"),
    ("trending", "/finance/result/0/quotes", "quotes is missing"),
    ("similar", "/finance/result", "it gives no finance.result"),
    ("similar", "/finance/result/0/symbol", "its symbol is missing"),
    ("similar", "/finance/result/0/recommendedSymbols", "recommendedSymbols is missing"),
    ("spark", "/spark", "spark is missing"),
    ("spark", "/spark/result/0", "the host knows none of \"IBM\", \"NOTFOUND\""),
    ("spark", "/spark/result/0/symbol", "its symbol is missing"),
    ("spark", "/spark/result/0/response", "its response is missing"),
    ("spark", "/spark/result/0/response/0/meta", "its meta or its quote is missing"),
    ("spark", "/spark/result/0/response/0/timestamp", "close has 2 rows for 0 timestamps"),
    ("spark", "/spark/result/0/response/0/indicators", "its meta or its quote is missing"),
    ("spark", "/spark/result/0/response/0/indicators/quote", "its meta or its quote is missing"),
    ("spark", "/spark/result/0/response/0/indicators/quote/0/close", "close has 0 rows for 2 timestamps"),
    ("spark", "/spark/result/0/response/0/indicators/quote/0/close/1", "close has 1 rows for 2 timestamps"),
    ("shares", "/timeseries/result/0", "it gives no timeseries.result[0]"),
    ("shares", "/timeseries/result/0/meta", "meta.symbol is missing"),
    ("shares", "/timeseries/result/0/meta/symbol/0", "meta.symbol is missing"),
    ("shares", "/timeseries/result/0/timestamp", "shares_out has 3 rows for 0 timestamps"),
    ("shares", "/timeseries/result/0/shares_out", "shares_out has 0 rows for 3 timestamps"),
    ("valuation", "/timeseries", "timeseries is missing"),
    ("quote-type", "/quoteType/result/0", "it gives no quoteType.result[0]"),
    ("quote-type", "/quoteType/result/0/symbol", "symbol is missing"),
    ("quote-type", "/quoteType/result/0/quoteType", "quoteType is missing"),
    ("currencies", "/currencies/result", "it gives no currencies.result"),
    ("market-summary", "/marketSummaryResponse", "marketSummaryResponse is missing"),
    ("market-summary", "/marketSummaryResponse/result/0/symbol", "symbol is missing"),
    ("market-time", "/finance/marketTimes", "marketTimes is missing"),
    (
        "market-time",
        "/finance/marketTimes/0/marketTime/0",
        "it gives no finance.marketTimes[0].marketTime[0]",
    ),
    ("market-time", "/finance/marketTimes/0/marketTime/0/name", "name is missing"),
    ("market-time", "/finance/marketTimes/0/marketTime/0/status", "status is missing"),
    ("market-time", "/finance/marketTimes/0/marketTime/0/open", "open is missing"),
    ("market-time", "/finance/marketTimes/0/marketTime/0/close", "close is missing"),
    ("market-time", "/finance/marketTimes/0/marketTime/0/time", "time is missing"),
    ("market-time", "/finance/marketTimes/0/marketTime/0/timezone/0", "timezone is missing"),
    ("market-time", "/finance/marketTimes/0/marketTime/0/timezone/0/$text", "$text is missing"),
    ("market-time", "/finance/marketTimes/0/marketTime/0/timezone/0/gmtoffset", "gmtoffset is missing"),
    ("market-time", "/finance/marketTimes/0/marketTime/0/timezone/0/dst", "dst is missing"),
    ("screener-fields", "/finance/result/0", "it gives no finance.result[0]"),
    ("screener-fields", "/finance/result/0/fields", "fields is missing"),
    ("analysis", "/quoteSummary/result", "quoteSummary.result"),
    ("filings", "/quoteSummary/result/0/secFilings/filings", "secFilings.filings is missing"),
    ("filings", "/quoteSummary/result/0/secFilings/filings/0/date", "date is missing"),
    ("insights", "/finance/result", "finance.result"),
    ("sector", "/data", "data"),
    ("sector", "/data/key", "data.key is missing"),
    ("sector", "/data/name", "data.name is missing"),
    ("industry", "/data/key", "data.key is missing"),
    ("calendar", "/finance/result", "finance.result"),
];

/// An endpoint, the place of a value in the first reply of its examples, the row that is left out without it, and the member
/// that the note names.
const OF_ROWS: &[(&str, &str, &str, &str)] = &[
    ("search", "/quotes/0/symbol", "quotes[0]", "symbol"),
    ("search", "/quotes/1/name", "quotes[1]", "symbol"),
    ("search", "/news/0/uuid", "news[0]", "uuid"),
    ("lookup", "/finance/result/0/documents/1/symbol", "finance.result[0].documents[1]", "symbol"),
    ("trending", "/finance/result/0/quotes/0/symbol", "finance.result[0].quotes[0]", "symbol"),
    (
        "similar",
        "/finance/result/0/recommendedSymbols/1/symbol",
        "finance.result[0].recommendedSymbols[1]",
        "symbol",
    ),
    ("currencies", "/currencies/result/1/symbol", "currencies.result[1]", "symbol"),
    ("analysis", "/quoteSummary/result/0/earningsTrend/trend/0/period", "earningsTrend.trend[0]", "period"),
    (
        "analysis",
        "/quoteSummary/result/0/upgradeDowngradeHistory/history/0/epochGradeDate",
        "upgradeDowngradeHistory.history[0]",
        "epochGradeDate",
    ),
    (
        "insiders",
        "/quoteSummary/result/0/insiderTransactions/transactions/1/startDate",
        "insiderTransactions.transactions[1]",
        "startDate",
    ),
    ("insiders", "/quoteSummary/result/0/insiderHolders/holders/0/name", "insiderHolders.holders[0]", "name"),
    (
        "fund",
        "/quoteSummary/result/0/topHoldings/holdings/0/holdingName",
        "topHoldings.holdings[0]",
        "holdingName",
    ),
    ("valuation", "/timeseries/result/0/meta", "timeseries.result[0]", "meta.symbol"),
    ("insights", "/finance/result/0/symbol", "finance.result[0]", "symbol"),
    ("sector", "/data/topCompanies/0/symbol", "data.topCompanies[0]", "symbol"),
    ("sector", "/data/industries/0/name", "data.industries[0]", "name"),
    ("industry", "/data/topGrowthCompanies/0/symbol", "data.topGrowthCompanies[0]", "symbol"),
    ("calendar", "/finance/result/earnings/0/records", "finance.result.earnings[0]", "records"),
    (
        "calendar",
        "/finance/result/earnings/0/timestampString",
        "finance.result.earnings[0]",
        "timestampString",
    ),
    (
        "calendar",
        "/finance/result/earnings/0/records/0/ticker",
        "finance.result.earnings[0].records[0]",
        "ticker",
    ),
    (
        "calendar",
        "/finance/result/economicEvents/0/records/0/eventTime",
        "finance.result.economicEvents[0].records[0]",
        "eventTime",
    ),
];

/// Values that a row may lack.
const OPTIONAL: &[(&str, &str)] = &[
    ("search", "/news/0/title"),
    ("screener-fields", "/finance/result/0/fields/beta/type"),
    ("analysis", "/quoteSummary/result/0/upgradeDowngradeHistory/history/0/firm"),
    ("insiders", "/quoteSummary/result/0/insiderTransactions/transactions/0/filerName"),
    ("insiders", "/quoteSummary/result/0/netSharePurchaseActivity/period"),
    ("fund", "/quoteSummary/result/0/topHoldings/holdings/0/holdingPercent"),
    ("filings", "/quoteSummary/result/0/secFilings/filings/0/type"),
];

#[test]
fn a_row_that_says_not_what_it_is_about_is_left_out_and_named() {
    for (command, pointer, place, member) in OF_ROWS {
        let (info, reply) = example(command);
        let words = format!("{place:?}, as its {member} is missing");
        for damaged in [with_null(reply.clone(), pointer), without(reply, pointer)] {
            let said = skipped(info, &damaged).unwrap();
            assert!(said.contains(&words), "{command} without {pointer}: {said}");
        }
    }
}

#[test]
fn all_else_of_a_row_may_be_absent() {
    for (command, pointer) in OPTIONAL {
        let (info, reply) = example(command);
        for damaged in [with_null(reply.clone(), pointer), without(reply, pointer)] {
            assert_eq!(skipped(info, &damaged).unwrap(), "", "{command} without {pointer}");
        }
    }
}

#[test]
fn a_required_value_is_never_lost() {
    for (command, pointer, words) in REQUIRED {
        let (info, reply) = example(command);
        assert!(skipped(info, &reply).is_ok(), "{command}");
        // A null in a list is a value of another type, or data.
        let is_of_list = pointer.ends_with(|end: char| end.is_ascii_digit());
        let null = (!is_of_list).then(|| with_null(reply.clone(), pointer));
        for damaged in null.into_iter().chain([without(reply, pointer)]) {
            let said = skipped(info, &damaged).expect_err(pointer);
            assert!(said.contains(words), "{command} without {pointer}: {said}");
        }
    }
}

/// A section without the list that it is there for costs no other one.
#[test]
fn a_section_without_its_list_is_left_out() {
    for (command, pointer) in [
        ("analysis", "earningsTrend/trend"),
        ("analysis", "earningsHistory/history"),
        ("analysis", "recommendationTrend/trend"),
        ("analysis", "indexTrend/estimates"),
        ("insiders", "insiderTransactions/transactions"),
        ("fund", "topHoldings/holdings"),
    ] {
        let (info, reply) = example(command);
        let path = format!("/quoteSummary/result/0/{pointer}");
        for damaged in [with_null(reply.clone(), &path), without(reply, &path)] {
            let words = format!("{} is missing", pointer.replace('/', "."));
            let note = skipped(info, &damaged).unwrap().replace("\", as it", "").replace('"', "");
            assert!(note.contains(&words), "{command} without {pointer}: {note}");
        }
    }
}

/// A value of another type is never data: its row or its part is left out, in every place that the response names.
#[test]
fn a_value_of_another_type_is_left_out_with_its_row() {
    for (command, pointer) in [
        ("analysis", "/quoteSummary/result/0/upgradeDowngradeHistory/history/0/currentPriceTarget"),
        ("analysis", "/quoteSummary/result/0/financialData/currentPrice"),
        ("key-figures", "/quoteSummary/result/0/financialData/totalCash"),
        ("analysis", "/quoteSummary/result/0/earningsTrend/trend/0/epsTrend/current"),
        ("analysis", "/quoteSummary/result/0/calendarEvents/earnings/earningsDate"),
        ("insiders", "/quoteSummary/result/0/insiderTransactions/transactions/0/shares"),
        ("insiders", "/quoteSummary/result/0/netSharePurchaseActivity/totalInsiderShares"),
        ("fund", "/quoteSummary/result/0/topHoldings/stockPosition"),
        ("fund", "/quoteSummary/result/0/topHoldings/sectorWeightings/0/technology"),
        ("fund", "/quoteSummary/result/0/topHoldings/equityHoldings/priceToEarnings"),
        ("insights", "/finance/result/0/secReports/0/filingDate"),
        ("insights", "/finance/result/0/instrumentInfo/keyTechnicals/support"),
        ("sector", "/data/topETFs/0/netAssets"),
        ("industry", "/data/topCompanies/0/lastPrice"),
        ("calendar", "/finance/result/earnings/0/records/0/startDateTime"),
    ] {
        let said = skipped_with(command, pointer, json!("a text")).unwrap();
        let words = ["is of another type", "is no number"];
        assert!(words.iter().any(|words| said.contains(words)), "{command} {pointer}: {said}");
    }
    // The only row of all.
    let said =
        skipped_with("filings", "/quoteSummary/result/0/secFilings/filings/0/epochDate", json!("a text"))
            .unwrap_err();
    assert!(said.contains("none of its rows can be read"), "{said}");
}

/// A reply about another instrument, sector or industry is refused.
#[test]
fn a_reply_is_about_what_was_asked_for() {
    for (command, pointer, words) in [
        ("analysis", "/quoteSummary/result/0/quoteType/symbol", "the reply is about \"OTHER\""),
        ("insiders", "/quoteSummary/result/0/quoteType/symbol", "the reply is about \"OTHER\""),
        ("fund", "/quoteSummary/result/0/quoteType/symbol", "the reply is about \"OTHER\""),
        ("key-figures", "/quoteSummary/result/0/quoteType/symbol", "the reply is about \"OTHER\""),
        ("filings", "/quoteSummary/result/0/quoteType/symbol", "the reply is about \"OTHER\""),
        ("insights", "/finance/result/0/symbol", "the reply is about \"OTHER\""),
        ("sector", "/data/key", "the reply is about the sector \"OTHER\""),
        ("industry", "/data/key", "the reply is about the industry \"OTHER\""),
    ] {
        let said = skipped_with(command, pointer, json!("OTHER")).unwrap_err();
        assert!(said.contains(words), "{command}: {said}");
    }
}

/// An instrument without the data is told from one that nobody knows, and its kind is named.
#[test]
fn an_instrument_without_the_data() {
    for (command, of) in [
        ("analysis", "analysis"),
        ("insiders", "insiders"),
        ("fund", "fund data"),
        ("filings", "filings with the SEC"),
    ] {
        let (info, mut reply) = example(command);
        let sections = reply.pointer_mut("/quoteSummary/result/0").unwrap().as_object_mut().unwrap();
        sections.retain(|name, _| name == "quoteType");
        sections["quoteType"]["quoteType"] = json!("INDEX");
        let said = skipped(info, &reply).unwrap_err();
        let words = format!("the host has no {of} (the instrument is of the kind \"INDEX\")");
        assert!(said.contains(&words) && said.contains("check the ticker"), "{command}: {said}");
    }
}

/// Errors of hosts, in the envelope of any of them, are no data of any endpoint.
#[test]
fn an_error_of_the_host_is_told() {
    let error = json!({"code": "Bad Request", "description": "Missing value for q"});
    let bad = json!({"finance": {"result": null, "error": error}});
    let mut commands: Vec<&str> = REQUIRED.iter().map(|(command, ..)| *command).collect();
    commands.dedup();
    for command in commands {
        let (info, _) = example(command);
        let said = skipped(info, &bad).unwrap_err();
        assert!(said.contains(r#"the host answers "Bad Request""#), "{command}: {said}");
        assert!(said.contains("Missing value for q"), "{command}: {said}");
    }
}

/// Returns an endpoint with the first reply of its examples.
fn example(command: &str) -> (&'static EndpointInfo, Value) {
    let info = ENDPOINTS.iter().find(|info| info.command == command).unwrap();
    let reply = info.examples.iter().find_map(|example| example.reply).unwrap();
    (info, serde_json::from_str(reply).unwrap())
}

/// Returns [`skipped`] of the first reply of an endpoint's examples, with this value in place of one of its own.
fn skipped_with(command: &str, pointer: &str, value: Value) -> Result<String, String> {
    let (info, mut reply) = example(command);
    *reply.pointer_mut(pointer).unwrap() = value;
    skipped(info, &reply)
}

/// Returns the note about what is left out of the response of a reply, or the error.
fn skipped(info: &EndpointInfo, reply: &Value) -> Result<String, String> {
    let example = info.examples.iter().find(|example| example.reply.is_some()).unwrap();
    let request = (info.build)(&example.param_map(info)).unwrap();
    let cx = Context::new(&HOSTS, DateTime::from(NOW));
    let found = request.convert_erased(&cx, &[RawReply::new(reply.to_string().as_bytes())]);
    let notes = found.map_err(|error| error.to_string())?.notes;
    Ok(SkippedRows(unread(&notes)).to_string())
}

fn with_null(mut reply: Value, pointer: &str) -> Value {
    *reply.pointer_mut(pointer).unwrap() = Value::Null;
    reply
}

/// Returns the reply without the value at a place.
fn without(mut reply: Value, pointer: &str) -> Value {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match reply.pointer_mut(parent).unwrap() {
        Value::Object(members) => drop(members.remove(key).unwrap()),
        Value::Array(values) => drop(values.remove(key.parse().unwrap())),
        _ => unreachable!(),
    }
    reply
}
