//! Key figures: the figures of a company's statements, its ratios and the targets of analysts, from the summary service or
//! the quote page.

use serde_json::{Map, Value};
use virtual_finance_core::{Context, Converted, Notes, RawReply, exactly_one};

use super::params::key_figures::Params;
use crate::read::adapted::{Adapted, zero_as_null};
use crate::read::collapse::Untyped;
use crate::read::listed::{none_of, part_taken};
use crate::read::section::{Price, QuoteType, no_data, object};
use crate::read::summary::{self, Summary};
use crate::read::{Conversion, currency, members};

pub use crate::records::key_figures::*;

/// The section that has them.
const SECTION: &str = "financialData";

/// Converts the reply of the summary service, or the quote page.
///
/// # Errors
/// 422: the reply cannot be read, or is about another instrument. 404: the instrument is no company.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let Summary { sections, mut skipped, .. } =
        summary::read::<Sections>(exactly_one(replies)?, params.ticker)?;
    let price = sections.price.unwrap_or_default();
    let Some(mut figures) = object(SECTION, sections.figures, &mut skipped) else {
        return Err(no_data("key figures", sections.quote_type, &skipped));
    };
    figures.insert("ticker".to_owned(), params.ticker.trim().into());
    figures.extend(price.currency().map(|code| ("currency".to_owned(), code.into())));
    let mut found = Map::from_iter([(SECTION.to_owned(), figures.into())]);
    let found = part_taken::<Response>(&mut found, SECTION, "quoteSummary", &mut skipped);
    let response = found.into_value().ok_or_else(|| none_of("key figures", &skipped))?;
    let mut notes = Notes::new();
    let of_statements = response.financial_currency.get().map(String::as_str);
    if let Some(currencies) = currency::of_market(price.currency(), of_statements) {
        notes.insert(currencies);
    }
    Ok(Converted { response, notes }.with_skipped(skipped))
}

impl Adapted for Response {
    fn adapt(members: &mut Map<String, Value>) {
        // What hosts write where a company has no revenue, or no such figure, as banks have no gross profit.
        zero_as_null(members, &["grossMargins", "ebitdaMargins", "operatingMargins", "profitMargins"]);
    }
}

members! {
    struct Sections {
        figures: "financialData" => Option<Untyped>,
        quote_type: "quoteType" => Option<QuoteType>,
        price: "price" => Option<Price>,
    }
}
