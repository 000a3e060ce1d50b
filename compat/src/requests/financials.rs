//! The class Financials.

use polars_core::prelude::DataFrame;
use virtual_finance::notes::StatementCurrencies;
use virtual_finance::responses::financials::{Response, Statements};

use crate::error::Error;
use crate::frames::financials::{Period, earnings, statements};
use crate::requests::fetching::{Fetch, Frames};

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
pub type Financials = Fetch<virtual_finance::Financials>;

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
pub type FinancialsFrames = Frames<Response>;

impl FinancialsFrames {
    /// Returns the currencies of the statements, where the reply names them; [`single`](StatementCurrencies::single)
    /// is their common currency.
    pub fn currencies(&self) -> StatementCurrencies {
        self.noted()
    }
}

impl FinancialsFrames {
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

    fn periods(&self, kind: fn(&Response) -> Option<&Statements>) -> Result<Periods, Error> {
        Ok(Periods {
            yearly: statements(&self.response, kind, Period::Yearly)?,
            quarterly: statements(&self.response, kind, Period::Quarterly)?,
        })
    }
}
