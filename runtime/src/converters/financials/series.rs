//! Statements from the fundamentals time series: its names beside the contract's, and one statement for
//! each date. Where no single name of today means what the contract's field means, the item is a sum. What
//! has no equivalent is left out.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Number, Value};
use virtual_finance_core::{Context, ConversionHookError, Date, DateTime, Fault, QueryPairs, RawReply};

use super::types::{Params, Response, Statement, Statements};
use crate::notes::StatementCurrency;
use crate::read::amounts;
use crate::read::timeseries::{self, Figures, Period, Series, by_date};

use Amount::{Of, Sum};
use Operand::{Either, Item, Series as Named};

/// The items of a statement by their names in the contract, each after those that its terms name.
type Items = &'static [(&'static str, Amount)];

/// The rule that an item's amount follows.
enum Amount {
    /// The figure of one series.
    Of(&'static str),
    /// The sum of several terms.
    Sum(&'static [Term]),
}

/// A term of a sum.
struct Term {
    sign: Sign,
    operand: Operand,
    /// Without an operand that is required the item is missing; one in brackets counts as zero.
    required: bool,
}

#[derive(Clone, Copy)]
enum Sign {
    Plus,
    Minus,
}

#[derive(Clone, Copy)]
enum Operand {
    /// The figure of a series.
    Series(&'static str),
    /// The figure of the first of two series that is there.
    Either(&'static str, &'static str),
    /// An item of the same statement.
    Item(&'static str),
}

/// Returns the query for every series that a statement is made of, by year and by quarter, up to now.
///
/// # Errors
/// None.
pub fn series_queries<'a>(
    cx: &Context<'_>,
    _: &[RawReply<'_>],
    _: Params<'a>,
) -> Result<Vec<QueryPairs<'a>>, ConversionHookError> {
    let items = [CASHFLOW, BALANCE_SHEET, INCOME].into_iter().flatten();
    let names: BTreeSet<&str> = items.flat_map(|(_, amount)| amount.series()).collect();
    let types: Vec<String> = PERIODS
        .into_iter()
        .flat_map(|period| names.iter().map(move |name| format!("{}{name}", period.prefix())))
        .collect();
    Ok(vec![timeseries::query(&types, cx.now())])
}

/// The periods that the contract has statements of.
const PERIODS: [Period; 2] = [Period::Year, Period::Quarter];

/// Returns the statements of all series together, and their currencies.
///
/// # Errors
/// A figure is no number, or has no date.
pub(super) fn response(series: &[Series]) -> Result<(Response, Vec<StatementCurrency>), Fault> {
    let [yearly, quarterly] = PERIODS.map(|period| by_date(series, period));
    let (yearly, quarterly) = (yearly?, quarterly?);
    let mut currencies = Vec::new();
    let mut group = |kind, items| {
        for (period, dates) in [("yearly", &yearly), ("quarterly", &quarterly)] {
            currencies.extend(list_currencies(dates, items, kind, period));
        }
        let (yearly, quarterly) = (list(&yearly, items)?, list(&quarterly, items)?);
        Ok::<_, Fault>(Statements { yearly, quarterly }.or_none())
    };
    let response = Response {
        cashflow: group("cashflow", CASHFLOW)?,
        balancesheet: group("balancesheet", BALANCE_SHEET)?,
        financials: group("financials", INCOME)?,
        earnings: None,
    };
    Ok((response, currencies))
}

/// Returns the currency of each statement whose figures name one, newest first.
fn list_currencies(
    dates: &BTreeMap<Date, Figures<'_>>,
    items: Items,
    kind: &'static str,
    period: &'static str,
) -> Vec<StatementCurrency> {
    let of_date = |(date, figures): (&Date, &Figures<'_>)| {
        let names = items.iter().flat_map(|(_, amount)| amount.series());
        let codes: BTreeSet<&str> = names.filter_map(|name| figures.get(name)?.1).collect();
        let currency = codes.into_iter().collect::<Vec<_>>().join("/");
        let end_date = Some(DateTime::from(*date).epoch_seconds());
        (!currency.is_empty()).then(|| StatementCurrency::new(kind, period, end_date, currency))
    };
    dates.iter().rev().filter_map(of_date).collect()
}

/// One statement for each date that has an item, newest first.
fn list(dates: &BTreeMap<Date, Figures<'_>>, items: Items) -> Result<Option<Vec<Statement>>, Fault> {
    let mut statements = Vec::new();
    for (date, figures) in dates.iter().rev() {
        let mut statement = Map::new();
        statement.insert("endDate".to_owned(), DateTime::from(*date).epoch_seconds().into());
        for (name, rule) in items {
            if let Some(amount) = rule.of(figures, &statement)? {
                statement.insert((*name).to_owned(), amount.into());
            }
        }
        if statement.len() > 1 {
            statements.push(Statement(statement));
        }
    }
    Ok(Some(statements).filter(|list| !list.is_empty()))
}

impl Amount {
    /// Returns the amount among the figures of a date; none where what it needs is missing.
    fn of(&self, figures: &Figures<'_>, statement: &Map<String, Value>) -> Result<Option<Number>, Fault> {
        let terms = match self {
            Self::Of(name) => return Ok(figures.get(name).map(|(figure, _)| figure.clone())),
            Self::Sum(terms) => terms,
        };
        let mut sum = Number::from(0);
        for Term { sign, operand, required } in *terms {
            let figure = match operand.figure(figures, statement) {
                None if *required => return Ok(None),
                None => continue,
                Some(figure) => figure,
            };
            let operation = match sign {
                Sign::Plus => amounts::sum,
                Sign::Minus => amounts::difference,
            };
            let too_large = || Fault::wrong_type("a figure of the time series", "of a usual size");
            sum = operation(&sum, figure).ok_or_else(too_large)?;
        }
        Ok(Some(sum))
    }

    fn series(&self) -> Vec<&'static str> {
        match self {
            Self::Of(name) => vec![name],
            Self::Sum(terms) => terms.iter().flat_map(|term| term.operand.series()).collect(),
        }
    }
}

impl Operand {
    fn figure<'a>(self, figures: &'a Figures<'_>, statement: &'a Map<String, Value>) -> Option<&'a Number> {
        let series = |name| figures.get(name).map(|(figure, _)| figure);
        match self {
            Self::Series(name) => series(name),
            Self::Either(name, other) => series(name).or_else(|| series(other)),
            Self::Item(name) => statement.get(name)?.as_number(),
        }
    }

    fn series(self) -> Vec<&'static str> {
        match self {
            Self::Series(name) => vec![name],
            Self::Either(name, other) => vec![name, other],
            Self::Item(_) => Vec::new(),
        }
    }
}

impl Term {
    const fn optional(mut self) -> Self {
        self.required = false;
        self
    }
}

const fn plus(operand: Operand) -> Term {
    Term { sign: Sign::Plus, operand, required: true }
}

const fn minus(operand: Operand) -> Term {
    Term { sign: Sign::Minus, operand, required: true }
}

const CASHFLOW: Items = &[
    ("netIncome", Of("NetIncome")),
    ("depreciation", Of("DepreciationAndAmortization")),
    (
        "changeToNetincome",
        Sum(&[
            plus(Named("OperatingCashFlow")),
            minus(Named("NetIncome")),
            minus(Named("DepreciationAndAmortization")),
            minus(Named("ChangeInWorkingCapital")),
        ]),
    ),
    (
        "changeToAccountReceivables",
        Sum(&[plus(Either("ChangesInAccountReceivables", "ChangeInReceivables"))]),
    ),
    ("changeToInventory", Of("ChangeInInventory")),
    (
        "changeToLiabilities",
        Sum(&[
            plus(Either("ChangeInPayablesAndAccruedExpense", "ChangeInPayable")),
            plus(Named("ChangeInOtherWorkingCapital")).optional(),
        ]),
    ),
    (
        "changeToOperatingActivities",
        Sum(&[
            plus(Named("ChangeInWorkingCapital")),
            minus(Item("changeToAccountReceivables")).optional(),
            minus(Item("changeToInventory")).optional(),
            minus(Item("changeToLiabilities")).optional(),
        ]),
    ),
    ("totalCashFromOperatingActivities", Of("OperatingCashFlow")),
    ("capitalExpenditures", Of("CapitalExpenditure")),
    ("investments", Of("NetInvestmentPurchaseAndSale")),
    ("otherCashflowsFromInvestingActivities", Of("NetOtherInvestingChanges")),
    ("totalCashflowsFromInvestingActivities", Of("InvestingCashFlow")),
    ("dividendsPaid", Of("CashDividendsPaid")),
    ("netBorrowings", Of("NetIssuancePaymentsOfDebt")),
    ("repurchaseOfStock", Of("RepurchaseOfCapitalStock")),
    ("issuanceOfStock", Of("IssuanceOfCapitalStock")),
    ("otherCashflowsFromFinancingActivities", Of("NetOtherFinancingCharges")),
    ("totalCashFromFinancingActivities", Of("FinancingCashFlow")),
    ("effectOfExchangeRate", Of("EffectOfExchangeRateChanges")),
    ("changeInCash", Of("ChangesInCash")),
];

const BALANCE_SHEET: Items = &[
    ("totalAssets", Of("TotalAssets")),
    ("totalCurrentAssets", Of("CurrentAssets")),
    ("cash", Of("CashAndCashEquivalents")),
    ("shortTermInvestments", Of("OtherShortTermInvestments")),
    ("netReceivables", Of("Receivables")),
    ("inventory", Of("Inventory")),
    ("otherCurrentAssets", Of("OtherCurrentAssets")),
    ("propertyPlantEquipment", Of("NetPPE")),
    ("longTermInvestments", Of("InvestmentsAndAdvances")),
    ("goodWill", Of("Goodwill")),
    ("intangibleAssets", Of("OtherIntangibleAssets")),
    (
        "otherAssets",
        Sum(&[
            plus(Named("TotalNonCurrentAssets")),
            minus(Named("NetPPE")).optional(),
            minus(Named("InvestmentsAndAdvances")).optional(),
            minus(Named("Goodwill")).optional(),
            minus(Named("OtherIntangibleAssets")).optional(),
        ]),
    ),
    ("totalLiab", Of("TotalLiabilitiesNetMinorityInterest")),
    ("totalCurrentLiabilities", Of("CurrentLiabilities")),
    ("accountsPayable", Of("AccountsPayable")),
    ("shortLongTermDebt", Sum(&[plus(Named("CurrentDebt")), minus(Named("CommercialPaper")).optional()])),
    ("otherCurrentLiab", Of("OtherCurrentLiabilities")),
    ("longTermDebt", Of("LongTermDebt")),
    (
        "otherLiab",
        Sum(&[
            plus(Named("OtherNonCurrentLiabilities")),
            plus(Named("TradeandOtherPayablesNonCurrent")).optional(),
        ]),
    ),
    ("minorityInterest", Of("MinorityInterest")),
    ("totalStockholderEquity", Of("StockholdersEquity")),
    ("commonStock", Of("CommonStock")),
    ("retainedEarnings", Of("RetainedEarnings")),
    ("treasuryStock", Of("TreasuryStock")),
    ("otherStockholderEquity", Of("OtherEquityAdjustments")),
    ("netTangibleAssets", Of("NetTangibleAssets")),
];

const INCOME: Items = &[
    ("totalRevenue", Of("TotalRevenue")),
    ("costOfRevenue", Of("CostOfRevenue")),
    ("grossProfit", Of("GrossProfit")),
    ("researchDevelopment", Of("ResearchAndDevelopment")),
    ("sellingGeneralAdministrative", Of("SellingGeneralAndAdministration")),
    ("otherOperatingExpenses", Of("OtherOperatingExpenses")),
    ("totalOperatingExpenses", Of("TotalExpenses")),
    ("operatingIncome", Of("OperatingIncome")),
    ("ebit", Of("OperatingIncome")),
    ("interestExpense", Sum(&[minus(Named("InterestExpense"))])),
    ("incomeBeforeTax", Of("PretaxIncome")),
    ("incomeTaxExpense", Of("TaxProvision")),
    ("minorityInterest", Of("MinorityInterest")),
    ("netIncomeFromContinuingOps", Of("NetIncomeContinuousOperations")),
    ("discontinuedOperations", Of("NetIncomeDiscontinuousOperations")),
    ("extraordinaryItems", Of("NetIncomeExtraordinary")),
    ("netIncome", Of("NetIncome")),
    ("netIncomeApplicableToCommonShares", Of("NetIncomeCommonStockholders")),
];
