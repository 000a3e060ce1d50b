//! Checks of names: those that cannot be names in Rust, and those that two things would share.

use indexmap::IndexMap;

use crate::codes;
use crate::diagnostic::Fault;
use crate::names;
use crate::parse::located::Located;
use crate::parse::table::Endpoint;

use super::Checker;

/// The names taken so far in one namespace, each with the thing that has it.
#[derive(Default)]
pub(super) struct Namespace(IndexMap<String, String>);

impl Namespace {
    /// Takes a name for a thing. Returns the fault if the name is taken already.
    pub(super) fn take(&mut self, name: &str, by: &str) -> Option<Fault> {
        if let Some(first) = self.0.get(name) {
            let message = format!("{by} and {first} would both be '{name}'");
            return Some(Fault::new(codes::SAME_NAME, message, "rename one of them"));
        }
        self.0.insert(name.to_owned(), by.to_owned());
        None
    }
}

impl Checker<'_, '_> {
    /// Checks the names that become items: hosts, enumerations, requests, choices.
    pub(super) fn items(&mut self) {
        let (mut hosts, mut types) = (Namespace::default(), Namespace::default());
        let (mut modules, mut statics) = (Namespace::default(), Namespace::default());
        hosts.take("hosts", "the list of hosts");
        for (name, host) in self.table.hosts().entries() {
            let shared = hosts.take(&names::word(name), &format!("the host '{name}'"));
            self.name(host, shared.or_else(|| names::word_fault(name)));
        }
        for (name, enumeration) in self.table.types().entries() {
            let by = format!("the type '{name}'");
            let fault = types
                .take(&names::camel(name), &by)
                .or_else(|| statics.take(&names::screaming(name), &by))
                .or_else(|| names::item_fault(name))
                .or_else(|| built_in_fault(name))
                .or_else(|| self.hidden(name));
            self.name(enumeration, fault);
        }
        for (name, endpoint) in self.table.endpoints().entries() {
            let by = format!("the request '{name}'");
            let fault = types
                .take(&names::camel(name), &by)
                .or_else(|| modules.take(&names::snake(name), &by))
                .or_else(|| statics.take(&names::screaming(name), &by))
                .or_else(|| names::item_fault(name))
                .or_else(|| names::module_fault(name))
                .or_else(|| self.hidden(name));
            self.name(endpoint, fault);
        }
        for (endpoint, found) in self.table.endpoints().entries() {
            for (name, choice) in found.choices().entries() {
                let item = names::camel(name);
                let fault = types
                    .take(&item, &format!("the choice '{name}' of '{endpoint}'"))
                    .or_else(|| names::word_fault(name))
                    .or_else(|| names::item_fault(&item))
                    .or_else(|| self.hidden(&item));
                self.name(choice, fault);
            }
        }
    }

    /// Returns the fault of a name that the file which re-exports the table has for something else.
    fn hidden(&self, name: &str) -> Option<Fault> {
        self.around.root_names.iter().any(|taken| taken == name).then(|| {
            let message =
                format!("{} has the name '{name}' for something else, which hides this", self.around.root);
            Fault::new(codes::TAKEN_NAME, message, "choose another name")
        })
    }

    /// Checks the names within one request: parameters, aliases, choices and their options, and wire names.
    pub(super) fn members(&mut self, endpoint: Located<'_, Endpoint>) {
        let mut members = Namespace::default();
        let (mut traits, mut methods) = (Namespace::default(), Namespace::default());
        // A command line has an option for every host.
        for host in self.table.hosts().names() {
            members.take(&names::word(host), &format!("the host '{host}'"));
        }
        for (param, found) in endpoint.params().entries() {
            let by = format!("the parameter '{param}'");
            let fault = members
                .take(&names::word(param), &by)
                .or_else(|| names::word_fault(param))
                .or_else(|| names::param_fault(param))
                .or_else(|| if found.required { None } else { names::method_fault(param) })
                .or_else(|| traits.take(&names::camel(param), &by))
                .or_else(|| methods.take(param, &by))
                .or_else(|| methods.take(&format!("get_{param}"), &format!("the getter of '{param}'")));
            self.name(found, fault);
        }
        for (param, found) in endpoint.params().entries() {
            for alias in found.aliases().items() {
                let fault = names::word_fault(&alias)
                    .or_else(|| members.take(&alias, &format!("the alias '{}' of '{param}'", *alias)));
                if let Some(fault) = fault {
                    self.value(alias, fault);
                }
            }
        }
        self.wires(endpoint);
        for (name, choice) in endpoint.choices().entries() {
            let by = format!("the choice '{name}'");
            let fault = members
                .take(name, &by)
                .or_else(|| traits.take(&names::camel(name), &by))
                .or_else(|| methods.take(name, &by))
                .or_else(|| methods.take(&format!("get_{name}"), &format!("the getter of '{name}'")))
                .or_else(|| names::method_fault(name));
            self.name(choice, fault);
            let mut variants = Namespace::default();
            for (name, option) in choice.options().entries() {
                let variant = names::camel(name);
                let fault = variants
                    .take(&variant, &format!("the option '{name}'"))
                    .or_else(|| names::word_fault(name))
                    .or_else(|| names::method_fault(name))
                    .or_else(|| names::type_fault(&variant));
                self.name(option, fault);
            }
        }
    }

    /// Checks the names under which parameters go into the query.
    fn wires(&mut self, endpoint: Located<'_, Endpoint>) {
        let mut wires: Vec<(&str, &str)> = Vec::new();
        for (param, found) in endpoint.params().entries().filter(|(_, found)| found.place == "query") {
            let wire = found.value().wire.as_deref().unwrap_or(param);
            if let Some((_, first)) = wires.iter().find(|(taken, _)| *taken == wire) {
                let message = format!("'{first}' and '{param}' would both be sent as '{wire}'");
                let advice = "give one of them another 'wire', or remove it";
                let fault = Fault::new(codes::SENT_TWICE, message, advice);
                match found.wire {
                    Some(_) => self.value(found.wire(), fault),
                    None => self.key(found, fault),
                }
            }
            wires.push((wire, param));
        }
    }
}

fn built_in_fault(name: &str) -> Option<Fault> {
    crate::kind::BUILT_IN.iter().any(|(built_in, _)| *built_in == name).then(|| {
        let message = format!("'{name}' is a type that every table has");
        Fault::new(codes::TAKEN_NAME, message, "choose another name")
    })
}
