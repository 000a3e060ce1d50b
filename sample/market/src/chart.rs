//! The chart: which bars a query asks for, and the reply that carries them.

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::bars::{Bars, INTERVALS, Interval};
use crate::calendar::{self, DAY, Exchange};
use crate::company::{self, Instrument};
use crate::numbers::{rounded, whole};
use crate::prices::{self, Bar};
use crate::reply::{Query, Reply, in_envelope};

/// The ranges.
const RANGES: [&str; 11] = ["1d", "5d", "1mo", "3mo", "6mo", "1y", "2y", "5y", "10y", "ytd", "max"];

/// The bars that a query asks for.
struct ChartQuery<'q> {
    interval: Interval,
    /// The name of the interval.
    granularity: &'q str,
    /// The range by name, or empty where the query gives dates.
    range: &'q str,
    /// The start, inclusive, in epoch seconds.
    start: i64,
    /// The end, exclusive, in epoch seconds.
    end: i64,
}

/// Returns the reply for a ticker.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    let &RoutedRequest { subject: ticker, sent, now, .. } = asked;
    let query = &sent.query;
    let history = prices::history(ticker, now);
    let [before, ..] = Instrument::of(ticker).exchange.lengths();
    match chart_query(&history, query, before, now) {
        Ok(wanted) => in_envelope("chart", &[result(ticker, &history, &wanted, query, now)]),
        Err((status, text)) => {
            let code = if status == 422 { "Unprocessable Entity" } else { "Bad Request" };
            error_envelope("chart", status, code, &text)
        }
    }
}

/// `before` are the seconds of trading before an opening.
fn chart_query<'q>(
    history: &[Bar],
    query: &'q Query,
    before: i64,
    now: i64,
) -> Result<ChartQuery<'q>, (u16, String)> {
    let granularity = query.get("interval").unwrap_or("1d");
    let interval = Interval::of(granularity).ok_or_else(|| {
        (
            422,
            format!(
                "Invalid input - interval={granularity} is not supported. Valid intervals: {INTERVALS:?}"
            ),
        )
    })?;
    let is_dated = query.get("period1").is_some() || query.get("period2").is_some();
    let range = if is_dated { "" } else { query.get("range").unwrap_or("1mo") };
    let (start, end) = if is_dated {
        between(query, now)?
    } else {
        let start = start_of(history, range, before, now);
        (
            start.ok_or_else(|| (422, format!("Invalid input - range={range} is not supported")))?,
            now.saturating_add(1),
        )
    };
    let days = end.saturating_sub(start) / DAY;
    if let Some(most) = interval.most_days().filter(|most| days > *most) {
        let text = format!(
            "{granularity} data not available for {days} days. Only {most} days of it are allowed per request."
        );
        return Err((422, text));
    }
    // As the real host does, without a word: its whole daily history comes for dates only.
    let is_whole = range == "max" && granularity == "1d";
    let (interval, granularity) =
        if is_whole { (Interval::Months(3), "3mo") } else { (interval, granularity) };
    Ok(ChartQuery { interval, granularity, range, start, end })
}

fn between(query: &Query, now: i64) -> Result<(i64, i64), (u16, String)> {
    let epoch = |name: &str, default: i64| match query.get(name).map(str::parse) {
        None => Ok(default),
        Some(Ok(epoch)) => Ok(epoch),
        Some(Err(_)) => Err((400, format!("Invalid input - {name} is not a number of seconds"))),
    };
    let (start, end) = (epoch("period1", 0)?, epoch("period2", now)?);
    if start > end {
        let text = "Invalid input - start date cannot be after end date.";
        return Err((400, format!("{text} startDate = {start}, endDate = {end}")));
    }
    Ok((start, end.min(now.saturating_add(1))))
}

/// Returns the start of a range, which reaches back from the last trading day.
fn start_of(history: &[Bar], range: &str, before: i64, now: i64) -> Option<i64> {
    let today = history.last().map_or_else(|| calendar::date_of(now), |bar| bar.date);
    let (count, unit) = range.split_at_checked(range.find(|sign: char| sign.is_ascii_alphabetic())?)?;
    let count: i32 =
        count.parse().ok().filter(|_| RANGES.contains(&range)).or((count.is_empty()).then_some(0))?;
    let months = |months: i32| calendar::midnight(calendar::months_later(today, months.saturating_neg()));
    match unit {
        "d" => {
            let bars = history.rchunks(usize::try_from(count).ok()?.max(1)).next();
            Some(bars.and_then(<[Bar]>::first).map_or(now, |bar| bar.time.saturating_sub(before)))
        }
        "mo" => Some(months(count)),
        "y" => Some(months(count.saturating_mul(12))),
        "ytd" => Some(calendar::midnight(today.first_of_year())),
        "max" => Some(i64::MIN),
        _ => None,
    }
}

fn result(ticker: &str, history: &[Bar], wanted: &ChartQuery<'_>, query: &Query, now: i64) -> Value {
    let instrument = Instrument::of(ticker);
    let exchange = instrument.exchange;
    let [_, session, after] = exchange.lengths();
    let length = session.saturating_add(after);
    let from = history.partition_point(|bar| bar.time.saturating_add(length) < wanted.start);
    let (earlier, rest) = history.split_at_checked(from).unwrap_or((history, &[]));
    let prepost = query.is_true("includePrePost");
    let bars = Bars::take(ticker, rest, wanted.interval, prepost, wanted.start..wanted.end);
    let before = earlier.last().or(rest.first()).map_or(0.0, |bar| bar.close);

    let mut result = Map::new();
    let mut meta = meta(ticker, instrument, history, wanted, before, now);
    if let Some(meta) = meta.as_object_mut().filter(|_| wanted.interval.is_within_a_day()) {
        let days = rest.iter().take_while(|day| day.time < wanted.end).map(|day| day.date);
        let days: Vec<_> = days.collect();
        let of = |part| days.iter().map(|day| json!([period(exchange, *day, part)])).collect::<Value>();
        let all =
            || PERIODS.iter().map(|(name, part)| ((*name).to_owned(), of(*part))).collect::<Map<_, _>>();
        meta.insert("tradingPeriods".into(), if prepost { all().into() } else { of(REGULAR) });
    }
    result.insert("meta".into(), meta);
    if !bars.is_empty() {
        result.insert("timestamp".into(), bars.times().into());
    }
    let events = events(exchange, rest, wanted, query.get("events").unwrap_or_default());
    if !events.is_empty() {
        result.insert("events".into(), events.into());
    }
    result.insert("indicators".into(), bars.indicators());
    result.into()
}

/// The parts of a trading day, each with its place among the hours.
const PERIODS: [(&str, usize); 3] = [("pre", 0), ("regular", REGULAR), ("post", 2)];
const REGULAR: usize = 1;

fn period(exchange: &Exchange, date: Date, part: usize) -> Value {
    let hours = exchange.hours(date);
    let (start, end) = (hours.get(part), hours.get(part.saturating_add(1)));
    let (gmtoffset, timezone) = exchange.time(start.copied().unwrap_or_default());
    json!({"timezone": timezone, "start": start, "end": end, "gmtoffset": gmtoffset})
}

fn meta(
    ticker: &str,
    instrument: &Instrument,
    history: &[Bar],
    wanted: &ChartQuery<'_>,
    before: f64,
    now: i64,
) -> Value {
    let exchange = instrument.exchange;
    let date = history.last().map_or_else(|| calendar::date_of(now), |bar| bar.date);
    let (gmtoffset, timezone) = exchange.time(exchange.opening(date));
    let periods = PERIODS.iter().map(|(name, part)| ((*name).to_owned(), period(exchange, date, *part)));
    let is_fund = instrument.kind == "MUTUALFUND";
    // A fund has no price within a day.
    let ranges: Vec<&str> = RANGES.into_iter().skip(if is_fund { 2 } else { 0 }).collect();
    let price = |number: f64| rounded(number, instrument.decimals);
    let last = history.iter().rfind(|bar| !bar.blank);
    let name = company::of(ticker).name;
    json!({
        "currency": instrument.currency(ticker),
        "symbol": ticker,
        "exchangeName": exchange.code,
        "fullExchangeName": exchange.name,
        "instrumentType": instrument.kind,
        "firstTradeDate": history.first().map(|bar| bar.time),
        "regularMarketTime": history.last().map(|bar| prices::traded_at(ticker, bar, now)),
        "hasPrePostMarketData": exchange.market == "us_market" && !is_fund,
        "gmtoffset": gmtoffset,
        "timezone": timezone,
        "exchangeTimezoneName": exchange.zone,
        "regularMarketPrice": last.map(|bar| price(bar.close)),
        "regularMarketDayHigh": last.map(|bar| price(bar.high)),
        "regularMarketDayLow": last.map(|bar| price(bar.low)),
        "regularMarketVolume": last.map(|bar| whole(bar.volume)),
        "longName": name,
        "shortName": name,
        "chartPreviousClose": price(before),
        "priceHint": instrument.decimals,
        "currentTradingPeriod": periods.collect::<Map<_, _>>(),
        "dataGranularity": wanted.granularity,
        "range": wanted.range,
        "validRanges": ranges,
    })
}

/// Returns the events of the asked kinds, in no order. On bars of weeks and months their key is the bar's
/// time, not their own.
fn events(exchange: &Exchange, history: &[Bar], wanted: &ChartQuery<'_>, kinds: &str) -> Map<String, Value> {
    let split = |bar: &Bar| {
        let split = bar.split?;
        let ratio = format!("{split}:1");
        Some(json!({"date": bar.time, "numerator": split, "denominator": 1, "splitRatio": ratio}))
    };
    let amount = |bar: &Bar, amount: Option<f64>| Some(json!({"amount": amount?, "date": bar.time}));
    let event = |kind: &str, bar: &Bar| match kind {
        "dividends" => amount(bar, bar.dividend),
        "capitalGains" => amount(bar, bar.gain),
        _ => split(bar),
    };
    let is_asked = |names: &[&str]| kinds.split([',', '|']).any(|given| names.contains(&given.trim()));
    let known = [
        ("dividends", ["div", "div"]),
        ("splits", ["split", "splits"]),
        ("capitalGains", ["capitalGains"; 2]),
    ];
    let of = |kind: &str| {
        let within = history.iter().filter(|bar| (wanted.start..wanted.end).contains(&bar.time));
        let key = |bar: &Bar| wanted.interval.bar_time(exchange, bar).to_string();
        within.filter_map(|bar| Some((key(bar), event(kind, bar)?))).collect::<Vec<_>>()
    };
    let asked = known.into_iter().filter(|(_, names)| is_asked(names));
    let found = asked.map(|(kind, _)| (kind.to_owned(), of(kind))).filter(|(_, found)| !found.is_empty());
    found.map(|(kind, found)| (kind, disordered(found).into())).collect()
}

/// Returns every second event first, and the others after them, backwards.
fn disordered(events: Vec<(String, Value)>) -> Map<String, Value> {
    let (odd, even): (Vec<_>, Vec<_>) =
        events.into_iter().enumerate().partition(|(number, _)| number % 2 == 1);
    odd.into_iter().chain(even.into_iter().rev()).map(|(_, event)| event).collect()
}
