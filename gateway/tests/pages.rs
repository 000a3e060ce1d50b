//! Pages of items: the header `Link` leads from each to the next, whichever way the host goes.

use std::collections::BTreeMap;

use virtual_finance_gateway::Settings;
use virtual_finance_loopback::{LoopbackHost, reply};

use crate::support::{Response, Served};

fn host(replies: &'static [(&'static str, &'static str)]) -> LoopbackHost {
    LoopbackHost::start(move |request| {
        let target = request.split(' ').nth(1).unwrap();
        match replies.iter().find(|(known, _)| *known == target) {
            Some((_, body)) => reply(200, &[("content-type", "application/json")], body),
            None => reply(404, &[], "{}"),
        }
    })
}

/// Returns the addresses of a response's header `Link` by their relations.
fn links(response: &Response) -> BTreeMap<String, String> {
    let links = response.header("link").split(", ").filter(|link| !link.is_empty());
    let link = |link: &str| {
        let (target, relation) = link.strip_prefix('<').unwrap().split_once(">; rel=\"").unwrap();
        (relation.trim_end_matches('"').to_owned(), target.to_owned())
    };
    links.map(link).collect()
}

#[tokio::test]
async fn a_page_has_the_address_of_the_next_one() {
    let host = host(&[
        (
            "/v1/stations/Oslo/journal",
            r#"{ "reports": [ { "id": 98, "temperature": 21 } ], "older": "r 95&" }"#,
        ),
        (
            "/v1/stations/Oslo/journal?before=r+95%26",
            r#"{ "reports": [ { "id": 91, "temperature": 17 } ], "older": null }"#,
        ),
        ("/v1/observers?page=1", r#"{ "observers": [ { "name": "Anna" } ], "pages": 2 }"#),
        ("/v1/observers?page=2", r#"{ "observers": [ { "name": "Cleo" } ], "pages": 2 }"#),
    ]);
    let gateway = Served::start(&host, Settings::default()).await;
    for (path, query, next) in [
        ("/journal/Oslo.csv", "limit=5", "?limit=5&before=r+95%26"),
        ("/observers", "format=csv", "?format=csv&page=2"),
        ("/observers", "page=1&format=csv", "?format=csv&page=2"),
    ] {
        let first = gateway.get(&format!("{path}?{query}")).await;
        let found = links(&first);
        assert_eq!((first.status, found["next"].as_str()), (200, next), "{path}");
        let last = gateway.get(&format!("{path}{}", found["next"])).await;
        assert_eq!((last.status, last.text() == first.text()), (200, false), "{path}");
        let found = links(&last);
        assert_eq!((found.get("next"), found["first"].contains("page")), (None, false), "{path}");
        // A caller who has the page is not told where the next one is, as its reply is not read.
        let known = format!("If-None-Match: {}", first.header("etag"));
        assert_eq!(gateway.send("GET", &format!("{path}?{query}"), &[&known], "").await.status, 304);
    }
    assert_eq!(gateway.get("/observers?page=3").await.status, 404);
}

#[tokio::test]
async fn the_address_that_a_host_names_is_asked_and_none_of_a_caller() {
    let host = host(&[
        ("/v1/regions", r#"{ "regions": [ { "name": "east" } ], "next": "/v1/regions?from=west" }"#),
        ("/v1/regions?from=west", r#"{ "regions": [ { "name": "west" } ] }"#),
    ]);
    let gateway = Served::start(&host, Settings::default()).await;
    let first = gateway.get("/regions").await;
    let next = links(&first)["next"].clone();
    // The caller gets a name, and not the address.
    assert!(next.starts_with("?next=") && !next.contains("west"), "{next}");
    let last = gateway.get(&format!("/regions{next}")).await;
    assert_eq!((last.status, last.json()["regions"][0]["name"].as_str()), (200, Some("west")));
    assert_ne!(last.header("etag"), first.header("etag"));
    assert!(!links(&last).contains_key("next"));
    let asked = host.targets().len();
    for foreign in ["/v1/regions?from=west", "http://evil.example/", "0123456789abcdef0123456789abcdef"] {
        let refused = gateway.get(&format!("/regions?next={foreign}")).await;
        assert_eq!(refused.status, 400, "{foreign}");
        assert!(refused.text().contains("begin again with the first one"), "{}", refused.text());
    }
    assert_eq!(host.targets().len(), asked);
}

#[tokio::test]
async fn the_document_declares_the_header() {
    let gateway = Served::start(&host(&[]), Settings::default()).await;
    let document = gateway.get("/openapi.json").await.json();
    for (name, has_pages) in [("Journal", true), ("Regions", true), ("Observations", false)] {
        let headers = &document["components"]["responses"][format!("{name}Response")]["headers"];
        assert_eq!(headers["Link"]["schema"]["type"].is_string(), has_pages, "{name}");
    }
}
