//! Output for people: charts, colours, and strings that are whole.

use std::fs;
#[cfg(target_os = "linux")]
use std::process::Command;

use virtual_finance_loopback::{LoopbackHost, reply};

use super::{said, vfapi, words};

fn sample(line: &str, variables: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let mut command = vfapi(words(&format!("--sample {line}")));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    said(command.envs(variables.iter().copied()).output().unwrap())
}

#[track_caller]
fn shown(line: &str) -> String {
    let (code, stdout, stderr) = sample(line, &[]);
    assert_eq!(code, Some(0), "{line}: {stderr}");
    stdout
}

#[track_caller]
fn fails(line: &str, message: &str) {
    let (code, stdout, stderr) = sample(line, &[]);
    assert!((code, &*stdout) == (Some(2), "") && stderr.starts_with(message), "{line}: {stderr}");
}

/// The result of several requests goes to the terminal that a bar would be on.
#[cfg(target_os = "linux")]
#[test]
fn no_bar_of_progress_stays_above_a_table() {
    let line = format!("{} --sample history IBM MSFT AAPL --range 5d", env!("CARGO_BIN_EXE_vfapi"));
    // A system without `script` has no terminal to try it on.
    let Ok(output) = Command::new("script").args(["-qec", &line, "/dev/null"]).output() else { return };
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(screen.contains("2024-06-28") && screen.contains("AAPL"), "{screen}");
    assert!(!screen.contains('░') && !screen.contains(" of 3"), "{screen:?}");
}

/// `plot` is the chart of the endpoint with bars.
#[test]
fn a_chart_of_prices() {
    let chart = shown("plot IBM --range 1mo --adjust auto");
    assert!(
        chart.starts_with(
            "Elmgate Water plc (IBM)\n72.55 USD on 2024-06-28\n+1.58 (+2.23%) since the open of 2024-05-28\n"
        ),
        "{chart}"
    );
    assert!(chart.lines().count() > 15 && chart.lines().all(|line| line.chars().count() <= 80), "{chart}");
    assert_eq!(shown("history IBM --range 1mo --adjust auto --format chart"), chart);

    let folder = tempfile::tempdir().unwrap();
    let to = |name: &str| {
        let file = folder.path().join(name);
        assert_eq!(shown(&format!("plot IBM --range 1mo --adjust auto -o {}", file.display())), "");
        fs::read_to_string(&file).unwrap()
    };
    let image = to("chart.svg");
    assert!(image.starts_with("<svg ") && image.trim_end().ends_with("</svg>"), "{image}");
    assert!(!image.contains("href") && !image.contains("url("), "an image needs no network");
    let file = folder.path().join("chart.PNG");
    assert_eq!(shown(&format!("plot IBM --range 1mo --adjust auto -o {}", file.display())), "");
    assert!(fs::read(&file).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));
    let page = to("chart.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.matches("<svg ").count() == 2, "{page}");
    assert_eq!(shown("history IBM --range 1mo --adjust auto --format html"), page);
    // Every other format is as usual.
    assert_eq!(to("bars.csv"), shown("history IBM --range 1mo --adjust auto --format csv"));
    assert_eq!(to("chart.txt"), chart);

    fails(
        "quote IBM -o quote.svg",
        "error: svg draws bars, and Quote has none: take --format table, or vfapi plot, which draws one ticker\n",
    );
    fails(
        "quote IBM -o quote.png",
        "error: png draws bars, and Quote has none: take --format table, or vfapi plot, which draws one ticker\n",
    );
    fails(
        "quote IBM --format html",
        "error: html draws bars, and Quote has none: take --format table, or vfapi plot, which draws one ticker\n",
    );
    fails(
        "history IBM AAPL --format html",
        "error: html draws one ticker: name one, or write a file for each with -o 'FOLDER/{ticker}.html'\n",
    );
    fails(
        "plot IBM -o chart.html --format csv",
        "error: -o chart.html is a file of the format html, and --format is csv: leave --format out, or write -o \
         chart.csv\n",
    );
    fails(
        "plot IBM,MSFT",
        "error: a chart draws one ticker: name one, or write a file for each: vfapi history with your tickers and -o \
         'FOLDER/{ticker}.svg'\n",
    );
    fails("plot IBM --table meta", "error: chart draws the main table: leave --table out\n");
    fails("plot IBM --range 2x", "error: History: 'range' is \"2x\"");
}

/// Rows of several requests, and of both sides of a chain, say which they are of.
#[test]
fn the_column_that_tells_rows_apart_stays() {
    let first = |line: &str| {
        let text = shown(&format!("{line} --format table"));
        text.lines().nth(1).unwrap().split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let history = "history IBM,MSFT --range 5d --columns";
    assert_eq!(first(&format!("{history} timestamp,close")), ["ticker", "timestamp", "close"]);
    assert_eq!(first(&format!("{history} close,ticker")), ["close", "ticker"]);
    assert_eq!(first("history IBM --range 5d --columns close"), ["close"]);
    assert_eq!(first("options IBM --columns strike,IV"), ["side", "strike", "IV"]);
    let rows = shown("options IBM --columns strike --format csv");
    assert!(rows.starts_with("side,strike\ncalls,"), "{rows}");
}

/// Single values of an object are a row with a column for each, so that those of several companies compare.
#[test]
fn names_of_single_values_are_columns() {
    let several = shown("valuation IBM,WEM --table current --columns peRatio,PSRATIO --format csv");
    // A company with losses has no such ratio.
    assert_eq!(several, "ticker,peRatio,psRatio\nIBM,18.72,1.58\nWEM,,3.1\n");
    assert_eq!(
        shown("profile IBM --columns trailingPE,currency --format json"),
        "[{\"trailingPE\":18.72064,\"currency\":\"USD\"}]\n"
    );
    assert!(shown("profile IBM --columns name,value --format csv").starts_with("name,value\n"));
    fails(
        "profile IBM --columns betta --format csv",
        "error: the table info has no column \"betta\": did you mean \"beta\"?\n",
    );
}

/// A table in a file is one of several, which somebody who reads stderr wants to know.
#[test]
fn tables_that_are_not_written_are_told() {
    let stderr = |line: &str| sample(line, &[]).2;
    let told = |table: &str, others: &str| {
        format!("note: this is the table {table}; also there with --table NAME: {others}\n")
    };
    let dividends = told("ohlcdata", "meta.validRanges, dividends");
    let line = "history IBM --range 1y --adjust auto --format csv";
    assert_eq!(stderr(line), "");
    assert!(stderr(&format!("{line} -v")).contains(&dividends), "{}", stderr(&format!("{line} -v")));
    assert!(stderr("history IBM MSFT --range 1y --adjust auto --format jsonl -v").ends_with(&dividends));
    assert!(!stderr(&format!("{line} -v --table ohlcdata")).contains("note: this is"));
    assert!(!stderr("quote IBM --format csv -v").contains("note: this is"));
}

/// Negative numbers are in colour where somebody sees them, and `NO_COLOR` is followed.
#[test]
fn colours_are_for_those_who_want_them() {
    const FORCED: (&str, &str) = ("CLICOLOR_FORCE", "1");
    const NONE: (&str, &str) = ("NO_COLOR", "1");
    let line = "index ^DJI --format table";
    let plain = shown(line);
    assert!(plain.contains("  -1.25  ") && !plain.contains('\u{1b}'), "{plain}");
    let (_, forced, _) = sample(line, &[FORCED]);
    assert!(forced.contains("  \u{1b}[31m-1.25\u{1b}[0m  \u{1b}[31m-1.31%\u{1b}[0m "), "{forced}");
    assert_eq!(sample(line, &[FORCED, NONE]).1, plain);
    let chart = "plot IBM --range 1mo --adjust auto";
    assert!(sample(chart, &[FORCED]).1.contains("\u{1b}[32m"));
    assert_eq!(sample(chart, &[FORCED, NONE]).1, shown(chart));
    // A file has none.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    sample(&format!("{line} -o {}", file.display()), &[FORCED]);
    assert_eq!(fs::read_to_string(&file).unwrap(), plain);
}

#[test]
fn a_wide_table_has_every_string_whole() {
    let lines = |more: &str| {
        let table = shown(&format!("profile IBM --format table{more}"));
        table.lines().filter(|line| line.starts_with("longBusinessSummary") || line.starts_with(' ')).count()
    };
    assert_eq!((lines(""), lines(" --wide") > 1), (1, true));
}

/// One bad row of a reply fails alone, and nobody misses it without a word.
#[test]
fn a_row_that_cannot_be_read_is_told_once_and_is_not_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reply.json");
    let rows = r#"{"symbol":"ODD","regularMarketPrice":"n/a"},{"symbol":"ACME","regularMarketPrice":4.25}"#;
    fs::write(&file, format!(r#"{{"quoteResponse":{{"result":[{rows}],"error":null}}}}"#)).unwrap();
    for verbose in ["", " -v"] {
        let line = format!("convert quote ODD,ACME {}{verbose}", file.display());
        let (code, stdout, stderr) = said(vfapi(words(&line)).output().unwrap());
        let good = r#"{"quotes":[{"symbol":"ACME","regularMarketPrice":4.25}],"unknown":["ODD"]}"#;
        assert_eq!((code, stdout.trim_end()), (Some(7), good));
        let told =
            "error: no result for ODD, as its regularMarketPrice is of another type; ask again later\n";
        assert!(stderr.ends_with(told) && stderr.matches("ODD").count() == 1 + verbose.len() / 3, "{stderr}");
    }
}

/// A series of another range is no unknown one, and an unknown one is no other.
#[test]
fn a_series_of_another_range_is_told_apart_from_an_unknown_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reply.json");
    let of = |symbol: &str, range: &str| {
        format!(
            r#"{{"symbol":"{symbol}","response":[{{"meta":{{"symbol":"{symbol}","range":"{range}"}},"timestamp":[1719500000],"indicators":{{"quote":[{{"close":[1]}}]}}}}]}}"#
        )
    };
    let rows = [of("ACME", "5d"), of("FUND", "6mo")].join(",");
    fs::write(&file, format!(r#"{{"spark":{{"result":[{rows}],"error":null}}}}"#)).unwrap();
    let line = format!("convert spark ACME,FUND,NOSUCH --range 5d --quiet {}", file.display());
    let (code, _, stderr) = said(vfapi(words(&line)).output().unwrap());
    let told = "error: no result for NOSUCH: the host gave none; check how it is written\n  no result for FUND, as 5d was \
                asked for, and the reply has 6mo; ask again later\n";
    assert_eq!((code, stderr.as_str()), (Some(7), told));
}

/// A component of an index whose quote the host does not give keeps its row, and is told.
#[test]
fn a_component_without_a_quote_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let [components, quotes] = ["components.json", "quotes.json"].map(|name| folder.path().join(name));
    let list = r#"{"price":{"symbol":"^ACME"},"components":{"components":["ACME","GONE"]}}"#;
    fs::write(&components, format!(r#"{{"quoteSummary":{{"result":[{list}],"error":null}}}}"#)).unwrap();
    let row = r#"{"symbol":"ACME","longName":"Acme","regularMarketPrice":4.25}"#;
    fs::write(&quotes, format!(r#"{{"quoteResponse":{{"result":[{row}],"error":null}}}}"#)).unwrap();
    let line = format!("convert index ^ACME --format csv {} {}", components.display(), quotes.display());
    let (code, stdout, stderr) = said(vfapi(words(&line)).output().unwrap());
    assert_eq!((code, stderr.as_str()), (Some(0), "note: the host has no quote for GONE\n"));
    assert!(stdout.ends_with("ACME,Acme,4.25,,\"\",\nGONE,\"\",,,\"\",\n"), "{stdout}");
}

/// Bars of another interval than the requested one look like them.
#[test]
fn another_interval_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reply.json");
    let meta = r#"{"symbol":"IBM","dataGranularity":"3mo","range":"max","regularMarketTime":1719604800}"#;
    let bars = r#""timestamp":[1711929600,1711929600],"indicators":{"quote":[{"close":[4.25,4.5]}]}"#;
    fs::write(&file, format!(r#"{{"chart":{{"result":[{{"meta":{meta},{bars}}}],"error":null}}}}"#)).unwrap();
    for verbose in ["", " -v"] {
        let line = format!("convert history IBM --range max {}{verbose}", file.display());
        let (code, _, stderr) = said(vfapi(words(&line)).output().unwrap());
        let note = "note: the interval of the bars is 3mo, where 1d was asked for; rows are left out: \
                    \"chart.result[0].timestamp 2024-04-01T00:00:00Z\", as it is there twice\n";
        assert!(code == Some(0) && stderr.starts_with(note), "{stderr}");
        assert_eq!(stderr.matches("3mo").count(), 1, "{stderr}");
    }
}

/// Whatever a host says, no message about it commands a terminal.
#[test]
fn a_text_of_a_host_is_harmless_on_stderr() {
    let hostile = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}evil\u{2066}\u{9b}31m\u{200f}";
    let error = serde_json::json!({"code": hostile, "description": hostile});
    let harmful =
        |letter: char| (letter.is_control() && letter != '\n') || "\u{202e}\u{2066}\u{200f}".contains(letter);
    let folder = tempfile::tempdir().unwrap();
    for body in [
        serde_json::json!({"quoteResponse": {"result": null, "error": error}}).to_string(),
        serde_json::json!({"quoteResponse": {"result": [{"symbol": hostile}], "error": null}}).to_string(),
        serde_json::json!({ hostile: hostile }).to_string(),
        hostile.to_owned(),
    ] {
        // The same as a record that somebody edited.
        let file = folder.path().join("reply.json");
        fs::write(&file, &body).unwrap();
        for status in [200, 404] {
            let host = LoopbackHost::saying(reply(status, &[], body.clone()));
            let asked = format!("quote IBM -v --query-url {}", host.url());
            let saved = format!("convert quote IBM {} --format table", file.display());
            for line in [asked, saved] {
                let (_, stdout, stderr) = said(vfapi(words(&line)).output().unwrap());
                assert!(!stderr.contains(harmful), "{line}: {stderr:?}");
                assert!(!line.starts_with("convert") || !stdout.contains(harmful), "{line}: {stdout:?}");
            }
        }
    }
}

/// A report of an error has one line that says which build it is about.
#[test]
fn the_version_tells_the_build() {
    let (code, version, stderr) = said(vfapi(["--version"]).output().unwrap());
    assert_eq!((code, &*stderr), (Some(0), ""));
    assert!(version.starts_with(concat!("vfapi ", env!("CARGO_PKG_VERSION"), " (")), "{version}");
    for (feature, is_there) in [("mcp", cfg!(feature = "mcp")), ("plot", cfg!(feature = "plot"))] {
        assert_eq!(version.contains(&format!(", {feature}")), is_there, "{version}");
    }
    let short = format!("vfapi {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(said(vfapi(["-V"]).output().unwrap()).1, short);
}
