//! Who may ask: names of hosts, tokens, and origins of pages.

use virtual_finance_gateway::{Gateway, Log, Settings, Tokens, TokensFault};

use crate::support::{PROGRAM, Served, client, weather_host};

const ALICE: &str = "canary-0123456789";

#[tokio::test]
async fn a_page_under_a_name_of_its_own_does_not_reach_the_gateway() {
    let host = weather_host();
    let gateway =
        Served::start(&host, Settings { hosts: vec!["gate.lan".to_owned()], ..Settings::default() }).await;
    let port = gateway.address.port();
    for (name, status) in [
        ("localhost", 200),
        (&*format!("localhost:{port}"), 200),
        ("127.0.0.1:80", 200),
        ("[::1]:80", 200),
        ("Gate.LAN:8080", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example:80", 421),
        ("", 421),
    ] {
        let response = gateway.send("GET", "/observations/Oslo", &[&format!("Host: {name}")], "").await;
        assert_eq!(response.status, status, "{name}");
    }
    assert_eq!(host.targets().len(), 1);
}

#[tokio::test]
async fn whoever_reaches_an_open_gateway_names_it() {
    let host = weather_host();
    for (hosts, any) in [(vec!["gate.lan".to_owned()], 421), (vec!["*".to_owned()], 200)] {
        let settings = Settings { hosts, log: Log::Off, ..Settings::default() };
        let gateway = Served::serve_at("0.0.0.0", Gateway::new(&PROGRAM, client(&host), settings)).await;
        for (name, status) in [("192.168.1.5:80", 200), ("localhost", 200), ("evil.example", any)] {
            let response = gateway.send("GET", "/observations/Oslo", &[&format!("Host: {name}")], "").await;
            assert_eq!(response.status, status, "{name}");
        }
    }
    // Whoever sends a token is no page of others.
    let tokens = Tokens::read(&format!("alice {ALICE}")).unwrap();
    let settings = Settings { tokens, log: Log::Off, ..Settings::default() };
    let gateway = Served::serve_at("0.0.0.0", Gateway::new(&PROGRAM, client(&host), settings)).await;
    let headers = [&*format!("Authorization: Bearer {ALICE}"), "Host: data.example.com"];
    assert_eq!(gateway.send("GET", "/observations/Oslo", &headers, "").await.status, 200);
}

#[tokio::test]
async fn a_caller_needs_one_of_the_tokens() {
    let host = weather_host();
    let tokens = Tokens::read(&format!("# of the desk\nalice {ALICE}\n\nbob another-0123456789\n")).unwrap();
    let gateway = Served::start(&host, Settings { tokens, ..Settings::default() }).await;
    for (given, status) in [
        (format!("Authorization: Bearer {ALICE}"), 200),
        ("Authorization: bearer another-0123456789".to_owned(), 200),
        (format!("Authorization: Bearer {ALICE}x"), 401),
        (format!("Authorization: Basic {ALICE}"), 401),
        ("Authorization: Bearer ".to_owned(), 401),
        ("Authorization: ".to_owned(), 401),
        ("X-Token: none".to_owned(), 401),
    ] {
        let response = gateway.send("GET", "/observations/Oslo", &[&given], "").await;
        assert_eq!(response.status, status, "{given}");
        assert!(!response.text().contains("canary"), "{}", response.text());
        let asked = if status == 401 { "Bearer" } else { "" };
        assert_eq!(response.header("www-authenticate"), asked);
    }
    let response =
        gateway.send("GET", "/observations/Oslo", &[&format!("Authorization: Bearer {ALICE}")], "").await;
    assert_eq!(response.header("cache-control"), "private, max-age=600");
    // A token in an address would be in logs and histories.
    assert_eq!(gateway.get(&format!("/observations/Oslo?token={ALICE}")).await.status, 401);
    assert_eq!(gateway.get("/metrics").await.status, 401);
    assert_eq!(gateway.get("/healthz").await.status, 200);
    // Nothing of a caller but parameters reaches a host.
    assert!(host.requests().iter().all(|request| !request.contains("canary")));
}

#[tokio::test]
async fn a_token_is_in_a_path_for_who_asked_for_that() {
    let host = weather_host();
    let path = format!("/t/{ALICE}/observations/Oslo.csv?limit=1");
    for (has_tokens_in_paths, status) in [(true, 200), (false, 401)] {
        let tokens = Tokens::read(&format!("alice {ALICE}")).unwrap();
        let settings = Settings { tokens, has_tokens_in_paths, ..Settings::default() };
        let gateway = Served::start(&host, settings).await;
        assert_eq!(gateway.get(&path).await.status, status);
        for wrong in
            ["/t/none-0123456789/observations/Oslo", "/t/", "/t//observations/Oslo", "/observations/Oslo"]
        {
            assert_eq!(gateway.get(wrong).await.status, 401, "{wrong}");
        }
        let foreign = gateway.get(&format!("http://evil.example/t/{ALICE}/observations/Oslo")).await;
        assert_eq!(foreign.status, 421);
        // No message has it.
        let missing = gateway.get(&format!("/t/{ALICE}/nothing")).await;
        assert!(!missing.text().contains("canary"), "{}", missing.text());
        assert_eq!(missing.json()["instance"], "/t/…/nothing");
        // However the path is written wrongly, as by a base that ends in a slash.
        for (written, told) in [
            ("//t/TOKEN/nothing", "//t/…/nothing"),
            ("/t//TOKEN/nothing", "/t//…/nothing"),
            ("/./T/TOKEN", "/./T/…"),
            ("/%74/./TOKEN/nothing", "/%74/./…/nothing"),
            ("/t;a/TOKEN/t/TOKEN", "/t;a/…/t/…"),
            ("/t%2FTOKEN%2Fnothing/observations", "/…/observations"),
            ("/x%5ct%5cTOKEN", "/…"),
        ] {
            let missing = gateway.get(&written.replace("TOKEN", ALICE)).await;
            assert_eq!(missing.json()["instance"], told);
        }
    }
    assert!(host.requests().iter().all(|request| !request.contains("canary")));
}

#[tokio::test]
async fn tokens_are_renewed_while_it_serves() {
    let tokens = Tokens::read(&format!("alice {ALICE}")).unwrap();
    let settings = Settings { tokens: tokens.clone(), ..Settings::default() };
    let gateway = Served::start(&weather_host(), settings).await;
    let asked = async |token: &str| {
        let line = format!("Authorization: Bearer {token}");
        gateway.send("GET", "/observations/Oslo", &[&line], "").await.status
    };
    assert_eq!((asked(ALICE).await, asked("another-0123456789").await), (200, 401));
    tokens.renew(&Tokens::read("bob another-0123456789").unwrap());
    assert_eq!((asked(ALICE).await, asked("another-0123456789").await), (401, 200));
    // Without any nobody may ask.
    tokens.renew(&Tokens::default());
    assert_eq!(asked("another-0123456789").await, 401);
}

#[test]
fn tokens_that_cannot_be_used() {
    for (text, expected) in [
        ("alice", TokensFault::Form { line: 1 }),
        ("# x\nalice a b", TokensFault::Form { line: 2 }),
        ("alice short", TokensFault::Short { name: "alice".to_owned() }),
        ("a 0123456789abcdef\na fedcba9876543210", TokensFault::Twice { name: "a".to_owned() }),
    ] {
        let fault = Tokens::read(text).unwrap_err();
        assert_eq!(fault, expected);
        assert!(!fault.to_string().contains("short ") && fault.to_string().contains(':'), "{fault}");
    }
    let tokens = Tokens::read(&format!("alice {ALICE}")).unwrap();
    assert_eq!(format!("{tokens:?}"), r#"{"alice"}"#);
    assert!(Tokens::read("\n# nobody\n").unwrap().is_empty());
}

#[tokio::test]
async fn pages_of_named_origins_may_read() {
    let origins = vec!["https://good.example".to_owned()];
    let gateway = Served::start(&weather_host(), Settings { origins, ..Settings::default() }).await;
    for (origin, allowed) in [("https://good.example", "https://good.example"), ("https://evil.example", "")]
    {
        let line = format!("Origin: {origin}");
        let response = gateway.send("GET", "/observations/Oslo", &[&line], "").await;
        assert_eq!(response.header("access-control-allow-origin"), allowed);
        let asked = gateway.send("OPTIONS", "/observations/Oslo", &[&line], "").await;
        assert_eq!((asked.status, asked.header("access-control-allow-origin")), (204, allowed));
        assert_eq!(asked.header("allow"), "GET, HEAD, OPTIONS");
        assert_eq!(asked.header("access-control-allow-methods").is_empty(), allowed.is_empty());
    }
}
