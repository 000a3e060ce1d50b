//! The repair of histories: errors of the host that the history itself gives away are mended and listed, and what
//! cannot be decided stays as it is and is listed too.
//!
//! Nothing is changed that is not shown wrong by two signs that do not depend on each other, and no more bars than the
//! error covers. Each rule has a file of its own, and the constants of all are in one.
//!
//! [`repair`] is a pure function over a history that is not adjusted. [`crate::History::repair`] applies it before the
//! adjustment.

mod again;
mod amounts;
mod blocks;
mod cells;
mod differing;
mod dividends;
mod evidence;
mod gains;
mod hours;
mod limits;
mod note;
mod part;
mod records;
mod series;
mod statistics;

use virtual_finance::responses::history::Response;

use std::ops::RangeInclusive;

pub(crate) use hours::finer;
pub use note::{Doubt, Reason, Repair, Repairs};
pub(crate) use part::repair_within;
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
/// day and more for splits that the prices do not have, or have twice. Daily bars are also searched for such dividends and
/// adjusted closes, and for capital gains that count twice. `finer` are the bars of hours that fill gaps of daily bars.
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
#[must_use]
pub fn repair(response: Response, finer: Option<&Response>) -> Repaired {
    repair_told(response, finer, &(i64::MIN..=i64::MAX))
}

/// Repairs a history, and lists the changes of a part of its times.
fn repair_told(mut response: Response, finer: Option<&Response>, part: &RangeInclusive<i64>) -> Repaired {
    let mut series = Series::of(&response);
    if let Some(events) = series.too_many() {
        series.doubt_all(events);
    } else if series.is_in_order() {
        records::drop_zeros(&mut series);
        records::complete(&mut series);
        cells::mend(&mut series);
        blocks::mend(&mut series);
        if series.is_daily {
            if let Some(finer) = finer {
                let finer = repair(finer.clone(), None).response;
                hours::fill(&mut series, &finer);
                records::complete(&mut series);
            }
            dividends::mend(&mut series);
        }
        hours::tell(&mut series);
    }
    let (repairs, rows) = series.write(&mut response, part);
    Repaired { response, repairs, rows }
}
