//! `check`: what is up, what is down, and what to do.

use std::net::TcpListener;
use std::process::Command;

use serde_json::{Value, json};
use virtual_finance_loopback::{LoopbackHost, header, reply};

use crate::support::{said, vfapi};

const HOSTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/check/hosts.yaml");

/// Returns a host that answers with JSON.
fn saying(status: u16, body: &str) -> LoopbackHost {
    LoopbackHost::saying(reply(status, &[("content-type", "application/json")], body))
}

/// Returns the rows without their times, which each host that was asked has.
fn rows(stdout: &str) -> Value {
    let mut rows: Value = serde_json::from_str(stdout).unwrap();
    for row in rows.as_array_mut().unwrap() {
        let time = row.as_object_mut().unwrap().remove("ms").unwrap();
        assert_eq!(time.is_u64(), !row["result"].as_str().unwrap().starts_with("not asked"), "{row}");
    }
    rows
}

/// Returns the command about a good host, a host that refuses connections, a host with a limit, a host that wants a key and a host that
/// shows a page.
fn check(hosts: &[&str; 5], options: &[&str]) -> Command {
    let names = ["--up-url", "--down-url", "--busy-url", "--locked-url", "--page-url"];
    let hosts = names.iter().zip(hosts).flat_map(|(name, url)| [*name, *url]);
    let mut command =
        vfapi(["--table", HOSTS, "check"].into_iter().chain(hosts).chain(options.iter().copied()));
    command.env_remove("HOSTS_BUSY_KEY").env_remove("HOSTS_LOCKED_KEY");
    command
}

#[test]
fn each_host_says_what_works_and_what_to_do() {
    let (up, busy, locked) = (saying(200, "[1]"), saying(429, "{}"), saying(200, "[1]"));
    let page = LoopbackHost::saying(reply(200, &[("content-type", "text/html")], "<!DOCTYPE html><p>Hello"));
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let down = format!("http://{port}");
    let hosts = [up.url(), &down, busy.url(), locked.url(), page.url()];
    let (code, stdout, stderr) = said(check(&hosts, &["--format", "json"]).output().unwrap());
    let row = |host: &str, asked: &str, result: &str, source: Value, key: &str, advice: Value| json!({ "host": host, "asked": asked, "result": result, "source": source, "key": key, "advice": advice });
    let refused = format!("the request to {port} failed: Connection refused (os error 111)");
    let limit = "the host answered with status 429";
    let html = "the reply could not be converted (422): the reply is HTML where JSON was asked for";
    let advice = [
        "check the network, the proxy and the host",
        "ask less often and wait before the next request",
        "check the parameters, and open the address to see what it gives",
    ];
    let expected = json!([
        row("up_url", "short a", "ok", "api".into(), "none needed", Value::Null),
        row("down_url", "down", &refused, Value::Null, "none needed", advice[0].into()),
        row("busy_url", "busy", limit, Value::Null, "not set: HOSTS_BUSY_KEY", advice[1].into()),
        row("locked_url", "locked", "not asked: set the environment variable HOSTS_LOCKED_KEY", Value::Null, "missing: HOSTS_LOCKED_KEY", Value::Null),
        row("page_url", "page", html, Value::Null, "none needed", advice[2].into()),
        {
            "host": "writing_url", "asked": null, "source": null, "key": "none needed", "advice": null,
            "result": "not asked: no endpoint has an example that only reads",
        },
    ]);
    assert_eq!(rows(&stdout), expected, "{stderr}");
    let failed = format!(
        "error: 3 of 4 hosts failed:\n  down_url: {}\n  busy_url: {}\n  page_url: {}\n",
        advice[0], advice[1], advice[2]
    );
    assert_eq!((code, stderr), (Some(6), failed));
    assert_eq!([up.targets(), locked.targets()], [vec!["/short/a".to_owned()], vec![]]);
    assert_eq!(busy.targets().len(), 1);

    let (_, table, _) = said(check(&hosts, &[]).output().unwrap());
    let first = table.lines().nth(1).unwrap().split_whitespace().collect::<Vec<_>>();
    assert_eq!(first, ["host", "asked", "result", "source", "key", "ms"], "{table}");
    assert!(!table.contains("advice"), "{table}");
}

#[test]
fn what_answers_with_its_key_is_no_failure() {
    let host = saying(200, "[1]");
    let url = host.url();
    let mut command = check(&[url; 5], &["--format", "json"]);
    let output = command.env("HOSTS_LOCKED_KEY", "k-1").env("HOSTS_BUSY_KEY", "k-2").output().unwrap();
    let (code, stdout, stderr) = said(output);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let rows = rows(&stdout);
    for (at, key) in [(2, "set"), (3, "set"), (4, "none needed")] {
        assert_eq!([&rows[at]["result"], &rows[at]["key"]], ["ok", key], "{stdout}");
    }
    let keys: Vec<_> = host.requests().iter().filter_map(|request| header(request, "x-key")).collect();
    assert_eq!(keys.len(), 2, "{keys:?}");
}

/// The reply comes from a host; a kept one would say nothing of it.
#[test]
fn no_reply_of_a_cache_counts() {
    let folder = tempfile::tempdir().unwrap();
    let cache = format!("--cache={}", folder.path().display());
    for status in [200, 500] {
        let host = saying(status, "[1]");
        let options = [&*cache, "--stale-if-error", "1h"];
        let (code, ..) = said(check(&[host.url(); 5], &options).output().unwrap());
        assert_eq!((code, host.targets().len()), (Some(i32::from(status != 200)), 4));
    }
}

#[test]
fn the_hosts_of_the_market_are_asked_at_the_sample_host() {
    let (code, stdout, stderr) = said(vfapi(["--sample", "check", "--format", "json"]).output().unwrap());
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    let all = rows(&stdout);
    let of = |host: &str| all.as_array().unwrap().iter().find(|row| row["host"] == host).cloned();
    for (host, source) in [("finance_url", "page"), ("query_url", "api"), ("isin_url", "page")] {
        let row = of(host).unwrap();
        assert_eq!([&row["result"], &row["source"]], ["ok", source], "{stdout}");
    }
    assert_eq!(of("streamer_url"), None);

    let down = saying(503, "");
    let line = ["--sample", "check", "--format", "json", "--finance-url", down.url()];
    let (code, stdout, stderr) = said(vfapi(line).output().unwrap());
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    let pages = rows(&stdout).as_array().unwrap().iter().find(|row| row["host"] == "finance_url").cloned();
    assert_eq!(pages.unwrap()["source"], "fallback services");
}
