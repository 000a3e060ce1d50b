//! The class Valuation.

use polars_core::prelude::DataFrame;
use virtual_finance::ValuationPeriod;
use virtual_finance::responses::valuation::Response;

use crate::error::Error;
use crate::frames;
use crate::requests::fetching::{Fetch, Frames};

/// The value of a company and its ratios over time. [`Valuation::new`] has today's and the ends of quarters;
/// [`From`] takes a [`virtual_finance::Valuation`] with other periods.
pub type Valuation = Fetch<virtual_finance::Valuation>;

/// The frames of a [`Valuation`] request. Periods that were not asked for have no columns.
pub type ValuationFrames = Frames<Response>;

impl ValuationFrames {
    /// Returns the measures of today and of the ends of the last five quarters, as yfinance does. See
    /// [`frames::valuation::measures`].
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn valuation(&self) -> Result<DataFrame, Error> {
        /// The number of periods that yfinance shows.
        const PERIODS: usize = 5;
        self.measures(ValuationPeriod::Quarterly, Some(PERIODS))
    }

    /// Returns the measures of today and of the newest periods of one kind, all of them without a maximum. See
    /// [`frames::valuation::measures`].
    ///
    /// # Errors
    /// [`Error::Frame`] if polars rejects a column.
    pub fn measures(&self, period: ValuationPeriod, maximum: Option<usize>) -> Result<DataFrame, Error> {
        let periods = match period {
            ValuationPeriod::Quarterly => self.response.quarterly.as_slice(),
            ValuationPeriod::Annual => &self.response.annual,
            ValuationPeriod::Monthly => &self.response.monthly,
            ValuationPeriod::Trailing => &self.response.trailing,
            // A kind that this version does not know has no list.
            _ => &[],
        };
        let shown = periods.get(..maximum.unwrap_or(usize::MAX)).unwrap_or(periods);
        frames::valuation::measures(&self.response, shown)
    }
}
