//! A crate with its own table, converters and build script, over real HTTP on loopback.

use std::collections::HashSet;

use serde_json::json;
use virtual_finance_consumer::buoys::{self, Waves};
use virtual_finance_consumer::converters::bulletin::NoBulletin;
use virtual_finance_consumer::converters::heights::Gaps;
use virtual_finance_consumer::converters::{bulletin, heights};
use virtual_finance_consumer::{
    Bulletin, Datum, ENDPOINTS, Gauges, HOSTS, Heights, Limit, Observations, Photo, Search, Unit, hosts,
};
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::JsonStyle;
use virtual_finance_core::settings::{Cache, Secret};
use virtual_finance_core::{Client, ClientBuilder, Date, Error, Fault, RequestParams};
use virtual_finance_loopback::{LoopbackHost, header, reply};
use virtual_finance_tests::hosts::fixed;

const READINGS: &str = r#"{"gauge": "Old Quay", "rows": [{"t": 1772323200, "h": 3.25}, {"t": 1772326800}]}"#;

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn heights(from: &str, to: &str) -> Heights {
    Heights::builder().gauge("Old Quay").from(date(from)).to(date(to)).datum(Datum::MeanSea).build()
}

fn host(body: &str) -> (LoopbackHost, Client) {
    let host = fixed(200, "text/plain", body);
    let client = client(&host, RequestParams::new());
    (host, client)
}

fn client(host: &LoopbackHost, params: RequestParams) -> Client {
    let hosts = HOSTS.iter().chain(buoys::HOSTS);
    let builder = hosts.fold(Client::builder(), |builder, known| builder.host(known, host.url()));
    builder.request_params(params.no_proxy()).build().unwrap()
}

#[tokio::test]
async fn parameters_arrive_and_the_reply_comes_back_typed() {
    let (host, client) = host(READINGS);
    let response = client.request(&heights("2026-03-01", "2026-03-02").step(15)).await.unwrap();
    assert_eq!(
        host.targets(),
        ["/v1/gauges/Old%20Quay/heights?from=2026-03-01&to=2026-03-02&datum=mean-sea&step=15"]
    );
    let reading = |time, height| heights::Reading { time, height };
    let readings = vec![reading(1_772_323_200, Some(3.25)), reading(1_772_326_800, None)];
    assert_eq!(response, heights::Response { readings });
}

#[tokio::test]
async fn a_list_goes_with_its_separator() {
    let (host, client) = host(r#"[{"name": "Old Quay"}, {"name": "Pier"}]"#);
    let response = client.request(&Gauges::new(["north", "east"])).await.unwrap();
    assert_eq!(host.targets(), ["/v1/gauges?coast=north%2Ceast"]);
    let names: Vec<&str> = response.iter().map(|gauge| gauge.name.as_str()).collect();
    assert_eq!(names, ["Old Quay", "Pier"]);
}

#[tokio::test]
async fn a_search_is_posted_with_the_key_of_its_host() {
    let host = fixed(200, "application/json", r#"[{"name": "Old Quay"}]"#);
    let params = || RequestParams::new().no_proxy();
    let to = |builder: ClientBuilder| {
        HOSTS.iter().fold(builder, |builder, known| builder.host(known, host.url())).request_params(params())
    };
    let client = to(Client::builder()).secret(&hosts::LAB, Secret::key("lab-key-1")).build().unwrap();
    let search = Search::new(["quay"], Limit::high(3)).coasts(["north", "east"]).page(2);
    let response = client.request(&search).await.unwrap();
    assert_eq!(response.first().map(|gauge| gauge.name.as_str()), Some("Old Quay"));
    client.request(&Gauges::new(["north"])).await.unwrap();
    let asked = host.requests();
    assert!(
        asked[0].starts_with("POST /v2/search?format=json&coast=north&coast=east HTTP/1.1\r\n"),
        "{}",
        asked[0]
    );
    assert_eq!(header(&asked[0], "x-page").as_deref(), Some("2"));
    assert_eq!(header(&asked[0], "x-lab-key").as_deref(), Some("lab-key-1"));
    assert!(
        asked[0].ends_with(r#"{"query":{"words":["quay"],"since":"2020-01-31"},"above":3}"#),
        "{}",
        asked[0]
    );
    assert_eq!(header(&asked[1], "x-lab-key"), None);
    let error = to(Client::builder()).build().unwrap().request(&search).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Search quay: no credentials for the host: the client has no secret for lab [no-secret]; give it with \
         ClientBuilder::secret, or set the environment variable TIDES_LAB_KEY"
    );
    // The same from texts.
    let texts = [("words", "quay"), ("above", "3"), ("coasts", "north,east"), ("page", "2")];
    assert_eq!(Search::from_params(&ParamMap::from_iter(texts)).unwrap(), search);
}

#[tokio::test]
async fn what_is_not_sent_goes_to_the_converter() {
    let (host, client) = host("Old Quay\nhigh 4.572\nlow 1.524\n");
    let metres = client.request(&Bulletin::new("quay")).await.unwrap();
    let feet = client.request(&Bulletin::new("quay").unit(Unit::Feet)).await.unwrap();
    assert_eq!(host.targets(), ["/bulletins/quay", "/bulletins/quay"]);
    assert_eq!(metres, bulletin::Response { high: 4.572, low: 1.524 });
    assert_eq!((feet.high.round(), feet.low.round()), (15.0, 5.0));
}

#[tokio::test]
async fn the_catalogue_builds_the_same_request_from_text() {
    let (host, client) = host(READINGS);
    let info = ENDPOINTS.iter().find(|info| info.name == "Heights").unwrap();
    let params = [("gauge", "Old Quay"), ("from", "2026-03-01"), ("to", "2026-03-02"), ("datum", "mean-sea")];
    let request = (info.build)(&ParamMap::from_iter(params)).unwrap();
    let reply = client.reply_erased(request.as_ref()).await.unwrap();
    let mut json = Vec::new();
    reply.response.write_json(&mut json, JsonStyle::Compact).unwrap();
    assert_eq!(
        String::from_utf8(json).unwrap(),
        r#"{"readings":[{"time":1772323200,"height":3.25},{"time":1772326800,"height":null}]}"#
    );
    client.request(&heights("2026-03-01", "2026-03-02")).await.unwrap();
    let asked = host.targets();
    assert_eq!(asked.first(), asked.get(1));
    assert_eq!(asked.len(), 2);
}

#[tokio::test]
async fn its_own_rules_are_kept_before_anything_is_sent() {
    let (host, client) = host(READINGS);
    let error = client.request(&heights("2026-03-02", "2026-03-01").step(0)).await.unwrap_err();
    assert!(matches!(error, Error::Params(_)), "{error:?}");
    assert_eq!(
        error.to_string(),
        "Heights: 'to' is 2026-03-01: write a value after 'from', which is 2026-03-02; \
         'step' is 0: write a number from 1 to 1440"
    );
    assert_eq!(host.targets(), [""; 0]);
}

#[tokio::test]
async fn a_reply_of_another_shape_is_named() {
    let (_host, client) = host(r#"{"rows": [{"t": 1}, {"h": 2.5}]}"#);
    let error = client.request(&heights("2026-03-01", "2026-03-02")).await.unwrap_err();
    assert_eq!(error.status(), Some(422));
    assert!(error.to_string().contains("rows[1].t is missing"), "{error}");
}

#[tokio::test]
async fn a_converter_fails_with_a_fault_of_its_own() {
    let (host, client) = host("none: storm, says canary-secret");
    let asking = self::client(&host, RequestParams::new().query("key", "canary-secret"));
    let error = asking.request(&Bulletin::new("quay")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Bulletin quay: not found (404): there is no bulletin: \"storm, says hidden\"; \
         ask for the bulletin of another gauge"
    );
    assert_eq!(error.status(), Some(404));
    let Error::Conversion(error) = error else { panic!("{error:?}") };
    assert_eq!(error.fault().code(), Some("no-bulletin"));
    let Fault::Custom(fault) = error.fault() else { panic!("{error:?}") };
    assert_eq!(fault.downcast_ref(), Some(&NoBulletin { reason: "storm, says hidden".to_owned() }));
    // The same without a secret to hide, for a request of no known type.
    let info = ENDPOINTS.iter().find(|info| info.name == "Bulletin").unwrap();
    let request = (info.build)(&ParamMap::from_iter([("gauge", "quay")])).unwrap();
    let Err(error) = client.reply_erased(request.as_ref()).await else { panic!() };
    assert!(error.to_string().contains("canary-secret"), "{error}");
}

#[tokio::test]
async fn a_reply_carries_notes_of_the_converters_own() {
    let (_host, client) = host(READINGS);
    let request = heights("2026-03-01", "2026-03-02");
    let reply = client.reply(&request).await.unwrap();
    assert_eq!(reply.notes.get(), Some(&Gaps(1)));
    let erased = client.reply_erased(&request).await.unwrap();
    assert_eq!(erased.notes.lines().collect::<Vec<_>>(), ["gaps: 1 readings"]);
    assert_eq!(erased.notes, reply.notes);
}

#[tokio::test]
async fn two_tables_share_an_enumeration() {
    let (host, client) = host("7.5\n");
    let unit: Unit = Unit::Feet;
    let response = client.request(&Waves::new("far").unit(unit)).await.unwrap();
    assert_eq!(host.targets(), ["/v1/waves?buoy=far&unit=ft"]);
    assert_eq!(response, buoys::converters::waves::Response { greatest: 7.5 });
}

#[test]
fn what_the_build_script_derives_is_there() {
    let cached = HashSet::from([heights("2026-03-01", "2026-03-02")]);
    assert!(cached.contains(&heights("2026-03-01", "2026-03-02")));
    assert!(!cached.contains(&heights("2026-03-01", "2026-03-03")));
}

/// A host with the book of a gauge, of five observations.
fn book() -> LoopbackHost {
    LoopbackHost::start(|head| {
        let from: i64 = if head.contains("after=b2&") {
            2
        } else if head.contains("after=b4&") {
            4
        } else {
            0
        };
        let rows = (from..5).take(2).map(|number| json!({"time": 1_772_323_200 + number, "text": "A seal."}));
        let next = (from < 4).then(|| format!("b{}", from + 2));
        let page = json!({"observations": rows.collect::<Vec<_>>(), "meta": {"next_cursor": next}});
        reply(200, &[("content-type", "application/json")], page.to_string())
    })
}

#[tokio::test]
async fn the_items_of_all_pages_come_one_after_the_other() {
    let host = book();
    let client = client(&host, RequestParams::new());
    let mut times = Vec::new();
    // ANCHOR: pages
    let mut items = client.pages(Observations::new("quay")).items();
    while let Some(observation) = items.next().await {
        times.push(observation.unwrap().time.epoch_seconds() - 1_772_323_200);
    }
    // ANCHOR_END: pages
    assert_eq!(times, [0, 1, 2, 3, 4]);
    let target = |after: &str| format!("/v1/gauges/quay/observations?{after}size=2");
    assert_eq!(host.targets(), [target(""), target("after=b2&"), target("after=b4&")]);
    // Pages are responses, and a limit asks for no more of them.
    let mut pages = client.pages(Observations::new("quay").after("b2")).limit(2);
    let page = pages.next().await.unwrap().unwrap();
    assert_eq!((page.status, page.response.observations.len()), (200, 2));
    assert!(pages.next().await.is_none());
    assert_eq!(host.targets().len(), 4);
}

/// Bytes that are no text: those that a PNG begins with, zeros, and what is no UTF-8.
const PHOTO: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe\x80\x1f\x8b";

#[tokio::test]
async fn an_image_comes_as_it_is_and_so_do_its_record_and_its_kept_reply() {
    let host = LoopbackHost::start(|_| reply(200, &[("content-type", "Image/PNG; charset=x")], PHOTO));
    let photo = Photo::new("quay");
    let folder = tempfile::tempdir().unwrap();
    let builder = || {
        let builder = HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
        builder.request_params(RequestParams::new().no_proxy())
    };
    let recording = builder().record(folder.path()).build().unwrap();
    let caching = builder().cache(Cache::new()).build().unwrap();
    recording.request(&photo).await.unwrap();
    let replaying = Client::builder().replay(folder.path()).build().unwrap();
    for client in [&caching, &caching, &replaying] {
        let image = client.request(&photo).await.unwrap();
        assert_eq!((image.media_type.as_deref(), image.content.as_slice()), (Some("image/png"), PHOTO));
    }
    assert_eq!(host.targets(), ["/v1/gauges/quay/photo.png", "/v1/gauges/quay/photo.png"]);
    // A program that knows no type has them in JSON.
    let info = ENDPOINTS.iter().find(|info| info.name == "Photo").unwrap();
    let request = (info.build)(&ParamMap::from_iter([("gauge", "quay")])).unwrap();
    let erased = replaying.reply_erased(request.as_ref()).await.unwrap();
    assert_eq!(erased.response.bytes().map(AsRef::as_ref), Some(PHOTO));
    assert_eq!(
        erased.response.to_value().unwrap(),
        json!({"mediaType": "image/png", "base64": "iVBORw0KGgoAAAANSUhEUv/+gB+L"})
    );
}

#[tokio::test]
async fn an_image_is_written_as_it_comes() {
    let host = LoopbackHost::start(|_| reply(200, &[("content-type", "image/png")], PHOTO));
    let client = client(&host, RequestParams::new());
    let mut file = Vec::new();
    // ANCHOR: bytes
    let download = client.download(&Photo::new("quay")).await.unwrap();
    assert_eq!((download.media_type(), download.length()), (Some("image/png"), Some(21)));
    let written = download.write_to(&mut file).await.unwrap();
    // ANCHOR_END: bytes
    assert_eq!(written, 21);
    assert_eq!(file, PHOTO);
}
