//! Values without which a reply is of no use: where one is missing, the conversion fails and says which.

use serde_json::Value;
use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance_tests::convert_erased;

/// An endpoint, the place of a value in the first reply of its examples, and what the error says without it.
const REQUIRED: &[(&str, &str, &str)] = &[
    ("search", "/quotes", "quotes is missing"),
    ("search", "/quotes/0/symbol", "quotes[].symbol is missing"),
    ("search", "/quotes/1/name", "quotes[].symbol is missing"),
    ("search", "/news/0/uuid", "news[].uuid is missing"),
    ("search", "/news/0/title", "news[].title is missing"),
    ("search", "/news/0/link", "news[].link is missing"),
    ("lookup", "/finance", "finance is missing"),
    ("lookup", "/finance/result", "it gives no finance.result"),
    ("lookup", "/finance/result/0", "it gives no finance.result[0]"),
    ("lookup", "/finance/result/0/start", "start is missing"),
    ("lookup", "/finance/result/0/total", "total is missing"),
    ("lookup", "/finance/result/0/lookupTotals", "lookupTotals is missing"),
    ("lookup", "/finance/result/0/documents", "documents is missing"),
    ("lookup", "/finance/result/0/documents/1/symbol", "documents[].symbol is missing"),
    ("trending", "/finance/result", "it gives no finance.result"),
    ("trending", "/finance/result/0/quotes", "quotes is missing"),
    ("trending", "/finance/result/0/quotes/0/symbol", "quotes[].symbol is missing"),
    ("similar", "/finance/result", "it gives no finance.result"),
    ("similar", "/finance/result/0/symbol", "symbol is missing"),
    ("similar", "/finance/result/0/recommendedSymbols", "recommendedSymbols is missing"),
    ("similar", "/finance/result/0/recommendedSymbols/1/symbol", "recommendedSymbols[].symbol is missing"),
    ("spark", "/spark", "spark is missing"),
    ("spark", "/spark/result/0", "the host knows none of \"IBM\", \"NOSUCH\""),
    ("spark", "/spark/result/0/symbol", "spark.result[].symbol is missing"),
    ("spark", "/spark/result/0/response", "spark.result[].response is missing"),
    ("spark", "/spark/result/0/response/0/meta", "meta is missing"),
    ("spark", "/spark/result/0/response/0/timestamp", "close has 2 rows for 0 timestamps"),
    ("spark", "/spark/result/0/response/0/indicators", "indicators is missing"),
    ("spark", "/spark/result/0/response/0/indicators/quote", "quote is missing"),
    ("spark", "/spark/result/0/response/0/indicators/quote/0/close", "close has 0 rows for 2 timestamps"),
    ("spark", "/spark/result/0/response/0/indicators/quote/0/close/1", "close has 1 rows for 2 timestamps"),
    ("shares", "/timeseries/result/0", "it gives no timeseries.result[0]"),
    ("shares", "/timeseries/result/0/meta", "meta.symbol is missing"),
    ("shares", "/timeseries/result/0/meta/symbol/0", "meta.symbol is missing"),
    ("shares", "/timeseries/result/0/timestamp", "shares_out has 3 rows for 0 timestamps"),
    ("shares", "/timeseries/result/0/shares_out", "shares_out has 0 rows for 3 timestamps"),
    ("valuation", "/timeseries", "timeseries is missing"),
    ("valuation", "/timeseries/result/0/meta", "meta.symbol is missing"),
    (
        "valuation",
        "/timeseries/result/0/quarterlyMarketCap/0/asOfDate",
        "asOfDate of the time series MarketCap is missing",
    ),
    ("quote-type", "/quoteType/result/0", "it gives no quoteType.result[0]"),
    ("quote-type", "/quoteType/result/0/symbol", "symbol is missing"),
    ("quote-type", "/quoteType/result/0/quoteType", "quoteType is missing"),
    ("currencies", "/currencies/result", "it gives no currencies.result"),
    ("currencies", "/currencies/result/1/symbol", "currencies.result[1].symbol is missing"),
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
    ("screener-fields", "/finance/result/0/fields/beta/type", "type is missing"),
];

#[test]
fn a_required_value_is_never_lost_without_a_word() {
    for (command, pointer, words) in REQUIRED {
        let info = info(command);
        let example = info.examples.iter().find(|example| example.reply.is_some()).unwrap();
        let request = (info.build)(&example.param_map()).unwrap();
        let reply: Value = serde_json::from_str(example.reply.unwrap()).unwrap();
        let convert = |reply: &Value| convert_erased(&*request, reply.to_string().as_bytes());
        assert!(convert(&reply).is_ok(), "{command}");
        let error = convert(&without(reply, pointer)).expect_err(pointer).to_string();
        assert!(error.contains(words), "{command} without {pointer}: {error}");
    }
}

/// Errors of hosts, in the envelope of any of them, are no data of any endpoint.
#[test]
fn an_error_of_the_host_is_told() {
    const BAD: &str =
        r#"{"finance":{"result":null,"error":{"code":"Bad Request","description":"Missing value for q"}}}"#;
    let mut commands: Vec<&str> = REQUIRED.iter().map(|(command, ..)| *command).collect();
    commands.dedup();
    for command in commands {
        let info = info(command);
        let request = (info.build)(&info.examples[0].param_map()).unwrap();
        let error = convert_erased(&*request, BAD.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(r#"the host answers "Bad Request""#), "{command}: {error}");
        assert!(error.contains("Missing value for q"), "{command}: {error}");
    }
}

fn info(command: &str) -> &'static EndpointInfo {
    ENDPOINTS.iter().find(|info| info.command == command).unwrap()
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
