//! The catalogue as JSON.

use expect_test::expect_file;
use serde_json::json;
use virtual_finance::ENDPOINTS;
use virtual_finance_reference::catalogue;

use crate::invented::{EVERYTHING, about};
use crate::schemas::resolved;

#[test]
fn everything_is_in_the_catalogue() {
    let text = serde_json::to_string_pretty(&catalogue(&about(), &[&EVERYTHING])).unwrap() + "\n";
    expect_file!["expected/catalogue.json"].assert_eq(&text);
}

#[test]
fn every_endpoint_with_its_response() {
    let document = catalogue(&about(), ENDPOINTS);
    let endpoints = document["endpoints"].as_array().unwrap();
    let names: Vec<_> = endpoints.iter().map(|endpoint| endpoint["name"].as_str().unwrap()).collect();
    assert_eq!(names, ENDPOINTS.iter().map(|info| info.name).collect::<Vec<_>>());
    for (endpoint, info) in endpoints.iter().zip(ENDPOINTS) {
        assert_eq!(endpoint["params"].as_array().unwrap().len(), info.params.len());
        let kind = &resolved(&endpoint["response"])["type"];
        assert!(kind == "object" || kind == "array", "{}: {kind}", info.name);
    }
    let host = &document["hosts"][0];
    assert_eq!(
        (&host["name"], &host["default"]),
        (&json!("finance_url"), &json!("https://finance.yahoo.com"))
    );
}
