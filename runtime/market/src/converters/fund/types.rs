//! The structure of a fund.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::records::fund::{AssetClasses, BondHoldings, EquityHoldings, Holding, Operations, Overview};

/// The profile of a fund, what it holds and how it performs. A part that the host does not have is null.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Response {
    /// The ticker that was asked for.
    pub ticker: String,
    /// The kind of the instrument, for example `ETF` or `MUTUALFUND`.
    pub quote_type: Option<String>,
    /// The fund in a paragraph.
    pub description: Option<String>,
    /// The family, the category and the legal form.
    pub overview: Overview,
    /// The costs of the fund and its category.
    pub operations: Option<Sides<Operations>>,
    /// The parts of the assets by their class, as fractions.
    pub asset_classes: Option<AssetClasses>,
    /// The largest holdings, at most ten.
    pub top_holdings: Option<Vec<Holding>>,
    /// The figures of the stocks, of the fund and its category.
    pub equity_holdings: Option<Sides<EquityHoldings>>,
    /// The figures of the bonds, of the fund and its category.
    pub bond_holdings: Option<Sides<BondHoldings>>,
    /// The parts of the bonds by their rating, as fractions.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<std::collections::BTreeMap<String, Option<f64>>>")
    )]
    pub bond_ratings: Option<Map<String, Value>>,
    /// The parts of the stocks by their sector, as fractions.
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<std::collections::BTreeMap<String, Option<f64>>>")
    )]
    pub sector_weightings: Option<Map<String, Value>>,
    /// The returns and risks by the host's names. Returns are fractions; `alpha`, `meanAnnualReturn`, `rSquared`
    /// and `stdDev` are in percent, `rankInCategory` in percentiles, and `asOfDate` is in epoch seconds. What the host
    /// does not know, such as the return of ten years of a younger fund, is null.
    pub performance: Option<Map<String, Value>>,
}

/// Figures of a fund beside the figures of its category.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sides<T> {
    /// The figures of the fund.
    pub fund: Option<T>,
    /// The figures of the category.
    pub category: Option<T>,
}

impl<T> Sides<T> {
    /// Returns the sides, if at least one has figures.
    pub(super) fn of(fund: Option<T>, category: Option<T>) -> Option<Self> {
        (fund.is_some() || category.is_some()).then_some(Self { fund, category })
    }
}
