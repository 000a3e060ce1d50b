//! The items of the statements, for schemas and for programs that show them as tables. Amounts are in the currency of the
//! statement.

use schemars::{Schema, SchemaGenerator, json_schema};
use virtual_finance_core::schema::{KnownMember, open_object};

/// Returns the schema of any statement.
pub(super) fn statement(_: &mut SchemaGenerator) -> Schema {
    open_object(&["object"], PERIOD)
}

/// Returns the schema of cash flow statements.
pub(super) fn cash_flow(_: &mut SchemaGenerator) -> Schema {
    statements("cash flow statement", CASH_FLOW)
}

/// Returns the schema of balance sheets.
pub(super) fn balance_sheet(_: &mut SchemaGenerator) -> Schema {
    statements("balance sheet", BALANCE_SHEET)
}

/// Returns the schema of income statements.
pub(super) fn income(_: &mut SchemaGenerator) -> Schema {
    statements("income statement", INCOME)
}

/// Returns the schema of what the host's chart has of each year and each quarter.
pub(super) fn earnings(_: &mut SchemaGenerator) -> Schema {
    let list = |doc: &str, date: KnownMember| {
        let members: Vec<KnownMember> = std::iter::once(date).chain(EARNINGS.iter().copied()).collect();
        list(doc, &members)
    };
    json_schema!({
        "type": "object",
        "properties": {
            "yearly": list("The revenue and the earnings of each year.", ("date", "integer", "The year.")),
            "quarterly": list(
                "The revenue and the earnings of each quarter.",
                ("date", "string", "The quarter, for example `2Q2024`."),
            ),
        },
    })
}

fn statements(one: &str, items: &[KnownMember]) -> Schema {
    let members: Vec<KnownMember> = PERIOD.iter().chain(items).copied().collect();
    let list = |time: &str| list(&format!("One {one} a {time}."), &members);
    json_schema!({
        "type": "object",
        "properties": { "yearly": list("fiscal year"), "quarterly": list("quarter") },
    })
}

fn list(doc: &str, members: &[KnownMember]) -> Schema {
    json_schema!({ "description": doc, "type": "array", "items": open_object(&["object"], members) })
}

/// The members of the earnings beside the date.
const EARNINGS: &[KnownMember] =
    &[("revenue", "number", "The revenue."), ("earnings", "number", "The earnings.")];

/// The members of all of them.
const PERIOD: &[KnownMember] = &[
    ("endDate", "integer", "The last day of the period, in epoch seconds (midnight UTC)."),
    ("maxAge", "number", "How long the host's own pages keep the figures, in seconds."),
];

const CASH_FLOW: &[KnownMember] = &[
    ("netIncome", "number", "The net income."),
    ("investments", "number", "Spent on investments (negative)."),
    ("changeToLiabilities", "number", "The change of the liabilities."),
    ("totalCashflowsFromInvestingActivities", "number", "All from investing."),
    ("netBorrowings", "number", "Borrowed less repaid."),
    ("totalCashFromFinancingActivities", "number", "All from financing."),
    ("changeToOperatingActivities", "number", "Other changes of operating activities."),
    ("issuanceOfStock", "number", "Received for new shares."),
    ("changeInCash", "number", "The change of the cash."),
    ("repurchaseOfStock", "number", "Spent on own shares (negative)."),
    ("effectOfExchangeRate", "number", "The effect of exchange rates on the cash."),
    ("totalCashFromOperatingActivities", "number", "All from operating."),
    ("depreciation", "number", "Depreciation, added back."),
    ("otherCashflowsFromInvestingActivities", "number", "Other cash flows from investing."),
    ("dividendsPaid", "number", "Dividends paid (negative)."),
    ("changeToInventory", "number", "The change of the inventory."),
    ("changeToAccountReceivables", "number", "The change of the receivables."),
    ("otherCashflowsFromFinancingActivities", "number", "Other cash flows from financing."),
    ("changeToNetincome", "number", "Adjustments of the net income."),
    ("capitalExpenditures", "number", "Spent on property and equipment (negative)."),
];

const BALANCE_SHEET: &[KnownMember] = &[
    ("intangibleAssets", "number", "Patents, brands and the like, without goodwill."),
    ("capitalSurplus", "number", "Paid for shares above their par value."),
    ("totalLiab", "number", "All liabilities."),
    ("totalStockholderEquity", "number", "All that belongs to the shareholders."),
    ("minorityInterest", "number", "The part of others in subsidiaries."),
    ("otherCurrentLiab", "number", "Other liabilities that are due within a year."),
    ("totalAssets", "number", "All assets."),
    ("commonStock", "number", "The common stock."),
    ("otherCurrentAssets", "number", "Other assets that become cash within a year."),
    ("retainedEarnings", "number", "Earnings that were not paid out."),
    ("otherLiab", "number", "Other liabilities."),
    ("goodWill", "number", "Goodwill."),
    ("treasuryStock", "number", "Own shares that are held, and other equity."),
    ("otherAssets", "number", "Other assets."),
    ("cash", "number", "Cash and its equivalents."),
    ("totalCurrentLiabilities", "number", "All liabilities that are due within a year."),
    ("shortLongTermDebt", "number", "Debt that is due within a year."),
    ("otherStockholderEquity", "number", "Other equity, such as gains that are not realized."),
    ("propertyPlantEquipment", "number", "Property, plant and equipment."),
    ("totalCurrentAssets", "number", "All assets that become cash within a year."),
    ("longTermInvestments", "number", "Investments for more than a year."),
    ("netTangibleAssets", "number", "The equity without goodwill and other intangible assets."),
    ("shortTermInvestments", "number", "Investments for less than a year."),
    ("netReceivables", "number", "What customers owe."),
    ("longTermDebt", "number", "Debt that is due later than in a year."),
    ("inventory", "number", "The inventory."),
    ("accountsPayable", "number", "What is owed to suppliers."),
];

const INCOME: &[KnownMember] = &[
    ("researchDevelopment", "number", "Spent on research and development."),
    ("effectOfAccountingCharges", "number", "The effect of changes of the accounting."),
    ("incomeBeforeTax", "number", "The income before taxes."),
    ("minorityInterest", "number", "The part of others in subsidiaries."),
    ("netIncome", "number", "The net income."),
    ("sellingGeneralAdministrative", "number", "Spent on sales and administration."),
    ("grossProfit", "number", "The revenue less its cost."),
    ("ebit", "number", "The earnings before interest and taxes."),
    ("operatingIncome", "number", "The income from operations."),
    ("otherOperatingExpenses", "number", "Other costs of operations."),
    ("interestExpense", "number", "Interest paid (negative)."),
    ("extraordinaryItems", "number", "Extraordinary items."),
    ("nonRecurring", "number", "What does not recur."),
    ("otherItems", "number", "Other items."),
    ("incomeTaxExpense", "number", "Taxes on the income."),
    ("totalRevenue", "number", "The revenue."),
    ("totalOperatingExpenses", "number", "All costs of operations, the cost of the revenue among them."),
    ("costOfRevenue", "number", "The cost of what was sold."),
    ("totalOtherIncomeExpenseNet", "number", "Other income less other expenses."),
    ("discontinuedOperations", "number", "The income of operations that have ended."),
    ("netIncomeFromContinuingOps", "number", "The net income of operations that go on."),
    ("netIncomeApplicableToCommonShares", "number", "The net income that belongs to the common shares."),
];
