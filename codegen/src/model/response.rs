//! The origin of an endpoint's response, and the statuses with a meaning of their own.

use crate::item::Item;
use crate::parse::table::{self, ItemType, Table};

/// The word for a type or a status without data.
pub(crate) const EMPTY: &str = "empty";

/// The words for what a status of 400 or more means.
pub(crate) const MEANINGS: &[(&str, Meaning<'static>)] = &[
    ("not_found", Meaning::NotFound),
    ("unauthorized", Meaning::Unauthorized),
    ("rate_limited", Meaning::RateLimited),
];

/// The origin of an endpoint's response.
pub(crate) enum Response<'t> {
    /// The converter module that makes it.
    Converter(&'t str),
    /// The reply itself has it.
    Declared(Declared<'t>),
    /// The reply itself is it.
    Bytes,
}

/// A response that the reply has as it is.
pub(crate) struct Declared<'t> {
    /// The type of the data; none if replies have no data.
    pub(crate) item: Option<Item<'t>>,
    pub(crate) at: &'t str,
    pub(crate) error: Option<&'t table::ErrorObject>,
    /// The statuses with a meaning of their own, in the order of the table.
    pub(crate) statuses: Vec<(u16, Meaning<'t>)>,
}

/// The meaning of a status.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning<'t> {
    /// The reply has no data.
    Empty,
    NotFound,
    Unauthorized,
    RateLimited,
    /// The body is that record.
    Record(&'t str),
}

impl<'t> Response<'t> {
    pub(super) fn new(endpoint: &'t table::Endpoint, table: &'t Table) -> Option<Self> {
        if endpoint.raw == "bytes" {
            return Some(Self::Bytes);
        }
        match (&endpoint.converter, &endpoint.response) {
            (Some(module), None) => Some(Self::Converter(module)),
            (None, Some(response)) => Some(Self::Declared(Declared::new(response, table)?)),
            _ => None,
        }
    }

    /// Returns the response that the table declares, if it does.
    pub(crate) const fn declared(&self) -> Option<&Declared<'t>> {
        match self {
            Self::Converter(_) | Self::Bytes => None,
            Self::Declared(declared) => Some(declared),
        }
    }
}

impl<'t> Declared<'t> {
    fn new(response: &'t table::Response, table: &'t Table) -> Option<Self> {
        let item = if is_empty(&response.kind) { None } else { Some(Item::resolve(&response.kind, table)?) };
        let status = |(status, meaning): (&'t String, &'t table::Meaning)| {
            Some((status.parse().ok()?, Meaning::resolve(&meaning.0, table)?))
        };
        Some(Self {
            item,
            at: response.at.as_deref().unwrap_or_default(),
            error: response.error.as_ref(),
            statuses: response.statuses.iter().map(status).collect::<Option<_>>()?,
        })
    }

    /// Returns true if a good reply may come without data.
    pub(crate) fn may_be_empty(&self) -> bool {
        self.statuses.iter().any(|(_, meaning)| *meaning == Meaning::Empty)
    }
}

impl<'t> Meaning<'t> {
    /// Returns the meaning that a table writes, unless it is none.
    pub(crate) fn resolve(written: &str, table: &'t Table) -> Option<Self> {
        let word = || MEANINGS.iter().find(|(word, _)| *word == written).map(|(_, meaning)| *meaning);
        let record = || table.records.get_key_value(written).map(|(name, _)| Self::Record(name));
        if written == EMPTY { Some(Self::Empty) } else { word().or_else(record) }
    }
}

/// Returns true for the type of replies without data.
pub(crate) fn is_empty(kind: &ItemType) -> bool {
    matches!(kind, ItemType::One(name) if name == EMPTY)
}
