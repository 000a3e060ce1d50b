//! The streams of prices, which are those of the client.

use serde_json::Value;
use virtual_finance::hosts::STREAMER_URL;
use virtual_finance::stream::{Event, Tick};
use virtual_finance::{Client, blocking};
use virtual_finance_compat::{Error, Property};

use super::row::{Class, Host, Row, no, yes};

/// The keys that every message of a price has.
const TICK: &str = "symbol, price, time, …";

/// The number of events within which a symbol that was subscribed is named.
const EVENTS: usize = 20;

/// The rows of the package and of the tickers.
pub(crate) const SOCKET: Row = yes("WebSocket", "virtual_finance::blocking::Client::stream", TICK, |host| {
    priced(&mut prices(host), "IBM")
});
pub(crate) const ASYNC_SOCKET: Row =
    yes("AsyncWebSocket", "virtual_finance::Client::stream", TICK, first_of_task);
pub(crate) const LIVE: Row = yes("live", "virtual_finance::Client::stream", TICK, first_of_task);

const SUBSCRIBE: Row = yes("subscribe", "virtual_finance::stream::Subscriptions::subscribe", TICK, |host| {
    let mut prices = prices(host);
    prices.subscriptions().subscribe(["AAPL"])?;
    priced(&mut prices, "AAPL")
});
const UNSUBSCRIBE: Row =
    yes("unsubscribe", "virtual_finance::stream::Subscriptions::unsubscribe", "", |host| {
        let subscriptions = prices(host).subscriptions();
        subscriptions.subscribe(["AAPL"])?;
        subscriptions.unsubscribe(["IBM"])?;
        Ok(subscriptions.symbols().into())
    });
const CLOSE: Row = no("close", "dropping the stream closes its connections");
const URL: Row = yes("url", "virtual_finance::ExtendedBuilder::host", "", |_| {
    let elsewhere = Client::builder().host(&STREAMER_URL, "https://streamer.example");
    Ok(format!("{:?}", elsewhere.build()?).into())
});
const SETTINGS: Row = no("logger verbose", "a stream of prices logs as every request does");

pub(crate) const CLASSES: [Class; 2] = [
    Class {
        name: "WebSocket",
        rows: &[
            yes("listen", "virtual_finance::blocking::PriceStream::next", TICK, |host| {
                priced(&mut prices(host), "IBM")
            }),
            SUBSCRIBE,
            UNSUBSCRIBE,
            CLOSE,
            URL,
            SETTINGS,
        ],
    },
    Class {
        name: "AsyncWebSocket",
        rows: &[
            yes("listen", "virtual_finance::stream::PriceStream::next", TICK, first_of_task),
            SUBSCRIBE,
            UNSUBSCRIBE,
            CLOSE,
            URL,
            SETTINGS,
        ],
    },
];

fn prices(host: &Host) -> blocking::PriceStream {
    host.client.stream(["IBM"])
}

fn priced(prices: &mut blocking::PriceStream, symbol: &str) -> Result<Property, Error> {
    for event in prices.take(EVENTS) {
        if let Event::Tick(tick) = event?
            && tick.symbol == symbol
        {
            return Ok(fields(&tick));
        }
    }
    Ok(format!("no price of {symbol}").into())
}

fn first_of_task(host: &Host) -> Result<Property, Error> {
    let mut prices = host.client.asynchronous().stream(["IBM"]);
    let event = host.client.wait(async { prices.next().await.transpose() })?;
    Ok(match event {
        Some(Event::Tick(tick)) => fields(&tick),
        other => format!("{other:?}").into(),
    })
}

fn fields(tick: &Tick) -> Property {
    match serde_json::to_value(tick) {
        Ok(Value::Object(fields)) => fields.into(),
        other => format!("{other:?}").into(),
    }
}
