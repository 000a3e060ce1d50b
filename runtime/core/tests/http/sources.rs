//! The sources of an endpoint: those that are asked, their order, and their errors.

use std::error::Error as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use virtual_finance_core::SourceMemory;
use virtual_finance_core::auth::{AuthFuture, Authenticator, Call, Credentials, HttpReply};
use virtual_finance_core::catalogue::SessionUse;
use virtual_finance_core::error::PlainFault;
use virtual_finance_core::{Client, ClientBuilder, DateTime, Error, Reply, Source, SourceChoice};

use super::record::{folder, replay};
use super::support::{HOST, HostClient as _, OTHER, Probe, TestHost, reply, target};

const UNREADABLE: (u16, &str) = (200, "no data today");

/// The answers of a host to the page, to the first step of its service and to the second.
type World = [(u16, &'static str); 3];

/// The result: the source and the response, or the status of the error.
type Outcome = Result<(Source, Value), Option<u16>>;

const GOOD_PAGE: (u16, &str) = (200, r#"{"from": "page"}"#);
const GOOD_FIRST: (u16, &str) = (200, r#"{"list": [1, 2]}"#);
const GOOD_EACH: (u16, &str) = (200, "{}");

fn part(head: &str) -> usize {
    match target(head) {
        path if path.starts_with("/v1/probe/") => 0,
        path if path.starts_with("/v2/first/") => 1,
        _ => 2,
    }
}

fn host(world: World) -> TestHost {
    TestHost::start(move |head| {
        let (status, body) = world[part(head)];
        reply(status, &[], body)
    })
}

fn builder(host: &TestHost) -> ClientBuilder {
    host.client().host(&OTHER, host.url()).clock(|| DateTime::from(7))
}

fn client(host: &TestHost, choice: SourceChoice) -> Client {
    builder(host).source(choice).build().unwrap()
}

/// The paths that were asked, without their queries.
fn asked(host: &TestHost) -> Vec<String> {
    let path = |head: &String| target(head).replace("?now=7", "").replace("&now=7", "");
    host.requests().iter().map(path).collect()
}

async fn ask(client: &Client, ticker: &str) -> Result<Reply<Value>, Error> {
    client.reply(&Probe::page(ticker)).await
}

const PAGE: &str = "/v1/probe/IBM";
const FIRST: &str = "/v2/first/IBM";
const EACH: [&str; 2] = ["/v2/each?value=1", "/v2/each?value=2"];

#[tokio::test]
async fn the_next_source_is_asked_where_a_reply_cannot_be_converted() {
    let from_page = Ok((Source::Page, json!({"from": "page"})));
    let from_api = Ok((Source::Api, json!([{"list": [1, 2]}, {}, {}])));
    let mut cases: Vec<(World, SourceChoice, Outcome, &[&str])> = vec![
        ([GOOD_PAGE, GOOD_FIRST, GOOD_EACH], SourceChoice::Auto, from_page.clone(), &[PAGE]),
        (
            [UNREADABLE, GOOD_FIRST, GOOD_EACH],
            SourceChoice::Auto,
            from_api.clone(),
            &[PAGE, FIRST, EACH[0], EACH[1]],
        ),
        ([GOOD_PAGE, GOOD_FIRST, GOOD_EACH], SourceChoice::Api, from_api.clone(), &[FIRST, EACH[0], EACH[1]]),
        ([GOOD_PAGE, GOOD_FIRST, GOOD_EACH], SourceChoice::Page, from_page, &[PAGE]),
        ([UNREADABLE, GOOD_FIRST, GOOD_EACH], SourceChoice::Page, Err(Some(422)), &[PAGE]),
        // What a service says holds for the sources behind it.
        ([GOOD_PAGE, (404, ""), GOOD_EACH], SourceChoice::Api, Err(Some(404)), &[FIRST]),
        // The first error stands.
        ([UNREADABLE, (404, ""), GOOD_EACH], SourceChoice::Auto, Err(Some(422)), &[PAGE, FIRST]),
        (
            [(401, ""), GOOD_FIRST, UNREADABLE],
            SourceChoice::Auto,
            Err(Some(401)),
            &[PAGE, FIRST, EACH[0], EACH[1]],
        ),
    ];
    // A page that cannot be had is no reason to do without the data.
    for page in [(401, ""), (403, ""), (404, ""), (410, ""), (429, ""), (503, ""), (200, "")] {
        let paths: &[&str] = &[PAGE, FIRST, EACH[0], EACH[1]];
        cases.push(([page, GOOD_FIRST, GOOD_EACH], SourceChoice::Auto, from_api.clone(), paths));
        cases.push((
            [page, GOOD_FIRST, GOOD_EACH],
            SourceChoice::Page,
            Err(Some(if page.0 == 200 { 422 } else { page.0 })),
            &[PAGE],
        ));
    }
    for (world, choice, expected, paths) in cases {
        let host = host(world);
        let reply = ask(&client(&host, choice), "IBM").await;
        let found = reply.map(|reply| (reply.source, reply.response)).map_err(|error| error.status());
        assert_eq!(found, expected, "{choice} {world:?}");
        assert_eq!(asked(&host), paths, "{choice} {world:?}");
    }
}

#[tokio::test]
async fn an_endpoint_without_the_chosen_source_is_asked_as_ever() {
    let host = TestHost::saying(reply(200, &[], r#"{"from": "service"}"#));
    let client = client(&host, SourceChoice::Page);
    let reply = client.reply(&Probe::new("IBM")).await.unwrap();
    assert_eq!((reply.source, reply.response), (Source::Api, json!({"from": "service"})));
}

/// The host of pages gives none: it leads on and on, elsewhere, or nowhere.
#[tokio::test]
async fn a_page_without_a_reply_gives_way_to_the_service() {
    for location in ["/v1/probe/IBM", "https://evil.example/", ""] {
        for (first, expected) in [(GOOD_FIRST, None), ((404, ""), Some(404))] {
            let host = TestHost::start(move |head| match part(head) {
                0 => reply(302, &[("location", location)], ""),
                1 => reply(first.0, &[], first.1),
                _ => reply(200, &[], "{}"),
            });
            let result = ask(&client(&host, SourceChoice::Auto), "IBM").await;
            assert_eq!(result.as_ref().err().map(Error::status), expected.map(Some), "{location}");
            // The service's error says more, and has that of the page beside it.
            let Err(error) = result else { continue };
            let Error::Api(api) = &error else { panic!("{error}") };
            assert!(matches!(api.others(), [page] if page.source == Source::Page), "{error}");
        }
    }
    let gone = host([GOOD_PAGE, GOOD_FIRST, GOOD_EACH]);
    let client = builder(&gone).host(&OTHER, "http://127.0.0.1:9").build().unwrap();
    assert_eq!(ask(&client, "IBM").await.unwrap().source, Source::Api);
}

#[tokio::test]
async fn the_source_that_worked_is_asked_first_the_next_time() {
    let broken = Arc::new(AtomicBool::new(false));
    let services_broken = Arc::clone(&broken);
    let host = TestHost::start(move |head| {
        let works = (part(head) > 0) != services_broken.load(Ordering::SeqCst);
        let bodies = [GOOD_PAGE, GOOD_FIRST, GOOD_EACH];
        reply(200, &[], if works { bodies[part(head)].1 } else { UNREADABLE.1 })
    });
    let client = client(&host, SourceChoice::Auto);
    let mut before = 0;
    let mut new = || {
        let all = asked(&host);
        let new = all[before..].to_vec();
        before = all.len();
        new
    };
    ask(&client, "IBM").await.unwrap();
    assert_eq!(new(), [PAGE, FIRST, EACH[0], EACH[1]]);
    ask(&client, "MSFT").await.unwrap();
    assert_eq!(new(), ["/v2/first/MSFT", EACH[0], EACH[1]]);
    // A clone remembers too. Where that source fails later, the others follow in the order of the table.
    broken.store(true, Ordering::SeqCst);
    assert_eq!(ask(&client.clone(), "IBM").await.unwrap().source, Source::Page);
    assert_eq!(new(), [FIRST, PAGE]);
    ask(&client, "IBM").await.unwrap();
    assert_eq!(new(), [PAGE]);
}

/// The next client knows for a day which source the first one found.
#[tokio::test]
async fn what_is_learned_goes_to_the_next_client_and_holds_for_a_day() {
    const DAY: i64 = 86_400;
    let host = host([UNREADABLE, GOOD_FIRST, GOOD_EACH]);
    let at = |now: i64, memory: &SourceMemory| {
        builder(&host).clock(move || DateTime::from(now)).source_memory(memory.clone()).build().unwrap()
    };
    let mut before = 0;
    let mut asks_the_page = async |client: &Client| {
        ask(client, "IBM").await.unwrap();
        let new = host.requests().split_off(before);
        before += new.len();
        new.iter().any(|head| part(head) == 0)
    };
    let first = at(7, &SourceMemory::default());
    assert!(asks_the_page(&first).await);
    let memory = first.source_memory();
    let text = serde_json::to_string(&memory).unwrap();
    assert_eq!(text, r#"{"Page":{"source":"service","since":7}}"#);
    assert_eq!(serde_json::from_str::<SourceMemory>(&text).unwrap(), memory);

    // That the service is asked again and again does not put the page off.
    let next = at(DAY, &memory);
    assert!(!asks_the_page(&next).await);
    assert_eq!(next.source_memory(), memory);
    // Neither after a day nor of a clock that went back.
    for now in [7 + DAY, 6] {
        let later = at(now, &memory);
        assert!(asks_the_page(&later).await, "{now}");
        assert_eq!(
            serde_json::to_value(later.source_memory()).unwrap(),
            json!({"Page": {"source": "service", "since": now}})
        );
    }
    // A source that this table does not have is no source.
    let other = serde_json::from_value(json!({"Page": {"source": "gone", "since": 7}})).unwrap();
    assert!(asks_the_page(&at(7, &other)).await);
}

#[tokio::test]
async fn a_source_that_works_again_is_no_longer_left_for_last() {
    let host = host([GOOD_PAGE, UNREADABLE, GOOD_EACH]);
    let memory = serde_json::from_value(json!({"Page": {"source": "service", "since": 7}})).unwrap();
    let client = builder(&host).source_memory(memory).build().unwrap();
    assert_eq!(ask(&client, "IBM").await.unwrap().source, Source::Page);
    assert_eq!(asked(&host), [FIRST, PAGE]);
    assert_eq!(client.source_memory(), SourceMemory::default());
}

/// Has no credentials for requests that want some, once they are wanted.
struct NoSession(Arc<AtomicBool>);

impl Authenticator for NoSession {
    fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
        Box::pin(async move {
            if call.usage() != SessionUse::Never && self.0.load(Ordering::SeqCst) {
                return Err(call.failed(PlainFault::new("closed", "it is closed", ""), None));
            }
            call.send(&Credentials::new()).await
        })
    }
}

#[tokio::test]
async fn a_page_is_asked_where_no_session_can_be_had() {
    // The service is remembered while it needs no session; then it wants one, and there is none.
    let wants = Arc::new(AtomicBool::new(false));
    let wanting = Arc::clone(&wants);
    let host = TestHost::start(move |head| match (part(head), wanting.load(Ordering::SeqCst)) {
        (0, false) => reply(200, &[], UNREADABLE.1),
        (0, true) => reply(200, &[], GOOD_PAGE.1),
        (part, _) => reply(200, &[], [GOOD_FIRST.1, GOOD_EACH.1][part - 1]),
    });
    let client = builder(&host).authenticator(NoSession(Arc::clone(&wants))).build().unwrap();
    assert_eq!(ask(&client, "IBM").await.unwrap().source, Source::Api);
    wants.store(true, Ordering::SeqCst);
    assert_eq!(ask(&client, "IBM").await.unwrap().source, Source::Page);
}

#[tokio::test]
async fn the_first_error_has_the_others() {
    let host = host([UNREADABLE, (404, ""), GOOD_EACH]);
    let error = ask(&client(&host, SourceChoice::Auto), "IBM").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Page IBM: the reply could not be converted (422): the reply cannot be read: expected ident at line 1 \
         column 2; the host may have changed its format: save the reply and report it; then the api: Page \
         IBM: the host answered with status 404; check the parameters"
    );
    let Error::Conversion(error) = error else { panic!("{error:?}") };
    let [other] = error.others() else { panic!("{error:?}") };
    assert_eq!((other.source, other.error.status()), (Source::Api, Some(404)));
    assert_eq!(error.source().unwrap().to_string(), other.error.to_string());
}

#[tokio::test]
async fn a_step_that_lacks_what_the_next_one_needs_is_a_failed_conversion() {
    let host = host([UNREADABLE, (200, "{}"), GOOD_EACH]);
    let error = ask(&client(&host, SourceChoice::Api), "IBM").await.unwrap_err();
    assert!(error.to_string().contains("list is missing"), "{error}");
    assert_eq!(asked(&host), [FIRST]);
}

#[tokio::test]
async fn a_host_that_cannot_be_reached_ends_the_request() {
    let host = host([UNREADABLE, GOOD_FIRST, GOOD_EACH]);
    let client = builder(&host).host(&HOST, "http://127.0.0.1:9").build().unwrap();
    let error = ask(&client, "IBM").await.unwrap_err();
    assert!(matches!(&error, Error::Conversion(error) if error.others()[0].error.is_network()), "{error}");
}

#[tokio::test]
async fn a_replay_asks_the_sources_that_were_recorded() {
    let folder = folder("sources");
    let host = host([UNREADABLE, GOOD_FIRST, GOOD_EACH]);
    let recording = builder(&host).record(&folder).build().unwrap();
    let mut recorded = Vec::new();
    for ticker in ["IBM", "MSFT"] {
        recorded.push(ask(&recording, ticker).await.unwrap());
    }
    // The second ticker alone was asked of the service alone.
    for ticker in [1, 0] {
        let replayed = ask(&replay(&folder), ["IBM", "MSFT"][ticker]).await.unwrap();
        assert_eq!(replayed, recorded[ticker]);
    }
    let error = ask(&replay(&folder), "AAPL").await.unwrap_err();
    let message = error.to_string();
    assert!(matches!(error, Error::Record { .. }) && message.contains("/v1/probe/AAPL"), "{message}");
    assert!(!message.contains("v2"), "{message}");
}
