//! Finds which records of a table contain themselves, and which of them its requests send.

use std::collections::HashSet;

use crate::item::{Item, sent_records};
use crate::kind::Kind;
use crate::parse::located::Located;
use crate::parse::table::{Field, ItemType, Param, Table};

use super::circles::closing;

/// The fields through which records contain themselves, and the records that requests send.
pub(super) struct RecordFacts<'t> {
    /// The fields, each with its record.
    pub(super) closing: HashSet<(&'t str, &'t str)>,
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
        Self { closing: closing(table.value()), sent }
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
