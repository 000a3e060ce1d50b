//! Offers: a page with a table that has a row for each offer.

use schemars::JsonSchema;
use serde::Serialize;
use virtual_finance_core::read::html;
use virtual_finance_core::read::table::Table;
use virtual_finance_core::{Context, ConversionError, Converted, Fault, RawReply, exactly_one};

/// The table, as messages name it.
const OFFERS: &str = "the table of offers";

/// The offers of the day.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Response {
    /// The offers in the order of the page.
    pub offers: Vec<Offer>,
}

/// One offer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Offer {
    /// The name of the product.
    pub product: String,
    /// The price in euros.
    pub price: f64,
}

/// Converts the page.
///
/// # Errors
/// 422: the page has no table of offers, or a price is no number.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
) -> Result<Converted<Response>, ConversionError> {
    let page = exactly_one(replies)?.text()?;
    let tables = html::tables(page, 1)?;
    let table = tables.first().ok_or_else(|| Fault::missing(OFFERS))?;
    let table = Table::parse(table.html, OFFERS)?;
    table.require_full_rows(OFFERS)?;
    let column = |title: &str| table.titles.iter().position(|other| other == title);
    let product = column("Product").ok_or_else(|| Fault::missing("the column Product"))?;
    let price = column("Price").ok_or_else(|| Fault::missing("the column Price"))?;
    let offers = table.column(product).zip(table.column(price)).map(|(product, price)| {
        let price = price.parse().ok().filter(|price: &f64| price.is_finite());
        let price = price.ok_or_else(|| Fault::wrong_type("Price", "a number"))?;
        Ok(Offer { product: product.to_owned(), price })
    });
    Ok(Response { offers: offers.collect::<Result<_, Fault>>()? }.into())
}
