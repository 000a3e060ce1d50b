//! The structure of a screener's result, and the parameters of its conversion.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use virtual_finance_core::Field;

use crate::read::collapse::hold_figures;
use crate::read::{members, rows};

/// The result of a screener: its first page of rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The rows, as the screener sorts them.
    pub rows: Vec<Row>,
    /// The columns that the page shows.
    pub columns: Vec<Column>,
    /// The number of instruments that the screener selects in all; null where the service does not say so.
    pub total: Option<i64>,
    /// The filters beyond the screener's own.
    pub filters: Map<String, Value>,
}

virtual_finance_core::read::members! {
    /// One instrument. Figures are formatted as on the page; members not named here are as the host writes them.
    pub open struct Row {
        /// The ticker.
        symbol: "symbol" => String,
        /// The short name.
        short_name: "shortName" => String,
        /// The long name.
        long_name: "longName" => String,
        /// The kind of instrument, for example `EQUITY`.
        quote_type: "quoteType" => String,
        /// The currency of the prices.
        currency: "currency" => String,
        /// The number of decimals of a price.
        price_hint: "priceHint" => i64,
        /// The latest price, in the currency.
        regular_market_price: "regularMarketPrice" => Formatted,
        /// The change since the previous close, in the currency.
        regular_market_change: "regularMarketChange" => Formatted,
        /// The change since the previous close, in percent.
        regular_market_change_percent: "regularMarketChangePercent" => Formatted,
        /// The day's first price, in the currency.
        regular_market_open: "regularMarketOpen" => Formatted,
        /// The lowest price of 52 weeks, in the currency.
        fifty_two_week_low: "fiftyTwoWeekLow" => Formatted,
        /// The highest price of 52 weeks, in the currency.
        fifty_two_week_high: "fiftyTwoWeekHigh" => Formatted,
        /// Price over earnings of the last twelve months; not every instrument has it.
        trailing_pe: "trailingPE" => Formatted,
        /// The day's volume, in shares.
        regular_market_volume: "regularMarketVolume" => Formatted,
        /// The average volume of three months, in shares a day.
        average_daily_volume_3_month: "averageDailyVolume3Month" => Formatted,
        /// The market capitalization, in whole units of the currency: pounds where prices are in pence.
        market_cap: "marketCap" => Formatted,
    }
}

impl Row {
    /// Returns the row with null for every figure that the host does not have.
    pub(super) fn settled(mut self) -> Self {
        for figure in [
            &mut self.regular_market_price,
            &mut self.regular_market_change,
            &mut self.regular_market_change_percent,
            &mut self.regular_market_open,
            &mut self.fifty_two_week_low,
            &mut self.fifty_two_week_high,
            &mut self.trailing_pe,
            &mut self.regular_market_volume,
            &mut self.average_daily_volume_3_month,
            &mut self.market_cap,
        ] {
            if figure.get().is_some_and(|figure| figure.raw.get().is_none()) {
                *figure = Field::Null;
            }
        }
        self.other.values_mut().for_each(hold_figures);
        self
    }
}

impl rows::Row for Row {
    const NAME: &'static str = "symbol";

    fn name(&self) -> Option<&str> {
        self.symbol.get().map(String::as_str)
    }
}

members! {
    /// A figure with the texts that the page shows for it.
    pub open struct Formatted {
        /// The figure.
        raw: "raw" => Number,
        /// Its short text, for example `1.268M`.
        fmt: "fmt" => String,
        /// Its long text, for example `1,268,153`.
        long_fmt: "longFmt" => String,
    }
}

members! {
    /// A column that the page shows.
    pub open struct Column {
        /// The field of the rows that it shows.
        data: "data" => String,
    }
}
