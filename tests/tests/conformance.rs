//! Conformance: captured replies against the results that the original service gave for them, compared
//! as JSON values (integers as integers, floats exactly, order ignored). Without the captures the cases
//! are shown as ignored, with the reason; `VFAPI_REQUIRE_CAPTURES=1` makes that a failure.

#![expect(clippy::print_stderr, reason = "a test program of its own: it says why it skips")]

use std::fs;
use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Map, Value};
use virtual_finance::{ENDPOINTS, JsonStyle, ParamMap, RawReply};
use virtual_finance_tests::{HOSTS, NOW, captures, captures_required};

/// What a captured reply must give.
enum Expected {
    /// The JSON of a file, as a whole.
    File(&'static str),
    /// These top-level keys, where no file says more.
    Keys(&'static [&'static str]),
    /// An ISIN.
    Isin(&'static str),
    /// A failed conversion with this status.
    Status(u16),
}

use Expected::{File, Isin, Keys, Status};

const PROFILE: &[&str] = &["info", "recommendations", "calendar", "sustainability"];
const SCREENER: &[&str] = &["rows", "columns", "total", "filters"];
const BARS: &[&str] = &["meta", "ohlcdata"];
const BARS_AND_EVENTS: &[&str] = &["meta", "ohlcdata", "dividends", "splits"];
const CHAIN: &[&str] = &["underlyingSymbol", "expirationDates", "strikes", "hasMiniOptions", "options"];

/// The command, the reply and what it must give.
type Case = (&'static str, &'static str, Expected);

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("profile IBM", "profile/virtual-finance-API__2021_yahoo_profile.raw.html", Keys(PROFILE)),
    ("profile AAPL", "profile/fbriden__aapl.html", Status(404)),
    ("financials IBM", "financials/virtual-finance-API__2021_yahoo_financials.raw.html", File("virtual-finance-API__je_financials.json")),
    ("holders IBM", "holders/virtual-finance-API__2021_yahoo_holders.raw.html", File("virtual-finance-API__je_holders.json")),
    ("screeners", "screeners/virtual-finance-API__2021_screeners.raw.html", File("screeners.json")),
    ("screener DAY_GAINERS", "screener/virtual-finance-API__2021_screener.raw.html", Keys(SCREENER)),
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
    ("history AAPL", "history/bradjacobs__aapl_chart_5d_cl.json", Keys(BARS)),
    ("history AAPL", "history/bradjacobs__aapl_chart_5d_no_ts.json", Status(422)),
    ("history AAPL", "history/bradjacobs__aapl_chart_no_results.json", Keys(BARS)),
    ("history AAPL", "history/fbriden__aapl.json", Keys(BARS)),
    ("history AAPL", "history/fbriden__no_quote_data.json", Keys(BARS)),
    ("history AAPL", "history/fbriden__no_timestamp_data.json", Keys(BARS)),
    ("history AAPL", "history/fbriden__not_found.json", Status(422)),
    ("history AAPL", "history/gadicc-yf2__2025-02-20_chart-notimestamp-quotes-length.fake.json", Status(422)),
    ("history AAPL", "history/gadicc-yf2__2025-02-20_chart-AAPL-2020-08-31-to-2020-11-07.json", Keys(BARS_AND_EVENTS)),
    ("history MSFT", "history/gadicc-yf2__2025-02-22_historical-via-chart-MSFT-dividends-2021-02-01-to-2022-01-31.csv.json", Keys(BARS_AND_EVENTS)),
    ("history ALL.AX", "history/portfolio-performance__australian_quotes.json", Keys(BARS)),
    ("history MUV2.DE", "history/portfolio-performance__historical01.json", Keys(BARS)),
    ("history IBM", "history/pricehist__ibm-long-partial.json", Keys(BARS_AND_EVENTS)),
    ("history INR=X", "history/pricehist__inrx-with-null.json", Keys(BARS)),
    ("history AAPL", "history/scheb__dividendData.json", Keys(BARS_AND_EVENTS)),
    ("history CAPIO.ST", "history/scheb__noData.json", Keys(BARS)),
    ("history AAPL", "history/yfinance-rs__2025-10_history_chart_AAPL.json", Keys(BARS_AND_EVENTS)),
    ("history VFINX", "history/yfinance-rs__2025-10_history_chart_VFINX.json", Keys(BARS_AND_EVENTS)),
    ("options ADH", "options/gadicc-yf2__2025-02-24_options-ADH.json", Keys(CHAIN)),
    ("options BEKE", "options/gadicc-yf2__2025-02-24_options-BEKE.json", Keys(CHAIN)),
    ("options EBAY", "options/gadicc-yf2__2025-02-24_options-EBAY.json", Keys(CHAIN)),
    ("options AAPL", "options/scheb__nullOptionChain.json", Keys(CHAIN)),
    ("options AAPL", "options/yfinance-rs__2025-10_options_v7_AAPL.json", Keys(CHAIN)),
    ("options AAPL date=1758240000", "options/yfinance-rs__2025-10_options_v7_AAPL_1758240000.json", Keys(CHAIN)),
];

fn main() {
    let arguments = Arguments::from_args();
    let folder = captures();
    let trials = CASES
        .iter()
        .map(|(command, reply, expected)| {
            let name = format!("{command} < {reply}");
            match &folder {
                Ok(folder) => {
                    let folder = folder.clone();
                    Trial::test(name, move || check(&folder, command, reply, expected))
                }
                Err(reason) if captures_required() => {
                    let reason = reason.clone();
                    Trial::test(name, move || Err(reason.into()))
                }
                Err(_) => Trial::test(name, || Ok(())).with_ignored_flag(true).with_kind("skipped"),
            }
        })
        .collect();
    if let Err(reason) = &folder {
        eprintln!("conformance tests are skipped: {reason}");
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn check(folder: &Path, command: &str, reply: &str, expected: &Expected) -> Result<(), Failed> {
    let body = fs::read(folder.join(reply))?;
    match (convert(command, &body)?, expected) {
        (Ok(found), File(file)) => {
            let text = fs::read_to_string(folder.join("expected_2021").join(file))?;
            equal(&found, &serde_json::from_str(&text)?, "$")
        }
        (Ok(found), Keys(keys)) => {
            let found: Vec<&String> = found.as_object().ok_or("not an object")?.keys().collect();
            if found == *keys { Ok(()) } else { Err(format!("keys are {found:?}").into()) }
        }
        (Ok(found), Isin(isin)) => {
            let ticker = command.split(' ').next_back();
            let expected =
                Map::from_iter([("ticker".to_owned(), ticker.into()), ("ISIN".to_owned(), (*isin).into())]);
            equal(&found, &Value::Object(expected), "$")
        }
        (Err(status), Status(expected)) if status == *expected => Ok(()),
        (Ok(_), Status(expected)) => Err(format!("converted, where status {expected} is right").into()),
        (Err(status), _) => Err(format!("failed with status {status}").into()),
    }
}

/// Runs the conversion of a request that is written as its command: the endpoint, its required
/// parameter, then `name=value`.
fn convert(command: &str, body: &[u8]) -> Result<Result<Value, u16>, Failed> {
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
    let cx = virtual_finance::Context::new(&HOSTS, NOW.into());
    let response = match request.convert_erased(&cx, &[RawReply::new(body)]) {
        Ok(converted) => converted.response,
        Err(error) => return Ok(Err(error.status())),
    };
    let mut json = Vec::new();
    response.write_json(&mut json, JsonStyle::Compact)?;
    Ok(Ok(serde_json::from_slice(&json)?))
}

/// The same JSON: numbers of the same kind and value, members in any order.
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
