//! Messages: headers of a host and of replies, the path of the host itself, and times as RFC 3339.

use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::Request as _;
use virtual_finance_core::settings::{Cache, Secret};
use virtual_finance_core::{Client, DateTime, ReplyHeaders, RequestParams};
use virtual_finance_loopback::{LoopbackHost, header, reply, target};
use weather::{ENDPOINTS, Forecast, HOSTS, Notice, Release, Report, Samples, hosts};

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
async fn headers_of_a_reply_that_the_table_names_are_a_note() {
    let headers = [("location", "/v1/reports/99"), ("x-model", "of another endpoint")];
    let body = r#"{ "id": 99, "received": "2024-06-28T12:00:00Z" }"#;
    let host = LoopbackHost::saying(reply(201, &headers, body));
    let client = Client::builder().host(&hosts::SERVICE_URL, host.url());
    let client = client.request_params(RequestParams::new().no_proxy()).build().unwrap();
    let found = client.reply(&Report::new("Oslo", 21.5)).await.unwrap();
    let headers = found.notes.get::<ReplyHeaders>().unwrap();
    assert_eq!(
        (headers.get("Location"), headers.get("LOCATION")),
        (Some("/v1/reports/99"), Some("/v1/reports/99"))
    );
    assert_eq!(found.notes.lines().collect::<Vec<_>>(), ["headers: Location = /v1/reports/99"]);

    // A reply that has none of them has no note.
    let host = LoopbackHost::saying(reply(201, &[("x-model", "of another endpoint")], body));
    let client = Client::builder().host(&hosts::SERVICE_URL, host.url());
    let client = client.request_params(RequestParams::new().no_proxy()).build().unwrap();
    let found = client.reply(&Report::new("Oslo", 21.5)).await.unwrap();
    assert_eq!(found.notes.get::<ReplyHeaders>(), None);
}

#[tokio::test]
async fn headers_of_a_reply_stay_with_it_in_the_cache_and_hide_secrets() {
    let headers = [("x-model", "coast"), ("x-model", "fine"), ("x-stations", "key-4711 and 3")];
    let body = r#"{ "days": [ { "date": "2024-06-29", "low": 11, "high": 19.5, "rain": 40 } ] }"#;
    let host = LoopbackHost::saying(reply(200, &headers, body));
    let folder = tempfile::tempdir().unwrap();
    let forecast = Forecast::builder().lat(59.9).lon(10.75).days(1).build();
    for asked_before in [0, 1] {
        let params = RequestParams::new().no_proxy().query("token", "key-4711");
        let builder = Client::builder().host(&hosts::SERVICE_URL, host.url()).request_params(params);
        let client = builder.cache(Cache::new().folder(folder.path())).build().unwrap();
        assert_eq!(host.requests().len(), asked_before);
        let found = client.reply(&forecast).await.unwrap();
        assert_eq!(found.cached.is_some(), asked_before == 1);
        // Several values are one, and what repeats a secret of the caller is nowhere.
        assert_eq!(found.notes.lines().collect::<Vec<_>>(), ["headers: X-Model = coast, fine"]);
    }
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
