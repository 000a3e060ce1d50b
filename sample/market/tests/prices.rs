//! One instrument has one price, whichever endpoint tells it to a client.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance::notes::Underlying;
use virtual_finance::request::{JsonStyle, ParamMap};
use virtual_finance::{Client, ENDPOINTS, Error, ErrorKind, Screener, ScreenerName};
use virtual_finance_sample::{DEFAULT_NOW, SampleHost, reply};

const TICKERS: [&str; 9] = ["IBM", "MSFT", "VOD.L", "7203.T", "BTC-USD", "EURUSD=X", "QQQ", "VFINX", "^GSPC"];

/// The seconds of a week.
const WEEK: f64 = 604_800.0;

/// Members that name an instrument, and places of its price beside them.
const NAMES: [&str; 2] = ["symbol", "ticker"];
const PRICES: [&str; 6] = [
    "/regularMarketPrice",
    "/regularMarketPrice/raw",
    "/lastPrice",
    "/currentPrice",
    "/price",
    "/priceTargets/current",
];

/// The endpoints whose responses have prices.
const PRICED: &str = "Analysis CustomScreener History Index Industry KeyFigures Lookup MarketSummary \
     Options Quote Screener Sector Spark Trending";

fn prices(value: &Value) -> Vec<(String, f64)> {
    let Value::Object(members) = value else {
        return value.as_array().into_iter().flatten().flat_map(prices).collect();
    };
    let mut found: Vec<_> = members.values().flat_map(prices).collect();
    let columns = ["Symbol", "Last Price"].map(|name| members.get(name).and_then(Value::as_object));
    if let [Some(symbols), Some(column)] = columns {
        let rows = symbols.values().zip(column.values());
        found.extend(
            rows.map(|(symbol, price)| (symbol.as_str().unwrap().to_owned(), price.as_f64().unwrap())),
        );
    }
    if let Some(symbol) = NAMES.iter().find_map(|name| members.get(*name)?.as_str()) {
        let known = PRICES.iter().filter_map(|place| value.pointer(place)?.as_f64());
        let newest = members.get("close").and_then(|closes| closes.as_array()?.last()?.as_f64());
        found.extend(known.chain(newest).map(|price| (symbol.to_owned(), price)));
    }
    let places = ["/meta/symbol", "/meta/regularMarketTime", "/ohlcdata/timestamp", "/ohlcdata/close"];
    if let [Some(symbol), Some(now), Some(times), Some(closes)] = places.map(|place| value.pointer(place)) {
        let last = |list: &Value| list.as_array().unwrap().last().unwrap().as_f64().unwrap();
        // Some histories end before.
        if last(times) > now.as_f64().unwrap() - WEEK {
            found.push((symbol.as_str().unwrap().to_owned(), last(closes)));
        }
    }
    found
}

fn quoted(symbol: &str) -> f64 {
    let symbol = symbol.replace('^', "%5E").replace('=', "%3D");
    let quotes = reply("/v7/finance/quote", &format!("symbols={symbol}"), DEFAULT_NOW).body;
    let quotes: Value = serde_json::from_str(&quotes).unwrap();
    quotes.pointer("/quoteResponse/result/0/regularMarketPrice").unwrap().as_f64().unwrap()
}

async fn response(client: &Client, info: &EndpointInfo, params: &ParamMap) -> Result<Value, Error> {
    let request = (info.build)(params).unwrap();
    let reply = client.reply_erased(&*request).await?;
    let mut json = Vec::new();
    reply.response.write_json(&mut json, JsonStyle::Compact).unwrap();
    let mut response: Value = serde_json::from_slice(&json).unwrap();
    if let Some(underlying) = reply.notes.get::<Underlying>() {
        response["symbol"] = response["underlyingSymbol"].clone();
        response["price"] = underlying.price.clone().into();
    }
    Ok(response)
}

#[tokio::test]
async fn an_instrument_has_the_price_of_its_quote_in_every_response() {
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build().unwrap();
    let mut quotes = HashMap::new();
    let mut priced = BTreeSet::new();
    // The price of a profile is its open, as it is in the original.
    for info in ENDPOINTS.iter().filter(|info| info.name != "Profile") {
        for example in info.examples {
            let own = example.param_map(info);
            // The example itself, and the same question about each of the instruments.
            let mut asked = vec![own.clone()];
            for (name, ticker) in
                ["ticker", "symbols"].into_iter().flat_map(|name| TICKERS.map(|ticker| (name, ticker)))
            {
                if PRICED.split(' ').any(|name| name == info.name) && own.get(name).is_some() {
                    let mut other = own.clone();
                    other.insert(name, ticker);
                    asked.push(other);
                }
            }
            for params in asked {
                let response = match response(&client, info, &params).await {
                    // Funds and currencies have no analysts, and not everything has options.
                    Err(error) if error.kind() == ErrorKind::NotFound => continue,
                    response => response.unwrap_or_else(|error| panic!("{} {params:?}: {error}", info.name)),
                };
                for (symbol, price) in prices(&response) {
                    let expected = *quotes.entry(symbol.clone()).or_insert_with(|| quoted(&symbol));
                    // Bars have more digits than quotes.
                    assert!(
                        (price / expected - 1.0).abs() < 5e-4,
                        "{} {}: {symbol} {price}, not {expected}",
                        info.name,
                        example.name
                    );
                    priced.insert(info.name);
                }
            }
        }
    }
    assert_eq!(Vec::from_iter(priced).join(" "), PRICED);
}

#[tokio::test]
async fn a_screener_that_nobody_knows_is_not_found() {
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build().unwrap();
    for name in ["NOSUCH", "HARBOR"] {
        let error =
            client.request(&Screener::new(ScreenerName::other(name))).await.map(|_| name).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
        let query = format!("scrIds={name}");
        let reply = reply("/v1/finance/screener/predefined/saved", &query, DEFAULT_NOW);
        assert_eq!(reply.status, 404);
        assert!(reply.body.contains("No screener records found."), "{}", reply.body);
    }
    for name in [ScreenerName::DayGainers, ScreenerName::other("recent_52_week_highs")] {
        assert!(!client.request(&Screener::new(name)).await.unwrap().rows.is_empty());
    }
}
