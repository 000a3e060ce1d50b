//! What the table says of messages: headers of a host, the path of the host itself, and times as RFC 3339.

use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::Request as _;
use virtual_finance_core::settings::Secret;
use virtual_finance_core::{Client, DateTime, RequestParams};
use virtual_finance_loopback::{LoopbackHost, header, reply, target};
use weather::{ENDPOINTS, HOSTS, Notice, Release, Samples, hosts};

/// Returns the message that a request sends.
macro_rules! sent {
    ($request:expr, $answer:expr) => {{
        let host = LoopbackHost::saying(reply(200, &[], $answer));
        let builder = HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
        let builder = builder.secret(&hosts::PORTAL_URL, Secret::login("client-7", "password"));
        let client = builder.request_params(RequestParams::new().no_proxy()).build().unwrap();
        let _ = client.request(&$request).await;
        host.requests().last().unwrap().clone()
    }};
}

#[tokio::test]
async fn every_request_to_a_host_has_its_headers() {
    let token = r#"{ "access_token": "t", "token_type": "bearer", "expires_in": 60 }"#;
    let sent = sent!(Notice::new("Oslo", "Closed."), token);
    assert_eq!(header(&sent, "accept-version").as_deref(), Some("2"), "{sent}");
    let sent = sent!(Release::new(), r#"{ "release": "1.4" }"#);
    assert_eq!(header(&sent, "accept-version"), None, "{sent}");
}

#[tokio::test]
async fn the_path_of_a_host_itself_is_its_address() {
    let sent = sent!(Release::new(), r#"{ "release": "1.4" }"#);
    assert_eq!(target(&sent), "/", "{sent}");

    let (_host, client) = super::sample();
    assert_eq!(client.request(&Release::new()).await.unwrap(), "1.4");

    let host = LoopbackHost::saying(reply(200, &[], r#"{ "release": "1.4" }"#));
    let client = Client::builder().host(&hosts::SERVICE_URL, &format!("{}/api", host.url()));
    let client = client.request_params(RequestParams::new().no_proxy()).build().unwrap();
    client.request(&Release::new()).await.unwrap();
    assert_eq!(target(host.requests().first().unwrap()), "/api/");
}

#[tokio::test]
async fn a_time_is_sent_as_rfc_3339_in_utc() {
    let info = ENDPOINTS.iter().find(|info| info.name == "Samples").unwrap();
    for (text, expected) in [
        ("2024-06-28T12:00:00+02:00", "2024-06-28T10:00:00Z"),
        ("2024-06-28T12:00:00.75Z", "2024-06-28T12:00:00Z"),
        ("2024-06-28", "2024-06-28T00:00:00Z"),
        ("1719576000", "2024-06-28T12:00:00Z"),
        ("-1", "1969-12-31T23:59:59Z"),
    ] {
        let request =
            Samples::from_params(&ParamMap::from_iter([("station", "Oslo"), ("since", text)])).unwrap();
        let query = request.query(DateTime::from(0));
        assert_eq!(query, [("since", expected.into())], "{text}");
    }
    for text in ["28.6.2024", "2024-06-28T12:00", "noon"] {
        let params = ParamMap::from_iter([("station", "Oslo"), ("since", text)]);
        let error = (info.build)(&params).map(drop).unwrap_err().to_string();
        assert!(error.contains("since") && error.contains("2020-01-31T16:00:00Z"), "{error}");
    }
    let far = Samples::new("Oslo").since(DateTime::from(i64::MAX));
    let error = far.validate().unwrap_err().to_string();
    assert!(error.contains("write a time from the year 0 to the year 9999"), "{error}");
}
