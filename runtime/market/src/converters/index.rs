//! Index: the components of an index, from the table of its components page, or from
//! today's replies of the summary and of the quote service.

mod quotes;
mod types;

pub use quotes::quote_queries;
pub use types::Response;

use virtual_finance_core::{Context, Converted, Fault, RawReply, SkippedRow, at_least_one, exactly_one};

use super::params::index::Params;
use crate::read::html::Page;
use crate::read::rows::keep_first;
use crate::read::table::{self, Table};
use crate::read::{Conversion, json, page, refusal, summary};

/// Converts the components page, or the replies that name the components and quote them, in any order: the components in
/// their own order.
///
/// # Errors
/// 422: a reply cannot be read, is about another index or is the host's own error, the first table of the page is not one of
/// components, no reply names the components, or none of them has a quote.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    at_least_one(replies)?;
    let mut sources = quotes::Sources::default();
    for reply in replies {
        if !json::is_json(*reply)? {
            // A page has all by itself.
            let converted = from_page(*reply, params.index)?;
            exactly_one(replies)?;
            return Ok(converted);
        }
        sources.add(*reply, params.index)?;
    }
    Ok(sources.response()?)
}

fn from_page(reply: RawReply<'_>, index: &str) -> Conversion<Response> {
    let mut page = page::page(reply)?;
    summary::require_store_about(&mut page, index)?;
    from_table(&mut page).map_err(|error| refusal::of_page_without_data(page.text(), error))
}

fn from_table(page: &mut Page<'_>) -> Conversion<Response> {
    const NAME: &str = "the table of components";
    let slice = page.tables(1)?.pop().ok_or_else(|| Fault::missing(NAME))?;
    let mut table = Table::parse(slice.html, NAME)?;
    let titles = table.titles.clone();
    let place = |title: &str| {
        let place = titles.iter().position(|other| other == title);
        place.ok_or_else(|| Fault::missing(format!("the column {title} of {NAME}")))
    };
    let symbols = place("Symbol")?;
    let mut skipped = Vec::new();
    table.keep_full_rows(NAME, &mut skipped)?;
    let is_named = |row: &Vec<String>| row.get(symbols).is_some_and(|symbol| !table::is_blank(symbol));
    let nameless = table.rows.iter().filter(|row| !is_named(row)).count();
    if nameless > 0 {
        skipped.push(SkippedRow::at(NAME, format!("the symbols of {nameless} rows are missing")));
        table.rows.retain(is_named);
    }
    keep_first(&mut table.rows, |row| Some(("Symbol", row.get(symbols)?)), &mut skipped);
    let texts = |title| Ok::<_, Fault>(table.column(place(title)?).map(str::to_owned).collect());
    let values = |title| Ok::<_, Fault>(table::column_values(table.column(place(title)?)));
    let response = Response {
        symbol: texts("Symbol")?,
        company_name: texts("Company Name")?,
        last_price: values("Last Price")?,
        change: values("Change")?,
        percent_change: texts("% Change")?,
        volume: values("Volume")?,
    };
    Ok(Converted::from(response).with_skipped(skipped))
}
