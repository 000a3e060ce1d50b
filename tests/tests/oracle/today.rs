//! Sections 2.2 and 2.8 from JSON replies.

use serde_json::{Map, Value, json};

use super::collapse;

/// Section 2.2 of the replies of the summary and of the time series, one after the other.
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

/// One statement for each time that has a figure, newest first. Each time is midnight of its figure's date.
fn statements(entries: &[&Value], names: &str, prefix: &str) -> Vec<Value> {
    let mut statements: Vec<Map<String, Value>> = Vec::new();
    for (theirs, ours) in names.split(' ').map(|pair| pair.split_once(':').unwrap()) {
        let name = format!("{prefix}{theirs}");
        for entry in entries.iter().filter(|entry| entry.get(&name).is_some()) {
            let times = entry["timestamp"].as_array().unwrap();
            for (time, point) in times.iter().zip(entry[&name].as_array().unwrap()) {
                let amount = &point["reportedValue"]["raw"];
                let amount = match ours {
                    "interestExpense" => match amount.as_i64() {
                        Some(amount) => json!(-amount),
                        None => amount.as_f64().map_or(Value::Null, |amount| json!(-amount)),
                    },
                    _ => amount.clone(),
                };
                if amount == Value::Null {
                    continue;
                }
                let place = statements.iter().position(|statement| statement["endDate"] == *time);
                let place = place.unwrap_or_else(|| {
                    statements.push(Map::from_iter([("endDate".to_owned(), time.clone())]));
                    statements.len() - 1
                });
                statements[place].insert(ours.to_owned(), amount);
            }
        }
    }
    statements.sort_by_key(|statement| -statement["endDate"].as_i64().unwrap());
    statements.into_iter().map(Value::Object).collect()
}

/// Whether a statement of the summary has more than what today's summary has of every statement.
fn is_filled(statement: &Value) -> bool {
    let sent = ["endDate", "maxAge", "totalRevenue", "netIncome", "netIncomeApplicableToCommonShares"];
    let mut items = statement.as_object().unwrap().iter();
    items.any(|(name, value)| !sent.contains(&name.as_str()) && *value != Value::Null && *value != json!(0))
}

/// Section 2.8 of a reply of the quote service.
pub(crate) fn index(reply: &str) -> Value {
    let mut index = json!({
        "Symbol": {}, "Company Name": {}, "Last Price": {}, "Change": {}, "% Change": {}, "Volume": {}
    });
    let reply: Value = serde_json::from_str(reply).unwrap();
    for (place, quote) in reply["quoteResponse"]["result"].as_array().unwrap().iter().enumerate() {
        let place = place.to_string();
        let name = quote["longName"].as_str().or(quote["shortName"].as_str()).unwrap_or_default();
        let percent = quote["regularMarketChangePercent"].as_f64();
        let percent = match percent.map(|percent| format!("{percent:.2}%")) {
            None => String::new(),
            Some(text) if text.trim_start_matches('-') == "0.00%" => "0.00%".to_owned(),
            Some(text) if text.starts_with('-') => text,
            Some(text) => format!("+{text}"),
        };
        index["Symbol"][&place] = quote["symbol"].clone();
        index["Company Name"][&place] = name.split_whitespace().collect::<Vec<_>>().join(" ").into();
        index["Last Price"][&place] = quote["regularMarketPrice"].clone();
        index["Change"][&place] = quote["regularMarketChange"].clone();
        index["% Change"][&place] = percent.into();
        index["Volume"][&place] = quote["regularMarketVolume"].clone();
    }
    index
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
