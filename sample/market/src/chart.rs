//! The chart: which bars a query asks for, and the reply that carries them.

use serde_json::{Map, Value, json};

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::bars::{self, Bars, Interval};
use crate::calendar::{self, DAY, POST, PRE, SESSION};
use crate::company;
use crate::numbers::cents;
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
    match chart_query(&history, query, now) {
        Ok(wanted) => in_envelope("chart", &[result(ticker, &history, &wanted, query, now)]),
        Err((status, text)) => {
            let code = if status == 422 { "Unprocessable Entity" } else { "Bad Request" };
            error_envelope("chart", status, code, &text)
        }
    }
}

fn chart_query(history: &[Bar], query: &Query, now: i64) -> Result<ChartQuery, (u16, String)> {
    let name = query.get("interval").unwrap_or("1d");
    let interval = bars::interval(name).ok_or_else(|| {
        let known: Vec<&str> = bars::INTERVALS.iter().map(|known| known.name).collect();
        (422, format!("Invalid input - interval={name} is not supported. Valid intervals: {known:?}"))
    })?;
    let dated = query.get("period1").is_some() || query.get("period2").is_some();
    let wanted = if dated { between(query, interval, now)? } else { ranged(history, query, interval, now)? };
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
            bar.map_or(now, |bar| bar.time.saturating_sub(PRE))
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
    let from =
        history.partition_point(|bar| bar.time.saturating_add(SESSION).saturating_add(POST) < wanted.start);
    let (earlier, rest) = history.split_at_checked(from).unwrap_or((history, &[]));
    let prepost = query.is_true("includePrePost");
    let bars = Bars::take(ticker, rest, wanted.interval, prepost, wanted.start..wanted.end);
    let before = earlier.last().or(rest.first()).map_or(0.0, |bar| bar.close);

    let mut result = Map::new();
    result.insert("meta".into(), meta(ticker, history, wanted, before, now));
    if !bars.is_empty() {
        result.insert("timestamp".into(), bars.times().into());
    }
    let events = events(rest, wanted, query.get("events").unwrap_or_default());
    if !events.is_empty() {
        result.insert("events".into(), events.into());
    }
    result.insert("indicators".into(), bars.indicators());
    result.into()
}

fn meta(ticker: &str, history: &[Bar], wanted: &ChartQuery, before: f64, now: i64) -> Value {
    let last = history.last();
    let date = last.map_or_else(|| calendar::date_of(now), |bar| bar.date);
    let gmtoffset = calendar::gmt_offset(date);
    let timezone = if gmtoffset == -14_400 { "EDT" } else { "EST" };
    let open = calendar::opening(date);
    let close = open.saturating_add(SESSION);
    let period = |start: i64, end: i64| json!({"timezone": timezone, "start": start, "end": end, "gmtoffset": gmtoffset});
    let ranges: Vec<&str> = RANGES.iter().map(|(name, _)| *name).collect();
    json!({
        "currency": "USD",
        "symbol": ticker,
        "exchangeName": "NYQ",
        "instrumentType": company::kind(ticker),
        "firstTradeDate": history.first().map(|bar| bar.time),
        "regularMarketTime": last.map(|bar| prices::traded_at(bar, now)),
        "gmtoffset": gmtoffset,
        "timezone": timezone,
        "exchangeTimezoneName": "America/New_York",
        "regularMarketPrice": history.iter().rfind(|bar| !bar.blank).map(|bar| cents(bar.close)),
        "chartPreviousClose": cents(before),
        "priceHint": 2,
        "currentTradingPeriod": {
            "pre": period(open.saturating_sub(PRE), open),
            "regular": period(open, close),
            "post": period(close, close.saturating_add(POST)),
        },
        "dataGranularity": wanted.interval.name,
        "range": wanted.range,
        "validRanges": ranges,
    })
}

/// Returns the events of the asked kinds, in no order. On bars of weeks and months their key is the bar's
/// time, not their own.
fn events(history: &[Bar], wanted: &ChartQuery, kinds: &str) -> Map<String, Value> {
    let is_kind = |kind: &str| kinds.split([',', '|']).any(|given| given.trim() == kind);
    let within = || history.iter().filter(|bar| (wanted.start..wanted.end).contains(&bar.time));
    let key = |bar: &Bar| wanted.interval.bar_time(bar).to_string();
    let mut events = Map::new();
    if is_kind("div") {
        let paid = within().filter_map(|bar| {
            bar.dividend.map(|amount| (key(bar), json!({"amount": amount, "date": bar.time})))
        });
        events.insert("dividends".into(), disordered(paid.collect()).into());
    }
    if is_kind("split") || is_kind("splits") {
        let splits = within().filter_map(|bar| {
            let split = bar.split?;
            let ratio = format!("{split}:1");
            let event = json!({"date": bar.time, "numerator": split, "denominator": 1, "splitRatio": ratio});
            Some((key(bar), event))
        });
        events.insert("splits".into(), disordered(splits.collect()).into());
    }
    events.retain(|_, found| found.as_object().is_some_and(|found| !found.is_empty()));
    events
}

/// Returns every second event first, and the others after them, backwards.
fn disordered(events: Vec<(String, Value)>) -> Map<String, Value> {
    let (odd, even): (Vec<_>, Vec<_>) =
        events.into_iter().enumerate().partition(|(number, _)| number % 2 == 1);
    odd.into_iter().chain(even.into_iter().rev()).map(|(_, event)| event).collect()
}
