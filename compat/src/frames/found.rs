//! Instruments that were searched for, with what a search finds beside them.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::search;

use crate::column::texts;
use crate::error::Error;
use crate::frames::table::found;
pub use crate::frames::table::found::*;

/// The news of a search: `uuid`, `title`, `publisher`, `link` (texts), `providerPublishTime` (in UTC), `type` and
/// `relatedTickers` (texts, joined by `,`).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn news(response: &search::Response) -> Result<DataFrame, Error> {
    let tickers = response.news.iter().map(|row| Some(row.related_tickers.get()?.join(",")));
    found::news(response, texts("relatedTickers", tickers))
}
