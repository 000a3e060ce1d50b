//! Replies that lack something: an empty or null frame with the right columns and types, never a panic and
//! never a shifted row.

use crate::support::{column, columns, convert, names, rows, schema, zone};
use serde_json::{Value, json};
use virtual_finance_compat::polars::prelude::DataFrame;
use virtual_finance_compat::{
    Error, FinancialsFrames, HistoryFrames, HoldersFrames, OptionsFrames, ProfileFrames, StatementsFrames,
    frames,
};
use virtual_finance_tests::{html, page};

const PRICES: &str = "Open: f64, High: f64, Low: f64, Close: f64, Adj Close: f64, Volume: i64, Dividends: \
     f64, Stock Splits: f64";

fn history(members: Value) -> HistoryFrames {
    let mut result = json!({"meta": {"symbol": "IBM", "exchangeTimezoneName": "America/New_York"}});
    result.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    let reply = json!({"chart": {"result": [result], "error": null}});
    convert(&virtual_finance::History::new("IBM"), reply.to_string()).into()
}

/// Bars with one list for every column.
fn bars(timestamp: &Value, list: &Value) -> Value {
    let quote = json!({"open": list, "high": list, "low": list, "close": list, "volume": list});
    json!({"timestamp": timestamp, "indicators": {"quote": [quote], "adjclose": [{"adjclose": list}]}})
}

fn prints(frame: &DataFrame) {
    assert!(frame.to_string().contains("shape"));
}

#[test]
fn histories_keep_their_columns() {
    let day = 1_719_581_400;
    let cases = [
        ("no bars", json!({"indicators": {"quote": [{}]}}), 0),
        ("empty lists", bars(&json!([]), &json!([])), 0),
        ("one row", bars(&json!([day]), &json!([7])), 1),
        ("null", bars(&json!([day, day + 86_400]), &json!([null, 7])), 2),
        ("duplicate times", bars(&json!([day, day]), &json!([7, 8])), 1),
        ("one column", json!({"timestamp": [day], "indicators": {"quote": [{"close": [7]}]}}), 1),
        ("a time beyond all years", bars(&json!([day, 100_000_000_000_000_i64]), &json!([1, 2])), 1),
    ];
    for (case, members, height) in cases {
        let frames = history(members);
        for frame in [frames.history().unwrap(), frames.back_adjusted().unwrap()] {
            let types = schema(&frame);
            assert_eq!(types[0], "Date: datetime[ms, America/New_York]", "{case}");
            assert_eq!(types[1..].join(", "), PRICES, "{case}");
            assert_eq!(frame.height(), height, "{case}");
            prints(&frame);
        }
        for (frame, types) in [
            (frames.dividends().unwrap(), "Date: date, Dividends: f64"),
            (frames.splits().unwrap(), "Date: date, Stock Splits: f64"),
            (frames.actions().unwrap(), "Date: date, Dividends: f64, Stock Splits: f64"),
        ] {
            assert_eq!((columns(&frame).as_str(), frame.height()), (types, 0), "{case}");
            prints(&frame);
        }
    }
}

#[test]
fn values_stay_with_their_times() {
    let frame = history(bars(&json!([10, 10, i64::MAX, 30]), &json!([1, null, 3, 4.0]))).history().unwrap();
    let row =
        |date: Value, value: f64| json!([date, value, value, value, value, value, value as i64, 0.0, 0.0]);
    assert_eq!(rows(&frame), [row(json!(10_000), 1.0), row(json!(30_000), 4.0)]);
    // A list that was shortened afterwards ends in nulls.
    let mut response = history(bars(&json!([10, 20]), &json!([1, 2]))).into_response();
    response.ohlcdata.close.as_mut().unwrap().pop();
    let frame = frames::history::prices(&response).unwrap();
    assert_eq!(
        (column(&frame, "Close"), column(&frame, "Open")),
        (vec![json!(1.0), Value::Null], vec![json!(1.0), json!(2.0)])
    );
}

#[test]
fn a_fraction_among_integers_is_not_lost() {
    let frame = history(bars(&json!([10, 20]), &json!([1, 2.5]))).history().unwrap();
    assert_eq!(schema(&frame)[6], "Volume: f64");
    assert_eq!(column(&frame, "Volume"), [json!(1.0), json!(2.5)]);
}

#[test]
fn zones_that_nobody_knows_are_utc() {
    for (zone_name, expected) in [
        (json!("Europe/Berlin"), "Europe/Berlin"),
        (json!("Mars/Olympus"), "UTC"),
        (json!("*"), "UTC"),
        (json!(""), "UTC"),
        (Value::Null, "UTC"),
    ] {
        let mut members = bars(&json!([10]), &json!([1]));
        members["meta"] = json!({"exchangeTimezoneName": zone_name});
        let frame = history(members).history().unwrap();
        assert_eq!(
            (zone(&frame, "Date"), column(&frame, "Date")),
            (expected.to_owned(), vec![json!(10_000)])
        );
    }
}

#[test]
fn actions_are_sorted_and_share_a_day() {
    // 2024-06-28, 13:30 and 13:31 UTC, and 01:30 UTC, the evening before in New York.
    let (morning, later, evening) = (1_719_581_400, 1_719_581_460, 1_719_538_200);
    let frames = history(json!({
        "indicators": {"quote": [{}]},
        "events": {
            "dividends": {
                "1719581400": {"amount": 0.5, "date": morning},
                "1719538200": {"amount": 2, "date": evening},
                "1719581460": {"amount": 0.25, "date": later},
            },
            "splits": {
                "1719581400": {"date": morning, "numerator": 4, "denominator": 1, "splitRatio": "4:1"},
                "1719581460": {"date": later, "numerator": 1, "denominator": 0},
            },
        },
    }));
    let day = 1_719_532_800_000_i64;
    assert_eq!(
        rows(&frames.actions().unwrap()),
        [json!([day - 86_400_000, 2.0, null]), json!([day, 0.5, 4.0]), json!([day, 0.25, null])]
    );
    assert_eq!(rows(&frames.splits().unwrap()), [json!([day, 4.0])]);
}

#[test]
fn back_adjustment_is_yfinances_own() {
    let quote = json!({
        "open": [10, 10, 10, null], "high": [12, 12, 12, 12], "low": [8, 8, 8, 8], "close": [10, 0, 10, 10], "volume": [1, 1, 1, 1],
    });
    let frames = history(json!({
        "timestamp": [1, 2, 3, 4],
        "indicators": {"quote": [quote], "adjclose": [{"adjclose": [5, 5, null, 5]}]},
    }));
    assert_eq!(
        rows(&frames.back_adjusted().unwrap()),
        [
            json!([1000, 5.0, 6.0, 4.0, 10.0, 5.0, 1, 0.0, 0.0]),
            json!([2000, null, null, null, 0.0, 5.0, 1, 0.0, 0.0]),
            json!([3000, null, null, null, 10.0, null, 1, 0.0, 0.0]),
            json!([4000, null, 6.0, 4.0, 10.0, 5.0, 1, 0.0, 0.0]),
        ]
    );
}

/// Financials with the sections of a store, which has a statement beside them: a page without one is an error.
fn financials(mut store: Value) -> FinancialsFrames {
    store["cashflowStatementHistoryQuarterly"] = json!({"cashflowStatements": [{"netIncome": 1}]});
    let page = page("QuoteSummaryStore", &store.to_string());
    convert(&virtual_finance::Financials::new("IBM"), page).into()
}

fn balance_sheets(list: Value) -> DataFrame {
    let frames = financials(json!({"balanceSheetHistory": {"balanceSheetStatements": list}}));
    let sheets = frames.balancesheet().unwrap();
    assert_eq!((columns(&sheets.quarterly).as_str(), sheets.quarterly.height()), ("Breakdown: str", 0));
    sheets.yearly
}

#[test]
fn statements_are_never_shifted() {
    let date = 1_609_372_800;
    let frame = balance_sheets(json!([
        {"cash": 1, "goodWill": 2, "endDate": date, "maxAge": 1, "note": "text"},
        {"totalAssets": 3, "cash": null},
        {"dilutedEPS": 4, "goodWill": "text"},
    ]));
    assert_eq!(schema(&frame), ["Breakdown: str", "2020-12-31: i64", "no date: i64", "no date (2): i64"]);
    assert_eq!(
        rows(&frame),
        [
            json!(["Cash", 1, null, null]),
            json!(["Good Will", 2, null, null]),
            // A text is no amount: the converter leaves it out.
            json!(["Note", null, null, null]),
            json!(["Total Assets", null, 3, null]),
            json!(["Diluted Eps", null, null, 4]),
        ]
    );
    let frame =
        balance_sheets(json!([{"cash": 1, "shares": 2.5, "endDate": date}, {"cash": 3, "endDate": 0}]));
    assert_eq!(schema(&frame)[1..], ["2020-12-31: f64", "1970-01-01: f64"]);
    let frame = balance_sheets(json!([{"cash": null, "endDate": date}]));
    assert_eq!(
        (schema(&frame)[1].clone(), rows(&frame)),
        ("2020-12-31: i64".into(), vec![json!(["Cash", null])])
    );
    assert_eq!(balance_sheets(json!([])).height(), 0);
}

/// Statements in full have the host's order, whichever statement lacks a row, and the words that people know.
#[test]
fn full_statements_have_titles_and_names_in_the_host_s_order() {
    let series = |name: &str, figures: &[(&str, i64)]| {
        let points: Vec<Value> = figures
            .iter()
            .map(|(date, amount)| json!({"asOfDate": date, "currencyCode": "USD", "reportedValue": {"raw": amount}}))
            .collect();
        json!({"meta": {"symbol": ["IBM"], "type": [format!("annual{name}")]}, format!("annual{name}"): points})
    };
    let all = [
        series("EBITDA", &[("2023-12-31", 5), ("2022-12-31", 6)]),
        series("BasicEPS", &[("2023-12-31", 7)]),
        series("CostOfRevenue", &[("2022-12-31", 2)]),
        series("TotalRevenue", &[("2023-12-31", 9), ("2022-12-31", 8)]),
        series("DilutedNIAvailtoComStockholders", &[("2022-12-31", 4)]),
    ];
    let reply = json!({"timeseries": {"result": all, "error": null}});
    let response = convert(&virtual_finance::Statements::new("IBM"), reply.to_string());
    let frame = frames::financials::full(&response.income).unwrap();
    assert_eq!(StatementsFrames::from(response).currency(), Some("USD"));
    // Rows in several currencies have none in common.
    let mut mixed = reply.clone();
    mixed["timeseries"]["result"][0]["annualEBITDA"][0]["currencyCode"] = json!("EUR");
    let mixed = convert(&virtual_finance::Statements::new("IBM"), mixed.to_string());
    assert_eq!(StatementsFrames::from(mixed).currency(), None);
    assert_eq!(schema(&frame), ["Breakdown: str", "Name: str", "2023-12-31: i64", "2022-12-31: i64"]);
    assert_eq!(
        rows(&frame),
        [
            json!(["Total Revenue", "TotalRevenue", 9, 8]),
            json!(["Cost Of Revenue", "CostOfRevenue", null, 2]),
            json!(["Diluted NI Availto Com Stockholders", "DilutedNIAvailtoComStockholders", null, 4]),
            json!(["Basic EPS", "BasicEPS", 7, null]),
            json!(["EBITDA", "EBITDA", 5, 6]),
        ]
    );
}

/// The long term has a growth and no estimates.
#[test]
fn a_period_without_a_figure_has_no_row_of_nulls() {
    use frames::analysis;

    let long_term = json!({"period": "LTG", "endDate": null, "growth": 0.1,
        "earningsEstimate": {"avg": {}, "low": {}, "numberOfAnalysts": {}, "earningsCurrency": null},
        "revenueEstimate": {"avg": {}, "growth": {}, "revenueCurrency": "USD"},
        "epsTrend": {"current": {}, "epsTrendCurrency": null}, "epsRevisions": {"upLast7days": {}}});
    let year = json!({"period": "0y", "endDate": "2024-12-31", "growth": 0.2,
        "earningsEstimate": {"avg": {"raw": 2.5}}, "revenueEstimate": {"avg": {"raw": 9}},
        "epsTrend": {"current": {"raw": 2.5}}, "epsRevisions": {"upLast7days": {"raw": 0}}});
    let sections = json!({"earningsTrend": {"trend": [year, long_term]}, "quoteType": {"symbol": "IBM"}});
    let reply = json!({"quoteSummary": {"result": [sections], "error": null}});
    let response = convert(&virtual_finance::Analysis::new("IBM"), reply.to_string());
    for frame in [
        analysis::earnings_estimate(&response),
        analysis::revenue_estimate(&response),
        analysis::eps_trend(&response),
        analysis::eps_revisions(&response),
    ] {
        assert_eq!(column(&frame.unwrap(), "period"), [json!("0y")]);
    }
    assert_eq!(
        column(&analysis::growth_estimates(&response).unwrap(), "period"),
        [json!("0y"), json!("LTG")]
    );
}

#[test]
fn missing_sections_of_financials_have_no_rows() {
    let frames = financials(json!({}));
    for periods in [frames.balancesheet(), frames.cashflow(), frames.financials()] {
        assert_eq!(schema(&periods.unwrap().yearly), ["Breakdown: str"]);
    }
    for chart in [json!({}), json!({"yearly": null}), json!(7), json!({"yearly": [7, {}, {"date": "2020"}]})]
    {
        let frames = financials(json!({"earnings": {"financialsChart": chart}}));
        let earnings = frames.earnings().unwrap();
        assert_eq!(schema(&earnings.yearly), ["Year: i64", "Revenue: i64", "Earnings: i64"]);
        assert_eq!(schema(&earnings.quarterly), ["Quarter: str", "Revenue: i64", "Earnings: i64"]);
        if let Some(last) = rows(&earnings.yearly).last() {
            assert_eq!(*last, json!([2020, null, null]));
        }
    }
}

#[test]
fn a_missing_table_of_holders_breaks_no_other() {
    let major = "<h3>Major Holders</h3><table><tr><td>1%</td><td>of all</td></tr></table>";
    let funds = "<h3>Top Mutual Fund Holders</h3><table><thead><tr><th>Holder</th><th>Shares</th>\
        <th>Date Reported</th><th>% Out</th><th>Rank</th></tr></thead><tbody>\
        <tr><td>A</td><td>1,000</td><td>Dec 30, 2020</td><td>8.26%</td><td>1</td></tr>\
        <tr><td>B</td><td></td><td>soon</td><td></td><td></td></tr></tbody></table>";
    let frames = |body: &str| HoldersFrames::from(convert(&virtual_finance::Holders::new("IBM"), html(body)));
    let alone = frames(major);
    assert_eq!(rows(&alone.major().unwrap()), [json!(["1%", "of all"])]);
    let types = "Holder: str, Shares: i64, Date Reported: date, % Out: f64, Value: i64";
    for frame in [alone.institutional().unwrap(), alone.mutualfund().unwrap()] {
        assert_eq!((columns(&frame).as_str(), frame.height()), (types, 0));
    }
    let funds = frames(&format!("{major}{funds}")).mutualfund().unwrap();
    assert_eq!(schema(&funds)[..5].join(", "), types);
    assert_eq!(
        rows(&funds),
        [
            json!(["A", 1000, 1_609_286_400_000_i64, 8.26 / 100.0, null, 1]),
            json!(["B", null, null, null, null, null])
        ]
    );
}

fn options(result: Value) -> OptionsFrames {
    let reply = json!({"optionChain": {"result": [result], "error": null}});
    convert(&virtual_finance::Options::new("IBM"), reply.to_string()).into()
}

#[test]
fn chains_without_contracts_have_their_columns() {
    for chains in [
        json!([{"expirationDate": 86_400, "puts": []}]),
        json!([{"expirationDate": 86_400, "calls": [], "puts": null}]),
        json!([{"calls": [{"contractSymbol": "C", "strike": 75}], "puts": [{"contractSymbol": "P", "strike": 7, "lastTradeDate": 9_999_999_999_i64}]}]),
    ] {
        let dates = json!([86_400]);
        let frames = options(json!({
            "underlyingSymbol": "IBM", "expirationDates": dates, "strikes": [], "hasMiniOptions": false, "options": chains,
        }));
        let loaded = frames.response().options.first();
        let chain = frames::options::option_chain(loaded, Some("Europe/Berlin")).unwrap();
        for frame in [&chain.calls, &chain.puts] {
            assert_eq!(
                columns(frame),
                "contractSymbol: str, lastTradeDate: datetime[ms, Europe/Berlin], strike: f64, \
                     lastPrice: f64, bid: f64, ask: f64, change: f64, percentChange: f64, volume: i64, \
                     openInterest: i64, impliedVolatility: f64, inTheMoney: bool, contractSize: str, \
                     currency: str"
            );
            prints(frame);
        }
    }
    let error = frames::options::option_chain(None, Some("Berlin")).unwrap_err();
    assert!(matches!(error, Error::UnknownZone { .. }), "{error}");
}

fn profile(store: Value) -> ProfileFrames {
    let page = page("QuoteSummaryStore", &store.to_string());
    convert(&virtual_finance::Profile::new("IBM").partial(true), page).into()
}

#[test]
fn profiles_of_funds_have_what_there_is() {
    let fund = profile(json!({"summaryProfile": {"sector": "funds"}}));
    assert_eq!(fund.info()["sector"], "funds");
    assert_eq!(names(&fund.recommendations().unwrap()), ["Date", "Firm", "To Grade", "From Grade", "Action"]);
    assert_eq!(schema(&fund.sustainability().unwrap()), ["Breakdown: str", "Value: str"]);
    assert_eq!((fund.calendar().unwrap().height(), fund.calendar().unwrap().width()), (0, 9));
    assert_eq!((fund.sustainability_values(), fund.calendar_values()), (None, Default::default()));
    assert_eq!(profile(json!({})).info().len(), 0);

    let odd = profile(json!({
        "upgradeDowngradeHistory": {"history": [{"epochGradeDate": 7, "firm": null}, {}, {"epochGradeDate": i64::MAX}]},
        "calendarEvents": {"earnings": {"earningsDate": [1_618_862_400 + 1, "x"], "revenueLow": "x", "earningsLow": 1}},
        "esgScores": {"maxAge": 1, "ratingYear": 2021, "ratingMonth": 3, "totalEsg": 2.0, "peers": [1], "range": {"min": 1}, "percentile": null, "coal": true},
    }));
    let grades = odd.recommendations().unwrap();
    // One without any member and one of no time are left out by the converter.
    assert_eq!(column(&grades, "Date"), [json!(7000)]);
    prints(&grades);
    assert_eq!(
        rows(&odd.calendar().unwrap()),
        [json!([1_618_862_401_000_i64, null, 1.0, null, null, null, null, null, null])]
    );
    // Two dates between which the earnings are expected, and a dividend without any estimate.
    let two = profile(json!({"calendarEvents": {
        "earnings": {"earningsDate": [1_618_862_400, 1_619_208_000], "revenueLow": 7}, "exDividendDate": 1_618_876_800,
    }}));
    assert_eq!(
        rows(&two.calendar().unwrap()),
        [
            json!([1_618_862_400_000_i64, null, null, null, null, 7, null, 1_618_876_800_000_i64, null]),
            json!([1_619_208_000_000_i64, null, null, null, null, 7, null, 1_618_876_800_000_i64, null]),
        ]
    );
    let dividend = profile(json!({"calendarEvents": {"earnings": {}, "dividendDate": 1_618_876_800}}));
    assert_eq!(column(&dividend.calendar().unwrap(), "Dividend Date"), [json!(1_618_876_800_000_i64)]);
    assert_eq!(
        rows(&odd.sustainability().unwrap()),
        [json!(["totalEsg", "2.0"]), json!(["percentile", null]), json!(["coal", "true"])]
    );
}
