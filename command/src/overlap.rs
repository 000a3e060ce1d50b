//! The bars that a file and new rows have in common: whether they are of one instrument, in one scale, and whole.

use std::collections::{BTreeMap, HashMap};
use std::io;

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
    /// The key of the first new bar of each instrument, by its name.
    firsts: BTreeMap<String, String>,
    /// The first column whose older values do not fit the new ones, with the time of a bar and the factor.
    rescaled: Option<(String, String, f64)>,
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
}

impl Overlap {
    /// Creates the comparison of bars with these columns, with the keys of those that are new.
    pub(crate) fn of(columns: Vec<String>, new_keys: impl Iterator<Item = String>) -> Self {
        let mut firsts = BTreeMap::new();
        for key in new_keys {
            firsts.entry(instrument_of(&key).to_owned()).or_insert(key);
        }
        Self { columns, firsts, ..Self::default() }
    }

    /// Adds a bar with its values before and after. Late corrections change one or two of them.
    pub(crate) fn add(&mut self, key: &str, [before, after]: [Vec<String>; 2]) {
        let pairs = || before.iter().zip(&after);
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
        self.last_emptied = None;
        let instrument = std::mem::take(&mut self.instrument);
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
        let apart = self.firsts.iter().find_map(|(name, first)| {
            let known = self.known.get(name).filter(|known| !known.is_met)?;
            Some((name, &known.end, first))
        });
        if let Some(key) = self.emptied {
            let text = format!(
                "{key} has a value that the new bar of its time lacks; ask again later, or name another file"
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

/// Returns the name of the instrument of a key, which a file of one instrument does not have.
fn instrument_of(key: &str) -> &str {
    key.rsplit_once(',').unwrap_or_default().0
}

/// Returns the time of a key.
fn time_of(key: &str) -> &str {
    key.rsplit_once(',').map_or(key, |(_, time)| time)
}

impl Instrument {
    /// Returns the first column whose values have changed by one factor, with the key of the first bar.
    fn rescaled(&self, columns: &[String]) -> Option<(String, String, f64)> {
        /// The largest change of a factor that is a host's rounding.
        const ROUNDING: f64 = 5e-5;
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
