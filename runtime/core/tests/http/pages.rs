//! The pages of a request: that each way to the next page brings every item once, and that pages which lead nowhere end.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::StreamExt as _;
use proptest::prelude::*;
use serde_json::{Value, json};
use virtual_finance_core::catalogue::{Freshness, NextPage, PagesInfo, ParamInfo, ParamKind, SessionUse};
use virtual_finance_core::error::PagesFault;
use virtual_finance_core::params::Plain;
use virtual_finance_core::request::{EndpointInfo, Request};
use virtual_finance_core::settings::{Cache, Retries};
use virtual_finance_core::{Client, Error, FewerItems, Host, Paged, RequestParams, exactly_one};

use super::record::{folder, replay};
use super::support::{HOST, HostClient as _, TestHost, once, probe, reply, target};

static HOSTS: [&Host; 1] = [&HOST];

/// The first row, and the number of rows of a page.
static PARAMS: [ParamInfo; 2] = [
    ParamInfo { doc: "The first row of the page.", kind: ParamKind::Integer, ..ParamInfo::new("at") },
    ParamInfo {
        doc: "The number of rows.",
        kind: ParamKind::Integer,
        default: Some("2"),
        ..ParamInfo::new("count")
    },
];

/// Pages that are numbered from 0.
static FROM_ZERO: [ParamInfo; 1] =
    [ParamInfo { doc: "The page.", kind: ParamKind::Integer, default: Some("0"), ..ParamInfo::new("at") }];

static NAMED: [ParamInfo; 1] = [ParamInfo { doc: "The cursor.", ..ParamInfo::new("at") }];

const fn rows(next: NextPage, params: &'static [ParamInfo]) -> EndpointInfo {
    EndpointInfo {
        name: "Rows",
        path: "v1/rows",
        params,
        fresh_for: Some(Freshness::for_seconds(60)),
        pages: Some(PagesInfo { items: "rows", ..PagesInfo::new(next) }),
        ..probe(SessionUse::Never, &HOSTS)
    }
}

static CURSOR: EndpointInfo = rows(NextPage::Cursor { parameter: "at", next: "meta.next" }, &NAMED);
static NUMBERED_CURSOR: EndpointInfo = rows(NextPage::Cursor { parameter: "at", next: "meta.next" }, &PARAMS);
static LAST_ITEM: EndpointInfo = rows(NextPage::Cursor { parameter: "at", next: "rows.-1" }, &NAMED);
static OFFSET: EndpointInfo = rows(NextPage::Offset { parameter: "at", rows: None, total: None }, &PARAMS);
static COUNTED: EndpointInfo =
    rows(NextPage::Offset { parameter: "at", rows: None, total: Some("meta.total") }, &PARAMS);
static LISTED: EndpointInfo =
    rows(NextPage::Offset { parameter: "at", rows: Some("all"), total: Some("meta.total") }, &PARAMS);
static PAGE: EndpointInfo = rows(NextPage::Number { parameter: "at", last: None }, &PARAMS);
static LAST: EndpointInfo = rows(NextPage::Number { parameter: "at", last: Some("meta.last") }, &FROM_ZERO);
static LINK: EndpointInfo = rows(NextPage::Link { next: Some("meta.next") }, &[]);
static HEADER: EndpointInfo = rows(NextPage::Link { next: None }, &[]);

/// A request for rows, which gives back the numbers that it gets.
#[derive(Debug, Clone)]
struct Rows {
    info: &'static EndpointInfo,
    at: Option<At>,
}

#[derive(Debug, Clone)]
enum At {
    Name(String),
    Number(i64),
}

fn all(info: &'static EndpointInfo) -> Rows {
    Rows { info, at: None }
}

impl Request for Rows {
    fn info(&self) -> &'static EndpointInfo {
        self.info
    }

    fn value(&self, param: &str) -> Option<Plain<'_>> {
        match &self.at {
            Some(At::Name(name)) if param == "at" => Some(Plain::String(name)),
            Some(At::Number(number)) if param == "at" => Some(Plain::Integer(*number)),
            _ => None,
        }
    }
}

converts!(Rows => Vec<i64>, |_own, replies| {
    let value: Value = serde_json::from_str(exactly_one(replies)?.text()?).unwrap();
    Ok(value["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_i64().unwrap())
        .collect::<Vec<_>>()
        .into())
});

impl Paged for Rows {
    type Item = i64;

    fn items(response: Vec<i64>) -> Vec<i64> {
        response
    }

    fn list(response: &Vec<i64>) -> &[i64] {
        response
    }

    fn at_page(self, page: &Plain<'_>) -> Option<Self> {
        let at = match page {
            Plain::Integer(number) => At::Number(*number),
            Plain::String(name) => At::Name((*name).to_owned()),
            _ => return None,
        };
        Some(Self { at: Some(at), ..self })
    }
}

fn asked(head: &str, name: &str) -> Option<String> {
    let url = url::Url::parse(&format!("http://host.example{}", target(head))).unwrap();
    url.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

fn number(head: &str, name: &str) -> Option<i64> {
    asked(head, name).map(|text| text.parse().unwrap())
}

fn two_from(at: i64) -> Vec<i64> {
    (at..5).take(2).collect()
}

fn json_reply(value: &Value) -> Vec<u8> {
    reply(200, &[("content-type", "application/json")], value.to_string())
}

fn saying(answer: impl Fn(&str) -> Value + Send + Sync + 'static) -> TestHost {
    TestHost::start(move |head| json_reply(&answer(head)))
}

async fn collected(client: &Client, request: Rows) -> (Vec<i64>, Option<Error>) {
    let mut items = client.pages(request).items();
    let mut found = Vec::new();
    while let Some(item) = items.next().await {
        match item {
            Ok(item) => found.push(item),
            Err(error) => {
                assert!(items.next().await.is_none(), "after an error it ends");
                return (found, Some(error));
            }
        }
    }
    assert!(items.next().await.is_none());
    (found, None)
}

/// Asserts that all rows come, with these targets.
#[track_caller]
fn assert_asked(host: &TestHost, (found, error): &(Vec<i64>, Option<Error>), targets: &[&str]) {
    assert!(error.is_none(), "{error:?}");
    assert_eq!(*found, [0, 1, 2, 3, 4]);
    assert_eq!(host.targets(), targets);
}

fn build(host: &TestHost) -> Client {
    host.client().build().unwrap()
}

#[tokio::test]
async fn a_cursor_leads_to_the_end() {
    for (info, last) in [(&CURSOR, json!(null)), (&NUMBERED_CURSOR, json!("")), (&CURSOR, json!(false))] {
        let host = saying(move |head| {
            let at = number(head, "at").unwrap_or(0);
            let next = if at + 2 < 5 { json!(at + 2) } else { last.clone() };
            json!({"rows": two_from(at), "meta": {"next": next}})
        });
        let found = collected(&build(&host), all(info)).await;
        let count = if info.params.len() == 2 { "&count=2" } else { "" };
        let first = if count.is_empty() { "/v1/rows" } else { "/v1/rows?count=2" };
        assert_asked(
            &host,
            &found,
            &[first, &format!("/v1/rows?at=2{count}"), &format!("/v1/rows?at=4{count}")],
        );
    }
}

const fn with_more(info: EndpointInfo) -> EndpointInfo {
    let Some(pages) = info.pages else { return info };
    EndpointInfo { pages: Some(pages.more("has_more")), ..info }
}

/// The pages end with the word of the host, whatever else leads on; without it with a page that has no items.
#[tokio::test]
async fn the_last_item_and_whether_more_follow_lead_to_the_end() {
    static CURSOR: EndpointInfo =
        with_more(rows(NextPage::Cursor { parameter: "at", next: "meta.next" }, &NAMED));
    static LAST_ITEM_WITH_MORE: EndpointInfo =
        with_more(rows(NextPage::Cursor { parameter: "at", next: "rows.-1" }, &NAMED));
    static OFFSET: EndpointInfo =
        with_more(rows(NextPage::Offset { parameter: "at", rows: None, total: None }, &NAMED));
    let cases = [(&LAST_ITEM, 1, 4), (&LAST_ITEM_WITH_MORE, 1, 3), (&CURSOR, 0, 3), (&OFFSET, 0, 3)];
    for (info, step, requests) in cases {
        for end in [json!(false), json!(null)] {
            let host = saying(move |head| {
                let at = number(head, "at").map_or(0, |at| at + step);
                let more = if at + 2 < 5 { json!(true) } else { end.clone() };
                json!({"rows": two_from(at), "meta": {"next": at + 2}, "has_more": more})
            });
            let (found, error) = collected(&build(&host), all(info)).await;
            assert!(error.is_none(), "{error:?}");
            assert_eq!((found.as_slice(), host.targets().len()), ([0, 1, 2, 3, 4].as_slice(), requests));
        }
    }
    let host = saying(|_| json!({"rows": [], "has_more": true}));
    let (_, error) = collected(&build(&host), all(&LAST_ITEM_WITH_MORE)).await;
    assert!(matches!(error, Some(Error::Pages { fault: PagesFault::EmptyPage, .. })), "{error:?}");
}

#[tokio::test]
async fn an_offset_moves_by_the_items_until_there_are_none() {
    let host = saying(|head| json!({"rows": two_from(number(head, "at").unwrap_or(0))}));
    let found = collected(&build(&host), all(&OFFSET)).await;
    let targets =
        ["/v1/rows?count=2", "/v1/rows?at=2&count=2", "/v1/rows?at=4&count=2", "/v1/rows?at=5&count=2"];
    assert_asked(&host, &found, &targets);
}

/// A host that gives two of three at once, and counts a row that the response leaves out.
#[tokio::test]
async fn a_page_begins_where_the_last_one_ended() {
    let host = saying(|head| {
        let at = number(head, "at").unwrap_or(0);
        let all: Vec<i64> = (at..7).take(2).collect();
        let rows: Vec<i64> = all.iter().copied().filter(|row| *row != 3).collect();
        json!({"all": all, "rows": rows, "meta": {"total": 7}})
    });
    let mut pages = build(&host).pages(all(&LISTED));
    let mut found = Vec::new();
    while let Some(page) = pages.next().await {
        let page = page.unwrap();
        assert!(page.notes.is_empty(), "{:?}", page.notes);
        found.extend(page.response);
    }
    assert_eq!(found, [0, 1, 2, 4, 5, 6]);
    let targets = [2, 4, 6].map(|at| format!("/v1/rows?at={at}&count=2"));
    assert_eq!(host.targets()[1..], targets);
}

/// A host that counts more rows than it gives: the pages end with a note, whether by a page without rows or by one with
/// fewer than are left. A limit of the caller is no lack.
#[tokio::test]
async fn fewer_items_than_the_host_counts_are_a_note() {
    for (total, begin, fewer) in [
        (9, None, Some(FewerItems::new(5, 9))),
        (9, Some(3), Some(FewerItems::new(2, 6))),
        (5, None, None),
        (5, Some(3), None),
    ] {
        let host = saying(move |head| {
            let rows = two_from(number(head, "at").unwrap_or(0));
            json!({"all": rows, "rows": rows, "meta": {"total": total}})
        });
        let request = Rows { info: &LISTED, at: begin.map(At::Number) };
        let mut pages = build(&host).pages(request.clone());
        let mut last = None;
        while let Some(page) = pages.next().await {
            last = page.unwrap().notes.get::<FewerItems>().copied();
        }
        assert_eq!(last, fewer, "{total} {begin:?}");
        let mut pages = build(&host).pages(request).limit(2);
        let first = pages.next().await.unwrap().unwrap();
        assert_eq!(first.notes.get::<FewerItems>(), None);
        assert!(pages.next().await.is_none());
    }
}

#[tokio::test]
async fn pages_are_numbered_from_the_first_to_the_last() {
    let host = saying(|head| json!({"rows": two_from((number(head, "at").unwrap_or(1) - 1) * 2)}));
    let found = collected(&build(&host), all(&PAGE)).await;
    let targets =
        ["/v1/rows?count=2", "/v1/rows?at=2&count=2", "/v1/rows?at=3&count=2", "/v1/rows?at=4&count=2"];
    assert_asked(&host, &found, &targets);
    let host =
        saying(|head| json!({"rows": two_from(number(head, "at").unwrap_or(0) * 2), "meta": {"last": 2}}));
    let found = collected(&build(&host), all(&LAST)).await;
    assert_asked(&host, &found, &["/v1/rows?at=0", "/v1/rows?at=1", "/v1/rows?at=2"]);
}

#[tokio::test]
async fn an_address_in_the_reply_is_followed() {
    let host = saying(|head| {
        let at = number(head, "from").unwrap_or(0);
        let next = (at + 2 < 5).then(|| format!("/v1/rows/more%20rows?from={}&sort=a%2Bb", at + 2));
        json!({"rows": two_from(at), "meta": {"next": next}})
    });
    let found = collected(&build(&host), all(&LINK)).await;
    assert_asked(
        &host,
        &found,
        &["/v1/rows", "/v1/rows/more%20rows?from=2&sort=a%2Bb", "/v1/rows/more%20rows?from=4&sort=a%2Bb"],
    );
}

/// A host whose head has the address of the next page, written in that way.
fn linking(form: impl Fn(i64) -> String + Send + Sync + 'static) -> TestHost {
    TestHost::start(move |head| {
        let at = number(head, "from").unwrap_or(0);
        let next = at.saturating_add(2);
        let link = if next < 5 { form(next) } else { "<?from=0>; rel=first".to_owned() };
        reply(200, &[("link", &link)], json!({"rows": two_from(at)}).to_string())
    })
}

#[tokio::test]
async fn an_address_in_the_head_is_followed() {
    type Form = fn(i64) -> String;
    let forms: [Form; 6] = [
        |at| format!("</v1/rows?from={at}>; rel=\"next\""),
        |at| format!("<?from={at}>;rel=next"),
        |at| format!("<rows?from={at}>; title=\"a, b; rel=next\"; REL=\"last Next\""),
        |at| format!("</v1/rows?from=0>; rel=\"prev\", </v1/rows?from={at}>; rel=\"next\", <x>; rel=next"),
        |at| format!("<?from=9>; rel=next; anchor=\"#other\", <?from={at}>; rel=next; rel=prev"),
        |at| format!("<?from=9>; title=\"\\\", <x>; rel=next\", ,<?from={at}> ; rel = next"),
    ];
    for form in forms {
        let host = linking(form);
        let found = collected(&build(&host), all(&HEADER)).await;
        assert_asked(&host, &found, &["/v1/rows", "/v1/rows?from=2", "/v1/rows?from=4"]);
    }
}

#[tokio::test]
async fn a_page_without_a_readable_link_or_cursor_is_the_last() {
    for link in
        ["", "next", "</v1/rows?from=2", "</v1/rows?from=2>", "</v1/rows?from=2>; rel=\"nextly\"", "<<>>"]
    {
        let host = TestHost::saying(reply(200, &[("link", link)], r#"{"rows": [1]}"#));
        let (found, error) = collected(&build(&host), all(&HEADER)).await;
        assert!(error.is_none(), "{link}: {error:?}");
        assert_eq!((found, host.targets().len()), (vec![1], 1), "{link}");
    }
    let host = saying(|_| json!({"rows": [7]}));
    assert_eq!(collected(&build(&host), all(&CURSOR)).await.0, [7], "without the member of the cursor");
}

/// Each kind of pages that lead nowhere: the answer of the host, the items that came, and the message.
#[tokio::test]
async fn pages_that_lead_nowhere_end_with_an_error() {
    type Answer = fn(&str) -> Value;
    let cases: [(&'static EndpointInfo, Answer, usize, &str); 10] = [
        (
            &CURSOR,
            |_| json!({"rows": [1, 2], "meta": {"next": "same"}}),
            4,
            "Rows: after 4 items: the host names a next page for the second time; ask again, or take the first items \
             with limit()",
        ),
        (
            &LINK,
            |_| json!({"rows": [1], "meta": {"next": "?page=2"}}),
            2,
            "Rows: after 2 items: the host names a next page for the second time; ask again, or take the first items \
             with limit()",
        ),
        (
            &CURSOR,
            |_| json!({"rows": [], "meta": {"next": "more"}}),
            0,
            "Rows: after 0 items: a page has no new items, and the host says that more follow; ask again, or narrow \
             the request",
        ),
        (
            &OFFSET,
            |_| json!({"rows": [1, 2]}),
            4,
            "Rows: after 4 items: the host sent the same page twice; check 'at' in the table, and its value in the \
             request",
        ),
        (
            &PAGE,
            |_| json!({"rows": [1]}),
            2,
            "Rows: after 2 items: the host sent the same page twice; check 'at' in the table, and its value in the \
             request",
        ),
        (
            &OFFSET,
            |head| {
                let at = number(head, "at").unwrap_or(0);
                json!({"rows": (at..at + 5000).collect::<Vec<_>>()})
            },
            10_000,
            "Rows: after 10000 items: the pages do not end with 10000; ask for a number of them with limit(), or narrow \
             the request",
        ),
        (
            &NUMBERED_CURSOR,
            |_| json!({"rows": [1], "meta": {"next": "abc"}}),
            1,
            "Rows: after 1 item: the host names a next page that 'at' cannot be; check its type in the table",
        ),
        (
            &LINK,
            |_| json!({"rows": [1], "meta": {"next": "https://evil.example/v1/rows"}}),
            1,
            "Rows: after 1 item: the next page is at \"evil.example\", outside of the address of the request's host; \
             check the host's address",
        ),
        (
            &LINK,
            |_| json!({"rows": [1], "meta": {"next": "http://[bad"}}),
            1,
            "Rows: after 1 item: the address of the next page cannot be read; ask again, or check 'link' in the table",
        ),
        (
            &CURSOR,
            |_| json!({"rows": [1], "meta": {"next": {"a": 1}}}),
            0,
            "Rows: the reply could not be converted (422): meta.next is not a string or an integer; the host may have \
             changed its format: save the reply and report it",
        ),
    ];
    for (info, answer, count, message) in cases {
        let host = saying(answer);
        let (found, error) = collected(&build(&host), all(info)).await;
        let error = error.map(|error| error.to_string()).unwrap_or_default();
        assert_eq!((found.len(), error.as_str()), (count, message));
    }
}

#[tokio::test]
async fn an_offset_beyond_all_integers_ends() {
    let host = saying(|head| json!({"rows": [number(head, "at").unwrap_or(0)]}));
    let request = Rows { info: &OFFSET, at: Some(At::Number(i64::MAX)) };
    let (found, error) = collected(&build(&host), request).await;
    assert_eq!(found, [i64::MAX]);
    assert!(
        matches!(error, Some(Error::Pages { fault: PagesFault::Stuck { .. }, items: 1, .. })),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_limit_ends_without_an_error_and_asks_no_more() {
    let endless = || saying(|head| json!({"rows": [number(head, "at").unwrap_or(0), 1]}));
    // Beyond the maximum of the table too.
    for (limit, count, pages) in [(0, 0, 0), (1, 1, 1), (2, 2, 1), (3, 3, 2), (11_000, 11_000, 5500)] {
        let host = endless();
        let items = build(&host).pages(all(&OFFSET)).items().limit(limit);
        let found: Vec<_> = items.map(Result::unwrap).collect().await;
        assert_eq!((found.len(), host.targets().len()), (count, pages), "{limit}");
        let host = endless();
        let found: Vec<_> = build(&host).pages(all(&OFFSET)).limit(limit).map(Result::unwrap).collect().await;
        assert_eq!((found.len(), host.targets().len()), (pages, pages), "{limit}");
    }
}

#[tokio::test]
async fn pages_say_whether_one_follows() {
    let host =
        saying(|head| json!({"rows": two_from(number(head, "at").unwrap_or(0)), "meta": {"total": 5}}));
    let mut pages = build(&host).pages(all(&COUNTED));
    for follows in [true, true, false] {
        assert!(pages.has_next());
        pages.next().await.unwrap().unwrap();
        assert_eq!(pages.has_next(), follows);
    }
    // An error is yet to come.
    let circular = saying(|_| json!({"rows": [], "meta": {"next": "more"}}));
    let mut pages = build(&circular).pages(all(&CURSOR));
    pages.next().await.unwrap().unwrap();
    assert!(pages.has_next());
    assert!(pages.next().await.unwrap().is_err() && !pages.has_next());
}

/// A count beside the items that is no integer costs none of them: the pages end as without it.
#[tokio::test]
async fn a_count_of_another_type_counts_as_none() {
    for info in [&COUNTED, &LISTED, &LAST] {
        for odd in [json!("5"), json!(5.5), json!({"raw": 5}), Value::Null] {
            let host = saying(move |head| {
                let at = number(head, "at").unwrap_or(0);
                let rows = two_from(if std::ptr::eq(info, &LAST) { at * 2 } else { at });
                json!({"rows": rows, "all": rows, "meta": {"total": odd, "last": odd}})
            });
            let (found, error) = collected(&build(&host), all(info)).await;
            assert_eq!((found, error.map(|error| error.to_string())), (vec![0, 1, 2, 3, 4], None));
        }
    }
}

#[tokio::test]
async fn a_walk_begins_where_the_request_says() {
    let host = saying(|head| json!({"rows": two_from(number(head, "at").unwrap_or(0))}));
    let found = collected(&build(&host), Rows { info: &OFFSET, at: Some(At::Number(3)) }).await;
    assert_eq!(found.0, [3, 4]);
    // The cursor of the request itself counts as one that was there.
    let host = saying(|_| json!({"rows": [1], "meta": {"next": "first"}}));
    let (_, error) =
        collected(&build(&host), Rows { info: &CURSOR, at: Some(At::Name("first".to_owned())) }).await;
    assert!(matches!(error, Some(Error::Pages { fault: PagesFault::Repeated, items: 1, .. })), "{error:?}");
}

#[tokio::test]
async fn a_page_that_fails_ends_the_pages_and_retries_work_for_each() {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let host = TestHost::start(move |head| match counted.fetch_add(1, Ordering::SeqCst) {
        1 => reply(503, &[], "busy"),
        5.. => reply(404, &[], "gone"),
        _ => json_reply(&json!({"rows": [number(head, "at").unwrap_or(0)]})),
    });
    let params = RequestParams::new()
        .no_proxy()
        .retries(Retries::new().attempts(2).base(Duration::from_millis(1), Duration::from_millis(1)));
    let client = Client::builder().host(&HOST, host.url()).request_params(params).build().unwrap();
    let (found, error) = collected(&client, all(&OFFSET)).await;
    assert_eq!(found, [0, 1, 2, 3]);
    assert_eq!(error.unwrap().status(), Some(404));
}

#[tokio::test]
async fn each_page_is_kept_and_recorded_by_itself() {
    for (info, host) in [
        (&OFFSET, saying(|head| json!({"rows": two_from(number(head, "at").unwrap_or(0))}))),
        (&HEADER, linking(|at| format!("</v1/rows?from={at}>; rel=next"))),
    ] {
        let client = host.client().cache(Cache::new()).build().unwrap();
        let first = collected(&client, all(info)).await.0;
        let asked = host.targets().len();
        assert_eq!(collected(&client, all(info)).await.0, first);
        assert_eq!(host.targets().len(), asked, "the second walk is answered from the cache");
        let folder = folder(&format!("pages-{asked}"));
        let client = host.client().record(&folder).build().unwrap();
        assert_eq!(collected(&client, all(info)).await.0, first);
        assert_eq!(collected(&replay(&folder), all(info)).await.0, first);
    }
}

#[tokio::test]
async fn a_next_address_repeats_nothing_of_the_caller() {
    // The host repeats all that it was asked.
    let host = TestHost::start(|head| {
        let at = number(head, "from").unwrap_or(0);
        let token = asked(head, "token").unwrap();
        let link = format!("</v1/rows?from={}&token={token}>; rel=next", at + 2);
        let headers: &[(&str, &str)] = if at + 2 < 5 { &[("link", &link)] } else { &[] };
        reply(200, headers, json!({"rows": two_from(at)}).to_string())
    });
    let folder = folder("pages-secret");
    let params = once().query("token", "canary-of-caller");
    let client = Client::builder().host(&HOST, host.url()).request_params(params).record(&folder).build();
    assert_eq!(collected(&client.unwrap(), all(&HEADER)).await.0, [0, 1, 2, 3, 4]);
    for target in host.targets() {
        assert_eq!(target.matches("token=").count(), 1, "{target}");
    }
    for file in std::fs::read_dir(&folder).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("canary"));
    }
}

#[test]
fn the_blocking_client_iterates() {
    let host = saying(|head| json!({"rows": two_from(number(head, "at").unwrap_or(0))}));
    let client = host.client().build_blocking().unwrap();
    let found: Result<Vec<i64>, Error> = client.pages(all(&OFFSET)).items().collect();
    assert_eq!(found.unwrap(), [0, 1, 2, 3, 4]);
    assert_eq!(client.pages(all(&OFFSET)).limit(3).count(), 2);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let mut pages = client.pages(all(&OFFSET));
        assert!(matches!(pages.next(), Some(Err(Error::BlockingInAsync))));
        assert!(pages.next().is_none());
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever a host writes into its head, the page before is good, and no other host is asked.
    #[test]
    fn any_link_ends_or_leads_on(link in "[ -~]{0,40}", target in "[<>?/a-z.:;,\"= ]{0,30}") {
        let link = format!("{link}<{target}>;rel=next");
        let host = TestHost::start(move |_| reply(200, &[("link", &link)], r#"{"rows": [1]}"#));
        let client = host.client().build_blocking().unwrap();
        let found: Vec<_> = client.pages(all(&HEADER)).limit(20).items().collect();
        prop_assert!(found.first().is_some_and(Result::is_ok));
        let errors = found.iter().filter_map(|item| item.as_ref().err());
        for error in errors {
            let is_known = matches!(error, Error::Pages { .. });
            prop_assert!(is_known, "{error}");
        }
    }
}
