//! The structure of an index, and the parameters of its conversion.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The components of an index as parallel lists: value *i* of every list belongs to
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
