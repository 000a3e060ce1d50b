//! Addresses: a name in a path, a value in a query, the parameters of every endpoint, and the address of a host that
//! the caller chose. The fields are that address, the name and the value.

use std::collections::BTreeSet;
use std::sync::mpsc;

use http::StatusCode;
use percent_encoding::percent_decode_str;
use url::Url;
use virtual_finance::ENDPOINTS;
use virtual_finance::request::{ParamMap, Request};
use virtual_finance_core::examples::default_url;
use virtual_finance_core::transport::TransportReply;
use virtual_finance_core::{Client, DateTime, Error};

use crate::bytes::{Bytes, HOST};
use crate::fields;
use crate::run::{Memory, params, wait};

/// The time of the requests.
const NOW: i64 = 1_719_604_800;

pub(super) fn run(data: &[u8]) {
    let [address, name, value] = fields(data).map(|field| String::from_utf8_lossy(field).into_owned());
    let request = Bytes { name: name.clone(), query: vec![("q", value.clone())] };
    match default_url(&request, DateTime::from(NOW)) {
        Ok(url) => {
            let url = Url::parse(&url).unwrap();
            assert_eq!(url.origin().ascii_serialization(), HOST.default);
            check(&url, "", &name, &value);
        }
        Err(error) => refused(&error, &name),
    }
    of_the_table(&name, &value);
    at(&address, &request);
}

/// Checks what an address has below the path of its host.
fn check(url: &Url, path: &str, name: &str, value: &str) {
    let below = url.path().strip_prefix(path).unwrap();
    let segments: Vec<&str> = below.split('/').collect();
    let [root, first, second, last] = *segments.as_slice() else { panic!("another depth: {url}") };
    assert_eq!([root, first, second], ["", "v1", "bytes"]);
    assert_eq!(percent_decode_str(last).decode_utf8().unwrap(), name);
    let pairs: Vec<_> = url.query_pairs().collect();
    assert_eq!(pairs, [("q".into(), value.into())]);
    assert!(url.fragment().is_none() && url.username().is_empty() && url.password().is_none());
}

/// Checks that a name was refused for a reason that it gives.
fn refused(error: &Error, name: &str) {
    let reason = name.trim().is_empty() || name.chars().any(char::is_control) || [".", ".."].contains(&name);
    assert!(reason, "{name:?}: {error}");
    assert!(error.to_string().contains("; "), "{error}");
}

/// Checks the addresses of every endpoint with those texts as its parameters.
fn of_the_table(name: &str, value: &str) {
    for info in ENDPOINTS {
        let texts = [name, value].into_iter().cycle();
        let given: ParamMap = info
            .params
            .iter()
            .zip(texts)
            .filter(|(param, text)| param.required || !text.is_empty())
            .map(|(param, text)| (param.name, text))
            .collect();
        let Ok(request) = (info.build)(&given) else { continue };
        let request: &dyn Request = &*request;
        let Ok(url) = default_url(request, DateTime::from(NOW)) else { continue };
        let (url, host) = (Url::parse(&url).unwrap(), Url::parse(info.host.default).unwrap());
        assert_eq!(url.origin(), host.origin(), "{url}");
        let depth = |path: &str| path.trim_matches('/').split('/').count();
        assert_eq!(
            depth(url.path()),
            depth(host.path().trim_matches('/')).saturating_sub(1) + depth(info.path),
            "{url}"
        );
        let names: BTreeSet<_> = url.query_pairs().map(|(name, _)| name.into_owned()).collect();
        assert_eq!(names.len(), url.query_pairs().count(), "a parameter gave a second: {url}");
    }
}

/// Checks the request that goes to a host at an address of the caller's.
fn at(address: &str, request: &Bytes) {
    let known = virtual_finance_core::ClientBuilder::check_address(address);
    let client = Client::builder().request_params(params()).host(&HOST, address);
    if let Err(reason) = known {
        assert!(reason.contains("; "), "{reason}");
        return;
    }
    let base = Url::parse(address.trim()).unwrap();
    assert!(matches!(base.scheme(), "http" | "https") && base.username().is_empty());
    let (sent, asked) = mpsc::channel();
    let memory = Memory::new();
    memory.answers(move |message| {
        sent.send(message.url().clone()).unwrap();
        Ok(TransportReply::new(StatusCode::OK, b"{}".to_vec()))
    });
    let client = client.transport(memory).build().unwrap();
    match wait(client.request(request)) {
        Ok(_) => {
            let url = asked.try_recv().unwrap();
            assert_eq!(url.origin(), base.origin());
            check(&url, base.path().trim_end_matches('/'), &request.name, &request.query[0].1);
        }
        Err(error) => {
            assert!(asked.try_recv().is_err(), "{error} after a message");
            assert!(matches!(error, Error::Address { .. }), "{error}");
        }
    }
}
