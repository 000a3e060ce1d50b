//! The client of the weather against the sample host of its table, over HTTP on loopback.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "client/by_data.rs"]
mod by_data;
#[path = "client/conditional.rs"]
mod conditional;
#[path = "client/credentials.rs"]
mod credentials;
#[path = "client/formats.rs"]
mod formats;
#[path = "client/graphql.rs"]
mod graphql;
#[path = "client/message.rs"]
mod message;

use serde_json::json;
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::Request as _;
use virtual_finance_core::settings::Secret;
use virtual_finance_core::{Client, Date, DateTime, Field, RequestParams};
use virtual_finance_loopback::{LoopbackHost, header, reply, target};
use virtual_finance_sample_host::{DEFAULT_NOW, SampleHost, SampleRequest};
use weather::{
    Alert, Climate, Conflict, Correct, ENDPOINTS, Extremes, Forecast, HOSTS, Image, Instruments, Journal,
    Layer, Nearest, Notice, Observations, Observers, Place, Regions, Report, SentReading, Series, Sightings,
    Simulation, Span, Stations, Warnings, Withdraw, hosts,
};

// ANCHOR: sample
fn sample() -> (SampleHost, Client) {
    let host = SampleHost::of(ENDPOINTS).start().unwrap();
    let client = host.configure(Client::builder(), HOSTS).build().unwrap();
    (host, client)
}

#[tokio::test]
async fn every_endpoint_has_the_response_of_its_example() {
    let (_host, client) = sample();
    let readings = client.request(&Observations::new("Oslo")).await.unwrap();
    assert_eq!(readings.len(), 2);
    assert_eq!(readings[0].time.epoch_seconds(), 1_719_554_400);
    assert_eq!(readings[1].wind, None);
    // ANCHOR_END: sample

    let forecast = Forecast::builder().lat(59.9).lon(10.75).days(1).build();
    assert_eq!(client.request(&forecast).await.unwrap()[0].rain, 40);

    let warnings = client.request(&Warnings::new("east")).await.unwrap().warnings;
    let facts: Vec<_> =
        warnings.iter().map(|found| (found.kind.as_str(), found.level, found.until.as_deref())).collect();
    assert_eq!(facts, [("storm", 3, Some("tonight")), ("heat", 1, None)]);

    let stations = client.request(&Stations::new([3, 7])).await.unwrap();
    assert_eq!(stations.iter().map(|station| station.name.as_str()).collect::<Vec<_>>(), ["Oslo", "Bergen"]);

    assert_eq!(client.request(&Alert::new(12)).await.unwrap().text, "Stay at home.");
    assert_eq!(client.request(&Climate::new("Oslo")).await.unwrap()[0].month, 1);

    let day = |text: &str| text.parse::<Date>().unwrap();
    let extremes = Extremes::new("Oslo").span(Span::dates(day("2024-06-01"), Some(day("2024-06-30"))));
    assert_eq!(client.request(&extremes).await.unwrap()[0].kind, "hottest");

    assert_eq!(client.request(&Report::new("Oslo", 21.5)).await.unwrap().id, 99);

    let nearest = Nearest::new(Place::point(59.9, 10.75));
    assert_eq!(client.request(&nearest).await.unwrap().name, "Oslo");
}

/// PATCH, DELETE and PUT, with a token that the sample host gives first.
#[tokio::test]
async fn what_an_observer_changes_is_sent_with_its_method() {
    let (_host, client) = sample();
    assert_eq!(client.request(&Correct::new(99, 20.5)).await.unwrap().unwrap().id, 99);
    let () = client.request(&Withdraw::new(99)).await.unwrap();
    let () = client.request(&Notice::new("Oslo", "Out of order")).await.unwrap();
}

/// A body of records, in which null, absent and a value are three things.
#[tokio::test]
async fn a_body_of_records_is_sent_as_it_is_built() {
    let (_host, client) = sample();
    // ANCHOR: series
    let morning = SentReading::new("2024-06-28T06:00:00Z", 14);
    let noon = SentReading::new("2024-06-28T12:00:00Z", 21).sky(Field::Null);
    let series = Series::new("Oslo", [morning, noon]).remark(Field::Null);
    assert_eq!(client.request(&series).await.unwrap().id, 100);
    // ANCHOR_END: series

    // `None` leaves out what null would delete.
    let dawn = SentReading::new("2024-06-28T06:00:00Z", 14).sky(None::<String>);
    let unsaid = Series::new("Oslo", [dawn]).remark(None::<String>);
    let body = unsaid.body(DateTime::from(0)).unwrap().unwrap();
    assert_eq!(body.text(), r#"{"station":"Oslo","readings":[{"time":"2024-06-28T06:00:00Z","tempC":14}]}"#);

    let list = Instruments::new([json!({ "kind": "vane" }), json!(7)]);
    let body = list.body(DateTime::from(0)).unwrap().unwrap();
    assert_eq!(body.text(), r#"[{"kind":"vane"},7]"#);
}

#[test]
fn every_error_of_a_body_stands_at_its_place() {
    let readings = r#"[{ "tempC": "warm" }, { "time": "noon", "tempC": null, "skyy": "blue" }, 5]"#;
    let params = [("station", "Oslo"), ("readings", readings), ("instruments", "{ \"vane\": true }")];
    let errors = Series::from_params(&ParamMap::from_iter(params)).unwrap_err();
    let lines: Vec<String> = errors.faults().iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "Missing in 'params': 'readings[0].time'",
            "'readings[0].tempC' is \"warm\": write a number",
            "'readings[1].tempC' is null: write a number",
            "'readings[1].skyy' is \"blue\": SentReading has no such member; did you mean 'sky'?",
            "'readings[2]' is 5: write an object, SentReading",
            "'instruments.vane' is true: write a number",
        ]
    );
    let cut = Series::from_params(&ParamMap::from_iter([("station", "Oslo"), ("readings", "[")]));
    let message = cut.unwrap_err().to_string();
    assert!(message.contains("write a list of SentReading as JSON: EOF while parsing a list"), "{message}");
}

/// Typed values and the same as text are refused in the same words, all of them at once, and nothing is sent.
#[tokio::test]
async fn a_body_out_of_its_limits_is_refused_at_each_place() {
    let (_host, client) = sample();
    // ANCHOR: limits
    let low = Layer::new(-5).kinds(["Cu", "cirrus"]);
    let hot = SentReading::new("2024-06-28T12:00:00Z", 61).sky("BLUE".to_owned()).clouds([low]);
    let error = client.request(&Series::new("Oslo", [hot]).remark("-".repeat(201))).await.unwrap_err();
    // ANCHOR_END: limits
    let text = r#"[{ "time": "2024-06-28T12:00:00Z", "tempC": 61, "sky": "BLUE",
        "clouds": [{ "base": -5, "kinds": ["Cu", "cirrus"] }] }]"#;
    let params = [("station", "Oslo"), ("readings", text), ("remark", &"-".repeat(201))];
    let errors = Series::from_params(&ParamMap::from_iter(params)).unwrap_err();
    let lines: Vec<String> = errors.faults().iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "'readings[0].tempC' is 61: write a number from -90 to 60",
            "'readings[0].sky' is \"BLUE\": write a text that matches [a-z ]+",
            "'readings[0].clouds[0].base' is -5: write 0 or more",
            "'readings[0].clouds[0].kinds[1]' is \"cirrus\": write a text that matches [A-Z][a-z]",
            &format!("'remark' is \"{}…: it has 201 characters; write at most 200", "-".repeat(58)),
        ]
    );
    assert!(error.to_string().contains(&errors.to_string()), "{error}");

    // The least and the most are in, and null and absent are beyond limits.
    let layers = || (0..3).map(|base| Layer::new(base).kinds(["Cu"]));
    let reading = |number: i64| SentReading::new("2024-06-28T12:00:00Z", number).clouds(layers());
    let full = (0..24).map(|index| reading(if index == 0 { -90 } else { 60 }).sky(Field::Null));
    Series::new("Oslo", full).remark(Field::Null).validate().unwrap();
    let many = reading(0).clouds(layers().chain(layers()));
    let error = Series::new("Oslo", vec![many; 25]).validate().unwrap_err();
    assert_eq!(error.faults()[0].to_string(), "'readings' is 25 values: write at most 24");
    assert_eq!(error.faults()[1].to_string(), "'readings[0].clouds' is 6 values: write at most 3");
}

/// A host of its own, for the replies that a sample host has no example of.
#[tokio::test]
async fn a_correction_has_its_header_and_the_record_of_a_conflict() {
    let replies = |status: u16, body: &'static str| {
        let host = LoopbackHost::start(move |request| {
            let (status, body) = match target(request) {
                "/oauth/token" => (200, r#"{ "access_token": "granted", "token_type": "bearer" }"#),
                _ => (status, body),
            };
            reply(status, &[("content-type", "application/json")], body)
        });
        let builder = HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
        let builder = builder.secret(&hosts::PORTAL_URL, Secret::login("anna", "secret-1"));
        (builder.request_params(RequestParams::new().no_proxy()).build().unwrap(), host)
    };
    let (client, host) = replies(409, r#"{ "id": 7 }"#);
    let error = client.request(&Correct::new(99, 20.5)).await.unwrap_err();
    assert_eq!(error.body_as::<Conflict>().unwrap().map(|conflict| conflict.id), Some(7));
    let sent = &host.requests()[1];
    assert!(sent.starts_with("PATCH /v1/reports/99 HTTP/1.1\r\n"), "{sent}");
    assert_eq!(header(sent, "accept-version").as_deref(), Some("2"));
    assert_eq!(header(sent, "authorization").as_deref(), Some("Bearer granted"));
    assert!(sent.ends_with(r#"{"temperature":20.5}"#), "{sent}");
    let (client, _host) = replies(202, "");
    assert_eq!(client.request(&Correct::new(99, 20.5)).await.unwrap(), None);
    let (client, host) = replies(204, "");
    client.request(&Notice::new("Oslo", "a&b")).await.unwrap();
    let sent = &host.requests()[1];
    assert!(
        sent.starts_with("PUT /v1/stations/Oslo/notice HTTP/1.1\r\n") && sent.ends_with("text=a%26b"),
        "{sent}"
    );
    client.request(&Withdraw::new(99)).await.unwrap();
    assert!(host.requests()[2].starts_with("DELETE /v1/reports/99 HTTP/1.1\r\n"));
}

#[tokio::test]
async fn an_error_is_not_found_by_its_code_whatever_its_status() {
    for (code, status) in [("lost-place", 404), ("lost", 400)] {
        let body = format!(r#"{{ "problem": {{ "kind": "{code}", "text": "Where?" }} }}"#);
        let host = LoopbackHost::saying(reply(400, &[], &body));
        let builder = HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
        let client = builder.request_params(RequestParams::new().no_proxy()).build().unwrap();
        let error = client.request(&Observations::new("Oslo")).await.unwrap_err();
        assert_eq!(error.status(), Some(status), "{error}");
    }
}

#[tokio::test]
async fn pages_by_number_and_by_address() {
    let (_host, client) = sample();
    let (mut observers, mut names) = (client.pages(Observers::new()).items(), Vec::new());
    while let Some(observer) = observers.next().await {
        names.push(observer.unwrap().name);
    }
    assert_eq!(names, ["Anna", "Bo", "Cleo"]);
    let mut sightings = client.pages(Sightings::new()).items();
    assert_eq!(client.ready(&Simulation::new("s7")).await.unwrap().response.state, "done");
    let mut ids = Vec::new();
    while let Some(sighting) = sightings.next().await {
        ids.push(sighting.unwrap().id);
    }
    assert_eq!(ids, ["s1", "s2", "s3"]);
    let (mut regions, mut names) = (client.pages(Regions::new()).items(), Vec::new());
    while let Some(region) = regions.next().await {
        names.push(region.unwrap().name);
    }
    assert_eq!(names, ["east", "west"]);
}

#[tokio::test]
async fn pages_lead_from_example_to_example() {
    let (_host, client) = sample();
    let mut numbers = Vec::new();
    // ANCHOR: pages
    let mut entries = client.pages(Journal::new("Oslo")).items();
    while let Some(entry) = entries.next().await {
        numbers.push(entry.unwrap().id);
    }
    // ANCHOR_END: pages
    assert_eq!(numbers, [98, 95, 91]);
    let newest = client.request(&Journal::new("Oslo")).await.unwrap();
    assert_eq!((newest.entries.len(), newest.older.as_deref()), (2, Some("r95")));
}

/// The image of the example: four pixels, whose bytes are no text.
const IMAGE: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x02\x08\x02\0\0\0\xfd\xd4\x9as\0\0\0\x12IDAT\
    x\xdac\xd0\x88:\xf1\xebC\0\x03\x84\x02\0.\x8a\x07\t\x07\xc1gj\0\0\0\0IEND\xaeB`\x82";

#[tokio::test]
async fn an_image_has_its_bytes_and_its_media_type() {
    let (_host, client) = sample();
    // ANCHOR: image
    let image = client.request(&Image::new("Oslo")).await.unwrap();
    assert_eq!(image.media_type.as_deref(), Some("image/png"));
    assert_eq!(image.content, IMAGE);
    // ANCHOR_END: image
    let mut file = Vec::new();
    let download = client.download(&Image::new("Oslo")).await.unwrap();
    assert_eq!(download.write_to(&mut file).await.unwrap(), 75);
    assert_eq!(file, IMAGE);
}

/// What is asked for stands in the place of what the nearest example asks for.
#[tokio::test]
async fn any_request_has_the_reply_of_the_nearest_example() {
    let (_host, client) = sample();
    let readings = client.request(&Observations::new("Rome")).await.unwrap();
    assert_eq!(readings, client.request(&Observations::new("Oslo")).await.unwrap());
    assert_eq!(client.request(&Alert::new(13)).await.unwrap().id, 13);
    let stations = client.request(&Stations::new([9, 7, 3])).await.unwrap();
    let stations: Vec<_> = stations.iter().map(|station| (station.id, station.name.as_str())).collect();
    assert_eq!(stations, [(9, "Oslo"), (7, "Bergen"), (3, "Oslo")]);
    // Times move with the end of the span that is asked for.
    let day = |text: &str| text.parse::<Date>().unwrap();
    let july = Extremes::new("Rome").span(Span::dates(day("2025-07-01"), Some(day("2025-07-31"))));
    assert_eq!(client.request(&july).await.unwrap()[0].date, day("2025-07-28"));
    let mut pages = client.pages(Journal::new("Rome"));
    let mut ids = Vec::new();
    while let Some(page) = pages.next().await {
        ids.extend(page.unwrap().response.entries.iter().map(|entry| entry.id));
    }
    assert_eq!(ids, [98, 95, 91]);
}

#[tokio::test]
async fn a_client_without_a_key_is_told_where_it_is_read_from() {
    let host = SampleHost::of(ENDPOINTS).start().unwrap();
    let archive = HOSTS.iter().find(|host| host.name == "archive_url").unwrap();
    let client = Client::builder().host(archive, host.url()).build().unwrap();
    let error = client.request(&Climate::new("Oslo")).await.unwrap_err();
    assert!(error.to_string().contains("WEATHER_ARCHIVE_KEY"), "{error}");
}

/// The host refuses what a strict one would, whatever a client lets through.
#[test]
fn the_sample_host_checks_requests_by_the_table() {
    let key = [("x-archive-key", "any")];
    let get = SampleRequest::get;
    let post = |body| SampleRequest { method: "POST", body, ..get("/v1/reports", "") };
    let cases = [
        (get("/v1/stations/Oslo/observations", ""), 200, "readings"),
        (get("/v1/forecast", "lat=59.9&lon=10.75&days=1"), 200, "days"),
        (get("/v1/forecast", "lat=59.9&lon=10.75"), 400, "\"the query lacks days\""),
        (
            get("/v1/forecast", "lat=north&days=x"),
            400,
            "which is no number; the query lacks lon; days in the query",
        ),
        (get("/v1/forecast", "lat=1&lon=2&days=3"), 200, "days"),
        (get("/v1/alerts/twelve", ""), 400, "which is no integer"),
        (get("/v1/stations", "id=3&id=7"), 200, "Bergen"),
        (get("/v1/stations", "id=7&id=3"), 200, r#"[{"id":7,"name":"Bergen""#),
        (get("/v2/climate/Oslo", ""), 401, "a key in the header X-Archive-Key"),
        (SampleRequest { headers: &key, ..get("/v2/climate/Oslo", "") }, 200, "-2.5"),
        (post(r#"{"reading": {"tempC": 21.5}, "station": "Oslo"}"#), 201, "99"),
        (post(r#"{"station": "Oslo"}"#), 400, "the body lacks reading.tempC"),
        (get("/v1/reports", ""), 405, "Only POST is served here\n"),
        (get("/v1/stations/Oslo/journal", "before=r95"), 200, "null"),
        (get("/v1/stations/Oslo/image.png", ""), 200, ""),
        (get("/v1/stations/Rome/image.png", ""), 200, ""),
        (get("/warnings/west", ""), 200, "<td>storm</td>"),
        (get("/v3/anything", ""), 404, "no such path"),
        (get("/", ""), 200, "1.4"),
    ];
    let host = SampleHost::of(ENDPOINTS).start().unwrap();
    assert_eq!(host.now(), DEFAULT_NOW);
    for (request, status, part) in cases {
        let reply = host.reply(&request);
        assert_eq!(reply.status, status, "{request:?}: {}", reply.body);
        assert!(reply.body.contains(part), "{request:?}: {}", reply.body);
    }
}
