//! Numbers as people read them: thousands apart, and the decimals of a column uniform.

use std::fmt::Write as _;

use virtual_finance::Number;

/// The most decimals that are shown.
const MOST: usize = 4;

/// How the numbers of a column are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    decimals: usize,
    thousands: bool,
}

impl Style {
    /// The style of numbers that stand below each other: the decimals that one of them needs, and
    /// thousands apart unless all are integers of four digits at most, such as years.
    pub(crate) fn of<'n>(numbers: impl Iterator<Item = &'n Number> + Clone) -> Self {
        Self {
            decimals: numbers.clone().map(decimals).max().unwrap_or_default().min(MOST),
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
            // What would be zero, or zeros to a great part, is shown as it is.
            Some(value) if is_far(value, self.decimals) => return append(out, number),
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
    // A String takes everything.
    let _ = write!(out, "{number}");
}

/// The decimals that a number has as JSON.
fn decimals(number: &Number) -> usize {
    match number.as_f64() {
        Some(value) if number.is_f64() && !is_far(value, MOST) => {
            let text = number.to_string();
            text.split_once('.').map_or(1, |(_, decimals)| decimals.len())
        }
        _ => 0,
    }
}

/// Whether a double is too small or too great for plain digits.
fn is_far(value: f64, decimals: usize) -> bool {
    const GREATEST: f64 = 1e15;
    let least = i32::try_from(decimals).map_or(0.0, |decimals| 0.5 * 10_f64.powi(decimals.saturating_neg()));
    value != 0.0 && (value.abs() < least || value.abs() >= GREATEST)
}

/// Puts commas between the thousands of the number that begins at a place.
fn separate(out: &mut String, start: usize) {
    let text = out.get(start..).unwrap_or_default();
    let whole = text.split('.').next().unwrap_or_default();
    let first = start.saturating_add(whole.len().saturating_sub(whole.trim_start_matches('-').len()));
    let mut place = start.saturating_add(whole.len());
    while place > first.saturating_add(3) {
        place = place.saturating_sub(3);
        out.insert(place, ',');
    }
}
