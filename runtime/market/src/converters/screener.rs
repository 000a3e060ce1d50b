//! Screener: the rows of one predefined screener, from the ScreenerResultsStore of its page,
//! or from the screener service, whose bare figures get the texts that the page shows for them.

mod service;
mod types;

use service::Quote;
pub use types::{Column, Formatted, Response, Row};

use serde_json::{Map, Value};
use virtual_finance_core::read::shortened;
use virtual_finance_core::{Context, ConversionError, Converted, Fault, RawReply, SkippedRow, exactly_one};

use super::params::screener::Params;
use crate::fault::MarketFault;
use crate::notes::OtherScreenerPage;
use crate::read::html::Page;
use crate::read::json::List;
use crate::read::rows::{Readable, Rows};
use crate::read::script::{self, Embedded};
use crate::read::{Conversion, json, members, page, refusal};

/// The path that pages of today have the rows from.
const SERVICE: &str = "/v1/finance/screener/predefined/saved";

/// Converts the page of a screener, of whichever era that is, or the reply of the screener service.
///
/// # Errors
/// 422 when the reply cannot be read, is that of the service for another screener, or lacks the results, and when it is
/// a page with fewer rows than are wanted and there.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let reply = exactly_one(replies)?;
    let mut skipped = Vec::new();
    if json::is_json(reply)? {
        let mut response = service::response(reply, params.name, &mut skipped)?;
        cut(&mut response, params.count);
        return Ok(Converted::from(response).with_skipped(skipped));
    }
    let mut page = page::page(reply)?;
    let mut response = from_page(&mut page, params.name, &mut skipped)?;
    if cut(&mut response, params.count) {
        return Err(MarketFault::OnPage { only: "the first rows of a screener" }.into());
    }
    let mut converted = Converted::from(response);
    if let Some(found) = other_screener(page.text(), params.name) {
        converted.notes.insert(OtherScreenerPage { asked: params.name.to_owned(), found });
    }
    Ok(converted.with_skipped(skipped))
}

/// Leaves out the rows beyond the wanted number. Returns true if there are fewer rows than wanted and than the
/// screener has.
fn cut(response: &mut Response, count: Option<i64>) -> bool {
    let Some(count) = count.and_then(|count| usize::try_from(count).ok()) else { return false };
    response.rows.truncate(count);
    let total = response.total.and_then(|total| usize::try_from(total).ok());
    response.rows.len() < total.map_or(count, |total| total.min(count))
}

fn from_page(
    page: &mut Page<'_>,
    name: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Response, ConversionError> {
    match from_store(page, skipped) {
        Err(error) if MarketFault::is_no_store(error.fault()) => {
            let is_wanted = |script: &Embedded<'_>| {
                script.parameter("scrIds").is_some_and(|found| found.eq_ignore_ascii_case(name))
            };
            let body = script::body_from(page, SERVICE, is_wanted)?;
            let body = body.ok_or_else(|| refusal::of_page_without_data(page.text(), error))?;
            service::response(RawReply::new(body.as_bytes()), name, skipped)
        }
        read => read,
    }
}

/// Returns the name of the screener in a page's own address, if it is another one.
fn other_screener(page: &str, name: &str) -> Option<String> {
    const FOLDER: &str = "/screener/predefined/";
    let (_, rest) = page::own_address(page)?.split_once(FOLDER)?;
    let found = rest.split(['/', '?', '#']).next().filter(|found| !found.is_empty())?;
    (!found.eq_ignore_ascii_case(name.trim())).then(|| shortened(found.to_owned()))
}

fn from_store(page: &mut Page<'_>, skipped: &mut Vec<SkippedRow>) -> Result<Response, ConversionError> {
    const STORE: &str = "ScreenerResultsStore";
    const MEMBER: &str = "results";
    match page::store_member::<Results<List<Row>>>(page, STORE, MEMBER) {
        Ok(results) => of_results(results, skipped),
        Err(error) if MarketFault::is_no_store(error.fault()) => Err(error),
        // One by one: that takes longer.
        Err(_) => of_results(page::store_member::<Results<Rows<Quote>>>(page, STORE, MEMBER)?, skipped),
    }
}

fn of_results<R: Into<Row>>(
    results: Results<impl Readable<R>>,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Response, ConversionError> {
    const ROWS: &str = "ScreenerResultsStore.results.rows";
    let missing = |part| move || Fault::missing(format!("ScreenerResultsStore.results.{part}"));
    let rows = results.rows.ok_or_else(missing("rows"))?.readable(ROWS, skipped)?;
    Ok(Response {
        rows: rows.into_iter().map(|row| row.into().settled()).collect(),
        columns: results.columns.ok_or_else(missing("columns"))?.0,
        total: Some(results.total.ok_or_else(missing("total"))?),
        filters: results.filters.ok_or_else(missing("filters"))?,
    })
}

members! {
    struct Results[T] {
        rows: "rows" => Option<T>,
        columns: "columns" => Option<List<Column>>,
        total: "total" => Option<i64>,
        filters: "filters" => Option<Map<String, Value>>,
    }
}
