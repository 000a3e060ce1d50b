//! Industry: the companies of an industry, from the industry service.

use serde::{Deserialize, Serialize};
use virtual_finance_core::{
    Context, ConversionHookError, Converted, Fault, Notes, RawReply, SkippedRows, exactly_one,
};

use super::insights::Report;
use super::sector::{self, Company, Overview, Performance, rows};
use crate::read::listed::Part;
use crate::read::members;
use crate::read::section::Rows;

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

/// The parameters of the request that the conversion needs.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The key that was asked for.
    pub key: &'a str,
}

/// Converts the reply of the industry service.
///
/// # Errors
/// 422: the reply is not the service's, or is about another industry.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let found: Domain = sector::data(exactly_one(replies)?)?;
    sector::require_key("industry", found.key.as_deref(), params.key)?;
    let mut skipped = Vec::new();
    let response = Response {
        name: found.name.ok_or_else(|| Fault::missing("data.name"))?,
        symbol: found.symbol,
        key: found.key.unwrap_or_default(),
        sector_key: found.sector_key,
        sector_name: found.sector_name,
        overview: found.overview.and_then(|part| part.read("data.overview", &mut skipped)),
        performance: found.performance.and_then(|part| part.read("data.performance", &mut skipped)),
        performance_overview_benchmark: found
            .benchmark
            .and_then(|part| part.read("data.performanceOverviewBenchmark", &mut skipped)),
        top_companies: rows(found.companies, "data.topCompanies", &mut skipped),
        top_performing_companies: rows(found.performing, "data.topPerformingCompanies", &mut skipped),
        top_growth_companies: rows(found.growth, "data.topGrowthCompanies", &mut skipped),
        research_reports: rows(found.reports, "data.researchReports", &mut skipped),
    };
    let mut notes = Notes::new();
    SkippedRows::note(skipped, &mut notes);
    Ok(Converted { response, notes })
}

members! {
    struct Domain {
        name: "name" => Option<String>,
        symbol: "symbol" => Option<String>,
        key: "key" => Option<String>,
        sector_key: "sectorKey" => Option<String>,
        sector_name: "sectorName" => Option<String>,
        overview: "overview" => Option<Part<Overview>>,
        performance: "performance" => Option<Part<Performance>>,
        benchmark: "performanceOverviewBenchmark" => Option<Part<Performance>>,
        companies: "topCompanies" => Rows<Company>,
        performing: "topPerformingCompanies" => Rows<Company>,
        growth: "topGrowthCompanies" => Rows<Company>,
        reports: "researchReports" => Rows<Report>,
    }
}
