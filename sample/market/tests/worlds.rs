//! The hosts that the agreed tickers and the settings stand for, over real connections on loopback.

use std::fs;

use crate::wire::{Answer, get, send};
use serde_json::Value;
use virtual_finance_sample::{Crumb, Era, SampleHost, agreed};

/// The cookie and the crumb that the host gives, as a request carries them.
const COOKIE: &str = "cookie: A3=sample-cookie\r\n";
const CRUMB: &str = "crumb=smp%2Fl.CrUmb";

/// The targets that need a session, with a query that can be extended.
const IN_SESSION: [&str; 4] = [
    "/v7/finance/quote?symbols={}",
    "/v10/finance/quoteSummary/{}?modules=summaryDetail&formatted=false",
    "/v10/finance/quoteSummary/{}?modules=components",
    "/v1/finance/screener/instrument/{}/fields?a=1",
];
/// The targets that need none.
const PAGES: [&str; 5] = [
    "/quote/{}?a=1",
    "/quote/{}/financials?a=1",
    "/quote/{}/holders?a=1",
    "/quote/{}/components?a=1",
    "/screener/predefined/{}?a=1",
];
const JSON: [&str; 7] = [
    "/v8/finance/chart/{}?range=1d",
    "/v7/finance/options/{}?a=1",
    "/ws/fundamentals-timeseries/v1/finance/timeseries/{}?symbol={}&type=annualNetIncome",
    "/v1/finance/screener/predefined/saved?scrIds={}&count=3",
    "/v1/finance/trending/{}?count=2",
    "/v1/finance/quoteType/{}?a=1",
    "/v6/finance/quote/marketSummary?market={}",
];
/// The targets that have a row for each of what was asked for or found, and leave others out, with the name of the rows.
const ROWS: [(&str, &str); 4] = [
    ("/v7/finance/spark?symbols={}&range=1d&interval=5m", "/spark/result"),
    ("/v6/finance/recommendationsbysymbol/{}?a=1", "/finance/result"),
    ("/v1/finance/search?q={}", "/quotes"),
    ("/v1/finance/lookup?query={}", "/finance/result/0/documents"),
];

fn of(target: &str, ticker: &str) -> String {
    target.replace("{}", ticker)
}

fn get_in_session(host: &SampleHost, target: &str) -> Answer {
    send(host.addr(), "GET", &format!("{target}&{CRUMB}"), COOKIE)
}

fn error(answer: &Answer) -> Value {
    let body: Value = serde_json::from_str(&answer.text()).unwrap();
    let envelope = body.as_object().unwrap().values().next().unwrap().clone();
    assert!(envelope.get("result").unwrap().is_null());
    envelope.get("error").unwrap().clone()
}

#[test]
fn a_session_is_asked_for_where_the_real_hosts_ask() {
    let host = SampleHost::start().unwrap();
    let refused = |description: &str| {
        format!(
            r#"{{"finance":{{"result":null,"error":{{"code":"Unauthorized","description":"{description}"}}}}}}"#
        )
    };
    for target in IN_SESSION.map(|target| of(target, "%5EDJI")) {
        let with_crumb = format!("{target}&{CRUMB}");
        for (target, headers, description) in [
            (target.as_str(), "", "Invalid Crumb"),
            (&target, COOKIE, "Invalid Crumb"),
            (&format!("{target}&crumb=another"), COOKIE, "Invalid Crumb"),
            (&with_crumb, "", "Invalid Cookie"),
        ] {
            let answer = send(host.addr(), "GET", target, headers);
            assert_eq!((answer.status, answer.text()), (401, refused(description)), "{target}");
        }
        assert_eq!(get_in_session(&host, &target).status, 200, "{target}");
    }
    for target in PAGES.iter().chain(&JSON) {
        assert_eq!(get(&host, &of(target, agreed::TRAPS)).status, 200, "{target}");
    }
    // With the session it is still refused, if no crumb is good enough.
    for target in IN_SESSION.map(|target| of(target, agreed::BADCRUMB)) {
        let answer = get_in_session(&host, &target);
        assert_eq!((answer.status, answer.text()), (401, refused("Invalid Crumb")), "{target}");
    }
}

/// The status and the start of the body.
type Shown = (u16, &'static str);

/// A ticker, and what comes back for it as pages and as JSON.
const FAULTS: &[(&str, Shown, Shown)] = &[
    (agreed::NOTFOUND, (404, "<!DOCTYPE html>"), (404, "{\"")),
    (agreed::LIMITED, (429, "Too Many Requests\r\n"), (429, "Too Many Requests\r\n")),
    (agreed::BROKEN, (500, "Internal Server Error"), (500, "Internal Server Error")),
    (agreed::EMPTY, (200, ""), (200, "")),
    (agreed::CUT, (200, "<!DOCTYPE html>"), (200, "{\"")),
    (agreed::HTML, (200, "<!DOCTYPE html>"), (200, "<!DOCTYPE html>")),
    (agreed::LIMITED200, (200, "<!DOCTYPE html>"), (200, "Too Many Requests\r\n")),
    (
        agreed::ERROR200,
        (200, "<!DOCTYPE html>"),
        (200, "{\"finance\":{\"result\":null,\"error\":{\"code\":\"Int"),
    ),
    (agreed::NOTHING, (200, "<!DOCTYPE html>"), (200, "{\"")),
    (agreed::DOWN, (200, "<!DOCTYPE html>"), (200, "<!DOCTYPE html>")),
    (agreed::MODERN, (200, "<!doctype html>"), (200, "{\"")),
    (agreed::SEALED, (200, "<!DOCTYPE html>"), (200, "{\"")),
    (agreed::GONE, (200, "<!doctype html>"), (200, "{\"")),
    (agreed::LOCKED, (200, "<!doctype html>"), (200, "{\"")),
    (agreed::OTHER, (200, "<!doctype html>"), (200, "{\"")),
    (agreed::CUTSCRIPT, (200, "<!doctype html>"), (200, "{\"")),
    (agreed::TRAPS, (200, "<!DOCTYPE html>"), (200, "{\"")),
];

#[test]
fn agreed_tickers_answer_alike_on_every_path() {
    let host = SampleHost::start().unwrap();
    let is = |answer: &Answer, (status, begins): Shown, target: &str| {
        assert_eq!(answer.status, status, "{target}");
        assert!(answer.text().starts_with(begins), "{target}: {}", answer.text());
        assert_eq!(begins.is_empty(), answer.body.is_empty(), "{target}");
    };
    for (ticker, page, json) in FAULTS {
        for target in PAGES.map(|target| of(target, ticker)) {
            is(&get(&host, &target), *page, &target);
        }
        for target in JSON.map(|target| of(target, ticker)) {
            is(&get(&host, &target), *json, &target);
        }
        for target in IN_SESSION.map(|target| of(target, ticker)) {
            let leaves_out = *ticker == agreed::NOTFOUND && target.contains("/quote?");
            let json =
                if leaves_out { (200, r#"{"quoteResponse":{"result":[],"error":null}}"#) } else { *json };
            is(&get_in_session(&host, &target), json, &target);
        }
    }
}

/// They have no error for what nobody knows; other faults they have as all do.
#[test]
fn lists_leave_out_what_is_not_known() {
    let host = SampleHost::start().unwrap();
    for (target, rows) in ROWS {
        for (ticker, has_any) in [("IBM", true), (agreed::NOTFOUND, false)] {
            let answer = get(&host, &of(target, ticker));
            let body: Value = serde_json::from_str(&answer.text()).unwrap();
            let rows = body.pointer(rows).and_then(Value::as_array).unwrap();
            assert_eq!((answer.status, !rows.is_empty()), (200, has_any), "{target} {ticker}");
        }
        for (ticker, _, (status, begins)) in FAULTS.iter().filter(|(ticker, ..)| *ticker != agreed::NOTFOUND)
        {
            let answer = get(&host, &of(target, ticker));
            assert_eq!(answer.status, *status, "{target} {ticker}");
            assert!(answer.text().starts_with(begins), "{target} {ticker}: {}", answer.text());
        }
    }
    let of_two = get(&host, &of(ROWS[0].0, "IBM,NOTFOUND,ACME")).text();
    assert!(of_two.contains(r#""symbol":"ACME""#) && !of_two.contains("NOTFOUND"), "{of_two}");
}

#[test]
fn what_is_wrong_is_in_the_envelope_of_the_service() {
    let host = SampleHost::start().unwrap();
    let keys = "quoteResponse quoteSummary quoteSummary finance chart optionChain timeseries finance finance \
             quoteType marketSummaryResponse";
    for (target, key) in IN_SESSION.iter().chain(&JSON).zip(keys.split(' ')) {
        let nothing = get_in_session(&host, &of(target, agreed::NOTHING)).text();
        assert_eq!(nothing, format!(r#"{{"{key}":{{"result":[],"error":null}}}}"#), "{target}");
        let answer = get_in_session(&host, &of(target, agreed::NOTFOUND));
        if key != "quoteResponse" {
            assert!(answer.text().starts_with(&format!("{{\"{key}\":")), "{target}");
            assert_eq!(error(&answer).get("code").unwrap(), "Not Found", "{target}");
        }
    }
    let cut = get(&host, &of("/v8/finance/chart/{}?range=1d", agreed::CUT)).text();
    assert!(serde_json::from_str::<Value>(&cut).is_err());
    let saved = "/v1/finance/screener/predefined/saved?scrIds=DAY_GAINERS&count=251";
    assert_eq!(
        (get(&host, saved).status, error(&get(&host, saved)).get("code").unwrap()),
        (400, &"Bad Request".into())
    );
}

#[test]
fn pages_of_agreed_tickers_hold_what_is_agreed() {
    let host = SampleHost::start().unwrap();
    let page = |ticker: &str| get(&host, &format!("/quote/{ticker}")).text();
    for (ticker, has, has_not) in [
        (agreed::MODERN, "/v10/finance/quoteSummary/MODERN?formatted=true&amp;modules=", "\"status\":404"),
        (
            agreed::SEALED,
            "root.App.main = {\"context\":{\"dispatcher\":{\"stores\":\"U2FsdGVkX1",
            "QuoteSummaryStore",
        ),
        (agreed::GONE, "{\"status\":404,", "\\\"summaryDetail\\\""),
        (agreed::LOCKED, "{\"status\":401,", "\\\"summaryDetail\\\""),
        (agreed::OTHER, "\\\"summaryDetail\\\"", "/v10/finance/quoteSummary/OTHER?"),
        (agreed::CUTSCRIPT, "/v10/finance/quoteSummary/CUTSCRIPT?", "root.App.main"),
    ] {
        let page = page(ticker);
        assert!(page.contains(has) && !page.contains(has_not), "{ticker}");
        assert!(page.contains("</html>"), "{ticker} is whole");
    }
    assert_eq!(page("modern"), page("MODERN"), "any case will do");
}

#[test]
fn a_host_may_be_of_another_time_as_a_whole() {
    for (era, has) in [
        (Era::Stores, "\"QuoteSummaryStore\":"),
        (Era::Sealed, "\"stores\":\"U2FsdGVkX1"),
        (Era::Scripts, "data-sveltekit-fetched"),
    ] {
        let host = SampleHost::builder().era(era).start().unwrap();
        assert!(get(&host, "/quote/IBM").text().contains(has), "{era:?}");
        for target in ["/screener", "/screener/predefined/DAY_GAINERS"] {
            let is_of_tables = get(&host, target)
                .text()
                .contains("root.App.main = {\"context\":{\"dispatcher\":{\"stores\":{");
            assert_eq!(is_of_tables, era == Era::Stores, "{era:?} {target}");
        }
        // Agreed tickers keep their own, and the JSON sources have no era.
        assert!(get(&host, "/quote/MODERN").text().contains("data-sveltekit-fetched"), "{era:?}");
        let target = "/v10/finance/quoteSummary/IBM?modules=quoteType";
        let usual = virtual_finance_sample::reply(
            "/v10/finance/quoteSummary/IBM",
            "modules=quoteType",
            virtual_finance_sample::DEFAULT_NOW,
        );
        assert_eq!(get_in_session(&host, target).text(), usual.body, "{era:?}");
    }
}

#[test]
fn a_host_may_give_no_good_crumb() {
    for (crumb, status, begins) in [
        (Crumb::Good, 200, "smp/l.CrUmb"),
        (Crumb::Html, 200, "<!DOCTYPE html>"),
        (Crumb::Limited, 429, "Too Many Requests\r\n"),
        (Crumb::Limited200, 200, "Too Many Requests\r\n"),
        (Crumb::Refused, 401, "{\"finance\":"),
    ] {
        let host = SampleHost::builder().crumb(crumb).start().unwrap();
        assert_eq!(get(&host, "/").header("set-cookie"), Some("A3=sample-cookie; Path=/; HttpOnly"));
        let answer = send(host.addr(), "GET", "/v1/test/getcrumb", COOKIE);
        assert_eq!(answer.status, status, "{crumb:?}");
        assert!(answer.text().starts_with(begins), "{crumb:?}");
        assert_eq!(get(&host, "/v1/test/getcrumb").status, 401, "{crumb:?} without the cookie");
    }
}

#[test]
fn consent_is_asked_for_before_pages_alone() {
    let host = SampleHost::start().unwrap();
    let answer = get(&host, &of(PAGES[0], agreed::CONSENT));
    assert_eq!((answer.status, answer.header("location")), (307, Some("/consent?done=%2Fquote%2FCONSENT")));
    let consented = send(host.addr(), "GET", "/quote/CONSENT", "cookie: GUC=sample-consent\r\n");
    assert_eq!(consented.status, 200);
    for target in JSON.iter().chain(&IN_SESSION) {
        assert_eq!(get_in_session(&host, &of(target, agreed::CONSENT)).status, 200, "{target}");
    }
}

#[test]
fn every_agreed_ticker_is_documented_and_tested() {
    let chapter =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/sample-host.md")).unwrap();
    let (_, list) = chapter.split_once("## Agreed tickers").unwrap();
    let rows: Vec<&str> = list.lines().filter(|line| line.starts_with("| `")).collect();
    let expected = agreed::WORLDS.iter().map(|world| format!("| `{}` | {} |", world.ticker, world.doc));
    assert_eq!(rows, expected.collect::<Vec<_>>(), "docs/src/sample-host.md has another list");
    let elsewhere = [agreed::NOOPTIONS, agreed::DELISTED, agreed::CONSENT, agreed::BADCRUMB];
    for world in agreed::WORLDS {
        let is_tested = FAULTS.iter().any(|(ticker, ..)| *ticker == world.ticker);
        assert!(is_tested || elsewhere.contains(&world.ticker), "{}", world.ticker);
    }
}
