//! Real replies of 2021 against the frames that the old layer made of them, and every captured reply against
//! the promise that a frame has its columns whatever the reply lacks.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::{captures, column, columns, convert, names, rows, schema, zone};
use serde_json::{Map, Value, json};
use virtual_finance::{AdjustType, Date, DateTime};
use virtual_finance_compat::polars::prelude::DataFrame;
use virtual_finance_compat::{
    FinancialsFrames, HistoryFrames, HoldersFrames, OptionsFrames, ProfileFrames, frames,
};
use virtual_finance_tests::converted;

const HISTORY: &str = "history/virtual-finance-API__2021_yahoo_history.raw.json";

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn expected(folder: &Path, name: &str) -> Value {
    serde_json::from_str(&read(folder, name)).unwrap()
}

fn financials(folder: &Path) -> FinancialsFrames {
    let page = read(folder, "financials/virtual-finance-API__2021_yahoo_financials.raw.html");
    convert(&virtual_finance::Financials::new("IBM"), page).into()
}

fn history(folder: &Path) -> HistoryFrames {
    convert(&virtual_finance::History::new("IBM"), read(folder, HISTORY)).into()
}

fn holders(folder: &Path) -> HoldersFrames {
    let page = read(folder, "holders/virtual-finance-API__2021_yahoo_holders.raw.html");
    convert(&virtual_finance::Holders::new("IBM"), page).into()
}

fn profile(folder: &Path) -> ProfileFrames {
    let page = read(folder, "profile/virtual-finance-API__2021_yahoo_profile.raw.html");
    convert(&virtual_finance::Profile::new("IBM").partial(true), page).into()
}

/// Returns a label of the files: naive times are UTC, a day is midnight.
fn label(text: &Value) -> Value {
    let Some(text) = text.as_str() else { return text.clone() };
    let moment = text.parse::<DateTime>().or_else(|_| format!("{text}Z").parse());
    moment.map_or_else(|_| json!(text), |moment| json!(moment.epoch_seconds() * 1000))
}

/// Numbers as doubles: the files have doubles where the frames have integers.
fn number(value: &Value) -> Value {
    value.as_f64().map_or_else(|| value.clone(), |number| json!(number))
}

/// Compares a frame with {columns, index, data}, exactly. `index` is the frame's column of the labels; a mere
/// count of rows has none.
fn assert_frame(frame: &DataFrame, expected: &Value, index: Option<&str>) {
    let mut columns: Vec<&str> = index.into_iter().collect();
    let titles = expected["columns"].as_array().unwrap().iter();
    columns.extend(titles.map(|title| title.as_str().unwrap().trim_end_matches("T00:00:00")));
    assert_eq!(names(frame), columns);
    let labels = expected["index"].as_array().unwrap();
    let data = expected["data"].as_array().unwrap();
    assert_eq!(frame.height(), data.len());
    for (place, row) in rows(frame).iter().enumerate() {
        let cells = data[place].as_array().unwrap().iter().map(label);
        let label = index.map(|_| label(&labels[place]));
        let wanted: Vec<Value> = label.into_iter().chain(cells).map(|cell| number(&cell)).collect();
        let got: Vec<Value> = row.as_array().unwrap().iter().map(number).collect();
        assert_eq!(got, wanted, "row {place}");
    }
}

/// Compares a frame with column → row → value, to 1e-10. The rows are named by `index`, or counted.
fn assert_columns(frame: &DataFrame, expected: &Value, index: Option<&str>) {
    let expected = expected.as_object().unwrap();
    let labels: Vec<String> = match index {
        Some(name) => column(frame, name).iter().map(text).collect(),
        None => (0..frame.height()).map(|row| row.to_string()).collect(),
    };
    let values: Vec<String> = names(frame).into_iter().filter(|name| Some(name.as_str()) != index).collect();
    let titles: Vec<String> = expected.keys().map(|title| day(title)).collect();
    assert_eq!(values, titles);
    for ((title, wanted), name) in expected.iter().zip(&values) {
        let wanted = wanted.as_object().unwrap();
        assert_eq!(labels, wanted.keys().cloned().collect::<Vec<_>>(), "{title}");
        for (got, wanted) in column(frame, name).iter().zip(wanted.values()) {
            match (got.as_f64(), wanted.as_f64()) {
                (Some(got), Some(wanted)) => assert!((got - wanted).abs() < 1e-10, "{got} is not {wanted}"),
                _ => assert_eq!(got, wanted, "{title}"),
            }
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the day that milliseconds name; other titles stay.
fn day(title: &str) -> String {
    match title.parse::<i64>() {
        Ok(millis) if title.len() > 8 => DateTime::from(millis / 1000).to_string().chars().take(10).collect(),
        _ => title.to_owned(),
    }
}

#[test]
fn statements_equal_the_old_frames() {
    let Some(folder) = captures() else { return };
    let sheets = financials(&folder).balancesheet().unwrap();
    let yf = expected(&folder, "expected_2021/virtual-finance-API__yf_financials_balancesheet.json");
    for (frame, period) in [(&sheets.yearly, "yearly"), (&sheets.quarterly, "quarterly")] {
        let file = format!("expected_frames/Financials.balancesheet.{period}.json");
        assert_frame(frame, &expected(&folder, &file), Some("Breakdown"));
        assert_columns(frame, &yf[period], Some("Breakdown"));
    }
    assert!(schema(&sheets.yearly)[1..].iter().all(|column| column.ends_with(": i64")));
}

#[test]
fn the_other_statements_have_their_items_and_earnings_their_periods() {
    let Some(folder) = captures() else { return };
    let financials = financials(&folder);
    let chart = expected(&folder, "expected_2021/virtual-finance-API__je_financials.json");
    let kinds =
        [("cashflow", financials.cashflow().unwrap()), ("financials", financials.financials().unwrap())];
    for (kind, periods) in kinds {
        for (frame, period) in [(periods.yearly, "yearly"), (periods.quarterly, "quarterly")] {
            let statements = chart[kind][period].as_array().unwrap();
            let items: BTreeSet<&String> =
                statements.iter().flat_map(|one| one.as_object().unwrap().keys()).collect();
            // All but the date and the age.
            assert_eq!(
                (frame.height(), frame.width()),
                (items.len() - 2, statements.len() + 1),
                "{kind} {period}"
            );
        }
    }
    let income = financials.financials().unwrap().yearly;
    assert!(column(&income, "Breakdown").contains(&json!("Net Income Applicable To Common Shares")));
    assert!(column(&income, "2020-12-31").contains(&Value::Null));
    let earnings = financials.earnings().unwrap();
    assert_eq!(schema(&earnings.yearly), ["Year: i64", "Revenue: i64", "Earnings: i64"]);
    assert_eq!(schema(&earnings.quarterly), ["Quarter: str", "Revenue: i64", "Earnings: i64"]);
    for (frame, period) in [(earnings.yearly, "yearly"), (earnings.quarterly, "quarterly")] {
        let wanted = chart["earnings"][period].as_array().unwrap().iter();
        let wanted: Vec<_> =
            wanted.map(|entry| json!([entry["date"], entry["revenue"], entry["earnings"]])).collect();
        assert_eq!(rows(&frame), wanted);
    }
}

#[test]
fn prices_and_dividends_equal_the_old_frames() {
    let Some(folder) = captures() else { return };
    let frames = history(&folder);
    let bars = frames.history().unwrap();
    let mut wanted = expected(&folder, "expected_frames/History.history.json");
    // The file has the openings in UTC, which are on the exchange's days.
    for label in wanted["index"].as_array_mut().unwrap() {
        *label = label.as_str().unwrap().get(..10).into();
    }
    // The events were not among the columns yet.
    assert_frame(&bars.drop_many(["Dividends", "Stock Splits"]), &wanted, Some("Date"));
    assert_eq!(schema(&bars)[0], "Date: date");
    // Each dividend and each split joins a bar.
    let days: BTreeSet<i64> = column(&bars, "Date").iter().map(|day| day.as_i64().unwrap()).collect();
    for event in [column(&frames.dividends().unwrap(), "Date"), column(&frames.splits().unwrap(), "Date")] {
        assert!(event.iter().all(|day| days.contains(&day.as_i64().unwrap())));
    }
    let series = expected(&folder, "expected_frames/History.dividends.json");
    let data: Vec<_> = series["data"].as_array().unwrap().iter().map(|value| json!([value])).collect();
    let wanted = json!({"columns": [series["name"]], "index": series["index"], "data": data});
    assert_frame(&frames.dividends().unwrap(), &wanted, Some("Date"));
    assert_eq!(rows(&frames.splits().unwrap())[0], json!([-177_465_600_000_i64, 1.25]));
    let actions = frames.actions().unwrap();
    assert_eq!(actions.height(), frames.dividends().unwrap().height() + frames.splits().unwrap().height());
    assert!(column(&actions, "Date").is_sorted_by_key(Value::as_i64));
}

/// The month of the live quote is one bar, as in yfinance: October 2024 up to the eleventh, with 364.0 million shares.
#[test]
fn a_live_quote_is_in_the_bar_of_its_month() {
    let Some(folder) = captures() else { return };
    let reply = read(&folder, "history/scheb__dividendData.json");
    let frames: HistoryFrames = convert(&virtual_finance::History::new("AAPL"), reply).into();
    let bars = frames.history().unwrap();
    let days = column(&bars, "Date");
    let october = label(&json!("2024-10-01"));
    assert_eq!((bars.height(), days.last()), (60, Some(&october)));
    assert_eq!(column(&bars, "Volume").last(), Some(&json!(364_017_788)));
}

/// Companies of today, whose service has no ESG scores: the frame is empty, and nothing else is missing.
#[test]
fn companies_without_scores_have_frames() {
    let Some(folder) = captures() else { return };
    for ticker in ["AAPL", "AMZN", "CRM", "ORSTED.CO", "EREGL.IS"] {
        let file = format!("quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-{ticker}.json");
        let request = virtual_finance::Profile::new(ticker);
        let profile: ProfileFrames = convert(&request, read(&folder, &file)).into();
        let scores = profile.sustainability().unwrap();
        assert_eq!((scores.height(), profile.sustainability_values()), (0, None), "{ticker}");
        assert_eq!(names(&scores), ["Breakdown", "Value"]);
        assert!(
            profile.calendar().unwrap().height() > 0 && profile.info().contains_key("longName"),
            "{ticker}"
        );
    }
}

/// The info of yfinance: its five sections of the summary, and over them the members of the quote; none is null.
#[test]
fn the_info_has_what_that_of_yfinance_has() {
    const SECTIONS: [&str; 5] =
        ["financialData", "quoteType", "defaultKeyStatistics", "assetProfile", "summaryDetail"];
    let Some(folder) = captures() else { return };
    let summary = read(&folder, "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-AAPL.json");
    let quotes = read(&folder, "quote/gadicc-yf2__2025-02-17_quote-AAPL-BABA.json");
    let profile = convert(&virtual_finance::Profile::new("AAPL").partial(true), &summary);
    let figures = convert(&virtual_finance::KeyFigures::new("AAPL"), &summary);
    let quote = convert(&virtual_finance::Quote::new(["AAPL", "BABA"]), &quotes).quotes.remove(0);
    let info = frames::key_figures::info(&profile, Some(&figures), Some(&quote), None);

    let [summary, quotes] = [&summary, &quotes].map(|text| serde_json::from_str::<Value>(text).unwrap());
    let of_quote = quotes["quoteResponse"]["result"][0].as_object().unwrap();
    let sections = SECTIONS.map(|name| summary["quoteSummary"]["result"][0][name].as_object().unwrap());
    let mut wanted = Map::new();
    for members in sections.into_iter().chain([of_quote]) {
        wanted.extend(members.clone().into_iter().filter(|(_, value)| !value.is_null()));
    }
    wanted.insert("maxAge".to_owned(), json!(86_400));
    assert_eq!((sections[0].len(), of_quote.len()), (30, 86));
    for (name, value) in &wanted {
        // The exercised values of officers are null here, and empty objects there.
        if name != "companyOfficers" {
            let found = info.get(name).map(|found| found.as_f64().map_or(found.clone(), Value::from));
            assert_eq!(found, Some(value.as_f64().map_or(value.clone(), Value::from)), "{name}");
        }
    }
    assert_eq!(info["regularMarketPrice"], of_quote["regularMarketPrice"]);
    assert_eq!(info["dividendYield"], of_quote["dividendYield"], "in percent");
    assert!(info.iter().all(|(name, value)| !value.is_null() || name == "trailingPegRatio"));

    // Without a quote there is no latest price, and the yield of the profile, a fraction, is in percent.
    let info = frames::key_figures::info(&profile, None, None, None);
    assert_eq!((info.get("regularMarketPrice"), &info["dividendYield"]), (None, &json!(0.41)));
    assert_eq!(profile.info.unwrap()["dividendYield"], json!(0.0041));
}

/// The bar of 2021-10-13 in Sydney begins on 2021-10-12 at 23:00 UTC.
#[test]
fn days_are_days_of_the_exchange() {
    let Some(folder) = captures() else { return };
    let bars = |file: &str, ticker: &str| {
        let reply = read(&folder, &format!("history/{file}"));
        HistoryFrames::from(convert(&virtual_finance::History::new(ticker), reply)).history().unwrap()
    };
    let sydney = bars("portfolio-performance__australian_quotes.json", "ALL.AX");
    assert_eq!(schema(&sydney)[0], "Date: date");
    assert_eq!(column(&sydney, "Date")[0], label(&json!("2021-10-13")));
    let minutes =
        bars("gadicc-yf2__2025-02-20_chart-TSLA-2025-01-01-to-2025-01-02-interval-1h.fake.json", "TSLA");
    assert_eq!(zone(&minutes, "Date"), "America/New_York");
}

#[test]
fn adjusted_prices_equal_the_old_structure() {
    let Some(folder) = captures() else { return };
    let request = virtual_finance::History::new("IBM").adjust(AdjustType::Auto);
    let bars = HistoryFrames::from(convert(&request, read(&folder, HISTORY))).history().unwrap();
    let wanted = expected(&folder, "expected_2021/virtual-finance-API__je_history.json");
    for (name, key) in
        [("Open", "open"), ("High", "high"), ("Low", "low"), ("Close", "close"), ("Volume", "volume")]
    {
        let wanted: Vec<_> = wanted["ohlcdata"][key].as_array().unwrap().iter().map(number).collect();
        let got: Vec<_> = column(&bars, name).iter().map(number).collect();
        assert!(got == wanted, "{name}");
    }
}

#[test]
fn holders_equal_the_old_frames() {
    let Some(folder) = captures() else { return };
    let holders = holders(&folder);
    for (frame, name) in
        [(holders.major().unwrap(), "major"), (holders.institutional().unwrap(), "institutional")]
    {
        assert_frame(&frame, &expected(&folder, &format!("expected_frames/Holders.{name}.json")), None);
        let yf = format!("expected_2021/virtual-finance-API__yf_holders_{name}.json");
        assert_columns(&frame, &expected(&folder, &yf), None);
    }
    let types = ["Holder: str", "Shares: i64", "Date Reported: date", "% Out: f64", "Value: i64"];
    assert_eq!(schema(&holders.institutional().unwrap()), types);
    assert_eq!(schema(&holders.mutualfund().unwrap()), types);
}

/// A report of a service has the day that the host itself writes beside it, 2025-06-30.
#[test]
fn holders_of_today_have_the_day_that_the_host_writes() {
    let Some(folder) = captures() else { return };
    let reply = read(&folder, "holders/yfinance-rs__2025-10_holders_api_6modules_AAPL.json");
    let raw: Value = serde_json::from_str(&reply).unwrap();
    let frames = HoldersFrames::from(convert(&virtual_finance::Holders::new("AAPL"), &reply));
    for (frame, section) in [
        (frames.institutional().unwrap(), "institutionOwnership"),
        (frames.mutualfund().unwrap(), "fundOwnership"),
    ] {
        let owners = raw["quoteSummary"]["result"][0][section]["ownershipList"].as_array().unwrap();
        let wanted: Vec<_> = owners.iter().map(|owner| label(&owner["reportDate"]["fmt"])).collect();
        assert_eq!(column(&frame, "Date Reported"), wanted, "{section}");
    }
    let days = column(&frames.institutional().unwrap(), "Date Reported");
    assert_eq!(days[0], label(&json!("2025-06-30")));
}

#[test]
fn profiles_equal_the_old_frames() {
    let Some(folder) = captures() else { return };
    let profile = profile(&folder);
    let grades = profile.recommendations().unwrap();
    assert_frame(&grades, &expected(&folder, "expected_frames/Profile.recommendations.json"), Some("Date"));
    let yf = expected(&folder, "expected_2021/virtual-finance-API__yf_profile_recommendations.json");
    assert_columns(&grades, &yf, Some("Date"));

    // The file has a row for each value, the frame a column.
    let wanted = expected(&folder, "expected_frames/Profile.calendar.json");
    let calendar = profile.calendar().unwrap();
    assert_eq!(calendar.height(), 1);
    for (name, cells) in wanted["index"].as_array().unwrap().iter().zip(wanted["data"].as_array().unwrap()) {
        assert_eq!(
            number(&column(&calendar, name.as_str().unwrap())[0]),
            number(&label(&cells[0])),
            "{name}"
        );
    }
    let calendar = profile.calendar_values();
    assert_eq!(calendar.earnings_dates, [DateTime::from(Date::new(2021, 4, 19).unwrap())]);
    assert_eq!((calendar.earnings_average, calendar.revenue_high), (Some(1.63), Some(17_607_300_000)));

    let scores = profile.sustainability().unwrap();
    assert!(rows(&scores).contains(&json!(["totalEsg", "17.88"])));
    assert!(rows(&scores).contains(&json!(["environmentPercentile", null])));
    let names = column(&scores, "Breakdown");
    assert!(!names.contains(&json!("ratingYear")) && !names.contains(&json!("ratingMonth")), "{names:?}");
    let scores = profile.sustainability_values().unwrap();
    assert_eq!((scores.total_esg, scores.rating_month, scores.peer_count), (Some(17.88), Some(3), Some(103)));
    assert!(scores.involvement.contains(&("tobacco".to_owned(), false)));
    assert_eq!(profile.info()["sector"], json!("Technology"));
}

#[test]
fn expirations_equal_the_old_list() {
    let Some(folder) = captures() else { return };
    let reply = read(&folder, "options/virtual-finance-API__2021_yahoo_options.raw.json");
    let options = OptionsFrames::from(convert(&virtual_finance::Options::new("IBM"), reply));
    let wanted = expected(&folder, "expected_2021/virtual-finance-API__yf_options_options.json");
    assert_eq!(json!(options.options()), wanted);
    let structure = expected(&folder, "expected_2021/virtual-finance-API__je_options.json");
    let chain = frames::options::option_chain(options.response().options.first(), None).unwrap();
    for (frame, side) in [(&chain.calls, "calls"), (&chain.puts, "puts")] {
        for name in names(frame).iter().filter(|name| *name != "lastTradeDate") {
            let wanted = structure["options"][0][side].as_array().unwrap().iter();
            let wanted: Vec<_> = wanted.map(|contract| number(&contract[name])).collect();
            assert_eq!(column(frame, name).iter().map(number).collect::<Vec<_>>(), wanted, "{side} {name}");
        }
    }
}

/// The day that the earnings are expected on, or the two between which they are, and the numbers as
/// numbers.
#[test]
fn a_calendar_has_all_dates_and_its_numbers_as_numbers() {
    let Some(folder) = captures() else { return };
    let reply = read(&folder, "profile/gadicc-yf2__2025-02-24_quoteSummary-calendarEvents-OCDO.L.json");
    let raw: Value = serde_json::from_str(&reply).unwrap();
    let events = &raw["quoteSummary"]["result"][0]["calendarEvents"];
    let request = virtual_finance::Profile::new("OCDO.L").partial(true);
    let calendar = ProfileFrames::from(convert(&request, &reply)).calendar().unwrap();
    assert_eq!(
        columns(&calendar),
        "Earnings Date: datetime[ms, UTC], Earnings Average: f64, Earnings Low: f64, \
             Earnings High: f64, Revenue Average: i64, Revenue Low: i64, Revenue High: i64, \
             Ex-Dividend Date: date, Dividend Date: date"
    );
    let dates = events["earnings"]["earningsDate"].as_array().unwrap();
    assert!(!dates.is_empty());
    assert_eq!(calendar.height(), dates.len());
    for (name, key) in [("Earnings Average", "earningsAverage"), ("Revenue High", "revenueHigh")] {
        let wanted = events["earnings"][key].clone();
        assert_eq!(column(&calendar, name), vec![wanted; dates.len()], "{name}");
    }
}

/// The captured replies of a kind, converted where they can be.
fn each(kind: &str, check: impl Fn(&str, &[u8])) {
    let Some(folder) = captures() else { return };
    for entry in fs::read_dir(folder.join(kind)).unwrap() {
        let path = entry.unwrap().path();
        check(&path.display().to_string(), &fs::read(&path).unwrap());
    }
}

#[test]
fn no_captured_history_breaks_a_frame() {
    let checked = Cell::new(0);
    each("history", |name, body| {
        let reply: Value = serde_json::from_slice(body).unwrap_or_default();
        let symbol = reply.pointer("/chart/result/0/meta/symbol").and_then(Value::as_str).unwrap_or("X");
        let Ok(converted) = converted(&virtual_finance::History::new(symbol), &[body]) else { return };
        let response = converted.response;
        checked.set(checked.get() + 1);
        let rows = response.ohlcdata.timestamp.len();
        let frames = HistoryFrames::from(response);
        let bars = frames.history().unwrap();
        assert_eq!(bars.height(), rows, "{name}");
        let types = schema(&bars);
        assert!(types[0] == "Date: date" || types[0].starts_with("Date: datetime[ms, "), "{name}: {types:?}");
        let prices = ["Open: f64", "High: f64", "Low: f64", "Close: f64", "Adj Close: f64", "Volume: i64"];
        let events = ["Dividends: f64", "Stock Splits: f64", "Capital Gains: f64"];
        assert_eq!(types[1..7], prices, "{name}");
        assert!(types[7..] == events || types[7..] == events[..2], "{name}: {types:?}");
        for frame in [bars, frames.back_adjusted().unwrap(), frames.actions().unwrap()] {
            assert!(!frame.to_string().is_empty());
        }
    });
    assert!(captures().is_none() || checked.get() > 10, "{checked:?}");
}

#[test]
fn no_captured_reply_breaks_another_frame() {
    each("financials", |name, body| {
        let Ok(converted) = converted(&virtual_finance::Financials::new("AAPL"), &[body]) else { return };
        let response = converted.response;
        let frames = FinancialsFrames::from(response);
        for periods in [frames.balancesheet(), frames.cashflow(), frames.financials(), frames.earnings()] {
            let periods = periods.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!format!("{}{}", periods.yearly, periods.quarterly).is_empty());
        }
    });
    each("options", |_, body| {
        let Ok(converted) = converted(&virtual_finance::Options::new("AAPL"), &[body]) else { return };
        let response = converted.response;
        let chain = frames::options::option_chain(response.options.first(), None).unwrap();
        assert_eq!((chain.calls.width(), schema(&chain.calls)), (14, schema(&chain.puts)));
    });
    each("holders", |_, body| {
        let Ok(converted) = converted(&virtual_finance::Holders::new("AAPL"), &[body]) else { return };
        let response = converted.response;
        let frames = HoldersFrames::from(response);
        assert_eq!(schema(&frames.institutional().unwrap())[..5], schema(&frames.mutualfund().unwrap())[..5]);
    });
    each("profile", |_, body| {
        let request = virtual_finance::Profile::new("AAPL").partial(true);
        let Ok(converted) = converted(&request, &[body]) else { return };
        let response = converted.response;
        let frames = ProfileFrames::from(response);
        assert_eq!(schema(&frames.calendar().unwrap()).len(), 9);
        assert_eq!(
            names(&frames.recommendations().unwrap()),
            ["Date", "Firm", "To Grade", "From Grade", "Action"]
        );
        assert_eq!(names(&frames.sustainability().unwrap()), ["Breakdown", "Value"]);
        let _: Map<String, Value> = frames.info();
    });
}
