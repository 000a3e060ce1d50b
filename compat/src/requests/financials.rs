//! The class Financials.

use polars_core::prelude::DataFrame;
use virtual_finance::Reply;
use virtual_finance::notes::StatementCurrencies;
use virtual_finance::responses::financials::{Response, Statements};

use crate::error::Error;
use crate::frames::financials::{Period, earnings, statements};
use crate::requests::fetching::request_class;

request_class! {
    /// The statements and earnings of a company: `balancesheet`, `cashflow`, `financials`, `earnings`.
    ///
    /// ```no_run
    /// # async fn example() -> Result<(), virtual_finance_compat::Error> {
    /// use virtual_finance::Client;
    /// use virtual_finance_compat::Financials;
    ///
    /// let financials = Financials::new("IBM").fetch(&Client::new()?).await?;
    /// println!("{}", financials.balancesheet()?.quarterly);
    /// println!("{:?}", financials.response().earnings);
    /// # Ok(())
    /// # }
    /// ```
    Financials -> FinancialsFrames, Response
}

impl Financials {
    /// Creates the request for a ticker.
    pub fn new(ticker: impl Into<String>) -> Self {
        Self { request: virtual_finance::Financials::new(ticker.into()) }
    }
}

/// A frame by year and one by quarter.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Periods {
    /// By fiscal year.
    pub yearly: DataFrame,
    /// By quarter.
    pub quarterly: DataFrame,
}

/// The frames of a [`Financials`] request. A group that the reply does not have has no rows.
///
/// [`frames::financials`](crate::frames::financials) explains the columns.
#[derive(Debug, Clone, PartialEq)]
pub struct FinancialsFrames {
    response: Response,
    currencies: StatementCurrencies,
}

impl FinancialsFrames {
    /// Returns the currencies of the statements, where the reply names them;
    /// [`single`](StatementCurrencies::single) is that of all where they have one.
    #[must_use]
    pub const fn currencies(&self) -> &StatementCurrencies {
        &self.currencies
    }

    /// Balance sheets.
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn balancesheet(&self) -> Result<Periods, Error> {
        self.periods(|response| response.balancesheet.as_ref())
    }

    /// Cash flow statements.
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn cashflow(&self) -> Result<Periods, Error> {
        self.periods(|response| response.cashflow.as_ref())
    }

    /// Income statements.
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn financials(&self) -> Result<Periods, Error> {
        self.periods(|response| response.financials.as_ref())
    }

    /// Revenue and earnings.
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn earnings(&self) -> Result<Periods, Error> {
        Ok(Periods {
            yearly: earnings(&self.response, Period::Yearly)?,
            quarterly: earnings(&self.response, Period::Quarterly)?,
        })
    }

    fn of_reply(
        _: &Financials,
        reply: Result<Reply<Response>, virtual_finance::Error>,
    ) -> Result<Self, Error> {
        let reply = reply?;
        let currencies = reply.notes.get().cloned().unwrap_or_default();
        Ok(Self { response: reply.response, currencies })
    }

    fn periods(&self, kind: fn(&Response) -> Option<&Statements>) -> Result<Periods, Error> {
        Ok(Periods {
            yearly: statements(&self.response, kind, Period::Yearly)?,
            quarterly: statements(&self.response, kind, Period::Quarterly)?,
        })
    }
}

impl From<Response> for FinancialsFrames {
    fn from(response: Response) -> Self {
        Self { response, currencies: StatementCurrencies::default() }
    }
}
