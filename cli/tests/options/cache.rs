//! The cache of the command: what is asked again, what is told of it, and its folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use virtual_finance_loopback::{LoopbackHost, reply};
use virtual_finance_sample::{DEFAULT_NOW, reply as sample_reply};

use super::{said, vfapi, words};

/// A host with one history, which answers with another status once it is told to.
fn host() -> (LoopbackHost, Arc<AtomicU16>) {
    let history = sample_reply("/v8/finance/chart/IBM", "range=5d&interval=1d", DEFAULT_NOW).body;
    let status = Arc::new(AtomicU16::new(200));
    let set = Arc::clone(&status);
    (LoopbackHost::start(move |_| reply(status.load(Ordering::SeqCst), &[], &history)), set)
}

fn replies(folder: &Path) -> Vec<PathBuf> {
    let there = fs::read_dir(folder).into_iter().flatten().map(|file| file.unwrap().path());
    there.flat_map(|path| if path.is_dir() { replies(&path) } else { vec![path] }).collect()
}

#[test]
fn a_reply_is_asked_for_once() {
    let folder = tempfile::tempdir().unwrap();
    let (host, status) = host();
    let cache = format!("--cache={}", folder.path().display());
    let line = format!("--query-url {} history IBM --range 5d --adjust auto --retries 0", host.url());
    let run = |more: &str| said(vfapi(words(format!("{line} {more}").trim_end())).output().unwrap());
    let (code, first, stderr) = run(&format!("{cache} -v"));
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("\nsource: api\n"), "{stderr}");
    for more in ["", "--max-age 1h", "--format json"] {
        let (code, again, stderr) = run(&format!("{cache} -v {more}"));
        assert_eq!((code, again), (Some(0), first.clone()));
        assert!(stderr.contains("\nsource: api, from the cache, "), "{stderr}");
        assert!(!stderr.contains("fresh until"), "{stderr}");
    }
    // Several tickers use it too.
    let (_, _, stderr) = run(&format!("{cache} -v AAPL"));
    assert!(stderr.contains("History IBM: done, from the api, from the cache, "), "{stderr}");
    let asked = host.requests().len();
    assert_eq!(run(&format!("{cache} --refresh")).1, first);
    assert_eq!(run("").1, first);
    assert_eq!(run("--cache=off").1, first);
    assert_eq!(host.requests().len(), asked + 3);
    // Where the host fails, what is there serves who takes it.
    status.store(503, Ordering::SeqCst);
    let (code, stale, stderr) = run(&format!("{cache} --refresh --stale-if-error 1d"));
    assert_eq!((code, stale), (Some(0), first));
    assert!(
        stderr.contains("note: the result is from the cache, ") && stderr.contains(", as the host failed\n")
    );
    assert_eq!(run(&format!("{cache} --refresh")).0, Some(1));
}

#[test]
fn the_folder_can_be_looked_at_and_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let (host, _) = host();
    let cache = format!("--cache={}", folder.path().display());
    let run = |line: &str| said(vfapi(words(line)).output().unwrap());
    let history = format!("--query-url {} {cache} history IBM --range 5d --adjust auto", host.url());
    assert_eq!(run(&history).0, Some(0));
    let files = replies(folder.path());
    let bytes = fs::metadata(&files[0]).unwrap().len();
    let (code, stats, _) = run(&format!("cache stats {cache}"));
    let begin = format!("folder: {}\nreplies: 1\nbytes: {bytes}\noldest: 20", folder.path().display());
    assert!(code == Some(0) && stats.starts_with(&begin), "{stats}");
    let (_, cleared, _) = run(&format!("cache clear {cache}"));
    assert_eq!(cleared, format!("removed 1 replies of {bytes} bytes from {}\n", folder.path().display()));
    assert!(!files[0].exists());
    let (_, stats, _) = run(&format!("cache stats {cache}"));
    assert!(stats.ends_with("replies: 0\nbytes: 0\noldest: -\nnewest: -\n"), "{stats}");
}

#[test]
fn the_folder_is_that_of_the_user_unless_one_is_named() {
    let home = tempfile::tempdir().unwrap();
    let (host, _) = host();
    let history = format!("--query-url {} history IBM --range 5d --adjust auto", host.url());
    let run = |line: &str, variables: &[(&str, &str)]| {
        let mut command = vfapi(words(line));
        command.env("XDG_CACHE_HOME", home.path()).envs(variables.iter().copied());
        said(command.output().unwrap())
    };
    let replies = |folder: &Path| replies(folder).len();
    let own = home.path().join("vfapi").join("replies");
    run(&history, &[]);
    assert_eq!(replies(&own), 0, "nothing is kept unless it is asked for");
    assert_eq!(run(&format!("{history} --cache"), &[]).0, Some(0));
    assert_eq!(replies(&own), 1);
    // The environment and the file say it for every call; an option goes before them.
    let other = home.path().join("other");
    run(&history, &[("VFAPI_CACHE", &other.display().to_string())]);
    assert_eq!(replies(&other), 1);
    let config = home.path().join("config.toml");
    fs::write(&config, "cache = \"default\"\nmax-age = \"1h\"\n").unwrap();
    let config = config.display().to_string();
    let asked = host.requests().len();
    let (_, _, stderr) = run(&format!("{history} -v"), &[("VFAPI_CONFIG", &config)]);
    assert!(stderr.contains("from the cache") && host.requests().len() == asked, "{stderr}");
    let (_, _, stderr) = run(&format!("{history} -v --refresh"), &[("VFAPI_CONFIG", &config)]);
    assert!(!stderr.contains("from the cache") && host.requests().len() == asked + 1, "{stderr}");
    assert!(run("cache stats", &[]).1.starts_with(&format!("folder: {}\nreplies: 1\n", own.display())));
    // The sample host is not asked for what is to be kept.
    assert_eq!(run("--sample history IBM --adjust auto", &[("VFAPI_CACHE", "default")]).0, Some(0));
    assert_eq!(replies(&own), 1);
}

#[test]
fn lines_that_cannot_be_followed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for (line, message) in [
        ("--sample history IBM --cache", "error: --cache keeps nothing of the sample host, "),
        ("history IBM --max-age 1h", "error: --max-age is about the cache; add --cache\n"),
        ("history IBM --refresh", "error: --refresh is about the cache; add --cache\n"),
        ("history IBM --cache --max-age 1h --refresh", "cannot be used with"),
        ("history IBM --cache --max-age soon", "write a time such as 30s, 500ms, 15m, 1h30m or 7d"),
        (&format!("history IBM --cache={}", file.display()), "; name a folder that can be written to"),
        (
            "cache stats -o x",
            "error: --format, --table, --columns, --wide, --all and -o are about the results of endpoints",
        ),
        ("cache", "Usage: vfapi cache [OPTIONS] <COMMAND>"),
    ] {
        let (code, _, stderr) = said(vfapi(words(line)).output().unwrap());
        assert_eq!(code, Some(2), "{line}: {stderr}");
        assert!(stderr.contains(message), "{line}: {stderr}");
    }
}
