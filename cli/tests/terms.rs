//! The terms of hosts: the words that are shown with their data, replies that are not kept, and data for one's own use.

use std::process::Command;

use serde_json::Value;
use virtual_finance_loopback::{LoopbackHost, Served, reply};

use crate::support::{said, vfapi};

const HOSTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/check/hosts.yaml");

const WORDS: &str = "Data by the page (https://page.example)";

fn host() -> LoopbackHost {
    LoopbackHost::saying(reply(200, &[("content-type", "application/json")], "[1]"))
}

fn of(host: &LoopbackHost, arguments: &[&str]) -> Command {
    let hosts =
        ["--table", HOSTS, "--page-url", host.url(), "--up-url", host.url(), "--locked-url", host.url()];
    let mut command = vfapi(hosts.iter().chain(arguments));
    command.env("HOSTS_LOCKED_KEY", "k-1");
    command
}

#[test]
fn the_words_of_a_host_are_beside_its_data_and_in_its_docs() {
    let host = host();
    let (code, _, stderr) = said(of(&host, &["page", "--verbose"]).output().unwrap());
    let lines = stderr.lines().filter(|line| line.contains(WORDS)).collect::<Vec<_>>();
    assert_eq!((code, lines), (Some(0), vec![&*format!("attribution: {WORDS}")]), "{stderr}");
    for arguments in [&["page"][..], &["short", "a", "--verbose"]] {
        let (code, _, stderr) = said(of(&host, arguments).output().unwrap());
        assert!(code == Some(0) && !stderr.contains(WORDS), "{stderr}");
    }
    let (_, help, _) = said(of(&host, &["page", "--help"]).output().unwrap());
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let terms = format!("Show `{WORDS}` with the data. The host forbids to keep replies: no cache does.");
    assert!(help.contains(&terms), "{help}");
    let (_, document, _) = said(of(&host, &["openapi"]).output().unwrap());
    let document: Value = serde_json::from_str(&document).unwrap();
    assert_eq!(document["paths"]["/page"]["get"]["description"], *terms);
}

#[test]
fn no_cache_keeps_what_its_host_forbids_to_keep() {
    let folder = tempfile::tempdir().unwrap();
    let cache = format!("--cache={}", folder.path().display());
    let note = "note: page_url forbids to keep its replies: --cache keeps none\n";
    for (endpoint, asked, expected) in [(&["page"][..], 2, note), (&["short", "a"], 1, "")] {
        let host = host();
        for _ in 0..2 {
            let (code, _, stderr) = said(of(&host, &[endpoint, &[&cache]].concat()).output().unwrap());
            assert_eq!((code, stderr.as_str()), (Some(0), expected));
        }
        assert_eq!(host.targets().len(), asked, "{endpoint:?}");
    }
    let (_, _, stderr) = said(of(&host(), &["page"]).output().unwrap());
    assert_eq!(stderr, "");
}

/// A gateway of one machine serves its own user; names and tokens are for others.
#[test]
fn data_for_ones_own_use_are_served_to_others_only_if_allowed() {
    let host = host();
    let name = format!("vfapi --table {HOSTS}");
    for (arguments, status) in [
        (&[][..], 200),
        (&["--allow-host", "gate.example"], 404),
        (&["--allow-host", "gate.example", "--allow", "locked_url"], 200),
    ] {
        let serve = ["serve", "--listen", "127.0.0.1:0", "--log", "off"];
        let served = Served::start(&name, &mut of(&host, &[&serve, arguments].concat()));
        assert_eq!(served.ask("GET", "/locked", "*/*", "").0, status, "{arguments:?}");
        let (found, head, _) = served.ask("GET", "/page", "*/*", "");
        assert!(found == 200 && head.contains(&format!("x-notes: attribution: {WORDS}\r\n")), "{head}");
        assert!(head.contains("cache-control: no-cache\r\n"), "{head}");
        let (_, _, list) = served.ask("GET", "/catalogue.json", "*/*", "");
        assert_eq!(String::from_utf8(list).unwrap().contains("\"Locked\""), status == 200);
    }
    let refused = of(&host, &["serve", "--allow", "page_url"]).output().unwrap();
    let (code, _, stderr) = said(refused);
    assert!(code == Some(2) && stderr.contains("locked_url"), "{stderr}");
}
