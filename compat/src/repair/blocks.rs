//! Bars next to each other in another unit of the currency, or that lack a split or have it twice. An end of such a block is
//! a move by the unit or by the ratio; it is never the only sign.

use std::ops::Range;

use super::limits::{BACK, BLOCK, EDGE, MOVE, NEAR, SAME, SPLIT};
use super::note::Reason;
use super::series::{Column, List, Series};
use super::statistics::{count, log_distance, median, usual};

/// A move from a bar to the next that has prices.
struct Move {
    row: usize,
    /// The logarithm of the change.
    whole: f64,
    /// The move without the fall that a dividend explains.
    unpaid: f64,
}

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
pub(super) fn mend(series: &mut Series) {
    /// More kinds than any history has: a bound, for each round mends something.
    const ROUNDS: usize = 100;
    for _ in 0..ROUNDS {
        if !mend_one(series) {
            return;
        }
    }
}

/// Mends the blocks of one kind; returns false if there is none.
fn mend_one(series: &mut Series) -> bool {
    let moves = moves(series);
    if moves.len() < 3 {
        return false;
    }
    let usual = usual(moves.iter().map(|one| one.unpaid), MOVE);
    let splits: &[(usize, f64)] = if series.is_long { &series.splits } else { &[] };
    let splits: Vec<Kind> =
        splits.iter().map(|(row, ratio)| Kind { ratio: *ratio, split: Some(*row) }).collect();
    let is_noticed = |kind: &&Kind| kind.split.is_none() || log_distance(kind.ratio, 1.0) > SPLIT.ln();
    let kinds: Vec<Kind> =
        [Kind { ratio: series.unit, split: None }].into_iter().chain(splits.clone()).collect();
    for kind in kinds.iter().filter(is_noticed) {
        if mend_kind(series, *kind, &moves, usual) {
            return true;
        }
    }
    tell_jumps(series, &moves, &splits);
    false
}

fn moves(series: &Series) -> Vec<Move> {
    let middle = |row: usize| Some((row, series.now.middle(row))).filter(|(_, price)| *price > 0.0);
    let prices: Vec<(usize, f64)> = series.rows().filter_map(middle).collect();
    let one = |((before, from), (row, to)): (&(usize, f64), &(usize, f64))| {
        let whole = (to / from).ln();
        let paid: f64 = series.now.paid.within(before.saturating_add(1)..row.saturating_add(1)).iter().sum();
        let part = paid / series.now.close[*before];
        let is_part = part > 0.0 && part < 0.9;
        Move { row: *row, whole, unpaid: if is_part { whole - (-part).ln_1p() } else { whole } }
    };
    prices.iter().zip(prices.iter().skip(1)).map(one).collect()
}

fn mend_kind(series: &mut Series, kind: Kind, moves: &[Move], usual: f64) -> bool {
    let size = log_distance(kind.ratio, 1.0);
    let off = |change: f64| (change.abs() - size).abs();
    let change = |one: &Move| {
        let is_whole = one.unpaid.abs() > EDGE * usual && off(one.whole) < off(one.unpaid);
        if is_whole { one.whole } else { one.unpaid }
    };
    let limit = (NEAR * usual).max(if kind.split.is_some() { 0.02 } else { 0.15 }).min(size / 4.0);
    let least = EDGE * if size > 1.0 { usual } else { usual.max(0.0125) };
    let is_end = |change: f64| off(change) < limit && change.abs() > least;
    let changes = moves.iter().map(|one| (one.row, change(one)));
    let (ends, others): (Vec<_>, Vec<_>) = changes.partition(|(_, change)| is_end(*change));
    let is_great = |change: f64| change.abs() > EDGE / 2.0 * usual;
    if ends.is_empty() {
        let near = |row: usize| kind.split.is_some_and(|split| row.abs_diff(split) <= BACK);
        for (row, _) in
            others.iter().filter(|(row, one)| off(*one) < size / 3.0 && is_great(*one) && near(*row))
        {
            series.doubt(Column::Close, *row, "changes nearly by the ratio of a split near it");
            series.open.push(size);
        }
        return false;
    }
    let runs = runs(series, &ends);
    let wrong = match kind.split {
        None => of_unit(series, &runs),
        Some(row) => of_split(series, &runs, row, size),
    };
    // Beside ends that were missed nothing is what it seems.
    let first = ends.first().is_some_and(|(_, change)| *change > 0.0);
    let is_missed = |(_, one): &(usize, f64)| {
        one.abs() > size / 2.0 && is_great(*one) && (runs.len() > 2 || (*one > 0.0) != first)
    };
    if wrong.is_empty() || others.iter().any(is_missed) {
        for run in runs.iter().skip(1) {
            series.open.push(size);
            series.doubt(
                Column::Close,
                run.rows.start,
                match kind.split {
                    None => "changes by a unit of the currency, and nothing else says which bars are right",
                    Some(_) => "changes by the ratio of a split, and nothing else says which bars are right",
                },
            );
        }
        return false;
    }
    for run in wrong {
        scale(series, &run, (-size * f64::from(run.level)).exp(), kind);
    }
    true
}

/// Returns the bars between the ends, with their levels below and above those of the newest.
fn runs(series: &Series, ends: &[(usize, f64)]) -> Vec<Run> {
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

/// Returns the bars in the wrong unit: those with two ends, or with one end if the quote or the 52 weeks say so.
fn of_unit(series: &Series, runs: &[Run]) -> Vec<Run> {
    let (Some(first), Some(newest)) = (runs.first(), runs.last()) else { return Vec::new() };
    let Some(other) = runs.iter().map(|run| run.level).find(|level| *level != 0) else { return Vec::new() };
    if runs.iter().any(|run| run.level != 0 && run.level != other) {
        return Vec::new();
    }
    let bars =
        |level: i32| runs.iter().filter(|run| run.level == level).map(|run| run.rows.len()).sum::<usize>();
    let most = if bars(other) > bars(0) { other } else { 0 };
    let copy = |run: &Run, level: i32| Run { rows: run.rows.clone(), level: run.level.saturating_sub(level) };
    let right = right_level(series, &newest.rows, other).or_else(|| {
        let is_short = |run: &Run| run.level == most || run.rows.len() <= BLOCK;
        let is_inner = runs.len() > 2 && first.level == most && newest.level == most;
        (is_inner && runs.iter().all(is_short)).then_some(most)
    });
    let Some(right) = right else { return Vec::new() };
    let wrong: Vec<Run> = runs.iter().filter(|run| run.level != right).map(|run| copy(run, right)).collect();
    let is_right = |run: &Run| !of_year(series, run).unwrap_or_else(|| !is_real(series, run));
    if wrong.iter().any(is_right) { Vec::new() } else { wrong }
}

/// Returns the right level by the quote and the 52 weeks, which must not contradict. A quote that is the price of the newest
/// one or two bars is the same sign as they are.
fn right_level(series: &Series, newest: &Range<usize>, other: i32) -> Option<i32> {
    let unit = series.unit;
    let last = newest.end.saturating_sub(5).max(newest.start)..newest.end;
    let last = median(last.map(|row| series.now.middle(row)));
    let of_level = |level: i32| last * unit.powi(level);
    let end = newest.end.saturating_sub(1);
    let is_near = |one: f64, other: f64| log_distance(one, other) < unit.ln() / 3.0;
    let is_own = |quote: &f64| {
        let is_same = (quote / series.now.close[end] - 1.0).abs() < 0.05;
        newest.len() <= 2 && is_near(*quote, series.now.middle(end)) && is_same
    };
    let quoted = series.quote.filter(|quote| !is_own(quote));
    let quoted =
        quoted.and_then(|quote| [0, other].into_iter().find(|level| is_near(quote, of_level(*level))));
    let Some(year) = series.year.as_ref().filter(|year| year.high / year.low <= unit / 3.0) else {
        return quoted;
    };
    let is_within = |level: &i32| (year.low * 0.9..=year.high * 1.1).contains(&of_level(*level));
    let of_year = [0, other].into_iter().find(is_within);
    of_year.filter(|level| quoted.is_none_or(|quoted| quoted == *level))
}

/// Returns true if the bars are of the last 52 weeks and beyond their prices, and false if they are within.
fn of_year(series: &Series, run: &Run) -> Option<bool> {
    let year = series.year.as_ref()?;
    let is_of_year = |row: &usize| series.times.get(*row).is_some_and(|time| *time >= year.start);
    let price = median(run.rows.clone().filter(is_of_year).map(|row| series.now.middle(row)));
    price.is_finite().then_some(price < year.low * 0.9 || price > year.high * 1.1)
}

/// Returns true if the moves at the ends of bars are real: a bar has prices on the way, or much is traded.
fn is_real(series: &Series, run: &Run) -> bool {
    const MUCH: f64 = 2.3;
    let ends = [run.rows.start, run.rows.end].into_iter().filter(|row| *row > 0 && *row < series.times.len());
    let is_wide = |row: usize| {
        let mut beside = row.saturating_sub(1)..row.saturating_add(1);
        beside.any(|row| series.now.high[row] / series.now.low[row] > series.unit.sqrt())
    };
    let traded = |row: usize| {
        let around = (row.saturating_sub(21)..row.saturating_sub(1))
            .chain(row.saturating_add(2)..row.saturating_add(22));
        let around: Vec<f64> =
            around.map(|row| series.now.volume[row]).filter(|volume| *volume > 0.0).collect();
        let usual = median(around.iter().copied());
        (around.len() >= 5).then_some(series.now.volume[row] / usual)
    };
    let traded: Vec<f64> = ends.clone().filter_map(traded).filter(|times| times.is_finite()).collect();
    // Of two ends the usual size is that of both.
    let much =
        traded.iter().map(|times| times.max(0.1).ln()).sum::<f64>() / count(traded.len().max(1)).sqrt();
    // Without volumes about it one end of shares says nothing.
    let is_unknown = series.is_traded && traded.is_empty() && ends.clone().count() == 1;
    is_unknown || ends.clone().any(is_wide) || much > MUCH.ln()
}

/// Returns the bars that lack a split or have it twice: those before an end near it, or with two ends near it.
fn of_split(series: &Series, runs: &[Run], split: usize, size: f64) -> Vec<Run> {
    let is_near = |row: usize, limit: usize| row.abs_diff(split) <= limit;
    let mut wrong = Vec::new();
    for (index, run) in runs.iter().enumerate().filter(|(_, run)| run.level != 0) {
        let Range { start, end } = run.rows;
        let shown = of_dividends(series, run, size);
        let is_wrong = match index.checked_sub(1).and_then(|before| runs.get(before)) {
            Some(before) => {
                let is_short = run.rows.len() <= BLOCK && (is_near(start, BLOCK) || is_near(end, BLOCK));
                before.level == 0 && (is_short || is_near(end, BACK) && shown == Some(true))
            }
            None => {
                let is_shown = shown == Some(true) || end == split || of_volumes(series, run, size);
                let is_lone = runs.iter().skip(1).all(|other| other.level == 0);
                is_near(end, BACK) && run.level.abs() == 1 && is_lone && is_shown
            }
        };
        if !is_wrong || shown == Some(false) {
            return Vec::new();
        }
        wrong.push(Run { rows: run.rows.clone(), level: run.level });
    }
    wrong
}

/// Returns true if the dividends within bars are those of the adjusted closes when the prices are mended, and false if they
/// are now: a real move.
fn of_dividends(series: &Series, run: &Run, size: f64) -> Option<bool> {
    let by = (-size * f64::from(run.level)).exp();
    let amounts = series.now.paid.above_zero(run.rows.start.saturating_add(1)..run.rows.end).map(|row| {
        let before = row.saturating_sub(1);
        let step = series.now.factor(before) / series.now.factor(row);
        (1.0 - step) * series.now.close[before] / series.now.paid[row]
    });
    let amounts: Vec<f64> = amounts.filter(|ratio| *ratio > 0.0).collect();
    let count = |by: f64| amounts.iter().filter(|ratio| log_distance(**ratio * by, 1.0) < SAME).count();
    let (mended, now) = (count(by), count(1.0));
    (mended != now).then_some(mended > now)
}

/// Returns true if the volumes of bars show a great split that their prices lack, or do not contradict a greater one: at a
/// real move of the price much is traded.
fn of_volumes(series: &Series, run: &Run, size: f64) -> bool {
    const GREAT: f64 = 1.9;
    const GREATER: f64 = 2.9;
    const BARS: usize = 60;
    let end = run.rows.end;
    let volumes = |rows: Range<usize>| median(series.now.volume.within(rows).iter().copied());
    let before = volumes(end.saturating_sub(BARS).max(run.rows.start)..end);
    let after = volumes(end.saturating_add(1)..end.saturating_add(BARS));
    let by = (size * f64::from(run.level)).exp();
    let is_shown = log_distance(before * by, after) + size / 4.0 < log_distance(before, after);
    let is_quiet = series.now.volume[end] < 2.5 * after;
    size > GREAT.ln() && is_shown || size > GREATER.ln() && is_quiet
}

/// Multiplies the prices of bars, the adjusted closes and the volumes as far as they are off by the same.
fn scale(series: &mut Series, run: &Run, by: f64, kind: Kind) {
    let reason = match kind.split {
        None => Reason::Unit,
        Some(_) if (kind.ratio > 1.0) == (by < 1.0) => Reason::MissingSplit,
        Some(_) => Reason::DoubleSplit,
    };
    let rows = run.rows.clone();
    let factors: List = series.rows().map(|row| series.now.factor(row)).collect();
    // The steps of the factor at both ends, if it is multiplied.
    let steps = |by: f64| {
        [(rows.start, by.recip()), (rows.end, by)].into_iter().filter_map(|(row, by)| {
            let step = factors[row.checked_sub(1)?] / factors[row] * by;
            (step.is_finite() && step > 0.0).then(|| step.ln().abs())
        })
    };
    let is_adjusted = steps(by.recip()).sum::<f64>() >= steps(1.0).sum::<f64>();
    for row in rows.clone() {
        for column in Column::BAR {
            series.set(column, row, series.now[column][row] * by, reason);
        }
        if is_adjusted {
            series.set(Column::Adjusted, row, series.now.adjusted[row] * by, reason);
        }
    }
    match kind.split {
        None => series.moved.push(rows),
        Some(_) => scale_volumes(series, rows, by, reason),
    }
}

/// Divides the volumes of bars if they are then nearer to those of the ten bars before and after.
fn scale_volumes(series: &mut Series, rows: Range<usize>, by: f64, reason: Reason) {
    let traded =
        |rows: Range<usize>| series.now.volume.within(rows).iter().copied().filter(|volume| *volume > 0.0);
    let around = traded(rows.start.saturating_sub(10)..rows.start)
        .chain(traded(rows.end..rows.end.saturating_add(10)));
    let around = median(around);
    let from = if rows.start == 0 { rows.end.saturating_sub(60) } else { rows.start };
    let own = median(traded(from..rows.end));
    // Those of a few bars are too different for a small ratio.
    let is_shown = by.ln().abs() * count(traded(from..rows.end).count()).sqrt() > 1.7;
    if is_shown && log_distance(own, around) + 0.5 * by.ln().abs() > log_distance(own / by, around) {
        for row in rows {
            series.set(Column::Volume, row, (series.now.volume[row] / by).round(), reason);
        }
    }
}

/// Tells moves that are hardly real.
fn tell_jumps(series: &mut Series, moves: &[Move], splits: &[Kind]) {
    for one in moves {
        let is_near = splits.iter().any(|kind| kind.split.is_some_and(|row| row.abs_diff(one.row) <= BACK));
        let limit: f64 = if is_near { 4.0 } else { 20.0 };
        if one.unpaid.abs() > limit.ln() && !series.doubts(Column::Close, one.row) {
            series.doubt(Column::Close, one.row, "changes by more than prices do");
            series.open.push(series.unit.ln());
        }
    }
}
