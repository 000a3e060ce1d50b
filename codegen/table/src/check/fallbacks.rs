//! Checks of the fallbacks of an endpoint: the requests of their steps, and the parameters in them.

use crate::codes;
use crate::diagnostic::Fault;
use crate::names;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Fallback, Step};
use crate::template;

use super::Checker;
use super::names::key_of_host;
use super::path::unknown_placeholder;

/// The thing that needs the value of a placeholder, in messages.
const STEP: &str = "a step of a source";

impl Checker<'_, '_> {
    pub(super) fn fallbacks(&mut self, endpoint: Located<'_, Endpoint>) {
        for (fallback, found) in endpoint.fallbacks().entries() {
            self.other_reply(endpoint, found);
            self.key(found, names::word_fault(fallback));
            self.doc(found.doc());
            if found.steps.is_empty() && found.steps().is_whole() {
                let message = format!("'{fallback}' has no steps");
                self.key(found.steps(), codes::NO_STEPS.fault(message, "write one or more"));
            }
            for (name, step) in found.steps().entries() {
                self.key(step, names::word_fault(name));
                self.step(endpoint, step);
            }
        }
        if endpoint.response.is_some() && !endpoint.then.is_empty() {
            self.key(endpoint.then(), of_one_reply("the declared response is read from one reply"));
        }
        for (name, step) in endpoint.then().entries() {
            self.key(step, names::word_fault(name));
            self.step(endpoint, step);
        }
    }

    fn step(&mut self, endpoint: Located<'_, Endpoint>, step: Located<'_, Step>) {
        self.host(step.host());
        self.session(step.host(), step.session());
        // The function of a step may give what is no parameter.
        let is_given = |param: &str| step.queries.is_some() && !endpoint.params().has(param);
        self.path_form(step.path(), |_, param| match is_given(param) {
            true => None,
            false => missing_value(endpoint, param, "path", STEP),
        });
        for pair in step.query().items() {
            self.value(pair, pair_fault(endpoint, &pair, STEP));
            self.secret(pair);
            self.key_of_step(step, pair);
        }
        if let Some(queries) = step.queries().some() {
            self.value(queries, names::word_fault(&queries));
        }
    }

    /// Reports a fallback whose reply the declared response cannot be read from: one of another form, or several.
    fn other_reply(&mut self, endpoint: Located<'_, Endpoint>, fallback: Located<'_, Fallback>) {
        if endpoint.response.is_none() {
            return;
        }
        if fallback.raw != endpoint.raw {
            self.value(
                fallback.raw(),
                of_one_reply("the declared response is read from replies of one form"),
            );
        } else if fallback.steps.len() > 1 {
            self.key(fallback.steps(), of_one_reply("the declared response is read from one reply"));
        }
    }

    /// Reports a constant of a step under the name of the key that the client sends.
    fn key_of_step(&mut self, step: Located<'_, Step>, pair: Located<'_, String>) {
        let (name, _) = pair.split_once('=').unwrap_or((&pair, ""));
        if key_of_host(self.table.value(), &step.host, step.session.as_deref()) == Some(("query", name)) {
            let message = format!("the key of '{}' and this would both be sent as '{name}'", step.host);
            self.value(pair, codes::SENT_TWICE.fault(message, "remove it"));
        }
    }

    /// Checks that a host whose credentials are sent says which.
    pub(super) fn session(&mut self, host: Located<'_, String>, session: Located<'_, Option<String>>) {
        let is_needed = session.as_deref().is_some_and(|session| session != "never");
        let Some(found) = self.table.hosts().named(&host) else { return };
        if is_needed && found.auth.is_none() && found.is_whole() {
            let message = format!("'{}' has no 'auth', so there are no credentials to send", *host);
            let advice = "write 'auth: { type: custom }' at the host for those of the client's authenticator, or 'never'";
            self.value(session, codes::NO_AUTH.fault(message, advice));
        }
    }
}

/// Returns the fault of a declared response with other replies than one.
fn of_one_reply(message: &str) -> Fault {
    codes::RESPONSE_ORIGIN.fault(message, "write a converter in place of 'response'")
}

/// Returns the fault of a name and its value in a query. `needs` is the thing that has the query.
pub(super) fn pair_fault(endpoint: Located<'_, Endpoint>, pair: &str, needs: &str) -> Option<Fault> {
    match pair.split_once('=') {
        Some((wire, _)) if !is_query_name(wire) => {
            let message = format!("'{wire}' cannot be a name in a query");
            Some(codes::QUERY_FORM.fault(message, "write it like 'symbol={ticker}'"))
        }
        Some((_, value)) => placeholder_fault(endpoint, value, "query", needs),
        None => {
            let message = format!("'{pair}' is not a name and a value");
            let advice = format!("write '{pair}=…', for example 'symbol={{ticker}}'");
            Some(codes::QUERY_FORM.fault(message, advice))
        }
    }
}

/// Returns true unless a name has what stands between the names and values of a query, which would be encoded.
fn is_query_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|letter: char| "{}&?#=".contains(letter) || letter.is_whitespace())
}

/// Returns the fault of a name in a query that stands by itself. Parameters have names with blanks within, if hosts do.
pub(super) fn query_name_fault(name: &str, has_blanks: bool) -> Option<Fault> {
    if name.is_empty() {
        let advice = "write what the host takes";
        return Some(codes::BAD_WIRE.fault("a name in the query is not empty", advice));
    }
    let is_name = |name: &str| match has_blanks {
        true => name.split(' ').all(is_query_name),
        false => is_query_name(name),
    };
    (!is_name(name)).then(|| {
        let message = format!("'{name}' would be encoded, and is not only a name in a query");
        let plain = name.trim_matches(|letter: char| "&?#=".contains(letter) || letter.is_whitespace());
        let advice = match is_name(plain) {
            true => format!("write '{plain}'"),
            false => "write the name alone, without '?', '&', '=', '#', braces and blanks".to_owned(),
        };
        codes::BAD_WIRE.fault(message, advice)
    })
}

/// Returns the fault of a value behind a '=' that is or has a placeholder.
pub(super) fn placeholder_fault(
    endpoint: Located<'_, Endpoint>,
    value: &str,
    part: &str,
    needs: &str,
) -> Option<Fault> {
    match template::placeholder(value) {
        Some(param) => missing_value(endpoint, param, part, needs),
        None if value.contains(['{', '}']) => {
            let message = format!("'{value}' is not a whole placeholder");
            let advice = "write the placeholder alone behind the '=', like 'symbol={ticker}'";
            Some(codes::PLACEHOLDER_FORM.fault(message, advice))
        }
        None => None,
    }
}

/// Returns the fault of a placeholder whose parameter does not always have a value.
fn missing_value(endpoint: Located<'_, Endpoint>, param: &str, part: &str, needs: &str) -> Option<Fault> {
    if !endpoint.params().has(param) {
        return Some(unknown_placeholder(endpoint, param, part, ""));
    }
    let found = endpoint.params().named(param)?;
    let has_value = found.required || found.default.is_some() || !found.is_whole();
    (!has_value).then(|| {
        let message = format!("'{param}' may not be given, and {needs} needs its value");
        let advice = if needs == STEP {
            format!("give '{param}' a default, or make the query with 'queries'")
        } else {
            format!("give '{param}' a default, or remove this: a parameter is sent by its own 'in'")
        };
        codes::OPTIONAL_IN_PATH.fault(message, advice)
    })
}
