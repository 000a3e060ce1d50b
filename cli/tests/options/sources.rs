//! A page that cannot be read is not fetched again at every call, and another provider is asked behind a busy host.

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use virtual_finance_loopback::{LoopbackHost, Served, reply, target};

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
    // Without a key it is not asked, and the error says how, of those alone that have such an instrument.
    for (ticker, end) in [
        ("IBM", "request, or set TIINGO_API_KEY to ask Tiingo, too\n"),
        ("BTC-USD", "request, or add --source kraken\n"),
        ("^GSPC", "wait 1m before the next request\n"),
    ] {
        let (code, _, notes) = run(ticker, None);
        assert_eq!((code, notes.ends_with(end), tiingo.targets().len()), (Some(5), true, 1), "{notes}");
    }
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let unreachable = format!("--query-url http://{closed} --retries 0 --no-session-file history IBM");
    let (code, _, notes) =
        said(vfapi(unreachable.split_whitespace()).env_remove("TIINGO_API_KEY").output().unwrap());
    let end = "the proxy and the host, or set TIINGO_API_KEY to ask Tiingo, too\n";
    assert_eq!((code, notes.ends_with(end)), (Some(6), true), "{notes}");
    // Whoever wants the market's services alone sends Tiingo nothing.
    for choice in ["api", "page"] {
        let (code, ..) = run(&format!("IBM --source {choice}"), Some("canary"));
        assert_eq!((code, tiingo.targets().len()), (Some(5), 1), "{choice}");
    }
    // By its name it is asked alone.
    let before = busy.targets().len();
    let (code, csv, _) = run("IBM --source Tiingo", Some("canary"));
    assert_eq!((code, csv.lines().count(), busy.targets().len()), (Some(0), 2, before));
    let (code, _, message) = run("IBM --source tiingo", None);
    assert!(code != Some(0) && message.contains("TIINGO_API_KEY"), "{message}");
    let (_, _, message) = run("^GSPC --source tiingo", Some("canary"));
    assert!(message.contains("Tiingo has no ^GSPC"), "{message}");
}

/// The tickers of the SEC, the figures of a company there, and its filings, by the path.
fn sec(request: &str) -> Vec<u8> {
    let body = match target(request) {
        "/files/company_tickers.json" => r#"{"0":{"cik_str":51143,"ticker":"IBM","title":"Invented"}}"#,
        "/submissions/CIK0000051143.json" => {
            r#"{"cik":"51143","filings":{"recent":{"accessionNumber":["0000051143-24-000012"],"filingDate":["2024-02-26"],
                "form":["10-K"],"primaryDocument":["ibm.htm"],"primaryDocDescription":["10-K"]}}}"#
        }
        _ => {
            r#"{"cik":51143,"entityName":"Invented","facts":{"us-gaap":{"NetIncomeLoss":{"units":{"USD":[
                {"start":"2023-01-01","end":"2023-12-31","val":7502,"form":"10-K","filed":"2024-02-26"}]}}}}}"#
        }
    };
    reply(200, &[], body)
}

/// Bars of Kraken, of January 5, 2026.
const BARS: &str =
    r#"{"error":[],"result":{"XXBTZUSD":[[1767571200,"9","12","8","10","9.5","7",3]],"last":1767571200}}"#;

/// Each way in which the first host fails, each provider behind it, with its key or contact and without.
#[test]
fn each_provider_answers_where_the_first_host_fails_and_the_user_wants_it() {
    let consent = "<html><form>csrfToken consent</form></html>";
    let failing = [
        reply(429, &[("retry-after", "60")], ""),
        reply(503, &[], ""),
        reply(403, &[], ""),
        reply(200, &[("content-type", "text/html")], consent),
        Vec::new(),
    ];
    let run = |first: &LoopbackHost, second: &LoopbackHost, line: &str, wish: Option<(&str, &str)>| {
        let [first, second] = [first.url(), second.url()];
        let line = format!(
            "--query-url {first} --finance-url {first} --cookie-url {first} --tiingo-url {second} --kraken-url {second} \
             --sec-url {second} --sec-data-url {second} --retries 0 --rate 0 --no-session-file {line}"
        );
        let mut command = vfapi(line.split_whitespace());
        command.env_remove("TIINGO_API_KEY").env_remove("VFAPI_CONTACT").envs(wish);
        said(command.output().unwrap())
    };
    let contact = ("VFAPI_CONTACT", "me@example.com");
    let cases = [
        (
            "history IBM --range max",
            Some(("TIINGO_API_KEY", "canary")),
            "tiingo",
            "2026-01-05,9,12,8,10,7,10",
        ),
        ("statements IBM", Some(contact), "sec", "7502"),
        ("filings IBM", Some(contact), "sec", "0000051143-24-000012"),
        // Nobody has a key of Kraken: it is asked by its name.
        ("history BTC-USD --range max", None, "kraken", "2026-01-05,9,12,8,10,7,10"),
    ];
    for (line, wish, name, found) in cases {
        let second = LoopbackHost::start(move |request| match name {
            "tiingo" => reply(200, &[], DAY),
            "kraken" => reply(200, &[], BARS),
            _ => sec(request),
        });
        let line = format!("{line} --format csv");
        for failed in &failing {
            let first = LoopbackHost::saying(failed.clone());
            let (code, csv, notes) = run(&first, &second, &line, wish);
            let case = format!("{line} {:?}: {notes}", String::from_utf8_lossy(failed));
            assert_eq!((code == Some(0), csv.contains(found)), (wish.is_some(), wish.is_some()), "{case}");
            assert_eq!(notes.contains("note: the result is of"), wish.is_some(), "{case}");
            let asked = second.targets().len();
            assert_ne!(run(&first, &second, &line, None).0, Some(0), "{case}");
            assert_eq!(second.targets().len(), asked, "{case}");
        }
        // By its name it is asked alone, and says what it lacks.
        let first = LoopbackHost::saying(reply(200, &[], "{}"));
        let named = format!("{line} --source {name}");
        let (code, csv, notes) = run(&first, &second, &named, wish);
        assert_eq!(
            (code, csv.contains(found), first.targets().len()),
            (Some(0), true, 0),
            "{named}: {notes}"
        );
        if let Some((variable, _)) = wish {
            let (code, _, message) = run(&first, &second, &named, None);
            assert!(code != Some(0) && message.contains(variable), "{message}");
        }
    }
    let second = LoopbackHost::start(|request| match target(request) {
        "/files/company_tickers.json" => sec(request),
        _ => reply(200, &[], r#"{"error":["EQuery:Unknown asset pair"]}"#),
    });
    for (line, code, words) in [
        ("quote IBM --source sec", 2, "Quote: sec is no source of it; write --source auto or page or api"),
        ("statements NOPE --source sec", 3, "the SEC knows no such company"),
        ("statements ^GSPC --source sec", 4, "SEC has no ^GSPC"),
        ("statements IBM --period trailing --source sec", 4, "SEC has no trailing statements"),
        ("history NOPE-USD --source kraken", 3, "Kraken has no such pair"),
        ("history IBM --source kraken", 4, "Kraken has no IBM"),
        ("history BTC-USD --interval 3mo --source kraken", 4, "Kraken has no bars of 3mo"),
    ] {
        let (found, _, message) = run(&second, &second, line, Some(contact));
        assert_eq!((found, message.contains(words)), (Some(code), true), "{line}: {message}");
    }
}

#[test]
fn the_sample_host_answers_for_other_providers() {
    for (line, found) in [
        ("history IBM --range 5d --source tiingo", "172.95"),
        ("history BTC-USD --range 5d --source kraken", "61600.5"),
        ("statements IBM --source sec", "61860000000"),
        ("filings IBM --source sec", "0000051143-24-000012"),
    ] {
        let (code, csv, notes) =
            said(vfapi(words(&format!("--sample {line} --format csv"))).output().unwrap());
        assert_eq!((code, csv.contains(found)), (Some(0), true), "{line}: {csv} {notes}");
    }
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
