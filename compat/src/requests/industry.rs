//! The class Industry.

use polars_core::prelude::DataFrame;
use virtual_finance::IndustryKey;
use virtual_finance::Reply;
use virtual_finance::responses::industry::Response;

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
