//! Live prices over a websocket, at `/` with `version=2`. The first tick of a symbol is its quote, those after it walk
//! within the range of its day.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use virtual_finance::stream::{Tick, accept_key, write};
use virtual_finance_sample_host::{Connection, Upgrade};

use crate::agreed::NOTFOUND;
use crate::asked::{SampleRequest, Sent};
use crate::facts::known;
use crate::facts::template::filled;
use crate::numbers::{between, cents, seeded, single};

/// The symbols of a connection that count.
const PLACES: usize = 100;

/// The time between two ticks of a symbol.
const PACE: Duration = Duration::from_millis(200);

/// The maximum length of a message of a client, in bytes.
const MAX_MESSAGE: usize = 64 << 10;

/// Returns the agreement to a request for a websocket, which is served at the host's clock; none for another request.
pub(crate) fn upgrade(request: &SampleRequest<'_>, now: i64) -> Option<Upgrade> {
    let sent = Sent::new(request)?;
    let header = |name| sent.header(name).unwrap_or_default();
    let asks = request.path == "/"
        && sent.query.get("version") == Some("2")
        && header("upgrade").eq_ignore_ascii_case("websocket");
    let accepted = accept_key(sent.header("sec-websocket-key").filter(|_| asks)?);
    let upgrade = Upgrade::new("websocket", move |connection| serve(connection, now));
    Some(upgrade.with_header("sec-websocket-accept", accepted))
}

/// Serves a websocket until the client goes or says what is no request.
async fn serve(connection: Connection, now: i64) {
    let config = WebSocketConfig::default().max_message_size(Some(MAX_MESSAGE));
    let mut messages = WebSocketStream::from_raw_socket(connection, Role::Server, Some(config)).await;
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut pace = tokio::time::interval(PACE);
    loop {
        let ticks = tokio::select! {
            message = messages.next() => match message {
                Some(Ok(Message::Text(text))) => match apply(&text, &mut symbols, now) {
                    Some(first) => first,
                    None => break,
                },
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Vec::new(),
                _ => break,
            },
            _ = pace.tick() => symbols.iter_mut().filter_map(Symbol::next).collect(),
        };
        for tick in ticks {
            if messages.send(Message::text(write(&tick))).await.is_err() {
                return;
            }
        }
    }
    // Without a code, as the real host closes.
    drop(messages.close(None).await);
}

/// Does what a message of the client asks, and returns the first tick of each new symbol; `None` for a message that the real
/// host closes at.
fn apply(text: &str, known: &mut Vec<Symbol>, now: i64) -> Option<Vec<Tick>> {
    let Ok(Value::Object(message)) = serde_json::from_str(text) else { return None };
    let (verb, symbols) = message.into_iter().next()?;
    let symbols: Vec<String> = serde_json::from_value(symbols).ok()?;
    match verb.as_str() {
        "subscribe" => {
            let subscribed = symbols.into_iter().filter_map(|name| {
                // Those that the host does not know take places, too.
                if known.len() >= PLACES || known.iter().any(|symbol| symbol.name == name) {
                    return None;
                }
                let symbol = Symbol::new(name, now);
                let first = symbol.last.clone();
                known.push(symbol);
                first
            });
            Some(subscribed.collect())
        }
        "unsubscribe" => {
            let gone: HashSet<String> = symbols.into_iter().collect();
            known.retain(|symbol| !gone.contains(&symbol.name));
            Some(Vec::new())
        }
        _ => None,
    }
}

/// A symbol of a connection.
struct Symbol {
    name: String,
    /// Its last tick; `None` if it is not known.
    last: Option<Tick>,
    random: fastrand::Rng,
}

impl Symbol {
    fn new(name: String, now: i64) -> Self {
        let last = if name == NOTFOUND { None } else { first(&name, now) };
        Self { random: seeded(&name, "stream"), name, last }
    }

    /// Returns the next tick, a second after the last one.
    fn next(&mut self) -> Option<Tick> {
        let last = self.last.as_mut()?;
        let (low, high) = (f64::from(last.day_low?), f64::from(last.day_high?));
        let (price, before) = (f64::from(last.price?), f64::from(last.price?) - f64::from(last.change?));
        let step = between(&mut self.random, -0.000_5, 0.000_5) * price;
        let price = cents(price + step).clamp(low, high);
        last.price = Some(single(price));
        last.change = Some(single(cents(price - before)));
        last.change_percent = Some(single((price / before - 1.0) * 100.0));
        last.time = last.time?.checked_add(1000);
        last.day_volume = last.day_volume?.checked_add(self.random.i64(1..=9).saturating_mul(100));
        Some(last.clone())
    }
}

/// Returns the tick that says the quote of a symbol; `None` before its first trade.
fn first(name: &str, now: i64) -> Option<Tick> {
    let facts = known::of(name, now);
    facts
        .is_traded()
        .then(|| filled(include_str!("tick.json"), &facts))
        .and_then(|tick| serde_json::from_value(tick).ok())
}
