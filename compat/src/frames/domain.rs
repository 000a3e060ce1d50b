//! The companies, counts and reports of sectors and industries. A list that the response lacks has no rows.

use polars_core::prelude::DataFrame;
use virtual_finance::DateTime;
use virtual_finance::responses::insights::Report;
use virtual_finance::responses::sector::{Company, Fund, Overview};
use virtual_finance::responses::{Field, Map, Number, Value, industry, sector};

use crate::column::instants;
use crate::error::Error;
use crate::frames::rows::Rows;
use crate::zone::Zone;

/// Returns the largest companies of a sector or an industry: `symbol`, `name`, `rating` and `market weight`, a fraction.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn top_companies(companies: Option<&Vec<Company>>) -> Result<DataFrame, Error> {
    let rows = Rows::of(companies);
    rows.frame(vec![
        rows.texts("symbol", |row| &row.symbol),
        rows.texts("name", |row| &row.name),
        rows.texts("rating", |row| &row.rating),
        rows.floats("market weight", |row| row.market_weight.get()),
    ])
}

/// Returns funds of a sector: `symbol` and `name`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn funds(funds: Option<&Vec<Fund>>) -> Result<DataFrame, Error> {
    let rows = Rows::of(funds);
    rows.frame(vec![rows.texts("symbol", |row| &row.symbol), rows.texts("name", |row| &row.name)])
}

/// Returns counts and sums over the companies of a sector or an industry: `companies_count`, `market_cap` (in US
/// dollars), `message_board_id`, `description`, `industries_count`, `market_weight` (a fraction) and `employee_count`. What
/// the host does not know is null.
#[must_use]
pub fn overview(overview: Option<&Overview>) -> Map<String, Value> {
    let number = |of: fn(&Overview) -> &Field<Number>| {
        overview.and_then(|overview| of(overview).get().cloned()).map_or(Value::Null, Value::Number)
    };
    let description = overview.and_then(|overview| overview.description.get().cloned());
    let board = overview.and_then(|overview| overview.other.get("messageBoardId").cloned());
    let facts = [
        ("companies_count", number(|overview| &overview.companies_count)),
        ("market_cap", number(|overview| &overview.market_cap)),
        ("message_board_id", board.unwrap_or_default()),
        ("description", description.map_or(Value::Null, Value::String)),
        ("industries_count", number(|overview| &overview.industries_count)),
        ("market_weight", number(|overview| &overview.market_weight)),
        ("employee_count", number(|overview| &overview.employee_count)),
    ];
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns the research reports about a sector or an industry: `id`, `headHtml`, `provider`, `reportTitle`, `reportType`,
/// `investmentRating`, `targetPriceStatus` (texts), `targetPrice` (doubles) and `reportDate` (in UTC).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn research_reports(reports: Option<&Vec<Report>>) -> Result<DataFrame, Error> {
    let rows = Rows::of(reports);
    let time = |report: &Report| Some(report.report_date.get()?.parse::<DateTime>().ok()?.epoch_seconds());
    rows.frame(vec![
        rows.texts("id", |row| &row.id),
        rows.texts("headHtml", |row| &row.head_html),
        rows.texts("provider", |row| &row.provider),
        rows.texts("reportTitle", |row| &row.report_title),
        rows.texts("reportType", |row| &row.report_type),
        rows.texts("investmentRating", |row| &row.investment_rating),
        rows.texts("targetPriceStatus", |row| &row.target_price_status),
        rows.floats("targetPrice", |row| row.target_price.get()),
        instants("reportDate", reports.into_iter().flatten().map(time), Zone::UTC),
    ])
}

/// Returns the industries of a sector: `key`, `name`, `symbol` and `market weight`, a fraction.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn industries(response: &sector::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.industries.as_ref());
    rows.frame(vec![
        rows.texts("key", |row| &row.key),
        rows.texts("name", |row| &row.name),
        rows.texts("symbol", |row| &row.symbol),
        rows.floats("market weight", |row| row.market_weight.get()),
    ])
}

/// Returns the companies of an industry whose price rose most: `symbol`, `name`, `ytd return` (a fraction), `last price`
/// and `target price`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn top_performing_companies(response: &industry::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.top_performing_companies.as_ref());
    rows.frame(vec![
        rows.texts("symbol", |row| &row.symbol),
        rows.texts("name", |row| &row.name),
        rows.floats("ytd return", |row| row.ytd_return.get()),
        rows.floats("last price", |row| row.last_price.get()),
        rows.floats("target price", |row| row.target_price.get()),
    ])
}

/// Returns the companies of an industry that grow most: `symbol`, `name`, `ytd return` and `growth estimate`, both
/// fractions.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn top_growth_companies(response: &industry::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.top_growth_companies.as_ref());
    rows.frame(vec![
        rows.texts("symbol", |row| &row.symbol),
        rows.texts("name", |row| &row.name),
        rows.floats("ytd return", |row| row.ytd_return.get()),
        rows.floats("growth estimate", |row| row.growth_estimate.get()),
    ])
}
