//! Numbers for people: thousands separators, and the same number of decimals in a whole column.

use std::fmt::Write as _;

use virtual_finance_core::Number;

/// The maximum number of decimals.
const MAX_DECIMALS: usize = 4;

/// The maximum number of decimals of a price, whatever a host says.
const MAX_PRICE_DECIMALS: usize = 8;

/// The number of digits of a price that the decimals which the host says would leave without any.
const MIN_PRICE_DIGITS: i32 = 4;

/// The maximum number of decimals of a percentage.
const MAX_PERCENT_DECIMALS: usize = 2;

/// The maximum width of a number that would be rounded to zero.
const MAX_SMALL: usize = 8;

/// The meaning of the numbers of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Any,
    Percent,
    /// A part of 1, which is shown in percent.
    Fraction,
    /// A price with that number of decimals.
    Price(usize),
}

/// The format of a column's numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    decimals: usize,
    thousands: bool,
    unit: Unit,
    /// True if great numbers are written in billions, as hosts write market values: `114.817B`.
    is_short: bool,
}

impl Style {
    /// Returns the format for a column: as many decimals as the unit has or as one of its numbers needs, and
    /// thousands separators unless all are years.
    pub(crate) fn of<'n>(numbers: impl Iterator<Item = &'n Number> + Clone, unit: Unit) -> Self {
        let needed = numbers.clone().map(decimals).max().unwrap_or_default();
        let decimals = match unit {
            Unit::Any => needed.min(MAX_DECIMALS),
            Unit::Percent => needed.min(MAX_PERCENT_DECIMALS),
            // Two of the four digits come before the point.
            Unit::Fraction => needed.saturating_sub(2).min(MAX_PERCENT_DECIMALS),
            Unit::Price(decimals) => price_decimals(numbers.clone(), decimals.min(MAX_PRICE_DECIMALS)),
        };
        let is_year = |number: &Number| number.as_i64().is_some_and(|year| (1900..=2100).contains(&year));
        let thousands = !numbers.into_iter().all(is_year);
        Self { decimals, thousands, unit, is_short: false }
    }

    /// Returns the format of a column on a terminal, where numbers of a billion and more have no room for all digits.
    pub(crate) fn short<'n>(self, mut numbers: impl Iterator<Item = &'n Number>) -> Self {
        let is_great = |number: &Number| number.as_f64().is_some_and(|value| value.abs() >= 1e9);
        Self { is_short: self.unit == Unit::Any && numbers.any(is_great), ..self }
    }

    /// Writes a number.
    pub(crate) fn write(self, out: &mut String, number: &Number) {
        if self.is_short && push_short(out, number) {
            return;
        }
        let start = out.len();
        let percent = number.as_f64().filter(|_| self.unit == Unit::Fraction).and_then(in_percent);
        let number = percent.as_ref().unwrap_or(number);
        let rounded = number.as_f64().filter(|_| number.is_f64() || self.decimals > 0);
        match rounded {
            // A number that would have mostly zeros keeps its own form.
            Some(value) if is_too_great(value) => append(out, number),
            // So does one that would be rounded to zero, if it is short. A price has its decimals, and what is beyond
            // them is an error of rounding.
            Some(value) if is_too_small(value, self.decimals) && !self.is_price() => {
                append(out, number);
                if out.len().saturating_sub(start) > MAX_SMALL {
                    out.truncate(start);
                    let _ = write!(out, "{value:.1e}");
                }
            }
            Some(value) => {
                let _ = write!(out, "{value:.*}", self.decimals);
                drop_sign_of_zero(out, start);
                self.separate(out, start);
            }
            None => {
                append(out, number);
                self.separate(out, start);
            }
        }
        if matches!(self.unit, Unit::Percent | Unit::Fraction) {
            out.push('%');
        }
    }

    /// Returns a number with the decimals of the column, but for one without plain digits or that would be zero.
    pub(crate) fn rounded(self, number: &Number) -> Number {
        let decimals =
            if self.unit == Unit::Fraction { self.decimals.saturating_add(2) } else { self.decimals };
        let value = number.as_f64().filter(|value| number.is_f64() && !is_too_great(*value));
        let value = value.filter(|value| !is_too_small(*value, decimals));
        let rounded = value.and_then(|value| Number::from_f64(format!("{value:.decimals$}").parse().ok()?));
        rounded.unwrap_or_else(|| number.clone())
    }

    const fn is_price(self) -> bool {
        matches!(self.unit, Unit::Price(_))
    }

    /// Inserts thousands separators into the number that begins at an index.
    fn separate(self, out: &mut String, start: usize) {
        if !self.thousands {
            return;
        }
        let text = out.get(start..).unwrap_or_default();
        let integer = text.split('.').next().unwrap_or_default();
        let first = start.saturating_add(integer.len().saturating_sub(integer.trim_start_matches('-').len()));
        let mut index = start.saturating_add(integer.len());
        while index > first.saturating_add(3) {
            index = index.saturating_sub(3);
            out.insert(index, ',');
        }
    }
}

/// Writes a number of a million and more with three decimals and the letter of its unit. Returns false for others.
fn push_short(out: &mut String, number: &Number) -> bool {
    let value = number.as_f64().unwrap_or_default();
    let unit = [(1e12, 'T'), (1e9, 'B'), (1e6, 'M')].into_iter().find(|(unit, _)| value.abs() >= *unit);
    let Some((unit, letter)) = unit.filter(|_| !is_too_great(value)) else { return false };
    let short = format!("{:.3}", value / unit);
    let _ = write!(out, "{}{letter}", short.trim_end_matches('0').trim_end_matches('.'));
    true
}

/// Returns the number of decimals of a column of prices: the host's, or more where they leave fewer than two digits of
/// the greatest price.
fn price_decimals<'n>(numbers: impl Iterator<Item = &'n Number> + Clone, said: usize) -> usize {
    let values = numbers.filter_map(Number::as_f64).map(f64::abs);
    let greatest = values.clone().fold(0.0, f64::max);
    let is_left = 10.0 * 0.1_f64.powi(i32::try_from(said).unwrap_or_default()) <= greatest;
    // What the most decimals do not show either is an error of rounding.
    if is_left || greatest == 0.0 || is_too_small(greatest, MAX_PRICE_DECIMALS) {
        return said;
    }
    let first = (1..).find(|place| greatest * 10_f64.powi(*place) >= 1.0).unwrap_or_default();
    let most = usize::try_from(first.saturating_add(MIN_PRICE_DIGITS).saturating_sub(1)).unwrap_or_default();
    let most = most.min(MAX_PRICE_DECIMALS);
    let needed = values.map(|value| {
        let text = format!("{value:.most$}");
        text.split_once('.').map_or(0, |(_, decimals)| decimals.trim_end_matches('0').len())
    });
    needed.max().unwrap_or_default().max(said)
}

/// Returns a fraction in percent, without the last digits, which multiplying makes up.
fn in_percent(fraction: f64) -> Option<Number> {
    const MANY: f64 = 1e9;
    Number::from_f64((fraction * 100.0 * MANY).round() / MANY)
}

fn append(out: &mut String, number: &Number) {
    // Writing to a String cannot fail.
    let _ = write!(out, "{number}");
}

/// Removes the sign of the number that begins at an index if all its digits are zeros.
fn drop_sign_of_zero(out: &mut String, start: usize) {
    let text = out.get(start..).unwrap_or_default();
    if text.starts_with('-') && !text.contains(|digit: char| ('1'..='9').contains(&digit)) {
        out.remove(start);
    }
}

/// Returns the number of decimals that a number has in JSON.
fn decimals(number: &Number) -> usize {
    match number.as_f64() {
        Some(value) if number.is_f64() && !is_too_great(value) && !is_too_small(value, MAX_DECIMALS) => {
            let text = number.to_string();
            text.split_once('.').map_or(1, |(_, decimals)| decimals.len())
        }
        _ => 0,
    }
}

/// Returns true if a double is too great for plain digits.
fn is_too_great(value: f64) -> bool {
    const MAX: f64 = 1e15;
    value.abs() >= MAX
}

/// Returns true if a double would be rounded to zero.
fn is_too_small(value: f64, decimals: usize) -> bool {
    let min = i32::try_from(decimals).map_or(0.0, |decimals| 0.5 * 10_f64.powi(decimals.saturating_neg()));
    value != 0.0 && value.abs() < min
}
