//! Section 2.2 from the replies of the summary and of the time series.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::collapse;

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
            let statements = statements(&entries, group, names, prefix);
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
    let named = [CASHFLOW, BALANCE_SHEET, INCOME].iter().flat_map(|names| names.split(' '));
    let named = named.map(|pair| pair.split_once(':').unwrap().0);
    for theirs in named.chain(OPERANDS.split(' ')) {
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
fn statements(entries: &[&Value], group: &str, names: &str, prefix: &str) -> Vec<Value> {
    let mut times = BTreeMap::<i64, Map<String, Value>>::new();
    for entry in entries {
        let series = entry.as_object().unwrap().iter().filter(|(name, _)| name.starts_with(prefix));
        for (name, points) in series {
            let known = entry["timestamp"].as_array().unwrap();
            for (time, point) in known.iter().zip(points.as_array().unwrap()) {
                let raw = &point["reportedValue"]["raw"];
                if *raw != Value::Null {
                    let figures = times.entry(time.as_i64().unwrap()).or_default();
                    figures.insert(name.replacen(prefix, "", 1), raw.clone());
                }
            }
        }
    }
    let statements = times.into_iter().rev().map(|(time, figures)| {
        let pairs = names.split(' ').map(|pair| pair.split_once(':').unwrap());
        let found = pairs.filter_map(|(theirs, ours)| Some((ours.to_owned(), whole(figures.get(theirs)?))));
        let mut statement: Map<String, Value> = found.collect();
        statement.extend(sums(group, &figures));
        (!statement.is_empty()).then(|| {
            statement.insert("endDate".to_owned(), time.into());
            Value::Object(statement)
        })
    });
    statements.flatten().collect()
}

fn sums(group: &str, figures: &Map<String, Value>) -> Vec<(String, Value)> {
    let figure = |name: &str| figures.get(name).and_then(Value::as_f64);
    let zero = |name: &str| figure(name).unwrap_or(0.0);
    let receivables = figure("ChangesInAccountReceivables").or(figure("ChangeInReceivables"));
    let payables = figure("ChangeInPayablesAndAccruedExpense").or(figure("ChangeInPayable"));
    let liabilities = payables.map(|payables| payables + zero("ChangeInOtherWorkingCapital"));
    let adjustments = || {
        let (cash, income) = (figure("OperatingCashFlow")?, figure("NetIncome")?);
        Some(cash - income - figure("DepreciationAndAmortization")? - figure("ChangeInWorkingCapital")?)
    };
    let others = figure("ChangeInWorkingCapital")
        .map(|all| all - receivables.unwrap_or(0.0) - zero("ChangeInInventory") - liabilities.unwrap_or(0.0));
    let assets = figure("TotalNonCurrentAssets").map(|all| {
        let known = ["NetPPE", "InvestmentsAndAdvances", "Goodwill", "OtherIntangibleAssets"];
        all - known.map(zero).iter().sum::<f64>()
    });
    let debt = figure("CurrentDebt").map(|debt| debt - zero("CommercialPaper"));
    let liabilities_later =
        figure("OtherNonCurrentLiabilities").map(|others| others + zero("TradeandOtherPayablesNonCurrent"));
    let items = match group {
        "cashflow" => vec![
            ("changeToAccountReceivables", receivables),
            ("changeToLiabilities", liabilities),
            ("changeToNetincome", adjustments()),
            ("changeToOperatingActivities", others),
        ],
        "balancesheet" => {
            vec![("otherAssets", assets), ("shortLongTermDebt", debt), ("otherLiab", liabilities_later)]
        }
        _ => vec![
            ("ebit", figure("OperatingIncome")),
            ("minorityInterest", figure("MinorityInterest")),
            ("interestExpense", figure("InterestExpense").map(|expense| -expense)),
        ],
    };
    let there =
        items.into_iter().filter_map(|(name, amount)| Some((name.to_owned(), whole(&json!(amount?)))));
    there.collect()
}

fn whole(amount: &Value) -> Value {
    match amount.as_f64() {
        Some(float) if amount.is_f64() && float.fract() == 0.0 => {
            format!("{float:.0}").parse::<i64>().unwrap().into()
        }
        _ => amount.clone(),
    }
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
     ChangeInInventory:changeToInventory \
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
     OtherIntangibleAssets:intangibleAssets \
     TotalLiabilitiesNetMinorityInterest:totalLiab CurrentLiabilities:totalCurrentLiabilities \
     AccountsPayable:accountsPayable \
     OtherCurrentLiabilities:otherCurrentLiab LongTermDebt:longTermDebt \
     MinorityInterest:minorityInterest \
     StockholdersEquity:totalStockholderEquity CommonStock:commonStock \
     RetainedEarnings:retainedEarnings TreasuryStock:treasuryStock \
     OtherEquityAdjustments:otherStockholderEquity NetTangibleAssets:netTangibleAssets";
const INCOME: &str = "TotalRevenue:totalRevenue CostOfRevenue:costOfRevenue GrossProfit:grossProfit \
     ResearchAndDevelopment:researchDevelopment \
     SellingGeneralAndAdministration:sellingGeneralAdministrative \
     OtherOperatingExpenses:otherOperatingExpenses TotalExpenses:totalOperatingExpenses \
     OperatingIncome:operatingIncome \
     PretaxIncome:incomeBeforeTax TaxProvision:incomeTaxExpense \
     NetIncomeContinuousOperations:netIncomeFromContinuingOps \
     NetIncomeDiscontinuousOperations:discontinuedOperations \
     NetIncomeExtraordinary:extraordinaryItems NetIncome:netIncome \
     NetIncomeCommonStockholders:netIncomeApplicableToCommonShares";
/// The names that sums are made of, beside those above.
const OPERANDS: &str = "ChangesInAccountReceivables ChangeInReceivables ChangeInPayablesAndAccruedExpense \
     ChangeInPayable ChangeInOtherWorkingCapital ChangeInWorkingCapital TotalNonCurrentAssets CurrentDebt \
     CommercialPaper OtherNonCurrentLiabilities TradeandOtherPayablesNonCurrent InterestExpense";
