//! Index (section 2.8): the components of an index, from the table of its components page, or from
//! today's replies of the summary and of the quote service.

mod quotes;

pub use quotes::quote_queries;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use virtual_finance_core::{Context, ConversionHookError, Converted, Fault, RawReply, only, some};

use crate::read::table::{self, Table};
use crate::read::{html, json, page, refusal, summary};

/// The components of an index (section 2.8) as parallel lists: value *i* of every list belongs to
/// component *i*. In JSON each list is an object from the row's number to the value.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The tickers.
    #[serde(rename = "Symbol", with = "rows")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::texts"))]
    pub symbol: Vec<String>,
    /// The names of the companies, empty where the host has no quote.
    #[serde(rename = "Company Name", with = "rows")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::texts"))]
    pub company_name: Vec<String>,
    /// The latest prices: numbers, null where the cell is empty or the host has no quote. Where one cell of
    /// a page's column is no number, such as `N/A`, all are texts.
    #[serde(rename = "Last Price", with = "rows")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::cells"))]
    pub last_price: Vec<Value>,
    /// The changes since the previous close, as the prices are.
    #[serde(rename = "Change", with = "rows")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::cells"))]
    pub change: Vec<Value>,
    /// The changes in percent as texts with their signs, for example `+0.20%`.
    #[serde(rename = "% Change", with = "rows")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::texts"))]
    pub percent_change: Vec<String>,
    /// The day's volumes: integers, otherwise as the prices are.
    #[serde(rename = "Volume", with = "rows")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::cells"))]
    pub volume: Vec<Value>,
}

/// What the conversion needs of the request.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The symbol of the index that was asked for.
    pub index: &'a str,
}

/// Converts the components page, or the replies that name the components and quote them, in any order:
/// the components in their own order or, where no reply names them, in that of the quotes.
///
/// # Errors
/// 422: a reply cannot be read, is about another index or is the host's own error, the first table of the page is not one of
/// components, or no component has a quote.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    some(replies)?;
    let mut sources = quotes::Sources::default();
    for reply in replies {
        if !json::is_json(*reply)? {
            // A page has all by itself.
            let response = from_page(*reply, params.index)?;
            only(replies)?;
            return Ok(response.into());
        }
        sources.add(*reply, params.index)?;
    }
    Ok(sources.response()?)
}

fn from_page(reply: RawReply<'_>, index: &str) -> Result<Response, ConversionHookError> {
    let page = page::text(reply)?;
    summary::require_store_about(page, index)?;
    from_table(page).map_err(|error| refusal::of_page_without_data(page, error))
}

fn from_table(page: &str) -> Result<Response, ConversionHookError> {
    const NAME: &str = "the table of components";
    let slice = html::tables(page, 1)?.pop().ok_or_else(|| Fault::missing(NAME))?;
    let table = Table::parse(slice.html, NAME)?;
    table.require_full_rows(NAME)?;
    let place = |title: &str| {
        let place = table.titles.iter().position(|other| other == title);
        place.ok_or_else(|| Fault::missing(format!("the column {title} of {NAME}")))
    };
    let texts = |title| Ok::<_, Fault>(table.column(place(title)?).map(str::to_owned).collect());
    let values = |title| Ok::<_, Fault>(table::column_values(table.column(place(title)?)));
    Ok(Response {
        symbol: texts("Symbol")?,
        company_name: texts("Company Name")?,
        last_price: values("Last Price")?,
        change: values("Change")?,
        percent_change: texts("% Change")?,
        volume: values("Volume")?,
    })
}

/// Lists in JSON: objects from the row's number, as text, to the value.
mod rows {
    use std::collections::BTreeMap;

    use serde::de::{Deserialize, Deserializer, Error as _};
    use serde::ser::{Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        rows: &[T],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(rows.iter().enumerate())
    }

    pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
    where
        T: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        let rows = BTreeMap::<usize, T>::deserialize(deserializer)?;
        if !rows.keys().copied().eq(0..rows.len()) {
            return Err(D::Error::custom("the rows are not numbered from 0 without a gap"));
        }
        Ok(rows.into_values().collect())
    }
}

/// Schemas of columns in JSON, as [`rows`] writes them.
#[cfg(feature = "schema")]
mod schemas {
    use schemars::{Schema, SchemaGenerator, json_schema};

    pub(super) fn texts(_: &mut SchemaGenerator) -> Schema {
        column(&["string"])
    }

    pub(super) fn cells(_: &mut SchemaGenerator) -> Schema {
        column(&["number", "string", "null"])
    }

    fn column(kinds: &[&str]) -> Schema {
        json_schema!({
            "type": "object",
            "patternProperties": { "^[0-9]+$": { "type": kinds } },
            "additionalProperties": false
        })
    }
}
