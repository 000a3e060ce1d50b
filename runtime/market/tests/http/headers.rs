//! The headers of a browser, and the hosts that ask for consent.

use virtual_finance_runtime::{Client, Error, RequestParams};

use super::support::{HOST, HostClient as _, Probe, TestHost, good, header, reply};

#[tokio::test]
async fn hosts_see_a_browser() {
    let host = TestHost::saying(good());
    host.client().build().unwrap().request(&Probe::new("IBM")).await.unwrap();
    let head = &host.requests()[0];
    assert_eq!(header(head, "Accept-Encoding").as_deref(), Some("gzip"));
    assert!(header(head, "User-Agent").unwrap().starts_with("Mozilla/5.0"));
    assert!(header(head, "Accept").is_some() && header(head, "Accept-Language").is_some());
}

#[tokio::test]
async fn consent_hosts_are_reached_by_https() {
    for host in ["guce.yahoo.com", "consent.yahoo.com"] {
        // The proxy is the only one that the client talks to: it redirects, then sees the tunnel asked for.
        let location = format!("https://{host}/consent");
        let proxy = TestHost::start(move |head| match head.starts_with("CONNECT") {
            true => reply(502, &[], ""),
            false => reply(302, &[("location", &location)], ""),
        });
        let params = RequestParams::new().proxy(proxy.url());
        let client =
            Client::builder().host(&HOST, "http://127.0.0.1:9").request_params(params).build().unwrap();
        let error = client.request(&Probe::new("IBM")).await.unwrap_err();
        assert!(matches!(error, Error::Transport { .. }), "{error:?}");
        assert!(proxy.requests()[1].starts_with(&format!("CONNECT {host}:443 ")), "{host}");
    }
}
