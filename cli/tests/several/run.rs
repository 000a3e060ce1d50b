//! A run of five thousand tickers.

use std::fs;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use serde_json::Value;
use virtual_finance_loopback::{LoopbackHost, reply, target};

use super::{history_of, stderr, vfapi};

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
