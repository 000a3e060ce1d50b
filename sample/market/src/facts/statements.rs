//! A company's statements, yearly and quarterly: a revenue that grows, and everything else as a share of it.

use std::sync::LazyLock;

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use crate::calendar;
use crate::company::Instrument;
use crate::facts::earnings::{self, Earnings};
use crate::numbers::{between, count, day, millions, price, seeded};

/// Statements in each list.
const PERIODS: i32 = 4;

/// An item of a statement, or a series that statements show in sums alone.
struct Item {
    /// The word for its statement.
    group: &'static str,
    name: &'static str,
    /// The time series with the same figures, which not all items have.
    series: &'static str,
    /// The least and the most share of revenue, or the terms of a sum; empty if the item always is.
    rule: &'static str,
}

static ITEMS: LazyLock<Vec<Item>> =
    LazyLock::new(|| include_str!("statements.txt").lines().map(Item::parse).collect());

impl Item {
    fn parse(line: &'static str) -> Self {
        let mut cells = line.split('|').map(str::trim);
        let [group, name, series, rule] = [(); 4].map(|()| cells.next().unwrap_or_default());
        Self { group, name, series, rule }
    }

    /// Returns what its figures are of: items of one series have one figure, in whatever statement.
    const fn key(&self) -> &'static str {
        if self.series.is_empty() { self.name } else { self.series }
    }
}

/// The series that is negative in statements and positive in the time series.
const TURNED: &str = "InterestExpense";
/// The rest of the income statements in the summary of today: these are figures, those are zeros.
const STILL_SENT: [&str; 3] = ["totalRevenue", "netIncome", "netIncomeApplicableToCommonShares"];
const ZEROS: [&str; 5] =
    ["costOfRevenue", "grossProfit", "totalOperatingExpenses", "ebit", "incomeTaxExpense"];

/// The months that a statement covers.
pub(crate) const YEAR: i32 = 12;
const QUARTER: i32 = 3;

/// The ends of sections' names.
const PERIODS_OF: [(&str, i32); 2] = [("", YEAR), ("Quarterly", QUARTER)];

/// A section: its name, the name of its list, the word for its items.
const GROUPS: [(&str, &str, &str); 3] = [
    ("cashflowStatementHistory", "cashflowStatements", "cash"),
    ("balanceSheetHistory", "balanceSheetStatements", "balance"),
    ("incomeStatementHistory", "incomeStatementHistory", "income"),
];

/// Returns the store of a page of statements.
pub(crate) fn financials(ticker: &str, now: i64) -> Value {
    let mut store = Map::new();
    store.insert("financialsTemplate".into(), json!({"code": "N", "maxAge": 1}));
    store.extend(lists(ticker, now, |_, value| value));
    store.insert("earnings".into(), earnings(ticker, now));
    store.insert("symbol".into(), ticker.into());
    store.insert(
        "pageViews".into(),
        json!({"shortTermTrend": "UP", "midTermTrend": "UP", "longTermTrend": "DOWN", "maxAge": 1}),
    );
    store.into()
}

/// Returns the sections of statements as today's summary has them: with hardly any figures.
pub(crate) fn hollow(ticker: &str, now: i64) -> Map<String, Value> {
    lists(ticker, now, |name, value| match name {
        _ if STILL_SENT.contains(&name) => value,
        _ if ZEROS.contains(&name) => json!({"raw": 0, "fmt": null, "longFmt": "0"}),
        _ => json!({}),
    })
}

/// Returns the figures of a time series by the last days of their periods, oldest first; none of a series
/// that no statement has.
pub(crate) fn amounts(ticker: &str, series: &str, months: i32, now: i64) -> Vec<(Date, i64)> {
    let sign = if series == TURNED { -1 } else { 1 };
    let amount = |of| Some((of, figure(ticker, series, months, of)?));
    let mut amounts: Vec<_> = periods(ticker, months, now)
        .filter_map(amount)
        .map(|((end, _), amount)| (end, amount.saturating_mul(sign)))
        .collect();
    amounts.reverse();
    amounts
}

/// Returns the section `earnings`, which quote pages have too.
pub(crate) fn earnings(ticker: &str, now: i64) -> Value {
    let all = earnings::of(ticker, now);
    let chart = |months: i32| -> Vec<Value> {
        let revenues = amounts(ticker, "TotalRevenue", months, now).into_iter();
        let incomes = amounts(ticker, "NetIncome", months, now);
        let entry = |((end, revenue), (_, income)): ((Date, _), (_, _))| {
            let date = if months == YEAR { json!(end.year()) } else { json!(quarter(end)) };
            json!({"date": date, "revenue": count(revenue), "earnings": count(income)})
        };
        revenues.zip(incomes).map(entry).collect()
    };
    let (next, told): (Vec<_>, Vec<_>) = all.iter().partition(|earnings| earnings.actual.is_none());
    let surprise = |told: &&Earnings| {
        let date = quarter(calendar::date_of(told.quarter));
        json!({"date": date, "actual": told.actual.map(price), "estimate": price(told.estimate)})
    };
    let surprises: Vec<Value> = told.iter().take(4).rev().map(surprise).collect();
    json!({
        "maxAge": 86400,
        "earningsChart": {
            "quarterly": surprises,
            "currentQuarterEstimate": next.first().map(|next| price(next.estimate)),
            "currentQuarterEstimateDate": quarter(calendar::date_of(now)),
            "currentQuarterEstimateYear": calendar::date_of(now).year(),
            "earningsDate": [],
        },
        "financialsChart": {"yearly": chart(YEAR), "quarterly": chart(QUARTER)},
        "financialCurrency": Instrument::of(ticker).currency_of_companies(),
    })
}

/// Returns the sections of all statements, each entry as `shown` makes it of its name and its value.
fn lists(ticker: &str, now: i64, shown: impl Fn(&str, Value) -> Value) -> Map<String, Value> {
    let mut sections = Map::new();
    for (section, list, group) in GROUPS {
        for (suffix, months) in PERIODS_OF {
            let statements: Vec<Value> =
                periods(ticker, months, now).map(|of| statement(ticker, group, months, of, &shown)).collect();
            sections.insert(format!("{section}{suffix}"), json!({list: statements, "maxAge": 86400}));
        }
    }
    sections
}

fn statement(
    ticker: &str,
    group: &str,
    months: i32,
    (end, revenue): (Date, f64),
    shown: impl Fn(&str, Value) -> Value,
) -> Value {
    let mut statement = Map::new();
    for item in ITEMS.iter().filter(|item| item.group == group) {
        let value = figure(ticker, item.key(), months, (end, revenue)).map_or_else(|| json!({}), count);
        statement.insert(item.name.to_owned(), shown(item.name, value));
    }
    statement.insert("endDate".into(), day(calendar::midnight(end)));
    statement.insert("maxAge".into(), 1.into());
    statement.into()
}

/// Returns the figure of an item or a series in a period; `None` if it is always empty.
fn figure(ticker: &str, item: &str, months: i32, of: (Date, f64)) -> Option<i64> {
    let rule = ITEMS.iter().find(|known| known.key() == item)?.rule;
    if let Some(terms) = rule.strip_prefix("= ") {
        let term = |term: &str| {
            let (sign, series) = term.split_at_checked(1)?;
            let amount = figure(ticker, series, months, of)?;
            Some(if sign == "-" { amount.saturating_neg() } else { amount })
        };
        return terms.split(' ').map(term).sum();
    }
    let (least, most) = rule.split_once(' ')?;
    Some(amount(ticker, item, months, of, (least.parse().ok()?, most.parse().ok()?)))
}

/// Returns the figure of an item in the period that ends on a day: a share of its revenue, in whole millions.
fn amount(
    ticker: &str,
    item: &str,
    months: i32,
    (end, revenue): (Date, f64),
    (least, most): (f64, f64),
) -> i64 {
    let mut rng = seeded(ticker, &format!("{item} of {months} months to {end}"));
    millions(revenue * between(&mut rng, least, most))
}

/// Returns the last days of the latest periods of so many months, newest first, with the revenue of each.
fn periods(ticker: &str, months: i32, now: i64) -> impl Iterator<Item = (Date, f64)> {
    let mut rng = seeded(ticker, if months == YEAR { "yearly revenue" } else { "quarterly revenue" });
    let size = between(&mut seeded(ticker, "revenue"), 8e8, 9e10);
    let mut revenue = size * f64::from(months) / 12.0;
    (0..PERIODS).map(move |back| {
        revenue *= between(&mut rng, 0.9, 1.02);
        (calendar::period_end(now, months, back), revenue)
    })
}

/// Returns the quarter of a day, such as `1Q2020`.
fn quarter(date: Date) -> String {
    format!("{}Q{}", date.month().saturating_add(2) / 3, date.year())
}
