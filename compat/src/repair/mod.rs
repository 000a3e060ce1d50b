//! The repair of histories: errors of the host that the history itself gives away are mended and listed, and what
//! cannot be decided stays as it is and is listed too.
//!
//! Nothing is changed that is not shown wrong by two signs that do not depend on each other, and no more bars than the
//! error covers. Each family of rules has a file of its own.
//!
//! [`repair`] is a pure function over a history that is not adjusted. [`crate::History::repair`] applies it before the
//! adjustment.

mod again;
mod amounts;
mod bars;
mod blocks;
mod differing;
mod dividends;
mod hours;
mod note;
mod numbers;
mod paid;
mod prices;
mod quotes;

use std::ops::RangeInclusive;

use virtual_finance::responses::history::Response;

use bars::{Bars, lists};
pub(crate) use hours::finer;
pub use note::{Doubt, Reason, Repair, Repairs};

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
#[must_use]
pub fn repair(response: Response, finer: Option<&Response>) -> Repaired {
    repair_and_list(response, finer, &(i64::MIN..=i64::MAX))
}

/// Repairs a history within a longer one, whose other bars are signs too, and cuts it out again; `None` if the longer one
/// has other bars.
pub(crate) fn repair_within(
    asked: &Response,
    longer: Response,
    finer: Option<&Response>,
) -> Option<Repaired> {
    let times = &asked.ohlcdata.timestamp;
    let places = places(asked, &longer)?;
    let part = *times.first()?..=*times.last()?;
    let Repaired { response: mut found, repairs, rows } = repair_and_list(longer, finer, &part);
    let mut response = asked.clone();
    for (list, found) in lists(&mut response.ohlcdata).into_iter().zip(lists(&mut found.ohlcdata)) {
        *list = found.take().map(|list| places.iter().map(|row| list.get(*row).cloned().flatten()).collect());
    }
    let known: Vec<_> = asked.dividends.iter().flatten().filter_map(|paid| paid.date.get()).collect();
    let is_of = |date: &i64| known.contains(&date) || part.contains(date);
    response.dividends = found.dividends;
    if let Some(list) = &mut response.dividends {
        list.retain(|paid| paid.date.get().is_some_and(is_of));
    }
    let rows = places.iter().map(|row| rows.get(*row) == Some(&true)).collect();
    Some(Repaired { response, repairs, rows })
}

/// Repairs a history, and lists the changes of a part of its times.
fn repair_and_list(mut response: Response, finer: Option<&Response>, part: &RangeInclusive<i64>) -> Repaired {
    let mut series = Bars::of(&response);
    if series.is_usual() {
        prices::mend(&mut series);
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

/// Returns the place of each bar in the longer history; `None` if it lacks one, or has it with another close. The newest
/// bar may be of another moment of its day.
fn places(asked: &Response, longer: &Response) -> Option<Vec<usize>> {
    const DAY: u64 = 86_400;
    let (all, times) = (&asked.ohlcdata.timestamp, &longer.ohlcdata.timestamp);
    let (newest, last) = (all.len().checked_sub(1)?, times.len().checked_sub(1)?);
    let close = |of: &Response, row: usize| of.ohlcdata.close.as_ref()?.get(row)?.as_ref()?.as_f64();
    let place = |(row, time): (usize, &i64)| match times.binary_search(time) {
        Ok(place) if row == newest || close(asked, row) == close(longer, place) => Some(place),
        Err(_) if row == newest && times.get(last)?.abs_diff(*time) < DAY => Some(last),
        _ => None,
    };
    all.iter().enumerate().map(place).collect()
}
