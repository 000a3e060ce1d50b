//! Sector: the companies, funds and industries of a sector, from the sector service.

mod types;

use virtual_finance_core::read::shortened;
use virtual_finance_core::{
    Context, ConversionHookError, Converted, Fault, Notes, RawReply, SkippedRow, SkippedRows, exactly_one,
};

use crate::fault::MarketFault;
use crate::read::envelope;
use crate::read::json;
use crate::read::listed::Part;
use crate::read::members;
use crate::read::section::Rows;

pub use types::{Company, Fund, IndustryOfSector, Overview, Performance, Response};

use super::insights::Report;

/// The parameters of the request that the conversion needs.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The key that was asked for.
    pub key: &'a str,
}

/// Converts the reply of the sector service.
///
/// # Errors
/// 422: the reply is not the service's, or is about another sector.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let raw = exactly_one(replies)?;
    let found: Domain = data(raw)?;
    require_key("sector", found.key.as_deref(), params.key)?;
    let mut skipped = Vec::new();
    let (mut all, mut industries) = (None, rows(found.industries, "data.industries", &mut skipped));
    if let Some(rows) = &mut industries {
        all = rows.iter().position(IndustryOfSector::is_all).map(|index| rows.remove(index));
    }
    let response = Response {
        name: found.name.ok_or_else(|| Fault::missing("data.name"))?,
        symbol: found.symbol,
        key: found.key.unwrap_or_default(),
        overview: found.overview.and_then(|part| part.read("data.overview", &mut skipped)),
        performance: found.performance.and_then(|part| part.read("data.performance", &mut skipped)),
        performance_overview_benchmark: found
            .benchmark
            .and_then(|part| part.read("data.performanceOverviewBenchmark", &mut skipped)),
        top_companies: rows(found.companies, "data.topCompanies", &mut skipped),
        research_reports: rows(found.reports, "data.researchReports", &mut skipped),
        top_etfs: rows(found.etfs, "data.topETFs", &mut skipped),
        top_mutual_funds: rows(found.mutual_funds, "data.topMutualFunds", &mut skipped),
        industries,
        all,
    };
    let mut notes = Notes::new();
    SkippedRows::note(skipped, &mut notes);
    Ok(Converted { response, notes })
}

/// Reads the data of a reply about a sector or an industry.
///
/// # Errors
/// 422: the reply is not the service's, or an error of the host. 404: it has no data.
pub(super) fn data<'a, T: serde::Deserialize<'a>>(raw: RawReply<'a>) -> Result<T, ConversionHookError> {
    let reply: Reply<Option<T>> = json::document(raw, "the sector or industry")?;
    let data = reply.data.ok_or_else(|| envelope::missing(raw, "data"))?;
    data.ok_or_else(|| Fault::Nothing { path: "data" }.into())
}

/// Returns the rows of a list, where there is one.
pub(super) fn rows<T>(found: Rows<T>, path: &str, skipped: &mut Vec<SkippedRow>) -> Option<Vec<T>> {
    found.and_then(|found| found.part(path, skipped))
}

/// Refuses the data of another sector or industry.
///
/// # Errors
/// The key is another one, or there is none.
pub(super) fn require_key(kind: &'static str, found: Option<&str>, asked: &str) -> Result<(), Fault> {
    let found = found.ok_or_else(|| Fault::missing("data.key"))?;
    if found.eq_ignore_ascii_case(asked) {
        return Ok(());
    }
    let found = shortened(found.to_owned());
    Err(MarketFault::OtherKey { kind, found }.into())
}

members! {
    /// A reply about a sector or an industry.
    pub(super) struct Reply[T] {
        data: "data" => Option<T>,
    }
}

members! {
    struct Domain {
        name: "name" => Option<String>,
        symbol: "symbol" => Option<String>,
        key: "key" => Option<String>,
        overview: "overview" => Option<Part<Overview>>,
        performance: "performance" => Option<Part<Performance>>,
        benchmark: "performanceOverviewBenchmark" => Option<Part<Performance>>,
        companies: "topCompanies" => Rows<Company>,
        reports: "researchReports" => Rows<Report>,
        etfs: "topETFs" => Rows<Fund>,
        mutual_funds: "topMutualFunds" => Rows<Fund>,
        industries: "industries" => Rows<IndustryOfSector>,
    }
}
