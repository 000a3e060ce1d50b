//! The stream of prices against the table and the sample host.

use serde_json::Value;
use virtual_finance::stream::{Event, PriceStream, Tick};
use virtual_finance::{Client, Quote, hosts};
use virtual_finance_sample::SampleHost;

async fn tick(stream: &mut PriceStream) -> Tick {
    match stream.next().await.unwrap().unwrap() {
        Event::Tick(tick) => *tick,
        event => panic!("{event}"),
    }
}

#[test]
fn the_host_is_that_of_the_table() {
    let host = virtual_finance_runtime::stream::STREAMER;
    assert_eq!((host.name, host.default), (hosts::STREAMER_URL.name, hosts::STREAMER_URL.default));
}

#[tokio::test]
async fn the_first_tick_of_the_sample_host_is_its_quote() {
    let sample = SampleHost::start().unwrap();
    let client: Client = sample.client_builder().build().unwrap();
    let symbols = ["IBM", "^GSPC", "VFINX"];
    let quotes = client.request(&Quote::new(symbols)).await.unwrap();
    let quotes: Value = serde_json::to_value(quotes).unwrap();
    // The host does not know it, and says nothing of it.
    let mut stream = client.stream(symbols.into_iter().chain(["NOTFOUND"]));
    for symbol in symbols {
        let tick = tick(&mut stream).await;
        assert_eq!(tick.symbol, symbol);
        let quote = find(&quotes, symbol).unwrap();
        for (field, member) in [
            (tick.price, "regularMarketPrice"),
            (tick.change, "regularMarketChange"),
            (tick.day_high, "regularMarketDayHigh"),
            (tick.day_low, "regularMarketDayLow"),
        ] {
            let said: f64 = tick.decimal(field.unwrap()).parse().unwrap();
            assert_eq!(Some(said), quote[member].as_f64(), "{symbol} {member}");
        }
        assert_eq!(tick.timestamp(), quote["regularMarketTime"].as_i64(), "{symbol}");
        assert_eq!(tick.day_volume, quote["regularMarketVolume"].as_i64(), "{symbol}");
        assert_eq!(tick.quote_type.unwrap().name(), quote["quoteType"].as_str(), "{symbol}");
    }
    let later = tick(&mut stream).await;
    assert_eq!(later.symbol, "IBM", "a tick follows");
    assert!(later.day_low <= later.price && later.price <= later.day_high, "{later}");
}

fn find<'v>(value: &'v Value, symbol: &str) -> Option<&'v Value> {
    match value {
        Value::Object(members) if members.get("symbol").is_some_and(|known| known == symbol) => Some(value),
        Value::Object(members) => members.values().find_map(|value| find(value, symbol)),
        Value::Array(values) => values.iter().find_map(|value| find(value, symbol)),
        _ => None,
    }
}
