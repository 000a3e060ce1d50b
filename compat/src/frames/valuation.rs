//! The value of a company and its ratios over time.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::valuation::{Measures, Response};
use virtual_finance::responses::{Field, Number};

use crate::column::{floats, frame, texts};
use crate::error::Error;
use crate::zone::day_text;

/// A row's label with its measure.
type Row = (&'static str, fn(&Measures) -> &Field<Number>);

const MEASURES: [Row; 9] = [
    ("Market Cap", |measures| &measures.market_cap),
    ("Enterprise Value", |measures| &measures.enterprise_value),
    ("Trailing P/E", |measures| &measures.pe_ratio),
    ("Forward P/E", |measures| &measures.forward_pe_ratio),
    ("PEG Ratio (5yr expected)", |measures| &measures.peg_ratio),
    ("Price/Sales", |measures| &measures.ps_ratio),
    ("Price/Book", |measures| &measures.pb_ratio),
    ("Enterprise Value/Revenue", |measures| &measures.enterprises_value_revenue_ratio),
    ("Enterprise Value/EBITDA", |measures| &measures.enterprises_value_ebitda_ratio),
];

/// Returns the nine measures: `Breakdown`, `Current`, and a column for each of `periods`, newest first, such as
/// `2024-03-31` (doubles; the first two rows in the currency of the response).
///
/// `periods` is one of the response's lists, for example [`Response::quarterly`]. A measure that the host does not know
/// is null.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn measures(response: &Response, periods: &[Measures]) -> Result<DataFrame, Error> {
    let of =
        |period: Option<&Measures>| MEASURES.map(|(_, read)| period.and_then(|all| read(all).get().cloned()));
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
