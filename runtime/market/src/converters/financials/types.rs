//! The structure of financials, and the parameters of their conversion.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Number, Value};

#[cfg(feature = "schema")]
use super::schemas;
use crate::notes::StatementCurrency;

/// The standardized financials. A group is there when the replies have at least one of its
/// sources.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// Cash flow statements.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::cash_flow"))]
    pub cashflow: Option<Statements>,
    /// Balance sheets.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::balance_sheet"))]
    pub balancesheet: Option<Statements>,
    /// Income statements.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::income"))]
    pub financials: Option<Statements>,
    /// Revenue and earnings by `yearly` and `quarterly`, as the host's chart shows them.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::earnings"))]
    pub earnings: Option<Value>,
}

/// The statements of one kind, newest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Statement(
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::statement"))] pub Map<String, Value>,
);

impl Statement {
    /// Returns the amount of an item, if the statement has it and it is not null.
    pub fn amount(&self, item: &str) -> Option<&Number> {
        self.0.get(item)?.as_number()
    }

    /// Returns the last day of the period, in epoch seconds (midnight UTC).
    pub fn end_date(&self) -> Option<i64> {
        self.amount("endDate")?.as_i64()
    }
}

impl Response {
    /// Returns these lists, and lists of the other where these are missing.
    pub(super) fn or(self, other: Self) -> Self {
        let either = |one: Option<Statements>, other: Option<Statements>| {
            one.unwrap_or_default().or(other.unwrap_or_default()).or_none()
        };
        Self {
            cashflow: either(self.cashflow, other.cashflow),
            balancesheet: either(self.balancesheet, other.balancesheet),
            financials: either(self.financials, other.financials),
            earnings: self.earnings.or(other.earnings),
        }
    }

    /// Returns the response without the lists that today's hosts only pretend to have.
    pub(super) fn without_placeholder_statements(self) -> Self {
        let filled = |group: Option<Statements>| {
            let Statements { yearly, quarterly } = group?;
            let is_filled = |list: &Vec<Statement>| list.iter().any(Statement::is_filled);
            Statements { yearly: yearly.filter(is_filled), quarterly: quarterly.filter(is_filled) }.or_none()
        };
        Self {
            cashflow: filled(self.cashflow),
            balancesheet: filled(self.balancesheet),
            financials: filled(self.financials),
            earnings: self.earnings,
        }
    }

    /// Returns the currency of each statement of the lists that are not the series', and of the earnings.
    pub(super) fn currencies(
        &self,
        currency: Option<&str>,
        is_of_series: impl Fn(&'static str, &'static str) -> bool,
    ) -> Vec<StatementCurrency> {
        let Some(currency) = currency else { return Vec::new() };
        let groups = [
            ("cashflow", &self.cashflow),
            ("balancesheet", &self.balancesheet),
            ("financials", &self.financials),
        ];
        let mut currencies = Vec::new();
        for (kind, group) in groups {
            let Some(Statements { yearly, quarterly }) = group else { continue };
            for (period, list) in [("yearly", yearly), ("quarterly", quarterly)] {
                let list = list.iter().flatten().filter(|_| !is_of_series(kind, period));
                let ends = list.map(Statement::end_date);
                currencies.extend(ends.map(|end| StatementCurrency::new(kind, period, end, currency)));
            }
        }
        if let Some(earnings) = self.earnings.as_ref().and_then(Value::as_object) {
            for period in ["yearly", "quarterly"].into_iter().filter(|period| earnings.contains_key(*period))
            {
                currencies.push(StatementCurrency::new("earnings", period, None, currency));
            }
        }
        currencies
    }

    pub(super) fn has_statements(&self) -> bool {
        let groups = [&self.cashflow, &self.balancesheet, &self.financials].into_iter().flatten();
        let mut lists = groups.flat_map(|group| [&group.yearly, &group.quarterly]).flatten();
        lists.any(|list| !list.is_empty())
    }
}

impl Statements {
    /// Returns these lists, and lists of the other where these are missing.
    pub(super) fn or(self, other: Self) -> Self {
        Self { yearly: self.yearly.or(other.yearly), quarterly: self.quarterly.or(other.quarterly) }
    }

    /// Returns the group: there when at least one of its lists is.
    pub(super) fn or_none(self) -> Option<Self> {
        (self.yearly.is_some() || self.quarterly.is_some()).then_some(self)
    }
}

impl Statement {
    /// Returns true if there is more in the statement than dates, zeros, and the few items that today's summary
    /// still has of statements that it knows nothing else of.
    fn is_filled(&self) -> bool {
        const STILL_SENT: [&str; 5] =
            ["endDate", "maxAge", "totalRevenue", "netIncome", "netIncomeApplicableToCommonShares"];
        self.0.iter().any(|(name, value)| {
            let is_something = !value.is_null() && value.as_f64() != Some(0.0);
            is_something && !STILL_SENT.contains(&name.as_str())
        })
    }
}

/// Deserializes a member that is there: null is a value of it, and not its absence.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}
