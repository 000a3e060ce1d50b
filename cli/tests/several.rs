//! Several tickers in one command: one result for all or a file each, and what fails.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::support;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use expect_test::expect;
use serde_json::{Value, json};
use virtual_finance_loopback::{LoopbackHost, reply, target};
use virtual_finance_sample::{DEFAULT_NOW, reply as sample_reply};

fn vfapi(line: &str) -> Command {
    support::vfapi(line.split_whitespace())
}

fn run(line: &str) -> Output {
    vfapi(&format!("--sample {line}")).output().unwrap()
}

/// Returns stdout of a command that succeeds.
fn good(line: &str) -> String {
    let output = run(line);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn fails(line: &str, code: i32, message: &str) {
    let output = run(line);
    assert_eq!(output.status.code(), Some(code), "{line}: {}", stderr(&output));
    assert!(stderr(&output).contains(message), "{line}: {}", stderr(&output));
}

#[test]
fn one_table_names_the_ticker_of_each_row() {
    const LINE: &str = "history IBM AAPL --range 5d --adjust auto";
    let csv = good(&format!("{LINE} --format csv"));
    let one = |ticker: &str| good(&format!("history {ticker} --range 5d --adjust auto --format csv"));
    let mut expected = String::new();
    for (ticker, csv) in [("IBM", one("IBM")), ("AAPL", one("AAPL"))] {
        let (header, rows) = csv.split_once('\n').unwrap();
        if expected.is_empty() {
            expected = format!("ticker,{header}\n");
        }
        expected.extend(rows.lines().map(|row| format!("{ticker},{row}\n")));
    }
    assert_eq!(csv, expected);
    let lines = good(&format!("{LINE} --format jsonl"));
    assert_eq!(lines.lines().count(), 10);
    assert!(lines.starts_with(r#"{"ticker":"IBM","timestamp":"2024-06-24","#), "{lines}");
    expect![[r#"
        dividends
        ticker  amount  date
        ──────  ──────  ──────────
        IBM       0.67  2024-05-08
        AAPL      1.23  2024-05-08
    "#]]
    .assert_eq(&good("history IBM AAPL --range 3mo --adjust auto --format table --table dividends"));
}

#[test]
fn json_has_a_member_for_each_ticker() {
    let joint: Value = serde_json::from_str(&good("profile AAPL IBM")).unwrap();
    for ticker in ["AAPL", "IBM"] {
        let one: Value = serde_json::from_str(&good(&format!("profile {ticker}"))).unwrap();
        assert_eq!(joint[ticker], one, "{ticker}");
    }
    // In the order of the command line, each once.
    let splits = good("history IBM AAPL IBM --table splits --adjust auto");
    assert_eq!(splits, "{\"IBM\":[],\"AAPL\":[]}\n");
}

#[test]
fn every_endpoint_with_one_subject_takes_several() {
    for line in ["screener day_gainers most_actives", "isin IBM AAPL", "index ^DJI ^GSPC", "holders IBM AAPL"]
    {
        let joint: Value = serde_json::from_str(&good(line)).unwrap();
        assert_eq!(joint.as_object().unwrap().len(), 2, "{line}");
    }
}

#[test]
fn a_file_for_each_ticker() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("new/{ticker}.csv").display().to_string();
    let tickers = folder.path().join("tickers.txt");
    fs::write(&tickers, "AAPL, ^DJI # an index\n\nBRK/B IBM\n").unwrap();
    let line =
        format!("history IBM --tickers {} --range 5d --adjust auto -o {pattern} -v", tickers.display());
    let output = run(&line);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(output.stdout, b"");
    assert!(stderr(&output).contains("4 of 4: History BRK/B: done, from the api\n"), "{}", stderr(&output));
    let new = folder.path().join("new");
    let names = || {
        let mut names: Vec<_> = fs::read_dir(&new)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["AAPL.csv", "BRK%2FB.csv", "IBM.csv", "^DJI.csv"]);
    let ibm = fs::read_to_string(new.join("IBM.csv")).unwrap();
    assert_eq!(ibm, good("history IBM --range 5d --adjust auto --format csv"));
    // What is there is left out.
    fs::write(new.join("IBM.csv"), "mine").unwrap();
    let output = run(&format!("{line} --continue"));
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(new.join("IBM.csv")).unwrap(), "mine");
    fs::remove_file(new.join("^DJI.csv")).unwrap();
    assert!(stderr(&run(&format!("{line} --continue"))).starts_with("1 of 1: History ^DJI: done"));
    // No name leaves the folder.
    good(&format!("history ../../up .hidden --range 1d --adjust auto -o {pattern}"));
    assert!(
        names().contains(&"%2E.%2F..%2Fup.csv".to_owned()) && names().contains(&"%2Ehidden.csv".to_owned())
    );
}

#[test]
fn tickers_come_from_standard_input_too() {
    let mut child = vfapi("--sample history --tickers - --range 1d --adjust auto --format csv")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all("\u{feff}IBM\r\nAAPL;MSFT\tIBM".as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let tickers: Vec<_> = text.lines().skip(1).map(|row| row.split(',').next().unwrap()).collect();
    assert_eq!(tickers, ["IBM", "AAPL", "MSFT"]);
}

#[test]
fn failures_are_listed_and_decide_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("failures.json");
    let line = format!("history IBM NOTFOUND CUT .. --range 1d --adjust auto --failures {}", file.display());
    let output = run(&line);
    assert_eq!(output.status.code(), Some(7));
    let good: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(good.as_object().unwrap().keys().collect::<Vec<_>>(), ["IBM"]);
    expect![[r#"
        error: 3 of 4 requests failed:
          History: 'ticker' is "..": it would change the path; write a symbol such as IBM
          History NOTFOUND: the host answered with status 404 ("Not Found": "no data for symbol NOTFOUND"); check the ticker
          History CUT: the reply could not be converted (422): the reply is cut: its JSON ends too early; ask again; where it stays so, keep the reply (vfapi --record) and report it
    "#]]
    .assert_eq(&stderr(&output));
    let kept: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let short = |failed: &Value| json!([failed["ticker"], failed["kind"], failed["status"], failed["code"]]);
    let kept: Vec<_> = kept.as_array().unwrap().iter().map(short).collect();
    let expected = [
        json!(["..", "Params", null, 2]),
        json!(["NOTFOUND", "NotFound", 404, 3]),
        json!(["CUT", "Unprocessable", 422, 4]),
    ];
    assert_eq!(kept, expected);
    // The file always has those of the last call.
    let output = run(&format!("history IBM --range 1d --adjust auto --failures {}", file.display()));
    assert_eq!((output.status.code(), fs::read_to_string(&file).unwrap().as_str()), (Some(0), "[]\n"));
    // One cause for all is the cause of the whole, and then nothing is written.
    let output = run("history NOTFOUND NOTFOUND --adjust auto --failures /dev/null");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0));
    fails("history IBM AAPL --range 2mo", 2, "'range' is \"2mo\"");
    fails("history NOTFOUND CUT --adjust auto", 7, "2 of 2 requests failed");
}

#[test]
fn command_lines_that_cannot_be_followed() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.txt");
    fs::write(&empty, " # nothing\n").unwrap();
    let empty = format!("history --tickers {}", empty.display());
    for (line, message) in [
        ("history", "the following required arguments were not provided"),
        (
            "history IBM AAPL --continue",
            "error: --continue needs a file for each ticker: add -o 'FOLDER/{ticker}.csv'",
        ),
        ("history --tickers /nowhere/to.txt", "error: /nowhere/to.txt cannot be read: "),
        (&empty, "error: there is no ticker in the file of --tickers; write at least one"),
        (
            "options IBM AAPL --format table --table all",
            "error: several tickers make one table: name it with --table NAME",
        ),
        ("options IBM AAPL --format csv --table calls", "error: the response has no table \"calls\""),
        ("convert history IBM --tickers x y", "error: unexpected argument '--tickers' found"),
    ] {
        fails(line, 2, message);
    }
}

/// Five thousand tickers, one in a hundred of which fails in one of five ways. The second time only those that failed
/// are asked for.
#[test]
fn five_thousand_tickers() {
    let folder = tempfile::tempdir().unwrap();
    let (file, failures) = (folder.path().join("tickers.txt"), folder.path().join("failures.json"));
    fs::write(&file, (0..5000).map(|number| format!("T{number}\n")).collect::<String>()).unwrap();
    let history = history_of();
    let memory = Arc::new(PeakMemory::default());
    let watched = Arc::clone(&memory);
    let host = LoopbackHost::start(move |request| {
        watched.look();
        let ticker = target(request).split(['/', '?']).nth(4).unwrap();
        let number: usize = ticker.trim_start_matches('T').parse().unwrap();
        let body = history.replace("TICKER", ticker);
        match (number % 100, number / 100 % 5) {
            (99, 0) => reply(404, &[], "{}"),
            (99, 1) => reply(503, &[], ""),
            (99, 2) => reply(200, &[], body.get(..200).unwrap()),
            (99, 3) => Vec::new(),
            (99, _) => reply(200, &[], "<html><body>right back</body></html>"),
            _ => reply(200, &[("content-type", "application/json")], body),
        }
    });
    let line = format!(
        "--query-url {} --cache={} history --adjust auto --format csv --tickers {} --failures {}",
        host.url(),
        folder.path().join("cache").display(),
        file.display(),
        failures.display()
    );
    let run = || {
        let child = vfapi(&line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        memory.watch(child.id());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(7), "{}", stderr(&output));
        let text = std::str::from_utf8(&output.stdout).unwrap();
        assert_eq!(text.lines().count(), 1 + 5 * 4950);
        assert!(stderr(&output).starts_with("error: 50 of 5000 requests failed:\n"), "{}", stderr(&output));
        assert!(stderr(&output).contains("\n  and 30 more, all of which --failures FILE keeps\n"));
        let kept: Value = serde_json::from_str(&fs::read_to_string(&failures).unwrap()).unwrap();
        let count =
            |code: i64| kept.as_array().unwrap().iter().filter(|failed| failed["code"] == code).count();
        assert_eq!([3, 1, 4, 6].map(count), [10, 10, 20, 10]);
        output.stdout
    };
    let first = run();
    // Three attempts where that may help, and another one when others work. At the end of the second run only requests
    // that fail are left, which ask some times more whether the host is back.
    let asked = host.requests().len();
    assert_eq!(asked, 4980 + 4 * 20);
    assert!(first == run(), "the second result is the first one");
    let again = host.targets().split_off(asked);
    // Which of the 20 find out whether the host works, is chance: it depends on which of those under way end first. Such a
    // one is sent once, not three times, and like all others once more when another one works: 2 are the fewest of each.
    assert!((30 + 2 * 20..=30 + 4 * 20 + 10).contains(&again.len()), "{}", again.len());
    assert!(again.iter().all(|target| target.split(['/', '?']).nth(4).unwrap().ends_with("99")), "{again:?}");
    if let Some(peak) = memory.peak() {
        assert!(peak < 100 << 10, "{peak} KiB");
    }
}

/// The most memory that a process had, where the system says it.
#[derive(Default)]
struct PeakMemory {
    process: AtomicU32,
    kib: AtomicUsize,
}

impl PeakMemory {
    fn watch(&self, process: u32) {
        self.process.store(process, Ordering::SeqCst);
    }

    fn look(&self) {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.load(Ordering::SeqCst)));
        let status = status.unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        self.kib.fetch_max(peak.map_or(0, |kib| kib.parse().unwrap()), Ordering::SeqCst);
    }

    fn peak(&self) -> Option<usize> {
        Some(self.kib.load(Ordering::SeqCst)).filter(|kib| *kib > 0)
    }
}

/// A reply with five bars of `TICKER`.
fn history_of() -> String {
    let query = "range=5d&interval=1d&includePrePost=false&events=div%2Csplits";
    sample_reply("/v8/finance/chart/TICKER", query, DEFAULT_NOW).body
}

/// Ctrl-C ends the command between two results, and what was done is beside the file.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.json");
    let (started, child) = mpsc::channel::<u32>();
    let child = std::sync::Mutex::new(child);
    let asked = Arc::new(AtomicUsize::new(0));
    let history = history_of();
    let host = LoopbackHost::start(move |request| {
        if asked.fetch_add(1, Ordering::SeqCst) == 30 {
            let id = child.lock().unwrap().recv().unwrap();
            assert!(Command::new("kill").args(["-INT", &id.to_string()]).status().unwrap().success());
        }
        let ticker = target(request).split(['/', '?']).nth(4).unwrap();
        reply(200, &[], history.replace("TICKER", ticker))
    });
    let tickers: Vec<String> = (0..5000).map(|number| format!("T{number}")).collect();
    let line = format!(
        "--query-url {} -o {} history --adjust auto {}",
        host.url(),
        file.display(),
        tickers.join(" ")
    );
    let command = vfapi(&line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    started.send(command.id()).unwrap();
    let output = command.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let message = stderr(&output);
    assert!(message.starts_with("error: stopped after "), "{message}");
    assert!(
        message.contains(" of 5000, 0 of which failed; what was done is in ")
            && message.contains("; to be able to go on, write a file for each ticker"),
        "{message}"
    );
    assert!(!file.exists(), "a part is not the file");
    let part = fs::read_to_string(folder.path().join("out.part.json")).unwrap();
    let kept: Value = serde_json::from_str(&part).unwrap();
    assert!((1..5000).contains(&kept.as_object().unwrap().len()));
    assert_eq!(files(folder.path()), 1, "no temporary file is left");
}

#[cfg(unix)]
fn files(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn one_ticker_has_a_file_of_its_own_too() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    good(&format!("history IBM --range 1d --adjust auto -o {}", at("new/{ticker}.csv")));
    assert!(folder.path().join("new/IBM.csv").is_file());
    for tickers in ["IBM", "IBM AAPL"] {
        let line = format!("history {tickers} --range 1d -o {}", at("{tickr}.csv"));
        fails(&line, 2, "error: -o has \"tickr\"; the place of the ticker is \"{ticker}\"");
    }
}

/// Many file systems have one file for names that differ in case only or in how a letter is written, so that one result would be lost.
#[test]
fn tickers_that_are_alike_have_no_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("{ticker}.csv").display().to_string();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let host = LoopbackHost::start(|_| reply(404, &[], "{}"));
    // The same syllable as one character, and as three.
    let (one_character, two) = ("\u{ac01}", "\u{1100}\u{1161}\u{11a8}");
    for (tickers, one, other) in [
        ("IBM AAPL ibm", "IBM", "ibm"),
        ("stra\u{df}e STRASSE", "stra\u{df}e", "STRASSE"),
        ("\u{ac01} \u{1100}\u{1161}\u{11a8}", one_character, two),
    ] {
        let line = format!("--query-url {} history {tickers} -o {pattern}", host.url());
        let output = vfapi(&line).output().unwrap();
        let message = format!(
            "error: {} and {} are one file on systems that know no upper and lower case or write letters in one way: \
             ask for one of the two tickers in another call, with another folder\n",
            at(&format!("{one}.csv")),
            at(&format!("{other}.csv"))
        );
        assert_eq!((output.status.code(), stderr(&output)), (Some(2), message));
    }
    assert!(host.requests().is_empty() && fs::read_dir(folder.path()).unwrap().next().is_none());
    // In one file they have a row each, and files of other tickers are their own.
    assert_eq!(good("history IBM ibm --range 1d --adjust auto --format csv").lines().count(), 3);
    good(&format!("history IBM AAPL --range 1d --adjust auto -o {pattern}"));
    assert!(Path::new(&at("IBM.csv")).is_file() && Path::new(&at("AAPL.csv")).is_file());
}

/// A file of the same name loses nothing that was fetched, and a result that cannot be written no cause.
#[test]
fn files_that_are_the_same_or_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("list.txt"), "IBM NOTFOUND").unwrap();
    let list = at("list.txt");
    for (line, message) in [
        (
            format!("history IBM -o {0} --failures {0}", at("x.json")),
            "error: -o and --failures are the same file;",
        ),
        (
            format!("history IBM -o {} --failures {}", at("{ticker}.json"), at("./IBM.json")),
            "error: -o and --failures are the same file;",
        ),
        (format!("history --tickers {list} -o {list}"), "error: -o and --tickers are the same file;"),
        (
            format!("history --tickers {list} --failures {list}"),
            "error: --failures and --tickers are the same file;",
        ),
    ] {
        fails(&line, 2, message);
    }
    assert_eq!(fs::read_to_string(at("list.txt")).unwrap(), "IBM NOTFOUND");
    if Path::new("/dev/full").exists() {
        let failures = at("failures.json");
        let line =
            format!("history --tickers {list} --adjust auto --format csv -o /dev/full --failures {failures}");
        fails(&line, 1, "error: 1 of 2 requests failed:\n  History NOTFOUND: ");
        fails(&line, 1, "/dev/full cannot be written");
        assert!(fs::read_to_string(&failures).unwrap().contains("NOTFOUND"));
        fails(&format!("history --tickers {list} --adjust auto --failures /dev/full"), 7, "NOTFOUND");
    }
}

/// Earlier failures are told with a folder that cannot be made.
#[test]
fn a_folder_that_cannot_be_made() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("taken"), "a file").unwrap();
    let pattern = folder.path().join("taken/{ticker}.json").display().to_string();
    let line = format!("history NOTFOUND IBM --adjust auto -o {pattern}");
    fails(&line, 7, "error: 2 of 2 requests failed:\n  History NOTFOUND: ");
    fails(&line, 7, "IBM: the folder ");
}

/// A fund lacks parts of a profile, which are null as for one ticker.
#[test]
fn what_is_no_company_gets_the_parts_that_it_has() {
    let fund =
        r#"{"quoteSummary":{"result":[{"quoteType":{"symbol":"FND","quoteType":"ETF"}}],"error":null}}"#;
    let host = LoopbackHost::start(move |request| match target(request) {
        "/" => reply(200, &[("set-cookie", "A3=a; Path=/")], ""),
        "/v1/test/getcrumb" => reply(200, &[], "c.rumb"),
        path if path.contains("/FND?") => reply(200, &[], fund),
        path => {
            let (path, query) = path.split_once('?').unwrap();
            reply(200, &[], sample_reply(path, query, DEFAULT_NOW).body)
        }
    });
    let url = host.url();
    let line = format!("--source api --query-url {url} --cookie-url {url} --no-session-file profile IBM FND");
    let output = vfapi(&line).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).starts_with("note: FND is of the kind ETF"), "{}", stderr(&output));
    let both: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(both["IBM"]["info"].is_object() && both["FND"]["recommendations"].is_null());
}

/// Prices of a joint table have as many decimals as the most precise of them.
#[test]
fn decimals_of_a_joint_table() {
    let history = history_of();
    let host = LoopbackHost::start(move |request| {
        let ticker = target(request).split(['/', '?']).nth(4).unwrap();
        let hint = if ticker == "PRECISE" { "\"priceHint\":4" } else { "\"priceHint\":2" };
        reply(200, &[], history.replace("TICKER", ticker).replace("\"priceHint\":2", hint))
    });
    let line = format!("--query-url {} history IBM PRECISE --adjust auto --format table", host.url());
    let output = vfapi(&line).output().unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    let column = table.lines().nth(1).unwrap().split_whitespace().position(|name| name == "close").unwrap();
    let closes = table.lines().skip(3).map(|line| line.split_whitespace().nth(column).unwrap());
    let decimals: Vec<usize> = closes.map(|close| close.split_once('.').unwrap().1.len()).collect();
    assert_eq!(decimals, [4; 10], "{table}");
}

/// A table that has a column with the parameter's name keeps it.
#[test]
fn a_column_with_the_name_of_the_parameter() {
    let csv = good("screener day_gainers most_actives --table Screener --format csv");
    assert!(csv.starts_with("request,name,value\n"), "{csv}");
    assert!(csv.contains("DAY_GAINERS,total,") && csv.contains("MOST_ACTIVES,total,"), "{csv}");
}

#[test]
fn a_request_for_a_list_takes_its_parts_as_arguments() {
    assert_eq!(good("quote IBM AAPL,MSFT"), good("quote IBM,AAPL,MSFT"));
    assert_eq!(good("quote IBM AAPL --format csv --table quotes").lines().count(), 3);
}

/// A host of closes that knows every symbol and refuses a batch with the symbol REFUSED.
fn closes() -> LoopbackHost {
    LoopbackHost::start(|request| {
        let list = target(request).split_once("symbols=").map(|(_, rest)| rest.split('&').next().unwrap());
        let symbols: Vec<&str> = list.unwrap_or_default().split("%2C").collect();
        if list.is_none() || symbols.iter().any(|symbol| symbol.ends_with("REFUSED")) {
            return reply(403, &[], "refused");
        }
        let row = |symbol: &&str| {
            let chart = json!({"meta": {"symbol": symbol}, "timestamp": [1], "indicators": {"quote": [{"close": [2.5]}]}});
            json!({"symbol": symbol, "response": [chart]})
        };
        let rows: Vec<Value> = symbols.iter().map(row).collect();
        reply(200, &[], json!({"spark": {"result": rows, "error": null}}).to_string())
    })
}

#[test]
fn a_list_of_any_length_has_one_result() {
    let host = closes();
    let symbols: Vec<String> = (1..=200).map(|number| format!("T{number}")).collect();
    let result = good(&format!("--query-url {} spark {}", host.url(), symbols.join(" ")));
    let result: Value = serde_json::from_str(&result).unwrap();
    let found: Vec<&str> = result["series"]
        .as_array()
        .unwrap()
        .iter()
        .map(|series| series["symbol"].as_str().unwrap())
        .collect();
    assert_eq!(found, symbols);
    assert_eq!(host.requests().len(), 10);
}

#[test]
fn a_part_of_a_list_that_fails_is_named() {
    let host = closes();
    let mut symbols: Vec<String> = (1..=41).map(|number| format!("T{number}")).collect();
    symbols[40] = "REFUSED".to_owned();
    let urls = format!("--query-url {0} --finance-url {0}", host.url());
    let output = run(&format!("{urls} spark {} --format csv", symbols.join(",")));
    assert_eq!(output.status.code(), Some(7));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 41);
    let told = stderr(&output);
    assert!(
        told.starts_with(
            "error: 1 of 3 requests failed, and the result lacks what they asked for:\n  REFUSED: Spark REFUSED: "
        ),
        "{told}"
    );
    // So is one of a request that is sent at once.
    let output = run(&format!("{urls} spark T1 REFUSED T2 --format csv"));
    assert_eq!(output.status.code(), Some(7));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
    assert!(stderr(&output).contains("\n  REFUSED: Spark REFUSED: "), "{}", stderr(&output));
    // If all fail, the error and the exit code are those of the first.
    let refused: Vec<String> = (1..=21).map(|number| format!("R{number}REFUSED")).collect();
    fails(
        &format!("{urls} spark {}", refused.join(" ")),
        1,
        "error: Spark R1REFUSED,R2REFUSED,R3REFUSED,…: ",
    );
}

/// Wherever several are taken, commas, arguments and a file mean the same.
#[test]
fn lists_are_the_same_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tickers.txt");
    fs::write(&file, "IBM\nAAPL\n").unwrap();
    for line in ["quote {}", "history {} --range 5d --adjust auto", "spark {} --range 5d", "profile {}"] {
        let wanted = good(&line.replace("{}", "IBM AAPL"));
        assert_eq!(good(&line.replace("{}", "IBM,AAPL")), wanted, "{line}");
        assert_eq!(good(&line.replace("{}", &format!("--tickers {}", file.display()))), wanted, "{line}");
    }
    assert_eq!(good("history IBM, --range 5d --adjust auto"), good("history IBM --range 5d --adjust auto"));
    // The words of a query are one query, and queries with spaces hold together.
    let query = |words: &[&str]| {
        let output = support::vfapi([&["--sample", "custom-screener"], words].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", stderr(&output));
        output.stdout
    };
    let wanted = query(&["region = us and beta > 1"]);
    assert_eq!(query(&["region", "=", "us", "and", "beta", ">", "1"]), wanted);
    assert_eq!(query(&["region = us", "beta > 1"]), wanted);
}

/// A typo is told and gives the exit code of the others, whatever the format.
#[test]
fn what_a_host_does_not_know_does_not_vanish() {
    let folder = tempfile::tempdir().unwrap();
    let failures = folder.path().join("failed.json").display().to_string();
    for format in ["json", "csv", "table"] {
        let output = run(&format!("quote IBM,NOTFOUND --format {format} --failures {failures}"));
        assert_eq!(output.status.code(), Some(7), "{format}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("IBM"));
        assert_eq!(
            stderr(&output),
            "error: no result for NOTFOUND: the host gave none; check how it is written\n"
        );
        let kept: Value = serde_json::from_str(&fs::read_to_string(&failures).unwrap()).unwrap();
        assert_eq!((&kept[0]["ticker"], &kept[0]["code"]), (&json!("NOTFOUND"), &json!(3)));
    }
    let output = run("quote IBM,NOTFOUND -v");
    assert!(
        stderr(&output).contains("missing parts: none\nerror: no result for NOTFOUND"),
        "{}",
        stderr(&output)
    );
}

/// A scheduled call adds what is new: with one header, and no bar twice.
#[test]
fn rows_are_added_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let whole = good("history IBM --range 1mo --adjust none --format csv");
    let line = "history IBM --adjust none --append";
    for range in ["5d", "1mo", "5d"] {
        good(&format!("{line} --range {range} -o {}", at("bars.csv")));
    }
    assert_eq!(fs::read_to_string(at("bars.csv")).unwrap(), whole);
    for range in ["5d", "1mo"] {
        good(&format!("{line} --no-header --range {range} -o {}", at("plain.csv")));
    }
    assert_eq!(fs::read_to_string(at("plain.csv")).unwrap(), whole.split_once('\n').unwrap().1);
    for range in ["1mo", "5d"] {
        good(&format!("{line} --range {range} -o {}", at("bars.jsonl")));
    }
    let lines = good("history IBM --range 1mo --adjust none --format jsonl");
    assert_eq!(fs::read_to_string(at("bars.jsonl")).unwrap(), lines);
    // A bar that has changed replaces the one of its time, and other rows stay.
    let changed = whole.replacen(",71.", ",99.", 1) + "2031-01-02,1,1,1,1,1,1\n";
    fs::write(at("bars.csv"), &changed).unwrap();
    good(&format!("{line} --range 1mo -o {}", at("bars.csv")));
    assert_eq!(fs::read_to_string(at("bars.csv")).unwrap(), whole.clone() + "2031-01-02,1,1,1,1,1,1\n");
    // Several tickers have bars of the same times.
    for _ in 0..2 {
        good(&format!("history IBM,AAPL --adjust none --append --range 5d -o {}", at("both.csv")));
    }
    assert_eq!(fs::read_to_string(at("both.csv")).unwrap().lines().count(), 11);
    fails(&format!("quote IBM --append -o {}", at("bars.csv")), 2, "its columns are timestamp,open,");
    fails("quote IBM --append --format csv", 2, "--append adds rows to a file");
    fails(
        &format!("quote IBM --append -o {}", at("bars.json")),
        2,
        "--append adds rows to CSV or JSON lines",
    );
}

#[test]
fn columns_and_the_order_of_rows_are_chosen() {
    expect![[r#"
        timestamp,close
        2024-06-28,72.55138397216797
        2024-06-25,72.38383483886719
    "#]]
    .assert_eq(&{
        let csv =
            good("history IBM --range 5d --adjust none --columns Timestamp,close --sort -close --format csv");
        csv.lines().take(3).map(|line| format!("{line}\n")).collect::<String>()
    });
    assert_eq!(
        good("quote IBM --columns symbol,price"),
        "[{\"symbol\":\"IBM\",\"regularMarketPrice\":72.55}]\n"
    );
    fails(
        "history IBM --columns clos",
        2,
        "the table ohlcdata has no column \"clos\": did you mean \"close\"?",
    );
    // One request has a parameter of that name.
    assert!(good("custom-screener region=us --sort ticker --count 1").contains("\"rows\""));
}

/// A run of many begins with its time, for whoever watches.
#[test]
fn the_time_of_a_long_run_is_told() {
    let many: Vec<String> = (0..12).map(|number| format!("T{number}")).collect();
    let line = format!("history {} --range 1d --adjust auto", many.join(","));
    let first =
        |more: &str| stderr(&run(&format!("{line} {more}"))).lines().next().unwrap_or_default().to_owned();
    assert_eq!(first(""), "", "nothing limits the sample host");
    assert_eq!(
        first("--rate 4 -v"),
        "note: 12 requests take about 3 s at 4 a second to a host; --rate changes that"
    );
    assert_eq!(first("--rate 4"), "", "a log needs none");
}

/// Refuses before anything is sent what no host answers.
#[test]
fn bars_that_nobody_has_are_refused() {
    fails(
        "history IBM --start 2999-01-01",
        2,
        "error: History: the start is in the future: write a date before today",
    );
    fails(
        "history IBM,AAPL --interval 1m --range 1y",
        2,
        "error: History: the hosts have bars of 1m for 8 days at once: write --range 5d, or --interval 1h",
    );
    fails(
        "spark IBM --interval 5m --range max",
        2,
        "for 60 days at once: write --range 1mo, or --interval 1d",
    );
    fails(
        "history IBM --interval 1h --start 2010-01-01",
        2,
        "for 730 days at once: write --range 2y, or --interval 1d",
    );
    good("history IBM --interval 5m --range 5d");
}
