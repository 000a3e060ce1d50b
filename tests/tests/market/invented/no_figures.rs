//! Figures that a host does not have: `{}`, or a text such as `Infinity`, bare or formatted. Each is null, whatever endpoint it
//! is of; its row stays, and no note says that rows are left out.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use virtual_finance::notes::{NullValues, SkippedRows};
use virtual_finance::request::{Context, ErasedRequest, RawReply};
use virtual_finance::{
    Analysis, DateTime, ENDPOINTS, Financials, Fund, Holders, Insiders, Options, Profile, Quote, Screener,
    ScreenerName, Spark,
};
use virtual_finance_sample as sample;
use virtual_finance_tests::{HOSTS, NOW, convert, converted, of_market, replies};

use super::summary;

/// The ways in which hosts write that there is no figure.
fn none() -> [Value; 6] {
    [
        json!({}),
        json!("Infinity"),
        json!("NaN"),
        json!("-"),
        json!({"raw": "Infinity", "fmt": "∞"}),
        json!({"fmt": "-", "raw": "-"}),
    ]
}

/// The members without which a row or a reply says nothing, is of another question, or has no place in time.
/// A series has the figures of its days, and passes over those that it does not have: `reportedValue`.
const REQUIRED: &str = "asOfDate count date end endDate epochDate epochGradeDate eventTime expiration \
     expirationDate expirationDates jobTimestamp maxAge offset reportedValue start startDate strike \
     strikes timestamp";

fn figures(value: &Value, pointer: &str, name: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Number(_)
            if !REQUIRED.split(' ').any(|known| known == name)
                && found.iter().all(|(known, _)| known != name) =>
        {
            found.push((name.to_owned(), pointer.to_owned()));
        }
        Value::Object(members) => {
            for (key, value) in members {
                let inner = if key == "raw" { name } else { key };
                let key = key.replace('~', "~0").replace('/', "~1");
                figures(value, &format!("{pointer}/{key}"), inner, found);
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                figures(value, &format!("{pointer}/{index}"), name, found);
            }
        }
        _ => {}
    }
}

fn compare(before: &Value, after: &Value, path: &str, faults: &mut Vec<String>) {
    match (before, after) {
        // Pairs of a text and its label; `breakdown` has the figures.
        _ if path == ".major" => {}
        // A date of a list is left out of it.
        _ if path.ends_with("Dates") => {}
        (Value::Array(before), Value::Array(after)) => {
            if before.len() != after.len() {
                faults.push(format!("{path} has {} values, not {}", after.len(), before.len()));
            }
            before.iter().zip(after).for_each(|(before, after)| compare(before, after, path, faults));
        }
        (Value::Object(before), Value::Object(after)) => {
            for (name, value) in before {
                match after.get(name) {
                    Some(after) => compare(value, after, &format!("{path}.{name}"), faults),
                    None => faults.push(format!("{path}.{name} is not there")),
                }
            }
        }
        (before, after) if before != after && !after.is_null() && !after.is_number() => {
            faults.push(format!("{path} is {after}"));
        }
        _ => {}
    }
}

fn faults(name: &str, request: &dyn ErasedRequest, reply: &str) -> BTreeSet<String> {
    let cx = Context::new(&HOSTS, DateTime::from(NOW));
    let read = |reply: &str| request.convert_erased(&cx, &[RawReply::new(reply.as_bytes())]);
    let document: Value = serde_json::from_str(reply).unwrap();
    let before = read(reply).unwrap_or_else(|error| panic!("{name}: {error}"));
    let before = before.response.to_value().unwrap();
    let mut found = Vec::new();
    figures(&document, "", "", &mut found);
    let mut faults = BTreeSet::new();
    if found.len() == 1 {
        // A reply of one figure says nothing without it.
        return faults;
    }
    for (member, pointer) in found {
        // A formatted number is replaced as a whole.
        let pointer = pointer.strip_suffix("/raw").unwrap_or(&pointer);
        for none in none() {
            let mut changed = document.clone();
            *changed.pointer_mut(pointer).unwrap() = none.clone();
            let mut wrong = Vec::new();
            match read(&changed.to_string()) {
                Err(error) => wrong.push(error.to_string()),
                Ok(found) => {
                    compare(&before, &found.response.to_value().unwrap(), "", &mut wrong);
                    wrong.extend(found.notes.get::<SkippedRows>().map(|rows| format!("left out: {rows}")));
                }
            }
            faults.extend(wrong.into_iter().map(|wrong| format!("{name}: {member} as {none}: {wrong}")));
        }
    }
    faults
}

#[test]
fn no_figure_of_any_endpoint_costs_a_row() {
    let mut wrong = BTreeSet::new();
    for case in replies::large().unwrap() {
        let is_json = case.body.first().is_some_and(|first| b"{[".contains(first));
        // Bars have tests of their own: their cells are told. Other hosts than the market's have strict records.
        let is_market = of_market().any(|info| info.command == case.name);
        if is_json && is_market && case.name != "history" {
            wrong.extend(faults(case.name, &*case.request, std::str::from_utf8(&case.body).unwrap()));
        }
    }
    let service = |path: &str, query: &str| sample::reply(path, query, sample::DEFAULT_NOW).body;
    let of = |ticker: &str, modules: &str| {
        service(&format!("/v10/finance/quoteSummary/{ticker}"), &format!("modules={modules}&formatted=true"))
    };
    let screener = service("/v1/finance/screener/predefined/saved", "scrIds=DAY_GAINERS&count=5");
    let erased = |name: &str, params: &[(&str, &str)]| {
        let info = ENDPOINTS.iter().find(|info| info.command == name).unwrap();
        (info.build)(&params.iter().copied().collect()).unwrap()
    };
    let profile = "summaryProfile,summaryDetail,quoteType,defaultKeyStatistics,assetProfile,upgradeDowngradeHistory,\
                   calendarEvents,price";
    let owners = "majorHoldersBreakdown,institutionOwnership,fundOwnership,price";
    for (name, params, reply) in [
        ("profile", ("ticker", "IBM"), of("IBM", profile)),
        ("holders", ("ticker", "IBM"), of("IBM", owners)),
        ("screener", ("name", "DAY_GAINERS"), screener),
    ] {
        wrong.extend(faults(name, &*erased(name, &[params]), &reply));
    }
    assert!(wrong.is_empty(), "{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}

/// Makes each text of a member that is about a currency empty. Returns the number of empty texts.
fn empty_currencies(value: &mut Value) -> usize {
    match value {
        Value::Object(members) => members
            .iter_mut()
            .map(|(name, value)| match value {
                Value::String(text) if name.contains("urrency") => {
                    text.clear();
                    1
                }
                other => empty_currencies(other),
            })
            .sum(),
        Value::Array(values) => values.iter_mut().map(empty_currencies).sum(),
        _ => 0,
    }
}

#[test]
fn an_empty_currency_of_any_endpoint_is_null() {
    let cx = Context::new(&HOSTS, DateTime::from(NOW));
    let mut endpoints = BTreeSet::new();
    for case in replies::large().unwrap() {
        // The rows of a screener have the texts of its page.
        let Some(mut reply) =
            serde_json::from_slice::<Value>(&case.body).ok().filter(|_| case.name != "screener")
        else {
            continue;
        };
        if empty_currencies(&mut reply) > 0 {
            let reply = reply.to_string();
            let found = case.request.convert_erased(&cx, &[RawReply::new(reply.as_bytes())]).unwrap();
            let found = found.response.to_value().unwrap().to_string();
            assert!(!found.contains("urrency\":\"\""), "{}: {found}", case.name);
            endpoints.insert(case.name);
        }
    }
    for name in
        ["quote", "key-figures", "analysis", "history", "spark", "options", "valuation", "custom-screener"]
    {
        assert!(endpoints.contains(name), "{name} is not in {endpoints:?}");
    }
}

/// A text in a member that is none of a figure is a text.
#[test]
fn a_text_stays_where_a_text_may_stand() {
    let reply = json!({"quoteResponse": {"result": [
        {"symbol": "NaN", "shortName": "Infinity", "bid": {"raw": 5, "fmt": "5.00"}, "trailingPE": {"raw": 2.5},
         "regularMarketPrice": {"raw": "NaN"}, "epsForward": "NaN", "regularMarketTime": {"raw": 1_719_604_800}},
    ], "error": null}});
    let found = convert(&Quote::new(["NaN"]), reply.to_string()).unwrap();
    assert_eq!(
        found["quotes"],
        json!([{"symbol": "NaN", "shortName": "Infinity", "bid": 5, "trailingPE": 2.5, "regularMarketPrice": null,
                "epsForward": null, "regularMarketTime": 1_719_604_800}])
    );
}

/// Values of a list cannot be left out, so a note says that they are null.
#[test]
fn a_cell_of_bars_is_null_with_a_note_of_its_own() {
    let reply = json!({"spark": {"result": [{"symbol": "IBM", "response": [{"meta": {"symbol": "IBM"},
        "timestamp": [1, 2, 3, 4], "indicators": {"quote": [{"close": [1.5, "Infinity", {}, {"raw": 2}]}]}}]}],
        "error": null}});
    let found = converted(&Spark::new(["IBM"]), &[reply.to_string()]).unwrap();
    assert_eq!(json!(found.response.series[0].close), json!([1.5, null, null, 2]));
    assert!(found.notes.get::<SkippedRows>().is_none());
    let note = found.notes.get::<NullValues>().unwrap().to_string();
    assert_eq!(note, "\"spark.result.IBM.close[1]\", as it is no number");
}

#[test]
fn a_screener_keeps_every_member_of_the_host() {
    let row = json!({"symbol": "AAA", "quoteType": "EQUITY", "priceHint": 2, "regularMarketPrice": 1.5,
        "trailingPE": {"raw": "Infinity", "fmt": "∞"}, "bid": 1.25, "epsForward": {"raw": 2, "fmt": "2.00"},
        "forwardPE": "Infinity", "earningsTimestamp": 1_719_604_800, "regularMarketDayRange": "1.0 - 2.0"});
    let reply = json!({"finance": {"result": [{"quotes": [row], "total": 1}], "error": null}}).to_string();
    let found = convert(&Screener::new(ScreenerName::DayGainers), reply).unwrap();
    assert_eq!(
        found["rows"],
        json!([{"symbol": "AAA", "quoteType": "EQUITY", "priceHint": 2,
            "regularMarketPrice": {"raw": 1.5, "fmt": "1.50"}, "trailingPE": null, "bid": 1.25,
            "epsForward": {"raw": 2, "fmt": "2.00"}, "forwardPE": null, "earningsTimestamp": 1_719_604_800,
            "regularMarketDayRange": "1.0 - 2.0"}])
    );
}

/// Whatever form it has, a reply about an instrument that has no such data is one of nothing.
#[test]
fn an_instrument_without_data_is_not_found() {
    fn is_without<T>(found: Result<T, virtual_finance::error::ConversionError>, of: &str, form: &str) {
        let error = found.map(drop).expect_err(form);
        assert_eq!(virtual_finance::Error::from(error.clone()).status(), Some(404), "{form}: {error}");
        assert!(error.to_string().contains(&format!("the host has no {of}")), "{form}: {error}");
    }
    let kind = r#""quoteType":{"symbol":"AAAXX","quoteType":"MONEYMARKET"}"#;
    let forms = |sections: [&str; 3]| {
        let all = |form: &str| {
            let found = sections.map(|name| format!("\"{name}\":{form}"));
            summary(&format!("{kind},{}", found.join(",")))
        };
        [summary(kind), all("null"), all("{}"), all(r#"{"maxAge":1}"#)]
    };
    let owners = ["majorHoldersBreakdown", "institutionOwnership", "fundOwnership"];
    let empty = |list: &str| {
        format!(
            r#"{kind},"majorHoldersBreakdown":{{"maxAge":1}},"institutionOwnership":{{"ownershipList":{list}}}"#
        )
    };
    let lists = ["null", "[]"].map(|list| summary(&empty(list)));
    for form in forms(owners).into_iter().chain(lists) {
        is_without(
            convert(&Holders::new("AAAXX"), &form),
            "holders (the instrument is of the kind \"MONEYMARKET\")",
            &form,
        );
    }
    let funds = ["fundProfile", "topHoldings", "fundPerformance"];
    let empty = format!(
        r#"{kind},"topHoldings":{{"maxAge":1,"holdings":[],"equityHoldings":{{}},"bondRatings":[{{}}]}}"#
    );
    for form in forms(funds).into_iter().chain([summary(&empty)]) {
        is_without(convert(&Fund::new("AAAXX"), &form), "fund data", &form);
    }
    for form in forms(["earningsTrend", "financialData", "earningsHistory"]).into_iter().take(2) {
        is_without(convert(&Analysis::new("AAAXX"), &form), "analysis", &form);
    }
    for form in
        forms(["insiderTransactions", "insiderHolders", "netSharePurchaseActivity"]).into_iter().take(2)
    {
        is_without(convert(&Insiders::new("AAAXX"), &form), "insiders", &form);
    }
    let chain = |options: &str| {
        format!(
            r#"{{"optionChain":{{"result":[{{"underlyingSymbol":"AAAXX","expirationDates":[],"strikes":[],
                "hasMiniOptions":false,"quote":{{"symbol":"AAAXX","quoteType":"MONEYMARKET"}},"options":{options}}}]}}}}"#
        )
    };
    let none = r#"{"optionChain":{"result":[],"error":null}}"#.to_owned();
    for form in [none, chain("[]"), chain(r#"[{"expirationDate":null,"calls":[],"puts":[]}]"#)] {
        is_without(convert(&Options::new("AAAXX"), &form), "options", &form);
    }
}

/// The texts that older pages round the shares to have their figures beside them.
#[test]
fn the_shares_of_holders_are_numbers_too() {
    let found = summary(
        r#""majorHoldersBreakdown":{"insidersPercentHeld":{"raw":0.01969,"fmt":"1.97%"},"institutionsCount":7},
        "institutionOwnership":{"ownershipList":[{"organization":"A","position":5,"pctChange":{"raw":0.0108}},
        {"organization":"B","pctChange":{}}]},"fundOwnership":{"ownershipList":[{"organization":"F"}]}"#,
    );
    let found = convert(&Holders::new("IBM"), found).unwrap();
    assert_eq!(found["breakdown"], json!({"insidersPercentHeld": 0.01969, "institutionsCount": 7}));
    assert_eq!(found["major"][0], json!(["1.97%", "% of Shares Held by All Insider"]));
    assert_eq!(found["institutional"]["legend"]["pctChange"], "pctChange");
    let changes = [0, 1].map(|row| &found["institutional"]["holders"][row]["pctChange"]);
    assert_eq!(changes, [&json!(0.0108), &Value::Null]);
    assert!(found["mutualfund"]["legend"].get("pctChange").is_none());
}

#[test]
fn the_quote_of_the_underlying_instrument_is_there_if_it_is_asked_for() {
    let reply = json!({"optionChain": {"result": [{"underlyingSymbol": "IBM", "expirationDates": [1_721_347_200],
        "strikes": [100], "hasMiniOptions": false,
        "quote": {"symbol": "IBM", "regularMarketPrice": {"raw": 130.5}, "trailingPE": "NaN", "epsForward": 8.5},
        "options": [{"expirationDate": 1_721_347_200, "calls": [{"contractSymbol": "C", "strike": 100,
            "bid": {"raw": "Infinity"}, "ask": {"raw": 1.5, "fmt": "1.50"}}], "puts": []}]}], "error": null}})
    .to_string();
    let found = convert(&Options::new("IBM").quote(true), &reply).unwrap();
    let quote = json!({"symbol": "IBM", "regularMarketPrice": 130.5, "trailingPE": null, "epsForward": 8.5});
    assert_eq!(found["quote"], quote);
    let call = json!({"contractSymbol": "C", "strike": 100, "bid": null, "ask": 1.5});
    assert_eq!(found["options"][0]["calls"], json!([call]));
    assert!(convert(&Options::new("IBM"), &reply).unwrap().get("quote").is_none());
}

/// The key of an entry names its series, however the host writes what is beside it.
#[test]
fn a_sum_has_all_its_parts_or_is_null() {
    let point = |value: f64| json!([{"asOfDate": "2024-09-30", "periodType": "12M", "reportedValue": {"raw": value}}]);
    let other = json!({"meta": {"symbol": ["IBM"], "type": ["annualOtherNonCurrentLiabilities"]},
        "annualOtherNonCurrentLiabilities": point(36.5)});
    let sum = |meta: Value| {
        let part = json!({"meta": meta, "annualTradeandOtherPayablesNonCurrent": point(9.25)});
        let reply = json!({"timeseries": {"result": [other, part], "error": null}});
        let found = convert(&Financials::new("IBM"), reply.to_string()).unwrap();
        found["balancesheet"]["yearly"][0]["otherLiab"].clone()
    };
    const NAME: &str = "annualTradeandOtherPayablesNonCurrent";
    for kind in [json!([NAME]), json!(NAME), json!(null), json!({}), json!(7), json!([7])] {
        assert_eq!(sum(json!({"symbol": ["IBM"], "type": kind})), 45.75, "{kind}");
    }
    assert_eq!(sum(json!({"symbol": "IBM", "type": NAME})), 45.75);
    for meta in [json!("IBM"), json!(null), json!(7), json!({"symbol": ["IBM"], "type": "annualNetIncome"})] {
        assert_eq!(sum(meta.clone()), Value::Null, "{meta}");
    }
}

/// An empty code is the code of no currency.
#[test]
fn an_empty_currency_is_none() {
    use virtual_finance::notes::{Currencies, DividendCurrency};
    let chart = |prices: &str, dividend: &str| {
        json!({"chart": {"result": [{"meta": {"symbol": "IBM", "currency": prices},
            "timestamp": [1_719_495_000, 1_719_581_400], "indicators": {"quote": [{"close": [1, 2]}]},
            "events": {"dividends": {"1719495000": {"amount": 1, "date": 1_719_495_000, "currency": dividend}}}}],
            "error": null}})
        .to_string()
    };
    let noted = |reply: String| {
        let found = converted(&virtual_finance::History::new("IBM"), &[reply]).unwrap();
        found.notes.get::<DividendCurrency>().is_some()
    };
    assert!(noted(chart("VND", "USD")));
    assert!(!noted(chart("VND", "")) && !noted(chart("", "VND")));
    let profile = summary(r#""summaryDetail":{"symbol":"IBM","currency":""},"calendarEvents":{}"#);
    let found = converted(&Profile::new("IBM").partial(true), &[profile]).unwrap();
    assert!(found.notes.get::<Currencies>().is_none());
}
