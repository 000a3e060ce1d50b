//! The class Insiders.

use polars_core::prelude::DataFrame;
use virtual_finance::Reply;
use virtual_finance::notes::Currencies;
use virtual_finance::responses::insiders::Response;

use crate::error::Error;
use crate::frames::insiders;
use crate::requests::fetching::request_class;

request_class! {
    /// The insiders of a company.
    Insiders -> InsidersFrames, Response
}

impl Insiders {
    /// Creates the request for a ticker.
    pub fn new(ticker: impl Into<String>) -> Self {
        Self { request: virtual_finance::Insiders::new(ticker.into()) }
    }
}

/// The frames of an [`Insiders`] request. A part that the response lacks has no rows.
#[derive(Debug, Clone, PartialEq)]
pub struct InsidersFrames {
    response: Response,
    currencies: Currencies,
}

impl InsidersFrames {
    /// Returns the currencies of the amounts, as far as the reply says them.
    #[must_use]
    pub const fn currencies(&self) -> &Currencies {
        &self.currencies
    }

    /// Returns the trades. See [`frames::insiders::transactions`](crate::frames::insiders::transactions).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn transactions(&self) -> Result<DataFrame, Error> {
        insiders::transactions(&self.response)
    }

    /// Returns what insiders hold. See [`frames::insiders::roster`](crate::frames::insiders::roster).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn roster(&self) -> Result<DataFrame, Error> {
        insiders::roster(&self.response)
    }

    /// Returns what insiders bought and sold together. See [`frames::insiders::purchases`](crate::frames::insiders::purchases).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn purchases(&self) -> Result<DataFrame, Error> {
        insiders::purchases(&self.response)
    }

    fn of_reply(_: &Insiders, reply: Result<Reply<Response>, virtual_finance::Error>) -> Result<Self, Error> {
        let reply = reply?;
        let currencies = reply.notes.get().cloned().unwrap_or_default();
        Ok(Self { response: reply.response, currencies })
    }
}

impl From<Response> for InsidersFrames {
    fn from(response: Response) -> Self {
        Self { response, currencies: Currencies::default() }
    }
}
