//! The path of an endpoint: its segments, and the parameters that stand in it.

use crate::diagnostic::DiagnosticKind;
use crate::parse::table::Endpoint;

use super::Checker;

use DiagnosticKind::{Duplicate, Reference, Value};

impl Checker<'_, '_> {
    pub(super) fn path(&mut self, name: &str, endpoint: &Endpoint) {
        let at = ["endpoints", name, "path"];
        let path = endpoint.path.as_str();
        if path.is_empty() || path.starts_with('/') || path.ends_with('/') {
            let message = "a path has no '/' at its ends and is not empty; write it like 'quote/{ticker}'";
            return self.value(Value, &at, message);
        }
        let mut placeholders: Vec<&str> = Vec::new();
        for segment in path.split('/') {
            if let Some(message) = segment_fault(segment) {
                self.value(Value, &at, message);
            } else if let Some(param) = placeholder(segment) {
                if placeholders.contains(&param) {
                    let message = format!("'{segment}' stands twice in the path; remove one");
                    self.value(Duplicate, &at, message);
                } else {
                    self.placeholder(name, endpoint, param);
                }
                placeholders.push(param);
            }
        }
        self.path_params(name, endpoint, &placeholders);
    }

    fn placeholder(&mut self, name: &str, endpoint: &Endpoint, param: &str) {
        if !self.has(&["endpoints", name, "params", param]) {
            let message = format!(
                "the path has '{{{param}}}' but there is no parameter '{param}'; add it with 'in: path'"
            );
            self.value(Reference, &["endpoints", name, "path"], message);
        } else if endpoint.params.get(param).is_some_and(|found| found.place != "path") {
            let message = format!("'{param}' stands in the path; write 'in: path'");
            self.value(Value, &["endpoints", name, "params", param, "in"], message);
        }
    }

    fn path_params(&mut self, name: &str, endpoint: &Endpoint, placeholders: &[&str]) {
        for (param, found) in endpoint.params.iter().filter(|(_, found)| found.place == "path") {
            let at = ["endpoints", name, "params", param, "in"];
            if !placeholders.contains(&param.as_str()) {
                let path = &endpoint.path;
                let message =
                    format!("the path '{path}' has no '{{{param}}}'; add it there or write 'in: query'");
                self.value(Reference, &at, message);
            }
            // A flag that is neither true nor false is reported already.
            let flag = self.tree.text(&["endpoints", name, "params", param, "required"]);
            if !found.required && flag.is_none_or(|flag| flag == "false") {
                let message =
                    format!("'{param}' stands in the path and is not required; write 'required: true'");
                self.value(Value, &at, message);
            }
        }
    }
}

/// The parameter that a segment stands for.
fn placeholder(segment: &str) -> Option<&str> {
    segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'))
}

/// What is wrong with a segment by itself.
fn segment_fault(segment: &str) -> Option<String> {
    if let Some(inner) = placeholder(segment) {
        let fault = inner.is_empty() || inner.contains(['{', '}']);
        return fault.then(|| format!("'{segment}' is not a placeholder; write it like '{{ticker}}'"));
    }
    if segment.contains(['{', '}']) {
        return Some(format!(
            "'{segment}' mixes text and a placeholder; a placeholder is a whole segment, like '{{ticker}}'"
        ));
    }
    let fault = matches!(segment, "" | "." | "..") || segment.contains(['?', '#', '%', ' ', '\\']);
    fault.then(|| {
        format!("'{segment}' cannot be a segment of a path; write plain words with one '/' between them")
    })
}
