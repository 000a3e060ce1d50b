//! The subcommand `stream`, against the sample host and scripted ones.

#![cfg(feature = "stream")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{said, vfapi};
use expect_test::{expect, expect_file};
use serde_json::Value;
use virtual_finance_loopback::{LoopbackHost, SocketHost, reply};

fn run(line: &str) -> Output {
    vfapi(line.split(' ')).output().unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn prices_are_lines_of_json() {
    let (code, stdout, stderr) = said(run("--sample stream IBM --count 3"));
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let ticks = lines(&stdout);
    assert_eq!(ticks.len(), 3);
    assert!(ticks.iter().all(|tick| tick["symbol"] == "IBM"), "{stdout}");
    let times: Vec<_> = ticks.iter().map(|tick| tick["time"].as_i64().unwrap()).collect();
    assert!(times.is_sorted(), "{times:?}");
    // The first one is the quote.
    let (_, quote, _) = said(run("--sample quote IBM --format jsonl"));
    let quote: Value = serde_json::from_str(quote.lines().next().unwrap()).unwrap();
    let price = ticks[0]["price"].as_f64().unwrap();
    let told = quote["regularMarketPrice"].as_f64().unwrap();
    assert!((price - told).abs() < 0.005, "{price} is {told}");
    // The names are those of every other JSON.
    let names = ticks[0].as_object().unwrap().keys();
    assert!(ticks[0]["dayVolume"].is_i64() && names.clone().all(|name| !name.contains('_')), "{stdout}");
}

#[test]
fn prices_are_lines_of_csv() {
    let (code, stdout, stderr) = said(run("--sample stream IBM MSFT --format csv --count 2"));
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let lines: Vec<Vec<&str>> = stdout.lines().map(|line| line.split(',').collect()).collect();
    let [header, rows @ ..] = lines.as_slice() else { panic!("{stdout}") };
    assert_eq!(header[..], ["symbol", "price", "change", "changePercent", "dayVolume", "time"]);
    let mut symbols: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    symbols.sort_unstable();
    assert_eq!(symbols, ["IBM", "MSFT"]);
    assert!(rows.iter().all(|row| row[1].parse::<f64>().is_ok() && row[5].ends_with('Z')), "{stdout}");
    let (_, bare, _) = said(run("--sample stream IBM --format csv --no-header --count 1"));
    assert_eq!(bare.lines().count(), 1, "{bare}");
}

#[test]
fn the_table_of_a_file_is_written_at_the_end() {
    let (code, stdout, stderr) = said(run("--sample stream IBM NOTFOUND --format table --count 1"));
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    expect![[r#"
        stream
        symbol    price  change  changePercent  dayVolume  time
        ────────  ─────  ──────  ─────────────  ─────────  ────────────────────
        IBM       72.55    0.46          0.64%  3,333,498  2024-06-28 20:00 UTC
        NOTFOUND      -       -              -          -  -
    "#]]
    .assert_eq(&stdout);
}

#[test]
fn tickers_of_a_file_come_too_and_the_time_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    fs::write(&list, "XOM, GE # two\nNOTFOUND\n").unwrap();
    let line = format!("--sample stream IBM --tickers {} --for 1s", list.display());
    let (code, stdout, stderr) = said(run(&line));
    assert_eq!((code, stderr.as_str()), (Some(0), "note: nothing came for NOTFOUND\n"));
    let first: Vec<_> =
        lines(&stdout)[..3].iter().map(|tick| tick["symbol"].as_str().unwrap().to_owned()).collect();
    assert_eq!(first, ["IBM", "XOM", "GE"]);
}

#[test]
fn a_lost_connection_and_a_bad_message_are_notes() {
    let host = SocketHost::start(|socket| {
        socket.hear().unwrap();
        // What the host really sent for a price of 1.5 of "A": fields 1 and 2.
        socket.say(r#"{"type":"pricing","message":"CgFBFQAAwD8="}"#);
        match socket.number {
            0 => {
                socket.say("hello");
                socket.close(None);
            }
            _ => drop(socket.hear()),
        }
    });
    let (code, stdout, stderr) = said(run(&format!("stream A --count 2 --streamer-url {}", host.url())));
    assert_eq!(
        (code, stdout.as_str()),
        (Some(0), "{\"symbol\":\"A\",\"price\":1.5}\n{\"symbol\":\"A\",\"price\":1.5}\n")
    );
    let notes: Vec<_> = stderr.lines().collect();
    assert_eq!(notes.len(), 3, "{stderr}");
    assert!(
        notes[0].starts_with("note: a message of the stream is no JSON object with a type: "),
        "{stderr}"
    );
    assert_eq!(
        notes[1],
        "note: lost the connection of A: Stream: the host closed the websocket; open it again"
    );
    assert!(notes[2].starts_with("note: connected again for A after a gap of "), "{stderr}");
}

/// Ticks without a pause keep neither the time nor a signal from ending the command, and notes do not fill stderr.
#[test]
fn a_host_that_never_pauses_is_left() {
    const TICK: &str = r#"{"type":"pricing","message":"CgFBFQAAwD8="}"#;
    let frame = |text: &str| {
        let length = u8::try_from(text.len()).unwrap();
        [&[0x81, length], text.as_bytes()].concat()
    };
    for (message, lines) in [(TICK, 1..usize::MAX), ("hello", 0..1)] {
        let bytes = frame(message).repeat(1000);
        let host = SocketHost::start(move |socket| {
            socket.hear().unwrap();
            socket.say_for(Duration::from_secs(15), &bytes);
        });
        let began = Instant::now();
        let (code, stdout, stderr) = said(run(&format!("stream A --for 2s --streamer-url {}", host.url())));
        assert_eq!(code, Some(0), "{stderr}");
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        assert!(lines.contains(&stdout.lines().count()));
        if message == "hello" {
            // At once, after a second and at the end: ten notes and their number.
            assert!((12..=45).contains(&stderr.lines().count()), "{stderr}");
            let told: Vec<&str> = stderr.lines().rev().take(2).collect();
            assert_eq!(told[0], "note: nothing came for A");
            let told = told[1];
            assert!(told.starts_with("note: ") && told.ends_with(" more notes were not shown"), "{told}");
        }
    }
}

#[test]
fn errors_have_their_exit_codes() {
    let host = LoopbackHost::saying(reply(404, &[], ""));
    let at = |line: &str| format!("stream {line} --streamer-url {}", host.url());
    for (line, code, words) in [
        (at("IBM"), 3, "error: Stream: the host answered with status 404"),
        (at(&"A".repeat(200)), 2, "error: Stream: 'symbols' is \"AAAAAAAAAA"),
        (at("IBM --format parquet"), 2, "error: a stream is jsonl, csv or table, not parquet: "),
        (at("IBM --columns price"), 2, "error: a stream is one table, "),
        (at("IBM -o x.jsonl"), 2, "error: a stream is one table, and has no end to write a file at: "),
        (
            at("IBM --for soon"),
            2,
            "error: invalid value 'soon' for '--for <TIME>': write a time such as 30s, ",
        ),
        (at("IBM --for 0s"), 2, "error: invalid value '0s' for '--for <TIME>': "),
        (at("IBM --count 0"), 2, "error: invalid value '0' for '--count <N>'"),
        ("stream".to_owned(), 2, "error: the following required arguments were not provided"),
    ] {
        let (found, stdout, stderr) = said(run(&line));
        assert_eq!((found, stdout.as_str()), (Some(code), ""), "{line}: {stderr}");
        assert!(stderr.starts_with(words), "{line}: {stderr}");
    }
}

#[test]
fn a_reader_that_stops_early_ends_it() {
    let mut process =
        vfapi(["--sample", "stream", "IBM"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = process.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_with_its_exit_code() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let mut process = vfapi(["--sample", "stream", "IBM"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(Command::new("kill").args([signal, &process.id().to_string()]).status().unwrap().success());
        // Whole lines only, to the end.
        assert!(stdout.lines().all(|line| serde_json::from_str::<Value>(&line.unwrap()).is_ok()));
        let output = process.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(code), &b""[..]), "{signal}");
    }
}

#[test]
fn the_help_says_how_it_ends() {
    let (code, stdout, _) = said(run("stream -h"));
    assert_eq!(code, Some(0));
    expect_file!["stream/help.txt"].assert_eq(&stdout);
    let (_, long, _) = said(run("stream --help"));
    assert!(long.contains("--format <FORMAT>"), "{long}");
    for refused in ["--columns", "--table", "-o, --output"] {
        assert!(!long.contains(refused), "{refused}: {long}");
    }
}
