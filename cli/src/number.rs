//! Numbers for people: thousands separators, and the same number of decimals in a whole column.

use std::fmt::Write as _;

use virtual_finance::responses::Number;

/// The maximum number of decimals.
const MAX_DECIMALS: usize = 4;

/// The format of a column's numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    decimals: usize,
    thousands: bool,
}

impl Style {
    /// Returns the format for a column: as many decimals as one of its numbers needs, and thousands
    /// separators unless all are integers of up to four digits, such as years.
    pub(crate) fn of<'n>(numbers: impl Iterator<Item = &'n Number> + Clone) -> Self {
        Self {
            decimals: numbers.clone().map(decimals).max().unwrap_or_default().min(MAX_DECIMALS),
            thousands: numbers.into_iter().any(|number| {
                number.is_f64() || number.as_i64().is_none_or(|integer| integer.unsigned_abs() > 9_999)
            }),
        }
    }

    /// Writes a number.
    pub(crate) fn write(self, out: &mut String, number: &Number) {
        let start = out.len();
        let rounded = number.as_f64().filter(|_| number.is_f64() || self.decimals > 0);
        match rounded {
            // A number that would be rounded to zero, or have mostly zeros, keeps its own form.
            Some(value) if is_out_of_range(value, self.decimals) => return append(out, number),
            Some(value) => {
                let _ = write!(out, "{value:.*}", self.decimals);
            }
            None => append(out, number),
        }
        if self.thousands {
            separate(out, start);
        }
    }
}

fn append(out: &mut String, number: &Number) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{number}");
}

/// Returns the number of decimals that a number has in JSON.
fn decimals(number: &Number) -> usize {
    match number.as_f64() {
        Some(value) if number.is_f64() && !is_out_of_range(value, MAX_DECIMALS) => {
            let text = number.to_string();
            text.split_once('.').map_or(1, |(_, decimals)| decimals.len())
        }
        _ => 0,
    }
}

/// Returns true if a double is too small or too great for plain digits.
fn is_out_of_range(value: f64, decimals: usize) -> bool {
    const MAX: f64 = 1e15;
    let min = i32::try_from(decimals).map_or(0.0, |decimals| 0.5 * 10_f64.powi(decimals.saturating_neg()));
    value != 0.0 && (value.abs() < min || value.abs() >= MAX)
}

/// Inserts thousands separators into the number that begins at an index.
fn separate(out: &mut String, start: usize) {
    let text = out.get(start..).unwrap_or_default();
    let integer = text.split('.').next().unwrap_or_default();
    let first = start.saturating_add(integer.len().saturating_sub(integer.trim_start_matches('-').len()));
    let mut index = start.saturating_add(integer.len());
    while index > first.saturating_add(3) {
        index = index.saturating_sub(3);
        out.insert(index, ',');
    }
}
