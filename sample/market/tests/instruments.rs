//! Instruments of several exchanges, currencies and kinds: each reply tells the same about them.

use serde_json::{Value, json};
use virtual_finance::request::{Context, Endpoint, RawReply};
use virtual_finance::{DateTime, Error, ErrorKind, Options};
use virtual_finance_sample::{DEFAULT_NOW, SampleRequest, reply, reply_to};

fn get(path: &str, query: &str, now: i64) -> Value {
    let reply = reply(path, query, now);
    assert_eq!(reply.status, 200, "{path}: {}", reply.body);
    serde_json::from_str(&reply.body).unwrap()
}

fn chart(symbol: &str, query: &str, now: i64) -> Value {
    get(&format!("/v8/finance/chart/{symbol}"), query, now)["chart"]["result"][0].take()
}

/// A symbol, and what the replies say about it: its exchange, currency, zone and kind, the time of the last opening and the
/// least and the most that a price may be.
type Known = (&'static str, [&'static str; 4], i64, (f64, f64));

/// Friday 2024-06-28, in epoch seconds at midnight UTC.
const FRIDAY: i64 = 1_719_532_800;
const KNOWN: [Known; 13] = [
    ("IBM", ["NYQ", "USD", "America/New_York", "EQUITY"], FRIDAY + 48_600, (72.0, 73.0)),
    ("VOD.L", ["LSE", "GBp", "Europe/London", "EQUITY"], FRIDAY + 25_200, (40.0, 900.0)),
    ("7203.T", ["JPX", "JPY", "Asia/Tokyo", "EQUITY"], FRIDAY, (400.0, 9_000.0)),
    ("BHP.AX", ["ASX", "AUD", "Australia/Sydney", "EQUITY"], FRIDAY, (5.0, 300.0)),
    ("SAP.DE", ["GER", "EUR", "Europe/Berlin", "EQUITY"], FRIDAY + 25_200, (5.0, 300.0)),
    ("SHOP.TO", ["TOR", "CAD", "America/Toronto", "EQUITY"], FRIDAY + 48_600, (5.0, 300.0)),
    ("SPY", ["PCX", "USD", "America/New_York", "ETF"], FRIDAY + 48_600, (50.0, 900.0)),
    ("VFINX", ["NAS", "USD", "America/New_York", "MUTUALFUND"], FRIDAY + 48_600, (50.0, 900.0)),
    ("^GSPC", ["SNP", "USD", "America/New_York", "INDEX"], FRIDAY + 48_600, (500.0, 9_000.0)),
    ("EURUSD=X", ["CCY", "USD", "Europe/London", "CURRENCY"], FRIDAY - 3_600, (1.0, 1.2)),
    ("JPY=X", ["CCY", "JPY", "Europe/London", "CURRENCY"], FRIDAY - 3_600, (140.0, 175.0)),
    ("GC=F", ["CMX", "USD", "America/New_York", "FUTURE"], FRIDAY + 14_400, (500.0, 5_000.0)),
    ("BTC-USD", ["CCC", "USD", "UTC", "CRYPTOCURRENCY"], FRIDAY, (10_000.0, 200_000.0)),
];

#[test]
fn every_reply_says_the_same_exchange_currency_zone_kind_and_price() {
    for (symbol, said, opening, (least, most)) in KNOWN {
        let chart = chart(symbol, "range=5d", DEFAULT_NOW);
        let (meta, path) = (&chart["meta"], symbol.replace('^', "%5E"));
        let names = ["exchangeName", "currency", "exchangeTimezoneName", "instrumentType"];
        assert_eq!(names.map(|name| meta[name].as_str().unwrap()), said, "{symbol}");
        let times = chart["timestamp"].as_array().unwrap();
        assert_eq!(times.last().unwrap(), opening, "{symbol}");
        let price = meta["regularMarketPrice"].as_f64().unwrap();
        assert!((least..most).contains(&price), "{symbol}: {price}");

        let quotes = get("/v7/finance/quote", &format!("symbols={path}"), DEFAULT_NOW);
        let quote = &quotes["quoteResponse"]["result"][0];
        let names = ["exchange", "currency", "exchangeTimezoneName", "quoteType"];
        assert_eq!(names.map(|name| quote[name].as_str().unwrap()), said, "{symbol}");
        let modules = "modules=quoteType,price,summaryDetail&formatted=false";
        let summary = get(&format!("/v10/finance/quoteSummary/{path}"), modules, DEFAULT_NOW);
        let summary = &summary["quoteSummary"]["result"][0];
        let (kind, detail) = (&summary["quoteType"], &summary["summaryDetail"]);
        let told =
            [&kind["exchange"], &detail["currency"], &kind["exchangeTimezoneName"], &kind["quoteType"]];
        assert_eq!(told.map(|text| text.as_str().unwrap()), said, "{symbol}");
        assert_eq!(
            [&quote["regularMarketPrice"], &summary["price"]["regularMarketPrice"]],
            [&json!(price); 2],
            "{symbol}"
        );
        for name in ["longName", "shortName"] {
            assert_eq!(meta[name], quote[name], "{symbol}");
            assert_eq!(meta[name], kind[name], "{symbol}");
        }
        assert_eq!(quote["priceHint"], meta["priceHint"], "{symbol}");
    }
}

#[test]
fn an_invented_fund_hands_on_gains_once_a_year() {
    const ALL: &str = "period1=1072915200&period2=9999999999&interval=1d&events=div,splits,capitalGains";
    let fund = chart("VFINX", ALL, DEFAULT_NOW);
    let gains = fund["events"]["capitalGains"].as_object().unwrap();
    assert_eq!(gains.len(), 20, "2004 to 2023");
    assert!(fund["events"]["dividends"].as_object().unwrap().len() > 70);
    assert!(fund["events"].get("splits").is_none());
    let times: Vec<i64> = fund["timestamp"].as_array().unwrap().iter().filter_map(Value::as_i64).collect();
    let column = |path: &str, at: usize| fund.pointer(&format!("{path}/{at}")).and_then(Value::as_f64);
    for (key, gain) in gains {
        let time: i64 = key.parse().unwrap();
        assert_eq!(gain["date"], time);
        let at = times.iter().position(|known| *known == time).unwrap();
        let factor = |at| {
            let adjusted = column("/indicators/adjclose/0/adjclose", at).unwrap();
            adjusted / column("/indicators/quote/0/close", at).unwrap()
        };
        let before = at.checked_sub(1).unwrap();
        let close = column("/indicators/quote/0/close", before).unwrap();
        let expected = 1.0 - gain["amount"].as_f64().unwrap() / close;
        assert!((factor(before) / factor(at) - expected).abs() < 1e-6, "{key}");
    }
    for (symbol, events) in [("VFINX", "div,splits"), ("IBM", "div,capitalGains"), ("QQQ", "capitalGains")] {
        let events = chart(symbol, &format!("range=5y&events={events}"), DEFAULT_NOW);
        assert!(events["events"].get("capitalGains").is_none(), "{symbol}");
    }
    let bars = &fund["indicators"]["quote"][0];
    assert_eq!((&bars["open"], &bars["high"]), (&bars["close"], &bars["low"]), "one price a day");
    assert_eq!(fund["meta"]["validRanges"][0], "1mo");
}

/// The form of the hosts: lists of lists, one a day, and an object of them with the trading before and after.
#[test]
fn bars_within_a_day_come_with_the_periods_of_their_days() {
    let period =
        |start: i64, end: i64| json!([{"timezone": "EDT", "start": start, "end": end, "gmtoffset": -14_400}]);
    let day = |opening: i64| period(opening, opening + 23_400);
    let [thursday, friday] = [FRIDAY - 86_400 + 48_600, FRIDAY + 48_600];
    let span = format!("interval=5m&period1={thursday}&period2={}", friday + 60);
    let told = chart("IBM", &span, DEFAULT_NOW)["meta"]["tradingPeriods"].take();
    assert_eq!(told, json!([day(thursday), day(friday)]));
    let told =
        chart("IBM", "range=1d&interval=5m&includePrePost=true", DEFAULT_NOW)["meta"]["tradingPeriods"]
            .take();
    assert_eq!(
        told,
        json!({
            "pre": [period(friday - 19_800, friday)], "regular": [day(friday)],
            "post": [period(friday + 23_400, friday + 37_800)],
        })
    );
    assert!(chart("IBM", "range=5d", DEFAULT_NOW)["meta"].get("tradingPeriods").is_none());
}

/// The hosts send bars without trades after the end of a half day, until the usual close.
#[test]
fn a_half_day_ends_early_and_its_bars_go_on() {
    // 2024-07-03 at 9:30, and the evening of the day.
    let (opening, evening) = (1_720_013_400, 1_720_051_200);
    let day = chart("IBM", "range=1d&interval=30m", evening);
    let close = opening + 12_600;
    let period = json!({"timezone": "EDT", "start": opening, "end": close, "gmtoffset": -14_400});
    assert_eq!(day["meta"]["tradingPeriods"], json!([[period]]));
    assert_eq!(day["meta"]["currentTradingPeriod"]["regular"], period);
    assert_eq!(day["meta"]["regularMarketTime"], close);
    let times = day["timestamp"].as_array().unwrap();
    assert_eq!(times.len(), 13);
    let volumes = day["indicators"]["quote"][0]["volume"].as_array().unwrap();
    for (time, volume) in times.iter().zip(volumes) {
        let is_after = time.as_i64() >= Some(close);
        assert!(volume.is_null() || (volume == 0) == is_after, "{time}: {volume}");
    }
    // London closes at 12:30 on the day before Christmas.
    let (opening, evening) = (1_735_027_200, 1_735_070_000);
    let day = chart("VOD.L", "range=1d&interval=1h", evening);
    assert_eq!(day["meta"]["tradingPeriods"][0][0]["end"], opening + 16_200);
}

#[test]
fn the_client_takes_the_options_of_symbols_with_signs() {
    let cx = Context::new(&[], DateTime::from(DEFAULT_NOW));
    for (symbol, path, has_any) in [
        ("VOD.L", "VOD.L", true),
        ("7203.T", "7203.T", true),
        ("BRK-B", "BRK-B", true),
        ("BRK.B", "BRK.B", true),
        ("^GSPC", "%5EGSPC", true),
        ("SPY", "SPY", true),
        ("EURUSD=X", "EURUSD=X", false),
        ("BTC-USD", "BTC-USD", false),
        ("VFINX", "VFINX", false),
    ] {
        let body = reply(&format!("/v7/finance/options/{path}"), "", DEFAULT_NOW).body;
        let request = Options::new(symbol);
        let converted = request.convert(&cx, &[RawReply::new(body.as_bytes())]);
        if !has_any {
            assert_eq!(Error::from(converted.unwrap_err()).kind(), ErrorKind::NotFound, "{symbol}");
            continue;
        }
        let converted = converted.unwrap();
        let notes = format!("{:?}", converted.notes);
        assert!(!notes.contains("Skipped"), "{symbol}: {notes}");
        let response = serde_json::to_value(converted.response).unwrap();
        let text = response.to_string();
        assert!(text.contains("contractSymbol"), "{symbol}: {text}");
    }
}

fn screened(kind: &str, query: &Value, sort: &str, offset: usize) -> Value {
    let body = json!({
        "query": query, "quoteType": kind, "size": 250, "offset": offset, "sortField": sort, "sortType": "DESC",
    });
    let sent = SampleRequest {
        method: "POST",
        path: "/v1/finance/screener",
        query: "formatted=false",
        headers: &[],
        body: &body.to_string(),
    };
    let reply: Value = serde_json::from_str(&reply_to(&sent, DEFAULT_NOW).body).unwrap();
    reply["finance"]["result"][0].clone()
}

/// A member of rows, the field of conditions on it, and a limit.
const FIELDS: [(&str, &str, f64); 6] = [
    ("trailingPE", "peratio.lasttwelvemonths", 15.0),
    ("regularMarketPrice", "intradayprice", 50.0),
    ("regularMarketChangePercent", "percentchange", 0.1),
    ("dividendYield", "dividendyield", 2.0),
    ("regularMarketVolume", "dayvolume", 5e6),
    ("marketCap", "intradaymarketcap", 5e10),
];

#[test]
fn rows_of_a_custom_screener_fulfil_its_conditions_in_order() {
    let rows = |query: Value, sort: &str| {
        let page = screened("EQUITY", &query, sort, 0);
        let rows = page["quotes"].as_array().unwrap().clone();
        assert_eq!(page["total"], rows.len(), "{page}");
        rows
    };
    let all = rows(json!({"operator": "gt", "operands": ["intradayprice", 0]}), "intradayprice");
    for (member, field, limit) in FIELDS {
        let rows = rows(json!({"operator": "lt", "operands": [field, limit]}), field);
        let figures: Vec<f64> = rows.iter().map(|row| row[member].as_f64().unwrap()).collect();
        assert!(figures.iter().all(|figure| *figure < limit), "{member}: {figures:?}");
        assert!(figures.is_sorted_by(|one, next| one >= next), "{member}: {figures:?}");
        let fits = |row: &&Value| row[member].as_f64().is_some_and(|figure| figure < limit);
        assert_eq!(rows.len(), all.iter().filter(fits).count(), "{member}");
        assert!(!rows.is_empty() && rows.len() < all.len(), "{member}");
    }
    let japanese = rows(json!({"operator": "eq", "operands": ["region", "jp"]}), "ticker");
    assert_eq!(japanese.iter().map(|row| row["symbol"].as_str().unwrap()).collect::<Vec<_>>(), ["7203.T"]);
}

#[test]
fn a_custom_screener_has_pages_of_a_kind() {
    let query = json!({"operator": "or", "operands": [
        {"operator": "btwn", "operands": ["intradayprice", 0, 50]},
        {"operator": "gte", "operands": ["intradayprice", 50]},
    ]});
    let all = screened("MUTUALFUND", &query, "ticker", 0);
    let rows = all["quotes"].as_array().unwrap();
    assert!(rows.len() > 100 && rows.iter().all(|row| row["quoteType"] == "MUTUALFUND"), "{all}");
    let next = screened("MUTUALFUND", &query, "ticker", 100);
    assert_eq!((&next["start"], &next["total"]), (&json!(100), &all["total"]));
    assert_eq!(next["quotes"].as_array().unwrap(), &rows[100..]);
    assert_eq!(screened("MUTUALFUND", &query, "ticker", rows.len())["quotes"], json!([]));
    let funds = screened("ETF", &query, "ticker", 0);
    let kinds: Vec<&Value> =
        funds["quotes"].as_array().unwrap().iter().map(|row| &row["quoteType"]).collect();
    assert!(!kinds.is_empty() && kinds.iter().all(|kind| *kind == "ETF"), "{kinds:?}");
}

#[test]
fn predefined_screeners_find_what_they_say_in_order() {
    let rows = |name: &str| {
        let query = format!("scrIds={name}&count=250&formatted=false");
        let found = get("/v1/finance/screener/predefined/saved", &query, DEFAULT_NOW);
        found["finance"]["result"][0]["quotes"].as_array().unwrap().clone()
    };
    let figures = |name: &str, member: &str| -> Vec<f64> {
        rows(name).iter().map(|row| row[member].as_f64().unwrap()).collect()
    };
    let gains = figures("DAY_GAINERS", "regularMarketChangePercent");
    assert!(gains.iter().all(|gain| *gain > 0.0) && gains.is_sorted_by(|one, next| one >= next), "{gains:?}");
    let losses = figures("DAY_LOSERS", "regularMarketChangePercent");
    assert!(losses.iter().all(|loss| *loss < 0.0) && losses.is_sorted(), "{losses:?}");
    let volumes = figures("MOST_ACTIVES", "regularMarketVolume");
    assert!(volumes.is_sorted_by(|one, next| one >= next), "{volumes:?}");
    let kinds = rows("TOP_MUTUAL_FUNDS");
    assert!(kinds.iter().all(|row| row["quoteType"] == "MUTUALFUND"));
}

/// Whatever finds an instrument, its quote, its chart and its summary have one price.
#[test]
fn an_instrument_has_one_price() {
    let lookup = get("/v1/finance/lookup", "query=harbor&fetchPricingData=true&count=5", DEFAULT_NOW);
    let mut priced: Vec<(String, Value)> = Vec::new();
    let mut add = |rows: &Value, price: &str| {
        let rows = rows.as_array().unwrap().iter().take(4);
        priced.extend(
            rows.map(|row| (row["symbol"].as_str().unwrap().to_owned(), row.pointer(price).unwrap().clone())),
        );
    };
    add(&lookup["finance"]["result"][0]["documents"], "/regularMarketPrice");
    for name in ["DAY_GAINERS", "TOP_MUTUAL_FUNDS"] {
        let found = get("/v1/finance/screener/predefined/saved", &format!("scrIds={name}"), DEFAULT_NOW);
        add(&found["finance"]["result"][0]["quotes"], "/regularMarketPrice");
    }
    for (symbol, price) in priced {
        let quote = &get("/v7/finance/quote", &format!("symbols={symbol}"), DEFAULT_NOW)["quoteResponse"]["result"]
            [0];
        assert_eq!(quote["regularMarketPrice"], price, "{symbol}");
        assert_eq!(chart(&symbol, "range=1mo", DEFAULT_NOW)["meta"]["regularMarketPrice"], price, "{symbol}");
        let summary =
            get(&format!("/v10/finance/quoteSummary/{symbol}"), "modules=price&formatted=false", DEFAULT_NOW);
        assert_eq!(summary["quoteSummary"]["result"][0]["price"]["regularMarketPrice"], price, "{symbol}");
    }
}

/// The analysts' figures, the statements and the ratios of a company follow from each other.
#[test]
fn the_figures_of_a_company_follow_from_each_other() {
    for symbol in ["IBM", "MSFT", "VOD.L", "7203.T"] {
        let modules = "modules=summaryDetail,defaultKeyStatistics,financialData,price&formatted=false";
        let summary = get(&format!("/v10/finance/quoteSummary/{symbol}"), modules, DEFAULT_NOW);
        let summary = &summary["quoteSummary"]["result"][0];
        let number = |pointer: &str| summary.pointer(pointer).and_then(Value::as_f64).unwrap();
        let quote = &get("/v7/finance/quote", &format!("symbols={symbol}"), DEFAULT_NOW)["quoteResponse"]["result"]
            [0];
        for (name, pointer) in [
            ("marketCap", "/price/marketCap"),
            ("sharesOutstanding", "/defaultKeyStatistics/sharesOutstanding"),
            ("fiftyTwoWeekHigh", "/summaryDetail/fiftyTwoWeekHigh"),
            ("epsTrailingTwelveMonths", "/defaultKeyStatistics/trailingEps"),
            ("regularMarketPrice", "/financialData/currentPrice"),
        ] {
            assert_eq!(quote[name].as_f64().unwrap(), number(pointer), "{symbol} {name}");
        }
        let series = format!("symbol={symbol}&type=annualTotalRevenue,annualNetIncome&period1=0");
        let path = format!("/ws/fundamentals-timeseries/v1/finance/timeseries/{symbol}");
        let series = get(&path, &series, DEFAULT_NOW);
        let last = |place: usize, name: &str| {
            let points = series["timeseries"]["result"][place][name].as_array().unwrap();
            points.last().unwrap()["reportedValue"]["raw"].as_f64().unwrap()
        };
        let (revenue, income) = (last(0, "annualTotalRevenue"), last(1, "annualNetIncome"));
        assert_eq!(number("/financialData/totalRevenue"), revenue, "{symbol}");
        let each = number("/financialData/totalCash") / number("/defaultKeyStatistics/sharesOutstanding");
        assert!((number("/financialData/totalCashPerShare") - each).abs() < 0.006, "{symbol}: {each}");
        assert_eq!(number("/defaultKeyStatistics/profitMargins"), income / revenue, "{symbol}");
        if let Some(ratio) = quote["trailingPE"].as_f64() {
            let price = number("/price/regularMarketPrice");
            let eps = number("/defaultKeyStatistics/trailingEps");
            assert!((price / ratio - eps).abs() < 0.01, "{symbol}: {price} / {ratio} is not {eps}");
        }
    }
}
