//! Bars next to each other in another unit of the currency, or that lack a split or have it twice. An end of such a block is
//! a move by the unit or by the ratio; it is never the only sign.

use std::iter::once;
use std::ops::Range;

use virtual_finance::responses::history::Response;

use super::bars::Column::{Adjusted, Close, Paid, Volume};
use super::bars::{BAR, Bars};
use super::note::Reason;
use super::numbers::{BACK, BLOCK, SAME, SPLIT, count, log_distance, median, usual};
use super::quotes::Quotes;

/// An end of a block is a move of at least as many usual moves: in four million bars with fat tails none by chance is also a
/// unit or the ratio of a split.
const EDGE: f64 = 8.0;

/// Bars between two ends. Their level counts the ends after them: they are too low by as many units, or ratios, above zero
/// too great.
pub(super) struct Run {
    pub(super) rows: Range<usize>,
    pub(super) level: i32,
}

/// The factor by which a block is off: the unit, or the ratio of the split at a row.
#[derive(Clone, Copy)]
struct Kind {
    ratio: f64,
    split: Option<usize>,
}

impl Kind {
    fn size(self) -> f64 {
        log_distance(self.ratio, 1.0)
    }
}

/// The move of the price to a row: the whole, and without the fall that a dividend explains.
struct Move {
    row: usize,
    whole: f64,
    unpaid: f64,
}

/// Mends the blocks, one kind after the other, until none is left.
pub(super) fn mend(series: &mut Bars, response: &Response) {
    /// More kinds than any history has: a bound, for each round mends something.
    const ROUNDS: usize = 100;
    let quotes = Quotes::of(response);
    let splits = series.splits.iter().map(|(row, ratio)| Kind { ratio: *ratio, split: Some(*row) });
    let mut kinds: Vec<Kind> = once(Kind { ratio: series.unit, split: None }).chain(splits).collect();
    kinds.retain(|kind| kind.size() > SPLIT);
    for _ in 0..ROUNDS {
        let moves = moves(series);
        if moves.len() < 3 || !kinds.iter().any(|kind| mend_kind(series, *kind, &moves, &quotes)) {
            return report(series, &moves);
        }
    }
}

/// Returns the moves between bars with prices.
fn moves(series: &Bars) -> Vec<Move> {
    let middle: Vec<f64> = series.rows().map(|row| series.middle(row)).collect();
    let price = |row: usize| middle.get(row).copied().unwrap_or(f64::NAN);
    let known = series.known(|row| price(row) > 0.0);
    let change = |(before, row): (usize, usize)| {
        let whole = (price(row) / price(before)).ln();
        let paid: f64 = series.within(Paid, before.saturating_add(1)..row.saturating_add(1)).sum();
        let part = paid / series.at(Close, before);
        let is_explained = part > 0.0 && part < 0.9;
        Move { row, whole, unpaid: if is_explained { whole - (-part).ln_1p() } else { whole } }
    };
    known.pairs().map(change).collect()
}

/// Reports the great moves that are left.
fn report(series: &mut Bars, moves: &[Move]) {
    for Move { row, unpaid, .. } in moves {
        let is_near = series.splits.keys().any(|split| split.abs_diff(*row) <= BACK);
        let limit: f64 = if is_near { 4.0 } else { 20.0 };
        if moves.len() >= 3 && unpaid.abs() > limit.ln() && !series.doubts_close(*row) {
            series.question(*row, series.unit.ln(), "changes by more than prices do");
        }
    }
}

/// Mends the blocks of one kind. Returns false if there are no blocks.
fn mend_kind(series: &mut Bars, kind: Kind, moves: &[Move], quotes: &Quotes) -> bool {
    /// The smallest usual move from a bar to the next: ticks and rounding of prices that hardly trade.
    const MOVE: f64 = 0.0125;
    /// An end is within as many usual moves of the unit or the ratio.
    const NEAR: f64 = 4.0;
    let usual = usual(moves.iter().map(|one| one.unpaid), MOVE);
    let size = kind.size();
    let off = |change: f64| (change.abs() - size).abs();
    let least: f64 = if kind.split.is_some() { 0.02 } else { 0.15 };
    let limit = least.max(NEAR * usual).min(size / 4.0);
    let is_great = |change: f64| change.abs() > EDGE / 2.0 * usual;
    let changes = moves.iter().map(|Move { row, whole, unpaid }| {
        let is_whole = unpaid.abs() > EDGE * usual && off(*whole) < off(*unpaid);
        (*row, if is_whole { *whole } else { *unpaid })
    });
    let (ends, others): (Vec<_>, Vec<_>) =
        changes.partition(|(_, change)| off(*change) < limit && change.abs() > EDGE * usual);
    let Some((_, first)) = ends.first().copied() else {
        let is_near = |row: usize| kind.split.is_some_and(|split| row.abs_diff(split) <= BACK);
        for (row, change) in others {
            if is_near(row) && off(change) < size / 3.0 && is_great(change) {
                series.question(row, size, "changes nearly by the ratio of a split near it");
            }
        }
        return false;
    };
    // Beside ends that were missed nothing is what it seems.
    let is_missed = |(_, one): &(usize, f64)| {
        one.abs() > size / 2.0 && is_great(*one) && (ends.len() > 1 || one.signum() != first.signum())
    };
    let (wrong, why) = match kind.split {
        None => (
            of_unit(series, runs(series, &ends), quotes),
            "changes by a unit of the currency, and nothing else says which bars are right",
        ),
        Some(row) => (
            of_split(series, runs(series, &ends), row, size),
            "changes by the ratio of a split, and nothing else says which bars are right",
        ),
    };
    if wrong.is_empty() || others.iter().any(is_missed) {
        ends.iter().for_each(|(row, _)| series.question(*row, size, why));
        return false;
    }
    wrong.iter().for_each(|run| scale(series, run, (-size * f64::from(run.level)).exp(), kind));
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
    let is_inner = runs.len() > 2
        && [first.level, newest.level] == [most; 2]
        && runs.iter().all(|run| run.level == most || run.rows.len() <= BLOCK);
    let right = quotes.level(series, &newest.rows, other).or(is_inner.then_some(most));
    let (Some(right), true) = (right, runs.iter().all(|run| [0, other].contains(&run.level))) else {
        return Vec::new();
    };
    runs.retain(|run| run.level != right);
    runs.iter_mut().for_each(|run| run.level = run.level.saturating_sub(right));
    let is_wrong =
        |run: &Run| quotes.is_beyond(series, &run.rows).unwrap_or_else(|| !is_real(series, &run.rows));
    if runs.iter().all(is_wrong) { runs } else { Vec::new() }
}

/// Returns true if the moves at the ends of bars are real: a bar has prices on the way, or much is traded.
fn is_real(series: &Bars, rows: &Range<usize>) -> bool {
    const MUCH: f64 = 2.3;
    let ends: Vec<usize> =
        [rows.start, rows.end].into_iter().filter(|row| *row > 0 && *row < series.times.len()).collect();
    let traded = |row: &usize| {
        let before = series.within(Volume, row.saturating_sub(21)..row.saturating_sub(1));
        let after = series.within(Volume, row.saturating_add(2)..row.saturating_add(22));
        let around: Vec<f64> = before.chain(after).filter(|volume| *volume > 0.0).collect();
        let times = series.at(Volume, *row) / median(around.iter().copied());
        (around.len() >= 5 && times.is_finite()).then_some(times.max(0.1).ln())
    };
    let traded: Vec<f64> = ends.iter().filter_map(traded).collect();
    // Without volumes about it one end of shares says nothing, and of two ends the usual size is that of both.
    series.is_traded && traded.is_empty() && ends.len() == 1
        || traded.iter().sum::<f64>() > MUCH.ln() * count(traded.len()).sqrt()
        || ends.iter().any(|row| (row.saturating_sub(BLOCK)..=*row).any(|row| series.was_wide(row)))
}

/// Returns the bars that lack a split or have it twice: those before an end near it, or with two ends near it.
fn of_split(series: &Bars, mut runs: Vec<Run>, split: usize, size: f64) -> Vec<Run> {
    let is_near = |row: usize, limit: usize| row.abs_diff(split) <= limit;
    let is_lone = runs.iter().filter(|run| run.level != 0).count() == 1;
    let mut before = None;
    let is_wrong = |run: &Run| {
        let Range { start, end } = run.rows;
        let (shown, level) = (of_dividends(series, run, size), before.replace(run.level));
        let is_shown = shown == Some(true);
        let is_wrong = match level {
            Some(level) => {
                let is_short = run.rows.len() <= BLOCK && (is_near(start, BLOCK) || is_near(end, BLOCK));
                level == 0 && (is_short || is_shown || end == split && size > 1.0)
            }
            None => {
                let is_shown = is_shown || end == split || of_volumes(series, run, size);
                is_near(end, BACK) && is_lone && run.level.abs() == 1 && is_shown
            }
        };
        run.level == 0 || is_wrong && shown != Some(false)
    };
    if !runs.iter().all(is_wrong) {
        return Vec::new();
    }
    runs.retain(|run| run.level != 0);
    runs
}

/// Returns true if the dividends within bars agree with the adjusted closes once the prices are mended, and false if
/// they agree now: a real move.
fn of_dividends(series: &Bars, run: &Run, size: f64) -> Option<bool> {
    let rows = run.rows.start.saturating_add(1)..run.rows.end;
    let ratio = |row: usize| {
        let before = row.saturating_sub(1);
        (1.0 - series.factor(before) / series.factor(row)) * series.at(Close, before) / series.at(Paid, row)
    };
    let ratios: Vec<f64> = rows.filter(|row| series.at(Paid, *row) > 0.0).map(ratio).collect();
    let count = |by: f64| ratios.iter().filter(|ratio| log_distance(**ratio * by, 1.0) < SAME).count();
    let (mended, now) = (count((-size * f64::from(run.level)).exp()), count(1.0));
    (mended != now).then_some(mended > now)
}

/// Returns true if the volumes of bars show a great split that their prices lack, or do not contradict a greater one: at a
/// real move of the price much is traded.
fn of_volumes(series: &Bars, run: &Run, size: f64) -> bool {
    const GREAT: f64 = 1.9;
    const GREATER: f64 = 2.9;
    let is_shown = nearer(series, &run.rows, (-size * f64::from(run.level)).exp()) > size / 4.0;
    let end = run.rows.end;
    let after = median(series.within(Volume, end.saturating_add(1)..end.saturating_add(60)));
    size > GREAT.ln() && is_shown || size > GREATER.ln() && series.at(Volume, end) < 2.5 * after
}

/// Returns by how much nearer the volumes of bars are to those before and after once they are divided, as a logarithm.
fn nearer(series: &Bars, rows: &Range<usize>, by: f64) -> f64 {
    const BARS: usize = 60;
    let traded = |rows: Range<usize>| series.within(Volume, rows).filter(|volume| *volume > 0.0);
    let own = median(traded(rows.end.saturating_sub(BARS).max(rows.start)..rows.end));
    let before = traded(rows.start.saturating_sub(BARS)..rows.start);
    let around = median(before.chain(traded(rows.end.saturating_add(1)..rows.end.saturating_add(BARS))));
    log_distance(own, around) - log_distance(own / by, around)
}

/// Multiplies the prices of bars, the adjusted closes and the volumes as far as they are off by the same.
fn scale(series: &mut Bars, run: &Run, by: f64, kind: Kind) {
    let reason = match kind.split {
        None => Reason::Unit,
        Some(_) if (kind.ratio > 1.0) == (by < 1.0) => Reason::MissingSplit,
        Some(_) => Reason::DoubleSplit,
    };
    let rows = run.rows.clone();
    // The steps of the factor at both ends, if it is multiplied.
    let steps = |by: f64| {
        let step = |(row, by): (usize, f64)| series.factor(row.wrapping_sub(1)) / series.factor(row) * by;
        let steps = [(rows.start, by.recip()), (rows.end, by)].map(step).into_iter();
        steps.filter(|step| *step > 0.0 && step.is_finite()).map(|step| step.ln().abs()).sum::<f64>()
    };
    let is_adjusted = steps(by.recip()) >= steps(1.0);
    let ratio = by.ln().abs();
    // The volumes of a few bars are too different for a small ratio.
    let is_traded = kind.split.is_some()
        && ratio * count(rows.len().min(60)).sqrt() > 1.7
        && nearer(series, &rows, by) > -0.5 * ratio;
    for row in rows.clone() {
        for column in BAR.into_iter().chain(is_adjusted.then_some(Adjusted)) {
            series.set(column, row, series.at(column, row) * by, reason);
        }
        if is_traded {
            series.set(Volume, row, (series.at(Volume, row) / by).round(), reason);
        }
    }
    if kind.split.is_none() {
        series.moved.push(rows);
    }
}
