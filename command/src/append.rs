//! Rows that are added to a file: those that it has are not there twice, and it keeps one header.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};

use virtual_finance_core::{Map, Value};

/// The form of a file whose rows are lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lines {
    /// CSV, whose first line has the names of the columns if it is set.
    Csv {
        /// True if the file has such a line.
        has_header: bool,
    },
    /// A JSON object for each row.
    Json,
}

impl Lines {
    /// Returns the values of a row.
    fn fields(self, row: &str) -> Vec<String> {
        match self {
            Self::Json => members(row).values().map(Value::to_string).collect(),
            Self::Csv { .. } => fields_of_csv(row).map(str::to_owned).collect(),
        }
    }
}

/// The way in which rows are added to a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Append {
    pub(crate) lines: Lines,
    /// The names of the columns whose times tell bars apart, if rows are bars: a bar replaces the one of its time.
    pub(crate) times: &'static [&'static str],
}

impl Append {
    /// Writes the rows of a file with new ones, of which CSV has a header.
    pub(crate) fn merge(self, old: impl Read, new: impl Read, out: &mut dyn Write) -> io::Result<()> {
        let (mut old, mut new) = (Records::new(old, self.lines), Records::new(new, self.lines));
        let (mut key, mut columns) = (Key::Whole, Vec::new());
        if let Lines::Csv { has_header } = self.lines {
            let Some(header) = new.next()? else { return Ok(()) };
            key = self.key_of_header(&header);
            columns = fields_of_csv(&header).map(str::to_owned).collect();
            if has_header {
                if let Some(known) = old.next()?.filter(|known| *known != header) {
                    return Err(other_columns(&known, &header));
                }
                write_line(out, &header)?;
            }
            old.columns = Some(columns.len());
        } else if !self.times.is_empty() {
            key = Key::Members(self.times);
        }
        let (mut rows, mut places) = (Vec::new(), HashMap::new());
        while let Some(row) = new.next()? {
            places.insert(key.of(&row), rows.len());
            rows.push(Some(row));
        }
        let mut known = old.next()?;
        if let (Lines::Json, Some(Some(row))) = (self.lines, rows.first()) {
            columns = names(row);
            if let Some(other) = known.as_deref().map(names).filter(|other| *other != columns) {
                return Err(other_columns(&other.join(","), &columns.join(",")));
            }
        }
        let is_of_one = columns.first().is_some_and(|name| self.times.contains(&name.as_str()));
        let (mut next, mut overlap) = (0_usize, Overlap { columns, ..Overlap::default() });
        let first = rows.first().and_then(Option::as_ref).map(|row| key.of(row));
        while let Some(row) = known {
            let own = key.of(&row);
            overlap.end_of_row(&own);
            // Bars of one instrument stay in their order.
            while key.is_of_time()
                && rows.get(next).and_then(Option::as_ref).is_some_and(|new| key.of(new) < own)
            {
                if let Some(new) = rows.get_mut(next).and_then(Option::take) {
                    write_line(out, &new)?;
                }
                next = next.saturating_add(1);
            }
            let place = places.get(&own);
            let replaced = place.and_then(|place| rows.get_mut(*place)?.take());
            next = next.saturating_add(usize::from(replaced.is_some() && place == Some(&next)));
            if let Some(new) = &replaced {
                overlap.add(&own, [&row, new].map(|row| self.lines.fields(row)));
            }
            // One that was replaced already is there twice in the file.
            if replaced.is_some() || place.is_none() {
                write_line(out, &replaced.unwrap_or(row))?;
            }
            known = old.next()?;
        }
        overlap.check(first.filter(|_| is_of_one))?;
        rows.into_iter().flatten().try_for_each(|row| write_line(out, &row))
    }

    /// Returns what tells rows apart: the fields up to that of the time, where it is the first or the second one.
    fn key_of_header(self, header: &str) -> Key {
        let place = header.split(',').take(2).position(|name| self.times.contains(&name));
        place.map_or(Key::Whole, |place| Key::Fields(place.saturating_add(1)))
    }
}

/// The bars of a file that new ones replace. Those of another ticker or another interval have other values at the same times.
#[derive(Default)]
struct Overlap {
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
    /// Adds a bar with its values before and after. Late corrections change one or two of them.
    fn add(&mut self, key: &str, [before, after]: [Vec<String>; 2]) {
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
    fn end_of_row(&mut self, next: &str) {
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
    fn check(mut self, first: Option<String>) -> io::Result<()> {
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
                "'{column}' of {key} is {factor:.5} times what it was, as after a dividend, and so would be all before it: \
                 write the whole time anew without --append, or leave the column out with --columns"
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

fn other_columns(known: &str, wanted: &str) -> io::Error {
    let advice = "name another file, or take the columns that it has with --columns";
    io::Error::new(io::ErrorKind::InvalidData, format!("its columns are {known}, and not {wanted}; {advice}"))
}

/// Returns the error of a file that was cut off, or that something else has written to.
fn broken(line: usize, fault: &str) -> io::Error {
    let text = format!("line {line} {fault}; mend the file, or name another one");
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// Returns the fields of a row of CSV as they are written.
fn fields_of_csv(row: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    row.split(move |character: char| {
        is_quoted ^= character == '"';
        character == ',' && !is_quoted
    })
}

/// Returns the names of the members of a row of JSON.
fn names(row: &str) -> Vec<String> {
    members(row).keys().cloned().collect()
}

/// Returns the members of a row of JSON.
fn members(row: &str) -> Map<String, Value> {
    serde_json::from_str(row).unwrap_or_default()
}

fn write_line(out: &mut dyn Write, line: &str) -> io::Result<()> {
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")
}

/// The columns by which rows are told from each other.
#[derive(Clone, Copy)]
enum Key {
    /// The whole row.
    Whole,
    /// The first fields of CSV.
    Fields(usize),
    /// The members of JSON up to the first of these.
    Members(&'static [&'static str]),
}

impl Key {
    /// Returns true if it is a time alone.
    const fn is_of_time(self) -> bool {
        matches!(self, Self::Fields(1))
    }

    fn of(self, row: &str) -> String {
        match self {
            Self::Whole => row.to_owned(),
            Self::Fields(count) => fields_of_csv(row).take(count).collect::<Vec<_>>().join(","),
            Self::Members(times) => {
                let members = members(row);
                let place = members.keys().take(2).position(|name| times.contains(&name.as_str()));
                let Some(place) = place else { return row.to_owned() };
                let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                members.values().take(place.saturating_add(1)).map(text).collect::<Vec<_>>().join(",")
            }
        }
    }
}

/// The rows of a file, without empty lines. One of CSV goes on after a line break in quotes.
struct Records<R> {
    text: BufReader<R>,
    lines: Lines,
    /// The number of lines that were read.
    line: usize,
    /// The number of fields that each row of CSV must have; none for any number.
    columns: Option<usize>,
}

impl<R: Read> Records<R> {
    fn new(text: R, lines: Lines) -> Self {
        Self { text: BufReader::with_capacity(1 << 16, text), lines, line: 0, columns: None }
    }

    fn next(&mut self) -> io::Result<Option<String>> {
        let (mut row, mut first, mut is_quoted) = (String::new(), 0, false);
        loop {
            let read = row.len();
            if self.text.read_line(&mut row)? == 0 {
                return if is_quoted {
                    Err(broken(first, "has a quote that does not end"))
                } else {
                    Ok(None)
                };
            }
            self.line = self.line.saturating_add(1);
            if !is_quoted {
                first = self.line;
            }
            let quotes = row.bytes().skip(read).filter(|byte| *byte == b'"').count();
            is_quoted ^= self.lines != Lines::Json && !quotes.is_multiple_of(2);
            if is_quoted {
                continue;
            }
            let end = row.trim_end_matches(['\r', '\n']).len();
            if end > 0 {
                self.check(first, &row)?;
                row.truncate(end);
                return Ok(Some(row));
            }
            row.clear();
        }
    }

    /// Checks that a row is whole.
    fn check(&self, first: usize, row: &str) -> io::Result<()> {
        if !row.ends_with('\n') {
            return Err(broken(first, "has no line break, so that it may be cut off"));
        }
        match (self.lines, self.columns) {
            (Lines::Json, _) if serde_json::from_str::<Map<String, Value>>(row).is_err() => {
                Err(broken(first, "is no JSON object"))
            }
            (Lines::Csv { .. }, Some(columns)) => match fields_of_csv(row).count() {
                fields if fields == columns => Ok(()),
                fields => Err(broken(first, &format!("has {fields} of {columns} fields"))),
            },
            _ => Ok(()),
        }
    }
}
