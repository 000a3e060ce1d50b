//! The header `Retry-After`: when a host wants the next request.

use std::time::{Duration, SystemTime};

use http::header::{DATE, HeaderMap, RETRY_AFTER};

/// Returns how long the host wants the client to wait. A date counts from the reply's own `Date`, because clocks differ;
/// without one from `now`. A date in the past is no wait, and what cannot be read is `None`.
pub(crate) fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // More digits than fit are longer than any wait.
        return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
    }
    let until = httpdate::parse_http_date(text).ok()?;
    Some(until.duration_since(sent_at(headers, now)).unwrap_or_default())
}

/// Returns the time of a reply by the clock of its host; `now` where it does not say.
pub(super) fn sent_at(headers: &HeaderMap, now: SystemTime) -> SystemTime {
    let date = headers.get(DATE).and_then(|date| date.to_str().ok());
    date.and_then(|date| httpdate::parse_http_date(date.trim()).ok()).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

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
}
