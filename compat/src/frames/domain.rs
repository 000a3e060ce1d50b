//! The companies, counts and reports of sectors and industries. A list that the response lacks has no rows.

use polars_core::prelude::DataFrame;
use virtual_finance::DateTime;
use virtual_finance::responses::insights::Report;
use virtual_finance::responses::sector::Overview;
use virtual_finance::responses::{Map, Value};

use crate::column::instants;
use crate::error::Error;
use crate::frames::members::{members, named};
use crate::frames::table::domain;
pub use crate::frames::table::domain::*;
use crate::zone::Zone;

/// Returns counts and sums over the companies of a sector or an industry: `companies_count`, `market_cap` (in US
/// dollars), `message_board_id`, `description`, `industries_count`, `market_weight` (a fraction) and `employee_count`. What
/// the host does not know is null.
pub fn overview(overview: Option<&Overview>) -> Map<String, Value> {
    named(&OVERVIEW, &members(overview))
}

/// Returns the research reports about a sector or an industry: `id`, `headHtml`, `provider`, `reportTitle`, `reportType`,
/// `investmentRating`, `targetPriceStatus` (texts), `targetPrice` (doubles) and `reportDate` (in UTC).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn research_reports(reports: Option<&Vec<Report>>) -> Result<DataFrame, Error> {
    let time = |report: &Report| Some(report.report_date.get()?.parse::<DateTime>().ok()?.epoch_seconds());
    let times = instants("reportDate", reports.into_iter().flatten().map(time), Zone::UTC);
    domain::research_reports(reports, times)
}
