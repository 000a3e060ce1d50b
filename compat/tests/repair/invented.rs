//! Invented histories: any that is clean stays, and any planted fault is mended.

use proptest::prelude::*;
use serde_json::{Value, json};
use virtual_finance::responses::Field;
use virtual_finance::responses::history::Response;
use virtual_finance_compat::repair::{Reason, repair};

use super::plant::{Column, PRICES, assert_mended, get, paid, repaired, scale, set, set_amount};
use crate::support::convert;

pub(crate) const DAY: i64 = 86_400;
pub(crate) const BEGIN: i64 = 1_577_975_400;

/// The changes of a close from a day to the next, as logarithms, of days with four dividends at least: two others are no row.
fn walk() -> impl Strategy<Value = Response> {
    let changes = prop::collection::vec(-0.03..0.03_f64, 81..200);
    (changes, 0.5..400.0_f64, 0.002..0.02_f64)
        .prop_map(|(changes, first, part)| history(&changes, first, part))
}

/// Returns a history of daily bars with a dividend of a part of the price every 20 bars, and adjusted closes for them.
pub(crate) fn history(changes: &[f64], first: f64, part: f64) -> Response {
    let mut close = first;
    let mut bars: Vec<(f64, f64)> = Vec::new();
    let mut dividends = serde_json::Map::new();
    // A company pays the same amount for some time.
    let amount = first * part;
    for (row, change) in changes.iter().enumerate() {
        let open = if row > 0 && row % 20 == 0 { close - amount } else { close };
        if row > 0 && row % 20 == 0 {
            let date = BEGIN + DAY * row as i64;
            dividends.insert(date.to_string(), json!({"amount": amount, "date": date}));
        }
        close = (open * change.exp()).max(first / 4.0);
        bars.push((open, close));
    }
    let mut factor = 1.0;
    let mut adjusted = vec![0.0; bars.len()];
    for row in (0..bars.len()).rev() {
        adjusted[row] = bars[row].1 * factor;
        if row > 0 && row % 20 == 0 {
            factor *= 1.0 - amount / bars[row - 1].1;
        }
    }
    let list = |of: fn(&(f64, f64)) -> f64| bars.iter().map(of).collect::<Vec<_>>();
    let quote = json!({
        "open": list(|bar| bar.0), "close": list(|bar| bar.1),
        "high": list(|bar| bar.0.max(bar.1) * 1.002), "low": list(|bar| bar.0.min(bar.1) * 0.998),
        "volume": bars.iter().map(|_| json!(1_000_000)).collect::<Vec<Value>>(),
    });
    let times: Vec<i64> = (0..bars.len()).map(|row| BEGIN + DAY * row as i64).collect();
    let result = json!({
        "meta": {
            "symbol": "ACME", "currency": "GBp", "dataGranularity": "1d", "instrumentType": "EQUITY",
            "regularMarketPrice": close, "regularMarketTime": times.last(),
        },
        "timestamp": times, "events": {"dividends": dividends},
        "indicators": {"quote": [quote], "adjclose": [{"adjclose": adjusted}]},
    });
    convert(
        &virtual_finance::History::new("ACME"),
        json!({"chart": {"result": [result], "error": null}}).to_string(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_clean_history_is_never_changed(clean in walk()) {
        let found = repair(clean.clone(), None);
        prop_assert!(found.repairs.made.is_empty() && found.repairs.undecided.is_empty(), "{}", found.repairs);
        prop_assert_eq!(found.response, clean);
    }

    #[test]
    fn prices_in_another_unit_are_mended(
        clean in walk(),
        at in any::<prop::sample::Index>(),
        column in prop::sample::select(PRICES.to_vec()),
        up in any::<bool>(),
        whole in any::<bool>(),
    ) {
        let factor = if up { 100.0 } else { 0.01 };
        let row = at.index(clean.ohlcdata.timestamp.len());
        let mut planted = clean.clone();
        scale(&mut planted, if whole { &PRICES } else { std::slice::from_ref(&column) }, row..row + 1, factor);
        let found = assert_mended(&clean, &planted);
        prop_assert!(found.repairs.made.iter().all(|made| made.reason == Reason::Unit), "{}", found.repairs);
    }

    #[test]
    fn a_part_in_another_unit_is_mended(clean in walk(), at in any::<prop::sample::Index>(), up in any::<bool>()) {
        let rows = clean.ohlcdata.timestamp.len();
        let begin = at.index(rows - 30);
        let mut planted = clean.clone();
        scale(&mut planted, &PRICES, 0..begin, if up { 100.0 } else { 0.01 });
        if begin > 0 {
            assert_mended(&clean, &planted);
        }
    }

    #[test]
    fn dividends_are_mended(clean in walk(), at in any::<prop::sample::Index>(), kind in 0..3_u8) {
        let all = paid(&clean);
        let index = at.index(all.len());
        let (row, amount, price) = all[index];
        let step = 1.0 - amount / price;
        let mut planted = clean.clone();
        match kind {
            0 => scale(&mut planted, &[Column::AdjClose], 0..row, step.recip()),
            1 => scale(&mut planted, &[Column::AdjClose], 0..row, step),
            _ => set_amount(&mut planted, index, amount * 100.0),
        }
        assert_mended(&clean, &planted);
    }

    /// Whatever the values are, a repair ends, keeps the rows, and a second one changes nothing more.
    #[test]
    fn a_repair_repeats_nothing(
        values in prop::collection::vec(prop::option::weighted(0.9, prop::sample::select(vec![0.0, 0.5, 1.0, 2.0, 50.0, 70.0, 100.0, 150.0, 1e4, 1e300])), 0..60),
        shift in 0..5_usize,
    ) {
        let shifted = |by: usize| (0..values.len()).map(|row| values[(row + by) % values.len()]).collect::<Vec<_>>();
        let quote = json!({"open": shifted(shift), "high": values, "low": values, "close": values, "volume": values});
        let times: Vec<i64> = (0..values.len()).map(|row| BEGIN + DAY * row as i64).collect();
        let date = BEGIN + 7 * DAY;
        let result = json!({
            "meta": {"symbol": "ACME", "dataGranularity": "1d", "instrumentType": "EQUITY"},
            "timestamp": times,
            "events": {
                "dividends": {"1": {"amount": 1.0, "date": date}, "2": {"amount": 50.0, "date": date + 9 * DAY}},
                "splits": {"1": {"date": date + DAY, "numerator": 2, "denominator": 1, "splitRatio": "2:1"}},
            },
            "indicators": {"quote": [quote], "adjclose": [{"adjclose": shifted(shift / 2)}]},
        });
        let reply = json!({"chart": {"result": [result], "error": null}}).to_string();
        if let Ok(converted) = virtual_finance_tests::converted(&virtual_finance::History::new("ACME"), &[reply]) {
            let found = repair(converted.response.clone(), None);
            prop_assert_eq!(found.rows.len(), values.len());
            prop_assert_eq!(&found.response.ohlcdata.timestamp, &converted.response.ohlcdata.timestamp);
        }
    }
}

#[test]
fn a_history_out_of_order_stays() {
    let mut history = history(&[0.01; 40], 100.0, 0.01);
    scale(&mut history, &PRICES, 7..8, 100.0);
    history.ohlcdata.timestamp.swap(3, 4);
    assert_eq!(repaired(&history).response, history);
}

/// Without a current price the unit of a few newest bars may be a fault or a switch.
#[test]
fn few_newest_bars_in_another_unit_stay_without_a_current_price() {
    let mut history = history(&[0.001; 40], 100.0, 0.01);
    history.meta.regular_market_price = Field::Absent;
    scale(&mut history, &PRICES, 37..40, 100.0);
    let found = repaired(&history);
    assert!(found.repairs.made.is_empty(), "{}", found.repairs);
    assert_eq!(
        found.repairs.undecided[0].why,
        "changes by a unit of the currency, and nothing else says which bars are right"
    );
}

/// Returns a history whose price does not change but for the dividends of 1 of 100 on every 20th day.
fn still() -> Response {
    history(&[0.0; 100], 100.0, 0.01)
}

#[test]
fn a_dividend_that_is_told_twice_within_days_is_taken_out() {
    let clean = still();
    let (row, amount, _) = paid(&clean)[1];
    let mut history = clean.clone();
    let mut again = history.dividends.as_ref().unwrap()[1].clone();
    again.date = Some(BEGIN + DAY * (row as i64 + 7)).into();
    history.dividends.as_mut().unwrap().insert(2, again);
    let found = repaired(&history);
    assert_eq!(paid(&found.response), paid(&clean), "{}", found.repairs);
    assert_eq!(found.response, clean, "{}", found.repairs);
    let [made] = &found.repairs.made[..] else { panic!("{}", found.repairs) };
    assert_eq!((made.reason, made.before, made.after), (Reason::PhantomDividend, Some(amount), None));
}

/// Returns a history with a further dividend, of which the adjusted closes before it know.
fn with_another(clean: &Response, row: usize, amount: f64) -> Response {
    let mut history = clean.clone();
    let date = BEGIN + DAY * row as i64;
    let dividends = history.dividends.as_mut().unwrap();
    let mut another = dividends[0].clone();
    (another.amount, another.date) = (serde_json::Number::from_f64(amount).into(), Some(date).into());
    let at = dividends.iter().position(|paid| paid.date.get().is_some_and(|known| *known > date)).unwrap();
    dividends.insert(at, another);
    let price = get(&history, Column::Close, row - 1).unwrap();
    scale(&mut history, &[Column::AdjClose], 0..row, 1.0 - amount / price);
    history
}

/// Of a hundredth of the others and halfway between two of them, as the price of rights that are redeemed; and a second one in the
/// month, as funds pay at the end of a year.
#[test]
fn a_dividend_beside_the_regular_ones_stays() {
    let restless: Vec<f64> = (0..100).map(|day| if day % 2 == 0 { 0.02 } else { -0.02 }).collect();
    for (row, part) in [(50, 0.01), (49, 0.01), (51, 0.0125), (45, 1.0)] {
        let clean = if part < 1.0 { still() } else { history(&restless, 100.0, 0.01) };
        let amount = paid(&clean)[1].1 * part;
        let history = with_another(&clean, row, amount);
        let found = repair(history.clone(), None);
        assert!(found.repairs.made.is_empty(), "{row} {part}: {}", found.repairs);
        assert_eq!(found.response, history, "{row}");
    }
}

/// Yields were at zero and below it for years.
#[test]
fn an_index_of_yields_may_be_at_zero_and_below() {
    let level = |row: usize, is_low: bool| match row {
        _ if is_low => -0.1 - 0.005 * (row % 3) as f64,
        30..=39 => -0.1 - 0.005 * (row % 3) as f64,
        41 => 0.0,
        60..=64 => -0.6,
        _ => 0.04 + 0.01 * (row % 4) as f64,
    };
    let with = |first: f64, level: &dyn Fn(usize) -> f64| {
        let mut history = history(&[0.0; 80], first, 0.01);
        history.meta.instrument_type = Some("INDEX".to_owned()).into();
        history.dividends = None;
        for row in 0..80 {
            for column in PRICES {
                set(&mut history, column, row, Some(level(row)));
            }
        }
        history.meta.regular_market_price = serde_json::Number::from_f64(level(79)).into();
        history
    };
    for is_low in [false, true] {
        let yields = with(1.0, &|row| level(row, is_low));
        let found = repair(yields.clone(), None);
        assert!(found.repairs.made.is_empty(), "{}", found.repairs);
        assert_eq!(found.response, yields);
    }
}

#[test]
fn a_day_with_capital_gains_stays() {
    let mut history = still();
    let (row, amount, price) = paid(&history)[1];
    scale(&mut history, &[Column::AdjClose], 0..row, (1.0 - 3.0 * amount / price) / (1.0 - amount / price));
    let mut fund = history.clone();
    let gains = json!([{"amount": 2.0 * amount, "date": BEGIN + DAY * row as i64}]);
    fund.capital_gains = serde_json::from_value(gains).unwrap();
    let found = repair(fund, None);
    assert_eq!((found.repairs.made.len(), found.repairs.undecided.len()), (0, 0), "{}", found.repairs);
    // Without the gains the adjusted closes have another amount than the dividends before and after it.
    assert_eq!(repair(history, None).repairs.made[0].reason, Reason::OtherDividend);
}

#[test]
fn a_dividend_that_nothing_else_supports_stays() {
    let mut history = still();
    let (row, amount, price) = paid(&history)[0];
    history.dividends.as_mut().unwrap().truncate(1);
    scale(&mut history, &[Column::AdjClose], 0..row, (1.0 - 0.6 * amount / price) / (1.0 - amount / price));
    // The bar opens between both amounts.
    scale(&mut history, &[Column::Open], row..row + 1, (price - 0.8 * amount) / (price - amount));
    let found = repair(history, None);
    assert!(found.repairs.made.iter().all(|made| made.first.epoch_seconds() != BEGIN), "{}", found.repairs);
    assert!(
        found
            .repairs
            .undecided
            .iter()
            .any(|doubt| doubt.why == "differs from the dividend in the adjusted closes"),
        "{}",
        found.repairs
    );
}

#[test]
fn a_change_of_the_factor_without_a_dividend_is_told() {
    let mut history = still();
    scale(&mut history, &[Column::AdjClose], 0..50, 0.97);
    let found = repaired(&history);
    assert!(found.repairs.made.is_empty(), "{}", found.repairs);
    let [doubt] = &found.repairs.undecided[..] else { panic!("{}", found.repairs) };
    assert_eq!(doubt.time.epoch_seconds(), BEGIN + 49 * DAY);
}

/// The factor changes at the dividend after it, too, and back by the same unit at the bar itself.
#[test]
fn an_adjusted_close_before_a_dividend_is_mended_once() {
    let clean = still();
    for factor in [100.0, 0.01] {
        let mut planted = clean.clone();
        scale(&mut planted, &[Column::AdjClose], 19..20, factor);
        let found = assert_mended(&clean, &planted);
        let [made] = &found.repairs.made[..] else { panic!("{}", found.repairs) };
        assert_eq!(made.reason, Reason::Unit);
        assert_eq!(found.rows.iter().filter(|is_changed| **is_changed).count(), 1);
    }
}

#[test]
fn a_dinar_has_a_thousand_units() {
    let mut clean = still();
    clean.meta.currency = Some("KWF".to_owned()).into();
    let mut planted = clean.clone();
    scale(&mut planted, &PRICES, 50..52, 1000.0);
    assert_mended(&clean, &planted);
    // Those of other currencies have none.
    let mut other = still();
    scale(&mut other, &PRICES, 50..52, 1000.0);
    assert!(repair(other, None).repairs.made.is_empty());
}

#[test]
fn units_are_mended_in_bars_of_weeks_and_minutes_too() {
    for interval in ["1wk", "5m"] {
        let mut clean = still();
        clean.meta.data_granularity = Some(interval.to_owned()).into();
        let mut planted = clean.clone();
        scale(&mut planted, &PRICES, 60..61, 0.01);
        assert_mended(&clean, &planted);
    }
}

#[test]
fn each_repair_is_told_in_a_line() {
    let mut history = still();
    scale(&mut history, &[Column::Close], 50..51, 100.0);
    scale(&mut history, &[Column::AdjClose], 0..20, 1.0 / 0.99);
    let found = repaired(&history);
    let text = found.repairs.to_string();
    let lines: Vec<&str> = text.lines().collect();
    let [count, unit, dividend] = lines[..] else { panic!("{text}") };
    assert_eq!(count, "2 made, 0 undecided");
    // Two dividends of 1 were paid before that day.
    assert_eq!(unit, "  2020-02-21T14:30:00Z Close was in another unit of the currency (9800, now 98)");
    let begin = "  2020-01-02T14:30:00Z to 2020-01-21T14:30:00Z Adj Close of 20 bars was not adjusted for a dividend (last ";
    assert!(dividend.starts_with(begin) && dividend.contains(", now "), "{dividend}");
}

/// No instrument has as many, and looking at each of them would take long.
#[test]
fn more_dividends_than_any_instrument_has_are_told() {
    let mut history = still();
    let one = history.dividends.as_ref().unwrap()[0].clone();
    history.dividends = Some(vec![one; 2001]);
    let found = repair(history.clone(), None);
    assert_eq!(found.response, history);
    let [doubt] = &found.repairs.undecided[..] else { panic!("{}", found.repairs) };
    assert_eq!((doubt.column, doubt.value), ("Dividends", Some(2001.0)));
}
