//! Statements: every row that the fundamentals time series has of a company's statements, under the host's names; or the figures
//! of its filings at the SEC.

mod sec;

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use virtual_finance_core::{Context, Converted, Date, DateTime, QueryPairs, RawReply, at_least_one};

use super::params::statements::{Params, Query};
use super::statement_series::{BALANCE_SHEET, CASH_FLOW, INCOME};
use crate::fault::MarketFault;
use crate::read::Conversion;
use crate::read::timeseries::{self, Figures, Period};

pub use sec::{sec_company, sec_tickers};

/// The statements of a company in full, newest first in each list. The rows of a statement are in the order in which the
/// host's pages show them: a sum stands before its parts.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The income statements.
    pub income: Vec<FullStatement>,
    /// The balance sheets; none of twelve months up to a day.
    pub balance_sheet: Vec<FullStatement>,
    /// The cash flow statements.
    pub cash_flow: Vec<FullStatement>,
    /// Rows that are in none of the three, as newer names may be.
    pub other: Vec<FullStatement>,
}

/// A statement: `endDate` (epoch seconds, midnight UTC), the `currency`, and its rows by the host's names
/// (`TotalRevenue`, `BasicEPS`, …). Amounts are in the currency, where they are of money, those a share too. Rows in
/// another one have it in `currencies`, by their names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct FullStatement(
    #[cfg_attr(feature = "schema", schemars(schema_with = "schemas::statement"))] pub Map<String, Value>,
);

impl FullStatement {
    /// Returns the amount of a row.
    pub fn amount(&self, row: &str) -> Option<&Number> {
        self.0.get(row)?.as_number()
    }

    /// Returns the last day of the period, in epoch seconds (midnight UTC).
    pub fn end_date(&self) -> Option<i64> {
        self.amount(END_DATE)?.as_i64()
    }

    /// Returns the code of the currency of most rows, which is the company's own.
    pub fn currency(&self) -> Option<&str> {
        self.0.get(CURRENCY)?.as_str()
    }

    /// Returns the code of the currency of a row.
    pub fn currency_of(&self, row: &str) -> Option<&str> {
        let own = self.0.get(CURRENCIES).and_then(|rows| rows.get(row)?.as_str());
        own.or_else(|| self.currency())
    }
}

const END_DATE: &str = "endDate";
const CURRENCY: &str = "currency";
const CURRENCIES: &str = "currencies";

/// Returns the query for the rows, up to now. A balance sheet is of a day, so that there is none of the twelve
/// months up to it.
pub fn prepare(query: Query<'_>, now: DateTime) -> QueryPairs<'_> {
    let period = period(query.period);
    let all = || {
        let sheets = if period == Period::Trailing { &[] } else { BALANCE_SHEET };
        INCOME.iter().chain(sheets).chain(CASH_FLOW).copied().collect()
    };
    let names: Vec<&str> = query.series.unwrap_or_else(all);
    let types: Vec<String> = names.iter().map(|name| format!("{}{name}", period.prefix())).collect();
    timeseries::query(&types, now)
}

/// Converts the replies of the fundamentals time series, of parts of the rows each; or those of the SEC.
///
/// # Errors
/// 422: the reply is not the service's, is about another company, or has no figure that can be read of the period and of
/// the rows that were asked for.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    at_least_one(replies)?;
    let mut skipped = Vec::new();
    if sec::are_replies(replies) {
        let found = sec::read(replies, &params, &mut skipped)?;
        let mut converted = Converted::from(response(&found.dates()));
        converted.notes.insert(found.differences);
        return Ok(converted.with_skipped(skipped));
    }
    let Params { ticker, period: of, series: asked } = params;
    let mut series = Vec::new();
    for reply in replies {
        series.extend(timeseries::read(*reply, "the statements", ticker, &mut skipped)?);
    }
    let dates = timeseries::by_date(&series, period(of), &mut skipped);
    // The service has other series, too: without any that was asked for it is the reply of another question.
    let is_asked = |name: &&str| match &asked {
        Some(names) => names.contains(name),
        None => [INCOME, BALANCE_SHEET, CASH_FLOW].iter().any(|rows| rows.contains(name)),
    };
    if !dates.values().flat_map(timeseries::Figures::keys).any(is_asked) {
        let nothing = MarketFault::NoData { of: "statements of any period", quote_type: None };
        return Err(timeseries::none(nothing.into(), &skipped).into());
    }
    Ok(Converted::from(response(&dates)).with_skipped(skipped))
}

/// Returns the statements of all dates.
fn response(dates: &BTreeMap<Date, Figures<'_>>) -> Response {
    let mut response = Response::default();
    for (date, figures) in dates.iter().rev() {
        let known = |name: &str| [INCOME, BALANCE_SHEET, CASH_FLOW].iter().any(|rows| rows.contains(&name));
        let of = |rows: &[&'static str]| {
            statement((*date).into(), rows.iter().filter_map(|name| figures.get_key_value(name)))
        };
        response.income.extend(of(INCOME));
        response.balance_sheet.extend(of(BALANCE_SHEET));
        response.cash_flow.extend(of(CASH_FLOW));
        response.other.extend(statement((*date).into(), figures.iter().filter(|(name, _)| !known(name))));
    }
    response
}

/// Returns the statement of a date with its rows in their order, if it has any.
fn statement<'f>(
    date: DateTime,
    rows: impl Iterator<Item = (&'f &'f str, &'f (Number, Option<&'f str>))>,
) -> Option<FullStatement> {
    let wanted: Vec<_> = rows.collect();
    if wanted.is_empty() {
        return None;
    }
    let amounts = wanted.iter().filter(|(name, _)| is_of_company(name));
    let codes: Vec<_> = amounts.filter_map(|(name, (_, code))| Some((**name, (*code)?))).collect();
    let most = usual(&codes);
    let others: Map<String, Value> = codes
        .iter()
        .filter(|(_, code)| Some(*code) != most)
        .map(|(name, code)| ((*name).to_owned(), Value::from(*code)))
        .collect();
    let mut members = Map::new();
    members.insert(END_DATE.to_owned(), date.epoch_seconds().into());
    if let Some(code) = most {
        members.insert(CURRENCY.to_owned(), code.into());
    }
    if !others.is_empty() {
        members.insert(CURRENCIES.to_owned(), others.into());
    }
    for (name, (figure, _)) in wanted {
        members.insert((*name).to_owned(), figure.clone().into());
    }
    Some(FullStatement(members))
}

/// Returns the code of most rows; of equally many, the first.
fn usual<'c>(codes: &[(&str, &'c str)]) -> Option<&'c str> {
    let (_, first) = *codes.first()?;
    if codes.iter().all(|(_, code)| *code == first) {
        return Some(first);
    }
    let mut counts = HashMap::<&str, usize>::new();
    for (_, code) in codes {
        let count = counts.entry(code).or_default();
        *count = count.saturating_add(1);
    }
    // The last of those that are as many is the first one.
    codes.iter().rev().max_by_key(|(_, code)| counts.get(code)).map(|(_, code)| *code)
}

/// Returns true if a row is an amount of the whole company. Beside earnings a share the host writes the currency of
/// the price, though they are in the currency of the statement (the net income over the shares), and it writes one
/// beside numbers of shares.
fn is_of_company(row: &str) -> bool {
    let is_of_share = row.contains("EPS")
        || row.contains("Share")
        || row.starts_with("Basic")
        || row.starts_with("Diluted") && !row.ends_with("Stockholders");
    !is_of_share && row != "TaxRateForCalcs"
}

fn period(name: &str) -> Period {
    match name {
        "quarterly" => Period::Quarter,
        "trailing" => Period::Trailing,
        _ => Period::Year,
    }
}

/// The members that every statement has.
#[cfg(feature = "schema")]
mod schemas {
    use schemars::{Schema, SchemaGenerator};
    use virtual_finance_core::schema::open_object;

    use crate::members::STATEMENT;

    pub(super) fn statement(_: &mut SchemaGenerator) -> Schema {
        open_object(&["object"], STATEMENT)
    }
}
