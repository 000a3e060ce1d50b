//! The value of a company and its ratios over time.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::Number;
use virtual_finance::responses::valuation::{Measures, Response};

use crate::column::{floats, frame, texts};
use crate::error::Error;
use crate::frames::table::valuation::MEASURES;
use crate::zone::day_text;

/// Returns the nine measures: `Breakdown`, `Current`, and a column for each of `periods`, newest first, such as
/// `2024-03-31` (doubles; the first two rows in the currency of the response).
///
/// `periods` is one of the response's lists, for example [`Response::quarterly`]. A measure that the host does not know
/// is null.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn measures(response: &Response, periods: &[Measures]) -> Result<DataFrame, Error> {
    let of = |period: Option<&Measures>| MEASURES.map(|(_, read)| period.and_then(|all| read(all).cloned()));
    let column = |name: &str, values: [Option<Number>; 9]| floats(name, values.iter().map(Option::as_ref));
    let mut columns = vec![
        texts("Breakdown", MEASURES.iter().map(|(label, _)| Some(*label))),
        column("Current", of(response.current.as_ref())),
    ];
    for period in periods {
        if let Some(day) = period.date.get().and_then(|date| day_text(*date)) {
            columns.push(column(&day, of(Some(period))));
        }
    }
    frame(MEASURES.len(), columns)
}
