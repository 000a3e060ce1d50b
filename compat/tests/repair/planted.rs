//! Each kind of fault, planted at every position of real histories, near splits and changes of the unit above all: it is
//! mended to what was there, or left; no right bar changes.

use std::ops::Range;

use serde_json::json;
use virtual_finance::responses::history::{Response, Split};
use virtual_finance::responses::{Field, Number};

use super::captured::ibm;
use super::dice::Dice;
use super::measure::Measure;
use super::plant::{Column, PRICES, get, paid, scale, set_amount};

use Column::{AdjClose, Close, High, Low, Open};

const DAY: i64 = 86_400;

fn window(history: &Response, rows: Range<usize>) -> Response {
    let mut part = history.clone();
    let bars = &mut part.ohlcdata;
    bars.timestamp = bars.timestamp[rows.clone()].to_vec();
    for column in
        [&mut bars.open, &mut bars.high, &mut bars.low, &mut bars.close, &mut bars.adjclose, &mut bars.volume]
    {
        *column = column.as_ref().map(|list| list[rows.clone()].to_vec());
    }
    let (first, last) = (bars.timestamp[0], *bars.timestamp.last().unwrap());
    let is_within = |date: &i64| (first - DAY / 2..last + DAY / 2).contains(date);
    part.dividends.as_mut().unwrap().retain(|paid| paid.date.get().is_some_and(is_within));
    part.splits.as_mut().unwrap().retain(|split| split.date.get().is_some_and(is_within));
    part.meta.regular_market_price = Field::from(bars_close(&part));
    part.meta.regular_market_time = Field::from(Some(last));
    part
}

fn sometimes_with_year(dice: &mut Dice, history: Response) -> Response {
    if dice.below(2) == 0 { history } else { with_year(&history) }
}

/// Returns a history with the prices of its last 52 weeks, as replies of today have them.
fn with_year(history: &Response) -> Response {
    let mut history = history.clone();
    let bars = &history.ohlcdata;
    let start = bars.timestamp.last().unwrap() - 364 * DAY;
    let first = bars.timestamp.partition_point(|time| *time < start);
    let year = |list: &Option<Vec<Option<Number>>>, choose: fn(f64, f64) -> f64| {
        let prices = list.iter().flatten().skip(first).flatten().filter_map(Number::as_f64);
        json!(prices.reduce(choose))
    };
    let (high, low) = (year(&bars.high, f64::max), year(&bars.low, f64::min));
    history.meta.other.insert("fiftyTwoWeekHigh".to_owned(), high);
    history.meta.other.insert("fiftyTwoWeekLow".to_owned(), low);
    history
}

fn bars_close(part: &Response) -> Option<Number> {
    part.ohlcdata.close.as_ref().unwrap().last().cloned().flatten()
}

/// Returns the history with the event of a split at a row; its prices are adjusted for it already.
fn with_split(history: &Response, ibm: &Response, row: usize, ratio: f64) -> Response {
    let mut history = history.clone();
    let mut split: Split = ibm.splits.as_ref().unwrap()[0].clone();
    split.date = Field::from(Some(history.ohlcdata.timestamp[row]));
    split.numerator = Field::from(Number::from_f64(ratio.max(1.0)));
    split.denominator = Field::from(Number::from_f64(ratio.recip().max(1.0)));
    history.splits.as_mut().unwrap().push(split);
    history
}

fn moved(history: &Response, times: f64) -> Response {
    let mut history = history.clone();
    let first = get(&history, Close, 0).unwrap();
    let parts: Vec<(f64, f64)> =
        paid(&history).into_iter().map(|(_, amount, price)| (amount, price)).collect();
    let factors: Vec<f64> = (0..history.ohlcdata.timestamp.len())
        .map(|row| get_fast(&history, AdjClose, row) / get_fast(&history, Close, row))
        .collect();
    let bars = &mut history.ohlcdata;
    for column in [&mut bars.open, &mut bars.high, &mut bars.low, &mut bars.close] {
        for cell in column.as_mut().unwrap() {
            *cell =
                cell.as_ref().and_then(|cell| Number::from_f64(first * (cell.as_f64()? / first).powf(times)));
        }
    }
    let closes = bars.close.clone().unwrap();
    for ((cell, close), factor) in bars.adjclose.as_mut().unwrap().iter_mut().zip(closes).zip(factors) {
        *cell = close.and_then(|close| Number::from_f64(close.as_f64()? * factor));
    }
    for (index, (amount, price)) in parts.into_iter().enumerate() {
        let now = paid(&history)[index].2;
        if price > 0.0 {
            set_amount(&mut history, index, amount / price * now);
        }
    }
    history.meta.regular_market_price = Field::from(bars_close(&history));
    history
}

fn get_fast(history: &Response, column: Column, row: usize) -> f64 {
    let list = if column == Close { &history.ohlcdata.close } else { &history.ohlcdata.adjclose };
    list.as_ref().unwrap()[row].as_ref().and_then(Number::as_f64).unwrap()
}

fn scale_all(history: &mut Response, rows: Range<usize>, factor: f64) {
    scale(history, &PRICES, rows.clone(), factor);
    let volumes = history.ohlcdata.volume.as_mut().unwrap();
    for cell in &mut volumes[rows] {
        let volume = |cell: &Number| Number::from_f64((cell.as_f64()? / factor).round());
        *cell = cell.as_ref().and_then(volume);
    }
}

const RATIOS: [f64; 12] = [1.5, 0.76, 1.25, 2.0, 3.0, 4.0, 5.0, 10.0, 20.0, 0.1, 0.05, 0.5];

fn plant_splits(measure: &mut Measure, ibm: &Response, dice: &mut Dice, rounds: usize) {
    for _ in 0..rounds {
        let begin = 3000 + dice.below(11_000);
        let ratio = dice.of(&RATIOS);
        let plain = moved(&window(ibm, begin..begin + 260), dice.of(&[1.0, 1.0, 1.5, 2.5]));
        let at = 40 + dice.below(180);
        let clean = sometimes_with_year(dice, with_split(&plain, ibm, at, ratio));
        let name = format!("{begin} 1:{ratio} at {at}");
        let mut add = |kind: &str, rows: Range<usize>, factor: f64| {
            let mut planted = clean.clone();
            scale_all(&mut planted, rows.clone(), factor);
            measure.add(kind, &format!("{name} {rows:?} x {factor}"), &clean, &planted, &[]);
        };
        add("split: missing in all before", 0..at, ratio);
        add("split: twice in all before", 0..at, 1.0 / ratio);
        add("split: missing up to days after", 0..at + 1 + dice.below(4), ratio);
        let some = dice.below(at - 2);
        add("split: missing from a day on", some..at, ratio);
        add("split: missing from days before", at - 1 - dice.below(8)..at, ratio);
        let late = at + 1 + dice.below(7);
        add("split: missing days about it", at - 1 - dice.below(8)..late, ratio);
        add("split: missing days after", at..late, ratio);
        let (one, two) = (dice.below(at), dice.below(at));
        add("split: missing in a part", one.min(two)..one.max(two) + 1, ratio);
        let row = (at + dice.below(12)).saturating_sub(8);
        add("split: one bar near it", row..row + 1, ratio);
        add("split: one bar near it, other way", row..row + 1, 1.0 / ratio);
        let mut planted = clean.clone();
        scale(&mut planted, &[AdjClose], 0..at, ratio);
        measure.add("split: missing in adjusted closes", &name, &clean, &planted, &[]);
        let mut planted = clean.clone();
        scale(&mut planted, &[Open, High, Low, Close], 0..at, ratio);
        measure.add("split: missing in prices alone", &name, &clean, &planted, &[]);
        measure.add("right: a split", &name, &clean, &clean, &[]);
    }
}

fn plant_units(measure: &mut Measure, ibm: &Response, dice: &mut Dice, rounds: usize) {
    for _ in 0..rounds {
        let begin = 3000 + dice.below(11_000);
        let plain = moved(&window(ibm, begin..begin + 260), dice.of(&[1.0, 1.0, 1.5, 2.5]));
        let at = dice.below(260);
        let ratio = dice.of(&[10.0, 100.0, 0.01, 2.0, 0.1]);
        let clean = if dice.below(2) == 0 {
            plain
        } else {
            with_split(&plain, ibm, (at + dice.below(9)).saturating_sub(4).clamp(1, 258), ratio)
        };
        let clean = sometimes_with_year(dice, clean);
        let factor = dice.of(&[100.0, 0.01]);
        let name = format!("{begin} at {at} x {factor}");
        let mut add = |kind: &str, columns: &[Column], rows: Range<usize>| {
            let mut planted = clean.clone();
            scale(&mut planted, columns, rows.clone(), factor);
            measure.add(kind, &format!("{name} {rows:?}"), &clean, &planted, &[]);
        };
        let column = dice.of(&PRICES);
        add("unit: one cell", &[column], at..at + 1);
        add("unit: one bar", &PRICES, at..at + 1);
        add("unit: some bars", &PRICES, at..(at + 1 + dice.below(30)).min(260));
        add("unit: all before", &PRICES, 0..at);
        add("unit: all before, switched days ago", &PRICES, 0..249 + dice.below(10));
        add("unit: the last bars", &PRICES, 259 - dice.below(12)..260);
        let mut planted = clean.clone();
        scale(&mut planted, &PRICES, 0..at, factor);
        for (index, (row, amount, _)) in paid(&clean).into_iter().enumerate() {
            if row <= at && row > 0 {
                set_amount(&mut planted, index, amount * factor);
            }
        }
        measure.add("unit: all before, with dividends", &name, &clean, &planted, &[]);
        measure.add("right: no fault", &name, &clean, &clean, &[]);
    }
}

fn plant_dividends(measure: &mut Measure, ibm: &Response, dice: &mut Dice, rounds: usize) {
    for _ in 0..rounds {
        // Where the dividends are those of a usual company.
        let begin = 5500 + dice.below(8_800);
        let clean = window(ibm, begin..begin + 500 + dice.below(100));
        let all = paid(&clean);
        let index = dice.below(all.len());
        let (row, amount, price) = all[index];
        if row == 0 {
            continue;
        }
        let part = amount / price;
        let name = format!("{begin} dividend {index} of {} at {row}: {:.2}%", all.len(), part * 100.0);
        let adjusted = |factor: f64| (1.0 - factor * part) / (1.0 - part);
        let mut add = |kind: &str, events: f64, closes: f64| {
            let mut planted = clean.clone();
            if events != 1.0 {
                set_amount(&mut planted, index, amount * events);
            }
            if closes != 1.0 {
                scale(&mut planted, &[AdjClose], 0..row, adjusted(closes));
            }
            measure.add(kind, &name, &clean, &planted, &[]);
        };
        add("dividend: not adjusted for", 1.0, 0.0);
        add("dividend: adjusted for 1/100", 1.0, 0.01);
        add("dividend: adjusted for 100", 1.0, 100.0);
        add("dividend: adjusted twice", 1.0, 2.0 - part);
        add("dividend: 100 in the events", 100.0, 1.0);
        add("dividend: 1/100 in the events", 0.01, 1.0);
        add("dividend: 100 in both", 100.0, 100.0);
        add("dividend: 1/100 in both", 0.01, 0.01);
        add("dividend: 100, and not adjusted for", 100.0, 0.0);
        add("dividend: 1/100, and not adjusted for", 0.01, 0.0);
        plant_phantoms(measure, dice, &clean, index, &name);
        plant_each(measure, &clean, &name);
        plant_day(measure, dice, &clean, index, &name);
    }
}

/// The only dividend, of a tenth of the price, told some days before or after the price falls by it: news look the same.
fn plant_day(measure: &mut Measure, dice: &mut Dice, plain: &Response, index: usize, name: &str) {
    let mut clean = plain.clone();
    let (row, amount, price) = paid(plain)[index];
    let rows = clean.ohlcdata.timestamp.len();
    scale(&mut clean, &[Open, High, Low, Close], row..rows, 0.9 * price / (price - amount));
    clean.ohlcdata.adjclose = clean.ohlcdata.close.clone();
    scale(&mut clean, &[AdjClose], 0..row, 0.9);
    let mut only = clean.dividends.as_ref().unwrap()[index].clone();
    only.amount = Field::from(Number::from_f64(price * 0.1));
    only.date = Field::from(Some(clean.ohlcdata.timestamp[row]));
    clean.dividends = Some(vec![only]);
    clean.meta.regular_market_price = Field::from(bars_close(&clean));
    measure.add("right: a great dividend", name, &clean, &clean, &[]);
    let day = (row + dice.below(20)).saturating_sub(6);
    if day == row || day == 0 || day >= rows {
        return;
    }
    let mut planted = clean.clone();
    let before = get(&clean, Close, day - 1).unwrap();
    scale(&mut planted, &[AdjClose], 0..row, 1.0 / 0.9);
    scale(&mut planted, &[AdjClose], 0..day, 1.0 - price * 0.1 / before);
    planted.dividends.as_mut().unwrap()[0].date = Field::from(Some(clean.ohlcdata.timestamp[day]));
    measure.add("told: a dividend on another day", name, &clean, &planted, &[]);
}

fn plant_phantoms(measure: &mut Measure, dice: &mut Dice, clean: &Response, index: usize, name: &str) {
    let (row, amount, _) = paid(clean)[index];
    let after = row + 1 + dice.below(4);
    if after >= clean.ohlcdata.timestamp.len() {
        return;
    }
    let step = 1.0 - amount / get(clean, Close, after - 1).unwrap();
    for (kind, step) in [("dividend: told twice", 1.0), ("dividend: told and adjusted for twice", step)] {
        let mut planted = clean.clone();
        let mut again = clean.dividends.as_ref().unwrap()[index].clone();
        again.date = Field::from(Some(clean.ohlcdata.timestamp[after]));
        planted.dividends.as_mut().unwrap().insert(index + 1, again);
        scale(&mut planted, &[AdjClose], 0..after, step);
        measure.add(kind, name, clean, &planted, &[]);
    }
}

/// Faults of all dividends.
fn plant_each(measure: &mut Measure, clean: &Response, name: &str) {
    let all = paid(clean);
    let mut none = clean.clone();
    let mut hundredth = clean.clone();
    let mut events = clean.clone();
    for (index, (row, amount, price)) in all.into_iter().enumerate().filter(|(_, paid)| paid.0 > 0) {
        let right = 1.0 - amount / price;
        scale(&mut none, &[AdjClose], 0..row, right.recip());
        scale(&mut hundredth, &[AdjClose], 0..row, (1.0 - 0.01 * amount / price) / right);
        set_amount(&mut events, index, amount * 100.0);
    }
    measure.add("dividends: none adjusted for", name, clean, &none, &[]);
    measure.add("dividends: all adjusted for 1/100", name, clean, &hundredth, &[]);
    measure.add("dividends: all 100 in the events", name, clean, &events, &[]);
}

/// A fund's capital gains: at some dividends the greater part of what was paid.
fn plant_gains(measure: &mut Measure, ibm: &Response, dice: &mut Dice, rounds: usize) {
    for _ in 0..rounds {
        let begin = 5500 + dice.below(8_800);
        let mut clean = window(ibm, begin..begin + 600);
        clean.meta.instrument_type = Field::from(Some("MUTUALFUND".to_owned()));
        let mut planted = clean.clone();
        let mut gains = Vec::new();
        // A fund of a usual kind moves less than this company: the gains are several times its usual change.
        let part = 0.03 + 0.01 * f64::from(u8::try_from(dice.below(8)).unwrap());
        let end = clean.ohlcdata.timestamp.len();
        for index in 0..paid(&clean).len() {
            let (row, amount, price) = paid(&clean)[index];
            if index % 4 != 1 || row == 0 {
                continue;
            }
            // The clean history falls by dividend and gains, and is adjusted for both.
            let gain = part * price;
            let fall = (price - amount - gain) / (price - amount);
            for history in [&mut clean, &mut planted] {
                scale(history, &PRICES, row..end, fall);
                scale(history, &[AdjClose], 0..row, fall);
                for later in index + 1..paid(history).len() {
                    let (_, amount, _) = paid(history)[later];
                    set_amount(history, later, amount * fall);
                }
            }
            gains.push(json!({"amount": gain, "date": clean.ohlcdata.timestamp[row]}));
            let twice = (1.0 - (amount + 2.0 * gain) / price) / (1.0 - (amount + gain) / price);
            scale(&mut planted, &[AdjClose], 0..row, twice);
            set_amount(&mut planted, index, amount + gain);
        }
        let name = format!("{begin} {} gains of {part}", gains.len());
        clean.meta.regular_market_price = Field::from(bars_close(&clean));
        planted.meta.regular_market_price = clean.meta.regular_market_price.clone();
        measure.add("gains: counted twice", &name, &clean, &planted, &gains);
        measure.add("right: gains", &name, &clean, &clean, &gains);
    }
}

/// Bars of weeks whose prices lack a split.
fn plant_weeks(measure: &mut Measure, ibm: &Response, dice: &mut Dice, rounds: usize) {
    for _ in 0..rounds {
        let begin = 3000 + dice.below(10_000);
        let weeks = weeks(&window(ibm, begin..begin + 1000));
        let at = 20 + dice.below(150);
        let ratio = dice.of(&RATIOS);
        let clean = with_split(&weeks, ibm, at, ratio);
        let name = format!("{begin} 1:{ratio} at {at}");
        for (kind, begin) in [
            ("weeks: split missing in all before", 0),
            ("weeks: split missing from a week on", dice.below(at - 1)),
        ] {
            let mut planted = clean.clone();
            scale_all(&mut planted, begin..at, ratio);
            measure.add(kind, &name, &clean, &planted, &[]);
            // The first price of the week of the split is that of the old shares, and so is an end of its range.
            scale(&mut planted, &[Open, if ratio > 1.0 { High } else { Low }], at..at + 1, ratio);
            measure.add(&format!("told: {kind}, the open too"), &name, &clean, &planted, &[]);
        }
        let mut planted = clean.clone();
        scale(&mut planted, &[dice.of(&PRICES)], at..at + 1, 100.0);
        measure.add("weeks: one cell in another unit", &name, &clean, &planted, &[]);
        measure.add("right: weeks", &name, &clean, &clean, &[]);
    }
}

fn weeks(days: &Response) -> Response {
    let mut weeks = days.clone();
    let rows = days.ohlcdata.timestamp.len() / 5 * 5;
    let bars = &mut weeks.ohlcdata;
    bars.timestamp = days.ohlcdata.timestamp[..rows].iter().step_by(5).copied().collect();
    let list = |list: &Option<Vec<Option<Number>>>, of: fn(&[f64]) -> f64| {
        let values: Vec<f64> = list
            .iter()
            .flatten()
            .map(|value| value.as_ref().and_then(Number::as_f64).unwrap_or_default())
            .collect();
        Some(values[..rows].chunks(5).map(|week| Number::from_f64(of(week))).collect::<Vec<_>>())
    };
    bars.open = list(&days.ohlcdata.open, |week| week[0]);
    bars.high = list(&days.ohlcdata.high, |week| week.iter().copied().fold(f64::MIN, f64::max));
    bars.low = list(&days.ohlcdata.low, |week| week.iter().copied().fold(f64::MAX, f64::min));
    bars.close = list(&days.ohlcdata.close, |week| week[4]);
    bars.adjclose = list(&days.ohlcdata.adjclose, |week| week[4]);
    bars.volume = list(&days.ohlcdata.volume, |week| week.iter().sum());
    weeks.meta.data_granularity = Field::from(Some("1wk".to_owned()));
    weeks.meta.regular_market_price = Field::from(bars_close(&weeks));
    weeks
}

/// Every run of bars near a split, and every run at the end of a history, in both directions.
#[test]
fn every_position_near_a_split_and_at_the_end_is_mended_or_left() {
    let Some(ibm) = ibm() else { return };
    let mut measure = Measure::default();
    for (begin, ratio) in [(12_000, 10.0), (8_000, 0.1), (13_500, 2.0), (11_000, 10_000.0), (9_800, 100.0)] {
        let clean = with_split(&window(&ibm, begin..begin + 60), &ibm, 30, ratio);
        for rows in runs(22..37) {
            for factor in [ratio, 1.0 / ratio] {
                let mut planted = clean.clone();
                scale(&mut planted, &PRICES, rows.clone(), factor);
                let name = format!("{begin} 1:{ratio} {rows:?} x {factor}");
                measure.add("near a split", &name, &clean, &planted, &[]);
            }
        }
        for rows in runs(47..60).chain(runs(26..35)) {
            let mut planted = clean.clone();
            scale(&mut planted, &PRICES, rows.clone(), 100.0);
            let name = format!("{begin} 1:{ratio} {rows:?}");
            measure.add("another unit", &name, &clean, &planted, &[]);
            // Without a current price.
            let (mut clean, mut planted) = (clean.clone(), planted);
            for history in [&mut clean, &mut planted] {
                history.meta.regular_market_price = Field::Absent;
            }
            if rows.end < 60 || rows.len() < 5 {
                measure.add("another unit, no current price", &name, &clean, &planted, &[]);
            }
        }
    }
    println!("{measure}");
    assert_eq!(measure.harmful(), [""; 0], "\n{measure}");
    let total = measure.total();
    assert!(total.silent == 0 && total.mended * 100 >= total.to_mend * 95, "\n{measure}");
}

fn runs(rows: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    rows.clone().flat_map(move |begin| (begin + 1..rows.end + 1).map(move |end| begin..end))
}

/// Returns the seed of the faults, for example `SEED=7`.
fn seed() -> u64 {
    std::env::var("SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

/// All kinds of faults, as many rounds as there is time for: `ROUNDS=200 cargo test … planted -- --nocapture` prints the
/// counts of a long run.
#[test]
fn planted_faults_are_mended_and_no_right_row_is_changed() {
    let Some(ibm) = ibm() else { return };
    let rounds = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let mut measure = Measure::default();
    let mut dice = Dice::of_seed(seed());
    plant_splits(&mut measure, &ibm, &mut dice, rounds);
    plant_units(&mut measure, &ibm, &mut dice, rounds);
    plant_dividends(&mut measure, &ibm, &mut dice, rounds);
    plant_gains(&mut measure, &ibm, &mut dice, rounds);
    plant_weeks(&mut measure, &ibm, &mut dice, rounds);
    println!("{measure}");
    let total = measure.total();
    assert_eq!(measure.harmful(), [""; 0], "\n{measure}");
    assert!(total.mended * 100 >= total.to_mend * 91, "\n{measure}");
}
