//! Pages that overlap: an item of two pages is told, and is among the items once.

use serde_json::{Value, json};
use virtual_finance_core::catalogue::{NextPage, PagesInfo, ParamInfo, ParamKind, SessionUse};
use virtual_finance_core::error::PagesFault;
use virtual_finance_core::params::Plain;
use virtual_finance_core::request::{EndpointInfo, Request};
use virtual_finance_core::{Client, Error, FewerItems, Host, Paged, RepeatedItems, exactly_one};

use super::support::{HOST, HostClient as _, TestHost, probe, reply, target};

static HOSTS: [&Host; 1] = [&HOST];

static PARAMS: [ParamInfo; 1] =
    [ParamInfo { doc: "The first row.", kind: ParamKind::Integer, ..ParamInfo::new("at") }];

const fn names(next: NextPage) -> EndpointInfo {
    EndpointInfo {
        name: "Names",
        path: "names",
        params: &PARAMS,
        pages: Some(PagesInfo::new(next)),
        ..probe(SessionUse::Never, &HOSTS)
    }
}

static COUNTED: EndpointInfo =
    names(NextPage::Offset { parameter: "at", rows: Some("names"), total: Some("total") });
static CURSOR: EndpointInfo = names(NextPage::Cursor { parameter: "at", next: "next" });

/// A request for names.
#[derive(Debug, Clone)]
struct Names {
    info: &'static EndpointInfo,
    at: i64,
}

impl Request for Names {
    fn info(&self) -> &'static EndpointInfo {
        self.info
    }

    fn value(&self, _: &str) -> Option<Plain<'_>> {
        Some(Plain::Integer(self.at))
    }
}

converts!(Names => Vec<Value>, |_own, replies| {
    let value: Value = serde_json::from_str(exactly_one(replies)?.text()?).unwrap();
    Ok(value["names"].as_array().unwrap().clone().into())
});

impl Paged for Names {
    type Item = Value;

    fn items(response: Vec<Value>) -> Vec<Value> {
        response
    }

    fn list(response: &Vec<Value>) -> &[Value] {
        response
    }

    fn at_page(self, page: &Plain<'_>) -> Option<Self> {
        let Plain::Integer(at) = page else { return None };
        Some(Self { at: *at, ..self })
    }
}

fn saying(answer: impl Fn(i64) -> Value + Send + Sync + 'static) -> TestHost {
    TestHost::start(move |head| {
        let at = target(head).split_once("at=").unwrap().1.parse().unwrap();
        reply(200, &[("content-type", "application/json")], answer(at).to_string())
    })
}

async fn collected(client: &Client, request: Names) -> (Vec<Value>, Option<Error>) {
    let mut items = client.pages(request).items();
    let mut found = Vec::new();
    while let Some(item) = items.next().await {
        match item {
            Ok(item) => found.push(item),
            Err(error) => return (found, Some(error)),
        }
    }
    (found, None)
}

/// Four objects a page, the first of which is the last one of the page before.
fn overlapping(total: i64) -> TestHost {
    saying(move |at| {
        let first = at.saturating_sub(at / 4);
        let names: Vec<Value> =
            (first..total).take(4).map(|index| json!({"symbol": index, "name": "n"})).collect();
        json!({"names": names, "total": total})
    })
}

#[tokio::test]
async fn an_item_of_two_pages_is_told_and_is_there_once() {
    let client = |host: &TestHost| host.client().build().unwrap();
    let host = overlapping(12);
    let mut pages = client(&host).pages(Names { info: &COUNTED, at: 0 });
    let (mut repeated, mut fewer, mut count) = (Vec::new(), None, 0);
    while let Some(page) = pages.next().await {
        let page = page.unwrap();
        count += page.response.len();
        repeated.push(page.notes.get::<RepeatedItems>().map(|note| note.indexes.clone()));
        fewer = page.notes.get::<FewerItems>().copied();
    }
    // The pages themselves are whole. They end at the total, and then lack two of twelve.
    assert_eq!((count, repeated), (12, vec![None, Some(vec![0]), Some(vec![0])]));
    assert_eq!(fewer, Some(FewerItems::new(10, 12)));
    let (found, error) = collected(&client(&host), Names { info: &COUNTED, at: 0 }).await;
    let symbols: Vec<i64> = found.iter().map(|item| item["symbol"].as_i64().unwrap()).collect();
    assert!(error.is_none(), "{error:?}");
    assert_eq!(symbols, (0..10).collect::<Vec<_>>());
    // A number of items is one of different ones.
    let mut items = client(&host).pages(Names { info: &COUNTED, at: 0 }).items().limit(5);
    let mut number = 0;
    while let Some(item) = items.next().await {
        assert_eq!(item.unwrap()["symbol"], number);
        number += 1;
    }
    assert_eq!(number, 5);
}

/// A page that counts fewer items than one before it ends nothing, nor does a host that counts fewer than it gives.
#[tokio::test]
async fn a_number_of_all_items_that_is_too_small_ends_nothing() {
    for total in [|at: i64| 6 - at, |_| 3, |_| 0, |_| -1] {
        let host = saying(move |at| {
            let names: Vec<Value> = (at..(at + 2).min(6)).map(|index| json!({"symbol": index})).collect();
            json!({"names": names, "total": total(at)})
        });
        let client = host.client().build().unwrap();
        let (found, error) = collected(&client, Names { info: &COUNTED, at: 0 }).await;
        assert!(error.is_none(), "{error:?}");
        assert_eq!(found.len(), 6, "{}", total(0));
    }
}

/// Two equal numbers may be two items, and so may two equal items that are not in pages next to each other.
#[tokio::test]
async fn what_may_be_another_item_is_one() {
    type Answer = fn(i64) -> Value;
    let cases: [(Answer, usize); 3] = [
        (|at| json!({"names": [1, null, true, 2.5], "next": (at < 2).then_some(at + 1)}), 12),
        (|at| json!({"names": [{"n": at % 2}], "next": (at < 2).then_some(at + 1)}), 3),
        (|at| json!({"names": ["a", "a"], "next": (at < 0).then_some(at + 1)}), 2),
    ];
    for (answer, count) in cases {
        let host = saying(answer);
        let (found, error) = collected(&host.client().build().unwrap(), Names { info: &CURSOR, at: 0 }).await;
        assert!(error.is_none() && found.len() == count, "{found:?} {error:?}");
    }
}

/// Pages that bring nothing new end, although each of them is another page, with a limit too.
#[tokio::test]
async fn a_page_of_the_same_items_leads_nowhere() {
    let host = saying(|at| json!({"names": ["a", "b"], "page": at, "next": at + 1}));
    let client = host.client().build().unwrap();
    let (found, error) = collected(&client, Names { info: &CURSOR, at: 0 }).await;
    assert_eq!(found, ["a", "b"]);
    assert!(matches!(error, Some(Error::Pages { fault: PagesFault::EmptyPage, items: 2, .. })), "{error:?}");
    let mut pages = client.pages(Names { info: &CURSOR, at: 0 }).limit(9);
    assert!(pages.next().await.unwrap().is_ok() && pages.next().await.unwrap().is_ok());
    assert!(pages.next().await.unwrap().is_err() && pages.next().await.is_none());
}
