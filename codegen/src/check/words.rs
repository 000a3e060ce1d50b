//! Checks of the words that people try for an endpoint, and of the options that a command is told with them.

use crate::codes;
use crate::diagnostic::Fault;
use crate::kind::Kind;
use crate::parse::limits::Limits;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Param};
use crate::value::{self, Value};

use super::Checker;

impl Checker<'_, '_> {
    pub(super) fn words(&mut self, endpoint: Located<'_, Endpoint>) {
        for word in endpoint.words().items() {
            let (name, arguments) = word.value().split_once('=').unwrap_or((word.value(), ""));
            let fault = match name.is_empty() || name.starts_with('-') || name.contains(char::is_whitespace) {
                true => {
                    let message = format!("'{name}' is no word that people try for a command");
                    Some(Fault::new(codes::WORDS, message, "write one word, and its arguments behind '='"))
                }
                false => self.option_fault(endpoint, arguments),
            };
            if let Some(fault) = fault {
                self.value(word, fault);
            }
        }
    }

    /// Returns the fault of the first option of arguments that is a parameter and that the command does not take so. The
    /// options of the command itself are not known here.
    fn option_fault(&self, endpoint: Located<'_, Endpoint>, arguments: &str) -> Option<Fault> {
        let mut parts = arguments.split_whitespace().peekable();
        if let Some(first) = parts.peek().filter(|first| !first.starts_with('-'))
            && !endpoint.params.values().any(|param| param.required)
            && !endpoint.params().has_broken()
        {
            let message =
                format!("'{first}' stands for no parameter: only a required one is written without its name");
            let advice = "write the option before it, like '--range 1y', or remove it";
            return Some(Fault::new(codes::WORDS, message, advice));
        }
        while let Some(part) = parts.next() {
            let Some(option) = part.strip_prefix("--") else { continue };
            let (option, value) = match option.split_once('=') {
                Some((option, value)) => (option, Some(value)),
                None => (option, parts.next_if(|next| !next.starts_with("--"))),
            };
            let Some(param) = param_of(endpoint.value(), &option.replace('-', "_")) else { continue };
            if option.contains('_') {
                let message = format!("an option of a command has no '_' in it: '--{option}'");
                let advice = format!("write '--{}'", option.replace('_', "-"));
                return Some(Fault::new(codes::WORDS, message, advice));
            }
            // Limits may be at fault themselves.
            let limits = if self.is_at_fault(endpoint.params()) { Limits::default() } else { param.limits() };
            if let Some(kind) = Kind::of(param, self.table.value())
                && let Some(fault) = self.value_fault(limits, &kind, option, value)
            {
                return Some(fault);
            }
        }
        None
    }

    /// Returns the fault of the value of an option, where it is certain.
    fn value_fault(
        &self,
        limits: Limits<'_>,
        kind: &Kind<'_>,
        option: &str,
        value: Option<&str>,
    ) -> Option<Fault> {
        let Some(value) = value else {
            let message = format!("'--{option}' has no value");
            let needs = !matches!(kind, Kind::Boolean);
            return needs.then(|| {
                Fault::new(codes::WORDS, message, "write it behind the option, or remove the option")
            });
        };
        if let Some(advice) = self.never_advice(kind, value) {
            return Some(Fault::new(codes::WORDS, format!("'--{option}' is never '{value}'"), advice));
        }
        let (what, advice) = beyond(limits, kind, value)?.into_words();
        Some(Fault::new(codes::WORDS, format!("'--{option} {value}' is refused: {what}"), advice))
    }

    /// Returns the advice for a text that is no value of a type, where that is certain.
    fn never_advice(&self, kind: &Kind<'_>, value: &str) -> Option<String> {
        match kind {
            Kind::List { item, separator, .. } => {
                value.split(*separator).find_map(|value| self.never_advice(item, value))
            }
            Kind::Enum { name, .. } if self.table.types.get(*name)?.other.is_some() => None,
            Kind::Boolean | Kind::Integer | Kind::Enum { .. } => self.conflict_advice(kind, value),
            _ => None,
        }
    }
}

/// Returns the parameter of a name or of another name that a command takes for it.
fn param_of<'t>(endpoint: &'t Endpoint, name: &str) -> Option<&'t Param> {
    let is_alias =
        |(_, param): &(&String, &Param)| param.aliases.iter().any(|alias| alias.replace('-', "_") == name);
    endpoint.params.get(name).or_else(|| endpoint.params.iter().find(is_alias).map(|(_, param)| param))
}

/// Returns the limit that a value breaks, or the first one of a list. What stands in quotes is not known whole.
fn beyond(limits: Limits<'_>, kind: &Kind<'_>, text: &str) -> Option<Fault> {
    let value = match kind {
        Kind::List { item, separator, .. } => {
            let of_items = Limits { max_length: None, ..limits };
            return text.split(*separator).find_map(|text| beyond(of_items, item, text));
        }
        Kind::Integer => Value::Integer(text.parse().ok()?),
        Kind::Number => Value::Number(text.parse().ok()?),
        Kind::String if !text.contains(['"', '\'']) => Value::String(text.to_owned()),
        _ => return None,
    };
    let pattern = limits.pattern.and_then(|pattern| value::whole(pattern).ok());
    value::limit_fault(limits, &value, pattern.as_ref())
}
