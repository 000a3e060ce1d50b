//! Faults that are planted into a history, and its comparison with what it was.

use std::ops::Range;

use virtual_finance::responses::history::Response;
use virtual_finance::responses::{Field, Number};
use virtual_finance_compat::repair::{Repaired, repair};

/// The columns of bars.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Column {
    Open,
    High,
    Low,
    Close,
    AdjClose,
    Volume,
}

use Column::{AdjClose, Close, High, Low, Open, Volume};

pub(crate) const PRICES: [Column; 5] = [Open, High, Low, Close, AdjClose];
const ALL: [Column; 6] = [Open, High, Low, Close, AdjClose, Volume];

pub(crate) fn list(history: &mut Response, column: Column) -> &mut Vec<Option<Number>> {
    let bars = &mut history.ohlcdata;
    let list = match column {
        Open => &mut bars.open,
        High => &mut bars.high,
        Low => &mut bars.low,
        Close => &mut bars.close,
        AdjClose => &mut bars.adjclose,
        Volume => &mut bars.volume,
    };
    list.as_mut().unwrap()
}

pub(crate) fn get(history: &Response, column: Column, row: usize) -> Option<f64> {
    list(&mut history.clone(), column)[row].as_ref().and_then(Number::as_f64)
}

pub(crate) fn set(history: &mut Response, column: Column, row: usize, value: Option<f64>) {
    list(history, column)[row] = value.and_then(Number::from_f64);
}

pub(crate) fn scale(history: &mut Response, columns: &[Column], rows: Range<usize>, factor: f64) {
    for column in columns {
        for cell in &mut list(history, *column)[rows.clone()] {
            *cell = cell.as_ref().and_then(|value| Number::from_f64(value.as_f64()? * factor));
        }
    }
}

pub(crate) fn paid(history: &Response) -> Vec<(usize, f64, f64)> {
    let closes = list(&mut history.clone(), Close).clone();
    let rows = history.dividends.iter().flatten().map(|paid| {
        let date = *paid.date.get().unwrap();
        let row = history.ohlcdata.timestamp.partition_point(|time| *time < date - 43_200);
        let before = closes[row.saturating_sub(1)].as_ref().and_then(Number::as_f64);
        (row, paid.amount.as_f64().unwrap(), before.unwrap_or_default())
    });
    rows.collect()
}

pub(crate) fn set_amount(history: &mut Response, index: usize, amount: f64) {
    history.dividends.as_mut().unwrap()[index].amount = Field::from(Number::from_f64(amount));
}

pub(crate) fn repaired(history: &Response) -> Repaired {
    let once = repair(history.clone(), None);
    let twice = repair(once.response.clone(), None);
    assert!(twice.repairs.made.is_empty(), "a second repair: {}", twice.repairs);
    assert_eq!(once.rows.len(), history.ohlcdata.timestamp.len());
    for column in ALL {
        let pairs = list(&mut history.clone(), column)
            .clone()
            .into_iter()
            .zip(list(&mut once.response.clone(), column).clone());
        for (row, (before, after)) in pairs.enumerate() {
            assert!(before == after || once.rows[row], "{column:?} of bar {row} is not marked");
        }
    }
    once
}

pub(crate) fn assert_same(found: &Response, expected: &Response, tolerance: f64) {
    for column in ALL {
        let (found, expected) =
            (list(&mut found.clone(), column).clone(), list(&mut expected.clone(), column).clone());
        for (row, (found, expected)) in found.iter().zip(&expected).enumerate() {
            match (found.as_ref().and_then(Number::as_f64), expected.as_ref().and_then(Number::as_f64)) {
                (Some(found), Some(expected)) => assert!(
                    (found - expected).abs() <= tolerance * expected.abs(),
                    "{column:?} of bar {row} is {found} instead of {expected}"
                ),
                (found, expected) => assert_eq!(found, expected, "{column:?} of bar {row}"),
            }
        }
    }
    for (found, expected) in found.dividends.iter().flatten().zip(expected.dividends.iter().flatten()) {
        let (found, expected) = (found.amount.as_f64().unwrap(), expected.amount.as_f64().unwrap());
        assert!(
            (found - expected).abs() <= tolerance * expected,
            "a dividend of {found} instead of {expected}"
        );
    }
}

/// Checks that faults are mended: the history is what it was, and some repair is told.
pub(crate) fn assert_mended(clean: &Response, planted: &Response) -> Repaired {
    let repaired = repaired(planted);
    assert!(!repaired.repairs.made.is_empty(), "nothing was found");
    assert_same(&repaired.response, clean, 1e-4);
    repaired
}
