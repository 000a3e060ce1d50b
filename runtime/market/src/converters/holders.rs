//! Holders: who holds the shares, from the tables of the holders page, or from the sections
//! of the summary that pages of today and the summary service have instead.

mod sections;
mod types;

use sections::Sections;
pub use types::{Holder, HolderTable, Response};

use serde_json::{Map, Value};
use virtual_finance_core::{
    Context, ConversionError, Converted, Fault, Notes, RawReply, SkippedRow, exactly_one,
};

use super::params::holders::Params;
use crate::fault::MarketFault;
use crate::read::html::{Page, TableSlice};
use crate::read::listed::{TWICE, at, require_some};
use crate::read::summary::{self, Summary};
use crate::read::table::{self, Table};
use crate::read::{Conversion, json, page, refusal};

pub use crate::records::holders::*;

/// The heading before each table, in the page's order.
const HEADINGS: [&str; 3] = ["Major Holders", "Top Institutional Holders", "Top Mutual Fund Holders"];
/// The first table, as messages name it.
const MAJOR: &str = "the table of major holders";
/// A page may show other tables after the three; so many are looked at.
const MAX_TABLES: usize = 16;

/// Converts the holders page, or the reply of the summary service.
///
/// # Errors
/// 422: the reply cannot be read, or a page says nothing of major holders. 404: the instrument has no holders.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let reply = exactly_one(replies)?;
    if json::is_json(reply)? {
        return of_sections(summary::service(reply, params.ticker)?);
    }
    let mut page = page::page(reply)?;
    match summary::read_beside_store(&mut page, params.ticker)? {
        Some(summary) => of_sections(summary),
        None => match from_tables(&mut page) {
            Ok(converted) => Ok(converted),
            Err(error) => Err(refusal::of_page_without_data(page.text(), error)),
        },
    }
}

fn of_sections(summary: Summary<Sections>) -> Conversion<Response> {
    let Summary { sections, mut skipped, .. } = summary;
    let mut notes = Notes::new();
    if let Some(currencies) = sections.currencies() {
        notes.insert(currencies);
    }
    Ok(Converted { response: sections.response(&mut skipped)?, notes }.with_skipped(skipped))
}

fn from_tables(page: &mut Page<'_>) -> Conversion<Response> {
    let mut skipped = Vec::new();
    let [major, institutional, mutualfund] = by_heading(page.tables(MAX_TABLES)?, &mut skipped);
    let missing = || {
        if page::is_encrypted(page.text()) { MarketFault::Encrypted.into() } else { Fault::missing(MAJOR) }
    };
    let table = major.ok_or_else(missing)?;
    let major = major_holders(&Table::parse(table.html, HEADINGS[0])?, &mut skipped)?;
    // Other pages have tables too, those that ask for consent for example.
    if table.heading.is_none() && !major.iter().any(|(_, label)| label.contains("Held by")) {
        return Err(missing().into());
    }
    let mut holders = |table: Option<TableSlice<'_>>, name| {
        table.map(|table| holder_table(&table, name, &mut skipped)).transpose()
    };
    let (institutional, mutualfund) =
        (holders(institutional, HEADINGS[1])?, holders(mutualfund, HEADINGS[2])?);
    let breakdown = None;
    Ok(Converted::from(Response { major, institutional, mutualfund, breakdown }).with_skipped(skipped))
}

/// Returns the three tables. On a page with any of the headings they alone decide, so that a missing table of
/// institutions never turns funds into institutions; where one is missing, those under other headings are added to what is
/// skipped. On a page with none of them the tables without a heading stand in the usual order.
fn by_heading<'p>(tables: Vec<TableSlice<'p>>, skipped: &mut Vec<SkippedRow>) -> [Option<TableSlice<'p>>; 3] {
    let role_of = |table: &TableSlice<'_>| {
        HEADINGS.iter().position(|heading| table.heading.as_deref() == Some(heading))
    };
    let headed = tables.iter().any(|table| role_of(table).is_some());
    let mut roles: [Option<TableSlice<'p>>; 3] = [None, None, None];
    let mut others = Vec::new();
    for (place, table) in tables.into_iter().enumerate() {
        let by_position = (!headed && table.heading.is_none()).then_some(place);
        match role_of(&table).or(by_position).and_then(|role| roles.get_mut(role)) {
            // Nobody knows which of two under one heading it is about.
            Some(Some(known)) => {
                skipped.extend(known.heading.clone().map(|heading| SkippedRow::named(heading, TWICE)));
            }
            Some(slot) => *slot = Some(table),
            None if headed => others.push(match table.heading {
                Some(heading) => SkippedRow::named(heading, "its heading is unknown"),
                None => SkippedRow::at(format!("table[{place}]"), "it has no heading"),
            }),
            None => {}
        }
    }
    if roles.iter().any(Option::is_none) {
        skipped.append(&mut others);
    }
    roles
}

fn major_holders(
    table: &Table,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Vec<(Option<String>, String)>, Fault> {
    let mut pairs = Vec::with_capacity(table.rows.len());
    for (index, row) in table.rows.iter().enumerate() {
        match row.as_slice() {
            [value, label] => pairs.push((Some(table::text(value)), table::text(label))),
            _ => skipped.push(at(HEADINGS[0], index, "it is not a value and its label")),
        }
    }
    require_some(&pairs, HEADINGS[0], 0, skipped)?;
    Ok(pairs)
}

fn holder_table(
    slice: &TableSlice<'_>,
    name: &'static str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<HolderTable, ConversionError> {
    let mut table = Table::parse(slice.html, name)?;
    if table.titles.is_empty() {
        return Err(Fault::missing(format!("the header of {name}")).into());
    }
    if table.titles.iter().any(String::is_empty) {
        return Err(Fault::missing(format!("a title of {name}")).into());
    }
    table.keep_full_rows(name, skipped)?;
    let mut holders = vec![Holder(Map::new()); table.rows.len()];
    let mut legend = Map::new();
    for (place, title) in table.titles.iter().enumerate() {
        let key = title.to_lowercase().replace(' ', "_").replace('%', "pch");
        let is_of_percentages = table.column(place).any(|cell| cell.contains('%'));
        for (holder, value) in holders.iter_mut().zip(table::column_values(table.column(place))) {
            let value = if is_of_percentages { without_percent(value) } else { value };
            holder.0.insert(key.clone(), value);
        }
        legend.insert(key, title.as_str().into());
    }
    Ok(HolderTable { legend, holders })
}

/// Returns the number of a text with a percent sign, and null for an empty mark; other text, such as a name, stays
/// text.
fn without_percent(value: Value) -> Value {
    let Some(text) = value.as_str() else { return value };
    if table::is_blank(text) {
        return Value::Null;
    }
    let number = text.contains('%').then(|| table::percent(text)).flatten();
    number.map_or(value, Value::Number)
}
