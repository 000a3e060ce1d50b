//! Statements from the fundamentals time series: its names beside the contract's, and one statement for
//! each date. What has no equivalent in the contract is left out, and nothing is worked out from other figures.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Number};
use virtual_finance_core::{Context, ConversionHookError, Date, DateTime, Fault, QueryPairs, RawReply};

use super::types::{Params, Response, Statement, Statements};
use crate::read::timeseries::{Period, Series};

/// A statement's items: the name of the series, and the name in the contract.
type Items = &'static [(&'static str, &'static str)];

/// The query for every series that a statement is made of, by year and by quarter, up to now.
///
/// # Errors
/// None.
pub fn series_queries<'a>(
    cx: &Context<'_>,
    _: &[RawReply<'_>],
    _: Params<'a>,
) -> Result<Vec<QueryPairs<'a>>, ConversionHookError> {
    /// 1985-01-01, before any statement that the host has.
    const FIRST: &str = "473385600";
    let names: BTreeSet<&str> =
        [CASHFLOW, BALANCE_SHEET, INCOME].into_iter().flatten().map(|item| item.0).collect();
    let types: Vec<String> = Period::ALL
        .into_iter()
        .flat_map(|period| names.iter().map(move |name| format!("{}{name}", period.prefix())))
        .collect();
    Ok(vec![vec![
        ("type", types.join(",").into()),
        ("period1", FIRST.into()),
        ("period2", cx.now().epoch_seconds().to_string().into()),
    ]])
}

/// The statements of all series together.
///
/// # Errors
/// A figure is no number, or has no date.
pub(super) fn response(series: &[Series]) -> Result<Response, Fault> {
    Ok(Response {
        cashflow: group(series, CASHFLOW)?,
        balancesheet: group(series, BALANCE_SHEET)?,
        financials: group(series, INCOME)?,
        earnings: None,
    })
}

fn group(series: &[Series], items: Items) -> Result<Option<Statements>, Fault> {
    let yearly = list(series, items, Period::Year)?;
    let quarterly = list(series, items, Period::Quarter)?;
    Ok(Statements { yearly, quarterly }.or_none())
}

/// One statement for each date that has a figure, newest first. Of two figures for one item and date the
/// first stands.
fn list(series: &[Series], items: Items, period: Period) -> Result<Option<Vec<Statement>>, Fault> {
    let mut statements = BTreeMap::<Date, Map<_, _>>::new();
    for (theirs, ours) in items {
        for series in series.iter().filter(|series| series.period == period && series.name == *theirs) {
            for figure in series.figures() {
                let (date, number) = figure?;
                let number = if *ours == TURNED { turned(number)? } else { number.clone() };
                let end_date = || ("endDate".to_owned(), DateTime::from(date).epoch_seconds().into());
                let statement = statements.entry(date).or_insert_with(|| Map::from_iter([end_date()]));
                statement.entry(*ours).or_insert(number.into());
            }
        }
    }
    let list: Vec<_> = statements.into_values().rev().map(Statement).collect();
    Ok(Some(list).filter(|list| !list.is_empty()))
}

/// The number with the other sign, an integer as an integer.
fn turned(number: &Number) -> Result<Number, Fault> {
    let integer = || Number::from_i128(number.as_i128()?.checked_neg()?);
    // Taken from zero, a zero has no sign.
    let float = || Number::from_f64(0.0 - number.as_f64()?);
    let turned = if number.is_f64() { float() } else { integer() };
    turned.ok_or_else(|| Fault::wrong_type("InterestExpense", "a number that can change its sign"))
}

/// The item whose sign the contract has the other way round: an expense is negative there.
const TURNED: &str = "interestExpense";

const CASHFLOW: Items = &[
    ("NetIncome", "netIncome"),
    ("DepreciationAndAmortization", "depreciation"),
    ("ChangeInReceivables", "changeToAccountReceivables"),
    ("ChangeInInventory", "changeToInventory"),
    ("ChangeInOtherCurrentLiabilities", "changeToLiabilities"),
    ("ChangeInOtherWorkingCapital", "changeToOperatingActivities"),
    ("OperatingCashFlow", "totalCashFromOperatingActivities"),
    ("CapitalExpenditure", "capitalExpenditures"),
    ("NetInvestmentPurchaseAndSale", "investments"),
    ("NetOtherInvestingChanges", "otherCashflowsFromInvestingActivities"),
    ("InvestingCashFlow", "totalCashflowsFromInvestingActivities"),
    ("CashDividendsPaid", "dividendsPaid"),
    ("NetIssuancePaymentsOfDebt", "netBorrowings"),
    ("RepurchaseOfCapitalStock", "repurchaseOfStock"),
    ("IssuanceOfCapitalStock", "issuanceOfStock"),
    ("NetOtherFinancingCharges", "otherCashflowsFromFinancingActivities"),
    ("FinancingCashFlow", "totalCashFromFinancingActivities"),
    ("EffectOfExchangeRateChanges", "effectOfExchangeRate"),
    ("ChangesInCash", "changeInCash"),
];

const BALANCE_SHEET: Items = &[
    ("TotalAssets", "totalAssets"),
    ("CurrentAssets", "totalCurrentAssets"),
    ("CashAndCashEquivalents", "cash"),
    ("OtherShortTermInvestments", "shortTermInvestments"),
    ("Receivables", "netReceivables"),
    ("Inventory", "inventory"),
    ("OtherCurrentAssets", "otherCurrentAssets"),
    ("NetPPE", "propertyPlantEquipment"),
    ("InvestmentsAndAdvances", "longTermInvestments"),
    ("Goodwill", "goodWill"),
    ("OtherIntangibleAssets", "intangibleAssets"),
    ("OtherNonCurrentAssets", "otherAssets"),
    ("TotalLiabilitiesNetMinorityInterest", "totalLiab"),
    ("CurrentLiabilities", "totalCurrentLiabilities"),
    ("AccountsPayable", "accountsPayable"),
    ("CurrentDebt", "shortLongTermDebt"),
    ("OtherCurrentLiabilities", "otherCurrentLiab"),
    ("LongTermDebt", "longTermDebt"),
    ("OtherNonCurrentLiabilities", "otherLiab"),
    ("MinorityInterest", "minorityInterest"),
    ("StockholdersEquity", "totalStockholderEquity"),
    ("CommonStock", "commonStock"),
    ("RetainedEarnings", "retainedEarnings"),
    ("TreasuryStock", "treasuryStock"),
    ("OtherEquityAdjustments", "otherStockholderEquity"),
    ("NetTangibleAssets", "netTangibleAssets"),
];

const INCOME: Items = &[
    ("TotalRevenue", "totalRevenue"),
    ("CostOfRevenue", "costOfRevenue"),
    ("GrossProfit", "grossProfit"),
    ("ResearchAndDevelopment", "researchDevelopment"),
    ("SellingGeneralAndAdministration", "sellingGeneralAdministrative"),
    ("OtherOperatingExpenses", "otherOperatingExpenses"),
    ("TotalExpenses", "totalOperatingExpenses"),
    ("OperatingIncome", "operatingIncome"),
    ("EBIT", "ebit"),
    ("InterestExpense", "interestExpense"),
    ("PretaxIncome", "incomeBeforeTax"),
    ("TaxProvision", "incomeTaxExpense"),
    ("MinorityInterests", "minorityInterest"),
    ("NetIncomeContinuousOperations", "netIncomeFromContinuingOps"),
    ("NetIncomeDiscontinuousOperations", "discontinuedOperations"),
    ("NetIncomeExtraordinary", "extraordinaryItems"),
    ("NetIncome", "netIncome"),
    ("NetIncomeCommonStockholders", "netIncomeApplicableToCommonShares"),
];
