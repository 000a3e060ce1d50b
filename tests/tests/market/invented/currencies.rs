//! The currencies of amounts: a currency beside a figure is that of the figure.

use serde_json::{Value, json};
use virtual_finance::notes::Currencies;
use virtual_finance::{Analysis, Holders, StatementPeriod, Statements};
use virtual_finance_tests::{captures, captures_required, converted, script_page};

use super::summary;

fn targets(ticker: &str, reply: &str) -> (Value, Option<String>) {
    let reply = converted(&Analysis::new(ticker), &[reply]).unwrap();
    let note = reply.notes.get::<Currencies>().map(ToString::to_string);
    (json!(reply.response.price_targets), note)
}

/// Prices are in the currency of the price, and the statements in the company's own.
#[test]
fn price_targets_are_in_the_currency_of_the_price() {
    for (ticker, price, statements, note) in [
        ("BABA", "USD", "CNY", "prices USD, market values USD, statements CNY"),
        ("OCDO.L", "GBp", "GBP", "prices GBp, market values GBP, statements GBP"),
        ("THYAO.IS", "TRY", "USD", "prices TRY, market values TRY, statements USD"),
        ("NPN.JO", "ZAc", "USD", "prices ZAc, market values ZAR, statements USD"),
        ("TEVA.TA", "ILA", "USD", "prices ILA, market values ILS, statements USD"),
        ("VUSA.L", "GBP", "GBP", "prices GBP, market values GBP, statements GBP"),
    ] {
        let reply = summary(&format!(
            r#""financialData":{{"targetMeanPrice":152.75,"financialCurrency":"{statements}"}},
               "price":{{"symbol":"{ticker}","currency":"{price}","regularMarketPrice":124.73}}"#
        ));
        let address = format!("/v10/finance/quoteSummary/{ticker}?formatted=true");
        let page = script_page(&[(&address, 200, &reply)]);
        for reply in [reply, page] {
            let expected = json!({"mean": 152.75, "currency": price, "financialCurrency": statements});
            assert_eq!(targets(ticker, &reply), (expected, Some(note.to_owned())), "{ticker}");
        }
    }
}

/// Every company of the captured replies, of which Spotify trades in dollars and reports in euros.
#[test]
fn captured_companies_have_both_currencies() {
    let Ok(folder) = captures() else { return };
    let (mut companies, mut differing) = (0, 0);
    for file in std::fs::read_dir(folder.join("quoteSummary_all")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let reply: Value = serde_json::from_str(&text).unwrap();
        let sections = &reply["quoteSummary"]["result"][0];
        if sections["quoteType"]["quoteType"] != "EQUITY" {
            continue;
        }
        let ticker = sections["quoteType"]["symbol"].as_str().unwrap();
        let (targets, _) = targets(ticker, &text);
        assert_eq!(targets["currency"], sections["price"]["currency"], "{ticker}");
        let statements = &sections["financialData"]["financialCurrency"];
        assert_eq!(&targets["financialCurrency"], statements, "{ticker}");
        companies += 1;
        differing += u8::from(!statements.is_null() && targets["currency"] != *statements);
    }
    assert_eq!((companies, differing), (20, 3));
}

/// The value of a holding in London is in pence: every row of a captured reply has the same price in pence.
#[test]
fn holdings_in_london_are_in_pence() {
    let Ok(folder) = captures() else { return };
    let file = folder.join("holders/gadicc-yf2__2025-02-24_quoteSummary-fundOwnership-OCDO.L.json");
    let mut reply: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let sections = &mut reply["quoteSummary"]["result"][0];
    sections["majorHoldersBreakdown"] = json!({"institutionsCount": 5});
    sections["price"] = json!({"currency": "GBp"});
    let found = converted(&Holders::new("OCDO.L"), &[reply.to_string()]).unwrap();
    assert_eq!(found.notes.get::<Currencies>().unwrap().prices.as_deref(), Some("GBp"));
    let table = found.response.mutualfund.unwrap();
    assert!(!table.holders.is_empty());
    for holder in &table.holders {
        let (value, shares) = (holder.value().unwrap().as_f64(), holder.shares().unwrap().as_f64());
        assert!((value.unwrap() / shares.unwrap() - 309.0).abs() < 0.01, "{holder:?}");
    }
}

/// Earnings a share are the net income over the shares, whatever the host writes beside them.
#[test]
fn earnings_a_share_are_in_the_currency_of_captured_statements() {
    let folder = match captures() {
        Ok(folder) => folder,
        Err(reason) => {
            assert!(!captures_required(), "{reason}");
            eprintln!("skipped: {reason}");
            return;
        }
    };
    for (ticker, currency) in [("BABA", "CNY"), ("SPOT", "EUR"), ("BEKE", "CNY")] {
        let name =
            format!("gadicc-yf2__2025-02-21_fundamentalsTimeSeries-{ticker}-financials-quarterly.json");
        let reply = std::fs::read_to_string(folder.join("financials").join(name)).unwrap();
        let request = Statements::new(ticker).period(StatementPeriod::Quarterly);
        let income = converted(&request, &[reply]).unwrap().response.income;
        assert!(income.len() >= 3, "{ticker}");
        for statement in income {
            assert_eq!(statement.currency(), Some(currency), "{ticker}");
            let get = |row| statement.amount(row).and_then(serde_json::Number::as_f64).unwrap();
            let of_share = get("NetIncomeCommonStockholders") / get("BasicAverageShares");
            assert!((of_share / get("BasicEPS") - 1.0).abs() < 0.02, "{ticker} {of_share}");
        }
    }
}

/// The host writes the currency of the price beside earnings a share and numbers of shares. They say nothing: earnings a
/// share are in the currency of the statement.
#[test]
fn a_statement_is_in_the_currency_of_its_amounts() {
    let statement = |rows: &[(&str, &str)]| {
        let series = rows.iter().map(|(name, code)| {
            let name = format!("annual{name}");
            let point = json!({"asOfDate": "2023-12-31", "currencyCode": code, "reportedValue": {"raw": 7}});
            json!({"meta": {"symbol": ["BABA"]}, name: [point]})
        });
        let result: Vec<Value> = series.collect();
        let reply = json!({"timeseries": {"result": result, "error": null}}).to_string();
        converted(&Statements::new("BABA"), &[reply]).unwrap().response.income.remove(0)
    };
    let own = statement(&[
        ("BasicEPS", "USD"),
        ("DilutedEPS", "USD"),
        ("BasicAverageShares", "USD"),
        ("NetIncome", "CNY"),
    ]);
    assert_eq!((own.currency(), own.currency_of("BasicEPS")), (Some("CNY"), Some("CNY")));
    assert_eq!(own.0.get("currencies"), None);
    // Amounts of the whole company in several currencies.
    let mixed = statement(&[("NetIncome", "CNY"), ("TotalRevenue", "CNY"), ("EBITDA", "USD")]);
    assert_eq!(mixed.currency(), Some("CNY"));
    assert_eq!(mixed.currency_of("EBITDA"), Some("USD"));
    assert_eq!(json!(mixed)["currencies"], json!({"EBITDA": "USD"}));
    // A currency of which the reply says nothing.
    assert_eq!(statement(&[("BasicEPS", "USD")]).currency(), None);
}
