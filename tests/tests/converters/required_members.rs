//! Values without which a row is of no use: a reply that lacks one is refused, and never read as if it had fewer.

use serde_json::{Value, json};
use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance_tests::convert_erased;

/// The command, the required value, and the words of the error without it.
const REQUIRED: &[(&str, &str, &str)] = &[
    ("analysis", "/quoteSummary/result/0/earningsTrend/trend", "earningsTrend.trend is missing"),
    ("analysis", "/quoteSummary/result/0/earningsTrend/trend/0/period", "period is missing"),
    ("analysis", "/quoteSummary/result/0/earningsHistory/history", "earningsHistory.history is missing"),
    ("analysis", "/quoteSummary/result/0/recommendationTrend/trend", "recommendationTrend.trend is missing"),
    (
        "analysis",
        "/quoteSummary/result/0/upgradeDowngradeHistory/history/0/epochGradeDate",
        "epochGradeDate is missing",
    ),
    ("analysis", "/quoteSummary/result/0/upgradeDowngradeHistory/history/0/firm", "firm is missing"),
    ("analysis", "/quoteSummary/result/0/indexTrend/estimates", "indexTrend.estimates is missing"),
    ("analysis", "/quoteSummary/result", "quoteSummary.result"),
    (
        "insiders",
        "/quoteSummary/result/0/insiderTransactions/transactions",
        "insiderTransactions.transactions is missing",
    ),
    (
        "insiders",
        "/quoteSummary/result/0/insiderTransactions/transactions/0/filerName",
        "filerName is missing",
    ),
    (
        "insiders",
        "/quoteSummary/result/0/insiderTransactions/transactions/1/startDate",
        "startDate is missing",
    ),
    ("insiders", "/quoteSummary/result/0/insiderHolders/holders/0/name", "name is missing"),
    ("insiders", "/quoteSummary/result/0/netSharePurchaseActivity/period", "period is missing"),
    ("fund", "/quoteSummary/result/0/topHoldings/holdings", "topHoldings.holdings is missing"),
    ("fund", "/quoteSummary/result/0/topHoldings/holdings/0/holdingName", "holdingName is missing"),
    ("fund", "/quoteSummary/result/0/topHoldings/holdings/0/holdingPercent", "holdingPercent is missing"),
    ("filings", "/quoteSummary/result/0/secFilings/filings", "secFilings.filings is missing"),
    ("filings", "/quoteSummary/result/0/secFilings/filings/0/date", "date is missing"),
    ("filings", "/quoteSummary/result/0/secFilings/filings/0/type", "type is missing"),
    ("insights", "/finance/result/0/symbol", "symbol is missing"),
    ("insights", "/finance/result", "finance.result"),
    ("sector", "/data", "data"),
    ("sector", "/data/key", "data.key is missing"),
    ("sector", "/data/name", "data.name is missing"),
    ("sector", "/data/topCompanies/0/symbol", "symbol is missing"),
    ("sector", "/data/industries/0/name", "name is missing"),
    ("industry", "/data/key", "data.key is missing"),
    ("industry", "/data/topGrowthCompanies/0/symbol", "symbol is missing"),
    ("calendar", "/finance/result", "finance.result"),
    ("calendar", "/finance/result/earnings/0/records", "finance.result.earnings[].records is missing"),
    ("calendar", "/finance/result/earnings/0/timestampString", "timestampString is missing"),
    ("calendar", "/finance/result/earnings/0/records/0/ticker", "ticker is missing"),
    ("calendar", "/finance/result/economicEvents/0/records/0/eventTime", "eventTime is missing"),
];

#[test]
fn a_required_value_is_never_lost() {
    for (command, pointer, words) in REQUIRED {
        let (info, reply) = example(command);
        assert!(converted(info, &reply).is_ok());
        for damage in [None, Some(Value::Null)] {
            let mut damaged = reply.clone();
            match damage {
                Some(damage) => *damaged.pointer_mut(pointer).unwrap() = damage,
                None => remove(&mut damaged, pointer),
            }
            let said = converted(info, &damaged).unwrap_err();
            assert!(said.contains(words), "{command} without {pointer}: {said}");
        }
    }
}

/// A value of another type is refused, in every place of a row that the response names.
#[test]
fn a_value_of_another_type_is_refused() {
    for (command, pointer) in [
        ("analysis", "/quoteSummary/result/0/upgradeDowngradeHistory/history/0/currentPriceTarget"),
        ("analysis", "/quoteSummary/result/0/financialData/currentPrice"),
        ("analysis", "/quoteSummary/result/0/earningsTrend/trend/0/epsTrend/current"),
        ("analysis", "/quoteSummary/result/0/calendarEvents/earnings/earningsDate"),
        ("insiders", "/quoteSummary/result/0/insiderTransactions/transactions/0/shares"),
        ("insiders", "/quoteSummary/result/0/netSharePurchaseActivity/totalInsiderShares"),
        ("fund", "/quoteSummary/result/0/topHoldings/stockPosition"),
        ("fund", "/quoteSummary/result/0/topHoldings/sectorWeightings/0/technology"),
        ("fund", "/quoteSummary/result/0/topHoldings/equityHoldings/priceToEarnings"),
        ("filings", "/quoteSummary/result/0/secFilings/filings/0/epochDate"),
        ("insights", "/finance/result/0/secReports/0/filingDate"),
        ("insights", "/finance/result/0/instrumentInfo/keyTechnicals/support"),
        ("sector", "/data/topETFs/0/netAssets"),
        ("industry", "/data/topCompanies/0/lastPrice"),
        ("calendar", "/finance/result/earnings/0/records/0/startDateTime"),
        ("calendar", "/finance/result/earnings/0/totalCount"),
    ] {
        let (info, mut reply) = example(command);
        *reply.pointer_mut(pointer).unwrap() = json!("a text");
        let said = converted(info, &reply).unwrap_err();
        assert!(
            ["cannot be read", "is not a list of numbers"].iter().any(|words| said.contains(words)),
            "{command} {pointer}: {said}"
        );
    }
}

/// A reply about another instrument, sector or industry is refused.
#[test]
fn a_reply_is_about_what_was_asked_for() {
    for (command, pointer, words) in [
        ("analysis", "/quoteSummary/result/0/quoteType/symbol", "the reply is about \"OTHER\""),
        ("insiders", "/quoteSummary/result/0/quoteType/symbol", "the reply is about \"OTHER\""),
        ("fund", "/quoteSummary/result/0/quoteType/symbol", "the reply is about \"OTHER\""),
        ("filings", "/quoteSummary/result/0/quoteType/symbol", "the reply is about \"OTHER\""),
        ("insights", "/finance/result/0/symbol", "the reply is about \"OTHER\""),
        ("sector", "/data/key", "the reply is about the sector \"OTHER\""),
        ("industry", "/data/key", "the reply is about the industry \"OTHER\""),
    ] {
        let (info, mut reply) = example(command);
        *reply.pointer_mut(pointer).unwrap() = json!("OTHER");
        let said = converted(info, &reply).unwrap_err();
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
        let said = converted(info, &reply).unwrap_err();
        let words = format!("the host has no {of} (the instrument is of the kind \"INDEX\")");
        assert!(said.contains(&words) && said.contains("check the ticker"), "{command}: {said}");
    }
}

fn example(command: &str) -> (&'static EndpointInfo, Value) {
    let info = ENDPOINTS.iter().find(|info| info.command == command).unwrap();
    (info, serde_json::from_str(info.examples.first().unwrap().reply.unwrap()).unwrap())
}

fn converted(info: &EndpointInfo, reply: &Value) -> Result<Value, String> {
    let request = (info.build)(&info.examples.first().unwrap().param_map()).unwrap();
    convert_erased(&*request, reply.to_string().as_bytes()).map_err(|error| error.to_string())
}

fn remove(value: &mut Value, pointer: &str) {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    value.pointer_mut(parent).unwrap().as_object_mut().unwrap().shift_remove(name).unwrap();
}
