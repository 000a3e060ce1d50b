//! Checks of the responses that a table declares, and of the records that they consist of.

use std::collections::HashSet;

use virtual_finance_core::catalogue::Freshness;

use crate::codes;
use crate::diagnostic::{nearest, suggest};
use crate::freshness;
use crate::item::{ITEMS, Item, record_path, sent_records};
use crate::model::{EPOCH_MILLISECONDS, is_empty};
use crate::names;
use crate::parse::located::Located;
use crate::parse::pages::Pages;
use crate::parse::remedies;
use crate::parse::table::{Endpoint, ErrorObject, Field, ItemType, Record, Response};

use super::content::body_fault;
use super::names::Namespace;
use super::replies::plain;
use super::{Checker, limits};

impl Checker<'_, '_> {
    /// Checks that an endpoint has one origin of its response, and that it is there.
    pub(super) fn response(&mut self, name: &str, endpoint: Located<'_, Endpoint>) {
        if endpoint.raw == "bytes" {
            self.bytes(endpoint);
            // One is reported by itself.
            if endpoint.converter.is_none() {
                self.needs_converter(endpoint);
            }
            return;
        }
        match (endpoint.converter().some(), endpoint.response().some()) {
            (Some(module), None) => self.converter(module),
            (None, Some(response)) => {
                self.declared(endpoint, response);
                if endpoint.raw == "txt" {
                    self.text(endpoint, response);
                }
                self.items_of(name, endpoint, response);
                self.format(endpoint, response);
                self.statuses(endpoint, response);
                self.needs_converter(endpoint);
            }
            // A misspelt key is reported already.
            (None, None) if endpoint.converter().position().is_broken => {}
            (None, None) if endpoint.response().position().is_broken => {}
            (None, None) if endpoint.raw().position().is_broken => {}
            (None, None) => {
                let message = format!("'{name}' has neither a converter nor a response");
                let advice = format!(
                    "add 'converter: {}', or 'response: {{ type: … }}' where the reply has it as it is",
                    names::snake(name)
                );
                self.key(endpoint, codes::RESPONSE_ORIGIN.fault(message, advice));
            }
            (Some(_), Some(response)) => {
                let message = format!("'{name}' has both a converter and a response");
                self.key(response, codes::RESPONSE_ORIGIN.fault(message, "remove one of them"));
            }
        }
    }

    /// Reports the keys of an endpoint that only a converter can follow.
    fn needs_converter(&mut self, endpoint: Located<'_, Endpoint>) {
        let fault = |what: &str| {
            let message = format!("{what}, and this endpoint has none");
            codes::RESPONSE_ORIGIN.fault(message, "write a converter, or remove it")
        };
        let is_alone =
            |function: &Located<'_, String>| endpoint.graphql.is_none() && body_fault(function).is_none();
        let pages = endpoint.value().pages.as_ref();
        let for_pages = pages.and_then(Pages::parameter);
        for (name, param) in endpoint.params().entries() {
            // The parameter of the pages is reported there.
            if param.place == "client" && for_pages != Some(name) {
                self.value(param.place(), fault("only a converter reads a parameter that is not sent"));
            }
            if param.client {
                self.key(param.client(), fault("only a converter reads a parameter"));
            }
        }
        if let Some(fresh_for) = endpoint.fresh_for().some()
            && let Some(Freshness::Until(_)) = freshness::read(&fresh_for)
        {
            self.value(fresh_for, fault("only a converter says until when a reply is fresh"));
        }
        if let Some(function) = endpoint.body().some().filter(is_alone) {
            self.value(function, fault("only a converter's module makes a body"));
        }
        if let Some(split) = endpoint.split().some() {
            self.value(split, fault("only a converter takes several replies"));
        }
        for (_, fallback) in endpoint.fallbacks().entries() {
            for (_, step) in fallback.steps().entries() {
                if let Some(split) = step.split().some() {
                    self.value(split, fault("only a converter takes several replies"));
                }
                if let Some(queries) = step.queries().some() {
                    self.value(queries, fault("only a converter makes queries"));
                }
            }
        }
    }

    /// Checks the response of a reply that is text: it is the text.
    fn text(&mut self, endpoint: Located<'_, Endpoint>, response: Located<'_, Response>) {
        let fault = |message: &str, advice: &str| codes::RESPONSE_ORIGIN.fault(message, advice);
        if response.value().kind != ItemType::One("string".to_owned()) {
            let advice = "write a converter, 'type: string' for the text itself, or 'raw: json'";
            return self.value(endpoint.raw(), fault("only a converter reads text", advice));
        }
        if response.at.is_some() || response.error.is_some() || response.empty.is_some() {
            let message = "a text has no parts, and is data even if it is empty";
            self.key(response, fault(message, "remove 'at', 'error' and 'empty', or write a converter"));
        }
    }

    fn declared(&mut self, endpoint: Located<'_, Endpoint>, response: Located<'_, Response>) {
        if !is_empty(&response.value().kind) {
            self.item(response.kind());
        }
        if let Some(at) = response.at().some() {
            self.data_path(endpoint, at);
        }
        if let Some(error) = response.error().some() {
            self.error_object(endpoint, error);
        }
    }

    fn error_object(&mut self, endpoint: Located<'_, Endpoint>, error: Located<'_, ErrorObject>) {
        self.data_path(endpoint, error.at());
        for member in [error.code().some(), error.message().some()].into_iter().flatten() {
            if let Some(below) = member.strip_prefix(&format!("{}.", error.value().at)) {
                let message = format!("this path begins at 'at', the error '{}'", error.value().at);
                self.value(member, codes::DATA_PATH.fault(message, format!("write '{below}'")));
            } else if let Some(plain) = plain(&member) {
                let message = format!("'{}' is a path of another language", *member);
                self.value(member, codes::DATA_PATH.fault(message, format!("write '{plain}'")));
            }
        }
    }

    pub(super) fn record(
        &mut self,
        name: &str,
        record: Located<'_, Record>,
        closing: &HashSet<(&str, &str)>,
    ) {
        self.doc(record.doc());
        if record.one_of().extent().is_some() || record.other.is_some() {
            return self.one_of(name, record, closing);
        }
        if record.fields().extent().is_none() && !record.has_broken() {
            let message = format!("'{name}' has no 'fields'");
            let advice = "add 'fields:' and names of your own below it, or 'one_of' for one of several types";
            return self.key(record, codes::MISSING_KEY.fault(message, advice));
        }
        let (mut members, mut wires) = (Namespace::default(), Namespace::default());
        if record.open {
            members.take("other", "the list of other members");
        }
        for (field, found) in record.fields().entries() {
            let by = format!("the field '{field}'");
            let fault = names::wired_fault(field, found.wire.is_some()).or_else(|| members.take(field, &by));
            self.key(found, fault);
            let wire = found.value().wire.as_deref().unwrap_or(field);
            let from = found.value().from.as_deref().filter(|from| *from != wire);
            let fault = wires.take(wire, &by).or_else(|| wires.take(from?, &by));
            self.key(found, fault);
            self.field((name, field), found, closing);
        }
        if let Some(layout) = record.layout().some() {
            let has_others = record.open || !record.whole.is_empty() || record_path(name).0.is_some();
            let fault = if has_others {
                Some((
                    "a list has the names of its places alone",
                    "remove 'open', 'partial' and 'whole', or 'layout'",
                ))
            } else if sent_records(self.table.value()).contains(name) {
                Some((
                    "a request sends it as an object",
                    "declare another record for the request, or remove 'layout'",
                ))
            } else {
                None
            };
            self.value(layout, fault.map(|(message, advice)| codes::FIELD_USE.fault(message, advice)));
        }
        // Behind a key that nobody knows, a use could be due to it.
        if !record.has_broken() {
            self.uses(record);
        }
    }

    fn field(
        &mut self,
        (record, name): (&str, &str),
        field: Located<'_, Field>,
        closing: &HashSet<(&str, &str)>,
    ) {
        self.doc(field.doc());
        self.deprecated(field.deprecated());
        for wire in [field.wire().some(), field.from().some()].into_iter().flatten() {
            self.plain(wire, &wire);
        }
        if let Some(unit) = field.unit().some() {
            self.plain(unit, &unit);
            if unit.trim().is_empty() {
                self.value(unit, codes::FIELD_USE.fault("the unit is empty", "write it, or remove the key"));
            }
            let item = Item::resolve(&field.value().kind, self.table.value());
            if item.is_some_and(|item| !has_unit(&item, &unit)) {
                let message = format!("only a number has a unit, and a datetime '{EPOCH_MILLISECONDS}'");
                let advice = "write the type 'number' or 'integer', or say in 'doc' how it is written";
                self.key(unit, codes::FIELD_USE.fault(message, advice));
            }
        }
        if !field.nulls.is_empty() {
            let item = Item::resolve(&field.value().kind, self.table.value());
            let fault = |message: String, advice| codes::FIELD_USE.fault(message, advice);
            let fault = if record_path(record).0.is_some() {
                let message = format!("a converter fills '{record}', and says itself what is null");
                Some(fault(message, "remove 'nulls'"))
            } else if item.is_some_and(|item| !has_texts(&item)) {
                let message = format!("'{name}' is no value that is written as one text");
                Some(fault(message, "remove 'nulls', or write it at the field of a record in it"))
            } else {
                None
            };
            self.key(field.nulls(), fault);
        }
        self.item(field.kind());
        if closing.contains(&(record, name)) {
            let message = format!("'{record}' contains itself through this field and never ends");
            let advice = "write { list: … } for several, or remove the field";
            self.value(field.kind(), codes::ENDLESS_RECORD.fault(message, advice));
        }
        if let Some(item) = Item::resolve(&field.value().kind, self.table.value()) {
            self.limits(field, field.value().limits(), limits::of_item(&item));
        }
    }

    /// Returns the names of the enumerations that responses may have.
    fn open_types(&self) -> impl Iterator<Item = &str> {
        self.table.types().entries().filter(|(_, found)| found.other.is_some()).map(|(name, _)| name)
    }

    /// Checks that a type of responses is there.
    pub(super) fn item(&mut self, item: Located<'_, ItemType>) {
        if let Some(found) = Item::resolve(item.value(), self.table.value()) {
            if found.is_file() {
                let message = "a file is the body of a request, a part of a form, or a reply";
                let advice = "write 'raw: bytes' for a reply, and 'string' for Base64 in JSON";
                self.value(item.name(), codes::UNKNOWN_ITEM.fault(message, advice));
            }
            return;
        }
        let (name, records) = (item.name(), self.table.records());
        // It may be in a part that is broken.
        let is_meant = |known: &str| names::item_fault(known).is_some() && nearest(&name, [known]).is_some();
        if records.has(&name) || self.table.types().position().is_broken || records.names().any(is_meant) {
            return;
        }
        let built_in = ITEMS.iter().map(|(built_in, _)| *built_in);
        let advice = match remedies::of_type(&name) {
            _ if self.table.types().has(&name) => {
                "write 'string', or give the enumeration 'other': hosts add values to what they send"
                    .to_owned()
            }
            Some(own) => format!("write {own}"),
            None => suggest(&name, built_in.chain(records.names()).chain(self.open_types())),
        };
        let message = format!("no response can be of the type '{}'", *name);
        self.value(name, codes::UNKNOWN_ITEM.fault(message, advice));
    }
}

/// Returns true for a type whose values a host may write as one text each.
const fn has_texts(item: &Item<'_>) -> bool {
    use Item::{Boolean, Date, DateTime, Enum, Integer, Number, String};
    matches!(item, String | Integer | Number | Boolean | Date | DateTime | Enum(_))
}

/// Returns true for a type whose values may have a unit: numbers, lists and maps of them, and times in milliseconds.
fn has_unit(item: &Item<'_>, unit: &str) -> bool {
    match item {
        Item::Integer | Item::Number | Item::Any => true,
        Item::DateTime => unit == EPOCH_MILLISECONDS,
        Item::List(item) | Item::Map(item) => **item != Item::DateTime && has_unit(item, unit),
        _ => false,
    }
}
