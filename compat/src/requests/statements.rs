//! The class Statements.

use virtual_finance::responses::statements::{FullStatement, Response};

use crate::frames::financials::full;
use crate::requests::fetching::{Fetch, Frames, frame_methods};

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
pub type Statements = Fetch<virtual_finance::Statements>;

/// The frames of [`Statements`].
pub type StatementsFrames = Frames<Response>;

frame_methods! {
    StatementsFrames |response|
    /// Income statements. See [`frames::financials::full`](full).
    income: full(&response.income);
    /// Balance sheets. See [`frames::financials::full`](full).
    balance_sheet: full(&response.balance_sheet);
    /// Cash flow statements. See [`frames::financials::full`](full).
    cash_flow: full(&response.cash_flow);
}

impl StatementsFrames {
    /// Returns the currency of the amounts, if it is one and the same in all statements. Amounts a share are in it too.
    pub fn currency(&self) -> Option<&str> {
        let Response { income, balance_sheet, cash_flow, .. } = &self.response;
        let all = || income.iter().chain(balance_sheet).chain(cash_flow);
        let currency = all().find_map(FullStatement::currency)?;
        let is_same = |statement: &FullStatement| {
            statement.0.keys().all(|row| statement.currency_of(row).is_none_or(|other| other == currency))
        };
        all().all(is_same).then_some(currency)
    }
}
