//! The types of parameters.

use indexmap::IndexMap;

use crate::item::Item;
use crate::parse::table::{self, ItemType, Param, Table, TypeName};

/// The type of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind<'t> {
    String,
    Ticker,
    Integer,
    Number,
    Boolean,
    Date,
    /// Sent in epoch seconds, or as RFC 3339.
    DateTime {
        is_iso: bool,
    },
    Enum {
        name: &'t str,
        open: bool,
        variants: &'t IndexMap<String, table::Variant>,
    },
    /// A string that the type of that name reads.
    Grammar {
        name: &'t str,
    },
    /// `separator` stands between the values in text, and on the wire too unless each is sent by itself.
    List {
        item: Box<Kind<'t>>,
        separator: &'t str,
        repeated: bool,
    },
    /// A value in JSON: a record, or lists and maps of values.
    Json {
        item: Item<'t>,
        nullable: bool,
    },
}

/// The types that every table has, by their names in it.
pub const BUILT_IN: &[(&str, Kind<'static>)] = &[
    ("string", Kind::String),
    ("ticker", Kind::Ticker),
    ("integer", Kind::Integer),
    ("number", Kind::Number),
    ("boolean", Kind::Boolean),
    ("date", Kind::Date),
    ("datetime", Kind::DateTime { is_iso: false }),
    ("iso_datetime", Kind::DateTime { is_iso: true }),
];

impl<'t> Kind<'t> {
    /// Returns the type of a parameter, unless the table has none of its name.
    pub fn of(param: &'t Param, table: &'t Table) -> Option<Self> {
        let kind = Self::unless_null(param, table)?;
        if !param.nullable {
            return Some(kind);
        }
        Some(Self::Json { item: kind.item()?, nullable: true })
    }

    /// Returns the type of a parameter that is not null, unless the table has none of its name.
    pub fn unless_null(param: &'t Param, table: &'t Table) -> Option<Self> {
        let one = |name: &'t str| {
            let built_in = BUILT_IN.iter().find(|(built_in, _)| *built_in == name);
            built_in.map(|(_, kind)| kind.clone()).or_else(|| {
                if let Some((name, _)) = table.grammars.get_key_value(name) {
                    return Some(Kind::Grammar { name });
                }
                let (name, found) = table.types.get_key_value(name)?;
                Some(Kind::Enum { name, open: found.other.is_some(), variants: &found.variants })
            })
        };
        let json = |item| Some(Kind::Json { item, nullable: false });
        let TypeName { of, separator } = &param.kind;
        match of {
            ItemType::One(name) => one(name).or_else(|| json(Item::named(name, table)?)),
            ItemType::List(item) => {
                let plain = if let ItemType::One(name) = &**item { one(name) } else { None };
                match plain {
                    Some(plain) => Some(Kind::List {
                        item: Box::new(plain),
                        separator: separator.as_deref().unwrap_or(","),
                        repeated: separator.is_none(),
                    }),
                    None => json(Item::resolve(of, table)?),
                }
            }
            ItemType::Map(_) => json(Item::resolve(of, table)?),
        }
    }

    /// Returns the type of the value in JSON; an enumeration has none, as nothing in JSON knows its values.
    fn item(self) -> Option<Item<'t>> {
        Some(match self {
            Self::String | Self::Ticker => Item::String,
            Self::Integer => Item::Integer,
            Self::Number => Item::Number,
            Self::Boolean => Item::Boolean,
            Self::Date => Item::Date,
            Self::DateTime { is_iso: false } => Item::DateTime,
            // A datetime in JSON is epoch seconds.
            Self::DateTime { is_iso: true } | Self::Grammar { .. } | Self::Enum { .. } => return None,
            Self::List { item, .. } => Item::List(Box::new(item.item()?)),
            Self::Json { item, .. } => item,
        })
    }

    /// Returns the type of a value in JSON, if it is one.
    pub const fn json(&self) -> Option<&Item<'t>> {
        match self {
            Self::Json { item, .. } => Some(item),
            _ => None,
        }
    }

    /// Returns true if null is a value of it.
    pub const fn is_nullable(&self) -> bool {
        matches!(self, Self::Json { nullable: true, .. })
    }

    /// Returns true for several values, in JSON or not.
    pub const fn is_list(&self) -> bool {
        matches!(self, Self::List { .. } | Self::Json { item: Item::List(_), .. })
    }

    /// Returns true if values are copied rather than borrowed.
    pub const fn is_copy(&self) -> bool {
        match self {
            Self::Integer | Self::Number | Self::Boolean | Self::Date | Self::DateTime { .. } => true,
            Self::Enum { open, .. } => !*open,
            Self::String | Self::Ticker | Self::Grammar { .. } | Self::List { .. } | Self::Json { .. } => {
                false
            }
        }
    }

    /// Returns the type of the table that values or the items of a list are of.
    pub fn own_type(&self) -> Option<&'t str> {
        match self {
            Self::Enum { name, .. } | Self::Grammar { name } => Some(name),
            Self::List { item, .. } => item.own_type(),
            _ => None,
        }
    }

    /// Returns the values that an enumeration lists, or the items of a list of it; none for other types.
    pub fn variants(&self) -> impl Iterator<Item = (&'t String, &'t table::Variant)> {
        let found = match self {
            Self::Enum { variants, .. } => Some(*variants),
            Self::List { item, .. } => match &**item {
                Self::Enum { variants, .. } => Some(*variants),
                _ => None,
            },
            _ => None,
        };
        found.into_iter().flatten()
    }

    /// Returns true if values are strings, free or listed.
    pub const fn is_text(&self) -> bool {
        matches!(self, Self::String | Self::Ticker | Self::Enum { .. } | Self::Grammar { .. })
    }

    /// Returns true if values can name a request: one string, or several.
    pub fn is_subject(&self) -> bool {
        match self {
            Self::List { item, .. } => matches!(**item, Self::String | Self::Ticker),
            one => one.is_text(),
        }
    }

    /// Returns true if values are tickers.
    pub fn is_ticker(&self) -> bool {
        match self {
            Self::List { item, .. } => item.is_ticker(),
            one => matches!(one, Self::Ticker),
        }
    }

    /// Returns true if values have an order that `after` can use.
    pub const fn is_ordered(&self) -> bool {
        matches!(self, Self::Integer | Self::Number | Self::Date | Self::DateTime { .. })
    }
}
