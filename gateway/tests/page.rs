//! The page: one document that asks its own gateway alone.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use virtual_finance_gateway::{Settings, Tokens};

use crate::support::{Served, weather_host};

const BROWSER: &str = "Accept: text/html,application/xhtml+xml,*/*;q=0.8";
const PROBLEM: &str = "application/problem+json";

#[tokio::test]
async fn the_policy_allows_what_the_page_has_and_nothing_else() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    let page = gateway.send("GET", "/", &[BROWSER], "").await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let html = page.text();
    let part = |name: &str| {
        let rest = html.split_once(&format!("<{name}>")).unwrap().1;
        rest.split_once(&format!("</{name}>")).unwrap().0
    };
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; ") && policy.contains("connect-src 'self';"), "{policy}");
    for (kind, name) in [("style", "style"), ("script", "script")] {
        let hash = BASE64_STANDARD.encode(hmac_sha256::Hash::hash(part(name).as_bytes()));
        assert!(policy.contains(&format!("{kind}-src 'sha256-{hash}'")), "{kind}: {policy}");
    }
    assert!(!policy.contains("unsafe"));
    // Nothing is loaded from another place, and no attribute is a script or a style.
    let loaded = html.replace("xmlns='http://www.w3.org/2000/svg'", "");
    for foreign in ["http://", "https://", " src=", "@import", "url(", " onclick=\"", " style=\""] {
        assert!(!loaded.contains(foreign), "{foreign}");
    }
    assert!(html.contains("<title>The weather of invented towns</title>"));
    assert!(!html.contains("{{"));
    // What the program declares is data, and no text in it ends the script.
    let about = html.split_once(r#"<script type="application/json" id="about">"#).unwrap().1;
    let about: serde_json::Value = serde_json::from_str(about.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(about["sections"][0]["title"], "Readings </script>");
    assert_eq!(about["sections"][0]["columns"], serde_json::json!(["time", "tempC"]));
    // A chart of an endpoint is about no subject.
    let chart = &about["sections"][1];
    assert_eq!((chart["page"].as_str(), chart["shown"].as_str()), (Some("endpoint"), Some("shares")));
    assert_eq!(about["pages"], serde_json::json!(["openapi", "figures"]));
    assert_eq!(about["live"], serde_json::Value::Null);
    // Programs get the list of what there is.
    assert_eq!(gateway.get("/").await.header("content-type"), "application/json");
}

#[tokio::test]
async fn every_page_has_an_address_and_an_unknown_one_is_said_on_a_page() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    let page = gateway.send("GET", "/", &[BROWSER], "").await;
    for target in ["/s/Oslo", "/e/observations?station=Oslo", "/openapi", "/figures"] {
        let response = gateway.send("GET", target, &[BROWSER], "").await;
        assert_eq!((response.status, response.body == page.body), (200, true), "{target}");
        // Programs have no use for it.
        let response = gateway.send("GET", target, &["Accept: */*"], "").await;
        assert_eq!((response.status, response.header("content-type")), (404, PROBLEM), "{target}");
    }
    // There are no live values, and nothing to compare.
    for target in ["/s/", "/s/a/b", "/s/../etc", "/e/", "/e/nothing", "/watch", "/compare", "/nothing"] {
        let response = gateway.send("GET", target, &[BROWSER], "").await;
        assert_eq!((response.status, response.body == page.body), (404, true), "{target}");
        assert_eq!(response.header("content-security-policy"), page.header("content-security-policy"));
    }
}

#[tokio::test]
async fn the_page_says_that_data_are_invented() {
    for is_invented in [false, true] {
        let settings = Settings { is_invented, ..Settings::default() };
        let gateway = Served::start(&weather_host(), settings).await;
        let html = gateway.send("GET", "/", &[BROWSER], "").await.text();
        assert!(html.contains(&format!("\"invented\":{is_invented}")));
    }
}

#[tokio::test]
async fn the_page_has_no_data_and_asks_for_the_token() {
    let tokens = Tokens::read("alice 0123456789abcdef").unwrap();
    let gateway = Served::start(&weather_host(), Settings { tokens, ..Settings::default() }).await;
    assert_eq!(gateway.send("GET", "/", &[BROWSER], "").await.status, 200);
    for document in ["/catalogue.json", "/forms.json"] {
        assert_eq!(gateway.get(document).await.status, 401, "{document}");
    }
}

#[tokio::test]
async fn the_page_asks_for_the_forms_alone() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    let forms: serde_json::Value = gateway.get("/forms.json").await.json();
    let catalogue: serde_json::Value = gateway.get("/catalogue.json").await.json();
    let all = catalogue["endpoints"].as_array().unwrap();
    assert_eq!(forms["endpoints"].as_array().unwrap().len(), all.len());
    for (form, info) in forms["endpoints"].as_array().unwrap().iter().zip(all) {
        for key in ["name", "command", "doc", "method", "safe", "view", "group", "params", "choices"] {
            assert_eq!(form[key], info[key], "{key}");
        }
        assert_eq!(form["response"], serde_json::Value::Null);
        assert_eq!(form["examples"][0]["rust"], info["examples"][0]["rust"]);
    }
}
