//! Financials (section 2.2): cash flow, balance sheet and income statements by year and by quarter, and
//! the earnings chart: from the financials page up to 2022, or from today's replies, where the earnings
//! are in the summary and the statements in the fundamentals time series.

mod series;

pub use series::series_queries;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Number, Value};
use virtual_finance_core::{Context, ConversionHookError, Converted, Fault, Field, Notes, RawReply, some};

use crate::fault::MarketFault;
use crate::notes::{StatementCurrencies, StatementCurrency};
use crate::read::about::About;
use crate::read::collapse::Collapsed;
use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, First};
use crate::read::summary;
use crate::read::timeseries::{Entry, Series};
use crate::read::{amounts, members, page};

/// What the time series answers, as messages name it.
const SERIES: &str = "timeseries.result";

/// The standardized financials (section 2.2). A group is there when the replies have at least one of its
/// sources.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
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
    /// Revenue and earnings by `yearly` and `quarterly`, as the host's chart shows them.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
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

/// What the conversion needs of the request.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The ticker that was asked for; a page of today is about others too.
    pub ticker: &'a str,
}

/// Converts the financials page, or the replies of the summary and of the time series, in any order.
///
/// # Errors
/// 422 when a reply cannot be read, is about another company or is the host's own error, when a section
/// lacks its list, or when there are no statements where they should be.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    some(replies)?;
    let mut sources = Sources::default();
    for reply in replies {
        if json::is_json(*reply)? {
            sources.add_json(*reply, params.ticker)?;
        } else {
            sources.add_page(*reply, params.ticker)?;
        }
    }
    Ok(sources.response()?)
}

/// What the replies have, whichever they are.
#[derive(Default)]
struct Sources {
    /// What the sections of the summary have; of two replies the first that has a list.
    sections: Response,
    /// The currency of these statements and of the earnings.
    currency: Option<String>,
    series: Vec<Series>,
    has_page: bool,
    /// Whether a reply of the time series has no entry at all.
    has_empty_series: bool,
}

impl Sources {
    fn add_page(&mut self, reply: RawReply<'_>, ticker: &str) -> Result<(), ConversionHookError> {
        self.has_page = true;
        let found = match summary::store::<Sections>(page::text(reply)?, ticker) {
            Err(error) if MarketFault::is_no_store(error.fault()) => {
                let sections: Sections = summary::read(reply, ticker)?;
                self.note_currency(&sections);
                sections.response()?.without_hollow()
            }
            store => {
                let sections = store?;
                self.note_currency(&sections);
                sections.response()?
            }
        };
        self.sections = std::mem::take(&mut self.sections).or(found);
        Ok(())
    }

    fn note_currency(&mut self, sections: &Sections) {
        let currency = match sections.earnings.get() {
            Some(Collapsed(earnings)) => earnings.get("financialCurrency").and_then(Value::as_str),
            None => None,
        };
        self.currency = self.currency.take().or_else(|| currency.map(str::to_owned));
    }

    fn add_json(&mut self, raw: RawReply<'_>, ticker: &str) -> Result<(), ConversionHookError> {
        let reply: Reply = json::document(raw, "the financials")?;
        if reply.summary.is_none() && reply.series.is_none() {
            return Err(envelope::missing(raw, "timeseries").into());
        }
        if let Some(envelope) = reply.summary {
            const PATH: &str = "quoteSummary.result[0]";
            let First(sections) = envelope.result(PATH)?;
            let sections = sections.ok_or(Fault::Nothing { path: PATH })?.required(ticker)?;
            self.note_currency(&sections);
            let found = sections.response()?.without_hollow();
            self.sections = std::mem::take(&mut self.sections).or(found);
        }
        if let Some(envelope) = reply.series {
            let entries = envelope.result(SERIES)?;
            self.has_empty_series |= entries.is_empty();
            for entry in entries {
                entry.require_about(ticker)?;
                self.series.extend(entry.series);
            }
        }
        Ok(())
    }

    /// The response of all, from the time series where they have a list.
    fn response(self) -> Result<Converted<Response>, Fault> {
        let (of_series, mut currencies) = series::response(&self.series)?;
        let is_of_series =
            |kind, period| currencies.iter().any(|known| (known.kind, known.period) == (kind, period));
        let of_sections = self.sections.currencies(self.currency.as_deref(), is_of_series);
        currencies.extend(of_sections);
        let response = of_series.or(self.sections);
        // A page is asked for statements. Its earnings alone, which all pages of today have, would only look
        // like them. The summary alone is asked for the earnings.
        let is_enough = response.has_statements() || (response.earnings.is_some() && !self.has_page);
        match is_enough {
            true if currencies.is_empty() => Ok(response.into()),
            true => Ok(Converted { response, notes: Notes::new().with(StatementCurrencies(currencies)) }),
            false if self.has_empty_series && !self.has_page => Err(Fault::Nothing { path: SERIES }),
            false => Err(MarketFault::NoStatements.into()),
        }
    }
}

members! {
    struct Reply {
        summary: "quoteSummary" => Option<Envelope<First<About<Sections>>>>,
        series: "timeseries" => Option<Envelope<Vec<Entry>>>,
    }
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

impl Sections {
    fn response(self) -> Result<Response, ConversionHookError> {
        Ok(Response {
            cashflow: statements(
                "cashflowStatements",
                ("cashflowStatementHistory", self.cashflow_statement_history),
                ("cashflowStatementHistoryQuarterly", self.cashflow_statement_history_quarterly),
            )?,
            balancesheet: statements(
                "balanceSheetStatements",
                ("balanceSheetHistory", self.balance_sheet_history),
                ("balanceSheetHistoryQuarterly", self.balance_sheet_history_quarterly),
            )?,
            financials: statements(
                "incomeStatementHistory",
                ("incomeStatementHistory", self.income_statement_history),
                ("incomeStatementHistoryQuarterly", self.income_statement_history_quarterly),
            )?,
            earnings: earnings(self.earnings)?,
        })
    }
}

impl Response {
    /// The lists of this one, and those of the other that it lacks.
    fn or(self, other: Self) -> Self {
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

    /// The response without the lists that today's hosts only pretend to have.
    fn without_hollow(self) -> Self {
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

    /// The currency of each statement of the lists that are not the series', and of the earnings.
    fn currencies(
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

    fn has_statements(&self) -> bool {
        let groups = [&self.cashflow, &self.balancesheet, &self.financials].into_iter().flatten();
        let mut lists = groups.flat_map(|group| [&group.yearly, &group.quarterly]).flatten();
        lists.any(|list| !list.is_empty())
    }
}

impl Statements {
    /// The lists of these, and those of the others that they lack.
    fn or(self, other: Self) -> Self {
        Self { yearly: self.yearly.or(other.yearly), quarterly: self.quarterly.or(other.quarterly) }
    }

    /// The group: there when at least one of its lists is.
    fn or_none(self) -> Option<Self> {
        (self.yearly.is_some() || self.quarterly.is_some()).then_some(self)
    }
}

impl Statement {
    /// Whether there is more in the statement than dates, zeros, and the few items that today's summary
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

type Section = (&'static str, Field<Collapsed>);

/// The group of two sections: there when at least one of them is an object.
fn statements(
    list: &str,
    yearly: Section,
    quarterly: Section,
) -> Result<Option<Statements>, ConversionHookError> {
    let (yearly, quarterly) = (statement_list(list, yearly)?, statement_list(list, quarterly)?);
    Ok(Statements { yearly, quarterly }.or_none())
}

fn statement_list(
    list: &str,
    (name, section): Section,
) -> Result<Option<Vec<Statement>>, ConversionHookError> {
    let Some(Collapsed(Value::Object(mut members))) = section.into_value() else { return Ok(None) };
    let path = || format!("{name}.{list}");
    let statements = match members.remove(list) {
        Some(Value::Array(statements)) => statements,
        None => return Err(Fault::missing(path()).into()),
        Some(_) => return Err(Fault::wrong_type(path(), "a list").into()),
    };
    let statement = |value| match value {
        Value::Object(mut items) => {
            items.values_mut().for_each(amounts::whole_value);
            Ok(Statement(items))
        }
        _ => Err(Fault::wrong_type(path(), "a list of objects").into()),
    };
    statements.into_iter().map(statement).collect::<Result<_, _>>().map(Some)
}

fn earnings(section: Field<Collapsed>) -> Result<Option<Value>, ConversionHookError> {
    match section.into_value() {
        None | Some(Collapsed(Value::Null)) => Ok(None),
        Some(Collapsed(Value::Array(values))) if values.is_empty() => Ok(None),
        Some(Collapsed(Value::Object(mut members))) => match members.remove("financialsChart") {
            Some(mut chart) => {
                let periods = chart.as_object_mut().into_iter().flat_map(Map::values_mut);
                let entries = periods.filter_map(Value::as_array_mut).flatten();
                let members = entries.filter_map(Value::as_object_mut).flat_map(Map::values_mut);
                members.for_each(amounts::whole_value);
                Ok(Some(chart))
            }
            None => Err(Fault::missing("earnings.financialsChart").into()),
        },
        Some(_) => Err(Fault::wrong_type("earnings", "an object").into()),
    }
}

/// Deserializes a member that is there: null is a value of it, and not its absence.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// The items that the contract names of a statement (section 2.2).
#[cfg(feature = "schema")]
mod schemas {
    use schemars::{Schema, SchemaGenerator};

    use virtual_finance_core::{KnownMember, open_object};

    pub(super) fn statement(_: &mut SchemaGenerator) -> Schema {
        open_object(&["object"], ITEMS)
    }

    const ITEMS: &[KnownMember] = &[
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
