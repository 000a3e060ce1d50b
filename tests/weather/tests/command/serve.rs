//! `weatherapi serve`: the gateway and the page of any table, for which its author wrote no line.

use serde_json::{Map, Value};
use virtual_finance_core::catalogue::ExampleInfo;
use virtual_finance_loopback::Served;
use weather::ENDPOINTS;

use super::weatherapi;

fn serve() -> Served {
    let mut command = weatherapi(&["--sample", "serve", "--listen", "127.0.0.1:0", "--log", "off"]);
    for secret in ["ARCHIVE_KEY", "RADAR_KEY", "LIGHTNING_TOKEN"] {
        command.env(format!("WEATHER_{secret}"), "sesame");
    }
    for login in ["MEMBERS_LOGIN", "PORTAL_LOGIN"] {
        command.env(format!("WEATHER_{login}"), "alice:sesame");
    }
    Served::start("weatherapi", &mut command)
}

fn text(served: &Served, target: &str, accept: &str) -> String {
    let (status, _, body) = served.ask("GET", target, accept, "");
    let text = String::from_utf8(body).unwrap();
    assert_eq!(status, 200, "{target}: {text}");
    text
}

#[test]
fn every_example_of_the_table_is_a_request_of_the_gateway() {
    let served = serve();
    let mut answered = 0_usize;
    // The credentials of the desk come from an authenticator, which a command of a table alone has not.
    // The sample host is all hosts at one address, where the radar and the lightning detectors have one path.
    let others = ["//desk.", "//radar.", "//lightning."];
    let is_other = |example: &ExampleInfo| others.iter().any(|host| example.url.contains(host));
    let is_asked = |example: &&ExampleInfo| example.reply.is_some() && !is_other(example);
    for info in ENDPOINTS {
        for example in info.examples.iter().filter(is_asked) {
            let params = example.params.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value)));
            let (status, head, body) = if info.method == "GET" {
                let query: Vec<String> =
                    params.map(|(name, value)| format!("{name}={}", encoded(&value))).collect();
                served.ask("GET", &format!("/{}?{}", info.command, query.join("&")), "application/json", "")
            } else {
                let body = Value::Object(params.collect::<Map<_, _>>()).to_string();
                served.ask(info.method, &format!("/{}", info.command), "application/json", &body)
            };
            let name = format!("{} {}", info.command, example.name);
            assert_eq!(status, 200, "{name}: {}", String::from_utf8_lossy(&body));
            assert!(head.contains("\r\netag: \""), "{name}: {head}");
            if head.contains("\r\ncontent-type: application/json\r\n") {
                serde_json::from_slice::<Value>(&body).unwrap();
            }
            answered = answered.saturating_add(1);
        }
    }
    assert!(answered >= 25, "{answered} examples");
}

/// Returns a value as a part of a query.
fn encoded(value: &Value) -> String {
    let bytes = value.as_str().unwrap().bytes();
    bytes.map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn no_secret_of_an_address_or_a_header_is_in_the_log() {
    for form in ["plain", "json"] {
        let arguments = ["--sample", "serve", "--listen", "127.0.0.1:0", "--log", form];
        let tokens = "alice canary-0123456789";
        let served = Served::start("weatherapi", weatherapi(&arguments).env("WEATHERAPI_TOKENS", tokens));
        let alice = "*/*\r\nAuthorization: Bearer canary-0123456789";
        for (target, accept, status) in [
            ("/observations/Oslo?token=canary-0123456789", "*/*", 401),
            ("http://alice:canary-0123456789@localhost/observations/Oslo", "*/*", 401),
            ("/observations/Oslo?access_token=canary-0123456789", alice, 400),
            ("/observations/Oslo", alice, 200),
            ("/t/canary-0123456789/observations/Oslo", "*/*", 401),
        ] {
            assert_eq!(served.ask("GET", target, accept, "").0, status, "{target}");
        }
        let said = served.end();
        assert_eq!(said.matches("/observations/Oslo").count(), 5, "{said}");
        assert!(said.contains("alice") && !said.contains("canary"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_hang_up_reads_the_tokens_again() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tokens");
    let write = |text: &str| {
        std::fs::write(&file, text).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    };
    write("alice first-0123456789\n");
    let arguments = ["--sample", "serve", "--listen", "127.0.0.1:0", "--log", "off", "--token-file"];
    let arguments = [&arguments[..], &[file.to_str().unwrap()]].concat();
    let mut served = Served::start("weatherapi", &mut weatherapi(&arguments));
    let asked = |served: &Served, token: &str| {
        let head = format!("*/*\r\nAuthorization: Bearer {token}-0123456789");
        served.ask("GET", "/observations/Oslo", &head, "").0
    };
    assert_eq!((asked(&served, "first"), asked(&served, "second")), (200, 401));
    write("alice second-0123456789\n");
    served.signal("-HUP");
    assert!(served.line().contains("left out for others"));
    assert_eq!(served.line(), "tokens and certificate were read again");
    assert_eq!((asked(&served, "first"), asked(&served, "second")), (401, 200));
    // What cannot be read changes nothing.
    write("alice\n");
    served.signal("-HUP");
    assert!(served.line().starts_with("tokens and certificate stay as they were: "));
    assert_eq!(asked(&served, "second"), 200);
}

#[test]
fn the_page_and_the_documents_are_those_of_this_table() {
    let served = serve();
    let page = text(&served, "/", "text/html");
    assert!(page.contains("The weather of invented towns") && page.contains("weatherapi"), "{page}");
    for other in ["vfapi", "virtual-finance"] {
        assert!(!page.contains(other), "{other}");
    }
    let names = |document: &Value, at: &str| {
        let mut names: Vec<String> = document[at].as_object().unwrap().keys().cloned().collect();
        names.sort();
        names
    };
    let document: Value = serde_json::from_str(&text(&served, "/openapi.json", "*/*")).unwrap();
    let mut expected: Vec<String> = ENDPOINTS.iter().map(|info| format!("/{}", info.command)).collect();
    expected.sort();
    let is_endpoint =
        |path: &String| ENDPOINTS.iter().any(|info| path.strip_prefix('/') == Some(info.command));
    let paths = names(&document, "paths").into_iter().filter(is_endpoint);
    assert_eq!(paths.collect::<Vec<_>>(), expected);
    let catalogue: Value = serde_json::from_str(&text(&served, "/catalogue.json", "*/*")).unwrap();
    assert_eq!(catalogue["endpoints"].as_array().unwrap().len(), ENDPOINTS.len());
    let list: Value = serde_json::from_str(&text(&served, "/", "application/json")).unwrap();
    assert_eq!(list["name"], "weatherapi");
    let rows = text(&served, "/observations/Oslo.csv", "*/*");
    assert_eq!(rows, "time,tempC,wind\n2024-06-28T06:00:00Z,14.5,3.2\n2024-06-28T07:00:00Z,15,\n");
    // It has no sections and no live values of its own.
    assert_eq!(served.ask("GET", "/s/Oslo", "text/html", "").0, 404);
    assert_eq!(served.ask("GET", "/stream?symbols=Oslo", "*/*", "").0, 404);
}
