//! Currencies.

use serde_json::{Value, json};
use virtual_finance::Currencies;
use virtual_finance_tests::convert;

use super::verdict::captured;

/// The list of the reply alone, without its envelope.
const LIST: &str = "further/small/Verdenroz-finance-query__currencies.json";

#[test]
fn every_currency_of_the_reply_is_there() {
    let Some(list) = captured(LIST) else { return };
    let list: Value = serde_json::from_slice(&list).unwrap();
    let reply = json!({"currencies": {"result": list, "error": null}}).to_string();
    let found = convert(&Currencies::new(), reply).unwrap();
    assert_eq!(found["currencies"].as_array().unwrap().len(), 160);
    assert_eq!(found, json!({"currencies": list}));
}

#[test]
fn a_list_without_its_envelope_is_refused() {
    let Some(list) = captured(LIST) else { return };
    let said = convert(&Currencies::new(), list).unwrap_err().to_string();
    assert!(said.contains("the currencies"), "{said}");
}
