//! Captured replies of the SEC as statements and filings of the market.

use serde_json::{Value, json};
use virtual_finance::notes::Differences;
use virtual_finance::request::{Context, Endpoint, Request, convert_saved};
use virtual_finance::{DateTime, Error, ErrorKind, Filings, StatementPeriod, StatementSeries, Statements};

use super::verdict::captured;

const SNOWFLAKE: &str = "companyfacts__SNOW_statements";

/// Converts a reply behind the list of tickers.
fn of_sec<R>(request: &R, file: &str) -> Option<Result<(Value, String), Error>>
where
    R: Endpoint,
    R::Response: serde::Serialize,
{
    let tickers = captured("sources/www.sec.gov/company_tickers.json")?;
    let saved = captured(&format!("sources/data.sec.gov/{file}.json"))?;
    let cx = Context::new(&[], DateTime::from(1_764_000_000));
    Some(convert_saved(request, &[&tickers, &saved], &cx).map(|reply| {
        let told = reply.notes.get::<Differences>().unwrap().to_string();
        (serde_json::to_value(reply.response).unwrap(), told)
    }))
}

/// Returns the statement of a day.
fn of_day<'a>(list: &'a Value, day: &str) -> Option<&'a Value> {
    let time: DateTime = format!("{day}T00:00:00Z").parse().unwrap();
    list.as_array().unwrap().iter().find(|statement| statement["endDate"] == json!(time.epoch_seconds()))
}

#[test]
fn years_of_the_newest_filings_with_the_signs_of_the_market() {
    let Some(found) = of_sec(&Statements::new("SNOW"), SNOWFLAKE) else { return };
    let (found, told) = found.unwrap();
    assert!(told.contains("by US GAAP") && !told.contains("quarters"), "{told}");
    let lists =
        ["income", "balance_sheet", "cash_flow", "other"].map(|list| found[list].as_array().unwrap().len());
    assert_eq!(lists, [7, 7, 7, 0]);
    let newest = &found["income"][0];
    assert_eq!(newest, of_day(&found["income"], "2025-01-31").unwrap());
    for (row, expected) in [
        ("currency", json!("USD")),
        ("TotalRevenue", json!(3_626_396_000_i64)),
        ("NetIncome", json!(-1_285_640_000)),
        ("NetIncomeIncludingNoncontrollingInterests", json!(-1_289_212_000)),
        ("DilutedEPS", json!(-3.86)),
    ] {
        assert_eq!(newest[row], expected, "{row}");
    }
    // Filed again in 2023 and 2024.
    assert_eq!(of_day(&found["income"], "2022-01-31").unwrap()["NetIncome"], json!(-679_948_000));
    // The SEC has no sum of equity for that day in this reply, and none is made.
    let sheet = of_day(&found["balance_sheet"], "2025-01-31").unwrap();
    assert_eq!(
        [&sheet["TotalAssets"], &sheet["StockholdersEquity"], &sheet["CashAndCashEquivalents"]],
        [&json!(9_033_938_000_i64), &json!(2_999_929_000_i64), &json!(2_628_798_000_i64)]
    );
    assert_eq!(sheet.get("TotalEquityGrossMinorityInterest"), None);
    let cash = of_day(&found["cash_flow"], "2024-01-31").unwrap();
    assert_eq!(
        [&cash["OperatingCashFlow"], &cash["PurchaseOfPPE"]],
        [&json!(848_122_000), &json!(-35_086_000)]
    );
    assert_eq!([cash.get("CapitalExpenditure"), cash.get("FreeCashFlow")], [None, None]);
}

#[test]
fn quarters_as_they_were_filed() {
    let request = Statements::new("SNOW").period(StatementPeriod::Quarterly);
    let Some(found) = of_sec(&request, SNOWFLAKE) else { return };
    let (found, told) = found.unwrap();
    assert!(told.contains("quarters that no filing has are absent"), "{told}");
    assert_eq!(found["income"].as_array().unwrap().len(), 17);
    assert_eq!(found["cash_flow"].as_array().unwrap().len(), 9);
    assert_eq!(of_day(&found["income"], "2024-10-31").unwrap()["TotalRevenue"], json!(942_094_000));
    // The fourth quarter is not filed; its last day has a balance sheet.
    assert_eq!(of_day(&found["income"], "2025-01-31"), None);
    let sheet = of_day(&found["balance_sheet"], "2025-01-31").unwrap();
    assert_eq!(sheet["TotalAssets"], json!(9_033_938_000_i64));
    // The cash flows of the second quarter are filed as those of a half year, but for the shares that were bought.
    let cash = of_day(&found["cash_flow"], "2024-07-31").unwrap();
    assert_eq!([cash.get("OperatingCashFlow"), cash.get("PurchaseOfPPE")], [None, None]);
    assert!(cash["CommonStockPayments"].as_i64().unwrap() < 0);
    assert_eq!(of_day(&found["cash_flow"], "2024-04-30").unwrap()["PurchaseOfPPE"], json!(-16_519_000));
}

#[test]
fn rows_that_are_asked_for_and_companies_that_have_none() {
    let request = Statements::new("SNOW").series([StatementSeries::NetIncome]);
    let Some(found) = of_sec(&request, SNOWFLAKE) else { return };
    let (found, _) = found.unwrap();
    assert_eq!(
        found["income"][0].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["endDate", "currency", "NetIncome"]
    );
    assert_eq!(found["balance_sheet"], json!([]));
    let failed = |request: &Statements, file| of_sec(request, file).unwrap().unwrap_err();
    let none = failed(&Statements::new("SNOW").series([StatementSeries::Ebitda]), SNOWFLAKE);
    assert_eq!(none.kind(), ErrorKind::NotFound, "{none}");
    for (ticker, file, words) in [
        ("TSLA", SNOWFLAKE, "1640147"),
        ("NOPE", SNOWFLAKE, "the SEC knows no such company"),
        ("SNOW", "companyfacts__LPA_ifrs", "1997711"),
    ] {
        let error = failed(&Statements::new(ticker), file).to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn filings_of_both_forms_of_the_list() {
    for (file, count, first) in [
        ("submissions__TSLA_2022", 500, ["2022-11-30", "4", "PRIMARY DOCUMENT", "0001790565-22-000015"]),
        ("submissions__TSLA_2026", 400, ["2026-01-29", "10-K", "10-K", "0001628280-26-003952"]),
    ] {
        let Some(found) = of_sec(&Filings::new("TSLA"), file) else { return };
        let (found, told) = found.unwrap();
        assert!(told.contains("about a thousand"), "{told}");
        let filings = found["filings"].as_array().unwrap();
        assert_eq!(filings.len(), count);
        assert_eq!(["date", "type", "title", "accessionNumber"].map(|name| &filings[0][name]), first);
        assert!(
            filings.is_sorted_by(|newer, older| newer["timestamp"].as_i64() >= older["timestamp"].as_i64())
        );
        for filing in filings {
            let number = filing["accessionNumber"].as_str().unwrap();
            let folder =
                format!("https://www.sec.gov/Archives/edgar/data/1318605/{}/", number.replace('-', ""));
            let documents = filing["exhibits"].as_array().unwrap();
            assert!(documents.iter().all(|document| document["url"].as_str().unwrap().starts_with(&folder)));
        }
    }
    let other = of_sec(&Filings::new("SNOW"), "submissions__TSLA_2026").unwrap().unwrap_err();
    assert!(other.to_string().contains("1318605"), "{other}");
}

/// The SEC is not asked for tickers of other exchanges, of indices or of currencies.
#[test]
fn only_shares_of_the_united_states_are_asked_for() {
    let cx = Context::new(&[], DateTime::from(1_764_000_000));
    let asks = |request: &dyn Request| request.fallback("sec", "tickers", &cx, &[]).map(|found| found.len());
    for ticker in ["AAPL", "BRK-B", "SPG-PJ"] {
        assert_eq!(asks(&Statements::new(ticker)).unwrap(), 1);
        assert_eq!(asks(&Filings::new(ticker)).unwrap(), 1);
    }
    for ticker in ["VOD.L", "^GSPC", "EURUSD=X", "BTC-USD", "0700.HK"] {
        for request in [&Statements::new(ticker) as &dyn Request, &Filings::new(ticker)] {
            let error = asks(request).unwrap_err().to_string();
            assert!(error.contains(&format!("SEC has no {ticker}")), "{error}");
        }
    }
    let trailing = Statements::new("AAPL").period(StatementPeriod::Trailing);
    assert!(asks(&trailing).unwrap_err().to_string().contains("SEC has no trailing statements"));
}
