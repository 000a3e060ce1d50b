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
