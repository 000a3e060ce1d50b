//! Industry: the companies of an industry, from the industry service.

use virtual_finance_core::{Context, Converted, RawReply, exactly_one};

use super::params::industry::Params;
use super::sector::{BENCHMARK, Domain, part, rows};
use crate::read::Conversion;

pub use crate::records::industry::*;

/// Converts the reply of the industry service.
///
/// # Errors
/// 422: the reply is not the service's, or is about another industry.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let mut found = Domain::read(exactly_one(replies)?)?;
    let (key, name) = found.require_key("industry", params.key)?;
    let mut skipped = Vec::new();
    let response = Response {
        name,
        symbol: found.symbol,
        key,
        sector_key: found.sector_key,
        sector_name: found.sector_name,
        overview: part(found.overview, "overview", &mut skipped),
        performance: part(found.performance, "performance", &mut skipped),
        performance_overview_benchmark: part(found.benchmark, BENCHMARK, &mut skipped),
        top_companies: rows(found.companies, "topCompanies", &mut skipped),
        top_performing_companies: rows(found.performing, "topPerformingCompanies", &mut skipped),
        top_growth_companies: rows(found.growth, "topGrowthCompanies", &mut skipped),
        research_reports: rows(found.reports, "researchReports", &mut skipped),
    };
    Ok(Converted::from(response).with_skipped(skipped))
}
