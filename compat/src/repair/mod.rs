//! The repair of histories: errors of the host that the history itself gives away are mended and listed, and what
//! cannot be decided stays as it is and is listed too.
//!
//! Nothing is changed that is not shown wrong by two signs that do not depend on each other, and no more bars than the
//! error covers.
//!
//! [`repair`] is a pure function over a history that is not adjusted. [`crate::History::repair`] applies it before the
//! adjustment.

mod days;
mod dividends;
mod evidence;
mod gains;
mod gaps;
mod note;
mod phantoms;
mod series;
mod signs;
mod splits;
mod statistics;
mod steps;
mod units;
mod year;

use virtual_finance::responses::history::Response;

pub(crate) use gaps::finer;
pub use note::{Doubt, Reason, Repair, Repairs};
use series::Series;

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
/// Bars of any interval are searched for prices in another unit of the currency and for prices that are none, those of a
/// day and more for splits that the prices or the adjusted closes do not have, or have twice. Daily bars are also searched
/// for such dividends, and for capital gains that count twice. `finer` are the bars of hours that fill gaps of daily bars.
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
#[must_use]
pub fn repair(mut response: Response, finer: Option<&Response>) -> Repaired {
    let mut series = Series::of(&response);
    if !series.is_usual() {
        let count = u32::try_from(series.dividends.len()).map(f64::from).ok();
        let why = "are more than any instrument has, or the splits are; the history is not repaired";
        series.doubt(0, "Dividends", count, why);
    } else if series.is_in_order() {
        gaps::drop_impossible(&mut series);
        units::mend(&mut series);
        if series.is_daily || series.is_longer {
            splits::mend(&mut series);
        }
        if series.is_daily {
            if let Some(finer) = finer {
                let finer = repair(finer.clone(), None).response;
                gaps::fill(&mut series, &finer);
            }
            phantoms::mend_closes(&mut series);
            phantoms::mend(&mut series);
            gains::mend(&mut series);
            days::tell(&mut series);
            dividends::mend(&mut series);
        }
        gaps::drop_negative(&mut series);
        gaps::tell(&mut series);
    }
    let (repairs, rows) = series.write(&mut response);
    Repaired { response, repairs, rows }
}
