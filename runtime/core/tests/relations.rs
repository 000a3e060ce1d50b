//! Relations of parameters look at what is sent, and that is the default where nothing is given.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use virtual_finance_core::Host;
use virtual_finance_core::catalogue::{ParamInfo, ParamKind};
use virtual_finance_core::params::Plain;
use virtual_finance_core::request::{EndpointInfo, Request};

static HOST: Host = Host::new("shop", "https://shop.example.com");

/// An endpoint as a table declares it: `high: {after: low}`, and two parameters that exclude values of others.
static FRUIT: EndpointInfo = EndpointInfo {
    params: &[
        ParamInfo { kind: ParamKind::Integer, default: Some("3"), ..ParamInfo::new("low") },
        ParamInfo {
            kind: ParamKind::Integer,
            default: Some("9"),
            after: Some("low"),
            ..ParamInfo::new("high")
        },
        ParamInfo { kind: ParamKind::Boolean, default: Some("true"), ..ParamInfo::new("ripe") },
        ParamInfo { kind: ParamKind::String, conflicts: &["ripe=true"], ..ParamInfo::new("colour") },
        ParamInfo { kind: ParamKind::Integer, ..ParamInfo::new("page") },
        ParamInfo {
            kind: ParamKind::Integer,
            default: Some("20"),
            conflicts: &["page=0"],
            ..ParamInfo::new("size")
        },
    ],
    ..EndpointInfo::new("Fruit", &HOST)
};

/// A request with these values.
struct Fruit(Vec<(&'static str, Plain<'static>)>);

impl Request for Fruit {
    fn info(&self) -> &'static EndpointInfo {
        &FRUIT
    }

    fn value(&self, param: &str) -> Option<Plain<'_>> {
        self.0.iter().find(|(name, _)| *name == param).map(|(_, value)| value.clone())
    }
}

#[track_caller]
fn check(values: &[(&'static str, Plain<'static>)], expected: &str) {
    let found = Fruit(values.to_vec()).validate();
    assert_eq!(found.map_err(|errors| errors.to_string()), Err(expected.to_owned()));
}

#[track_caller]
fn allowed(values: &[(&'static str, Plain<'static>)]) {
    Fruit(values.to_vec()).validate().unwrap();
}

#[test]
fn an_order_holds_with_defaults() {
    let (low, high) = (|value| ("low", Plain::Integer(value)), |value| ("high", Plain::Integer(value)));
    allowed(&[]);
    allowed(&[low(8)]);
    allowed(&[high(4)]);
    allowed(&[low(10), high(11)]);
    check(&[low(9)], "Fruit: 'low' is 9: write a value before 'high', which is 9 by default");
    check(&[high(3)], "Fruit: 'high' is 3: write a value after 'low', which is 3 by default");
    check(&[low(5), high(5)], "Fruit: 'high' is 5: 'low' is the same; write a later value");
}

#[test]
fn a_conflict_holds_with_defaults() {
    let (colour, ripe) = (("colour", Plain::String("red")), |value| ("ripe", Plain::Boolean(value)));
    allowed(&[colour.clone(), ripe(false)]);
    allowed(&[ripe(true)]);
    check(
        &[colour.clone(), ripe(true)],
        "Fruit: 'colour' and 'ripe=true' contradict each other: give one of them",
    );
    check(
        &[colour],
        "Fruit: 'colour' is red: 'ripe' is true by default, which excludes it; write another 'ripe' too",
    );
    allowed(&[("page", Plain::Integer(1))]);
    check(
        &[("page", Plain::Integer(0))],
        "Fruit: 'page' is 0: 'size' is 20 by default, which excludes it; write another value",
    );
}
