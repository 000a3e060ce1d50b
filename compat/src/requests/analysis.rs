//! The class Analysis.

use polars_core::prelude::DataFrame;
use virtual_finance::Reply;
use virtual_finance::notes::Currencies;
use virtual_finance::responses::analysis::Response;
use virtual_finance::responses::{Map, Value};

use crate::error::Error;
use crate::frames::analysis;
use crate::requests::fetching::request_class;

request_class! {
    /// The expectations of analysts for a company: estimates, recommendations, grades and price targets.
    Analysis -> AnalysisFrames, Response
}

impl Analysis {
    /// Creates the request for a ticker.
    pub fn new(ticker: impl Into<String>) -> Self {
        Self { request: virtual_finance::Analysis::new(ticker.into()) }
    }
}

/// The frames of an [`Analysis`] request. A part that the response lacks has no rows.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisFrames {
    response: Response,
    currencies: Currencies,
}

impl AnalysisFrames {
    /// Returns the currencies of the amounts, as far as the reply says them.
    #[must_use]
    pub const fn currencies(&self) -> &Currencies {
        &self.currencies
    }

    /// Returns the price targets by name.
    #[must_use]
    pub fn analyst_price_targets(&self) -> Map<String, Value> {
        analysis::price_targets(&self.response)
    }

    /// Returns the estimates of the earnings a share. See [`frames::analysis::earnings_estimate`](crate::frames::analysis::earnings_estimate).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn earnings_estimate(&self) -> Result<DataFrame, Error> {
        analysis::earnings_estimate(&self.response)
    }

    /// Returns the estimates of the revenue. See [`frames::analysis::revenue_estimate`](crate::frames::analysis::revenue_estimate).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn revenue_estimate(&self) -> Result<DataFrame, Error> {
        analysis::revenue_estimate(&self.response)
    }

    /// Returns the mean estimate now and some days ago. See [`frames::analysis::eps_trend`](crate::frames::analysis::eps_trend).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn eps_trend(&self) -> Result<DataFrame, Error> {
        analysis::eps_trend(&self.response)
    }

    /// Returns the number of estimates that analysts changed. See [`frames::analysis::eps_revisions`](crate::frames::analysis::eps_revisions).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn eps_revisions(&self) -> Result<DataFrame, Error> {
        analysis::eps_revisions(&self.response)
    }

    /// Returns the growth that is expected of the company and of an index. See [`frames::analysis::growth_estimates`](crate::frames::analysis::growth_estimates).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn growth_estimates(&self) -> Result<DataFrame, Error> {
        analysis::growth_estimates(&self.response)
    }

    /// Returns the number of analysts for each recommendation. See [`frames::analysis::recommendations_summary`](crate::frames::analysis::recommendations_summary).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn recommendations_summary(&self) -> Result<DataFrame, Error> {
        analysis::recommendations_summary(&self.response)
    }

    /// Returns the grades of firms. See [`frames::analysis::upgrades_downgrades`](crate::frames::analysis::upgrades_downgrades).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn upgrades_downgrades(&self) -> Result<DataFrame, Error> {
        analysis::upgrades_downgrades(&self.response)
    }

    /// Returns the earnings of the last quarters. See [`frames::analysis::earnings_history`](crate::frames::analysis::earnings_history).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn earnings_history(&self) -> Result<DataFrame, Error> {
        analysis::earnings_history(&self.response)
    }

    fn of_reply(_: &Analysis, reply: Result<Reply<Response>, virtual_finance::Error>) -> Result<Self, Error> {
        let reply = reply?;
        let currencies = reply.notes.get().cloned().unwrap_or_default();
        Ok(Self { response: reply.response, currencies })
    }
}

impl From<Response> for AnalysisFrames {
    fn from(response: Response) -> Self {
        Self { response, currencies: Currencies::default() }
    }
}
