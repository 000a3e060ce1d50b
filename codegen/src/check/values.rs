//! Limits and defaults: whether they suit the type, and each other.

use crate::diagnostic::{DiagnosticKind, suggest};
use crate::model::Kind;
use crate::parse::table::{Param, Scalar, TypeName};

use super::Checker;

use DiagnosticKind::Value;

impl Checker<'_, '_> {
    /// The limits and the default of a parameter.
    pub(super) fn values(&mut self, base: &[&str], found: &Param, kind: &Kind<'_>) {
        let at = |key: &'static str| [base, &[key]].concat();
        let item = match kind {
            Kind::List { item, .. } => item,
            one => one,
        };
        if let TypeName::List { separator, .. } = &found.kind
            && separator.is_empty()
        {
            self.value(
                Value,
                &[base, &["type", "separator"]].concat(),
                "a separator is not empty; write \",\" or what the host takes",
            );
        }
        let numeric = matches!(item, Kind::Integer | Kind::Number);
        let text = matches!(item, Kind::String | Kind::Ticker);
        let countable = text || matches!(kind, Kind::List { .. });
        let limits = [
            ("min", found.min.is_some(), numeric, "integers and numbers"),
            ("max", found.max.is_some(), numeric, "integers and numbers"),
            ("pattern", found.pattern.is_some(), text, "strings and tickers"),
            ("max_length", found.max_length.is_some(), countable, "strings, tickers and lists"),
        ];
        for (key, _, _, of) in limits.iter().filter(|(_, given, suits, _)| *given && !suits) {
            self.key(Value, &[base, &[*key]].concat(), format!("'{key}' is a limit of {of}; remove it"));
        }
        if let (Some(min), Some(max)) = (found.min, found.max)
            && min > max
        {
            self.value(
                Value,
                &at("min"),
                format!("'min' is {min} and 'max' is {max}; no value is allowed, exchange them"),
            );
        }
        if found.max_length.is_some_and(|length| length < 1) {
            self.value(Value, &at("max_length"), "nothing has less than one; write 1 or more");
        }
        let pattern = found.pattern.as_ref().and_then(|pattern| self.pattern(&at("pattern"), pattern));
        if let Some(default) = &found.default
            && let Some(message) = self.default_fault(found, kind, default, pattern.as_ref())
        {
            self.value(Value, &at("default"), message);
        }
    }

    fn default_fault(
        &self,
        found: &Param,
        kind: &Kind<'_>,
        default: &Scalar,
        pattern: Option<&regex_lite::Regex>,
    ) -> Option<String> {
        let number = match (kind, default) {
            (Kind::Date | Kind::DateTime | Kind::List { .. }, _) => {
                return Some(
                    "dates, datetimes and lists have no default; remove it and say in 'doc' what holds"
                        .to_owned(),
                );
            }
            (Kind::Enum { name, .. }, _) => return self.enum_fault(name, default),
            (Kind::Integer, Scalar::Integer(number)) => number.to_string().parse().ok(),
            (Kind::Number, Scalar::Integer(number)) => number.to_string().parse().ok(),
            (Kind::Number, Scalar::Number(number)) if number.is_finite() => Some(*number),
            (Kind::Boolean, Scalar::Flag(_)) => None,
            (Kind::String | Kind::Ticker, Scalar::Text(text)) => {
                return text_fault(found, text, pattern);
            }
            (Kind::Integer, _) => {
                return Some(format!("'{default}' is not a whole number; write one such as 25"));
            }
            (Kind::Number, _) => return Some(format!("'{default}' is not a number; write one such as 0.5")),
            (Kind::Boolean, _) => return Some(format!("'{default}' is not a flag; write true or false")),
            (Kind::String | Kind::Ticker, _) => {
                return Some(format!("'{default}' is not a text; write it in quotes: \"{default}\""));
            }
        };
        let number: f64 = number?;
        let below = found.min.is_some_and(|min| number < min);
        let above = found.max.is_some_and(|max| number > max);
        (below || above).then(|| {
            let (side, limit) = if below { ("min", found.min) } else { ("max", found.max) };
            format!(
                "the default {default} breaks '{side}', which is {}; change one of the two",
                limit.unwrap_or_default()
            )
        })
    }

    fn enum_fault(&self, name: &str, default: &Scalar) -> Option<String> {
        let text = default.to_string();
        let variants = &self.table.types.get(name)?.variants;
        // A variant that is itself broken is not in the table, but in the text.
        if variants.values().any(|variant| variant.wire == text)
            || variants.len() < self.keys(&["types", name, "variants"]).len()
        {
            return None;
        }
        if let Some(variant) = variants.get(&text) {
            return Some(format!("'{text}' is the name in Rust; write the wire text: {}", variant.wire));
        }
        let advice = suggest(&text, variants.values().map(|variant| variant.wire.as_str()));
        Some(format!("'{text}' is not a value of {name}; {advice}"))
    }

    /// Why a parameter of that type never has that value in a conflict, and what to write.
    pub(super) fn conflict_fault(&self, kind: &Kind<'_>, value: &str) -> Option<String> {
        match kind {
            Kind::Boolean => (!["true", "false"].contains(&value)).then(|| "write true or false".to_owned()),
            Kind::Integer => value.parse::<i64>().is_err().then(|| "write a whole number".to_owned()),
            Kind::String | Kind::Ticker => None,
            Kind::Enum { name, .. } => {
                let variants = &self.table.types.get(*name)?.variants;
                let wires = || variants.values().map(|variant| variant.wire.as_str());
                (!wires().any(|wire| wire == value)).then(|| suggest(value, wires()))
            }
            Kind::Number | Kind::Date | Kind::DateTime | Kind::List { .. } => {
                Some("its type has no single values to compare with; name the parameter alone".to_owned())
            }
        }
    }
}

fn text_fault(found: &Param, text: &str, pattern: Option<&regex_lite::Regex>) -> Option<String> {
    if let Some(limit) = found.max_length
        && usize::try_from(limit).is_ok_and(|limit| text.len() > limit)
    {
        return Some(format!(
            "the default has {} bytes and 'max_length' is {limit}; change one of the two",
            text.len()
        ));
    }
    pattern
        .is_some_and(|pattern| !pattern.is_match(text))
        .then(|| "the default does not match 'pattern'; change one of the two".to_owned())
}
