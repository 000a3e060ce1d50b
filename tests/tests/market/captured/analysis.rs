//! Analysis.

use serde_json::{Map, Value, json};

use super::plain::{bare, named, replace, rows, section, whole};
use super::verdict::Verdict::{Gives, Says};
use super::verdict::{Case, captured, check, check_all, converted};

const NODE: &str = "gadicc-node-yahoo-finance2__quoteSummary";

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-calendarEvents-AAPL.json", "AAPL", Gives(&[("/calendar", 11), ("/calendar/earningsDates", 2)])),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-earningsHistory-AAPL.json", "AAPL", Gives(&[("/earningsHistory", 4)])),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-earningsHistory-AZT.OL.json", "AZT.OL", Gives(&[("/earningsHistory", 4)])),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-earningsHistory-QQQ__status404.json", "QQQ", Says("the host answers \"Not Found\"")),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-earningsTrend-AAPL.json", "AAPL", Gives(&[("/estimates", 4)])),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-earningsTrend-BABA.json", "BABA", Gives(&[("/estimates", 4)])),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-earningsTrend-BFLY.json", "BFLY", Gives(&[("/estimates", 4)])),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-earningsTrend-QQQ__status404.json", "QQQ", Says("the host answers \"Not Found\"")),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-financialData-AAPL.json", "AAPL", Gives(&[("/priceTargets", 9)])),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-financialData-BFLY.json", "BFLY", Gives(&[("/priceTargets", 8)])),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-financialData-QQQ__status404.json", "QQQ", Says("the host answers \"Not Found\"")),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-indexTrend-AAPL.json", "AAPL", Gives(&[("/estimates", 5)])),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-industryTrend-AAPL.json", "AAPL", Says("the host has no analysis")),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-recommendationTrend-AAPL.json", "AAPL", Gives(&[("/recommendations", 4)])),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-recommendationTrend-BFLY.json", "BFLY", Gives(&[("/recommendations", 2)])),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-recommendationTrend-QQQ__status404.json", "QQQ", Says("the host answers \"Not Found\"")),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-upgradeDowngradeHistory-BFLY.json", "BFLY", Gives(&[("/upgrades", 6)])),
    ("further/analysis/gadicc-node-yahoo-finance2__quoteSummary-upgradeDowngradeHistory-QQQ__status404.json", "QQQ", Says("the host answers \"Not Found\"")),
    ("further/analysis/gramistella-yfinance-rs__analysis_api_earningsTrend_AAPL.json", "AAPL", Gives(&[("/estimates", 4)])),
    ("further/analysis/gramistella-yfinance-rs__analysis_api_recommendationTrend_AAPL.json", "AAPL", Gives(&[("/recommendations", 4)])),
    ("further/analysis/gramistella-yfinance-rs__profile_html_AAPL.html--38-v10_finance_quoteSummary_AAPL.json", "AAPL", Gives(&[("/priceTargets", 10), ("/recommendations", 4)])),
    ("further/small/gramistella-yfinance-rs__fundamentals_api_calendarEvents_META.json", "META", Gives(&[("/calendar/earningsDates", 1)])),
    // The page of which the reply before is a part, and one of another ticker.
    ("further/analysis/gramistella-yfinance-rs__profile_html_AAPL.html--38-v10_finance_quoteSummary_AAPL.json", "MSFT", Says("is about \"AAPL\"")),
];

#[test]
fn every_reply_has_a_verdict() {
    check("analysis", &["further/analysis"], CASES, expected);
}

#[test]
fn summaries_of_all_sections() {
    check_all("analysis", "quoteSummary_all", expected);
}

/// Figures that were read off the replies by eye.
#[test]
fn figures_and_units() {
    let Some(history) = captured(&format!("further/analysis/{NODE}-earningsHistory-AAPL.json")) else {
        return;
    };
    let found = converted("analysis", "AAPL", &history).unwrap();
    let last = &found["earningsHistory"][3];
    assert_eq!(
        (&last["quarter"], &last["epsActual"], &last["epsEstimate"], &last["surprisePercent"]),
        (&json!(1_735_603_200), &json!(2.4), &json!(2.34102), &json!(0.0252)),
    );
    let trend = captured(&format!("further/analysis/{NODE}-earningsTrend-AAPL.json")).unwrap();
    let found = converted("analysis", "AAPL", &trend).unwrap();
    assert_eq!(found["estimates"][0]["epsRevisions"].as_object().unwrap().len(), 5);
    assert_eq!(found["estimates"][0]["revenue"]["avg"], json!(94_076_168_920_i64));
}

/// Whatever order the host sends, and grades of one time in its order.
#[test]
fn upgrades_come_newest_first() {
    let upgrade = |date: i64, firm: &str| json!({"epochGradeDate": date, "firm": firm});
    let history = [upgrade(7, "A"), upgrade(9, "B"), upgrade(8, "C"), upgrade(9, "D")];
    let reply = json!({"quoteSummary": {"result": [{"upgradeDowngradeHistory": {"history": history}}], "error": null}});
    let found = converted("analysis", "ACME", reply.to_string().as_bytes()).unwrap();
    let firms: Vec<&str> =
        found["upgrades"].as_array().unwrap().iter().map(|row| row["firm"].as_str().unwrap()).collect();
    assert_eq!(firms, ["B", "D", "C", "A"]);
}

/// A host writes 0 where nobody has an estimate; a zero of somebody is one.
#[test]
fn estimates_of_nobody_are_null() {
    let estimates = |analysts: i64| {
        let figures =
            json!({"avg": 0, "low": 0, "high": {"raw": 0, "fmt": "0"}, "numberOfAnalysts": analysts});
        let row = json!({
            "period": "0q", "earningsEstimate": figures, "revenueEstimate": figures,
            "epsTrend": {"current": 0, "7daysAgo": 0.0}, "epsRevisions": {"upLast7days": 0}});
        let reply = json!({"quoteSummary": {"result": [{"earningsTrend": {"trend": [row]}}], "error": null}});
        converted("analysis", "ACME", reply.to_string().as_bytes()).unwrap()["estimates"][0].clone()
    };
    let none = json!({"avg": null, "low": null, "high": null, "numberOfAnalysts": 0});
    let found = estimates(0);
    assert_eq!([&found["earnings"], &found["revenue"]], [&none, &none]);
    assert_eq!(found["epsTrend"], json!({"current": null, "days7": null}));
    assert_eq!(found["epsRevisions"], json!({"upLast7Days": 0}));
    let found = estimates(1);
    assert_eq!(found["revenue"], json!({"avg": 0, "low": 0, "high": 0, "numberOfAnalysts": 1}));
    assert_eq!(found["epsTrend"], json!({"current": 0, "days7": 0.0}));
}

/// Today's page has a part of the sections; it needs no session.
#[test]
fn the_page_gives_what_its_summary_gives() {
    let Some(page) = captured("profile/yfinance-rs__2025-10_profile_html_AAPL.html") else { return };
    let reply = captured(CASES[20].0).unwrap();
    let found = converted("analysis", "AAPL", &page).unwrap();
    assert_eq!(found, converted("analysis", "AAPL", &reply).unwrap());
    assert!(found["estimates"].is_null() && found["upgrades"].as_array().unwrap().len() > 500);
    assert!(converted("analysis", "MSFT", &page).unwrap_err().contains("is about \"AAPL\""));
}

fn expected(reply: &Value, asked: &str) -> Value {
    let found = json!({
        "ticker": asked,
        "priceTargets": targets(section(reply, "financialData"), section(reply, "price")),
        "recommendations": rows(&section(reply, "recommendationTrend")["trend"], |row| named(row, &[])),
        "upgrades": newest_first(rows(&section(reply, "upgradeDowngradeHistory")["history"], upgrade)),
        "estimates": estimates(section(reply, "earningsTrend"), section(reply, "indexTrend")),
        "earningsHistory": rows(&section(reply, "earningsHistory")["history"], |row| named(row, &[])),
        "calendar": calendar(section(reply, "calendarEvents")),
    });
    let is_empty = found.as_object().unwrap().values().filter(|part| !part.is_null()).count() == 1;
    if is_empty { Value::Null } else { found }
}

fn targets(data: &Value, price: &Value) -> Value {
    let names = [
        ("current", "currentPrice"),
        ("high", "targetHighPrice"),
        ("low", "targetLowPrice"),
        ("mean", "targetMeanPrice"),
        ("median", "targetMedianPrice"),
        ("recommendationMean", "recommendationMean"),
        ("recommendationKey", "recommendationKey"),
        ("numberOfAnalystOpinions", "numberOfAnalystOpinions"),
        ("financialCurrency", "financialCurrency"),
    ];
    if data.is_null() {
        return Value::Null;
    }
    let there = names.into_iter().filter_map(|(own, host)| Some((own.to_owned(), bare(data.get(host)?))));
    let currency = price["currency"].as_str().map(|code| ("currency".to_owned(), json!(code)));
    there.chain(currency).collect::<Map<_, _>>().into()
}

fn newest_first(mut upgrades: Value) -> Value {
    if let Some(upgrades) = upgrades.as_array_mut() {
        upgrades.sort_by_key(|upgrade| std::cmp::Reverse(upgrade["date"].as_i64()));
    }
    upgrades
}

fn upgrade(row: &Value) -> Value {
    let mut row = named(row, &[("epochGradeDate", "date")]);
    for grade in ["toGrade", "fromGrade", "priceTargetAction"] {
        replace(&mut row, grade, |text| if text == "" { Value::Null } else { text.clone() });
    }
    for target in ["currentPriceTarget", "priorPriceTarget"] {
        replace(&mut row, target, |target| if target == 0.0 { Value::Null } else { target.clone() });
    }
    row
}

fn estimates(trend: &Value, index: &Value) -> Value {
    let mut estimates = rows(&trend["trend"], estimate);
    for of_index in index["estimates"].as_array().into_iter().flatten() {
        if estimates.is_null() {
            estimates = json!([]);
        }
        let list = estimates.as_array_mut().unwrap();
        let mut growth = Map::new();
        growth.extend(of_index.get("growth").map(|growth| ("indexGrowth".to_owned(), bare(growth))));
        match list.iter_mut().find(|estimate| estimate["period"] == of_index["period"]) {
            Some(estimate) => estimate.as_object_mut().unwrap().extend(growth),
            None => {
                let mut row = json!({"period": of_index["period"]});
                row.as_object_mut().unwrap().extend(growth);
                list.push(row);
            }
        }
    }
    if index["estimates"].is_array() && estimates.is_null() { json!([]) } else { estimates }
}

fn estimate(row: &Value) -> Value {
    let mut row = named(row, &[("earningsEstimate", "earnings"), ("revenueEstimate", "revenue")]);
    replace(&mut row, "earnings", |part| named(part, &[("earningsCurrency", "currency")]));
    replace(&mut row, "revenue", |part| {
        let mut part = named(part, &[("revenueCurrency", "currency")]);
        for figure in ["avg", "low", "high", "yearAgoRevenue"] {
            replace(&mut part, figure, whole);
        }
        part
    });
    replace(&mut row, "epsTrend", |part| {
        let days = [
            ("7daysAgo", "days7"),
            ("30daysAgo", "days30"),
            ("60daysAgo", "days60"),
            ("90daysAgo", "days90"),
        ];
        named(part, &[&days[..], &[("epsTrendCurrency", "currency")]].concat())
    });
    replace(&mut row, "epsRevisions", |part| {
        let names = [
            ("upLast7days", "upLast7Days"),
            ("upLast30days", "upLast30Days"),
            ("downLast30days", "downLast30Days"),
            ("epsRevisionsCurrency", "currency"),
        ];
        let mut part = named(part, &names);
        if let Some(part) = part.as_object_mut() {
            assert!(part.shift_remove("downLast90days").unwrap_or_default().is_null());
        }
        part
    });
    let is_of_nobody = |row: &Value, part: &str| row[part]["numberOfAnalysts"] == json!(0);
    let no_zero = |value: &Value| if value.as_f64() == Some(0.0) { Value::Null } else { value.clone() };
    for (of, part, figures) in [
        ("earnings", "earnings", &["avg", "low", "high", "growth"][..]),
        ("revenue", "revenue", &["avg", "low", "high", "growth"]),
        ("earnings", "epsTrend", &["current", "days7", "days30", "days60", "days90"]),
    ] {
        if is_of_nobody(&row, of) {
            figures.iter().for_each(|figure| replace(&mut row[part], figure, no_zero));
        }
    }
    row
}

fn calendar(events: &Value) -> Value {
    let mut found = named(events, &[]);
    let Some(members) = found.as_object_mut() else { return Value::Null };
    let earnings = members.shift_remove("earnings").unwrap_or_default();
    let names = [("earningsDate", "earningsDates"), ("earningsCallDate", "earningsCallDates")];
    let mut earnings = named(&earnings, &names);
    for figure in ["revenueAverage", "revenueLow", "revenueHigh"] {
        replace(&mut earnings, figure, whole);
    }
    members.extend(earnings.as_object().cloned().into_iter().flatten());
    found
}
