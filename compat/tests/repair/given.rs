//! Cases of real instruments, made anew: what each of them once came out as is said beside it.

use serde_json::json;
use virtual_finance::responses::history::Response;
use virtual_finance_compat::repair::{Reason, repair};

use super::invented::{BEGIN, DAY};
use super::plant::{Column, assert_same, get, list, paid, repaired, scale, set, set_amount};
use crate::support::convert;

fn history(closes: &[f64], dividends: &[(usize, f64)], split: Option<(usize, f64)>) -> Response {
    let opens: Vec<f64> = closes.iter().take(1).chain(closes).take(closes.len()).copied().collect();
    let pick = |of: fn(f64, f64) -> f64| -> Vec<f64> {
        opens.iter().zip(closes).map(|(open, close)| of(*open, *close)).collect()
    };
    let times: Vec<i64> = (0..closes.len()).map(|row| BEGIN + DAY * row as i64).collect();
    let mut adjusted = closes.to_vec();
    for (row, amount) in dividends {
        adjusted[..*row].iter_mut().for_each(|close| *close *= 1.0 - amount / closes[row - 1]);
    }
    let dividends: serde_json::Map<_, _> = dividends
        .iter()
        .map(|(row, amount)| (times[*row].to_string(), json!({"amount": amount, "date": times[*row]})))
        .collect();
    let mut events = json!({"dividends": dividends});
    if let Some((row, ratio)) = split {
        events["splits"] = json!({"1": {"date": times[row], "numerator": ratio, "denominator": 1}});
    }
    let quote = json!({
        "open": opens, "high": pick(f64::max), "low": pick(f64::min), "close": closes,
        "volume": vec![1_000_000; closes.len()],
    });
    let result = json!({
        "meta": {"symbol": "ACME", "currency": "USD", "dataGranularity": "1d", "instrumentType": "EQUITY"},
        "timestamp": times, "events": events,
        "indicators": {"quote": [quote], "adjclose": [{"adjclose": adjusted}]},
    });
    let reply = json!({"chart": {"result": [result], "error": null}}).to_string();
    convert(&virtual_finance::History::new("ACME"), reply)
}

fn closes(first: f64, rows: usize, falls: &[(usize, f64)]) -> Vec<f64> {
    let mut close = first;
    (0..rows)
        .map(|row| {
            let fall: f64 = falls.iter().filter(|(at, _)| *at == row).map(|(_, fall)| fall).sum();
            close = (close - fall) * if row % 2 == 0 { 1.006 } else { 0.9945 };
            close
        })
        .collect()
}

/// A real dividend of 0.009 became 0.9, for those of other years are near one: the price rose that day.
#[test]
fn a_real_tiny_dividend_stays_where_the_price_rose() {
    let others = [(60, 0.72), (186, 0.85), (438, 0.93)];
    let all = [others[0], others[1], (312, 0.009), others[2]];
    let history = history(&closes(30.0, 500, &others), &all, None);
    let found = repaired(&history);
    assert_eq!(found.response, history, "{}", found.repairs);
}

/// The small dividend of a December became a hundred times as great, for it is due and the others are even: the price rose.
#[test]
fn a_tiny_dividend_that_is_due_stays_where_the_price_does_not_fall() {
    let others = [(40, 0.15), (103, 0.15), (229, 0.15), (292, 0.15)];
    let all = [others[0], others[1], (166, 0.0015), others[2], others[3]];
    let history = history(&closes(50.0, 340, &others), &all, None);
    assert_eq!(repaired(&history).response, history);
}

/// A dividend became a hundredth, as the others are so small and the price rose: a rise says nothing of what is paid.
#[test]
fn a_dividend_too_small_to_be_seen_stays_where_the_price_rose() {
    let all = [(40, 0.0076), (103, 0.0076), (166, 0.755), (229, 0.0075), (292, 0.0076)];
    let history = history(&closes(281.0, 340, &[(166, -3.0)]), &all, None);
    assert_eq!(repaired(&history).response, history);
}

/// A quarter's dividend and another one in the week after it, of about the same amount, were taken for one.
#[test]
fn two_dividends_within_days_of_nearly_one_amount_stay() {
    let all = [(40, 0.5), (103, 0.5), (166, 0.5), (174, 0.5003), (229, 0.5), (292, 0.5)];
    let history = history(&closes(50.0, 340, &[]), &all, None);
    assert_eq!(repaired(&history).response, history);
}

/// A special dividend of 0.38 became 0.0038, although the price fell from 0.828 to 0.455: the other events came as a
/// hundredth of what the adjusted closes have.
#[test]
fn dividends_of_a_hundredth_are_one_question_and_the_special_one_stays() {
    let right = [(20, 0.021), (83, 0.022), (146, 0.38), (209, 0.012), (272, 0.012), (335, 0.013)];
    let clean = history(&closes(1.1, 400, &right), &right, None);
    let mut planted = clean.clone();
    for (index, (_, amount, _)) in paid(&clean).into_iter().enumerate() {
        set_amount(&mut planted, index, amount / 100.0);
    }
    let found = repaired(&planted);
    assert_same(&found.response, &clean, 1e-6);
    // Right events stay.
    assert_eq!(repaired(&clean).response, clean);
}

/// Four right rows before a split were halved, and the wrong one stayed.
#[test]
fn one_bar_that_lacks_a_split_is_mended_alone() {
    for bad in [25, 29, 30, 31] {
        let clean = history(&closes(2.4, 60, &[]), &[], Some((30, 2.0)));
        let mut planted = clean.clone();
        scale(&mut planted, &super::plant::PRICES, bad..bad + 1, 2.0);
        let found = repaired(&planted);
        assert_same(&found.response, &clean, 1e-9);
        assert_eq!(found.rows.iter().filter(|row| **row).count(), 1, "{}", found.repairs);
    }
}

/// An event that is only dated wrong was adjusted for a second time.
#[test]
fn an_event_on_another_day_is_moved_to_the_day_of_the_adjusted_closes() {
    let right = [(40, 0.5), (103, 0.5), (166, 0.52), (229, 0.52)];
    let clean = history(&closes(50.0, 280, &right), &right, None);
    for days in [-12_i64, -3, -1, 1, 2, 7, 12] {
        let mut planted = clean.clone();
        let event = &mut planted.dividends.as_mut().unwrap()[2];
        event.date = Some(event.date.get().unwrap() + days * DAY).into();
        let found = repair(planted, None);
        assert_eq!(found.response, clean, "{days}: {}", found.repairs);
        assert!(
            found.repairs.made.iter().all(|made| made.reason == Reason::DividendDay),
            "{}",
            found.repairs
        );
    }
}

/// A close that is absent was never taken from its adjusted close.
#[test]
fn a_close_and_an_adjusted_close_are_taken_from_each_other() {
    let right = [(40, 0.5), (103, 0.5)];
    let clean = history(&closes(50.0, 150, &right), &right, None);
    for row in [20, 39, 40, 41, 102] {
        for (column, value) in [(Column::Close, None), (Column::Close, Some(0.0)), (Column::AdjClose, None)] {
            let mut planted = clean.clone();
            set(&mut planted, column, row, value);
            let found = repaired(&planted);
            assert_same(&found.response, &clean, 1e-9);
            let [made] = &found.repairs.made[..] else { panic!("{}", found.repairs) };
            assert_eq!((made.reason, made.before), (Reason::OtherRecord, value));
        }
    }
    // Where several are absent about a dividend, or both are, nothing has them.
    let mut planted = clean.clone();
    list(&mut planted, Column::Close)[70] = None;
    list(&mut planted, Column::AdjClose)[70] = None;
    let found = repaired(&planted);
    assert_eq!((found.response, get(&planted, Column::Close, 70)), (planted.clone(), None));
}

/// A dividend in another currency than the prices says nothing about them.
#[test]
fn a_dividend_in_another_currency_is_not_used() {
    let right = [(40, 0.5), (103, 0.5), (166, 0.52), (229, 0.52)];
    let mut history = history(&closes(50.0, 280, &right), &right, None);
    let event = &mut history.dividends.as_mut().unwrap()[2];
    event.amount = serde_json::Number::from_f64(52.0).into();
    event.other.insert("currency".to_owned(), json!("JPY"));
    assert_eq!(repaired(&history).response, history);
}
