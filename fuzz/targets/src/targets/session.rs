//! Sessions: the fields are the cookies that a host sets, one in each line, the crumb that it gives, and the page on
//! which it asks for consent.

use std::sync::{Arc, Mutex};

use http::StatusCode;
use http::header::{COOKIE, HeaderMap, HeaderValue, LOCATION, SET_COOKIE};
use virtual_finance::Quote;
use virtual_finance_core::settings::{RateLimit, Retries};
use virtual_finance_core::transport::{TransportReply, TransportRequest};
use virtual_finance_runtime::{Client, SourceChoice};

use crate::fields;
use crate::run::{Answer, Memory, params, wait};

/// The form of consent.
const FORM: &str = "https://guce.yahoo.com/v2/collectConsent?sessionId=1";

const QUOTES: &str = r#"{"quoteResponse":{"result":[{"symbol":"IBM"}],"error":null}}"#;

/// A message to a host: its address, its cookies and its body.
struct Seen {
    host: String,
    cookies: Option<HeaderValue>,
}

pub(super) fn run(data: &[u8]) {
    let [cookies, crumb, form] = fields(data).map(<[u8]>::to_vec);
    let asked: Arc<Mutex<Vec<Seen>>> = Arc::default();
    let seen = Arc::clone(&asked);
    let memory = Memory::new();
    memory.answers(move |message| {
        let host = message.url().host_str().unwrap_or_default().to_owned();
        seen.lock().unwrap().push(Seen { host, cookies: message.headers().get(COOKIE).cloned() });
        answer(message, &cookies, &crumb, &form)
    });
    let builder = Client::builder().transport(memory).request_params(params().retries(Retries::none()));
    let client = builder.rate_limit(RateLimit::none()).source(SourceChoice::Api).build().unwrap();
    let result = wait(client.request(&Quote::new(["IBM"])));
    let asked = asked.lock().unwrap();
    // A cookie, a crumb and a request; a form of consent on the way to a cookie; and all of it once more.
    assert!(asked.len() <= 40, "{} messages", asked.len());
    for message in asked.iter() {
        assert!(message.host.ends_with(".yahoo.com"), "{}", message.host);
        let cookies = message.cookies.as_ref().map_or(0, HeaderValue::len);
        assert!(cookies <= 50 * 4_200, "{cookies} bytes of cookies");
    }
    if let Err(error) = result {
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("canary"), "{shown}");
    }
}

/// Returns the answer of the host with a cookie, that with crumbs, and that with data.
fn answer(message: &TransportRequest, cookies: &[u8], crumb: &[u8], form: &[u8]) -> Answer {
    let status = |status, headers: HeaderMap, body: &[u8]| {
        Ok(TransportReply::new(status, body.to_vec()).headers(headers))
    };
    let set = || cookies.split(|byte| *byte == b'\n').filter_map(|line| HeaderValue::from_bytes(line).ok());
    let set: HeaderMap = set().map(|line| (SET_COOKIE, line)).collect();
    let url = message.url();
    match (url.path(), message.body()) {
        ("/", _) if !form.is_empty() && message.headers().get(COOKIE).is_none() => {
            status(StatusCode::FOUND, HeaderMap::from_iter([(LOCATION, HeaderValue::from_static(FORM))]), b"")
        }
        ("/v2/collectConsent", None) => status(StatusCode::OK, HeaderMap::new(), form),
        ("/v2/collectConsent", Some(_)) | ("/", _) => status(StatusCode::NOT_FOUND, set, b""),
        ("/v1/test/getcrumb", _) => status(StatusCode::OK, HeaderMap::new(), crumb),
        _ if url.query_pairs().any(|(name, _)| name == "crumb") => {
            status(StatusCode::OK, HeaderMap::new(), QUOTES.as_bytes())
        }
        _ => status(StatusCode::UNAUTHORIZED, HeaderMap::new(), b"{}"),
    }
}
