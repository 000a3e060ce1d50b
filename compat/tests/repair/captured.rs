//! Real histories: nothing is changed in those that are right, and faults that are planted into them are mended.

use std::fs;

use virtual_finance::responses::history::Response;
use virtual_finance_compat::repair::{Reason, repair};

use super::plant::{Column, PRICES, assert_mended, get, paid, repaired, scale, set, set_amount};
use crate::support::{captures, convert};

use Column::{AdjClose, Close, High, Low, Open, Volume};

/// 14,918 daily bars of IBM from 1962 on, with 235 dividends and 7 splits.
const IBM: &str = "virtual-finance-API__2021_yahoo_history.raw.json";

/// Histories by the day, each with dividends.
const DAILY: [(&str, &str); 5] = [
    (IBM, "IBM"),
    ("gadicc-yf2__2025-02-22_historical-via-chart-MSFT-dividends-2021-02-01-to-2022-01-31.csv.json", "MSFT"),
    ("gadicc-yf2__2025-02-20_chart-AAPL-2020-08-31-to-2020-11-07.json", "AAPL"),
    ("yfinance-rs__2025-10_history_chart_AAPL.json", "AAPL"),
    ("yfinance-rs__2025-10_history_chart_MSFT.json", "MSFT"),
];

fn history(name: &str, ticker: &str) -> Option<Response> {
    let text = fs::read_to_string(captures()?.join("history").join(name)).unwrap();
    Some(convert(&virtual_finance::History::new(ticker), text))
}

pub(crate) fn ibm() -> Option<Response> {
    history(IBM, "IBM")
}

/// A bar of IBM without an event near it.
const QUIET: usize = 14_000;

#[test]
fn nothing_is_repaired_in_histories_that_are_right() {
    for (name, ticker) in DAILY {
        let Some(history) = history(name, ticker) else { return };
        let found = repair(history.clone(), None);
        assert!(found.repairs.made.is_empty(), "{name}: {}", found.repairs);
        assert_eq!(found.response, history, "{name}");
        assert!(found.rows.iter().all(|row| !row), "{name}");
        let doubts: Vec<_> = found.repairs.undecided.iter().map(|doubt| doubt.column).collect();
        assert!(doubts.iter().all(|column| *column == "Volume"), "{name}: {}", found.repairs);
    }
}

/// The only error of all real histories is a low of zero.
#[test]
fn real_histories_keep_every_value_but_a_price_of_zero() {
    let Some(folder) = captures() else { return };
    let mut changed = Vec::new();
    for file in fs::read_dir(folder.join("history")).unwrap() {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        let Ok(text) = fs::read_to_string(file.path()) else { continue };
        let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let symbol = value.pointer("/chart/result/0/meta/symbol").and_then(serde_json::Value::as_str);
        let request = virtual_finance::History::new(symbol.unwrap_or("ACME"));
        let Ok(reply) = virtual_finance_tests::converted(&request, &[text]) else { continue };
        let found = repair(reply.response.clone(), None);
        let made: Vec<_> = found.repairs.made.iter().map(|made| (made.column, made.after)).collect();
        if made.is_empty() {
            assert_eq!(found.response, reply.response, "{name}");
        } else {
            changed.push((name, made));
        }
    }
    let fund = "yfinance-rs__2025-10_history_chart_VFINX.json".to_owned();
    assert_eq!(changed, [(fund, vec![("Low", None)])]);
}

/// By hand: the factor changes by 1 - D/P at a dividend, for the last one of 1.63 dollars by 1 - 1.63 / the close before it.
#[test]
fn the_step_of_a_dividend_is_that_of_the_host() {
    let Some(clean) = ibm() else { return };
    let (row, amount, price) = paid(&clean).into_iter().rfind(|(_, amount, _)| *amount == 1.63).unwrap();
    let factor = |row| get(&clean, AdjClose, row).unwrap() / get(&clean, Close, row).unwrap();
    let step = factor(row - 1) / factor(row);
    assert!((step - (1.0 - amount / price)).abs() < 1e-5, "{step} for {amount} after {price}");
}

#[test]
fn single_prices_in_pence_are_mended() {
    let Some(clean) = ibm() else { return };
    for (columns, factor) in [
        (&PRICES[..], 100.0),
        (&[Close][..], 100.0),
        (&[High], 100.0),
        (&[Low, Open], 0.01),
        (&[AdjClose], 100.0),
    ] {
        let mut planted = clean.clone();
        for row in [1, QUIET, QUIET + 3, 14_917] {
            scale(&mut planted, columns, row..row + 1, factor);
        }
        let found = assert_mended(&clean, &planted);
        assert!(found.repairs.made.iter().all(|made| made.reason == Reason::Unit), "{}", found.repairs);
        assert_eq!(found.repairs.made.len(), 4 * columns.len(), "{}", found.repairs);
        assert_eq!(found.rows.iter().filter(|row| **row).count(), 4);
    }
}

#[test]
fn a_part_in_another_unit_is_mended_towards_the_latest_bars() {
    let Some(clean) = ibm() else { return };
    for rows in [0..7000, 14_908..14_918, 5000..5030] {
        let mut planted = clean.clone();
        scale(&mut planted, &PRICES, rows.clone(), 0.01);
        let found = assert_mended(&clean, &planted);
        assert_eq!(found.rows.iter().filter(|row| **row).count(), rows.len());
        let close = found.repairs.made.iter().find(|made| made.column == "Close").unwrap();
        assert_eq!(close.bars, rows.len());
    }
    // Dividends that came in that unit too.
    let mut planted = clean.clone();
    scale(&mut planted, &PRICES, 0..7000, 100.0);
    for (index, (row, amount, _)) in paid(&clean).into_iter().enumerate() {
        if row <= 7000 {
            set_amount(&mut planted, index, amount * 100.0);
        }
    }
    assert_mended(&clean, &planted);
}

#[test]
fn a_split_that_is_missing_or_there_twice_is_mended() {
    let Some(clean) = ibm() else { return };
    // 2:1 in 1999, at bar 9417. The bars before it are not adjusted, all of them or the latest ones.
    for begin in [0, 9000] {
        for factor in [2.0, 0.5] {
            let mut planted = clean.clone();
            scale(&mut planted, &PRICES, begin..9417, factor);
            scale(&mut planted, &[Volume], begin..9417, 1.0 / factor);
            let found = repaired(&planted);
            let reason = if factor > 1.0 { Reason::MissingSplit } else { Reason::DoubleSplit };
            assert!(found.repairs.made.iter().any(|made| made.reason == reason), "{}", found.repairs);
            // Dividends were those of the adjusted closes before, and are again.
            super::plant::assert_same(&found.response, &clean, 1e-3);
        }
    }
}

#[test]
fn a_dividend_that_the_adjusted_closes_lack_is_added() {
    let Some(clean) = ibm() else { return };
    for index in [60, 100, 230] {
        let (row, amount, price) = paid(&clean)[index];
        let mut planted = clean.clone();
        scale(&mut planted, &[AdjClose], 0..row, 1.0 / (1.0 - amount / price));
        let found = assert_mended(&clean, &planted);
        let [made] = &found.repairs.made[..] else { panic!("{}", found.repairs) };
        assert_eq!((made.reason, made.column, made.bars), (Reason::MissingDividend, "Adj Close", row));
    }
}

#[test]
fn a_dividend_that_the_adjusted_closes_have_twice_is_taken_out() {
    let Some(clean) = ibm() else { return };
    let (row, amount, price) = paid(&clean)[230];
    let mut planted = clean.clone();
    scale(&mut planted, &[AdjClose], 0..row, 1.0 - amount / price);
    let found = assert_mended(&clean, &planted);
    assert_eq!(found.repairs.made[0].reason, Reason::DoubleDividend);
    // Another amount.
    let mut planted = clean.clone();
    scale(&mut planted, &[AdjClose], 0..row, (1.0 - 3.3 * amount / price) / (1.0 - amount / price));
    let found = assert_mended(&clean, &planted);
    assert_eq!(found.repairs.made[0].reason, Reason::OtherDividend);
}

#[test]
fn a_dividend_in_another_unit_is_mended() {
    let Some(clean) = ibm() else { return };
    let (row, amount, price) = paid(&clean)[230];
    for factor in [100.0, 0.01] {
        // The event alone.
        let mut planted = clean.clone();
        set_amount(&mut planted, 230, amount * factor);
        let found = assert_mended(&clean, &planted);
        assert_eq!(found.repairs.made[0].column, "Dividends");
        // The adjusted closes alone.
        if amount * factor < price {
            let mut planted = clean.clone();
            scale(
                &mut planted,
                &[AdjClose],
                0..row,
                (1.0 - factor * amount / price) / (1.0 - amount / price),
            );
            assert_mended(&clean, &planted);
        }
    }
    // An event of 100 times a dividend and the adjusted closes with it: the price did not fall by a third.
    let part = |(_, amount, price): &(usize, f64, f64)| amount * 100.0 / price;
    let index = paid(&clean).iter().position(|paid| (0.3..0.45).contains(&part(paid))).unwrap();
    let (row, amount, price) = paid(&clean)[index];
    let mut planted = clean.clone();
    set_amount(&mut planted, index, amount * 100.0);
    scale(&mut planted, &[AdjClose], 0..row, (1.0 - 100.0 * amount / price) / (1.0 - amount / price));
    assert_mended(&clean, &planted);
}

#[test]
fn a_price_of_zero_becomes_null_and_is_told() {
    let Some(clean) = ibm() else { return };
    let mut planted = clean.clone();
    set(&mut planted, Low, QUIET, Some(0.0));
    set(&mut planted, Close, QUIET + 2, Some(0.0));
    let found = repaired(&planted);
    // The adjusted close has the close still.
    let [close, right] = [&found.response, &clean].map(|history| get(history, Close, QUIET + 2).unwrap());
    assert_eq!(get(&found.response, Low, QUIET), None);
    assert!((close / right - 1.0).abs() < 1e-6);
    let told: Vec<_> = found.repairs.undecided.iter().filter(|doubt| doubt.column != "Volume").collect();
    assert_eq!(told.iter().map(|doubt| (doubt.column, doubt.value)).collect::<Vec<_>>(), [("Low", None)]);
    assert_eq!(found.repairs.made.len(), 2);
    assert_eq!((found.repairs.made[0].before, found.repairs.made[0].after), (Some(0.0), None));
}

/// A fall to a hundredth within a day has prices on the way, and is no unit.
#[test]
fn a_crash_stays() {
    let Some(mut history) = ibm() else { return };
    scale(&mut history, &PRICES, QUIET..14_918, 0.01);
    scale(&mut history, &[Open, High], QUIET..QUIET + 1, 60.0);
    for (index, (row, amount, _)) in paid(&history).into_iter().enumerate().filter(|(_, paid)| paid.0 > QUIET)
    {
        assert!(row > QUIET);
        set_amount(&mut history, index, amount / 100.0);
    }
    let found = repair(history.clone(), None);
    assert!(found.repairs.made.is_empty(), "{}", found.repairs);
}

/// Months of a company, and the dividends of a fund by quarter, whose first low is zero.
#[test]
fn bars_of_months_keep_their_adjusted_closes() {
    for name in ["scheb__dividendData.json", "scheb__splitData.json"] {
        let Some(history) = history(name, "AAPL") else { return };
        assert!(repair(history, None).repairs.made.is_empty(), "{name}");
    }
    let Some(fund) = history("yfinance-rs__2025-10_history_chart_VFINX.json", "VFINX") else { return };
    let found = repaired(&fund);
    let made: Vec<_> = found.repairs.made.iter().map(|made| (made.reason, made.before)).collect();
    assert_eq!(made, [(Reason::NoPrice, Some(0.0))]);
}
