//! Checks of names: names that Rust does not take, and names that two things would share.

use indexmap::IndexMap;

use crate::codes;
use crate::diagnostic::Fault;
use crate::item::record_path;
use crate::names;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Param, Table};

use super::Checker;

/// The names taken so far in one namespace, each with the thing that has it.
#[derive(Default)]
pub(super) struct Namespace(IndexMap<String, String>);

impl Namespace {
    /// Takes a name for a thing. Returns the fault if the name is taken already.
    pub(super) fn take(&mut self, name: &str, by: &str) -> Option<Fault> {
        if let Some(first) = self.0.get(name) {
            let message = format!("{by} and {first} would both be '{name}'");
            return Some(codes::SAME_NAME.fault(message, "rename one of them"));
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
            self.key(host, shared.or_else(|| names::word_fault(name)));
        }
        for (name, enumeration) in self.table.types().entries() {
            let fault = self.type_fault(&mut types, &mut statics, name, &format!("the type '{name}'"));
            self.key(enumeration, fault);
        }
        for (name, grammar) in self.table.grammars().entries() {
            let fault = self.type_fault(&mut types, &mut statics, name, &format!("the grammar '{name}'"));
            self.key(grammar, fault);
        }
        for (name, record) in self.table.records().entries() {
            let (module, own) = record_path(name);
            let fault = types
                .take(&names::camel(name), &format!("the record '{name}'"))
                .or_else(|| module.and_then(names::word_fault))
                .or_else(|| if module.is_none() { names::item_fault(own) } else { names::type_fault(own) })
                .or_else(|| built_in_fault(name));
            self.key(record, fault);
        }
        for (name, endpoint) in self.table.endpoints().entries() {
            let by = format!("the request '{name}'");
            let fault = types
                .take(&names::camel(name), &by)
                .or_else(|| modules.take(&names::module(name), &by))
                .or_else(|| statics.take(&names::screaming(name), &by))
                .or_else(|| names::item_fault(name))
                .or_else(|| self.hidden(name));
            self.key(endpoint, fault);
        }
        for (endpoint, found) in self.table.endpoints().entries() {
            for (name, choice) in found.choices().entries() {
                let item = names::camel(name);
                let fault = types
                    .take(&item, &format!("the choice '{name}' of '{endpoint}'"))
                    .or_else(|| names::word_fault(name))
                    .or_else(|| names::item_fault(&item))
                    .or_else(|| self.hidden(&item));
                self.key(choice, fault);
            }
        }
    }

    /// Returns the fault of the name of an enumeration or a grammar.
    fn type_fault(
        &self,
        types: &mut Namespace,
        statics: &mut Namespace,
        name: &str,
        by: &str,
    ) -> Option<Fault> {
        types
            .take(&names::camel(name), by)
            .or_else(|| statics.take(&names::screaming(name), by))
            .or_else(|| names::item_fault(name))
            .or_else(|| built_in_fault(name))
            .or_else(|| self.hidden(name))
    }

    /// Returns the fault of a name that the file which re-exports the table has for something else.
    fn hidden(&self, name: &str) -> Option<Fault> {
        self.around.root_names.iter().any(|taken| taken == name).then(|| {
            let message =
                format!("{} has the name '{name}' for something else, which hides this", self.around.root);
            codes::TAKEN_NAME.fault(message, "choose another name")
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
            let (by, is_apart) = (format!("the parameter '{param}'"), is_named_apart(found.value()));
            let fault = members
                .take(&names::word(param), &by)
                .or_else(|| path_name_fault(endpoint.value(), param))
                .or_else(|| names::wired_fault(param, is_apart))
                .or_else(|| names::param_fault(param, is_apart))
                .or_else(|| if found.required { None } else { names::method_fault(param, is_apart) })
                .or_else(|| traits.take(&names::camel(param), &by))
                .or_else(|| methods.take(param, &by))
                .or_else(|| methods.take(&format!("get_{param}"), &format!("the getter of '{param}'")));
            self.key(found, fault);
        }
        for (param, found) in endpoint.params().entries() {
            for alias in found.aliases().items() {
                let fault = names::word_fault(&alias)
                    .or_else(|| members.take(&alias, &format!("the alias '{}' of '{param}'", *alias)));
                self.value(alias, fault);
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
                .or_else(|| names::method_fault(name, true));
            self.key(choice, fault);
            let mut variants = Namespace::default();
            for (name, option) in choice.options().entries() {
                let variant = names::camel(name);
                let fault = variants
                    .take(&variant, &format!("the option '{name}'"))
                    .or_else(|| names::word_fault(name))
                    .or_else(|| names::method_fault(name, true))
                    .or_else(|| names::type_fault(&variant));
                self.key(option, fault);
            }
        }
    }

    /// Checks the names under which constants and parameters go into the query, the headers and the body.
    fn wires(&mut self, endpoint: Located<'_, Endpoint>) {
        let constants = [("query", endpoint.query()), ("header", endpoint.headers())];
        let key = key_of_host(self.table.value(), &endpoint.host, endpoint.session.as_deref());
        let mut wires: Vec<(&str, &str, String)> = Vec::new();
        wires.extend(key.map(|(place, wire)| (place, wire, "the key of the host".to_owned())));
        for (place, pairs) in constants {
            for pair in pairs.items() {
                let Some((wire, _)) = pair.value().split_once('=') else { continue };
                // A query may have several values of one name.
                let twice = sent_twice(&wires, place, wire, "the constant");
                self.value(pair, twice.filter(|_| place == "header" || key == Some((place, wire))));
                wires.push((place, wire, "the constant".to_owned()));
            }
        }
        for (param, found) in endpoint.params().entries() {
            let (place, wire) = (found.value().place.as_str(), found.value().wire_name(param));
            if !["query", "header", "body", "form", "part"].contains(&place) {
                continue;
            }
            let by = format!("'{param}'");
            self.wire(found, sent_twice(&wires, place, wire, &by));
            wires.push((place, wire, by));
        }
    }
}

/// Returns the fault of a name of the wrong form that the path of the endpoint has, too.
fn path_name_fault(endpoint: &Endpoint, param: &str) -> Option<Fault> {
    let is_in_path = endpoint.path.contains(&format!("{{{param}}}"));
    let better = names::better_word(param).filter(|_| is_in_path && names::word_fault(param).is_some())?;
    let message = format!("'{param}' cannot be a name here");
    Some(codes::NAME_FORM.fault(message, format!("write '{better}', and '{{{better}}}' in 'path'")))
}

/// Returns true for a parameter that is sent under another name.
fn is_named_apart(param: &Param) -> bool {
    param.wire.is_some() || ["path", "content", "client"].contains(&param.place.as_str())
}

/// Returns the place and the name of the key that a request of a session is sent with, if its host wants one.
pub(super) fn key_of_host<'t>(
    table: &'t Table,
    host: &str,
    session: Option<&str>,
) -> Option<(&'static str, &'t str)> {
    let auth = table.hosts.get(host)?.auth.as_ref()?;
    let is_sent = session != Some("never");
    let place = ["query", "header"].into_iter().find(|place| auth.kind == *place)?;
    Some((place, auth.name.as_deref()?)).filter(|_| is_sent)
}

/// Returns the fault of a name on the wire that another thing in the same place has already.
fn sent_twice(taken: &[(&str, &str, String)], place: &str, wire: &str, by: &str) -> Option<Fault> {
    let is_same = |other: &str| match place {
        "header" => other.eq_ignore_ascii_case(wire),
        // A member of a body is a value or an object of members, not both.
        "body" => is_within(other, wire) || is_within(wire, other),
        _ => other == wire,
    };
    let (_, other, first) = taken.iter().find(|(known, other, _)| *known == place && is_same(other))?;
    let message = if *other == wire {
        format!("{first} and {by} would both be sent as '{wire}'")
    } else {
        format!("{first} is sent as '{other}' and {by} as '{wire}', which are one thing")
    };
    Some(codes::SENT_TWICE.fault(message, "give one of them another 'wire', or remove it"))
}

/// Returns true for a path that is another one, or leads to a member below it.
fn is_within(path: &str, other: &str) -> bool {
    path.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn built_in_fault(name: &str) -> Option<Fault> {
    crate::kind::BUILT_IN.iter().any(|(built_in, _)| *built_in == name).then(|| {
        let message = format!("'{name}' is a type that every table has");
        codes::TAKEN_NAME.fault(message, "choose another name")
    })
}
