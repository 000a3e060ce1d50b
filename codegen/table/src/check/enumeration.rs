//! Checks of an enumeration and its variants, and of a grammar.

use crate::codes;
use crate::diagnostic::Fault;
use crate::names;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Enumeration, Grammar};

use super::Checker;
use super::names::Namespace;

impl Checker<'_, '_> {
    pub(super) fn enumeration(&mut self, name: &str, found: Located<'_, Enumeration>) {
        self.doc(found.doc());
        self.variants(name, found);
        if let Some(pattern) = found.other().some() {
            self.pattern(pattern, &pattern);
        }
    }

    pub(super) fn grammar(&mut self, found: Located<'_, Grammar>) {
        self.doc(found.doc());
        self.converter(found.converter());
        let module = &found.value().converter;
        let has_it = |endpoint: &Endpoint| endpoint.converter.as_ref() == Some(module);
        if self.around.converters.contains(module) && !self.table.value().endpoints.values().any(has_it) {
            let message = format!("no endpoint has the converter '{module}'");
            let advice = "name the converter of the endpoint that takes such strings";
            self.value(found.converter(), codes::UNKNOWN_CONVERTER.fault(message, advice));
        }
    }

    fn variants(&mut self, name: &str, found: Located<'_, Enumeration>) {
        if found.variants.is_empty() && found.variants().is_whole() {
            let message = format!("'{name}' has no values");
            self.key(found.variants(), codes::EMPTY_ENUM.fault(message, "write one or more"));
        }
        let mut wires: Vec<(&str, &str)> = Vec::new();
        let mut taken = Namespace::default();
        for (variant, value) in found.variants().entries() {
            let fault =
                names::type_fault(variant).or_else(|| names::variant_fault(variant, found.other.is_some()));
            self.plain(value.wire(), &value.wire);
            let shared = taken.take(&names::camel(variant), &format!("the value '{variant}'"));
            self.key(value, shared.or(fault));
            let first = wires.iter().find(|(wire, _)| *wire == value.wire).map(|(_, first)| *first);
            self.value(value.wire(), wire_fault(&value.wire, first));
            wires.push((&value.value().wire, variant));
            if let Some(doc) = value.doc().some() {
                self.doc(doc);
            }
            self.deprecated(value.deprecated());
            if let Some(group) = value.group().some() {
                self.value(group, names::word_fault(&group));
            }
        }
    }
}

/// Returns the fault of a name on the wire; `first` is the variant that has the same one.
fn wire_fault(wire: &str, first: Option<&str>) -> Option<Fault> {
    let what_the_host_takes = "write what the host takes";
    if let Some(first) = first {
        let message = format!("'{wire}' is the wire string of '{first}' already");
        return Some(codes::SAME_WIRE.fault(message, "give each value its own"));
    }
    let message = match wire {
        "" => "a wire string is not empty",
        // Control characters are told already.
        _ if wire.trim() != wire && !wire.contains(char::is_control) => {
            "a wire string has no blanks at its ends"
        }
        _ if wire.starts_with("other:") => "'other:' stands before values that the table does not list",
        _ => return None,
    };
    Some(codes::BAD_WIRE.fault(message, what_the_host_takes))
}
