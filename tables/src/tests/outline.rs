//! The tables that a response can have.

use expect_test::expect;
use serde_json::json;
use virtual_finance::ENDPOINTS;
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::Host;
use virtual_finance_core::request::EndpointInfo;

use crate::tabular::{Outline, cut};

fn of(command: &str) -> Outline {
    Outline::of(ENDPOINTS.iter().find(|info| info.command == command).unwrap())
}

#[test]
fn a_schema_says_which_tables_there_can_be() {
    let mut text = String::new();
    for command in
        ["financials", "history", "holders", "index", "isin", "options", "profile", "quote", "screener"]
    {
        text += &format!("{command}: {}\n", of(command).names().collect::<Vec<_>>().join(", "));
    }
    expect![[r#"
        financials: financials.yearly, cashflow.yearly, cashflow.quarterly, balancesheet.yearly, balancesheet.quarterly, financials.quarterly, earnings.yearly, earnings.quarterly
        history: ohlcdata, meta, meta.currentTradingPeriod.pre, meta.currentTradingPeriod.regular, meta.currentTradingPeriod.post, meta.validRanges, dividends, splits, capitalGains
        holders: institutional.holders, major, institutional.legend, mutualfund.legend, mutualfund.holders, breakdown
        index: Index
        isin: Isin
        options: calls_and_puts, options.calls, Options, expirationDates, strikes, options, options.puts, quote
        profile: info, info.companyOfficers, recommendations, calendar, calendar.earnings, sustainability
        quote: quotes, unknown
        screener: rows, Screener, columns, filters
    "#]].assert_eq(&text);
}

/// Programs find the columns that the schema names, and no rows.
#[test]
fn a_table_that_is_absent_or_empty_has_its_columns() {
    let columns = |command: &str, json: &str, name: Option<&str>| {
        let value: Value = serde_json::from_str(json).unwrap();
        let outline = of(command);
        let tables = cut(&value, &outline);
        let chosen = tables.choose(name).unwrap();
        assert_eq!((chosen.rows, Some(chosen.name.as_str())), (0, name.or_else(|| outline.names().next())));
        chosen.columns.iter().map(|column| column.name.to_string()).collect::<Vec<_>>().join(" ")
    };
    let history = r#"{"meta": {}, "ohlcdata": {"timestamp": []}, "splits": []}"#;
    assert_eq!(columns("history", history, Some("dividends")), "amount date");
    assert_eq!(columns("history", history, Some("splits")), "date numerator denominator splitRatio");
    assert_eq!(columns("history", history, Some("meta.validRanges")), "validRanges");
    assert_eq!(columns("history", history, None), "timestamp");
    assert_eq!(columns("holders", r#"{"major": []}"#, Some("major")), "0 1");
    assert_eq!(columns("holders", r#"{"major": []}"#, Some("mutualfund.legend")), "name value");
    let chain = columns("options", r#"{"options": []}"#, None);
    assert!(chain.starts_with("underlyingSymbol side contractSymbol strike "), "{chain}");
    // What is below is not in the schema.
    assert_eq!(columns("statements", "{}", Some("income.notes")), "");
}

/// A frame needs a cell of each row in each column.
#[test]
fn rows_without_members_have_the_columns_of_the_schema_without_values() {
    let value: Value = serde_json::from_str("[{}, {}]").unwrap();
    let outline = of("isin");
    let tables = cut(&value, &outline);
    let cells = tables.all[0].columns.iter().map(|column| (column.cells.len(), column.has_values()));
    let cells: Vec<_> = cells.collect();
    assert!(!cells.is_empty() && cells.iter().all(|column| *column == (2, false)), "{cells:?}");
}

/// `{ pair, days: […] }` without a view: people want the days.
#[test]
fn the_only_list_of_a_schema_is_the_main_table() {
    static HOST: Host = Host::new("reply_url", "https://reply.example");
    let main = |schema: fn() -> Value, reply: Value| {
        let info = EndpointInfo { schema: Some(schema), ..EndpointInfo::new("Reply", &HOST) };
        let outline = Outline::of(&info);
        cut(&reply, &outline).main.unwrap()
    };
    fn reply(properties: &Value) -> Value {
        json!({ "type": "object", "properties": properties })
    }
    fn rows() -> Value {
        json!({ "type": "array", "items": { "type": "object", "properties": { "close": { "type": "number" } } } })
    }
    let of_days = || reply(&json!({ "pair": { "type": "string" }, "days": rows() }));
    assert_eq!(main(of_days, json!({ "pair": "a", "days": [{ "close": 1 }] })), "days");
    assert_eq!(main(of_days, json!({ "pair": "a", "days": null })), "days");
    let parallel = || {
        let numbers = json!({ "type": "array", "items": { "type": "number" } });
        let bars = json!({ "type": "object", "properties": { "open": numbers, "close": numbers } });
        reply(&json!({ "pair": { "type": "string" }, "bars": bars }))
    };
    assert_eq!(main(parallel, json!({ "pair": "a", "bars": { "open": [1], "close": [2] } })), "bars");
    let two = || reply(&json!({ "pair": { "type": "string" }, "days": rows(), "months": rows() }));
    assert_eq!(main(two, json!({ "months": [{ "close": 1 }] })), "months");
    let tagged = || {
        let tags = json!({ "type": "array", "items": { "type": "string" } });
        reply(&json!({ "name": { "type": "string" }, "tags": tags }))
    };
    assert_eq!(main(tagged, json!({ "name": "a", "tags": ["b"] })), "Reply");
    let with_days = || {
        let tags = json!({ "type": "array", "items": { "type": "string" } });
        reply(&json!({ "name": { "type": "string" }, "days": rows(), "tags": tags }))
    };
    assert_eq!(main(with_days, json!({ "name": "a", "days": [{ "close": 1 }], "tags": ["b"] })), "Reply");
    let unknown = Outline::without_schema("Reply", None);
    let main_of = |reply: &Value| cut(reply, &unknown).main.unwrap();
    assert_eq!(main_of(&json!({ "name": "a", "tags": ["b"] })), "Reply");
    assert_eq!(main_of(&json!({ "name": "a", "days": [{ "close": 1 }] })), "days");
    let without = || reply(&json!({ "pair": { "type": "string" } }));
    assert_eq!(main(without, json!({ "pair": "a" })), "Reply");
}

/// A part that the host does not know is no table that the schema does not name.
#[test]
fn parts_that_are_null_make_no_other_tables() {
    for info in ENDPOINTS {
        let schema = info.schema.unwrap()();
        let Some(members) = schema["properties"].as_object() else { continue };
        let value: Value = members.keys().map(|name| (name.clone(), Value::Null)).collect();
        let outline = Outline::of(info);
        let tables = cut(&value, &outline);
        let names = tables.all.iter().map(|table| table.name.as_str());
        let unknown: Vec<&str> = names.filter(|name| outline.exact(name).is_none()).collect();
        assert_eq!(unknown, Vec::<&str>::new(), "{}", info.command);
    }
}

#[test]
fn a_table_that_cannot_be_is_told_with_those_that_can() {
    let value = serde_json::json!({ "other": [{ "a": 1 }] });
    let outline = of("isin");
    let tables = cut(&value, &outline);
    let error = format!("{:?}", tables.choose(Some("earnings")).unwrap_err());
    assert!(
        error.contains(r#"the response has no table \"earnings\"; choose one of other, Isin"#),
        "{error}"
    );
}

#[test]
fn the_kinds_of_columns_are_known_before_there_is_a_response() {
    let kinds = |command: &str, table: Option<&str>| {
        let columns = of(command).columns(table).unwrap_or_default();
        columns.into_iter().map(|column| format!("{}: {:?}", column.name, column.kind)).collect::<Vec<_>>()
    };
    assert_eq!(
        kinds("history", None),
        [
            "timestamp: Time",
            "open: Float",
            "high: Float",
            "low: Float",
            "close: Float",
            "volume: Float",
            "adjclose: Float"
        ]
    );
    assert_eq!(kinds("history", Some("dividends")), ["amount: Float", "date: Time"]);
    assert_eq!(kinds("history", Some("meta.validRanges")), ["validRanges: Text"]);
    assert_eq!(kinds("profile", Some("info")), ["name: Text", "value: Mixed"]);
    assert!(kinds("shares", None).contains(&"date: Time".to_owned()), "{:?}", kinds("shares", None));
    assert_eq!(of("history").columns(Some("none")), None);
    // No endpoint lacks the columns of its main table, unless the host decides them.
    let without = ENDPOINTS.iter().filter(|info| kinds(info.command, None).is_empty());
    assert_eq!(without.map(|info| info.command).collect::<Vec<_>>(), Vec::<&str>::new());
}
