//! Checks of the examples of an endpoint: they are requests that the endpoint takes.

use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use virtual_finance_core::Bytes;
use virtual_finance_core::catalogue::BodyFormat;

use crate::codes;
use crate::diagnostic::Fault;
use crate::kind::Kind;
use crate::model::{body_format, is_empty};
use crate::names;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example, Param, Scalar, Values};
use crate::value;

use super::Checker;
use super::endpoint::unknown_param_fault;
use super::refused::in_words;
use super::values::ambiguity;

/// The advice for what is not JSON.
const CORRECT: &str = "correct it, or leave the key out";

impl Checker<'_, '_> {
    pub(super) fn examples(&mut self, name: &str, endpoint: Located<'_, Endpoint>) {
        let batched = |param: Located<'_, Param>| {
            param.batch.is_some() && self.faults.any_at(param.batch().position().key_span)
        };
        let is_batched = endpoint.params().entries().any(|(_, param)| batched(param));
        let has_response =
            !is_batched && !self.is_at_fault(endpoint.response()) && !self.is_at_fault(endpoint.raw());
        for (example, found) in endpoint.examples().entries() {
            self.key(found, names::word_fault(example));
            self.doc(found.doc());
            if let Some(now) = found.now().some() {
                self.value(now, now_fault(now));
            }
            // The reply may stand below a key that is at fault.
            if found.response.is_some() && found.reply.is_none() && !self.is_at_fault(found) {
                let message = "a response is what a reply becomes, and there is no 'reply'";
                let fault = codes::EXAMPLE_RESPONSE.fault(message, "add 'reply' or remove this");
                self.key(found.response(), fault);
            }
            self.example_params(name, endpoint, found);
            self.example_body(endpoint, found);
            match endpoint.raw.as_str() {
                "json" if !is_without_data(endpoint.value(), &found) => {
                    self.example_json::<Json>(found.reply(), "JSON", CORRECT);
                }
                "bytes" => {
                    let advice = "write the reply as '{ \"mediaType\": \"image/png\", \"base64\": \"…\" }'";
                    self.example_json::<Bytes>(found.reply(), "a file", advice);
                }
                _ => {}
            }
            self.example_json::<Json>(found.response(), "JSON", CORRECT);
            if has_response {
                self.example_data(name, endpoint, found);
            }
        }
    }

    /// Checks the values of an example: each is what YAML readers take for one of its type, and together they are what the
    /// core takes for a request.
    fn example_params(&mut self, name: &str, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        let before = self.faults.count();
        for (param, values) in found.params().entries() {
            match endpoint.params().named(param) {
                Some(declared) if self.is_at_fault(declared) => {}
                Some(declared) => self.example_value(param, declared.value(), values),
                None => self.key(values, unknown_param_fault(name, endpoint, param, "")),
            }
        }
        let is_due_to_others = self.faults.count() > before
            || found.params().has_broken()
            || self.is_at_fault(endpoint.params())
            || self.is_at_fault(endpoint.choices())
            || self.is_at_fault(endpoint.pages())
            || self.has_records_at_fault();
        if is_due_to_others {
            return;
        }
        let refused = self.catalogue.borrow_mut().refused(endpoint.value(), found.value());
        for fault in refused {
            let param = fault.param().split(['.', '[']).next().unwrap_or_default();
            match found.params().named(param) {
                Some(values) => self.value(values, in_words(fault)),
                None => self.key(found, in_words(fault)),
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
            Some(BodyFormat::Json) => self.example_json::<Json>(found.body(), "JSON", CORRECT),
            Some(_) => {}
            None => {
                let message = "the endpoint sends no body";
                let advice = "remove 'body', or write 'in: body' or 'in: form' at the parameters that it has";
                self.key(found.body(), codes::EXAMPLE_BODY.fault(message, advice));
            }
        }
    }

    fn example_value(&mut self, name: &str, param: &Param, values: Located<'_, Values>) {
        let Some(kind) = Kind::of(param, self.table.value()) else { return };
        let item = match (&kind, values.value()) {
            (Kind::List { item, .. }, _) => &**item,
            (Kind::Json { .. }, Values::Many(_)) => {
                let advice = "write it as JSON in quotes, like '[1, 2]'";
                let fault = codes::VALUE_TYPE.fault("the parameter takes JSON, not a list of YAML", advice);
                return self.value(values, fault);
            }
            (_, Values::Many(_)) => {
                let message = "the parameter takes one value, not a list";
                let fault = codes::VALUE_TYPE.fault(message, "write it without brackets");
                return self.value(values, fault);
            }
            (kind, Values::One(_)) => kind,
        };
        for one in values.scalars() {
            if !self.has_broken_variants(item)
                && let Err(fault) = self.read(name, item, one)
            {
                self.value(one, fault);
            }
        }
    }

    /// Returns true if some variants of an enumeration are broken, so that its values cannot be judged.
    fn has_broken_variants(&self, kind: &Kind<'_>) -> bool {
        matches!(kind, Kind::Enum { name, .. } if !self.lists_all(name))
    }

    /// Checks that a reply that is not text, or a response, is JSON of a type.
    fn example_json<T: DeserializeOwned>(
        &mut self,
        text: Located<'_, Option<String>>,
        what: &str,
        advice: &str,
    ) {
        let Some(text) = text.some() else { return };
        let Err(error) = serde_json::from_str::<T>(&text) else { return };
        let whole = error.to_string();
        let reason = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(reason, _)| reason);
        let fault = |reason: &str| codes::EXAMPLE_JSON.fault(format!("this is not {what}: {reason}"), advice);
        match self.faults.inside(text.position().span, &text, error.line(), error.column()) {
            Some(span) => self.at(text, span, fault(reason)),
            // The line and the column are counted from the beginning of the string.
            None => self.value(text, fault(&whole)),
        }
    }
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
        return Some(codes::VALUE_TYPE.fault("this is not a timestamp", advice));
    }
    ambiguity("now", &Kind::DateTime { is_iso: false }, now)
}
