//! The seam for authentication: what credentials add, when they are renewed, and that nothing of them shows.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use http::header::{AUTHORIZATION, COOKIE, HeaderValue};
use url::Url;
use virtual_finance_core::auth::{AuthFuture, Authenticator, Call, Credentials, HttpReply, SideRequest};
use virtual_finance_core::catalogue::SessionUse;
use virtual_finance_core::error::PlainFault;
use virtual_finance_core::{ClientBuilder, Error, Host};

use super::ear::shown;
use super::support::{COOKIES, HostClient as _, Probe, TestHost, good, header, reply, target};

/// Fetches a token from the host of cookies, and another one where a host refuses it.
#[derive(Default)]
struct Tokens(Arc<AtomicUsize>);

impl Tokens {
    async fn fetch(&self, call: &Call<'_>) -> Result<Credentials, Error> {
        let host = call.host(COOKIES.name).unwrap();
        let reply = call.fetch(SideRequest::new(host)).await?;
        if reply.status() != 200 {
            let fault = PlainFault::new("closed", "the desk is closed", "come back later");
            return Err(call.failed(fault.with_status(reply.status()), None));
        }
        self.0.fetch_add(1, Ordering::SeqCst);
        let token = String::from_utf8_lossy(reply.body()).into_owned();
        let header = HeaderValue::from_str(&format!("Bearer {token}")).unwrap();
        let cookie = HeaderValue::from_static("desk=canary-cookie");
        Ok(Credentials::new().header(AUTHORIZATION, header).header(COOKIE, cookie).query("signed", token))
    }
}

impl Authenticator for Tokens {
    fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
        Box::pin(async move {
            let reply = call.send(&self.fetch(&call).await?).await?;
            if reply.status() != 401 {
                return Ok(reply);
            }
            call.send(&self.fetch(&call).await?).await
        })
    }

    fn intercepts(&self, url: &Url) -> bool {
        url.path() == "/login"
    }
}

/// A desk that gives `canary-token-N`, and data for the tokens from the `good` one on.
fn host(good_from: usize) -> TestHost {
    let given = AtomicUsize::new(0);
    TestHost::start(move |head| {
        if target(head) == "/" {
            let number = given.fetch_add(1, Ordering::SeqCst).saturating_add(1);
            return reply(200, &[], format!("canary-token-{number}"));
        }
        let token = header(head, "Authorization").unwrap();
        let number: usize = token.rsplit('-').next().unwrap().parse().unwrap();
        if number >= good_from {
            good()
        } else {
            reply(401, &[], format!(r#"{{"error":{{"code":"no","description":"{token} is old"}}}}"#))
        }
    })
}

#[tokio::test]
async fn credentials_are_sent_and_renewed() {
    let host = host(2);
    let tokens = Tokens::default();
    let fetched = Arc::clone(&tokens.0);
    let client = host.client().host(&COOKIES, host.url()).header("Cookie", "mine=1").authenticator(tokens);
    client.build().unwrap().request(&Probe::new("IBM")).await.unwrap();
    assert_eq!(fetched.load(Ordering::SeqCst), 2);
    let requests = host.requests();
    let [_, first, desk, second] = requests.as_slice() else { panic!("{requests:?}") };
    assert!(target(first).ends_with("&signed=canary-token-1"), "{first}");
    assert_eq!(header(second, "Authorization").as_deref(), Some("Bearer canary-token-2"));
    assert_eq!(header(second, "Cookie").as_deref(), Some("mine=1; desk=canary-cookie"));
    // What the caller adds goes to the host of the request only.
    assert_eq!((target(desk), header(desk, "Cookie")), ("/", None));
}

#[tokio::test]
async fn a_header_of_the_callers_stays() {
    let host = TestHost::start(|head| if target(head) == "/" { reply(200, &[], "canary-1") } else { good() });
    let client = host.client().host(&COOKIES, host.url()).header("Authorization", "Basic mine");
    client.authenticator(Tokens::default()).build().unwrap().request(&Probe::new("IBM")).await.unwrap();
    assert_eq!(header(&host.requests()[1], "Authorization").as_deref(), Some("Basic mine"));
}

#[tokio::test]
async fn no_credentials_show() {
    let host = host(9);
    let client = host.client().host(&COOKIES, host.url()).authenticator(Tokens::default()).build().unwrap();
    let error = client.request(&Probe::new("IBM")).await.unwrap_err();
    assert_eq!(error.status(), Some(401));
    assert!(error.to_string().contains("is old"), "{error}");
    assert!(!shown(&error).contains("canary"), "{}", shown(&error));
}

#[tokio::test]
async fn an_authenticator_fails_with_its_own_fault() {
    let host = TestHost::saying(reply(503, &[], ""));
    let client = host.client().host(&COOKIES, host.url()).authenticator(Tokens::default()).build().unwrap();
    let error = client.request(&Probe::new("IBM")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Probe IBM: no credentials for the host: the desk is closed [closed]; come back later"
    );
    assert_eq!(error.status(), Some(503));
}

#[tokio::test]
async fn what_to_do_about_a_refusal_is_the_authenticator_s_advice() {
    struct Desk;
    impl Authenticator for Desk {
        fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
            Box::pin(async move { call.send(&Credentials::new()).await })
        }

        fn advice(&self, _: &Host) -> Cow<'_, str> {
            "ask at the desk".into()
        }
    }
    for status in [401, 403] {
        let host = TestHost::saying(reply(status, &[], ""));
        let ask = async |client: ClientBuilder| {
            client.build().unwrap().request(&Probe::new("IBM")).await.unwrap_err().to_string()
        };
        let refused =
            format!("Probe IBM: the host answered with status {status}; the host refuses this caller: ");
        assert_eq!(ask(host.client().authenticator(Desk)).await, format!("{refused}ask at the desk"));
        let usual = format!("{refused}check the credentials, or ask again later");
        assert_eq!(ask(host.client()).await, usual);
    }
}

#[tokio::test]
async fn a_request_stops_where_the_authenticator_says() {
    struct Login;
    impl Authenticator for Login {
        fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
            Box::pin(async move {
                let reply = call.send(&Credentials::new()).await?;
                assert_eq!((reply.url().path(), reply.body()), ("/login", &b""[..]));
                Err(call.failed(PlainFault::new("login", "it wants a login", "log in"), None))
            })
        }

        fn intercepts(&self, url: &Url) -> bool {
            url.path() == "/login"
        }
    }
    let host = TestHost::start(|head| match target(head) {
        "/login" => reply(302, &[("location", "/further")], ""),
        _ => reply(302, &[("location", "/login")], ""),
    });
    let error =
        host.client().authenticator(Login).build().unwrap().request(&Probe::new("IBM")).await.unwrap_err();
    assert_eq!(error.to_string(), "Probe IBM: no credentials for the host: it wants a login [login]; log in");
    assert_eq!(host.requests().len(), 2);
}

#[tokio::test]
async fn what_always_needs_credentials_is_not_sent_without() {
    let host = TestHost::saying(good());
    let client = host.client().build().unwrap();
    let error = client.request(&Probe::with_session(SessionUse::Always)).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Probe IBM: no credentials for the host: the client has nothing that signs requests in [no-authenticator]; \
         give it ClientBuilder::authenticator"
    );
    assert_eq!(host.requests(), [""; 0]);
    client.request(&Probe::with_session(SessionUse::OnRefusal)).await.unwrap();
}
