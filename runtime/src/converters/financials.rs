//! Financials (section 2.2): cash flow, balance sheet and income statements by year and by quarter, and
//! the earnings chart, from the QuoteSummaryStore of the financials page.

use serde::Serialize;
use serde_json::{Map, Number, Value};

use crate::context::Context;
use crate::error::{ConversionHookError, Fault};
use crate::field::Field;
use crate::outcome::Converted;
use crate::raw::{RawReply, only};
use crate::read::collapse::Collapsed;
use crate::read::{members, page};

/// The standardized financials (section 2.2). A group is there when the page has at least one of its sources.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// Cash flow statements.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Statements"))]
    pub cashflow: Option<Statements>,
    /// Balance sheets.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Statements"))]
    pub balancesheet: Option<Statements>,
    /// Income statements.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Statements"))]
    pub financials: Option<Statements>,
    /// Revenue and earnings by `yearly` and `quarterly`, as the page's chart shows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earnings: Option<Value>,
}

/// The statements of one kind, newest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Statements {
    /// One statement a fiscal year.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Statement>"))]
    pub yearly: Option<Vec<Statement>>,
    /// One statement a quarter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Statement>"))]
    pub quarterly: Option<Vec<Statement>>,
}

/// One statement: its items by name (`netIncome`, `totalAssets`, …) in the currency of the statement.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Statement(
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::statement"))] pub Map<String, Value>,
);

impl Statement {
    /// The amount of an item, if the statement has it and it is not null.
    #[must_use]
    pub fn amount(&self, item: &str) -> Option<&Number> {
        self.0.get(item)?.as_number()
    }

    /// The last day of the period, in epoch seconds (midnight UTC).
    #[must_use]
    pub fn end_date(&self) -> Option<i64> {
        self.amount("endDate")?.as_i64()
    }
}

/// Converts the financials page.
///
/// # Errors
/// 422 when the page cannot be read, or a section lacks its list.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
) -> Result<Converted<Response>, ConversionHookError> {
    let sections: Sections = page::store(only(replies)?, "QuoteSummaryStore")?;
    let response = Response {
        cashflow: statements(
            "cashflowStatements",
            ("cashflowStatementHistory", sections.cashflow_statement_history),
            ("cashflowStatementHistoryQuarterly", sections.cashflow_statement_history_quarterly),
        )?,
        balancesheet: statements(
            "balanceSheetStatements",
            ("balanceSheetHistory", sections.balance_sheet_history),
            ("balanceSheetHistoryQuarterly", sections.balance_sheet_history_quarterly),
        )?,
        financials: statements(
            "incomeStatementHistory",
            ("incomeStatementHistory", sections.income_statement_history),
            ("incomeStatementHistoryQuarterly", sections.income_statement_history_quarterly),
        )?,
        earnings: earnings(sections.earnings)?,
    };
    Ok(response.into())
}

members! {
    struct Sections {
        cashflow_statement_history: "cashflowStatementHistory" => Field<Collapsed>,
        cashflow_statement_history_quarterly: "cashflowStatementHistoryQuarterly" => Field<Collapsed>,
        balance_sheet_history: "balanceSheetHistory" => Field<Collapsed>,
        balance_sheet_history_quarterly: "balanceSheetHistoryQuarterly" => Field<Collapsed>,
        income_statement_history: "incomeStatementHistory" => Field<Collapsed>,
        income_statement_history_quarterly: "incomeStatementHistoryQuarterly" => Field<Collapsed>,
        earnings: "earnings" => Field<Collapsed>,
    }
}

type Section = (&'static str, Field<Collapsed>);

/// The group of two sections: there when at least one of them is an object.
fn statements(
    list: &str,
    yearly: Section,
    quarterly: Section,
) -> Result<Option<Statements>, ConversionHookError> {
    let group =
        Statements { yearly: statement_list(list, yearly)?, quarterly: statement_list(list, quarterly)? };
    Ok((group != Statements::default()).then_some(group))
}

fn statement_list(
    list: &str,
    (name, section): Section,
) -> Result<Option<Vec<Statement>>, ConversionHookError> {
    let Some(Collapsed(Value::Object(mut members))) = section.into_value() else { return Ok(None) };
    let path = || format!("QuoteSummaryStore.{name}.{list}");
    let statements = match members.remove(list) {
        Some(Value::Array(statements)) => statements,
        None => return Err(Fault::missing(path()).into()),
        Some(_) => return Err(Fault::wrong_type(path(), "a list").into()),
    };
    let statement = |value| match value {
        Value::Object(items) => Ok(Statement(items)),
        _ => Err(Fault::wrong_type(path(), "a list of objects").into()),
    };
    statements.into_iter().map(statement).collect::<Result<_, _>>().map(Some)
}

fn earnings(section: Field<Collapsed>) -> Result<Option<Value>, ConversionHookError> {
    match section.into_value() {
        None | Some(Collapsed(Value::Null)) => Ok(None),
        Some(Collapsed(Value::Array(values))) if values.is_empty() => Ok(None),
        Some(Collapsed(Value::Object(mut members))) => match members.remove("financialsChart") {
            Some(chart) => Ok(Some(chart)),
            None => Err(Fault::missing("QuoteSummaryStore.earnings.financialsChart").into()),
        },
        Some(_) => Err(Fault::wrong_type("QuoteSummaryStore.earnings", "an object").into()),
    }
}

/// The items that the contract names of a statement (section 2.2).
#[cfg(feature = "schema")]
mod schemas {
    use schemars::{Schema, SchemaGenerator};

    use crate::schema::{Known, open_object};

    pub(super) fn statement(_: &mut SchemaGenerator) -> Schema {
        open_object(&["object"], ITEMS)
    }

    const ITEMS: &[Known] = &[
        ("endDate", "integer", "The last day of the period, in epoch seconds (midnight UTC)."),
        ("maxAge", "number", "How long the host's own pages keep the figures, in seconds."),
        ("netIncome", "number", "The net income, in the currency of the statement."),
        ("investments", "number", "Cash flow: spent on investments (negative)."),
        ("changeToLiabilities", "number", "Cash flow: the change of the liabilities."),
        ("totalCashflowsFromInvestingActivities", "number", "Cash flow: all from investing."),
        ("netBorrowings", "number", "Cash flow: borrowed less repaid."),
        ("totalCashFromFinancingActivities", "number", "Cash flow: all from financing."),
        ("changeToOperatingActivities", "number", "Cash flow: other changes of operating activities."),
        ("changeInCash", "number", "Cash flow: the change of the cash."),
        ("repurchaseOfStock", "number", "Cash flow: spent on own shares (negative)."),
        ("effectOfExchangeRate", "number", "Cash flow: the effect of exchange rates on the cash."),
        ("totalCashFromOperatingActivities", "number", "Cash flow: all from operating."),
        ("depreciation", "number", "Cash flow: depreciation, added back."),
        ("dividendsPaid", "number", "Cash flow: dividends paid (negative)."),
        ("changeToInventory", "number", "Cash flow: the change of the inventory."),
        ("changeToAccountReceivables", "number", "Cash flow: the change of the receivables."),
        ("otherCashflowsFromFinancingActivities", "number", "Cash flow: other cash flows from financing."),
        ("changeToNetincome", "number", "Cash flow: adjustments of the net income."),
        ("capitalExpenditures", "number", "Cash flow: spent on property and equipment (negative)."),
    ];
}
