//! Financials: cash flow, balance sheet and income statements by year and by quarter, and
//! the earnings chart: from the financials page up to 2022, or from today's replies, where the earnings
//! are in the summary and the statements in the fundamentals time series.

#[rustfmt::skip]
mod items;
mod rules;
#[cfg(feature = "schema")]
mod schemas;
mod series;
mod types;

pub(super) use series::row_of;
pub use series::series_queries;
pub use types::{Response, Statement, Statements};

use std::cmp::Reverse;

use serde_json::{Map, Value};
use virtual_finance_core::read::{is_time, shortened};
use virtual_finance_core::{
    Context, ConversionError, Converted, Fault, Field, Notes, RawReply, SkippedRow, at_least_one,
};

use super::params::financials::Params;
use crate::fault::MarketFault;
use crate::notes::{NullSums, StatementCurrencies};
use crate::read::about::About;
use crate::read::collapse::Untyped;
use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, First};
use crate::read::listed::{TWICE, at, require_some};
use crate::read::summary::{self, Summary};
use crate::read::timeseries::{self, Entry, Series};
use crate::read::{Conversion, amounts, members, page};

/// Converts the financials page, or the replies of the summary and of the time series, in any order.
///
/// # Errors
/// 422 when a reply cannot be read, is about another company or is the host's own error, when a section
/// lacks its list, or when there are no statements where they should be.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    at_least_one(replies)?;
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

/// The parts of the replies, in any order.
#[derive(Default)]
struct Sources {
    /// The sections of the summary; of two replies the first that has a list.
    sections: Response,
    /// The currency of these statements and of the earnings.
    currency: Option<String>,
    series: Vec<Series>,
    /// What cannot be read of the time series.
    skipped: Vec<SkippedRow>,
    has_page: bool,
    /// True if a reply of the time series has no entry at all.
    has_empty_series: bool,
}

impl Sources {
    fn add_page(&mut self, reply: RawReply<'_>, ticker: &str) -> Result<(), ConversionError> {
        self.has_page = true;
        let mut page = page::page(reply)?;
        let found = match summary::store::<Sections>(&mut page, ticker) {
            Err(error) if MarketFault::is_no_store(error.fault()) => {
                let Summary { sections, skipped, .. } = summary::of_page::<Sections>(&mut page, ticker)?;
                self.skipped.extend(skipped);
                self.note_currency(&sections);
                sections.response(&mut self.skipped)?.without_placeholder_statements()
            }
            store => {
                let sections = store?;
                self.note_currency(&sections);
                sections.response(&mut self.skipped)?
            }
        };
        self.sections = std::mem::take(&mut self.sections).or(found);
        Ok(())
    }

    fn note_currency(&mut self, sections: &Sections) {
        let currency = match sections.earnings.get() {
            Some(Untyped(earnings)) => earnings
                .get("financialCurrency")
                .and_then(Value::as_str)
                .filter(|code| !code.trim().is_empty()),
            None => None,
        };
        self.currency = self.currency.take().or_else(|| currency.map(str::to_owned));
    }

    fn add_json(&mut self, raw: RawReply<'_>, ticker: &str) -> Result<(), ConversionError> {
        let reply: Reply = timeseries::document(raw, "the financials", &mut self.skipped)?;
        if reply.summary.is_none() && reply.series.is_none() {
            return Err(envelope::missing(raw, "timeseries").into());
        }
        if let Some(envelope) = reply.summary {
            const PATH: &str = "quoteSummary.result[0]";
            let First(sections) = envelope.result(PATH)?;
            let sections = sections.ok_or(Fault::Nothing { path: PATH })?.required(ticker)?;
            self.note_currency(&sections);
            let found = sections.response(&mut self.skipped)?.without_placeholder_statements();
            self.sections = std::mem::take(&mut self.sections).or(found);
        }
        if let Some(envelope) = reply.series {
            let entries = envelope.result(timeseries::RESULT)?;
            self.has_empty_series |= entries.is_empty();
            self.series.extend(timeseries::of_company(entries, ticker, &mut self.skipped)?);
        }
        Ok(())
    }

    /// Returns the response of all, from the time series where they have a list.
    fn response(mut self) -> Result<Converted<Response>, Fault> {
        let found = series::found(&self.series, &mut self.skipped);
        let series::Found { response: of_series, mut currencies, null_sums } = found;
        let is_of_series =
            |kind, period| currencies.iter().any(|known| (known.kind, known.period) == (kind, period));
        let of_sections = self.sections.currencies(self.currency.as_deref(), is_of_series);
        currencies.extend(of_sections);
        let response = of_series.or(self.sections);
        // A page is asked for statements. Its earnings alone, which all pages of today have, would only look
        // like them. The summary alone is asked for the earnings.
        let is_enough = response.has_statements() || (response.earnings.is_some() && !self.has_page);
        match is_enough {
            true => {
                let mut notes = Notes::new();
                if !currencies.is_empty() {
                    notes.insert(StatementCurrencies(currencies));
                }
                if !null_sums.is_empty() {
                    notes.insert(NullSums(null_sums));
                }
                Ok(Converted { response, notes }.with_skipped(self.skipped))
            }
            false if self.has_empty_series && !self.has_page => {
                Err(Fault::Nothing { path: timeseries::RESULT })
            }
            false => Err(timeseries::none(MarketFault::NoStatements.into(), &self.skipped)),
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
        cashflow_statement_history: "cashflowStatementHistory" => Field<Untyped>,
        cashflow_statement_history_quarterly: "cashflowStatementHistoryQuarterly" => Field<Untyped>,
        balance_sheet_history: "balanceSheetHistory" => Field<Untyped>,
        balance_sheet_history_quarterly: "balanceSheetHistoryQuarterly" => Field<Untyped>,
        income_statement_history: "incomeStatementHistory" => Field<Untyped>,
        income_statement_history_quarterly: "incomeStatementHistoryQuarterly" => Field<Untyped>,
        earnings: "earnings" => Field<Untyped>,
    }
}

impl Sections {
    fn response(self, skipped: &mut Vec<SkippedRow>) -> Result<Response, ConversionError> {
        let mut statements = |list, yearly, quarterly| statements(list, yearly, quarterly, skipped);
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

type Section = (&'static str, Field<Untyped>);

/// Returns the group of two sections: there when at least one of them is an object.
fn statements(
    list: &str,
    yearly: Section,
    quarterly: Section,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Option<Statements>, ConversionError> {
    let (yearly, quarterly) =
        (statement_list(list, yearly, skipped)?, statement_list(list, quarterly, skipped)?);
    Ok(Statements { yearly, quarterly }.or_none())
}

/// Returns the statements of a section, each once, and adds what is none to what is skipped.
fn statement_list(
    list: &str,
    (name, section): Section,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Option<Vec<Statement>>, ConversionError> {
    let Some(Untyped(Value::Object(mut members))) = section.into_value() else { return Ok(None) };
    let path = || format!("{name}.{list}");
    let found = match members.remove(list) {
        Some(Value::Array(found)) => found,
        None => return Err(Fault::missing(path()).into()),
        Some(_) => return Err(Fault::wrong_type(path(), "a list").into()),
    };
    let (before, mut statements) = (skipped.len(), Vec::with_capacity(found.len()));
    for (index, statement) in found.into_iter().enumerate() {
        let Value::Object(mut items) = statement else {
            skipped.push(at(&path(), index, "it is no object"));
            continue;
        };
        let end = items.get("endDate").filter(|end| !end.is_null());
        if end.is_some_and(|end| !end.as_i64().is_some_and(is_time)) {
            skipped.push(at(&path(), index, "its endDate is no time in epoch seconds"));
            continue;
        }
        for (name, value) in items.iter_mut().filter(|(_, value)| !value.is_number() && !value.is_null()) {
            let place = shortened(format!("{}[{index}].{name}", path()));
            skipped.push(SkippedRow::at(place, "it is no number").as_null());
            *value = Value::Null;
        }
        items.values_mut().for_each(amounts::whole_value);
        let statement = Statement(items);
        // There are a few, of dates of their own.
        let date = |statement: &Statement| statement.0.get("endDate").filter(|date| !date.is_null()).cloned();
        let is_of_date = |known: &Statement| date(&statement).is_some() && date(known) == date(&statement);
        if statements.contains(&statement) {
            skipped.push(at(&path(), index, TWICE));
        } else if statements.iter().any(is_of_date) {
            skipped.push(at(&path(), index, "its endDate is there twice"));
        } else {
            statements.push(statement);
        }
    }
    require_some(&statements, &path(), before, skipped)?;
    // Hosts send them so, and do not promise it.
    statements.sort_by_key(|statement| Reverse(statement.end_date()));
    Ok(Some(statements))
}

fn earnings(section: Field<Untyped>) -> Result<Option<Value>, ConversionError> {
    match section.into_value() {
        None | Some(Untyped(Value::Null)) => Ok(None),
        Some(Untyped(Value::Array(values))) if values.is_empty() => Ok(None),
        Some(Untyped(Value::Object(mut members))) => match members.remove("financialsChart") {
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
