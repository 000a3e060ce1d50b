//! Random numbers that depend on a text alone, and the ways in which the hosts write numbers down. All
//! arithmetic keeps to operations that IEEE 754 defines exactly (no `exp`, no `ln`), so that every machine
//! invents the same.

use fastrand::Rng;
use serde_json::{Value, json};

use crate::calendar;

/// Returns a generator that is seeded by the ticker and by what is being invented for it.
pub(crate) fn seeded(ticker: &str, subject: &str) -> Rng {
    let text = ticker.bytes().chain([0]).chain(subject.bytes());
    // FNV-1a: stable, unlike the standard library's hasher.
    Rng::with_seed(text.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    }))
}

/// Returns a number between the two.
pub(crate) fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + rng.f64() * (high - low)
}

/// Returns one of the texts.
pub(crate) fn pick<'t>(rng: &mut Rng, texts: &[&'t str]) -> &'t str {
    rng.choice(texts).copied().unwrap_or_default()
}

/// Returns the nearest integer.
#[expect(clippy::as_conversions, reason = "saturates, and there is no other way")]
pub(crate) fn whole(number: f64) -> i64 {
    number.round() as i64
}

/// Returns the integer as a float; what is invented here is far below 2^53.
#[expect(clippy::as_conversions, reason = "exact for every number invented here")]
pub(crate) fn real(number: i64) -> f64 {
    number as f64
}

/// Rounds to single precision, as the hosts keep prices: 130.55 becomes 130.5500030517578.
#[expect(clippy::as_conversions, reason = "the loss of precision is what is wanted")]
pub(crate) fn float32(number: f64) -> f64 {
    f64::from(number as f32)
}

/// Returns the nearest number of single precision.
#[cfg(feature = "stream")]
#[expect(clippy::as_conversions, reason = "the loss of precision is what is wanted")]
pub(crate) fn single(number: f64) -> f32 {
    number as f32
}

/// Rounds to cents.
pub(crate) fn cents(number: f64) -> f64 {
    rounded(number, 2)
}

/// Rounds to so many decimals.
pub(crate) fn rounded(number: f64, decimals: i32) -> f64 {
    let unit = std::iter::repeat_n(10.0, usize::try_from(decimals).unwrap_or_default()).product::<f64>();
    (number * unit).round() / unit
}

/// Rounds to millions.
pub(crate) fn millions(number: f64) -> i64 {
    whole((number / 1e6).round() * 1e6)
}

/// Formats an integer with thousands separators.
pub(crate) fn grouped(number: i64) -> String {
    separated(&number.to_string())
}

/// Formats a number with two decimals and thousands separators. It rounds in single precision, as the hosts
/// do.
pub(crate) fn decimals(number: f64) -> String {
    separated(&format!("{:.2}", float32(number)))
}

/// Returns the digits before the point in groups of three.
fn separated(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut grouped = sign.to_owned();
    for (done, digit) in digits.char_indices() {
        let left = whole.saturating_sub(done);
        if done > 0 && left > 0 && left.is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns a price or a ratio as `{raw, fmt}`.
pub(crate) fn price(number: f64) -> Value {
    json!({"raw": number, "fmt": decimals(number)})
}

/// Returns a share of one as `{raw, fmt}`, the text in percent.
pub(crate) fn percent(number: f64) -> Value {
    json!({"raw": number, "fmt": format!("{:.2}%", number * 100.0)})
}

/// Returns a count or an amount as `{raw, fmt, longFmt}`.
pub(crate) fn count(number: i64) -> Value {
    json!({"raw": number, "fmt": shortened(number, 2), "longFmt": grouped(number)})
}

/// Returns a day as `{raw, fmt}`; `epoch` in seconds.
pub(crate) fn day(epoch: i64) -> Value {
    json!({"raw": epoch, "fmt": calendar::date_of(epoch).to_string()})
}

/// Returns a count as the pages of screeners have it, with three decimals and none below a million.
pub(crate) fn listed(number: i64) -> Value {
    let fmt = if number.abs() < 1_000_000 { grouped(number) } else { shortened(number, 3) };
    json!({"raw": number, "fmt": fmt, "longFmt": grouped(number)})
}

fn shortened(number: i64, places: usize) -> String {
    const UNITS: &[(f64, &str)] = &[(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")];
    let value = real(number);
    UNITS.iter().find(|(size, _)| value.abs() >= *size).map_or_else(
        || number.to_string(),
        |(size, unit)| {
            let digits = format!("{:.places$}", value / size);
            format!("{}{unit}", separated(digits.trim_end_matches('0').trim_end_matches('.')))
        },
    )
}
