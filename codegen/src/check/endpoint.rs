//! One endpoint: what it refers to, and each of its parameters by itself.

use crate::codes;
use crate::diagnostic::{Fault, nearest, suggest};
use crate::kind::{BUILT_IN, Kind};
use crate::names;
use crate::parse::table::{Endpoint, Param, TypeName};

use super::Checker;

impl Checker<'_, '_> {
    pub(super) fn endpoint(&mut self, name: &str, endpoint: &Endpoint) {
        let at = |key: &'static str| ["endpoints", name, key];
        self.doc(&at("doc"), &endpoint.doc);
        self.host(&at("host"), &endpoint.host);
        self.session(&at("session"), endpoint.session.as_deref());
        if !(100..=599).contains(&endpoint.status) {
            let message = format!("{} is not an HTTP status", endpoint.status);
            let advice = "write one from 100 to 599, most likely 200";
            self.value(&at("status"), Fault::new(codes::STATUS, message, advice));
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
        self.fallbacks(name, endpoint);
        self.view(name, endpoint);
        self.examples(name, endpoint);
    }

    pub(super) fn host(&mut self, path: &[&str], host: &str) {
        if !self.has(&["hosts", host]) {
            let message = format!("the table has no host '{host}'");
            let advice = suggest(host, self.keys(&["hosts"]));
            self.value(path, Fault::new(codes::UNKNOWN_HOST, message, advice));
        }
    }

    fn converter(&mut self, path: &[&str], module: &str) {
        if let Some(fault) = names::word_fault(module) {
            self.value(path, fault);
        } else if !self.converters.iter().any(|known| known == module) {
            let near = nearest(module, self.converters.iter().map(String::as_str));
            let create = format!("create {}/{module}.rs", self.folder);
            let advice = near.map_or_else(|| create.clone(), |near| format!("write '{near}', or {create}"));
            let message = format!("there is no converter '{module}'");
            self.value(path, Fault::new(codes::UNKNOWN_CONVERTER, message, advice));
        }
    }

    fn subject(&mut self, name: &str, endpoint: &Endpoint, subject: &str) {
        let path = ["endpoints", name, "subject"];
        let Some(param) = endpoint.params.get(subject) else {
            return self.unknown_param(&path, name, subject);
        };
        let text = Kind::resolve(&param.kind, self.table).is_none_or(|kind| kind.is_subject());
        if (!param.required || !text) && self.is_whole(&["endpoints", name, "params", subject]) {
            let message =
                format!("the subject is a required text, or a list of texts, and '{subject}' is not");
            let advice = "name another parameter or leave 'subject' out";
            self.value(&path, Fault::new(codes::SUBJECT, message, advice));
        }
    }

    fn param(&mut self, name: &str, endpoint: &Endpoint, param: &str, found: &Param) {
        let base = ["endpoints", name, "params", param];
        let at = |key: &'static str| [base.as_slice(), &[key]].concat();
        self.doc(&at("doc"), &found.doc);
        if found.place == "client" {
            for (key, given) in [("wire", found.wire.is_some()), ("client", found.client)] {
                if given {
                    let message = format!("'{key}' says nothing where 'in' is 'client'");
                    self.key(&at(key), Fault::new(codes::NO_EFFECT, message, "remove it"));
                }
            }
        }
        if found.wire.as_ref().is_some_and(String::is_empty) {
            let message = "a name on the wire is not empty";
            self.value(&at("wire"), Fault::new(codes::BAD_WIRE, message, "write what the host takes"));
        }
        if found.required && found.default.is_some() {
            let message = format!("'{param}' is required, so its default is never used");
            let advice = "remove 'default' or 'required'";
            self.key(&at("default"), Fault::new(codes::REQUIRED_DEFAULT, message, advice));
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
        if !self.has(&["types", kind]) {
            let built_in = BUILT_IN.iter().map(|(built_in, _)| *built_in);
            let advice = suggest(kind, built_in.chain(self.keys(&["types"])));
            self.value(&path, Fault::new(codes::UNKNOWN_TYPE, format!("there is no type '{kind}'"), advice));
        }
    }

    /// Reports a value that names no parameter of the endpoint.
    pub(super) fn unknown_param(&mut self, path: &[&str], endpoint: &str, param: &str) {
        if let Some(fault) = self.unknown_param_fault(endpoint, param, "") {
            self.value(path, fault);
        }
    }

    /// The fault of a name that no parameter of the endpoint has, unless that parameter is itself broken.
    /// What stands behind the name, `ending`, is kept in the advice.
    pub(super) fn unknown_param_fault(&self, endpoint: &str, param: &str, ending: &str) -> Option<Fault> {
        if self.has(&["endpoints", endpoint, "params", param]) {
            return None;
        }
        let known = self.keys(&["endpoints", endpoint, "params"]);
        // A parameter whose own name is at fault may be the one that is meant.
        let is_meant =
            |known: &&str| names::word_fault(known).is_some() && nearest(param, [*known]).is_some();
        if known.iter().any(is_meant) {
            return None;
        }
        let advice = match nearest(param, known.iter().copied()) {
            Some(near) => format!("write '{near}{ending}'"),
            None => suggest(param, known),
        };
        let message = format!("'{endpoint}' has no parameter '{param}'");
        Some(Fault::new(codes::UNKNOWN_PARAM, message, advice))
    }
}
