//! Bars next to each other in another unit of the currency, or that lack a split or have it twice. An end of such a block is
//! a move by the unit or by the ratio; it is never the only sign.

use std::ops::Range;

use virtual_finance::responses::history::Response;

use super::bars::{Bars, Column, List};
use super::note::Reason;
use super::numbers::{BACK, BLOCK, SAME, SPLIT, count, log_distance, median, usual};

/// An end of a block is a move of at least as many usual moves: in four million bars with fat tails none by chance is also a
/// unit or the ratio of a split.
const EDGE: f64 = 8.0;

/// Bars between two ends. Their level counts the ends after them: they are too low by as many units, or ratios, above zero
/// too great.
struct Run {
    rows: Range<usize>,
    level: i32,
}

/// The factor by which a block is off.
#[derive(Clone, Copy)]
struct Kind {
    /// The unit, or the ratio of the split.
    ratio: f64,
    /// The row of the split.
    split: Option<usize>,
}

/// Mends the blocks, one kind after the other, until none is left.
pub(super) fn mend(series: &mut Bars, response: &Response) {
    /// More kinds than any history has: a bound, for each round mends something.
    const ROUNDS: usize = 100;
    let quotes = Quotes::of(response);
    (0..ROUNDS).any(|_| !mend_one(series, &quotes));
}

/// Mends the blocks of one kind; returns false if there is none.
fn mend_one(series: &mut Bars, quotes: &Quotes) -> bool {
    // The move from a bar to the next with prices, and without the fall that a dividend explains.
    let middle: List = series.rows().map(|row| series.middle(row)).collect();
    let rows: Vec<usize> = series.rows().filter(|row| middle[*row] > 0.0).collect();
    let change = |(before, row): (&usize, &usize)| {
        let whole = (middle[*row] / middle[*before]).ln();
        let paid: f64 = series.paid.within(before.saturating_add(1)..row.saturating_add(1)).sum();
        let part = paid / series.close[*before];
        (*row, whole, if part > 0.0 && part < 0.9 { whole - (-part).ln_1p() } else { whole })
    };
    let moves: Vec<(usize, f64, f64)> = rows.iter().zip(rows.iter().skip(1)).map(change).collect();
    if moves.len() < 3 {
        return false;
    }
    let splits = series.splits.iter().map(|(row, ratio)| Kind { ratio: *ratio, split: Some(*row) });
    let kinds: Vec<Kind> = [Kind { ratio: series.unit, split: None }].into_iter().chain(splits).collect();
    let is_mended = kinds
        .iter()
        .filter(|kind| log_distance(kind.ratio, 1.0) > SPLIT)
        .any(|kind| mend_kind(series, *kind, &moves, quotes));
    if !is_mended {
        for (row, _, change) in moves {
            let is_near = series.splits.keys().any(|split| split.abs_diff(row) <= BACK);
            let limit: f64 = if is_near { 4.0 } else { 20.0 };
            if change.abs() > limit.ln() && !series.doubts_close(row) {
                series.doubt(Column::Close, row, "changes by more than prices do");
                series.in_question.push(series.unit.ln());
            }
        }
    }
    is_mended
}

fn mend_kind(series: &mut Bars, kind: Kind, moves: &[(usize, f64, f64)], quotes: &Quotes) -> bool {
    /// The smallest usual move from a bar to the next: ticks and rounding of prices that hardly trade.
    const MOVE: f64 = 0.0125;
    /// An end is within as many usual moves of the unit or the ratio.
    const NEAR: f64 = 4.0;
    let usual = usual(moves.iter().map(|(.., unpaid)| *unpaid), MOVE);
    let size = log_distance(kind.ratio, 1.0);
    let off = |change: f64| (change.abs() - size).abs();
    let limit = (NEAR * usual).max(if kind.split.is_some() { 0.02 } else { 0.15 }).min(size / 4.0);
    let is_great = |change: f64| change.abs() > EDGE / 2.0 * usual;
    let changes = moves.iter().map(|(row, whole, unpaid)| {
        let is_whole = unpaid.abs() > EDGE * usual && off(*whole) < off(*unpaid);
        (*row, if is_whole { *whole } else { *unpaid })
    });
    let (ends, others): (Vec<_>, Vec<_>) =
        changes.partition(|(_, change)| off(*change) < limit && change.abs() > EDGE * usual);
    let Some((_, first)) = ends.first().copied() else {
        let near = |row: usize| kind.split.is_some_and(|split| row.abs_diff(split) <= BACK);
        for (row, _) in
            others.iter().filter(|(row, one)| off(*one) < size / 3.0 && is_great(*one) && near(*row))
        {
            series.doubt(Column::Close, *row, "changes nearly by the ratio of a split near it");
            series.in_question.push(size);
        }
        return false;
    };
    // Beside ends that were missed nothing is what it seems.
    let is_missed = |(_, one): &(usize, f64)| {
        one.abs() > size / 2.0 && is_great(*one) && (ends.len() > 1 || one.signum() != first.signum())
    };
    let is_missed = others.iter().any(is_missed);
    let wrong = match kind.split {
        _ if is_missed => Vec::new(),
        None => of_unit(series, runs(series, &ends), quotes),
        Some(row) => of_split(series, runs(series, &ends), row, size),
    };
    if wrong.is_empty() {
        let why = match kind.split {
            None => "changes by a unit of the currency, and nothing else says which bars are right",
            Some(_) => "changes by the ratio of a split, and nothing else says which bars are right",
        };
        for (row, _) in ends {
            series.in_question.push(size);
            series.doubt(Column::Close, row, why);
        }
        return false;
    }
    for run in wrong {
        scale(series, &run, (-size * f64::from(run.level)).exp(), kind);
    }
    true
}

/// Returns the bars between the ends, with their levels below and above the newest.
fn runs(series: &Bars, ends: &[(usize, f64)]) -> Vec<Run> {
    let (mut runs, mut end, mut level) = (Vec::new(), series.times.len(), 0_i32);
    for (row, change) in ends.iter().rev() {
        runs.push(Run { rows: *row..end, level });
        level = level.saturating_sub(if *change > 0.0 { 1 } else { -1 });
        end = *row;
    }
    runs.push(Run { rows: 0..end, level });
    runs.reverse();
    runs
}

/// Returns the bars in the wrong unit: bars with two ends, or with one end if the quote or the 52 weeks say so.
fn of_unit(series: &Bars, mut runs: Vec<Run>, quotes: &Quotes) -> Vec<Run> {
    let (Some(first), Some(newest)) = (runs.first(), runs.last()) else { return Vec::new() };
    let other = runs.iter().map(|run| run.level).find(|level| *level != 0).unwrap_or_default();
    let bars =
        |level: i32| runs.iter().filter(|run| run.level == level).map(|run| run.rows.len()).sum::<usize>();
    let most = if bars(other) > bars(0) { other } else { 0 };
    let is_short = |run: &Run| run.level == most || run.rows.len() <= BLOCK;
    let is_inner = runs.len() > 2 && first.level == most && newest.level == most;
    let right = quotes.level(series, &newest.rows, other);
    let right = right.or((is_inner && runs.iter().all(is_short)).then_some(most));
    let (Some(right), true) = (right, runs.iter().all(|run| [0, other].contains(&run.level))) else {
        return Vec::new();
    };
    runs.retain(|run| run.level != right);
    runs.iter_mut().for_each(|run| run.level = run.level.saturating_sub(right));
    let is_wrong = |run: &Run| quotes.is_beyond(series, run).unwrap_or_else(|| !is_real(series, run));
    if runs.iter().all(is_wrong) { runs } else { Vec::new() }
}

/// The prices that the host states beside a history.
struct Quotes {
    /// The current price, of a history that ends no more than some years before it.
    price: Option<f64>,
    /// The lowest and the highest price of the last 52 weeks, and the time from which on bars are certainly of them.
    year: Option<(f64, f64, i64)>,
}

impl Quotes {
    fn of(response: &Response) -> Self {
        /// The seconds of 52 weeks.
        const YEAR: i64 = 52 * 7 * 86_400;
        /// The seconds of years within which no price becomes a hundred times as great.
        const YEARS: i64 = 5 * YEAR;
        let (meta, last) = (&response.meta, response.ohlcdata.timestamp.last());
        let time = meta.regular_market_time.get().copied();
        let ends_within =
            |seconds: i64| time.zip(last).is_none_or(|(time, last)| time.saturating_sub(*last) <= seconds);
        let get = |key: &str| meta.other.get(key)?.as_f64();
        let year = || {
            let (low, high) = (get("fiftyTwoWeekLow")?, get("fiftyTwoWeekHigh")?);
            // In autumn 2024 the host stated the prices of the day instead.
            let day = get("regularMarketDayLow").zip(get("regularMarketDayHigh"));
            let is_year = 0.0 < low && low < high && day != Some((low, high)) && ends_within(YEAR);
            is_year.then_some((low, high, time?.saturating_sub(YEAR - 7 * 86_400)))
        };
        let price = meta.regular_market_price.as_f64();
        Self { price: price.filter(|price| ends_within(YEARS) && *price > 0.0), year: year() }
    }

    /// Returns the right level by the current price and the 52 weeks, which must not contradict. A current price equal
    /// to one of the newest two bars is no sign of its own.
    fn level(&self, series: &Bars, newest: &Range<usize>, other: i32) -> Option<i32> {
        let (unit, end) = (series.unit, newest.end.saturating_sub(1));
        let last = newest.end.saturating_sub(5).max(newest.start)..newest.end;
        let last = median(last.map(|row| series.middle(row)));
        let is_near = |one: f64, other: f64| log_distance(one, other) < unit.ln() / 3.0;
        let is_own = |price: f64| newest.len() <= 2 && (price / series.close[end] - 1.0).abs() < 0.05;
        let quoted = self
            .price
            .filter(|price| !is_own(*price))
            .and_then(|price| [0, other].into_iter().find(|level| is_near(price, last * unit.powi(*level))));
        let Some((low, high, _)) = self.year.filter(|(low, high, _)| high / low <= unit / 3.0) else {
            return quoted;
        };
        let is_within = |level: &i32| (low * 0.9..=high * 1.1).contains(&(last * unit.powi(*level)));
        let of_year = [0, other].into_iter().find(is_within);
        of_year.filter(|level| quoted.is_none_or(|quoted| quoted == *level))
    }

    /// Returns true if the bars are of the last 52 weeks and beyond their prices, and false if they are within.
    fn is_beyond(&self, series: &Bars, run: &Run) -> Option<bool> {
        let (low, high, start) = self.year?;
        let is_of_year = |row: &usize| series.times.get(*row).is_some_and(|time| *time >= start);
        let price = median(run.rows.clone().filter(is_of_year).map(|row| series.middle(row)));
        price.is_finite().then_some(price < low * 0.9 || price > high * 1.1)
    }
}

/// Returns true if the moves at the ends of bars are real: a bar has prices on the way, or much is traded.
fn is_real(series: &Bars, run: &Run) -> bool {
    const MUCH: f64 = 2.3;
    let ends = [run.rows.start, run.rows.end].into_iter().filter(|row| *row > 0 && *row < series.times.len());
    let traded = |row: usize| {
        let before = series.volume.within(row.saturating_sub(21)..row.saturating_sub(1));
        let after = series.volume.within(row.saturating_add(2)..row.saturating_add(22));
        let around: Vec<f64> = before.chain(after).filter(|volume| *volume > 0.0).collect();
        let times = series.volume[row] / median(around.iter().copied());
        (around.len() >= 5 && times.is_finite()).then_some(times.max(0.1).ln())
    };
    let traded: Vec<f64> = ends.clone().filter_map(traded).collect();
    // Without volumes about it one end of shares says nothing, and of two ends the usual size is that of both.
    let is_unknown = series.is_traded && traded.is_empty() && ends.clone().count() == 1;
    is_unknown
        || traded.iter().sum::<f64>() > MUCH.ln() * count(traded.len()).sqrt()
        || ends.into_iter().any(|row| (row.saturating_sub(BLOCK)..=row).any(|row| series.was_wide(row)))
}

/// Returns the bars that lack a split or have it twice: those before an end near it, or with two ends near it.
fn of_split(series: &Bars, runs: Vec<Run>, split: usize, size: f64) -> Vec<Run> {
    let is_near = |row: usize, limit: usize| row.abs_diff(split) <= limit;
    let is_lone = runs.iter().filter(|run| run.level != 0).count() == 1;
    let mut before = None;
    for run in &runs {
        let (Range { start, end }, shown) = (run.rows.clone(), of_dividends(series, run, size));
        let is_wrong = match before {
            Some(level) => {
                let is_short = run.rows.len() <= BLOCK && (is_near(start, BLOCK) || is_near(end, BLOCK));
                level == 0 && (is_short || shown == Some(true) || end == split && size > 1.0)
            }
            None => {
                let is_shown = shown == Some(true) || end == split || of_volumes(series, run, size);
                is_near(end, BACK) && is_lone && run.level.abs() == 1 && is_shown
            }
        };
        if run.level != 0 && (!is_wrong || shown == Some(false)) {
            return Vec::new();
        }
        before = Some(run.level);
    }
    runs.into_iter().filter(|run| run.level != 0).collect()
}

/// Returns true if the dividends within bars agree with the adjusted closes once the prices are mended, and false if
/// they agree now: a real move.
fn of_dividends(series: &Bars, run: &Run, size: f64) -> Option<bool> {
    let rows = run.rows.start.saturating_add(1)..run.rows.end;
    let ratio = |row: usize| {
        let before = row.saturating_sub(1);
        (1.0 - series.factor(before) / series.factor(row)) * series.close[before] / series.paid[row]
    };
    let ratios: Vec<f64> = rows.filter(|row| series.paid[*row] > 0.0).map(ratio).collect();
    let count = |by: f64| ratios.iter().filter(|ratio| log_distance(**ratio * by, 1.0) < SAME).count();
    let (mended, now) = (count((-size * f64::from(run.level)).exp()), count(1.0));
    (mended != now).then_some(mended > now)
}

/// Returns true if the volumes of bars show a great split that their prices lack, or do not contradict a greater one: at a
/// real move of the price much is traded.
fn of_volumes(series: &Bars, run: &Run, size: f64) -> bool {
    const GREAT: f64 = 1.9;
    const GREATER: f64 = 2.9;
    const BARS: usize = 60;
    let end = run.rows.end;
    let before = median(series.volume.within(end.saturating_sub(BARS).max(run.rows.start)..end));
    let after = median(series.volume.within(end.saturating_add(1)..end.saturating_add(BARS)));
    let by = (size * f64::from(run.level)).exp();
    let is_shown = log_distance(before * by, after) + size / 4.0 < log_distance(before, after);
    size > GREAT.ln() && is_shown || size > GREATER.ln() && series.volume[end] < 2.5 * after
}

/// Multiplies the prices of bars, the adjusted closes and the volumes as far as they are off by the same.
fn scale(series: &mut Bars, run: &Run, by: f64, kind: Kind) {
    let reason = match kind.split {
        None => Reason::Unit,
        Some(_) if (kind.ratio > 1.0) == (by < 1.0) => Reason::MissingSplit,
        Some(_) => Reason::DoubleSplit,
    };
    let rows = run.rows.clone();
    let factors: List = series.rows().map(|row| series.factor(row)).collect();
    // The steps of the factor at both ends, if it is multiplied.
    let steps = |by: f64| {
        let step = |(row, by): (usize, f64)| factors[row.wrapping_sub(1)] / factors[row] * by;
        let steps = [(rows.start, by.recip()), (rows.end, by)].map(step);
        steps
            .into_iter()
            .filter(|step| *step > 0.0 && step.is_finite())
            .map(|step| step.ln().abs())
            .sum::<f64>()
    };
    let is_adjusted = steps(by.recip()) >= steps(1.0);
    for row in rows.clone() {
        for column in Column::BAR.into_iter().chain(is_adjusted.then_some(Column::Adjusted)) {
            series.set(column, row, series[column][row] * by, reason);
        }
    }
    match kind.split {
        None => series.moved.push(rows),
        Some(_) => scale_volumes(series, rows, by, reason),
    }
}

/// Divides the volumes of bars if this brings them nearer to the ten bars before and after.
fn scale_volumes(series: &mut Bars, rows: Range<usize>, by: f64, reason: Reason) {
    let traded = |rows: Range<usize>| series.volume.within(rows).filter(|volume| *volume > 0.0);
    let before = traded(rows.start.saturating_sub(10)..rows.start);
    let around = median(before.chain(traded(rows.end..rows.end.saturating_add(10))));
    let from = if rows.start == 0 { rows.end.saturating_sub(60) } else { rows.start };
    let own = median(traded(from..rows.end));
    // Those of a few bars are too different for a small ratio.
    let is_shown = by.ln().abs() * count(traded(from..rows.end).count()).sqrt() > 1.7;
    if is_shown && log_distance(own, around) + 0.5 * by.ln().abs() > log_distance(own / by, around) {
        for row in rows {
            series.set(Column::Volume, row, (series.volume[row] / by).round(), reason);
        }
    }
}
