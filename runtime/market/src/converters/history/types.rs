//! The structure of a history.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use virtual_finance_core::{Fault, Field, SkippedRow};

use crate::converters::params::history::Params;
use crate::fault::MarketFault;
use crate::notes::{Adjustment, Differences};
use crate::read::listed::at;
use crate::records::history::{CapitalGain, Dividend, Meta, Split};

/// The kind of event that is asked for, and the member that the host gives it.
pub(super) const CAPITAL_GAINS: &str = "capitalGains";

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
    /// Capital gains by time; there when they were asked for.
    #[serde(rename = "capitalGains", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<CapitalGain>"))]
    pub capital_gains: Option<Vec<CapitalGain>>,
}

/// The bars as parallel lists: value *i* of every list belongs to timestamp *i*. A list that the reply
/// does not have is absent; a value that it does not have is null.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OhlcData {
    /// The start of each bar, in epoch seconds.
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

impl<'a> IntoIterator for &'a OhlcData {
    type Item = Bar;
    type IntoIter = Box<dyn Iterator<Item = Bar> + Send + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.bars())
    }
}

/// The parts of a history of another provider.
pub(super) struct Found {
    pub(super) meta: Meta,
    pub(super) bars: OhlcData,
    pub(super) events: Option<(Vec<Dividend>, Vec<Split>)>,
    pub(super) differences: Differences,
    /// The seconds for which it is fresh.
    pub(super) fresh: i64,
}

/// Returns what is known of an instrument of another provider.
pub(super) fn meta(params: &Params<'_>, currency: &str, zone: &str) -> Meta {
    let range = if params.start.is_some() { "" } else { params.range.unwrap_or("1mo") };
    Meta {
        currency: Field::Value(currency.to_owned()),
        symbol: Field::Value(params.ticker.to_owned()),
        exchange_timezone_name: Field::Value(zone.to_owned()),
        data_granularity: Field::Value(params.interval.to_owned()),
        range: Field::Value(range.to_owned()),
        ..Meta::default()
    }
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
    /// close, and the close becomes the adjusted close. Returns the bars whose prices became null, as they lack one of the two.
    ///
    /// # Errors
    /// A column that the adjustment needs is missing.
    pub fn adjust(&mut self, adjustment: Adjustment) -> Result<Vec<SkippedRow>, Fault> {
        let lost = self.not_adjustable();
        let adjclose = self.adjclose.as_ref().ok_or(MarketFault::NoColumn { column: "adjclose" })?;
        let close = self.close.as_mut().ok_or(MarketFault::NoColumn { column: "close" })?;
        let ratio = |(close, adjclose)| match adjustment {
            Adjustment::Auto => ratio(close, adjclose),
            Adjustment::Back => ratio(adjclose, close),
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
        Ok(lost)
    }

    /// Returns the bars that have a price and no close or adjusted close to adjust it by.
    fn not_adjustable(&self) -> Vec<SkippedRow> {
        const PATH: &str = "chart.result[0].timestamp";
        let pairs = self.close.iter().flatten().zip(self.adjclose.iter().flatten()).enumerate();
        let lost = pairs.filter(|(row, (close, adjclose))| {
            let prices = [&self.open, &self.high, &self.low, &self.close].into_iter().flatten();
            let mut prices = prices.filter_map(|prices| prices.get(*row)).filter_map(operand);
            ratio(close, adjclose).is_none() && prices.next().is_some()
        });
        let reason = "its bar has no close and adjusted close to adjust its prices by";
        lost.map(|(row, _)| at(PATH, row, reason).as_null()).collect()
    }
}

/// Returns the ratio of two closes of a bar. Zero or another sign on either side makes none; some futures had prices below
/// zero, and both have the sign then.
pub(super) fn ratio(close: &Option<Number>, other: &Option<Number>) -> Option<f64> {
    let ratio = operand(close)? / operand(other)?;
    (ratio.is_finite() && ratio > 0.0).then_some(ratio)
}

/// One bar. A value that the host does not know is none.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Bar {
    /// The start of the bar, in epoch seconds.
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

/// Returns a value for calculations.
pub(super) fn operand(value: &Option<Number>) -> Option<f64> {
    value.as_ref()?.as_f64().filter(|number| number.is_finite())
}
