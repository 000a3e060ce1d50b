//! How the parameters of an endpoint stand to each other: order, contradictions and choices.

use crate::codes;
use crate::diagnostic::Fault;
use crate::kind::Kind;
use crate::parse::table::{Endpoint, Param};

use super::Checker;

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
                    let message = "a parameter cannot come after itself";
                    self.value(&path, Fault::new(codes::OF_ITSELF, message, "name another one"));
                }
                Some(other) if Kind::resolve(&other.kind, self.table).is_some_and(|other| other != *kind) => {
                    let message = format!("'{earlier}' is of another type than '{param}'");
                    self.value(
                        &path,
                        Fault::new(codes::NOT_COMPARABLE, message, "name one of the same type"),
                    );
                }
                Some(_) if !kind.is_ordered() => {
                    let message = "only integers, numbers, dates and datetimes have an order";
                    self.value(&path, Fault::new(codes::NOT_COMPARABLE, message, "remove 'after'"));
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
                    let message = "a parameter cannot contradict itself";
                    self.value(&path, Fault::new(codes::OF_ITSELF, message, "name another one"));
                }
                Some(found) => {
                    let kind = Kind::resolve(&found.kind, self.table);
                    if let (Some(kind), Some(value)) = (kind, value)
                        && let Some(advice) = self.conflict_fault(&kind, value)
                    {
                        let message = format!("'{other}' is never '{value}'");
                        self.value(&path, Fault::new(codes::CONFLICT_VALUE, message, advice));
                    }
                }
                None => {
                    let ending = value.map(|value| format!("={value}")).unwrap_or_default();
                    if let Some(fault) = self.unknown_param_fault(name, other, &ending) {
                        self.value(&path, fault);
                    }
                }
            }
        }
    }

    pub(super) fn choices(&mut self, name: &str, endpoint: &Endpoint) {
        let mut used: Vec<&str> = Vec::new();
        for (choice, found) in &endpoint.choices {
            let base = ["endpoints", name, "choices", choice];
            self.doc(&[base.as_slice(), &["doc"]].concat(), &found.doc);
            let options = [base.as_slice(), &["options"]].concat();
            if self.keys(&options).len() < 2 && self.is_whole(&options) {
                let message = "a choice has at least two options";
                let fault = Fault::new(codes::FEW_OPTIONS, message, "add one or remove the choice");
                self.key(&options, fault);
            }
            let count: usize = found
                .options
                .values()
                .map(|sets| sets.required.len().saturating_add(sets.optional.len()))
                .sum();
            if count > MOST_IN_A_CHOICE {
                let message =
                    format!("a choice has at most {MOST_IN_A_CHOICE} parameters, and this has {count}");
                self.key(&base, Fault::new(codes::MANY_IN_CHOICE, message, "split it into two choices"));
            }
            for (option, sets) in &found.options {
                let base = [base.as_slice(), &["options", option]].concat();
                self.doc(&[base.as_slice(), &["doc"]].concat(), &sets.doc);
                if sets.required.is_empty() {
                    let message = "an option needs a parameter that tells it from the others";
                    let fault = Fault::new(codes::EMPTY_OPTION, message, "name one");
                    self.value(&[base.as_slice(), &["required"]].concat(), fault);
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
            let message = format!("'{param}' belongs to an option already");
            self.value(path, Fault::new(codes::CHOSEN_TWICE, message, "name it once"));
        }
        used.push(param);
        match endpoint.params.get(param) {
            Some(found) if found.required || found.default.is_some() => {
                let message =
                    format!("'{param}' is part of a choice and cannot be required or have a default");
                let advice = format!("remove 'required' or 'default' of '{param}'");
                self.value(path, Fault::new(codes::CHOSEN_ALWAYS, message, advice));
            }
            Some(_) => {}
            None => self.unknown_param(path, name, param),
        }
    }
}
