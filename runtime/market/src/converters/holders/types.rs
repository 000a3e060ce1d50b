//! The structure of holders, and the parameters of their conversion.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::records::holders::Breakdown;

/// The standardized holders.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// Shares of kinds of holders: a text such as `58.58%` or `2561`, null where the host has none, and what it means.
    pub major: Vec<(Option<String>, String)>,
    /// The largest institutions; absent where the page has no such table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "HolderTable"))]
    pub institutional: Option<HolderTable>,
    /// The largest mutual funds; absent where the page has no such table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "HolderTable"))]
    pub mutualfund: Option<HolderTable>,
    /// The shares of kinds of holders as numbers; absent where the tables of a page are all that there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Breakdown"))]
    pub breakdown: Option<Breakdown>,
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
    /// Returns the name.
    pub fn name(&self) -> Option<&str> {
        self.0.get("holder")?.as_str()
    }

    /// The number of shares that it holds.
    pub fn shares(&self) -> Option<&Number> {
        self.0.get("shares")?.as_number()
    }

    /// Returns the day of its report, for example `Dec 31, 2020`. A page of 2021 has the evening before in New York.
    pub fn date_reported(&self) -> Option<&str> {
        self.0.get("date_reported")?.as_str()
    }

    /// Its part of the shares outstanding, in percent.
    pub fn percent_out(&self) -> Option<&Number> {
        self.0.get("pch_out")?.as_number()
    }

    /// The change of the number of its shares since the report before, as a fraction; the tables of pages do not have it.
    pub fn percent_change(&self) -> Option<&Number> {
        self.0.get("pctChange")?.as_number()
    }

    /// The value of its shares: their number times the price, in the unit of the price, which is pence in London.
    pub fn value(&self) -> Option<&Number> {
        self.0.get("value")?.as_number()
    }
}

/// The columns that the contract names. A column with a cell that is no number is of texts.
#[cfg(feature = "schema")]
mod schemas {
    use schemars::{Schema, SchemaGenerator};
    use virtual_finance_core::schema::open_object;

    use crate::members::HOLDER;

    pub(super) fn holder(_: &mut SchemaGenerator) -> Schema {
        open_object(&["object"], HOLDER)
    }
}
