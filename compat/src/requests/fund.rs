//! The class Fund.

use virtual_finance::responses::fund::Response;
use virtual_finance::responses::{Map, Value};

use crate::frames::fund;
use crate::frames::members::{members, named};
use crate::requests::fetching::{Fetch, Frames, frame_methods};

/// A fund: its costs and holdings.
pub type Fund = Fetch<virtual_finance::Fund>;

/// The frames of a [`Fund`] request. A part that the response lacks has no rows.
pub type FundFrames = Frames<Response>;

frame_methods! {
    FundFrames |response|
    /// Returns the largest holdings. See [`frames::fund::top_holdings`](crate::frames::fund::top_holdings).
    top_holdings: fund::top_holdings(response);
    /// Returns the costs of the fund and its category. See
    /// [`frames::fund::fund_operations`](crate::frames::fund::fund_operations).
    fund_operations: fund::fund_operations(response);
    /// Returns the figures of the stocks, of the fund and its category. See
    /// [`frames::fund::equity_holdings`](crate::frames::fund::equity_holdings).
    equity_holdings: fund::equity_holdings(response);
    /// Returns the figures of the bonds, of the fund and its category. See
    /// [`frames::fund::bond_holdings`](crate::frames::fund::bond_holdings).
    bond_holdings: fund::bond_holdings(response);
}

impl FundFrames {
    /// Returns the kind of the instrument, for example `ETF`, if the host says it.
    pub fn quote_type(&self) -> Option<&str> {
        self.response.quote_type.as_deref()
    }

    /// Returns the fund in a paragraph, if the host has one.
    pub fn description(&self) -> Option<&str> {
        self.response.description.as_deref()
    }

    /// Returns `categoryName`, `family` and `legalType`.
    pub fn fund_overview(&self) -> Map<String, Value> {
        named(&fund::FUND_OVERVIEW, &members(Some(&self.response.overview)))
    }

    /// Returns the parts of the assets by their class, as fractions: `cashPosition` and others.
    pub fn asset_classes(&self) -> Map<String, Value> {
        let Some(classes) = &self.response.asset_classes else { return Map::new() };
        named(&fund::ASSET_CLASSES, &members(Some(classes)))
    }

    /// Returns the parts of the bonds by their rating, as fractions.
    pub fn bond_ratings(&self) -> Map<String, Value> {
        self.response.bond_ratings.clone().unwrap_or_default()
    }

    /// Returns the parts of the stocks by their sector, as fractions.
    pub fn sector_weightings(&self) -> Map<String, Value> {
        self.response.sector_weightings.clone().unwrap_or_default()
    }
}
