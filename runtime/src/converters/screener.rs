//! Screener (section 2.7): the rows of one predefined screener, from the ScreenerResultsStore of its page,
//! or from the screener service, whose bare figures get the texts that the page shows for them.

mod service;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use virtual_finance_core::{Context, ConversionHookError, Converted, Fault, RawReply, only};

use crate::fault::MarketFault;
use crate::read::json::List;
use crate::read::script::{self, Embedded};
use crate::read::{json, members, page, record, refusal};

/// Where pages of today have the rows from.
const SERVICE: &str = "/v1/finance/screener/predefined/saved";

/// The most rows that a page may have; hosts give 250 at most.
const MAX_ROWS: usize = 1000;

/// The result of a screener (section 2.7): its first page of rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The rows, as the screener sorts them.
    pub rows: Vec<Row>,
    /// The columns that the page shows.
    pub columns: Vec<Column>,
    /// How many instruments the screener selects in all.
    pub total: i64,
    /// The filters beyond the screener's own.
    pub filters: Map<String, Value>,
}

record! {
    /// One instrument. Figures are as the page formats them.
    pub struct Row {
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
        /// How many decimals a price has.
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
        /// The market capitalization, in the currency.
        market_cap: "marketCap" => Formatted,
    }
}

record! {
    /// A figure with the texts that the page shows for it. An empty one has none of them.
    pub struct Formatted {
        /// The figure.
        raw: "raw" => Number,
        /// Its short text, for example `1.268M`.
        fmt: "fmt" => String,
        /// Its long text, for example `1,268,153`.
        long_fmt: "longFmt" => String,
    }
}

record! {
    /// A column that the page shows.
    pub struct Column {
        /// The field of the rows that it shows.
        data: "data" => String,
    }
}

/// What the conversion needs of the request.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The canonical name of the screener; a page of today carries others too.
    pub name: &'a str,
}

/// Converts the page of a screener, of whichever era that is, or the reply of the screener service.
///
/// # Errors
/// 422 when the reply cannot be read or lacks the results.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let reply = only(replies)?;
    if json::is_json(reply)? {
        return Ok(service::response(reply, params.name)?.into());
    }
    let page = page::text(reply)?;
    let response = match from_store(page) {
        Err(error) if MarketFault::is_no_store(error.fault()) => {
            let is_wanted = |script: &Embedded<'_>| {
                script.parameter("scrIds").is_some_and(|name| name.eq_ignore_ascii_case(params.name))
            };
            let body = script::body_from(page, SERVICE, is_wanted)?;
            let body = body.ok_or_else(|| refusal::of_page_without_data(page, error))?;
            service::response(RawReply::new(body.as_bytes()), params.name)?
        }
        read => read?,
    };
    Ok(response.into())
}

fn from_store(page: &str) -> Result<Response, ConversionHookError> {
    let results: Results = page::store_member(page, "ScreenerResultsStore", "results")?;
    let missing = |part| move || Fault::missing(format!("ScreenerResultsStore.results.{part}"));
    Ok(Response {
        rows: results.rows.ok_or_else(missing("rows"))?.0,
        columns: results.columns.ok_or_else(missing("columns"))?.0,
        total: results.total.ok_or_else(missing("total"))?,
        filters: results.filters.ok_or_else(missing("filters"))?,
    })
}

members! {
    struct Results {
        rows: "rows" => Option<List<Row, MAX_ROWS>>,
        columns: "columns" => Option<List<Column, MAX_ROWS>>,
        total: "total" => Option<i64>,
        filters: "filters" => Option<Map<String, Value>>,
    }
}
