//! The number of shares over time.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::shares::Response;

use crate::column::{days, frame, integers};
use crate::error::Error;
use crate::zone::Zone;

/// The number of shares by day, oldest first: `Date` (days) and `Shares` (integers). A day may have several counts, which
/// stay in the host's order.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn shares(response: &Response) -> Result<DataFrame, Error> {
    let mut rows: Vec<_> = response.shares.iter().collect();
    rows.sort_by_key(|row| row.date);
    let dates = rows.iter().map(|row| Zone::UTC.day(row.date));
    let counts = rows.iter().map(|row| row.shares.as_ref());
    frame(rows.len(), vec![days("Date", dates), integers("Shares", counts)])
}
