//! Statements and earnings.

use std::collections::{HashMap, HashSet};
use std::iter::successors;

use polars_core::prelude::{Column, DataFrame};
use virtual_finance::responses::financials::{Response, Statements};
use virtual_finance::responses::statements::FullStatement;
use virtual_finance::responses::{Map, Number, Value};

use crate::column::{floats, frame, integers, plain_text, texts, whole, whole_numbers};
use crate::error::Error;
use crate::zone::day_text;

/// The members of a statement that are no items.
const NOT_ITEMS: [&str; 2] = ["endDate", "maxAge"];

/// The length of a statement's period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// A fiscal year.
    Yearly,
    /// A quarter.
    Quarterly,
}

/// Returns the statements of a kind, which is a selection from the response: `frames::financials::statements(&response,
/// |all| all.cashflow.as_ref(), Period::Yearly)`.
///
/// The frame has one row for each item, titled as people read it (`totalAssets` → `Total Assets`) in the
/// column `Breakdown`, and one column for each statement, newest first, named after the last day of its
/// period (`2020-12-31`). All amounts are integers (in the currency of the statement), or all are doubles
/// where one has a fraction. Items are in the order of the first statement that has them; what a statement
/// does not say of an item is null. Items that are texts stay in the standardized structure.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn statements(
    response: &Response,
    kind: impl FnOnce(&Response) -> Option<&Statements>,
    period: Period,
) -> Result<DataFrame, Error> {
    let list = kind(response).and_then(|statements| match period {
        Period::Yearly => statements.yearly.as_deref(),
        Period::Quarterly => statements.quarterly.as_deref(),
    });
    let members: Vec<_> = list.unwrap_or_default().iter().map(|statement| &statement.0).collect();
    let order = members.iter().flat_map(|members| members.keys()).map(String::as_str).collect();
    statement_frame(&members, order, title, None)
}

/// Returns statements in full, from a list of the response of `Statements`. The frame has one row for each row of
/// the host, in the order of its pages: in words (`Total Revenue`) in the column `Breakdown`, under the host's own name
/// (`TotalRevenue`) in `Name`; and one column for each statement as in [`statements`].
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn full(list: &[FullStatement]) -> Result<DataFrame, Error> {
    let members: Vec<_> = list.iter().map(|statement| &statement.0).collect();
    statement_frame(&members, ordered(&members), words, Some("Name"))
}

/// Returns the earnings by `Year` (integers) or `Quarter` (texts such as `3Q2020`), with `Revenue` and
/// `Earnings` (integers, in the currency of the statements), oldest first.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn earnings(response: &Response, period: Period) -> Result<DataFrame, Error> {
    let member = match period {
        Period::Yearly => "yearly",
        Period::Quarterly => "quarterly",
    };
    let list = response.earnings.as_ref().and_then(|chart| chart.get(member)?.as_array());
    let list = list.map(Vec::as_slice).unwrap_or_default();
    let amounts = |key: &'static str| list.iter().map(move |entry| entry.get(key)?.as_number());
    let dates = list.iter().map(|entry| entry.get("date"));
    let date = match period {
        Period::Yearly => whole_numbers("Year", dates.map(|date| year(date?))),
        Period::Quarterly => texts("Quarter", dates.map(|date| plain_text(date?))),
    };
    let columns =
        vec![date, integers("Revenue", amounts("revenue")), integers("Earnings", amounts("earnings"))];
    frame(list.len(), columns)
}

fn year(date: &Value) -> Option<i64> {
    date.as_number().and_then(whole).or_else(|| date.as_str()?.trim().parse().ok())
}

type Members = Map<String, Value>;

/// Returns the frame of statements: the titles of the items in their order, their names if those have a column, and the
/// amounts.
fn statement_frame<'a>(
    statements: &[&'a Members],
    order: Vec<&'a str>,
    title: fn(&str) -> String,
    names_in: Option<&str>,
) -> Result<DataFrame, Error> {
    let items = items(statements, order);
    let lists: Vec<_> = statements.iter().map(|statement| amounts(statement, &items)).collect();
    let has_fractions = lists.iter().flatten().flatten().any(|amount| whole(amount).is_none());
    let mut columns: Vec<Column> = vec![texts("Breakdown", items.iter().map(|item| Some(title(item))))];
    columns.extend(names_in.map(|name| texts(name, items.iter().map(|item| Some(*item)))));
    for (name, list) in names(statements).iter().zip(&lists) {
        let amounts = list.iter().copied();
        columns.push(if has_fractions { floats(name, amounts) } else { integers(name, amounts) });
    }
    frame(items.len(), columns)
}

fn amounts<'a>(statement: &'a Members, items: &[&str]) -> Vec<Option<&'a Number>> {
    items.iter().map(|item| statement.get(*item)?.as_number()).collect()
}

/// Returns the items that have an amount, or none but nulls, in any statement.
fn items<'a>(statements: &[&'a Members], order: Vec<&'a str>) -> Vec<&'a str> {
    let members = || statements.iter().flat_map(|statement| statement.iter());
    let mut known: HashSet<&str> = NOT_ITEMS.into();
    let is_text = |value: &Value| !value.is_number() && !value.is_null();
    let (mut with_text, mut with_amount) = (HashSet::new(), HashSet::new());
    for (item, value) in members() {
        if is_text(value) {
            with_text.insert(item.as_str());
        }
        if value.is_number() {
            with_amount.insert(item.as_str());
        }
    }
    known.extend(with_text.difference(&with_amount));
    order.into_iter().filter(|item| known.insert(item)).collect()
}

/// Merges the members of all statements and keeps the order of each: a new member stands behind the member before it.
fn ordered<'a>(statements: &[&'a Members]) -> Vec<&'a str> {
    // The member behind each; `None` is before the first and behind the last.
    let mut next: HashMap<Option<&str>, Option<&str>> = HashMap::from([(None, None)]);
    for statement in statements {
        let mut last = None;
        for item in statement.keys().map(|item| Some(item.as_str())) {
            if !next.contains_key(&item) {
                let behind = next.insert(last, item).flatten();
                next.insert(item, behind);
            }
            last = item;
        }
    }
    let behind = |item: Option<&'a str>| next.get(&item).copied().flatten();
    successors(behind(None), |item| behind(Some(item))).collect()
}

/// Returns the name of each statement's column. Frames have no two columns of one name, so that a second
/// statement of one day has its number behind the day.
fn names(statements: &[&Members]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(statements.len());
    for statement in statements {
        let end = statement.get("endDate").and_then(Value::as_i64);
        let day = end.and_then(day_text).unwrap_or_else(|| "no date".to_owned());
        let free = |name: &String| !names.contains(name);
        let numbered = (2..).map(|number: u32| format!("{day} ({number})"));
        names.extend(std::iter::once(day.clone()).chain(numbered).find(free));
    }
    names
}

/// Returns the name of a host's row in words: a space before each capital that begins a word (`TotalRevenue` → `Total
/// Revenue`, `NetPPEPurchaseAndSale` → `Net PPE Purchase And Sale`).
fn words(name: &str) -> String {
    let mut words = String::with_capacity(name.len().saturating_add(8));
    let mut last: Option<char> = None;
    let mut chars = name.chars().peekable();
    while let Some(char) = chars.next() {
        let ends = last.is_some_and(char::is_lowercase);
        let begins =
            last.is_some_and(char::is_uppercase) && chars.peek().is_some_and(|next| next.is_lowercase());
        if char.is_uppercase() && (ends || begins) {
            words.push(' ');
        }
        words.push(char);
        last = Some(char);
    }
    words
}

/// Returns the title of an item: a space before a capital that follows a small letter, then each word with a
/// capital and small letters (`totalCashFromFinancingActivities`, `dilutedEPS` → `Diluted Eps`).
fn title(item: &str) -> String {
    let mut title = String::with_capacity(item.len().saturating_add(8));
    let mut last: Option<char> = None;
    for char in item.chars() {
        let begins = last.is_some_and(char::is_lowercase) && char.is_uppercase();
        if begins {
            title.push(' ');
        }
        if begins || !last.is_some_and(char::is_alphabetic) {
            title.extend(char.to_uppercase());
        } else {
            title.extend(char.to_lowercase());
        }
        last = Some(char);
    }
    title
}
