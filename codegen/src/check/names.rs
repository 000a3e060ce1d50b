//! Names: those that cannot be names in Rust, and those that two things would share.

use crate::codes;
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
pub(super) struct Room(Vec<Taken>);

impl Room {
    /// Takes a name; gives the fault when it is taken already.
    pub(super) fn take(&mut self, name: &str, by: &str) -> Option<Fault> {
        if let Some(first) = self.0.iter().find(|taken| taken.name == name) {
            let message = format!("{by} and {} would both be '{name}'", first.by);
            return Some(Fault::new(codes::SAME_NAME, message, "rename one of them"));
        }
        self.0.push(Taken { name: name.to_owned(), by: by.to_owned() });
        None
    }
}

impl Checker<'_, '_> {
    /// The names that become items: hosts, enumerations, requests, choices.
    pub(super) fn items(&mut self) {
        let (mut hosts, mut types) = (Room::default(), Room::default());
        let (mut modules, mut statics) = (Room::default(), Room::default());
        for name in self.keys(&["hosts"]) {
            let shared = hosts.take(&names::word(name), &format!("the host '{name}'"));
            self.name(&["hosts", name], shared.or_else(|| names::word_fault(name)));
        }
        for name in self.keys(&["types"]) {
            let by = format!("the type '{name}'");
            let shared = types
                .take(&names::camel(name), &by)
                .or_else(|| statics.take(&names::screaming(name), &by))
                .or_else(|| names::item_fault(name))
                .or_else(|| built_in_fault(name));
            self.name(&["types", name], shared);
        }
        for name in self.keys(&["endpoints"]) {
            let by = format!("the request '{name}'");
            let shared = types
                .take(&names::camel(name), &by)
                .or_else(|| modules.take(&names::snake(name), &by))
                .or_else(|| statics.take(&names::screaming(name), &by))
                .or_else(|| names::item_fault(name))
                .or_else(|| names::module_fault(name));
            self.name(&["endpoints", name], shared);
        }
        for endpoint in self.keys(&["endpoints"]) {
            for name in self.keys(&["endpoints", endpoint, "choices"]) {
                let item = names::camel(name);
                let fault = types
                    .take(&item, &format!("the choice '{name}' of '{endpoint}'"))
                    .or_else(|| names::word_fault(name))
                    .or_else(|| names::item_fault(&item));
                self.name(&["endpoints", endpoint, "choices", name], fault);
            }
        }
    }

    /// The names within one request: parameters, aliases, choices and their options, and wire names.
    pub(super) fn members(&mut self, name: &str, endpoint: &Endpoint) {
        let (mut members, mut traits, mut methods) = (Room::default(), Room::default(), Room::default());
        // A command line has an option for every host.
        for host in self.keys(&["hosts"]) {
            members.take(&names::word(host), &format!("the host '{host}'"));
        }
        for param in self.keys(&["endpoints", name, "params"]) {
            let required = endpoint.params.get(param).is_none_or(|param| param.required);
            let fault = members
                .take(&names::word(param), &format!("the parameter '{param}'"))
                .or_else(|| names::word_fault(param))
                .or_else(|| names::param_fault(param))
                .or_else(|| if required { None } else { names::method_fault(param) });
            let by = format!("the parameter '{param}'");
            let fault = fault
                .or_else(|| traits.take(&names::camel(param), &by))
                .or_else(|| methods.take(param, &by))
                .or_else(|| methods.take(&format!("get_{param}"), &format!("the getter of '{param}'")));
            self.name(&["endpoints", name, "params", param], fault);
        }
        for (param, found) in &endpoint.params {
            for (place, alias) in found.aliases.iter().enumerate() {
                let fault = names::word_fault(alias)
                    .or_else(|| members.take(alias, &format!("the alias '{alias}' of '{param}'")));
                if let Some(fault) = fault {
                    let path = ["endpoints", name, "params", param, "aliases", &place.to_string()];
                    self.value(&path, fault);
                }
            }
        }
        self.wires(name, endpoint);
        for (choice, found) in &endpoint.choices {
            let path = ["endpoints", name, "choices", choice];
            let by = format!("the choice '{choice}'");
            let fault = members
                .take(choice, &by)
                .or_else(|| traits.take(&names::camel(choice), &by))
                .or_else(|| methods.take(choice, &by))
                .or_else(|| methods.take(&format!("get_{choice}"), &format!("the getter of '{choice}'")))
                .or_else(|| names::method_fault(choice));
            self.name(&path, fault);
            let mut variants = Room::default();
            for option in found.options.keys() {
                let variant = names::camel(option);
                let fault = variants
                    .take(&variant, &format!("the option '{option}'"))
                    .or_else(|| names::word_fault(option))
                    .or_else(|| names::method_fault(option))
                    .or_else(|| names::type_fault(&variant));
                self.name(&[path.as_slice(), &["options", option]].concat(), fault);
            }
        }
    }

    /// The names under which parameters go into the query.
    fn wires(&mut self, name: &str, endpoint: &Endpoint) {
        let mut wires: Vec<(&str, &str)> = Vec::new();
        for (param, found) in endpoint.params.iter().filter(|(_, found)| found.place == "query") {
            let wire = found.wire.as_deref().unwrap_or(param);
            if let Some((_, first)) = wires.iter().find(|(taken, _)| *taken == wire) {
                let message = format!("'{first}' and '{param}' would both be sent as '{wire}'");
                let advice = "give one of them another 'wire', or remove it";
                let fault = Fault::new(codes::SENT_TWICE, message, advice);
                let base = ["endpoints", name, "params", param];
                match found.wire {
                    Some(_) => self.value(&[base.as_slice(), &["wire"]].concat(), fault),
                    None => self.key(&base, fault),
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
