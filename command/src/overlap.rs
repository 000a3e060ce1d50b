//! The bars that a file and new rows have in common: whether they are of one instrument, in one scale, and whole.

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
    /// The first column whose older values do not fit the new ones, with the time of a bar and the factor.
    rescaled: Option<(String, String, f64)>,
}

/// The bars of one instrument of a file.
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
    /// Creates the comparison of bars with these columns.
    pub(crate) fn of(columns: Vec<String>) -> Self {
        Self { columns, ..Self::default() }
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
        let name = next.rsplit_once(',').unwrap_or_default().0;
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
        let rescaled = || instrument.rescaled(&self.columns).filter(|_| instrument.has_older);
        self.rescaled = self.rescaled.take().or_else(rescaled);
    }

    /// Checks that no more than half of the bars have other values, that none but the last loses one, that no column has them
    /// by one factor, and that bars of one instrument, whose first new one is given, meet those of the file.
    pub(crate) fn check(mut self, first: Option<String>) -> io::Result<()> {
        let end = self.instrument.end.clone();
        self.end_of_instrument();
        let bars = self.bars.saturating_add(usize::from(self.last.is_some()));
        if let Some(key) = self.emptied {
            let text = format!(
                "{key} has a value that the new bar of its time lacks; ask again later, or name another file"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let text = match (self.example, self.rescaled, end.zip(first)) {
            (Some(example), ..) if self.others.saturating_mul(2) > self.bars => format!(
                "{} of the {} bars that are there already have other values, such as {example}: they are of another \
                 ticker, interval or adjustment, or from before a split; name another file",
                self.others, self.bars
            ),
            (_, Some((column, key, factor)), _) => format!(
                "'{column}' of {key} is {factor:.5} times what it was, as after a dividend, and the rows before it \
                 would stay as they were: write the whole time anew without --append, or leave the column out with --columns"
            ),
            (_, _, Some((end, first))) if bars == 0 => format!(
                "its last bar is {end}, and the new ones, from {first} on, have none in common with it: ask for more time, so \
                 that none is missing between them, and name another file for another ticker"
            ),
            _ => return Ok(()),
        };
        Err(io::Error::new(io::ErrorKind::InvalidData, text))
    }
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
