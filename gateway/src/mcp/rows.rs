//! The rows of a result within a number of bytes: models read little at once, and half a row would mislead them.

use serde_json::{Map, Value};
use virtual_finance_tables::text::is_harmful;

/// The rows of one table or of several.
#[derive(Debug, Default)]
pub(super) struct Rows {
    names: Vec<String>,
    rows: Vec<Map<String, Value>>,
}

/// Whole rows with the names of their columns.
#[derive(Debug)]
pub(super) struct Part {
    /// The rows as CSV.
    pub(super) text: String,
    pub(super) rows: Vec<Map<String, Value>>,
    /// The number of all rows.
    pub(super) all: usize,
}

impl Rows {
    /// Appends rows; a new column comes last.
    pub(super) fn add(&mut self, rows: impl IntoIterator<Item = Map<String, Value>>) {
        for row in rows {
            for name in row.keys() {
                if !self.names.contains(name) {
                    self.names.push(name.clone());
                }
            }
            self.rows.push(row);
        }
    }

    /// Returns, after `skip` rows, as many whole rows as `budget` bytes have room for.
    pub(super) fn part(self, skip: usize, budget: usize) -> Part {
        let all = self.rows.len();
        let mut text = line(self.names.iter().map(|name| quoted(name)));
        let mut rows = Vec::new();
        for row in self.rows.into_iter().skip(skip) {
            let record = line(self.names.iter().map(|name| cell(row.get(name))));
            if text.len().saturating_add(record.len()) > budget {
                break;
            }
            text.push_str(&record);
            rows.push(row);
        }
        Part { text, rows, all }
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let mut line = cells.collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}

/// Returns a cell: nothing for null, and `""` for an empty string.
fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => quoted(text),
        // As short as it can be: `15` for `15.0`.
        Some(Value::Number(number)) => {
            let text = number.to_string();
            text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
        }
        Some(other) => quoted(&other.to_string()),
    }
}

fn quoted(text: &str) -> String {
    let text = escaped(text);
    if text.is_empty() || text.contains(['"', ',']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// Returns a text on one line: a host could write lines that look like the server's. What ends a line or turns the direction of
/// writing is an escape.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_harmful(character) {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out
}
