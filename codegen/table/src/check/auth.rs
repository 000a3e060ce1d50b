//! Checks of the credentials that hosts want, and of secrets that have no place in a table.

use crate::codes;
use crate::diagnostic::Fault;
use crate::parse::keys::Part as _;
use crate::parse::located::Located;
use crate::parse::table::{Auth, Endpoint};
use crate::quoting::yaml_string;
use crate::secret::{has_form, is_key};

use super::Checker;
use super::content::header_name_fault;
use super::fallbacks::query_name_fault;

/// The keys that each form needs, and its optional keys.
const KEYS: &[(&str, &[&str], &[&str])] = &[
    ("header", &["name"], &["env", "second", "second_env", "optional"]),
    ("query", &["name"], &["env", "second", "second_env", "optional"]),
    ("bearer", &[], &["env", "word", "optional"]),
    ("basic", &[], &["env", "second_env", "optional"]),
    ("contact", &[], &["env", "optional"]),
    ("oauth2", &["token_host", "token_path"], &["env", "second_env", "scopes", "optional"]),
];

const GIVE_IT: &str = "remove it, declare 'auth' of the host, and give the secret to the client";

impl Checker<'_, '_> {
    pub(super) fn auth(&mut self, auth: Located<'_, Auth>) {
        let kind = auth.kind.as_str();
        if auth.kind().position().is_broken {
            return;
        }
        let (_, needed, others) = KEYS.iter().find(|(known, ..)| *known == kind).copied().unwrap_or_default();
        let given = Auth::default().differences(auth.value());
        let given = || given.iter().map(|(key, ..)| key.name);
        for key in needed.iter().filter(|key| !given().any(|given| given == **key)) {
            // Another key may stand for it, which is reported.
            if !auth.child(key, &()).position().is_broken {
                let message = format!("'auth' of the type {kind} has no '{key}'");
                let fault = codes::AUTH_KEYS.fault(message, format!("add '{key}'"));
                self.key(auth.kind(), fault);
            }
        }
        for key in given().filter(|key| *key != "type" && !needed.contains(key) && !others.contains(key)) {
            let message = format!("'{key}' has no effect where the type is {kind}");
            self.key(auth.child(key, &()), codes::NO_EFFECT.fault(message, "remove it"));
        }
        self.auth_values(auth, kind);
    }

    fn auth_values(&mut self, auth: Located<'_, Auth>, kind: &str) {
        for name in [auth.name().some(), auth.second().some()].into_iter().flatten() {
            let fault = match kind {
                "header" => header_name_fault(&name, true),
                _ => query_name_fault(&name, false),
            };
            self.value(name, fault);
        }
        for env in [auth.env().some(), auth.second_env().some()].into_iter().flatten() {
            self.value(env, env_fault(&env));
        }
        let is_sent = auth.name.is_none() || auth.second.is_some();
        if let Some(second) = auth.second_env().some().filter(|_| auth.env.is_none() || !is_sent) {
            let message = "the secret needs the variable of its first part, and the name of its second";
            let advice = "add 'env', and 'second' beside a 'name'";
            self.key(second, codes::AUTH_KEYS.fault(message, advice));
        }
        if let Some(host) = auth.token_host().some() {
            self.host(host);
        }
        if let Some(path) = auth.token_path().some() {
            self.path_form(path, |_, name| {
                let message = format!("'{name}' has no value here");
                Some(codes::PLACEHOLDER_FORM.fault(message, "write it like 'oauth/token'"))
            });
        }
    }

    /// Reports a constant that is a secret.
    pub(super) fn secret(&mut self, pair: Located<'_, String>) {
        let (name, value) = pair.split_once('=').unwrap_or(("", &pair));
        if has_form(value) {
            let message = format!("'{name}' is sent as a constant, and looks like a secret");
            self.value(pair, codes::SECRET.fault(message, GIVE_IT));
        }
    }

    /// Reports parameters that are most likely the key that the host wants of every request.
    pub(super) fn keys_as_params(&mut self, endpoint: Located<'_, Endpoint>) {
        for (name, param) in endpoint.params().entries() {
            let (wire, place) = (param.value().wire_name(name), param.place.as_str());
            if is_key(wire, place) {
                let message = format!(
                    "'{name}' looks like a key, and a parameter is no secret: addresses in messages have it"
                );
                let advice = format!(
                    "remove it, and write 'auth: {{ type: {place}, name: {} }}' at the host '{}'",
                    yaml_string(wire, true),
                    endpoint.host
                );
                self.key(param, codes::KEY_PARAM.fault(message, advice));
            }
        }
    }

    /// Reports constants and defaults that are secrets.
    pub(super) fn secrets(&mut self, endpoint: Located<'_, Endpoint>) {
        for pair in endpoint.query().items().chain(endpoint.headers().items()) {
            self.secret(pair);
        }
        for (name, param) in endpoint.params().entries() {
            if param.default.as_ref().is_some_and(|default| has_form(&default.to_string())) {
                let message = format!("the default of '{name}' looks like a secret");
                self.value(param.default(), codes::SECRET.fault(message, GIVE_IT));
            }
        }
    }
}

/// Returns the fault of the name of an environment variable.
fn env_fault(name: &str) -> Option<Fault> {
    let is_name = name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    (!is_name).then(|| {
        // The value is not repeated: it may be the secret.
        let message = "this is not the name of an environment variable, and may be a secret";
        let advice =
            "write a name such as SHOP_KEY; a secret never stands in a table, so replace it if it is one";
        codes::SECRET.fault(message, advice)
    })
}
