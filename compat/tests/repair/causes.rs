//! Right prices and dividends that a repair once changed.

use virtual_finance::responses::Field;
use virtual_finance::responses::Number;
use virtual_finance::responses::history::{Response, Split};

use super::invented::{BEGIN, DAY, history};
use super::plant::{Column, PRICES, assert_same, list, paid, repaired, scale, set_amount};

/// Returns bars with small changes whose price is about `first`, without dividends.
fn bars(count: usize, first: f64) -> Response {
    let changes: Vec<f64> = (0..count).map(|row| if row % 2 == 0 { 0.004 } else { -0.003 }).collect();
    let mut history = history(&changes, first, 0.01);
    history.dividends = None;
    let closes = history.ohlcdata.close.clone();
    history.ohlcdata.adjclose = closes;
    history
}

/// Adds a split at a row.
fn split(history: &mut Response, row: i64, new: f64, old: f64) {
    let mut split = Split::default();
    split.date = Field::from(Some(BEGIN + DAY * row));
    split.numerator = Field::from(Number::from_f64(new));
    split.denominator = Field::from(Number::from_f64(old));
    history.splits = Some(vec![split]);
}

fn quote(history: &mut Response, price: f64) {
    history.meta.regular_market_price = Field::from(Number::from_f64(price));
}

/// One bad bar two days before a split of 1:10 made all nine right bars before it ten times as great.
#[test]
fn a_bad_bar_before_a_split_changes_no_other() {
    for (bad, before) in [(10, 12), (11, 12), (9, 12), (12, 12), (13, 12)] {
        for factor in [10.0, 0.1] {
            let mut clean = bars(60, 50.0);
            split(&mut clean, before, 10.0, 1.0);
            let mut planted = clean.clone();
            scale(&mut planted, &PRICES, bad..bad + 1, factor);
            let found = repaired(&planted);
            assert_same(&found.response, &clean, 1e-9);
            assert_eq!(found.rows.iter().filter(|row| **row).count(), 1, "{}", found.repairs);
        }
    }
}

/// 11 right bars became 10,000 times as great, and 16 a tenth, with the bad one left.
#[test]
fn right_bars_before_a_split_stay_whatever_its_ratio() {
    for (rows, new, old) in [(11, 10_000.0, 1.0), (11, 1.0, 10_000.0), (16, 1.0, 10.0), (16, 100.0, 1.0)] {
        for bad in [rows - 3, rows - 1, rows, rows + 2] {
            for factor in [new / old, old / new] {
                let mut clean = bars(50, 50.0);
                split(&mut clean, i64::try_from(rows).unwrap(), new, old);
                let mut planted = clean.clone();
                scale(&mut planted, &PRICES, bad..bad + 1, factor);
                assert_same(&repaired(&planted).response, &clean, 1e-9);
            }
        }
    }
}

/// For ten days after a switch of units the right bars lost: 14.55 became 0.1455.
#[test]
fn the_unit_is_that_of_the_current_price_and_the_newest_bars() {
    for days in 1..30 {
        let mut clean = bars(60, 14.55);
        quote(&mut clean, 14.55);
        let mut planted = clean.clone();
        scale(&mut planted, &PRICES, 0..60 - days, 100.0);
        let found = repaired(&planted);
        assert_same(&found.response, &clean, 1e-9);
        assert_eq!(found.rows.iter().filter(|row| **row).count(), 60 - days, "{}", found.repairs);
    }
}

/// A current price of another day than the newest bars says nothing about their unit.
#[test]
fn an_old_history_is_not_of_the_unit_of_the_current_price() {
    let mut clean = bars(60, 14.55);
    quote(&mut clean, 1455.0);
    clean.meta.regular_market_time = Field::from(Some(BEGIN + 400 * DAY));
    let mut planted = clean.clone();
    scale(&mut planted, &PRICES, 0..50, 100.0);
    assert_same(&repaired(&planted).response, &clean, 1e-9);
}

/// 0.42 became 0.000042, a hundredth twice.
#[test]
fn a_dividend_is_divided_once() {
    let mut clean = history(&[0.001; 100], 42.0, 0.01);
    quote(&mut clean, 40.0);
    // The prices before row 70 are in pence; the dividends in pence too, or right already.
    for is_scaled in [true, false] {
        let mut planted = clean.clone();
        scale(&mut planted, &PRICES, 0..70, 100.0);
        for (index, (row, amount, price)) in paid(&clean).into_iter().enumerate().rev() {
            if row >= 70 {
                continue;
            }
            if is_scaled {
                set_amount(&mut planted, index, amount * 100.0);
            } else {
                // The host took the amount of 0.42 off the prices in pence.
                let off = (1.0 - 0.01 * amount / price) / (1.0 - amount / price);
                scale(&mut planted, &[Column::AdjClose], 0..row, off);
            }
        }
        let found = repaired(&planted);
        assert_same(&found.response, &clean, 1e-4);
        assert!(paid(&found.response).iter().all(|(_, amount, _)| (amount - 0.42).abs() < 1e-9));
    }
}

/// Those before them came as a hundredth, and the adjusted closes have a hundredth of all.
#[test]
fn right_dividends_after_wrong_ones_are_not_divided() {
    let amounts = [0.000285, 0.000291, 0.0306, 0.0295, 0.0277];
    let mut history = history(&[0.001; 110], 2.1, 0.0306 / 2.1);
    for (index, amount) in amounts.into_iter().enumerate() {
        let (row, before, close) = paid(&history)[index];
        let adjusted = if index < 2 { amount } else { amount / 100.0 };
        let factor = (1.0 - adjusted / close) / (1.0 - before / close);
        scale(&mut history, &[Column::AdjClose], 0..row, factor);
        set_amount(&mut history, index, amount);
    }
    let found = repaired(&history);
    let now: Vec<f64> = paid(&found.response).iter().map(|paid| paid.1).collect();
    assert_eq!(now[2..], amounts[2..], "{}", found.repairs);
}

/// 0.0306, 0.0295 and 0.0277 of a stock in pence were divided.
#[test]
fn right_dividends_of_a_stock_in_pence_are_not_divided() {
    for price in [85.0, 320.0, 3.2, 0.9, 0.31] {
        let mut clean = history(&[0.001; 70], price, 0.0306 / price);
        for (index, amount) in [0.0306, 0.0295, 0.0277].into_iter().enumerate() {
            let (row, before, close) = paid(&clean)[index];
            scale(&mut clean, &[Column::AdjClose], 0..row, (1.0 - amount / close) / (1.0 - before / close));
            set_amount(&mut clean, index, amount);
        }
        let found = repaired(&clean);
        assert_eq!(found.response, clean, "{price}: {}", found.repairs);
        // Nor where all closes before a day are in pounds.
        let mut planted = clean.clone();
        scale(&mut planted, &PRICES, 0..30, 0.01);
        quote(&mut planted, price);
        let found = repaired(&planted);
        assert_eq!(
            paid(&found.response).iter().map(|paid| paid.1).collect::<Vec<_>>(),
            [0.0306, 0.0295, 0.0277]
        );
        let rows = list(&mut planted, Column::Close).len();
        assert_eq!(found.rows.len(), rows);
    }
}
