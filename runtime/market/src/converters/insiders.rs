//! Insiders: the trades of a company's insiders, what they hold, and what they bought and sold together, from the
//! summary service.

use virtual_finance_core::{Context, Converted, Notes, RawReply, exactly_one};

use super::params::insiders::Params;
use crate::read::adapted::Adapted;
use crate::read::listed::{Listed, Part};
use crate::read::section::{Price, QuoteType, Section, no_data, rows};
use crate::read::summary::{self, Summary};
use crate::read::{Conversion, currency, members};

pub use crate::records::insiders::*;

impl Adapted for Transaction {
    const MAY_REPEAT: bool = true;
}

impl Adapted for Insider {}

impl Adapted for Purchases {}

/// Converts the reply of the summary service.
///
/// # Errors
/// 422: the reply cannot be read, or is about another instrument. 404: it has none of the sections.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let Summary { sections, mut skipped, .. } =
        summary::service::<Sections>(exactly_one(replies)?, params.ticker)?;
    let mut response = Response {
        transactions: rows(sections.transactions, "insiderTransactions.transactions", &mut skipped),
        roster: rows(sections.holders, "insiderHolders.holders", &mut skipped),
        purchases: sections.purchases.and_then(|part| part.read("netSharePurchaseActivity", &mut skipped)),
        ..Response::default()
    };
    if response == Response::default() {
        return Err(no_data("insiders", sections.quote_type, &skipped));
    }
    response.ticker = params.ticker.trim().to_owned();
    let mut notes = Notes::new();
    if let Some(currencies) = currency::of_prices(sections.price.as_ref().and_then(Price::currency)) {
        notes.insert(currencies);
    }
    Ok(Converted { response, notes }.with_skipped(skipped))
}

members! {
    struct Sections {
        transactions: "insiderTransactions" => Option<Section<Listed<Transaction>>>,
        holders: "insiderHolders" => Option<Section<Listed<Insider>>>,
        purchases: "netSharePurchaseActivity" => Option<Part<Purchases>>,
        quote_type: "quoteType" => Option<QuoteType>,
        price: "price" => Option<Price>,
    }
}
