//! Key figures.

use serde_json::{Value, json};
use virtual_finance::KeyFigures;
use virtual_finance::notes::{Currencies, NullValues, SkippedRows};
use virtual_finance_tests::converted as typed;

use super::plain::{bare, named, replace, section, whole};
use super::verdict::{captured, check_all, converted};

const ALL: &str = "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all";

#[test]
fn summaries_of_all_sections() {
    check_all("key-figures", "quoteSummary_all", expected);
}

#[test]
fn summaries_of_the_section_alone() {
    check_all("key-figures", "further/analysis", expected);
}

/// Figures that were read off the replies by eye: bare numbers, and formatted ones.
#[test]
fn figures_and_units() {
    let Some(reply) = captured(&format!("{ALL}-AAPL.json")) else { return };
    let found = converted("key-figures", "AAPL", &reply).unwrap();
    assert_eq!(found.as_object().unwrap().len(), 31, "29 members, the ticker and the currency of the price");
    let figures = [
        ("totalRevenue", json!(395_760_009_216_i64)),
        ("ebitda", json!(137_352_003_584_i64)),
        ("freeCashflow", json!(93_833_871_360_i64)),
        ("debtToEquity", json!(145)),
        ("returnOnEquity", json!(1.3652)),
        ("profitMargins", json!(0.24295)),
        ("recommendationKey", json!("buy")),
    ];
    for (name, figure) in figures {
        assert_eq!(found[name], figure, "{name}");
    }
    let formatted = captured("quoteSummary_all/bradjacobs__msft_quote_summary_multi_modules.json").unwrap();
    let found = converted("key-figures", "MSFT", &formatted).unwrap();
    assert_eq!((&found["totalCash"], &found["quickRatio"]), (&json!(130_256_003_072_i64), &json!(1.898)));
}

/// The prices of a company abroad are in the currency of its exchange, its statements in its own.
#[test]
fn currencies_of_prices_and_of_statements() {
    let Some(reply) = captured(&format!("{ALL}-SPOT.json")) else { return };
    let found = typed(&KeyFigures::new("SPOT"), &[&reply]).unwrap();
    let currencies = found.notes.get::<Currencies>().unwrap();
    assert_eq!((currencies.prices.as_deref(), currencies.statements.as_deref()), (Some("USD"), Some("EUR")));
    assert_eq!(found.response.currency.get().map(String::as_str), Some("USD"));
    assert_eq!(found.response.financial_currency.get().map(String::as_str), Some("EUR"));
    assert_eq!(found.response.earnings_growth.get(), None);
}

/// A bank has no gross margin, for which the host writes 0 beside a gross profit.
#[test]
fn a_margin_of_zero_is_null() {
    let file = "quoteSummary_all/gadicc-yf2__2021-02-19_quoteSummary-all-SI.json";
    let Some(reply) = captured(file) else { return };
    let found = converted("key-figures", "SI", &reply).unwrap();
    assert_eq!((&found["grossMargins"], &found["ebitdaMargins"]), (&Value::Null, &Value::Null));
    assert_eq!(found["grossProfits"], json!(89_874_000));
    assert!(found["operatingMargins"].as_f64().unwrap() > 0.0);
}

#[test]
fn an_instrument_that_is_no_company_has_none() {
    for (ticker, kind) in [("QQQ", "ETF"), ("BTC-USD", "CRYPTOCURRENCY"), ("^VXAPL", "INDEX")] {
        let Some(reply) = captured(&format!("{ALL}-{ticker}.json")) else { return };
        let error = typed(&KeyFigures::new(ticker), &[&reply]).unwrap_err();
        let words = format!(
            "not found (404): the host has no key figures (the instrument is of the kind \"{kind}\")"
        );
        assert!(error.to_string().starts_with(&words), "{error}");
    }
    let file = "further/analysis/gadicc-node-yahoo-finance2__quoteSummary-financialData-QQQ__status404.json";
    let said = converted("key-figures", "QQQ", &captured(file).unwrap()).unwrap_err();
    assert!(said.contains("the host answers \"Not Found\""), "{said}");
}

/// Today's page has the section, with formatted figures; it needs no session.
#[test]
fn the_page_gives_what_its_summary_gives() {
    const REPLY: &str = "further/analysis/gramistella-yfinance-rs__profile_html_AAPL.html--38-v10_finance_quoteSummary_AAPL.json";
    let Some(page) = captured("profile/yfinance-rs__2025-10_profile_html_AAPL.html") else { return };
    let found = converted("key-figures", "AAPL", &page).unwrap();
    assert_eq!(found, converted("key-figures", "AAPL", &captured(REPLY).unwrap()).unwrap());
    assert!(found["totalRevenue"].is_i64() && found["grossMargins"].as_f64().unwrap() < 1.0);
    assert!(converted("key-figures", "MSFT", &page).unwrap_err().contains("is about \"AAPL\""));
}

/// A figure of another type costs no other.
#[test]
fn a_figure_that_cannot_be_read_is_null() {
    let data = json!({"totalCash": "a lot", "totalDebt": 7, "ebitda": {}, "financialCurrency": "USD"});
    let reply = json!({"quoteSummary": {"result": [{"financialData": data}], "error": null}});
    let found = typed(&KeyFigures::new("ACME"), &[reply.to_string()]).unwrap();
    let expected = json!({
        "ticker": "ACME", "totalCash": null, "totalDebt": 7, "ebitda": null, "financialCurrency": "USD"});
    assert_eq!(json!(found.response), expected);
    assert_eq!(found.notes.get::<NullValues>().unwrap().0.len(), 1);
    assert!(found.notes.get::<SkippedRows>().is_none());
}

fn expected(reply: &Value, asked: &str) -> Value {
    let mut found = named(section(reply, "financialData"), &[]);
    let Some(members) = found.as_object_mut() else { return Value::Null };
    members.insert("ticker".to_owned(), asked.into());
    let currency = bare(&section(reply, "price")["currency"]);
    if !currency.is_null() {
        members.insert("currency".to_owned(), currency);
    }
    for name in ["ebitda", "totalCash", "totalDebt", "totalRevenue", "grossProfits", "freeCashflow"] {
        replace(&mut found, name, whole);
    }
    for name in ["grossMargins", "ebitdaMargins", "operatingMargins", "profitMargins"] {
        let known = |margin: &Value| if margin.as_f64() == Some(0.0) { Value::Null } else { margin.clone() };
        replace(&mut found, name, known);
    }
    found
}
