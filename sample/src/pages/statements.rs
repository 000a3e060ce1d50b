//! A company's statements, yearly and quarterly: a revenue that grows, and everything else as a share of it.

use fastrand::Rng;
use jiff::civil::Date;
use serde_json::{Map, Value, json};

use crate::calendar;
use crate::numbers::{between, cents, count, day, millions, price, seeded};

/// Statements in each list.
const PERIODS: i32 = 4;

/// Entries of a statement as the least and the most share of revenue; without the two always empty.
type Entries = &'static [(&'static str, Option<(f64, f64)>)];

const CASHFLOW: Entries = &[
    ("investments", Some((-0.03, 0.02))),
    ("changeToLiabilities", Some((-0.01, 0.02))),
    ("totalCashflowsFromInvestingActivities", Some((-0.15, -0.02))),
    ("netBorrowings", Some((-0.06, 0.05))),
    ("totalCashFromFinancingActivities", Some((-0.2, -0.01))),
    ("changeToOperatingActivities", Some((-0.01, 0.04))),
    ("netIncome", Some((0.05, 0.15))),
    ("issuanceOfStock", None),
    ("changeInCash", Some((-0.04, 0.05))),
    ("repurchaseOfStock", Some((-0.05, -0.001))),
    ("effectOfExchangeRate", Some((-0.002, 0.002))),
    ("totalCashFromOperatingActivities", Some((0.1, 0.25))),
    ("depreciation", Some((0.04, 0.09))),
    ("otherCashflowsFromInvestingActivities", None),
    ("dividendsPaid", Some((-0.07, -0.01))),
    ("changeToInventory", Some((-0.01, 0.01))),
    ("changeToAccountReceivables", Some((-0.02, 0.03))),
    ("otherCashflowsFromFinancingActivities", Some((-0.01, 0.01))),
    ("changeToNetincome", Some((-0.03, 0.03))),
    ("capitalExpenditures", Some((-0.06, -0.02))),
];
const BALANCE_SHEET: Entries = &[
    ("intangibleAssets", Some((0.1, 0.2))),
    ("capitalSurplus", None),
    ("totalLiab", Some((0.9, 1.3))),
    ("totalStockholderEquity", Some((0.3, 0.6))),
    ("minorityInterest", Some((0.001, 0.003))),
    ("otherCurrentLiab", Some((0.1, 0.2))),
    ("totalAssets", Some((1.3, 1.8))),
    ("commonStock", Some((0.4, 0.5))),
    ("otherCurrentAssets", Some((0.02, 0.04))),
    ("retainedEarnings", Some((0.6, 0.9))),
    ("otherLiab", Some((0.2, 0.3))),
    ("goodWill", Some((0.2, 0.4))),
    ("treasuryStock", Some((-0.8, -0.4))),
    ("otherAssets", Some((0.1, 0.2))),
    ("cash", Some((0.08, 0.2))),
    ("totalCurrentLiabilities", Some((0.3, 0.5))),
    ("shortLongTermDebt", Some((0.02, 0.08))),
    ("otherStockholderEquity", Some((-0.3, -0.1))),
    ("propertyPlantEquipment", Some((0.1, 0.2))),
    ("totalCurrentAssets", Some((0.3, 0.6))),
    ("longTermInvestments", Some((0.001, 0.01))),
    ("netTangibleAssets", Some((-0.3, 0.2))),
    ("shortTermInvestments", None),
    ("netReceivables", Some((0.05, 0.1))),
    ("longTermDebt", Some((0.3, 0.5))),
    ("inventory", Some((0.01, 0.06))),
    ("accountsPayable", Some((0.03, 0.07))),
];
const INCOME: Entries = &[
    ("researchDevelopment", Some((0.02, 0.09))),
    ("effectOfAccountingCharges", None),
    ("incomeBeforeTax", Some((0.07, 0.18))),
    ("minorityInterest", Some((0.001, 0.003))),
    ("netIncome", Some((0.05, 0.15))),
    ("sellingGeneralAdministrative", Some((0.15, 0.25))),
    ("grossProfit", Some((0.4, 0.5))),
    ("ebit", Some((0.08, 0.2))),
    ("operatingIncome", Some((0.08, 0.2))),
    ("otherOperatingExpenses", Some((-0.01, 0.01))),
    ("interestExpense", Some((-0.02, -0.005))),
    ("extraordinaryItems", None),
    ("nonRecurring", None),
    ("otherItems", None),
    ("incomeTaxExpense", Some((-0.01, 0.03))),
    ("totalRevenue", Some((1.0, 1.0))),
    ("totalOperatingExpenses", Some((0.8, 0.9))),
    ("costOfRevenue", Some((0.5, 0.6))),
    ("totalOtherIncomeExpenseNet", Some((-0.03, 0.01))),
    ("discontinuedOperations", Some((0.0, 0.001))),
    ("netIncomeFromContinuingOps", Some((0.05, 0.15))),
    ("netIncomeApplicableToCommonShares", Some((0.05, 0.15))),
];

/// A section: its name, the name of its list, the entries of each statement.
const GROUPS: &[(&str, &str, Entries)] = &[
    ("cashflowStatementHistory", "cashflowStatements", CASHFLOW),
    ("balanceSheetHistory", "balanceSheetStatements", BALANCE_SHEET),
    ("incomeStatementHistory", "incomeStatementHistory", INCOME),
];

/// The store of a page of statements.
pub(crate) fn financials(ticker: &str, now: i64) -> Value {
    let mut store = Map::new();
    store.insert("financialsTemplate".into(), json!({"code": "N", "maxAge": 1}));
    for (section, list, entries) in GROUPS {
        for (suffix, months) in [("", 12), ("Quarterly", 3)] {
            let name = format!("{section}{suffix}");
            let mut rng = seeded(ticker, &name);
            let statements: Vec<Value> = periods(ticker, months, now)
                .map(|(end, revenue)| statement(&mut rng, entries, end, revenue))
                .collect();
            store.insert(name, json!({*list: statements, "maxAge": 86400}));
        }
    }
    store.insert("earnings".into(), earnings(ticker, now));
    store.insert("symbol".into(), ticker.into());
    store.insert(
        "pageViews".into(),
        json!({"shortTermTrend": "UP", "midTermTrend": "UP", "longTermTrend": "DOWN", "maxAge": 1}),
    );
    store.into()
}

/// The section `earnings`, which quote pages have too.
pub(crate) fn earnings(ticker: &str, now: i64) -> Value {
    let mut rng = seeded(ticker, "earnings");
    let chart = |rng: &mut Rng, months: i32| -> Vec<Value> {
        let mut periods: Vec<_> = periods(ticker, months, now).collect();
        periods.reverse();
        let entry = |(end, revenue): (Date, f64)| {
            let date = if months == 12 { json!(end.year()) } else { json!(quarter(end)) };
            let earnings = millions(revenue * between(rng, 0.05, 0.15));
            json!({"date": date, "revenue": count(millions(revenue)), "earnings": count(earnings)})
        };
        periods.into_iter().map(entry).collect()
    };
    let (yearly, quarterly) = (chart(&mut rng, 12), chart(&mut rng, 3));
    let surprises: Vec<Value> = periods(ticker, 3, now)
        .map(|(end, _)| {
            let estimate = cents(between(&mut rng, 0.5, 4.0));
            let actual = cents(estimate * between(&mut rng, 0.92, 1.12));
            json!({"date": quarter(end), "actual": price(actual), "estimate": price(estimate)})
        })
        .collect();
    json!({
        "maxAge": 86400,
        "earningsChart": {
            "quarterly": surprises,
            "currentQuarterEstimate": price(1.63),
            "currentQuarterEstimateDate": quarter(calendar::date_of(now)),
            "currentQuarterEstimateYear": calendar::date_of(now).year(),
            "earningsDate": [],
        },
        "financialsChart": {"yearly": yearly, "quarterly": quarterly},
        "financialCurrency": "USD",
    })
}

fn statement(rng: &mut Rng, entries: Entries, end: Date, revenue: f64) -> Value {
    let mut statement = Map::new();
    for (name, share) in entries {
        let value =
            share.map_or_else(|| json!({}), |(low, high)| count(millions(revenue * between(rng, low, high))));
        statement.insert((*name).to_owned(), value);
    }
    statement.insert("endDate".into(), day(calendar::midnight(end)));
    statement.insert("maxAge".into(), 1.into());
    statement.into()
}

/// The last days of the latest periods of so many months, newest first, with the revenue of each.
fn periods(ticker: &str, months: i32, now: i64) -> impl Iterator<Item = (Date, f64)> {
    let mut rng = seeded(ticker, if months == 12 { "yearly revenue" } else { "quarterly revenue" });
    let size = between(&mut seeded(ticker, "revenue"), 8e8, 9e10);
    let mut revenue = size * f64::from(months) / 12.0;
    let today = calendar::date_of(now).first_of_month();
    let into = i32::from(today.month()).saturating_sub(1).checked_rem(months).unwrap_or(0);
    (0..PERIODS).map(move |back| {
        revenue *= between(&mut rng, 0.9, 1.02);
        let after =
            calendar::months_later(today, into.saturating_add(back.saturating_mul(months)).saturating_neg());
        (after.yesterday().unwrap_or(after), revenue)
    })
}

/// The quarter of a day, such as `1Q2020`.
fn quarter(date: Date) -> String {
    format!("{}Q{}", date.month().saturating_add(2) / 3, date.year())
}
