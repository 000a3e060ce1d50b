//! Fund.

use serde_json::{Map, Value, json};

use super::plain::{bare, named, rows, section, whole};
use super::verdict::Verdict::Gives;
use super::verdict::{Case, captured, check, check_all, converted};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/fund/gadicc-node-yahoo-finance2__quoteSummary-all-0P000071W8.TO.json", "0P000071W8.TO", Gives(&[("/topHoldings", 10), ("/sectorWeightings", 11), ("/bondRatings", 1)])),
    ("further/fund/gadicc-node-yahoo-finance2__quoteSummary-all-HISU-U.TO.json", "HISU-U.TO", Gives(&[("/topHoldings", 0), ("/sectorWeightings", 0), ("/bondRatings", 9)])),
];

#[test]
fn every_reply_has_a_verdict() {
    check("fund", &["further/fund"], CASES, expected);
}

#[test]
fn summaries_of_all_sections() {
    check_all("fund", "quoteSummary_all", expected);
}

/// Figures that were read off the replies by eye.
#[test]
fn figures_and_units() {
    let file = "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-QQQ.json";
    let Some(reply) = captured(file) else { return };
    let fund = converted("fund", "QQQ", &reply).unwrap();
    assert_eq!(fund["overview"]["totalAssets"], json!(328_302_690_304_i64));
    assert_eq!(fund["operations"]["category"]["annualHoldingsTurnover"], json!(0.4846));
    assert_eq!(
        fund["topHoldings"][0],
        json!({"symbol": "AAPL", "name": "Apple Inc", "percent": 0.090_070_695})
    );
    assert_eq!(fund["equityHoldings"]["fund"]["priceToEarnings"], json!(0.029_38));
    assert_eq!(fund["performance"]["trailingReturns"]["asOfDate"], json!(1_740_096_000));
    assert_eq!(fund["bondHoldings"], Value::Null);
    // A company has none of the sections.
    let reply = captured("quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-AAPL.json").unwrap();
    let said = converted("fund", "AAPL", &reply).unwrap_err();
    assert!(said.contains("the host has no fund data (the instrument is of the kind \"EQUITY\")"), "{said}");
    // A fund that is gone has a profile of nulls, which says nothing.
    let reply = captured("quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-ADH.json").unwrap();
    let said = converted("fund", "ADH", &reply).unwrap_err();
    assert!(said.contains("the host has no fund data"), "{said}");
}

/// A fund of two years has no returns of three, five and ten.
#[test]
fn what_a_young_fund_does_not_have_is_null() {
    let file = "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-HISU-U.TO.json";
    let Some(reply) = captured(file) else { return };
    let mut fund = converted("fund", "HISU-U.TO", &reply).unwrap();
    // It has assets of 683 million.
    for (part, name) in [
        ("operations", "annualReportExpenseRatio"),
        ("operations", "totalNetAssets"),
        ("equityHoldings", "priceToEarnings"),
    ] {
        assert!(fund[part]["fund"][name].is_null(), "{part} {name}");
    }
    assert_eq!(fund["assetClasses"]["stock"], 0);
    let found = fund["performance"].take();
    let returns = json!({
        "ytd": 0.003_610_6, "oneMonth": 0.003_610_6, "threeMonth": 0.010_833_2, "oneYear": 0.050_652_3,
        "threeYear": null, "fiveYear": null, "tenYear": null});
    assert_eq!(found["trailingReturnsNav"], returns);
    for name in ["threeYear", "fiveYear", "tenYear", "lastBullMkt", "lastBearMkt"] {
        assert!(found["trailingReturns"][name].is_null(), "{name}");
    }
    let overview = &found["performanceOverview"];
    assert_eq!(
        [&overview["oneYearTotalReturn"], &overview["threeYearTotalReturn"], &overview["fiveYrAvgReturnPct"]],
        [&json!(0.050_316_5), &Value::Null, &Value::Null],
    );
    assert!(found["trailingReturnsCat"].as_object().unwrap().values().all(Value::is_null));
    let risks = &found["riskOverviewStatistics"]["riskStatistics"][0];
    assert_eq!((&risks["year"], &risks["stdDev"]), (&json!("5y"), &Value::Null));
}

/// Returns a part with null for every 0 if it has no other number.
fn all_or_none(part: Value) -> Value {
    fn is_none(part: &Value) -> bool {
        part.as_object()
            .map_or(!part.as_f64().is_some_and(|figure| figure != 0.0), |part| part.values().all(is_none))
    }
    if is_none(&part) { known(part) } else { part }
}

/// Returns the performance with null for every 0: of the replies no figure is 0.
fn known(performance: Value) -> Value {
    match performance {
        Value::Number(figure) if figure.as_f64() == Some(0.0) => Value::Null,
        Value::Array(rows) => rows.into_iter().map(known).collect::<Vec<_>>().into(),
        Value::Object(members) => {
            members.into_iter().map(|(name, value)| (name, known(value))).collect::<Map<_, _>>().into()
        }
        other => other,
    }
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(values) => values.iter().any(says_something),
        Value::Object(members) => members.values().any(says_something),
        _ => true,
    }
}

fn expected(reply: &Value, asked: &str) -> Value {
    let part = |name: &'static str| section(reply, name);
    let is_there = |name: &'static str| says_something(&named(part(name), &[]));
    if !["fundProfile", "topHoldings", "fundPerformance"].into_iter().any(is_there) {
        return Value::Null;
    }
    let mut overview = named(part("fundProfile"), &[("categoryName", "category")]);
    if overview.is_null() {
        overview = json!({});
    }
    let members = overview.as_object_mut().unwrap();
    let fees = ["feesExpensesInvestment", "feesExpensesInvestmentCat"].map(|name| members.shift_remove(name));
    let [fund, category] = fees.map(|fees| {
        all_or_none(named(&fees.unwrap_or_default(), &[("projectionValuesCat", "projectionValues")]))
    });
    if let Some(assets) = part("defaultKeyStatistics").get("totalAssets") {
        members.insert("totalAssets".to_owned(), whole(&bare(assets)));
    }
    let holdings = part("topHoldings");
    json!({
        "ticker": asked,
        "quoteType": part("quoteType")["quoteType"],
        "description": part("assetProfile")["longBusinessSummary"],
        "overview": overview,
        "operations": both(&fund, &category),
        "assetClasses": classes(holdings),
        "topHoldings": rows(&holdings["holdings"], |row| named(row, &[("holdingName", "name"), ("holdingPercent", "percent")])),
        "equityHoldings": sides(&holdings["equityHoldings"]),
        "bondHoldings": sides(&holdings["bondHoldings"]),
        "bondRatings": together(&holdings["bondRatings"]),
        "sectorWeightings": together(&holdings["sectorWeightings"]),
        "performance": known(named(part("fundPerformance"), &[])),
    })
}

fn classes(holdings: &Value) -> Value {
    if holdings.is_null() {
        return Value::Null;
    }
    let names = ["cash", "stock", "bond", "preferred", "convertible", "other"];
    let classes = names
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), bare(holdings.get(format!("{name}Position"))?))));
    classes.collect::<Map<_, _>>().into()
}

fn sides(found: &Value) -> Value {
    let found = bare(found);
    let side = |of_category: bool| {
        let members = found.as_object().into_iter().flatten();
        let members = members.filter(|(name, _)| name.ends_with("Cat") == of_category);
        let members: Map<_, _> =
            members.map(|(name, value)| (name.replace("Cat", ""), value.clone())).collect();
        if members.is_empty() { Value::Null } else { all_or_none(members.into()) }
    };
    both(&side(false), &side(true))
}

fn both(fund: &Value, category: &Value) -> Value {
    let is_empty = fund.is_null() && category.is_null();
    if is_empty { Value::Null } else { json!({"fund": fund, "category": category}) }
}

fn together(list: &Value) -> Value {
    let Some(list) = list.as_array() else { return Value::Null };
    let members = list.iter().flat_map(|one| one.as_object().into_iter().flatten());
    members.map(|(name, value)| (name.clone(), bare(value))).collect::<Map<_, _>>().into()
}
