//! How the parameters of an endpoint stand to each other: order, contradictions and choices.

use crate::diagnostic::DiagnosticKind;
use crate::model::Kind;
use crate::parse::table::{Endpoint, Param};

use super::Checker;

use DiagnosticKind::Value;

/// Generated code takes a choice apart into a tuple, and longer ones have no default.
const MOST_IN_A_CHOICE: usize = 12;

impl Checker<'_, '_> {
    pub(super) fn relations(
        &mut self,
        name: &str,
        endpoint: &Endpoint,
        param: &str,
        found: &Param,
        kind: &Kind<'_>,
    ) {
        let base = ["endpoints", name, "params", param];
        if let Some(earlier) = &found.after {
            let path = [base.as_slice(), &["after"]].concat();
            match endpoint.params.get(earlier) {
                _ if earlier == param => {
                    self.value(Value, &path, "a parameter cannot come after itself; name another one");
                }
                Some(other) if Kind::resolve(&other.kind, self.table).is_some_and(|other| other != *kind) => {
                    self.value(
                        Value,
                        &path,
                        format!("'{earlier}' is of another type than '{param}'; name one of the same type"),
                    );
                }
                Some(_) if !kind.is_ordered() => {
                    self.value(
                        Value,
                        &path,
                        "only integers, numbers, dates and datetimes have an order; remove 'after'",
                    );
                }
                Some(_) => {}
                None => self.unknown_param(&path, name, earlier),
            }
        }
        for (place, conflict) in found.conflicts.iter().enumerate() {
            let place = place.to_string();
            let path = [base.as_slice(), &["conflicts", &place]].concat();
            let (other, value) = conflict
                .split_once('=')
                .map_or((conflict.as_str(), None), |(other, value)| (other, Some(value)));
            match endpoint.params.get(other) {
                _ if other == param => {
                    self.value(Value, &path, "a parameter cannot contradict itself; name another one");
                }
                Some(found) => {
                    let kind = Kind::resolve(&found.kind, self.table);
                    if let (Some(kind), Some(value)) = (kind, value)
                        && let Some(advice) = self.conflict_fault(&kind, value)
                    {
                        self.value(Value, &path, format!("'{other}' is never '{value}'; {advice}"));
                    }
                }
                None => self.unknown_param(&path, name, other),
            }
        }
    }

    pub(super) fn choices(&mut self, name: &str, endpoint: &Endpoint) {
        let mut used: Vec<&str> = Vec::new();
        for (choice, found) in &endpoint.choices {
            let base = ["endpoints", name, "choices", choice];
            self.doc(&[base.as_slice(), &["doc"]].concat(), &found.doc);
            if self.keys(&[base.as_slice(), &["options"]].concat()).len() < 2 {
                self.key(
                    Value,
                    &[base.as_slice(), &["options"]].concat(),
                    "a choice has at least two options; add one or remove the choice",
                );
            }
            let count: usize = found
                .options
                .values()
                .map(|sets| sets.required.len().saturating_add(sets.optional.len()))
                .sum();
            if count > MOST_IN_A_CHOICE {
                let message = format!("a choice has at most {MOST_IN_A_CHOICE} parameters; split it");
                self.key(Value, &base, message);
            }
            for (option, sets) in &found.options {
                let base = [base.as_slice(), &["options", option]].concat();
                self.doc(&[base.as_slice(), &["doc"]].concat(), &sets.doc);
                if sets.required.is_empty() {
                    self.value(
                        Value,
                        &[base.as_slice(), &["required"]].concat(),
                        "an option needs a parameter that tells it from the others; name one",
                    );
                }
                for (key, names) in [("required", &sets.required), ("optional", &sets.optional)] {
                    for (place, param) in names.iter().enumerate() {
                        let place = place.to_string();
                        let path = [base.as_slice(), &[key, &place]].concat();
                        self.choice_param(&path, name, endpoint, param, &mut used);
                    }
                }
            }
        }
    }

    fn choice_param<'p>(
        &mut self,
        path: &[&str],
        name: &str,
        endpoint: &Endpoint,
        param: &'p str,
        used: &mut Vec<&'p str>,
    ) {
        if used.contains(&param) {
            self.value(
                DiagnosticKind::Duplicate,
                path,
                format!("'{param}' belongs to an option already; name it once"),
            );
        }
        used.push(param);
        match endpoint.params.get(param) {
            Some(found) if found.required || found.default.is_some() => {
                self.value(
                    Value,
                    path,
                    format!(
                        "'{param}' is part of a choice and cannot be \
                     required or have a default; remove that there"
                    ),
                );
            }
            Some(_) => {}
            None => self.unknown_param(path, name, param),
        }
    }
}
