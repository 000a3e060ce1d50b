//! Checks of the relations between the parameters of an endpoint: order, conflicts and choices.

use crate::codes;
use crate::diagnostic::Fault;
use crate::kind::Kind;
use crate::parse::located::Located;
use crate::parse::table::{ChoiceOption, Endpoint, Param};

use super::Checker;
use super::endpoint::unknown_param_fault;

impl Checker<'_, '_> {
    pub(super) fn relations(
        &mut self,
        name: &str,
        endpoint: Located<'_, Endpoint>,
        param: &str,
        found: Located<'_, Param>,
        kind: &Kind<'_>,
    ) {
        if let Some(earlier) = found.after().some() {
            self.order(name, endpoint, param, earlier, kind);
        }
        for conflict in found.conflicts().items() {
            self.value(conflict, self.conflict(name, endpoint, &conflict));
        }
    }

    /// Checks the parameter that another one must be greater than.
    fn order(
        &mut self,
        name: &str,
        endpoint: Located<'_, Endpoint>,
        param: &str,
        earlier: Located<'_, String>,
        kind: &Kind<'_>,
    ) {
        let other = endpoint.value().params.get(earlier.as_str());
        let Some(own) = endpoint.value().params.get(param) else { return };
        let other_kind = other.and_then(|other| Kind::of(other, self.table.value()));
        let fault = if other.is_none() {
            return self.unknown_param(earlier, name, endpoint, &earlier);
        } else if other.is_some_and(has_no_null) || has_no_null(own) {
            // That it is nullable is reported there.
            return;
        } else if other_kind.is_some_and(|other| other != *kind) {
            let message = format!("'{}' is of another type than '{param}'", *earlier);
            codes::NOT_COMPARABLE.fault(message, "name one of the same type")
        } else if !kind.is_ordered() {
            let message = "only integers, numbers, dates and datetimes have an order";
            codes::NOT_COMPARABLE.fault(message, "remove 'after'")
        } else {
            return;
        };
        self.value(earlier, fault);
    }

    /// Returns the fault of one item of `conflicts`: `name` or `name=value`.
    fn conflict(&self, name: &str, endpoint: Located<'_, Endpoint>, conflict: &str) -> Option<Fault> {
        let (other, value) =
            conflict.split_once('=').map_or((conflict, None), |(other, value)| (other, Some(value)));
        let Some(found) = endpoint.value().params.get(other) else {
            let ending = value.map(|value| format!("={value}")).unwrap_or_default();
            return unknown_param_fault(name, endpoint, other, &ending);
        };
        let (kind, value) = (Kind::of(found, self.table.value())?, value?);
        let advice = self.conflict_advice(&kind, value)?;
        Some(codes::CONFLICT_VALUE.fault(format!("'{other}' is never '{value}'"), advice))
    }

    pub(super) fn choices(&mut self, name: &str, endpoint: Located<'_, Endpoint>) {
        let mut used: Vec<&str> = Vec::new();
        for (_, choice) in endpoint.choices().entries() {
            self.doc(choice.doc());
            if choice.options.len() < 2 && choice.options().is_whole() {
                let message = "a choice has two options or more";
                let fault = codes::FEW_OPTIONS.fault(message, "add one or remove the choice");
                self.key(choice.options(), fault);
            }
            for (_, option) in choice.options().entries() {
                self.option(name, endpoint, option, &mut used);
            }
        }
    }

    fn option<'p>(
        &mut self,
        name: &str,
        endpoint: Located<'_, Endpoint>,
        option: Located<'p, ChoiceOption>,
        used: &mut Vec<&'p str>,
    ) {
        self.doc(option.doc());
        if option.required.is_empty() {
            let message = "an option needs a parameter that tells it from the others";
            self.value(option.required(), codes::EMPTY_OPTION.fault(message, "name one"));
        }
        let mut is_told = false;
        for param in option.required().items().chain(option.optional().items()) {
            if used.contains(&param.as_str()) && !is_told {
                let message = format!("'{}' belongs to an option already", *param);
                let advice = "name it once: a request is of the option whose parameters it has";
                self.value(param, codes::CHOSEN_TWICE.fault(message, advice));
                is_told = true;
            }
            used.push(param.value());
            match endpoint.value().params.get(param.as_str()) {
                Some(found) if found.required || found.default.is_some() => {
                    let message =
                        format!("'{}' is part of a choice and cannot be required or have a default", *param);
                    let advice = format!("remove 'required' or 'default' of '{}'", *param);
                    self.value(param, codes::CHOSEN_ALWAYS.fault(message, advice));
                }
                Some(_) => {}
                None => self.unknown_param(param, name, endpoint, &param),
            }
        }
    }
}

/// Returns true for a parameter that is declared as nullable where null is not sent.
fn has_no_null(param: &Param) -> bool {
    param.nullable && param.place != "body"
}
