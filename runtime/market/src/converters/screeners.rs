//! Screeners: the list of predefined screeners, from the ScreenerStore of the screener page,
//! or from the sections that the discovery service answers.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use virtual_finance_core::{Context, ConversionError, Converted, Fault, Field, RawReply, exactly_one};

use crate::fault::MarketFault;
use crate::read::envelope::{self, Envelope};
use crate::read::html::Page;
use crate::read::json::{self, Entries};
use crate::read::{members, page, refusal, script};

/// The path that pages of today have the screeners from.
const SERVICE: &str = "/ws/screeners/v1/finance/screener/discover";

/// The predefined screeners.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The screeners, in the page's order.
    pub screeners: Vec<Screener>,
}

/// One predefined screener. Fields that the contract does not name are left out, as it says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Screener {
    /// The title, for example "Day Gainers".
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub title: Field<String>,
    /// True if the screener comes with the host, not from a user.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub predefined_scr: Field<bool>,
    /// A description of the selection and its order.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub description: Field<String>,
    /// The name that the Screener request takes, for example `DAY_GAINERS`.
    pub canonical_name: String,
}

/// Converts the screener page, of whichever era that is, or the reply of the discovery service.
///
/// # Errors
/// 422 when the reply cannot be read or has no list of predefined screeners.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>]) -> Result<Converted<Response>, ConversionError> {
    let reply = exactly_one(replies)?;
    let list = if json::is_json(reply)? { discovered(reply)? } else { from_page(reply)? };
    let screeners = list.into_iter().map(Screener::try_from).collect::<Result<_, _>>()?;
    Ok(Response { screeners }.into())
}

/// Returns the list of a page's store, or of its scripts.
fn from_page(page: RawReply<'_>) -> Result<Vec<Entry>, ConversionError> {
    let mut page = page::page(page)?;
    match listed(&mut page) {
        Err(error) if MarketFault::is_no_store(error.fault()) => {
            let body = script::body_from(&mut page, SERVICE, |_| true)?;
            let body = body.ok_or_else(|| refusal::of_page_without_data(page.text(), error))?;
            discovered(RawReply::new(body.as_bytes()))
        }
        list => list,
    }
}

/// Returns the list of the page's store.
fn listed(page: &mut Page<'_>) -> Result<Vec<Entry>, ConversionError> {
    let list: Option<Vec<Entry>> = page::store_member(page, "ScreenerStore", "predefinedList")?;
    list.ok_or_else(|| Fault::missing("ScreenerStore.predefinedList").into())
}

/// Returns the lists of all sections one after the other, each screener once. A section may be of something else.
fn discovered(reply: RawReply<'_>) -> Result<Vec<Entry>, ConversionError> {
    let document: Reply = json::document(reply, "the screeners")?;
    let envelope = document.finance.ok_or_else(|| envelope::missing(reply, "finance"))?;
    // The list is about nothing that a host could not know: without a result the reply is no list.
    let result = envelope.checked()?.ok_or_else(|| Fault::missing("finance.result"))?;
    let sections = result.sections.map(|Entries(sections)| sections);
    let lists = sections.into_iter().flatten().filter_map(|(_, section)| section?.list);
    let lists: Vec<Vec<Entry>> = lists.collect();
    if lists.is_empty() {
        return Err(Fault::missing("finance.result.sections.*.screenersList").into());
    }
    let mut known = HashSet::new();
    let is_new = |entry: &Entry| known.insert(entry.canonical_name.clone());
    Ok(lists.into_iter().flatten().filter(is_new).collect())
}

members! {
    struct Reply {
        finance: "finance" => Option<Envelope<Discovered>>,
    }
}

members! {
    struct Discovered {
        sections: "sections" => Option<Entries<Option<Section>>>,
    }
}

members! {
    struct Section {
        list: "screenersList" => Option<Vec<Entry>>,
    }
}

members! {
    struct Entry {
        title: "title" => Field<String>,
        predefined_scr: "predefinedScr" => Field<bool>,
        description: "description" => Field<String>,
        canonical_name: "canonicalName" => Option<String>,
    }
}

impl TryFrom<Entry> for Screener {
    type Error = Fault;

    fn try_from(entry: Entry) -> Result<Self, Fault> {
        let name = entry.canonical_name;
        Ok(Self {
            title: entry.title,
            predefined_scr: entry.predefined_scr,
            description: entry.description,
            canonical_name: name.ok_or_else(|| Fault::missing("the canonicalName of a screener"))?,
        })
    }
}
