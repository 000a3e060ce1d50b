//! The structures of responses, in the terms of the generated code.

use std::collections::HashSet;

use virtual_finance_core::catalogue::Written;

use super::words::Presence;
use crate::identifiers::Taken;
use crate::item::{Item, record_path};
use crate::parse::limits::Limits;
use crate::parse::table::{self, Table};

/// A structure of responses.
pub struct Record<'t> {
    pub name: &'t str,
    pub doc: &'t str,
    pub fields: Vec<Field<'t>>,
    /// The module of the converter that fills it, if one does.
    pub module: Option<&'t str>,
    /// Its name in Rust.
    pub own: &'t str,
    /// True if every member may be absent or null.
    pub is_partial: bool,
    /// True if it keeps members that the table does not name.
    pub is_open: bool,
    /// True if a request sends it.
    pub is_sent: bool,
    /// The index of the field that says what the thing is.
    pub key: Option<usize>,
    /// The names in the reply of the members that are whole numbers.
    pub whole: &'t [String],
    /// True if replies have a list, whose places are the fields.
    pub is_list: bool,
}

/// A type of which a value is one of several.
pub struct OneOf<'t> {
    pub name: &'t str,
    pub doc: &'t str,
    /// The name in JSON of the member that says which type a value is of.
    pub field: Option<&'t str>,
    /// The doc of values that are not listed, if these are taken.
    pub other: Option<&'t str>,
    pub items: Vec<OneOfItem<'t>>,
}

/// One of several types.
pub struct OneOfItem<'t> {
    /// Its name in Rust.
    pub name: String,
    /// The value of the member that says it, or its name.
    pub key: &'t str,
    pub item: Item<'t>,
}

impl<'t> OneOf<'t> {
    pub fn new(name: &'t str, record: &'t table::Record, table: &'t Table) -> Option<Self> {
        let mut taken = Taken::default();
        let mut item = |(key, kind): (&'t str, &'t table::ItemType)| {
            Some(OneOfItem { name: taken.variant(key), key, item: Item::resolve(kind, table)? })
        };
        Some(Self {
            name,
            doc: record.doc.trim(),
            field: record.discriminator(),
            other: record.other.as_deref().map(str::trim),
            items: record.variants().map(&mut item).collect::<Option<_>>()?,
        })
    }

    /// Returns true if no other item has the type of this item.
    pub fn is_alone(&self, item: &OneOfItem<'_>) -> bool {
        let is_any = item.item == Item::Any && self.other.is_some();
        !is_any && self.items.iter().filter(|own| own.item == item.item).count() == 1
    }
}

/// A member of a record.
pub struct Field<'t> {
    pub name: &'t str,
    pub doc: &'t str,
    /// The advice what to use instead, if it is deprecated.
    pub deprecated: Option<&'t str>,
    /// Its name in the reply.
    pub wire: &'t str,
    /// The name in replies of a member that a converter reads, if it is another one.
    pub from: Option<&'t str>,
    /// True if a converter takes no object without it.
    pub is_needed: bool,
    pub item: Item<'t>,
    pub unit: Option<&'t str>,
    pub presence: Presence,
    /// True if it may be written as text.
    pub is_text: bool,
    /// True if it is a whole number.
    pub is_whole: bool,
    /// The texts that mean null.
    pub nulls: &'t [String],
    /// The limits of what is sent.
    pub limits: Limits<'t>,
}

/// The unit of an integer that is a time. A reply with one in another unit, such as milliseconds, cannot be read.
const EPOCH_SECONDS: &str = "epoch seconds";

/// The unit of a datetime that the host counts in milliseconds.
pub const EPOCH_MILLISECONDS: &str = "epoch milliseconds";

impl Field<'_> {
    /// Returns its doc with its unit.
    pub fn documented(&self) -> String {
        match self.unit {
            _ if self.item == Item::DateTime => format!("{}\n\nIn epoch seconds.", self.doc),
            Some(unit) => format!("{}\n\nIn {unit}.", self.doc),
            None => self.doc.to_owned(),
        }
    }

    /// Returns the way in which hosts write it.
    pub fn written(&self) -> Written {
        match self.item {
            _ if self.is_text => Written::Text,
            _ if self.is_whole => Written::Whole,
            _ if self.is_time() => Written::Time,
            Item::DateTime if self.unit.is_some() => Written::Milliseconds,
            _ => Written::Plain,
        }
    }

    /// Returns true for a time in epoch seconds, or a list of them.
    fn is_time(&self) -> bool {
        let is_integer = match &self.item {
            Item::List(item) => **item == Item::Integer,
            item => *item == Item::Integer,
        };
        is_integer && self.unit == Some(EPOCH_SECONDS)
    }
}

impl<'t> Record<'t> {
    pub fn new(
        name: &'t str,
        record: &'t table::Record,
        table: &'t Table,
        sent: &HashSet<&str>,
    ) -> Option<Self> {
        let field = |(name, field): (&'t String, &'t table::Field)| {
            Some(Field {
                name,
                doc: field.doc.trim(),
                deprecated: field.deprecated.as_deref().map(str::trim),
                wire: field.wire.as_deref().unwrap_or(name),
                from: field.from.as_deref(),
                is_needed: field.needed,
                item: Item::resolve(&field.kind, table)?,
                unit: field.unit.as_deref(),
                presence: Presence::of(field),
                is_text: field.text,
                is_whole: record.whole.iter().any(|whole| whole == field.wire.as_ref().unwrap_or(name)),
                nulls: &field.nulls,
                limits: field.limits(),
            })
        };
        let fields = record.fields.iter().map(field).collect::<Option<Vec<_>>>()?;
        let (module, own) = record_path(name);
        Some(Self {
            name,
            doc: record.doc.trim(),
            module,
            own,
            is_partial: record.partial,
            is_open: record.open,
            is_sent: sent.contains(name),
            key: match &record.key {
                Some(key) => Some(record.fields.get_index_of(key)?),
                None => None,
            },
            whole: &record.whole,
            is_list: record.layout.is_some(),
            fields,
        })
    }
}
