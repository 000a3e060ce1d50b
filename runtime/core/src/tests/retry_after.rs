//! When a host wants the next request.

use std::time::Duration;

use http::header::{DATE, HeaderMap, HeaderValue, RETRY_AFTER};

use crate::head::retry_after;

#[test]
fn seconds_dates_and_garbage() {
    const SENT: &str = "Sun, 22 Nov 2026 10:00:00 GMT";
    let cases: &[(&str, Option<u64>)] = &[
        ("0", Some(0)),
        ("120", Some(120)),
        (" 7 ", Some(7)),
        ("99999999999999999999999", Some(u64::MAX)),
        ("-5", None),
        ("1.5", None),
        ("", None),
        ("soon", None),
        ("1e3", None),
        ("Sun, 22 Nov 2026 10:00:30 GMT", Some(30)),
        ("Sunday, 22-Nov-26 10:00:30 GMT", Some(30)),
        ("Sun Nov 22 10:00:30 2026", Some(30)),
        ("Sun, 22 Nov 2026 09:59:00 GMT", Some(0)),
        ("Mon, 22 Nov 2027 10:00:00 GMT", Some(365 * 86_400)),
        ("Sun, 32 Nov 2026 10:00:30 GMT", None),
        ("2026-11-22T10:00:30Z", None),
    ];
    // The machine's clock is an hour ahead of the host's, which does not matter.
    let now = httpdate::parse_http_date("Sun, 22 Nov 2026 11:00:00 GMT").unwrap();
    for (text, expected) in cases {
        let headers = HeaderMap::from_iter([
            (RETRY_AFTER, HeaderValue::from_str(text).unwrap()),
            (DATE, HeaderValue::from_static(SENT)),
        ]);
        assert_eq!(retry_after(&headers, now), expected.map(Duration::from_secs), "{text}");
    }
    let value = HeaderValue::from_static("Sun, 22 Nov 2026 11:00:05 GMT");
    let undated = HeaderMap::from_iter([(RETRY_AFTER, value)]);
    assert_eq!(retry_after(&undated, now), Some(Duration::from_secs(5)));
    assert_eq!(retry_after(&HeaderMap::new(), now), None);
    let unreadable = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_bytes(b"\xff").unwrap())]);
    assert_eq!(retry_after(&unreadable, now), None);
}
