//! The credentials that the table declares: what is sent, to whom, and that nothing of them shows.

use std::sync::atomic::{AtomicUsize, Ordering};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use virtual_finance_core::catalogue::{AuthScheme, HostAuth, SessionUse};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::settings::{Retries, Secret};
use virtual_finance_core::{Client, ClientBuilder, Error, Host, RequestParams};

use super::ear::{Ear, shown};
use super::support::{TestHost, good, header, reply, target};

const KEY: &str = "canary-key-0123456789";
const PASSWORD: &str = "canary-password-0123456789";

/// Declares hosts, each with an endpoint.
macro_rules! endpoints {
    ($($host:ident $endpoint:ident $name:literal $auth:expr;)*) => {$(
        static $host: Host =
            Host { auth: Some($auth), ..Host::new($name, concat!("https://", $name, ".example.com")) };
        static $endpoint: EndpointInfo = EndpointInfo {
            hosts: &[&$host, &DESK],
            path: "data",
            session: SessionUse::Always,
            ..EndpointInfo::new("Data", &$host)
        };
    )*};
}

static DESK: Host = Host::new("desk", "https://desk.example.com");

const OAUTH: AuthScheme = AuthScheme::OAuth2 { host: "desk", path: "oauth/token", scopes: &["read", "list"] };

endpoints! {
    IN_HEADER HEADER "header_url" HostAuth::new(AuthScheme::Header("X-Api-Key"));
    IN_QUERY QUERY "query_url" HostAuth::new(AuthScheme::Query("api_key"));
    WITH_TOKEN TOKEN "token_url" HostAuth { env: Some("VFTEST_TOKEN_THAT_NOBODY_SETS"), ..HostAuth::new(AuthScheme::Bearer) };
    FROM_SYSTEM SYSTEM "system_url" HostAuth { env: Some("PATH"), ..HostAuth::new(AuthScheme::Bearer) };
    WITH_LOGIN LOGIN "login_url" HostAuth::new(AuthScheme::Basic);
    WITH_OAUTH GRANT "grant_url" HostAuth::new(OAUTH);
    IN_TWO TWO "two_url" HostAuth::new(AuthScheme::Header("X-Id")).second("X-Key").env("HOME").second_env("PATH");
    IN_PAIRS PAIRS "pairs_url" HostAuth::new(AuthScheme::Query("id")).second("key");
    WITH_WORD WORD "word_url" HostAuth::new(AuthScheme::Bearer).word("Token").optional(true);
    IN_AGENT AGENT "agent" HostAuth::new(AuthScheme::Contact).env("VFTEST_CONTACT_THAT_NOBODY_SETS");
    OTHERWISE CUSTOM "custom_url" HostAuth::new(AuthScheme::Custom);
}

/// A host that takes a token or two keys.
static WITH_EITHER: Host = Host {
    auth_or: &[HostAuth {
        second: Some("X-Key"),
        env: Some("VFTEST_ID_THAT_NOBODY_SETS"),
        second_env: Some("VFTEST_KEY_THAT_NOBODY_SETS"),
        ..HostAuth::new(AuthScheme::Header("X-Id"))
    }],
    ..WITH_TOKEN
};

static EITHER: EndpointInfo =
    EndpointInfo { path: "data", session: SessionUse::Always, ..EndpointInfo::new("Data", &WITH_EITHER) };

static ON_REFUSAL: EndpointInfo = EndpointInfo {
    hosts: &[&IN_HEADER],
    path: "data",
    session: SessionUse::OnRefusal,
    ..EndpointInfo::new("Data", &IN_HEADER)
};

static NEVER: EndpointInfo =
    EndpointInfo { hosts: &[&IN_HEADER], path: "data", ..EndpointInfo::new("Data", &IN_HEADER) };

struct Ask(&'static EndpointInfo);

asks!(Ask, |own| own.0);

converts!(Ask => (), |_own, _replies| Ok(().into()));

fn asking(host: &TestHost) -> ClientBuilder {
    let hosts = [
        &IN_HEADER,
        &IN_AGENT,
        &IN_QUERY,
        &WITH_TOKEN,
        &WITH_LOGIN,
        &WITH_OAUTH,
        &OTHERWISE,
        &DESK,
        &IN_TWO,
        &IN_PAIRS,
        &WITH_WORD,
    ];
    let params = RequestParams::new().no_proxy().retries(Retries::none());
    let builder = hosts.into_iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
    builder.request_params(params)
}

fn key() -> Secret {
    Secret::key(KEY)
}

fn login() -> Secret {
    Secret::login("somebody", PASSWORD)
}

/// Returns a header for the login, as RFC 7617 writes it.
fn basic() -> String {
    format!("Basic {}", BASE64_STANDARD.encode(format!("somebody:{PASSWORD}")))
}

#[tokio::test]
async fn each_scheme_is_sent_in_its_place() {
    let host = TestHost::saying(good());
    for (known, info, secret, name, value) in [
        (&IN_HEADER, &HEADER, key(), "x-api-key", KEY.to_owned()),
        (
            &IN_HEADER,
            &HEADER,
            Secret::key("shop me@example.com"),
            "x-api-key",
            "shop me@example.com".to_owned(),
        ),
        (&WITH_TOKEN, &TOKEN, key(), "authorization", format!("Bearer {KEY}")),
        (&WITH_LOGIN, &LOGIN, login(), "authorization", basic()),
        (&IN_TWO, &TWO, login(), "x-id", "somebody".to_owned()),
        (&IN_TWO, &TWO, login(), "x-key", PASSWORD.to_owned()),
        (&WITH_WORD, &WORD, key(), "authorization", format!("Token {KEY}")),
        (&WITH_EITHER, &EITHER, key(), "authorization", format!("Bearer {KEY}")),
        (&WITH_EITHER, &EITHER, login(), "x-key", PASSWORD.to_owned()),
    ] {
        let client = asking(&host).secret(known, secret).build().unwrap();
        client.request(&Ask(info)).await.unwrap();
        assert_eq!(header(&host.requests().pop().unwrap(), name), Some(value), "{}", known.name);
    }
    let client = asking(&host).secret(&IN_PAIRS, login()).build().unwrap();
    client.request(&Ask(&PAIRS)).await.unwrap();
    assert_eq!(host.targets().pop().unwrap(), format!("/data?id=somebody&key={PASSWORD}"));
    // Without a secret: both variables of the system, and no credentials where they are optional.
    let client = asking(&host).build().unwrap();
    client.request(&Ask(&TWO)).await.unwrap();
    let sent = host.requests().pop().unwrap();
    let variables = ["HOME", "PATH"].map(|name| std::env::var(name).ok());
    assert_eq!([header(&sent, "x-id"), header(&sent, "x-key")], variables);
    client.request(&Ask(&WORD)).await.unwrap();
    assert_eq!(header(&host.requests().pop().unwrap(), "authorization"), None);
    let client = asking(&host).secret(&IN_QUERY, key()).build().unwrap();
    client.request(&Ask(&QUERY)).await.unwrap();
    assert_eq!(host.targets().pop().unwrap(), format!("/data?api_key={KEY}"));
}

#[tokio::test]
async fn the_table_says_when_they_are_sent() {
    let host = TestHost::start(|head| match header(head, "x-api-key") {
        Some(_) => good(),
        None => reply(403, &[], ""),
    });
    let client = asking(&host).secret(&IN_HEADER, key()).build().unwrap();
    client.request(&Ask(&ON_REFUSAL)).await.unwrap();
    let sent: Vec<_> = host.requests().iter().map(|request| header(request, "x-api-key").is_some()).collect();
    assert_eq!(sent, [false, true]);
    let error = client.request(&Ask(&NEVER)).await.unwrap_err();
    assert_eq!((error.status(), host.requests().len()), (Some(403), 3));
}

#[tokio::test]
async fn a_secret_goes_to_its_host_only() {
    let elsewhere = TestHost::saying(good());
    let address = format!("{}/data", elsewhere.url());
    let host = TestHost::start(move |_| reply(302, &[("location", &address)], ""));
    for (known, info, secret) in
        [(&IN_HEADER, &HEADER, key()), (&IN_QUERY, &QUERY, key()), (&WITH_LOGIN, &LOGIN, login())]
    {
        let client = asking(&host).host(&DESK, elsewhere.url()).secret(known, secret).build().unwrap();
        client.request(&Ask(info)).await.unwrap();
    }
    let asked = elsewhere.requests().concat();
    assert!(!asked.contains("canary") && !asked.contains(&basic()), "{asked}");
    // Nor to another host of the table.
    let client = asking(&elsewhere).secret(&IN_HEADER, key()).build().unwrap();
    let error = client.request(&Ask(&QUERY)).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Data: no credentials for the host: the client has no secret for query_url [no-secret]; give it with \
         ClientBuilder::secret"
    );
}

#[tokio::test]
async fn a_contact_is_sent_behind_the_name_of_the_client() {
    let host = TestHost::saying(good());
    let client = asking(&host).secret(&IN_AGENT, Secret::key("Shop me@example.com")).build().unwrap();
    client.request(&Ask(&AGENT)).await.unwrap();
    let sent = header(&host.requests().pop().unwrap(), "user-agent").unwrap();
    assert!(sent.starts_with("virtual-finance/") && sent.ends_with(" (Shop me@example.com)"), "{sent}");
    let error = asking(&host).build().unwrap().request(&Ask(&AGENT)).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Data: no credentials for the host: agent.example.com wants a contact [no-secret]; give it with \
         ClientBuilder::secret, or set the environment variable VFTEST_CONTACT_THAT_NOBODY_SETS to your e-mail address"
    );
    for contact in ["", "me@example.com\nX-Key: 1", "mé@example.com"] {
        assert!(asking(&host).secret(&IN_AGENT, Secret::key(contact)).build().is_err(), "{contact:?}");
    }
}

#[tokio::test]
async fn a_missing_or_unfit_secret_is_told() {
    let host = TestHost::saying(good());
    let error = asking(&host).build().unwrap().request(&Ask(&TOKEN)).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Data: no credentials for the host: the client has no secret for token_url [no-secret]; give it with \
         ClientBuilder::secret, or set the environment variable VFTEST_TOKEN_THAT_NOBODY_SETS"
    );
    let error = asking(&host).build().unwrap().request(&Ask(&EITHER)).await.unwrap_err();
    let either = "set the environment variable VFTEST_TOKEN_THAT_NOBODY_SETS, or VFTEST_ID_THAT_NOBODY_SETS and \
                  VFTEST_KEY_THAT_NOBODY_SETS";
    assert!(error.to_string().ends_with(either), "{error}");
    for (known, secret, reason) in [
        (&IN_TWO, key(), "two_url is a key where a name with a password is wanted; write Secret::login"),
        (&IN_HEADER, login(), "header_url is a login where a key is wanted; write Secret::key"),
        (
            &WITH_LOGIN,
            key(),
            "login_url is a key where a name with a password is wanted; write Secret::login",
        ),
        (&WITH_LOGIN, Secret::login("a:b", PASSWORD), "has a ':' in its name"),
        (&IN_HEADER, Secret::key("canary\n"), "write visible ASCII"),
        (&IN_HEADER, Secret::key(" canary"), "write visible ASCII"),
        (&IN_HEADER, Secret::key(""), "is empty"),
        (&OTHERWISE, key(), "the table declares no credentials for custom_url"),
        (&DESK, key(), "the table declares no credentials for desk"),
    ] {
        let error = asking(&host).secret(known, secret).build().unwrap_err();
        let text = shown(&error);
        assert!(text.contains(reason) && !text.contains("canary"), "{text}");
    }
    let error = asking(&host).build().unwrap().request(&Ask(&CUSTOM)).await.unwrap_err();
    assert!(error.to_string().contains("ClientBuilder::authenticator"), "{error}");
    assert_eq!(host.requests().len(), 0);
}

#[tokio::test]
async fn a_refused_secret_is_told_by_where_it_is_from() {
    let host = TestHost::saying(reply(401, &[], ""));
    let client = asking(&host).host(&FROM_SYSTEM, host.url()).secret(&IN_HEADER, key()).build().unwrap();
    for (info, advice) in [
        (&HEADER, "check the secret of header_url, or ask again later"),
        (&SYSTEM, "check the environment variable PATH, or ask again later"),
    ] {
        let error = client.request(&Ask(info)).await.unwrap_err();
        let told = "Data: the host answered with status 401; the host refuses this caller: ";
        assert_eq!(error.to_string(), format!("{told}{advice}"));
    }
}

/// A desk that gives `canary-token-N`, and data for the tokens from the `good` one on.
fn desk(good_from: usize, lasts: u64) -> TestHost {
    let given = AtomicUsize::new(0);
    TestHost::start(move |head| {
        if target(head) == "/oauth/token" {
            let number = given.fetch_add(1, Ordering::SeqCst).saturating_add(1);
            let body = format!(r#"{{"access_token":"canary-token-{number}","expires_in":{lasts}}}"#);
            return reply(200, &[], body);
        }
        let token = header(head, "authorization").unwrap();
        let number: usize = token.rsplit('-').next().unwrap().parse().unwrap();
        if number >= good_from { good() } else { reply(401, &[], "you sent ".to_owned() + &token) }
    })
}

#[tokio::test]
async fn a_token_is_fetched_once_and_again_where_it_is_refused() {
    for (good_from, lasts, expected) in [
        (1, 3600, &["/oauth/token", "/data", "/data"][..]),
        (2, 3600, &["/oauth/token", "/data", "/oauth/token", "/data", "/data"]),
        (1, 0, &["/oauth/token", "/data", "/oauth/token", "/data"]),
    ] {
        let host = desk(good_from, lasts);
        let client = asking(&host).secret(&WITH_OAUTH, login()).build().unwrap();
        client.request(&Ask(&GRANT)).await.unwrap();
        client.request(&Ask(&GRANT)).await.unwrap();
        assert_eq!(host.targets(), expected, "{good_from} {lasts}");
        let asked = host.requests();
        assert!(
            asked[0].starts_with("POST ")
                && asked[0].ends_with("grant_type=client_credentials&scope=read+list")
        );
        assert_eq!(header(&asked[0], "authorization"), Some(basic()));
        assert_eq!(header(&asked[1], "authorization").as_deref(), Some("Bearer canary-token-1"));
    }
}

#[tokio::test]
async fn requests_at_once_fetch_one_token() {
    let host = desk(1, 3600);
    let client = asking(&host).secret(&WITH_OAUTH, login()).build().unwrap();
    let ask = Ask(&GRANT);
    let (one, two, three) = tokio::join!(client.request(&ask), client.request(&ask), client.request(&ask));
    assert!(one.is_ok() && two.is_ok() && three.is_ok());
    assert_eq!(host.targets().iter().filter(|target| *target == "/oauth/token").count(), 1);
}

/// Refuses with an error that repeats a request and what its sender knows.
fn echo(head: &str, known: &str) -> Vec<u8> {
    let all = head.replace("\r\n", " ");
    reply(401, &[], format!(r#"{{"error":{{"code":"x","description":"{known}, {all}"}}}}"#))
}

#[tokio::test]
async fn nothing_of_a_secret_shows() {
    let ear = Ear::listening();
    for (known, info, secret, repeated) in [
        (&IN_HEADER, &HEADER, key(), KEY),
        (&IN_QUERY, &QUERY, key(), KEY),
        (&WITH_TOKEN, &TOKEN, key(), KEY),
        (&WITH_LOGIN, &LOGIN, login(), PASSWORD),
        (&WITH_OAUTH, &GRANT, login(), "canary-token-1"),
    ] {
        let host = TestHost::start(move |head| match target(head) {
            "/oauth/token" => reply(200, &[], r#"{"access_token":"canary-token-1"}"#),
            _ => echo(head, repeated),
        });
        let builder = asking(&host).secret(known, secret);
        assert!(!format!("{builder:?}").contains("canary"));
        let client = builder.build().unwrap();
        assert!(!format!("{client:?}").contains("canary"));
        let error = client.request(&Ask(info)).await.unwrap_err();
        assert!(matches!(error, Error::Api(_)), "{error:?}");
        assert!(!shown(&error).contains("canary"), "{}: {}", known.name, shown(&error));
    }
    // A desk that repeats what it got.
    let host = TestHost::start(|head| echo(head, PASSWORD));
    let client = asking(&host).secret(&WITH_OAUTH, login()).build().unwrap();
    let error = client.request(&Ask(&GRANT)).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Data: no credentials for the host: desk refused to give a token, with the status 401 [no-token]; check the \
         client's identifier and secret, or ask again later"
    );
    assert!(!shown(&error).contains("canary"));
    assert!(!ear.text().contains("canary"), "{}", ear.text());
}

#[tokio::test]
async fn a_desk_gets_a_login_in_the_encoding_of_forms() {
    let host = desk(1, 3600);
    let client = asking(&host).secret(&WITH_OAUTH, Secret::login("a+b c", "x y/é")).build().unwrap();
    client.request(&Ask(&GRANT)).await.unwrap();
    let expected = BASE64_STANDARD.encode("a%2Bb+c:x+y%2F%C3%A9");
    assert_eq!(header(&host.requests()[0], "authorization"), Some(format!("Basic {expected}")));
}

#[tokio::test]
async fn replies_of_a_desk_that_are_no_token() {
    for body in
        ["", "null", "[]", r#"{"access_token":""}"#, r#"{"access_token":"a b"}"#, r#"{"access_token":1}"#]
    {
        let host = TestHost::saying(reply(200, &[], body));
        let client = asking(&host).secret(&WITH_OAUTH, login()).build().unwrap();
        let error = client.request(&Ask(&GRANT)).await.unwrap_err().to_string();
        assert!(error.contains("desk gave a reply without a token"), "{body}: {error}");
    }
}

#[tokio::test]
async fn a_record_has_no_secret_and_its_replay_needs_none() {
    let folder = std::env::temp_dir().join(format!("declared-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let host = TestHost::saying(reply(200, &[], format!(r#"{{"echo":"{KEY}"}}"#)));
    for (known, info) in [(&IN_HEADER, &HEADER), (&IN_QUERY, &QUERY)] {
        let client = asking(&host).secret(known, key()).record(&folder).build().unwrap();
        client.request(&Ask(info)).await.unwrap();
        let replaying = Client::builder().replay(&folder).build().unwrap();
        replaying.request(&Ask(info)).await.unwrap();
    }
    for file in std::fs::read_dir(&folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(!text.contains("canary"), "{text}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
