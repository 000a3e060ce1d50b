//! Conformance: captured replies against the results that the original service gave for them, compared
//! as JSON values (integers as integers, floats exactly, order ignored). Without the captures the cases
//! are shown as ignored, with the reason; `VFAPI_REQUIRE_CAPTURES=1` makes that a failure.

#![expect(
    clippy::print_stderr,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test program of its own: it says why it skips, and fails by panicking"
)]

mod oracle;

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Map, Value};
use virtual_finance::ENDPOINTS;
use virtual_finance::error::ConversionError;
use virtual_finance::request::{Context, Endpoint as _, JsonStyle, ParamMap, RawReply};
use virtual_finance_tests::requests::check_round_trip;
use virtual_finance_tests::{HOSTS, NOW, captures, captures_required, each_request, page};

/// The expected result of a captured reply.
#[derive(Debug, Clone, Copy)]
enum Expected {
    /// The JSON of a file of results.
    File(&'static str),
    /// The result that `oracle` computes from the reply by the specification.
    Oracle(fn(&str) -> Value),
    /// The result that `oracle` computes, or the status if the reply cannot be converted.
    Verdict(fn(&str) -> Result<Value, u16>),
    /// The result of another source with the same facts, made from this reply.
    SameFrom(fn(&str) -> String),
    /// The result of another reply.
    SameReply(&'static str),
    /// The result of an older page whose store holds these replies of the summary and of its quote type.
    SameAs(&'static str, &'static str),
    /// An ISIN.
    Isin(&'static str),
    /// A failed conversion with this status.
    Status(u16),
    /// A failed conversion, 422, whose text has these words.
    Says(&'static str),
}

use Expected::{File, Isin, Oracle, SameAs, SameFrom, SameReply, Says, Status, Verdict};

/// The command, the replies, joined by a plus sign, and what they must give.
type Case = (String, String, Expected);

const NO_STATEMENTS: Expected = Says("the reply has no statements");

/// Replies with a verdict of their own.
#[rustfmt::skip]
const CASES: &[(&str, &str, Expected)] = &[
    ("profile IBM", "profile/virtual-finance-API__2021_yahoo_profile.raw.html", Oracle(oracle::profile)),
    ("profile AAPL", "profile/fbriden__aapl.html", Status(404)),
    ("profile AAPL", "profile/yfinance-rs__2025-10_profile_html_AAPL.html", SameAs(
        "profile/yfinance-rs__2025-10_embedded_quoteSummary_formatted_AAPL.json",
        "profile/yfinance-rs__2025-10_embedded_quoteType_AAPL.json",
    )),
    ("profile aapl", "profile/yfinance-rs__2025-10_profile_html_AAPL.html", SameAs(
        "profile/yfinance-rs__2025-10_embedded_quoteSummary_formatted_AAPL.json",
        "profile/yfinance-rs__2025-10_embedded_quoteType_AAPL.json",
    )),
    // The page carries quotes of others, but it is about AAPL.
    ("profile MSFT", "profile/yfinance-rs__2025-10_profile_html_AAPL.html", Status(422)),
    ("profile AAPL", "profile/gadicc-yf2__2023-05-07_2023_quote_page_encrypted_stores_getCrumb-quote-AAPL.html", Status(422)),
    ("profile AAPL", "profile/gadicc-yf2__2023-05-08_2023_quote_page_encrypted_stores_getCrumb-quote-AAPL-consent-final-redirect.html.html", Status(422)),
    ("profile IBM", "profile/virtual-finance-API__2021_yahoo_profile.raw.html", SameFrom(oracle::today::summary_of_store)),
    ("holders IBM", "holders/virtual-finance-API__2021_yahoo_holders.raw.html", SameFrom(oracle::today::summary_of_evenings)),
    // Today's page of a quote has no sections of holders, and is no page of another ticker.
    ("holders AAPL", "profile/yfinance-rs__2025-10_profile_html_AAPL.html", Status(422)),
    ("holders MSFT", "profile/yfinance-rs__2025-10_profile_html_AAPL.html", Status(422)),
    ("holders AAPL", "profile/gadicc-yf2__2023-05-07_2023_quote_page_encrypted_stores_getCrumb-quote-AAPL.html", Status(422)),
    ("screener DAY_GAINERS", "screener/virtual-finance-API__2021_screener.raw.html", SameFrom(oracle::today::service_of_screener)),
    // A page that carries the discovery service's reply gives what that reply gives.
    ("screeners", "profile/yfinance-rs__2025-10_profile_html_AAPL.html", SameReply("screeners/yfinance-rs__2025-10_embedded_discover_AAPL.json")),
    ("screener DAY_GAINERS", "profile/yfinance-rs__2025-10_profile_html_AAPL.html", Status(422)),
    // A reply about reports, not about instruments.
    ("screener DAY_GAINERS", "screener/yfinance-rs__2025-10_embedded_custom_screener_AAPL.json", Status(422)),
    ("financials IBM", "financials/virtual-finance-API__2021_yahoo_financials.raw.html", File("virtual-finance-API__je_financials.json")),
    ("holders IBM", "holders/virtual-finance-API__2021_yahoo_holders.raw.html", File("virtual-finance-API__je_holders.json")),
    ("screeners", "screeners/virtual-finance-API__2021_screeners.raw.html", File("screeners.json")),
    ("screener DAY_GAINERS", "screener/virtual-finance-API__2021_screener.raw.html", Oracle(oracle::screener)),
    ("index ^IXIC", "index/virtual-finance-API__2021_yahoo_index.raw.html", File("virtual-finance-API__yh_yahooindex.json")),
    ("options IBM", "options/virtual-finance-API__2021_yahoo_options.raw.json", File("virtual-finance-API__je_options.json")),
    ("history IBM", "history/virtual-finance-API__2021_yahoo_history.raw.json", File("history_unadjusted.json")),
    ("history IBM adjust=auto", "history/virtual-finance-API__2021_yahoo_history.raw.json", File("virtual-finance-API__je_history.json")),
    ("isin IBM", "isin/virtual-finance-API__2021_business_insider_get_isin.raw.txt", Isin("US4592001014")),
    ("isin AAPL", "isin/yfinance-rs__2025-08_7e1a70b_isin_search_AAPL.txt", Isin("US0378331005")),
    ("isin AAPL", "isin/yfinance-rs__2025-08_843cda2_isin_search_AAPL.txt", Isin("US0378331005")),
    ("isin AAPL", "isin/yfinance-rs__2025-10_isin_search_AAPL.txt", Isin("US0378331005")),
    ("isin QQQ", "isin/yfinance-rs__2025-10_isin_search_QQQ.txt", Status(404)),
    ("isin BAC.PQ", "isin/yfinance-rs__2025-10_isin_search_QQQ.txt", Isin("US06055H8060")),
    // Rows without timestamps.
    ("history AAPL", "history/bradjacobs__aapl_chart_5d_no_ts.json", Status(422)),
    ("history AAPL", "history/gadicc-yf2__2025-02-20_chart-notimestamp-quotes-length.fake.json", Status(422)),
    ("history AAPL", "history/gadicc-yf2__2025-02-20_chart-notimestamp-weird-quote.fake.json", Status(422)),
    // An error with status 200.
    ("history AAPL", "history/fbriden__not_found.json", Status(422)),
    // Replies of other services.
    ("history AAPL", "history/gadicc-yf2__2021-02-04_csv_historical-AAPL-2020-01-01-to-2020-01-03.txt", Status(422)),
    ("history BEKE", "history/gadicc-yf2__2021-02-17_csv_historical-BEKE-2020-01-01-to-2020-01-03__status400.txt", Status(422)),
    ("history AAPL", "history/yfinance-rs__2025-10_embedded_spark_indices_AAPL.json", Status(422)),
    ("quote QQQ", "quote/yfinance-rs__2025-10_embedded_marketSummary_QQQ.json", Status(422)),
    ("history VFINX", "history/yfinance-rs__2025-10_embedded_spark_indices_VFINX.json", Status(422)),
    // Today's page has the earnings only.
    ("financials AAPL", "profile/yfinance-rs__2025-10_profile_html_AAPL.html", NO_STATEMENTS),
    ("financials MSFT", "profile/yfinance-rs__2025-10_profile_html_AAPL.html", Says("is about \"AAPL\"")),
    ("financials AAPL", "profile/gadicc-yf2__2023-05-07_2023_quote_page_encrypted_stores_getCrumb-quote-AAPL.html", Says("encrypted")),
    ("financials AAPL", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-AAPL.json + \
        financials/gadicc-yf2__2025-02-21_fundamentalsTimeSeries-AAPL-all-annual.json + \
        financials/gadicc-yf2__2025-02-21_fundamentalsTimeSeries-AAPL-all-quarterly.json", Oracle(oracle::financials)),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-21_fundamentalsTimeSeries-AAPL-cash-flow-quarterly.json + \
        financials/gadicc-yf2__2025-02-21_fundamentalsTimeSeries-AAPL-balance-sheet-annual.json + \
        profile/yfinance-rs__2025-10_embedded_quoteSummary_formatted_AAPL.json", Oracle(oracle::financials)),
    // The time series of another company.
    ("financials MSFT", "financials/yfinance-rs__2025-10_timeseries_income_statement_annual_AAPL.json", Says("is about \"AAPL\"")),
    // A fund and a future, which have no statements.
    ("financials 0P000071W8.TO", "financials/gadicc-yf2__2025-02-21_fundamentalsTimeSeries-0P000071W8.TO-financials-quarterly.json", NO_STATEMENTS),
    ("financials GC=F", "financials/gadicc-yf2__2025-02-21_fundamentalsTimeSeries-GC=F-financials-quarterly.json", NO_STATEMENTS),
    ("financials QQQ", "financials/gadicc-yf2__2025-02-21_fundamentalsTimeSeries-QQQ-financials-quarterly.json", NO_STATEMENTS),
    // The statements of today's summary: dates, the revenue and the net income, and zeros.
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-balanceSheetHistory-AAPL.json", NO_STATEMENTS),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-balanceSheetHistory-BABA.json", NO_STATEMENTS),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-balanceSheetHistory-OCDO.L.json", NO_STATEMENTS),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-balanceSheetHistoryQuarterly-AAPL.json", NO_STATEMENTS),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-balanceSheetHistoryQuarterly-OCDO.L.json", NO_STATEMENTS),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-cashflowStatementHistory-BABA.json", NO_STATEMENTS),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-cashflowStatementHistoryQuarterly-BABA.json", NO_STATEMENTS),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-cashflowStatementHistoryQuarterly-OCDO.L.json", NO_STATEMENTS),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-incomeStatementHistory-AAPL.json", NO_STATEMENTS),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-incomeStatementHistory-OCDO.L.json", NO_STATEMENTS),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-incomeStatementHistoryQuarterly-AAPL.json", NO_STATEMENTS),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-incomeStatementHistoryQuarterly-BABA.json", NO_STATEMENTS),
    ("financials AAPL", "financials/gadicc-yf2__2025-02-24_quoteSummary-incomeStatementHistoryQuarterly-OCDO.L.json", NO_STATEMENTS),
    ("financials AAPL", "financials/yfinance-rs__2025-10_fundamentals_api_incomeStatementHistory_7203.T.json", NO_STATEMENTS),
    ("financials AAPL", "financials/yfinance-rs__2025-10_fundamentals_api_incomeStatementHistory_AAPL.json", NO_STATEMENTS),
    ("financials AAPL", "financials/yfinance-rs__2025-10_fundamentals_api_incomeStatementHistory_SAP.json", NO_STATEMENTS),
    // Funds, currencies and others that have no statements.
    ("financials ANY", "quoteSummary_all/gadicc-yf2__2021-02-05_quoteSummary-all-QQQ.json", NO_STATEMENTS),
    ("financials ANY", "quoteSummary_all/gadicc-yf2__2021-02-16_quoteSummary-all-ADH.json", NO_STATEMENTS),
    ("financials ANY", "quoteSummary_all/gadicc-yf2__2021-02-26_quoteSummary-all-BTC-USD.json", NO_STATEMENTS),
    ("financials ANY", "quoteSummary_all/gadicc-yf2__2021-03-26_quoteSummary-all-EURUSD=X.json", NO_STATEMENTS),
    ("financials ANY", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-0P000071W8.TO.json", NO_STATEMENTS),
    ("financials ANY", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-ADH.json", NO_STATEMENTS),
    ("financials ANY", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-BTC-USD.json", NO_STATEMENTS),
    ("financials ANY", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-EURUSD=X.json", NO_STATEMENTS),
    ("financials ANY", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-GC=F.json", NO_STATEMENTS),
    ("financials ANY", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-HISU-U.TO.json", NO_STATEMENTS),
    ("financials ANY", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-QQQ.json", NO_STATEMENTS),
    ("financials ANY", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-^VXAPL.json", NO_STATEMENTS),
    // A chain of nothing.
    ("options ADH", "options/scheb__nullOptionChain.json", Says("it gives no optionChain.result[0].underlyingSymbol")),
    // The host's own error.
    ("financials QQQ", "financials/gadicc-yf2__2025-02-24_quoteSummary-cashflowStatementHistory-QQQ__status404.json", Says("the host answers \"Not Found\"")),
    ("financials QQQ", "financials/gadicc-yf2__2025-02-24_quoteSummary-incomeStatementHistory-QQQ__status404.json", Says("the host answers \"Not Found\"")),
    ("financials QQQ", "errors/attested_1m_range.json", Says("the host answers \"Unprocessable Entity\"")),
    ("index ^IXIC", "errors/attested_1m_range.json", Says("the host answers \"Unprocessable Entity\"")),
    ("financials QQQ", "errors/attested_401_invalid_crumb.json", Says("the host answers \"Unauthorized\"")),
    ("index ^IXIC", "errors/attested_401_invalid_crumb.json", Says("the host answers \"Unauthorized\"")),
    ("financials QQQ", "errors/attested_401_unable.json", Says("the host answers \"Unauthorized\"")),
    ("index ^IXIC", "errors/attested_401_unable.json", Says("the host answers \"Unauthorized\"")),
    ("financials QQQ", "errors/attested_429_text.txt", Says("the host answers \"Too Many Requests\"")),
    ("index ^IXIC", "errors/attested_429_text.txt", Says("the host answers \"Too Many Requests\"")),
    ("financials QQQ", "errors/yfinance-rs__2025-10_embedded_getcrumb_AAPL_status401.txt", Says("the host answers \"Unauthorized\"")),
    ("index ^IXIC", "errors/yfinance-rs__2025-10_embedded_getcrumb_AAPL_status401.txt", Says("the host answers \"Unauthorized\"")),
    ("financials QQQ", "errors/yfinance-rs__2025-10_embedded_getcrumb_VFINX_status200.txt", Says("other text")),
    ("index ^IXIC", "errors/yfinance-rs__2025-10_embedded_getcrumb_VFINX_status200.txt", Says("other text")),
    // Unknown symbols only.
    ("index ^IXIC", "quote/gadicc-yf2__2025-02-17_quote-SI.json", Says("components.components is missing")),
    ("index ^IXIC", "quote/gadicc-yf2__2025-02-17_quote-SIMP.json", Says("components.components is missing")),
    ("index ^IXIC", "quote/gadicc-yf2__2025-02-17_quote-AAPL220121C00025000.json", Says("components.components is missing")),
    ("index ^IXIC", "quote/gadicc-yf2__2025-02-17_quote-SIX.json", Says("components.components is missing")),
    // Another service's.
    ("index ^IXIC", "quote/yfinance-rs__2025-10_embedded_marketSummary_QQQ.json", Says("quoteResponse is missing")),
    // A summary without components.
    ("index QQQ", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-QQQ.json", Says("components.components is missing")),
];

/// Replies about another instrument than was asked for.
#[rustfmt::skip]
const OTHERS: &[(&str, &str, Expected)] = &[
    ("index ^IXIC", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-QQQ.json", Says("is about \"QQQ\"")),
    ("index ^GSPC", "index/virtual-finance-API__2021_yahoo_index.raw.html", Says("is about \"^IXIC\"")),
    ("profile MSFT", "profile/virtual-finance-API__2021_yahoo_profile.raw.html", Says("is about \"IBM\"")),
    ("financials MSFT", "financials/virtual-finance-API__2021_yahoo_financials.raw.html", Says("is about \"IBM\"")),
    ("holders MSFT", "holders/virtual-finance-API__2021_yahoo_holders.raw.html", Says("is about \"IBM\"")),
    ("profile MSFT", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-AAPL.json", Says("is about \"AAPL\"")),
    ("holders MSFT", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-AAPL.json", Says("is about \"AAPL\"")),
    ("financials MSFT", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-AAPL.json", Says("is about \"AAPL\"")),
    ("history MSFT", "history/virtual-finance-API__2021_yahoo_history.raw.json", Says("is about \"IBM\"")),
    ("options MSFT", "options/virtual-finance-API__2021_yahoo_options.raw.json", Says("is about \"IBM\"")),
    // The contract of the month is not the series that was asked for, but the host names both.
    ("profile GC=F partial=true", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-GC=F.json", Verdict(oracle::today::partial_profile)),
    ("profile gcj25.cmx partial=true", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-GC=F.json", Verdict(oracle::today::partial_profile)),
    ("profile SI=F partial=true", "quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-GC=F.json", Says("is about \"")),
];

/// The folders whose every reply has a verdict: one above, or the oracle's.
const FOLDERS: [(&str, &str, Expected); 17] = [
    ("financials", "financials ANY", Oracle(oracle::financials)),
    ("quoteSummary_all", "financials ANY", Oracle(oracle::financials)),
    ("history", "history ANY", Oracle(oracle::history)),
    ("options", "options ANY", Verdict(oracle::options)),
    ("quote", "quote ANY,NONE_OF_THEM", Verdict(oracle::quote)),
    ("profile", "profile ANY", Verdict(oracle::today::profile)),
    ("profile", "profile ANY partial=true", Verdict(oracle::today::partial_profile)),
    ("quoteSummary_all", "profile ANY", Verdict(oracle::today::profile)),
    ("quoteSummary_all", "profile ANY partial=true", Verdict(oracle::today::partial_profile)),
    ("holders", "holders ANY", Verdict(oracle::today::holders)),
    ("quoteSummary_all", "holders ANY", Verdict(oracle::today::holders)),
    ("errors", "profile ANY", Status(422)),
    ("errors", "holders ANY", Status(422)),
    ("errors", "screener DAY_GAINERS", Status(422)),
    ("errors", "screeners", Status(422)),
    ("screener", "screener ANY_SCREENER", Verdict(oracle::today::screener)),
    ("screeners", "screeners", Verdict(oracle::today::screeners)),
];

fn cases(folder: Option<&Path>) -> Vec<Case> {
    let mut cases: Vec<Case> = CASES
        .iter()
        .chain(OTHERS)
        .map(|(command, reply, expected)| ((*command).to_owned(), (*reply).to_owned(), *expected))
        .collect();
    for (name, command, expected) in FOLDERS {
        let files =
            folder.and_then(|folder| fs::read_dir(folder.join(name)).ok()).into_iter().flatten().flatten();
        let mut replies: Vec<String> =
            files.map(|file| format!("{name}/{}", file.file_name().to_string_lossy())).collect();
        replies.sort();
        let endpoint = |command: &str| command.split(' ').next().map(str::to_owned);
        let has_own = |reply: &String| {
            let mut own = CASES.iter().filter(|(_, known, _)| known == reply);
            own.any(|(known, ..)| endpoint(known) == endpoint(command))
        };
        replies.retain(|reply| !has_own(reply));
        cases.extend(replies.into_iter().map(|reply| (command.to_owned(), reply, expected)));
    }
    cases
}

fn main() {
    let arguments = Arguments::from_args();
    let folder = captures();
    let mut trials: Vec<_> = cases(folder.as_deref().ok())
        .into_iter()
        .map(|(command, reply, expected)| {
            let name = format!("{command} < {reply}");
            match folder.clone() {
                Ok(folder) => Trial::test(name, move || check(&folder, &command, &reply, expected)),
                Err(reason) if captures_required() => Trial::test(name, move || Err(reason.into())),
                Err(_) => Trial::test(name, || Ok(())).with_ignored_flag(true).with_kind("skipped"),
            }
        })
        .collect();
    // No captured reply has every series.
    trials.push(Trial::test("financials ANY < every series", || {
        let reply = oracle::every_series();
        let found = convert("financials ANY", &[reply.clone().into_bytes()])?;
        equal(&found.map_err(|error| error.to_string())?, &oracle::financials(&reply), "$")
    }));
    trials.extend(folder.clone().ok().into_iter().flat_map(identities));
    trials.extend(folder.clone().ok().into_iter().flat_map(indices));
    if let Err(reason) = &folder {
        eprintln!("conformance tests are skipped: {reason}");
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Returns a test of each reply with quotes: as those of an index whose components they are, and without components.
fn indices(mut folder: PathBuf) -> Vec<Trial> {
    folder.push("quote");
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let trial = |file: fs::DirEntry| {
        Trial::test(format!("index of {}", file.file_name().to_string_lossy()), move || {
            let body = fs::read_to_string(file.path())?;
            let reply: Value = serde_json::from_str(&body)?;
            let Some(quotes) = reply.pointer("/quoteResponse/result").and_then(Value::as_array) else {
                return Ok(());
            };
            if quotes.is_empty() {
                return Ok(());
            }
            let symbols: Vec<&Value> = quotes.iter().map(|quote| &quote["symbol"]).collect();
            let summary = serde_json::json!({"components": {"components": symbols}});
            let components = serde_json::json!({"quoteSummary": {"result": [summary], "error": null}});
            match convert("index ^IXIC", &[components.to_string().into_bytes(), body.clone().into_bytes()])? {
                Ok(found) => equal(&found, &oracle::index(&body), "$")?,
                Err(error) if error.to_string().contains("the quote of every component is missing") => {}
                Err(error) => return Err(error.to_string().into()),
            }
            match convert("index ^IXIC", &[body.into_bytes()])? {
                Err(error) if error.to_string().contains("components.components is missing") => Ok(()),
                other => Err(format!("{other:?}").into()),
            }
        })
    };
    files.map(trial).collect()
}

/// Returns the figures of one statement that were worked out by hand, and the sums that every statement of a
/// time series keeps, whatever the names that it was made of.
fn identities(folder: PathBuf) -> Vec<Trial> {
    const AAPL: [&str; 2] = [
        "financials/gadicc-yf2__2025-02-21_fundamentalsTimeSeries-AAPL-all-annual.json",
        "financials/gadicc-yf2__2025-02-21_fundamentalsTimeSeries-AAPL-all-quarterly.json",
    ];
    let files = fs::read_dir(folder.join("financials")).into_iter().flatten().flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    let series = names.filter(|name| name.contains("imeseries") || name.contains("TimeSeries"));
    let mut trials: Vec<Trial> = series
        .map(|name| {
            let file = folder.join("financials").join(&name);
            Trial::test(format!("identities of {name}"), move || {
                let body = fs::read(file)?;
                match convert(&about("financials ANY", &body), &[body])? {
                    Ok(found) => oracle::identities(&found).map(drop).map_err(Failed::from),
                    Err(error) if error.to_string().contains("no statements") => Ok(()),
                    Err(error) => Err(error.to_string().into()),
                }
            })
        })
        .collect();
    let of_aapl = folder.clone();
    trials.push(Trial::test("statements AAPL: every row of the years", move || {
        let body = fs::read(of_aapl.join(AAPL[0]))?;
        let document: Value = serde_json::from_slice(&body)?;
        let found = convert("statements AAPL", &[body])?.map_err(|error| error.to_string())?;
        // Each figure of the reply stands under its name, and there is no other.
        let mut rows = [0; 3];
        for (place, list) in ["income", "balance_sheet", "cash_flow"].into_iter().enumerate() {
            let statements = found[list].as_array().ok_or("no list")?;
            let mut names: Vec<&String> = Vec::new();
            for statement in statements {
                equal(&statement["currency"], &"USD".into(), list)?;
                for (name, amount) in statement.as_object().ok_or("no statement")? {
                    if name != "endDate" && name != "currency" {
                        equal(amount, &oracle::figure(&document, name, &statement["endDate"]), name)?;
                        names.push(name);
                    }
                }
            }
            names.sort();
            names.dedup();
            rows[place] = names.len();
        }
        equal(&found["other"], &Value::Array(Vec::new()), "other")?;
        if rows == [39, 68, 51] { Ok(()) } else { Err(format!("{rows:?} rows").into()) }
    }));
    trials.push(Trial::test("financials AAPL: the statement of 2024-09-30", move || {
        let bodies: Vec<_> = AAPL.iter().map(|file| fs::read(folder.join(file))).collect::<Result<_, _>>()?;
        let found = convert("financials AAPL", &bodies)?.map_err(|error| error.to_string())?;
        for (group, item, millions) in [
            ("cashflow", "changeToAccountReceivables", -3_788),
            ("cashflow", "changeToLiabilities", 6_020),
            ("cashflow", "changeToNetincome", 9_422),
            ("cashflow", "changeToOperatingActivities", 2_465),
            ("cashflow", "totalCashFromOperatingActivities", 118_254),
            ("balancesheet", "otherAssets", 74_834),
            ("balancesheet", "shortLongTermDebt", 10_912),
            ("balancesheet", "otherLiab", 45_888),
            ("financials", "ebit", 123_216),
        ] {
            let statement = &found[group]["yearly"][0];
            equal(&statement["endDate"], &1_727_654_400_i64.into(), "endDate")?;
            equal(&statement[item], &(millions * 1_000_000_i64).into(), item)?;
        }
        // Three years and four quarters, each with both sums.
        match oracle::identities(&found)? {
            14 => Ok(()),
            sums => Err(format!("{sums} sums were there, not 14").into()),
        }
    }));
    trials
}

fn check(folder: &Path, command: &str, reply: &str, expected: Expected) -> Result<(), Failed> {
    let bodies: Vec<Vec<u8>> =
        reply.split(" + ").map(|reply| fs::read(folder.join(reply))).collect::<Result<_, _>>()?;
    let body = bodies.join(&b'\n');
    match (convert(&about(command, &body), &bodies)?, expected) {
        (Ok(found), File(file)) => {
            let text = fs::read_to_string(folder.join("expected_2021").join(file))?;
            equal(&found, &serde_json::from_str(&text)?, "$")
        }
        (Ok(found), Oracle(oracle)) => equal(&found, &oracle(std::str::from_utf8(&body)?), "$"),
        (found, Verdict(oracle)) => match (found, oracle(std::str::from_utf8(&body)?)) {
            (Ok(found), Ok(expected)) => equal(&found, &expected, "$"),
            (Err(found), Err(expected)) if found.status() == expected => Ok(()),
            (found, expected) => Err(format!("{found:?} instead of {expected:?}").into()),
        },
        (Ok(found), SameReply(other)) => {
            let other = convert(command, &[fs::read(folder.join(other))?])?;
            equal(&found, &other.map_err(|status| format!("the other reply gives {status}"))?, "$")
        }
        (Ok(found), SameFrom(other)) => {
            let other = convert(command, &[other(std::str::from_utf8(&body)?).into_bytes()])?;
            let mut other = other.map_err(|status| format!("the other source gives {status}"))?;
            // The tables of a page have rounded texts alone.
            other.as_object_mut().map(|parts| parts.remove("breakdown"));
            equal(&other, &found, "$")
        }
        (Ok(found), SameAs(summary, quote_type)) => {
            let section = |file, pointer| -> Result<Value, Failed> {
                let text = fs::read_to_string(folder.join(file))?;
                let reply: Value = serde_json::from_str(&text)?;
                Ok(reply.pointer(pointer).cloned().ok_or_else(|| format!("{file} has no {pointer}"))?)
            };
            let mut store = section(summary, "/quoteSummary/result/0")?;
            let quote_type = section(quote_type, "/quoteType/result/0")?;
            store.as_object_mut().ok_or("no summary")?.insert("quoteType".to_owned(), quote_type);
            let page = page("QuoteSummaryStore", &store.to_string());
            let expected = convert(command, &[page.into_bytes()])?;
            equal(&found, &expected.map_err(|error| format!("the store gives {error}"))?, "$")
        }
        (Ok(found), Isin(isin)) => {
            let ticker = command.split(' ').next_back();
            let expected =
                Map::from_iter([("ticker".to_owned(), ticker.into()), ("ISIN".to_owned(), isin.into())]);
            equal(&found, &Value::Object(expected), "$")
        }
        (Err(error), Status(expected)) if error.status() == expected => Ok(()),
        (Err(error), Says(words)) if error.status() == 422 && error.to_string().contains(words) => Ok(()),
        (Ok(_), Status(expected)) => Err(format!("converted, where status {expected} is right").into()),
        (Ok(_), Says(words)) => Err(format!("converted, where an error should say: {words}").into()),
        (Err(error), _) => Err(error.to_string().into()),
    }
}

/// Returns the command with the company that the replies are about, if they name one.
fn about(command: &str, body: &[u8]) -> String {
    const SYMBOLS: [&str; 5] = [
        "/chart/result/0/meta/symbol",
        "/optionChain/result/0/underlyingSymbol",
        "/timeseries/result/0/meta/symbol/0",
        // The symbol of a future; its quote type has that of the contract.
        "/quoteSummary/result/0/price/symbol",
        "/quoteSummary/result/0/quoteType/symbol",
    ];
    let reply: Value = serde_json::from_slice(body).unwrap_or_default();
    if command == "screener ANY_SCREENER" {
        let name = reply.pointer("/finance/result/0/canonicalName").and_then(Value::as_str);
        return match name {
            Some("DAY_GAINERS") | None => "screener DAY_GAINERS".to_owned(),
            Some(name) => format!("screener other:{name}"),
        };
    }
    let symbol = SYMBOLS.iter().find_map(|place| reply.pointer(place)?.as_str()).map(str::to_owned);
    let quotes = reply.pointer("/quoteResponse/result").and_then(Value::as_array);
    let symbols = quotes.filter(|quotes| !quotes.is_empty()).map(|quotes| {
        quotes.iter().filter_map(|quote| quote["symbol"].as_str()).collect::<Vec<_>>().join(",")
    });
    symbol.or(symbols).map_or_else(|| command.to_owned(), |symbol| command.replace("ANY", &symbol))
}

/// Runs the conversion of a request that is written as its command: the endpoint, its required
/// parameter, then `name=value`.
fn convert(command: &str, bodies: &[Vec<u8>]) -> Result<Result<Value, ConversionError>, Failed> {
    let mut words = command.split(' ');
    let endpoint = words.next().unwrap_or_default();
    let info = ENDPOINTS.iter().find(|info| info.command == endpoint).ok_or("no such endpoint")?;
    let mut required = info.params.iter().filter(|param| param.required);
    let mut params = ParamMap::new();
    for word in words {
        match word.split_once('=').filter(|(name, _)| info.param(name).is_some()) {
            Some((name, value)) => params.insert(name, value),
            None => params.insert(required.next().ok_or("too many parameters")?.name, word),
        }
    }
    let request = (info.build)(&params)?;
    let cx = Context::new(&HOSTS, NOW.into());
    let replies: Vec<_> = bodies.iter().map(|body| RawReply::new(body)).collect();
    let response = match request.convert_erased(&cx, &replies) {
        Ok(converted) => converted.response,
        Err(error) => return Ok(Err(error)),
    };
    deserializes(info.name, &params, &cx, &replies)?;
    let mut json = Vec::new();
    response.write_json(&mut json, JsonStyle::Compact)?;
    Ok(Ok(serde_json::from_slice(&json)?))
}

fn deserializes(
    name: &str,
    params: &ParamMap,
    cx: &Context<'_>,
    replies: &[RawReply<'_>],
) -> Result<(), Failed> {
    macro_rules! check {
        ($request:ident) => {
            if name == stringify!($request) {
                let request = virtual_finance::$request::from_params(params)?;
                return Ok(check_round_trip(&request.convert(cx, replies)?.response)?);
            }
        };
    }
    each_request!(check);
    Err(format!("{name} is missing in each_request").into())
}

/// Checks that two JSON values are equal: numbers of the same kind and value, members in any order.
fn equal(found: &Value, expected: &Value, path: &str) -> Result<(), Failed> {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            let differs = |a: &Map<String, Value>, b: &Map<String, Value>| {
                a.keys().find(|key| !b.contains_key(*key)).cloned()
            };
            if let Some(key) = differs(expected, found) {
                return Err(format!("{path}.{key} is missing").into());
            }
            if let Some(key) = differs(found, expected) {
                return Err(format!("{path}.{key} is too much").into());
            }
            expected.iter().try_for_each(|(key, value)| equal(&found[key], value, &format!("{path}.{key}")))
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            let mut pairs = found.iter().zip(expected).enumerate();
            pairs.try_for_each(|(place, (a, b))| equal(a, b, &format!("{path}[{place}]")))
        }
        _ if found == expected => Ok(()),
        _ => Err(format!("{path} is {found}, not {expected}").into()),
    }
}
