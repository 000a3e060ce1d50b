//! Checks of the path of an endpoint: its segments, and the parameters that stand in it.

use crate::codes;
use crate::diagnostic::{Fault, nearest};
use crate::kind::Kind;
use crate::names;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Param, Table};
use crate::template::{self, Part};

use super::Checker;
use super::places::is_other_path;

/// The placeholders of a path, and whether the path has an error that says enough about them.
#[derive(Default)]
pub(super) struct Placeholders<'p> {
    names: Vec<&'p str>,
    is_broken: bool,
}

impl Checker<'_, '_> {
    /// Checks the path of an endpoint.
    pub(super) fn path(&mut self, endpoint: Located<'_, Endpoint>) {
        let placeholders =
            self.path_form(endpoint.path(), |checker, param| checker.placeholder(endpoint, param));
        if !endpoint.path().position().is_broken {
            self.path_params(endpoint, &placeholders);
        }
    }

    /// Reports the faults of a path; `judge` judges a parameter with a placeholder.
    pub(super) fn path_form<'p>(
        &mut self,
        path: Located<'p, String>,
        mut judge: impl FnMut(&mut Self, &str) -> Option<Fault>,
    ) -> Placeholders<'p> {
        let mut placeholders = Placeholders::default();
        if path.position().is_broken {
            return placeholders;
        }
        let whole = path.value().as_str();
        if let Some((_, below)) = whole.split_once("://") {
            let below = below.split_once('/').map_or("", |(_, below)| below);
            let message = "a path stands below the address of its host, and is no address";
            let advice = format!("write '{below}', and the address in 'default' of the host");
            self.value(path, codes::PATH_FORM.fault(message, advice));
            placeholders.is_broken = true;
            return placeholders;
        }
        if whole == "/" {
            return placeholders;
        }
        let inner = whole.trim_matches('/');
        if let Some(fault) = ends_fault(whole, inner) {
            self.value(path, fault);
            placeholders.is_broken = true;
        }
        let count = inner.matches('{').count();
        if count > template::MAX_PLACEHOLDERS {
            let message = format!("the path has {count} placeholders");
            let advice = format!("write {} at most", template::MAX_PLACEHOLDERS);
            self.value(path, codes::PATH_FORM.fault(message, advice));
            placeholders.is_broken = true;
            return placeholders;
        }
        for segment in inner.split('/').filter(|_| !inner.is_empty()) {
            let parts = segment_parts(segment).unwrap_or_else(|fault| {
                self.slice(path, segment, fault);
                placeholders.is_broken = true;
                Vec::new()
            });
            for part in parts {
                let Part::Param(name) = part else { continue };
                let twice = placeholders.names.contains(&name).then(|| {
                    let message = format!("'{{{name}}}' stands twice in the path");
                    codes::PLACEHOLDER_TWICE.fault(message, "remove one")
                });
                placeholders.names.push(name);
                if let Some(fault) = twice.or_else(|| judge(self, name)) {
                    self.slice(path, name, fault);
                    placeholders.is_broken = true;
                }
            }
        }
        placeholders
    }

    /// Returns the fault of a placeholder of the path; reports its parameter's fault there.
    fn placeholder(&mut self, endpoint: Located<'_, Endpoint>, param: &str) -> Option<Fault> {
        if !endpoint.params().has(param) {
            let kind = " with 'in: path' and 'required: true'";
            return Some(unknown_placeholder(endpoint, param, "path", kind));
        }
        let found = endpoint.params().named(param)?;
        if found.place != "path" {
            let message = format!("'{param}' stands in the path, but goes elsewhere: '{}'", found.place);
            let fault = codes::PLACEHOLDER_ELSEWHERE.fault(message, "write 'in: path'");
            self.value(found.place(), fault);
        }
        None
    }

    fn path_params(&mut self, endpoint: Located<'_, Endpoint>, placeholders: &Placeholders<'_>) {
        for (param, found) in in_path(endpoint) {
            // What is wrong with the path may be the placeholder of this parameter.
            if !placeholders.names.contains(&param) && !placeholders.is_broken {
                let message = format!("the path '{}' has no '{{{param}}}'", endpoint.path);
                let advice = format!("add '{{{param}}}' to the path, or write 'in: query'");
                self.value(found.place(), codes::NOT_IN_PATH.fault(message, advice));
            }
            self.value(found.kind().name(), wire_fault(found, self.table.value()));
            let may_be_absent = !found.required && found.default.is_none();
            if may_be_absent && !found.required().position().is_broken {
                let message = format!("'{param}' stands in the path and may be absent");
                let fault = codes::OPTIONAL_IN_PATH.fault(message, "write 'required: true', or a 'default'");
                self.value(found.place(), fault);
            }
        }
    }
}

/// Returns the fault in the ends of a path. Some hosts know an address with a `/` at its end only.
fn ends_fault(whole: &str, inner: &str) -> Option<Fault> {
    let end = if whole.ends_with('/') { "/" } else { "" };
    if !inner.is_empty() && whole.strip_prefix(inner) == Some(end) {
        return None;
    }
    let message = "a path does not begin with '/', and has one at its end at most";
    let advice = match inner {
        "" => "write it like 'quote/{ticker}', or '/' for the host itself".to_owned(),
        inner => format!("write '{inner}{end}'"),
    };
    Some(codes::PATH_FORM.fault(message, advice))
}

/// Returns the fault of a parameter whose type has a value that no path can have.
fn wire_fault(param: Located<'_, Param>, table: &Table) -> Option<Fault> {
    let kind = Kind::of(param.value(), table)?;
    let (name, variant) = kind.variants().find(|(_, variant)| is_other_path(&variant.wire))?;
    let message = format!("'{name}' is sent as '{}', which means another path", variant.wire);
    Some(codes::BAD_WIRE.fault(message, "write 'in: query', or give the parameter another type"))
}

/// Returns the parameters of the path.
fn in_path<'t>(endpoint: Located<'t, Endpoint>) -> impl Iterator<Item = (&'t str, Located<'t, Param>)> {
    endpoint.params().entries().filter(|(_, found)| found.place == "path")
}

/// Returns the fault of a placeholder without a parameter; `kind` says what the parameter has to be.
pub(super) fn unknown_placeholder(
    endpoint: Located<'_, Endpoint>,
    param: &str,
    part: &str,
    kind: &str,
) -> Fault {
    let message = format!("the {part} has '{{{param}}}', but there is no parameter '{param}'");
    // The one parameter of the path that has no placeholder is most likely meant.
    let mut missing = in_path(endpoint).map(|(name, _)| name).filter(|name| !mentions(endpoint, name));
    let only = missing.next().filter(|_| missing.next().is_none());
    let advice = match nearest(param, endpoint.params().names()).or(only) {
        Some(near) => format!("write '{{{near}}}', or add '{param}' to 'params'"),
        None => format!("add '{param}' to 'params'{kind}"),
    };
    codes::PLACEHOLDER_UNKNOWN.fault(message, advice)
}

fn mentions(endpoint: Located<'_, Endpoint>, param: &str) -> bool {
    endpoint.path.contains(&format!("{{{param}}}"))
}

/// Returns the parts of a segment, or its fault.
fn segment_parts(segment: &str) -> Result<Vec<Part<'_>>, Fault> {
    if segment.contains('?') {
        let advice = "write 'query' for what each request sends, and the rest as parameters with 'in: query'";
        return Err(codes::PATH_FORM.fault("a path has no query", advice));
    }
    if let Some(name) = segment.strip_prefix(':').filter(|name| names::word_fault(name).is_none()) {
        let message = format!("'{segment}' is sent as it is");
        return Err(codes::PATH_FORM.fault(message, format!("write '{{{name}}}' for the parameter '{name}'")));
    }
    let form = |advice: String| {
        let message = format!("'{segment}' is not the form of a placeholder");
        codes::PLACEHOLDER_FORM.fault(message, advice)
    };
    let Some(parts) = template::parts(segment) else {
        return Err(form("write a placeholder in one pair of braces, like '{ticker}'".to_owned()));
    };
    let together = |pair: &[Part<'_>]| matches!(pair, [Part::Param(_), Part::Param(_)]);
    if parts.windows(2).any(together) {
        let message = format!("nothing tells two placeholders of '{segment}' apart");
        let advice = "write text between the two, like '{from}-{to}'";
        return Err(codes::PLACEHOLDER_FORM.fault(message, advice));
    }
    let refused = ['#', '%', ' ', '\\', '<', '>', '"', '`', '^', '|'];
    if matches!(segment, "" | "." | "..") || segment.contains(refused) || segment.contains(char::is_control) {
        let message = format!("'{segment}' cannot be a segment of a path");
        let advice = match segment.contains(['%', ' ']) {
            true => "write plain words, or a placeholder such as '{name}', whose value is encoded",
            false => "write plain words with one '/' between them",
        };
        return Err(codes::PATH_FORM.fault(message, advice));
    }
    Ok(parts)
}
