//! Random numbers that depend on a text alone, and the ways in which the hosts write numbers down. All
//! arithmetic keeps to operations that IEEE 754 defines exactly (no `exp`, no `ln`), so that every machine
//! invents the same.

use fastrand::Rng;
use serde_json::{Value, json};

use crate::calendar;

/// A generator that is seeded by the ticker and by what is being invented for it.
pub(crate) fn seeded(ticker: &str, subject: &str) -> Rng {
    let text = ticker.bytes().chain([0]).chain(subject.bytes());
    // FNV-1a: stable, unlike the standard library's hasher.
    Rng::with_seed(text.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    }))
}

/// A number between the two.
pub(crate) fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + rng.f64() * (high - low)
}

/// One of the texts.
pub(crate) fn pick(rng: &mut Rng, texts: &[&'static str]) -> &'static str {
    rng.choice(texts).copied().unwrap_or_default()
}

/// The nearest integer.
#[expect(clippy::as_conversions, reason = "saturates, and there is no other way")]
pub(crate) fn whole(number: f64) -> i64 {
    number.round() as i64
}

/// The integer as a float; what is invented here is far below 2^53.
#[expect(clippy::as_conversions, reason = "exact for every number invented here")]
pub(crate) fn real(number: i64) -> f64 {
    number as f64
}

/// Through single precision and back, as the hosts keep prices: 130.55 becomes 130.5500030517578.
#[expect(clippy::as_conversions, reason = "the loss of precision is what is wanted")]
pub(crate) fn float32(number: f64) -> f64 {
    f64::from(number as f32)
}

/// Rounded to cents.
pub(crate) fn cents(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Rounded to millions.
pub(crate) fn millions(number: f64) -> i64 {
    whole((number / 1e6).round() * 1e6)
}

/// With thousands separators.
pub(crate) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::from(if number < 0 { "-" } else { "" });
    for (done, digit) in digits.chars().enumerate() {
        if done > 0 && digits.len().saturating_sub(done).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A price or a ratio as `{raw, fmt}`.
pub(crate) fn price(number: f64) -> Value {
    json!({"raw": number, "fmt": format!("{number:.2}")})
}

/// A share of one as `{raw, fmt}`, the text in percent.
pub(crate) fn percent(number: f64) -> Value {
    json!({"raw": number, "fmt": format!("{:.2}%", number * 100.0)})
}

/// A count or an amount as `{raw, fmt, longFmt}`.
pub(crate) fn count(number: i64) -> Value {
    json!({"raw": number, "fmt": short(number), "longFmt": grouped(number)})
}

/// A day as `{raw, fmt}`; `epoch` in seconds.
pub(crate) fn day(epoch: i64) -> Value {
    json!({"raw": epoch, "fmt": calendar::date_of(epoch).to_string()})
}

fn short(number: i64) -> String {
    const UNITS: &[(f64, &str)] = &[(1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")];
    let value = real(number);
    UNITS.iter().find(|(size, _)| value.abs() >= *size).map_or_else(
        || number.to_string(),
        |(size, unit)| {
            let digits = format!("{:.2}", value / size);
            format!("{}{unit}", digits.trim_end_matches('0').trim_end_matches('.'))
        },
    )
}
