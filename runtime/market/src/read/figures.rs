//! Figures as the texts that the host's pages show for them: prices with the decimals of their instrument,
//! fractions as percentages, large counts short and long.

use serde_json::Number;

/// The units of short texts, each with the minimum count that it is used for.
const UNITS: [(f64, &str); 3] = [(1e12, "T"), (1e9, "B"), (1e6, "M")];
/// No page shows more decimals.
const MAX_DECIMALS: usize = 10;

/// Returns a figure with that many decimals and thousands separators: `1,234.50`.
///
/// The host's figures are of single precision, and it is there that it rounds them: 58.515 is `58.51`,
/// because it stands for 58.51499939.
pub(crate) fn fixed(figure: &Number, decimals: usize) -> Option<String> {
    let single: f32 = figure.as_f64()?.to_string().parse().ok()?;
    let text = format!("{:.*}", decimals.min(MAX_DECIMALS), f64::from(single));
    single.is_finite().then(|| separated(&text))
}

/// Returns a fraction as a percentage of two decimals without its sign: 0.0954 is `9.54`.
///
/// The digits are shifted, not multiplied, and what the figures have beyond them is rounded off:
/// 0.082600005 is `8.26`.
pub(crate) fn percentage(fraction: &Number) -> Option<String> {
    let text = fraction.as_f64()?.to_string();
    let (sign, digits) = text.strip_prefix('-').map_or(("", &*text), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let kept: u64 = format!("{whole}{:0<4}", fraction.get(..4).unwrap_or(fraction)).parse().ok()?;
    let rounded =
        kept.checked_add(u64::from(fraction.as_bytes().get(4).is_some_and(|digit| *digit >= b'5')))?;
    let sign = if rounded == 0 { "" } else { sign };
    Some(format!("{sign}{}.{:02}", rounded / 100, rounded % 100))
}

/// Returns a count in short: `1.268M`, and in full below a million: `842,390`.
pub(crate) fn short(count: &Number) -> Option<String> {
    let value = count.as_f64()?;
    match UNITS.iter().find(|(unit, _)| value.abs() >= *unit) {
        None => long(count),
        Some((unit, letter)) => {
            let text = format!("{:.3}", value / unit);
            Some(format!("{}{letter}", separated(text.trim_end_matches('0').trim_end_matches('.'))))
        }
    }
}

/// Returns a count in full, without what it has beyond whole ones: `1,268,153`.
pub(crate) fn long(count: &Number) -> Option<String> {
    if count.is_f64() {
        let whole = count.as_f64()?.trunc();
        return Some(separated(&format!("{:.0}", if whole == 0.0 { 0.0 } else { whole })));
    }
    Some(separated(&count.to_string()))
}

/// Returns the digits before the point in groups of three.
fn separated(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut separated = sign.to_owned();
    for (index, digit) in digits.char_indices() {
        let left = whole.saturating_sub(index);
        if index > 0 && left > 0 && left.is_multiple_of(3) {
            separated.push(',');
        }
        separated.push(digit);
    }
    separated
}
