//! Checks of one endpoint: its references, and each of its parameters by itself.

use virtual_finance_core::catalogue::span_of;

use crate::codes;
use crate::diagnostic::{Fault, nearest, suggest};
use crate::freshness;
use crate::kind::{BUILT_IN, Kind};
use crate::names;
use crate::parse::located::Located;
use crate::parse::remedies;
use crate::parse::table::{Endpoint, Param, TypeName};

use super::content::header_name_fault;
use super::{Checker, DRAFT};

/// The maximum number of retries.
const MAX_RETRIES: i64 = 20;

impl Checker<'_, '_> {
    /// Checks that an endpoint has what the project demands of each.
    fn complete(&mut self, name: &str, endpoint: Located<'_, Endpoint>) {
        let Some(replied_elsewhere) = self.around.complete else { return };
        let has_method = !endpoint.method().position().is_broken;
        let may_be_fresh = !endpoint.fresh_for().position().is_broken && has_method && endpoint.reads_only();
        if endpoint.fresh_for.is_none() && may_be_fresh {
            let message = format!("'{name}' does not say for how long a reply is fresh");
            let advice = "add 'fresh_for', for example 'fresh_for: 15m', as its data change";
            self.key(endpoint, codes::INCOMPLETE.fault(message, advice));
        }
        let has_reply = endpoint.examples.values().any(|example| example.reply.is_some());
        if !has_reply
            && !endpoint.examples().has_broken()
            && !replied_elsewhere.iter().any(|known| known == name)
        {
            let message = format!("'{name}' has no example with a reply");
            let advice =
                "give one a small invented 'reply', which the sample host serves and the tests convert";
            self.key(endpoint, codes::INCOMPLETE.fault(message, advice));
        }
        for (_, example) in endpoint.examples().entries().filter(|(_, example)| example.doc == DRAFT) {
            let message = format!("'{name}' is a draft");
            let advice = "correct its docs, its types and the reply, then say here what the example shows";
            self.value(example.doc(), codes::INCOMPLETE.fault(message, advice));
        }
    }

    pub(super) fn endpoint(&mut self, name: &str, endpoint: Located<'_, Endpoint>) {
        let before = self.faults.count();
        self.doc(endpoint.doc());
        self.deprecated(endpoint.deprecated());
        self.host(endpoint.host());
        self.session(endpoint.host(), endpoint.session());
        if !(100..=599).contains(&endpoint.status) {
            let message = format!("{} is not an HTTP status", endpoint.status);
            let advice = "write one from 100 to 599, most likely 200";
            self.value(endpoint.status(), codes::STATUS.fault(message, advice));
        }
        self.response(name, endpoint);
        let prepare = endpoint.prepare().some();
        if let Some(prepare) =
            prepare.filter(|prepare| Some(prepare.as_str()) != endpoint.converter.as_deref())
        {
            self.converter(prepare);
        }
        self.settings(endpoint);
        if let Some(header) = endpoint.idempotency().some() {
            self.value(header, header_name_fault(&header, false));
            if endpoint.reads_only() && !endpoint.method().position().is_broken {
                let message = "a request that only reads is sent again without a key";
                self.key(header, codes::NO_EFFECT.fault(message, "remove it"));
            }
        }
        self.members(endpoint);
        self.content(endpoint);
        self.graphql(endpoint);
        self.secrets(endpoint);
        self.path(endpoint);
        for (param, found) in endpoint.params().entries() {
            self.param(name, endpoint, param, found);
        }
        for (param, repeat) in endpoint.repeats().entries() {
            self.key(repeat, unknown_param_fault(name, endpoint, param, ""));
            if let Some(pattern) = repeat.ignoring().some() {
                self.pattern(pattern, &pattern);
            }
        }
        self.choices(name, endpoint);
        self.fallbacks(endpoint);
        self.pages(name, endpoint);
        self.until(endpoint);
        if let Some(fresh_for) = endpoint.fresh_for().some() {
            self.fresh_for(endpoint, fresh_for);
        }
        self.view(endpoint);
        self.examples(name, endpoint);
        self.complete(name, endpoint);
        // Behind another error of the endpoint a wrong address or body could be due to it.
        let is_whole = !endpoint.params().has_broken() && !endpoint.examples().has_broken();
        if self.faults.count() == before && is_whole {
            for (_, found) in endpoint.examples().entries() {
                self.example_address(endpoint, found);
            }
            self.example_bodies(endpoint);
        }
    }

    /// Checks the defaults for the settings of a client.
    fn settings(&mut self, endpoint: Located<'_, Endpoint>) {
        if let Some(retries) = endpoint.retries().some() {
            if !(0..=MAX_RETRIES).contains(&*retries) {
                let message = format!("{} is no number of retries", *retries);
                let advice = format!("write one from 0 to {MAX_RETRIES}");
                self.value(retries, codes::SPAN.fault(message, advice));
            }
            let is_repeated = endpoint.reads_only() || endpoint.idempotency.is_some();
            if !is_repeated && !endpoint.method().position().is_broken {
                let message = format!("a {} that may change something is not sent again", endpoint.method);
                let advice = "remove it, or write 'safe: true', or the header of a key in 'idempotency'";
                self.key(retries, codes::NO_EFFECT.fault(message, advice));
            }
        }
        if let Some(deadline) = endpoint.deadline().some() {
            self.span(deadline);
        }
    }

    /// Checks a span of time.
    pub(super) fn span(&mut self, span: Located<'_, String>) {
        if span_of(&span).is_none() {
            let message = format!("'{}' is no time", *span);
            let advice = "write an integer from 1 to 9999 with 's', 'm', 'h' or 'd', like '15s'";
            self.value(span, codes::SPAN.fault(message, advice));
        }
    }

    pub(super) fn host(&mut self, host: Located<'_, String>) {
        let hosts = self.table.hosts();
        let is_meant = |known: &str| names::word_fault(known).is_some() && nearest(&host, [known]).is_some();
        if !hosts.has(&host) && !hosts.names().any(is_meant) {
            let message = format!("the table has no host '{}'", *host);
            let advice = suggest(&host, hosts.names());
            self.value(host, codes::UNKNOWN_HOST.fault(message, advice));
        }
    }

    pub(super) fn converter(&mut self, module: Located<'_, String>) {
        let name = module.as_str();
        if let Some(fault) = names::converter_fault(name) {
            self.value(module, fault);
        } else if !self.around.converters.iter().any(|known| known == name) {
            let near = nearest(name, self.around.converters.iter().map(String::as_str));
            let create = format!("create {}/{name}.rs", self.around.folder);
            let advice = near.map_or_else(|| create.clone(), |near| format!("write '{near}', or {create}"));
            let message = format!("there is no converter '{name}'");
            self.value(module, codes::UNKNOWN_CONVERTER.fault(message, advice));
        }
    }

    fn fresh_for(&mut self, endpoint: Located<'_, Endpoint>, fresh_for: Located<'_, String>) {
        if !endpoint.reads_only() && !endpoint.method().position().is_broken {
            let message = format!("no reply to a {} that may change something is kept", endpoint.method);
            let advice = match endpoint.graphql {
                Some(_) => "remove 'fresh_for', or write a query in 'graphql'",
                None => "remove 'fresh_for', or write 'safe: true' if the request only reads",
            };
            self.key(fresh_for, codes::NO_EFFECT.fault(message, advice));
        }
        if freshness::read(&fresh_for).is_none() {
            let message = format!("'{}' is no time for which a reply is fresh", *fresh_for);
            let advice = "write an integer from 1 to 9999 with 's', 'm', 'h' or 'd', like '15s', or a word like \
                          'next_close' for a time that the converter says";
            // A project may demand a time of each endpoint.
            let without =
                if self.around.complete.is_some() { "" } else { "; leave 'fresh_for' out to keep no reply" };
            let advice = format!("{advice}{without}");
            self.value(fresh_for, codes::SPAN.fault(message, advice));
        }
    }

    fn param(&mut self, name: &str, endpoint: Located<'_, Endpoint>, param: &str, found: Located<'_, Param>) {
        self.doc(found.doc());
        self.deprecated(found.deprecated());
        if found.required && found.deprecated.is_some() {
            let message = format!("every request needs '{param}', so that nobody can do without it");
            let advice = "deprecate the request, or make the parameter optional";
            self.key(found.deprecated(), codes::DEPRECATION.fault(message, advice));
        }
        if found.wire.as_ref().is_some_and(String::is_empty) {
            let message = "a name on the wire is not empty";
            self.value(found.wire(), codes::BAD_WIRE.fault(message, "write what the host takes"));
        }
        if found.required && found.default.is_some() {
            let message = format!("'{param}' is required, so its default is never used");
            let advice = "remove 'default' or 'required'";
            self.key(found.default(), codes::REQUIRED_DEFAULT.fault(message, advice));
        }
        match Kind::of(found.value(), self.table.value()) {
            Some(kind) => {
                self.values(endpoint, param, found, &kind);
                self.batch(endpoint, param, found, &kind);
                self.json_value(endpoint, param, found, &kind);
                self.in_message(param, found, &kind);
                self.relations(name, endpoint, param, found, &kind);
            }
            None if Kind::unless_null(found.value(), self.table.value()).is_some() => {
                let message = format!("'{param}' is of a type that has no null");
                let advice = "remove 'nullable', or write 'type: string' with a 'pattern' such as 'one|two'";
                self.key(found.nullable(), codes::JSON_VALUE.fault(message, advice));
            }
            None => self.unknown_type(found.kind()),
        }
    }

    fn unknown_type(&mut self, kind: Located<'_, TypeName>) {
        let name = kind.name();
        let (types, records) = (self.table.types(), self.table.records());
        let grammars = self.table.grammars();
        if !types.has(&name) && !grammars.has(&name) && !records.has(&name) {
            let built_in = BUILT_IN.iter().map(|(built_in, _)| *built_in);
            let known = built_in.chain(types.names()).chain(grammars.names()).chain(records.names());
            let advice =
                remedies::of_type(&name).map_or_else(|| suggest(&name, known), |own| format!("write {own}"));
            let message = format!("there is no type '{}'", *name);
            self.value(name, codes::UNKNOWN_TYPE.fault(message, advice));
        }
    }

    /// Reports a value that names no parameter of the endpoint.
    pub(super) fn unknown_param<T>(
        &mut self,
        at: Located<'_, T>,
        name: &str,
        endpoint: Located<'_, Endpoint>,
        param: &str,
    ) {
        self.value(at, unknown_param_fault(name, endpoint, param, ""));
    }
}

/// Returns the fault of a name that no parameter of the endpoint has, unless that parameter is itself broken.
/// The advice keeps `ending`, the text behind the name.
pub(super) fn unknown_param_fault(
    name: &str,
    endpoint: Located<'_, Endpoint>,
    param: &str,
    ending: &str,
) -> Option<Fault> {
    let params = endpoint.params();
    if params.has(param) {
        return None;
    }
    // A parameter whose own name is at fault may be the one that is meant.
    let is_meant = |known: &str| names::word_fault(known).is_some() && nearest(param, [known]).is_some();
    if params.names().any(is_meant) {
        return None;
    }
    let of_wire = || params.entries().find(|(_, found)| found.wire.as_deref() == Some(param));
    let advice = match nearest(param, params.names()).or_else(|| of_wire().map(|(name, _)| name)) {
        Some(near) => format!("write '{near}{ending}'"),
        None => suggest(param, params.names()),
    };
    Some(codes::UNKNOWN_PARAM.fault(format!("'{name}' has no parameter '{param}'"), advice))
}
