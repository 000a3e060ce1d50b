//! A page that cannot be read is not fetched again at every call, and another provider is asked behind a busy host.

use std::fs;
use std::path::Path;

use virtual_finance_loopback::{LoopbackHost, Served, reply};

use super::{said, vfapi, words};

/// Asks for statements whose page cannot be converted. Returns whether the page was asked.
fn asks_the_page(folder: &Path, options: &str) -> bool {
    let records = tempfile::tempdir_in(folder).unwrap();
    let line = format!("--sample financials MODERN --record {}{options}", records.path().display());
    let (code, stdout, stderr) = said(vfapi(words(&line)).env("XDG_CACHE_HOME", folder).output().unwrap());
    assert_eq!((code, stderr.as_str(), stdout.contains("totalAssets")), (Some(0), "", true), "{options}");
    let facts =
        fs::read_dir(records.path()).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    facts.filter(|text| text.contains("/quote/MODERN/financials\"")).count() > 0
}

#[test]
fn a_page_that_cannot_be_read_is_left_for_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let [session, sources] = ["mine.json", "mine.sources.json"].map(|name| folder.path().join(name));
    let options = format!(" --session-file {}", session.display());
    assert!(asks_the_page(folder.path(), &options));
    let learned = fs::read_to_string(&sources).unwrap();
    assert_eq!(learned, r#"{"Financials":{"source":"services","since":1719604800}}"#);
    assert!(!asks_the_page(folder.path(), &options));
    assert_eq!(fs::read_to_string(&sources).unwrap(), learned);
    // After a day the page is asked once more, and so it is if the file cannot be read or written.
    fs::write(&sources, learned.replace("1719604800", "1719518400")).unwrap();
    assert!(asks_the_page(folder.path(), &options));
    assert_eq!(fs::read_to_string(&sources).unwrap(), learned);
    fs::write(&sources, "notes").unwrap();
    assert!(asks_the_page(folder.path(), &options));
    assert_eq!(fs::read_to_string(&sources).unwrap(), learned);
    fs::remove_file(&sources).unwrap();
    fs::create_dir(&sources).unwrap();
    assert!(asks_the_page(folder.path(), &options));
}

/// The answers of the sample host are kept nowhere by themselves.
#[test]
fn nothing_is_learned_of_other_hosts_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    for options in ["", " --no-session-file"] {
        assert!(asks_the_page(folder.path(), options));
        assert!(asks_the_page(folder.path(), options));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{options:?}");
    }
}

/// A day as Tiingo gives it.
const DAY: &str = r#"[{"date":"2026-01-05T00:00:00.000Z","open":9,"high":12,"low":8,"close":10,"volume":7,"adjClose":10,"splitFactor":1}]"#;

/// Days of Tiingo behind a market host that takes no more requests.
#[test]
fn another_provider_answers_where_the_first_host_takes_no_more_requests() {
    let busy = LoopbackHost::saying(reply(429, &[("retry-after", "60")], ""));
    let tiingo = LoopbackHost::saying(reply(200, &[], DAY));
    let line = |rest: &str| {
        let urls = format!("--query-url {} --tiingo-url {} --retries 0", busy.url(), tiingo.url());
        format!("{urls} --no-session-file history --range max --format csv {rest}")
    };
    let run = |rest: &str, key: Option<&str>| {
        let mut command = vfapi(line(rest).split_whitespace());
        match key {
            Some(key) => command.env("TIINGO_API_KEY", key),
            None => command.env_remove("TIINGO_API_KEY"),
        };
        said(command.output().unwrap())
    };
    let (code, csv, notes) = run("IBM", Some("canary"));
    assert_eq!((code, csv.lines().nth(1)), (Some(0), Some("2026-01-05,9,12,8,10,7,10")), "{notes}");
    assert!(
        notes.contains("note: the result is of Tiingo (127.0.0.1); it is otherwise: days end"),
        "{notes}"
    );
    assert!(!notes.contains("canary"), "{notes}");
    assert!(tiingo.targets()[0].starts_with("/tiingo/daily/IBM/prices?"), "{:?}", tiingo.targets());
    // Without a key it is not asked, and nothing is said of it.
    let (code, _, notes) = run("IBM", None);
    assert_eq!((code, notes.contains("Tiingo"), tiingo.targets().len()), (Some(5), false, 1), "{notes}");
    // By its name it is asked alone.
    let before = busy.targets().len();
    let (code, csv, _) = run("IBM --source Tiingo", Some("canary"));
    assert_eq!((code, csv.lines().count(), busy.targets().len()), (Some(0), 2, before));
    let (code, _, message) = run("IBM --source tiingo", None);
    assert!(code != Some(0) && message.contains("TIINGO_API_KEY"), "{message}");
    let (_, _, message) = run("^GSPC --source tiingo", Some("canary"));
    assert!(message.contains("Tiingo has no ^GSPC"), "{message}");
}

/// The days of Tiingo are for a user's own use.
#[test]
fn a_gateway_for_others_asks_no_provider_behind_the_host_unless_allowed() {
    for (arguments, status) in [
        ("", 200),
        (" --allow-host gate.example", 429),
        (" --allow-host gate.example --source tiingo", 429),
        (" --allow-host gate.example --allow tiingo_url", 200),
    ] {
        let busy = LoopbackHost::saying(reply(429, &[("retry-after", "60")], ""));
        let tiingo = LoopbackHost::saying(reply(200, &[], DAY));
        let urls = format!("--query-url {} --tiingo-url {} --retries 0", busy.url(), tiingo.url());
        let line = format!("{urls} --no-session-file serve --listen 127.0.0.1:0 --log off{arguments}");
        let mut command = vfapi(line.split_whitespace());
        let served = Served::start("vfapi", command.env("TIINGO_API_KEY", "canary"));
        let (found, ..) = served.ask("GET", "/history?ticker=IBM&range=max", "*/*", "");
        assert_eq!((found, tiingo.targets().len()), (status, usize::from(status == 200)), "{arguments:?}");
    }
}
