//! The structure of an analysis, and the host's names of its parts.

use serde_json::{Map, Number, Value};

use crate::read::adapted::{Adapted, blank_as_null, each, rename, zero_as_null};
use crate::read::collapse::hold_figures;
use crate::read::members;
use crate::records::InstrumentQuote;
use crate::records::analysis::{
    Calendar, Estimate, PastEarnings, PriceTargets, RecommendationCounts, Upgrade,
};

impl Adapted for PriceTargets {
    /// Drops the key figures of the company, which are in the same section.
    fn adapt(members: &mut Map<String, Value>) {
        const KEPT: [&str; 9] = [
            "currentPrice",
            "targetHighPrice",
            "targetLowPrice",
            "targetMeanPrice",
            "targetMedianPrice",
            "recommendationMean",
            "recommendationKey",
            "numberOfAnalystOpinions",
            "financialCurrency",
        ];
        members.retain(|name, _| KEPT.contains(&name.as_str()));
    }
}

impl Adapted for RecommendationCounts {}

impl Adapted for Upgrade {
    fn adapt(members: &mut Map<String, Value>) {
        blank_as_null(members, &["toGrade", "fromGrade", "priceTargetAction"]);
        zero_as_null(members, &["currentPriceTarget", "priorPriceTarget"]);
    }
}

impl Adapted for Estimate {
    fn adapt(members: &mut Map<String, Value>) {
        if let Some(Value::Object(revisions)) = members.get_mut("epsRevisions") {
            // The host has never filled it.
            revisions.retain(|name, value| name != "downLast90days" || !value.is_null());
            rename(revisions, "downLast90days", "downLast90Days");
        }
        without_zeros_of_nobody(members);
    }
}

/// Makes null of the zeros that hosts write where no analyst has an estimate. The numbers of analysts stay: they are 0.
fn without_zeros_of_nobody(members: &mut Map<String, Value>) {
    let is_of_nobody = |part: &Map<String, Value>| {
        part.get("numberOfAnalysts").and_then(Value::as_f64).is_some_and(|analysts| analysts == 0.0)
    };
    for name in ["earningsEstimate", "revenueEstimate"] {
        let Some(part) = members.get_mut(name).and_then(Value::as_object_mut) else { continue };
        if !is_of_nobody(part) {
            continue;
        }
        zero_as_null(part, &["avg", "low", "high", "growth"]);
        // It is that of the same estimates.
        if name == "earningsEstimate"
            && let Some(Value::Object(trend)) = members.get_mut("epsTrend")
        {
            zero_as_null(trend, &["current", "7daysAgo", "30daysAgo", "60daysAgo", "90daysAgo"]);
        }
    }
}

members! {
    /// The expected growth of an index.
    pub open struct IndexEstimate {
        /// The period, as in an estimate.
        period: "period" required key => String,
        /// The growth, as a fraction.
        growth: "growth" => Number,
    }
}

impl Adapted for IndexEstimate {}

impl Adapted for PastEarnings {}

impl Adapted for Calendar {
    /// Puts the members of the earnings beside the dividends.
    fn adapt(members: &mut Map<String, Value>) {
        let Some(Value::Object(mut earnings)) = members.shift_remove("earnings") else { return };
        earnings.shift_remove("maxAge");
        InstrumentQuote::whole_members(&mut earnings);
        each(&mut earnings, &["earningsDate", "earningsCallDate"], |dates| {
            hold_figures(dates);
            dates.as_array_mut().into_iter().for_each(|dates| dates.retain(|date| !date.is_null()));
        });
        members.extend(earnings);
    }
}
