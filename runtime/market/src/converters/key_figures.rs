//! Key figures: the figures of a company's statements, its ratios and the targets of analysts, from the summary service or
//! the quote page.

use serde_json::{Map, Number, Value};
use virtual_finance_core::{Context, ConversionError, Converted, Notes, RawReply, exactly_one};

use super::params::key_figures::Params;
use crate::read::adapted::{Adapted, zero_as_null};
use crate::read::collapse::Untyped;
use crate::read::listed::{none_of, part_taken};
use crate::read::section::{Price, QuoteType, no_data, object};
use crate::read::summary::{self, Summary};
use crate::read::{currency, members};

members! {
    /// The key figures of a company. A figure that the host does not know is absent or null.
    pub open struct Response {
        /// The ticker that was asked for.
        ticker: "ticker" required => String,
        /// The currency of the prices, for example `USD`, or `GBp` for pence; absent where the reply does not say it.
        currency: "currency" => String,
        /// The latest price, in `currency`.
        current_price: "currentPrice" => Number,
        /// The highest price that an analyst expects, in `currency`.
        target_high_price: "targetHighPrice" => Number,
        /// The lowest price that an analyst expects, in `currency`.
        target_low_price: "targetLowPrice" => Number,
        /// The mean of the expected prices, in `currency`.
        target_mean_price: "targetMeanPrice" => Number,
        /// The median of the expected prices, in `currency`.
        target_median_price: "targetMedianPrice" => Number,
        /// The mean recommendation, from 1 (strong buy) to 5 (sell).
        recommendation_mean: "recommendationMean" => Number,
        /// The mean recommendation in a word, for example `buy`, or `none`.
        recommendation_key: "recommendationKey" => String,
        /// The number of analysts.
        number_of_analyst_opinions: "numberOfAnalystOpinions" whole => Number,
        /// The cash and short-term investments of the last balance sheet, in `financialCurrency`.
        total_cash: "totalCash" whole => Number,
        /// The cash and short-term investments a share, in `financialCurrency`.
        total_cash_per_share: "totalCashPerShare" => Number,
        /// The earnings before interest, taxes, depreciation and amortization of twelve months, in `financialCurrency`.
        ebitda: "ebitda" whole => Number,
        /// The debt of the last balance sheet, in `financialCurrency`.
        total_debt: "totalDebt" whole => Number,
        /// The current assets without inventory over the current liabilities.
        quick_ratio: "quickRatio" => Number,
        /// The current assets over the current liabilities.
        current_ratio: "currentRatio" => Number,
        /// The revenue of twelve months, in `financialCurrency`.
        total_revenue: "totalRevenue" whole => Number,
        /// The debt over the equity, in percent.
        debt_to_equity: "debtToEquity" => Number,
        /// The revenue of twelve months a share, in `financialCurrency`.
        revenue_per_share: "revenuePerShare" => Number,
        /// The earnings of twelve months over the assets, as a fraction.
        return_on_assets: "returnOnAssets" => Number,
        /// The earnings of twelve months over the equity, as a fraction.
        return_on_equity: "returnOnEquity" => Number,
        /// The revenue of twelve months less its cost, in `financialCurrency`.
        gross_profits: "grossProfits" whole => Number,
        /// The cash flow of twelve months after investments and interest, in `financialCurrency`.
        free_cashflow: "freeCashflow" whole => Number,
        /// The cash flow from operations of twelve months, in `financialCurrency`.
        operating_cashflow: "operatingCashflow" whole => Number,
        /// The growth of the earnings a share of the last quarter over the quarter a year before, as a fraction.
        earnings_growth: "earningsGrowth" => Number,
        /// The growth of the revenue of the last quarter over the quarter a year before, as a fraction.
        revenue_growth: "revenueGrowth" => Number,
        /// The gross profit over the revenue, of twelve months, as a fraction.
        gross_margins: "grossMargins" => Number,
        /// The EBITDA over the revenue, of twelve months, as a fraction.
        ebitda_margins: "ebitdaMargins" => Number,
        /// The operating income over the revenue, of the last quarter, as a fraction.
        operating_margins: "operatingMargins" => Number,
        /// The net income over the revenue, of twelve months, as a fraction.
        profit_margins: "profitMargins" => Number,
        /// The currency of the statements, for example `USD`.
        financial_currency: "financialCurrency" => String,
    }
}

/// The section that has them.
const SECTION: &str = "financialData";

/// Converts the reply of the summary service, or the quote page.
///
/// # Errors
/// 422: the reply cannot be read, or is about another instrument. 404: the instrument is no company.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionError> {
    let Summary { sections, mut skipped, .. } =
        summary::read::<Sections>(exactly_one(replies)?, params.ticker)?;
    let price = sections.price.unwrap_or_default();
    let Some(mut figures) = object(SECTION, sections.figures, &mut skipped) else {
        return Err(no_data("key figures", sections.quote_type, &skipped));
    };
    figures.insert("ticker".to_owned(), params.ticker.trim().into());
    figures.extend(price.currency().map(|code| ("currency".to_owned(), code.into())));
    let mut found = Map::from_iter([(SECTION.to_owned(), figures.into())]);
    let found = part_taken::<Response>(&mut found, SECTION, "quoteSummary", &mut skipped);
    let response = found.into_value().ok_or_else(|| none_of("key figures", &skipped))?;
    let mut notes = Notes::new();
    let of_statements = response.financial_currency.get().map(String::as_str);
    if let Some(currencies) = currency::of_market(price.currency(), of_statements) {
        notes.insert(currencies);
    }
    Ok(Converted { response, notes }.with_skipped(skipped))
}

impl Adapted for Response {
    fn adapt(members: &mut Map<String, Value>) {
        // What hosts write where a company has no revenue, or no such figure, as banks have no gross profit.
        zero_as_null(members, &["grossMargins", "ebitdaMargins", "operatingMargins", "profitMargins"]);
    }
}

members! {
    struct Sections {
        figures: "financialData" => Option<Untyped>,
        quote_type: "quoteType" => Option<QuoteType>,
        price: "price" => Option<Price>,
    }
}
