//! Folders of bars that are kept up to date.

#![cfg(feature = "frames")]

mod damage;
mod readers;

use crate::support;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use polars_io::SerReader as _;
use polars_io::parquet::read::ParquetReader;
use serde_json::{Value, json};
use virtual_finance_compat::polars::prelude::DataFrame;
use virtual_finance_loopback::{LoopbackHost, reply, target};
use virtual_finance_sample::{DEFAULT_NOW, reply as sample_reply};

const DAY: i64 = 86_400;

/// A host with the bars up to a time that a test moves on.
struct Host {
    host: LoopbackHost,
    now: Arc<AtomicI64>,
    has_split: Arc<AtomicBool>,
    /// True if it no longer has bars from before the week of the split.
    has_forgotten: Arc<AtomicBool>,
}

/// The time of the split that the host knows when it has one: the opening of 2024-06-18.
const SPLIT: i64 = 1_718_717_400;

impl Host {
    fn at(now: i64) -> Self {
        Self::with(now, |_| {})
    }

    /// Starts a host that calls `before` with the number of each request before it answers.
    fn with(now: i64, before: impl Fn(usize) + Send + Sync + 'static) -> Self {
        let (now, has_split) = (Arc::new(AtomicI64::new(now)), Arc::new(AtomicBool::new(false)));
        let has_forgotten = Arc::new(AtomicBool::new(false));
        let (clock, is_split, asked) = (Arc::clone(&now), Arc::clone(&has_split), AtomicUsize::new(0));
        let is_short = Arc::clone(&has_forgotten);
        let host = LoopbackHost::start(move |request| {
            before(asked.fetch_add(1, Ordering::SeqCst));
            let (path, query) = target(request).split_once('?').unwrap();
            let sent = sample_reply(path, query, clock.load(Ordering::SeqCst));
            let body = if is_split.load(Ordering::SeqCst) { split(&sent.body) } else { sent.body };
            let body = if is_short.load(Ordering::SeqCst) { shortened(&body) } else { body };
            reply(sent.status, &[("content-type", "application/json")], body)
        });
        Self { host, now, has_split, has_forgotten }
    }

    fn sync(&self, folder: &Path, more: &str) -> (Option<i32>, Value, String) {
        said(&vfapi(&self.line(folder, more)).output().unwrap())
    }

    fn line(&self, folder: &Path, more: &str) -> String {
        format!("--query-url {} sync {} --format json {more}", self.host.url(), folder.display())
    }
}

fn split(body: &str) -> String {
    let mut body: Value = serde_json::from_str(body).unwrap();
    let result = &mut body["chart"]["result"][0];
    let times = result["timestamp"].as_array().unwrap().clone();
    let is_before = |row: usize| times[row].as_i64().unwrap() < SPLIT;
    let halve = |list: &mut Value| {
        for (row, price) in list.as_array_mut().unwrap().iter_mut().enumerate() {
            if is_before(row) {
                // A bar without trades has nulls.
                *price = price.as_f64().map_or(Value::Null, |price| json!(price / 2.0));
            }
        }
    };
    for name in ["open", "high", "low", "close"] {
        halve(&mut result["indicators"]["quote"][0][name]);
    }
    halve(&mut result["indicators"]["adjclose"][0]["adjclose"]);
    result["events"]["splits"] = json!({ SPLIT.to_string():
        { "date": SPLIT, "numerator": 2.0, "denominator": 1.0, "splitRatio": "2:1" } });
    body.to_string()
}

/// Returns a reply without the bars from before the week of the split.
fn shortened(body: &str) -> String {
    let mut body: Value = serde_json::from_str(body).unwrap();
    let result = &mut body["chart"]["result"][0];
    let is_old = |time: &Value| time.as_i64().unwrap() < SPLIT - DAY;
    let old = result["timestamp"].as_array().unwrap().iter().filter(|time| is_old(time)).count();
    let forget = |list: &mut Value| drop(list.as_array_mut().unwrap().drain(..old));
    forget(&mut result["timestamp"]);
    for name in ["open", "high", "low", "close", "volume"] {
        forget(&mut result["indicators"]["quote"][0][name]);
    }
    forget(&mut result["indicators"]["adjclose"][0]["adjclose"]);
    body.to_string()
}

fn vfapi(line: &str) -> Command {
    support::vfapi(line.split_whitespace())
}

fn said(output: &Output) -> (Option<i32>, Value, String) {
    let rows = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output.status.code(), rows, String::from_utf8(output.stderr.clone()).unwrap())
}

fn done(rows: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(String::new, |text| format!(": {text}"));
    let row = |row: &Value| {
        format!(
            "{} {}{}",
            row["symbol"].as_str().unwrap(),
            row["done"].as_str().unwrap(),
            text(&row["cause"])
        )
    };
    rows.as_array().unwrap().iter().map(row).collect()
}

fn verify(folder: &Path) -> (Option<i32>, Value, String) {
    said(&vfapi(&format!("sync {} --verify --format json", folder.display())).output().unwrap())
}

fn file(folder: &Path, symbol: &str) -> PathBuf {
    folder.join(format!("symbol={symbol}")).join("bars.parquet")
}

fn frame(folder: &Path, symbol: &str) -> DataFrame {
    ParquetReader::new(File::open(file(folder, symbol)).unwrap()).finish().unwrap()
}

/// Returns the bars that the command has of a span, as a file.
fn fetched(host: &Host, ticker: &str, start: &str) -> DataFrame {
    let file = tempfile::Builder::new().suffix(".parquet").tempfile().unwrap();
    let line = format!("history {ticker} --start {start} -o {}", file.path().display());
    let output = vfapi(&format!("--query-url {} {line}", host.host.url())).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    ParquetReader::new(File::open(file.path()).unwrap()).finish().unwrap()
}

#[test]
fn a_second_sync_asks_for_what_is_missing_and_an_overlap() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::at(DEFAULT_NOW - 7 * DAY);
    let (code, rows, stderr) = host.sync(folder.path(), "IBM ^GSPC --start 2024-05-20");
    assert_eq!(
        (code, done(&rows)),
        (Some(0), vec!["IBM new".to_owned(), "^GSPC new".to_owned()]),
        "{stderr}"
    );
    assert_eq!(rows[0]["first"], "2024-05-20");
    assert_eq!(rows[0]["last"], "2024-06-21");
    assert_eq!(host.host.requests().len(), 2);

    host.now.store(DEFAULT_NOW, Ordering::SeqCst);
    let (code, rows, stderr) = host.sync(folder.path(), "");
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(done(&rows), ["IBM added", "^GSPC added"]);
    assert_eq!((&rows[0]["added"], &rows[0]["last"]), (&json!(5), &json!("2024-06-28")));
    let targets = host.host.targets();
    assert_eq!(targets.len(), 4);
    // The last ten bars begin at 2024-06-10; dates begin a day earlier in the east, and the first bar may be cut.
    assert!(targets[2].contains(&format!("period1={}&", 1_717_977_600 - 2 * DAY)), "{}", targets[2]);

    // It is what one request for the whole span has, in the same columns, and events besides.
    let (kept, whole) = (frame(folder.path(), "IBM"), fetched(&host, "IBM", "2024-05-20"));
    assert!(kept.height() > 20 && kept.height() == whole.height());
    for name in whole.get_column_names() {
        assert!(kept.column(name).unwrap().equals_missing(whole.column(name).unwrap()), "{name}");
    }
    let (code, rows, _) = host.sync(folder.path(), "");
    assert_eq!(
        (code, done(&rows)),
        (Some(0), vec!["IBM up to date".to_owned(), "^GSPC up to date".to_owned()])
    );
    assert_eq!(host.host.requests().len(), 4 + 1 + 2);
    assert_eq!(verify(folder.path()).0, Some(0));
}

#[test]
fn a_split_or_a_dividend_has_all_bars_fetched_anew() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::at(SPLIT - 3 * DAY);
    host.sync(folder.path(), "IBM --start 2024-01-02");
    let before = frame(folder.path(), "IBM");
    host.now.store(SPLIT + 3 * DAY, Ordering::SeqCst);
    host.has_split.store(true, Ordering::SeqCst);
    let (code, rows, stderr) = host.sync(folder.path(), "IBM");
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(done(&rows), ["IBM refetched: split of 2024-06-18 (2 for 1)"]);
    // One request finds it, and one fetches all.
    assert_eq!(host.host.requests().len(), 3);
    let close = |frame: &DataFrame| frame.column("close").unwrap().f64().unwrap().get(0).unwrap();
    assert_eq!(close(&frame(folder.path(), "IBM")), close(&before) / 2.0);
    assert_eq!(done(&host.sync(folder.path(), "").1), ["IBM up to date"]);

    // A host that no longer has the first bars costs none of them.
    let folder = tempfile::tempdir().unwrap();
    let host = Host::at(SPLIT - 3 * DAY);
    host.sync(folder.path(), "IBM --start 2024-01-02");
    let before = fs::read(file(folder.path(), "IBM")).unwrap();
    host.now.store(SPLIT + 3 * DAY, Ordering::SeqCst);
    host.has_split.store(true, Ordering::SeqCst);
    host.has_forgotten.store(true, Ordering::SeqCst);
    let (code, rows, stderr) = host.sync(folder.path(), "IBM");
    assert_eq!(code, Some(0), "{stderr}");
    let cause = done(&rows).remove(0);
    assert!(cause.ends_with("the host has no bars before 2024-06-17, so _bars.parquet.until-2024-06-17 keeps them as they were"), "{cause}");
    let beside = file(folder.path(), "IBM").with_file_name("_bars.parquet.until-2024-06-17");
    assert_eq!(fs::read(beside).unwrap(), before);

    // A dividend changes adjusted closes only.
    let folder = tempfile::tempdir().unwrap();
    let host = Host::at(DEFAULT_NOW - 56 * DAY);
    host.sync(folder.path(), "IBM --start 2024-01-02");
    host.now.store(DEFAULT_NOW - 49 * DAY, Ordering::SeqCst);
    let (_, rows, _) = host.sync(folder.path(), "IBM");
    assert_eq!(done(&rows), ["IBM refetched: dividend of 2024-05-08 (0.67)"]);
    let frame = frame(folder.path(), "IBM");
    assert_eq!(frame.column("dividend").unwrap().f64().unwrap().iter().flatten().last(), Some(0.67));
}

/// The process is killed or interrupted among its requests, and nothing is lost but the time.
#[cfg(unix)]
#[test]
fn a_stopped_sync_leaves_whole_files_and_can_be_run_again() {
    stopped_by("-KILL", None);
    let message = stopped_by("-INT", Some(130));
    assert!(
        message.starts_with("error: stopped after ")
            && message.contains(" of 80 symbols; to go on, run it again")
    );
}

/// Stops a sync by a signal, checks what is left and that the next one goes on. Returns what it said.
#[cfg(unix)]
fn stopped_by(signal: &'static str, code: Option<i32>) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (started, child) = mpsc::channel::<u32>();
    let child = Mutex::new(child);
    let host = Host::with(DEFAULT_NOW, move |number| {
        if number == 60 {
            let id = child.lock().unwrap().recv().unwrap();
            assert!(Command::new("kill").args([signal, &id.to_string()]).status().unwrap().success());
        }
    });
    let symbols: String = (0..80).map(|number| format!("T{number} ")).collect();
    let line = host.line(folder.path(), &format!("{symbols} --start 2024-06-03"));
    let process = vfapi(&line).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    started.send(process.id()).unwrap();
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), code, "{signal}");
    let there: Vec<_> =
        (0..80).filter(|number| file(folder.path(), &format!("T{number}")).is_file()).collect();
    assert!((1..80).contains(&there.len()), "{there:?}");
    for number in there {
        // A day without trades has no bar.
        assert!((18..=20).contains(&frame(folder.path(), &format!("T{number}")).height()));
    }
    // What was being written is left, and removed by the next sync. The lock of the dead process is free.
    fs::write(folder.path().join("symbol=T0/.vfapi-left"), "PAR1").unwrap();
    let (code, _, stderr) = host.sync(folder.path(), &symbols);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(!folder.path().join("symbol=T0/.vfapi-left").exists());
    let (code, rows, stderr) = verify(folder.path());
    assert_eq!((code, rows.as_array().unwrap().len()), (Some(0), 80), "{stderr}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_ticker_in_the_place_of_the_folder_makes_none() {
    let folder = tempfile::tempdir().unwrap();
    let output = vfapi("--sample sync IBM MSFT").current_dir(folder.path()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.starts_with("error: IBM looks like a ticker, and the folder comes first: "), "{stderr}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn two_processes_do_not_write_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let ((asked, is_asked), (go, may_go)) = (mpsc::channel(), mpsc::channel::<()>());
    let channels = Mutex::new((asked, may_go));
    let host = Host::with(DEFAULT_NOW, move |number| {
        if number == 0 {
            let channels = channels.lock().unwrap();
            channels.0.send(()).unwrap();
            channels.1.recv().unwrap();
        }
    });
    let line = host.line(folder.path(), "IBM --start 2024-06-03");
    let first = vfapi(&line).stdout(Stdio::piped()).spawn().unwrap();
    is_asked.recv().unwrap();
    let (code, _, stderr) = host.sync(folder.path(), "AAPL");
    assert_eq!(code, Some(1));
    let message = format!("is being synced by another process ({}): wait until it ends", first.id());
    assert!(stderr.contains(&message), "{stderr}");
    go.send(()).unwrap();
    assert_eq!(first.wait_with_output().unwrap().status.code(), Some(0));
    assert_eq!(host.sync(folder.path(), "AAPL").0, Some(0));
    // One that was left out is kept, and said.
    let (code, rows, stderr) = host.sync(folder.path(), "IBM");
    assert_eq!((code, rows.as_array().unwrap().len()), (Some(0), 1));
    assert_eq!(stderr, "note: this symbol of the folder was not asked for and stays as it is: AAPL\n");
    assert!(file(folder.path(), "AAPL").is_file());
}

#[test]
fn files_that_are_newer_than_the_manifest_are_known_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::at(DEFAULT_NOW - 7 * DAY);
    host.sync(folder.path(), "IBM --start 2024-05-20");
    let before = fs::read(folder.path().join("_manifest.json")).unwrap();
    host.now.store(DEFAULT_NOW, Ordering::SeqCst);
    host.sync(folder.path(), "IBM");
    let after: Value =
        serde_json::from_slice(&fs::read(folder.path().join("_manifest.json")).unwrap()).unwrap();
    fs::write(folder.path().join("_manifest.json"), &before).unwrap();
    // Without the line the file is another one.
    assert_eq!(verify(folder.path()).0, Some(1));
    let line = json!(["IBM", after["symbols"]["IBM"]]);
    fs::write(folder.path().join("_written"), format!("{line}\n[\"IBM\", {{\"bars\"")).unwrap();
    assert_eq!(verify(folder.path()).0, Some(0));
    assert_eq!(done(&host.sync(folder.path(), "").1), ["IBM up to date"]);
    assert!(!folder.path().join("_written").exists());
    assert_eq!(verify(folder.path()).0, Some(0));
}

#[test]
fn symbols_are_dropped_with_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::at(DEFAULT_NOW);
    host.sync(folder.path(), "IBM AAPL MSFT --start 2024-06-03");
    let drop = |symbols: &str| {
        let line = format!("sync {} --drop {symbols} --format json", folder.path().display());
        said(&vfapi(&line).output().unwrap())
    };
    let (code, _, stderr) = drop("AAPL,XX");
    assert_eq!(code, Some(2));
    assert!(stderr.ends_with("has no symbol XX; it has AAPL, IBM, MSFT\n"), "{stderr}");
    assert!(file(folder.path(), "AAPL").exists());
    let (code, rows, _) = drop("MSFT,AAPL,MSFT");
    assert_eq!((code, done(&rows)), (Some(0), vec!["AAPL dropped".to_owned(), "MSFT dropped".to_owned()]));
    assert!(!folder.path().join("symbol=AAPL").exists());
    assert_eq!(done(&host.sync(folder.path(), "").1), ["IBM up to date"]);
    assert_eq!(verify(folder.path()).0, Some(0));
    // It leads elsewhere.
    #[cfg(unix)]
    {
        let other = tempfile::tempdir().unwrap();
        fs::write(other.path().join("mine"), "").unwrap();
        fs::remove_dir_all(folder.path().join("symbol=IBM")).unwrap();
        std::os::unix::fs::symlink(other.path(), folder.path().join("symbol=IBM")).unwrap();
        assert_eq!(drop("IBM").0, Some(1));
        assert!(other.path().join("mine").exists());
    }
}

#[test]
fn symbols_that_differ_in_case_only_have_no_folders_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::at(DEFAULT_NOW);
    let message = |one: &str, other: &str| {
        format!(
            "error: {one} and {other} have one folder where upper and lower case are the same: sync one of the two \
             into another folder\n"
        )
    };
    let (code, _, stderr) = host.sync(folder.path(), "ibm AAPL IBM --start 2024-06-03");
    assert_eq!((code, stderr), (Some(2), message("ibm", "IBM")));
    host.sync(folder.path(), "IBM --start 2024-06-03");
    let (code, _, stderr) = host.sync(folder.path(), "ibm");
    assert_eq!((code, stderr), (Some(2), message("IBM", "ibm")));
    assert_eq!(host.host.requests().len(), 1);
}

#[test]
fn failures_are_told_and_decide_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let (host, causes) = (Host::at(DEFAULT_NOW), folder.path().join("causes.json"));
    let prices = folder.path().join("prices");
    let more = format!("IBM NOTFOUND CUT --start 2024-06-03 --failures {}", causes.display());
    let (code, rows, stderr) = host.sync(&prices, &more);
    assert_eq!(code, Some(7));
    assert!(stderr.starts_with("error: 2 of 3 requests failed:\n  History NOTFOUND: "), "{stderr}");
    assert_eq!(done(&rows)[0], "IBM new");
    let causes: Value = serde_json::from_str(&fs::read_to_string(&causes).unwrap()).unwrap();
    assert_eq!((&causes[0]["ticker"], &causes[0]["status"]), (&json!("NOTFOUND"), &json!(404)));
    assert_eq!(host.sync(&prices, "NOTFOUND").0, Some(3));
    // A symbol whose request fails keeps its file.
    assert_eq!(verify(&prices).0, Some(0));

    let new = folder.path().join("new");
    for (folder, more, message) in [
        (
            &new,
            "",
            "error: NEW has no _manifest.json: name a folder that vfapi sync has made, or name tickers",
        ),
        (
            &new,
            "IBM --interval 5d",
            "error: --interval 5d has bars that begin where a request begins; choose one of 1m,",
        ),
        (&new, "IBM --start tomorrow", "error: --start: \"tomorrow\" is not a point in time"),
        (&new, "IBM --verify", "error: the argument '[TICKER]...' cannot be used with '--verify'"),
        (
            &prices,
            "IBM --interval 1wk",
            "error: PRICES has bars of 1d, and --interval is 1wk: leave --interval out",
        ),
        (
            &prices,
            "--start 2020-01-01",
            "error: PRICES begins at 2024-06-03, and --start is 2020-01-01: leave --start out",
        ),
    ] {
        let (code, _, stderr) = host.sync(folder, more);
        let stderr =
            stderr.replace(&*new.to_string_lossy(), "NEW").replace(&*prices.to_string_lossy(), "PRICES");
        assert!(code == Some(2) && stderr.starts_with(message), "{more}: {stderr}");
    }
    assert!(!new.exists());
    let file = folder.path().join("bars.csv");
    fs::write(&file, "x").unwrap();
    for more in ["--verify", "", "IBM", "--drop IBM"] {
        let (code, _, stderr) = host.sync(&file, more);
        let told =
            format!("error: {} is no folder: name the folder that vfapi sync has made,", file.display());
        assert!(code == Some(2) && stderr.starts_with(&told), "{more}: {stderr}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "x");
    let manifest = prices.join("_manifest.json");
    let newer = fs::read_to_string(&manifest).unwrap().replace("\"version\": 1", "\"version\": 2");
    fs::write(&manifest, newer).unwrap();
    let (code, _, stderr) = host.sync(&prices, "");
    assert!(code == Some(1) && stderr.contains("has the version 2, and this vfapi knows 1"), "{stderr}");
}

/// Bars of less than a day are fetched as far back as the host has them, a few days at a time.
#[test]
fn bars_of_minutes_keep_to_the_limits_of_the_host() {
    let folder = tempfile::tempdir().unwrap();
    for (interval, first) in [("1m", "2024-05-31T13:30:00Z"), ("30m", "2024-05-01T13:30:00Z")] {
        let at = folder.path().join(interval);
        let line = format!("--sample sync {} IBM --interval {interval} --format json", at.display());
        let (code, rows, stderr) = said(&vfapi(&line).output().unwrap());
        assert_eq!((code, &rows[0]["first"]), (Some(0), &json!(first)), "{stderr}");
        let kind = frame(&at, "IBM").column("timestamp").unwrap().dtype().to_string();
        assert_eq!(kind, "datetime[ms, UTC]");
        let (code, rows, _) = said(&vfapi(&line).output().unwrap());
        assert_eq!((code, done(&rows)), (Some(0), vec!["IBM up to date".to_owned()]));
    }
}
