//! The structures of responses, in the terms of the generated code.

use super::availability::{Availability, availability};
use super::words::Presence;
use crate::item::Item;
use crate::parse::table::{self, Table};

/// A structure of responses.
pub(crate) struct Record<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    pub(crate) availability: Availability<'t>,
    pub(crate) fields: Vec<Field<'t>>,
    /// True if it keeps members that the table does not name.
    pub(crate) is_open: bool,
}

/// A member of a record.
pub(crate) struct Field<'t> {
    pub(crate) name: &'t str,
    pub(crate) doc: &'t str,
    pub(crate) availability: Availability<'t>,
    /// Its name in the reply.
    pub(crate) wire: &'t str,
    pub(crate) item: Item<'t>,
    pub(crate) unit: Option<&'t str>,
    pub(crate) presence: Presence,
}

impl<'t> Record<'t> {
    pub(super) fn new(name: &'t str, record: &'t table::Record, table: &'t Table) -> Option<Self> {
        let field = |(name, field): (&'t String, &'t table::Field)| {
            Some(Field {
                name,
                doc: field.doc.trim(),
                availability: availability!(field),
                wire: field.wire.as_deref().unwrap_or(name),
                item: Item::resolve(&field.kind, table)?,
                unit: field.unit.as_deref(),
                presence: Presence::of(field),
            })
        };
        let fields = record.fields.iter().map(field).collect::<Option<_>>()?;
        let availability = availability!(record);
        Some(Self { name, doc: record.doc.trim(), availability, fields, is_open: record.open })
    }
}
