//! Numbers by their digits, which tell whether a reading of one keeps all of them.

use serde_json::Number;

/// A number as it is written: its digits without zeros at either end, and the power of ten of the last one.
#[derive(PartialEq, Eq)]
pub(super) struct Decimal {
    is_negative: bool,
    /// Empty for zero.
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Reads a text that is exactly a number as JSON writes it, without anything around it.
    pub(super) fn of(text: &str) -> Option<Self> {
        let is_bare = text.bytes().all(|byte| !byte.is_ascii_whitespace());
        serde_json::from_str::<Number>(text).ok().filter(|_| is_bare)?;
        let (number, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (is_negative, number) = number.strip_prefix('-').map_or((false, number), |rest| (true, rest));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let all = [whole, fraction].concat();
        let significant = all.trim_start_matches('0');
        let digits = significant.trim_end_matches('0');
        if digits.is_empty() {
            return Some(Self { is_negative: false, digits: String::new(), exponent: 0 });
        }
        let zeros = i64::try_from(significant.len().checked_sub(digits.len())?).ok()?;
        let fraction = i64::try_from(fraction.len()).ok()?;
        let exponent = power.parse::<i64>().ok()?.checked_sub(fraction)?.checked_add(zeros)?;
        Some(Self { is_negative, digits: digits.to_owned(), exponent })
    }

    /// Returns the integer that it is, if it is one of 64 bits.
    pub(super) fn integer(&self) -> Option<i64> {
        const MOST_ZEROS: usize = 18;
        if self.digits.is_empty() {
            return Some(0);
        }
        let zeros = usize::try_from(self.exponent).ok().filter(|zeros| *zeros <= MOST_ZEROS)?;
        let sign = if self.is_negative { "-" } else { "" };
        format!("{sign}{}{}", self.digits, "0".repeat(zeros)).parse().ok()
    }
}

/// Returns true for a text that is exactly a number, all digits of which a reader of JSON keeps.
pub(super) fn is_kept(text: &str) -> bool {
    let Some(written) = Decimal::of(text) else { return false };
    let read = serde_json::from_str::<Number>(text).map(|number| number.to_string());
    read.is_ok_and(|read| Decimal::of(&read) == Some(written))
}
