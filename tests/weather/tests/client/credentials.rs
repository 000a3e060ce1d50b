//! Each form of credentials that a table has: what a host gets.

use virtual_finance_core::request::Endpoint as _;
use virtual_finance_core::settings::Secret;
use virtual_finance_core::{Client, ClientBuilder, Context, DateTime, Error, RawReply, RequestParams};
use virtual_finance_loopback::{LoopbackHost, header, reply, target};
use weather::{Climate, Desk, HOSTS, Lightning, Member, Radar, Session, Withdraw, hosts};

// ANCHOR: secrets
fn builder(key: &str, token: &str, password: &str) -> ClientBuilder {
    Client::builder()
        .secret(&hosts::ARCHIVE_URL, Secret::key(key))
        .secret(&hosts::RADAR_URL, Secret::login("oslo", key))
        .secret(&hosts::LIGHTNING_URL, Secret::key(token))
        .secret(&hosts::MEMBERS_URL, Secret::login("anna", password))
        .secret(&hosts::PORTAL_URL, Secret::login("client-7", password))
        .authenticator(Session::new(password))
}
// ANCHOR_END: secrets

fn host() -> LoopbackHost {
    LoopbackHost::start(|request| {
        let json = |text: &str| reply(200, &[("content-type", "application/json")], text);
        let path = target(request).split('?').next().unwrap_or_default();
        match path {
            "/oauth/token" => {
                json(r#"{ "access_token": "granted", "token_type": "bearer", "expires_in": 60 }"#)
            }
            "/login" => reply(200, &[], format!("session-of-{}", header(request, "x-password").unwrap())),
            "/v2/climate/Oslo" => json("[]"),
            _ => {
                let names = ["authorization", "x-session"];
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
    client.request(&Climate::new("Oslo")).await?;
    assert_eq!(header(&host.requests()[0], "x-archive-key").as_deref(), Some("key-1"));
    assert_eq!(client.request(&Radar::new()).await?, "station=oslo&apikey=key-1");
    assert_eq!(client.request(&Lightning::new()).await?, "Token token-1");
    // "anna:secret-1" in Base64.
    let sent = |name| header(host.requests().last().unwrap(), name);
    // The host repeats it, and nobody reads it in a response.
    assert_eq!(client.request(&Member::new()).await?, "Basic hidden");
    assert_eq!(sent("authorization").as_deref(), Some("Basic YW5uYTpzZWNyZXQtMQ=="));
    client.request(&Withdraw::new(99)).await?;
    assert_eq!(sent("authorization").as_deref(), Some("Bearer granted"));
    client.request(&Desk::new()).await?;
    assert_eq!(sent("x-session").as_deref(), Some("session-of-secret-1"));
    // Neither the token nor the session is fetched again.
    let before = host.requests().len();
    client.request(&Withdraw::new(99)).await?;
    client.request(&Desk::new()).await?;
    assert_eq!(host.requests().len(), before.saturating_add(2));
    Ok(())
}

#[test]
fn a_reply_that_is_one_value() {
    let read = |reply: &str| {
        let context = Context::new(&[], DateTime::from(0));
        let converted = Radar::new().convert(&context, &[RawReply::new(reply.as_bytes())]);
        converted.map(|converted| converted.response).map_err(|error| error.fault().to_string())
    };
    assert_eq!(read(r#"  "good \u00e9vening" "#), Ok("good évening".to_owned()));
    let other_text = "the reply is other text where JSON was asked for".to_owned();
    for text in ["7", "good evening", "\"cut", "\"a\" \"b\""] {
        assert_eq!(read(text), Err(other_text.clone()), "{text}");
    }
    assert_eq!(read("null"), Err("the host knows nothing: it gives no radar".to_owned()));
    let told = read(r#"["a"]"#).unwrap_err();
    assert!(told.contains("invalid type: sequence, expected a string"), "{told}");
}
