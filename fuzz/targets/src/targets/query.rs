//! Queries of the custom screener.

use virtual_finance::request::Request;
use virtual_finance::{CustomScreener, DateTime, ScreenerQuery};

/// The time of the requests.
const NOW: i64 = 1_719_604_800;

pub(super) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<ScreenerQuery>() {
        Ok(query) => {
            let again: ScreenerQuery = query.as_str().parse().unwrap();
            assert_eq!(again, query);
            let body = |query| CustomScreener::new(query).body(DateTime::from(NOW)).unwrap();
            assert_eq!(body(query.clone()), body(again));
            assert!(body(query).is_some());
        }
        Err(fault) => {
            assert!(fault.position() >= 1 && fault.position() <= text.chars().count() + 1, "{fault}");
            let shown = fault.to_string();
            // There is nothing to point at in a blank query.
            let lines = if text.trim().is_empty() { 1 } else { 3 };
            assert_eq!(shown.lines().count(), lines, "{shown:?}");
            assert!(fault.reason().contains(['?', ';']), "{shown}");
        }
    }
}
