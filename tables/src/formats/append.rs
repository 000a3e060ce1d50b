//! Rows added to a file: rows that it has are not added again, and it keeps one header.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Read, Write};

use virtual_finance_core::{DateTime, Value};

use crate::text::records::{Lines, Records, fields_of_csv, members, names};

/// The way in which rows are added to a file.
#[derive(Debug, Clone, Copy)]
pub struct Append {
    /// The form of the file.
    pub lines: Lines,
    /// The names of the columns whose times tell bars apart, if rows are bars: a bar replaces the one of its time.
    pub times: &'static [&'static str],
    /// True if notes are not wanted.
    pub is_quiet: bool,
}

impl Append {
    /// Writes the rows of a file with new ones, of which CSV has a header. Returns the columns of the new rows that the file does
    /// not have, so that they are left out.
    pub fn merge(self, old: impl Read, new: impl Read, out: &mut dyn Write) -> io::Result<Vec<String>> {
        let (mut old, mut new) = (Records::new(old, self.lines), Records::new(new, self.lines));
        let Some(Head { key, mut columns, mapping }) = self.head(&mut old, &mut new, out)? else {
            return Ok(Vec::new());
        };
        let mut rows = New::default();
        while let Some(row) = new.next()? {
            let row = mapping.as_ref().map(|mapping| mapping.row(&row)).unwrap_or(row);
            rows.add(key.of(&row), row);
        }
        let mut known = old.next()?;
        if let (Lines::Json, Some((_, Some(row)))) = (self.lines, rows.rows.first()) {
            columns = names(row);
            let other = known.as_deref().map(names).filter(|other| *other != columns);
            let is_other =
                |known: &Vec<String>| self.are_bars(&columns) || Mapping::of(known, &columns).is_none();
            if let Some(other) = other.filter(is_other) {
                return Err(other_columns(&other.join(","), &columns.join(",")));
            }
        }
        let mut replaced = Replaced::default();
        while let Some(row) = known {
            known = old.next()?;
            let own = key.of(&row);
            if key.is_of_time() {
                rows.before(&own).try_for_each(|new| write_line(out, &new))?;
            }
            match rows.take(&own) {
                Some(new) => {
                    if self.are_bars(&columns) {
                        replaced.add(&own, [&row, &new].map(|row| self.lines.fields(row)));
                    }
                    write_line(out, &new)?;
                }
                // One that was replaced already is there twice.
                None if rows.places.contains_key(&own) => {}
                None if self.are_bars(&columns) && rows.is_between_bars(&own) => {}
                None => write_line(out, &row)?,
            }
        }
        replaced.check()?;
        rows.rest().try_for_each(|row| write_line(out, &row))?;
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

    /// Returns the key of rows: the fields up to the time, where the time is the first or the second field.
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
    /// Returns the places, if the two lists share at least half of each one's columns.
    fn of<T: AsRef<str>>(known: &[T], new: &[T]) -> Option<Self> {
        let place = |name: &T| new.iter().position(|new| new.as_ref() == name.as_ref());
        let places: Vec<Option<usize>> = known.iter().map(place).collect();
        let common = places.iter().flatten().count().saturating_mul(2);
        let is_new = |(place, _): &(usize, &T)| !places.contains(&Some(*place));
        let left_out =
            new.iter().enumerate().filter(is_new).map(|(_, name)| name.as_ref().to_owned()).collect();
        (common >= known.len() && common >= new.len()).then_some(Self { places, left_out })
    }

    /// Returns a new row with the columns of the file; missing cells are empty.
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

/// New rows with their keys.
#[derive(Default)]
struct New {
    /// A row is taken where it is written.
    rows: Vec<(String, Option<String>)>,
    places: HashMap<String, usize>,
    /// The times of each instrument.
    times: HashMap<String, Vec<String>>,
    /// The number of the first rows that are written.
    written: usize,
}

impl New {
    fn add(&mut self, key: String, row: String) {
        let (name, time) = parts(&key);
        self.times.entry(name.to_owned()).or_default().push(time.to_owned());
        self.places.insert(key.clone(), self.rows.len());
        self.rows.push((key, Some(row)));
    }

    /// Takes the row of a key.
    fn take(&mut self, key: &str) -> Option<String> {
        self.rows.get_mut(*self.places.get(key)?)?.1.take()
    }

    /// Takes the first rows whose keys come before one.
    fn before(&mut self, key: &str) -> impl Iterator<Item = String> {
        let rows = self.rows.get_mut(self.written..).unwrap_or_default();
        let count = rows.iter().take_while(|(own, _)| own.as_str() < key).count();
        self.written = self.written.saturating_add(count);
        rows.iter_mut().take(count).filter_map(|(_, row)| row.take())
    }

    /// Takes the rows that are left.
    fn rest(self) -> impl Iterator<Item = String> {
        self.rows.into_iter().filter_map(|(_, row)| row)
    }

    /// Returns true for the time of a price that was the latest when the file was written: it lies between the new bars of its
    /// instrument, but not whole intervals away from them. Days are all bars.
    fn is_between_bars(&self, key: &str) -> bool {
        let (name, time) = parts(key);
        let seconds = |time: &str| Some(time.parse::<DateTime>().ok()?.epoch_seconds());
        let is_away = || {
            let times = self.times.get(name)?;
            let ([first, second, ..], last) = (times.as_slice(), times.last()?) else { return None };
            let [start, next, own] = [seconds(first)?, seconds(second)?, seconds(time)?];
            let rest = own.checked_sub(start)?.checked_rem(next.checked_sub(start)?)?;
            Some(first.as_str() < time && time < last.as_str() && rest != 0)
        };
        time.contains('T') && is_away().unwrap_or_default()
    }
}

/// The bars of a file that new bars replace: for each instrument their number, how many have other values, and the
/// first of these.
#[derive(Default)]
struct Replaced(BTreeMap<String, (usize, usize, String)>);

impl Replaced {
    /// Adds a bar with its values before and after. Late corrections change one or two of them.
    fn add(&mut self, key: &str, [before, after]: [Vec<String>; 2]) {
        let (bars, others, example) = self.0.entry(parts(key).0.to_owned()).or_default();
        *bars = bars.saturating_add(1);
        let same = before.iter().zip(&after).filter(|(before, after)| before == after).count();
        if same.saturating_mul(2) <= before.len() {
            *others = others.saturating_add(1);
            if example.is_empty() {
                key.clone_into(example);
            }
        }
    }

    /// Checks that no more than half of an instrument's bars have other values; one alone may have been unfinished.
    fn check(self) -> io::Result<()> {
        let is_other =
            |(bars, others, _): &(usize, usize, String)| *bars > 1 && others.saturating_mul(2) > *bars;
        let Some((bars, others, example)) = self.0.into_values().find(is_other) else { return Ok(()) };
        let text = format!(
            "{others} of its {bars} bars of the same time have other values, such as {example}: they are of another ticker, \
             interval or adjustment, or from before a split; name another file"
        );
        Err(io::Error::new(io::ErrorKind::InvalidData, text))
    }
}

/// Returns the fields before the time of a key, such as the ticker, and the time.
fn parts(key: &str) -> (&str, &str) {
    key.rsplit_once(',').unwrap_or(("", key))
}

fn other_columns(known: &str, wanted: &str) -> io::Error {
    let advice = "name another file, or take the columns that it has with --columns";
    io::Error::new(io::ErrorKind::InvalidData, format!("its columns are {known}, and not {wanted}; {advice}"))
}

fn write_line(out: &mut dyn Write, line: &str) -> io::Result<()> {
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")
}
