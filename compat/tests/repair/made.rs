//! Made histories of usual instruments, right in every cell: a repair leaves them as they are, and mends what is planted.

use virtual_finance::responses::history::Response;

use super::dice::Dice;
use super::extreme::{Bars, assert_right};
use super::measure::Measure;
use super::plant::{Column, PRICES, paid, scale, set, set_amount};

/// The usual move of an instrument, and the dividends of a day: a part of the price, or none.
type Pay = fn(&mut Dice, usize) -> Option<f64>;

/// Returns bars that pay on some days. A company pays about the same amount for a long time.
fn made(dice: &mut Dice, usual: f64, pay: Pay) -> Bars {
    let first = dice.of(&[0.4, 8.0, 40.0, 300.0]);
    let mut bars = Bars::default();
    bars.add(dice, first, first, usual, 1e6, 0.0);
    let mut level = first;
    for row in 1..300 + dice.below(300) {
        let before = bars.price();
        level = 0.99 * level + 0.01 * before;
        let paid = pay(dice, row).map_or(0.0, |part| (part * level * 1e6).round() / 1e6).min(0.5 * before);
        let open = (before - paid) * (usual * 0.3 * dice.bell()).exp();
        let close = open * (usual * dice.tail()).exp();
        bars.add(dice, open, close, usual, 1e6, paid);
    }
    bars
}

fn quarter(row: usize) -> Option<usize> {
    (row % 63 == 40).then_some(row / 63 % 4)
}

const KINDS: [(&str, f64, Pay); 8] = [
    ("a company", 0.015, |_, row| quarter(row).map(|_| 0.008)),
    ("a wild company", 0.045, |_, row| quarter(row).map(|_| 0.01)),
    ("a fund of bonds", 0.002, |_, row| (row % 21 == 10).then_some(0.003)),
    ("once a year", 0.012, |_, row| (row % 252 == 200).then_some(0.03)),
    // The last one of a year is what was left, of little or nothing.
    ("a small December", 0.01, |dice, row| {
        quarter(row).map(|quarter| if quarter == 3 { 0.006 * dice.part().powi(3) } else { 0.004 })
    }),
    ("small, and another in December", 0.01, |dice, row| match quarter(row) {
        None => (row % 252 == 238).then(|| 0.002 * dice.part()),
        Some(_) => Some(0.0015),
    }),
    ("special dividends", 0.012, |dice, row| match quarter(row) {
        None => (dice.below(150) == 0).then(|| 0.02 + 0.25 * dice.part()),
        Some(_) => Some(0.006),
    }),
    ("amounts of any size", 0.02, |dice, row| quarter(row).map(|_| 0.03 * dice.part().powi(4))),
];

fn of_kind(dice: &mut Dice) -> Response {
    let (_, usual, pay) = dice.of(&KINDS);
    made(dice, usual, pay).history(dice, "1d")
}

fn with_split(dice: &mut Dice) -> Response {
    let (_, usual, pay) = dice.of(&KINDS);
    let mut bars = made(dice, usual, pay);
    let row = 30 + dice.below(bars.close.len() - 60);
    bars.splits.push((row, dice.of(&[2.0, 3.0, 10.0, 1.5, 0.1, 0.5, 20.0])));
    bars.history(dice, "1d")
}

/// Some days without a trade: the bar is the close before.
fn with_gaps(dice: &mut Dice) -> Response {
    let (_, usual, pay) = dice.of(&KINDS);
    let mut bars = made(dice, usual, pay);
    for row in 1..bars.close.len() {
        if dice.below(3) == 0 && bars.paid[row] == 0.0 {
            let before = bars.close[row - 1];
            for list in [&mut bars.open, &mut bars.high, &mut bars.low, &mut bars.close] {
                list[row] = before;
            }
            bars.volume[row] = 0.0;
        }
    }
    bars.history(dice, "1d")
}

#[test]
fn histories_that_are_right_stay() {
    for (kind, make) in
        [("any", of_kind as fn(&mut Dice) -> Response), ("split", with_split), ("gaps", with_gaps)]
    {
        assert_right(kind, make);
    }
}

/// Most of what is planted is mended, and no right row is changed.
#[test]
fn faults_of_made_histories_are_mended() {
    let mut measure = Measure::default();
    for seed in 0..20 {
        let mut dice = Dice::of_seed(7_000 + seed);
        let clean = of_kind(&mut dice);
        plant(&mut measure, &mut dice, &clean, &seed.to_string());
    }
    println!("{measure}");
    let total = measure.total();
    assert_eq!(measure.harmful(), [""; 0], "\n{measure}");
    assert!(total.mended * 100 >= total.to_mend * 94, "\n{measure}");
}

fn plant(measure: &mut Measure, dice: &mut Dice, clean: &Response, name: &str) {
    let rows = clean.ohlcdata.timestamp.len();
    let at = 20 + dice.below(rows - 60);
    let factor = dice.of(&[100.0, 0.01]);
    let mut add = |kind: &str, change: &dyn Fn(&mut Response)| {
        let mut planted = clean.clone();
        change(&mut planted);
        measure.add(kind, name, clean, &planted, &[]);
    };
    add("unit: some bars", &|history| scale(history, &PRICES, at..at + 9, factor));
    add("unit: one cell", &|history| scale(history, &[Column::High], at..at + 1, factor));
    add("close: absent", &|history| set(history, Column::Close, at, None));
    add("close: zero", &|history| set(history, Column::Close, at, Some(0.0)));
    add("adjusted close: absent", &|history| set(history, Column::AdjClose, at, None));
    let all: Vec<_> =
        paid(clean).into_iter().enumerate().filter(|(_, paid)| paid.0 > 3 && paid.0 + 30 < rows).collect();
    if all.len() < 3 {
        return;
    }
    let (index, (row, amount, price)) = dice.of(&all);
    let step = 1.0 - amount / price;
    add("dividend: not adjusted for", &|history| scale(history, &[Column::AdjClose], 0..row, step.recip()));
    add("dividend: 100 in the events", &|history| set_amount(history, index, amount * 100.0));
    add("dividends: all 100 in the events", &|history| {
        for (index, (_, amount, _)) in paid(clean).into_iter().enumerate() {
            set_amount(history, index, amount * 100.0);
        }
    });
    add("dividend: the event on another day", &|history| {
        let day = history.ohlcdata.timestamp[row + 5];
        history.dividends.as_mut().unwrap()[index].date = Some(day).into();
    });
}
