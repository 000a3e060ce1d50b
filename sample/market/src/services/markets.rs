//! Markets as a whole: their summaries and hours, what people look at, and the currencies.

use serde_json::{Value, json};

use crate::asked::RoutedRequest;
use crate::calendar::{self, SESSION};
use crate::company;
use crate::numbers::seeded;
use crate::quotes::Latest;
use crate::reply::{JSON_TYPE, Reply, in_envelope};

/// The envelope of most of them.
const KEY: &str = "finance";
/// Instruments that stand for a market.
const OF_A_MARKET: usize = 6;
/// Instruments where the query does not say.
const USUAL: usize = 5;
/// The host gives no more rows at once.
const MOST: usize = 50;

/// Returns the instruments that people of a country look at most.
pub(crate) fn trending(asked: &RoutedRequest<'_>) -> Reply {
    let count = asked.sent.query.get("count").and_then(|count| count.parse().ok()).unwrap_or(USUAL).min(MOST);
    let mut rng = seeded(asked.subject, "trending");
    let symbols = company::tickers(&mut rng).take(count);
    let has_quotes = asked.sent.query.is_true("useQuotes");
    let row = |symbol: String| match Latest::of(&symbol, asked.now) {
        Some(latest) if has_quotes => latest.quote(&symbol, asked.now),
        _ => json!({"symbol": symbol}),
    };
    let rows: Vec<Value> = symbols.map(row).collect();
    let ranking = json!({
        "count": rows.len(), "quotes": rows, "jobTimestamp": asked.now.saturating_mul(1000),
        "startInterval": 202_406_281_900_i64,
    });
    in_envelope(KEY, &[ranking])
}

/// Returns the latest quotes of what stands for a market.
pub(crate) fn summary(asked: &RoutedRequest<'_>) -> Reply {
    let mut rng = seeded(asked.subject, "market");
    let symbols = company::tickers(&mut rng).take(OF_A_MARKET);
    let rows = symbols.filter_map(|ticker| {
        let symbol = format!("^{ticker}");
        Some(Latest::of(&symbol, asked.now)?.quote(&symbol, asked.now))
    });
    in_envelope("marketSummaryResponse", &rows.collect::<Vec<_>>())
}

/// Returns the hours of the markets on the day.
pub(crate) fn time(asked: &RoutedRequest<'_>) -> Reply {
    let date = calendar::date_of(asked.now);
    let open = calendar::opening(date);
    let close = open.saturating_add(SESSION);
    let is_open = calendar::is_trading_day(date) && (open..close).contains(&asked.now);
    let text = |epoch| virtual_finance::DateTime::from(epoch).to_string();
    let offset = calendar::gmt_offset(date);
    let is_summer = offset == -14_400;
    let status = if is_open { "open" } else { "closed" };
    let market = json!({
        "id": "us", "name": "U.S. markets", "status": status, "yfit_market_id": "us_market",
        "open": text(open), "close": text(close), "time": text(asked.now),
        "message": format!("U.S. markets are {status}"),
        "timezone": [{
            "dst": is_summer.to_string(), "gmtoffset": offset.to_string(),
            "short": if is_summer { "EDT" } else { "EST" }, "$text": "America/New_York",
        }],
    });
    let body = json!({KEY: {"version": 5, "lang": "en-US", "marketTimes": [{"marketTime": [market]}]}});
    Reply::new(200, JSON_TYPE, body.to_string())
}

/// Returns the currencies.
pub(crate) fn currencies(_: &RoutedRequest<'_>) -> Reply {
    const CURRENCIES: [(&str, &str); 6] = [
        ("USD", "US Dollar"),
        ("EUR", "Euro"),
        ("GBP", "British Pound"),
        ("JPY", "Japanese Yen"),
        ("CHF", "Swiss Franc"),
        ("INR", "Indian Rupee"),
    ];
    let row = |(code, name): &(&str, &str)| json!({"symbol": code, "shortName": code, "longName": name, "localLongName": name});
    in_envelope("currencies", &CURRENCIES.iter().map(row).collect::<Vec<_>>())
}

/// Returns the fields of a kind of instruments.
pub(crate) fn fields(asked: &RoutedRequest<'_>) -> Reply {
    const FIELDS: [(&str, &str, &str); 4] = [
        ("beta", "Beta", "NUMBER"),
        ("intradaymarketcap", "Market Cap (Intraday)", "NUMBER"),
        ("region", "Region", "STRING"),
        ("sector", "Sector", "STRING"),
    ];
    let field = |(name, text, kind): &(&str, &str, &str)| {
        let field = json!({
            "fieldId": name, "category": {"categoryId": "sample", "displayName": "Sample"}, "labels": [],
            "type": kind, "deprecated": false, "displayName": text, "dropdownSupported": *kind == "STRING",
            "sortable": true, "isPremium": false,
        });
        ((*name).to_owned(), field)
    };
    let is_known = !asked.subject.is_empty();
    let fields: serde_json::Map<_, _> = FIELDS.iter().filter(|_| is_known).map(field).collect();
    in_envelope(KEY, &[json!({"fields": fields})])
}
