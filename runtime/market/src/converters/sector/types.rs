//! The structure of a sector, parts of which an industry has too.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::converters::insights::Report;
use crate::read::adapted::Adapted;
use crate::read::{amounts, members};

/// A sector with its companies, funds and industries. A part that the host does not have is null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Response {
    /// The name, for example `Technology`.
    pub name: String,
    /// The symbol of the host's index, for example `^YH311`.
    pub symbol: Option<String>,
    /// The key, for example `technology`.
    pub key: String,
    /// Counts and sums over the companies.
    pub overview: Option<Overview>,
    /// The returns of the sector.
    pub performance: Option<Performance>,
    /// The returns of the index that the sector is compared with.
    pub performance_overview_benchmark: Option<Performance>,
    /// The largest companies, at most 50.
    pub top_companies: Option<Vec<Company>>,
    /// Reports of research.
    pub research_reports: Option<Vec<Report>>,
    /// The largest exchange-traded funds; regions may have none.
    #[serde(rename = "topETFs")]
    pub top_etfs: Option<Vec<Fund>>,
    /// The largest mutual funds.
    pub top_mutual_funds: Option<Vec<Fund>>,
    /// The industries.
    pub industries: Option<Vec<IndustryOfSector>>,
    /// All industries together.
    pub all: Option<IndustryOfSector>,
}

members! {
    /// Counts and sums over the companies of a sector or an industry.
    pub open struct Overview {
        /// The number of companies.
        companies_count: "companiesCount" => Number,
        /// The number of industries; absent for an industry.
        industries_count: "industriesCount" => Number,
        /// The value of all companies, in US dollars.
        market_cap: "marketCap" whole => Number,
        /// That value over the value of the whole market, for an industry that of its sector, as a fraction.
        market_weight: "marketWeight" => Number,
        /// The number of employees.
        employee_count: "employeeCount" whole => Number,
        /// The sector or industry in a paragraph.
        description: "description" => String,
    }
}

impl Adapted for Overview {}

members! {
    /// Returns, as fractions in spite of their names.
    pub open struct Performance {
        /// The name of the index, of a benchmark.
        name: "name" => String,
        /// The change of the day.
        reg_market_change_percent: "regMarketChangePercent" => Number,
        /// The change since the first of January.
        ytd_change_percent: "ytdChangePercent" => Number,
        /// The change of a year.
        one_year_change_percent: "oneYearChangePercent" => Number,
        /// The change of three years.
        three_year_change_percent: "threeYearChangePercent" => Number,
        /// The change of five years.
        five_year_change_percent: "fiveYearChangePercent" => Number,
    }
}

impl Adapted for Performance {}

members! {
    /// A company of a sector or an industry. Prices are in the currency of the company.
    pub open struct Company {
        /// The symbol.
        symbol: "symbol" required => String,
        /// The name.
        name: "name" => String,
        /// The rating by analysts, for example `Buy`.
        rating: "rating" => String,
        /// The value of all shares, in whole units of the currency of its prices, which the host does not say.
        market_cap: "marketCap" => Number,
        /// That value over the value of all companies, as a fraction.
        market_weight: "marketWeight" => Number,
        /// The latest price, in the currency of the instrument, which the host does not say.
        last_price: "lastPrice" => Number,
        /// The price that analysts expect, in the currency of the instrument, which the host does not say.
        target_price: "targetPrice" => Number,
        /// The return since the first of January, as a fraction.
        ytd_return: "ytdReturn" => Number,
        /// The change of the day, as a fraction in spite of its name.
        reg_market_change_percent: "regMarketChangePercent" => Number,
        /// The growth that analysts expect, as a fraction; of the companies that grow most only.
        growth_estimate: "growthEstimate" => Number,
    }
}

impl Adapted for Company {
    fn key(&self) -> Option<(&'static str, &str)> {
        Some(("symbol", self.symbol.get()?))
    }

    fn adapt(members: &mut Map<String, Value>) {
        amounts::whole_members(members);
    }
}

members! {
    /// A fund that invests in a sector.
    pub open struct Fund {
        /// The symbol.
        symbol: "symbol" required => String,
        /// The name; absent for some.
        name: "name" => String,
        /// The net assets.
        net_assets: "netAssets" => Number,
        /// The yearly costs, as a fraction.
        expense_ratio: "expenseRatio" => Number,
        /// The latest price, in the currency of the instrument, which the host does not say.
        last_price: "lastPrice" => Number,
        /// The return since the first of January, as a fraction.
        ytd_return: "ytdReturn" => Number,
    }
}

impl Adapted for Fund {
    fn key(&self) -> Option<(&'static str, &str)> {
        Some(("symbol", self.symbol.get()?))
    }

    fn adapt(members: &mut Map<String, Value>) {
        amounts::whole_members(members);
    }
}

members! {
    /// An industry of a sector.
    pub open struct IndustryOfSector {
        /// The key that `Industry` takes; absent of all industries together.
        key: "key" => String,
        /// The name.
        name: "name" required => String,
        /// The symbol of the host's index.
        symbol: "symbol" => String,
        /// The value of the companies over that of the sector, as a fraction.
        market_weight: "marketWeight" => Number,
        /// The return since the first of January, as a fraction.
        ytd_return: "ytdReturn" => Number,
        /// The change of the day, as a fraction in spite of its name.
        reg_market_change_percent: "regMarketChangePercent" => Number,
    }
}

impl IndustryOfSector {
    /// Returns true for all industries together, which alone have no key.
    pub(super) fn is_all(&self) -> bool {
        self.key.get().is_none_or(String::is_empty)
    }
}

impl Adapted for IndustryOfSector {
    fn key(&self) -> Option<(&'static str, &str)> {
        self.key.get().filter(|_| !self.is_all()).map(|key| ("key", key.as_str()))
    }
}
