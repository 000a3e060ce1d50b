//! Finds which records of a table contain each other, and which of them its requests send.

use std::collections::HashSet;

use crate::item::{Item, sent_records};
use crate::kind::Kind;
use crate::parse::located::Located;
use crate::parse::table::{Field, ItemType, Param, Record, Table};

use super::circles::Circles;

/// The circles of records, and those that requests send.
pub(super) struct RecordFacts<'t> {
    pub(super) circles: Circles<'t>,
    /// Those that requests send; `None` where a broken part may send others.
    pub(super) sent: Option<HashSet<&'t str>>,
}

impl<'t> RecordFacts<'t> {
    pub(super) fn of(table: Located<'t, Table>) -> Self {
        let mut params = table.value().endpoints.values().flat_map(|endpoint| endpoint.params.values());
        let is_known =
            |param: &Param| !param.place.is_empty() && Kind::unless_null(param, table.value()).is_some();
        let mut fields = table.value().records.values().flat_map(|record| record.fields.values());
        let is_resolved = |field: &Field| Item::resolve(&field.kind, table.value()).is_some();
        let is_whole = table.endpoints().is_whole() && table.records().is_whole();
        let is_certain = is_whole && params.all(is_known) && fields.all(is_resolved);
        let sent = is_certain.then(|| sent_records(table.value()));
        let records = table.value().records.iter();
        let contents = records.map(|(name, record)| (name.as_str(), contained(record).collect())).collect();
        Self { circles: Circles::of(&contents), sent }
    }
}

/// Adds the record that a type is or consists of, and those in its fields.
pub(super) fn reach<'t>(kind: &ItemType, table: &'t Table, used: &mut Vec<&'t str>) {
    match kind {
        ItemType::One(name) => {
            let Some((name, record)) = table.records.get_key_value(name) else { return };
            if !used.contains(&name.as_str()) {
                used.push(name);
                record.fields.values().for_each(|field| reach(&field.kind, table, used));
            }
        }
        ItemType::List(item) | ItemType::Map(item) => reach(item, table, used),
    }
}

/// Returns the records that are fields of a record, not in a list or a map.
fn contained(record: &Record) -> impl Iterator<Item = &str> {
    record.fields.values().filter_map(|field| match &field.kind {
        ItemType::One(of) => Some(of.as_str()),
        ItemType::List(_) | ItemType::Map(_) => None,
    })
}
