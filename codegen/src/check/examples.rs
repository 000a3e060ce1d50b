//! Checks of the examples of an endpoint: they are requests that the endpoint takes, and addresses of it. Only
//! the tests of the client know the query that a `prepare` makes, and the response of a reply.

use virtual_finance_core::Bytes;
use virtual_finance_core::catalogue::BodyFormat;
use virtual_finance_core::request::{Request as _, Segment};

use crate::codes;
use crate::diagnostic::{Fault, nearest};
use crate::kind::Kind;
use crate::model::{body_format, is_empty};
use crate::names;
use crate::parse::limits::Limits;
use crate::parse::located::Located;
use crate::parse::pages::Pages;
use crate::parse::table::{Endpoint, Example, Param, Scalar, Values};
use crate::template;
use crate::value::{self, Value};

use super::Checker;
use super::endpoint::unknown_param_fault;
use super::hosts::address_fault;
use super::places::text_fault;
use super::values::ambiguity;

impl Checker<'_, '_> {
    /// `has_path` is false if the path of the endpoint is at fault, and its addresses cannot be judged.
    pub(super) fn examples(&mut self, name: &str, endpoint: Located<'_, Endpoint>, has_path: bool) {
        let in_path = endpoint.params().entries().filter(|(_, param)| param.place == "path");
        let has_path = has_path && !in_path.into_iter().any(|(_, param)| self.is_at_fault(param));
        let batched = |param: Located<'_, Param>| {
            param.batch.is_some() && self.faults.any_at(param.batch().position().key_span)
        };
        let is_batched = endpoint.params().entries().any(|(_, param)| batched(param));
        let has_response =
            !is_batched && !self.is_at_fault(endpoint.response()) && !self.is_at_fault(endpoint.raw());
        for (example, found) in endpoint.examples().entries() {
            self.name(found, names::word_fault(example));
            self.doc(found.doc());
            if let Some(now) = found.now().some()
                && let Some(fault) = now_fault(now)
            {
                self.value(now, fault);
            }
            // The reply may stand below a key that is at fault.
            if found.response.is_some() && found.reply.is_none() && !self.is_at_fault(found) {
                let message = "a response is what a reply becomes, and there is no 'reply'";
                let fault = Fault::new(codes::EXAMPLE_RESPONSE, message, "add 'reply' or remove this");
                self.key(found.response(), fault);
            }
            self.example_params(name, endpoint, found);
            self.example_body(endpoint, found);
            if has_path {
                self.example_url(endpoint, found);
            }
            if matches!(endpoint.raw.as_str(), "json" | "bytes") && !is_without_data(endpoint.value(), &found)
            {
                self.example_json(found.reply());
            }
            if endpoint.raw == "bytes" {
                self.example_bytes(found.reply());
            }
            self.example_json(found.response());
            if has_response {
                self.example_data(name, endpoint, found);
            }
        }
    }

    fn example_params(&mut self, name: &str, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        self.example_lacks(endpoint, found);
        for (param, values) in found.params().entries() {
            match endpoint.params().named(param) {
                Some(declared) if self.is_at_fault(declared) => {}
                // What it is to be is reported at the pages.
                Some(_) if self.is_at_fault(endpoint.pages()) && is_of_pages(endpoint.value(), param) => {}
                Some(declared) => {
                    self.example_value(param, declared.value(), values);
                    if !self.is_misplaced(endpoint, param) {
                        self.example_relations(param, declared.value(), values, found);
                    }
                }
                None => self.name(values, unknown_param_fault(name, endpoint, param, "")),
            }
        }
        self.example_choices(endpoint, found);
    }

    /// Returns true for a parameter of a choice that is at fault.
    fn is_misplaced(&self, endpoint: Located<'_, Endpoint>, param: &str) -> bool {
        endpoint.choices().entries().any(|(_, choice)| {
            let mut options = choice.options.values();
            let is_of = |names: &[String]| names.iter().any(|name| name == param);
            options.any(|option| is_of(&option.required) || is_of(&option.optional))
                && self.is_at_fault(choice)
        })
    }

    /// Reports the required parameters that an example does not give.
    fn example_lacks(&mut self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        // A required parameter with a default is at fault itself.
        let needed =
            endpoint.params().entries().filter(|(_, param)| param.required && param.default.is_none());
        for (param, declared) in needed.filter(|(param, _)| !found.params().has(param)) {
            if self.is_at_fault(declared) || self.is_misplaced(endpoint, param) {
                continue;
            }
            let misspelt = found
                .params
                .keys()
                .any(|other| !endpoint.params.contains_key(other) && nearest(other, [param]).is_some());
            if !misspelt {
                let message = format!("the example lacks '{param}', which is required");
                self.key(found, Fault::new(codes::EXAMPLE_LACKS, message, "add it to 'params'"));
            }
        }
    }

    /// Checks that an endpoint has the body of an example, and that it is JSON where its format is.
    fn example_body(&mut self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        // The format of a body depends on what is in it.
        if found.body.is_none() || self.is_at_fault(endpoint.params()) || self.is_at_fault(endpoint.headers())
        {
            return;
        }
        match body_format(endpoint.value()) {
            Some(BodyFormat::Json) => self.example_json(found.body()),
            Some(_) => {}
            None => {
                let message = "the endpoint sends no body";
                let advice = "remove 'body', or write 'in: body' or 'in: form' at the parameters that it has";
                self.key(found.body(), Fault::new(codes::EXAMPLE_BODY, message, advice));
            }
        }
    }

    /// Checks the value of a parameter against the other values of an example.
    fn example_relations(
        &mut self,
        param: &str,
        declared: &Param,
        values: Located<'_, Values>,
        found: Located<'_, Example>,
    ) {
        if let Some(earlier) = &declared.after
            && let Some(before) = found.params.get(earlier)
            && self.is_before(declared, &values, before)
        {
            let message = format!("'{param}' is not after '{earlier}'");
            self.value(values, Fault::new(codes::EXAMPLE_CONTRADICTS, message, "exchange the two values"));
        }
        for conflict in &declared.conflicts {
            let (other, value) = conflict.split_once('=').unwrap_or((conflict, ""));
            let contradicts = found.params.get(other).is_some_and(|with| {
                value.is_empty() || with.all().iter().any(|with| with.to_string() == value)
            });
            if contradicts {
                self.contradiction(values, param, conflict);
            }
        }
    }

    /// Checks that an example gives parameters of one option of each choice at most, and all that it needs.
    fn example_choices(&mut self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        for (_, choice) in endpoint.choices().entries() {
            if choice.has_broken() || self.is_at_fault(choice) {
                continue;
            }
            let choice = choice.value();
            let begun = choice.options.values().filter_map(|option| {
                let mut params = option.required.iter().chain(&option.optional);
                params.find_map(|param| Some((option, param, found.params().named(param)?)))
            });
            let begun: Vec<_> = begun.collect();
            // A parameter of two options is reported there.
            if let [(_, first, _), (_, second, values), ..] = begun.as_slice()
                && first != second
            {
                self.contradiction(*values, second, first);
            }
            if choice.required && begun.is_empty() {
                let sets: Vec<String> = choice
                    .options
                    .values()
                    .map(|option| format!("'{}'", option.required.join("' with '")))
                    .collect();
                let message = format!("the example lacks one of {}, which are required", sets.join(" and "));
                self.key(found, Fault::new(codes::EXAMPLE_LACKS, message, "add one to 'params'"));
            }
            for (option, first, values) in begun {
                for lacks in option.required.iter().filter(|param| !found.params.contains_key(*param)) {
                    let message = format!("'{first}' is never given without '{lacks}'");
                    let fault = Fault::new(codes::EXAMPLE_LACKS, message, format!("add '{lacks}'"));
                    self.key(values, fault);
                }
            }
        }
    }

    fn example_value(&mut self, name: &str, param: &Param, values: Located<'_, Values>) {
        let Some(kind) = Kind::of(param, self.table.value()) else { return };
        let (item, max_length) = match (&kind, values.value()) {
            (Kind::List { item, .. }, _) => (&**item, None),
            (Kind::Json { .. }, Values::Many(_)) => {
                let advice = "write it as JSON in quotes, like '[1, 2]'";
                let fault =
                    Fault::new(codes::VALUE_TYPE, "the parameter takes JSON, not a list of YAML", advice);
                return self.value(values, fault);
            }
            (_, Values::Many(_)) => {
                let message = "the parameter takes one value, not a list";
                let fault = Fault::new(codes::VALUE_TYPE, message, "write it without brackets");
                return self.value(values, fault);
            }
            (kind, Values::One(_)) => (kind, param.max_length),
        };
        let count = values.all().len();
        if count == 0 && matches!(item, Kind::String | Kind::Ticker) {
            let advice = "give a value, or leave the parameter out";
            let fault = Fault::new(codes::VALUE_TYPE, "an empty list shows nothing", advice);
            return self.value(values, fault);
        }
        let limit = param.max_length.filter(|_| max_length.is_none()).map(|limit| ("max_length", limit));
        let limit = limit.or(param.batch.map(|limit| ("batch", limit)));
        let is_exceeded = |(_, limit): &(&str, i64)| usize::try_from(*limit).is_ok_and(|limit| count > limit);
        if let Some((key, limit)) = limit.filter(is_exceeded) {
            let message = format!("there are {count} values, and '{key}' is {limit}");
            self.value(values, Fault::new(codes::VALUE_LENGTH, message, "change one of the two"));
        }
        if let Kind::List { separator, .. } = &kind
            && let Some(one) = values.scalars().into_iter().find(|one| one.to_string().contains(separator))
        {
            let message = format!("'{}' has '{separator}' in it, which stands between values in text", *one);
            let advice = match values.value() {
                Values::One(_) => format!("write [{}]", one.to_string().replace(*separator, ", ")),
                Values::Many(_) => "write another example".to_owned(),
            };
            return self.value(one, Fault::new(codes::SEPARATOR, message, advice));
        }
        let pattern = param.pattern.as_ref().and_then(|pattern| value::whole(pattern).ok());
        let limits = Limits { max_length, ..param.limits() };
        for one in values.scalars() {
            let fault = match self.read(name, item, one) {
                _ if self.has_broken_variants(item) => None,
                Ok(Value::Json(text)) => self.json_fault(param, &text),
                Ok(read) => {
                    let of_place = match &read {
                        Value::String(text) => text_fault(&param.place, text),
                        _ => None,
                    };
                    of_place.or_else(|| value::limit_fault(limits, &read, pattern.as_ref()))
                }
                Err(fault) => Some(fault),
            };
            if let Some(fault) = fault {
                self.value(one, fault);
            }
        }
    }

    /// Returns true if a value is not greater than the one that it must come after.
    fn is_before(&self, param: &Param, value: &Values, before: &Values) -> bool {
        let table = self.table.value();
        let Some(kind) = Kind::of(param, table) else { return false };
        let read = |values: &Values| value::read(&kind, values.all().first()?, table).ok();
        read(value).zip(read(before)).is_some_and(|(value, before)| value::is_not_after(&value, &before))
    }

    /// Returns true if some variants of an enumeration are broken, so that its values cannot be judged.
    fn has_broken_variants(&self, kind: &Kind<'_>) -> bool {
        matches!(kind, Kind::Enum { name, .. } if !self.lists_all(name))
    }

    fn contradiction<T>(&mut self, at: Located<'_, T>, one: &str, other: &str) {
        let message = format!("'{one}' contradicts '{other}'");
        self.key(at, Fault::new(codes::EXAMPLE_CONTRADICTS, message, "remove one of the two"));
    }

    /// Checks that a reply that is not text, or a response, is JSON.
    fn example_json(&mut self, text: Located<'_, Option<String>>) {
        if text.as_deref().is_some_and(|text| text.trim().is_empty()) {
            let advice = "write the JSON, or leave the key out";
            return self.value(text, Fault::new(codes::EXAMPLE_JSON, "an empty string is not JSON", advice));
        }
        let parsed = text.as_deref().map(serde_json::from_str::<serde_json::Value>);
        let (Some(Err(error)), Some(text)) = (parsed, text.some()) else { return };
        let (message, at) =
            (error.to_string(), format!(" at line {} column {}", error.line(), error.column()));
        let reason = message.strip_suffix(at.as_str()).unwrap_or(&message);
        if let Some(span) = self.faults.inside(text.position().span, &text, error.line(), error.column()) {
            let fault =
                Fault::new(codes::EXAMPLE_JSON, format!("this is not JSON: {reason}"), "correct it here");
            return self.at(text, span, fault);
        }
        let advice = "correct it; the line and the column are counted from the beginning of this string";
        let message = format!("this is not JSON: {message}");
        self.value(text, Fault::new(codes::EXAMPLE_JSON, message, advice));
    }

    /// Checks that a reply of bytes has them in Base64.
    fn example_bytes(&mut self, text: Located<'_, Option<String>>) {
        let Some(text) = text.some() else { return };
        // What is not JSON is reported as such.
        let Err(error) = serde_json::from_str::<Bytes>(&text) else { return };
        if error.is_data() {
            let advice = "write the reply as '{ \"mediaType\": \"image/png\", \"base64\": \"…\" }'";
            let fault = Fault::new(codes::EXAMPLE_JSON, format!("the reply is not bytes: {error}"), advice);
            match self.faults.inside(text.position().span, &text, error.line(), error.column()) {
                Some(span) => self.at(text, span, fault),
                None => self.value(text, fault),
            }
        }
    }

    /// Checks that the address of an example has the path of its request.
    fn example_url(&mut self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        let Some(host) = self.table.hosts.get(&endpoint.host) else { return };
        // An address of the host, or a value, that is itself at fault says nothing about the example.
        if address_fault(&host.default).is_some() || self.is_at_fault(found.params()) {
            return;
        }
        if let Some((name, values)) = empty_in_path(endpoint, found) {
            let message = format!("'{name}' is empty, and stands in the path");
            return self.value(values, Fault::new(codes::EXAMPLE_URL, message, "give it a value"));
        }
        let Some(request) = self.request(endpoint, found) else { return };
        let path: Vec<String> = request.path().iter().map(Segment::encoded).collect();
        let wanted = format!("{}/{}", host.default, path.join("/"));
        let address = found.url.split_once('?').map_or(found.url.as_str(), |(address, _)| address);
        // A plus is itself in a path.
        let plain = |address: &str| template::decoded(&address.replace('+', "%2B"));
        if plain(address) != plain(&wanted) || found.url.contains([' ', '#', '{', '}']) {
            let message = format!("the request goes to '{wanted}'");
            let advice = "write it here, with the query behind it, or correct 'params'";
            self.value(found.url(), Fault::new(codes::EXAMPLE_URL, message, advice));
        }
    }
}

/// Returns the parameter that is a segment of the path, and to which an example gives an empty text.
fn empty_in_path<'t>(
    endpoint: Located<'t, Endpoint>,
    found: Located<'t, Example>,
) -> Option<(&'t str, Located<'t, Values>)> {
    let is_segment =
        |name: &str| endpoint.path.split('/').any(|segment| template::placeholder(segment) == Some(name));
    let is_empty = |values: &Values| matches!(values, Values::One(one) if one.to_string().is_empty());
    found.params().entries().find(|(name, values)| is_empty(values) && is_segment(name))
}

/// Returns true for the parameter that a client sets for each page.
fn is_of_pages(endpoint: &Endpoint, param: &str) -> bool {
    endpoint.pages.as_ref().and_then(Pages::parameter) == Some(param)
}

/// Returns true for the reply of an example that has no data, as the endpoint says.
fn is_without_data(endpoint: &Endpoint, example: &Example) -> bool {
    let is_declared = endpoint.response.as_ref().is_some_and(|response| is_empty(&response.kind));
    is_declared && example.reply.as_deref().is_some_and(|reply| reply.trim().is_empty())
}

/// Returns the fault of the client's clock in an example.
fn now_fault(now: Located<'_, Scalar>) -> Option<Fault> {
    if value::timestamp(&now).is_none() {
        let advice = "write 2020-01-31T16:00:00Z or epoch seconds";
        return Some(Fault::new(codes::VALUE_TYPE, "this is not a timestamp", advice));
    }
    ambiguity("now", &Kind::DateTime { is_iso: false }, now)
}
