//! The specification once more, in the plainest way: whole documents as JSON values, no reader of the
//! project. What it gives for a captured reply is what the converter must give.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

pub(crate) mod today;

mod financials;
mod identities;
mod index;

use serde_json::{Map, Value, json};

pub(crate) use financials::{every_series, financials};
pub(crate) use identities::{figure, identities};
pub(crate) use index::index;

/// Section 2.3 without adjustment.
pub(crate) fn history(reply: &str) -> Value {
    let chart = &parse(reply)["chart"]["result"][0];
    let quote = &chart["indicators"]["quote"][0];
    let rows = chart["timestamp"].as_array().map_or(0, Vec::len);
    let mut bars = Map::new();
    bars.insert("timestamp".into(), if rows == 0 { json!([]) } else { chart["timestamp"].clone() });
    for column in ["open", "high", "low", "close", "volume", "adjclose"] {
        let list =
            if column == "adjclose" { &chart["indicators"]["adjclose"][0][column] } else { &quote[column] };
        match list {
            Value::Null if rows == 0 => drop(bars.insert(column.into(), json!([]))),
            Value::Null => {}
            list => drop(bars.insert(column.into(), list.clone())),
        }
    }
    // The captured months end in October 2024, and the quote of the eleventh is behind the bar of the month.
    if chart["meta"]["dataGranularity"] == "1mo" {
        assert_eq!(bars["timestamp"][rows - 1], 1_728_676_801);
        for (column, list) in &mut bars {
            let list = list.as_array_mut().unwrap();
            let (quote, bar) = (list.pop().unwrap(), list.pop().unwrap());
            list.push(match column.as_str() {
                "volume" => json!(bar.as_i64().unwrap() + quote.as_i64().unwrap()),
                "high" if quote.as_f64() > bar.as_f64() => quote,
                "low" if quote.as_f64() < bar.as_f64() => quote,
                "close" | "adjclose" => quote,
                _ => bar,
            });
        }
    }
    let mut history = json!({"meta": chart["meta"], "ohlcdata": bars});
    if chart.get("events").is_some() {
        for kind in ["dividends", "splits"] {
            let mut events: Vec<(i64, Value)> = match &chart["events"][kind] {
                Value::Object(events) => {
                    events.iter().map(|(key, event)| (key.parse().unwrap(), event.clone())).collect()
                }
                _ => Vec::new(),
            };
            events.sort_by_key(|(time, _)| *time);
            history[kind] = events.into_iter().map(|(_, event)| event).collect();
        }
    }
    history
}

/// Section 2.5.
pub(crate) fn options(reply: &str) -> Result<Value, u16> {
    let result = &parse(reply)["optionChain"]["result"][0];
    if result["expirationDates"].as_array().unwrap().is_empty() {
        return Err(422);
    }
    let keys = ["underlyingSymbol", "expirationDates", "strikes", "hasMiniOptions", "options"];
    Ok(keys.iter().map(|key| ((*key).to_owned(), result[*key].clone())).collect::<Map<_, _>>().into())
}

/// Returns the rows of the quote service as they are, but for those of symbols that are gone. The command
/// asks for the symbols of all rows, and for one that none of them has.
pub(crate) fn quote(reply: &str) -> Result<Value, u16> {
    let mut quotes = parse(reply)["quoteResponse"]["result"].take();
    for quote in quotes.as_array_mut().unwrap() {
        // Of the whole amounts in captured replies the host writes these alone as floats.
        if let Some(assets) = quote.get_mut("netAssets") {
            *assets = format!("{:.0}", assets.as_f64().unwrap()).parse::<i64>().unwrap().into();
        }
    }
    let (known, gone): (Vec<Value>, Vec<Value>) = quotes
        .as_array()
        .unwrap()
        .iter()
        .cloned()
        .partition(|quote| quote["quoteType"] != "NONE" || quote["regularMarketPrice"].is_number());
    let mut unknown: Vec<Value> = gone.into_iter().map(|quote| quote["symbol"].clone()).collect();
    unknown.push("NONE_OF_THEM".into());
    // Where none is known, that is an error.
    if known.is_empty() { Err(422) } else { Ok(json!({"quotes": known, "unknown": unknown})) }
}

/// Section 2.7.
pub(crate) fn screener(page: &str) -> Value {
    stores(page)["ScreenerResultsStore"]["results"].clone()
}

/// Section 2.1.
pub(crate) fn profile(page: &str) -> Value {
    let store = collapse(stores(page)["QuoteSummaryStore"].clone());
    let mut info = Map::new();
    for section in [
        "summaryProfile",
        "summaryDetail",
        "quoteType",
        "defaultKeyStatistics",
        "assetProfile",
        "summaryDetail",
    ] {
        if let Value::Object(members) = &store[section] {
            info.extend(members.clone());
        }
    }
    info.insert("regularMarketPrice".into(), info["regularMarketOpen"].clone());
    // The website of the captured profile.
    assert_eq!(info["website"], "http://www.ibm.com");
    info.insert("logo_url".into(), "https://logo.example/ibm.com".into());
    json!({
        "info": info,
        "recommendations": store["upgradeDowngradeHistory"]["history"],
        "calendar": store["calendarEvents"],
        "sustainability": store["esgScores"],
    })
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn stores(page: &str) -> Value {
    let (_, document) = page.split_once("root.App.main = ").unwrap();
    let mut values = serde_json::Deserializer::from_str(document).into_iter::<Value>();
    values.next().unwrap().unwrap()["context"]["dispatcher"]["stores"].clone()
}

/// Formatted numbers as numbers, empty objects as null.
fn collapse(value: Value) -> Value {
    match value {
        Value::Array(values) => values.into_iter().map(collapse).collect(),
        Value::Object(members) if members.is_empty() => Value::Null,
        Value::Object(mut members) => {
            let formatted = members.keys().all(|key| ["raw", "fmt", "longFmt"].contains(&key.as_str()));
            match members.remove("raw") {
                Some(raw) if formatted => raw,
                raw => {
                    members.extend(raw.map(|raw| ("raw".to_owned(), raw)));
                    members
                        .into_iter()
                        .map(|(key, value)| (key, collapse(value)))
                        .collect::<Map<_, _>>()
                        .into()
                }
            }
        }
        other => other,
    }
}
