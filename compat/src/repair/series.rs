//! A history as columns of doubles, which keeps account of every change.

use std::collections::BTreeMap;
use std::ops::{Index, IndexMut, Range, RangeInclusive};

use virtual_finance::DateTime;
use virtual_finance::responses::history::{Dividend, OhlcData, Response};
use virtual_finance::responses::{Field, Number, Value};

use super::note::{Doubt, Reason, Repair, Repairs};
use super::statistics::median;
use crate::zone::Zone;

/// A list of doubles. NaN stands for what is missing, also beyond the end.
#[derive(Debug, Clone, Default)]
pub(super) struct List(Vec<f64>);

impl List {
    /// Returns the values of rows, without those beyond the end.
    pub(super) fn within(&self, rows: Range<usize>) -> &[f64] {
        let end = rows.end.min(self.0.len());
        self.0.get(rows.start.min(end)..end).unwrap_or_default()
    }

    /// Returns the rows of a part whose value is above zero.
    pub(super) fn above_zero(&self, rows: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        rows.filter(|row| self[*row] > 0.0)
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
    ($($(#[$docs:meta])* $column:ident $list:ident $name:literal $($wire:ident)?,)*) => {
        /// What a repair changes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Column {
            $($(#[$docs])* $column,)*
        }

        impl Column {
            pub(super) const fn name(self) -> &'static str {
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
    /// The sum of the dividends of a bar; zero without any.
    Paid paid "Dividends",
}

impl Column {
    /// The prices of a bar.
    pub(super) const BAR: [Self; 4] = [Self::Open, Self::High, Self::Low, Self::Close];
}

impl Columns {
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
}

/// The prices of the last 52 weeks, which the host states beside a history.
pub(super) struct Year {
    pub(super) low: f64,
    pub(super) high: f64,
    /// The time from which on bars are certainly of them.
    pub(super) start: i64,
}

/// A history with its records: bars, dividends, capital gains and splits.
pub(super) struct Series {
    pub(super) times: Vec<i64>,
    days: Vec<i64>,
    /// The columns with the changes so far, and as they came.
    pub(super) now: Columns,
    pub(super) was: Columns,
    /// The capital gains of each bar.
    pub(super) gains: List,
    /// The rows of splits, with the new shares for each old one.
    pub(super) splits: Vec<(usize, f64)>,
    pub(super) is_daily: bool,
    /// True for bars of a day and more.
    pub(super) is_long: bool,
    /// The current price, of a history that ends no more than some years before it.
    pub(super) quote: Option<f64>,
    /// Of a history that reaches into them.
    pub(super) year: Option<Year>,
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
    pub(super) open: Vec<f64>,
    /// The rows that were in another unit.
    pub(super) moved: Vec<Range<usize>>,
    /// The row and the place in the list of the response of each dividend, and the rows of those in another currency.
    events: Vec<(usize, usize)>,
    foreign: Vec<usize>,
    reasons: BTreeMap<(Column, usize), Reason>,
    doubts: BTreeMap<usize, Vec<Doubt>>,
}

impl Series {
    pub(super) fn of(response: &Response) -> Self {
        let (bars, meta) = (&response.ohlcdata, &response.meta);
        let interval = meta.data_granularity.get().map_or("", String::as_str);
        let kind = meta.instrument_type.get().map_or("EQUITY", String::as_str);
        let currency = meta.currency.get().map_or("", String::as_str);
        let zone = Zone::of_exchange(meta.exchange_timezone_name.get().map(String::as_str));
        let list = |values: &Option<Vec<Option<Number>>>| -> List {
            let value = |value: Option<&Number>| value.and_then(Number::as_f64).unwrap_or(f64::NAN);
            let values = values.as_deref().unwrap_or_default();
            (0..bars.timestamp.len()).map(|row| value(values.get(row).and_then(Option::as_ref))).collect()
        };
        let now = Columns {
            open: list(&bars.open),
            high: list(&bars.high),
            low: list(&bars.low),
            close: list(&bars.close),
            adjusted: list(&bars.adjclose),
            volume: list(&bars.volume),
            paid: bars.timestamp.iter().map(|_| 0.0).collect(),
        };
        let is_long = matches!(interval, "1d" | "5d" | "1wk" | "1mo" | "3mo");
        let day = |time: i64| if is_long { zone.bar_day(time).map_or(i64::MAX, i64::from) } else { time };
        let mut series = Self {
            days: bars.timestamp.iter().copied().map(day).collect(),
            times: bars.timestamp.clone(),
            gains: now.paid.clone(),
            was: Columns::default(),
            now,
            splits: Vec::new(),
            is_daily: interval == "1d",
            is_long,
            quote: quote(response),
            year: year(response),
            is_priced: matches!(kind, "EQUITY" | "ETF" | "MUTUALFUND" | "CRYPTOCURRENCY" | "CURRENCY"),
            is_traded: matches!(kind, "EQUITY" | "ETF"),
            unit: if currency == "KWF" { 1000.0 } else { 100.0 },
            has_two_units: matches!(
                currency,
                "GBp" | "GBX" | "GBP" | "ZAc" | "ZAC" | "ZAR" | "ILA" | "ILS" | "KWF"
            ),
            zone,
            open: Vec::new(),
            moved: Vec::new(),
            events: Vec::new(),
            foreign: Vec::new(),
            reasons: BTreeMap::new(),
            doubts: BTreeMap::new(),
        };
        series.place(response, day);
        series.was = series.now.clone();
        series
    }

    /// Puts the events to their bars. A dividend in another currency than the prices is left out.
    fn place(&mut self, response: &Response, day: impl Fn(i64) -> i64) {
        let positive = |amount: Option<f64>| amount.filter(|amount| amount.is_finite() && *amount > 0.0);
        let currency = response.meta.currency.get().map(String::as_str);
        for (index, paid) in response.dividends.iter().flatten().enumerate() {
            let other = paid.other.get("currency").and_then(Value::as_str);
            let row = paid.date.get().and_then(|time| self.row(day(*time)));
            let (Some(row), Some(amount)) = (row, positive(paid.amount.as_f64())) else { continue };
            if other.is_none() || other == currency {
                self.now.paid.set(row, self.now.paid[row] + amount);
                self.events.push((row, index));
            } else {
                self.foreign.push(row);
            }
        }
        for split in response.splits.iter().flatten() {
            let ratio = split.numerator.as_f64().zip(split.denominator.as_f64()).map(|(new, old)| new / old);
            let row = split.date.get().and_then(|time| self.row(day(*time)));
            let (Some(row), Some(ratio)) = (row, positive(ratio)) else { continue };
            match self.splits.iter_mut().find(|(known, _)| *known == row) {
                Some((_, known)) => *known *= ratio,
                None => self.splits.push((row, ratio)),
            }
        }
        for gain in response.capital_gains.iter().flatten() {
            let row = gain.date.get().and_then(|time| self.row(day(*time)));
            if let Some((row, amount)) = row.zip(positive(gain.amount.as_f64())) {
                self.gains.set(row, self.gains[row] + amount);
            }
        }
    }

    /// Returns the bar of an event: of daily bars that of its day, else the first after it, and of others that which has it.
    fn row(&self, day: i64) -> Option<usize> {
        const HOLIDAYS: i64 = 10;
        if !self.is_daily {
            return self.days.partition_point(|known| *known <= day).checked_sub(1);
        }
        let row = self.days.partition_point(|known| *known < day);
        self.days.get(row).is_some_and(|known| known.saturating_sub(day) <= HOLIDAYS).then_some(row)
    }

    /// Returns true if every bar begins after the one before it.
    pub(super) fn is_in_order(&self) -> bool {
        self.times.iter().zip(self.times.iter().skip(1)).all(|(one, next)| one < next)
    }

    /// Returns the number of dividends and capital gains, or of splits, if it is more than any instrument has.
    pub(super) fn too_many(&self) -> Option<usize> {
        let gains = self.gains.above_zero(self.rows()).count();
        let is_more = self.events.len().max(gains) > super::limits::DIVIDENDS;
        (is_more || self.splits.len() > super::limits::SPLITS)
            .then(|| self.events.len().max(self.splits.len()))
    }

    pub(super) fn rows(&self) -> Range<usize> {
        0..self.times.len()
    }

    pub(super) fn has_adjusted(&self) -> bool {
        self.rows().any(|row| self.now.adjusted[row].is_finite())
    }

    /// Returns true if something is paid within rows.
    pub(super) fn pays_within(&self, rows: Range<usize>) -> bool {
        let pays =
            |row: usize| self.was.paid[row] > 0.0 || self.gains[row] > 0.0 || self.foreign.contains(&row);
        rows.into_iter().any(pays)
    }

    /// Returns the days from 1970 to a row, as a double with the time of the day.
    pub(super) fn day(&self, row: usize) -> f64 {
        let seconds = self.times.get(row).copied().unwrap_or_default();
        i32::try_from(seconds / 60).map_or(f64::NAN, f64::from) / 1440.0
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

    /// Tells a value that looks wrong and stays.
    pub(super) fn doubt(&mut self, column: Column, row: usize, why: &'static str) {
        let Some(time) = self.time(row) else { return };
        let value = Some(self.now[column][row]).filter(|value| value.is_finite());
        let doubt = Doubt { time, column: column.name(), value, why };
        let known = self.doubts.entry(row).or_default();
        if !known.contains(&doubt) {
            known.push(doubt);
        }
    }

    /// Returns true if something is told of a column of a row.
    pub(super) fn doubts(&self, column: Column, row: usize) -> bool {
        self.doubts.get(&row).is_some_and(|known| known.iter().any(|doubt| doubt.column == column.name()))
    }

    /// Tells that a history stays as it is, for more events than any instrument has.
    pub(super) fn doubt_all(&mut self, events: usize) {
        let why = "are more than any instrument has, or the splits are; the history is not repaired";
        let value = Some(super::statistics::count(events));
        self.doubts
            .extend(self.time(0).map(|time| (0, vec![Doubt { time, column: "Dividends", value, why }])));
    }

    /// Writes the changes into the response, and returns the note of a part of the times and the bars that were changed.
    pub(super) fn write(self, response: &mut Response, part: &RangeInclusive<i64>) -> (Repairs, Vec<bool>) {
        let mut rows = vec![false; self.times.len()];
        let changed: Vec<(Column, usize, Reason)> = self
            .reasons
            .iter()
            .map(|((column, row), reason)| (*column, *row, *reason))
            .filter(|(column, row, _)| !is_same(self.now[*column][*row], self.was[*column][*row]))
            .collect();
        for (column, row, _) in &changed {
            if let Some(row) = rows.get_mut(*row) {
                *row = true;
            }
            if let Some(cell) = column.of(&mut response.ohlcdata).and_then(|list| list.get_mut(*row)) {
                *cell = Number::from_f64(self.now[*column][*row]);
            }
        }
        self.write_paid(response);
        let is_next = |one: &(Column, usize, Reason), next: &(Column, usize, Reason)| {
            let is_empty = |row: usize| self.was[one.0][row].is_nan() && self.now[one.0][row].is_nan();
            (one.0, one.2) == (next.0, next.2)
                && one.0 != Column::Paid
                && (one.1.saturating_add(1)..next.1).all(is_empty)
        };
        let is_told = |row: &usize| self.times.get(*row).is_some_and(|time| part.contains(time));
        let told: Vec<_> = changed.into_iter().filter(|(_, row, _)| is_told(row)).collect();
        let made = told.chunk_by(is_next).filter_map(|run| self.listed(run)).collect();
        let doubts = self.doubts.iter().filter(|(row, _)| is_told(row)).flat_map(|(_, doubts)| doubts);
        (Repairs { made, undecided: doubts.cloned().collect() }, rows)
    }

    fn listed(&self, run: &[(Column, usize, Reason)]) -> Option<Repair> {
        let ((_, first, _), (column, last, reason)) = (run.first()?, run.last()?);
        let value = |value: f64| {
            Some(value).filter(|value| value.is_finite() && !(*column == Column::Paid && *value == 0.0))
        };
        let (before, after) = (value(self.was[*column][*last]), value(self.now[*column][*last]));
        let (first, last) = (self.time(*first)?, self.time(*last)?);
        Some(Repair { first, last, bars: run.len(), column: column.name(), before, after, reason: *reason })
    }

    /// Writes the dividends of the bars whose sum was changed: each of them by the same factor, or a new one.
    fn write_paid(&self, response: &mut Response) {
        let is_changed = |row: &usize| self.now.paid[*row] != self.was.paid[*row];
        let changed: Vec<usize> = self.rows().filter(is_changed).collect();
        if changed.is_empty() {
            return;
        }
        let list = response.dividends.get_or_insert_default();
        for row in &changed {
            let (now, was) = (self.now.paid[*row], self.was.paid[*row]);
            let events: Vec<usize> =
                self.events.iter().filter(|(known, _)| known == row).map(|(_, index)| *index).collect();
            for index in &events {
                let Some(paid) = list.get_mut(*index) else { continue };
                let amount = paid
                    .amount
                    .as_f64()
                    .map(|amount| if events.len() > 1 { amount / was * now } else { now });
                paid.amount = Field::from(amount.filter(|amount| *amount > 0.0).and_then(Number::from_f64));
            }
            if events.is_empty() {
                let mut paid = Dividend::default();
                paid.amount = Field::from(Number::from_f64(now));
                paid.date = Field::from(self.times.get(*row).copied());
                list.push(paid);
            }
        }
        // Those that were taken out have no amount.
        list.retain(|paid| paid.amount.get().is_some());
        list.sort_by_key(|paid| paid.date.get().copied());
    }

    fn time(&self, row: usize) -> Option<DateTime> {
        self.times.get(row).copied().map(DateTime::from)
    }
}

fn is_same(one: f64, other: f64) -> bool {
    one == other || one.is_nan() && other.is_nan()
}

/// The seconds of years within which no price becomes a hundred times as great.
const YEARS: i64 = 5 * YEAR;

/// The seconds of 52 weeks.
const YEAR: i64 = 52 * 7 * 86_400;

/// Returns true if the last bar is at most some seconds older than the current price.
fn ends_within(response: &Response, seconds: i64) -> bool {
    let last = response.ohlcdata.timestamp.last();
    let now = response.meta.regular_market_time.get();
    now.zip(last).is_none_or(|(now, last)| now.saturating_sub(*last) <= seconds)
}

fn quote(response: &Response) -> Option<f64> {
    let quote = response.meta.regular_market_price.as_f64()?;
    (ends_within(response, YEARS) && quote.is_finite() && quote > 0.0).then_some(quote)
}

/// Returns `None` also where the host states the prices of the day instead, as it did in autumn 2024.
fn year(response: &Response) -> Option<Year> {
    let get = |key: &str| response.meta.other.get(key)?.as_f64();
    let (low, high) = (get("fiftyTwoWeekLow")?, get("fiftyTwoWeekHigh")?);
    let day = get("regularMarketDayLow").zip(get("regularMarketDayHigh"));
    let is_year = 0.0 < low && low < high && day != Some((low, high)) && ends_within(response, YEAR);
    let start = response.meta.regular_market_time.get()?.saturating_sub(YEAR - 7 * 86_400);
    is_year.then_some(Year { low, high, start })
}
