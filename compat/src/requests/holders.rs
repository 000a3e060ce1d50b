//! The class Holders.

use polars_core::prelude::DataFrame;
use virtual_finance::Reply;
use virtual_finance::notes::Currencies;
use virtual_finance::responses::holders::Response;

use crate::error::Error;
use crate::frames::holders::{major, table};
use crate::requests::fetching::request_class;

request_class! {
    /// The holders of a company's shares: `major`, `institutional`, `mutualfund`.
    ///
    /// ```no_run
    /// # async fn example() -> Result<(), virtual_finance_compat::Error> {
    /// use virtual_finance::Client;
    /// use virtual_finance_compat::Holders;
    ///
    /// let holders = Holders::new("IBM").fetch(&Client::new()?).await?;
    /// println!("{}", holders.institutional()?);
    /// # Ok(())
    /// # }
    /// ```
    Holders -> HoldersFrames, Response
}

impl Holders {
    /// Creates the request for a ticker.
    pub fn new(ticker: impl Into<String>) -> Self {
        Self { request: virtual_finance::Holders::new(ticker.into()) }
    }
}

/// The frames of a [`Holders`] request. A table that the page does not have has no rows.
#[derive(Debug, Clone, PartialEq)]
pub struct HoldersFrames {
    response: Response,
    currencies: Currencies,
}

impl HoldersFrames {
    /// Returns the currencies of the amounts, as far as the reply says them.
    #[must_use]
    pub const fn currencies(&self) -> &Currencies {
        &self.currencies
    }

    /// Kinds of holders. See [`frames::holders::major`](crate::frames::holders::major).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn major(&self) -> Result<DataFrame, Error> {
        major(&self.response)
    }

    /// Returns the largest institutions. See [`frames::holders::table`](crate::frames::holders::table); `%
    /// Out` is a fraction.
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn institutional(&self) -> Result<DataFrame, Error> {
        table(self.response.institutional.as_ref())
    }

    /// Returns the largest mutual funds, as [`institutional`](Self::institutional).
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn mutualfund(&self) -> Result<DataFrame, Error> {
        table(self.response.mutualfund.as_ref())
    }

    fn of_reply(_: &Holders, reply: Result<Reply<Response>, virtual_finance::Error>) -> Result<Self, Error> {
        let reply = reply?;
        let currencies = reply.notes.get().cloned().unwrap_or_default();
        Ok(Self { response: reply.response, currencies })
    }
}

impl From<Response> for HoldersFrames {
    fn from(response: Response) -> Self {
        Self { response, currencies: Currencies::default() }
    }
}
