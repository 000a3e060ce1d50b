//! History: bars of prices and volumes with dividends and splits, from the chart service,
//! adjusted where the request asks for it.

mod days;
mod fresh;
mod kraken;
mod plain;
mod reply;
mod sessions;
mod tiingo;
mod types;

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

use serde_json::Number;
use virtual_finance_core::read::{is_time, shortened};
use virtual_finance_core::time::Granularity;
use virtual_finance_core::{
    Context, ConversionError, Converted, DateTime, Fault, Field, FreshUntil, Notes, RawReply, SkippedRow,
    exactly_one,
};

use super::params::history::{Params, Query};
use crate::fault::MarketFault;
use crate::notes::{Adjustment, DividendCurrency, LiveQuote, Unadjusted, UnknownZone, WidenedInterval};
use crate::read::bars::column;
use crate::read::events::Events;
use crate::read::json::{self, First};
use crate::read::lenient::Lenient;
use crate::read::live::{Columns, Reported};
use crate::read::numbers::{Numbers, Times};
use crate::read::span::Span;
use crate::read::{Conversion, amounts, chart, envelope, flag, instrument};

pub use days::INTRADAY;
pub use kraken::kraken_queries;
pub use tiingo::tiingo_queries;
pub use types::{Bar, OhlcData, Response};

use reply::{AllEvents, Chart, Indicators, Reply};
use sessions::Sessions;
use types::{CAPITAL_GAINS, Found, operand};

pub use crate::records::history::*;

/// Returns the query of a history: one month of bars unless a span is given. `max` is sent as dates, because the host
/// answers the range `max` with quarterly bars. Dates are the exchange's.
#[must_use]
pub fn prepare(query: Query<'_>, now: DateTime) -> Vec<(&'static str, Cow<'_, str>)> {
    /// 1900-01-01, before any price.
    const FIRST: i64 = -2_208_988_800;
    let Query { range, start, end, interval, prepost, actions, events } = query;
    let dates = match (start, range) {
        (Some(start), _) => Some(days::sent(start, end, interval, now)),
        (None, Some("max")) => Some((FIRST, now.epoch_seconds())),
        (None, _) => None,
    };
    let mut pairs: Vec<(&'static str, Cow<'_, str>)> = match dates {
        Some((start, end)) => {
            vec![("period1", start.to_string().into()), ("period2", end.to_string().into())]
        }
        None => vec![("range", range.unwrap_or("1mo").into())],
    };
    pairs.push(("interval", interval.into()));
    pairs.push(("includePrePost", flag(prepost).into()));
    let events = events.unwrap_or_else(|| if actions { vec!["div", "splits"] } else { Vec::new() });
    if !events.is_empty() {
        pairs.push(("events", events.join(",").into()));
    }
    pairs.push(("includeAdjustedClose", "true".into()));
    pairs
}

/// Converts the reply of the chart service, which names the symbol that was asked for, for futures and funds too; or that of
/// another provider: Tiingo's is a list, and Kraken's begins with its errors.
///
/// # Errors
/// 422: the reply is not a chart, is about another instrument, its lists have different lengths, no bar has a price or a time,
/// `adjust` is not an AdjustType, or a column that the adjustment needs is missing; or dates were given and the bars cover
/// another interval or another time; or the host names another range, or its bars are far later than its latest price.
pub fn convert(cx: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let adjustment = params.adjust.map(adjustment).transpose()?.flatten();
    let raw = exactly_one(replies)?;
    let other: Option<ReadOther> = match raw {
        raw if tiingo::is_reply(raw) => Some(tiingo::read),
        raw if kraken::is_reply(raw) => Some(kraken::read),
        _ => None,
    };
    if let Some(read) = other {
        return of_other(read, raw, cx, &params, adjustment);
    }
    let chart = chart_of(raw)?;
    let Lenient { value: mut meta, mut skipped } =
        chart.meta.ok_or_else(|| Fault::missing("chart.result[0].meta"))?;
    instrument::require_same(meta.symbol.get().map(String::as_str), params.ticker)?;
    let indicators = chart.indicators.ok_or_else(|| Fault::missing("chart.result[0].indicators"))?;

    let mut notes = Notes::new();
    let mut bars = bars(chart.timestamp.unwrap_or_default(), indicators, &mut skipped)?;
    let span = span(&params);
    let latest = meta.regular_market_time.get().copied();
    let named = meta.data_granularity.get().map(String::as_str);
    let granularity = chart::granularity(named, params.interval, &bars.timestamp);
    let possible = chart::possible((params.range, span), params.interval, &bars.timestamp, latest);
    let reported = reported(&meta, granularity);
    let quote = settle(&mut bars, reported.as_ref(), possible, &mut skipped)?;
    hold(&bars.timestamp, (&meta, granularity), &params, &mut notes)?;
    let interval = granularity.unwrap_or(params.interval);
    let (times, before) = keep_asked(&mut bars, (&meta, interval), (&params, cx.now()), &mut notes);
    if let Some(close) = before {
        meta.chart_previous_close = close;
    }
    require_prices(&bars)?;
    if let Some(quote) = quote.filter(|quote| times.contains(&quote.bar)) {
        notes.insert(quote);
    }
    if let Some(unknown) = unknown_zone(&meta) {
        notes.insert(unknown);
    }
    adjust(&mut bars, adjustment, &params, &mut notes, &mut skipped)?;
    if let Some(end) = fresh_until(&meta, params.interval, cx.now()) {
        notes.insert(FreshUntil(end));
    }
    let events = chart.events.map(|Lenient { value, skipped: unreadable }| {
        skipped.extend(unreadable);
        value.sorted(&times, &mut skipped)
    });
    let (both, gains) = events.map_or((None, Vec::new()), |(both, gains)| (Some(both), gains));
    let (dividends, splits) = both.unzip();
    let asks_gains = params.events.is_some_and(|kinds| kinds.contains(&CAPITAL_GAINS));
    let capital_gains = asks_gains.then_some(gains);
    if let Some(other) = dividends.as_deref().and_then(|dividends| dividend_currency(&meta, dividends)) {
        notes.insert(other);
    }
    Ok(Converted { response: Response { meta, ohlcdata: bars, dividends, splits, capital_gains }, notes }
        .with_skipped(skipped))
}

/// Reads the reply of another provider.
type ReadOther =
    fn(RawReply<'_>, (&Params<'_>, DateTime), &mut Vec<SkippedRow>) -> Result<Found, ConversionError>;

/// Converts the reply of another provider.
fn of_other(
    read: ReadOther,
    raw: RawReply<'_>,
    cx: &Context<'_>,
    params: &Params<'_>,
    adjustment: Option<Adjustment>,
) -> Conversion<Response> {
    let (mut notes, mut skipped) = (Notes::new(), Vec::new());
    let Found { meta, mut bars, events, differences, fresh } = read(raw, (params, cx.now()), &mut skipped)?;
    if bars.timestamp.is_empty() && events.is_none() {
        return Err(Fault::Nothing { path: "bars" }.into());
    }
    require_prices(&bars)?;
    adjust(&mut bars, adjustment, params, &mut notes, &mut skipped)?;
    notes.insert(differences);
    notes.insert(FreshUntil(DateTime::from(cx.now().epoch_seconds().saturating_add(fresh))));
    let (dividends, splits) = events.unzip();
    Ok(Converted {
        response: Response { meta, ohlcdata: bars, dividends, splits, capital_gains: None },
        notes,
    }
    .with_skipped(skipped))
}

/// Adjusts the bars as was asked for, and tells it.
fn adjust(
    bars: &mut OhlcData,
    adjustment: Option<Adjustment>,
    params: &Params<'_>,
    notes: &mut Notes,
    skipped: &mut Vec<SkippedRow>,
) -> Result<(), Fault> {
    match adjustment {
        Some(adjustment) => {
            skipped.extend(bars.adjust(adjustment)?);
            notes.insert(adjustment);
        }
        // Who asks for no adjustment knows.
        None if params.adjust.is_none() && would_change(bars) => notes.insert(Unadjusted),
        None => {}
    }
    Ok(())
}

/// Reads the chart of a reply.
fn chart_of(raw: RawReply<'_>) -> Result<Chart, ConversionError> {
    const NAME: &str = "the chart";
    if let Some(chart) = json::plain(raw, NAME, plain::chart) {
        return Ok(chart);
    }
    let reply: Reply = json::document(raw, NAME)?;
    let chart = reply.chart.ok_or_else(|| envelope::missing(raw, "chart"))?;
    let First(chart) = chart.result("chart.result")?;
    chart.ok_or_else(|| Fault::Nothing { path: "chart.result[0]" }.into())
}

/// Compares the times of the bars, their interval and their range with the request.
fn hold(
    times: &[i64],
    (meta, granularity): (&Meta, Option<&str>),
    params: &Params<'_>,
    notes: &mut Notes,
) -> Result<(), Fault> {
    if let Some(widened) = chart::widened(params.interval, granularity) {
        // A range is a wish of how much there is to see; dates are not.
        if params.start.is_some() {
            let WidenedInterval { asked, found } = widened;
            return Err(MarketFault::OtherInterval { asked, found }.into());
        }
        notes.insert(widened);
    }
    match (params.start, params.range) {
        (Some(_), _) => {
            let span = span(params);
            chart::require_no_range(span, meta.range.get().map(String::as_str))?;
            chart::require_within(span, granularity.unwrap_or(params.interval), times)?;
            Ok(())
        }
        (None, range) => {
            let latest = meta.regular_market_time.get().copied();
            // Without a range any one is taken that is whole.
            if let Some(range) = range {
                chart::require_range(range, meta.range.get().map(String::as_str), times)?;
                chart::require_past(range, times, latest)?;
            }
            let interval = granularity.unwrap_or(params.interval);
            if let Some(old) = chart::old_bars(interval, times, latest) {
                notes.insert(old);
            }
            Ok(())
        }
    }
}

/// Returns the time zone of an exchange away from UTC that is not one of the database, such as `AEDT`, or is not said.
pub(super) fn unknown_zone(meta: &Meta) -> Option<UnknownZone> {
    let name = meta.exchange_timezone_name.get();
    let is_known = name.is_some_and(|name| name.contains('/') || name == "UTC" || name == "GMT");
    let is_away = meta.gmtoffset.get().is_some_and(|offset| *offset != 0);
    (is_away && !is_known).then(|| UnknownZone { name: name.cloned().map(shortened) })
}

/// Returns the span between the dates of a request.
fn span(params: &Params<'_>) -> Span {
    let seconds = |time: Option<DateTime>| time.map(DateTime::epoch_seconds);
    Span { start: seconds(params.start), end: seconds(params.end) }
}

/// Leaves out the bars of other days than were asked for, and those outside a session, which a note tells. Returns the times that
/// were asked for, and the close before them where bars before them came.
fn keep_asked(
    bars: &mut OhlcData,
    (meta, interval): (&Meta, &str),
    (params, now): (&Params<'_>, DateTime),
    notes: &mut Notes,
) -> (Range<i64>, Option<Field<Number>>) {
    let times = days::wanted(params.start, params.end, interval, meta);
    if let Some(note) = days::cut(&bars.timestamp, &times, (params.start, params.end, interval), now) {
        notes.insert(note);
    }
    // The host names the close before the day that it was asked from, which is earlier.
    let earlier = bars.timestamp.partition_point(|time| *time < times.start).checked_sub(1);
    let before = earlier.filter(|_| meta.chart_previous_close.get().is_some()).map(|row| {
        let ends_before = |time: &i64| days::ends_before(*time, &times, interval);
        let is_previous = bars.timestamp.get(row).is_some_and(ends_before);
        let closes = bars.close.as_ref().filter(|_| is_previous);
        closes.and_then(|closes| closes.get(row)?.clone()).map_or(Field::Null, Field::Value)
    });
    columns(bars).keep_times(|time| times.contains(time));
    if !params.prepost && Granularity::of_interval(interval) == Granularity::Instants {
        let (sessions, seconds) = (Sessions::of(meta), chart::interval_seconds(interval));
        let outside = columns(bars).keep_times(|time| !sessions.is_outside(*time, seconds));
        if let Some(note) = sessions::note(&outside, meta) {
            notes.insert(note);
        }
    }
    (times, before)
}

fn columns(bars: &mut OhlcData) -> Columns<'_> {
    let OhlcData { timestamp, open, high, low, close, volume, adjclose } = bars;
    Columns { timestamp, open, high, low, closes: [close, adjclose], volume }
}

/// Puts the bars in order, and a live quote behind them into the bar of its period.
fn settle(
    bars: &mut OhlcData,
    reported: Option<&Reported<'_>>,
    possible: Option<RangeInclusive<i64>>,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Option<LiveQuote>, Fault> {
    const PATH: &str = "chart.result[0].timestamp";
    let mut bars = columns(bars);
    if let Some(possible) = possible {
        bars.keep_within(&possible, || PATH.to_owned(), skipped);
    }
    bars.settle(reported, PATH, skipped)
}

/// Returns the facts that the host reports of bars of an interval, if it names theirs.
pub(super) fn reported<'a>(meta: &Meta, interval: Option<&'a str>) -> Option<Reported<'a>> {
    meta.data_granularity.get()?;
    Some(Reported {
        interval: interval?,
        offset: meta.gmtoffset.get().copied(),
        latest: meta.regular_market_time.get().copied(),
    })
}

impl AllEvents {
    /// Returns the dividends, the splits and the capital gains of the times, by time, without impossible ones.
    fn sorted(
        self,
        times: &Range<i64>,
        skipped: &mut Vec<SkippedRow>,
    ) -> ((Vec<Dividend>, Vec<Split>), Vec<CapitalGain>) {
        let paid = |amount: &Field<Number>| amount.get().is_none().then_some("its amount is missing");
        let gains = of_times(self.capital_gains, CAPITAL_GAINS, times, skipped, |gain: &CapitalGain| {
            (&gain.date, paid(&gain.amount))
        });
        let dividends = of_times(self.dividends, "dividends", times, skipped, |dividend: &Dividend| {
            (&dividend.date, paid(&dividend.amount))
        });
        let splits = of_times(self.splits, "splits", times, skipped, |split| (&split.date, undivided(split)));
        ((dividends, splits), gains)
    }
}

/// Returns the events of a kind that are of the times, by time. `view` returns the date of an event and why it cannot be.
fn of_times<T: PartialEq>(
    found: Option<Events<T>>,
    kind: &str,
    times: &Range<i64>,
    skipped: &mut Vec<SkippedRow>,
    view: impl Fn(&T) -> (&Field<i64>, Option<&'static str>),
) -> Vec<T> {
    let fault = |event: &T| {
        let (date, fault) = view(event);
        dated(date).or(fault)
    };
    let date = |event: &T| view(event).0.get().copied();
    let mut events = found.unwrap_or_default().sorted(kind, skipped, fault);
    events.retain(|event| date(event).is_none_or(|date| times.contains(&date)));
    events.sort_by_key(date);
    events
}

/// Returns the currency of the dividends, if it is not the currency of the prices.
fn dividend_currency(meta: &Meta, dividends: &[Dividend]) -> Option<DividendCurrency> {
    let is_there = |code: &str| !code.trim().is_empty();
    let prices = meta.currency.get().filter(|code| is_there(code))?;
    let mut codes = dividends.iter().filter_map(|dividend| dividend.other.get("currency")?.as_str());
    let other = codes.find(|code| is_there(code) && code != prices)?;
    Some(DividendCurrency { dividends: shortened(other.to_owned()), prices: prices.clone() })
}

/// Returns why the date of an event cannot be, if so. It may be years from the time of its key, which some funds have.
fn dated(date: &Field<i64>) -> Option<&'static str> {
    match date.get() {
        Some(date) if is_time(*date) => None,
        Some(_) => Some("its date is no time in epoch seconds"),
        None => Some("its date is missing"),
    }
}

/// Returns why a split divides no shares, if so.
fn undivided(split: &Split) -> Option<&'static str> {
    let sides = [&split.numerator, &split.denominator].map(Field::get);
    if sides.contains(&None) {
        return Some("its numerator or its denominator is missing");
    }
    let is_positive = |side: &Number| side.as_f64().is_some_and(|side| side > 0.0);
    let are_positive = sides.into_iter().flatten().all(is_positive);
    (!are_positive).then_some("its numerator or its denominator is not above zero")
}

/// Returns the time until which the reply is fresh.
fn fresh_until(meta: &Meta, asked: &str, now: DateTime) -> Option<DateTime> {
    let found = meta.data_granularity.get().map(String::as_str).filter(|found| !found.is_empty());
    let session = meta.current_trading_period.get().and_then(|periods| periods.regular.get());
    fresh::until(found.unwrap_or(asked), session.and_then(|session| session.end.get()).copied(), now)
}

fn adjustment(value: &str) -> Result<Option<Adjustment>, Fault> {
    match value {
        "auto" => Ok(Some(Adjustment::Auto)),
        "back" => Ok(Some(Adjustment::Back)),
        "none" => Ok(None),
        other => Err(MarketFault::BadAdjust { value: other.chars().take(32).collect() }.into()),
    }
}

/// Returns the parallel lists, each as long as the timestamps.
fn bars(
    Times(timestamp): Times,
    indicators: Indicators,
    skipped: &mut Vec<SkippedRow>,
) -> Result<OhlcData, Fault> {
    const PATH: &str = "chart.result[0].indicators";
    let json::First(quote) = indicators.quote.unwrap_or(json::First(None));
    let json::First(adjclose) = indicators.adjclose.unwrap_or(json::First(None));
    let quote = quote.unwrap_or_default();
    let rows = timestamp.len();
    let mut list = |name, of, numbers: Option<Numbers>| match numbers {
        Some(numbers) => column(name, numbers, rows, &format!("{PATH}.{of}[0].{name}"), skipped).map(Some),
        // A day without trades has no lists at all: they are empty, not absent.
        None if rows == 0 => Ok(Some(Vec::new())),
        None => Ok(None),
    };
    Ok(OhlcData {
        open: list("open", "quote", quote.open)?,
        high: list("high", "quote", quote.high)?,
        low: list("low", "quote", quote.low)?,
        close: list("close", "quote", quote.close)?,
        volume: list("volume", "quote", quote.volume)?.map(whole),
        adjclose: list("adjclose", "adjclose", adjclose.unwrap_or_default().adjclose)?,
        timestamp,
    })
}

/// Refuses bars without any price. No bars at all are a day without trades.
fn require_prices(bars: &OhlcData) -> Result<(), MarketFault> {
    let columns = [&bars.open, &bars.high, &bars.low, &bars.close, &bars.adjclose];
    let has_price = columns.into_iter().flatten().flatten().any(Option::is_some);
    match bars.timestamp.len() {
        bars if bars > 0 && !has_price => Err(MarketFault::NoPrices { bars }),
        _ => Ok(()),
    }
}

fn whole(volumes: Vec<Option<Number>>) -> Vec<Option<Number>> {
    volumes.into_iter().map(|volume| volume.map(amounts::whole)).collect()
}

/// Returns true if an adjustment would change a price by more than the rounding of the host.
fn would_change(bars: &OhlcData) -> bool {
    const ROUNDING: f64 = 1e-5;
    let (Some(close), Some(adjclose)) = (&bars.close, &bars.adjclose) else { return false };
    let mut pairs =
        close.iter().zip(adjclose).filter_map(|(close, adjclose)| operand(close).zip(operand(adjclose)));
    pairs.any(|(close, adjclose)| (close - adjclose).abs() > ROUNDING * close.abs())
}
