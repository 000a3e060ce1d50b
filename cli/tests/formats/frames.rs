//! Properties of a ticker, and the formats that take polars.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use expect_test::expect;
use polars_io::SerReader as _;
use polars_io::ipc::IpcReader;
use polars_io::parquet::read::ParquetReader;
use serde_json::{Value, json};
use virtual_finance::ENDPOINTS;
use virtual_finance_compat::Ticker;
use virtual_finance_compat::polars::prelude::DataFrame;
use virtual_finance_loopback::{LoopbackHost, reply, target};

use super::{fails, head, line, run, text};
use crate::support::{said, vfapi};

fn parquet(line: &str) -> DataFrame {
    ParquetReader::new(Cursor::new(run(&format!("{line} --format parquet")).stdout)).finish().unwrap()
}

fn arrow(line: &str) -> DataFrame {
    IpcReader::new(Cursor::new(run(&format!("{line} --format arrow")).stdout)).finish().unwrap()
}

#[test]
fn the_data_of_a_fund_are_printed_as_the_endpoint_has_them() {
    let fund: Value = serde_json::from_str(&text("ticker QQQ funds_data --format json")).unwrap();
    assert_eq!(fund, serde_json::from_str::<Value>(&text("fund QQQ --format json")).unwrap());
    assert_eq!(fund["ticker"], "QQQ");
}

#[test]
fn every_main_table_is_a_frame() {
    for info in ENDPOINTS {
        let line = line(info);
        let (parquet, arrow, csv) = (parquet(&line), arrow(&line), text(&format!("{line} --format csv")));
        assert!(parquet.equals_missing(&arrow), "{line}");
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let names: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
        let columns: Vec<&str> = parquet.get_column_names().iter().map(|name| name.as_str()).collect();
        assert_eq!(columns, names, "{line}");
        assert_eq!(parquet.height(), reader.records().count(), "{line}");
    }
    let chain = parquet("options IBM");
    assert_eq!(chain.get_column_names()[..3], ["underlyingSymbol", "side", "contractSymbol"]);
    let types = |line: &str| {
        let frame = parquet(line);
        frame.schema().iter().map(|(name, kind)| format!("{name}: {kind}\n")).collect::<String>()
    };
    // A weekend has no bars.
    assert_eq!(types("history IBM --start 2024-06-22 --end 2024-06-24"), types("history IBM --range 5d"));
    expect![[r#"
        timestamp: datetime[ms]
        open: f64
        high: f64
        low: f64
        close: f64
        volume: i64
        adjclose: f64
    "#]]
    .assert_eq(&types("history IBM --range 5d"));
}

#[test]
fn every_property_in_every_format() {
    // A company has no capital gains, so that their frame has no rows.
    let properties = Ticker::PROPERTIES.iter().copied().filter(|property| *property != "capital_gains");
    for property in properties.chain(["history", "option_chain"]) {
        let line = format!("ticker IBM {property}");
        let json: Value = serde_json::from_str(&text(&line)).unwrap();
        assert!(!json.is_null(), "{line}");
        let table = text(&format!("{line} --format table"));
        let csv = text(&format!("{line} --format csv"));
        let records: Vec<_> =
            csv::Reader::from_reader(csv.as_bytes()).records().map(Result::unwrap).collect();
        let rows = records.len();
        assert!(rows > 0, "{line}");
        // Single values that are null are no lines for people.
        let is_null = |record: &&csv::StringRecord| json.get(&record[0]).is_some_and(Value::is_null);
        let shown = rows - records.iter().filter(is_null).count();
        assert_eq!(table.split("\n\n").next().unwrap().lines().count(), shown + 3, "{line}: {table}");
        assert_eq!(parquet(&line).height(), rows, "{line}");
        assert_eq!(text(&format!("{line} --format jsonl")).lines().count(), rows, "{line}");
        if let Some(list) = json.as_array() {
            assert_eq!(list.len(), rows, "{line}");
        }
    }
}

#[test]
fn a_repaired_history_marks_its_bars_and_lists_the_repairs() {
    let line = "ticker IBM history --range 5d --repair";
    let plain = text("ticker IBM history --range 5d --format csv");
    let marked: Vec<String> = text(&format!("{line} --format csv")).lines().map(str::to_owned).collect();
    let expected: Vec<String> = plain
        .lines()
        .enumerate()
        .map(|(row, line)| format!("{line},{}", if row == 0 { "Repaired?" } else { "false" }))
        .collect();
    assert_eq!(marked, expected);
    let stderr = String::from_utf8(run(&format!("{line} -v")).stderr).unwrap();
    assert!(stderr.contains("repairs: 0 made, 0 undecided\n"), "{stderr}");
    fails(
        "ticker IBM info --repair",
        2,
        "error: --repair is an option of history, and info takes none of it",
    );
    fails(
        "ticker IBM,MSFT info",
        2,
        "error: ticker reads one ticker, and \"IBM,MSFT\" has several: write a line",
    );
}

#[test]
fn properties_look_like_that() {
    let bars = text("ticker IBM history --range 5d --adjust none --format csv");
    assert!(
        bars.starts_with("Date,Open,High,Low,Close,Adj Close,Volume,Dividends,Stock Splits\n2024-06-24,"),
        "{bars}"
    );
    expect![[r#"
        institutional_holders
        Holder                          Shares  Date Reported   % Out          Value
        ─────────────────────────  ───────────  ─────────────  ──────  ─────────────
        Elmgate Paper Corporation  125,812,690  2024-03-30     0.0795  9,127,884,781
        Nettle Water Corporation   108,805,340  2024-03-30     0.0688  7,893,978,001
    "#]]
    .assert_eq(&head(&text("ticker IBM institutional_holders --format table")));
    expect![[r#"
        contractSymbol,lastTradeDate,strike,lastPrice,bid,ask,change,percentChange,volume,openInterest,impliedVolatili
        IBM240719P00050000,2024-06-28T13:45:02Z,50.0,0.73,0.71,0.75,-0.05,-6.4102564102564115,,19757,0.508403931427511
        IBM240719P00052500,2024-06-28T16:40:10Z,52.5,0.68,0.66,0.7,-0.03,-4.225352112676055,2566,8520,0.42722451226352
        IBM240719P00055000,2024-06-28T13:48:16Z,55.0,0.81,0.79,0.83,0.06,8.0,3276,10980,0.46096778624912355,false,REGU
        IBM240719P00057500,2024-06-26T22:37:33Z,57.5,0.9,0.87,0.93,0.04,4.651162790697675,,4279,0.4601484848566929,fal
    "#]]
        .assert_eq(&head(&text("ticker IBM option_chain --date 2024-07-19 --format csv --table puts")));
    expect![[r#"
        [{"Date":"2014-06-09","Stock Splits":6.0}]
    "#]]
    .assert_eq(&text("ticker IBM splits"));
    expect![[r#"
        value
        US6464834737
    "#]]
    .assert_eq(&text("ticker IBM isin --format csv"));
}

/// The extension of a file chooses the format, and a part of several frames is one list of rows.
#[test]
fn files_and_parts() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| {
        let file = folder.path().join(name);
        assert_eq!(text(&format!("ticker IBM history --range 5d -o {}", file.display())), "");
        Cursor::new(std::fs::read(&file).unwrap())
    };
    let parquet = ParquetReader::new(read("bars.parquet")).finish().unwrap();
    assert!(parquet.equals_missing(&IpcReader::new(read("bars.arrow")).finish().unwrap()));
    fails(
        "history IBM -o bars.arrow --format parquet",
        2,
        "error: -o bars.arrow is a file of the format arrow",
    );
    let lines = text("ticker IBM option_chain --table puts --format jsonl");
    let list: Value = serde_json::from_str(&text("ticker IBM option_chain --table puts")).unwrap();
    let rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(list.as_array(), Some(&rows));
    assert!(rows.len() > 10, "{lines}");
}

#[test]
fn mistakes_are_said_before_anything_is_asked() {
    fails("ticker IBM infos", 2, "error: invalid value 'infos' for '<PROPERTY>'");
    fails(
        "ticker IBM info --range 5d",
        2,
        "error: --range is an option of history, and info takes none of it; leave it out",
    );
    fails("ticker IBM history --range 5x", 2, "error: History: 'range' is \"5x\"");
    fails(
        "ticker IBM option_chain --date 2024-07-20",
        3,
        "error: Options IBM: no options expire on 2024-07-20; choose one of",
    );
    fails("ticker IBM option_chain --date tomorrow", 2, "error: Options IBM: \"tomorrow\" is not a date");
    fails("ticker NOTFOUND financials", 3, "error: Financials NOTFOUND");
}

/// A property tells what the endpoint tells: bars of another interval, rows that are left out, another currency.
#[test]
fn a_property_tells_the_notes_of_its_reply() {
    let quarters = [1_704_067_200, 1_711_929_600, 1_719_792_000];
    let prices = [150.0, 151.0, 152.0];
    let chart = json!({"chart": {"error": null, "result": [{
        "meta": {
            "symbol": "AAA.L", "currency": "GBp", "instrumentType": "EQUITY", "exchangeTimezoneName": "Europe/London",
            "gmtoffset": 0, "regularMarketTime": 1_720_000_000, "dataGranularity": "3mo", "range": "max",
        },
        "timestamp": quarters,
        "indicators": {
            "quote": [{"open": prices, "high": prices, "low": prices, "close": prices, "volume": [1, 2, 3]}],
            "adjclose": [{"adjclose": ["Infinity", 150.0, 152.0]}],
        },
        "events": {
            "dividends": {"1711929600": {"amount": 0.02, "date": 1_711_929_600, "currency": "GBP"}},
            "splits": {"1711929600": {"date": 1_711_929_600, "denominator": 1}},
        },
    }]}});
    let host =
        LoopbackHost::start(move |_| reply(200, &[("content-type", "application/json")], chart.to_string()));
    let told = |line: &str| {
        let line = format!("--query-url {} {line} --format csv", host.url());
        let (code, _, stderr) = said(vfapi(line.split(' ')).output().unwrap());
        assert_eq!(code, Some(0), "{stderr}");
        stderr
    };
    let dividends = told("ticker AAA.L dividends");
    for note in [
        "the interval of the bars is 3mo, where 1d was asked for",
        "dividends are in GBP, and prices in GBp",
        "rows are left out: ",
        "events.splits.1711929600",
    ] {
        assert!(dividends.contains(note), "{dividends}");
    }
    assert!(!dividends.contains("--adjust"), "{dividends}");
    assert!(told("ticker AAA.L splits").contains("its numerator or its denominator is missing"));
    assert!(!told("ticker AAA.L dividends --quiet").contains("note"));
    // Bars tell it, too, and those whose prices are lost.
    let history = told("ticker AAA.L history --range max");
    assert_eq!(history, told("history AAA.L --range max --events div,splits,capitalGains --adjust auto"));
    assert!(history.contains("no close and adjusted close to adjust its prices by"), "{history}");
    assert!(told("ticker AAA.L history --range max --repair").contains("dividends are in GBP"));
}

/// The second chain tells what `options --date` tells, and the ISIN that its host failed.
#[test]
fn a_chain_and_an_isin_tell_the_notes_of_their_replies() {
    let folder = tempfile::tempdir().unwrap();
    let is_down = Arc::new(AtomicBool::new(false));
    let host = LoopbackHost::start({
        let is_down = Arc::clone(&is_down);
        move |request| match target(request) {
            _ if is_down.load(Ordering::SeqCst) => reply(503, &[], ""),
            "/" => reply(404, &[("set-cookie", "A3=x")], ""),
            "/v1/test/getcrumb" => reply(200, &[], "crumb"),
            address if address.contains("/v7/finance/options/") => {
                let is_second = address.contains("date=1719532800");
                let (date, day) =
                    if is_second { (1_719_532_800, "240628") } else { (1_718_928_000, "240621") };
                let symbol = format!("AAA{day}C00100000");
                let mut calls = vec![json!({"contractSymbol": symbol, "strike": 100, "lastPrice": 1.5})];
                calls.extend(is_second.then(|| json!({"strike": 7})));
                let chain =
                    json!({"expirationDate": date, "hasMiniOptions": false, "calls": calls, "puts": []});
                let result = json!({"underlyingSymbol": "AAA", "expirationDates": [1_718_928_000, 1_719_532_800],
                    "strikes": [100], "hasMiniOptions": false, "quote": {"symbol": "AAA"}, "options": [chain]});
                reply(200, &[], json!({"optionChain": {"result": [result], "error": null}}).to_string())
            }
            _ => reply(
                200,
                &[],
                r#"mmSuggestDeliver(0, new Array("Name", "Category", "Keywords", "Bias", "Extension", "IDs"), new Array(new Array("AAA", "Stocks", "AAA|US0378331005|AAA||AAA", "75", "", "AAA|AAA|1|1")), 1, 0);"#,
            ),
        }
    });
    let told = |line: &str| {
        let url = host.url();
        let line = format!(
            "--query-url {url} --cookie-url {url} --isin-url {url} --no-session-file --retries 0 {line}"
        );
        let (code, _, stderr) = said(vfapi(line.split(' ')).output().unwrap());
        assert_eq!(code, Some(0), "{line}: {stderr}");
        stderr
    };
    assert_eq!(told("ticker AAA option_chain --format csv"), told("options AAA --format csv"));
    let second = told("ticker AAA option_chain --date 2024-06-28 --format csv");
    assert_eq!(second, told("options AAA --date 2024-06-28 --format csv"));
    assert!(second.contains("rows are left out"), "{second}");
    let cache = format!("--cache={} --max-age 0s --stale-if-error 1h", folder.path().display());
    told(&format!("isin AAA {cache}"));
    is_down.store(true, Ordering::SeqCst);
    // Ages are counted in whole seconds.
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    for line in ["isin AAA", "ticker AAA isin"] {
        let stale = told(&format!("{line} {cache}"));
        assert!(
            stale.contains("note: the result is from the cache, ") && stale.contains("as the host failed"),
            "{stale}"
        );
    }
}

/// An error of frames advises an option of the command.
#[test]
fn advice_about_prices_names_options() {
    let chart = json!({"chart": {"error": null, "result": [{
        "meta": {"symbol": "AAA", "currency": "USD", "dataGranularity": "1d", "range": "max"},
        "timestamp": [1_719_844_200],
        "indicators": {"quote": [{"open": [1], "high": [1], "low": [1], "close": [1], "volume": [1]}]},
    }]}});
    let host =
        LoopbackHost::start(move |_| reply(200, &[("content-type", "application/json")], chart.to_string()));
    let line = format!("--query-url {} ticker AAA history --range max --repair", host.url());
    let (code, _, stderr) = said(vfapi(line.split(' ')).output().unwrap());
    assert_eq!(code, Some(4), "{stderr}");
    assert!(stderr.ends_with("ask for the prices with --adjust none\n"), "{stderr}");
}
