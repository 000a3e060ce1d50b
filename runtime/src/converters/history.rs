//! History: bars of prices and volumes with dividends and splits, from the chart service,
//! adjusted where the request asks for it.

mod fresh;
mod live;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};
use virtual_finance_core::{
    Context, ConversionHookError, Converted, DateTime, Fault, FreshUntil, Notes, RawReply, exactly_one,
};

use crate::fault::MarketFault;
use crate::notes::{Adjustment, CapitalGains, LiveQuote, Unadjusted, WidenedInterval};
use crate::read::chart;
use crate::read::envelope::{self, Envelope};
use crate::read::events::Events;
use crate::read::instrument;
use crate::read::json::{self, First};
use crate::read::numbers::Numbers;
use crate::read::span::Span;
use crate::read::{amounts, members, record};

/// The standardized history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The instrument and its exchange.
    pub meta: Meta,
    /// The bars.
    pub ohlcdata: OhlcData,
    /// Dividends by time; there when the reply has events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Dividend>"))]
    pub dividends: Option<Vec<Dividend>>,
    /// Splits by time; there when the reply has events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Split>"))]
    pub splits: Option<Vec<Split>>,
}

record! {
    /// The instrument of a history, and its exchange.
    pub struct Meta {
        /// The currency of the prices.
        currency: "currency" => String,
        /// The ticker.
        symbol: "symbol" => String,
        /// The short name of the exchange.
        exchange_name: "exchangeName" => String,
        /// The kind of instrument, for example `EQUITY`.
        instrument_type: "instrumentType" => String,
        /// The first day of trading, in epoch seconds.
        first_trade_date: "firstTradeDate" => i64,
        /// The time of the latest price, in epoch seconds.
        regular_market_time: "regularMarketTime" => i64,
        /// The exchange's offset from UTC, in seconds.
        gmtoffset: "gmtoffset" => i64,
        /// The short name of the exchange's zone, for example `EDT`.
        timezone: "timezone" => String,
        /// The name of the exchange's zone, for example `America/New_York`.
        exchange_timezone_name: "exchangeTimezoneName" => String,
        /// The latest price, in the currency.
        regular_market_price: "regularMarketPrice" => Number,
        /// The close before the first bar, in the currency.
        chart_previous_close: "chartPreviousClose" => Number,
        /// The number of decimals of a price.
        price_hint: "priceHint" => i64,
        /// Today's sessions.
        current_trading_period: "currentTradingPeriod" => TradingPeriods,
        /// The interval of the bars, which the host may have widened.
        data_granularity: "dataGranularity" => String,
        /// The range that was asked for; empty for dates.
        range: "range" => String,
        /// The ranges that the instrument allows.
        valid_ranges: "validRanges" => Vec<String>,
    }
}

record! {
    /// The sessions of a trading day.
    pub struct TradingPeriods {
        /// Before the market opens.
        pre: "pre" => TradingPeriod,
        /// The regular session.
        regular: "regular" => TradingPeriod,
        /// After the market closes.
        post: "post" => TradingPeriod,
    }
}

record! {
    /// One session of a trading day.
    pub struct TradingPeriod {
        /// The short name of the exchange's zone.
        timezone: "timezone" => String,
        /// The begin, in epoch seconds.
        start: "start" => i64,
        /// The end, in epoch seconds.
        end: "end" => i64,
        /// The offset from UTC, in seconds.
        gmtoffset: "gmtoffset" => i64,
    }
}

/// The bars as parallel lists: value *i* of every list belongs to timestamp *i*. A list that the reply
/// does not have is absent; a value that it does not have is null.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OhlcData {
    /// The begin of each bar, in epoch seconds.
    pub timestamp: Vec<i64>,
    /// First prices, in the currency of `meta`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<Number>>"))]
    pub open: Option<Vec<Option<Number>>>,
    /// Highest prices, in the currency of `meta`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<Number>>"))]
    pub high: Option<Vec<Option<Number>>>,
    /// Lowest prices, in the currency of `meta`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<Number>>"))]
    pub low: Option<Vec<Option<Number>>>,
    /// Last prices, corrected for splits; the adjusted close when an adjustment was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<Number>>"))]
    pub close: Option<Vec<Option<Number>>>,
    /// Volumes, in units of the instrument (shares), never adjusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<Number>>"))]
    pub volume: Option<Vec<Option<Number>>>,
    /// Last prices, corrected for splits and dividends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<Number>>"))]
    pub adjclose: Option<Vec<Option<Number>>>,
}

impl OhlcData {
    /// Returns the bars one by one, their values as doubles for calculations.
    pub fn bars(&self) -> impl Iterator<Item = Bar> {
        let value = |list: &Option<Vec<Option<Number>>>, row: usize| {
            list.as_ref().and_then(|values| values.get(row)).and_then(operand)
        };
        self.timestamp.iter().enumerate().map(move |(row, timestamp)| Bar {
            timestamp: *timestamp,
            open: value(&self.open, row),
            high: value(&self.high, row),
            low: value(&self.low, row),
            close: value(&self.close, row),
            volume: value(&self.volume, row),
            adjclose: value(&self.adjclose, row),
        })
    }

    /// Adjusts the prices, which must not be adjusted yet: open, high and low are divided by the ratio of close and adjusted
    /// close, and the close becomes the adjusted close.
    ///
    /// # Errors
    /// A column that the adjustment needs is missing.
    pub fn adjust(&mut self, adjustment: Adjustment) -> Result<(), Fault> {
        let adjclose = self.adjclose.as_ref().ok_or(MarketFault::NoColumn { column: "adjclose" })?;
        let close = self.close.as_mut().ok_or(MarketFault::NoColumn { column: "close" })?;
        let ratio = |(close, adjclose): (&Option<Number>, &Option<Number>)| {
            let (close, adjclose) = (operand(close)?, operand(adjclose)?);
            let ratio = match adjustment {
                Adjustment::Auto => close / adjclose,
                Adjustment::Back => adjclose / close,
            };
            // A zero on either side makes a ratio that divides to nothing sensible.
            (close != 0.0 && adjclose != 0.0 && ratio.is_finite()).then_some(ratio)
        };
        let ratios = || close.iter().zip(adjclose).map(ratio);
        for (column, values) in [("open", &mut self.open), ("high", &mut self.high), ("low", &mut self.low)] {
            let values = values.as_mut().ok_or(MarketFault::NoColumn { column })?;
            for (value, ratio) in values.iter_mut().zip(ratios()) {
                *value = operand(value).zip(ratio).and_then(|(price, ratio)| Number::from_f64(price / ratio));
            }
        }
        // A bar without a ratio has no adjusted close either: a null price stays null.
        let adjusted =
            ratios().zip(adjclose).map(|(ratio, adjclose)| adjclose.clone().filter(|_| ratio.is_some()));
        *close = adjusted.collect();
        Ok(())
    }
}

/// One bar. A value that the host does not know is none.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Bar {
    /// The begin of the bar, in epoch seconds.
    pub timestamp: i64,
    /// The first price, in the currency of the history's `meta`.
    pub open: Option<f64>,
    /// The highest price.
    pub high: Option<f64>,
    /// The lowest price.
    pub low: Option<f64>,
    /// The last price, adjusted where an adjustment was asked for.
    pub close: Option<f64>,
    /// The volume.
    pub volume: Option<f64>,
    /// The last price, corrected for splits and dividends.
    pub adjclose: Option<f64>,
}

record! {
    /// A dividend.
    pub struct Dividend {
        /// The amount a share, in the currency of the prices.
        amount: "amount" => Number,
        /// The ex-dividend time, in epoch seconds.
        date: "date" => i64,
    }
}

record! {
    /// A split.
    pub struct Split {
        /// The time of the split, in epoch seconds.
        date: "date" => i64,
        /// The number of new shares that replace the old ones.
        numerator: "numerator" => Number,
        /// The number of old shares that are replaced.
        denominator: "denominator" => Number,
        /// Both as text, for example `4:1`.
        split_ratio: "splitRatio" => String,
    }
}

/// The parameters of the request that the conversion needs.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The ticker that was asked for.
    pub ticker: &'a str,
    /// The AdjustType, `auto` or `back`; none leaves the prices as they are.
    pub adjust: Option<&'a str>,
    /// The interval that was asked for.
    pub interval: &'a str,
    /// A range such as `1mo`, where one was given.
    pub range: Option<&'a str>,
    /// The begin of the span, in epoch seconds, where dates were given.
    pub start: Option<i64>,
    /// Its end, in epoch seconds.
    pub end: Option<i64>,
}

/// The parameters of the request that the query needs.
#[derive(Debug, Clone)]
pub struct Query<'a> {
    /// A range such as `1mo`.
    pub range: Option<&'a str>,
    /// The begin of the span, in epoch seconds.
    pub start: Option<i64>,
    /// Its end, in epoch seconds; the client's clock where there is a start only.
    pub end: Option<i64>,
    /// The interval of the bars.
    pub interval: &'a str,
    /// True if bars outside the regular session are wanted.
    pub prepost: bool,
    /// True if dividends and splits are wanted.
    pub actions: bool,
    /// The events that are wanted; wins over `actions`.
    pub events: Option<Vec<&'a str>>,
}

/// Returns the query of a history: one month of bars unless a span is given. `max` is sent as dates, because the
/// host answers the range `max` with quarterly bars.
#[must_use]
pub fn prepare(query: Query<'_>, now: DateTime) -> Vec<(&'static str, Cow<'_, str>)> {
    /// 1900-01-01, before any price.
    const FIRST: i64 = -2_208_988_800;
    let Query { range, start, end, interval, prepost, actions, events } = query;
    let dates = match (start, range) {
        (Some(start), _) => Some((start, end.unwrap_or(now.epoch_seconds()))),
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
    pairs.push(("includePrePost", if prepost { "true" } else { "false" }.into()));
    let events = events.unwrap_or_else(|| if actions { vec!["div", "splits"] } else { Vec::new() });
    if !events.is_empty() {
        pairs.push(("events", events.join(",").into()));
    }
    pairs.push(("includeAdjustedClose", "true".into()));
    pairs
}

/// Converts the reply of the chart service, which names the symbol that was asked for, for futures and funds too.
///
/// # Errors
/// 422: the reply is not a chart, is about another instrument, its lists have different lengths, no bar has a price, a dividend has
/// no amount or a split no numbers, `adjust` is not an AdjustType, or a column that the adjustment needs is missing; or dates were
/// given and the bars cover another interval or another time; or the host names another range.
pub fn convert(
    cx: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let adjustment = params.adjust.map(adjustment).transpose()?;
    let raw = exactly_one(replies)?;
    let reply: Reply = json::document(raw, "the chart")?;
    let chart = reply.chart.ok_or_else(|| envelope::missing(raw, "chart"))?;
    let First(chart) = chart.result("chart.result")?;
    let chart = chart.ok_or(Fault::Nothing { path: "chart.result[0]" })?;
    let meta = chart.meta.ok_or_else(|| Fault::missing("chart.result[0].meta"))?;
    instrument::require_same(meta.symbol.get().map(String::as_str), params.ticker)?;
    let indicators = chart.indicators.ok_or_else(|| Fault::missing("chart.result[0].indicators"))?;

    let mut bars = bars(chart.timestamp.unwrap_or_default(), indicators)?;
    require_prices(&bars)?;
    let mut notes = Notes::new();
    if let Some(quote) = live_quote(&mut bars, &meta) {
        notes.insert(quote);
    }
    if let Some(adjustment) = adjustment {
        bars.adjust(adjustment)?;
    }
    let granularity = meta.data_granularity.get().map(String::as_str);
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
            let span = Span { start: params.start, end: params.end };
            chart::require_within(span, granularity.unwrap_or(params.interval), &bars.timestamp)?;
        }
        (None, Some(range)) => chart::require_range(range, meta.range.get().map(String::as_str))?,
        (None, None) => {}
    }
    match adjustment {
        Some(adjustment) => notes.insert(adjustment),
        None if would_change(&bars) => notes.insert(Unadjusted),
        None => {}
    }
    if let Some(end) = fresh_until(&meta, params.interval, cx.now()) {
        notes.insert(FreshUntil(end));
    }
    let (dividends, splits) = match chart.events {
        Some(events) => {
            let capital_gains = events.capital_gains.unwrap_or_default().sorted(|_, _| Ok::<_, Fault>(()))?;
            if !capital_gains.is_empty() {
                notes.insert(CapitalGains(capital_gains));
            }
            let dividends = events.dividends.unwrap_or_default().sorted(require_amount)?;
            (Some(dividends), Some(events.splits.unwrap_or_default().sorted(require_numbers)?))
        }
        None => (None, None),
    };
    Ok(Converted { response: Response { meta, ohlcdata: bars, dividends, splits }, notes })
}

/// Puts a live quote behind the bars into the bar of its period.
fn live_quote(bars: &mut OhlcData, meta: &Meta) -> Option<LiveQuote> {
    let reported = live::Reported {
        interval: meta.data_granularity.get()?,
        offset: meta.gmtoffset.get().copied().unwrap_or_default(),
        latest: meta.regular_market_time.get().copied(),
    };
    let OhlcData { timestamp, open, high, low, close, volume, adjclose } = bars;
    live::merge(live::Columns { timestamp, open, high, low, closes: [close, adjclose], volume }, &reported)
}

members! {
    struct Reply {
        chart: "chart" => Option<Envelope<First<Chart>>>,
    }
}

members! {
    struct Chart {
        meta: "meta" => Option<Meta>,
        timestamp: "timestamp" => Option<Vec<i64>>,
        events: "events" => Option<AllEvents>,
        indicators: "indicators" => Option<Indicators>,
    }
}

members! {
    struct AllEvents {
        dividends: "dividends" => Option<Events<Dividend>>,
        splits: "splits" => Option<Events<Split>>,
        capital_gains: "capitalGains" => Option<Events<Value>>,
    }
}

members! {
    struct Indicators {
        quote: "quote" => Option<json::First<Quote>>,
        adjclose: "adjclose" => Option<json::First<AdjClose>>,
    }
}

members! {
    #[derive(Default)]
    struct Quote {
        open: "open" => Option<Numbers>,
        high: "high" => Option<Numbers>,
        low: "low" => Option<Numbers>,
        close: "close" => Option<Numbers>,
        volume: "volume" => Option<Numbers>,
    }
}

members! {
    #[derive(Default)]
    struct AdjClose {
        adjclose: "adjclose" => Option<Numbers>,
    }
}

/// Returns the time until which the reply is fresh.
fn fresh_until(meta: &Meta, asked: &str, now: DateTime) -> Option<DateTime> {
    let found = meta.data_granularity.get().map(String::as_str).filter(|found| !found.is_empty());
    let session = meta.current_trading_period.get().and_then(|periods| periods.regular.get());
    fresh::until(found.unwrap_or(asked), session.and_then(|session| session.end.get()).copied(), now)
}

fn adjustment(value: &str) -> Result<Adjustment, Fault> {
    match value {
        "auto" => Ok(Adjustment::Auto),
        "back" => Ok(Adjustment::Back),
        other => Err(MarketFault::BadAdjust { value: other.chars().take(32).collect() }.into()),
    }
}

/// Returns the parallel lists, each as long as the timestamps.
fn bars(timestamp: Vec<i64>, indicators: Indicators) -> Result<OhlcData, Fault> {
    let json::First(quote) = indicators.quote.unwrap_or(json::First(None));
    let json::First(adjclose) = indicators.adjclose.unwrap_or(json::First(None));
    let quote = quote.unwrap_or_default();
    let rows = timestamp.len();
    let list = |column, numbers: Option<Numbers>| match numbers {
        Some(Numbers(values)) if values.len() != rows => {
            Err(MarketFault::UnequalRows { column, rows: values.len(), timestamps: rows })
        }
        Some(Numbers(values)) => Ok(Some(values)),
        // A day without trades has no lists at all: they are empty, not absent.
        None if rows == 0 => Ok(Some(Vec::new())),
        None => Ok(None),
    };
    Ok(OhlcData {
        open: list("open", quote.open)?,
        high: list("high", quote.high)?,
        low: list("low", quote.low)?,
        close: list("close", quote.close)?,
        volume: list("volume", quote.volume)?.map(whole),
        adjclose: list("adjclose", adjclose.unwrap_or_default().adjclose)?,
        timestamp,
    })
}

/// Refuses bars none of which has a price. No bars at all are those of a day without trades.
fn require_prices(bars: &OhlcData) -> Result<(), MarketFault> {
    let columns = [&bars.open, &bars.high, &bars.low, &bars.close, &bars.adjclose];
    let has_price = columns.into_iter().flatten().flatten().any(Option::is_some);
    match bars.timestamp.len() {
        bars if bars > 0 && !has_price => Err(MarketFault::NoPrices { bars }),
        _ => Ok(()),
    }
}

/// Refuses a dividend without its amount.
fn require_amount(time: i64, dividend: &Dividend) -> Result<(), Fault> {
    let missing = || Fault::missing(format!("chart.result[0].events.dividends.{time}.amount"));
    dividend.amount.get().map(drop).ok_or_else(missing)
}

/// Refuses a split without its numbers.
fn require_numbers(time: i64, split: &Split) -> Result<(), Fault> {
    let numbers = [("numerator", &split.numerator), ("denominator", &split.denominator)];
    match numbers.into_iter().find(|(_, number)| number.get().is_none()) {
        Some((name, _)) => Err(Fault::missing(format!("chart.result[0].events.splits.{time}.{name}"))),
        None => Ok(()),
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

fn operand(value: &Option<Number>) -> Option<f64> {
    value.as_ref()?.as_f64().filter(|number| number.is_finite())
}
