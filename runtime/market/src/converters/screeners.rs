//! Screeners: the list of predefined screeners, from the ScreenerStore of the screener page,
//! or from the sections that the discovery service answers.

use std::collections::HashSet;

use virtual_finance_core::{
    Context, ConversionError, Converted, Fault, Field, RawReply, SkippedRow, exactly_one,
};

use crate::fault::MarketFault;
use crate::read::envelope::Finance;
use crate::read::html::Page;
use crate::read::json::{self, Entries};
use crate::read::rows::{Readable, Row, Rows};
use crate::read::{Conversion, members, page, refusal, script};

pub use crate::records::screeners::*;

/// The path that pages of today have the screeners from.
const SERVICE: &str = "/ws/screeners/v1/finance/screener/discover";

/// Converts the screener page, of whichever era that is, or the reply of the discovery service.
///
/// # Errors
/// 422 when the reply cannot be read, has no list of predefined screeners, or a list with none that can be read.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>]) -> Conversion<Response> {
    let reply = exactly_one(replies)?;
    let mut skipped = Vec::new();
    let entries = match json::is_json(reply)? {
        true => discovered(reply, &mut skipped)?,
        false => from_page(reply, &mut skipped)?,
    };
    let screeners = entries.into_iter().map(Screener::from).collect();
    Ok(Converted::from(Response { screeners }).with_skipped(skipped))
}

/// Returns the list of a page's store, or of its scripts.
fn from_page(page: RawReply<'_>, skipped: &mut Vec<SkippedRow>) -> Result<Vec<Entry>, ConversionError> {
    let mut page = page::page(page)?;
    match listed(&mut page, skipped) {
        Err(error) if MarketFault::is_no_store(error.fault()) => {
            let body = script::body_from(&mut page, SERVICE, |_| true)?;
            let body = body.ok_or_else(|| refusal::of_page_without_data(page.text(), error))?;
            discovered(RawReply::new(body.as_bytes()), skipped)
        }
        list => list,
    }
}

/// Returns the list of the page's store.
fn listed(page: &mut Page<'_>, skipped: &mut Vec<SkippedRow>) -> Result<Vec<Entry>, ConversionError> {
    const STORE: &str = "ScreenerStore";
    const MEMBER: &str = "predefinedList";
    const PATH: &str = "ScreenerStore.predefinedList";
    let missing = || Fault::missing(PATH);
    match page::store_member::<Option<Vec<Entry>>>(page, STORE, MEMBER) {
        Ok(list) => Ok(list.ok_or_else(missing)?.readable(PATH, skipped)?),
        Err(error) if MarketFault::is_no_store(error.fault()) => Err(error),
        // One by one: that takes longer.
        Err(_) => {
            let list = page::store_member::<Option<Rows<Entry>>>(page, STORE, MEMBER)?;
            Ok(list.ok_or_else(missing)?.readable(PATH, skipped)?)
        }
    }
}

/// Returns the lists of all sections one after the other, each screener once. A section may be of something else.
fn discovered(reply: RawReply<'_>, skipped: &mut Vec<SkippedRow>) -> Result<Vec<Entry>, ConversionError> {
    const NAME: &str = "the screeners";
    match json::document::<Reply<Vec<Entry>>>(reply, NAME) {
        Ok(document) => of_sections(reply, document, skipped),
        // One by one: that takes longer.
        Err(_) => of_sections(reply, json::document::<Reply<Rows<Entry>>>(reply, NAME)?, skipped),
    }
}

fn of_sections<T: Readable<Entry>>(
    reply: RawReply<'_>,
    document: Reply<T>,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Vec<Entry>, ConversionError> {
    // The list is about nothing that a host could not know: without a result the reply is no list.
    let result = document.envelope(reply)?.checked()?.ok_or_else(|| Fault::missing("finance.result"))?;
    let sections = result.sections.map(|Entries(sections)| sections);
    let lists = sections.into_iter().flatten().filter_map(|(name, section)| Some((name, section?.list?)));
    let lists = lists
        .map(|(name, list)| list.readable(&format!("finance.result.sections.{name}.screenersList"), skipped));
    let lists = lists.collect::<Result<Vec<_>, _>>()?;
    if lists.is_empty() {
        return Err(Fault::missing("finance.result.sections.*.screenersList").into());
    }
    let mut known = HashSet::new();
    let is_new = |entry: &Entry| known.insert(entry.canonical_name.clone());
    Ok(lists.into_iter().flatten().filter(is_new).collect())
}

type Reply<T> = Finance<Discovered<T>>;

members! {
    struct Discovered[T] {
        sections: "sections" => Option<Entries<Option<Section<T>>>>,
    }
}

members! {
    struct Section[T] {
        list: "screenersList" => Option<T>,
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

impl Row for Entry {
    const NAME: &'static str = "canonicalName";

    fn name(&self) -> Option<&str> {
        self.canonical_name.as_deref()
    }
}

impl From<Entry> for Screener {
    fn from(entry: Entry) -> Self {
        Self {
            title: entry.title,
            predefined_scr: entry.predefined_scr,
            description: entry.description,
            // A row has its name.
            canonical_name: entry.canonical_name.unwrap_or_default(),
        }
    }
}
