//! Offers: a page with a table that has a row for each offer.

use schemars::JsonSchema;
use serde::Serialize;
use virtual_finance_core::read::html;
use virtual_finance_core::read::table::Table;
use virtual_finance_core::{Context, ConversionHookError, Converted, Fault, RawReply, exactly_one};

/// The table, as messages name it.
const OFFERS: &str = "the table of offers";

/// The offers of the day.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Response {
    /// The names of the products, in the order of the page.
    pub products: Vec<String>,
}

/// Converts the page.
///
/// # Errors
/// 422: the page has no table of offers.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
) -> Result<Converted<Response>, ConversionHookError> {
    let page = exactly_one(replies)?.text()?;
    let tables = html::tables(page, 1)?;
    let table = tables.first().ok_or_else(|| Fault::missing(OFFERS))?;
    let table = Table::parse(table.html, OFFERS)?;
    table.require_full_rows(OFFERS)?;
    let place = table.titles.iter().position(|title| title == "Product");
    let place = place.ok_or_else(|| Fault::missing("the column Product"))?;
    Ok(Response { products: table.column(place).map(str::to_owned).collect() }.into())
}
