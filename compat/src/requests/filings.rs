//! The class Filings.

use polars_core::prelude::DataFrame;
use virtual_finance::Reply;
use virtual_finance::responses::filings::Response;

use crate::error::Error;
use crate::frames::insiders;
use crate::requests::fetching::request_class;

request_class! {
    /// The filings of a company with the SEC.
    Filings -> FilingsFrames, Response
}

impl Filings {
    /// Creates the request for a ticker.
    pub fn new(ticker: impl Into<String>) -> Self {
        Self { request: virtual_finance::Filings::new(ticker.into()) }
    }
}

/// The frames of a [`Filings`] request. A part that the response lacks has no rows.
#[derive(Debug, Clone, PartialEq)]
pub struct FilingsFrames {
    response: Response,
}

impl FilingsFrames {
    /// Returns the filings. See [`frames::insiders::sec_filings`](crate::frames::insiders::sec_filings).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn sec_filings(&self) -> Result<DataFrame, Error> {
        insiders::sec_filings(&self.response)
    }

    fn of_reply(_: &Filings, reply: Result<Reply<Response>, virtual_finance::Error>) -> Result<Self, Error> {
        Ok(reply?.response.into())
    }
}

impl From<Response> for FilingsFrames {
    fn from(response: Response) -> Self {
        Self { response }
    }
}
