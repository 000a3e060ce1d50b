//! Questions whether a kept reply still holds, where the answer does not help.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use virtual_finance_core::settings::Cache;
use virtual_finance_core::{Converted, Endpoint, Fault};

use super::cache::{Hands, short};
use super::support::{HostClient as _, Judged, TestHost, header, reply};

fn at_least(least: u64) -> impl Endpoint<Response = Value> {
    Judged(short("IBM"), move |converted: Converted<Value>| match converted.response["number"].as_u64() {
        Some(number) if number >= least => Ok(converted),
        _ => Err(Fault::missing("a number that is large enough").into()),
    })
}

/// A host that numbers its replies, and confirms each that it sent.
fn host(tag: &'static str) -> TestHost {
    let sent = AtomicUsize::new(0);
    TestHost::start(move |head| match header(head, "if-none-match") {
        Some(_) => reply(304, &[], ""),
        None => {
            let body = json!({ "number": sent.fetch_add(1, Ordering::SeqCst) });
            reply(200, &[("etag", tag)], body.to_string())
        }
    })
}

fn conditions(host: &TestHost) -> Vec<Option<String>> {
    host.requests().iter().map(|request| header(request, "if-none-match")).collect()
}

#[tokio::test]
async fn a_confirmed_reply_that_the_request_cannot_take_is_asked_for_anew() {
    let (host, hands) = (host("\"a\""), Hands::default());
    let client = hands.on(host.client()).cache(Cache::new()).build().unwrap();
    client.reply(&at_least(0)).await.unwrap();
    hands.set(10);
    let reply = client.reply(&at_least(1)).await.unwrap();
    assert_eq!((reply.response["number"].as_u64(), reply.cached), (Some(1), None));
    assert_eq!(conditions(&host), [None, Some("\"a\"".to_owned()), None]);
}

/// The address of a span until now is another one each second: the tag of an earlier one says nothing of it.
#[tokio::test]
async fn another_address_has_no_condition() {
    let (host, hands) = (host("\"a\""), Hands::default());
    let client = hands.on(host.client()).cache(Cache::new()).build().unwrap();
    for now in [5, 15] {
        hands.set(now);
        client.reply(&short("IBM")).await.unwrap();
    }
    assert_eq!(conditions(&host), [None, None]);
}

#[tokio::test]
async fn a_tag_that_repeats_a_secret_is_not_kept() {
    let (host, hands) = (host("\"of-canary-header\""), Hands::default());
    let client =
        hands.on(host.client()).header("x-name", "canary-header").cache(Cache::new()).build().unwrap();
    for now in [0, 10] {
        hands.set(now);
        client.reply(&at_least(0)).await.unwrap();
    }
    assert_eq!(conditions(&host), [None, None]);
}
