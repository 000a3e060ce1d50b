//! The failures of several requests: the lines of stderr, the file of failures, the exit code, and what is kept.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use expect_test::expect;
use serde_json::{Value, json};
use virtual_finance_loopback::{LoopbackHost, reply, target};

use super::{closes, fails, good, history_of, run, stderr, vfapi};

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
          History CUT: the reply could not be converted (422): the reply is cut: its JSON ends too early; ask again; where it stays so, keep the reply (vfapi --record) and report it; then Tiingo: History CUT: the reply could not be converted (422): the days cannot be read: EOF while parsing a string at line 1 column 112; the host may have changed its format: save the reply and report it
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
    // Nor is it told for each.
    assert_eq!(
        stderr(&run("history IBM --range 1 year")),
        "error: History: 'range' is \"1\": write one of 1d, 5d, 1mo, 3mo, 6mo, 1y, 2y, 5y, 10y, ytd, max (did you mean \"1d\"?)\n"
    );
    fails("history NOTFOUND CUT --adjust auto", 7, "2 of 2 requests failed");
}

/// One request asks for all, and has no result for any.
#[test]
fn a_list_without_any_result_is_kept_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("failures.json");
    fs::write(&file, "[]\n").unwrap();
    let kept = || -> Vec<Value> {
        let kept: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        let short = |failed: &Value| json!([failed["ticker"], failed["kind"], failed["code"]]);
        kept.as_array().unwrap().iter().map(short).collect()
    };
    fails(&format!("quote NOTFOUND --failures {}", file.display()), 3, "the host knows none of");
    assert_eq!(kept(), [json!(["NOTFOUND", "NotFound", 3])]);
    let host = closes();
    let line = format!(
        "--query-url {} spark AREFUSED BREFUSED --retries 0 --failures {}",
        host.url(),
        file.display()
    );
    fs::write(&file, "[]\n").unwrap();
    fails(&line, 1, "the host refuses this caller");
    assert_eq!(kept(), [json!(["AREFUSED", "Host", 1]), json!(["BREFUSED", "Host", 1])]);
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
