//! One endpoint: what it refers to, its path, and how its parameters stand to each other.

use crate::diagnostic::{DiagnosticKind, nearest, suggest};
use crate::model::{BUILT_IN, Kind};
use crate::names;
use crate::parse::table::{Endpoint, Param, TypeName};

use super::Checker;

use DiagnosticKind::{Reference, Value};

/// Generated code takes a choice apart into a tuple, and longer ones have no default.
const MOST_IN_A_CHOICE: usize = 12;

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
            let message = format!(
                "there is no converter '{module}'{near}; create {}/{module}.rs",
                crate::CONVERTERS_DIR
            );
            self.value(Reference, path, message);
        }
    }

    fn subject(&mut self, name: &str, endpoint: &Endpoint, subject: &str) {
        let path = ["endpoints", name, "subject"];
        match endpoint.params.get(subject) {
            Some(param) => {
                let text = Kind::resolve(&param.kind, self.table).is_none_or(|kind| kind.is_text());
                if !param.required || !text {
                    self.value(
                        Value,
                        &path,
                        format!(
                            "the subject is a required text and \
                         '{subject}' is not; name another parameter or leave 'subject' out"
                        ),
                    );
                }
            }
            None => self.unknown_param(&path, name, subject),
        }
    }

    fn path(&mut self, name: &str, endpoint: &Endpoint) {
        let at = ["endpoints", name, "path"];
        let mut placeholders: Vec<&str> = Vec::new();
        if endpoint.path.is_empty() || endpoint.path.starts_with('/') || endpoint.path.ends_with('/') {
            self.value(
                Value,
                &at,
                "a path has no '/' at its ends and is not empty; write it like 'quote/{ticker}'",
            );
            return;
        }
        for segment in endpoint.path.split('/') {
            let inner = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            match inner {
                Some(param) if !param.contains(['{', '}']) => {
                    if placeholders.contains(&param) {
                        self.value(
                            DiagnosticKind::Duplicate,
                            &at,
                            format!("'{{{param}}}' stands twice in the path; remove one"),
                        );
                    } else if !self.has(&["endpoints", name, "params", param]) {
                        self.value(
                            Reference,
                            &at,
                            format!(
                                "the path has '{{{param}}}' but there is \
                             no parameter '{param}'; add it with 'in: path'"
                            ),
                        );
                    } else if endpoint.params.get(param).is_some_and(|found| found.place != "path") {
                        let path = ["endpoints", name, "params", param, "in"];
                        self.value(Value, &path, format!("'{param}' stands in the path; write 'in: path'"));
                    }
                    placeholders.push(param);
                }
                Some(_) => self.value(
                    Value,
                    &at,
                    format!("'{segment}' is not a placeholder; write it like '{{ticker}}'"),
                ),
                None if segment.contains(['{', '}']) => {
                    self.value(
                        Value,
                        &at,
                        format!(
                            "'{segment}' mixes text and a placeholder; \
                         a placeholder is a whole segment, like '{{ticker}}'"
                        ),
                    );
                }
                None if segment.is_empty()
                    || segment == "."
                    || segment == ".."
                    || segment.contains(['?', '#', '%', ' ']) =>
                {
                    self.value(
                        Value,
                        &at,
                        format!(
                            "'{segment}' cannot be a segment of a path; \
                         write plain words with one '/' between them"
                        ),
                    );
                }
                None => {}
            }
        }
        for (param, found) in endpoint.params.iter().filter(|(_, found)| found.place == "path") {
            let in_path = ["endpoints", name, "params", param, "in"];
            if !placeholders.contains(&param.as_str()) {
                self.value(
                    Reference,
                    &in_path,
                    format!(
                        "the path '{}' has no '{{{param}}}'; add it there or write 'in: query'",
                        endpoint.path
                    ),
                );
            }
            let flag = ["endpoints", name, "params", param, "required"];
            if !found.required && self.tree.text(&flag).is_none_or(|text| text == "false") {
                self.value(
                    Value,
                    &in_path,
                    format!("'{param}' stands in the path and is not required; write 'required: true'"),
                );
            }
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

    fn relations(&mut self, name: &str, endpoint: &Endpoint, param: &str, found: &Param, kind: &Kind<'_>) {
        let base = ["endpoints", name, "params", param];
        if let Some(earlier) = &found.after {
            let path = [base.as_slice(), &["after"]].concat();
            match endpoint.params.get(earlier) {
                _ if earlier == param => {
                    self.value(Value, &path, "a parameter cannot come after itself; name another one");
                }
                Some(other) if Kind::resolve(&other.kind, self.table).is_some_and(|other| other != *kind) => {
                    self.value(
                        Value,
                        &path,
                        format!("'{earlier}' is of another type than '{param}'; name one of the same type"),
                    );
                }
                Some(_) if !kind.is_ordered() => {
                    self.value(
                        Value,
                        &path,
                        "only integers, numbers, dates and datetimes have an order; remove 'after'",
                    );
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
                    self.value(Value, &path, "a parameter cannot contradict itself; name another one");
                }
                Some(found) => {
                    let kind = Kind::resolve(&found.kind, self.table);
                    if let (Some(kind), Some(value)) = (kind, value)
                        && let Some(advice) = self.conflict_fault(&kind, value)
                    {
                        self.value(Value, &path, format!("'{other}' is never '{value}'; {advice}"));
                    }
                }
                None => self.unknown_param(&path, name, other),
            }
        }
    }

    fn choices(&mut self, name: &str, endpoint: &Endpoint) {
        let mut used: Vec<&str> = Vec::new();
        for (choice, found) in &endpoint.choices {
            let base = ["endpoints", name, "choices", choice];
            self.doc(&[base.as_slice(), &["doc"]].concat(), &found.doc);
            if self.keys(&[base.as_slice(), &["options"]].concat()).len() < 2 {
                self.key(
                    Value,
                    &[base.as_slice(), &["options"]].concat(),
                    "a choice has at least two options; add one or remove the choice",
                );
            }
            let count: usize = found
                .options
                .values()
                .map(|sets| sets.required.len().saturating_add(sets.optional.len()))
                .sum();
            if count > MOST_IN_A_CHOICE {
                let message = format!("a choice has at most {MOST_IN_A_CHOICE} parameters; split it");
                self.key(Value, &base, message);
            }
            for (option, sets) in &found.options {
                let base = [base.as_slice(), &["options", option]].concat();
                self.doc(&[base.as_slice(), &["doc"]].concat(), &sets.doc);
                if sets.required.is_empty() {
                    self.value(
                        Value,
                        &[base.as_slice(), &["required"]].concat(),
                        "an option needs a parameter that tells it from the others; name one",
                    );
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
            self.value(
                DiagnosticKind::Duplicate,
                path,
                format!("'{param}' belongs to an option already; name it once"),
            );
        }
        used.push(param);
        match endpoint.params.get(param) {
            Some(found) if found.required || found.default.is_some() => {
                self.value(
                    Value,
                    path,
                    format!(
                        "'{param}' is part of a choice and cannot be \
                     required or have a default; remove that there"
                    ),
                );
            }
            Some(_) => {}
            None => self.unknown_param(path, name, param),
        }
    }

    /// Reports a name that no parameter of the endpoint has, unless that parameter is itself broken.
    fn unknown_param(&mut self, path: &[&str], endpoint: &str, param: &str) {
        if !self.has(&["endpoints", endpoint, "params", param]) {
            let advice = suggest(param, self.keys(&["endpoints", endpoint, "params"]));
            self.value(Reference, path, format!("'{endpoint}' has no parameter '{param}'; {advice}"));
        }
    }
}
