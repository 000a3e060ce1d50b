//! A history as rows of doubles, which keeps account of every change.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use virtual_finance::DateTime;
use virtual_finance::responses::history::{Bar, Dividend, OhlcData, Response};
use virtual_finance::responses::{Field, Number, Value};

use super::note::{Doubt, Reason, Repair, Repairs};
use super::numbers::{count, median};
use crate::zone::Zone;

/// A column of the rows. `Paid` and `Gains` are the sums of the dividends and of the capital gains of a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    Open,
    High,
    Low,
    Close,
    Adjusted,
    Volume,
    Paid,
    Gains,
}

use Column::{Adjusted, Close, Gains, High, Low, Open, Paid};

/// The prices of a bar.
pub(super) const BAR: [Column; 4] = [Open, High, Low, Close];

const NAMES: [&str; 8] =
    ["Open", "High", "Low", "Close", "Adj Close", "Volume", "Dividends", "Capital Gains"];

/// The values of one bar in the order of the columns; NaN is what is missing.
pub(super) type Row = [f64; NAMES.len()];

impl Column {
    #[expect(clippy::as_conversions, reason = "a column without fields is its place")]
    const fn place(self) -> usize {
        self as usize
    }

    fn name(self) -> &'static str {
        NAMES.get(self.place()).copied().unwrap_or_default()
    }

    /// Returns the value of a row; NaN of no row.
    pub(super) fn of(self, row: Option<&Row>) -> f64 {
        row.and_then(|row| row.get(self.place())).copied().unwrap_or(f64::NAN)
    }
}

/// Returns the lists of a response in the order of the columns.
pub(super) const fn lists(bars: &mut OhlcData) -> [&mut Option<Vec<Option<Number>>>; 6] {
    let OhlcData { open, high, low, close, adjclose, volume, .. } = bars;
    [open, high, low, close, adjclose, volume]
}

/// A history with its records: bars, dividends, capital gains and splits.
pub(super) struct Bars {
    /// The rows with the changes so far, and as they came.
    now: Vec<Row>,
    was: Vec<Row>,
    pub(super) times: Vec<i64>,
    /// The new shares for each old one at the rows of splits, of bars of a day and more.
    pub(super) splits: BTreeMap<usize, f64>,
    pub(super) is_daily: bool,
    pub(super) has_adjusted: bool,
    /// True if a price of zero or less is none.
    pub(super) is_priced: bool,
    /// True of shares, of which somebody trades each day.
    pub(super) is_traded: bool,
    /// The number of smaller units of money in a larger one.
    pub(super) unit: f64,
    /// True of a market that quotes in either unit.
    pub(super) has_two_units: bool,
    pub(super) zone: Zone,
    /// The logarithm of each change of price that is in question.
    pub(super) in_question: Vec<f64>,
    /// The rows that were in another unit.
    pub(super) moved: Vec<Range<usize>>,
    /// The row and the place in the list of the response of each dividend in the currency of the prices.
    events: Vec<(usize, usize)>,
    /// The rows at which something was paid, in any currency.
    paying: BTreeSet<usize>,
    reasons: BTreeMap<(Column, usize), Reason>,
    doubts: BTreeMap<(usize, Column, &'static str), f64>,
}

impl Bars {
    pub(super) fn of(response: &Response) -> Self {
        let meta = &response.meta;
        let [interval, kind, currency] = [&meta.data_granularity, &meta.instrument_type, &meta.currency]
            .map(|field| field.get().map_or("", String::as_str));
        let row = |bar: Bar| {
            let values = [bar.open, bar.high, bar.low, bar.close, bar.adjclose, bar.volume];
            let [open, high, low, close, adjusted, volume] = values.map(|value| value.unwrap_or(f64::NAN));
            [open, high, low, close, adjusted, volume, 0.0, 0.0]
        };
        let now: Vec<Row> = response.ohlcdata.bars().map(row).collect();
        let mut series = Self {
            times: response.ohlcdata.timestamp.clone(),
            splits: BTreeMap::new(),
            is_daily: interval == "1d",
            has_adjusted: now.iter().any(|row| Adjusted.of(Some(row)).is_finite()),
            is_priced: matches!(kind, "" | "EQUITY" | "ETF" | "MUTUALFUND" | "CRYPTOCURRENCY" | "CURRENCY"),
            is_traded: matches!(kind, "" | "EQUITY" | "ETF"),
            unit: if currency == "KWF" { 1000.0 } else { 100.0 },
            has_two_units: matches!(
                currency,
                "GBp" | "GBX" | "GBP" | "ZAc" | "ZAC" | "ZAR" | "ILA" | "ILS" | "KWF"
            ),
            zone: Zone::of_exchange(meta.exchange_timezone_name.get().map(String::as_str)),
            in_question: Vec::new(),
            moved: Vec::new(),
            events: Vec::new(),
            paying: BTreeSet::new(),
            reasons: BTreeMap::new(),
            doubts: BTreeMap::new(),
            was: Vec::new(),
            now,
        };
        series.place(response, matches!(interval, "1d" | "5d" | "1wk" | "1mo" | "3mo"));
        series.was.clone_from(&series.now);
        series
    }

    /// Puts the events to their bars: of daily bars to the bar of its day, else the first after it; of others to the
    /// bar that contains it. A dividend in another currency than the prices is left out.
    fn place(&mut self, response: &Response, is_long: bool) {
        const HOLIDAYS: i64 = 10;
        let (zone, is_daily, times) = (self.zone.clone(), self.is_daily, self.times.clone());
        let day = |time: i64| if is_long { zone.bar_day(time).map_or(i64::MAX, i64::from) } else { time };
        let placed = |date: &Field<i64>, amount: Option<f64>| {
            let date = day(*date.get()?);
            let row = if is_daily {
                let row = times.partition_point(|time| day(*time) < date);
                times.get(row).filter(|time| day(**time).saturating_sub(date) <= HOLIDAYS).and(Some(row))
            } else {
                times.partition_point(|time| day(*time) <= date).checked_sub(1)
            };
            row.zip(amount.filter(|amount| amount.is_finite() && *amount > 0.0))
        };
        let currency = response.meta.currency.get().map(String::as_str);
        for (index, paid) in response.dividends.iter().flatten().enumerate() {
            let Some((row, amount)) = placed(&paid.date, paid.amount.as_f64()) else { continue };
            let other = paid.other.get("currency").and_then(Value::as_str);
            self.paying.insert(row);
            if other.is_none() || other == currency {
                self.put(Paid, row, self.at(Paid, row) + amount);
                self.events.push((row, index));
            }
        }
        for gain in response.capital_gains.iter().flatten() {
            let Some((row, amount)) = placed(&gain.date, gain.amount.as_f64()) else { continue };
            self.paying.insert(row);
            self.put(Gains, row, self.at(Gains, row) + amount);
        }
        for split in response.splits.iter().flatten().filter(|_| is_long) {
            let ratio = split.numerator.as_f64().zip(split.denominator.as_f64()).map(|(new, old)| new / old);
            if let Some((row, ratio)) = placed(&split.date, ratio) {
                *self.splits.entry(row).or_insert(1.0) *= ratio;
            }
        }
    }

    /// Returns true if every bar begins after the one before it, and there are no more events than any instrument has.
    pub(super) fn is_usual(&mut self) -> bool {
        /// Each event is compared with all.
        const EVENTS: usize = 2000;
        let why = "are more than any instrument has, or the splits are; the history is not repaired";
        let events = self.events.len().max(self.paying.len()).max(self.splits.len().saturating_mul(10));
        if events > EVENTS {
            self.doubts.insert((0, Paid, why), count(events));
        }
        events <= EVENTS && self.times.iter().zip(self.times.iter().skip(1)).all(|(one, next)| one < next)
    }

    pub(super) fn rows(&self) -> Range<usize> {
        0..self.times.len()
    }

    /// Returns a value; NaN of no row.
    pub(super) fn at(&self, column: Column, row: usize) -> f64 {
        column.of(self.now.get(row))
    }

    /// Returns a value as it came.
    fn came(&self, column: Column, row: usize) -> f64 {
        column.of(self.was.get(row))
    }

    /// Returns the values of rows, without those beyond the end.
    pub(super) fn within(&self, column: Column, rows: Range<usize>) -> impl Iterator<Item = f64> + '_ {
        self.now.iter().take(rows.end).skip(rows.start).map(move |row| column.of(Some(row)))
    }

    /// Returns the rows of which something is known.
    pub(super) fn known(&self, is_known: impl Fn(usize) -> bool) -> Known {
        Known(self.rows().filter(|row| is_known(*row)).collect())
    }

    /// Returns the adjusted close divided by the close. It is negative before a dividend greater than the price.
    pub(super) fn factor(&self, row: usize) -> f64 {
        self.at(Adjusted, row) / self.at(Close, row)
    }

    /// Returns the four prices of a bar.
    pub(super) fn bar(&self, row: usize) -> [f64; 4] {
        BAR.map(|column| self.at(column, row))
    }

    /// Returns the middle of the prices of a bar.
    pub(super) fn middle(&self, row: usize) -> f64 {
        median(self.bar(row))
    }

    /// Returns the factor to another unit, or from it, that makes a value right.
    pub(super) fn to_unit(&self, is_right: impl Fn(f64) -> bool) -> Option<f64> {
        [self.unit.recip(), self.unit].into_iter().find(|by| is_right(*by))
    }

    /// Returns true if a bar came with prices of two units, or of a great move within it.
    pub(super) fn was_wide(&self, row: usize) -> bool {
        self.came(High, row) / self.came(Low, row) > self.unit.sqrt()
    }

    /// Returns the rows after one, up to another, at which something was paid.
    pub(super) fn paying(&self, before: usize, row: usize) -> Vec<usize> {
        self.paying.range(before.saturating_add(1)..row.saturating_add(1)).copied().collect()
    }

    /// Sets one value; NaN takes it out.
    pub(super) fn set(&mut self, column: Column, row: usize, value: f64, reason: Reason) {
        self.put(column, row, value);
        self.reasons.insert((column, row), reason);
    }

    fn put(&mut self, column: Column, row: usize, value: f64) {
        if let Some(cell) = self.now.get_mut(row).and_then(|row| row.get_mut(column.place())) {
            *cell = value;
        }
    }

    /// Sets the dividend of a bar, without the noise of a multiplication.
    pub(super) fn pay(&mut self, row: usize, amount: f64, reason: Reason) {
        self.set(Paid, row, format!("{amount:.9e}").parse().unwrap_or(amount), reason);
    }

    /// Reports a value that looks wrong and stays.
    pub(super) fn doubt(&mut self, column: Column, row: usize, why: &'static str) {
        let value = self.at(column, row);
        self.doubts.entry((row, column, why)).or_insert(value);
    }

    /// Reports a change of the price by a size, a logarithm, that stays: nothing else of this size is certain.
    pub(super) fn question(&mut self, row: usize, size: f64, why: &'static str) {
        self.doubt(Close, row, why);
        self.in_question.push(size);
    }

    /// Returns true if a change of the price by a size is in question.
    pub(super) fn is_in_question(&self, size: f64) -> bool {
        self.in_question.iter().any(|known| (known - size).abs() < 0.05)
    }

    /// Returns true if something is reported of a close.
    pub(super) fn doubts_close(&self, row: usize) -> bool {
        self.doubts.range((row, Close, "")..(row, Adjusted, "")).next().is_some()
    }

    /// Writes the changes into the response, and returns the note of a part of the times and the bars that were changed.
    pub(super) fn write(self, response: &mut Response, part: &RangeInclusive<i64>) -> (Repairs, Vec<bool>) {
        let mut rows = vec![false; self.times.len()];
        let is_change = |(column, row): &(Column, usize)| {
            let (now, was) = (self.at(*column, *row), self.came(*column, *row));
            now != was && !(now.is_nan() && was.is_nan())
        };
        let changed = self.reasons.iter().filter(|(cell, _)| is_change(cell));
        let mut changed: Vec<(Column, usize, Reason)> =
            changed.map(|((column, row), reason)| (*column, *row, *reason)).collect();
        for (column, row, _) in &changed {
            if let Some(row) = rows.get_mut(*row) {
                *row = true;
            }
            if *column == Paid {
                self.write_paid(response, *row);
            } else if let Some(Some(list)) = lists(&mut response.ohlcdata).get_mut(column.place())
                && let Some(cell) = list.get_mut(*row)
            {
                *cell = Number::from_f64(self.at(*column, *row));
            }
        }
        if let Some(list) = &mut response.dividends {
            // Those that were taken out have no amount.
            list.retain(|paid| paid.amount.get().is_some());
            list.sort_by_key(|paid| paid.date.get().copied());
        }
        let is_told = |row: usize| self.times.get(row).is_some_and(|time| part.contains(time));
        changed.retain(|(_, row, _)| is_told(*row));
        let is_next = |one: &(Column, usize, Reason), next: &(Column, usize, Reason)| {
            let is_empty = |row: usize| self.at(one.0, row).is_nan() && self.came(one.0, row).is_nan();
            (one.0, one.2) == (next.0, next.2)
                && one.0 != Paid
                && (one.1.saturating_add(1)..next.1).all(is_empty)
        };
        let made = changed.chunk_by(is_next).filter_map(|run| self.listed(run)).collect();
        let doubts = self.doubts.iter().filter(|((row, ..), _)| is_told(*row));
        let doubts = doubts.filter_map(|((row, column, why), value)| {
            let value = Some(*value).filter(|value| value.is_finite());
            Some(Doubt { time: self.time(*row)?, column: column.name(), value, why })
        });
        (Repairs { made, undecided: doubts.collect() }, rows)
    }

    fn listed(&self, run: &[(Column, usize, Reason)]) -> Option<Repair> {
        let ((_, first, _), (column, last, reason)) = (run.first()?, run.last()?);
        let value =
            |value: f64| Some(value).filter(|value| value.is_finite() && !(*column == Paid && *value == 0.0));
        let (before, after) = (value(self.came(*column, *last)), value(self.at(*column, *last)));
        let (first, last) = (self.time(*first)?, self.time(*last)?);
        Some(Repair { first, last, bars: run.len(), column: column.name(), before, after, reason: *reason })
    }

    /// Writes the dividends of a bar whose sum was changed: each of them by the same factor, or a new one.
    fn write_paid(&self, response: &mut Response, row: usize) {
        let (now, was) = (self.at(Paid, row), self.came(Paid, row));
        let list = response.dividends.get_or_insert_default();
        for (_, index) in self.events.iter().filter(|(known, _)| *known == row) {
            let Some(paid) = list.get_mut(*index) else { continue };
            let amount = paid.amount.as_f64().map(|amount| amount / was * now);
            paid.amount = Field::from(amount.filter(|amount| *amount > 0.0).and_then(Number::from_f64));
        }
        if was == 0.0 {
            let mut paid = Dividend::default();
            paid.amount = Field::from(Number::from_f64(now));
            paid.date = Field::from(self.times.get(row).copied());
            list.push(paid);
        }
    }

    fn time(&self, row: usize) -> Option<DateTime> {
        self.times.get(row).copied().map(DateTime::from)
    }
}

/// Rows of which something is known; the rows between two of them lack it.
pub(super) struct Known(pub(super) Vec<usize>);

impl Known {
    /// Returns the rows next to each other.
    pub(super) fn pairs(&self) -> impl DoubleEndedIterator<Item = (usize, usize)> + ExactSizeIterator + '_ {
        self.0.iter().copied().zip(self.0.iter().skip(1).copied())
    }

    /// Returns the pairs of up to some rows before and after one.
    pub(super) fn around(&self, row: usize, rows: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let place = self.place(row);
        self.pairs().take(place.saturating_add(rows)).skip(place.saturating_sub(rows))
    }

    /// Returns the place of the first row from one on.
    pub(super) fn place(&self, row: usize) -> usize {
        self.0.partition_point(|known| *known < row)
    }

    /// Returns the last row before one, and the rows from it on.
    pub(super) fn about(&self, row: usize) -> Option<(usize, &[usize])> {
        let place = self.place(row);
        Some((*self.0.get(place.checked_sub(1)?)?, self.0.get(place..)?))
    }
}
