//! Redirects: each field is the `Location` of one, and the last one is followed by a good reply.

use std::sync::{Arc, Mutex};

use http::StatusCode;
use http::header::{AUTHORIZATION, HeaderMap, HeaderValue, LOCATION, REFERER};
use url::Url;
use virtual_finance_core::settings::{CircuitBreaker, Retries};
use virtual_finance_core::transport::TransportReply;
use virtual_finance_core::{Client, Error};

use crate::SEPARATOR;
use crate::bytes::{Bytes, HOST, OTHER};
use crate::run::{Memory, params, wait};

/// The maximum number of redirects.
const MOST: usize = 10;

const CANARY: &str = "canary-4c1d";

pub(super) fn run(data: &[u8]) {
    // A host that guesses the secret sends nothing that it does not know. Addresses are read without tabs and line breaks.
    let is_read = |byte: &u8| !matches!(byte, b'\t' | b'\n' | b'\r');
    let read: Vec<u8> = data.iter().copied().filter(is_read).collect();
    if read.windows(CANARY.len()).any(|part| part == CANARY.as_bytes()) {
        return;
    }
    thread_local! {
        static CLIENT: (Memory, Client) = {
            let memory = Memory::new();
            let params = params().retries(Retries::none()).query("key", CANARY);
            let builder = Client::builder().transport(memory.clone()).circuit_breaker(CircuitBreaker::none());
            (memory, builder.request_params(params).header("Authorization", CANARY).build().unwrap())
        };
    }
    let mut locations =
        data.split(|byte| *byte == SEPARATOR).map(<[u8]>::to_vec).collect::<Vec<_>>().into_iter();
    let asked: Arc<Mutex<Vec<(Url, HeaderMap)>>> = Arc::default();
    let seen = Arc::clone(&asked);
    let result = CLIENT.with(|(memory, client)| {
        memory.answers(move |message| {
            seen.lock().unwrap().push((message.url().clone(), message.headers().clone()));
            let Some(location) = locations.next() else {
                return Ok(TransportReply::new(StatusCode::OK, b"{}".to_vec()));
            };
            let location = HeaderValue::from_bytes(&location);
            let headers = location.into_iter().map(|location| (LOCATION, location)).collect();
            Ok(TransportReply::new(StatusCode::FOUND, Vec::new()).headers(headers))
        });
        wait(client.request(&Bytes::new("IBM")))
    });
    let asked = asked.lock().unwrap();
    assert!(asked.len() <= MOST + 1, "{} messages", asked.len());
    let hosts = [&HOST, &OTHER].map(|host| Url::parse(host.default).unwrap().origin());
    let mut is_home = true;
    for (url, headers) in asked.iter() {
        assert!(hosts.contains(&url.origin()), "{url}");
        assert!(url.username().is_empty() && url.password().is_none() && url.fragment().is_none(), "{url}");
        assert!(!headers.contains_key(REFERER));
        is_home &= url.origin() == hosts[0];
        assert_eq!(headers.contains_key(AUTHORIZATION), is_home, "{url}");
        assert_eq!(url.as_str().contains(CANARY), is_home, "{url}");
    }
    if let Err(error) = result {
        assert!(matches!(error, Error::Redirect { .. }), "{error}");
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains(CANARY), "{shown}");
    }
}
