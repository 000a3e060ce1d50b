//! The sources of an endpoint: those that are asked, their order, and their errors.

use std::error::Error as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use virtual_finance_core::SourceMemory;
use virtual_finance_core::auth::{AuthFuture, Authenticator, Call, Credentials, HttpReply};
use virtual_finance_core::catalogue::SessionUse;
use virtual_finance_core::error::PlainFault;
use virtual_finance_core::request::{EndpointInfo, Request as _};
use virtual_finance_core::settings::{Retries, Secret};
use virtual_finance_core::{
    Client, ClientBuilder, DateTime, Error, OtherProvider, Reply, Source, SourceChoice,
};

use super::record::{folder, replay};
use super::support::{ELSEWHERE, HOST, HostClient as _, OTHER, Probe, TestHost, once, reply, target};

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

/// The end of the way to one host or another, in the words of a case: a status, or what came with 200.
fn answer(way: &str) -> Vec<u8> {
    match way {
        "good" => reply(200, &[], r#"{"from": "it"}"#),
        "page" => reply(200, &[], "<html>Before you go on"),
        "gone" => reply(200, &[], r#"{"gone": true}"#),
        "cut" => b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}".to_vec(),
        "paused" => reply(429, &[("retry-after", "60")], ""),
        status => reply(status.parse().unwrap(), &[], "{}"),
    }
}

/// A client of a service at one host and of another provider at the other.
fn backed(first: &TestHost, second: &TestHost) -> ClientBuilder {
    first.client().host(&ELSEWHERE, second.url()).clock(|| DateTime::from(7))
}

#[tokio::test]
async fn another_provider_is_asked_where_the_first_refuses_fails_or_is_away_and_its_key_is_there() {
    let key = || Secret::key("k3y");
    // What the first and the second host answer, whose reply comes or which errors there are, and how often each is asked.
    for (first, second, is_keyed, expected, asked) in [
        ("good", "good", true, "api", (1, 0)),
        ("429", "good", true, "Acme", (1, 1)),
        ("503", "good", true, "Acme", (1, 1)),
        ("401", "good", true, "Acme", (1, 1)),
        ("403", "good", true, "Acme", (1, 1)),
        ("page", "good", true, "Acme", (1, 1)),
        ("cut", "good", true, "Acme", (1, 1)),
        ("404", "good", true, "404", (1, 0)),
        ("gone", "good", true, "404", (1, 0)),
        ("400", "good", true, "400", (1, 0)),
        ("422", "good", true, "422", (1, 0)),
        ("429", "429", true, "429, then Acme 429", (1, 1)),
        ("429", "page", true, "429, then Acme 422", (1, 1)),
        ("503", "404", true, "503, then Acme 404", (1, 1)),
        ("429", "good", false, "429", (1, 0)),
        ("page", "good", false, "422", (1, 0)),
    ] {
        let hosts = [first, second].map(|way| TestHost::saying(answer(way)));
        let builder = backed(&hosts[0], &hosts[1]);
        let builder = if is_keyed { builder.secret(&ELSEWHERE, key()) } else { builder };
        let result = builder.build().unwrap().reply(&Probe::backed("IBM")).await;
        let case = format!("{first} {second} {is_keyed}");
        let found = match &result {
            Ok(reply) => reply.source.to_string(),
            Err(error) => told(error),
        };
        assert_eq!(
            (found.as_str(), (hosts[0].requests().len(), hosts[1].requests().len())),
            (expected, asked),
            "{case}"
        );
        let note = result.ok().and_then(|reply| reply.notes.get::<OtherProvider>().map(ToString::to_string));
        assert_eq!(note.as_deref(), (expected == "Acme").then_some("Acme (127.0.0.1)"), "{case}");
    }
    // A host that wants to be left alone is not waited for.
    let hosts = ["paused", "good"].map(|way| TestHost::saying(answer(way)));
    let retries = Retries::new().max_retry_after(Duration::from_secs(90));
    let patient = backed(&hosts[0], &hosts[1]).request_params(once().retries(retries));
    let patient = patient.secret(&ELSEWHERE, key()).build().unwrap();
    for _ in 0..2 {
        patient.reply(&Probe::backed("IBM")).await.unwrap();
    }
    assert_eq!((hosts[0].requests().len(), hosts[1].requests().len()), (1, 2));
    // Nobody answers at the first host.
    let second = TestHost::saying(answer("good"));
    let away = backed(&second, &second).host(&HOST, "http://127.0.0.1:9").secret(&ELSEWHERE, key());
    assert_eq!(
        away.build().unwrap().reply(&Probe::backed("IBM")).await.unwrap().source,
        Source::Provider("Acme")
    );
}

/// The status of an error, and of the errors beside it.
fn told(error: &Error) -> String {
    let others = match error {
        Error::Api(error) => error.others(),
        Error::Conversion(error) => error.others(),
        _ => &[],
    };
    let status = |error: &Error| error.status().unwrap_or_default();
    let others = others.iter().map(|other| format!(", then {} {}", other.source, status(&other.error)));
    status(error).to_string() + &others.collect::<String>()
}

#[tokio::test]
async fn another_provider_that_is_chosen_by_name_is_asked_alone_and_without_what_it_lacks_never() {
    let choices = EndpointInfo::source_choices(&[Probe::backed("IBM").info(), Probe::new("IBM").info()]);
    let words: Vec<&str> = choices.iter().map(|choice| choice.as_str()).collect();
    assert_eq!(words, ["auto", "page", "api", "acme"]);
    let (first, second) = (TestHost::saying(answer("503")), TestHost::saying(answer("good")));
    let keyed = || backed(&first, &second).secret(&ELSEWHERE, Secret::key("k3y"));
    let client = keyed().source(choices[3]).build().unwrap();
    let reply = client.reply(&Probe::backed("IBM")).await.unwrap();
    assert_eq!(
        (reply.source, first.requests().len(), second.requests().len()),
        (Source::Provider("Acme"), 0, 1)
    );
    assert_eq!(target(&second.requests()[0]), "/prices/ibm?token=k3y");
    // It has no such symbol, which is told where it was chosen; else it is passed over.
    let error = client.reply(&Probe::backed("^GSPC")).await.unwrap_err();
    assert!(error.to_string().contains("a symbol is missing"), "{error}");
    let error = keyed().build().unwrap().reply(&Probe::backed("^GSPC")).await.unwrap_err();
    assert_eq!((told(&error).as_str(), first.requests().len(), second.requests().len()), ("503", 1, 1));
    // Without its key the choice says what is missing. Other endpoints know nothing of it.
    let keyless = backed(&first, &second).source(choices[3]).build().unwrap();
    let error = keyless.reply(&Probe::backed("IBM")).await.unwrap_err();
    assert!(matches!(error, Error::Session { .. }), "{error}");
    // Where nobody chose it, the error of the host says how.
    let error = backed(&first, &second).build().unwrap().reply(&Probe::backed("IBM")).await.unwrap_err();
    assert!(error.to_string().ends_with("; ask again later, or choose the source acme"), "{error}");
    assert_eq!(error.advice().as_deref(), Some("ask again later, or choose the source acme"));
    assert_eq!(told(&client.reply(&Probe::new("IBM")).await.unwrap_err()), "503");
    // Where its host is left out, nobody asks it.
    let asked = second.requests().len();
    for client in [client, keyed().build().unwrap()] {
        let without = client.request_params().clone().no_provider_at(&ELSEWHERE);
        let error = client.with_request_params(without).reply(&Probe::backed("IBM")).await.unwrap_err();
        assert_eq!((told(&error).as_str(), second.requests().len()), ("503", asked));
    }
}

#[tokio::test]
async fn another_provider_comes_first_as_long_as_the_host_wants_to_be_left_alone() {
    let second = TestHost::saying(answer("good"));
    for (first, memory) in [
        ("paused", json!({"Backed": {"source": "acme", "since": 7, "holds": 60}})),
        ("429", json!({})),
        ("page", json!({})),
    ] {
        let first = TestHost::saying(answer(first));
        let at = |now: i64, memory: &SourceMemory| {
            let builder = backed(&first, &second).secret(&ELSEWHERE, Secret::key("k3y"));
            builder.clock(move || DateTime::from(now)).source_memory(memory.clone()).build().unwrap()
        };
        let client = at(7, &SourceMemory::default());
        client.reply(&Probe::backed("IBM")).await.unwrap();
        let learned = client.source_memory();
        assert_eq!(serde_json::to_value(&learned).unwrap(), memory);
        let is_left = memory != json!({});
        for (now, asked) in [(66, if is_left { 1 } else { 2 }), (67, if is_left { 2 } else { 3 })] {
            at(now, &learned).reply(&Probe::backed("IBM")).await.unwrap();
            assert_eq!(first.requests().len(), asked, "{now}");
        }
    }
}

#[tokio::test]
async fn a_replay_gives_the_reply_of_another_provider_without_its_key() {
    let folder = folder("providers");
    let (first, second) = (TestHost::saying(answer("429")), TestHost::saying(answer("good")));
    let recording = backed(&first, &second).secret(&ELSEWHERE, Secret::key("k3y")).record(&folder);
    let recorded = recording.build().unwrap().reply(&Probe::backed("IBM")).await.unwrap();
    let replay = Client::builder().clock(|| DateTime::from(7)).replay(&folder).build().unwrap();
    let replayed = replay.reply(&Probe::backed("IBM")).await.unwrap();
    assert_eq!((replayed.source, replayed.response), (recorded.source, recorded.response));
}
