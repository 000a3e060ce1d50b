//! The sources of today and the pages of yesterday: whatever the reply, the facts are one company's.

use serde::Serialize;
use serde_json::{Map, Value, json};
use virtual_finance::error::ConversionError;
use virtual_finance::request::{Context, Endpoint, RawReply, Request as _};
use virtual_finance::{
    DateTime, EarningsDates, Financials, Holders, Index, Profile, Screener, ScreenerName, Screeners,
};
use virtual_finance_sample::{DEFAULT_NOW, SampleRequest, agreed, reply, reply_to};

const PROFILE: &str = "summaryProfile,summaryDetail,quoteType,defaultKeyStatistics,assetProfile,\
                       upgradeDowngradeHistory,calendarEvents,esgScores,price";
const HOLDERS: &str = "majorHoldersBreakdown,institutionOwnership,fundOwnership";
const DISCOVER: &str =
    "/ws/screeners/v1/finance/screener/discover?modules=neo_investment_ideas&formatted=true";
/// All of the past, and the present.
const SPAN: &str = "period1=0&period2=1719604800";

fn body(target: &str) -> String {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let reply = reply(path, query, DEFAULT_NOW);
    assert_eq!(reply.status, 200, "{target}: {}", reply.body);
    reply.body
}

fn json_of(target: &str) -> Value {
    serde_json::from_str(&body(target)).unwrap()
}

/// Returns the reply to a target, or to several, as the contract has it.
fn converted<E>(request: &E, targets: &[&str]) -> Result<Value, ConversionError>
where
    E: Endpoint,
    E::Response: Serialize,
{
    let bodies: Vec<String> = targets.iter().map(|target| body(target)).collect();
    let replies: Vec<_> = bodies.iter().map(|body| RawReply::new(body.as_bytes())).collect();
    let cx = Context::new(&[("logo_service_url", "https://logo.example")], DateTime::from(DEFAULT_NOW));
    Ok(serde_json::to_value(request.convert(&cx, &replies)?.response).unwrap())
}

fn summary(ticker: &str, modules: &str, formatted: bool) -> String {
    format!("/v10/finance/quoteSummary/{ticker}?modules={modules}&formatted={formatted}")
}

fn filled(value: &Value) -> Map<String, Value> {
    value.as_object().unwrap().clone().into_iter().filter(|(_, value)| !value.is_null()).collect()
}

#[test]
fn a_profile_is_the_same_from_page_and_summary() {
    for ticker in ["IBM", "BRK-B", "%5EDJI", "MODERN", "TRAPS"] {
        let is_company = !ticker.starts_with("%5E");
        let request = Profile::new(ticker.replace("%5E", "^")).partial(!is_company);
        let of = |target: &str| converted(&request, &[target]).unwrap();
        let mut page = of(&format!("/quote/{ticker}"));
        // A store has ESG scores, and the sources of today have them no more.
        assert_eq!(page["sustainability"].take().is_null(), ticker == "MODERN" || !is_company, "{ticker}");
        assert_eq!(page, of(&summary(ticker, PROFILE, true)), "{ticker}");
        // Without texts the host leaves out what is empty, where the page has a null.
        let bare = of(&summary(ticker, PROFILE, false));
        assert_eq!(filled(&page["info"]), filled(&bare["info"]), "{ticker}");
        for part in ["recommendations", "calendar", "sustainability"] {
            assert_eq!(page[part], bare[part], "{ticker} {part}");
        }
        let officers = page["info"]["companyOfficers"].as_array();
        assert_eq!(officers.is_some_and(|officers| !officers.is_empty()), is_company, "{ticker}");
    }
}

#[test]
fn holders_and_components_come_from_page_and_services() {
    for ticker in ["IBM", "BRK-B", "MODERN"] {
        for target in [format!("/quote/{ticker}/holders"), summary(ticker, HOLDERS, false)] {
            let holders = converted(&Holders::new(ticker), &[&target]).unwrap();
            for part in ["institutional", "mutualfund"] {
                assert!(holders[part]["holders"].as_array().unwrap().len() > 1, "{target} {part}");
            }
        }
    }
    let page = converted(&Index::new("^DJI"), &["/quote/%5EDJI/components"]).unwrap();
    let components = summary("%5EDJI", "components", false);
    let today = converted(&Index::new("^DJI"), &[&components, "/v7/finance/quote?symbols=IBM,ACME,OAR"]);
    assert_eq!(page["Symbol"], today.unwrap()["Symbol"]);
    assert_eq!(page["Symbol"].as_object().unwrap().len(), 3);
}

/// Returns the time series that the contract has items for, as a query has them.
fn series() -> String {
    let names = "NetIncome DepreciationAndAmortization ChangesInAccountReceivables ChangeInInventory \
             ChangeInPayablesAndAccruedExpense ChangeInOtherWorkingCapital ChangeInWorkingCapital \
             OperatingCashFlow CapitalExpenditure CashDividendsPaid ChangesInCash TotalAssets \
             CurrentAssets TotalNonCurrentAssets NetPPE InvestmentsAndAdvances Goodwill \
             OtherIntangibleAssets CurrentDebt CommercialPaper OtherNonCurrentLiabilities \
             TradeandOtherPayablesNonCurrent TotalLiabilitiesNetMinorityInterest StockholdersEquity \
             RetainedEarnings MinorityInterest TotalRevenue CostOfRevenue GrossProfit InterestExpense \
             PretaxIncome TaxProvision OperatingIncome NetIncomeCommonStockholders";
    let both = names.split(' ').map(|name| format!("annual{name},quarterly{name}"));
    both.collect::<Vec<_>>().join(",")
}

fn timeseries(ticker: &str, types: &str, span: &str) -> String {
    format!("/ws/fundamentals-timeseries/v1/finance/timeseries/{ticker}?symbol={ticker}&type={types}&{span}")
}

#[test]
fn financials_are_the_same_where_both_have_an_item() {
    let request = Financials::new("IBM");
    let page = converted(&request, &["/quote/IBM/financials"]).unwrap();
    let steps = [summary("IBM", "earnings", false), timeseries("IBM", &series(), SPAN)];
    let today = converted(&request, &[&steps[0], &steps[1]]).unwrap();
    assert_eq!(page["earnings"], today["earnings"]);
    let mut compared = 0;
    for group in ["cashflow", "balancesheet", "financials"] {
        for period in ["yearly", "quarterly"] {
            let (page, today) = (&page[group][period], &today[group][period]);
            assert_eq!(today.as_array().unwrap().len(), 4, "{group} {period}");
            for (page, today) in page.as_array().unwrap().iter().zip(today.as_array().unwrap()) {
                for (item, amount) in today.as_object().unwrap() {
                    // The host's time series are of floats.
                    assert_eq!(page[item].as_f64(), amount.as_f64(), "{group} {period} {item}");
                    compared += 1;
                }
            }
        }
    }
    // 11, 13 and 11 items and the date of each, in two times four statements.
    assert_eq!(compared, 8 * (12 + 14 + 12));
    let chart = &page["earnings"]["yearly"][3];
    let newest = &page["financials"]["yearly"][0];
    assert_eq!(chart["revenue"], newest["totalRevenue"]);
    assert_eq!(chart["earnings"], newest["netIncome"]);
    assert_eq!(page["cashflow"]["yearly"][0]["netIncome"], newest["netIncome"]);
}

#[test]
fn time_series_are_those_that_were_asked_for() {
    let types =
        "annualNetIncome,quarterlyInterestExpense,trailingMarketCap,annualNoSuchThing,annualTotalAssets";
    // The two years that end in it.
    let reply = json_of(&timeseries("IBM", types, "period1=1672444800&period2=1703980800"));
    let entries = reply["timeseries"]["result"].as_array().unwrap();
    let given = types.split(',');
    assert_eq!(entries.len(), given.clone().count());
    for (entry, name) in entries.iter().zip(given) {
        assert_eq!(entry["meta"], json!({"symbol": ["IBM"], "type": [name]}));
        let is_known = !name.starts_with("trailing") && !name.contains("NoSuch");
        assert_eq!(entry.as_object().unwrap().len(), if is_known { 3 } else { 1 }, "{entry}");
        if is_known {
            let points = entry[name].as_array().unwrap();
            assert_eq!(entry["timestamp"].as_array().unwrap().len(), points.len());
            assert_eq!(points.len(), if name.starts_with("annual") { 2 } else { 3 }, "{name}");
            let dates: Vec<&str> = points.iter().map(|point| point["asOfDate"].as_str().unwrap()).collect();
            assert!(dates.is_sorted() && dates.ends_with(&["2023-12-31"]), "{dates:?}");
            assert!(points.iter().all(|point| point["reportedValue"]["raw"].is_f64()), "{name}");
        }
    }
}

#[test]
fn the_summary_has_the_sections_that_were_asked_for() {
    let sections = |modules: &str, formatted: bool| {
        json_of(&summary("IBM", modules, formatted))["quoteSummary"]["result"][0].take()
    };
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    // The host has ESG scores of nobody anymore.
    assert_eq!(keys(&sections("summaryDetail,esgScores,noSuchThing", false)), ["summaryDetail"]);
    let cases = [
        // A figure, an empty figure and a null.
        ("summaryDetail", "/beta", Some(json!({"raw": 2.114_07, "fmt": "2.11"})), Some(json!(2.114_07))),
        ("summaryDetail", "/navPrice", Some(json!({})), None),
        ("summaryDetail", "/toCurrency", Some(Value::Null), Some(Value::Null)),
        // What stays as it is.
        ("balanceSheetHistory", "/balanceSheetStatements/0/cash", Some(json!({})), Some(json!({}))),
        (
            "incomeStatementHistory",
            "/incomeStatementHistory/0/ebit",
            Some(json!({"raw": 0, "fmt": null, "longFmt": "0"})),
            Some(json!({"raw": 0, "fmt": null, "longFmt": "0"})),
        ),
    ];
    for (module, pointer, formatted, bare) in cases {
        assert_eq!(
            sections(module, true).pointer(&format!("/{module}{pointer}")).cloned(),
            formatted,
            "{pointer}"
        );
        assert_eq!(
            sections(module, false).pointer(&format!("/{module}{pointer}")).cloned(),
            bare,
            "{pointer}"
        );
    }
    let owners = sections("fundOwnership", false);
    assert!(owners["fundOwnership"]["ownershipList"][0]["position"]["longFmt"].is_string());
    let statement =
        &sections("cashflowStatementHistory", false)["cashflowStatementHistory"]["cashflowStatements"][0];
    assert_eq!(filled(statement).iter().filter(|(_, item)| **item != json!({})).count(), 3, "{statement}");
    for (target, status, code) in [
        (summary("IBM", "noSuchThing", false), 404, "Not Found"),
        (summary("NOTFOUND", PROFILE, false), 404, "Not Found"),
        ("/v10/finance/quoteSummary/IBM".to_owned(), 400, "Bad Request"),
    ] {
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        let reply = reply(path, query, DEFAULT_NOW);
        let body: Value = serde_json::from_str(&reply.body).unwrap();
        assert_eq!(
            (reply.status, &body["quoteSummary"]["error"]["code"]),
            (status, &json!(code)),
            "{target}"
        );
    }
}

#[test]
fn a_screener_is_the_same_from_page_and_service() {
    let name = ScreenerName::DayGainers;
    let of = |target: &str| converted(&Screener::new(name.clone()), &[target]).unwrap();
    let page = of("/screener/predefined/DAY_GAINERS");
    for target in [
        "/v1/finance/screener/predefined/saved?scrIds=day_gainers&count=250&formatted=false",
        "/v1/finance/screener/predefined/saved?scrIds=DAY_GAINERS&count=250&formatted=true",
    ] {
        let today = of(target);
        assert_eq!((&page["total"], &page["columns"]), (&today["total"], &today["columns"]));
        let rows = today["rows"].as_array().unwrap();
        assert!(rows.len() > 25 && today["total"] == rows.len());
        let mut symbols: Vec<&Value> = rows.iter().map(|row| &row["symbol"]).collect();
        symbols.sort_by_key(|symbol| symbol.as_str());
        symbols.dedup();
        assert_eq!(symbols.len(), rows.len(), "each once");
        for row in page["rows"].as_array().unwrap() {
            let same = rows.iter().find(|other| other["symbol"] == row["symbol"]).unwrap();
            // The service leaves out what the page shows as empty, and has more than the page shows.
            for (name, value) in row.as_object().unwrap().iter().filter(|(_, value)| !value.is_null()) {
                assert_eq!(Some(value), same.get(name), "{name}");
            }
        }
    }
}

#[test]
fn the_service_lists_newer_screeners_beside_those_of_the_page() {
    let of = |target: &str| converted(&Screeners::new(), &[target]).unwrap()["screeners"].take();
    let (page, today) = (of("/screener"), of(DISCOVER));
    let (page, today) = (page.as_array().unwrap(), today.as_array().unwrap());
    assert_eq!(today.get(..page.len()), Some(page.as_slice()));
    assert_eq!(today.len(), page.len().saturating_add(6));
}

#[test]
fn quotes_tell_what_charts_and_options_tell() {
    let quote = json_of("/v7/finance/quote?symbols=IBM,NOTFOUND,%5EDJI");
    let quotes = quote["quoteResponse"]["result"].as_array().unwrap();
    assert_eq!(quotes.len(), 2, "an unknown symbol is left out");
    assert_eq!(quotes[1]["quoteType"], "INDEX");
    let chart = &json_of("/v8/finance/chart/IBM?range=1d")["chart"]["result"][0]["meta"];
    assert_eq!(quotes[0]["regularMarketPrice"], chart["regularMarketPrice"]);
    assert_eq!(quotes[0], json_of("/v7/finance/options/IBM")["optionChain"]["result"][0]["quote"]);
}

#[test]
fn pages_of_today_carry_many_replies_in_scripts() {
    for (path, own) in [("", 2), ("/financials", 1), ("/holders", 1)] {
        let page = body(&format!("/quote/MODERN{path}"));
        assert!(page.len() > 90_000, "{path}: {}", page.len());
        assert!(!page.contains("<table") && !page.contains("root.App.main"), "{path}");
        assert!(page.matches("data-sveltekit-fetched").count() >= 9, "{path}");
        let about = |ticker: &str| page.matches(&format!("/v10/finance/quoteSummary/{ticker}")).count();
        assert_eq!(about("MODERN?"), own, "{path}");
        assert_eq!(about("").saturating_sub(own), 2, "{path}: others");
        assert!(page.contains("&amp;modules=") && page.contains("\"body\":\"aB/cD.eFgHi\""), "{path}");
    }
    assert!(!body("/quote/MODERN/financials").contains("cashflowStatementHistory"));
}

fn failed<T>(converted: Result<T, ConversionError>) -> (u16, String) {
    let error = converted.map(drop).unwrap_err();
    (error.status(), format!("{:?}", error.fault()))
}

#[test]
fn pages_of_agreed_tickers_fail_as_agreed() {
    for (ticker, profile, fault) in [
        (agreed::SEALED, 422, "Custom(Encrypted)"),
        (agreed::GONE, 404, "NotFound { code: \"Not Found\""),
        (agreed::LOCKED, 422, "Unauthorized { code: \"Unauthorized\""),
        (agreed::OTHER, 422, "AboutOther {"),
        (agreed::CUTSCRIPT, 422, "Cut("),
    ] {
        let page = |path: &str| format!("/quote/{ticker}{path}");
        for (name, expected, (status, found)) in [
            ("profile", profile, failed(converted(&Profile::new(ticker), &[&page("")]))),
            ("financials", 422, failed(converted(&Financials::new(ticker), &[&page("/financials")]))),
            ("holders", 422, failed(converted(&Holders::new(ticker), &[&page("/holders")]))),
        ] {
            assert_eq!(status, expected, "{ticker} {name}: {found}");
            assert!(found.starts_with(fault), "{ticker} {name}: {found}");
        }
        // The JSON is as usual.
        converted(&Profile::new(ticker), &[&summary(ticker, PROFILE, false)]).unwrap();
    }
    let modern = converted(&Financials::new("MODERN"), &["/quote/MODERN/financials"]);
    assert!(failed(modern).1.starts_with("Custom(NoStatements)"), "the earnings alone");
    let index = converted(&Index::new("MODERN"), &["/quote/MODERN/components"]);
    assert_eq!(failed(index).0, 422);
}

/// The next earnings are those of the calendar of the profile, the last ones those of the analysts' history.
#[test]
fn earnings_dates_are_the_same_from_page_and_service() {
    for ticker in ["IBM", "BRK-B", "MODERN"] {
        let request = EarningsDates::new(ticker).count(6).offset(1);
        let page = converted(&request, &[&format!("/calendar/earnings?symbol={ticker}&offset=1&size=100")]);
        let sent = SampleRequest {
            method: "POST",
            path: "/v1/finance/visualization",
            query: "",
            headers: &[],
            body: &request.body(DEFAULT_NOW.into()).unwrap().unwrap().text(),
        };
        let service = reply_to(&sent, DEFAULT_NOW);
        let cx = Context::new(&[], DateTime::from(DEFAULT_NOW));
        let service = request.convert(&cx, &[RawReply::new(service.body.as_bytes())]).unwrap().response;
        let mut service = serde_json::to_value(service).unwrap();
        assert_eq!(service["total"].take(), 41);
        for date in service["dates"].as_array_mut().unwrap() {
            date.as_object_mut()
                .unwrap()
                .retain(|name, _| !["eventName", "startType"].contains(&name.as_str()));
        }
        assert_eq!(page.unwrap(), service);
        let history =
            &json_of(&summary(ticker, "earningsHistory,calendarEvents", false))["quoteSummary"]["result"][0];
        let last = &history["earningsHistory"]["history"][3];
        let dates = &service["dates"];
        assert_eq!(
            [&dates[0]["epsEstimate"], &dates[0]["epsActual"]],
            [&last["epsEstimate"]["raw"], &last["epsActual"]["raw"]]
        );
        let next = converted(
            &EarningsDates::new(ticker),
            &[&format!("/calendar/earnings?symbol={ticker}&offset=0&size=25")],
        )
        .unwrap();
        let expected = &history["calendarEvents"]["earnings"];
        assert_eq!(next["dates"][0]["epsEstimate"], expected["earningsAverage"]);
        let days = |time: &Value| time.as_i64().unwrap() / 86_400;
        assert_eq!(days(&next["dates"][0]["date"]), days(&expected["earningsDate"][0]));
    }
}
