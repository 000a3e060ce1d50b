//! The bars that a file and new rows have in common: whether they are of one instrument, in one scale, and whole.

use std::collections::{BTreeMap, HashMap};
use std::io;

use virtual_finance_core::DateTime;

/// The largest change of a factor that is a host's rounding.
const ROUNDING: f64 = 5e-5;

/// The bars of a file that new ones replace. Those of another ticker or another interval have other values at the same times.
#[derive(Default)]
pub(crate) struct Overlap {
    bars: usize,
    others: usize,
    /// The last one, which may have been unfinished when it was written, with whether it has other values.
    last: Option<(String, bool)>,
    /// The first one with other values.
    example: Option<String>,
    /// The first one that would lose a value, and the last one, which may do so.
    emptied: Option<String>,
    last_emptied: Option<String>,
    /// The names of the columns.
    columns: Vec<String>,
    /// The bars of the instrument of the last row.
    instrument: Instrument,
    /// The bars that the file has, by the name of their instrument.
    known: HashMap<String, Known>,
    /// The new bars of each instrument, by its name.
    spans: BTreeMap<String, Span>,
    /// The names of the columns that are prices.
    prices: &'static [&'static str],
    /// The first bar that is the only one in common and has other prices, as those of another ticker or after a split.
    only: Option<String>,
    /// The first column whose older values do not fit the new ones, with the time of a bar and the factor.
    rescaled: Option<(String, String, f64)>,
}

/// The keys of the new bars of an instrument.
struct Span {
    first: String,
    second: Option<String>,
    last: String,
}

/// The end of an instrument's bars in a file.
struct Known {
    /// The key of its last bar.
    end: String,
    /// True if one of its bars is replaced.
    is_met: bool,
}

/// The bars of one instrument of a file that follow each other.
#[derive(Default)]
struct Instrument {
    /// The fields before the time, such as the ticker.
    name: String,
    /// The key of the last one.
    end: Option<String>,
    /// True if there are some before the first one that is replaced.
    has_older: bool,
    /// The keys of the first two that are replaced, with the values after over those before, by column.
    factors: Vec<(String, Vec<Option<f64>>)>,
    /// True if the first of them had one price alone, as each day of a fund.
    is_flat: bool,
}

impl Overlap {
    /// Creates the comparison of bars with these columns, some of which are prices, with the keys of those that are new.
    pub(crate) fn of(
        columns: Vec<String>,
        prices: &'static [&'static str],
        new_keys: impl Iterator<Item = String>,
    ) -> Self {
        let mut spans: BTreeMap<String, Span> = BTreeMap::new();
        for key in new_keys {
            match spans.get_mut(instrument_of(&key)) {
                Some(span) => {
                    span.second.get_or_insert_with(|| key.clone());
                    span.last = key;
                }
                None => {
                    let name = instrument_of(&key).to_owned();
                    spans.insert(name, Span { first: key.clone(), second: None, last: key });
                }
            }
        }
        Self { columns, spans, prices, ..Self::default() }
    }

    /// Returns true for a row between the new bars that is none: it is not whole intervals away from them, as a price that was
    /// the latest one is. Days are all bars.
    pub(crate) fn is_passed(&self, key: &str) -> bool {
        let time = |key: &str| Some(time_of(key).parse::<DateTime>().ok()?.epoch_seconds());
        let is_away = |Span { first, second, last }: &Span| {
            let is_between = first.as_str() < key && key < last.as_str();
            let times = || Some([time(first)?, time(second.as_ref()?)?, time(key)?]);
            let [first, second, own] = times().filter(|_| is_between)?;
            let rest = own.checked_sub(first)?.checked_rem(second.checked_sub(first)?)?;
            Some(rest != 0)
        };
        time_of(key).contains('T') && self.span(key).and_then(is_away).unwrap_or_default()
    }

    /// Returns the new bars of the instrument of a key.
    fn span(&self, key: &str) -> Option<&Span> {
        self.spans.get(instrument_of(key))
    }

    /// Adds a bar with its values before and after. Late corrections change one or two of them.
    pub(crate) fn add(&mut self, key: &str, [before, after]: [Vec<String>; 2]) {
        let pairs = || before.iter().zip(&after);
        if self.instrument.factors.is_empty() {
            let columns = self.columns.iter().zip(&before);
            let mut prices = columns.filter(|(column, _)| self.prices.contains(&column.as_str()));
            let first = prices.next();
            self.instrument.is_flat = prices.all(|(_, price)| first.is_some_and(|(_, first)| first == price));
        }
        if self.instrument.factors.len() < 2 {
            let number = |text: &String| text.parse::<f64>().ok().filter(|number| *number != 0.0);
            let factors = pairs().map(|(before, after)| Some(number(after)? / number(before)?)).collect();
            self.instrument.factors.push((key.to_owned(), factors));
        }
        self.emptied = self.emptied.take().or(self.last_emptied.take());
        let is_empty = |value: &str| value.is_empty() || value == "null";
        if pairs().any(|(before, after)| is_empty(after) && !is_empty(before)) {
            self.last_emptied = Some(key.to_owned());
        }
        let same = pairs().filter(|(before, after)| before == after).count();
        self.last = Some((key.to_owned(), same.saturating_mul(2) <= before.len()));
    }

    /// Says that another row of the file follows.
    pub(crate) fn end_of_row(&mut self, next: &str) {
        let name = instrument_of(next);
        if self.instrument.name != name {
            self.end_of_instrument();
            name.clone_into(&mut self.instrument.name);
        }
        let Instrument { end, has_older, factors, .. } = &mut self.instrument;
        *has_older |= end.replace(next.to_owned()).is_some() && factors.is_empty();
        let Some((key, is_other)) = self.last.take() else { return };
        self.bars = self.bars.saturating_add(1);
        if is_other {
            self.others = self.others.saturating_add(1);
            self.example.get_or_insert(key);
        }
    }

    fn end_of_instrument(&mut self) {
        // The last bar of a file may have been one of the time at which it was written, but not with others behind it.
        let emptied =
            self.last_emptied.take().filter(|key| self.span(key).is_some_and(|span| *key < span.last));
        self.emptied = self.emptied.take().or(emptied);
        let instrument = std::mem::take(&mut self.instrument);
        self.only = self.only.take().or_else(|| instrument.other(&self.columns, self.prices));
        if let Some(end) = instrument.end.clone() {
            let is_met = !instrument.factors.is_empty();
            let known = self.known.entry(instrument.name.clone());
            let known = known.or_insert_with(|| Known { end: end.clone(), is_met });
            (known.end, known.is_met) = (end, known.is_met || is_met);
        }
        let rescaled = || instrument.rescaled(&self.columns).filter(|_| instrument.has_older);
        self.rescaled = self.rescaled.take().or_else(rescaled);
    }

    /// Checks that no more than half of the bars have other values, that none but the last loses one, that no column has them
    /// by one factor, and that the new bars of each instrument meet those of the file.
    pub(crate) fn check(mut self) -> io::Result<()> {
        self.end_of_instrument();
        let apart = self.spans.iter().find_map(|(name, Span { first, .. })| {
            let known = self.known.get(name).filter(|known| !known.is_met)?;
            Some((name, &known.end, first))
        });
        if let Some(key) = self.emptied {
            let text = format!(
                "{key} has a value that the new bar of its time lacks; ask again later, or name another file"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        if let Some(key) = self.only {
            let text = format!(
                "{key} is the only bar that is in it and among the new ones, and has other prices: they are of another ticker \
                 or of another adjustment, or there was a split; ask for more time, or name another file"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let text = match (self.example, self.rescaled, apart) {
            (Some(example), ..) if self.others.saturating_mul(2) > self.bars => format!(
                "{} of its {} bars of the same time have other values, such as {example}: they are of another ticker, \
                 interval or adjustment, or from before a split; name another file",
                self.others, self.bars
            ),
            (_, Some((column, key, factor)), _) => format!(
                "'{column}' of {key} is {factor:.5} times what it was, as after a dividend, and the rows before it \
                 would stay as they were: write the whole time anew without --append, or leave the column out with --columns"
            ),
            (_, _, Some((name, end, first))) => format!(
                "its last bar{} is {}, and the new ones, from {} on, have none in common with it: ask for more time, so \
                 that none is missing between them, and name another file for another ticker or interval",
                if name.is_empty() { String::new() } else { format!(" of {name}") },
                time_of(end),
                time_of(first),
            ),
            _ => return Ok(()),
        };
        Err(io::Error::new(io::ErrorKind::InvalidData, text))
    }
}

/// Returns true if two keys are of one instrument.
pub(crate) fn is_of_one_instrument(one: &str, other: &str) -> bool {
    instrument_of(one) == instrument_of(other)
}

/// Returns the name of the instrument of a key, which a file of one instrument does not have.
fn instrument_of(key: &str) -> &str {
    key.rsplit_once(',').unwrap_or_default().0
}

/// Returns the time of a key.
fn time_of(key: &str) -> &str {
    key.rsplit_once(',').map_or(key, |(_, time)| time)
}

impl Instrument {
    /// Returns the key of the only bar that is replaced, if its prices are others: none of three or more is as it was, as the open of
    /// a day that goes on is, or all are far from what they were. The one price of a fund's day may be another one later.
    fn other(&self, columns: &[String], prices: &[&str]) -> Option<String> {
        /// No day of most instruments changes prices so much.
        const FAR: f64 = 4.0 / 3.0;
        let [(key, factors)] = self.factors.as_slice() else { return None };
        let is_price = |column: &&String| prices.contains(&column.as_str());
        let factors = columns.iter().zip(factors).filter(|(column, _)| is_price(column));
        let factors: Vec<f64> = factors.filter_map(|(_, factor)| *factor).collect();
        let is_same = |factor: &f64| (factor - 1.0).abs() <= ROUNDING;
        let is_far = |factor: &f64| !(1.0 / FAR..=FAR).contains(factor);
        let is_other = factors.len() >= 3 && !self.is_flat && !factors.iter().any(is_same)
            || !factors.is_empty() && factors.iter().all(is_far);
        is_other.then(|| key.clone())
    }

    /// Returns the first column whose values have changed by one factor, with the key of the first bar.
    fn rescaled(&self, columns: &[String]) -> Option<(String, String, f64)> {
        let [(key, first), (_, second)] = self.factors.as_slice() else { return None };
        let is_same = |one: f64, other: f64| (one - other).abs() <= ROUNDING;
        columns.iter().zip(first.iter().zip(second)).find_map(|(column, factors)| match factors {
            (Some(first), Some(second)) if is_same(*first, *second) && !is_same(*first, 1.0) => {
                Some((column.clone(), key.clone(), *first))
            }
            _ => None,
        })
    }
}
