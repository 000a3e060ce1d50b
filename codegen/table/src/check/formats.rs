//! Checks of declared responses whose replies are no JSON document: lines of JSON, events, CSV and XML.

use virtual_finance_core::catalogue::RawKind;

use crate::codes;
use crate::item::{Item, reached};
use crate::model::raw_kind;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, ItemType, Record, Response, Table};

use super::Checker;
use super::items::{ROWS, data_type};

/// The formats whose replies are lists.
const LISTS: &[&str] = &["ndjson", "sse", "csv"];

impl Checker<'_, '_> {
    /// Checks that a declared response can be read from the format of its reply.
    pub(super) fn format(&mut self, endpoint: Located<'_, Endpoint>, response: Located<'_, Response>) {
        if endpoint.raw().position().is_broken {
            return;
        }
        let raw = endpoint.raw.as_str();
        let fault = |message: String, advice: &str| codes::REPLY_FORMAT.fault(message, advice);
        if !ROWS.contains(&raw) && response.skip_unreadable {
            let message = format!("no row fails alone in a reply that is 'raw: {raw}'");
            self.key(response.skip_unreadable(), fault(message, "remove the key"));
        }
        let is_list = matches!(data_type(response.value(), self.table), Some(ItemType::List(_)));
        if raw == "xml" && is_list && response.at.as_deref().unwrap_or_default().is_empty() {
            let advice = "write 'at' with the names from the root to the items, like 'at: feed.entry'";
            self.value(
                response.kind(),
                fault("a document has one root, and no list of it".to_owned(), advice),
            );
        }
        let of_response = || reached([response.value().kind.innermost()].into_iter(), self.table.value());
        let is_one_of = |name: &&str| self.table.records.get(*name).is_some_and(Record::is_one_of);
        if raw == "xml"
            && let Some(name) = of_response().into_iter().filter(is_one_of).min()
        {
            let message = format!("a document of XML does not say which of its types a '{name}' is");
            self.value(response.kind(), fault(message, "write a record with optional fields"));
        }
        if let Some(end) = response.end().some()
            && !raw_kind(raw).is_some_and(RawKind::has_events)
        {
            let message = format!("a reply that is 'raw: {raw}' ends where the host says so");
            self.key(end, fault(message, "remove the key"));
        }
        if !LISTS.contains(&raw) {
            return;
        }
        let nothing_else = format!("a reply that is 'raw: {raw}' is a list, with nothing around it");
        if let Some(at) = response.at().some() {
            self.key(at, fault(nothing_else.clone(), "remove the key"));
        }
        if let Some(error) = response.error().some() {
            self.key(error, fault(nothing_else.clone(), "remove the key"));
        }
        match data_type(response.value(), self.table) {
            Some(ItemType::List(item)) if raw == "csv" && !is_row(item, self.table.value()) => {
                let message = "a row of CSV has texts and numbers under the names of its columns".to_owned();
                let advice = "write the name of a record without lists, maps and records";
                self.value(response.kind(), fault(message, advice));
            }
            Some(ItemType::List(_)) | None => {}
            Some(ItemType::One(_) | ItemType::Map(_)) => {
                self.value(response.kind(), fault(nothing_else, "write { list: … } as the type"));
            }
        }
    }
}

/// Returns true for a type that a row of CSV may have. An unknown one is reported already.
fn is_row(kind: &ItemType, table: &Table) -> bool {
    let is_cell =
        |item: Item<'_>| !matches!(item, Item::Record(_) | Item::OneOf(_) | Item::List(_) | Item::Map(_));
    match Item::resolve(kind, table) {
        Some(Item::Record(name)) => table.records.get(name).is_none_or(|record| {
            record.fields.values().all(|field| Item::resolve(&field.kind, table).is_none_or(is_cell))
        }),
        Some(Item::Map(item)) => is_cell(*item),
        Some(item) => item == Item::Any,
        None => true,
    }
}
