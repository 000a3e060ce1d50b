//! Rows that are added to a file: those that it has are not there twice, and it keeps one header.

use std::collections::HashMap;
use std::io::{self, Read, Write};

use virtual_finance_core::Value;

use crate::overlap::Overlap;
use crate::records::{Lines, Records, fields_of_csv, members, names};

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
                if let Some(known) = old.next()? {
                    // Spreadsheets write a mark of their encoding before it.
                    let known = known.trim_start_matches('\u{feff}');
                    if known != header {
                        return Err(other_columns(known, &header));
                    }
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
        let are_bars = columns.iter().take(2).any(|name| self.times.contains(&name.as_str()));
        let new_keys = rows.iter().flatten().filter(|_| are_bars).map(|row| key.of(row));
        let (mut next, mut overlap) = (0_usize, Overlap::of(columns, new_keys));
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
        overlap.check()?;
        rows.into_iter().flatten().try_for_each(|row| write_line(out, &row))
    }

    /// Returns what tells rows apart: the fields up to that of the time, where it is the first or the second one.
    fn key_of_header(self, header: &str) -> Key {
        let place = header.split(',').take(2).position(|name| self.times.contains(&name));
        place.map_or(Key::Whole, |place| Key::Fields(place.saturating_add(1)))
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
