//! The class Statements.

use polars_core::prelude::DataFrame;
use virtual_finance::Reply;
use virtual_finance::responses::statements::Response;

use crate::error::Error;
use crate::frames::financials::full;
use crate::requests::fetching::request_class;

request_class! {
    /// The statements of a company in full: `income`, `balance_sheet`, `cash_flow`.
    ///
    /// ```no_run
    /// # async fn example() -> Result<(), virtual_finance_compat::Error> {
    /// use virtual_finance::{Client, StatementPeriod};
    /// use virtual_finance_compat::Statements;
    ///
    /// let request = virtual_finance::Statements::new("IBM").period(StatementPeriod::Quarterly);
    /// let statements = Statements::from(request).fetch(&Client::new()?).await?;
    /// println!("{}", statements.income()?);
    /// # Ok(())
    /// # }
    /// ```
    Statements -> StatementsFrames, Response
}

impl Statements {
    /// The request for the statements of a ticker by year.
    pub fn new(ticker: impl Into<String>) -> Self {
        Self { request: virtual_finance::Statements::new(ticker.into()) }
    }
}

/// The frames of [`Statements`].
#[derive(Debug, Clone, PartialEq)]
pub struct StatementsFrames {
    response: Response,
}

impl StatementsFrames {
    /// Income statements. See [`frames::financials::full`](full).
    ///
    /// # Errors
    /// [`Error::Frame`], which no response is known to cause.
    pub fn income(&self) -> Result<DataFrame, Error> {
        full(&self.response.income)
    }

    /// Balance sheets. See [`frames::financials::full`](full).
    ///
    /// # Errors
    /// [`Error::Frame`], which no response is known to cause.
    pub fn balance_sheet(&self) -> Result<DataFrame, Error> {
        full(&self.response.balance_sheet)
    }

    /// Cash flow statements. See [`frames::financials::full`](full).
    ///
    /// # Errors
    /// [`Error::Frame`], which no response is known to cause.
    pub fn cash_flow(&self) -> Result<DataFrame, Error> {
        full(&self.response.cash_flow)
    }

    fn of_reply(
        _: &Statements,
        reply: Result<Reply<Response>, virtual_finance::Error>,
    ) -> Result<Self, Error> {
        Ok(reply?.response.into())
    }
}

impl From<Response> for StatementsFrames {
    fn from(response: Response) -> Self {
        Self { response }
    }
}
