//! The structure of a fund.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::read::members;

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
    /// The costs of the fund, and those of its category.
    pub operations: Option<Sides<Operations>>,
    /// The parts of the assets by their class, as fractions.
    pub asset_classes: Option<AssetClasses>,
    /// The largest holdings, at most ten.
    pub top_holdings: Option<Vec<Holding>>,
    /// The figures of the stocks, and those of the category.
    pub equity_holdings: Option<Sides<EquityHoldings>>,
    /// The figures of the bonds, and those of the category.
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

/// Figures of a fund beside those of its category.
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

members! {
    /// The family, the category and the legal form.
    pub open struct Overview {
        /// The family, for example the company that manages the fund.
        family: "family" => String,
        /// The category, for example `Large Growth`.
        category: "category" | "categoryName" => String,
        /// The legal form, for example `Exchange Traded Fund`.
        legal_type: "legalType" => String,
        /// The assets, in the currency of the fund.
        total_assets: "totalAssets" => Number,
        /// Those who sell the fund.
        brokerages: "brokerages" => Vec<Value>,
    }
}

members! {
    /// The costs of a fund. Some hosts write 0 where they know nothing.
    pub open struct Operations {
        /// The yearly costs by the annual report, as a fraction.
        annual_report_expense_ratio: "annualReportExpenseRatio" => Number,
        /// The part of the holdings that is exchanged in a year, as a fraction.
        annual_holdings_turnover: "annualHoldingsTurnover" => Number,
        /// A figure of unknown meaning, which is often the same for fund and category; `totalAssets` of the overview
        /// are the assets.
        total_net_assets: "totalNetAssets" => Number,
    }
}

members! {
    /// The parts of the assets by their class, as fractions.
    pub open struct AssetClasses {
        /// Cash.
        cash: "cash" | "cashPosition" => Number,
        /// Stocks.
        stock: "stock" | "stockPosition" => Number,
        /// Bonds.
        bond: "bond" | "bondPosition" => Number,
        /// Preferred stocks.
        preferred: "preferred" | "preferredPosition" => Number,
        /// Convertible bonds.
        convertible: "convertible" | "convertiblePosition" => Number,
        /// Other assets.
        rest: "other" | "otherPosition" => Number,
    }
}

members! {
    /// A holding.
    pub open struct Holding {
        /// The symbol; empty where the holding has none.
        symbol: "symbol" => String,
        /// The name.
        name: "name" | "holdingName" required => String,
        /// The part of the assets, as a fraction in spite of its name.
        percent: "percent" | "holdingPercent" => Number,
    }
}

members! {
    /// The figures of the stocks. The four ratios are reciprocals: 0.04 is a price of 25 times the earnings.
    pub open struct EquityHoldings {
        /// The earnings over the price.
        price_to_earnings: "priceToEarnings" => Number,
        /// The book value over the price.
        price_to_book: "priceToBook" => Number,
        /// The sales over the price.
        price_to_sales: "priceToSales" => Number,
        /// The cash flow over the price.
        price_to_cashflow: "priceToCashflow" => Number,
        /// The median of the companies' values, in millions of a currency that the host does not say.
        median_market_cap: "medianMarketCap" => Number,
        /// The growth of the earnings in three years, in percent.
        three_year_earnings_growth: "threeYearEarningsGrowth" => Number,
    }
}

members! {
    /// The figures of the bonds.
    pub open struct BondHoldings {
        /// The mean time to maturity, in years.
        maturity: "maturity" => Number,
        /// The duration, in years.
        duration: "duration" => Number,
        /// The mean quality of the credit.
        credit_quality: "creditQuality" => Number,
    }
}
