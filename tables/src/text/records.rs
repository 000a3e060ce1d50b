//! The rows of a file of CSV or JSON lines, one by one.

use std::io::{self, BufRead, BufReader, Read};

use virtual_finance_core::{Map, Value};

/// The form of a file whose rows are lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
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
    pub fn fields(self, row: &str) -> Vec<String> {
        match self {
            Self::Json => members(row).values().map(Value::to_string).collect(),
            Self::Csv { .. } => fields_of_csv(row).map(str::to_owned).collect(),
        }
    }
}

/// The rows of a file, without empty lines. One of CSV goes on after a line break in quotes.
pub(crate) struct Records<R> {
    text: BufReader<R>,
    lines: Lines,
    /// The number of lines that were read.
    line: usize,
    /// The number of fields that each row of CSV must have; none for any number.
    pub(crate) columns: Option<usize>,
}

impl<R: Read> Records<R> {
    /// Reads a file of that form.
    pub(crate) fn new(text: R, lines: Lines) -> Self {
        Self { text: BufReader::with_capacity(1 << 16, text), lines, line: 0, columns: None }
    }

    /// Returns the next row.
    ///
    /// # Errors
    /// The file cannot be read, or a row is not whole.
    pub(crate) fn next(&mut self) -> io::Result<Option<String>> {
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

/// Returns the error of a file that was cut off, or that something else has written to.
fn broken(line: usize, fault: &str) -> io::Error {
    let text = format!("line {line} {fault}; mend the file, or name another one");
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// Returns the fields of a row of CSV as they are written.
pub(crate) fn fields_of_csv(row: &str) -> impl Iterator<Item = &str> {
    fields_between(row, ',')
}

/// Returns the fields of a row with a separator as they are written.
pub fn fields_between(row: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    row.split(move |character: char| {
        is_quoted ^= character == '"';
        character == separator && !is_quoted
    })
}

/// Returns the names of the members of a row of JSON.
pub(crate) fn names(row: &str) -> Vec<String> {
    members(row).keys().cloned().collect()
}

/// Returns the members of a row of JSON.
pub(crate) fn members(row: &str) -> Map<String, Value> {
    serde_json::from_str(row).unwrap_or_default()
}
