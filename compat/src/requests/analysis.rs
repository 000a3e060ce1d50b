//! The class Analysis.

use virtual_finance::notes::Currencies;
use virtual_finance::responses::analysis::Response;
use virtual_finance::responses::{Map, Value};

use crate::frames::analysis;
use crate::requests::fetching::{Fetch, Frames, frame_methods};

/// The expectations of analysts for a company: estimates, recommendations, grades and price targets.
pub type Analysis = Fetch<virtual_finance::Analysis>;

/// The frames of an [`Analysis`] request. A part that the response lacks has no rows.
pub type AnalysisFrames = Frames<Response>;

impl AnalysisFrames {
    /// Returns the currencies of the amounts, as far as the reply says them.
    pub fn currencies(&self) -> Currencies {
        self.noted()
    }
}

frame_methods! {
    AnalysisFrames |response|
    /// Returns the estimates of the earnings a share. See [`frames::analysis::earnings_estimate`](crate::frames::analysis::earnings_estimate).
    earnings_estimate: analysis::earnings_estimate(response);
    /// Returns the estimates of the revenue. See [`frames::analysis::revenue_estimate`](crate::frames::analysis::revenue_estimate).
    revenue_estimate: analysis::revenue_estimate(response);
    /// Returns the mean estimate now and some days ago. See [`frames::analysis::eps_trend`](crate::frames::analysis::eps_trend).
    eps_trend: analysis::eps_trend(response);
    /// Returns the number of estimates that analysts changed. See [`frames::analysis::eps_revisions`](crate::frames::analysis::eps_revisions).
    eps_revisions: analysis::eps_revisions(response);
    /// Returns the growth that is expected of the company and of an index. See [`frames::analysis::growth_estimates`](crate::frames::analysis::growth_estimates).
    growth_estimates: analysis::growth_estimates(response);
    /// Returns the number of analysts for each recommendation. See [`frames::analysis::recommendations_summary`](crate::frames::analysis::recommendations_summary).
    recommendations_summary: analysis::recommendations_summary(response);
    /// Returns the grades of firms. See [`frames::analysis::upgrades_downgrades`](crate::frames::analysis::upgrades_downgrades).
    upgrades_downgrades: analysis::upgrades_downgrades(response);
    /// Returns the earnings of the last quarters. See [`frames::analysis::earnings_history`](crate::frames::analysis::earnings_history).
    earnings_history: analysis::earnings_history(response);
}

impl AnalysisFrames {
    /// Returns the price targets by name.
    pub fn analyst_price_targets(&self) -> Map<String, Value> {
        analysis::price_targets(&self.response)
    }
}
