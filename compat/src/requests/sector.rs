//! The class Sector.

use polars_core::prelude::DataFrame;
use virtual_finance::Reply;
use virtual_finance::SectorKey;
use virtual_finance::responses::sector::Response;
use virtual_finance::responses::{Map, Value};

use crate::error::Error;
use crate::frames::domain;
use crate::requests::fetching::request_class;

request_class! {
    /// A sector of the market: its companies, funds and industries.
    Sector -> SectorFrames, Response
}

impl Sector {
    /// Creates the request for a key.
    pub fn new(key: SectorKey) -> Self {
        Self { request: virtual_finance::Sector::new(key) }
    }
}

/// The frames of a [`Sector`] request. A part that the response lacks has no rows.
#[derive(Debug, Clone, PartialEq)]
pub struct SectorFrames {
    response: Response,
}

impl SectorFrames {
    /// Returns the key, for example `technology`.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.response.key
    }

    /// Returns the name, for example `Technology`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.response.name
    }

    /// Returns the symbol of the host's index, if there is one, for example `^YH311`.
    #[must_use]
    pub fn symbol(&self) -> Option<&str> {
        self.response.symbol.as_deref()
    }

    /// Returns counts and sums over the companies. See [`frames::domain::overview`](crate::frames::domain::overview).
    #[must_use]
    pub fn overview(&self) -> Map<String, Value> {
        domain::overview(self.response.overview.as_ref())
    }

    /// Returns the research reports. See [`frames::domain::research_reports`](crate::frames::domain::research_reports).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn research_reports(&self) -> Result<DataFrame, Error> {
        domain::research_reports(self.response.research_reports.as_ref())
    }

    /// Returns the largest companies. See [`frames::domain::top_companies`](crate::frames::domain::top_companies).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn top_companies(&self) -> Result<DataFrame, Error> {
        domain::top_companies(self.response.top_companies.as_ref())
    }

    /// Returns the largest exchange-traded funds. See [`frames::domain::funds`](crate::frames::domain::funds).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn top_etfs(&self) -> Result<DataFrame, Error> {
        domain::funds(self.response.top_etfs.as_ref())
    }

    /// Returns the largest mutual funds. See [`frames::domain::funds`](crate::frames::domain::funds).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn top_mutual_funds(&self) -> Result<DataFrame, Error> {
        domain::funds(self.response.top_mutual_funds.as_ref())
    }

    /// Returns the industries. See [`frames::domain::industries`](crate::frames::domain::industries).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn industries(&self) -> Result<DataFrame, Error> {
        domain::industries(&self.response)
    }

    fn of_reply(_: &Sector, reply: Result<Reply<Response>, virtual_finance::Error>) -> Result<Self, Error> {
        Ok(reply?.response.into())
    }
}

impl From<Response> for SectorFrames {
    fn from(response: Response) -> Self {
        Self { response }
    }
}
