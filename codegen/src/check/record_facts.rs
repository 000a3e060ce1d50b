//! Finds which records of a table contain each other, and which of them its requests send.

use std::collections::HashSet;

use crate::item::{Item, sent_records};
use crate::kind::Kind;
use crate::parse::located::Located;
use crate::parse::table::{Field, Param, Table};

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
        let is_known = |param: &Param| Kind::unless_null(param, table.value()).is_some();
        let mut fields = table.value().records.values().flat_map(|record| record.fields.values());
        let is_resolved = |field: &Field| Item::resolve(&field.kind, table.value()).is_some();
        let is_whole = table.endpoints().is_whole() && table.records().is_whole();
        let is_certain = is_whole && params.all(is_known) && fields.all(is_resolved);
        let sent = is_certain.then(|| sent_records(table.value()));
        Self { circles: Circles::of(&table.value().records), sent }
    }
}
