//! Captured replies of the hosts beside the market, turned by converters.

use serde_json::{Value, json};
use virtual_finance::request::{Context, ParamMap, RawReply, Request as _, convert_saved};
use virtual_finance::{Coin, DateTime, FactSpan, Facts, Figi, Fx, Indicator};
use virtual_finance_tests::convert;

use super::verdict::captured;

fn facts(request: &Facts) -> Option<Result<Value, virtual_finance::Error>> {
    let saved = captured("sources/data.sec.gov/companyfacts__SNOW_statements.json")?;
    let cx = Context::new(&[], DateTime::from(1_764_000_000));
    let reply = convert_saved(request, &[&b"{}"[..], &saved], &cx);
    Some(reply.map(|reply| serde_json::to_value(reply.response).unwrap()))
}

/// The reply has 61 values of the revenue, of which 35 are of a period of their own: 17 quarters and 7 years.
#[test]
fn the_newest_filing_of_each_period_counts() {
    let request = Facts::new("1640147").concepts(["totalRevenue"]);
    let Some(all) = facts(&request) else { return };
    assert_eq!(all.unwrap()["facts"].as_array().unwrap().len(), 35);
    let quarters = facts(&request.clone().span(FactSpan::Quarter)).unwrap().unwrap();
    assert_eq!(quarters["facts"].as_array().unwrap().len(), 17);
    let request = request.span(FactSpan::Year);
    let newest = facts(&request.clone().last(2)).unwrap().unwrap();
    let years = facts(&request).unwrap().unwrap();
    assert_eq!(newest["facts"].as_array().unwrap(), &years["facts"].as_array().unwrap()[5..]);
    let years = years["facts"].as_array().unwrap();
    assert_eq!(years.len(), 7);
    assert_eq!(years[5]["filed"], "2025-03-21");
    assert_eq!(years[6]["value"], 3_626_396_000_u64);
    assert_eq!(years[6]["concept"], "RevenueFromContractWithCustomerExcludingAssessedTax");
}

#[test]
fn figures_of_others_and_without_concepts() {
    let Some(all) = facts(&Facts::new("1640147")) else { return };
    assert!(all.unwrap()["facts"].as_array().unwrap().len() > 800);
    let some = facts(&Facts::new("1640147").concepts(["Assets", "Nonsense"])).unwrap().unwrap();
    assert_eq!(some["unknown"], json!(["Nonsense"]));
    assert!(some["facts"].as_array().unwrap().iter().all(|fact| fact["span"] == "day"));
    let none = facts(&Facts::new("1640147").concepts(["Nonsense"])).unwrap().unwrap_err();
    assert_eq!(none.kind(), virtual_finance::ErrorKind::NotFound, "{none}");
    let other = facts(&Facts::new("320193")).unwrap().unwrap_err();
    assert!(other.to_string().contains("1640147"), "{other}");
}

#[test]
fn a_ticker_has_the_number_of_its_company() {
    let Some(tickers) = captured("sources/www.sec.gov/company_tickers.json") else { return };
    let cx = Context::new(&[], DateTime::from(1_764_000_000));
    let path = |company: &str| {
        let request = Facts::new(company);
        let targets = request.fallback("", "facts", &cx, &[RawReply::new(&tickers)]);
        targets.map(|targets| format!("{:?}", targets[0].path))
    };
    assert!(path("aapl").unwrap().contains("0000320193"));
    assert!(path("BRK.B").unwrap().contains("0001067983"));
    assert!(path("NOPE.L").unwrap_err().to_string().contains("NOPE.L"));
}

#[test]
fn identifiers_have_their_listings() {
    let of = |file: &str, request: &Figi| {
        let reply = captured(&format!("sources/api.openfigi.com/mapping_{file}.json"))?;
        Some(convert(request, String::from_utf8(reply).unwrap()))
    };
    let Some(found) = of("isin_example", &Figi::new(["US4592001014"])) else { return };
    let found = found.unwrap();
    assert_eq!(found["listings"].as_array().unwrap().len(), 198);
    assert_eq!(found["listings"][0]["asked"], "US4592001014");
    let one = of("cusip_with_exchange", &Figi::new(["459200101"])).unwrap().unwrap();
    assert_eq!(one["listings"][0]["figi"], "BBG000BLNNH6");
    let wrong = of("invalid_identifier", &Figi::new(["US0000000000"])).unwrap().unwrap_err();
    assert!(wrong.to_string().contains("US0000000000"), "{wrong}");
}

#[test]
fn a_comma_separates_whatever_the_host_takes() {
    let indicator = |countries: &str| {
        let params = ParamMap::from_iter([("indicator", "NY.GDP.MKTP.CD"), ("countries", countries)]);
        Indicator::from_params(&params).unwrap()
    };
    assert_eq!(indicator("de, fr"), Indicator::new("NY.GDP.MKTP.CD", ["de", "fr"]));
    assert_eq!(indicator("de;fr"), indicator("de,fr"));
}

/// The market writes no figure as `{}`; another host does not.
#[test]
fn figures_of_other_hosts_are_strict() {
    let coin = |price: &str| {
        let rest = r#""id": "bitcoin", "symbol": "btc", "name": "Bitcoin""#;
        let nulls = [
            "market_cap",
            "market_cap_rank",
            "total_volume",
            "high_24h",
            "low_24h",
            "price_change_24h",
            "price_change_percentage_24h",
            "circulating_supply",
            "total_supply",
            "max_supply",
            "ath",
            "ath_date",
            "atl",
            "atl_date",
            "last_updated",
        ]
        .map(|name| format!("{name:?}: null"))
        .join(", ");
        convert(&Coin::new(["bitcoin"]), format!("[{{{rest}, \"current_price\": {price}, {nulls}}}]"))
    };
    assert_eq!(coin("null").unwrap()[0]["current_price"], Value::Null);
    let error = coin("{}").unwrap_err().to_string();
    assert!(error.contains("[0].current_price"), "{error}");
}

#[test]
fn rates_have_the_asked_base() {
    let Some(reply) = captured("sources/data-api.ecb.europa.eu/exr_daily_since_2026-02-17.csv") else {
        return;
    };
    let reply = String::from_utf8(reply).unwrap();
    let euro = convert(&Fx::new(["AUD", "ZZZ"]), reply.clone()).unwrap();
    assert_eq!(euro["rates"][0], json!({"date": "2026-02-17", "currency": "AUD", "rate": 1.6776}));
    assert_eq!(euro["unknown"], json!(["ZZZ"]));
    let crossed = convert(&Fx::new(["EUR"]).base("AUD"), reply.clone()).unwrap();
    assert_eq!(crossed["rates"][0]["rate"], json!(1.0 / 1.6776));
    let none = convert(&Fx::new(["AUD"]).base("ZZZ"), reply).unwrap_err();
    assert!(none.to_string().contains("ZZZ"), "{none}");
}
