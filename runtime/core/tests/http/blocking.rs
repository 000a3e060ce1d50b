//! The blocking client: the same results, and no panic inside an async runtime.

use virtual_finance_core::{Client, Error, blocking};

use super::support::{HostClient as _, Probe, TestHost, class, good, reply};

#[test]
fn it_gives_what_the_async_client_gives() {
    let host = TestHost::saying(good());
    let client = host.client().build_blocking().unwrap();
    let probe = Probe::new("IBM");
    assert_eq!(client.request(&probe).unwrap()["good"], true);
    assert_eq!(client.reply(&probe).unwrap().status, 200);
    let erased = client.wait(client.asynchronous().reply_erased(&probe));
    assert_eq!(erased.unwrap().status, 200);
    let failing = TestHost::saying(reply(500, &[], ""));
    assert_eq!(class(&failing.client().build_blocking().unwrap().request(&probe)), "api 500");
    assert!(format!("{client:?}").starts_with("blocking::Client"));
}

#[test]
fn connections_that_the_host_has_closed_are_not_used_again() {
    // The reply does not say that the connection ends, but it does.
    let host = TestHost::saying("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
    let client = host.client().build_blocking().unwrap();
    for turn in 0..50 {
        assert_eq!(class(&client.request(&Probe::new("IBM"))), "good", "{turn}");
        host.wait_closed();
    }
}

#[test]
fn one_client_serves_many_threads() {
    let host = TestHost::saying(good());
    let client = host.client().build_blocking().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| client.request(&Probe::new("IBM")).unwrap());
        }
    });
    assert_eq!(host.requests().len(), 4);
}

#[tokio::test]
async fn inside_async_it_is_an_error_and_may_be_dropped() {
    let client = blocking::Client::new().unwrap();
    assert!(matches!(client.request(&Probe::new("IBM")), Err(Error::BlockingInAsync)));
    drop(client);
    drop(Client::builder().build_blocking());
}
