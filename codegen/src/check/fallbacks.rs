//! The fallbacks of an endpoint: what their steps ask, and with which parameters.

use crate::codes;
use crate::diagnostic::Fault;
use crate::model::placeholder;
use crate::names;
use crate::parse::table::{Endpoint, Step};

use super::Checker;
use super::path::mentioned;

/// The host whose answer sets the cookie of a session.
const COOKIE_HOST: &str = "cookie_url";

impl Checker<'_, '_> {
    pub(super) fn fallbacks(&mut self, name: &str, endpoint: &Endpoint) {
        for (fallback, found) in &endpoint.fallbacks {
            let base = ["endpoints", name, "fallbacks", fallback];
            self.name(&base, names::word_fault(fallback));
            self.doc(&[base.as_slice(), &["doc"]].concat(), &found.doc);
            let steps = [base.as_slice(), &["steps"]].concat();
            if self.keys(&steps).is_empty() && self.is_whole(&steps) {
                let message = format!("'{fallback}' has no steps");
                self.key(&steps, Fault::new(codes::NO_STEPS, message, "write at least one"));
            }
            for (step, found) in &found.steps {
                self.step(&[steps.as_slice(), &[step]].concat(), name, endpoint, step, found);
            }
        }
    }

    fn step(&mut self, base: &[&str], name: &str, endpoint: &Endpoint, step: &str, found: &Step) {
        let at = |key: &'static str| [base, &[key]].concat();
        self.name(base, names::word_fault(step));
        self.host(&at("host"), &found.host);
        self.session(&at("session"), found.session.as_deref());
        let path = at("path");
        self.path_form(&path, &found.path, |checker, param| checker.always(name, endpoint, param, "path"));
        for (place, pair) in found.query.iter().enumerate() {
            let place = place.to_string();
            let path = [base, &["query", &place]].concat();
            match pair.split_once('=') {
                Some((wire, _)) if wire.is_empty() || wire.contains(['{', '}', '&', '?', '#']) => {
                    let message = format!("'{wire}' cannot be a name in a query");
                    self.value(
                        &path,
                        Fault::new(codes::QUERY_FORM, message, "write it like 'symbol={ticker}'"),
                    );
                }
                Some((_, value)) => self.query_value(&path, name, endpoint, value),
                None => {
                    let message = format!("'{pair}' is not a name and a value");
                    let advice = format!("write '{pair}=…', for example 'symbol={{ticker}}'");
                    self.value(&path, Fault::new(codes::QUERY_FORM, message, advice));
                }
            }
        }
        if let Some(fault) = found.queries.as_deref().and_then(names::word_fault) {
            self.value(&at("queries"), fault);
        }
    }

    fn query_value(&mut self, path: &[&str], name: &str, endpoint: &Endpoint, value: &str) {
        let fault = match placeholder(value) {
            Some(param) if !param.contains(['{', '}']) => self.always(name, endpoint, param, "query"),
            _ if mentioned(value).next().is_some() => {
                let message = format!("'{value}' is not a whole placeholder");
                let advice = "write the placeholder alone behind the '=', like 'symbol={ticker}'";
                Some(Fault::new(codes::PLACEHOLDER_FORM, message, advice))
            }
            _ => None,
        };
        if let Some(fault) = fault {
            self.value(path, fault);
        }
    }

    /// What is wrong with a placeholder of a step: its parameter always has a value.
    fn always(&mut self, name: &str, endpoint: &Endpoint, param: &str, part: &str) -> Option<Fault> {
        let base = ["endpoints", name, "params", param];
        if !self.has(&base) {
            return Some(self.unknown_placeholder(name, param, part, ""));
        }
        let found = endpoint.params.get(param)?;
        let always = found.required || found.default.is_some() || !self.is_whole(&base);
        (!always).then(|| {
            let message = format!("'{param}' may not be given, and a step of a fallback needs its value");
            let advice = format!("give '{param}' a default, or make the query with 'queries'");
            Fault::new(codes::OPTIONAL_IN_PATH, message, advice)
        })
    }

    /// A session needs the host that sets its cookie.
    pub(super) fn session(&mut self, at: &[&str], session: Option<&str>) {
        if session.is_some_and(|session| session != "never") && !self.has(&["hosts", COOKIE_HOST]) {
            let message = format!("a session needs the host '{COOKIE_HOST}', and the table has none");
            let advice = format!("add '{COOKIE_HOST}' to 'hosts', or write 'never'");
            self.value(at, Fault::new(codes::NO_COOKIE_HOST, message, advice));
        }
    }
}
