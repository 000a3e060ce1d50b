//! A history as columns of doubles, which keeps account of every change.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, Index, IndexMut, Range, RangeInclusive};

use virtual_finance::DateTime;
use virtual_finance::responses::history::{Dividend, OhlcData, Response};
use virtual_finance::responses::{Field, Number, Value};

use super::note::{Doubt, Reason, Repair, Repairs};
use super::numbers::{count, median};
use crate::zone::Zone;

/// A list of doubles. NaN stands for what is missing, also beyond the end.
#[derive(Debug, Clone, Default)]
pub(super) struct List(Vec<f64>);

impl List {
    /// Returns the values of rows, without those beyond the end.
    pub(super) fn within(&self, rows: Range<usize>) -> impl Iterator<Item = f64> + '_ {
        self.0.iter().take(rows.end).skip(rows.start).copied()
    }

    fn set(&mut self, row: usize, value: f64) {
        if let Some(cell) = self.0.get_mut(row) {
            *cell = value;
        }
    }
}

impl Index<usize> for List {
    type Output = f64;

    fn index(&self, row: usize) -> &f64 {
        self.0.get(row).unwrap_or(&f64::NAN)
    }
}

impl FromIterator<f64> for List {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

/// Declares the columns: of each the variant, the list, the name and the list of the response.
macro_rules! columns {
    ($($column:ident $list:ident $name:literal $($wire:ident)?,)*) => {
        /// A column that a repair changes. `Paid` is the sum of the dividends of a bar, zero without any.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Column {
            $($column,)*
        }

        impl Column {
            const fn name(self) -> &'static str {
                match self { $(Self::$column => $name,)* }
            }

            fn of(self, bars: &mut OhlcData) -> Option<&mut Vec<Option<Number>>> {
                match self { $($(Self::$column => bars.$wire.as_mut(),)?)* Self::Paid => None }
            }
        }

        /// The columns of a history.
        #[derive(Debug, Clone, Default)]
        pub(super) struct Columns {
            $(pub(super) $list: List,)*
        }

        impl Index<Column> for Columns {
            type Output = List;

            fn index(&self, column: Column) -> &List {
                match column { $(Column::$column => &self.$list,)* }
            }
        }

        impl IndexMut<Column> for Columns {
            fn index_mut(&mut self, column: Column) -> &mut List {
                match column { $(Column::$column => &mut self.$list,)* }
            }
        }
    };
}

columns! {
    Open open "Open" open,
    High high "High" high,
    Low low "Low" low,
    Close close "Close" close,
    Adjusted adjusted "Adj Close" adjclose,
    Volume volume "Volume" volume,
    Paid paid "Dividends",
}

impl Column {
    /// The prices of a bar.
    pub(super) const BAR: [Self; 4] = [Self::Open, Self::High, Self::Low, Self::Close];
}

/// A history with its records: bars, dividends, capital gains and splits. Its columns have the changes so far.
pub(super) struct Bars {
    now: Columns,
    /// The columns as they came.
    was: Columns,
    pub(super) times: Vec<i64>,
    /// The capital gains of each bar.
    pub(super) gains: List,
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

impl Deref for Bars {
    type Target = Columns;

    fn deref(&self) -> &Columns {
        &self.now
    }
}

impl Bars {
    pub(super) fn of(response: &Response) -> Self {
        let (bars, meta) = (&response.ohlcdata, &response.meta);
        let interval = meta.data_granularity.get().map_or("", String::as_str);
        let kind = meta.instrument_type.get().map_or("EQUITY", String::as_str);
        let currency = meta.currency.get().map_or("", String::as_str);
        let list = |values: &Option<Vec<Option<Number>>>| -> List {
            let values = values.as_deref().unwrap_or_default();
            let value = |row: usize| values.get(row)?.as_ref()?.as_f64();
            (0..bars.timestamp.len()).map(|row| value(row).unwrap_or(f64::NAN)).collect()
        };
        let none: List = bars.timestamp.iter().map(|_| 0.0).collect();
        let now = Columns {
            open: list(&bars.open),
            high: list(&bars.high),
            low: list(&bars.low),
            close: list(&bars.close),
            adjusted: list(&bars.adjclose),
            volume: list(&bars.volume),
            paid: none.clone(),
        };
        let mut series = Self {
            was: now.clone(),
            times: bars.timestamp.clone(),
            gains: none,
            splits: BTreeMap::new(),
            is_daily: interval == "1d",
            has_adjusted: now.adjusted.0.iter().any(|price| price.is_finite()),
            is_priced: matches!(kind, "EQUITY" | "ETF" | "MUTUALFUND" | "CRYPTOCURRENCY" | "CURRENCY"),
            is_traded: matches!(kind, "EQUITY" | "ETF"),
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
            now,
        };
        series.place(response, matches!(interval, "1d" | "5d" | "1wk" | "1mo" | "3mo"));
        series.was.paid = series.now.paid.clone();
        series
    }

    /// Puts the events to their bars: of daily bars to the bar of its day, else the first after it; of others to the
    /// bar that contains it. A dividend in another currency than the prices is left out.
    fn place(&mut self, response: &Response, is_long: bool) {
        const HOLIDAYS: i64 = 10;
        let (zone, is_daily, times) = (self.zone, self.is_daily, self.times.clone());
        let day = |time: i64| if is_long { zone.bar_day(time).map_or(i64::MAX, i64::from) } else { time };
        let row = |date: &Field<i64>| {
            let date = day(*date.get()?);
            if !is_daily {
                return times.partition_point(|time| day(*time) <= date).checked_sub(1);
            }
            let row = times.partition_point(|time| day(*time) < date);
            (day(*times.get(row)?).saturating_sub(date) <= HOLIDAYS).then_some(row)
        };
        let positive = |amount: Option<f64>| amount.filter(|amount| amount.is_finite() && *amount > 0.0);
        let currency = response.meta.currency.get().map(String::as_str);
        for (index, paid) in response.dividends.iter().flatten().enumerate() {
            let Some((row, amount)) = row(&paid.date).zip(positive(paid.amount.as_f64())) else { continue };
            let other = paid.other.get("currency").and_then(Value::as_str);
            self.paying.insert(row);
            if other.is_none() || other == currency {
                self.now.paid.set(row, self.now.paid[row] + amount);
                self.events.push((row, index));
            }
        }
        for gain in response.capital_gains.iter().flatten() {
            let Some((row, amount)) = row(&gain.date).zip(positive(gain.amount.as_f64())) else { continue };
            self.paying.insert(row);
            self.gains.set(row, self.gains[row] + amount);
        }
        for split in response.splits.iter().flatten().filter(|_| is_long) {
            let ratio = split.numerator.as_f64().zip(split.denominator.as_f64()).map(|(new, old)| new / old);
            if let Some((row, ratio)) = row(&split.date).zip(positive(ratio)) {
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
            self.doubts.insert((0, Column::Paid, why), count(events));
        }
        events <= EVENTS && self.times.iter().zip(self.times.iter().skip(1)).all(|(one, next)| one < next)
    }

    pub(super) fn rows(&self) -> Range<usize> {
        0..self.times.len()
    }

    /// Returns the adjusted close divided by the close. It is negative before a dividend greater than the price.
    pub(super) fn factor(&self, row: usize) -> f64 {
        self.adjusted[row] / self.close[row]
    }

    /// Returns the four prices of a bar.
    pub(super) fn bar(&self, row: usize) -> [f64; 4] {
        Column::BAR.map(|column| self[column][row])
    }

    /// Returns the middle of the prices of a bar.
    pub(super) fn middle(&self, row: usize) -> f64 {
        median(self.bar(row))
    }

    /// Returns true if a bar came with prices of two units, or of a great move within it.
    pub(super) fn was_wide(&self, row: usize) -> bool {
        self.was.high[row] / self.was.low[row] > self.unit.sqrt()
    }

    /// Returns the rows after one, up to another, at which something was paid.
    pub(super) fn paying(&self, before: usize, row: usize) -> Vec<usize> {
        self.paying.range(before.saturating_add(1)..row.saturating_add(1)).copied().collect()
    }

    /// Sets one value; NaN takes it out.
    pub(super) fn set(&mut self, column: Column, row: usize, value: f64, reason: Reason) {
        self.now[column].set(row, value);
        self.reasons.insert((column, row), reason);
    }

    /// Sets the dividend of a bar, without the noise of a multiplication.
    pub(super) fn pay(&mut self, row: usize, amount: f64, reason: Reason) {
        self.set(Column::Paid, row, format!("{amount:.9e}").parse().unwrap_or(amount), reason);
    }

    /// Reports a value that looks wrong and stays.
    pub(super) fn doubt(&mut self, column: Column, row: usize, why: &'static str) {
        self.doubts.entry((row, column, why)).or_insert(self.now[column][row]);
    }

    /// Returns true if something is reported of a close.
    pub(super) fn doubts_close(&self, row: usize) -> bool {
        let of_row = self.doubts.range((row, Column::Close, "")..(row, Column::Adjusted, ""));
        of_row.count() > 0
    }

    /// Writes the changes into the response, and returns the note of a part of the times and the bars that were changed.
    pub(super) fn write(self, response: &mut Response, part: &RangeInclusive<i64>) -> (Repairs, Vec<bool>) {
        let is_same = |one: f64, other: f64| one == other || one.is_nan() && other.is_nan();
        let mut rows = vec![false; self.times.len()];
        let mut changed: Vec<(Column, usize, Reason)> =
            self.reasons.iter().map(|((column, row), reason)| (*column, *row, *reason)).collect();
        changed.retain(|(column, row, _)| !is_same(self[*column][*row], self.was[*column][*row]));
        for (column, row, _) in &changed {
            if let Some(row) = rows.get_mut(*row) {
                *row = true;
            }
            match column.of(&mut response.ohlcdata) {
                Some(list) => list
                    .get_mut(*row)
                    .into_iter()
                    .for_each(|cell| *cell = Number::from_f64(self[*column][*row])),
                None => self.write_paid(response, *row),
            }
        }
        if let Some(list) = &mut response.dividends {
            // Those that were taken out have no amount.
            list.retain(|paid| paid.amount.get().is_some());
            list.sort_by_key(|paid| paid.date.get().copied());
        }
        let is_reported = |row: &usize| self.times.get(*row).is_some_and(|time| part.contains(time));
        changed.retain(|(_, row, _)| is_reported(row));
        let is_next = |one: &(Column, usize, Reason), next: &(Column, usize, Reason)| {
            let is_empty = |row: usize| self.was[one.0][row].is_nan() && self[one.0][row].is_nan();
            (one.0, one.2) == (next.0, next.2)
                && one.0 != Column::Paid
                && (one.1.saturating_add(1)..next.1).all(is_empty)
        };
        let made = changed.chunk_by(is_next).filter_map(|run| self.listed(run)).collect();
        let doubts = self.doubts.iter().filter(|((row, ..), _)| is_reported(row));
        let doubts = doubts.filter_map(|((row, column, why), value)| {
            Some(Doubt {
                time: self.time(*row)?,
                column: column.name(),
                value: Some(*value).filter(|value| value.is_finite()),
                why,
            })
        });
        (Repairs { made, undecided: doubts.collect() }, rows)
    }

    fn listed(&self, run: &[(Column, usize, Reason)]) -> Option<Repair> {
        let ((_, first, _), (column, last, reason)) = (run.first()?, run.last()?);
        let value = |value: f64| {
            Some(value).filter(|value| value.is_finite() && !(*column == Column::Paid && *value == 0.0))
        };
        let (before, after) = (value(self.was[*column][*last]), value(self[*column][*last]));
        let (first, last) = (self.time(*first)?, self.time(*last)?);
        Some(Repair { first, last, bars: run.len(), column: column.name(), before, after, reason: *reason })
    }

    /// Writes the dividends of a bar whose sum was changed: each of them by the same factor, or a new one.
    fn write_paid(&self, response: &mut Response, row: usize) {
        let (now, was) = (self.paid[row], self.was.paid[row]);
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
