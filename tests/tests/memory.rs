//! A conversion needs no more memory than the reply, the response and 256 KB; one of a page of today, which is
//! of 2.5 MB, no more than the page and 2 MB; and a hostile reply of more than a megabyte no
//! more than 40 times its length.

#![expect(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "a test fails by panicking")]

use peak_alloc::PeakAlloc;
use virtual_finance::request::{Context, RawReply};
use virtual_finance_tests::replies::{large, script_page_of_today};
use virtual_finance_tests::{HOSTS, NOW};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The only test of this program: another one beside it would be counted too.
#[test]
fn conversions_stay_within_their_memory() {
    const ALLOWED: usize = 256 * 1024;
    let cx = Context::new(&HOSTS, NOW.into());
    for case in large().unwrap() {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let converted = case.request.convert_erased(&cx, &[RawReply::new(&case.body)]).unwrap();
        let response = MEMORY.current_usage() - before;
        let peak = MEMORY.peak_usage() - before;
        assert!(peak <= response + ALLOWED, "{}: {peak} bytes for a response of {response}", case.name);
        drop(converted);
    }
    // A page of today: the reply itself and 2 MB, the response among them.
    let page = script_page_of_today().unwrap().case;
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let converted = page.request.convert_erased(&cx, &[RawReply::new(&page.body)]).unwrap();
    let peak = MEMORY.peak_usage() - before;
    assert!(peak <= 2 << 20, "{}: {peak} bytes beside the page", page.name);
    drop(converted);
    hostile_replies_stay_within_a_multiple_of_their_length();
}

/// Replies of one and a half megabytes that are made of the smallest values wherever a list or an object may stand.
fn hostile_replies_stay_within_a_multiple_of_their_length() {
    const LENGTH: usize = 3 << 19;
    const MOST: usize = 40;
    let cx = Context::new(&HOSTS, NOW.into());
    let page = |store: &str, begin: &str| format!("<html><script>root.App.main = {{\"{store}\":{begin}");
    let summary = |begin: &str| format!("{{\"quoteSummary\":{{\"result\":[{{{begin}");
    let (rows, results) = ("{\"results\":{\"rows\":[", "ScreenerResultsStore");
    for (name, begin) in [
        ("screener", page(results, rows)),
        ("screener", page(results, &rows.replace("rows", "columns"))),
        ("screener", "{\"finance\":{\"result\":[{\"quotes\":[".to_owned()),
        ("screeners", page("ScreenerStore", "{\"predefinedList\":[")),
        ("screeners", "{\"finance\":{\"result\":{\"sections\":{\"a\":{\"screenersList\":[".to_owned()),
        ("quote", "{\"quoteResponse\":{\"result\":[".to_owned()),
        ("index", "{\"quoteResponse\":{\"result\":[".to_owned()),
        ("options", "{\"optionChain\":{\"result\":[{\"options\":[{\"calls\":[".to_owned()),
        ("options", "{\"optionChain\":{\"result\":[{\"options\":[".to_owned()),
        ("history", "{\"chart\":{\"result\":[{\"meta\":{\"a\":[".to_owned()),
        ("history", "{\"chart\":{\"result\":[{\"indicators\":{\"quote\":[{\"open\":[".to_owned()),
        ("profile", summary("\"upgradeDowngradeHistory\":{\"history\":[")),
        ("profile", summary("\"summaryDetail\":{\"a\":[")),
        ("profile", page("QuoteSummaryStore", "{\"summaryDetail\":{\"a\":[")),
        ("holders", summary("\"fundOwnership\":{\"ownershipList\":[")),
        ("financials", summary("\"earnings\":{\"financialsChart\":[")),
        ("financials", "{\"timeseries\":{\"result\":[{\"annualNetIncome\":[".to_owned()),
        ("analysis", summary("\"upgradeDowngradeHistory\":{\"history\":[")),
        ("analysis", summary("\"financialData\":{\"a\":[")),
        ("insiders", summary("\"insiderTransactions\":{\"transactions\":[")),
        ("filings", summary("\"secFilings\":{\"filings\":[{\"exhibits\":[")),
        ("fund", summary("\"topHoldings\":{\"holdings\":[")),
        ("fund", summary("\"fundPerformance\":{\"a\":[")),
        ("insights", "{\"finance\":{\"result\":[".to_owned()),
        ("insights", "{\"finance\":{\"result\":[{\"symbol\":\"IBM\",\"secReports\":[".to_owned()),
        ("sector", "{\"data\":{\"topCompanies\":[".to_owned()),
        ("industry", "{\"data\":{\"overview\":{\"a\":[".to_owned()),
        ("calendar", "{\"finance\":{\"result\":{\"earnings\":[".to_owned()),
        ("calendar", "{\"finance\":{\"result\":{\"secReports\":[{\"records\":[".to_owned()),
        ("search", "{\"quotes\":[".to_owned()),
        ("search", "{\"quotes\":[],\"lists\":[".to_owned()),
        ("lookup", "{\"finance\":{\"result\":[{\"documents\":[".to_owned()),
        ("trending", "{\"finance\":{\"result\":[{\"quotes\":[".to_owned()),
        ("similar", "{\"finance\":{\"result\":[{\"symbol\":\"IBM\",\"recommendedSymbols\":[".to_owned()),
        ("spark", "{\"spark\":{\"result\":[".to_owned()),
        (
            "spark",
            "{\"spark\":{\"result\":[{\"response\":[{\"indicators\":{\"quote\":[{\"close\":[".to_owned(),
        ),
        ("shares", "{\"timeseries\":{\"result\":[{\"shares_out\":[".to_owned()),
        ("valuation", "{\"timeseries\":{\"result\":[{\"trailingPeRatio\":[".to_owned()),
        ("quote-type", "{\"quoteType\":{\"result\":[{\"a\":[".to_owned()),
        ("currencies", "{\"currencies\":{\"result\":[".to_owned()),
        ("market-summary", "{\"marketSummaryResponse\":{\"result\":[".to_owned()),
        ("market-time", "{\"finance\":{\"marketTimes\":[{\"marketTime\":[".to_owned()),
        ("screener-fields", "{\"finance\":{\"result\":[{\"fields\":{\"a\":{\"labels\":[".to_owned()),
        ("isin", "mmSuggestDeliver(0, new Array(".to_owned()),
    ] {
        let case = large().unwrap().into_iter().find(|case| case.name == name).unwrap();
        for unit in ["{},", "0,", "[],", "null,", "{\"a\":0},", "\"\",", "[[[[]]]],"] {
            let body = begin.clone() + &unit.repeat(LENGTH / unit.len()) + "</script></html>";
            MEMORY.reset_peak_usage();
            let before = MEMORY.current_usage();
            let found = case.request.convert_erased(&cx, &[RawReply::new(body.as_bytes())]);
            let peak = MEMORY.peak_usage() - before;
            assert!(found.is_err() && peak <= MOST * body.len(), "{name}: {peak} bytes for {begin} {unit}");
        }
    }
}
