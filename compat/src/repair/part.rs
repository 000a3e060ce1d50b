//! A short history, repaired within a longer one: what is about its bars are signs that it does not have itself.

use virtual_finance::responses::history::Response;

use super::bars::lists;
use super::rules::{Repaired, repair_and_list};

/// A day in seconds.
const DAY: i64 = 86_400;

/// Repairs a history within a longer one, and cuts it out again; `None` if the longer one has other bars.
pub(crate) fn repair_within(
    asked: &Response,
    longer: Response,
    finer: Option<&Response>,
) -> Option<Repaired> {
    let bars = &asked.ohlcdata;
    let places = places(asked, &longer)?;
    let part = *bars.timestamp.first()?..=*bars.timestamp.last()?;
    let Repaired { response: mut found, repairs, rows } = repair_and_list(longer, finer, &part);
    for list in lists(&mut found.ohlcdata) {
        *list = list.take().map(|list| places.iter().map(|row| list.get(*row).cloned().flatten()).collect());
    }
    let rows = places.iter().map(|row| rows.get(*row).is_some_and(|changed| *changed)).collect();
    found.ohlcdata.timestamp.clone_from(&bars.timestamp);
    let known: Vec<i64> =
        asked.dividends.iter().flatten().filter_map(|paid| paid.date.get().copied()).collect();
    let is_of = |date: &i64| known.contains(date) || part.contains(date);
    if let Some(list) = &mut found.dividends {
        list.retain(|paid| paid.date.get().is_some_and(is_of));
    }
    found.splits.clone_from(&asked.splits);
    found.capital_gains.clone_from(&asked.capital_gains);
    found.meta.clone_from(&asked.meta);
    Some(Repaired { response: found, repairs, rows })
}

/// Returns the place of each bar in the longer history; `None` if it lacks one, or has it with another close. The newest bar
/// may be of a later moment.
fn places(asked: &Response, longer: &Response) -> Option<Vec<usize>> {
    let times = &longer.ohlcdata.timestamp;
    let newest = asked.ohlcdata.timestamp.len().checked_sub(1)?;
    let place = |(row, time): (usize, &i64)| match times.binary_search(time) {
        Ok(place) => {
            let close = |of: &Response, row: usize| of.ohlcdata.close.as_ref()?.get(row)?.as_ref()?.as_f64();
            (row == newest || close(asked, row) == close(longer, place)).then_some(place)
        }
        Err(_) => {
            let last = times.len().checked_sub(1)?;
            let is_live = row == newest && times.get(last)?.abs_diff(*time) < DAY.unsigned_abs();
            is_live.then_some(last)
        }
    };
    asked.ohlcdata.timestamp.iter().enumerate().map(place).collect()
}
