//! The class Industry.

use polars_core::prelude::DataFrame;
use virtual_finance::IndustryKey;
use virtual_finance::Reply;
use virtual_finance::responses::industry::Response;
use virtual_finance::responses::{Map, Value};

use crate::error::Error;
use crate::frames::domain;
use crate::requests::fetching::request_class;

request_class! {
    /// An industry of a sector: its companies.
    Industry -> IndustryFrames, Response
}

impl Industry {
    /// Creates the request for a key.
    pub fn new(key: IndustryKey) -> Self {
        Self { request: virtual_finance::Industry::new(key) }
    }
}

/// The frames of an [`Industry`] request. A part that the response lacks has no rows.
#[derive(Debug, Clone, PartialEq)]
pub struct IndustryFrames {
    response: Response,
}

impl IndustryFrames {
    /// Returns the key, for example `semiconductors`.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.response.key
    }

    /// Returns the name, for example `Semiconductors`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.response.name
    }

    /// Returns the symbol of the host's index, if there is one, for example `^YH311`.
    #[must_use]
    pub fn symbol(&self) -> Option<&str> {
        self.response.symbol.as_deref()
    }

    /// Returns the key of the sector, if the host says it.
    #[must_use]
    pub fn sector_key(&self) -> Option<&str> {
        self.response.sector_key.as_deref()
    }

    /// Returns the name of the sector, if the host says it.
    #[must_use]
    pub fn sector_name(&self) -> Option<&str> {
        self.response.sector_name.as_deref()
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

    /// Returns the companies whose price rose most. See [`frames::domain::top_performing_companies`](crate::frames::domain::top_performing_companies).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn top_performing_companies(&self) -> Result<DataFrame, Error> {
        domain::top_performing_companies(&self.response)
    }

    /// Returns the companies that grow most. See [`frames::domain::top_growth_companies`](crate::frames::domain::top_growth_companies).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn top_growth_companies(&self) -> Result<DataFrame, Error> {
        domain::top_growth_companies(&self.response)
    }

    fn of_reply(_: &Industry, reply: Result<Reply<Response>, virtual_finance::Error>) -> Result<Self, Error> {
        Ok(reply?.response.into())
    }
}

impl From<Response> for IndustryFrames {
    fn from(response: Response) -> Self {
        Self { response }
    }
}
