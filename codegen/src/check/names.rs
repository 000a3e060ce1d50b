//! Names: those that cannot be names in Rust, and those that two things would share.

use crate::codes::{self, Code};
use crate::diagnostic::Fault;
use crate::names;
use crate::parse::table::Endpoint;

use super::Checker;

/// What has a name that something else may have too.
struct Taken {
    name: String,
    by: String,
}

/// Names in use, in one room.
#[derive(Default)]
struct Room(Vec<Taken>);

impl Room {
    /// Takes a name; gives the fault when it is taken already.
    fn take(&mut self, name: &str, by: &str) -> Option<Fault> {
        self.take_or(codes::SAME_NAME, name, by)
    }

    fn take_or(&mut self, code: Code, name: &str, by: &str) -> Option<Fault> {
        if let Some(first) = self.0.iter().find(|taken| taken.name == name) {
            let message = format!("{by} and {} would both be '{name}'", first.by);
            return Some(Fault::new(code, message, "rename one of them"));
        }
        self.0.push(Taken { name: name.to_owned(), by: by.to_owned() });
        None
    }
}

impl Checker<'_, '_> {
    /// The names that become items: hosts, enumerations, requests, choices.
    pub(super) fn items(&mut self) {
        let (mut types, mut modules, mut statics) = (Room::default(), Room::default(), Room::default());
        for name in self.keys(&["hosts"]) {
            self.name(&["hosts", name], names::word_fault(name));
        }
        for name in self.keys(&["types"]) {
            let path = ["types", name];
            let built_in = crate::model::BUILT_IN.iter().any(|(built_in, _)| *built_in == name);
            let fault = names::item_fault(name).or_else(|| {
                built_in.then(|| {
                    let message = format!("'{name}' is a type that every table has");
                    Fault::new(codes::TAKEN_NAME, message, "choose another name")
                })
            });
            self.name(&path, fault);
            let by = format!("the type '{name}'");
            self.name(&path, types.take(name, &by).or_else(|| statics.take(&names::screaming(name), &by)));
        }
        for name in self.keys(&["endpoints"]) {
            let path = ["endpoints", name];
            self.name(
                &path,
                names::item_fault(name)
                    .or_else(|| names::module_fault(name))
                    .or_else(|| names::command_fault(name)),
            );
            let by = format!("the request '{name}'");
            let shared = types.take(name, &by);
            self.name(&path, shared.or_else(|| modules.take(&names::snake(name), &by)));
        }
        for endpoint in self.keys(&["endpoints"]) {
            for name in self.keys(&["endpoints", endpoint, "choices"]) {
                let path = ["endpoints", endpoint, "choices", name];
                let item = names::camel(name);
                self.name(&path, names::word_fault(name).or_else(|| names::item_fault(&item)));
                self.name(&path, types.take(&item, &format!("the choice '{name}' of '{endpoint}'")));
            }
        }
    }

    /// The names within one request: parameters, aliases, choices and their options, and wire names.
    pub(super) fn members(&mut self, name: &str, endpoint: &Endpoint) {
        let (mut members, mut wires) = (Room::default(), Room::default());
        // A command line has an option for every host.
        for host in self.keys(&["hosts"]) {
            members.take(host, &format!("the host '{host}'"));
        }
        for param in self.keys(&["endpoints", name, "params"]) {
            let path = ["endpoints", name, "params", param];
            let required = endpoint.params.get(param).is_none_or(|param| param.required);
            let fault = names::word_fault(param)
                .or_else(|| names::param_fault(param))
                .or_else(|| names::option_fault(param))
                .or_else(|| if required { None } else { names::method_fault(param) });
            self.name(&path, fault);
            self.name(&path, members.take(param, &format!("the parameter '{param}'")));
        }
        for (param, found) in &endpoint.params {
            for (place, alias) in found.aliases.iter().enumerate() {
                let path = ["endpoints", name, "params", param, "aliases", &place.to_string()];
                let fault = names::word_fault(alias).or_else(|| names::option_fault(alias));
                let fault =
                    fault.or_else(|| members.take(alias, &format!("the alias '{alias}' of '{param}'")));
                if let Some(fault) = fault {
                    self.value(&path, fault);
                }
            }
            if found.place == "query" {
                let wire = found.wire.as_deref().unwrap_or(param);
                let fault =
                    wires.take_or(codes::SENT_TWICE, wire, &format!("the parameter '{param}' on the wire"));
                if let Some(fault) = fault {
                    let base = ["endpoints", name, "params", param];
                    match found.wire {
                        Some(_) => self.value(&[base.as_slice(), &["wire"]].concat(), fault),
                        None => self.key(&base, fault),
                    }
                }
            }
        }
        for (choice, found) in &endpoint.choices {
            let path = ["endpoints", name, "choices", choice];
            self.name(&path, names::method_fault(choice));
            self.name(&path, members.take(choice, &format!("the choice '{choice}'")));
            let mut variants = Room::default();
            for option in found.options.keys() {
                let path = ["endpoints", name, "choices", choice, "options", option];
                let variant = names::camel(option);
                let fault = names::word_fault(option)
                    .or_else(|| names::method_fault(option))
                    .or_else(|| names::type_fault(&variant));
                self.name(&path, fault);
                self.name(&path, variants.take(&variant, &format!("the option '{option}'")));
            }
        }
    }
}
