//! Holders (section 2.4): who holds the shares, from the tables of the holders page, or from the sections
//! of the summary that pages of today and the summary service have instead.

mod sections;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use virtual_finance_core::{Context, ConversionHookError, Converted, Fault, RawReply, only};

use crate::fault::MarketFault;
use crate::read::html::{self, TableSlice};
use crate::read::table::{self, Table};
use crate::read::{page, refusal, summary};

/// The heading before each table, in the page's order.
const HEADINGS: [&str; 3] = ["Major Holders", "Top Institutional Holders", "Top Mutual Fund Holders"];
/// The first table, as messages name it.
const MAJOR: &str = "the table of major holders";
/// A page may show other tables after the three; so many are looked at.
const MAX_TABLES: usize = 16;

/// The standardized holders (section 2.4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// Shares of kinds of holders: a text such as `58.58%` or `2561`, and what it means.
    pub major: Vec<(String, String)>,
    /// The largest institutions; absent where the page has no such table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "HolderTable"))]
    pub institutional: Option<HolderTable>,
    /// The largest mutual funds; absent where the page has no such table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "HolderTable"))]
    pub mutualfund: Option<HolderTable>,
}

/// A table of holders.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HolderTable {
    /// The title of each column by its key: `pch_out` → `% Out`.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub legend: Map<String, Value>,
    /// One record a holder.
    pub holders: Vec<Holder>,
}

/// One holder: the cells by the keys of their columns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Holder(
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::holder"))] pub Map<String, Value>,
);

impl Holder {
    /// The name.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.0.get("holder")?.as_str()
    }

    /// How many shares it holds.
    #[must_use]
    pub fn shares(&self) -> Option<&Number> {
        self.0.get("shares")?.as_number()
    }

    /// The day of its report, for example `Dec 31, 2020`. A page of 2021 has the evening before in New York.
    #[must_use]
    pub fn date_reported(&self) -> Option<&str> {
        self.0.get("date_reported")?.as_str()
    }

    /// Its part of the shares outstanding, in percent.
    #[must_use]
    pub fn percent_out(&self) -> Option<&Number> {
        self.0.get("pch_out")?.as_number()
    }

    /// What its shares are worth, in the currency of the page.
    #[must_use]
    pub fn value(&self) -> Option<&Number> {
        self.0.get("value")?.as_number()
    }
}

/// What the conversion needs of the request.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The ticker that was asked for; a page of today is about others too.
    pub ticker: &'a str,
}

/// Converts the holders page, or the reply of the summary service.
///
/// # Errors
/// 422: the reply cannot be read, or says nothing of major holders.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let reply = only(replies)?;
    let response = match summary::read_without_store::<sections::Sections>(reply, params.ticker)? {
        Some(sections) => sections.response()?,
        None => {
            let page = page::text(reply)?;
            from_tables(page).map_err(|error| refusal::of_page_without_data(page, error))?
        }
    };
    Ok(response.into())
}

fn from_tables(page: &str) -> Result<Response, ConversionHookError> {
    let [major, institutional, mutualfund] = by_heading(html::tables(page, MAX_TABLES)?);
    let missing =
        || if page::is_encrypted(page) { MarketFault::Encrypted.into() } else { Fault::missing(MAJOR) };
    let table = major.ok_or_else(missing)?;
    let major = major_holders(&Table::parse(table.html, HEADINGS[0])?)?;
    // Other pages have tables too, those that ask for consent for example.
    if table.heading.is_none() && !major.iter().any(|(_, label)| label.contains("Held by")) {
        return Err(missing().into());
    }
    Ok(Response {
        major,
        institutional: institutional.map(|table| holder_table(&table, HEADINGS[1])).transpose()?,
        mutualfund: mutualfund.map(|table| holder_table(&table, HEADINGS[2])).transpose()?,
    })
}

/// The three tables. On a page with any of the headings they alone decide, so that a missing table of
/// institutions never turns funds into institutions. On a page with none of them the tables without a
/// heading stand in the usual order.
fn by_heading(tables: Vec<TableSlice<'_>>) -> [Option<TableSlice<'_>>; 3] {
    let role_of = |table: &TableSlice<'_>| {
        HEADINGS.iter().position(|heading| table.heading.as_deref() == Some(heading))
    };
    let headed = tables.iter().any(|table| role_of(table).is_some());
    let mut roles = [None, None, None];
    for (place, table) in tables.into_iter().enumerate() {
        let by_position = (!headed && table.heading.is_none()).then_some(place);
        if let Some(slot) = role_of(&table).or(by_position).and_then(|role| roles.get_mut(role)) {
            slot.get_or_insert(table);
        }
    }
    roles
}

fn major_holders(table: &Table) -> Result<Vec<(String, String)>, Fault> {
    let pair = |row: &Vec<String>| match row.as_slice() {
        [value, label] => Ok((table::text(value), table::text(label))),
        _ => Err(Fault::wrong_type("a row of major holders", "a value and its label")),
    };
    table.rows.iter().map(pair).collect()
}

fn holder_table(slice: &TableSlice<'_>, name: &'static str) -> Result<HolderTable, ConversionHookError> {
    let table = Table::parse(slice.html, name)?;
    if table.titles.is_empty() {
        return Err(Fault::missing(format!("the header of {name}")).into());
    }
    table.require_full_rows(name)?;
    let mut holders = vec![Holder(Map::new()); table.rows.len()];
    let mut legend = Map::new();
    for (place, title) in table.titles.iter().enumerate() {
        let key = title.to_lowercase().replace(' ', "_").replace('%', "pch");
        for (holder, value) in holders.iter_mut().zip(table::column_values(table.column(place))) {
            holder.0.insert(key.clone(), without_percent(value));
        }
        legend.insert(key, title.as_str().into());
    }
    Ok(HolderTable { legend, holders })
}

/// A text with a percent sign becomes its number; one that is no number, such as a name, stays a text.
fn without_percent(value: Value) -> Value {
    let number = value.as_str().filter(|text| text.contains('%')).and_then(table::percent);
    number.map_or(value, Value::Number)
}

/// The columns that the contract names (section 2.4). A column with a cell that is no number is of texts.
#[cfg(feature = "schema")]
mod schemas {
    use schemars::{Schema, SchemaGenerator};

    use virtual_finance_core::{KnownMember, open_object};

    pub(super) fn holder(_: &mut SchemaGenerator) -> Schema {
        open_object(&["object"], COLUMNS)
    }

    const COLUMNS: &[KnownMember] = &[
        ("holder", "string number", "The name."),
        ("shares", "number string", "How many shares it holds."),
        (
            "date_reported",
            "string number",
            "The day of its report, for example `Dec 31, 2020`; a page of 2021 has the evening before.",
        ),
        ("pch_out", "number string", "Its part of the shares outstanding, in percent."),
        ("value", "number string", "What its shares are worth, in the currency of the page."),
    ];
}
