//! Industry: the companies of an industry, from the industry service.

use serde::{Deserialize, Serialize};
use virtual_finance_core::{Context, ConversionError, Converted, RawReply, exactly_one};

use super::insights::Report;
use super::params::industry::Params;
use super::sector::{BENCHMARK, Company, Domain, Overview, Performance, part, rows};

/// An industry with its companies. A part that the host does not have is null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Response {
    /// The name, for example `Semiconductors`.
    pub name: String,
    /// The symbol of the host's index, for example `^YH31130020`.
    pub symbol: Option<String>,
    /// The key, for example `semiconductors`.
    pub key: String,
    /// The key of the sector.
    pub sector_key: Option<String>,
    /// The name of the sector.
    pub sector_name: Option<String>,
    /// Counts and sums over the companies.
    pub overview: Option<Overview>,
    /// The returns of the industry.
    pub performance: Option<Performance>,
    /// The returns of the index that the industry is compared with.
    pub performance_overview_benchmark: Option<Performance>,
    /// The largest companies, at most 50.
    pub top_companies: Option<Vec<Company>>,
    /// The companies whose price rose most.
    pub top_performing_companies: Option<Vec<Company>>,
    /// The companies that grow most.
    pub top_growth_companies: Option<Vec<Company>>,
    /// Reports of research.
    pub research_reports: Option<Vec<Report>>,
}

/// Converts the reply of the industry service.
///
/// # Errors
/// 422: the reply is not the service's, or is about another industry.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionError> {
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
