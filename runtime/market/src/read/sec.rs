//! Replies of the SEC: the numbers of companies by ticker, and the figures of their filings.

use std::collections::BTreeMap;

use serde_json::{Number, Value};
use virtual_finance_core::{ConversionError, Date, Fault, QueryPairs, RawReply};

use crate::fault::MarketFault;
use crate::read::span::DAY;
use crate::read::{Queries, json, members, times};

/// The lengths of periods in days, by their names.
const SPANS: [(&str, i64, i64); 4] =
    [("quarter", 80, 100), ("half_year", 170, 195), ("nine_months", 260, 290), ("year", 350, 380)];

/// The rows of statements, by the names of the market, with the concepts of US GAAP and, after them, of IFRS that have their
/// figures.
pub(crate) const ROWS: [(&str, &[&str]); 33] = [
    (
        "TotalRevenue",
        // `Revenues` are all of them, where there are others than those of contracts.
        &[
            "RevenuesNetOfInterestExpense",
            "Revenues",
            "RevenueFromContractWithCustomerExcludingAssessedTax",
            "SalesRevenueNet",
            "Revenue",
        ],
    ),
    ("CostOfRevenue", &["CostOfRevenue", "CostOfGoodsAndServicesSold", "CostOfSales"]),
    ("GrossProfit", &["GrossProfit"]),
    ("SellingGeneralAndAdministration", &["SellingGeneralAndAdministrativeExpense"]),
    ("GeneralAndAdministrativeExpense", &["GeneralAndAdministrativeExpense"]),
    ("SellingAndMarketingExpense", &["SellingAndMarketingExpense"]),
    ("ResearchAndDevelopment", &["ResearchAndDevelopmentExpense"]),
    ("OperatingIncome", &["OperatingIncomeLoss", "ProfitLossFromOperatingActivities"]),
    ("TaxProvision", &["IncomeTaxExpenseBenefit"]),
    ("NetIncome", &["NetIncomeLoss", "ProfitLossAttributableToOwnersOfParent"]),
    ("NetIncomeIncludingNoncontrollingInterests", &["ProfitLoss"]),
    ("BasicEPS", &["EarningsPerShareBasic"]),
    ("DilutedEPS", &["EarningsPerShareDiluted"]),
    ("BasicAverageShares", &["WeightedAverageNumberOfSharesOutstandingBasic"]),
    ("DilutedAverageShares", &["WeightedAverageNumberOfDilutedSharesOutstanding"]),
    ("TotalAssets", &["Assets"]),
    ("CurrentAssets", &["AssetsCurrent"]),
    ("CashAndCashEquivalents", &["CashAndCashEquivalentsAtCarryingValue", "CashAndCashEquivalents"]),
    ("Inventory", &["InventoryNet", "Inventories"]),
    ("Goodwill", &["Goodwill"]),
    ("TotalLiabilitiesNetMinorityInterest", &["Liabilities"]),
    ("CurrentLiabilities", &["LiabilitiesCurrent"]),
    ("AccountsPayable", &["AccountsPayableCurrent"]),
    (
        "TotalEquityGrossMinorityInterest",
        &["StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest"],
    ),
    ("StockholdersEquity", &["StockholdersEquity", "EquityAttributableToOwnersOfParent"]),
    ("RetainedEarnings", &["RetainedEarningsAccumulatedDeficit"]),
    ("MinorityInterest", &["MinorityInterest"]),
    (
        "OperatingCashFlow",
        &["NetCashProvidedByUsedInOperatingActivities", "CashFlowsFromUsedInOperatingActivities"],
    ),
    ("InvestingCashFlow", &["NetCashProvidedByUsedInInvestingActivities"]),
    ("FinancingCashFlow", &["NetCashProvidedByUsedInFinancingActivities"]),
    ("PurchaseOfPPE", &["PaymentsToAcquirePropertyPlantAndEquipment"]),
    ("CashDividendsPaid", &["PaymentsOfDividends"]),
    ("CommonStockPayments", &["PaymentsForRepurchaseOfCommonStock"]),
];

/// The figures of a company by taxonomy and concept.
pub(crate) type Facts = BTreeMap<String, BTreeMap<String, Figures>>;

/// A company and its figures.
pub(crate) struct Company {
    pub(crate) number: i64,
    pub(crate) name: String,
    pub(crate) facts: Facts,
}

/// Returns the query for the tickers, which is none, where the SEC may have a company with this one: other exchanges, indices and
/// currencies have none.
///
/// # Errors
/// It has none.
pub(crate) fn query_of_tickers<'a>(ticker: &str) -> Queries<'a> {
    let mut words = ticker.trim().split('-');
    let is_word = |most| {
        move |word: &str| {
            (1..=most).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_alphabetic())
        }
    };
    let is_share = words.next().is_some_and(is_word(5)) && words.next().is_none_or(is_word(2));
    if is_share && words.next().is_none() { Ok(vec![QueryPairs::new()]) } else { Err(lacks(ticker).into()) }
}

/// Returns the fault for what the SEC does not have.
pub(crate) fn lacks(what: impl Into<String>) -> MarketFault {
    MarketFault::NotOfProvider { provider: "SEC", what: what.into() }
}

/// Returns true for replies of the SEC, the first of which is the list of tickers.
pub(crate) fn are_replies(replies: &[RawReply<'_>]) -> bool {
    let object = replies.first().and_then(|first| first.bytes().trim_ascii_start().strip_prefix(b"{"));
    object.is_some_and(|members| members.trim_ascii_start().starts_with(b"\"0\""))
}

/// Returns the number of a company for the path of what the SEC has of it.
///
/// # Errors
/// 404 where the list of tickers lacks the company.
pub(crate) fn path_of_company<'a>(tickers: RawReply<'_>, company: &str) -> Queries<'a> {
    let number = number(tickers, company)?;
    Ok(vec![vec![("{cik}", format!("{number:010}").into())]])
}

/// Returns the number of a company, which is given as its number or as a ticker.
pub(crate) fn number(tickers: RawReply<'_>, company: &str) -> Result<i64, ConversionError> {
    if let Ok(number) = company.trim().parse() {
        return Ok(number);
    }
    // The SEC writes a class of shares behind '-'.
    let ticker = company.trim().to_uppercase().replace(['.', '/'], "-");
    let rows: BTreeMap<String, Ticker> = json::document(tickers, "the tickers of the SEC")?;
    let found = rows.into_values().find(|row| row.ticker.as_deref() == Some(ticker.as_str()));
    found.and_then(|row| row.number).ok_or_else(|| {
        let fault = Fault::none_known([company], None);
        ConversionError::not_found("the SEC knows no such company", fault)
    })
}

/// Reads the figures of a company.
///
/// # Errors
/// 404 where there is no such company; 422 where a reply is not the SEC's, or is about another company.
pub(crate) fn facts(
    tickers: RawReply<'_>,
    reply: RawReply<'_>,
    company: &str,
) -> Result<Company, ConversionError> {
    let number = number(tickers, company)?;
    let reply: Reply = json::document(reply, "the figures")?;
    require_number(reply.cik.as_ref(), number)?;
    let facts = reply.facts.ok_or_else(|| Fault::missing("facts"))?;
    Ok(Company { number, name: reply.name.unwrap_or_default(), facts })
}

/// Refuses a reply about another company. The SEC writes its number as a number, or as text with or without zeros before it.
///
/// # Errors
/// It is about another company, or does not say about which.
pub(crate) fn require_number(found: Option<&Value>, number: i64) -> Result<(), Fault> {
    let digits = |cik: &Value| cik.as_i64().or_else(|| cik.as_str()?.parse().ok());
    match found.and_then(digits) {
        Some(found) if found == number => Ok(()),
        Some(found) => Err(Fault::about_other(found.to_string(), None)),
        None => Err(Fault::missing("cik")),
    }
}

/// Returns the name of the length of a period.
pub(crate) fn span(start: Option<Date>, end: Date) -> &'static str {
    let Some(start) = start else { return "day" };
    let days = times::of_date(end).saturating_sub(times::of_date(start)) / DAY;
    SPANS.iter().find(|(_, least, most)| (*least..=*most).contains(&days)).map_or("other", |(name, ..)| name)
}

members! {
    struct Ticker {
        number: "cik_str" => Option<i64>,
        ticker: "ticker" => Option<String>,
    }
}

members! {
    struct Reply {
        cik: "cik" => Option<Value>,
        name: "entityName" => Option<String>,
        facts: "facts" => Option<Facts>,
    }
}

members! {
    pub(crate) struct Figures {
        pub(crate) units: "units" => Option<BTreeMap<String, Vec<Figure>>>,
    }
}

members! {
    pub(crate) struct Figure {
        pub(crate) start: "start" => Option<Date>,
        pub(crate) end: "end" => Option<Date>,
        pub(crate) value: "val" => Option<Number>,
        pub(crate) form: "form" => Option<String>,
        pub(crate) filed: "filed" => Option<Date>,
        pub(crate) accession_number: "accn" => Option<String>,
    }
}
