//! Checks of the hosts: a client can send requests to their addresses.

use virtual_finance_core::catalogue::HostRate;
use virtual_finance_core::examples::is_address;

use crate::codes;
use crate::diagnostic::Fault;
use crate::parse::located::Located;
use crate::parse::table::{Auth, Host};

use super::Checker;
use super::content::constant_header_fault;

impl Checker<'_, '_> {
    pub(super) fn hosts(&mut self) {
        for (_, host) in self.table.hosts().entries() {
            if let Some((message, advice)) = address_fault(&host.default) {
                self.value(host.default(), codes::ADDRESS.fault(message, advice));
            }
            self.doc(host.doc());
            if let Some(auth) = host.auth().some() {
                self.auth(auth);
            }
            for (_, other) in host.auth_or().entries() {
                self.auth(other);
                let is_custom = |auth: &Auth| auth.kind == "custom";
                let is_alone = !host.auth().position().is_broken && host.auth.as_ref().is_none_or(is_custom);
                if is_alone || is_custom(&other) {
                    let message = "other credentials have no effect beside custom credentials";
                    let advice = "write 'auth' with another type, or remove them";
                    self.key(other, codes::NO_EFFECT.fault(message, advice));
                }
            }
            self.headers(host);
            if let Some(rate) = host.rate().some().filter(|rate| HostRate::read(rate).is_none()) {
                let message = format!("'{}' is no rate", *rate);
                let advice = "write the number of requests, '/' and a time, like '25/1m' or '10/1s'";
                self.value(rate, codes::SPAN.fault(message, advice));
            }
        }
    }

    /// Checks the constant headers of a host.
    fn headers(&mut self, host: Located<'_, Host>) {
        let mut names: Vec<String> = Vec::new();
        let key = host.auth.as_ref().filter(|auth| auth.kind == "header");
        names.extend(key.and_then(|auth| auth.name.as_deref()).map(str::to_ascii_lowercase));
        for pair in host.headers().items() {
            let (name, _) = pair.split_once('=').unwrap_or((&pair, ""));
            if let Some(fault) = constant_header_fault(&pair, constant_fault) {
                self.value(pair, fault);
            } else if names.contains(&name.to_ascii_lowercase()) {
                let message = format!("requests to the host would have the header '{name}' twice");
                self.value(pair, codes::SENT_TWICE.fault(message, "remove one of them"));
            }
            self.secret(pair);
            names.push(name.to_ascii_lowercase());
        }
    }
}

/// Returns the fault of the value of a header that all endpoints have, and so is the parameter of none.
fn constant_fault(value: &str) -> Option<Fault> {
    value.contains(['{', '}']).then(|| {
        let message = format!("'{value}' is no constant: a host has no parameters");
        codes::PLACEHOLDER_FORM.fault(message, "write it into 'headers' of the endpoints")
    })
}

/// Returns what is wrong with the address of a host, and what to write.
pub(super) fn address_fault(address: &str) -> Option<(String, String)> {
    let trimmed = address.trim_end_matches('/');
    let usual = "write it like 'https://query.example.com'";
    let no_address =
        |advice: &str| Some((format!("'{address}' is not the address of a host"), advice.to_owned()));
    let Some(rest) = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://")) else {
        let is_name = trimmed.contains('.') && !trimmed.contains([':', ' ']);
        return no_address(&if is_name { format!("write 'https://{trimmed}'") } else { usual.to_owned() });
    };
    if address.contains(['{', '}']) {
        let message = "the address of a host has no placeholders".to_owned();
        return Some((
            message,
            "write one host for each address; a client overrides an address by its name".to_owned(),
        ));
    }
    if rest.split('/').next().is_some_and(|authority| authority.contains('@')) {
        // It is not repeated: it may have a secret.
        let message = "the address of a host has no name and no password".to_owned();
        let advice = "remove them, and write 'auth: { type: basic }' at the host; a client is given them";
        return Some((message, advice.to_owned()));
    }
    if address.contains(['?', '#', '@', '\\'])
        || address.contains(|letter: char| letter.is_whitespace() || letter.is_control())
        || !is_address(address)
    {
        return no_address(usual);
    }
    address.ends_with('/').then(|| {
        let message = "the address of a host ends without a '/': the path is appended with one";
        (message.to_owned(), format!("write '{trimmed}'"))
    })
}
