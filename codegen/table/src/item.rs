//! The types of responses that the table declares.

use std::collections::HashSet;

use virtual_finance_core::catalogue::PagesInfo;

use crate::parse::table::{ItemType, Record, Table};

/// The type of a response or of a member of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Item<'t> {
    String,
    Integer,
    Number,
    Boolean,
    Date,
    DateTime,
    /// Any JSON, as it comes.
    Any,
    /// A file, which only requests have.
    Bytes,
    Record(&'t str),
    /// A value of one of several types.
    OneOf(&'t str),
    /// A value of an open enumeration.
    Enum(&'t str),
    List(Box<Item<'t>>),
    Map(Box<Item<'t>>),
}

/// The types that every table has for responses, by their names in it.
pub const ITEMS: &[(&str, Item<'static>)] = &[
    ("string", Item::String),
    ("integer", Item::Integer),
    ("number", Item::Number),
    ("boolean", Item::Boolean),
    ("date", Item::Date),
    ("datetime", Item::DateTime),
    ("any", Item::Any),
];

/// The word for the type of a file that is sent.
pub const BYTES: &str = "bytes";

/// The word for a type or a status without data.
pub const EMPTY: &str = "empty";

impl<'t> Item<'t> {
    /// Returns the type of that name, unless the table has none.
    pub fn resolve(name: &'t ItemType, table: &'t Table) -> Option<Self> {
        Some(match name {
            ItemType::One(name) => Self::named(name, table)?,
            ItemType::List(item) => Self::List(Box::new(Self::resolve(item, table)?)),
            ItemType::Map(item) => Self::Map(Box::new(Self::resolve(item, table)?)),
        })
    }

    /// Returns the type of that name, unless the table has none.
    pub fn named(name: &'t str, table: &'t Table) -> Option<Self> {
        Some(match ITEMS.iter().find(|(built_in, _)| *built_in == name) {
            Some((_, item)) => item.clone(),
            None if name == BYTES => Self::Bytes,
            None => match table.records.get_key_value(name) {
                Some((name, found)) if found.is_one_of() => Self::OneOf(name),
                Some((name, _)) => Self::Record(name),
                None => {
                    Self::Enum(table.types.get_key_value(name).filter(|(_, found)| found.other.is_some())?.0)
                }
            },
        })
    }

    /// Returns the enumeration of which a value is, or consists.
    pub fn enumeration(&self) -> Option<&'t str> {
        match self {
            Self::Enum(name) => Some(name),
            Self::List(item) | Self::Map(item) => item.enumeration(),
            _ => None,
        }
    }

    /// Returns true for a file, and for a list of them.
    pub fn is_file(&self) -> bool {
        match self {
            Self::Bytes => true,
            Self::List(item) | Self::Map(item) => item.is_file(),
            _ => false,
        }
    }

    /// Returns the record, or the choice of types, that a value is, or consists of.
    pub fn record(&self) -> Option<&'t str> {
        match self {
            Self::Record(name) | Self::OneOf(name) => Some(name),
            Self::List(item) | Self::Map(item) => item.record(),
            _ => None,
        }
    }
}

/// Returns the converter module that a record is named after, if it is, and its name in Rust.
pub fn record_path(name: &str) -> (Option<&str>, &str) {
    name.split_once('.').map_or((None, name), |(module, own)| (Some(module), own))
}

/// The member of a name below a value of a type.
pub enum Member<'t> {
    /// A value of a type.
    Of(&'t ItemType),
    /// Something of which the table does not say whether it is there.
    Any,
    /// A list, whose items have no names.
    List,
    /// A value without members.
    None,
    /// A record without this field.
    Unknown(&'t str, &'t Record),
}

/// Returns true for a name in a path that leads to an item of a list.
pub fn is_index(name: &str) -> bool {
    name == PagesInfo::LAST_ITEM || name.parse::<usize>().is_ok()
}

/// Returns what a name in a reply leads to.
pub fn member<'t>(kind: &'t ItemType, name: &str, table: &'t Table) -> Member<'t> {
    let of = match kind {
        ItemType::List(item) if is_index(name) => return Member::Of(item),
        ItemType::List(_) => return Member::List,
        ItemType::Map(values) => return Member::Of(values),
        ItemType::One(of) => of,
    };
    let Some(record) = table.records.get(of) else {
        return if of == "any" { Member::Any } else { Member::None };
    };
    match record.wired().find(|(wire, _)| *wire == name) {
        Some((_, field)) => Member::Of(&field.kind),
        None if record.open || record.is_one_of() => Member::Any,
        None => Member::Unknown(of, record),
    }
}

/// Returns the names of types, and of what the records among them consist of.
pub fn reached<'t>(types: impl Iterator<Item = &'t str>, table: &'t Table) -> HashSet<&'t str> {
    let mut next: Vec<&str> = types.collect();
    let mut found = HashSet::new();
    while let Some(name) = next.pop() {
        if found.insert(name)
            && let Some(record) = table.records.get(name)
        {
            next.extend(record.kinds().map(|(_, kind)| kind.innermost()));
        }
    }
    found
}

/// Returns the names of the types of parameters.
pub fn sent_types(table: &Table) -> impl Iterator<Item = &str> {
    let params = table.endpoints.values().flat_map(|endpoint| endpoint.params.values());
    params.map(|param| param.kind.innermost())
}

/// Returns the names of the records that requests send: the records of parameters, and the records in them.
pub fn sent_records(table: &Table) -> HashSet<&str> {
    let mut found = reached(sent_types(table), table);
    found.retain(|name| table.records.contains_key(*name));
    found
}
