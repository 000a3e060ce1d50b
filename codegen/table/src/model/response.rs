//! The origin of an endpoint's response, and the statuses with a meaning of their own.

use virtual_finance_core::catalogue::RawKind;

use crate::item::{EMPTY, Item};
use crate::names;
use crate::parse::table::{self, ItemType, Table};

/// The words for what a status of 400 or more means.
pub const MEANINGS: &[(&str, Meaning<'static>)] = &[
    ("not_found", Meaning::NotFound),
    ("unauthorized", Meaning::Unauthorized),
    ("rate_limited", Meaning::RateLimited),
];

/// The origin of an endpoint's response.
pub enum Response<'t> {
    /// The converter module that makes it.
    Converter(&'t str),
    /// The reply itself has it.
    Declared(DeclaredResponse<'t>),
    /// The reply itself is it.
    Bytes,
}

/// A response that the reply has as it is.
pub struct DeclaredResponse<'t> {
    /// The member of an item that says of which type it is.
    pub event: Option<&'t str>,
    /// The type of the data; none if replies have no data.
    pub item: Option<Item<'t>>,
    pub at: &'t str,
    /// The field of the record that the data becomes; none where the data is the response.
    pub into: Option<Into<'t>>,
    pub items: Items<'t>,
    pub error: Option<&'t table::ErrorObject>,
    /// The statuses with a meaning of their own, in the order of the table.
    pub statuses: Vec<(Statuses, Meaning<'t>)>,
}

/// A status, or all of a range that have no meaning of their own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Statuses {
    pub first: u16,
    pub last: u16,
}

impl Statuses {
    /// Returns what a key of `statuses` stands for: `409`, `4XX` or `5XX`.
    pub fn of(key: &str) -> Option<Self> {
        let range = |first: u16| Some(Self { first, last: first.saturating_add(99) });
        match key {
            "4XX" => range(400),
            "5XX" => range(500),
            key => key.parse().ok().map(|status| Self { first: status, last: status }),
        }
    }
}

/// A record that consists of the items of a list.
pub struct Into<'t> {
    /// The field that has them.
    pub field: &'t str,
    /// The type of one item.
    pub item: Item<'t>,
    /// The field that has what was asked for and has no item.
    pub unknown: Option<&'t str>,
}

/// The rules for the data of a response.
pub struct Items<'t> {
    pub empty_is_not_found: bool,
    pub max: Option<i64>,
    /// The parameter that the data repeats.
    pub echoes: Option<&'t str>,
    /// The fields and values of an item that says that its thing is gone; an empty value stands for none.
    pub gone: Vec<(&'t str, &'t str)>,
    pub skips_unreadable: bool,
}

/// The meaning of a status.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Meaning<'t> {
    /// The reply has no data.
    Empty,
    NotFound,
    Unauthorized,
    RateLimited,
    /// The body is that record.
    Record(&'t str),
}

impl<'t> Meaning<'t> {
    /// Returns the record that the body is.
    pub const fn record(self) -> Option<&'t str> {
        match self {
            Self::Record(name) => Some(name),
            _ => None,
        }
    }
}

impl<'t> Response<'t> {
    pub(super) fn new(endpoint: &'t table::Endpoint, table: &'t Table) -> Option<Self> {
        if endpoint.raw == "bytes" {
            return Some(Self::Bytes);
        }
        match (&endpoint.converter, &endpoint.response) {
            (Some(module), None) => Some(Self::Converter(module)),
            (None, Some(response)) => Some(Self::Declared(DeclaredResponse::new(response, table)?)),
            _ => None,
        }
    }

    /// Returns the response that the table declares, if it does.
    pub const fn declared(&self) -> Option<&DeclaredResponse<'t>> {
        match self {
            Self::Converter(_) | Self::Bytes => None,
            Self::Declared(declared) => Some(declared),
        }
    }
}

impl<'t> DeclaredResponse<'t> {
    pub fn new(response: &'t table::Response, table: &'t Table) -> Option<Self> {
        let item = if is_empty(&response.kind) { None } else { Some(Item::resolve(&response.kind, table)?) };
        let status = |(status, meaning): (&'t String, &'t table::Meaning)| {
            Some((Statuses::of(status)?, Meaning::resolve(&meaning.0, table)?))
        };
        let items = match &item {
            Some(Item::List(items)) => items.record().and_then(|name| table.records.get(name)),
            _ => None,
        };
        Some(Self {
            event: items.and_then(table::Record::discriminator),
            item,
            at: response.at.as_deref().unwrap_or_default(),
            into: match &response.into {
                Some(field) => Some(Into::new(field, response, table)?),
                None => None,
            },
            items: Items {
                empty_is_not_found: response.empty.is_some(),
                max: response.max_items,
                echoes: response.echoes.as_deref(),
                gone: response.gone.iter().map(|pair| pair.split_once('=')).collect::<Option<_>>()?,
                skips_unreadable: response.skip_unreadable,
            },
            error: response.error.as_ref(),
            statuses: response.statuses.iter().map(status).collect::<Option<_>>()?,
        })
    }

    /// Returns the type of the items, if the data is a list.
    pub fn list_item(&self) -> Option<&Item<'t>> {
        match (&self.into, &self.item) {
            (Some(into), _) => Some(&into.item),
            (None, Some(Item::List(item))) => Some(item),
            _ => None,
        }
    }

    /// Returns the data in words, for messages.
    pub fn words(endpoint: &str) -> String {
        format!("the {}", names::snake(endpoint).replace('_', " "))
    }

    /// Returns the path of the data as messages show it: `quotes.0.price` is `quotes[0].price`.
    pub fn shown(&self) -> String {
        let mut shown = String::new();
        for name in self.at.split('.').filter(|name| !name.is_empty()) {
            let is_index = !shown.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
            shown.push_str(&match (is_index, shown.is_empty()) {
                (true, _) => format!("[{name}]"),
                (false, true) => name.to_owned(),
                (false, false) => format!(".{name}"),
            });
        }
        shown
    }

    /// Returns true if a good reply may come without data.
    pub fn may_be_empty(&self) -> bool {
        self.statuses.iter().any(|(_, meaning)| *meaning == Meaning::Empty)
    }
}

impl Items<'_> {
    /// Returns true if a list is bounded, or its absence an error.
    pub const fn is_bounded(&self) -> bool {
        self.empty_is_not_found || self.max.is_some()
    }

    /// Returns true if each item is judged by itself.
    pub const fn has_rules(&self) -> bool {
        !self.gone.is_empty() || self.skips_unreadable
    }
}

impl<'t> Into<'t> {
    fn new(field: &'t str, response: &'t table::Response, table: &'t Table) -> Option<Self> {
        let ItemType::One(name) = &response.kind else { return None };
        let ItemType::List(item) = &table.records.get(name)?.fields.get(field)?.kind else { return None };
        Some(Self { field, item: Item::resolve(item, table)?, unknown: response.unknown.as_deref() })
    }
}

impl<'t> Meaning<'t> {
    /// Returns the meaning that a table writes, unless it is none.
    pub fn resolve(written: &str, table: &'t Table) -> Option<Self> {
        let word = || MEANINGS.iter().find(|(word, _)| *word == written).map(|(_, meaning)| *meaning);
        let record = || table.records.get_key_value(written).map(|(name, _)| Self::Record(name));
        if written == EMPTY { Some(Self::Empty) } else { word().or_else(record) }
    }
}

impl table::Endpoint {
    /// Returns true if its declared response is read of replies that are written otherwise, too.
    pub fn is_lenient(&self, table: &Table) -> bool {
        let has_data = self.response.as_ref().is_some_and(|response| !is_empty(&response.kind));
        table.is_lenient() && has_data && self.raw != RawKind::Text.as_str()
    }
}

/// Returns true for the type of replies without data.
pub fn is_empty(kind: &ItemType) -> bool {
    matches!(kind, ItemType::One(name) if name == EMPTY)
}
