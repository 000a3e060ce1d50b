//! Statements from the fundamentals time series: its names beside the contract's, and one statement for
//! each date. Where no single name of today means what the contract's field means, the item is a sum. What
//! has no equivalent is left out.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Number, Value};
use virtual_finance_core::{Context, Date, RawReply, SkippedRow};

use super::items::{BALANCE_SHEET, CASHFLOW, INCOME};
use super::rules::{Amount, Items, Operand, Term};
use super::types::{Response, Statement, Statements};
use crate::converters::params::financials::Params;
use crate::notes::{NullSum, StatementCurrency};
use crate::read::timeseries::{self, Figures, Period, Series, Unreadable, by_date};
use crate::read::{Queries, times};

/// Returns the query for every series that a statement is made of, by year and by quarter, up to now.
///
/// # Errors
/// None.
pub fn series_queries<'a>(cx: &Context<'_>, _: &[RawReply<'_>], _: Params<'a>) -> Queries<'a> {
    let items = [CASHFLOW, BALANCE_SHEET, INCOME].into_iter().flatten();
    let names: BTreeSet<&str> = items.flat_map(|(_, amount)| amount.series()).collect();
    let types: Vec<String> = PERIODS
        .into_iter()
        .flat_map(|period| names.iter().map(move |name| format!("{}{name}", period.prefix())))
        .collect();
    Ok(vec![timeseries::query(&types, cx.now())])
}

/// Returns the row that an item of the contract is the figure of, if it is of one.
pub(in crate::converters) fn row_of(item: &str) -> Option<&'static str> {
    let mut items = [CASHFLOW, BALANCE_SHEET, INCOME].into_iter().flatten();
    items.find(|(name, _)| name.eq_ignore_ascii_case(item)).and_then(|(_, amount)| match amount {
        Amount::Of(row) => Some(*row),
        Amount::Sum(_) => None,
    })
}

/// The periods that the contract has statements of.
const PERIODS: [Period; 2] = [Period::Year, Period::Quarter];

/// The statements of all series together.
pub(super) struct Found {
    pub(super) response: Response,
    pub(super) currencies: Vec<StatementCurrency>,
    /// The sums that are null because a part of them cannot be read, or is in another currency.
    pub(super) null_sums: Vec<NullSum>,
}

/// Returns the statements of all series together, and adds figures that cannot be read to what is skipped.
pub(super) fn found(series: &[Series], skipped: &mut Vec<SkippedRow>) -> Found {
    let [yearly, quarterly] = PERIODS.map(|period| by_date(series, period, skipped));
    let periods = [("yearly", yearly), ("quarterly", quarterly)];
    let unreadable = PERIODS.map(|period| Unreadable::of(series, period));
    let (mut currencies, mut null_sums) = (Vec::new(), Vec::new());
    let mut group = |kind, items| {
        let mut lists = [None, None];
        for ((list, (period, dates)), unreadable) in lists.iter_mut().zip(&periods).zip(&unreadable) {
            currencies.extend(list_currencies(dates, items, kind, period));
            let sheets = Sheets { kind, period, items, unreadable };
            *list = sheets.list(dates, &mut null_sums);
        }
        let [yearly, quarterly] = lists;
        Statements { yearly, quarterly }.or_none()
    };
    let response = Response {
        cashflow: group("cashflow", CASHFLOW),
        balancesheet: group("balancesheet", BALANCE_SHEET),
        financials: group("financials", INCOME),
        earnings: None,
    };
    Found { response, currencies, null_sums }
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
        let end_date = Some(times::of_date(*date));
        (!currency.is_empty()).then(|| StatementCurrency::new(kind, period, end_date, currency))
    };
    dates.iter().rev().filter_map(of_date).collect()
}

/// The rules for the statements of a kind and a period.
struct Sheets<'a> {
    kind: &'static str,
    period: &'static str,
    items: Items,
    unreadable: &'a Unreadable<'a>,
}

impl Sheets<'_> {
    /// Returns one statement for each date that has an item, newest first. A sum with a part that cannot be read or is in
    /// another currency is null, with a note.
    fn list(
        &self,
        dates: &BTreeMap<Date, Figures<'_>>,
        null_sums: &mut Vec<NullSum>,
    ) -> Option<Vec<Statement>> {
        let mut statements = Vec::new();
        for (date, figures) in dates.iter().rev() {
            let end_date = times::of_date(*date);
            let mut sheet = Sheet {
                end_date,
                figures,
                unreadable: self.unreadable,
                items: Map::new(),
                unread: Vec::new(),
                currencies: Vec::new(),
            };
            sheet.items.insert("endDate".to_owned(), end_date.into());
            for (name, rule) in self.items {
                match sheet.amount(rule) {
                    Part::Absent => {}
                    Part::Figure((amount, currency)) => {
                        sheet.items.insert((*name).to_owned(), amount.into());
                        sheet.currencies.extend(currency.map(|currency| (*name, currency)));
                    }
                    Part::Unreadable(part) => {
                        sheet.unread.push((name, part));
                        if let Amount::Sum(_) = rule {
                            sheet.items.insert((*name).to_owned(), Value::Null);
                        }
                    }
                }
            }
            if sheet.items.len() < 2 {
                continue;
            }
            let sums = sheet.unread.iter().filter(|(name, _)| sheet.items.contains_key(*name));
            let (kind, period) = (self.kind, self.period);
            null_sums.extend(sums.map(|(item, part)| NullSum { kind, period, end_date, item, part }));
            statements.push(Statement(sheet.items));
        }
        Some(statements).filter(|list| !list.is_empty())
    }
}

/// A statement that is being made.
struct Sheet<'a> {
    /// The last day, in epoch seconds.
    end_date: i64,
    figures: &'a Figures<'a>,
    unreadable: &'a Unreadable<'a>,
    items: Map<String, Value>,
    /// The items that have a part which cannot be read, each with the series of that part.
    unread: Vec<(&'static str, &'static str)>,
    /// The currencies of the items that name one.
    currencies: Vec<(&'static str, &'a str)>,
}

/// An amount with the currency that the host names for it.
type InCurrency<'a, T> = (T, Option<&'a str>);

/// A part of a sum, or the sum.
enum Part<T> {
    /// The host has nothing of that name.
    Absent,
    /// The host has it, and it is no figure, or one in another currency than the parts before it; the name of its series.
    Unreadable(&'static str),
    Figure(T),
}

impl<'a> Sheet<'a> {
    /// Returns the amount of an item by its rule.
    fn amount(&self, rule: &Amount) -> Part<InCurrency<'a, Number>> {
        let terms = match rule {
            Amount::Of(name) => {
                return match self.figure(name) {
                    Part::Absent => Part::Absent,
                    Part::Unreadable(part) => Part::Unreadable(part),
                    Part::Figure((figure, currency)) => Part::Figure((figure.clone(), currency)),
                };
            }
            Amount::Sum(terms) => terms,
        };
        let (mut sum, mut currency) = (Number::from(0), None);
        for Term { operation, operand, required } in *terms {
            let (figure, own) = match self.operand(*operand) {
                Part::Absent if *required => return Part::Absent,
                Part::Absent => continue,
                Part::Unreadable(part) => return Part::Unreadable(part),
                Part::Figure(figure) => figure,
            };
            if currency.zip(own).is_some_and(|(currency, own)| currency != own) {
                return Part::Unreadable(operand.name());
            }
            currency = currency.or(own);
            // Figures of no usual size have no sum.
            let Some(next) = operation(&sum, figure) else { return Part::Unreadable(operand.name()) };
            sum = next;
        }
        Part::Figure((sum, currency))
    }

    fn operand(&self, operand: Operand) -> Part<InCurrency<'a, &Number>> {
        match operand {
            Operand::Series(name) => self.figure(name),
            Operand::Either(name, other) => match self.figure(name) {
                Part::Absent => self.figure(other),
                // The other one is another figure.
                found => found,
            },
            Operand::Item(name) => match self.unread.iter().find(|(unread, _)| *unread == name) {
                Some((_, part)) => Part::Unreadable(part),
                None => {
                    let currency = self.currencies.iter().find(|(item, _)| *item == name);
                    let figure = self.items.get(name).and_then(Value::as_number);
                    figure.map_or(Part::Absent, |figure| {
                        Part::Figure((figure, currency.map(|(_, currency)| *currency)))
                    })
                }
            },
        }
    }

    fn figure(&self, name: &'static str) -> Part<InCurrency<'a, &'a Number>> {
        match self.figures.get(name) {
            Some((figure, currency)) => Part::Figure((figure, *currency)),
            None if self.unreadable.has(self.end_date, name) => Part::Unreadable(name),
            None => Part::Absent,
        }
    }
}
