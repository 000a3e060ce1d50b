//! A ticker never changes the host, the depth of the path or the query (row 8 of the promises).

use std::sync::LazyLock;

use percent_encoding::percent_decode_str;
use proptest::prelude::*;
use virtual_finance_core::{Client, DateTime, Error};

use super::support::{HostClient as _, Probe, TestHost, good, target};

struct Rig {
    host: TestHost,
    client: Client,
    runtime: tokio::runtime::Runtime,
}

static RIG: LazyLock<Rig> = LazyLock::new(|| {
    let host = TestHost::saying(good());
    let client = host.client().clock(|| DateTime::from(7)).build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    Rig { host, client, runtime }
});

/// Returns the path that was sent for a ticker; `None` if it was refused.
fn sent(ticker: &str) -> Option<String> {
    let before = RIG.host.requests().len();
    let result = RIG.runtime.block_on(RIG.client.request(&Probe::new(ticker)));
    let requests = RIG.host.requests();
    match result {
        Ok(_) => Some(target(&requests[before]).to_owned()),
        Err(Error::Address { reason, .. }) => {
            assert!(reason.contains("; "), "{reason}");
            assert_eq!(requests.len(), before);
            None
        }
        Err(other) => panic!("{ticker:?}: {other}"),
    }
}

// One test for both parts: they share the host and its list of requests.
#[test]
fn tickers_stay_one_segment() {
    let cases = [
        ("IBM", Some("IBM")),
        ("^GSPC", Some("%5EGSPC")),
        ("BRK/B", Some("BRK%2FB")),
        ("BRK-B", Some("BRK-B")),
        ("EURUSD=X", Some("EURUSD%3DX")),
        ("../", Some("..%2F")),
        ("%2e%2e", Some("%252e%252e")),
        ("//evil", Some("%2F%2Fevil")),
        ("\\\\evil", Some("%5C%5Cevil")),
        ("a?b#c", Some("a%3Fb%23c")),
        ("a@b:1", Some("a%40b%3A1")),
        (".", None),
        ("..", None),
        ("", None),
        (" ", None),
        ("a\0b", None),
        ("a\r\nX: y", None),
    ];
    for (ticker, segment) in cases {
        let expected = segment.map(|segment| format!("/v1/probe/{segment}?now=7"));
        assert_eq!(sent(ticker), expected, "{ticker:?}");
    }
    proptest!(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() },
        |(ticker in prop_oneof![any::<String>(), r"[./\\%?#&=:@2eE\x00-\x20-]{0,8}"])| {
        if let Some(target) = sent(&ticker) {
            let path = target.strip_suffix("?now=7").unwrap();
            let segment = path.strip_prefix("/v1/probe/").unwrap();
            prop_assert!(!segment.contains(['/', '\\', '?', '#']));
            prop_assert_eq!(percent_decode_str(segment).decode_utf8().unwrap(), ticker);
        }
    });
}
