//! Section 2.5.

use serde_json::json;
use virtual_finance::{Error, ErrorKind, Options};
use virtual_finance_tests::convert;

use super::{UNPROCESSABLE, failed};

fn reply(result: &str) -> String {
    format!(r#"{{"optionChain":{{"result":[{result}],"error":null}}}}"#)
}

#[test]
fn the_chain_keeps_contracts_and_leaves_the_quote_out() {
    let result = r#"{"underlyingSymbol":"IBM","expirationDates":[1616716800],"strikes":[75.0,80],"hasMiniOptions":false,
        "quote":{"regularMarketPrice":130.55},"options":[{"expirationDate":1616716800,"hasMiniOptions":false,
        "calls":[{"contractSymbol":"C","strike":100.0,"currency":"USD","lastPrice":20.47,"change":0.0,"percentChange":0,
            "volume":5,"bid":28.9,"ask":31.95,"contractSize":"REGULAR","expiration":1616716800,"lastTradeDate":1614013862,
            "impliedVolatility":1.890625546875,"inTheMoney":true,"newer":null}],
        "puts":[{"contractSymbol":"P","strike":75,"volume":null}]}]}"#;
    assert_eq!(
        convert(&Options::new("IBM"), reply(result)).unwrap(),
        json!({
            "underlyingSymbol": "IBM", "expirationDates": [1_616_716_800], "strikes": [75.0, 80], "hasMiniOptions": false,
            "options": [{
                "expirationDate": 1_616_716_800, "hasMiniOptions": false,
                "calls": [{
                    "contractSymbol": "C", "strike": 100.0, "currency": "USD", "lastPrice": 20.47, "change": 0.0,
                    "percentChange": 0, "volume": 5, "bid": 28.9, "ask": 31.95, "contractSize": "REGULAR",
                    "expiration": 1_616_716_800, "lastTradeDate": 1_614_013_862, "impliedVolatility": 1.890_625_546_875,
                    "inTheMoney": true, "newer": null
                }],
                "puts": [{"contractSymbol": "P", "strike": 75, "volume": null}]
            }]
        })
    );
}

#[test]
fn an_empty_chain_says_no_options() {
    let result =
        r#"{"underlyingSymbol":"ADH","expirationDates":[],"strikes":[],"hasMiniOptions":false,"options":[]}"#;
    let error = convert(&Options::new("ADH"), reply(result)).unwrap_err();
    assert!(error.to_string().contains("the host has no options"), "{error}");
}

/// A chain of nothing is what the host sends for a symbol that it does not know.
#[test]
fn a_null_underlying_is_an_error() {
    let result = r#"{"underlyingSymbol":null,"expirationDates":[],"strikes":[],"hasMiniOptions":false,"options":[{"expirationDate":null,"hasMiniOptions":false,"calls":[],"puts":[]}]}"#;
    let error = convert(&Options::new("ADH"), reply(result)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "not found (404): the host knows nothing: it gives no \
         optionChain.result[0].underlyingSymbol; check the name that was asked for"
    );
    assert_eq!(failed(Err(error)), UNPROCESSABLE);
}

#[test]
fn no_result_says_no_options() {
    let error = convert(&Options::new("ADH"), reply("")).unwrap_err();
    assert_eq!(error.status(), 422);
    assert_eq!(
        error.to_string(),
        "not found (404): the host has no options; check the ticker; not every instrument has them"
    );
}

#[test]
fn what_cannot_be_read_is_422() {
    let whole =
        r#"{"underlyingSymbol":"A","expirationDates":[],"strikes":[],"hasMiniOptions":false,"options":[]}"#;
    for missing in ["underlyingSymbol", "expirationDates", "strikes", "hasMiniOptions", "options"] {
        let result = whole.replace(&format!("\"{missing}\""), "\"other\"");
        assert_eq!(failed(convert(&Options::new("A"), reply(&result))), UNPROCESSABLE, "{missing}");
    }
    for (case, body) in [
        ("no envelope", "{}".to_owned()),
        ("HTML", "<!doctype html><html></html>".to_owned()),
        ("an error", r#"{"optionChain":{"result":[],"error":{"code":"x","description":"y"}}}"#.to_owned()),
        ("calls of another type", reply(&whole.replace(r#""options":[]"#, r#""options":[{"calls":{}}]"#))),
        ("strikes of another type", reply(&whole.replace(r#""strikes":[]"#, r#""strikes":["x"]"#))),
    ] {
        assert_eq!(failed(convert(&Options::new("A"), body)), UNPROCESSABLE, "{case}");
    }
}

const CHAIN: &str = r#"{"underlyingSymbol":"IBM","expirationDates":[1721347200,1721952000],"strikes":[],
    "hasMiniOptions":false,"options":[{"expirationDate":1721347200,"calls":[],"puts":[]}]}"#;

/// The chain of the expiration that was asked for, or an error that lists those there are.
#[test]
fn another_expiration_than_was_asked_for_is_an_error() {
    let converted = |date: i64, result: &str| convert(&Options::new("IBM").date(date), reply(result));
    // The day counts, not the time on it.
    for date in [1_721_347_200, 1_721_350_000] {
        assert!(converted(date, CHAIN).is_ok(), "{date}");
    }
    let error = converted(1_721_433_600, CHAIN).unwrap_err();
    assert_eq!(
        error.to_string(),
        "not found (404): no options expire on 2024-07-20; there are 2024-07-19, 2024-07-26; \
         ask for a date on which options expire"
    );
    assert_eq!(Error::from(error).kind(), ErrorKind::NotFound);
    let error = converted(1_721_952_000, CHAIN).unwrap_err().to_string();
    assert!(error.contains("the options of 2024-07-26 were asked for, and the host sends others"), "{error}");
    assert!(convert(&Options::new("IBM"), reply(CHAIN)).is_ok());
}

/// The symbol of a contract has its strike in thousandths.
#[test]
fn a_contract_whose_symbol_says_another_strike_is_left_out() {
    let calls = r#""calls":[{"contractSymbol":"IBM240719C00150000","strike":0.15},
        {"contractSymbol":"IBM240719C00152500","strike":152.5},{"contractSymbol":"IBM240719C00000500","strike":0.5}]"#;
    let found = convert(&Options::new("IBM"), reply(&CHAIN.replace(r#""calls":[]"#, calls))).unwrap();
    let strikes: Vec<_> =
        found["options"][0]["calls"].as_array().unwrap().iter().map(|call| &call["strike"]).collect();
    assert_eq!(strikes, [&json!(152.5), &json!(0.5)]);
}

/// A chain that names no expiration is one of the date that was asked for, or else of one day.
#[test]
fn a_chain_without_an_expiration_has_contracts_of_one_day() {
    let contract = |day: &str, expiration: i64| {
        format!(r#"{{"contractSymbol":"IBM{day}C00150000","strike":150,"expiration":{expiration}}}"#)
    };
    let (july, august) = (contract("240719", 1_721_347_200), contract("240726", 1_721_952_000));
    let chain = |calls: &[&String]| {
        let calls: Vec<&str> = calls.iter().map(|call| call.as_str()).collect();
        CHAIN.replace(
            r#""expirationDate":1721347200,"calls":[]"#,
            &format!(r#""calls":[{}]"#, calls.join(",")),
        )
    };
    let asked = |date: i64, calls: &[&String]| convert(&Options::new("IBM").date(date), reply(&chain(calls)));
    let symbols = |response: serde_json::Value| {
        let calls = response["options"][0]["calls"].as_array().unwrap().clone();
        calls.iter().map(|call| call["contractSymbol"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let error = asked(1_721_347_200, &[&august]).unwrap_err().to_string();
    assert!(error.contains("its expiration is that of another list"), "{error}");
    assert_eq!(symbols(asked(1_721_347_200, &[&august, &july]).unwrap()), ["IBM240719C00150000"]);
    let first = convert(&Options::new("IBM"), reply(&chain(&[&august, &july]))).unwrap();
    assert_eq!(symbols(first), ["IBM240726C00150000"]);
}
