//! Checks of the lists and the keys of the responses that a table declares.

use crate::codes;
use crate::diagnostic::{Fault, suggest};
use crate::item::Item;
use crate::kind::Kind;
use crate::model::is_empty;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Field, ItemType, Record, Response};

use super::Checker;

/// The types that a host may write as text.
const TEXTUAL: &[&str] = &["integer", "number", "boolean"];

/// The formats in which a row that cannot be read is told from its neighbours.
pub(super) const ROWS: &[&str] = &["json", "ndjson"];

impl Checker<'_, '_> {
    /// Checks the rules for the data of a response.
    pub(super) fn items_of(
        &mut self,
        name: &str,
        endpoint: Located<'_, Endpoint>,
        response: Located<'_, Response>,
    ) {
        self.fields_of_items(response);
        // What the data is depends on its field.
        if self.is_at_fault(response) {
            return;
        }
        let table = self.table.value();
        let Some(data) = data_type(response.value(), self.table) else { return };
        if let Some(most) = response.max_items().some().filter(|most| **most < 1) {
            self.value(most, codes::ITEMS.fault("no list has fewer items", "write 1 or more"));
        }
        let item = match data {
            ItemType::List(item) => Some(&**item),
            _ => None,
        };
        if item.is_none() {
            self.without_list(response);
        }
        // A key, or a field, may be in what is broken.
        if !self.is_sound(data) {
            return;
        }
        let record = Item::resolve(item.unwrap_or(data), table);
        let record = match record {
            Some(Item::Record(record)) => table.records.get(record),
            // An unknown type is reported already.
            None => return,
            Some(_) => None,
        };
        let has_key = record.is_some_and(|record| record.key.is_some());
        if let Some(echoes) = response.echoes().some() {
            self.echoes(name, endpoint, echoes, response);
            if !has_key {
                let message = "nothing in the data says what it is about";
                let advice = "add 'key' to the record, or remove 'echoes'";
                self.key(echoes, codes::ECHO.fault(message, advice));
            }
        }
        let has_rows = ROWS.contains(&endpoint.raw.as_str());
        // With 'echoes' the key is missed once.
        let is_missed = !has_key && response.echoes.is_none();
        if response.skip_unreadable && item.is_some() && is_missed && has_rows {
            let message = "a note names the items that are left out, and nothing says what they are";
            let advice = "add 'key' to the record, or remove 'skip_unreadable'";
            self.key(response.skip_unreadable(), codes::ITEMS.fault(message, advice));
        }
        self.gone(response, record.filter(|_| item.is_some()));
    }

    /// Checks the fields that the data and what is unknown become.
    fn fields_of_items(&mut self, response: Located<'_, Response>) {
        let (into, unknown) = (response.into().some(), response.unknown().some());
        if let Some(unknown) = unknown
            && (into.is_none() || response.echoes.is_none())
        {
            let message = "only a response with 'into' and 'echoes' knows what has no item";
            let lacks = match (into, &response.echoes) {
                (None, None) => "'into' and 'echoes'",
                (None, Some(_)) => "'into'",
                (Some(_), _) => "'echoes'",
            };
            let advice = format!("add {lacks}, or remove 'unknown'");
            return self.key(unknown, codes::ITEMS.fault(message, advice));
        }
        let Some(into) = into else { return };
        let record = match &response.value().kind {
            ItemType::One(name) => self.table.records().named(name),
            ItemType::List(_) | ItemType::Map(_) => None,
        };
        let Some(record) = record else {
            // An unknown type is reported already.
            if Item::resolve(&response.value().kind, self.table.value()).is_some()
                || is_empty(&response.value().kind)
            {
                let message = "only a record has a field for the data";
                self.key(into, codes::ITEMS.fault(message, "write the name of a record in 'type'"));
            }
            return;
        };
        if let Some((named, fault)) = into_fault(record.value(), into, unknown) {
            self.value(named, fault);
        } else if record.open {
            let message = "a record of a list keeps no other members";
            self.value(into, codes::ITEMS.fault(message, "remove 'open' of the record"));
        }
    }

    /// Reports what only a list has.
    fn without_list(&mut self, response: Located<'_, Response>) {
        let no_list =
            || codes::ITEMS.fault("the data is no list", "remove the key, or write { list: … } as the type");
        self.key(response.max_items(), response.max_items.map(|_| no_list()));
        self.key(response.gone(), (!response.gone.is_empty()).then(no_list));
        self.key(response.skip_unreadable(), response.skip_unreadable.then(no_list));
    }

    /// Checks the parameter that the data repeats.
    fn echoes(
        &mut self,
        name: &str,
        endpoint: Located<'_, Endpoint>,
        echoes: Located<'_, String>,
        response: Located<'_, Response>,
    ) {
        let Some(param) = endpoint.value().params.get(echoes.as_str()) else {
            return self.unknown_param(echoes, name, endpoint, &echoes);
        };
        let kind = Kind::of(param, self.table.value());
        if kind.is_some_and(|kind| !kind.is_subject()) {
            let message = format!("'{}' is no string, and a key is one", *echoes);
            self.value(echoes, codes::ECHO.fault(message, "name a string, a ticker or a list of them"));
        } else if response.unknown.is_some() && !param.required {
            let message = format!("without '{}' nobody knows what is unknown", *echoes);
            self.value(
                echoes,
                codes::ECHO.fault(message, "make the parameter required, or remove 'unknown'"),
            );
        }
        // A page has a part of what was asked for.
        let asked = [("batch", param.batch), ("max_length", param.max_length)];
        let asked = asked.into_iter().find_map(|(key, most)| Some((key, most?)));
        if let Some((key, asked)) = asked.filter(|_| param.kind.is_list())
            && let Some(most) = response.max_items().some().filter(|most| **most < asked)
            && endpoint.pages.is_none()
        {
            let message = format!(
                "a request asks for up to {asked} of '{}', and a reply with as many is an error",
                *echoes
            );
            let advice = format!("write 'max_items: {asked}', or '{key}: {}' at '{}'", *most, *echoes);
            self.value(most, codes::ITEMS.fault(message, advice));
        }
    }

    /// Checks the values of items that are left out.
    fn gone(&mut self, response: Located<'_, Response>, record: Option<&Record>) {
        let Some(record) = record else { return };
        for pair in response.gone().items() {
            let Some((name, value)) = pair.value().split_once('=') else {
                let message = format!("'{}' is no value of a field", *pair);
                self.value(
                    pair,
                    codes::ITEMS.fault(message, "write 'field=value', or 'field=' for no value"),
                );
                continue;
            };
            let Some(field) = record.fields.get(name) else {
                let message = format!("the record has no field '{name}'");
                let advice = suggest(name, record.fields.keys().map(String::as_str));
                self.value(pair, codes::ITEMS.fault(message, advice));
                continue;
            };
            let is_text = field.kind == ItemType::One("string".to_owned());
            if value.is_empty() && field.is_always_there() {
                let message = format!("'{name}' always has a value");
                self.value(
                    pair,
                    codes::ITEMS.fault(message, "write 'optional: true' at the field, or a value"),
                );
            } else if !value.is_empty() && !is_text {
                let message = format!("'{name}' is no string");
                self.value(
                    pair,
                    codes::ITEMS.fault(message, "name a string, or write 'field=' for no value"),
                );
            }
        }
    }

    /// Checks the key of a record, its whole numbers, and its fields that may be text.
    pub(super) fn uses(&mut self, record: Located<'_, Record>) {
        let is = |kind: &ItemType, name: &str| matches!(kind, ItemType::One(own) if own == name);
        if let Some(key) = record.key().some() {
            let found = record.value().fields.get(key.as_str());
            if found.is_none_or(|field| !is(&field.kind, "string")) {
                let strings = record.value().fields.iter().filter(|(_, field)| is(&field.kind, "string"));
                let strings: Vec<&str> = strings.map(|(name, _)| name.as_str()).collect();
                let (message, advice) = match found {
                    Some(_) if strings.is_empty() => (
                        format!("'{}' is no string, and a key is one", *key),
                        "remove 'key', or write 'type: string' at the field if the reply has a string"
                            .to_owned(),
                    ),
                    _ => (format!("the record has no string '{}'", *key), suggest(&key, strings)),
                };
                self.value(key, codes::FIELD_USE.fault(message, advice));
            }
        }
        for whole in record.whole().items() {
            let fields = &record.value().fields;
            let mut named = record.value().wired();
            let found = named.find(|(wire, _)| *wire == whole.as_str()).map(|(_, field)| field);
            let is_number = found.map_or(record.open, |field| is(&field.kind, "number"));
            if !is_number {
                let message = format!("the record has no number whose name in the reply is '{}'", *whole);
                let of_rust = fields.get(whole.as_str()).filter(|field| is(&field.kind, "number"));
                let advice = match of_rust.and_then(|field| field.wire.as_ref()) {
                    Some(wire) => format!("write '{wire}'"),
                    None => "name a field of the type 'number', or write 'open: true'".to_owned(),
                };
                self.value(whole, codes::FIELD_USE.fault(message, advice));
            }
        }
        for (name, field) in record.fields().entries().filter(|(_, field)| field.text) {
            let is_textual = TEXTUAL.iter().any(|textual| is(&field.value().kind, textual));
            let is_whole =
                record.value().whole.contains(field.value().wire.as_ref().unwrap_or(&name.to_owned()));
            if !is_textual {
                let message = format!("'{name}' is no value that text stands for");
                let advice = "remove 'text', or write 'integer', 'number' or 'boolean' as the type";
                self.key(field.text(), codes::FIELD_USE.fault(message, advice));
            } else if is_whole {
                let message = format!("'{name}' is whole, and so no text");
                let advice = "write 'type: integer', or remove 'text' or its name in 'whole'";
                self.key(field.text(), codes::FIELD_USE.fault(message, advice));
            }
        }
    }
}

/// Returns what is wrong with the fields of a record that the data and what is unknown become, and where.
fn into_fault<'t>(
    record: &Record,
    into: Located<'t, String>,
    unknown: Option<Located<'t, String>>,
) -> Option<(Located<'t, String>, Fault)> {
    let is_list = |field: &Field| matches!(field.kind, ItemType::List(_)) && field.is_always_there();
    let strings = ItemType::List(Box::new(ItemType::One("string".to_owned())));
    let has_strings = |field: &Field| field.kind == strings && field.is_always_there();
    for (named, is_data) in [(Some(into), true), (unknown, false)] {
        let Some(named) = named else { continue };
        let (message, advice) = match record.fields.get(named.as_str()) {
            Some(field) if has_strings(field) || is_data && is_list(field) => continue,
            Some(_) => {
                let own = if is_data { "{ list: … }" } else { "{ list: string }" };
                let message = format!("'{}' is no list that is always there", *named);
                (message, format!("write 'type: {own}' at the field"))
            }
            None => {
                let fields = record.fields.keys().map(String::as_str);
                (format!("the record has no field '{}'", *named), suggest(&named, fields))
            }
        };
        return Some((named, codes::ITEMS.fault(message, advice)));
    }
    let is_filled = |field: &str| *into == *field || unknown.is_some_and(|unknown| *unknown == *field);
    let other = record.fields.keys().find(|field| !is_filled(field))?;
    let message = format!("nothing gives the record its field '{other}'");
    let advice =
        "remove it, name it in 'unknown' with 'echoes', or leave 'into' out and read the record itself";
    Some((into, codes::ITEMS.fault(message, advice)))
}

/// Returns the type of the data of a response: the response's, or the type of the field that gets it.
pub(super) fn data_type<'t>(
    response: &'t Response,
    table: Located<'t, crate::parse::table::Table>,
) -> Option<&'t ItemType> {
    let Some(into) = &response.into else { return Some(&response.kind) };
    let ItemType::One(name) = &response.kind else { return None };
    let field = table.value().records.get(name)?.fields.get(into)?;
    Some(&field.kind)
}
