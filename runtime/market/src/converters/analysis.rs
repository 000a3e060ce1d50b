//! Analysis: what analysts expect of a company and say about it, from the summary service or, in part, from the
//! quote page.

mod types;

use std::cmp::Reverse;

use virtual_finance_core::read::shortened;
use virtual_finance_core::{Context, Converted, Field, Notes, RawReply, SkippedRow, exactly_one};

use super::params::analysis::Params;
use crate::read::listed::{Listed, Part};
use crate::read::section::{Price, QuoteType, Section, no_data, rows};
use crate::read::summary::{self, Summary};
use crate::read::{Conversion, currency, members};

use types::IndexEstimate;

pub use crate::records::analysis::*;

/// Converts the reply of the summary service, or the quote page.
///
/// # Errors
/// 422: the reply cannot be read, or is about another instrument. 404: it has none of the sections.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let Summary { sections, mut skipped, .. } =
        summary::read::<Sections>(exactly_one(replies)?, params.ticker)?;
    let mut targets = sections.financial_data.and_then(|part| part.read("financialData", &mut skipped));
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
    let calendar = sections.calendar_events.and_then(|part| part.read("calendarEvents", &mut skipped));
    let mut response = Response {
        price_targets: targets,
        recommendations: rows(sections.recommendation_trend, "recommendationTrend.trend", &mut skipped),
        upgrades: rows(sections.upgrade_history, "upgradeDowngradeHistory.history", &mut skipped),
        estimates: estimates(sections.earnings_trend, sections.index_trend, &mut skipped),
        earnings_history: rows(sections.earnings_history, "earningsHistory.history", &mut skipped),
        calendar,
        ..Response::default()
    };
    if response == Response::default() {
        return Err(no_data("analysis", sections.quote_type, &skipped));
    }
    response.ticker = params.ticker.trim().to_owned();
    // Hosts send them so, and do not promise it. Those of one time stay in their order.
    if let Some(quarters) = &mut response.earnings_history {
        quarters.sort_by_key(|past| past.quarter.get().copied());
    }
    if let Some(upgrades) = &mut response.upgrades {
        upgrades.sort_by_key(|upgrade| Reverse(upgrade.date.get().copied()));
    }
    Ok(Converted { response, notes }.with_skipped(skipped))
}

/// Returns the estimates by period, each with the index's; periods of the index alone come last.
fn estimates(
    trend: Option<Section<Listed<Estimate>>>,
    index: Option<Section<Listed<IndexEstimate>>>,
    skipped: &mut Vec<SkippedRow>,
) -> Option<Vec<Estimate>> {
    let mut estimates = rows(trend, "earningsTrend.trend", skipped);
    let Some(index) = rows(index, "indexTrend.estimates", skipped) else {
        return estimates;
    };
    for IndexEstimate { period, growth, .. } in index {
        let estimates = estimates.get_or_insert_default();
        match estimates.iter_mut().find(|estimate| estimate.period.get() == period.get()) {
            Some(estimate) => estimate.index_growth = growth,
            None => estimates.push(Estimate { period, index_growth: growth, ..Estimate::default() }),
        }
    }
    estimates
}

members! {
    struct Sections {
        earnings_trend: "earningsTrend" => Option<Section<Listed<Estimate>>>,
        earnings_history: "earningsHistory" => Option<Section<Listed<PastEarnings>>>,
        recommendation_trend: "recommendationTrend" => Option<Section<Listed<RecommendationCounts>>>,
        financial_data: "financialData" => Option<Part<PriceTargets>>,
        upgrade_history: "upgradeDowngradeHistory" => Option<Section<Listed<Upgrade>>>,
        index_trend: "indexTrend" => Option<Section<Listed<IndexEstimate>>>,
        calendar_events: "calendarEvents" => Option<Part<Calendar>>,
        quote_type: "quoteType" => Option<QuoteType>,
        price: "price" => Option<Price>,
    }
}
