//! The facts, the holdings and the returns of a fund.

use serde_json::{Map, Value, json};

use crate::calendar;
use crate::company;
use crate::numbers::{count, day, part, percent, price, seeded};

/// Returns the sections that funds alone have.
pub(crate) fn sections(ticker: &str, now: i64) -> Map<String, Value> {
    let mut rng = seeded(ticker, "fund");
    let today = calendar::midnight(calendar::date_of(now));
    let tickers: Vec<String> = company::tickers(&mut rng).take(10).collect();
    let holdings: Vec<Value> = (0..)
        .zip(&tickers)
        .map(|(index, symbol): (i64, _)| {
            let held = 9_000_i64.saturating_sub(index.saturating_mul(600));
            json!({"symbol": symbol, "holdingName": company::of(symbol).name, "holdingPercent": part(held)})
        })
        .collect();
    let fees = |ratio: f64| {
        json!({"annualReportExpenseRatio": percent(ratio), "annualHoldingsTurnover": percent(0.08),
            "totalNetAssets": price(4_711.5), "projectionValues": {}})
    };
    let weights = [("technology", 0.51), ("healthcare", 0.12), ("industrials", 0.2), ("utilities", 0.17)];
    let returns = |factor: f64| {
        json!({"asOfDate": day(today), "ytd": percent(0.07 * factor), "oneMonth": percent(0.01 * factor),
            "threeMonth": percent(0.03 * factor), "oneYear": percent(0.19 * factor), "fiveYear": percent(0.11 * factor)})
    };
    Map::from_iter([
        (
            "fundProfile".to_owned(),
            json!({
                "maxAge": 1, "family": company::fund(&mut rng), "categoryName": "Large Blend",
                "legalType": "Exchange Traded Fund", "managementInfo": {"managerName": null, "managerBio": null},
                "feesExpensesInvestment": fees(0.001_4), "feesExpensesInvestmentCat": fees(0.007_9), "brokerages": [],
            }),
        ),
        (
            "topHoldings".to_owned(),
            json!({
                "maxAge": 1, "cashPosition": percent(0.002), "stockPosition": percent(0.998),
                "bondPosition": percent(0.0), "otherPosition": percent(0.0), "preferredPosition": percent(0.0),
                "convertiblePosition": percent(0.0), "holdings": holdings,
                "equityHoldings": {"priceToEarnings": price(0.04), "priceToBook": price(0.21),
                    "medianMarketCap": count(210_000), "priceToEarningsCat": price(0.05)},
                "bondHoldings": {}, "bondRatings": [{"us_government": percent(0.0)}],
                "sectorWeightings": weights.map(|(name, weight)| json!({name: percent(weight)})),
            }),
        ),
        (
            "fundPerformance".to_owned(),
            json!({
                "maxAge": 1, "trailingReturns": returns(1.0), "trailingReturnsCat": returns(0.9),
                "annualTotalReturns": {"returns": [{"year": "2023", "annualValue": percent(0.21)}], "returnsCat": []},
                "riskOverviewStatistics": {"riskStatistics": [
                    {"year": "5y", "alpha": price(0.17), "beta": price(0.99), "stdDev": price(14.45)}]},
            }),
        ),
    ])
}
