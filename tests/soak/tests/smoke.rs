//! A short run: each fault ends as it must, and nothing stays open.

use std::time::Duration;

use virtual_finance_soak::{FAULTS, Protocol, Soak};

#[test]
fn two_thousand_requests_end_as_they_must() {
    // One after the other: the files of the whole program are counted.
    for protocol in [Protocol::Http1, Protocol::Http2] {
        let soak = Soak {
            protocol,
            requests: 2_000,
            rounds: 4,
            seed: 7,
            at_once: 16,
            idle: Duration::from_secs(2),
            deadline: Duration::from_secs(8),
        };
        let report = soak.run(|_, _| {}).unwrap();
        assert_eq!(report.wrong, [""; 0], "{protocol:?}");
        assert_eq!(report.asked.values().sum::<u64>(), 2_000);
        assert_eq!(report.asked.len(), FAULTS.len() + 1, "{:?}", report.asked);
        // Memory needs a longer run to be flat; a file that stays open shows at once.
        let files: Vec<_> = report.held.iter().map(|held| held.files).collect();
        assert!(files.iter().all(|count| *count <= files[0] + 1), "{protocol:?}: {files:?}");
    }
}
