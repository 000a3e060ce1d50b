//! Rows that are added to a file: those that it has are not there twice, and it keeps one header.

use std::collections::HashMap;
use std::io::{self, Read, Write};

use virtual_finance_core::Value;

use crate::overlap::{Overlap, is_of_one_instrument};
use crate::records::{Lines, Records, fields_of_csv, members, names};

/// The way in which rows are added to a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Append {
    pub(crate) lines: Lines,
    /// The names of the columns whose times tell bars apart, if rows are bars: a bar replaces the one of its time.
    pub(crate) times: &'static [&'static str],
    /// The names of the columns that are prices.
    pub(crate) prices: &'static [&'static str],
    /// True if notes are not wanted.
    pub(crate) is_quiet: bool,
}

impl Append {
    /// Writes the rows of a file with new ones, of which CSV has a header. Returns the columns of the new rows that the file does
    /// not have, so that they are left out.
    pub(crate) fn merge(
        self,
        old: impl Read,
        new: impl Read,
        out: &mut dyn Write,
    ) -> io::Result<Vec<String>> {
        let (mut old, mut new) = (Records::new(old, self.lines), Records::new(new, self.lines));
        let Some(Head { key, mut columns, mapping }) = self.head(&mut old, &mut new, out)? else {
            return Ok(Vec::new());
        };
        let (mut rows, mut places) = (Vec::new(), HashMap::new());
        while let Some(row) = new.next()? {
            let row = mapping.as_ref().map(|mapping| mapping.row(&row)).unwrap_or(row);
            places.insert(key.of(&row), rows.len());
            rows.push(Some(row));
        }
        let mut known = old.next()?.map(|row| (key.of(&row), row));
        if let (Lines::Json, Some(Some(row))) = (self.lines, rows.first()) {
            columns = names(row);
            let other = known.as_ref().map(|(_, row)| names(row)).filter(|other| *other != columns);
            let is_other =
                |known: &Vec<String>| self.are_bars(&columns) || Mapping::of(known, &columns).is_none();
            if let Some(other) = other.filter(is_other) {
                return Err(other_columns(&other.join(","), &columns.join(",")));
            }
        }
        let are_bars = self.are_bars(&columns);
        let new_keys = rows.iter().flatten().filter(|_| are_bars).map(|row| key.of(row));
        let (mut next, mut overlap) = (0_usize, Overlap::of(columns, self.prices, new_keys));
        while let Some((own, row)) = known {
            known = old.next()?.map(|row| (key.of(&row), row));
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
            // One that was replaced already is there twice in the file, and the last one may be a price that was the latest.
            let is_last = known.as_ref().is_none_or(|(next, _)| !is_of_one_instrument(&own, next));
            let is_passed = is_last && overlap.is_passed(&own);
            if replaced.is_some() || place.is_none() && !is_passed {
                write_line(out, &replaced.unwrap_or(row))?;
            }
        }
        overlap.check()?;
        rows.into_iter().flatten().try_for_each(|row| write_line(out, &row))?;
        Ok(mapping.map(|mapping| mapping.left_out).unwrap_or_default())
    }

    /// Reads what comes before the rows, and writes the header of CSV; `None` where nothing is new.
    fn head(
        self,
        old: &mut Records<impl Read>,
        new: &mut Records<impl Read>,
        out: &mut dyn Write,
    ) -> io::Result<Option<Head>> {
        let Lines::Csv { has_header } = self.lines else {
            let key = if self.times.is_empty() { Key::Whole } else { Key::Members(self.times) };
            return Ok(Some(Head { key, columns: Vec::new(), mapping: None }));
        };
        let Some(mut header) = new.next()? else { return Ok(None) };
        let (key, mut mapping) = (self.key_of_header(&header), None);
        if has_header {
            if let Some(known) = old.next()? {
                // Spreadsheets write a mark of their encoding before it.
                let known = known.trim_start_matches('\u{feff}');
                if known != header {
                    let of = |header| fields_of_csv(header).collect::<Vec<_>>();
                    let found = Mapping::of(&of(known), &of(&header)).filter(|_| matches!(key, Key::Whole));
                    mapping = Some(found.ok_or_else(|| other_columns(known, &header))?);
                    known.clone_into(&mut header);
                }
            }
            write_line(out, &header)?;
        }
        let columns: Vec<String> = fields_of_csv(&header).map(str::to_owned).collect();
        old.columns = Some(columns.len());
        Ok(Some(Head { key, columns, mapping }))
    }

    /// Returns true for the columns of bars.
    fn are_bars(self, columns: &[String]) -> bool {
        columns.iter().take(2).any(|name| self.times.contains(&name.as_str()))
    }

    /// Returns what tells rows apart: the fields up to that of the time, where it is the first or the second one.
    fn key_of_header(self, header: &str) -> Key {
        let place = header.split(',').take(2).position(|name| self.times.contains(&name));
        place.map_or(Key::Whole, |place| Key::Fields(place.saturating_add(1)))
    }
}

/// The header of a file, and how new rows get its columns.
struct Head {
    key: Key,
    columns: Vec<String>,
    mapping: Option<Mapping>,
}

/// The places of the columns of a file in new rows: some hosts send some columns at some times of the day only.
struct Mapping {
    places: Vec<Option<usize>>,
    left_out: Vec<String>,
}

impl Mapping {
    /// Returns the places, where at least half of the columns of each are those of the other.
    fn of<T: AsRef<str>>(known: &[T], new: &[T]) -> Option<Self> {
        let place = |name: &T| new.iter().position(|new| new.as_ref() == name.as_ref());
        let places: Vec<Option<usize>> = known.iter().map(place).collect();
        let common = places.iter().flatten().count().saturating_mul(2);
        let is_new = |(place, _): &(usize, &T)| !places.contains(&Some(*place));
        let left_out =
            new.iter().enumerate().filter(is_new).map(|(_, name)| name.as_ref().to_owned()).collect();
        (common >= known.len() && common >= new.len()).then_some(Self { places, left_out })
    }

    /// Returns a new row with the columns of the file; those that it lacks are empty.
    fn row(&self, row: &str) -> String {
        let fields: Vec<&str> = fields_of_csv(row).collect();
        let field = |place: &Option<usize>| place.and_then(|place| fields.get(place).copied());
        let fields = self.places.iter().map(|place| field(place).unwrap_or_default());
        fields.collect::<Vec<_>>().join(",")
    }
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

fn other_columns(known: &str, wanted: &str) -> io::Error {
    let advice = "name another file, or take the columns that it has with --columns";
    io::Error::new(io::ErrorKind::InvalidData, format!("its columns are {known}, and not {wanted}; {advice}"))
}

fn write_line(out: &mut dyn Write, line: &str) -> io::Result<()> {
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")
}
