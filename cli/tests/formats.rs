//! The formats of the result: tables for people, and CSV that has every value of the response.

mod files;
#[cfg(feature = "frames")]
mod frames;
mod odd;
mod values;
use crate::support;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use expect_test::{expect, expect_file};
use serde_json::Value;
use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::{EndpointInfo, ExampleInfo};

fn vfapi(line: &str) -> Command {
    support::vfapi(words(&format!("--sample {line}")))
}

/// Returns the words of a line; one between single quotes may have spaces.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    let parts =
        parts.map(|(index, part)| if index % 2 == 1 { vec![part] } else { part.split(' ').collect() });
    parts.flatten().filter(|word| !word.is_empty()).collect()
}

fn run(line: &str) -> Output {
    vfapi(line).output().unwrap()
}

#[track_caller]
fn text(line: &str) -> String {
    let output = run(line);
    // Some ask for a symbol that nobody knows.
    let unknown = b"error: no result for NOTFOUND: the host gave none; check how it is written\n";
    if output.status.code() == Some(7) && output.stderr == unknown {
        return String::from_utf8(output.stdout).unwrap();
    }
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    // The first page of several says so.
    let note = b"note: there are more pages; --all-pages gets their items\n";
    let is_paged = ENDPOINTS.iter().any(|info| info.pages.is_some() && line.starts_with(info.command));
    // So does a table without rows.
    let is_empty = output.stderr.starts_with(b"note: the table ")
        && output.stderr.iter().filter(|byte| **byte == b'\n').count() == 1;
    assert!(
        output.stderr.is_empty() || is_empty || (is_paged && output.stderr == note),
        "{line}: {output:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn fails(line: &str, code: i32, message: &str) {
    let output = run(line);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.starts_with(message)), (Some(code), true), "{line}: {stderr}");
    assert_eq!(output.stdout, b"", "{line}");
}

fn line(info: &EndpointInfo) -> String {
    line_of(info, &info.examples[0])
}

fn line_of(info: &EndpointInfo, example: &ExampleInfo) -> String {
    let mut words = vec![info.command.to_owned()];
    for (name, value) in example.params {
        let option = (!info.param(name).unwrap().required).then(|| format!("--{}", name.replace('_', "-")));
        words.extend(option);
        words.push(format!("'{value}'"));
    }
    words.join(" ")
}

fn head(tables: &str) -> String {
    let cut = |line: &str| line.chars().take(110).collect::<String>().trim_end().to_owned();
    let head = |table: &str| table.lines().take(5).map(cut).collect::<Vec<_>>().join("\n");
    let heads: Vec<String> = tables.trim_end().split("\n\n").map(head).collect();
    heads.join("\n\n") + "\n"
}

#[test]
fn the_readme_s_table_and_csv() {
    expect![[r#"
        ohlcdata: range 5d, currency USD
        timestamp    open   high    low  close     volume  adjclose
        ──────────  ─────  ─────  ─────  ─────  ─────────  ────────
        2024-06-24  73.18  73.35  71.49  72.33  3,892,364     72.33
        2024-06-25  72.04  72.81  71.25  72.38  2,007,750     72.38
        2024-06-26  72.22  72.75  71.42  71.58  3,457,918     71.58
        2024-06-27  71.91  72.80  71.19  72.09  4,315,503     72.09
        2024-06-28  72.48  72.80  72.19  72.55  3,333,498     72.55
    "#]]
    .assert_eq(&text("history IBM --range 5d --format table"));
    expect![[r#"
        timestamp,open,high,low,close,volume,adjclose
        2024-06-24,73.17961120605469,73.34915161132812,71.49182891845703,72.33295440673828,3892364,72.33295440673828
        2024-06-25,72.04463958740234,72.811279296875,71.2481460571289,72.38383483886719,2007750,72.38383483886719
        2024-06-26,72.21682739257812,72.74879455566406,71.41725158691406,71.58485412597656,3457918,71.58485412597656
        2024-06-27,71.91022491455078,72.80432891845703,71.18963623046875,72.08540344238281,4315503,72.08540344238281
        2024-06-28,72.47563934326172,72.79625701904297,72.19392395019531,72.55138397216797,3333498,72.55138397216797
    "#]].assert_eq(&text("history IBM --range 5d --format csv"));
}

/// `head`, `less` and `grep` make nothing of one line of kilobytes.
#[test]
fn json_has_a_record_on_a_line_and_no_long_lines() {
    expect![[r#"
        [{"timestamp":"2024-06-24","close":72.33295440673828},
        {"timestamp":"2024-06-25","close":72.38383483886719},
        {"timestamp":"2024-06-26","close":71.58485412597656},
        {"timestamp":"2024-06-27","close":72.08540344238281},
        {"timestamp":"2024-06-28","close":72.55138397216797}]
    "#]]
    .assert_eq(&text("history IBM --range 5d --columns timestamp,close"));
    let json = text("history IBM --range 1y");
    let lines: Vec<&str> = json.lines().collect();
    assert!(lines.len() > 20 && lines.iter().all(|line| line.len() <= 200), "{json}");
    // A string stays whole, whatever is in it.
    let json = text("profile IBM");
    assert_eq!(json.replace('\n', ""), serde_json::from_str::<Value>(&json).unwrap().to_string());
}

#[test]
fn every_endpoint_has_tables() {
    for info in ENDPOINTS {
        let tables = text(&format!("{} --format table --table all", line(info)));
        if let Some(main) = main(info) {
            let heading = if main == "." { info.name } else { main };
            assert!(tables.starts_with(heading), "{}: the main table is first", info.name);
            // It is the only one unless others are asked for.
            let main = text(&format!("{} --format table", line(info)));
            if info.view.is_some_and(|view| view.beside.is_some()) {
                continue;
            }
            assert_eq!(Some(main.trim_end()), tables.trim_end().split("\n\n").next(), "{}", info.name);
            assert_eq!(main, text(&format!("{} --format table --table {heading}", line(info))));
        }
        // A new endpoint needs no snapshot; those that there are hold.
        let snapshot = format!("{}/tests/formats/{}.txt", env!("CARGO_MANIFEST_DIR"), info.command);
        if Path::new(&snapshot).is_file() {
            expect_file![snapshot].assert_eq(&head(&tables));
        }
    }
}

/// A snapshot of a command that was renamed or removed would otherwise be compared no more.
#[test]
fn every_snapshot_is_of_an_endpoint() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats");
    let mut found: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    found.sort();
    assert!(found.len() > 10, "{found:?}");
    found.retain(|command| ENDPOINTS.iter().all(|info| info.command != command));
    assert_eq!(found, [""; 0]);
}

/// Returns the path of the main table, if the table of endpoints names it.
fn main(info: &EndpointInfo) -> Option<&'static str> {
    info.view.and_then(|view| view.main)
}

fn at<'v>(response: &'v Value, path: &str) -> &'v Value {
    path.split('.').filter(|name| !name.is_empty()).fold(response, |part, name| {
        let part = part.as_array().map_or(part, |only| &only[0]);
        &part[name]
    })
}

#[test]
fn no_cell_of_a_main_table_is_json() {
    for info in ENDPOINTS {
        for example in info.examples {
            let line = line_of(info, example);
            // Some have notes on stderr.
            let output = run(&format!("{line} --format csv"));
            let is_known =
                output.status.code() == Some(7) && (line.contains("NOTFOUND") || line.contains("NOSUCH"));
            assert!(output.status.success() || is_known, "{line}: {output:?}");
            for row in csv::Reader::from_reader(output.stdout.as_slice()).records() {
                let row = row.unwrap();
                let nested = row.iter().find(|cell| cell.starts_with(['{', '[']));
                assert_eq!(nested, None, "{line}: {row:?}");
            }
        }
    }
}

#[test]
fn the_main_table_is_what_was_asked_for() {
    let first = |line: &str| text(&format!("{line} --format csv")).lines().next().unwrap().to_owned();
    let dates = "--start 2024-07-01 --end 2024-07-02";
    let events = first(&format!("calendar --calendars economicEvents {dates}"));
    assert!(events.starts_with("event,countryCode,time,"), "{events}");
    let rows = text(&format!("calendar --calendars economicEvents {dates} --format csv")).lines().count();
    assert!(rows > 1, "{rows}");
    let news = first("search Invented --quotes 0 --companies false --news 2");
    assert!(news.contains("title,publisher"), "{news}");
    let balance = first("statements IBM --series TotalAssets");
    assert!(balance.contains("TotalAssets"), "{balance}");
    // JSON is whole, and a table of it has the same name.
    let whole = text(&format!("calendar --calendars economicEvents {dates}"));
    assert!(whole.starts_with(r#"{"earnings":[],"ipos":[],"economicEvents":[{"#), "{whole}");
}

/// Lists in rows are tables, which name the row.
#[test]
fn a_list_in_rows_is_a_table_of_its_own() {
    expect![[r#"
        series.symbol,currency,symbol,exchangeName
    "#]]
    .assert_eq(
        &text("spark IBM --range 5d --interval 1d --table series.meta --format csv")
            .lines()
            .take(1)
            .fold(String::new(), |all, line| {
                all + &line.split(',').take(4).collect::<Vec<_>>().join(",") + "\n"
            }),
    );
    let json: Value = serde_json::from_str(&text("filings IBM --table filings.exhibits")).unwrap();
    assert_eq!(json[0]["type"], "10-Q", "{json}");
    assert_eq!(json[0]["filings.date"], "2024-05-31", "{json}");
    let csv = text("filings IBM --table filings.exhibits --format csv");
    assert!(csv.starts_with("filings.date,type,url\n2024-05-31,10-Q,"), "{csv}");
}

/// People see calls and puts beside each other; programs get the rows of both, and what each is of.
#[test]
fn calls_and_puts_are_one_table_of_rows() {
    let csv = text("options IBM --format csv");
    let (header, rows) = csv.split_once('\n').unwrap();
    assert!(header.starts_with("underlyingSymbol,side,contractSymbol,strike,"), "{header}");
    let of = |table: &str| text(&format!("options IBM --format csv --table {table}"));
    let side = |name: &str| {
        let rows = of(&format!("options.{name}"));
        rows.lines().skip(1).map(|row| format!("IBM,{name},{row}\n")).collect::<String>()
    };
    assert_eq!(rows, side("calls") + &side("puts"));
    assert_eq!(of("calls_and_puts"), csv);
    // One that has them both is in the way of nobody who asks for all.
    assert!(!text("options IBM --format table --table all").contains("calls_and_puts"));

    let several = text("options IBM MSFT --format csv");
    let rows = |start: &str| several.lines().filter(|row| row.starts_with(start)).count();
    assert_eq!(rows("ticker,underlyingSymbol,side,contractSymbol,"), 1);
    assert!(rows("IBM,IBM,puts,") > 0 && rows("MSFT,MSFT,calls,") > 0, "{several}");

    let line = text("options IBM --sort -strike --columns side,strike --format jsonl");
    assert!(line.starts_with(r#"{"side":""#), "{line}");
}

/// A name that is not quite that of a table or of a column is answered with the one that was meant.
#[test]
fn mistakes_in_names_of_tables_and_columns_are_guessed() {
    for (line, message) in [
        (
            "options IBM --table puts",
            "the response has no table \"puts\"; did you mean options.puts? It has ",
        ),
        (
            "options IBM --table options.cals",
            "the response has no table \"options.cals\"; did you mean options.calls? ",
        ),
        ("history IBM --table dividend", "the response has no table \"dividend\"; did you mean dividends? "),
        ("financials IBM --table nonsense", "the response has no table \"nonsense\"; choose one of "),
        ("quote IBM --columns pric", "the table quotes has no column \"pric\": did you mean \"price\"?\n"),
        ("quote IBM --sort -volum", "the table quotes has no column \"volum\": did you mean \"volume\"?\n"),
        (
            "quote IBM --columns DayHig",
            "the table quotes has no column \"DayHig\": did you mean \"day high\"?\n",
        ),
        (
            "quote IBM --columns nonsense",
            "the table quotes has no column \"nonsense\": write one of symbol, quoteType, shortName (name), ",
        ),
    ] {
        fails(line, 2, &format!("error: {message}"));
    }
    // Both the name and the heading are taken, the latter also without signs and spaces.
    for (heading, name) in
        [("price", "regularMarketPrice"), ("DayHigh", "regularMarketDayHigh"), ("pe", "trailingPE")]
    {
        assert_eq!(
            text(&format!("quote IBM --columns {heading} --format csv")),
            text(&format!("quote IBM --columns {name} --format csv"))
        );
    }
}

/// JSON is narrowed to the part with the name of the table.
#[test]
fn a_table_of_json_is_a_part() {
    let whole: Value = serde_json::from_str(&text("options IBM")).unwrap();
    for (name, path) in [
        ("options.puts", "options.puts"),
        ("strikes", "strikes"),
        ("options", "options"),
        ("Options", ""),
        (".", ""),
        ("all", ""),
    ] {
        let part: Value = serde_json::from_str(&text(&format!("options IBM --table {name}"))).unwrap();
        assert_eq!(&part, at(&whole, path), "{name}");
    }
    // What is not there and could be is empty.
    assert_eq!(text("history IBM --range 1d --actions=false --table splits"), "[]\n");
    fails(
        "options IBM --table call",
        2,
        "error: the response has no table \"call\"; did you mean options.calls? ",
    );
}

/// A file of nothing but a header looks like a failure.
#[test]
fn an_empty_table_is_told() {
    let said = |line: &str| String::from_utf8(run(line).stderr).unwrap();
    let note = "note: the table splits is empty: the response has no such rows for IBM";
    for format in ["csv", "jsonl", "json"] {
        let line = format!("history IBM --range 1d --table splits --format {format}");
        assert_eq!(said(&line), format!("{note} (range 1d, currency USD)\n"));
        assert_eq!(said(&format!("{line} --quiet")), "");
        let several = line.replace("IBM", "IBM MSFT");
        assert_eq!(
            said(&several),
            if format == "json" { String::new() } else { format!("{}\n", note.replace("IBM", "IBM, MSFT")) }
        );
    }
    // A table for people says so in its place.
    assert_eq!(said("history IBM --range 1d --table splits --format table"), "");
}

#[test]
fn a_table_that_can_be_and_is_not_is_empty() {
    let line = "history IBM --range 1d --actions=false --table splits";
    assert_eq!(text(&format!("{line} --format csv")), "date,numerator,denominator,splitRatio\n");
    assert_eq!(text(&format!("{line} --format jsonl")), "");
    expect![[r#"
        splits, no rows: range 1d, currency USD
    "#]]
    .assert_eq(&text(&format!("{line} --format table")));
}

/// A name below a part that the schema leaves open is one of the reply, and not a table without rows.
#[test]
fn a_table_that_no_reply_has_is_refused() {
    fails(
        "holders IBM --table major.nothing --format csv",
        2,
        "error: the response has no table \"major.nothing\"",
    );
    for line in ["statements IBM --table income.nothing", "financials IBM --table earnings.nothing"] {
        let path = line.rsplit(' ').next().unwrap();
        fails(&format!("{line} --format csv"), 2, &format!("error: the response has no table {path:?}"));
    }
}

/// Every member in epoch seconds is a time in tables: the schema says so, or the view.
#[test]
fn tables_show_all_times() {
    fn times<'s>(schema: &'s Value, root: &'s Value, known: &mut Vec<&'s str>, found: &mut Vec<&'s str>) {
        if let Some(path) = schema["$ref"].as_str() {
            let part = root.pointer(path.trim_start_matches('#')).unwrap();
            if !known.contains(&path) {
                known.push(path);
                times(part, root, known, found);
            }
            return;
        }
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            let is_number = member["type"].to_string().contains("integer")
                || member["items"]["type"].to_string().contains("integer");
            let is_declared =
                [&member["format"], &member["items"]["format"]].into_iter().any(Value::is_string);
            let is_number = is_number && !is_declared;
            if is_number && member["description"].as_str().is_some_and(|doc| doc.contains("epoch seconds")) {
                found.push(name);
            }
            times(member, root, known, found);
        }
        for part in ["items", "additionalProperties"].into_iter().filter_map(|part| schema.get(part)) {
            times(part, root, known, found);
        }
        for part in ["anyOf", "oneOf", "allOf"] {
            let parts = schema[part].as_array().into_iter().flatten();
            parts.for_each(|part| times(part, root, known, found));
        }
    }
    for info in ENDPOINTS {
        let schema = info.schema.unwrap()();
        let (mut known, mut found) = (Vec::new(), Vec::new());
        times(&schema, &schema, &mut known, &mut found);
        let shown = info.view.map_or_else(Vec::new, |view| [view.times, view.instants, view.days].concat());
        let missing: Vec<_> = found.into_iter().filter(|name| !shown.contains(name)).collect();
        assert!(missing.is_empty(), "{}: {missing:?} are no times of its view", info.name);
    }
}

/// Every table of a response is one that the endpoint's help lists, or below a part that the schema leaves open.
#[test]
fn the_help_lists_the_tables() {
    let list = text("endpoints");
    for info in ENDPOINTS {
        let help = text(&format!("{} --help", info.command));
        let listed: Vec<&str> = help
            .split_once("\nTables, for --table (the first is the usual one):\n")
            .unwrap()
            .1
            .lines()
            .take_while(|line| !line.is_empty())
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
            .flat_map(|line| line.trim_start().split("  ").next().unwrap().split(", "))
            .collect();
        let line_of_list = format!("    tables: {}\n", listed.join(", ").replace(".NAME", ".*"));
        assert!(list.contains(&line_of_list), "{list}\n{line_of_list}");
        for table in text(&format!("{} --format table --table all", line(info))).split("\n\n") {
            let name = table.trim_start().split(['\n', ',', ':']).next().unwrap();
            let known = listed.iter().any(|listed| {
                let path = listed.strip_suffix(".NAME").unwrap_or(listed);
                *listed == name || name.strip_prefix(path).is_some_and(|below| below.starts_with('.'))
            });
            assert!(known, "{}: {name} is not among {listed:?}", info.name);
        }
    }
}

#[test]
fn a_long_history_has_all_its_bars() {
    let csv = text("history IBM --range max --adjust auto --format csv");
    let json: Value = serde_json::from_str(&text("history IBM --range max --adjust auto")).unwrap();
    assert_eq!(csv.lines().count() - 1, json["ohlcdata"]["timestamp"].as_array().unwrap().len());
    let bars = text("history IBM --range max --adjust auto --format table");
    assert_eq!(bars.lines().count() - 3, csv.lines().count() - 1);
}

#[test]
fn a_saved_reply_has_formats_too() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved.json");
    fs::write(
        &saved,
        ENDPOINTS
            .iter()
            .find(|info| info.command == "quote")
            .and_then(|info| info.examples.iter().find_map(|example| example.reply))
            .unwrap(),
    )
    .unwrap();
    let line = format!("convert quote IBM,NOTFOUND --format csv --table unknown {}", saved.display());
    assert_eq!(text(&line), "unknown\nNOTFOUND\n");
}

#[test]
fn what_cannot_be_followed_is_said() {
    fails(
        "holders IBM --format csv --table institutional",
        2,
        "error: the response has no table \"institutional\"; did you mean institutional.holders? It has institutional.holders, major, \
         institutional.legend, mutualfund.legend, mutualfund.holders, breakdown\n",
    );
    fails(
        "holders IBM --format csv --table all",
        2,
        "error: csv has one table: name it with --table NAME, or take --format table\n",
    );
    fails(
        "endpoints --json -o x.csv",
        2,
        "error: the document is JSON: write -o to a file that ends in .json\n",
    );
    for line in [
        "endpoints --format csv",
        "endpoints --json --table a",
        "endpoints --openapi --wide",
        "endpoints -o x",
        "sample-host --format table",
    ] {
        let message = "error: --format, --table, --columns, --wide, --all and -o are about the results of endpoints; leave them \
                       out";
        fails(line, 2, message);
    }
    fails("holders IBM --format tables", 2, "error: invalid value 'tables' for '--format <FORMAT>'");
}

#[cfg(not(feature = "frames"))]
#[test]
fn what_takes_polars_says_how_to_get_it() {
    for (line, what) in [
        ("history IBM --format parquet -o x.parquet", "parquet"),
        ("history IBM -o x.arrow", "arrow"),
        ("ticker IBM financials --format csv", "ticker"),
    ] {
        let message = format!(
            "error: this vfapi was built without {what}; get one with it: cargo install --path cli --features frames\n"
        );
        fails(line, 2, &message);
    }
}
