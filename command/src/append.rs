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
        let mut old = Records::new(old, self.lines);
        let mut new = Records::new(new, self.lines);
        let mut key = Key::Whole;
        if let Lines::Csv { has_header } = self.lines {
            let Some(header) = new.next()? else { return Ok(()) };
            key = self.key_of_header(&header);
            if has_header {
                if let Some(known) = old.next()?.filter(|known| *known != header) {
                    return Err(other_columns(&known, &header));
                }
                write_line(out, &header)?;
            }
        } else if !self.times.is_empty() {
            key = Key::Members(self.times);
        }
        let (mut rows, mut places) = (Vec::new(), HashMap::new());
        while let Some(row) = new.next()? {
            places.insert(key.of(&row), rows.len());
            rows.push(Some(row));
        }
        let mut known = old.next()?;
        if let (Lines::Json, Some(known), Some(Some(new))) = (self.lines, &known, rows.first()) {
            let [known, wanted] =
                [known, new].map(|row| members(row).keys().cloned().collect::<Vec<_>>().join(","));
            if known != wanted {
                return Err(other_columns(&known, &wanted));
            }
        }
        let (mut next, mut overlap) = (0_usize, Overlap::default());
        while let Some(row) = known {
            let own = key.of(&row);
            overlap.end_of_row();
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
            if replaced.is_some() && place == Some(&next) {
                next = next.saturating_add(1);
            }
            if let Some(new) = &replaced {
                overlap.add(&own, [&row, new].map(|row| self.lines.fields(row)));
            }
            // One that was replaced already is there twice in the file.
            if replaced.is_some() || place.is_none() {
                write_line(out, &replaced.unwrap_or(row))?;
            }
            known = old.next()?;
        }
        overlap.check()?;
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
}

impl Overlap {
    /// Adds a bar with its values before and after. Late corrections change one or two of them.
    fn add(&mut self, key: &str, [before, after]: [Vec<String>; 2]) {
        let same = before.iter().zip(&after).filter(|(before, after)| before == after).count();
        self.last = Some((key.to_owned(), same.saturating_mul(2) <= before.len()));
    }

    /// Says that another row of the file follows.
    fn end_of_row(&mut self) {
        let Some((key, is_other)) = self.last.take() else { return };
        self.bars = self.bars.saturating_add(1);
        if is_other {
            self.others = self.others.saturating_add(1);
            self.example.get_or_insert(key);
        }
    }

    /// Checks that no more than half of the bars have other values.
    fn check(self) -> io::Result<()> {
        match self.example.filter(|_| self.others.saturating_mul(2) > self.bars) {
            None => Ok(()),
            Some(example) => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!(
                    "{} of the {} bars that are there already have other values, such as {example}: they are of another \
                     ticker, interval or adjustment, or from before a split; name another file",
                    self.others, self.bars
                ),
            )),
        }
    }
}

fn other_columns(known: &str, wanted: &str) -> io::Error {
    let advice = "name another file, or take the columns that it has with --columns";
    io::Error::new(io::ErrorKind::InvalidData, format!("its columns are {known}, and not {wanted}; {advice}"))
}

/// Returns the fields of a row of CSV as they are written.
fn fields_of_csv(row: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    row.split(move |character: char| {
        is_quoted ^= character == '"';
        character == ',' && !is_quoted
    })
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
                members.values().take(place.saturating_add(1)).map(|value| format!("{value},")).collect()
            }
        }
    }
}

/// The rows of a file. One of CSV goes on after a line break in quotes.
struct Records<R> {
    text: BufReader<R>,
    lines: Lines,
}

impl<R: Read> Records<R> {
    fn new(text: R, lines: Lines) -> Self {
        Self { text: BufReader::with_capacity(1 << 16, text), lines }
    }

    fn next(&mut self) -> io::Result<Option<String>> {
        let mut row = String::new();
        loop {
            if self.text.read_line(&mut row)? == 0 {
                break;
            }
            let quotes = row.bytes().filter(|byte| *byte == b'"').count();
            if self.lines == Lines::Json || quotes.is_multiple_of(2) {
                break;
            }
        }
        let row = row.trim_end_matches(['\r', '\n']);
        Ok((!row.is_empty()).then(|| row.to_owned()))
    }
}
