//! Histories of Kraken: bars of pairs of crypto currencies, of the trades at this one exchange.

use serde::de::IgnoredAny;
use serde_json::{Map, Number, Value};
use virtual_finance_core::{Context, ConversionError, DateTime, Fault, RawReply, SkippedRow};

use super::days;
use super::types::{Found, OhlcData, meta};
use crate::converters::params::history::Params;
use crate::fault::MarketFault;
use crate::notes::Differences;
use crate::read::chart::interval_seconds;
use crate::read::listed::{TWICE, none_of};
use crate::read::{Queries, json, members, refusal, zone};

const ZONE: &str = "UTC";

/// The minutes of a bar, where the market has such bars, too.
const MINUTES: [i64; 7] = [1, 5, 15, 30, 60, 1440, 10_080];

/// The currencies in which pairs have their prices. A word behind `-` is the class of a share otherwise.
const QUOTES: [&str; 11] = ["USD", "EUR", "GBP", "CAD", "JPY", "CHF", "AUD", "BTC", "ETH", "USDT", "USDC"];

/// The currencies that Kraken calls otherwise.
const NAMES: [(&str, &str); 2] = [("BTC", "XBT"), ("DOGE", "XDG")];

/// The most bars of a reply, which are always the last ones.
const MOST: usize = 720;

/// The time for which a history is fresh: its last bar is not over.
const FRESH: i64 = 60;

/// Returns the query for the bars of a pair.
///
/// # Errors
/// Kraken has no such pair, or no bars of the interval.
pub fn kraken_queries<'a>(
    cx: &Context<'_>,
    _: &[RawReply<'_>],
    Params { ticker, range, start, interval, .. }: Params<'a>,
) -> Queries<'a> {
    let (base, quote) = pair(ticker).ok_or_else(|| lacks(ticker.to_owned()))?;
    let seconds = interval_seconds(interval);
    let minutes = seconds / 60;
    if !MINUTES.contains(&minutes) {
        return Err(lacks(format!("bars of {interval}")).into());
    }
    let mut query = vec![
        ("pair", (name(&base).to_owned() + name(&quote)).into()),
        ("interval", minutes.to_string().into()),
    ];
    // The bars begin after that time.
    let since = first_time(range, start, cx.now()).saturating_sub(seconds);
    query.extend((since > 0).then(|| ("since", since.to_string().into())));
    Ok(vec![query])
}

fn lacks(what: String) -> MarketFault {
    MarketFault::NotOfProvider { provider: "Kraken", what }
}

/// Returns the two currencies of a pair as the market spells them.
fn pair(ticker: &str) -> Option<(String, String)> {
    let ticker = ticker.trim().to_uppercase();
    let (base, quote) = ticker.split_once('-')?;
    let is_word = (2..=10).contains(&base.len()) && base.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_word && QUOTES.contains(&quote)).then(|| (base.to_owned(), quote.to_owned()))
}

/// Returns a currency as Kraken spells it.
fn name(currency: &str) -> &str {
    NAMES.iter().find(|(own, _)| *own == currency).map_or(currency, |(_, name)| name)
}

/// Returns true if a name in a reply is that of a pair: old currencies have a letter before them, `XXBTZUSD`.
fn is_pair(found: &str, (base, quote): (&str, &str)) -> bool {
    let rest = [Some(found), found.strip_prefix('X')];
    let rest = rest.into_iter().filter_map(|rest| rest?.strip_prefix(base));
    rest.into_iter().any(|rest| [Some(rest), rest.strip_prefix(['X', 'Z'])].contains(&Some(quote)))
}

/// Returns the time from which bars are wanted, in epoch seconds.
fn first_time(range: Option<&str>, start: Option<DateTime>, now: DateTime) -> i64 {
    if let Some(start) = start {
        return start.epoch_seconds();
    }
    zone::seconds(days::first_day(range, zone::day(now.epoch_seconds())))
}

/// Returns true for a reply of Kraken, whose first member is a list of errors.
pub(super) fn is_reply(raw: RawReply<'_>) -> bool {
    let mut rest = raw.bytes();
    ["{", "\"error\"", ":", "["].iter().all(|token| {
        let after = rest.trim_ascii_start().strip_prefix(token.as_bytes());
        after.inspect(|after| rest = after).is_some()
    })
}

members! {
    struct Reply {
        errors: "error" => Option<Vec<String>>,
        result: "result" => Option<Map<String, Value>>,
    }
}

/// A bar: time, first, highest, lowest and last price, mean price, volume, and number of trades.
type Row = (i64, String, String, String, String, IgnoredAny, String, IgnoredAny);

/// Reads a reply.
///
/// # Errors
/// It is an error of the host, is about another pair, none of its bars can be read, or all are later than the time that was
/// asked for.
pub(super) fn read(
    raw: RawReply<'_>,
    (params, now): (&Params<'_>, DateTime),
    skipped: &mut Vec<SkippedRow>,
) -> Result<Found, ConversionError> {
    let (base, quote) = pair(params.ticker).ok_or_else(|| lacks(params.ticker.to_owned()))?;
    let reply: Reply = json::document(raw, "the bars")?;
    if let Some(error) = reply.errors.into_iter().flatten().next() {
        if refusal::contains(&error, "Unknown asset pair") {
            let fault = lacks(params.ticker.to_owned());
            return Err(ConversionError::not_found("Kraken has no such pair", fault.into()));
        }
        return Err(refusal::of_host(None, String::new(), error).into());
    }
    let mut pairs = reply.result.into_iter().flatten().filter(|(name, _)| name != "last");
    let (found, rows) = pairs.next().ok_or_else(|| Fault::missing("the pair"))?;
    if !is_pair(&found, (name(&base), name(&quote))) {
        return Err(Fault::about_other(found, None).into());
    }
    let Value::Array(rows) = rows else { return Err(Fault::wrong_type("the pair", "a list of bars").into()) };
    let is_full = rows.len() >= MOST;
    let meta = meta(params, &quote, ZONE);
    let first = first_time(params.range, params.start, now);
    let times = days::wanted(params.start, params.end, params.interval, &meta);
    let (bars, oldest) = bars(rows, first..times.end, skipped);
    let is_cut = is_full && oldest.is_some_and(|oldest| oldest > first);
    if oldest.is_none() && !skipped.is_empty() {
        return Err(none_of("the list of bars", skipped).into());
    }
    if bars.timestamp.is_empty() && is_cut {
        return Err(lacks("bars before the last 720".to_owned()).into());
    }
    Ok(Found { meta, bars, events: None, differences: differences(params, is_cut), fresh: FRESH })
}

/// Returns the bars of a time, and the time of the first one that can be read.
fn bars(
    rows: Vec<Value>,
    times: std::ops::Range<i64>,
    skipped: &mut Vec<SkippedRow>,
) -> (OhlcData, Option<i64>) {
    let mut timestamp: Vec<i64> = Vec::with_capacity(rows.len());
    let mut columns = [const { Vec::new() }; 5];
    let mut last: Option<i64> = None;
    let mut oldest = None;
    for (place, row) in rows.into_iter().enumerate() {
        let mut skip = |reason| skipped.push(SkippedRow::at(place.to_string(), reason));
        let Ok((time, open, high, low, close, _, volume, _)) = serde_json::from_value::<Row>(row) else {
            skip("it cannot be read");
            continue;
        };
        if last.is_some_and(|last| time <= last) {
            skip(TWICE);
            continue;
        }
        last = Some(time);
        oldest = oldest.or(last);
        if times.contains(&time) {
            timestamp.push(time);
            let values = [open, high, low, close, volume].map(|text| serde_json::from_str::<Number>(&text));
            columns.iter_mut().zip(values).for_each(|(column, value)| column.push(value.ok()));
        }
    }
    let [open, high, low, close, volume] = columns.map(Some);
    // Coins pay no dividends.
    let adjclose = close.clone();
    (OhlcData { timestamp, open, high, low, close, volume, adjclose }, oldest)
}

/// Returns what differs from the history of the first source.
fn differences(params: &Params<'_>, is_cut: bool) -> Differences {
    Differences::of([
        (true, "prices are of trades at Kraken alone, and volumes in units of the first currency"),
        (is_cut, "older bars than the last 720 are not to be had"),
        (params.interval == "1wk", "weeks begin on the days of Kraken's bars"),
        (true, "the meta has no more than the symbol and the currency"),
    ])
}
