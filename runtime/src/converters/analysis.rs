//! Analysis: what analysts expect of a company and say about it, from the summary service or, in part, from the
//! quote page.

mod types;

use serde_json::Value;
use virtual_finance_core::read::shortened;
use virtual_finance_core::{
    Context, ConversionHookError, Converted, Fault, Field, Notes, RawReply, exactly_one,
};

use crate::read::collapse::Collapsed;
use crate::read::currency;
use crate::read::json::malformed_text;
use crate::read::members;
use crate::read::renamed::{OfHost, Renamed, structure};
use crate::read::section::{Price, QuoteType, Rows, no_data, rows};
use crate::read::summary;

use types::IndexEstimate;
pub use types::{
    Calendar, EarningsEstimate, EpsRevisions, EpsTrend, Estimate, PastEarnings, PriceTargets,
    RecommendationCounts, Response, RevenueEstimate, Upgrade,
};

/// The parameters of the request that the conversion needs.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The ticker that was asked for.
    pub ticker: &'a str,
}

/// Converts the reply of the summary service, or the quote page.
///
/// # Errors
/// 422: the reply cannot be read, or is about another instrument. 404: it has none of the sections.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let sections: Sections = summary::read(exactly_one(replies)?, params.ticker)?;
    let mut targets = section::<PriceTargets>("financialData", sections.financial_data)?;
    let of_prices = sections.price.as_ref().and_then(Price::currency);
    let mut of_statements = None;
    if let Some(targets) = &mut targets {
        targets.currency = of_prices.map_or(Field::Absent, |code| Field::Value(shortened(code.to_owned())));
        of_statements = targets.financial_currency.get().cloned();
    }
    let mut notes = Notes::new();
    if let Some(currencies) = currency::of_market(of_prices, of_statements.as_deref()) {
        notes.insert(currencies);
    }
    let calendar = section("calendarEvents", sections.calendar_events)?;
    let response = Response {
        ticker: params.ticker.trim().to_owned(),
        price_targets: targets,
        recommendations: rows(
            sections.recommendation_trend.map(|section| section.rows),
            "recommendationTrend.trend",
        )?,
        upgrades: rows(
            sections.upgrade_history.map(|section| section.rows),
            "upgradeDowngradeHistory.history",
        )?,
        estimates: estimates(sections.earnings_trend, sections.index_trend)?,
        earnings_history: rows(
            sections.earnings_history.map(|section| section.rows),
            "earningsHistory.history",
        )?,
        calendar,
    };
    if response.is_empty() {
        return Err(no_data("analysis", sections.quote_type));
    }
    Ok(Converted { response, notes })
}

/// Returns a section of single values; `None` where there is none.
fn section<T: Renamed>(name: &'static str, section: Option<Collapsed>) -> Result<Option<T>, Fault> {
    match section {
        None | Some(Collapsed(Value::Null)) => Ok(None),
        Some(Collapsed(value)) => structure(value).map(Some).map_err(|reason| malformed_text(name, reason)),
    }
}

/// Returns the estimates by period, each with that of the index; periods that only the index has come last.
fn estimates(
    trend: Option<Trend<OfHost<Estimate>>>,
    index: Option<IndexTrend>,
) -> Result<Option<Vec<Estimate>>, Fault> {
    let mut estimates = rows(trend.map(|section| section.rows), "earningsTrend.trend")?;
    let Some(index) = rows(index.map(|section| section.rows), "indexTrend.estimates")? else {
        return Ok(estimates);
    };
    for IndexEstimate { period, growth, .. } in index {
        let estimates = estimates.get_or_insert_default();
        match estimates.iter_mut().find(|estimate| estimate.period.get() == period.get()) {
            Some(estimate) => estimate.index_growth = growth,
            None => estimates.push(Estimate { period, index_growth: growth, ..Estimate::default() }),
        }
    }
    Ok(estimates)
}

members! {
    struct Sections {
        earnings_trend: "earningsTrend" => Option<Trend<OfHost<Estimate>>>,
        earnings_history: "earningsHistory" => Option<History<OfHost<PastEarnings>>>,
        recommendation_trend: "recommendationTrend" => Option<Trend<OfHost<RecommendationCounts>>>,
        financial_data: "financialData" => Option<Collapsed>,
        upgrade_history: "upgradeDowngradeHistory" => Option<History<OfHost<Upgrade>>>,
        index_trend: "indexTrend" => Option<IndexTrend>,
        calendar_events: "calendarEvents" => Option<Collapsed>,
        quote_type: "quoteType" => Option<QuoteType>,
        price: "price" => Option<Price>,
    }
}

members! {
    struct Trend[T] {
        rows: "trend" => Rows<T>,
    }
}

members! {
    struct History[T] {
        rows: "history" => Rows<T>,
    }
}

members! {
    struct IndexTrend {
        rows: "estimates" => Rows<OfHost<IndexEstimate>>,
    }
}
