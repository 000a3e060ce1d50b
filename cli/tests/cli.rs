//! Tests of the command as a user runs it: its output and its exit codes.

mod help;
mod saved;

use std::ffi::OsStr;
use std::net::TcpListener;
use std::process::{Command, Output};

use expect_test::expect;
use serde_json::Value;
use virtual_finance_loopback::LoopbackHost;
use virtual_finance_sample::SampleHost;

use crate::support::vfapi;

fn run<S: AsRef<OsStr>>(arguments: &[S]) -> Output {
    vfapi(arguments).output().unwrap()
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn the_readme_s_first_result() {
    let output = run(&words("--sample history IBM"));
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    let history: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(history["meta"]["symbol"], "IBM");
    let bars = history["ohlcdata"]["timestamp"].as_array().unwrap().len();
    assert!((19..=24).contains(&bars), "a month of daily bars, not {bars}");
}

#[test]
fn other_ways_to_write_it() {
    for line in [
        "profile VFINX --partial",
        "history IBM --period 1y --actions false",
        "history IBM --start 2020-01-01 --end 2020-02-01 --events div,splits",
    ] {
        let output = run(&words(&format!("{line} --sample")));
        assert!(output.status.success(), "{line}: {}", stderr(&output));
        assert!(serde_json::from_str::<Value>(stdout(&output)).unwrap().is_object());
    }
}

#[test]
fn a_session_is_kept_where_it_is_asked_for() {
    let cache = tempfile::tempdir().unwrap();
    let file = cache.path().join("mine.json");
    let name = file.to_str().unwrap();
    let quote = |more: &str| {
        let line = format!("--sample quote IBM,NOTFOUND {more}");
        let mut command = vfapi(words(line.trim_end()));
        let output = command.env("XDG_CACHE_HOME", cache.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(7), "{line}: {}", stderr(&output));
        let quotes: Value = serde_json::from_str(stdout(&output)).unwrap();
        assert_eq!(quotes["unknown"][0], "NOTFOUND");
    };
    let count = || std::fs::read_dir(cache.path()).unwrap().count();
    quote("");
    quote("--no-session-file");
    assert_eq!(count(), 0, "the sample host's session is kept nowhere by itself");
    quote(&format!("--session-file {name}"));
    assert_eq!(count(), 1);
    std::fs::write(&file, "notes").unwrap();
    let output = run(&words(&format!("--sample quote IBM --session-file {name}")));
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

/// The file in the cache folder is the command's own: one that cannot be used is replaced with a note.
#[test]
fn a_session_file_of_the_cache_that_cannot_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("records").display().to_string();
    assert!(run(&words(&format!("--sample --record {records} quote IBM"))).status.success());
    let cached = folder.path().join("vfapi");
    let file = cached.join("session.json");
    std::fs::create_dir(&cached).unwrap();
    for content in ["notes", r#"{"version": 99, "sessions": {}}"#, ""] {
        std::fs::write(&file, content).unwrap();
        // A replay of the real hosts asks none.
        let mut command = vfapi(words(&format!("--replay {records} quote IBM")));
        let output = command.env("XDG_CACHE_HOME", folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let note = stderr(&output);
        assert!(note.starts_with("note: the session file "), "{note}");
        assert!(note.ends_with("; it was removed, and the session is fetched again\n"), "{note}");
        assert!(!file.exists());
    }
    let pipe = folder.path().join("pipe").display().to_string();
    if Command::new("mkfifo").arg(&pipe).status().is_ok_and(|made| made.success()) {
        let output = run(&words(&format!("--sample --session-file {pipe} quote IBM")));
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("is no regular file; choose another"), "{}", stderr(&output));
    }
}

#[test]
fn exit_codes() {
    let sample = SampleHost::start().unwrap();
    let dead = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
    let at = |url: &str, line: &str| {
        run(&words(&format!(
            "--finance-url {url} --query-url {url} --cookie-url {url} --isin-url {url} {line}"
        )))
    };
    let check = |line: &str, code: i32, message: &str| {
        let output = at(sample.url(), line);
        assert_eq!(output.status.code(), Some(code), "{line}: {}", stderr(&output));
        assert!(stderr(&output).starts_with(&format!("error: {message}")), "{line}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{line}");
    };
    for (line, code, message) in [
        ("history NOTFOUND", 3, "History NOTFOUND: the host answered with status 404"),
        ("isin NOTFOUND", 3, "Isin NOTFOUND: ISIN not found (404)"),
        ("profile CUT", 4, "Profile CUT: the reply could not be converted (422): the reply is cut"),
        (
            "history HTML",
            4,
            "History HTML: the reply could not be converted (422): the reply is a page that says that the host will be right back",
        ),
        (
            "options IBM --date 2024-07-20",
            3,
            "Options IBM: not found (404): no options expire on 2024-07-20; there are 2024-07-",
        ),
        ("holders LIMITED", 5, "Holders LIMITED: the host answered with status 429"),
        ("options BROKEN", 1, "Options BROKEN: the host answered with status 500"),
        ("history ..", 2, "History: 'ticker' is \"..\": it would change the path"),
        ("history IBM --range 2mo --adjust no", 2, "History: 'range' is \"2mo\": write one of 1d,"),
        ("history", 2, "the following required arguments were not provided"),
        ("historie IBM", 2, "there is no command historie; write\n  vfapi history "),
        ("zzzzzz IBM", 2, "unrecognized subcommand 'zzzzzz'"),
        ("holders LIMITED --retries 0", 5, "Holders LIMITED: the host answered with status 429;"),
        (
            "options BROKEN --retries 1",
            1,
            "Options BROKEN: the host answered with status 500 in the last of 2 attempts (before it: status 500);",
        ),
        (
            "history IBM --timeout 0",
            2,
            "invalid value '0' for '--timeout <TIME>': write a time such as 30s, ",
        ),
        (
            "history IBM --deadline soon",
            2,
            "invalid value 'soon' for '--deadline <TIME>': write a time such as 30s, ",
        ),
        ("history NOTFOUND --deadline 100000d", 3, "History NOTFOUND: the host answered with status 404"),
        ("history IBM --retries -1", 2, "invalid value '-1' for '--retries <N>': write an integer"),
        ("history IBM --max-results 5", 2, "unexpected argument '--max-results' found"),
    ] {
        check(line, code, message);
    }
    for (line, argument, advice) in [
        ("history IBM --since 2024-01-01", "--since", "write --start; vfapi"),
        ("history IBM --weekly", "--weekly", "write --interval 1wk; vfapi"),
        ("financials IBM --period quarterly", "--period", "write --table financials.quarterly; vfapi"),
        ("options IBM --expiry 2024-07-19", "--expiry", "write --date; vfapi"),
        ("quote IBM --csv", "--csv", "write --format csv; vfapi quote -h"),
        ("quote IBM --since 1", "--since", "vfapi quote -h lists"),
        ("calendar earnings", "earnings", "write --calendars earnings; vfapi"),
        ("plot IBM --html", "--html", "write -o FILE.html; vfapi plot -h"),
        (
            "history --ticker IBM",
            "--ticker",
            "ticker needs no option, write history TICKER; vfapi history -h",
        ),
        (
            "indicator NY.GDP.MKTP.CD --countries de,fr",
            "--countries",
            "countries needs no option, write indicator INDICATOR COUNTRIES; vfapi indicator -h",
        ),
    ] {
        check(line, 2, &format!("unexpected argument '{argument}' found: {advice}"));
    }
    let silent = LoopbackHost::start(|_| {
        loop {
            std::thread::park();
        }
    });
    let output = at(silent.url(), "history IBM --deadline 0.05");
    let message = "error: History IBM: no whole reply within 50ms; ask again, or allow more";
    assert!(output.status.code() == Some(6) && stderr(&output).starts_with(message), "{}", stderr(&output));
    let output = at(&format!("http://{dead}"), "history IBM");
    assert_eq!(output.status.code(), Some(6), "{}", stderr(&output));
    let unset = vfapi(words("--sample isin AAPL")).env("VFAPI_RETRIES", "").output().unwrap();
    assert_eq!(unset.status.code(), Some(0), "{}", stderr(&unset));
}

#[test]
fn every_fault_of_the_parameters_at_once() {
    let output =
        run(&words("--sample history IBM --range 2mo --start 2020-01-01 --adjust full --interval 7d"));
    assert_eq!(output.status.code(), Some(2));
    expect![[r#"
        error: History: 'range' is "2mo": write one of 1d, 5d, 1mo, 3mo, 6mo, 1y, 2y, 5y, 10y, ytd, max (did you mean "1mo"?); 'range' and 'start' contradict each other: give one of them; 'interval' is "7d": write one of 1m, 2m, 5m, 15m, 30m, 60m, 90m, 1h, 1d, 5d, 1wk, 1mo, 3mo (did you mean "5d"?); 'adjust' is "full": write one of auto, back, none
    "#]]
    .assert_eq(stderr(&output));
}

#[test]
fn hosts_come_from_the_environment_too() {
    let sample = SampleHost::start().unwrap();
    let output = vfapi(["history", "IBM"]).env("VFAPI_QUERY_URL", sample.url()).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    // An empty variable counts as unset, and the sample host wins over the environment.
    for value in ["", "http://127.0.0.1:1"] {
        let output = vfapi(["history", "IBM", "--sample"]).env("VFAPI_QUERY_URL", value).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    }
    let output = vfapi(["convert", "screeners", "-"]).env("VFAPI_QUERY_URL", "nonsense").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--query-url"), "{}", stderr(&output));
    // The option wins over the environment.
    let output = vfapi(["history", "IBM", "--query-url", sample.url()])
        .env("VFAPI_QUERY_URL", "http://127.0.0.1:1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn verbose_says_on_stderr_what_is_known() {
    let output = run(&words("-v --sample history IBM --adjust auto"));
    expect![[r#"
        request: History IBM
        source: api of the sample host, which invents its data
        adjustment: auto
        missing parts: none
    "#]]
    .assert_eq(stderr(&output));
    assert!(serde_json::from_str::<Value>(stdout(&output)).is_ok());
}

/// A fund has not all parts of a profile: the command takes those that there are, and says so.
#[test]
fn a_profile_of_no_company() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("summary.json");
    let saved = |kind: &str| {
        let reply = format!(
            r#"{{"quoteSummary":{{"result":[{{"quoteType":{{"symbol":"FND","quoteType":"{kind}"}}}}],"error":null}}}}"#
        );
        std::fs::write(&file, reply).unwrap();
        file.display().to_string()
    };
    let fund = saved("ETF");
    let output = run(&["convert", "profile", "FND", &fund]);
    assert_eq!(
        (output.status.code(), stderr(&output)),
        (
            Some(0),
            "note: FND is of the kind ETF, which has not all parts; those that are missing are null \
             (--partial=false makes an error of it)\n"
        )
    );
    assert!(stdout(&output).contains(r#""recommendations":null"#), "{}", stdout(&output));
    let strict = run(&["convert", "profile", "FND", "--partial=false", &fund]);
    let message = "error: Profile FND: Profile not found (404): the source of calendar is missing (the instrument \
                   is of the kind \"ETF\"); check the ticker, or set partial to get the parts that there are\n";
    assert_eq!((strict.status.code(), stderr(&strict)), (Some(3), message));
    let company = run(&["convert", "profile", "FND", &saved("EQUITY")]);
    assert_eq!(company.status.code(), Some(3), "{}", stderr(&company));
}

/// The currency of statements, and the interval that the host widened.
#[test]
fn notes_of_a_reply() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reply.json");
    let said = |endpoint: &str, reply: &str| {
        std::fs::write(&file, reply).unwrap();
        let output = run(&["convert", endpoint, "ACME", "--verbose", &file.display().to_string()]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stderr(&output).to_owned()
    };
    let statements = r#"{"timeseries":{"result":[{"meta":{"symbol":["ACME"]},"annualTotalAssets":[
        {"asOfDate":"2023-12-31","currencyCode":"CNY","reportedValue":{"raw":1}}]}],"error":null}}"#;
    assert!(said("financials", statements).ends_with("\ncurrency: CNY\n"));
    let chart =
        r#"{"chart":{"result":[{"meta":{"symbol":"ACME","dataGranularity":"3mo"},"indicators":{}}]}}"#;
    assert!(
        said("history", chart).starts_with("note: the interval of the bars is 3mo, where 1d was asked for\n")
    );
}
