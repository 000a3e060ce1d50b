//! The chart: which bars a query asks for, and the reply that carries them.

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::bars::{self, Bars, Interval};
use crate::calendar::{self, DAY, Exchange};
use crate::company::{self, Instrument};
use crate::numbers::{rounded, whole};
use crate::prices::{self, Bar};
use crate::reply::{Query, Reply, in_envelope};

/// The ranges and how each reaches back from the last trading day.
const RANGES: &[(&str, Back)] = &[
    ("1d", Back::Bars(1)),
    ("5d", Back::Bars(5)),
    ("1mo", Back::Months(1)),
    ("3mo", Back::Months(3)),
    ("6mo", Back::Months(6)),
    ("1y", Back::Months(12)),
    ("2y", Back::Months(24)),
    ("5y", Back::Months(60)),
    ("10y", Back::Months(120)),
    ("ytd", Back::ThisYear),
    ("max", Back::All),
];

#[derive(Clone, Copy)]
enum Back {
    Bars(usize),
    Months(i32),
    ThisYear,
    All,
}

/// The bars that a query asks for.
struct ChartQuery {
    interval: &'static Interval,
    /// The range by name, or empty where the query gives dates.
    range: String,
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
fn chart_query(history: &[Bar], query: &Query, before: i64, now: i64) -> Result<ChartQuery, (u16, String)> {
    let name = query.get("interval").unwrap_or("1d");
    let interval = bars::interval(name).ok_or_else(|| {
        let known: Vec<&str> = bars::INTERVALS.iter().map(|known| known.name).collect();
        (422, format!("Invalid input - interval={name} is not supported. Valid intervals: {known:?}"))
    })?;
    let dated = query.get("period1").is_some() || query.get("period2").is_some();
    let wanted =
        if dated { between(query, interval, now)? } else { ranged(history, query, interval, before, now)? };
    let days = wanted.end.saturating_sub(wanted.start) / DAY;
    match interval.most_days {
        Some(most) if days > most => Err((
            422,
            format!(
                "{name} data not available for {days} days. Only {most} days of it are allowed per request."
            ),
        )),
        _ => Ok(wanted),
    }
}

fn between(query: &Query, interval: &'static Interval, now: i64) -> Result<ChartQuery, (u16, String)> {
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
    let end = end.min(now.saturating_add(1));
    Ok(ChartQuery { interval, range: String::new(), start, end })
}

fn ranged(
    history: &[Bar],
    query: &Query,
    interval: &'static Interval,
    before: i64,
    now: i64,
) -> Result<ChartQuery, (u16, String)> {
    let range = query.get("range").unwrap_or("1mo");
    let Some((_, back)) = RANGES.iter().find(|(name, _)| *name == range) else {
        return Err((422, format!("Invalid input - range={range} is not supported")));
    };
    let today = history.last().map_or_else(|| calendar::date_of(now), |bar| bar.date);
    let start = match *back {
        Back::Bars(count) => {
            let bar = history.rchunks(count).next().and_then(<[Bar]>::first);
            bar.map_or(now, |bar| bar.time.saturating_sub(before))
        }
        Back::Months(months) => calendar::midnight(calendar::months_later(today, months.saturating_neg())),
        Back::ThisYear => calendar::midnight(today.first_of_year()),
        Back::All => i64::MIN,
    };
    // As the real host does, without a word: its whole daily history comes for dates only.
    let interval = if range == "max" && interval.name == "1d" { bars::quarterly() } else { interval };
    Ok(ChartQuery { interval, range: range.to_owned(), start, end: now.saturating_add(1) })
}

fn result(ticker: &str, history: &[Bar], wanted: &ChartQuery, query: &Query, now: i64) -> Value {
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
    wanted: &ChartQuery,
    before: f64,
    now: i64,
) -> Value {
    let exchange = instrument.exchange;
    let date = history.last().map_or_else(|| calendar::date_of(now), |bar| bar.date);
    let (gmtoffset, timezone) = exchange.time(exchange.opening(date));
    let periods = PERIODS.iter().map(|(name, part)| ((*name).to_owned(), period(exchange, date, *part)));
    let is_fund = instrument.kind == "MUTUALFUND";
    // A fund has no price within a day.
    let ranges: Vec<&str> = RANGES.iter().map(|(name, _)| *name).skip(if is_fund { 2 } else { 0 }).collect();
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
        "dataGranularity": wanted.interval.name,
        "range": wanted.range,
        "validRanges": ranges,
    })
}

/// Returns the events of the asked kinds, in no order. On bars of weeks and months their key is the bar's
/// time, not their own.
fn events(exchange: &Exchange, history: &[Bar], wanted: &ChartQuery, kinds: &str) -> Map<String, Value> {
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
