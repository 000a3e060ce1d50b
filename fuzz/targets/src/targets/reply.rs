//! Whole replies of any status: the fields are the status, a header in each line, and the body. The caller's secrets are
//! canaries, which a reply may repeat.

use http::StatusCode;
use http::header::{HeaderMap, HeaderName, HeaderValue};
use virtual_finance_core::Client;
use virtual_finance_core::settings::{CircuitBreaker, Retries};
use virtual_finance_core::transport::TransportReply;

use crate::bytes::Bytes;
use crate::fields;
use crate::run::{Memory, Pieces, params, wait};

/// The secrets of the caller: in a header, a cookie and the query.
const CANARIES: [&str; 3] = ["canary-head", "canary-cookie", "canary-query"];

/// The maximum length of a message, in characters.
const LONGEST: usize = 2_000;

pub(super) fn run(data: &[u8]) {
    thread_local! {
        static CLIENT: (Memory, Client) = {
            let memory = Memory::new();
            let params = params().retries(Retries::none()).query("crumb", CANARIES[2]);
            let builder = Client::builder().transport(memory.clone()).circuit_breaker(CircuitBreaker::none());
            let builder = builder.header("Authorization", CANARIES[0]).header("Cookie", "A3=canary-cookie");
            (memory, builder.request_params(params).build().unwrap())
        };
    }
    let [status, headers, body] = fields(data);
    let status = std::str::from_utf8(status).ok().and_then(|status| status.trim().parse::<u16>().ok());
    let status = status.and_then(|status| StatusCode::from_u16(status).ok()).unwrap_or(StatusCode::OK);
    let headers: HeaderMap = headers.split(|byte| *byte == b'\n').filter_map(header).collect();
    let length = headers.get("content-length").and_then(|length| length.to_str().ok()?.parse().ok());
    let body = body.to_vec();
    let result = CLIENT.with(|(memory, client)| {
        memory.answers(move |_| {
            let body = Pieces { rest: body.clone(), piece: 7, declared: length };
            Ok(TransportReply::new(status, body).headers(headers.clone()))
        });
        wait(client.request(&Bytes::new("IBM")))
    });
    if let Err(error) = result {
        let message = error.to_string();
        assert!(message.starts_with("Bytes IBM"), "{message}");
        assert!(message.chars().count() < LONGEST, "{message}");
        let shown = format!("{message} {error:?}");
        let canary = CANARIES.iter().find(|canary| shown.contains(*canary));
        assert_eq!(canary, None, "{shown}");
    }
}

/// Returns the header of a line, if it is one.
fn header(line: &[u8]) -> Option<(HeaderName, HeaderValue)> {
    let at = line.iter().position(|byte| *byte == b':')?;
    let (name, value) = line.split_at(at);
    let value = value.strip_prefix(b":").unwrap_or(value).trim_ascii();
    Some((HeaderName::from_bytes(name).ok()?, HeaderValue::from_bytes(value).ok()?))
}
