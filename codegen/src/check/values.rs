//! Limits and defaults: whether they suit the type, and each other.

use crate::codes;
use crate::diagnostic::{Fault, suggest};
use crate::model::Kind;
use crate::parse::table::{Param, Scalar, TypeName};

use super::Checker;

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
            let advice = "write \",\" or what the host takes";
            let fault = Fault::new(codes::SEPARATOR, "a separator is not empty", advice);
            self.value(&[base, &["type", "separator"]].concat(), fault);
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
            let message = format!("'{key}' is a limit of {of}");
            self.key(&[base, &[*key]].concat(), Fault::new(codes::FOREIGN_LIMIT, message, "remove it"));
        }
        if let (Some(min), Some(max)) = (found.min, found.max)
            && min > max
            && !self.tree.is_broken(&at("max"))
        {
            let message = format!("'min' is {min} and 'max' is {max}, so no value is allowed");
            self.value(&at("min"), Fault::new(codes::LIMITS_CROSSED, message, "exchange them"));
        }
        if found.max_length.is_some_and(|length| length < 1) {
            let fault = Fault::new(codes::MAX_LENGTH, "nothing has less than one", "write 1 or more");
            self.value(&at("max_length"), fault);
        }
        let pattern = found.pattern.as_ref().and_then(|pattern| self.pattern(&at("pattern"), pattern));
        if let Some(default) = &found.default
            && let Some(fault) = self.default_fault(found, kind, default, pattern.as_ref())
        {
            self.value(&at("default"), fault);
        }
    }

    fn default_fault(
        &self,
        found: &Param,
        kind: &Kind<'_>,
        default: &Scalar,
        pattern: Option<&regex_lite::Regex>,
    ) -> Option<Fault> {
        let not = |what: &str, advice: String| {
            Some(Fault::new(codes::DEFAULT_TYPE, format!("'{default}' is not {what}"), advice))
        };
        let number = match (kind, default) {
            (Kind::Date | Kind::DateTime | Kind::List { .. }, _) => {
                let message = "dates, datetimes and lists have no default";
                let advice = "remove it and say in 'doc' what holds";
                return Some(Fault::new(codes::NO_DEFAULT, message, advice));
            }
            (Kind::Enum { name, .. }, _) => return self.enum_fault(name, default),
            (Kind::Integer | Kind::Number, Scalar::Integer(number)) => number.to_string().parse().ok(),
            (Kind::Number, Scalar::Number(number)) => Some(*number),
            (Kind::Boolean, Scalar::Flag(_)) => None,
            (Kind::String | Kind::Ticker, Scalar::Text(text)) => {
                return text_fault(found, text, pattern);
            }
            (Kind::Integer, _) => return not("a whole number", "write one such as 25".to_owned()),
            (Kind::Number, _) => return not("a number", "write one such as 0.5".to_owned()),
            (Kind::Boolean, _) => return not("a flag", "write true or false".to_owned()),
            (Kind::String | Kind::Ticker, _) => {
                return not("a text", format!("write it in quotes: \"{default}\""));
            }
        };
        let number: f64 = number?;
        let broken = |side, limit| {
            let message = format!("the default {default} breaks '{side}', which is {limit}");
            Fault::new(codes::DEFAULT_RANGE, message, "change one of the two")
        };
        let below = found.min.filter(|min| number < *min).map(|min| broken("min", min));
        below.or_else(|| found.max.filter(|max| number > *max).map(|max| broken("max", max)))
    }

    fn enum_fault(&self, name: &str, default: &Scalar) -> Option<Fault> {
        let text = default.to_string();
        let variants = &self.table.types.get(name)?.variants;
        if variants.values().any(|variant| variant.wire == text) || !self.lists_all(name) {
            return None;
        }
        if let Some(variant) = variants.get(&text) {
            let advice = format!("write the text on the wire: {}", variant.wire);
            let message = format!("'{text}' is the name in Rust");
            return Some(Fault::new(codes::DEFAULT_VALUE, message, advice));
        }
        let advice = suggest(&text, variants.values().map(|variant| variant.wire.as_str()));
        Some(Fault::new(codes::DEFAULT_VALUE, format!("'{text}' is not a value of {name}"), advice))
    }

    /// Whether all values of a type can be read: none is broken, and there is one at least.
    fn lists_all(&self, name: &str) -> bool {
        let path = ["types", name, "variants"];
        self.is_whole(&path) && !self.keys(&path).is_empty()
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
                (!wires().any(|wire| wire == value) && self.lists_all(name)).then(|| suggest(value, wires()))
            }
            Kind::Number | Kind::Date | Kind::DateTime | Kind::List { .. } => {
                Some("its type has no single values to compare with; name the parameter alone".to_owned())
            }
        }
    }
}

fn text_fault(found: &Param, text: &str, pattern: Option<&regex_lite::Regex>) -> Option<Fault> {
    if let Some(limit) = found.max_length
        && usize::try_from(limit).is_ok_and(|limit| text.len() > limit)
    {
        let message = format!("the default has {} bytes, and 'max_length' is {limit}", text.len());
        return Some(Fault::new(codes::DEFAULT_LENGTH, message, "change one of the two"));
    }
    pattern.is_some_and(|pattern| !pattern.is_match(text)).then(|| {
        let message = "the default does not match 'pattern'";
        Fault::new(codes::DEFAULT_PATTERN, message, "change one of the two")
    })
}
