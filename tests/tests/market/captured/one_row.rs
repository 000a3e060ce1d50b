//! One rule for every list of every endpoint beyond the contract: a row that cannot be read costs no other.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance::notes::SkippedRows;
use virtual_finance::request::{Context, ErasedRequest, RawReply};
use virtual_finance::{DateTime, Error};
use virtual_finance_tests::{HOSTS, NOW, of_market};

use super::verdict::captured;

/// The endpoints of the contract, whose replies have rules of their own.
const CONTRACT: &str = "profile financials statements holders history options screeners screener index \
     isin market-time";

/// An endpoint with the parameter that a captured reply answers, and the file of the reply below `further`.
const CAPTURED: [(&str, &str); 12] = [
    (
        "analysis ticker=BFLY",
        "analysis/gadicc-node-yahoo-finance2__quoteSummary-upgradeDowngradeHistory-BFLY.json",
    ),
    ("analysis ticker=BABA", "analysis/gadicc-node-yahoo-finance2__quoteSummary-earningsTrend-BABA.json"),
    ("filings ticker=CRON", "filings/gadicc-node-yahoo-finance2__quoteSummary-secFilings-CRON.json"),
    ("fund ticker=0P000071W8.TO", "fund/gadicc-node-yahoo-finance2__quoteSummary-all-0P000071W8.TO.json"),
    (
        "insiders ticker=AAPL",
        "insiders/gadicc-node-yahoo-finance2__quoteSummary-insiderTransactions-AAPL.json",
    ),
    ("insights symbols=AAPL", "insights/gadicc-node-yahoo-finance2__insights-AAPL.json"),
    ("lookup query=BTC", "lookup/timurhankaya-yfinance-terminal__lookup_BTC_all.cut.json"),
    ("news ticker=AAPL", "news/gramistella-yfinance-rs__news_latestNews_AAPL.json"),
    ("search query=AAPL", "search/gadicc-node-yahoo-finance2__search-AAPL.json"),
    ("shares ticker=AAPL", "shares_valuation/dimazigel-yfinance-java__timeseries_shares_out_aapl.json"),
    (
        "spark symbols=^GSPC,^DJI,^IXIC,^RUT,CL=F,GC=F,^VIX",
        "spark/gramistella-yfinance-rs__profile_html_AAPL.html--29-v7_finance_spark_AAPL.json",
    ),
    ("trending region=US", "trending/gadicc-node-yahoo-finance2__trendingSymbols-US.json"),
];

/// Lists that are no rows: what holds the reply, and what an endpoint gives unread.
const NO_ROWS: [&str; 3] = ["criteria", "operands", "validRanges"];

#[test]
fn a_bad_row_of_an_example_costs_no_other() {
    let mut lost = BTreeSet::new();
    for info in of_market().filter(|info| !CONTRACT.split(' ').any(|command| command == info.command)) {
        for example in info.examples {
            let Some(reply) = example.reply else { continue };
            let Ok(mut reply) = serde_json::from_str::<Value>(reply) else { continue };
            // Beside a good one.
            twice(&mut reply);
            let request = (info.build)(&example.param_map(info)).unwrap();
            check(info, &*request, &reply, &mut lost);
        }
    }
    assert_eq!(lost, BTreeSet::new());
}

#[test]
fn a_bad_row_of_a_captured_reply_costs_no_other() {
    let mut lost = BTreeSet::new();
    for (question, file) in CAPTURED {
        let (command, param) = question.split_once(' ').unwrap();
        let Some(reply) = captured(&format!("further/{file}")) else { return };
        let info = ENDPOINTS.iter().find(|info| info.command == command).unwrap();
        let request = (info.build)(&param.split_once('=').into_iter().collect()).unwrap();
        let mut reply = serde_json::from_slice(&reply).unwrap();
        if command != "spark" {
            cut(&mut reply);
        }
        check(info, &*request, &reply, &mut lost);
    }
    assert_eq!(lost, BTreeSet::new());
}

/// A row that the note names is not in the response, and one of which anything is missing but its name is.
#[test]
fn what_is_left_out_is_named() {
    let info = ENDPOINTS.iter().find(|info| info.command == "insiders").unwrap();
    let request = (info.build)(&[("ticker", "IBM")].into_iter().collect()).unwrap();
    let row = |row: Value| {
        let rows = json!([{"filerName": "A", "startDate": {"raw": 1}}, row]);
        json!({"quoteSummary": {"result": [{"insiderTransactions": {"transactions": rows}}], "error": null}})
    };
    let notes = |row: &Value| {
        let body = row.to_string();
        let cx = Context::new(&HOSTS, DateTime::from(NOW));
        let found = request.convert_erased(&cx, &[RawReply::new(body.as_bytes())]).unwrap();
        let rows = found.response.to_value().unwrap()["transactions"].as_array().unwrap().len();
        (rows, found.notes.get::<SkippedRows>().map(ToString::to_string))
    };
    const PLACE: &str = r#""insiderTransactions.transactions[1]", as "#;
    let nameless = row(json!({"startDate": {"raw": 2}, "shares": {"raw": 7}}));
    assert_eq!(notes(&nameless), (2, None));
    for (bad, reason) in [
        (json!({"filerName": "B", "shares": 7}), "its startDate is missing"),
        (json!({"filerName": ["B"], "startDate": 2}), "its filerName is of another type"),
        (json!(7), "it is no object"),
        (json!(null), "it is empty"),
    ] {
        assert_eq!(notes(&row(bad)), (1, Some(format!("{PLACE}{reason}"))));
    }
}

/// Leaves three values in each list: all ways to be bad are tried on one of them.
fn cut(value: &mut Value) {
    match value {
        Value::Array(list) => {
            list.truncate(3);
            list.iter_mut().for_each(cut);
        }
        Value::Object(members) => members.values_mut().for_each(cut),
        _ => {}
    }
}

fn twice(value: &mut Value) {
    match value {
        Value::Array(list) => {
            list.iter_mut().for_each(twice);
            if let [only @ Value::Object(_)] = list.as_slice() {
                list.push(only.clone());
            }
        }
        Value::Object(members) => members.values_mut().for_each(twice),
        _ => {}
    }
}

fn check(info: &EndpointInfo, request: &dyn ErasedRequest, reply: &Value, lost: &mut BTreeSet<String>) {
    let error = |reply: &Value| convert(request, reply).err().map(|error| error.to_string());
    assert_eq!(error(reply), None, "{}", info.command);
    for list in lists(reply, "") {
        for (what, mutated) in mutations(reply, &list) {
            // A row about something else puts all of them in doubt.
            if let Some(error) = error(&mutated).filter(|error| !error.contains("the reply is about \"odd\""))
            {
                lost.insert(format!("{} {list} {what}: {error}", info.command));
            }
        }
    }
}

fn convert(request: &dyn ErasedRequest, reply: &Value) -> Result<(), Error> {
    let body = reply.to_string();
    let cx = Context::new(&HOSTS, DateTime::from(NOW));
    request.convert_erased(&cx, &[RawReply::new(body.as_bytes())]).map(drop).map_err(Error::from)
}

/// Returns the places of the lists of two or more values; of lists within the rows of a list, those of its last row.
fn lists(value: &Value, place: &str) -> Vec<String> {
    match value {
        Value::Array(list) => {
            let own = (list.len() > 1).then(|| place.to_owned());
            let last = list.len().saturating_sub(1);
            let within = list.last().into_iter().flat_map(|row| lists(row, &format!("{place}/{last}")));
            own.into_iter().chain(within).collect()
        }
        Value::Object(members) => {
            let members = members.iter().filter(|(name, _)| !NO_ROWS.contains(&name.as_str()));
            members.flat_map(|(name, value)| lists(value, &format!("{place}/{name}"))).collect()
        }
        _ => Vec::new(),
    }
}

fn mutations(reply: &Value, list: &str) -> Vec<(String, Value)> {
    let rows = reply.pointer(list).and_then(Value::as_array).unwrap();
    let place = format!("{list}/{}", rows.len().checked_sub(1).unwrap());
    let with = |place: &str, value: Value| {
        let mut reply = reply.clone();
        *reply.pointer_mut(place).unwrap() = value;
        reply
    };
    let others =
        || [json!(null), json!("odd"), json!({"odd": [true]}), json!([[7]]), json!(-1.5), json!(true)];
    let mut all: Vec<(String, Value)> =
        others().into_iter().map(|other| (other.to_string(), with(&place, other))).collect();
    if let Some(Value::Object(members)) = rows.last() {
        for name in members.keys() {
            let member = format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"));
            for other in others() {
                all.push((format!("{name} {other}"), with(&member, other)));
            }
            let mut reply = reply.clone();
            reply.pointer_mut(&place).and_then(Value::as_object_mut).unwrap().shift_remove(name);
            all.push((format!("without {name}"), reply));
        }
    }
    all
}
