//! Sector: the companies, funds and industries of a sector, from the sector service.

mod types;

use virtual_finance_core::{Context, ConversionError, Converted, Fault, RawReply, SkippedRow, exactly_one};

use super::params::sector::Params;
use crate::read::adapted::Adapted;
use crate::read::listed::Part;
use crate::read::section::Rows;
use crate::read::{Conversion, envelope, json, members};

use super::insights::Report;

pub use crate::records::sector::*;

/// Converts the reply of the sector service.
///
/// # Errors
/// 422: the reply is not the service's, or is about another sector.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let mut skipped = Vec::new();
    let mut found = Domain::read(exactly_one(replies)?)?;
    let (key, name) = found.require_key("sector", params.key)?;
    let (mut all, mut industries) = (None, rows(found.industries, "industries", &mut skipped));
    if let Some(rows) = &mut industries {
        all = rows.iter().position(IndustryOfSector::is_all).map(|index| rows.remove(index));
    }
    let response = Response {
        name,
        symbol: found.symbol,
        key,
        overview: part(found.overview, "overview", &mut skipped),
        performance: part(found.performance, "performance", &mut skipped),
        performance_overview_benchmark: part(found.benchmark, BENCHMARK, &mut skipped),
        top_companies: rows(found.companies, "topCompanies", &mut skipped),
        research_reports: rows(found.reports, "researchReports", &mut skipped),
        top_etfs: rows(found.etfs, "topETFs", &mut skipped),
        top_mutual_funds: rows(found.mutual_funds, "topMutualFunds", &mut skipped),
        industries,
        all,
    };
    Ok(Converted::from(response).with_skipped(skipped))
}

impl Domain {
    /// Reads the data of a reply about a sector or an industry.
    ///
    /// # Errors
    /// 422: the reply is not the service's, or an error of the host.
    pub(super) fn read(raw: RawReply<'_>) -> Result<Self, ConversionError> {
        let reply: Reply = json::document(raw, "the sector or industry")?;
        Ok(reply.data.ok_or_else(|| envelope::missing(raw, "data"))?)
    }

    /// Takes out the key and the name.
    ///
    /// # Errors
    /// The key is that of another sector or industry, the reply is about the other kind, or one of them is missing.
    pub(super) fn require_key(&mut self, kind: &'static str, asked: &str) -> Result<(String, String), Fault> {
        let key = self.key.take().ok_or_else(|| Fault::missing("data.key"))?;
        // An industry names its sector, and a sector its industries.
        let other = match kind {
            "sector" => self.sector_key.is_some().then_some("industry"),
            _ => self.industries.is_some().then_some("sector"),
        };
        if other.is_some() || !key.eq_ignore_ascii_case(asked) {
            return Err(Fault::about_other(format!("{} {key}", other.unwrap_or(kind)), None));
        }
        Ok((key, self.name.take().ok_or_else(|| Fault::missing("data.name"))?))
    }
}

/// The name of the part that has the returns of the index.
pub(super) const BENCHMARK: &str = "performanceOverviewBenchmark";

/// Returns the rows of a list, where there is one.
pub(super) fn rows<T: Adapted>(found: Rows<T>, name: &str, skipped: &mut Vec<SkippedRow>) -> Option<Vec<T>> {
    found.and_then(|found| found.part(&format!("data.{name}"), skipped))
}

/// Returns a part that can be read, where there is one.
pub(super) fn part<T>(found: Option<Part<T>>, name: &str, skipped: &mut Vec<SkippedRow>) -> Option<T> {
    found.and_then(|found| found.read(&format!("data.{name}"), skipped))
}

members! {
    struct Reply {
        data: "data" => Option<Domain>,
    }
}

members! {
    /// The data about a sector or an industry.
    pub(super) struct Domain {
        pub(super) name: "name" => Option<String>,
        pub(super) symbol: "symbol" => Option<String>,
        pub(super) key: "key" => Option<String>,
        pub(super) sector_key: "sectorKey" => Option<String>,
        pub(super) sector_name: "sectorName" => Option<String>,
        pub(super) overview: "overview" => Option<Part<Overview>>,
        pub(super) performance: "performance" => Option<Part<Performance>>,
        pub(super) benchmark: "performanceOverviewBenchmark" => Option<Part<Performance>>,
        pub(super) companies: "topCompanies" => Rows<Company>,
        pub(super) performing: "topPerformingCompanies" => Rows<Company>,
        pub(super) growth: "topGrowthCompanies" => Rows<Company>,
        pub(super) reports: "researchReports" => Rows<Report>,
        pub(super) etfs: "topETFs" => Rows<Fund>,
        pub(super) mutual_funds: "topMutualFunds" => Rows<Fund>,
        pub(super) industries: "industries" => Rows<IndustryOfSector>,
    }
}
