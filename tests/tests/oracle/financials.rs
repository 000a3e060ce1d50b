//! Section 2.2 from the replies of the summary and of the time series.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::collapse;

/// Returns the replies come one after the other.
pub(crate) fn financials(replies: &str) -> Value {
    let replies: Vec<Value> =
        serde_json::Deserializer::from_str(replies).into_iter().map(Result::unwrap).collect();
    let mut found = json!({});
    for reply in &replies {
        let summary = collapse(reply["quoteSummary"]["result"][0].clone());
        for (group, period, section, list) in SECTIONS {
            let statements = &summary[section][list];
            if statements.as_array().is_some_and(|statements| statements.iter().any(is_filled)) {
                found[group][period] = statements.clone();
            }
        }
        if summary["earnings"] != Value::Null {
            found["earnings"] = summary["earnings"]["financialsChart"].clone();
        }
    }
    let entries: Vec<&Value> =
        replies.iter().filter_map(|reply| reply["timeseries"]["result"].as_array()).flatten().collect();
    for (group, names) in [("cashflow", CASHFLOW), ("balancesheet", BALANCE_SHEET), ("financials", INCOME)] {
        for (period, prefix) in [("yearly", "annual"), ("quarterly", "quarterly")] {
            let statements = statements(&entries, names, prefix);
            if !statements.is_empty() {
                found[group][period] = statements.into();
            }
        }
    }
    found
}

/// Returns a reply about `ANY` with each series that has an equivalent, each with a figure of its own.
pub(crate) fn every_series() -> String {
    let mut entries = Map::new();
    for pair in [CASHFLOW, BALANCE_SHEET, INCOME].iter().flat_map(|names| names.split(' ')) {
        let (theirs, _) = pair.split_once(':').unwrap();
        for (prefix, time, date) in [("annual", 1_703_980_800, "2023-12-31"), ("quarterly", 0, "1970-01-01")]
        {
            let name = format!("{prefix}{theirs}");
            let point = json!([{"asOfDate": date, "reportedValue": {"raw": entries.len()}}]);
            let entry = json!({"meta": {"symbol": ["ANY"]}, "timestamp": [time], &name: point});
            entries.insert(name, entry);
        }
    }
    let entries: Vec<_> = entries.into_values().collect();
    json!({"timeseries": {"result": entries, "error": null}}).to_string()
}

/// Returns one statement for each time that has a figure, newest first. Each time is midnight of its figure's
/// date.
fn statements(entries: &[&Value], names: &str, prefix: &str) -> Vec<Value> {
    let mut statements = BTreeMap::<i64, Map<String, Value>>::new();
    for (theirs, ours) in names.split(' ').map(|pair| pair.split_once(':').unwrap()) {
        let name = format!("{prefix}{theirs}");
        for entry in entries.iter().filter(|entry| entry.get(&name).is_some()) {
            let times = entry["timestamp"].as_array().unwrap();
            for (time, point) in times.iter().zip(entry[&name].as_array().unwrap()) {
                let amount = match &point["reportedValue"]["raw"] {
                    Value::Null => continue,
                    amount if ours != "interestExpense" => amount.clone(),
                    amount if amount.is_i64() => amount.as_i64().unwrap().checked_neg().into(),
                    amount => json!(0.0 - amount.as_f64().unwrap()),
                };
                let statement = statements.entry(time.as_i64().unwrap()).or_default();
                statement.insert("endDate".to_owned(), time.clone());
                statement.insert(ours.to_owned(), amount);
            }
        }
    }
    statements.into_values().rev().map(Value::Object).collect()
}

/// Returns true if a statement of the summary has more than what today's summary has of every statement.
fn is_filled(statement: &Value) -> bool {
    let sent = ["endDate", "maxAge", "totalRevenue", "netIncome", "netIncomeApplicableToCommonShares"];
    let mut items = statement.as_object().unwrap().iter();
    items.any(|(name, value)| !sent.contains(&name.as_str()) && *value != Value::Null && *value != json!(0))
}

const SECTIONS: [(&str, &str, &str, &str); 6] = [
    ("cashflow", "yearly", "cashflowStatementHistory", "cashflowStatements"),
    ("cashflow", "quarterly", "cashflowStatementHistoryQuarterly", "cashflowStatements"),
    ("balancesheet", "yearly", "balanceSheetHistory", "balanceSheetStatements"),
    ("balancesheet", "quarterly", "balanceSheetHistoryQuarterly", "balanceSheetStatements"),
    ("financials", "yearly", "incomeStatementHistory", "incomeStatementHistory"),
    ("financials", "quarterly", "incomeStatementHistoryQuarterly", "incomeStatementHistory"),
];

/// The names of the time series, each with that of the contract.
const CASHFLOW: &str = "NetIncome:netIncome DepreciationAndAmortization:depreciation \
     ChangeInReceivables:changeToAccountReceivables ChangeInInventory:changeToInventory \
     ChangeInOtherCurrentLiabilities:changeToLiabilities \
     ChangeInOtherWorkingCapital:changeToOperatingActivities \
     OperatingCashFlow:totalCashFromOperatingActivities CapitalExpenditure:capitalExpenditures \
     NetInvestmentPurchaseAndSale:investments \
     NetOtherInvestingChanges:otherCashflowsFromInvestingActivities \
     InvestingCashFlow:totalCashflowsFromInvestingActivities CashDividendsPaid:dividendsPaid \
     NetIssuancePaymentsOfDebt:netBorrowings RepurchaseOfCapitalStock:repurchaseOfStock \
     IssuanceOfCapitalStock:issuanceOfStock \
     NetOtherFinancingCharges:otherCashflowsFromFinancingActivities \
     FinancingCashFlow:totalCashFromFinancingActivities \
     EffectOfExchangeRateChanges:effectOfExchangeRate ChangesInCash:changeInCash";
const BALANCE_SHEET: &str = "TotalAssets:totalAssets CurrentAssets:totalCurrentAssets CashAndCashEquivalents:cash \
     OtherShortTermInvestments:shortTermInvestments Receivables:netReceivables Inventory:inventory \
     OtherCurrentAssets:otherCurrentAssets NetPPE:propertyPlantEquipment \
     InvestmentsAndAdvances:longTermInvestments Goodwill:goodWill \
     OtherIntangibleAssets:intangibleAssets OtherNonCurrentAssets:otherAssets \
     TotalLiabilitiesNetMinorityInterest:totalLiab CurrentLiabilities:totalCurrentLiabilities \
     AccountsPayable:accountsPayable CurrentDebt:shortLongTermDebt \
     OtherCurrentLiabilities:otherCurrentLiab LongTermDebt:longTermDebt \
     OtherNonCurrentLiabilities:otherLiab MinorityInterest:minorityInterest \
     StockholdersEquity:totalStockholderEquity CommonStock:commonStock \
     RetainedEarnings:retainedEarnings TreasuryStock:treasuryStock \
     OtherEquityAdjustments:otherStockholderEquity NetTangibleAssets:netTangibleAssets";
const INCOME: &str = "TotalRevenue:totalRevenue CostOfRevenue:costOfRevenue GrossProfit:grossProfit \
     ResearchAndDevelopment:researchDevelopment \
     SellingGeneralAndAdministration:sellingGeneralAdministrative \
     OtherOperatingExpenses:otherOperatingExpenses TotalExpenses:totalOperatingExpenses \
     OperatingIncome:operatingIncome EBIT:ebit InterestExpense:interestExpense \
     PretaxIncome:incomeBeforeTax TaxProvision:incomeTaxExpense MinorityInterests:minorityInterest \
     NetIncomeContinuousOperations:netIncomeFromContinuingOps \
     NetIncomeDiscontinuousOperations:discontinuedOperations \
     NetIncomeExtraordinary:extraordinaryItems NetIncome:netIncome \
     NetIncomeCommonStockholders:netIncomeApplicableToCommonShares";
