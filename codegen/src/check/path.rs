//! Checks of the path of an endpoint: its segments, and the parameters that stand in it.

use crate::codes;
use crate::diagnostic::{Fault, nearest};
use crate::model::placeholder;
use crate::parse::located::Located;
use crate::parse::table::Endpoint;

use super::Checker;

impl Checker<'_, '_> {
    pub(super) fn path(&mut self, endpoint: Located<'_, Endpoint>) {
        if endpoint.path().position().is_broken {
            return;
        }
        let placeholders =
            self.path_form(endpoint.path(), |checker, param| checker.placeholder(endpoint, param));
        self.path_params(endpoint, &placeholders);
    }

    /// Reports the faults of a path; `judge` returns that of a parameter that a segment stands for. Returns
    /// the parameters.
    pub(super) fn path_form<'p>(
        &mut self,
        path: Located<'p, String>,
        mut judge: impl FnMut(&mut Self, &str) -> Option<Fault>,
    ) -> Vec<&'p str> {
        let mut placeholders: Vec<&str> = Vec::new();
        if path.position().is_broken {
            return placeholders;
        }
        let whole = path.value().as_str();
        let inner = whole.trim_matches('/');
        if inner != whole || whole.is_empty() {
            let advice = match inner {
                "" => "write it like 'quote/{ticker}'".to_owned(),
                inner => format!("write '{inner}'"),
            };
            let message = "a path has no '/' at its ends and is not empty";
            self.value(path, Fault::new(codes::PATH_FORM, message, advice));
        }
        let mut offset = whole.chars().take_while(|letter| *letter == '/').count();
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
                self.part(path, offset, segment, fault);
            }
            placeholders.extend(mentioned(segment));
            offset = offset.saturating_add(segment.chars().count()).saturating_add(1);
        }
        placeholders
    }

    /// Returns the fault of a placeholder of the path; reports that of its parameter there.
    fn placeholder(&mut self, endpoint: Located<'_, Endpoint>, param: &str) -> Option<Fault> {
        if !endpoint.params().has(param) {
            let kind = " with 'in: path' and 'required: true'";
            return Some(unknown_placeholder(endpoint, param, "path", kind));
        }
        let found = endpoint.params().named(param)?;
        if found.place != "path" {
            let message = format!("'{param}' stands in the path, but goes elsewhere: '{}'", found.place);
            let fault = Fault::new(codes::PLACEHOLDER_ELSEWHERE, message, "write 'in: path'");
            self.value(found.place(), fault);
        }
        None
    }

    fn path_params(&mut self, endpoint: Located<'_, Endpoint>, placeholders: &[&str]) {
        for (param, found) in endpoint.params().entries().filter(|(_, found)| found.place == "path") {
            if !placeholders.contains(&param) {
                let message = format!("the path '{}' has no '{{{param}}}'", endpoint.path);
                let advice = format!("add '{{{param}}}' to the path, or write 'in: query'");
                self.value(found.place(), Fault::new(codes::NOT_IN_PATH, message, advice));
            }
            if !found.required && !found.required().position().is_broken {
                let message = format!("'{param}' stands in the path and is not required");
                let fault = Fault::new(codes::OPTIONAL_IN_PATH, message, "write 'required: true'");
                self.value(found.place(), fault);
            }
        }
    }
}

/// Returns the fault of a placeholder without a parameter; `kind` says what the parameter has to be.
pub(super) fn unknown_placeholder(
    endpoint: Located<'_, Endpoint>,
    param: &str,
    part: &str,
    kind: &str,
) -> Fault {
    let message = format!("the {part} has '{{{param}}}', but there is no parameter '{param}'");
    let advice = match nearest(param, endpoint.params().names()) {
        Some(near) => format!("write '{{{near}}}', or add '{param}' to 'params'"),
        None => format!("add '{param}' to 'params'{kind}"),
    };
    Fault::new(codes::PLACEHOLDER_UNKNOWN, message, advice)
}

/// Returns the parameters that a segment names, also within other characters.
pub(super) fn mentioned(segment: &str) -> impl Iterator<Item = &str> {
    segment.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(param, _)| param)
}

/// Returns the fault of a segment by itself.
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
