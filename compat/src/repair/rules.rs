//! The rules in their order.

use std::ops::RangeInclusive;

use virtual_finance::responses::history::Response;

use super::bars::Bars;
use super::note::Repairs;
use super::{blocks, dividends, hours, prices};

/// A repaired history.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Repaired {
    /// The history with its mended values. The others are as they were.
    pub response: Response,
    /// The changes, and what could not be decided.
    pub repairs: Repairs,
    /// True for each bar that was changed.
    pub rows: Vec<bool>,
}

/// Repairs a history whose prices are not adjusted.
///
/// Searches bars of any interval for prices in another unit of the currency and for missing prices, and bars of a day
/// or more for splits that the prices lack or have twice. Daily bars are also searched for such dividends and adjusted
/// closes, and for capital gains that count twice. `finer` are hourly bars that fill gaps of daily bars.
///
/// The more of a history there is, the more can be decided: the dividends about one are a witness of its amount.
///
/// ```
/// use virtual_finance::responses::history::Response;
/// use virtual_finance_compat::repair::repair;
///
/// fn mended(history: Response) -> Response {
///     let repaired = repair(history, None);
///     for change in &repaired.repairs.made {
///         println!("{change}");
///     }
///     repaired.response
/// }
/// ```
pub fn repair(response: Response, finer: Option<&Response>) -> Repaired {
    repair_and_list(response, finer, &(i64::MIN..=i64::MAX))
}

/// Repairs a history, and lists the changes of a part of its times.
pub(super) fn repair_and_list(
    mut response: Response,
    finer: Option<&Response>,
    part: &RangeInclusive<i64>,
) -> Repaired {
    let mut series = Bars::of(&response);
    if series.is_usual() {
        prices::drop_zeros(&mut series);
        prices::complete(&mut series);
        prices::mend_cells(&mut series);
        prices::mend_adjusted(&mut series);
        blocks::mend(&mut series, &response);
        if series.is_daily {
            if let Some(finer) = finer {
                hours::fill(&mut series, &repair(finer.clone(), None).response);
                prices::complete(&mut series);
            }
            dividends::mend(&mut series);
        }
        hours::report(&mut series);
    }
    let (repairs, rows) = series.write(&mut response, part);
    Repaired { response, repairs, rows }
}
