//! The session: one fetch for many requests, a new one when it is refused, and what is no session.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

use expect_test::expect;
use virtual_finance_runtime::catalogue::SessionUse;
use virtual_finance_runtime::request::EndpointInfo;
use virtual_finance_runtime::{Client, ClientBuilder, DateTime, Error, RequestParams, Source};

use super::support::{
    self, COOKIES, HOST, HostClient as _, OTHER, Probe, TestHost, good, header, reply, target,
};

/// The answer of a host to a request with a wrong crumb.
const INVALID: &str =
    r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#;

/// An endpoint whose table has no host that sets cookies.
static NO_COOKIES: EndpointInfo = support::probe(SessionUse::Always, &[&OTHER, &HOST]);

/// A host for everything that a session needs. The crumb is `crumb/N` for the Nth cookie, and the crumbs
/// from `valid` on are taken.
struct SessionHost {
    host: TestHost,
    valid: Arc<AtomicUsize>,
}

impl SessionHost {
    fn start() -> Self {
        Self::refusing(|| reply(401, &[], INVALID))
    }

    fn refusing(refusal: impl Fn() -> Vec<u8> + Send + Sync + 'static) -> Self {
        let valid = Arc::new(AtomicUsize::new(1));
        let (from, cookies) = (Arc::clone(&valid), AtomicUsize::new(0));
        let host = TestHost::start(move |head| {
            let path = target(head);
            let cookie = header(head, "Cookie").unwrap_or_default();
            let number = cookie.split("A3=canary-").nth(1).and_then(|rest| rest.split(';').next());
            if path == "/" {
                let number = cookies.fetch_add(1, Ordering::SeqCst).saturating_add(1);
                reply(
                    404,
                    &[("set-cookie", &format!("A3=canary-{number}; Path=/; HttpOnly"))],
                    "no such page",
                )
            } else if path == "/v1/test/getcrumb" {
                number.map_or_else(
                    || reply(401, &[], INVALID),
                    |number| reply(200, &[], format!("crumb/{number}\n")),
                )
            } else {
                let crumb = path.split_once("crumb=crumb%2F").map(|(_, number)| number);
                let taken = crumb.is_some() && crumb == number;
                let taken = taken && number.unwrap().parse::<usize>().unwrap() >= from.load(Ordering::SeqCst);
                if taken { good() } else { refusal() }
            }
        });
        Self { host, valid }
    }

    /// Refuses all crumbs that were given so far, `given` of them.
    fn forget(&self, given: usize) {
        self.valid.store(given.saturating_add(1), Ordering::SeqCst);
    }

    fn builder(&self) -> ClientBuilder {
        self.host.client().host(&COOKIES, self.host.url())
    }

    fn client(&self) -> Client {
        self.builder().build().unwrap()
    }

    fn asked(&self) -> (usize, usize, usize) {
        let requests = self.host.requests();
        let count = |path: &str| requests.iter().filter(|head| target(head).starts_with(path)).count();
        let cookies = requests.iter().filter(|head| target(head) == "/").count();
        (cookies, count("/v1/test/getcrumb"), count("/v1/probe/"))
    }
}

fn probe(usage: SessionUse) -> Probe {
    Probe::with_session(usage)
}

#[tokio::test]
async fn a_session_is_fetched_once_for_all_requests_and_clones() {
    let host = SessionHost::start();
    let client = host.client();
    for _ in 0..3 {
        client.clone().request(&probe(SessionUse::Always)).await.unwrap();
    }
    assert_eq!(host.asked(), (1, 1, 3));
    let requests = host.host.requests();
    assert!(header(&requests[0], "User-Agent").unwrap().starts_with("Mozilla/5.0"), "{}", requests[0]);
    assert_eq!(header(&requests[1], "Cookie").as_deref(), Some("A3=canary-1"));
    assert!(target(&requests[2]).ends_with("&crumb=crumb%2F1"), "{}", requests[2]);
    assert_eq!(header(&requests[2], "Cookie").as_deref(), Some("A3=canary-1"));
}

#[tokio::test]
async fn when_a_session_is_used() {
    // usage, then requests for a cookie, for a crumb and for data after two calls; the host refuses all
    // requests without a crumb
    let table = [
        (SessionUse::Never, (0, 0, 2)),
        // The first is refused and repeated; the second has the session from the beginning.
        (SessionUse::OnRefusal, (1, 1, 3)),
        (SessionUse::Always, (1, 1, 2)),
    ];
    for (usage, asked) in table {
        let host = SessionHost::start();
        let client = host.client();
        for _ in 0..2 {
            let result = client.request(&probe(usage)).await;
            assert_eq!(result.is_err(), usage == SessionUse::Never, "{usage:?}");
        }
        assert_eq!(host.asked(), asked, "{usage:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_requests_at_the_same_time_fetch_one_session() {
    const MANY: usize = 20;
    // Data is refused only once all requests have come, so that all find the session refused together.
    let barrier = Arc::new(Barrier::new(MANY));
    let arrived = AtomicUsize::new(0);
    let waiting = Arc::clone(&barrier);
    let host = SessionHost::refusing(move || {
        if arrived.fetch_add(1, Ordering::SeqCst) < MANY {
            waiting.wait();
        }
        reply(401, &[], INVALID)
    });
    let client = host.client();
    let ask = |client: &Client| {
        let client = client.clone();
        tokio::spawn(async move { client.request(&probe(SessionUse::Always)).await })
    };
    for running in (0..MANY).map(|_| ask(&client)).collect::<Vec<_>>() {
        running.await.unwrap().unwrap();
    }
    assert_eq!(host.asked(), (1, 1, MANY), "the first session");
    host.forget(1);
    for running in (0..MANY).map(|_| ask(&client)).collect::<Vec<_>>() {
        running.await.unwrap().unwrap();
    }
    assert_eq!(host.asked(), (2, 2, 3 * MANY), "each is refused once and repeated once");
}

#[tokio::test]
async fn a_refused_session_is_renewed_once() {
    let refusals = [
        ("401", reply(401, &[], INVALID)),
        ("403", reply(403, &[], "")),
        ("200", reply(200, &[], INVALID.replace("Crumb", "Cookie"))),
    ];
    for (name, refusal) in refusals {
        let host = SessionHost::refusing(move || refusal.clone());
        let client = host.client();
        client.request(&probe(SessionUse::Always)).await.unwrap();
        host.forget(1);
        client.request(&probe(SessionUse::Always)).await.unwrap();
        assert_eq!(host.asked(), (2, 2, 3), "{name}");
        // Every crumb is refused from now on: one new session, one more try, then the host's refusal.
        host.forget(usize::MAX);
        let result = client.request(&probe(SessionUse::Always)).await;
        // The probe takes any JSON, so that the error with status 200 is its result.
        assert_eq!(result.as_ref().err().and_then(Error::status).unwrap_or(200).to_string(), name);
        assert_eq!(host.asked(), (3, 3, 5), "{name}");
    }
}

#[tokio::test]
async fn what_is_no_session_is_an_error() {
    let (often, check) =
        ("ask less often and wait before the next request", "check the address of the cookie host");
    for (name, first, status, advice, told) in [
        ("too many", reply(429, &[], "Edge: Too Many Requests"), 429, often, Some(429)),
        ("a visitor that is refused", reply(403, &[], ""), 403, "it refuses this caller", Some(403)),
        ("another address", reply(404, &[], ""), 404, check, None),
        ("no cookie", good(), 200, check, None),
        ("a cookie for others", cookie("A3=canary; Domain=example.com"), 200, check, None),
    ] {
        let (error, kind) = without_session(first, good()).await;
        let said =
            format!("the cookie host answers with status {status} and sets no cookie for it; {advice}");
        assert_eq!((error, kind), (said, told), "{name}");
    }
    let later = "ask again later";
    let long = "it sends a text of more than 64 bytes";
    for (name, second, said, advice, told) in [
        ("a page", reply(200, &[], "<html>"), "it sends a page", later, None),
        ("nothing", reply(200, &[], " \r\n"), "it sends an empty text", later, None),
        ("a long text", reply(200, &[], "c".repeat(65)), long, later, None),
        ("an envelope", reply(200, &[], INVALID), long, later, None),
        ("words", reply(200, &[], "Too Many Requests\r\n"), "it answers with status 429", often, Some(429)),
        (
            "a status",
            reply(401, &[], INVALID),
            "it answers with status 401",
            "it refuses the cookie or this caller",
            Some(401),
        ),
    ] {
        let (error, kind) = without_session(cookie("A3=canary"), second).await;
        assert_eq!(
            (error, kind),
            (format!("{said} where it was asked for a crumb; {advice}"), told),
            "{name}"
        );
    }
}

/// Returns the reason and the status of the error where the hosts of a cookie and of a crumb give these replies.
async fn without_session(first: Vec<u8>, second: Vec<u8>) -> (String, Option<u16>) {
    let host = TestHost::start(move |head| match target(head) {
        "/" => first.clone(),
        "/v1/test/getcrumb" => second.clone(),
        _ => panic!("data were asked for without a session: {head}"),
    });
    let client = host.client().host(&COOKIES, host.url()).build().unwrap();
    let error = client.request(&probe(SessionUse::Always)).await.unwrap_err();
    assert!(matches!(error, Error::Session { .. }), "{error:?}");
    let text = error.to_string();
    let reason = text.strip_prefix("Probe IBM: no credentials for the host: ").unwrap_or(&text);
    (reason.to_owned(), error.status())
}

/// The hidden inputs of a form of consent.
const INPUTS: &str =
    "<input type=hidden name=csrfToken value=tok&amp;en><input type=hidden name=sessionId value=3_x>";

/// Returns the outcome of a page of consent on the way to the cookie: the fault, or the address and the
/// body of the form that it sends.
async fn consent(page: String, after: &'static str) -> Result<(String, String), String> {
    let host = TestHost::start(move |head| match (target(head), head.starts_with("POST")) {
        ("/", _) => reply(302, &[("location", "/v2/collectConsent?sessionId=3_x")], ""),
        (_, true) => reply(302, &[("location", after), ("set-cookie", "A3=canary")], ""),
        ("/v1/test/getcrumb", _) => reply(200, &[], "a/b.c"),
        (path, _) if path.starts_with("/v2/collectConsent") => reply(200, &[], &page),
        _ => good(),
    });
    let client = host.client().host(&COOKIES, host.url()).build().unwrap();
    let result = client.request(&probe(SessionUse::Always)).await;
    let requests = host.requests();
    match result {
        Err(error) => Err(error.to_string()),
        Ok(_) => {
            let posted = requests.iter().find(|head| head.starts_with("POST")).unwrap();
            let (_, body) = posted.split_once("\r\n\r\n").unwrap();
            Ok((target(posted).to_owned(), body.to_owned()))
        }
    }
}

#[tokio::test]
async fn forms_of_consent() {
    const DONE: &str = "/copyConsent";
    let form = |action: &str, inputs: &str| format!("<html><form method=post{action}>{inputs}</form></html>");
    let own = "/v2/collectConsent?sessionId=3_x";
    let search = "<form action=/search><input type=hidden name=q value=x></form>";
    for (page, expected) in [
        (form("", INPUTS), own),
        (form(" action=''", INPUTS), own),
        (form(" action='/v2/collectConsent?sessionId=other'", INPUTS), "/v2/collectConsent?sessionId=other"),
        (form(" action=\"collectConsent?a=1&amp;b=2\"", INPUTS), "/v2/collectConsent?a=1&b=2"),
        (search.to_owned() + &form("", INPUTS), own),
        (form("", INPUTS) + search, own),
    ] {
        let (address, body) = consent(page.clone(), DONE).await.unwrap();
        assert_eq!(address, expected, "{page}");
        assert!(body.starts_with("agree=agree&agree=agree&"), "{body}");
        assert!(body.contains("csrfToken=tok%26en&sessionId=3_x") && !body.contains("q=x"), "{body}");
    }
    let other = "with another form than the known one";
    for page in [
        form("", "<input type=hidden name=sessionId value=3_x>"),
        form("", "<input type=hidden name=csrfToken value=t>"),
        form("", &INPUTS.replace("tok&amp;en", "''")),
        // What the two forms have together, none has.
        form("", "<input type=hidden name=csrfToken value=t>")
            + &form("", "<input type=hidden name=sessionId value=3_x>"),
        form(" action='https://elsewhere.example/v2/collectConsent'", INPUTS),
        form(" action='//elsewhere.example/v2/collectConsent'", INPUTS),
        form(" action='/elsewhere'", INPUTS),
        "<html>no form</html>".to_owned(),
        form("", INPUTS).replace("</form", ""),
    ] {
        let error = consent(page.clone(), DONE).await.unwrap_err();
        assert!(error.contains(other), "{page}: {error}");
    }
    // The form comes again after it was sent.
    let error = consent(form("", INPUTS), "/v2/collectConsent?again=1").await.unwrap_err();
    assert!(error.contains("asks for consent again and again"), "{error}");
}

#[tokio::test]
async fn crumbs_are_encoded_as_they_must_be_and_refused_when_they_are_none() {
    for (crumb, sent) in [
        ("a/b.c", Ok("crumb=a%2Fb.c")),
        ("a+b=c&d#e", Ok("crumb=a%2Bb%3Dc%26d%23e")),
        ("a%2Fb", Ok("crumb=a%252Fb")),
        (" abc.DEF/123\r\n", Ok("crumb=abc.DEF%2F123")),
        ("<!DOCTYPE html><p>", Err(None)),
        ("Please log in", Err(None)),
        ("", Err(None)),
        ("\u{e9}clair", Err(None)),
        ("[1]", Err(None)),
        ("too many requests", Err(Some(429))),
        ("Edge: Too Many Requests", Err(Some(429))),
    ] {
        let host = TestHost::start(move |head| match target(head) {
            "/" => cookie("A3=canary"),
            "/v1/test/getcrumb" => reply(200, &[], crumb),
            _ => good(),
        });
        let client = host.client().host(&COOKIES, host.url()).build().unwrap();
        let result = client.request(&probe(SessionUse::Always)).await;
        match sent {
            Ok(sent) => {
                result.unwrap();
                let requests = host.requests();
                assert!(target(&requests[2]).ends_with(sent), "{crumb:?}: {}", requests[2]);
            }
            Err(status) => {
                let error = result.unwrap_err();
                assert!(matches!(error, Error::Session { .. }), "{crumb:?}: {error:?}");
                assert_eq!(error.status(), status, "{crumb:?}");
                assert_eq!(host.requests().len(), 2, "{crumb:?}: no data are asked for");
            }
        }
    }
}

fn cookie(line: &str) -> Vec<u8> {
    reply(200, &[("set-cookie", line)], "")
}

#[tokio::test]
async fn those_who_waited_for_a_failed_fetch_share_its_error() {
    const MANY: usize = 8;
    let (asked, count) = (Arc::new(AtomicUsize::new(0)), Arc::new(Barrier::new(2)));
    let (seen, waiting) = (Arc::clone(&asked), Arc::clone(&count));
    let host = TestHost::start(move |_| {
        seen.fetch_add(1, Ordering::SeqCst);
        waiting.wait();
        good()
    });
    let client = host.client().host(&COOKIES, host.url()).build().unwrap();
    let ask = |client: Client| async move { client.request(&probe(SessionUse::Always)).await };
    let running: Vec<_> = (0..MANY).map(|_| tokio::spawn(ask(client.clone()))).collect();
    // On one thread each goes as far as it can: the first asks the host, the others wait for it.
    tokio::task::yield_now().await;
    tokio::task::spawn_blocking(move || count.wait()).await.unwrap();
    for request in running {
        assert!(matches!(request.await.unwrap(), Err(Error::Session { .. })));
    }
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_session_stays_with_its_host() {
    let second = TestHost::saying(good());
    let there = format!("{}/next?kept=1&crumb=crumb%2F1", second.url());
    let first = TestHost::start(move |head| match target(head) {
        "/" => cookie("A3=canary-1"),
        "/v1/test/getcrumb" => reply(200, &[], "crumb/1"),
        _ => reply(302, &[("location", &there)], ""),
    });
    let client =
        first.client().host(&COOKIES, first.url()).host(&OTHER, second.url()).header("Cookie", "mine=1");
    let client = client.build().unwrap();
    client.request(&probe(SessionUse::Always)).await.unwrap();
    let sent = first.requests();
    assert_eq!(header(&sent[0], "Cookie"), None, "the caller's cookie is not for the cookie host");
    assert_eq!(header(&sent[2], "Cookie").as_deref(), Some("mine=1; A3=canary-1"));
    let led = &second.requests()[0];
    assert_eq!((target(led), header(led, "Cookie")), ("/next?kept=1", None));
}

/// A host that leads a visitor without cookies through another address before its page, as the real one does with some
/// countries, without any form.
#[tokio::test]
async fn a_host_that_led_through_another_is_asked_with_its_cookies_the_next_time() {
    let host = TestHost::start(|head| {
        let cookie = header(head, "Cookie").unwrap_or_default();
        let path = target(head);
        let knows = cookie.contains("GUC=canary");
        match path.split(['?', '/']).nth(1) {
            Some("consent") => {
                reply(302, &[("location", "/v1/probe/IBM?n=2"), ("set-cookie", "GUC=canary")], "")
            }
            _ if knows => good(),
            _ => reply(307, &[("location", "/consent?done=/v1/probe/IBM")], ""),
        }
    });
    let client = host.client().build().unwrap();
    for sent in [3, 4] {
        client.request(&probe(SessionUse::Never)).await.unwrap();
        assert_eq!(host.requests().len(), sent);
    }
}

#[tokio::test]
async fn a_caller_s_own_crumb_and_browser_win() {
    let host = TestHost::saying(good());
    let params = RequestParams::new().no_proxy().query("crumb", "mine");
    let client = host.client().host(&COOKIES, host.url()).request_params(params).build().unwrap();
    client.request(&probe(SessionUse::Always)).await.unwrap();
    assert_eq!(host.requests().len(), 1);
    let host = SessionHost::start();
    let client = host.builder().header("User-Agent", "Mine/1").build().unwrap();
    client.request(&probe(SessionUse::Always)).await.unwrap();
    for head in host.host.requests() {
        assert_eq!(header(&head, "User-Agent").as_deref(), Some("Mine/1"), "{head}");
    }
}

#[tokio::test]
async fn a_table_without_a_cookie_host_says_so() {
    let client = Client::builder().host(&HOST, "http://127.0.0.1:9").build().unwrap();
    let error = client.request(&Probe("IBM".to_owned(), &NO_COOKIES)).await.unwrap_err();
    expect!["Probe IBM: no credentials for the host: the table has no host cookie_url, whose answer sets the cookie; declare it"].assert_eq(&error.to_string());
}

#[tokio::test]
async fn a_refusal_that_a_session_cures_is_not_recorded_and_a_replay_needs_no_session() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cured-{}", std::process::id()));
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let clock = || DateTime::from(7);
    let host = SessionHost::start();
    let client = host.builder().clock(clock).record(&folder).build().unwrap();
    let recorded = client.request(&probe(SessionUse::OnRefusal)).await.unwrap();
    // The first is refused and repeated.
    assert_eq!(host.asked(), (1, 1, 2));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "one record is two files");
    for usage in [SessionUse::OnRefusal, SessionUse::Always] {
        // Neither the host nor the one that sets the cookie is there.
        let nowhere =
            Client::builder().host(&HOST, "http://127.0.0.1:9").host(&COOKIES, "http://127.0.0.1:9");
        let client = nowhere.clock(clock).replay(&folder).build().unwrap();
        assert_eq!(client.request(&probe(usage)).await.unwrap(), recorded);
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn a_refusal_that_no_session_cures_is_recorded() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("refused-{}", std::process::id()));
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let clock = || DateTime::from(7);
    let host = SessionHost::start();
    // No crumb is taken.
    host.forget(9);
    let client = host.builder().clock(clock).record(&folder).build().unwrap();
    let error = client.request(&probe(SessionUse::OnRefusal)).await.unwrap_err();
    assert_eq!(error.status(), Some(401));
    let nowhere = Client::builder().host(&HOST, "http://127.0.0.1:9");
    let replayed = nowhere.clock(clock).replay(&folder).build().unwrap();
    let again = replayed.request(&probe(SessionUse::OnRefusal)).await.unwrap_err();
    assert_eq!(again.to_string(), error.to_string());
    fs::remove_dir_all(&folder).unwrap();
}

fn step(head: &str) -> usize {
    match target(head) {
        path if path.starts_with("/v1/probe/") => 0,
        path if path.starts_with("/v2/first/") => 1,
        _ => 2,
    }
}

#[tokio::test]
async fn a_page_is_asked_where_no_session_can_be_had() {
    // The service is remembered while it needs no session; then it wants one, and there is no crumb.
    let wants = Arc::new(AtomicBool::new(false));
    let wanting = Arc::clone(&wants);
    let host = TestHost::start(move |head| {
        let (page, wants) = (step(head) == 0, wanting.load(Ordering::SeqCst));
        match (page, wants, target(head).starts_with("/v1/test/getcrumb")) {
            (.., true) => reply(429, &[], "Too Many Requests"),
            (true, false, _) => reply(200, &[], "no data today"),
            (true, true, _) => reply(200, &[], r#"{"from": "page"}"#),
            (false, true, _) if step(head) == 2 => reply(401, &[], ""),
            (false, ..) => reply(
                200,
                &[("set-cookie", "A3=x")],
                [r#"{"list": [1, 2]}"#, "{}"][step(head).saturating_sub(1)],
            ),
        }
    });
    let client = host.client().host(&OTHER, host.url()).host(&COOKIES, host.url()).build().unwrap();
    assert_eq!(client.reply(&Probe::page("IBM")).await.unwrap().source, Source::Api);
    wants.store(true, Ordering::SeqCst);
    assert_eq!(client.reply(&Probe::page("IBM")).await.unwrap().source, Source::Page);
}
