//! Tests of the command as a user runs it: its output and its exit codes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::OsStr;
use std::io::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use expect_test::{expect, expect_file};
use serde_json::Value;
use virtual_finance::{ENDPOINTS, HOSTS};
use virtual_finance_loopback::LoopbackHost;
use virtual_finance_reference::command_line;
use virtual_finance_sample::{DEFAULT_NOW, SampleHost, reply};

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
    assert_eq!(stdout(&output).lines().count(), 1, "one line in a pipe");
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
    for (line, code, message) in [
        ("history NOTFOUND", 3, "error: History NOTFOUND: the host answered with status 404"),
        ("isin NOTFOUND", 3, "error: Isin NOTFOUND: ISIN not found (404)"),
        ("profile CUT", 4, "error: Profile CUT: the reply could not be converted (422): the reply is cut"),
        (
            "history HTML",
            4,
            "error: History HTML: the reply could not be converted (422): the reply is a page that says that the host will be right back",
        ),
        (
            "options IBM --date 2024-07-20",
            3,
            "error: Options IBM: not found (404): no options expire on 2024-07-20; there are 2024-07-",
        ),
        ("holders LIMITED", 5, "error: Holders LIMITED: the host answered with status 429"),
        ("options BROKEN", 1, "error: Options BROKEN: the host answered with status 500"),
        ("history ..", 2, "error: History: 'ticker' is \"..\": it would change the path"),
        ("history IBM --range 2mo --adjust no", 2, "error: History: 'range' is \"2mo\": write one of 1d,"),
        ("history", 2, "error: the following required arguments were not provided"),
        ("historie IBM", 2, "error: there is no command historie; write\n  vfapi history "),
        ("zzzzzz IBM", 2, "error: unrecognized subcommand 'zzzzzz'"),
        ("holders LIMITED --retries 0", 5, "error: Holders LIMITED: the host answered with status 429;"),
        (
            "options BROKEN --retries 1",
            1,
            "error: Options BROKEN: the host answered with status 500 in the last of 2 attempts (before it: status 500);",
        ),
        (
            "history IBM --timeout 0",
            2,
            "error: invalid value '0' for '--timeout <TIME>': write a time such as 30s, ",
        ),
        (
            "history IBM --deadline soon",
            2,
            "error: invalid value 'soon' for '--deadline <TIME>': write a time such as 30s, ",
        ),
        (
            "history NOTFOUND --deadline 100000d",
            3,
            "error: History NOTFOUND: the host answered with status 404",
        ),
        ("history IBM --retries -1", 2, "error: invalid value '-1' for '--retries <N>': write an integer"),
        ("history IBM --max-results 5", 2, "error: unexpected argument '--max-results' found"),
        (
            "history IBM --since 2024-01-01",
            2,
            "error: unexpected argument '--since' found: write --start; vfapi",
        ),
        (
            "history IBM --weekly",
            2,
            "error: unexpected argument '--weekly' found: write --interval 1wk; vfapi",
        ),
        (
            "financials IBM --period quarterly",
            2,
            "error: unexpected argument '--period' found: write --table financials.quarterly; vfapi",
        ),
        (
            "options IBM --expiry 2024-07-19",
            2,
            "error: unexpected argument '--expiry' found: write --date; vfapi",
        ),
        (
            "quote IBM --csv",
            2,
            "error: unexpected argument '--csv' found: write --format csv; vfapi quote -h",
        ),
        ("quote IBM --since 1", 2, "error: unexpected argument '--since' found: vfapi quote -h lists"),
        (
            "calendar earnings",
            2,
            "error: unexpected argument 'earnings' found: write --calendars earnings; vfapi",
        ),
        (
            "plot IBM --html",
            2,
            "error: unexpected argument '--html' found: write -o FILE.html; vfapi plot -h",
        ),
    ] {
        let output = at(sample.url(), line);
        assert_eq!(output.status.code(), Some(code), "{line}: {}", stderr(&output));
        assert!(stderr(&output).starts_with(message), "{line}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{line}");
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

/// All files of a folder of records are its replies with their facts, which are no replies.
#[test]
fn convert_reads_a_folder_of_records() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("records");
    let asked = run(&words(&format!("--sample history IBM --range 5d --record {}", records.display())));
    let mut files: Vec<_> = std::fs::read_dir(&records).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 2);
    let mut arguments = words("convert history IBM --range 5d");
    arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
    assert_eq!(stdout(&run(&arguments)), stdout(&asked));
}

#[test]
fn a_file_in_the_place_of_the_parameters_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("quotes.json");
    std::fs::write(&file, "{}").unwrap();
    let file = file.display().to_string();
    let required = "error: the following required arguments were not provided: <FILE>...; ";
    for (line, told) in [
        (
            vec!["quote", &file],
            format!("{file} is a file, which comes last: write vfapi convert quote IBM,MSFT {file}\n"),
        ),
        (
            vec!["history", "--range", "5d", &file],
            format!("{file} is a file, which comes last: write vfapi convert history IBM {file}\n"),
        ),
        (vec!["history", "IBM"], "write vfapi convert history IBM FILE\n".to_owned()),
    ] {
        let output = run(&[vec!["--format", "csv", "convert"], line].concat());
        assert_eq!((output.status.code(), stderr(&output)), (Some(2), &*format!("{required}{told}")));
    }
}

#[test]
fn convert_gives_what_the_request_gives() {
    let saved = |path: &str, query: &str| reply(path, query, DEFAULT_NOW).body;
    for (line, body) in [
        (
            "history IBM --adjust auto",
            saved(
                "/v8/finance/chart/IBM",
                "range=1mo&interval=1d&includePrePost=false&events=div%2Csplits&includeAdjustedClose=true",
            ),
        ),
        ("isin IBM", saved("/ajax/SearchController_Suggest", "query=IBM&max_results=25")),
        ("screeners", saved("/screener", "")),
        ("profile IBM --partial", saved("/quote/IBM", "")),
        ("screener DAY_GAINERS", saved("/screener/predefined/DAY_GAINERS", "")),
    ] {
        let asked = run(&words(&format!("--sample {line}")));
        let mut child = vfapi(words(&format!("convert {line} -")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(body.as_bytes()).unwrap();
        let converted = child.wait_with_output().unwrap();
        assert!(converted.status.success(), "{line}");
        assert_eq!(stdout(&converted), stdout(&asked), "{line}");

        let file =
            std::env::temp_dir().join(format!("vfapi-{}-{}", std::process::id(), line.replace(' ', "-")));
        std::fs::write(&file, body).unwrap();
        let mut arguments = words("convert");
        arguments.extend(words(line));
        arguments.push(file.to_str().unwrap());
        let converted = run(&arguments);
        std::fs::remove_file(&file).unwrap();
        assert_eq!(stdout(&converted), stdout(&asked), "{line} from a file");
    }
}

#[test]
fn a_replay_gives_what_the_recording_gave() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("records-{}", std::process::id()));
    let records = folder.to_str().unwrap();
    // The recording's sample host stops with its command.
    let lines = ["history IBM --range max --adjust auto", "profile IBM", "options IBM", "history NOTFOUND"];
    let recorded = lines.map(|line| run(&words(&format!("--sample --record {records} {line}"))));
    for (line, recorded) in lines.iter().zip(&recorded) {
        let replayed = run(&words(&format!("{line} --replay {records}")));
        assert_eq!(replayed.stdout, recorded.stdout, "{line}");
        assert_eq!((stderr(&replayed), replayed.status), (stderr(recorded), recorded.status), "{line}");
    }
    let verbose = run(&words(&format!("-v isin IBM --sample --record {records}")));
    assert!(stderr(&verbose).contains("source: page of the sample host"), "{}", stderr(&verbose));
    let verbose = run(&words(&format!("-v isin IBM --sample --replay {records}")));
    let source = format!("source: page, as recorded in {records}\n");
    assert!(stderr(&verbose).contains(&source), "{}", stderr(&verbose));

    let absent = run(&words(&format!("--replay {records} profile MSFT")));
    assert_eq!(absent.status.code(), Some(1));
    let message = format!(
        "error: Profile MSFT: {records} has no reply to GET https://finance.yahoo.com/quote/MSFT; record it with \
         vfapi --record, or ask for what was recorded\n"
    );
    assert_eq!((stderr(&absent), stdout(&absent)), (message.as_str(), ""));
    let both = run(&words(&format!("--replay {records} profile IBM --record {records}")));
    assert_eq!(both.status.code(), Some(2), "{}", stderr(&both));
    std::fs::remove_dir_all(&folder).unwrap();
    let gone = run(&words(&format!("--replay {records} profile IBM")));
    assert_eq!(gone.status.code(), Some(2), "{}", stderr(&gone));
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

#[test]
fn a_file_that_is_too_long() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.json");
    std::fs::write(&file, vec![b' '; 1001]).unwrap();
    let file = file.display().to_string();
    let run_with = |limit: &str| run(&["--max-body", limit, "convert", "history", "IBM", &file]);
    let output = run_with("1000");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let expected = format!(
        "error: {file} has more than 1000 bytes; allow more with --max-body, or name a saved reply\n"
    );
    assert_eq!(stderr(&output), expected);
    assert_eq!(run_with("1001").status.code(), Some(4), "it is read, and no history");
    // An endless pipe is read no further than that.
    let output = run(&["convert", "history", "IBM", "/dev/zero"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn a_file_that_is_not_there() {
    let output = run(&words("convert screeners no-such-file"));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error: no-such-file cannot be read: "), "{}", stderr(&output));
}

#[test]
fn help_texts() {
    for (line, file) in [
        ("history -h", expect_file!["help/history-short.txt"]),
        ("history --help", expect_file!["help/history.txt"]),
        ("convert isin --help", expect_file!["help/convert-isin.txt"]),
    ] {
        file.assert_eq(stdout(&run(&words(line))));
    }
}

/// The help has every endpoint in its group, a line each, and fits a screen or two; the options have a page of their own.
#[test]
fn the_main_help_has_every_endpoint_in_its_group() {
    let output = run(&["--help"]);
    let long = stdout(&output);
    assert!(long.lines().count() <= 61, "{} lines\n{long}", long.lines().count());
    let mut groups = long.split("\n\n").filter_map(|part| part.split_once(":\n"));
    let groups: Vec<(&str, &str)> = groups.by_ref().collect();
    let names: Vec<&str> = groups.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["Prices", "Company", "Market", "Tools"]);
    for info in ENDPOINTS {
        let group = groups.iter().find(|(name, _)| Some(*name) == info.group);
        let (_, lines) =
            group.unwrap_or_else(|| panic!("{} has no group of the help: {:?}", info.name, info.group));
        let line = lines.lines().find(|line| line.split_whitespace().next() == Some(info.command)).unwrap();
        assert!(line.ends_with(&first_sentence(info.doc)), "{line}");
        assert!(line.len() <= 80, "shorten the first line of the doc of {}: {line}", info.name);
    }
    // A command that this build has not is in no list; the end says how to get it.
    let is_full = cfg!(all(feature = "frames", feature = "mcp", feature = "stream"));
    assert_eq!(long.matches(": cargo install --path cli --features full").count(), usize::from(!is_full));
    assert_eq!(long.contains("\n  ticker "), cfg!(feature = "frames"));
    assert_eq!(long.contains("\n  stream "), cfg!(feature = "stream"));
    let output = run(&["-h"]);
    assert!(stdout(&output).lines().count() <= 40, "{}", stdout(&output));
    let output = run(&["config", "options"]);
    for host in HOSTS {
        let option = format!("--{} <URL>", host.name.replace('_', "-"));
        assert!(stdout(&output).contains(&option), "{option}\n{}", stdout(&output));
    }
    let texts = entries(stdout(&output)).into_iter().filter(|entry| !entry.contains("-url <URL>"));
    expect_file!["help/options.txt"].assert_eq(&(texts.collect::<Vec<_>>().join("\n") + "\n"));
    for (command, most) in [("statements", 60), ("history", 91)] {
        let output = run(&[command, "--help"]);
        assert!(stdout(&output).lines().count() <= most, "{command}: {}", stdout(&output).lines().count());
    }
}

/// Checks that ten lines say how to begin, and that words that people try lead to a command.
#[test]
fn the_first_steps_are_told() {
    let output = run::<&str>(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).lines().count() <= 10, "{}", stderr(&output));
    expect![[r#"
        vfapi: Market data of finance.yahoo.com ("the host") as JSON or tables

          vfapi quote IBM,MSFT        The latest prices of two companies
          vfapi history IBM           The daily prices of the last month
          vfapi profile IBM           The profile of IBM
          vfapi screener DAY_GAINERS  The stocks that gained most on the trading day

        vfapi --help lists the commands, and vfapi quote --help explains one.
        Add --sample to try any of them with invented data, without a network.
    "#]]
    .assert_eq(stderr(&output));
    for (line, expected) in [
        ("dividends IBM --range 1y", "vfapi history IBM --range 1y --table dividends "),
        ("prices IBM", "vfapi history IBM "),
        ("info IBM", "vfapi profile IBM "),
        ("earnings IBM", "vfapi earnings-dates IBM "),
        ("earnings --help", "vfapi analysis "),
        ("Balance_Sheet IBM", "vfapi financials IBM --table balancesheet.yearly "),
        ("ipos", "vfapi event-calendar ipo_info "),
        ("chart IBM", "vfapi plot IBM"),
        ("live IBM", "vfapi stream IBM"),
    ] {
        let output = run(&words(line));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(stderr(&output).starts_with("error: there is no command "), "{}", stderr(&output));
        assert!(stderr(&output).contains(&format!("\n  {expected}")), "{}", stderr(&output));
    }
}

/// Returns the entries of a help text, each on one line whatever the widths of its columns.
fn entries(help: &str) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    for line in help.lines().filter(|line| !line.trim().is_empty()) {
        let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
        // Options begin at column 2, or 6 without a short name; deeper lines continue an entry.
        let column = line.chars().take_while(|letter| *letter == ' ').count();
        match entries.last_mut() {
            Some(entry) if column > 6 => *entry += &format!(" {text}"),
            _ => entries.push(text),
        }
    }
    entries
}

fn first_sentence(doc: &str) -> &str {
    doc.lines().next().unwrap().trim_end_matches('.')
}

#[test]
fn the_list_has_every_endpoint() {
    let output = run(&["endpoints"]);
    let list = stdout(&output);
    for info in ENDPOINTS {
        let what = format!(
            "\n    {}\n    {} {{{}}}/{}\n",
            first_sentence(info.doc),
            info.method,
            info.host.name,
            info.path
        );
        assert!(list.contains(&what), "{what:?} is not in the list");
    }
    assert!(list.contains("isin QUERY [--max-results]\n"), "{list}");
}

#[test]
fn the_catalogue_for_tools() {
    for (option, pointer) in [("--json", "/endpoints"), ("--openapi", "/paths")] {
        let output = run(&["endpoints", option]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(stdout(&output).lines().count(), 1, "one line in a pipe");
        let document: Value = serde_json::from_str(stdout(&output)).unwrap();
        let part = document.pointer(pointer).unwrap();
        let count = part.as_array().map_or_else(|| part.as_object().unwrap().len(), Vec::len);
        assert_eq!(count, ENDPOINTS.len(), "{option}");
    }
    let output = run(&["endpoints", "--json", "--openapi"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("'--json' cannot be used with '--openapi'"), "{}", stderr(&output));
}

#[test]
fn the_examples_of_the_pages_run() {
    for info in ENDPOINTS {
        for example in info.examples {
            let line = command_line("vfapi", info, example.params);
            let output = Command::new("sh")
                .args(["-c", &format!("{} --sample", line.replacen("vfapi", "\"$VFAPI\"", 1))])
                .env("VFAPI", env!("CARGO_BIN_EXE_vfapi"))
                .output()
                .unwrap();
            // Some ask for a symbol that nobody knows.
            let code = if line.contains("IBM,NOTFOUND") { 7 } else { 0 };
            let is_known = output.status.success() && info.view.is_some_and(|view| view.unknown.is_some());
            assert!(is_known || output.status.code() == Some(code), "{line}: {}", stderr(&output));
            let response: Value = serde_json::from_str(stdout(&output)).unwrap();
            assert!(response.is_object() || response.is_array(), "{line}: {response}");
        }
    }
}
