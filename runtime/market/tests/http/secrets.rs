//! No cookie and no crumb of a session shows in Debug, Display, logs or traces.

use virtual_finance_runtime::catalogue::SessionUse;

use super::ear::{Ear, shown};
use super::support::{COOKIES, HostClient as _, Probe, TestHost, good, reply, target};

const CANARY: &str = "canary";

#[tokio::test]
async fn no_secret_of_a_session_shows() {
    let set = |value: &str| reply(404, &[("set-cookie", value)], "canary-cookie");
    let cookie = set("A3=canary-cookie; Path=/");
    let crumb = reply(200, &[], "canary/crumb");
    let told = reply(
        401,
        &[],
        r#"{"a":{"error":{"code":"canary/crumb","description":"canary%2Fcrumb, A3=canary-cookie"}}}"#,
    );
    let table = [
        ("good", cookie.clone(), crumb.clone(), good()),
        ("refused", cookie.clone(), crumb.clone(), told),
        ("conversion", cookie.clone(), crumb, reply(200, &[], "canary/crumb")),
        ("no crumb", cookie.clone(), reply(200, &[], "<canary>"), good()),
        ("a crumb's status", cookie.clone(), reply(500, &[], "canary-cookie"), good()),
        ("cut", cookie.clone(), b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\ncanary".to_vec(), good()),
        ("charset", cookie, reply(200, &[("content-type", "a/b; charset=canary-cookie")], ""), good()),
        ("elsewhere", reply(302, &[("location", "https://evil.example/?canary")], ""), good(), good()),
    ];
    let ear = Ear::listening();
    for (name, first, second, third) in table {
        let host = TestHost::start(move |head| match target(head) {
            "/" => first.clone(),
            "/v1/test/getcrumb" => second.clone(),
            _ => third.clone(),
        });
        let client = host.client().host(&COOKIES, host.url()).build().unwrap();
        let result = client.request(&Probe::with_session(SessionUse::Always)).await;
        assert_eq!(result.is_ok(), name == "good", "{name}");
        if let Err(error) = result {
            assert!(!shown(&error).contains(CANARY), "{name}: {}", shown(&error));
        }
        assert!(!format!("{client:?}").contains(CANARY));
    }
    let heard = ear.text();
    assert!(!heard.contains(CANARY), "{heard}");
    assert!(heard.contains("status=401"), "{heard}");
}
