//! The header `Retry-After`: the fields are the header, the host's `Date`, and the status.

use std::time::Duration;

use http::StatusCode;
use http::header::{DATE, HeaderMap, HeaderValue, RETRY_AFTER};
use tokio::time::Instant;
use virtual_finance_core::Client;
use virtual_finance_core::settings::CircuitBreaker;
use virtual_finance_core::transport::TransportReply;

use crate::bytes::Bytes;
use crate::fields;
use crate::run::{Memory, params, wait};

/// The longest wait that a client takes.
const CAP: u64 = 60;

pub(super) fn run(data: &[u8]) {
    let [asked, sent, status] = fields(data);
    let (Ok(asked), Ok(sent)) = (HeaderValue::from_bytes(asked), HeaderValue::from_bytes(sent)) else {
        return;
    };
    let status = if status.starts_with(b"429") { 429 } else { 503 };
    let expected = expected(&asked, &sent);
    let memory = Memory::new();
    let headers = HeaderMap::from_iter([(RETRY_AFTER, asked), (DATE, sent)]);
    let mut times = 0;
    memory.answers(move |_| {
        times += 1;
        let status = if times == 1 { StatusCode::from_u16(status).unwrap() } else { StatusCode::OK };
        Ok(TransportReply::new(status, b"{}".to_vec()).headers(headers.clone()))
    });
    let params = params().deadline(Duration::from_secs(3_600));
    let builder = Client::builder().transport(memory).circuit_breaker(CircuitBreaker::none());
    let client = builder.request_params(params).random_seed(7).build().unwrap();
    let (result, waited) = wait(async {
        let began = Instant::now();
        (client.request(&Bytes::new("IBM")).await, began.elapsed())
    });
    assert!(waited < Duration::from_secs(CAP + 1), "{waited:?}");
    let Some(expected) = expected else { return };
    match result {
        Ok(_) => {
            let longest = expected.max(u64::from(status == 429));
            assert!(expected <= CAP && expected <= waited.as_secs(), "{waited:?} of {expected} s");
            assert!(waited <= Duration::from_secs(longest) + Duration::from_millis(50), "{waited:?}");
        }
        Err(error) => {
            assert!(expected > CAP && waited.is_zero(), "{error} after {waited:?}");
            assert!(error.retry_after().is_some() && error.to_string().contains("wait "), "{error}");
        }
    }
}

/// Returns the seconds that the host asks for: of what is no wait 0, and `None` where only the clock knows.
fn expected(asked: &HeaderValue, sent: &HeaderValue) -> Option<u64> {
    let Ok(asked) = asked.to_str() else { return Some(0) };
    let asked = asked.trim();
    if !asked.is_empty() && asked.chars().all(|digit| digit.is_ascii_digit()) {
        return Some(asked.parse().unwrap_or(u64::MAX));
    }
    let Ok(until) = httpdate::parse_http_date(asked) else { return Some(0) };
    let sent = httpdate::parse_http_date(sent.to_str().ok()?.trim()).ok()?;
    Some(until.duration_since(sent).map_or(0, |wait| wait.as_secs()))
}
