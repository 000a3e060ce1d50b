//! Responses: paths, formats, entity tags, and one request to the host for all callers.

use std::time::Duration;

use serde_json::json;
use virtual_finance_core::settings::RateLimit;
use virtual_finance_gateway::{Gateway, Log, Settings};
use virtual_finance_loopback::{LoopbackHost, reply};

use crate::support::{PROGRAM, READINGS, Response, Served, client_builder, stalled_host, weather_host};

const CSV: &str = "time,tempC,wind\n2024-06-28T06:00:00Z,14.5,3.2\n2024-06-28T07:00:00Z,15,\n";

#[tokio::test]
async fn an_endpoint_has_a_path_and_its_formats() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    let json = json!([
        { "time": 1_719_554_400, "tempC": 14.5, "wind": 3.2 },
        { "time": 1_719_558_000, "tempC": 15, "wind": null }
    ]);
    for target in [
        "/observations?station=Oslo",
        "/observations/Oslo",
        "/observations/Oslo.json",
        "/observations/B%C3%B8",
    ] {
        let response = gateway.get(target).await;
        assert_eq!((response.status, response.header("content-type")), (200, "application/json"), "{target}");
        assert_eq!(response.json(), json, "{target}");
    }
    for target in
        ["/observations/Oslo.csv", "/observations.csv?station=Oslo", "/observations/Oslo?format=csv"]
    {
        let response = gateway.get(target).await;
        assert_eq!(
            (response.header("content-type"), response.text().as_str()),
            ("text/csv; charset=utf-8", CSV),
            "{target}"
        );
    }
    for (accept, content_type) in [
        ("text/csv", "text/csv; charset=utf-8"),
        ("text/html, */*;q=0.1", "application/json"),
        ("application/x-ndjson;q=0.5, text/csv;q=0.9", "text/csv; charset=utf-8"),
    ] {
        let response = gateway.send("GET", "/observations/Oslo", &[&format!("Accept: {accept}")], "").await;
        assert_eq!(response.header("content-type"), content_type, "{accept}");
    }
    let first = gateway.get("/observations/Oslo.jsonl?limit=1").await;
    assert_eq!(first.text(), "{\"time\":\"2024-06-28T06:00:00Z\",\"tempC\":14.5,\"wind\":3.2}\n");
    let columns = gateway.get("/observations/Oslo.csv?columns=wind,time&limit=1").await;
    assert_eq!(columns.text(), "wind,time\n3.2,2024-06-28T06:00:00Z\n");
    let named = |response: &Response| response.header("content-disposition").to_owned();
    assert_eq!(named(&columns), "inline; filename=\"observations-Oslo.csv\"");
    assert_eq!(named(&gateway.get("/observations/Oslo").await), "");
    let odd = gateway.get("/observations/%22Os%20lo.csv").await;
    assert_eq!(named(&odd), "inline; filename=\"observations-Oslo.csv\"");
    let sorted = gateway.get("/observations/Oslo.csv?sort=-tempC&columns=tempC&header=false").await;
    assert_eq!(sorted.text(), "15\n14.5\n");
    let several = gateway.get("/observations/Oslo,Bergen.csv?sort=-tempC&columns=tempC&limit=1&header=false");
    assert_eq!(several.await.text(), "Oslo,15\nBergen,15\n");
    for (target, status) in [("Oslo.xlsx", 404), ("Oslo.csv?header=no", 400), ("Oslo.csv?sort=winds", 400)] {
        let response = gateway.get(&format!("/observations/{target}")).await;
        assert_eq!(response.status, status, "{target}: {}", response.text());
    }
    for target in ["/observations/Oslo.csv?columns=winds", "/observations/Oslo?columns=wind"] {
        assert_eq!(gateway.get(target).await.status, 400, "{target}");
    }
    let many = gateway.get(&format!("/observations/Oslo.csv?columns={}", "wind,".repeat(257))).await;
    assert!(many.text().contains("'columns' has 257 names: give at most 256"), "{}", many.text());
    let head = gateway.send("HEAD", "/observations/Oslo.csv", &[], "").await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.header("content-length"), CSV.len().to_string());
}

#[tokio::test]
async fn no_text_is_a_formula_for_who_asks_for_that() {
    let host = LoopbackHost::start(|_| {
        let stations = r#"[{"id":-3,"name":"=HYPERLINK(\"http://x\")","height":-4.5},{"id":7,"name":"-x, y","height":1},
            {"id":8,"name":"+1","height":2},{"id":9,"name":"a\n=b","height":2},
            {"id":10,"name":"-1\n+A1","height":3},{"id":11,"name":"-1,5+A1","height":3},{"id":12,"name":"-1,000","height":3}]"#;
        reply(200, &[("content-type", "application/json")], stations)
    });
    let gateway = Served::start(&host, Settings::default()).await;
    let safe = "id,name,height\n-3,\"'=HYPERLINK(\"\"http://x\"\")\",-4.5\n7,\"'-x, y\",1\n8,+1,2\n9,\"a\n=b\",2\n\
                10,\"'-1\n+A1\",3\n11,\"'-1,5+A1\",3\n12,\"'-1,000\",3\n";
    assert_eq!(gateway.get("/stations.csv?ids=3&formulas=false").await.text(), safe);
    let plain = gateway.get("/stations.csv?ids=3").await.text();
    assert_eq!(plain, safe.replace("'=", "=").replace("'-", "-"));
    assert_eq!(gateway.get("/stations.csv?ids=3&formulas=no").await.status, 400);
}

#[tokio::test]
async fn widgets_ask_for_rows_as_one_list() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    let widgets = gateway.get("/widgets.json").await.json();
    let widget = &widgets["observations"];
    assert_eq!((&widget["type"], &widget["endpoint"]), (&json!("table"), &json!("observations")));
    let fields = widget["data"]["table"]["columnsDefs"].as_array().unwrap();
    let fields: Vec<_> = fields.iter().map(|column| (&column["field"], &column["cellDataType"])).collect();
    let [time, temp] = [("time", "text"), ("tempC", "number")].map(|(name, kind)| (json!(name), json!(kind)));
    assert_eq!(fields[..2], [(&time.0, &time.1), (&temp.0, &temp.1)]);
    let mut query = Vec::new();
    for param in widget["params"].as_array().unwrap() {
        query.push(format!("{}={}", param["paramName"].as_str().unwrap(), param["value"].as_str().unwrap()));
    }
    let rows = gateway.get(&format!("/observations?{}", query.join("&"))).await;
    let expected = json!([
        { "time": "2024-06-28T06:00:00Z", "tempC": 14.5, "wind": 3.2 },
        { "time": "2024-06-28T07:00:00Z", "tempC": 15, "wind": null }
    ]);
    assert_eq!((rows.header("content-type"), rows.json()), ("application/json", expected));
    assert_ne!(rows.header("etag"), gateway.get("/observations/Oslo.jsonl").await.header("etag"));
    assert_eq!(gateway.get("/observations/Oslo,Bergen?format=rows").await.status, 400);
    // What may change something, and bytes, are no widgets.
    assert_eq!((widgets.get("report"), widgets.get("image")), (None, None));
}

#[tokio::test]
async fn bytes_of_a_host_are_no_page_of_the_gateway() {
    let host =
        LoopbackHost::start(|_| reply(200, &[("content-type", "text/html")], "<script>alert(1)</script>"));
    let gateway = Served::start(&host, Settings::default()).await;
    let image = gateway.get("/image/Oslo").await;
    assert_eq!((image.status, image.header("content-type")), (200, "text/html"));
    assert_eq!(image.header("content-security-policy"), "default-src 'none'; sandbox");
    // The page has its own policy.
    let page = gateway.send("GET", "/", &["Accept: text/html"], "").await;
    assert!(page.header("content-security-policy").contains("script-src 'sha256-"));
}

#[tokio::test]
async fn documents_have_entity_tags_and_requests_ids() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    for target in ["/", "/openapi.json", "/catalogue.json", "/widgets.json"] {
        let first = gateway.get(target).await;
        let known = format!("If-None-Match: {}", first.header("etag"));
        let again = gateway.send("GET", target, &[&known], "").await;
        assert_eq!((first.status, again.status, again.body.len()), (200, 304, 0), "{target}");
    }
    for (given, taken) in [("trace-7.a_B", true), ("two words", false), (&*"x".repeat(65), false)] {
        let response = gateway.send("GET", "/healthz", &[&format!("X-Request-Id: {given}")], "").await;
        assert_eq!(response.header("x-request-id") == given, taken, "{given}");
        assert!(!response.header("x-request-id").is_empty());
    }
}

#[tokio::test]
async fn all_callers_are_one_request_to_the_host() {
    let host = weather_host();
    let gateway = Served::start(&host, Settings::default()).await;
    let all = (0..50).map(|_| gateway.get("/observations/Oslo"));
    for response in futures_util::future::join_all(all).await {
        assert_eq!((response.status, response.header("cache-control")), (200, "public, max-age=600"));
    }
    assert_eq!(host.targets(), ["/v1/stations/Oslo/observations"]);
    let age = gateway.get("/observations/Oslo").await.header("age").parse::<u64>();
    assert!(age.unwrap() < 600);
}

#[tokio::test]
async fn a_caller_who_has_the_response_is_told_so() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    let first = gateway.get("/observations/Oslo").await;
    let tag = first.header("etag").to_owned();
    assert_eq!(tag.len(), 34);
    for known in [tag.as_str(), &format!("\"other\", W/{tag}"), "*"] {
        let again =
            gateway.send("GET", "/observations/Oslo", &[&format!("If-None-Match: {known}")], "").await;
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, tag.as_str()), "{known}");
    }
    // Several lines are one list, for kept responses and for those that are made anew.
    let lines = ["If-None-Match: \"other\"", &format!("If-None-Match: {tag}")];
    for target in ["/observations/Oslo", "/observations?station=Oslo"] {
        assert_eq!(gateway.send("GET", target, &lines, "").await.status, 304, "{target}");
    }
    let both = gateway.get("/observations/Oslo,Bergen").await;
    let lines = ["If-None-Match: \"other\"", &format!("If-None-Match: {}", both.header("etag"))];
    assert_eq!(
        gateway.send("GET", "/observations?station=Oslo&station=Bergen", &lines, "").await.status,
        304
    );
    // Another form and other parameters are other responses.
    for other in ["/observations/Oslo.csv", "/observations/Bergen", "/observations/Oslo?format=jsonl&limit=1"]
    {
        let response = gateway.send("GET", other, &[&format!("If-None-Match: {tag}")], "").await;
        assert_eq!(response.status, 200, "{other}");
        assert_ne!(response.header("etag"), tag, "{other}");
    }
}

#[tokio::test]
async fn who_wants_another_response_gets_none() {
    let host = LoopbackHost::start(|_| reply(200, &[("content-type", "application/json")], READINGS));
    let gateway = Served::start(&host, Settings::default()).await;
    let tag = gateway.get("/observations/Oslo").await.header("etag").to_owned();
    // Made anew, and kept.
    for target in ["/observations/Oslo", "/observations?station=Oslo", "/observations?station=Oslo"] {
        for (wanted, status) in [
            (&*tag, 200),
            ("*", 200),
            (&format!("\"x\", {tag}"), 200),
            ("\"x\"", 412),
            (&format!("W/{tag}"), 412),
        ] {
            let response = gateway.send("GET", target, &[&format!("If-Match: {wanted}")], "").await;
            assert_eq!(response.status, status, "{target} {wanted}: {}", response.text());
        }
    }
    // What may change something is not sent.
    let headers = ["Content-Type: application/json", "If-Match: \"x\""];
    let sent = gateway.send("POST", "/report", &headers, r#"{"station":"Oslo","temperature":21.5}"#).await;
    assert_eq!((sent.status, host.targets().len()), (412, 1));
    assert_eq!(gateway.send("GET", "/nothing", &["If-Match: \"x\""], "").await.status, 404);
}

#[tokio::test]
async fn long_bodies_are_compressed_for_who_takes_it() {
    let rows = vec![r#"{ "time": "2024-06-28T06:00:00Z", "tempC": 14.5, "wind": 3.2 }"#; 100].join(",");
    let body = format!("{{ \"readings\": [{rows}] }}");
    let host = LoopbackHost::start(move |_| reply(200, &[("content-type", "application/json")], &body));
    let gateway = Served::start(&host, Settings::default()).await;
    let plain = gateway.get("/observations/Oslo").await;
    let gzip = gateway.send("GET", "/observations/Oslo", &["Accept-Encoding: br, gzip;q=0.5"], "").await;
    let refused = gateway.send("GET", "/observations/Oslo", &["Accept-Encoding: gzip;q=0"], "").await;
    assert_eq!(gzip.header("content-encoding"), "gzip");
    assert!(gzip.body.len() * 4 < plain.body.len());
    assert_eq!((gzip.json(), refused.body), (plain.json(), plain.body.clone()));
    #[cfg(feature = "zstd")]
    for accepted in ["gzip, deflate, br, zstd", "*", "gzip;q=0.9, zstd", "gzip;q=0, *;q=0.1"] {
        let zstd =
            gateway.send("GET", "/observations/Oslo", &[&format!("Accept-Encoding: {accepted}")], "").await;
        assert_eq!((zstd.header("content-encoding"), zstd.json()), ("zstd", plain.json()), "{accepted}");
        assert_eq!(zstd.header("etag"), format!("{}-zstd\"", plain.header("etag").trim_end_matches('"')));
        let known = format!("If-None-Match: {}", zstd.header("etag"));
        assert_eq!(gateway.send("GET", "/observations/Oslo", &[&known], "").await.status, 304);
    }
    for accepted in ["gzip, zstd;q=0.5", "x-gzip", "zstd;q=0, *"] {
        let line = format!("Accept-Encoding: {accepted}");
        let response = gateway.send("GET", "/observations/Oslo", &[&line], "").await;
        assert_eq!(response.header("content-encoding"), "gzip", "{accepted}");
    }
    // Each coding has a tag of its own, and both stand for the response.
    let tag = gzip.header("etag");
    assert_eq!(tag, format!("{}-gzip\"", plain.header("etag").trim_end_matches('"')));
    let again = gateway.send("GET", "/observations/Oslo", &[&format!("If-None-Match: {tag}")], "").await;
    assert_eq!(again.status, 304);
    // The page and the documents, too.
    for (target, accepted) in [("/", "Accept: text/html"), ("/openapi.json", "Accept: */*")] {
        let gzip = gateway.send("GET", target, &[accepted, "Accept-Encoding: gzip"], "").await;
        let plain = gateway.send("GET", target, &[accepted], "").await;
        assert_eq!((gzip.header("content-encoding"), gzip.text()), ("gzip", plain.text()), "{target}");
        assert!(gzip.body.len() * 2 < plain.body.len(), "{target}");
    }
}

#[tokio::test]
async fn bodies_and_lists_are_parameters() {
    let host = LoopbackHost::start(|head| match head.starts_with("POST") {
        true => reply(
            201,
            &[("content-type", "application/json")],
            r#"{"id":99,"received":"2024-06-28T12:00:00Z"}"#,
        ),
        false => reply(200, &[("content-type", "application/json")], "[]"),
    });
    let gateway = Served::start(&host, Settings::default()).await;
    let headers = ["Content-Type: application/json; charset=utf-8"];
    let sent = gateway.send("POST", "/report", &headers, r#"{"station":"Oslo","temperature":21.5}"#).await;
    assert_eq!((sent.status, sent.json()), (200, json!({ "id": 99, "received": 1_719_576_000 })));
    assert_eq!(gateway.get("/stations?ids=3&ids=7").await.status, 200);
    assert_eq!(gateway.get("/stations?ids=3,7").await.status, 200);
    // The table says nothing of how long stations are fresh, so that each request is one to the host.
    assert_eq!(host.targets(), ["/v1/reports", "/v1/stations?id=3&id=7", "/v1/stations?id=3&id=7"]);
}

#[tokio::test]
async fn documents_and_figures() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    let document = gateway.get("/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.1");
    for path in document["paths"].as_object().unwrap().keys() {
        // Every path of the document is there, whatever it says to a request without parameters.
        let path = path.replace(['{', '}'], "");
        assert_ne!(gateway.get(&path).await.status, 404, "{path}");
    }
    assert_eq!(gateway.get("/").await.json()["name"], "weatherapi");
    assert_eq!(gateway.get("/healthz").await.text(), "ok\n");
    gateway.get("/observations/Oslo").await;
    gateway.get("/observations/Oslo").await;
    let figures = gateway.get("/metrics").await.text();
    for line in [
        "gateway_requests_total{endpoint=\"observations\",status=\"200\"} 3",
        "gateway_requests_total{endpoint=\"observations\",status=\"400\"} 1",
        "gateway_request_seconds_bucket{endpoint=\"observations\",le=\"+Inf\"} 4",
        "gateway_request_seconds_count{endpoint=\"observations\"} 4",
        "gateway_cached_total 1",
        "gateway_requests_under_way 1",
    ] {
        assert!(figures.lines().any(|found| found == line), "{line}\n{figures}");
    }
}

#[tokio::test]
async fn the_figures_have_the_build_and_no_words_of_callers() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    for number in 0..100 {
        gateway.send(&format!("M{number}"), &format!("/nothing{number}"), &[], "").await;
    }
    let figures = gateway.get("/metrics").await.text();
    let build = "gateway_build_info{program=\"weatherapi\",version=\"1.0.0\",features=\"";
    assert!(figures.lines().any(|line| line.starts_with(build) && line.ends_with("\"} 1")), "{figures}");
    assert!(!figures.contains("nothing") && figures.lines().count() < 80, "{figures}");
}

#[tokio::test]
async fn the_figures_have_the_errors_and_the_rates_of_hosts() {
    let host = LoopbackHost::start(|request| match request {
        request if request.contains("/Atlantis/") => reply(404, &[], "{}"),
        request if request.contains("/Busy/") => reply(429, &[("retry-after", "3000")], "{}"),
        request if request.contains("/Broken/") => reply(503, &[], "{}"),
        _ => reply(200, &[("content-type", "application/json")], READINGS),
    });
    let client =
        client_builder(&host).rate_limit(RateLimit::none().requests(1_000, Duration::from_secs(100)));
    let settings = Settings { log: Log::Off, ..Settings::default() };
    let gateway = Served::serve(Gateway::new(&PROGRAM, client.build().unwrap(), settings)).await;
    for station in ["Oslo", "Broken", "Atlantis", "Broken", "Busy"] {
        gateway.get(&format!("/observations/{station}")).await;
    }
    let figures = gateway.get("/metrics").await.text();
    let origin = host.url().trim_end_matches('/').to_owned();
    for line in [
        format!("gateway_host_failures_total{{host=\"{origin}\",kind=\"404\"}} 1"),
        format!("gateway_host_failures_total{{host=\"{origin}\",kind=\"429\"}} 1"),
        format!("gateway_host_failures_total{{host=\"{origin}\",kind=\"503\"}} 2"),
        format!("gateway_host_rate{{host=\"{origin}\"}} 10"),
        format!("gateway_host_rate_used{{host=\"{origin}\"}} 5"),
        format!("gateway_host_failing{{host=\"{origin}\"}} 0"),
    ] {
        assert!(figures.lines().any(|found| found == line), "{line}\n{figures}");
    }
    let pause = format!("gateway_host_pause_seconds{{host=\"{origin}\"}} ");
    let pause = figures.lines().find_map(|line| line.strip_prefix(&pause)).unwrap();
    assert!((2_900.0..=3_000.0).contains(&pause.parse::<f64>().unwrap()), "{pause}");
}

#[tokio::test]
async fn who_has_a_response_is_told_its_notes_too() {
    let body = r#"{ "data": { "around": [ { "station": { "name": "Oslo" }, "distance": 4, "temperature": null, "sky": "CLEAR" } ] },
        "errors": [ { "message": "the thermometer is broken" } ] }"#;
    let host = LoopbackHost::start(move |_| reply(200, &[("content-type", "application/json")], body));
    let gateway = Served::start(&host, Settings::default()).await;
    let place = r#"{"lat":59.9,"lon":10.75}"#;
    let first = gateway.send("POST", "/around", &["Content-Type: application/json"], place).await;
    assert!(first.header("x-notes").contains("the thermometer is broken"), "{:?}", first.headers);
    // It only reads, so that links and spreadsheets can ask, too.
    let read = gateway.get("/around?lat=59.9&lon=10.75").await;
    assert_eq!((read.status, read.body), (200, first.body.clone()));
    assert_eq!(
        gateway.get("/around.csv?lat=59.9&lon=10.75").await.header("content-type"),
        "text/csv; charset=utf-8"
    );
    let known = format!("If-None-Match: {}", first.header("etag"));
    let again = gateway.send("POST", "/around", &["Content-Type: application/json", &known], place).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    for header in ["x-notes", "x-source", "cache-control"] {
        assert_eq!(again.header(header), first.header(header), "{header}");
    }
}

#[tokio::test]
async fn requests_under_way_are_answered_before_the_end() {
    let (host, mut is_asked, go) = stalled_host();
    let gateway = Served::start(&host, Settings::default()).await;
    let address = gateway.address;
    let slow = {
        let gateway = Served::start(&weather_host(), Settings::default()).await;
        let caller = Caller(gateway, address);
        tokio::spawn(async move { caller.get("/observations/Oslo").await })
    };
    is_asked.recv().await.unwrap();
    let stopping = tokio::spawn(gateway.stop());
    go.send(()).unwrap();
    assert_eq!(slow.await.unwrap().status, 200);
    stopping.await.unwrap();
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}

/// A caller of another gateway, which may end before it.
struct Caller(Served, std::net::SocketAddr);

impl Caller {
    async fn get(mut self, target: &str) -> crate::support::Response {
        self.0.address = self.1;
        self.0.get(target).await
    }
}
