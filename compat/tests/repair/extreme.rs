//! Histories that are right and look wrong: falls of 99%, prices that rise a hundredfold and come back, and instruments that
//! pay a part of their price every week. A repair leaves them as they are.

use serde_json::{Value, json};
use virtual_finance::responses::history::Response;
use virtual_finance_compat::repair::repair;

use super::dice::Dice;
use super::invented::{BEGIN, DAY};
use super::measure::Measure;
use super::plant::{PRICES, scale};
use crate::support::convert;

/// The bars of an invented history.
#[derive(Default)]
pub(crate) struct Bars {
    pub(crate) open: Vec<f64>,
    pub(crate) high: Vec<f64>,
    pub(crate) low: Vec<f64>,
    pub(crate) close: Vec<f64>,
    pub(crate) volume: Vec<f64>,
    /// The dividend on the day of a bar.
    pub(crate) paid: Vec<f64>,
    /// The row and the ratio of each split.
    pub(crate) splits: Vec<(usize, f64)>,
}

impl Bars {
    pub(crate) fn price(&self) -> f64 {
        self.close.last().copied().unwrap()
    }

    /// Adds a bar that opens and closes at prices, of which a part is paid before.
    pub(crate) fn add(&mut self, dice: &mut Dice, open: f64, close: f64, range: f64, volume: f64, paid: f64) {
        self.open.push(open);
        self.close.push(close);
        self.high.push(open.max(close) * (1.0 + range * dice.part()));
        self.low.push(open.min(close) / (1.0 + range * dice.part()));
        self.volume.push((volume * (0.6 * dice.bell()).exp()).round());
        self.paid.push(paid);
    }

    fn add_usual(&mut self, dice: &mut Dice, usual: f64, volume: f64) {
        let before = self.price();
        let open = before * (usual * 0.3 * dice.bell()).exp();
        let close = open * (usual * dice.tail()).exp();
        self.add(dice, open, close, usual, volume, 0.0);
    }

    pub(crate) fn add_move(&mut self, dice: &mut Dice, factor: f64, days: usize, volume: f64) {
        for _ in 0..days {
            let before = self.price();
            let after = before * factor.powf(1.0 / days as f64) * (0.03 * dice.bell()).exp();
            let open = if dice.below(2) == 0 { after * (0.1 * dice.bell()).exp() } else { before };
            self.add(dice, open, after, 0.05, volume, 0.0);
            // Nobody sleeps on such a day.
            let traded = self.volume.last_mut().unwrap();
            *traded = traded.max(volume);
        }
    }

    pub(crate) fn history(&self, dice: &mut Dice, interval: &str) -> Response {
        let days = if interval == "1wk" { 7 } else { 1 };
        let time = |row: usize| BEGIN + DAY * days * row as i64;
        let mut adjusted = self.close.clone();
        let mut factor = 1.0;
        let mut dividends = serde_json::Map::new();
        for row in (0..adjusted.len()).rev() {
            adjusted[row] = self.close[row] * factor;
            if self.paid[row] > 0.0 && row > 0 {
                factor *= 1.0 - self.paid[row] / self.close[row - 1];
                dividends.insert(time(row).to_string(), json!({"amount": self.paid[row], "date": time(row)}));
            }
        }
        let split = |(row, ratio): &(usize, f64)| {
            let sides = (ratio.max(1.0), ratio.recip().max(1.0));
            (
                time(*row).to_string(),
                json!({"date": time(*row), "numerator": sides.0, "denominator": sides.1}),
            )
        };
        let splits: serde_json::Map<_, _> = self.splits.iter().map(split).collect();
        let rows = self.close.len();
        let times: Vec<i64> = (0..rows).map(time).collect();
        let year = times.iter().filter(|time| **time <= times[rows - 1] - 365 * DAY).count();
        let (high, low) = (&self.high[year..], &self.low[year..]);
        let mut meta = json!({
            "symbol": "ACME", "currency": "USD", "dataGranularity": interval, "instrumentType": "EQUITY",
            "regularMarketPrice": self.price(), "regularMarketTime": times.last(),
        });
        match dice.below(3) {
            0 => meta["regularMarketPrice"] = Value::Null,
            1 => {
                meta["fiftyTwoWeekHigh"] = json!(high.iter().copied().fold(f64::MIN, f64::max));
                meta["fiftyTwoWeekLow"] = json!(low.iter().copied().fold(f64::MAX, f64::min));
            }
            _ => {}
        }
        let quote = json!({
            "open": self.open, "high": self.high, "low": self.low, "close": self.close, "volume": self.volume,
        });
        let result = json!({
            "meta": meta, "timestamp": times, "events": {"dividends": dividends, "splits": splits},
            "indicators": {"quote": [quote], "adjclose": [{"adjclose": adjusted}]},
        });
        let reply = json!({"chart": {"result": [result], "error": null}}).to_string();
        convert(&virtual_finance::History::new("ACME"), reply)
    }
}

pub(crate) fn assert_right(kind: &str, invent: fn(&mut Dice) -> Response) {
    let rounds = rounds();
    let mut changed = Vec::new();
    for seed in 0..rounds * 25 {
        let history = invent(&mut Dice::of_seed(seed));
        let found = repair(history.clone(), None);
        if found.response != history {
            let told: String = found.repairs.to_string().lines().take(8).collect::<Vec<_>>().join("\n    ");
            changed.push(format!("{kind} {seed}: {told}"));
        }
    }
    let count = changed.len();
    assert!(changed.is_empty(), "{count} of {}\n{}", rounds * 25, changed[..count.min(12)].join("\n"));
}

fn usual(dice: &mut Dice, days: usize) -> (Bars, f64, f64) {
    let mut bars = Bars::default();
    let (first, usual) = (dice.of(&[0.02, 0.7, 8.0, 40.0, 700.0]), dice.of(&[0.01, 0.02, 0.04, 0.08]));
    let volume = 1e6;
    bars.add(dice, first, first, usual, volume, 0.0);
    for _ in 0..days {
        bars.add_usual(dice, usual, volume);
    }
    (bars, usual, volume)
}

/// Pays a part of the price every quarter.
fn pay(dice: &mut Dice, bars: &mut Bars) {
    if dice.below(2) == 0 {
        return;
    }
    let part = dice.of(&[0.002, 0.01, 0.03]);
    for row in (dice.below(60) + 1..bars.close.len()).step_by(63) {
        bars.paid[row] = bars.close[row - 1] * part;
        // The price falls by it.
        for column in [&mut bars.open, &mut bars.high, &mut bars.low, &mut bars.close] {
            column[row..].iter_mut().for_each(|price| *price *= 1.0 - part);
        }
    }
}

fn fall(dice: &mut Dice) -> Response {
    let days = 5 + dice.below(250);
    let (mut bars, usual, volume) = usual(dice, days);
    let factor = 0.004 + 0.026 * dice.part();
    let days = dice.of(&[1, 1, 1, 2, 3]);
    let loud = dice.of(&[3.0, 8.0, 30.0]);
    bars.add_move(dice, factor, days, volume * loud);
    for _ in 0..dice.below(250) {
        bars.add_usual(dice, usual * 1.5, volume * 2.0);
    }
    pay(dice, &mut bars);
    bars.history(dice, "1d")
}

fn rise(dice: &mut Dice) -> Response {
    let days = 5 + dice.below(250);
    let (mut bars, usual, volume) = usual(dice, days);
    let factor = 40.0 + 160.0 * dice.part();
    let loud = dice.of(&[4.0, 10.0, 40.0]);
    let days = dice.of(&[1, 1, 2, 3, 6]);
    bars.add_move(dice, factor, days, volume * loud);
    for _ in 0..dice.below(30) {
        bars.add_usual(dice, usual * 2.0, volume * loud / 2.0);
    }
    let back = (0.5 * dice.bell()).exp() / factor;
    let days = dice.of(&[1, 1, 2, 3, 6]);
    bars.add_move(dice, back, days, volume * loud);
    for _ in 0..dice.below(250) {
        bars.add_usual(dice, usual * 1.5, volume);
    }
    pay(dice, &mut bars);
    bars.history(dice, "1d")
}

/// An instrument pays more each week than it earns, so that the price falls.
fn weekly(dice: &mut Dice) -> Response {
    let usual = dice.of(&[0.01, 0.03, 0.06]);
    let part = dice.of(&[0.005, 0.02, 0.05]);
    let mut bars = Bars::default();
    bars.add(dice, 50.0, 50.0, usual, 1e6, 0.0);
    let amount = 50.0 * part;
    for day in 0..100 + dice.below(300) {
        let before = bars.price();
        let paid = if day % 5 == 4 { amount * (0.2 * dice.bell()).exp() } else { 0.0 };
        // Nobody pays more than there is.
        let paid = f64::min(paid, 0.5 * before);
        let open = (before - paid).max(before * 0.3);
        let close = open * (usual * dice.tail()).exp();
        bars.add(dice, open, close, usual, 1e6, paid);
    }
    bars.history(dice, "1d")
}

#[test]
fn falls_of_99_percent_stay() {
    assert_right("fall", fall);
}

#[test]
fn prices_that_rise_a_hundredfold_and_come_back_stay() {
    assert_right("rise", rise);
}

#[test]
fn instruments_that_pay_every_week_stay() {
    assert_right("weekly", weekly);
}

/// A fault beside a real move is mended or left, and changes hardly a right row.
#[test]
fn faults_in_extreme_histories_change_hardly_a_right_row() {
    let mut measure = Measure::default();
    for (kind, invent) in [("fall", fall as fn(&mut Dice) -> Response), ("rise", rise), ("weekly", weekly)] {
        for seed in 0..rounds() * 12 {
            let mut dice = Dice::of_seed(100_000 + seed);
            let (clean, at, some, factor) = with_fault(invent, &mut dice);
            let rows = clean.ohlcdata.timestamp.len();
            for (fault, part) in [
                ("one bar", at..at + 1),
                ("some bars", at..(at + some).min(rows)),
                ("all before", 0..at),
                ("the last bars", rows.saturating_sub(some)..rows),
            ] {
                // A fault that begins or ends with a real move hides it.
                if [part.start, part.end].into_iter().any(|row| moves(&clean, row)) {
                    continue;
                }
                let mut planted = clean.clone();
                scale(&mut planted, &PRICES, part, factor);
                measure.add(&format!("{kind}: {fault}"), &seed.to_string(), &clean, &planted, &[]);
            }
            let mut planted = clean.clone();
            scale(&mut planted, &[dice.of(&PRICES)], at..at + 1, factor);
            measure.add(&format!("{kind}: one cell"), &seed.to_string(), &clean, &planted, &[]);
        }
    }
    println!("{measure}");
    // A dividend of a price that rose a hundredfold may look wrong beside a fault.
    let total = measure.total();
    assert!(total.right_rows * 100 <= total.tables, "\n{measure}");
}

fn with_fault(invent: fn(&mut Dice) -> Response, dice: &mut Dice) -> (Response, usize, usize, f64) {
    let clean = invent(dice);
    let (at, some) = (dice.below(clean.ohlcdata.timestamp.len()), 1 + dice.below(12));
    (clean, at, some, dice.of(&[100.0, 0.01]))
}

/// Closes whose bars say that they are right stay, where a run in another unit is near a real move.
#[test]
fn closes_stay_within_their_bars() {
    for (kind, invent, seed) in
        [("fall", fall as fn(&mut Dice) -> Response, 48), ("rise", rise as fn(&mut Dice) -> Response, 77)]
    {
        let mut measure = Measure::default();
        let (clean, at, some, factor) = with_fault(invent, &mut Dice::of_seed(100_000 + seed));
        let mut planted = clean.clone();
        scale(&mut planted, &PRICES, at..(at + some).min(clean.ohlcdata.timestamp.len()), factor);
        measure.add(kind, &seed.to_string(), &clean, &planted, &[]);
        assert_eq!((measure.total().right_rows, measure.total().otherwise), (0, 0), "\n{measure}");
    }
}

/// Returns true if the price is at a row more than three times that of the bar before, or less than a third.
fn moves(history: &Response, row: usize) -> bool {
    let closes = history.ohlcdata.close.as_ref().unwrap();
    let close = |row: usize| closes.get(row)?.as_ref()?.as_f64();
    let change = row.checked_sub(1).and_then(|before| Some(close(row)? / close(before)?));
    change.is_some_and(|change| !(1.0 / 3.0..=3.0).contains(&change))
}

fn rounds() -> u64 {
    std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(4)
}
