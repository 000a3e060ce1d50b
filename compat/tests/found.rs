//! Searches, lookups, markets, shares, valuations and the latest figures: the columns of yfinance, and frames that keep them whatever a
//! reply lacks.

use crate::support::{FAST_INFO, column, columns, convert, names, rows};
use serde_json::{Value, json};
use virtual_finance::screening::{Equity, Etf, MutualFund, and, eq, gt, gte, is_in};
use virtual_finance::{DateTime, Screener, ScreenerField, ScreenerName, ValuationPeriod};
use virtual_finance_compat::polars::prelude::DataFrame;
use virtual_finance_compat::{
    EquityQuery, EtfQuery, FundQuery, Lookup, LookupFrames, Market, QuoteFrames, Screen, ScreenFrames,
    Search, SearchFrames, SharesFrames, Ticker, ValuationFrames, blocking, frames, screen,
};
use virtual_finance_sample::SampleHost;

const QUOTES: &str = "symbol: str, shortname: str, longname: str, quoteType: str, exchange: str, exchDisp: \
     str, sector: str, industry: str, score: f64";
const NEWS: &str = "uuid: str, title: str, publisher: str, link: str, providerPublishTime: datetime[ms, \
     UTC], type: str, relatedTickers: str";
const INSTRUMENTS: &str = "symbol: str, shortName: str, exchange: str, quoteType: str, rank: i64, \
     regularMarketPrice: f64, regularMarketChange: f64, regularMarketPercentChange: f64, industryName: \
     str, industryLink: str";

fn search(reply: &Value) -> SearchFrames {
    convert(&virtual_finance::Search::new("x"), reply.to_string()).into()
}

fn is(frame: &DataFrame, expected: &str, height: usize) {
    assert_eq!((columns(frame).as_str(), frame.height()), (expected, height));
    assert!(frame.to_string().contains("shape"));
}

#[test]
fn a_search_has_a_frame_of_each_kind() {
    let found = search(&json!({
        "quotes": [
            {"symbol": "ACME", "shortname": "Acme", "score": 7, "sector": null},
            {"name": "Startup", "permalink": "startup", "isYahooFinance": false},
            {"symbol": "B"},
        ],
        "news": [{"uuid": "1", "title": "T", "link": "L", "providerPublishTime": 60, "relatedTickers": ["A", "B"]}],
        "researchReports": [{"id": "R", "reportDate": 1_719_604_800_500_i64}],
        "lists": [{"type": "PREDEFINED_SCREENER", "total": 7, "dailyPercentGain": 1.5}],
        "nav": [{"navName": "N", "navUrl": "U"}],
    }));
    is(&found.quotes().unwrap(), QUOTES, 2);
    assert_eq!(column(&found.quotes().unwrap(), "shortname"), [json!("Acme"), Value::Null]);
    assert_eq!(rows(&found.companies().unwrap()), [json!(["Startup", "startup"])]);
    is(&found.news().unwrap(), NEWS, 1);
    assert_eq!(rows(&found.news().unwrap()), [json!(["1", "T", null, "L", 60_000, null, "A,B"])]);
    assert_eq!(column(&found.research().unwrap(), "reportDate"), [json!(1_719_604_800_000_i64)]);
    assert_eq!(column(&found.lists().unwrap(), "dailyPercentGain"), [json!(1.5)]);
    assert_eq!(rows(&found.nav().unwrap()), [json!(["N", "U"])]);
    let nothing = search(&json!({"quotes": []}));
    is(&nothing.quotes().unwrap(), QUOTES, 0);
    is(&nothing.news().unwrap(), NEWS, 0);
    for frame in [nothing.companies(), nothing.lists(), nothing.research(), nothing.nav()] {
        assert_eq!(frame.unwrap().height(), 0);
    }
}

#[test]
fn a_lookup_has_the_columns_of_the_host() {
    let frames = |documents: Value| -> LookupFrames {
        let page = json!({"start": 0, "total": 1, "lookupTotals": {}, "documents": documents});
        let reply = json!({"finance": {"result": [page], "error": null}}).to_string();
        convert(&virtual_finance::Lookup::new("x"), reply).into()
    };
    let some = frames(json!([
        {"symbol": "ACME", "shortName": "Acme", "quoteType": "etf", "regularMarketPercentChange": -1.5, "rank": 3},
    ]));
    is(&some.instruments().unwrap(), INSTRUMENTS, 1);
    assert_eq!(
        rows(&some.instruments().unwrap()),
        [json!(["ACME", "Acme", null, "ETF", 3, null, null, -1.5, null, null])]
    );
    is(&frames(json!([])).instruments().unwrap(), INSTRUMENTS, 0);
}

#[test]
fn shares_are_sorted_by_day_and_keep_several_counts() {
    let entry = json!({
        "meta": {"symbol": ["ACME"]}, "timestamp": [172_800, 86400, 86400], "shares_out": [3, 2, null],
    });
    let reply = json!({"timeseries": {"result": [entry], "error": null}}).to_string();
    let frames: SharesFrames = convert(&virtual_finance::Shares::new("ACME"), reply).into();
    let frame = frames.shares().unwrap();
    is(&frame, "Date: date, Shares: i64", 3);
    let day = 86_400_000;
    assert_eq!(rows(&frame), [json!([day, 2]), json!([day, null]), json!([2 * day, 3])]);
}

/// The change of a year is a fraction in yfinance and a percentage at the host.
#[test]
fn the_fast_info_has_every_name() {
    let quote = json!({
        "symbol": "ACME", "currency": "EUR", "regularMarketPrice": 4.25, "regularMarketPreviousClose": 4,
        "sharesOutstanding": 7, "fiftyTwoWeekChangePercent": 12.5, "exchangeTimezoneName": "Europe/Berlin",
        "fiftyDayAverage": null,
    });
    let reply = json!({"quoteResponse": {"result": [quote], "error": null}}).to_string();
    let info = QuoteFrames::from(convert(&virtual_finance::Quote::new(["ACME"]), reply)).fast_info();
    assert_eq!(info.keys().map(String::as_str).collect::<Vec<_>>().join(", "), FAST_INFO);
    for (name, value) in [
        ("currency", json!("EUR")),
        ("lastPrice", json!(4.25)),
        ("previousClose", json!(4)),
        ("regularMarketPreviousClose", json!(4)),
        ("shares", json!(7)),
        ("yearChange", json!(0.125)),
        ("timezone", json!("Europe/Berlin")),
        ("fiftyDayAverage", Value::Null),
        ("dayHigh", Value::Null),
    ] {
        assert_eq!(info[name], value, "{name}");
    }
    assert_eq!(frames::quotes::fast_info(None).len(), info.len());
}

#[test]
fn a_valuation_has_today_and_the_newest_periods() {
    let measure = |kind: &str, values: &[(&str, f64)]| {
        let entries: Vec<Value> = values
            .iter()
            .map(|(day, value)| json!({"asOfDate": day, "currencyCode": "EUR", "reportedValue": {"raw": value}}))
            .collect();
        json!({"meta": {"symbol": ["ACME"], "type": [kind]}, "timestamp": [1], kind: entries})
    };
    let series = [
        measure("quarterlyMarketCap", &[("2023-12-31", 90.0), ("2024-03-31", 100.0)]),
        measure("trailingMarketCap", &[("2024-06-28", 110.0)]),
        measure("trailingPeRatio", &[("2024-06-28", 12.5)]),
    ];
    let reply = json!({"timeseries": {"result": series, "error": null}}).to_string();
    let frames: ValuationFrames = convert(&virtual_finance::Valuation::new("ACME"), reply).into();
    let frame = frames.valuation().unwrap();
    is(&frame, "Breakdown: str, Current: f64, 2024-03-31: f64, 2023-12-31: f64", 9);
    assert_eq!(rows(&frame)[0], json!(["Market Cap", 110.0, 100.0, 90.0]));
    assert_eq!(rows(&frame)[2], json!(["Trailing P/E", 12.5, null, null]));
    let one = frames.measures(ValuationPeriod::Quarterly, Some(1)).unwrap();
    assert_eq!(names(&one), ["Breakdown", "Current", "2024-03-31"]);
    let none = frames.measures(ValuationPeriod::Monthly, None).unwrap();
    assert_eq!(names(&none), ["Breakdown", "Current"]);
}

#[tokio::test]
async fn all_of_them_answer_over_the_sample_host() {
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build().unwrap();
    let found = Search::new("harbor").fetch(&client).await.unwrap();
    assert!(found.quotes().unwrap().height() > 0 && found.companies().unwrap().height() == 1);
    for lookup in [Lookup::new("harbor"), Lookup::all("harbor"), Lookup::stock("harbor").count(3)] {
        assert!(lookup.fetch(&client).await.unwrap().instruments().unwrap().height() > 0);
    }
    let kinds =
        [Lookup::index, Lookup::future, Lookup::currency, Lookup::cryptocurrency].map(|kind| kind("harbor"));
    for lookup in kinds {
        assert_eq!(lookup.fetch(&client).await.unwrap().instruments().unwrap().height(), 0);
    }
    for (lookup, kind) in [(Lookup::etf("harbor"), "ETF"), (Lookup::mutualfund("harbor"), "MUTUALFUND")] {
        let frame = lookup.fetch(&client).await.unwrap().instruments().unwrap();
        assert!(frame.height() > 0 && column(&frame, "quoteType").iter().all(|cell| cell == kind));
    }
    let market = Market::new(virtual_finance::Market::Europe);
    let summary = market.summary(&client).await.unwrap();
    assert_eq!(names(&summary)[..3], ["exchange", "symbol", "shortName"]);
    assert_eq!(summary.height(), market.standardized(&client).await.unwrap().quotes.len());
    assert_eq!(Market::status(&client).await.unwrap().timezone.name, "America/New_York");
    let ticker = Ticker::new(&client, "ACME");
    let usual = ticker.get_shares_full(None, None).await.unwrap();
    let start = DateTime::from(1_704_067_200);
    let since = ticker.get_shares_full(Some(start), Some(DateTime::from(1_719_532_800))).await.unwrap();
    assert!(usual.height() > since.height() && since.height() > 0);
}

#[test]
fn a_screen_keeps_its_columns_whatever_rows_lack() {
    let query: virtual_finance::ScreenerQuery = "region = us".parse().unwrap();
    let reply = json!({"finance": {"result": [{"start": 0, "count": 2, "total": 2, "quotes": [
        {"symbol": "LAMP", "regularMarketPrice": 4.5, "regularMarketTime": 1_719_604_800, "marketCap": 83_000_000_000_i64,
         "trailingPE": 12.5},
        {"symbol": "OAR"},
    ]}], "error": null}});
    let response = convert(&virtual_finance::CustomScreener::new(query), reply.to_string());
    let frames = ScreenFrames::from(response);
    let frame = frames.quotes().unwrap();
    is(
        &frame,
        "symbol: str, shortName: str, longName: str, quoteType: str, exchange: str, currency: str, \
                 regularMarketPrice: f64, regularMarketChange: f64, regularMarketChangePercent: f64, \
                 regularMarketTime: datetime[ms, UTC], regularMarketVolume: i64, marketCap: i64, \
                 trailingPE: f64",
        2,
    );
    assert_eq!(frames.total(), Some(2));
    assert_eq!(column(&frame, "marketCap"), [json!(83_000_000_000_i64), Value::Null]);
    assert_eq!(column(&frame, "trailingPE"), [json!(12.5), Value::Null]);
}

#[tokio::test]
async fn a_screen_finds_what_fulfils_its_query() {
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build().unwrap();
    let query: EquityQuery =
        and([gt(Equity::INTRADAY_PRICE, 20), is_in(Equity::SECTOR, ["Technology", "Utilities"])]);
    let all = Screen::new(query.clone()).size(250).standardized(&client).await.unwrap();
    assert!(all.total > Some(0) && all.rows.len() == usize::try_from(all.total.unwrap()).unwrap());
    let by_price =
        Screen::new(query.clone()).sort_field(ScreenerField::IntradayPrice).sort_asc(true).size(3).offset(1);
    let frame = by_price.fetch(&client).await.unwrap().quotes().unwrap();
    let prices: Vec<f64> =
        column(&frame, "regularMarketPrice").iter().map(|price| price.as_f64().unwrap()).collect();
    assert!(prices.len() == 3 && prices.is_sorted() && prices[0] > 20.0, "{prices:?}");
    assert_eq!(screen(&client, query).await.unwrap().height(), all.rows.len().min(25));
    let funds: FundQuery = gte(MutualFund::RISK_RATING_OVERALL, 1);
    let kinds = column(&screen(&client, funds).await.unwrap(), "quoteType");
    assert!(!kinds.is_empty() && kinds.iter().all(|kind| kind == "MUTUALFUND"));
    let funds: EtfQuery = eq(Etf::MORNINGSTAR_ECONOMIC_MOAT, "Wide");
    assert!(screen(&client, funds).await.unwrap().height() > 0);
    // A predefined screener has the columns of a query, and its name is that of yfinance or of the host.
    let gainers = screen(&client, "day_gainers").await.unwrap();
    let rows = client.request(&Screener::new(ScreenerName::DayGainers)).await.unwrap().rows;
    let symbols: Vec<&str> = rows.iter().map(|row| row.symbol.get().unwrap().as_str()).collect();
    assert_eq!(column(&gainers, "symbol"), symbols);
    assert_eq!(column(&gainers, "marketCap")[0], json!(rows[0].market_cap.get().unwrap().raw.get()));
    assert!(gainers.equals_missing(&screen(&client, ScreenerName::DayGainers).await.unwrap()));
    let error = screen(&client, "no such screener").await.unwrap_err().to_string();
    assert!(error.starts_with("Screener: 'name' is \"NO SUCH SCREENER\": "), "{error}");
}

#[test]
fn the_blocking_forms_are_the_same() {
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build_blocking().unwrap();
    assert!(
        client.wait(Search::new("harbor").fetch(client.asynchronous())).unwrap().news().unwrap().height() > 0
    );
    let market = Market::new(virtual_finance::Market::UnitedStates);
    assert!(client.wait(market.summary(client.asynchronous())).unwrap().height() > 0);
    assert!(!client.wait(Market::status(client.asynchronous())).unwrap().status.is_empty());
    let ticker = blocking::Ticker::new(&client, "ACME");
    assert!(ticker.get_shares_full(None, None).unwrap().height() > 0);
}
