//! The number of shares over time.

use virtual_finance::Shares;
use virtual_finance::request::Request as _;
use virtual_finance_tests::NOW;

#[test]
fn a_span_is_18_months_up_to_now() {
    const MONTHS: i64 = 548 * 86400;
    let query = |request: &Shares| {
        let query = request.query(NOW.into());
        query.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    };
    let usual = Shares::new("ACME");
    assert_eq!(query(&usual), format!("period1={}&period2={NOW}", NOW - MONTHS));
    let since = Shares::new("ACME").start(virtual_finance::DateTime::from(1_000_000_000));
    assert_eq!(query(&since), format!("period1=1000000000&period2={NOW}"));
}
