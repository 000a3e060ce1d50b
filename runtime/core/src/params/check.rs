//! Checking values against the limits that the catalogue gives a parameter, or a part of one.

use std::fmt::Display;

use super::enumeration;
use super::faults::{ParamFault, not_allowed, quoted};
use super::plain::{JsonValue, Plain};
use crate::catalogue::{EnumInfo, Limits, ParamInfo, ParamKind, ParamLocation};
use crate::segment;

impl ParamInfo {
    /// Reports what the limits of the parameter forbid.
    pub(crate) fn check(&self, value: &Plain<'_>, faults: &mut Vec<ParamFault>) {
        match value {
            Plain::String(text) => match self.kind {
                ParamKind::Enum(info) => self.check_variant(info, text, faults),
                ParamKind::Grammar(info) => {
                    faults.extend((info.check)(text).err().map(|fault| {
                        let given = format!("wrong at character {}", fault.position());
                        not_allowed(self.name, given, fault.shown())
                    }));
                }
                _ => self.check_text(text, faults),
            },
            Plain::Integer(number) => {
                // Limits are small integers, which a double holds exactly.
                #[allow(
                    clippy::as_conversions,
                    reason = "a comparison with a limit; rounding beyond 2^53 cannot cross one"
                )]
                self.limits().check_number(self.name, *number as f64, value, faults);
            }
            Plain::Number(number) if !number.is_finite() => {
                let given = quoted(&format!("{number:?}"));
                faults.push(not_allowed(self.name, given, "write a finite number".to_owned()));
            }
            Plain::Number(number) => self.limits().check_number(self.name, *number, value, faults),
            Plain::List(values) => self.check_list(values, faults),
            Plain::Json(JsonValue(value)) => {
                if let ParamKind::Json { kind, nullable } = self.kind
                    && !(nullable && value.is_null())
                {
                    kind.check(value, self.limits(), self.name, faults);
                }
            }
            Plain::DateTime(time)
                if matches!(self.kind, ParamKind::IsoDateTime) && !time.is_of_four_digits() =>
            {
                let advice = "write a time from the year 0 to the year 9999".to_owned();
                faults.push(not_allowed(self.name, value.to_string(), advice));
            }
            Plain::Boolean(_) | Plain::Date(_) | Plain::DateTime(_) => {}
        }
    }

    /// Reports a list that one request cannot have as it is.
    pub(crate) fn check_batch(&self, value: &Plain<'_>, faults: &mut Vec<ParamFault>) {
        if let (Some(limit), Plain::List(values)) = (self.batch, value)
            && values.len() > limit
        {
            let given = format!("{} values", values.len());
            let advice = format!("write at most {limit}, or send the request with `Client::batched`");
            faults.push(not_allowed(self.name, given, advice));
        }
    }

    fn check_text(&self, text: &str, faults: &mut Vec<ParamFault>) {
        let advice = match (self.kind, self.place) {
            (ParamKind::Ticker, _) => segment::ticker_fault(text),
            (_, ParamLocation::Path) => segment::segment_fault(text),
            (_, ParamLocation::Header) => header_fault(text).map(str::to_owned),
            _ => None,
        };
        match advice {
            Some(advice) => faults.push(not_allowed(self.name, shown(text), advice)),
            None => self.limits().check_text(self.name, text, faults),
        }
    }

    fn check_variant(&self, info: &EnumInfo, text: &str, faults: &mut Vec<ParamFault>) {
        if !info.has(text)
            && let Some(pattern) = info.other.filter(|pattern| !matches(pattern, text))
        {
            let near = enumeration::near(info, text);
            let near = near.map(|near| format!(" (did you mean {near:?}?)")).unwrap_or_default();
            let advice = format!("write a name that matches {pattern}{near}");
            faults.push(not_allowed(self.name, shown(text), advice));
        }
    }

    fn check_list(&self, values: &[Plain<'_>], faults: &mut Vec<ParamFault>) {
        self.limits().check_count(self.name, values.len(), faults);
        if self.required && values.is_empty() {
            faults.push(not_allowed(
                self.name,
                shown(""),
                "it is empty; write one value at least".to_owned(),
            ));
        }
        let ParamKind::List { item, separator } = self.kind else { return };
        // The length of the list is checked above; its values have the other limits.
        let of_item = Self { kind: *item, max_length: None, ..*self };
        for value in values {
            of_item.check(value, faults);
            // On the wire it would be two values.
            if !self.repeated
                && let (Plain::String(text), ParamKind::String | ParamKind::Ticker | ParamKind::Enum(_)) =
                    (value, item)
                && text.contains(separator)
            {
                let advice = format!("it has {separator:?} in it, which stands between values; give two");
                faults.push(not_allowed(self.name, shown(text), advice));
            }
        }
    }
}

impl Limits {
    /// Returns true for a text that the pattern allows.
    pub(crate) fn fits(&self, text: &str) -> bool {
        self.pattern.is_none_or(|pattern| matches(pattern, text))
    }

    /// Reports a string that is not allowed; `at` is its place.
    pub(super) fn check_text(&self, at: &str, text: &str, faults: &mut Vec<ParamFault>) {
        let mut refuse = |advice| faults.push(not_allowed(at, shown(text), advice));
        // A text has no more characters than bytes.
        let limit = self.max_length.filter(|limit| text.len() > *limit);
        if let Some((limit, length)) = limit.map(|limit| (limit, text.chars().count()))
            && length > limit
        {
            refuse(format!("it has {length} characters; write at most {limit}"));
        }
        if let Some(pattern) = self.pattern.filter(|_| !self.fits(text)) {
            let fault = if text.trim().is_empty() { "it is empty; " } else { "" };
            refuse(format!("{fault}write a text that matches {pattern}"));
        }
    }

    /// Reports a number that is not allowed; `at` is its place.
    pub(super) fn check_number(
        &self,
        at: &str,
        number: f64,
        given: &impl Display,
        faults: &mut Vec<ParamFault>,
    ) {
        let advice = match (self.min, self.max) {
            (Some(min), Some(max)) if number < min || number > max => {
                format!("write a number from {min} to {max}")
            }
            (Some(min), None) if number < min => format!("write {min} or more"),
            (None, Some(max)) if number > max => format!("write {max} or less"),
            _ => return,
        };
        faults.push(not_allowed(at, quoted(&given.to_string()), advice));
    }

    /// Reports a list with more values than are allowed; `at` is its place.
    pub(super) fn check_count(&self, at: &str, count: usize, faults: &mut Vec<ParamFault>) {
        if let Some(limit) = self.max_length.filter(|limit| count > *limit) {
            faults.push(not_allowed(at, format!("{count} values"), format!("write at most {limit}")));
        }
    }
}

impl EnumInfo {
    /// Returns true if the enumeration lists that text on the wire.
    pub(crate) fn has(&self, wire: &str) -> bool {
        self.variants.iter().any(|variant| variant.wire == wire)
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    // The generator has compiled every pattern of the table; one that does not compile allows nothing.
    regex_lite::Regex::new(&format!("^(?:{pattern})$")).is_ok_and(|regex| regex.is_match(text))
}

/// Returns what to write instead of a text that no header can have.
fn header_fault(text: &str) -> Option<&'static str> {
    let is_plain = text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
    (!is_plain || text.trim() != text)
        .then_some("it goes into a header; write visible characters of ASCII, without blanks at the ends")
}

fn shown(text: &str) -> String {
    quoted(&format!("{text:?}"))
}
