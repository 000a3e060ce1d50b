//! A company's statements, yearly and quarterly: a revenue that grows, and everything else as a share of it.

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use crate::calendar;
use crate::numbers::{between, cents, count, day, millions, price, seeded};

/// Statements in each list.
const PERIODS: i32 = 4;

/// Entries of a statement: the name, the name of the time series with the same figures, which not all have,
/// and the least and the most share of revenue; without the two it is a sum, or always empty.
type Entries = &'static [(&'static str, &'static str, Option<(f64, f64)>)];

/// The series that is negative in statements and positive in the time series.
const TURNED: &str = "InterestExpense";
/// The rest of the income statements in the summary of today: these are figures, those are zeros.
const STILL_SENT: [&str; 3] = ["totalRevenue", "netIncome", "netIncomeApplicableToCommonShares"];
const ZEROS: [&str; 5] =
    ["costOfRevenue", "grossProfit", "totalOperatingExpenses", "ebit", "incomeTaxExpense"];

/// The time that a statement covers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Period {
    Year,
    Quarter,
}

impl Period {
    const fn months(self) -> i32 {
        match self {
            Self::Year => 12,
            Self::Quarter => 3,
        }
    }
}

/// The ends of sections' names.
const PERIODS_OF: [(&str, Period); 2] = [("", Period::Year), ("Quarterly", Period::Quarter)];

const CASHFLOW: Entries = &[
    ("investments", "NetInvestmentPurchaseAndSale", Some((-0.03, 0.02))),
    ("changeToLiabilities", "", None),
    ("totalCashflowsFromInvestingActivities", "InvestingCashFlow", Some((-0.15, -0.02))),
    ("netBorrowings", "NetIssuancePaymentsOfDebt", Some((-0.06, 0.05))),
    ("totalCashFromFinancingActivities", "FinancingCashFlow", Some((-0.2, -0.01))),
    ("changeToOperatingActivities", "", None),
    ("netIncome", "NetIncome", Some((0.05, 0.15))),
    ("issuanceOfStock", "IssuanceOfCapitalStock", None),
    ("changeInCash", "ChangesInCash", Some((-0.04, 0.05))),
    ("repurchaseOfStock", "RepurchaseOfCapitalStock", Some((-0.05, -0.001))),
    ("effectOfExchangeRate", "EffectOfExchangeRateChanges", Some((-0.002, 0.002))),
    ("totalCashFromOperatingActivities", "OperatingCashFlow", Some((0.1, 0.25))),
    ("depreciation", "DepreciationAndAmortization", Some((0.04, 0.09))),
    ("otherCashflowsFromInvestingActivities", "NetOtherInvestingChanges", None),
    ("dividendsPaid", "CashDividendsPaid", Some((-0.07, -0.01))),
    ("changeToInventory", "ChangeInInventory", Some((-0.01, 0.01))),
    ("changeToAccountReceivables", "ChangesInAccountReceivables", Some((-0.02, 0.03))),
    ("otherCashflowsFromFinancingActivities", "NetOtherFinancingCharges", Some((-0.01, 0.01))),
    ("changeToNetincome", "", None),
    ("capitalExpenditures", "CapitalExpenditure", Some((-0.06, -0.02))),
];
const BALANCE_SHEET: Entries = &[
    ("intangibleAssets", "OtherIntangibleAssets", Some((0.1, 0.2))),
    ("capitalSurplus", "", None),
    ("totalLiab", "TotalLiabilitiesNetMinorityInterest", Some((0.9, 1.3))),
    ("totalStockholderEquity", "StockholdersEquity", Some((0.3, 0.6))),
    ("minorityInterest", "MinorityInterest", Some((0.001, 0.003))),
    ("otherCurrentLiab", "OtherCurrentLiabilities", Some((0.1, 0.2))),
    ("totalAssets", "TotalAssets", None),
    ("commonStock", "CommonStock", Some((0.4, 0.5))),
    ("otherCurrentAssets", "OtherCurrentAssets", Some((0.02, 0.04))),
    ("retainedEarnings", "RetainedEarnings", Some((0.6, 0.9))),
    ("otherLiab", "", None),
    ("goodWill", "Goodwill", Some((0.2, 0.4))),
    ("treasuryStock", "TreasuryStock", Some((-0.8, -0.4))),
    ("otherAssets", "", None),
    ("cash", "CashAndCashEquivalents", Some((0.08, 0.2))),
    ("totalCurrentLiabilities", "CurrentLiabilities", Some((0.3, 0.5))),
    ("shortLongTermDebt", "", None),
    ("otherStockholderEquity", "OtherEquityAdjustments", Some((-0.3, -0.1))),
    ("propertyPlantEquipment", "NetPPE", Some((0.1, 0.2))),
    ("totalCurrentAssets", "CurrentAssets", Some((0.3, 0.6))),
    ("longTermInvestments", "InvestmentsAndAdvances", Some((0.001, 0.01))),
    ("netTangibleAssets", "NetTangibleAssets", Some((-0.3, 0.2))),
    ("shortTermInvestments", "OtherShortTermInvestments", None),
    ("netReceivables", "Receivables", Some((0.05, 0.1))),
    ("longTermDebt", "LongTermDebt", Some((0.3, 0.5))),
    ("inventory", "Inventory", Some((0.01, 0.06))),
    ("accountsPayable", "AccountsPayable", Some((0.03, 0.07))),
];
const INCOME: Entries = &[
    ("researchDevelopment", "ResearchAndDevelopment", Some((0.02, 0.09))),
    ("effectOfAccountingCharges", "", None),
    ("incomeBeforeTax", "PretaxIncome", Some((0.07, 0.18))),
    ("minorityInterest", "MinorityInterest", Some((0.001, 0.003))),
    ("netIncome", "NetIncome", Some((0.05, 0.15))),
    ("sellingGeneralAdministrative", "SellingGeneralAndAdministration", Some((0.15, 0.25))),
    ("grossProfit", "GrossProfit", Some((0.4, 0.5))),
    ("ebit", "OperatingIncome", Some((0.08, 0.2))),
    ("operatingIncome", "OperatingIncome", Some((0.08, 0.2))),
    ("otherOperatingExpenses", "OtherOperatingExpenses", Some((-0.01, 0.01))),
    ("interestExpense", "InterestExpense", Some((-0.02, -0.005))),
    ("extraordinaryItems", "NetIncomeExtraordinary", None),
    ("nonRecurring", "", None),
    ("otherItems", "", None),
    ("incomeTaxExpense", "TaxProvision", Some((-0.01, 0.03))),
    ("totalRevenue", "TotalRevenue", Some((1.0, 1.0))),
    ("totalOperatingExpenses", "TotalExpenses", Some((0.8, 0.9))),
    ("costOfRevenue", "CostOfRevenue", Some((0.5, 0.6))),
    ("totalOtherIncomeExpenseNet", "", Some((-0.03, 0.01))),
    ("discontinuedOperations", "NetIncomeDiscontinuousOperations", Some((0.0, 0.001))),
    ("netIncomeFromContinuingOps", "NetIncomeContinuousOperations", Some((0.05, 0.15))),
    ("netIncomeApplicableToCommonShares", "NetIncomeCommonStockholders", Some((0.05, 0.15))),
];

/// Items and series that are sums of series.
const SUMS: &[(&str, &[(i64, &str)])] = &[
    ("changeToLiabilities", &[(1, "ChangeInPayablesAndAccruedExpense"), (1, "ChangeInOtherWorkingCapital")]),
    (
        "changeToNetincome",
        &[
            (1, "OperatingCashFlow"),
            (-1, "NetIncome"),
            (-1, "DepreciationAndAmortization"),
            (-1, "ChangeInWorkingCapital"),
        ],
    ),
    (
        "changeToOperatingActivities",
        &[
            (1, "ChangeInWorkingCapital"),
            (-1, "ChangesInAccountReceivables"),
            (-1, "ChangeInInventory"),
            (-1, "ChangeInPayablesAndAccruedExpense"),
            (-1, "ChangeInOtherWorkingCapital"),
        ],
    ),
    ("TotalAssets", &[(1, "CurrentAssets"), (1, "TotalNonCurrentAssets")]),
    (
        "otherAssets",
        &[
            (1, "TotalNonCurrentAssets"),
            (-1, "NetPPE"),
            (-1, "InvestmentsAndAdvances"),
            (-1, "Goodwill"),
            (-1, "OtherIntangibleAssets"),
        ],
    ),
    ("shortLongTermDebt", &[(1, "CurrentDebt"), (-1, "CommercialPaper")]),
    ("otherLiab", &[(1, "OtherNonCurrentLiabilities"), (1, "TradeandOtherPayablesNonCurrent")]),
];
/// Series that pages show in sums alone, with the least and the most share of revenue.
const OPERANDS: &[(&str, (f64, f64))] = &[
    ("ChangeInPayablesAndAccruedExpense", (-0.01, 0.02)),
    ("ChangeInOtherWorkingCapital", (-0.01, 0.04)),
    ("ChangeInWorkingCapital", (-0.02, 0.03)),
    ("TotalNonCurrentAssets", (1.0, 1.3)),
    ("CurrentDebt", (0.03, 0.09)),
    ("CommercialPaper", (0.005, 0.02)),
    ("OtherNonCurrentLiabilities", (0.15, 0.25)),
    ("TradeandOtherPayablesNonCurrent", (0.01, 0.05)),
];

/// A section: its name, the name of its list, the entries of each statement.
const GROUPS: &[(&str, &str, Entries)] = &[
    ("cashflowStatementHistory", "cashflowStatements", CASHFLOW),
    ("balanceSheetHistory", "balanceSheetStatements", BALANCE_SHEET),
    ("incomeStatementHistory", "incomeStatementHistory", INCOME),
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
pub(crate) fn amounts(ticker: &str, series: &str, period: Period, now: i64) -> Vec<(Date, i64)> {
    let sign = if series == TURNED { -1 } else { 1 };
    let amount = |of| Some((of, figure(ticker, series, period, of)?));
    let mut amounts: Vec<_> = periods(ticker, period, now)
        .filter_map(amount)
        .map(|((end, _), amount)| (end, amount.saturating_mul(sign)))
        .collect();
    amounts.reverse();
    amounts
}

/// Returns the section `earnings`, which quote pages have too.
pub(crate) fn earnings(ticker: &str, now: i64) -> Value {
    let mut rng = seeded(ticker, "earnings");
    let chart = |period: Period| -> Vec<Value> {
        let revenues = amounts(ticker, "TotalRevenue", period, now).into_iter();
        let incomes = amounts(ticker, "NetIncome", period, now);
        let entry = |((end, revenue), (_, income)): ((Date, _), (_, _))| {
            let date = if period == Period::Year { json!(end.year()) } else { json!(quarter(end)) };
            json!({"date": date, "revenue": count(revenue), "earnings": count(income)})
        };
        revenues.zip(incomes).map(entry).collect()
    };
    let surprises: Vec<Value> = periods(ticker, Period::Quarter, now)
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
        "financialsChart": {"yearly": chart(Period::Year), "quarterly": chart(Period::Quarter)},
        "financialCurrency": "USD",
    })
}

/// Returns the sections of all statements, each entry as `shown` makes it of its name and its value.
fn lists(ticker: &str, now: i64, shown: impl Fn(&str, Value) -> Value) -> Map<String, Value> {
    let mut sections = Map::new();
    for (section, list, entries) in GROUPS {
        for (suffix, period) in PERIODS_OF {
            let statements: Vec<Value> = periods(ticker, period, now)
                .map(|of| statement(ticker, entries, period, of, &shown))
                .collect();
            sections.insert(format!("{section}{suffix}"), json!({*list: statements, "maxAge": 86400}));
        }
    }
    sections
}

fn statement(
    ticker: &str,
    entries: Entries,
    period: Period,
    (end, revenue): (Date, f64),
    shown: impl Fn(&str, Value) -> Value,
) -> Value {
    let mut statement = Map::new();
    for (name, series, _) in entries {
        // Entries of one series have one figure, in whatever statement.
        let item = if series.is_empty() { name } else { series };
        let value = figure(ticker, item, period, (end, revenue)).map_or_else(|| json!({}), count);
        statement.insert((*name).to_owned(), shown(name, value));
    }
    statement.insert("endDate".into(), day(calendar::midnight(end)));
    statement.insert("maxAge".into(), 1.into());
    statement.into()
}

/// Returns the figure of an item or a series in a period; `None` if it is always empty.
fn figure(ticker: &str, item: &str, period: Period, of: (Date, f64)) -> Option<i64> {
    if let Some((_, terms)) = SUMS.iter().find(|(name, _)| *name == item) {
        let term =
            |(sign, series): &(i64, &str)| Some(figure(ticker, series, period, of)?.saturating_mul(*sign));
        return terms.iter().map(term).try_fold(0_i64, |sum, term| Some(sum.saturating_add(term?)));
    }
    let mut entries = GROUPS.iter().flat_map(|(.., entries)| entries.iter());
    let is_item = |name: &str, series: &str| if series.is_empty() { name == item } else { series == item };
    let share = entries.find_map(|(name, series, share)| is_item(name, series).then_some(*share)?);
    let operand = || OPERANDS.iter().find_map(|(name, share)| (*name == item).then_some(*share));
    Some(amount(ticker, item, period, of, share.or_else(operand)?))
}

/// Returns the figure of an item in the period that ends on a day: a share of its revenue, in whole millions.
fn amount(
    ticker: &str,
    item: &str,
    period: Period,
    (end, revenue): (Date, f64),
    (least, most): (f64, f64),
) -> i64 {
    let mut rng = seeded(ticker, &format!("{item} of {} months to {end}", period.months()));
    millions(revenue * between(&mut rng, least, most))
}

/// Returns the last days of the latest periods of so many months, newest first, with the revenue of each.
fn periods(ticker: &str, period: Period, now: i64) -> impl Iterator<Item = (Date, f64)> {
    let months = period.months();
    let mut rng = seeded(ticker, if period == Period::Year { "yearly revenue" } else { "quarterly revenue" });
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

/// Returns the quarter of a day, such as `1Q2020`.
fn quarter(date: Date) -> String {
    format!("{}Q{}", date.month().saturating_add(2) / 3, date.year())
}
