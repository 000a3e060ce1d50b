//! The pages that the items of an endpoint come in, in the terms of the generated code.

use virtual_finance_core::catalogue::NextPage;

use super::words::Presence;
use crate::item::Item;
use crate::parse::pages;
use crate::parse::table::{self, ItemType, Table};

/// The pages of an endpoint.
pub struct Pages<'t> {
    pub next: NextPage,
    /// The path of the items in the response; empty where the response is the list.
    pub items: &'t str,
    /// The same path in the response as JSON, where a field on it has another name there.
    pub members: Option<String>,
    /// The type of one item; `None` where the converter's module has it.
    pub item: Option<Item<'t>>,
    /// The presence of the list of items in the response.
    pub presence: Presence,
}

impl<'t> Pages<'t> {
    /// Returns the pages of an endpoint; none if a check let something through that they refer to.
    pub fn new(pages: &'t pages::Pages, endpoint: &'t table::Endpoint, table: &'t Table) -> Option<Self> {
        let next = match (&pages.cursor, &pages.offset, &pages.page, &pages.link) {
            (Some(cursor), None, None, None) => {
                NextPage::Cursor { parameter: text(&cursor.parameter), next: text(&cursor.next) }
            }
            (None, Some(offset), None, None) => NextPage::Offset {
                parameter: text(&offset.parameter),
                rows: offset.rows.as_deref().map(text),
                total: offset.total.as_deref().map(text),
            },
            (None, None, Some(page), None) => {
                NextPage::Number { parameter: text(&page.parameter), last: page.last.as_deref().map(text) }
            }
            (None, None, None, Some(link)) => {
                NextPage::Link { next: (link != pages::HEADER).then(|| text(link)) }
            }
            _ => return None,
        };
        let items = pages.items.as_deref().unwrap_or_default();
        let mut presence = Presence::Required;
        let mut members = Vec::new();
        let item = match &endpoint.response {
            Some(response) => {
                let mut at = &response.kind;
                for word in items.split('.').filter(|word| !word.is_empty()) {
                    let ItemType::One(name) = at else { return None };
                    let field = table.records.get(name)?.fields.get(word)?;
                    (at, presence) = (&field.kind, Presence::of(field));
                    members.push(field.wire.as_deref().unwrap_or(word));
                }
                let ItemType::List(item) = at else { return None };
                Some(Item::resolve(item, table)?)
            }
            None => None,
        };
        let members = Some(members.join(".")).filter(|members| item.is_some() && members != items);
        Some(Self { next, items, members, item, presence })
    }
}

/// Returns a text as constants have it.
pub fn text(text: &str) -> &'static str {
    String::from(text).leak()
}
