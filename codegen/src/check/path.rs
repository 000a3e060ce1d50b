//! The path of an endpoint: its segments, and the parameters that stand in it.

use crate::codes;
use crate::diagnostic::{Fault, nearest};
use crate::model::placeholder;
use crate::parse::table::Endpoint;

use super::Checker;

impl Checker<'_, '_> {
    pub(super) fn path(&mut self, name: &str, endpoint: &Endpoint) {
        let at = ["endpoints", name, "path"];
        if self.tree.is_broken(&at) {
            return;
        }
        let placeholders =
            self.path_form(&at, &endpoint.path, |checker, param| checker.placeholder(name, endpoint, param));
        self.path_params(name, endpoint, &placeholders);
    }

    /// Reports what is wrong with a path, where `judge` says it of the parameter that a segment stands for.
    /// Gives the parameters.
    pub(super) fn path_form<'p>(
        &mut self,
        at: &[&str],
        path: &'p str,
        mut judge: impl FnMut(&mut Self, &str) -> Option<Fault>,
    ) -> Vec<&'p str> {
        let mut placeholders: Vec<&str> = Vec::new();
        if self.tree.is_broken(at) {
            return placeholders;
        }
        let inner = path.trim_matches('/');
        if inner != path || path.is_empty() {
            let advice = match inner {
                "" => "write it like 'quote/{ticker}'".to_owned(),
                inner => format!("write '{inner}'"),
            };
            let message = "a path has no '/' at its ends and is not empty";
            self.value(at, Fault::new(codes::PATH_FORM, message, advice));
        }
        let mut offset = path.chars().take_while(|letter| *letter == '/').count();
        for segment in inner.split('/').filter(|_| !inner.is_empty()) {
            let fault = match (segment_fault(segment), placeholder(segment)) {
                (Some(fault), _) => Some(fault),
                (None, Some(param)) if placeholders.contains(&param) => {
                    let message = format!("'{segment}' stands twice in the path");
                    Some(Fault::new(codes::PLACEHOLDER_TWICE, message, "remove one"))
                }
                (None, Some(param)) => judge(self, param),
                (None, None) => None,
            };
            if let Some(fault) = fault {
                self.part(at, offset, segment, fault);
            }
            placeholders.extend(mentioned(segment));
            offset = offset.saturating_add(segment.chars().count()).saturating_add(1);
        }
        placeholders
    }

    /// What is wrong with a placeholder of the path; reports what is wrong with its parameter there.
    fn placeholder(&mut self, name: &str, endpoint: &Endpoint, param: &str) -> Option<Fault> {
        let base = ["endpoints", name, "params", param];
        if !self.has(&base) {
            return Some(self.unknown_placeholder(
                name,
                param,
                "path",
                " with 'in: path' and 'required: true'",
            ));
        }
        let found = endpoint.params.get(param)?;
        if found.place != "path" {
            let message = format!("'{param}' stands in the path, but goes elsewhere: '{}'", found.place);
            let fault = Fault::new(codes::PLACEHOLDER_ELSEWHERE, message, "write 'in: path'");
            self.value(&[base.as_slice(), &["in"]].concat(), fault);
        }
        None
    }

    /// The fault of a placeholder without its parameter; `how` says of what kind the parameter has to be.
    pub(super) fn unknown_placeholder(&self, name: &str, param: &str, part: &str, how: &str) -> Fault {
        let message = format!("the {part} has '{{{param}}}', but there is no parameter '{param}'");
        let advice = match nearest(param, self.keys(&["endpoints", name, "params"])) {
            Some(near) => format!("write '{{{near}}}', or add '{param}' to 'params'"),
            None => format!("add '{param}' to 'params'{how}"),
        };
        Fault::new(codes::PLACEHOLDER_UNKNOWN, message, advice)
    }

    fn path_params(&mut self, name: &str, endpoint: &Endpoint, placeholders: &[&str]) {
        for (param, found) in endpoint.params.iter().filter(|(_, found)| found.place == "path") {
            let base = ["endpoints", name, "params", param];
            let at = ["endpoints", name, "params", param, "in"];
            if !placeholders.contains(&param.as_str()) {
                let message = format!("the path '{}' has no '{{{param}}}'", endpoint.path);
                let advice = format!("add '{{{param}}}' to the path, or write 'in: query'");
                self.value(&at, Fault::new(codes::NOT_IN_PATH, message, advice));
            }
            if !found.required && !self.tree.is_broken(&[base.as_slice(), &["required"]].concat()) {
                let message = format!("'{param}' stands in the path and is not required");
                self.value(&at, Fault::new(codes::OPTIONAL_IN_PATH, message, "write 'required: true'"));
            }
        }
    }
}

/// The parameters that a segment names, however it does.
pub(super) fn mentioned(segment: &str) -> impl Iterator<Item = &str> {
    segment.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(param, _)| param)
}

/// What is wrong with a segment by itself.
fn segment_fault(segment: &str) -> Option<Fault> {
    if segment.contains('?') {
        let advice = "declare what follows the '?' as parameters with 'in: query'";
        return Some(Fault::new(codes::PATH_FORM, "a path has no query", advice));
    }
    let form = |message: String, advice: &str| Some(Fault::new(codes::PLACEHOLDER_FORM, message, advice));
    if let Some(inner) = placeholder(segment) {
        if inner.is_empty() || inner.contains(['{', '}']) {
            return form(format!("'{segment}' is not a placeholder"), "write it like '{ticker}'");
        }
        return None;
    }
    if segment.contains(['{', '}']) {
        let message = format!("'{segment}' is not a whole placeholder");
        return form(message, "write a placeholder between two '/', like '{ticker}'");
    }
    let fault = matches!(segment, "" | "." | "..") || segment.contains(['#', '%', ' ', '\\']);
    fault.then(|| {
        let message = format!("'{segment}' cannot be a segment of a path");
        Fault::new(codes::PATH_FORM, message, "write plain words with one '/' between them")
    })
}
