//! One endpoint: what it refers to, and each of its parameters by itself.

use crate::diagnostic::{DiagnosticKind, nearest, suggest};
use crate::model::{BUILT_IN, Kind};
use crate::names;
use crate::parse::table::{Endpoint, Param, TypeName};

use super::Checker;

use DiagnosticKind::{Reference, Value};

impl Checker<'_, '_> {
    pub(super) fn endpoint(&mut self, name: &str, endpoint: &Endpoint) {
        let at = |key: &'static str| ["endpoints", name, key];
        self.doc(&at("doc"), &endpoint.doc);
        if !self.has(&["hosts", &endpoint.host]) && !self.misspelt("hosts") {
            let advice = suggest(&endpoint.host, self.keys(&["hosts"]));
            self.value(
                Reference,
                &at("host"),
                format!("the table has no host '{}'; {advice}", endpoint.host),
            );
        }
        if endpoint.method != "GET" {
            self.value(
                Value,
                &at("method"),
                format!("the client only sends GET, not '{}'; write GET", endpoint.method),
            );
        }
        if !(100..=599).contains(&endpoint.status) {
            self.value(
                Value,
                &at("status"),
                format!(
                    "{} is not an HTTP status; write one from 100 to 599, most likely 200",
                    endpoint.status
                ),
            );
        }
        if !["txt", "json"].contains(&endpoint.raw.as_str()) {
            self.value(
                Value,
                &at("raw"),
                format!("a raw reply is 'txt' or 'json', not '{}'; write one of them", endpoint.raw),
            );
        }
        self.converter(&at("converter"), &endpoint.converter);
        if let Some(prepare) = endpoint.prepare.as_ref().filter(|prepare| **prepare != endpoint.converter) {
            self.converter(&at("prepare"), prepare);
        }
        if let Some(subject) = &endpoint.subject {
            self.subject(name, endpoint, subject);
        }
        self.members(name, endpoint);
        self.path(name, endpoint);
        for (param, found) in &endpoint.params {
            self.param(name, endpoint, param, found);
        }
        self.choices(name, endpoint);
        self.examples(name, endpoint);
    }

    fn converter(&mut self, path: &[&str], module: &str) {
        if names::word_fault(module).is_some() {
            let message = format!(
                "'{module}' cannot name a converter; \
                     write lower-case letters, digits and '_', and no word of Rust"
            );
            self.value(DiagnosticKind::Name, path, message);
        } else if !self.converters.iter().any(|known| known == module) {
            let near = nearest(module, self.converters.iter().map(String::as_str))
                .map(|near| format!(" (did you mean '{near}'?)"))
                .unwrap_or_default();
            let folder = self.folder;
            let message = format!("there is no converter '{module}'{near}; create {folder}/{module}.rs");
            self.value(Reference, path, message);
        }
    }

    fn subject(&mut self, name: &str, endpoint: &Endpoint, subject: &str) {
        let path = ["endpoints", name, "subject"];
        match endpoint.params.get(subject) {
            Some(param) => {
                let text = Kind::resolve(&param.kind, self.table).is_none_or(|kind| kind.is_subject());
                if !param.required || !text {
                    self.value(
                        Value,
                        &path,
                        format!(
                            "the subject is a required text, or a list of texts, and \
                         '{subject}' is not; name another parameter or leave 'subject' out"
                        ),
                    );
                }
            }
            None => self.unknown_param(&path, name, subject),
        }
    }

    fn param(&mut self, name: &str, endpoint: &Endpoint, param: &str, found: &Param) {
        let base = ["endpoints", name, "params", param];
        let at = |key: &'static str| [base.as_slice(), &[key]].concat();
        self.doc(&at("doc"), &found.doc);
        if !["path", "query", "client"].contains(&found.place.as_str()) {
            let advice = suggest(&found.place, ["path", "query", "client"]);
            self.value(
                Value,
                &at("in"),
                format!("a parameter goes into 'path', 'query' or 'client', not '{}'; {advice}", found.place),
            );
        }
        if found.place == "client" {
            for (key, given) in [("wire", found.wire.is_some()), ("client", found.client)] {
                if given {
                    self.key(
                        Value,
                        &at(key),
                        format!("'{key}' says nothing where 'in' is 'client'; remove it"),
                    );
                }
            }
        }
        if found.wire.as_ref().is_some_and(String::is_empty) {
            self.value(Value, &at("wire"), "a name on the wire is not empty; write what the host takes");
        }
        if found.required && found.default.is_some() {
            self.key(
                Value,
                &at("default"),
                format!("'{param}' is required, so its default is never used; remove one of the two"),
            );
        }
        match Kind::resolve(&found.kind, self.table) {
            Some(kind) => {
                self.values(&base, found, &kind);
                self.relations(name, endpoint, param, found, &kind);
            }
            None => self.unknown_type(&base, &found.kind),
        }
    }

    fn unknown_type(&mut self, base: &[&str], kind: &TypeName) {
        let (path, kind) = match kind {
            TypeName::One(kind) => ([base, &["type"]].concat(), kind),
            TypeName::List { item, .. } => ([base, &["type", "list"]].concat(), item),
        };
        // A type of the table that is itself broken is reported where it stands.
        if !self.has(&["types", kind]) && !self.misspelt("types") {
            let built_in = BUILT_IN.iter().map(|(built_in, _)| *built_in);
            let advice = suggest(kind, built_in.chain(self.keys(&["types"])));
            self.value(Reference, &path, format!("there is no type '{kind}'; {advice}"));
        }
    }

    /// Reports a name that no parameter of the endpoint has, unless that parameter is itself broken.
    pub(super) fn unknown_param(&mut self, path: &[&str], endpoint: &str, param: &str) {
        if !self.has(&["endpoints", endpoint, "params", param]) {
            let advice = suggest(param, self.keys(&["endpoints", endpoint, "params"]));
            self.value(Reference, path, format!("'{endpoint}' has no parameter '{param}'; {advice}"));
        }
    }
}
