//! Checks of the converters that several endpoints share: each function takes one set of parameters.

use indexmap::IndexMap;

use crate::codes;
use crate::kind::Kind;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Param};

use super::Checker;

/// The parameters that a function gets, each as the words for its type.
type Taken<'t> = IndexMap<&'t str, String>;

/// A function of a converter's module.
struct Function {
    /// Returns the module, if the endpoint has such a function.
    module: fn(&Endpoint) -> Option<&String>,
    /// Returns the place at which the table names it.
    place: fn(Located<'_, Endpoint>) -> Located<'_, Option<String>>,
    is_taken: fn(&Param) -> bool,
}

const FUNCTIONS: &[Function] = &[
    Function {
        module: |endpoint| endpoint.converter.as_ref(),
        place: |endpoint| endpoint.converter(),
        is_taken: |param| param.client || param.place == "client",
    },
    Function {
        module: |endpoint| endpoint.prepare.as_ref(),
        place: |endpoint| endpoint.prepare(),
        is_taken: |param| param.place == "query",
    },
    Function {
        module: |endpoint| endpoint.converter.as_ref().filter(|_| endpoint.body.is_some()),
        place: |endpoint| endpoint.body(),
        is_taken: |param| param.place == "body",
    },
];

impl Checker<'_, '_> {
    /// Reports endpoints that give the function of a converter other parameters than the first one does.
    pub(super) fn shared_converters(&mut self) {
        for function in FUNCTIONS {
            let mut known: IndexMap<&str, (&str, Taken<'_>)> = IndexMap::new();
            for (name, endpoint) in self.table.endpoints().entries() {
                let Some(module) = (function.module)(endpoint.value()) else { continue };
                if self.is_at_fault(endpoint.params()) || self.is_at_fault((function.place)(endpoint)) {
                    continue;
                }
                let Some(own) = self.taken(endpoint.value(), function.is_taken) else { continue };
                let Some((first, taken)) = known.get(module.as_str()) else {
                    known.insert(module, (name, own));
                    continue;
                };
                if let Some(what) = difference((name, &own), (first, taken)) {
                    let message = format!("the converter '{module}' takes one set of parameters: {what}");
                    let advice = "give both endpoints the same ones, or each a converter of its own";
                    self.value((function.place)(endpoint), codes::SHARED.fault(message, advice));
                }
            }
        }
    }

    /// Returns the parameters that a function gets; nothing if a type is missing, which is reported at its place.
    fn taken<'t>(&self, endpoint: &'t Endpoint, is_taken: fn(&Param) -> bool) -> Option<Taken<'t>> {
        let params = endpoint.params.iter().filter(|(_, param)| is_taken(param));
        let words = |param: &Param| {
            let kind = words(&Kind::of(param, self.table.value())?);
            let is_optional = !param.required && param.default.is_none();
            Some(if is_optional { format!("{kind} that may be absent") } else { kind })
        };
        params.map(|(name, param)| Some((name.as_str(), words(param)?))).collect()
    }
}

/// Returns the first difference between what two endpoints give a function.
fn difference((name, own): (&str, &Taken<'_>), (first, taken): (&str, &Taken<'_>)) -> Option<String> {
    let lacks = |with: &str, param: &str, without: &str| {
        format!("'{with}' gives it '{param}', and '{without}' does not")
    };
    for (param, kind) in own {
        match taken.get(param) {
            None => return Some(lacks(name, param, first)),
            Some(other) if other != kind => {
                return Some(format!("'{param}' is {kind} at '{name}', and {other} at '{first}'"));
            }
            Some(_) => {}
        }
    }
    taken.keys().find(|param| !own.contains_key(*param)).map(|param| lacks(first, param, name))
}

/// Returns the words for the type that a converter gets for a value.
fn words(kind: &Kind<'_>) -> String {
    match kind {
        Kind::String | Kind::Ticker | Kind::Enum { .. } | Kind::Grammar { .. } => "a text".to_owned(),
        Kind::Integer | Kind::DateTime { .. } => "an integer".to_owned(),
        Kind::Number => "a number".to_owned(),
        Kind::Boolean => "a bool".to_owned(),
        Kind::Date => "a date".to_owned(),
        Kind::Json { .. } => "JSON".to_owned(),
        Kind::List { item, .. } => format!("a list ({})", words(item)),
    }
}
