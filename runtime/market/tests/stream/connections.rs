//! The connections of a stream: how many there are, how they are lost and come back, and that nothing is left of them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use virtual_finance_loopback::{HostSocket, LoopbackHost, SocketHost, header, reply, target};
use virtual_finance_runtime::error::SocketFault;
use virtual_finance_runtime::settings::{RateLimit, Retries};
use virtual_finance_runtime::stream::{Event, MessageFault, PriceStream, STREAMER, Tick, write};
use virtual_finance_runtime::{Client, ClientBuilder, Error, RequestParams, blocking};

fn described(url: &str) -> ClientBuilder {
    let at_once = Retries::none().base(Duration::ZERO, Duration::ZERO);
    let params = RequestParams::new().no_proxy().retries(at_once);
    Client::builder().host(&STREAMER, url).request_params(params).rate_limit(RateLimit::none())
}

fn client(url: &str) -> Client {
    described(url).build().unwrap()
}

fn price(symbol: &str, price: f32) -> String {
    let tick: Tick = serde_json::from_value(json!({"symbol": symbol, "price": price})).unwrap();
    write(&tick)
}

fn heard(socket: &mut HostSocket) -> Option<(String, Vec<String>)> {
    let message: Value = serde_json::from_str(&socket.hear()?).unwrap();
    let (verb, symbols) = message.as_object().unwrap().iter().next().unwrap();
    Some((verb.clone(), serde_json::from_value(symbols.clone()).unwrap()))
}

/// Says a price of each symbol that the client subscribes to, until it goes.
fn serve(socket: &mut HostSocket) {
    while let Some((verb, symbols)) = heard(socket) {
        if verb == "subscribe" {
            symbols.iter().for_each(|symbol| socket.say(&price(symbol, 1.5)));
        }
    }
}

async fn event(stream: &mut PriceStream) -> Event {
    stream.next().await.unwrap().unwrap()
}

async fn tick(stream: &mut PriceStream) -> Tick {
    match event(stream).await {
        Event::Tick(tick) => *tick,
        event => panic!("{event}"),
    }
}

#[tokio::test]
async fn prices_come_as_they_are_said() {
    let host = SocketHost::start(serve);
    let mut stream = client(host.url()).stream(["IBM", "BTC-USD", "IBM"]);
    let ticks = [tick(&mut stream).await, tick(&mut stream).await];
    let said: Vec<_> = ticks.iter().map(|tick| (tick.symbol.as_str(), tick.price)).collect();
    assert_eq!(said, [("IBM", Some(1.5)), ("BTC-USD", Some(1.5))]);
    assert_eq!(stream.subscriptions().symbols(), ["IBM", "BTC-USD"]);
    let head = &host.heads()[0];
    assert_eq!(target(head), "/?version=2");
    assert!(header(head, "User-Agent").unwrap().starts_with("Mozilla/5.0"));
    assert_eq!(header(head, "Cookie"), None);
}

#[tokio::test]
async fn nothing_is_asked_before_the_first_event_is_wanted() {
    let host = SocketHost::start(serve);
    let client = client(host.url());
    drop(client.stream(["IBM"]));
    let mut stream = client.stream(["XOM"]);
    assert_eq!(tick(&mut stream).await.symbol, "XOM");
    assert_eq!(host.heads().len(), 1);
}

#[tokio::test]
async fn a_dropped_stream_closes_its_connections() {
    let host = SocketHost::start(serve);
    let mut stream = client(host.url()).stream((0..150).map(|number| format!("S{number}")));
    for _ in 0..150 {
        tick(&mut stream).await;
    }
    drop(stream);
    assert_eq!(BTreeSet::from([host.wait_ended(), host.wait_ended()]), BTreeSet::from([0, 1]));
}

#[tokio::test]
async fn a_connection_has_a_hundred_symbols_at_most() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let (heard_by, all) = (Arc::clone(&told), (0..250).map(|number| format!("S{number}")));
    let host = SocketHost::start(move |socket| {
        while let Some((_, symbols)) = heard(socket) {
            heard_by.lock().unwrap().push(symbols.len());
            symbols.iter().for_each(|symbol| socket.say(&price(symbol, 1.0)));
        }
    });
    let mut stream = client(host.url()).stream(all.clone());
    let mut symbols = BTreeSet::new();
    for _ in 0..250 {
        assert!(symbols.insert(tick(&mut stream).await.symbol), "each comes once");
    }
    assert_eq!(symbols, all.collect());
    let mut told = told.lock().unwrap().clone();
    told.sort_unstable();
    assert_eq!((told, host.heads().len()), (vec![50, 100, 100], 3));
}

#[tokio::test]
async fn symbols_come_and_go_while_it_runs() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard_by = Arc::clone(&told);
    let host = SocketHost::start(move |socket| {
        while let Some((verb, symbols)) = heard(socket) {
            let speaks = verb == "subscribe";
            heard_by.lock().unwrap().push((verb, symbols.clone()));
            if speaks {
                symbols.iter().for_each(|symbol| socket.say(&price(symbol, 1.0)));
            }
        }
    });
    let mut stream = client(host.url()).stream((0..100).map(|number| format!("S{number}")));
    for _ in 0..100 {
        tick(&mut stream).await;
    }
    let subscriptions = stream.subscriptions();
    // The place that is left is taken again, and in this order: the host counts to a hundred.
    subscriptions.unsubscribe(["S7"]).unwrap();
    subscriptions.subscribe(["NEW", "S8"]).unwrap();
    assert_eq!(tick(&mut stream).await.symbol, "NEW");
    // There is no place on the first connection.
    subscriptions.subscribe(["SECOND"]).unwrap();
    assert_eq!(tick(&mut stream).await.symbol, "SECOND");
    let told = told.lock().unwrap();
    let later: Vec<_> = told[1..].iter().map(|(verb, symbols)| (verb.as_str(), symbols.join(" "))).collect();
    let expected = [("unsubscribe", "S7"), ("subscribe", "NEW"), ("subscribe", "SECOND")];
    assert_eq!(later, expected.map(|(verb, symbols)| (verb, symbols.to_owned())));
    assert_eq!(host.heads().len(), 2);
}

#[tokio::test]
async fn a_connection_without_symbols_closes_and_opens_again() {
    let host = SocketHost::start(serve);
    let mut stream = client(host.url()).stream(["IBM"]);
    tick(&mut stream).await;
    let subscriptions = stream.subscriptions();
    subscriptions.unsubscribe(["IBM"]).unwrap();
    let later = tokio::spawn(async move { (tick(&mut stream).await.symbol, stream) });
    let host = tokio::task::spawn_blocking(move || (host.wait_ended(), host).1).await.unwrap();
    subscriptions.subscribe(["XOM"]).unwrap();
    assert_eq!(later.await.unwrap().0, "XOM");
    assert_eq!(host.heads().len(), 2);
}

#[tokio::test]
async fn a_lost_connection_is_told_opened_again_and_told_its_symbols() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard_by = Arc::clone(&told);
    let host = SocketHost::start(move |socket| {
        let (_, symbols) = heard(socket).unwrap();
        heard_by.lock().unwrap().push(symbols);
        socket.say(&price("IBM", [0.0, 1.0, 2.0][socket.number]));
        match socket.number {
            0 => socket.close(None),
            1 => socket.close(Some((1012, "restart"))),
            _ => assert_eq!(heard(socket), None),
        }
    });
    let mut stream = client(host.url()).stream(["IBM", "XOM"]);
    for number in 0..3_u16 {
        assert_eq!(tick(&mut stream).await.price, Some(f32::from(number)));
        if number == 2 {
            break;
        }
        let lost = event(&mut stream).await;
        let Event::Lost { symbols, cause: Error::Socket { fault: SocketFault::Closed { code, .. }, .. } } =
            &lost
        else {
            panic!("{lost}")
        };
        assert_eq!((symbols.join(" ").as_str(), *code), ("IBM XOM", [None, Some(1012)][usize::from(number)]));
        let back = event(&mut stream).await;
        let Event::Reconnected { symbols, after } = &back else { panic!("{back}") };
        assert_eq!(symbols.join(" "), "IBM XOM");
        assert!(*after > Duration::ZERO && *after < Duration::from_secs(10), "{after:?}");
        assert!(
            back.to_string().starts_with("connected again for IBM and 1 others after a gap of "),
            "{back}"
        );
    }
    assert_eq!(*told.lock().unwrap(), vec![["IBM", "XOM"]; 3]);
}

#[tokio::test]
async fn a_host_that_is_away_for_a_while_is_waited_for() {
    let is_there = |attempt| !(1..4).contains(&attempt);
    let host = SocketHost::admitting(is_there, |socket| match socket.number {
        0 => drop(heard(socket)),
        _ => serve(socket),
    });
    let mut stream = client(host.url()).stream(["IBM"]);
    assert!(matches!(event(&mut stream).await, Event::Lost { .. }));
    assert!(matches!(event(&mut stream).await, Event::Reconnected { .. }));
    assert_eq!(tick(&mut stream).await.symbol, "IBM");
    assert_eq!(host.heads().len(), 5, "three were refused");
}

#[tokio::test]
async fn a_silent_connection_is_lost_and_back() {
    let host = SocketHost::start(|socket| match socket.number {
        0 => {
            heard(socket).unwrap();
            socket.play_dead();
        }
        _ => serve(socket),
    });
    let limit = Duration::from_millis(30);
    let mut stream = client(host.url()).stream(["IBM"]).idle_limit(limit);
    let lost = event(&mut stream).await;
    let Event::Lost { cause: Error::Socket { fault: SocketFault::Silent { limit: told }, .. }, .. } = &lost
    else {
        panic!("{lost}")
    };
    assert_eq!(*told, limit);
    let Event::Reconnected { after, .. } = event(&mut stream).await else { panic!("not back") };
    assert!(after >= limit * 2, "the gap began with the silence: {after:?}");
    assert_eq!(tick(&mut stream).await.symbol, "IBM");
}

#[tokio::test]
async fn bad_messages_are_told_and_the_stream_goes_on() {
    let host = SocketHost::start(|socket| {
        heard(socket).unwrap();
        for text in
            ["hello", r#"{"type":"news"}"#, r#"{"type":"pricing","message":"????"}"#, &price("XOM", 1.0)]
        {
            socket.say(text);
        }
        socket.say(&price("ibm", 2.0));
        socket.hear();
    });
    let mut stream = client(host.url()).stream(["IBM"]);
    let mut faults = Vec::new();
    let good = loop {
        match event(&mut stream).await {
            Event::Unread(fault) => faults.push(fault),
            Event::Tick(tick) => break tick,
            event => panic!("{event}"),
        }
    };
    assert!(
        matches!(
            &faults[..],
            [
                MessageFault::NotJson { .. },
                MessageFault::OtherType { .. },
                MessageFault::NotBase64 { .. },
                MessageFault::OtherSymbol { symbol }
            ] if symbol == "XOM"
        ),
        "{faults:?}"
    );
    assert_eq!((good.symbol.as_str(), good.price), ("ibm", Some(2.0)));
}

#[tokio::test]
async fn a_message_that_is_too_long_ends_the_stream() {
    let host = SocketHost::start(|socket| {
        heard(socket).unwrap();
        socket.say(&"x".repeat(301));
        socket.hear();
    });
    let mut stream = client(host.url()).stream(["IBM"]).max_message(300);
    let error = stream.next().await.unwrap().unwrap_err();
    assert!(matches!(error, Error::Socket { fault: SocketFault::TooLarge { limit: 300 }, .. }), "{error}");
    assert!(stream.next().await.is_none(), "an error is the end");
}

#[tokio::test]
async fn a_host_that_refuses_ends_the_stream() {
    let host = LoopbackHost::saying(reply(403, &[], "no"));
    let mut stream = client(host.url()).stream(["IBM"]);
    assert_eq!(stream.next().await.unwrap().unwrap_err().status(), Some(403));
    assert!(stream.next().await.is_none());
    assert_eq!(host.requests().len(), 1);
}

#[tokio::test]
async fn symbols_that_are_none_are_refused() {
    let client = client("http://127.0.0.1:9");
    let mut stream = client.stream(["IBM", "", "A B", "X,Y"]);
    let error = stream.next().await.unwrap().unwrap_err();
    let Error::Params(faults) = &error else { panic!("{error}") };
    assert_eq!(faults.faults().len(), 3, "{error}");
    let advice = "write one symbol such as IBM, and several as a list";
    assert!(error.to_string().starts_with(&format!("Stream: 'symbols' is \"\": {advice}; ")), "{error}");
    assert!(client.stream(["IBM"]).subscriptions().subscribe(["A B"]).is_err());
}

#[test]
fn a_blocking_stream_is_an_iterator() {
    let host = SocketHost::start(serve);
    let client: blocking::Client = described(host.url()).build_blocking().unwrap();
    let ticks: Vec<_> =
        client.stream(["IBM", "XOM"]).take(2).map(|event| event.unwrap().to_string()).collect();
    assert_eq!(ticks, ["IBM 1.5", "XOM 1.5"]);
    assert_eq!(host.wait_ended(), 0, "the connection closes with the iterator");
}

#[tokio::test]
async fn a_blocking_stream_inside_a_runtime_is_one_error() {
    let client = described("http://127.0.0.1:9").build_blocking().unwrap();
    let events: Vec<_> = client.stream(["IBM"]).collect();
    assert!(matches!(&events[..], [Err(Error::BlockingInAsync)]), "{events:?}");
}
