//! Each form of credentials that a table has, from a crate with a table of its own: what a host gets.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use virtual_finance_consumer::Session;
use virtual_finance_consumer::keys::{
    HOSTS, WithBasic, WithBearer, WithHeader, WithOauth2, WithQuery, WithSession, hosts,
};
use virtual_finance_core::settings::Secret;
use virtual_finance_core::{Client, ClientBuilder, Error, RequestParams};
use virtual_finance_loopback::{LoopbackHost, header, reply, target};

// ANCHOR: secrets
fn builder(key: &str, token: &str, password: &str) -> ClientBuilder {
    Client::builder()
        .secret(&hosts::HEADER_URL, Secret::key(key))
        .secret(&hosts::QUERY_URL, Secret::key(key))
        .secret(&hosts::BEARER_URL, Secret::key(token))
        .secret(&hosts::BASIC_URL, Secret::login("anna", password))
        .secret(&hosts::OAUTH2_URL, Secret::login("client-7", password))
        .authenticator(Session::new(password))
}
// ANCHOR_END: secrets

/// Starts a host that gives tokens and sessions, and answers with the credentials of a request.
fn host() -> LoopbackHost {
    LoopbackHost::start(|request| {
        let json = |text: &str| reply(200, &[("content-type", "application/json")], text);
        let path = target(request).split('?').next().unwrap_or_default();
        match path {
            "/oauth/token" => {
                json(r#"{ "access_token": "granted", "token_type": "bearer", "expires_in": 60 }"#)
            }
            "/login" => reply(200, &[], format!("session-of-{}", header(request, "x-password").unwrap())),
            _ => {
                let names = ["x-api-key", "authorization", "x-session"];
                let found = names.iter().find_map(|name| header(request, name));
                let query = target(request).split_once('?').map(|(_, query)| query.to_owned());
                let shown = found.or(query).unwrap_or_default();
                json(&serde_json::Value::from(shown).to_string())
            }
        }
    })
}

#[tokio::test]
async fn each_host_gets_its_credentials() -> Result<(), Error> {
    let host = host();
    let builder = builder("key-1", "token-1", "secret-1").request_params(RequestParams::new().no_proxy());
    let client = HOSTS.iter().fold(builder, |builder, known| builder.host(known, host.url())).build()?;
    assert_eq!(client.request(&WithHeader::new()).await?, "key-1");
    assert_eq!(client.request(&WithQuery::new()).await?, "apikey=key-1");
    assert_eq!(client.request(&WithBearer::new()).await?, "Bearer token-1");
    // "anna:secret-1" in Base64.
    assert_eq!(client.request(&WithBasic::new()).await?, "Basic YW5uYTpzZWNyZXQtMQ==");
    assert_eq!(client.request(&WithOauth2::new()).await?, "Bearer granted");
    assert_eq!(client.request(&WithSession::new()).await?, "session-of-secret-1");
    // Neither the token nor the session is fetched again.
    let before = host.requests().len();
    client.request(&WithOauth2::new()).await?;
    client.request(&WithSession::new()).await?;
    assert_eq!(host.requests().len(), before.saturating_add(2));
    Ok(())
}
