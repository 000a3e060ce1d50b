//! The class Holders.

use virtual_finance::notes::Currencies;
use virtual_finance::responses::holders::Response;

use crate::frames::holders::{major, table};
use crate::requests::fetching::{Fetch, Frames, frame_methods};

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
pub type Holders = Fetch<virtual_finance::Holders>;

/// The frames of a [`Holders`] request. A table that the page does not have has no rows.
pub type HoldersFrames = Frames<Response>;

impl HoldersFrames {
    /// Returns the currencies of the amounts, as far as the reply says them.
    pub fn currencies(&self) -> Currencies {
        self.noted()
    }
}

frame_methods! {
    HoldersFrames |response|
    /// Kinds of holders. See [`frames::holders::major`](crate::frames::holders::major).
    major: major(response);
    /// Returns the largest institutions. See [`frames::holders::table`](crate::frames::holders::table); `%
    /// Out` is a fraction.
    institutional: table(response.institutional.as_ref());
    /// Returns the largest mutual funds, as [`institutional`](Self::institutional).
    mutualfund: table(response.mutualfund.as_ref());
}
