//! Sums that hold in every statement, whatever it was made of.

use serde_json::Value;

pub(crate) fn identities(financials: &Value) -> Result<usize, String> {
    let mut sums = 0;
    for period in ["yearly", "quarterly"] {
        for statement in all(&financials["cashflow"][period]) {
            let parts = [
                "netIncome",
                "depreciation",
                "changeToNetincome",
                "changeToAccountReceivables",
                "changeToInventory",
                "changeToLiabilities",
                "changeToOperatingActivities",
            ];
            let parts: Option<Vec<f64>> = parts.iter().map(|part| statement[*part].as_f64()).collect();
            let total = statement["totalCashFromOperatingActivities"].as_f64();
            if let Some((parts, total)) = parts.zip(total) {
                is_sum("operating cash", &parts, total)?;
                sums += 1;
            }
        }
        for statement in all(&financials["balancesheet"][period]) {
            let required = ["totalCurrentAssets", "otherAssets"].map(|part| statement[part].as_f64());
            let others = ["propertyPlantEquipment", "longTermInvestments", "goodWill", "intangibleAssets"];
            let others = others.map(|part| statement[part].as_f64().unwrap_or(0.0));
            if let ([Some(current), Some(rest)], Some(total)) = (required, statement["totalAssets"].as_f64())
            {
                is_sum("assets", &[&[current, rest], &others[..]].concat(), total)?;
                sums += 1;
            }
        }
        for statement in all(&financials["financials"][period]) {
            if statement["ebit"] != statement["operatingIncome"] {
                return Err(format!("ebit is not the operating income: {statement}"));
            }
        }
    }
    Ok(sums)
}

fn all(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn is_sum(name: &str, parts: &[f64], total: f64) -> Result<(), String> {
    match parts.iter().sum::<f64>() {
        sum if sum == total => Ok(()),
        sum => Err(format!("the parts of {name} add up to {sum}, not {total}: {parts:?}")),
    }
}

/// The figure of a row at the end of a year, as the document of a time series has it.
pub(crate) fn figure(document: &Value, name: &str, end: &Value) -> Value {
    let key = format!("annual{name}");
    let entries = document["timeseries"]["result"].as_array().into_iter().flatten();
    for entry in entries.filter(|entry| entry.get(&key).is_some()) {
        let place = entry["timestamp"].as_array().and_then(|times| times.iter().position(|time| time == end));
        if let Some(place) = place {
            return entry[&key][place]["reportedValue"]["raw"].clone();
        }
    }
    Value::Null
}
