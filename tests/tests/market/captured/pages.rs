//! The captured quote page, from which several endpoints take what its scripts carry: the same as the replies in them.

use serde_json::Value;

use super::verdict::{captured, converted};

const PAGE: &str = "profile/yfinance-rs__2025-10_profile_html_AAPL.html";

/// The command, the value of its first parameter, the reply within the page, and the list that a page cuts.
type Carried = (&'static str, &'static str, &'static str, Option<(&'static str, usize)>);

#[rustfmt::skip]
const CARRIED: &[Carried] = &[
    ("similar", "AAPL", "similar/gramistella-yfinance-rs__profile_html_AAPL.html--10-v6_finance_recommendationsbysymbol_AAPL.json", None),
    ("spark", "AAPL", "spark/gramistella-yfinance-rs__profile_html_AAPL.html--11-v7_finance_spark_AAPL.json", None),
    ("market-time", "en-US", "market/gramistella-yfinance-rs__profile_html_AAPL.html--23-v6_finance_markettime_AAPL.json", None),
    ("market-summary", "US", "market/gramistella-yfinance-rs__profile_html_AAPL.html--26-v6_finance_quote_marketSummary_AAPL.json", None),
    ("valuation", "AAPL", "shares_valuation/gramistella-yfinance-rs__profile_html_AAPL.html--18-ws_fundamentals-timeseries_v1_finance_timeseries_AAPL.json", None),
    ("trending", "US", "trending/gramistella-yfinance-rs__profile_html_AAPL.html--35-v1_finance_trending_US_AAPL.json", Some(("/quotes", 5))),
    ("insights", "AAPL", "insights/gramistella-yfinance-rs__profile_html_AAPL.html--36-ws_insights_v3_finance_insights_AAPL.json", Some(("/insights/0/reports", 4))),
];

#[test]
fn a_page_gives_what_its_replies_give() {
    let Some(page) = captured(PAGE) else { return };
    for (command, asked, reply, cut) in CARRIED {
        let reply = captured(&format!("further/{reply}")).unwrap();
        let mut expected = converted(command, asked, &reply).unwrap();
        if let Some((list, most)) = cut {
            expected.pointer_mut(list).and_then(Value::as_array_mut).unwrap().truncate(*most);
        }
        assert_eq!(converted(command, asked, &page).unwrap(), expected, "{command}");
    }
}

#[test]
fn a_page_gives_nothing_about_others() {
    let Some(page) = captured(PAGE) else { return };
    for (command, asked) in [
        ("similar", "MSFT"),
        ("spark", "MSFT"),
        ("spark", "^GSPC"),
        ("market-summary", "EUROPE"),
        ("valuation", "MSFT"),
        ("trending", "DE"),
        ("insights", "MSFT"),
    ] {
        let said = converted(command, asked, &page).unwrap_err();
        assert!(said.contains("of the page"), "{command}: {said}");
    }
}
