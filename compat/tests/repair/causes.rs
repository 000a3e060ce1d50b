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

fn split(history: &mut Response, row: i64, new: f64, old: f64) {
    let mut split = Split::default();
    split.date = Field::from(Some(BEGIN + DAY * row));
    split.numerator = Field::from(Number::from_f64(new));
    split.denominator = Field::from(Number::from_f64(old));
    history.splits.get_or_insert_default().push(split);
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
        // The quote is the price of the newest bar, which may be the wrong one as well.
        if days <= 2 {
            assert_told(&planted);
            continue;
        }
        let found = repaired(&planted);
        assert_same(&found.response, &clean, 1e-9);
        assert_eq!(found.rows.iter().filter(|row| **row).count(), 60 - days, "{}", found.repairs);
    }
}

/// A wrong newest bar, of which the quote is the price, changes none of those before it.
#[test]
fn a_quote_of_the_newest_bar_is_no_second_sign() {
    for (bad, factor) in [(1, 100.0), (2, 100.0), (1, 0.01), (2, 0.01)] {
        let mut planted = bars(60, 14.55);
        scale(&mut planted, &PRICES, 60 - bad..60, factor);
        quote(&mut planted, 14.55 * factor);
        assert_told(&planted);
    }
}

/// The 247 right bars before the newest 5 to 11 were divided, and the bad ones stayed.
#[test]
fn a_later_price_decides_the_unit_of_the_newest_bars() {
    let mut clean = bars(260, 300.0);
    quote(&mut clean, 408.21);
    clean.meta.regular_market_time = Field::from(Some(BEGIN + 1400 * DAY));
    for bad in 1..13 {
        for factor in [0.01, 100.0] {
            let mut planted = clean.clone();
            scale(&mut planted, &PRICES, 260 - bad..260, factor);
            let found = repaired(&planted);
            assert_same(&found.response, &clean, 1e-9);
            assert_eq!(found.rows.iter().filter(|row| **row).count(), bad, "{}", found.repairs);
            // A price that nobody knows, and one of decades later, decide nothing: the greater part is not right for that.
            for time in [None, Some(BEGIN + 8000 * DAY)] {
                let mut planted = planted.clone();
                match time {
                    None => planted.meta.regular_market_price = Field::Absent,
                    time => planted.meta.regular_market_time = Field::from(time),
                }
                assert_told(&planted);
            }
        }
    }
}

/// Bars without a value hide two dividends, whose changes of the adjusted closes are one.
#[test]
fn a_gap_about_two_dividends_says_nothing_of_either() {
    let mut planted = history(&[0.001; 100], 50.0, 0.01);
    let rows: Vec<usize> = paid(&planted).iter().map(|(row, ..)| *row).collect();
    for row in rows[1] - 1..rows[2] {
        let bars = &mut planted.ohlcdata;
        for column in [&mut bars.open, &mut bars.high, &mut bars.low, &mut bars.close, &mut bars.adjclose] {
            column.as_mut().unwrap()[row] = None;
        }
    }
    let found = repaired(&planted);
    assert_eq!(found.response.ohlcdata.adjclose, planted.ohlcdata.adjclose, "{}", found.repairs);
}

/// Prices in fils have a thousand of them in a dinar. A dividend that is a hundred times too great is none in another unit, and the
/// adjusted closes have the right one.
#[test]
fn adjusted_closes_in_fils_keep_their_dividends() {
    let mut planted = history(&[0.001; 100], 600.0, 0.01);
    planted.meta.currency = Field::from("KWF");
    let index = 1;
    let (_, amount, _) = paid(&planted)[index];
    let clean = planted.clone();
    set_amount(&mut planted, index, amount * 100.0);
    assert_same(&repaired(&planted).response, &clean, 1e-4);
}

/// A fault of a split ends where it comes back, and not at a later split at which the price really falls.
#[test]
fn a_short_fault_does_not_reach_to_a_later_split() {
    let mut clean = bars(260, 100.0);
    split(&mut clean, 159, 5.0, 4.0);
    split(&mut clean, 200, 1281.0, 1000.0);
    scale(&mut clean, &PRICES, 200..260, 1.0 / 1.281);
    let mut planted = clean.clone();
    scale(&mut planted, &PRICES, 162..165, 1.25);
    let found = repaired(&planted);
    let changed: Vec<usize> =
        found.rows.iter().enumerate().filter(|(_, is_changed)| **is_changed).map(|(row, _)| row).collect();
    assert!(changed.iter().all(|row| (161..=165).contains(row)), "{changed:?}: {}", found.repairs);
}

fn assert_told(history: &Response) {
    let found = repaired(history);
    assert!(found.repairs.made.is_empty() && !found.repairs.undecided.is_empty(), "{}", found.repairs);
    assert_eq!(found.response, *history);
}

fn moved(clean: &Response, row: usize, factor: f64) -> Response {
    let mut history = clean.clone();
    let end = history.ohlcdata.timestamp.len();
    scale(&mut history, &PRICES, row..end, factor);
    scale(&mut history, &[Column::Volume], row..row + 1, 3.0);
    history.meta.regular_market_price = history.ohlcdata.close.as_ref().unwrap()[end - 1].clone().into();
    history
}

/// The other prices of the first bar were made 100 times as great, like its close.
#[test]
fn a_first_close_in_another_unit_changes_no_other_price() {
    let mut clean = history(&[0.001; 100], 50.0, 0.01);
    scale(&mut clean, &[Column::Volume], 1..2, 3.0);
    let mut planted = clean.clone();
    scale(&mut planted, &[Column::Close, Column::AdjClose], 0..1, 100.0);
    assert_same(&repaired(&planted).response, &clean, 1e-9);
}

/// All before it was made 98 times as great, or a hundredth.
#[test]
fn a_fall_to_a_hundredth_and_a_rise_to_a_hundred_times_stay() {
    for row in (20..240).step_by(20) {
        for factor in [0.0102, 0.01, 100.0, 98.0] {
            let history = moved(&bars(260, 50.0), row, factor);
            assert!(repaired(&history).repairs.made.is_empty(), "{row} {factor}");
        }
        // Up, and down again after ten days.
        let history = moved(&moved(&bars(260, 0.5), row, 100.0), row + 10, 1.0 / 95.0);
        assert_told(&history);
    }
}

/// All before a split was multiplied where the price moved as much within days of it.
#[test]
fn a_move_by_the_ratio_of_a_split_near_it_stays() {
    for (new, old) in [(6.0, 5.0), (5.0, 4.0), (4.0, 3.0), (3.0, 2.0), (2.0, 1.0), (1.0, 2.0)] {
        // On its own day the ratio says that it lacks the split.
        for days in 1..7 {
            for size in [new / old, old / new] {
                for row in [40, 100, 160] {
                    let mut plain = bars(200, 50.0);
                    split(&mut plain, row, new, old);
                    let row = usize::try_from(row).unwrap() + days;
                    for factor in [size * 0.97, size, size * 1.03] {
                        let history = moved(&plain, row, factor);
                        let found = repaired(&history);
                        assert_eq!(found.response, history, "1:{} {row} x {factor}", new / old);
                    }
                    // One whose dividends are right.
                    let mut history = moved(&self::history(&[0.001; 200], 50.0, 0.01), row, size);
                    for (index, (paid, amount, _)) in paid(&history).into_iter().enumerate() {
                        if paid > row {
                            set_amount(&mut history, index, amount * size);
                        }
                    }
                    history.splits = plain.splits.clone();
                    let found = repaired(&history);
                    assert_eq!(found.response, history, "1:{} {row} x {size}", new / old);
                }
            }
        }
    }
}

/// A price that lacks a split is mended where the dividends, the adjusted closes or the volumes show it.
#[test]
fn a_missing_split_is_mended_by_its_second_sign() {
    let adjusted = [Column::Open, Column::High, Column::Low, Column::Close];
    for (new, old) in [(5.0, 4.0), (3.0, 2.0), (2.0, 1.0), (10.0, 1.0), (1.0, 10.0)] {
        let ratio = new / old;
        let mut clean = history(&[0.001; 200], 50.0, 0.01);
        split(&mut clean, 110, new, old);
        let mut lacking = clean.clone();
        scale(&mut lacking, &PRICES, 0..110, ratio);
        scale(&mut lacking, &[Column::Volume], 0..110, 1.0 / ratio);
        let mut disagreeing = clean.clone();
        scale(&mut disagreeing, &adjusted, 0..110, ratio);
        for planted in [lacking, disagreeing] {
            assert_same(&repaired(&planted).response, &clean, 1e-3);
        }
        // Without dividends its day shows it, and on another day the volumes, of a ratio that is not small.
        let mut clean = bars(200, 50.0);
        split(&mut clean, 110, new, old);
        let mut planted = clean.clone();
        scale(&mut planted, &PRICES, 0..110, ratio);
        scale(&mut planted, &[Column::Volume], 0..110, 1.0 / ratio);
        assert_same(&repaired(&planted).response, &clean, 1e-3);
        let mut planted = clean.clone();
        scale(&mut planted, &PRICES, 0..113, ratio);
        scale(&mut planted, &[Column::Volume], 0..113, 1.0 / ratio);
        match ratio {
            1.2..1.9 => assert_told(&planted),
            _ => assert_same(&repaired(&planted).response, &clean, 1e-3),
        }
    }
}

/// A right dividend of 8% was moved to the day of bad news.
#[test]
fn a_right_dividend_before_a_real_fall_of_its_size_stays() {
    for later in 2..20 {
        let part = 0.08;
        // Good news make up for the dividend of the 40th day.
        let mut history = bars(120, 50.0);
        let before = list(&mut history, Column::Close)[39].as_ref().and_then(Number::as_f64).unwrap();
        history = moved(&history, 40 + later, 0.918);
        let mut paid = self::history(&[0.0; 120], 50.0, 0.01).dividends.unwrap()[0].clone();
        paid.amount = Field::from(Number::from_f64(part * before));
        paid.date = Field::from(Some(BEGIN + 40 * DAY));
        history.dividends = Some(vec![paid]);
        history.ohlcdata.adjclose = history.ohlcdata.close.clone();
        scale(&mut history, &[Column::AdjClose], 0..40, 1.0 - part);
        assert_told(&history);
    }
}

/// Of a few bars that lack a small split the volume of one changed that was half as great as usual anyway.
#[test]
fn volumes_of_few_bars_stay_whatever_a_small_ratio_says() {
    let mut clean = bars(120, 50.0);
    split(&mut clean, 60, 3.0, 2.0);
    for bars in 1..6 {
        for natural in [0.5, 0.6, 1.0 / 1.5, 1.5, 2.0] {
            let mut clean = clean.clone();
            scale(&mut clean, &[Column::Volume], 60 - bars..60, natural);
            let mut planted = clean.clone();
            scale(&mut planted, &PRICES, 60 - bars..60, 1.5);
            assert_same(&repaired(&planted).response, &clean, 1e-9);
        }
    }
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

/// States the prices of the last 52 weeks beside a history.
fn year(history: &mut Response, low: f64, high: f64) {
    history.meta.other.insert("fiftyTwoWeekLow".to_owned(), low.into());
    history.meta.other.insert("fiftyTwoWeekHigh".to_owned(), high.into());
}

/// A part that is 100 times as great, with as much traded as on a day of a real fall: only the prices of the year say which
/// it is.
#[test]
fn the_prices_of_the_year_decide_between_a_unit_and_a_fall() {
    let history = moved(&bars(260, 5000.0), 100, 0.01);
    assert_told(&history);
    let mut clean = history.clone();
    scale(&mut clean, &PRICES, 0..100, 0.01);
    for (low, high, is_unit) in [(40.0, 90.0, true), (40.0, 9000.0, false)] {
        let mut stated = history.clone();
        year(&mut stated, low, high);
        if is_unit {
            let mut clean = clean.clone();
            year(&mut clean, low, high);
            assert_same(&repaired(&stated).response, &clean, 1e-9);
        } else {
            assert_told(&stated);
        }
    }
    // Ten days of it, within the prices of the year.
    let mut back = moved(&bars(260, 50.0), 100, 100.0);
    scale(&mut back, &PRICES, 110..260, 0.01);
    scale(&mut back, &[Column::Volume], 100..101, 1.0 / 3.0);
    quote(&mut back, 60.0);
    assert!(!repaired(&back).repairs.made.is_empty());
    year(&mut back, 40.0, 9000.0);
    assert_told(&back);
}

/// In autumn 2024 the host stated the prices of the day as those of the year; and older bars are not of the year.
#[test]
fn the_prices_of_a_day_are_not_those_of_the_year() {
    let mut history = moved(&bars(260, 5000.0), 100, 0.01);
    year(&mut history, 60.0, 66.0);
    for (key, price) in [("regularMarketDayLow", 60.0), ("regularMarketDayHigh", 66.0)] {
        history.meta.other.insert(key.to_owned(), price.into());
    }
    assert_told(&history);
    let mut history = moved(&bars(660, 5000.0), 100, 0.01);
    year(&mut history, 40.0, 900.0);
    assert_told(&history);
}
