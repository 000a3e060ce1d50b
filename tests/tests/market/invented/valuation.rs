//! The value of a company over time.

use serde_json::{Value, json};
use virtual_finance::Valuation;
use virtual_finance::notes::SkippedRows;
use virtual_finance_tests::{convert, converted, script_page};

fn entry(name: &str, points: &[(&str, Value)]) -> Value {
    let codes = [("annual", "12M"), ("quarterly", "3M"), ("monthly", "1M"), ("trailing", "TTM")];
    let code = codes.into_iter().find_map(|(prefix, code)| name.starts_with(prefix).then_some(code)).unwrap();
    let points = points.iter().map(|(date, raw)| {
        json!({"asOfDate": date, "periodType": code, "currencyCode": "EUR", "reportedValue": {"raw": raw, "fmt": "x"}})
    });
    json!({"meta": {"symbol": ["ACME"], "type": [name]}, name: points.collect::<Vec<_>>()})
}

fn reply(entries: &[Value]) -> String {
    json!({"timeseries": {"result": entries, "error": null}}).to_string()
}

/// 1970-01-02 and the two days after it.
const DAYS: [&str; 3] = ["1970-01-02", "1970-01-03", "1970-01-04"];
const DAY: i64 = 86_400;

/// Money is whole, a ratio keeps its point, and series in any order come together by date, newest first.
#[test]
fn measures_of_a_date_stand_together() {
    let found = reply(&[
        entry("quarterlyPeRatio", &[(DAYS[0], json!(12.0)), (DAYS[1], json!(13.5))]),
        entry("monthlyPbRatio", &[(DAYS[2], json!(2))]),
        entry("quarterlyMarketCap", &[(DAYS[1], json!(2.5e9)), (DAYS[0], json!(1e9))]),
        entry("annualEnterpriseValue", &[(DAYS[0], json!(7))]),
        entry("annualNetIncome", &[(DAYS[0], json!(7))]),
    ]);
    assert_eq!(
        convert(&Valuation::new("ACME"), found).unwrap(),
        json!({
            "ticker": "ACME",
            "current": null,
            "quarterly": [
                {"date": 2 * DAY, "currency": "EUR", "marketCap": 2_500_000_000_i64, "peRatio": 13.5},
                {"date": DAY, "currency": "EUR", "marketCap": 1_000_000_000, "peRatio": 12.0},
            ],
            "annual": [{"date": DAY, "currency": "EUR", "enterpriseValue": 7}],
            "monthly": [{"date": 3 * DAY, "pbRatio": 2}],
            "trailing": [],
        })
    );
}

/// A measure that ends earlier than others has its own newest figure.
#[test]
fn the_current_figures_are_the_newest_of_each() {
    let found = reply(&[
        entry("trailingPeRatio", &[(DAYS[0], json!(10)), (DAYS[1], json!(11))]),
        entry("trailingMarketCap", &[(DAYS[0], json!(1)), (DAYS[2], json!(3))]),
    ]);
    let found = convert(&Valuation::new("ACME"), found).unwrap();
    assert_eq!(found["current"], json!({"date": 3 * DAY, "currency": "EUR", "marketCap": 3, "peRatio": 11}));
}

/// A company that makes losses has no price-earnings ratio anymore.
#[test]
fn a_figure_of_long_ago_is_not_current() {
    let days = ["1970-01-02", "1970-01-09", "1970-01-10"];
    let replies = reply(&[
        entry("trailingPeRatio", &[(days[0], json!(10))]),
        entry("trailingPbRatio", &[(days[0], json!(4)), (days[1], json!(5))]),
        entry("trailingMarketCap", &[(days[0], json!(1)), (days[2], json!(3))]),
    ]);
    let found = converted(&Valuation::new("ACME"), &[replies]).unwrap();
    let wanted = json!({"date": 9 * DAY, "currency": "EUR", "marketCap": 3, "pbRatio": 5});
    assert_eq!(json!(found.response)["current"], wanted);
    let skipped = &found.notes.get::<SkippedRows>().unwrap().0;
    assert_eq!(skipped.len(), 1);
    assert_eq!(
        (skipped[0].name.as_str(), skipped[0].reason.as_str()),
        ("current.peRatio", "its newest figure is of more than a week before the others")
    );
}

/// Each date has one currency, which the money of its row is in.
#[test]
fn money_of_another_currency_is_left_out() {
    let mut value = entry("quarterlyEnterpriseValue", &[(DAYS[0], json!(7)), (DAYS[1], json!(8))]);
    value["quarterlyEnterpriseValue"][1]["currencyCode"] = json!("USD");
    let caps = entry("quarterlyMarketCap", &[(DAYS[0], json!(1)), (DAYS[1], json!(2))]);
    let mut old = entry("trailingMarketCap", &[(DAYS[0], json!(1))]);
    old["trailingMarketCap"][0]["currencyCode"] = json!("USD");
    let new = entry("trailingEnterpriseValue", &[(DAYS[1], json!(5))]);
    let found = converted(&Valuation::new("ACME"), &[reply(&[caps, value, old, new])]).unwrap();
    let response = json!(found.response);
    assert_eq!(response["quarterly"][0], json!({"date": 2 * DAY, "currency": "EUR", "marketCap": 2}));
    assert_eq!(response["quarterly"][1]["enterpriseValue"], 7);
    assert_eq!(response["current"], json!({"date": 2 * DAY, "currency": "EUR", "enterpriseValue": 5}));
    let skipped = &found.notes.get::<SkippedRows>().unwrap().0;
    let names: Vec<&str> = skipped.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["current.marketCap", "quarterlyEnterpriseValue[1]"]);
}

#[test]
fn nothing_and_another_company_are_errors() {
    let nothing = json!({"meta": {"symbol": ["ACME"], "type": ["quarterlyPeRatio"]}});
    let error =
        convert(&Valuation::new("ACME"), reply(std::slice::from_ref(&nothing))).unwrap_err().to_string();
    assert!(error.contains("the reply has no valuation of any period; check the ticker"), "{error}");
    let error = convert(&Valuation::new("OTHER"), reply(&[nothing])).unwrap_err().to_string();
    assert!(error.contains(r#"the reply is about "ACME""#), "{error}");
}

/// A page carries replies about others, and replies of other series of its own.
#[test]
fn a_page_has_the_valuation_in_a_script() {
    const PATH: &str = "/ws/fundamentals-timeseries/v1/finance/timeseries";
    let own = reply(&[entry("quarterlyPeRatio", &[(DAYS[0], json!(12))])]);
    let other = own.replace("ACME", "OTHER");
    let statements = reply(&[entry("quarterlyNetIncome", &[(DAYS[0], json!(1))])]);
    let address = |ticker: &str, types: &str| format!("{PATH}/{ticker}?type={types}&amp;lang=en-US");
    let addresses = [
        address("OTHER", "quarterlyMarketCap"),
        address("ACME", "quarterlyNetIncome"),
        address("ACME", "quarterlyMarketCap%2CquarterlyPeRatio"),
    ];
    let page = script_page(&[
        (&addresses[0], 200, &other),
        (&addresses[1], 200, &statements),
        (&addresses[2], 200, &own),
    ]);
    let found = convert(&Valuation::new("acme"), &page).unwrap();
    assert_eq!(found["quarterly"], json!([{"date": DAY, "peRatio": 12}]));
    let error = convert(&Valuation::new("NONE"), page).unwrap_err().to_string();
    assert!(error.contains("the valuation of the page is missing"), "{error}");
}
