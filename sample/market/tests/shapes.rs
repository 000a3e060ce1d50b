//! The other eight replies: what must be in them, that they are the same every time, and what the agreed
//! tickers do.

use serde_json::Value;
use virtual_finance_sample::{DEFAULT_NOW, Reply, agreed, reply};

/// Returns every path for a ticker, with a query where one is needed.
fn paths(ticker: &str) -> Vec<(String, String)> {
    let path = |path: String| (path, String::new());
    let screener = match ticker {
        "IBM" => "DAY_GAINERS",
        "AAPL" => "DAY_LOSERS",
        agreed => agreed,
    };
    vec![
        path(format!("/quote/{ticker}")),
        path(format!("/quote/{ticker}/financials")),
        path(format!("/quote/{ticker}/holders")),
        path(format!("/quote/{ticker}/components")),
        path(format!("/screener/predefined/{screener}")),
        path(format!("/v8/finance/chart/{ticker}")),
        path(format!("/v7/finance/options/{ticker}")),
        ("/ajax/SearchController_Suggest".into(), format!("query={ticker}&max_results=10")),
    ]
}

fn get(path: &str, query: &str) -> Reply {
    reply(path, query, DEFAULT_NOW)
}

fn body(path: &str, query: &str) -> String {
    let reply = get(path, query);
    assert_eq!(reply.status, 200, "{path}");
    reply.body
}

/// Returns the stores of a page, read as a client reads them.
fn stores(page: &str) -> Value {
    let marker = "root.App.main = ";
    assert_eq!(page.matches(marker).count(), 1);
    assert!(page.trim_end().ends_with("</html>"));
    let from = page.find(marker).unwrap() + marker.len();
    let mut values = serde_json::Deserializer::from_str(&page[from..]).into_iter::<Value>();
    let mut main = values.next().unwrap().unwrap();
    assert!(page[from + values.byte_offset()..].starts_with(";\n}(this));\n</script>"));
    main["context"]["dispatcher"]["stores"].take()
}

#[test]
fn replies_depend_on_the_question_alone() {
    for ((path, query), (other, other_query)) in paths("IBM").into_iter().zip(paths("AAPL")) {
        assert_eq!(get(&path, &query), get(&path, &query), "{path}");
        if !path.ends_with("holders") {
            assert_eq!(get(&path, &query).body, get(&path.replace("IBM", "ibm"), &query).body, "{path}");
        }
        assert_ne!(get(&path, &query).body, get(&other, &other_query).body, "{path}");
    }
}

#[test]
fn profile_has_the_sections() {
    let page = body("/quote/IBM", "");
    assert_eq!(page.matches("\"QuoteSummaryStore\":").count(), 1, "only the key itself is unescaped");
    let store = &stores(&page)["QuoteSummaryStore"];
    let objects = "summaryProfile summaryDetail quoteType defaultKeyStatistics calendarEvents esgScores \
             upgradeDowngradeHistory earnings price pageViews";
    for section in objects.split(' ') {
        assert!(store[section].as_object().is_some_and(|section| section.len() > 1), "{section}");
    }
    let detail = &store["summaryDetail"];
    assert!(detail["regularMarketOpen"]["raw"].is_f64());
    assert!(detail["averageDailyVolume10Day"]["raw"].is_i64());
    assert!(detail["averageDailyVolume10Day"]["longFmt"].is_string());
    assert!(detail["exDividendDate"]["raw"].is_i64());
    assert_eq!(detail["navPrice"], serde_json::json!({}));
    assert_eq!(detail["toCurrency"], Value::Null);
    assert!(store["upgradeDowngradeHistory"]["history"].as_array().unwrap().len() > 10);
    assert_eq!(
        store["summaryProfile"]["longBusinessSummary"],
        "Elmgate Water plc makes and services lamps, lenses and control systems for lighthouses and \
             harbors. It serves customers in the United States, Canada and Europe through its own offices \
             and through partners. The company was founded in 1970 and is based in Mill Harbor, WA."
    );
    assert!(page.contains("http:\\u002F\\u002Fwww.ibm.example"));
    for name in ["earningsAverage", "earningsLow", "earningsHigh", "revenueAverage"] {
        assert!(store["calendarEvents"]["earnings"][name]["raw"].is_number(), "{name}");
    }
}

/// Invented texts read like those of a company; the texts of one ticker mislead careless readers.
#[test]
fn the_traps_have_a_ticker_of_their_own() {
    const MARKS: [&str; 4] = ["};", "}(this));", "{}", "\"QuoteSummaryStore\":"];
    let story = |ticker: &str| {
        let page = body(&format!("/quote/{ticker}"), "");
        stores(&page)["QuoteSummaryStore"]["summaryProfile"]["longBusinessSummary"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    for mark in MARKS {
        assert!(story(agreed::TRAPS).contains(mark), "{mark}");
    }
    for ticker in ["IBM", "AAPL", "MSFT", "BRK-B", "T"] {
        let summary = body(
            &format!("/v10/finance/quoteSummary/{ticker}"),
            "modules=summaryProfile,esgScores,price,quoteType&formatted=true",
        );
        let screeners = stores(&body("/screener", ""))["ScreenerStore"].to_string();
        let texts = story(ticker) + &summary + &screeners;
        for mark in ["};", "(this)", "{} ", "\"QuoteSummaryStore", "\\\\"] {
            assert!(!texts.contains(mark), "{ticker}: {mark}");
        }
    }
}

#[test]
fn financials_have_six_lists_of_statements_newest_first() {
    let page = body("/quote/IBM/financials", "");
    let store = &stores(&page)["QuoteSummaryStore"];
    let cases = [
        ("cashflowStatementHistory", "cashflowStatements", "netIncome"),
        ("balanceSheetHistory", "balanceSheetStatements", "totalAssets"),
        ("incomeStatementHistory", "incomeStatementHistory", "totalRevenue"),
    ];
    // The latest period that ends before 2024-06-28.
    for (suffix, newest) in [("", "2023-12-31"), ("Quarterly", "2024-03-31")] {
        for (section, list, entry) in cases {
            let statements = store[format!("{section}{suffix}")][list].as_array().unwrap();
            assert_eq!(statements.len(), 4);
            assert_eq!(statements[0]["endDate"]["fmt"], newest);
            let ends = statements.iter().map(|statement| statement["endDate"]["raw"].as_i64().unwrap());
            assert!(ends.is_sorted_by(|one, next| one > next));
            assert!(statements.iter().all(|statement| statement[entry]["raw"].is_i64()), "{section}");
        }
    }
    let chart = &store["earnings"]["financialsChart"];
    assert_eq!(chart["yearly"][3]["date"], 2023);
    assert_eq!(chart["quarterly"][3]["date"], "1Q2024");
    assert!(chart["yearly"][0]["revenue"]["raw"].is_i64());
}

#[test]
fn pages_of_tables_are_those_of_the_examples_about_the_subject() {
    for (path, tables, subject) in
        [("/quote/AAPL/holders", 3, "(AAPL)"), ("/quote/%5EGSPC/components", 1, "(^GSPC)")]
    {
        let page = body(path, "");
        assert_eq!(page.matches("<table").count(), tables, "{path}");
        assert!(page.contains(subject) && !page.contains("(IBM)"), "{path}: {page}");
    }
}

#[test]
fn screeners_and_screener_have_the_fields_of_the_contract() {
    let page = stores(&body("/screener", ""));
    let list = page["ScreenerStore"]["predefinedList"].as_array().unwrap();
    assert_eq!(list.len(), 16);
    let mut without_ratio = 0;
    for entry in list {
        assert!(entry["title"].is_string() && entry["description"].is_string());
        assert_eq!(entry["predefinedScr"], true);
        let name = entry["canonicalName"].as_str().unwrap();
        let page = stores(&body(&format!("/screener/predefined/{name}"), ""));
        let results = &page["ScreenerResultsStore"]["results"];
        let rows = results["rows"].as_array().unwrap();
        let is_fund = rows[0]["quoteType"] == "MUTUALFUND";
        assert_eq!(rows.len(), 25.min(results["total"].as_u64().unwrap().try_into().unwrap()), "{name}");
        assert!(rows.len() > 5, "{name}");
        assert!(rows.iter().all(|row| row["regularMarketVolume"]["longFmt"].is_string()), "{name}");
        // Funds have neither, and companies with losses have no ratio.
        let lacks = |member: &str| rows.iter().filter(|row| row[member] == serde_json::json!({})).count();
        assert_eq!(lacks("marketCap"), if is_fund { rows.len() } else { 0 }, "{name}");
        assert_eq!(lacks("trailingPE") == rows.len(), is_fund, "{name}");
        without_ratio += if is_fund { 0 } else { lacks("trailingPE") };
        assert_eq!(results["columns"].as_array().unwrap().len(), 17);
        assert!(results["total"].is_i64() && results["filters"].is_object());
    }
    assert!(without_ratio > 0);
}

#[test]
fn options_come_for_the_asked_expiration() {
    let chain = |query: &str| -> Value {
        let body: Value = serde_json::from_str(&body("/v7/finance/options/IBM", query)).unwrap();
        body["optionChain"]["result"][0].clone()
    };
    let nearest = chain("");
    let dates: Vec<i64> =
        nearest["expirationDates"].as_array().unwrap().iter().map(|date| date.as_i64().unwrap()).collect();
    assert_eq!(dates.len(), 8);
    assert!(dates.is_sorted_by(|one, next| one < next) && dates[0] > DEFAULT_NOW - 86_400);
    assert!(dates.iter().all(|date| date % 86_400 == 0));
    assert_eq!(nearest["options"][0]["expirationDate"], dates[0]);
    let third = chain(&format!("date={}", dates[2]));
    assert_eq!(third["options"][0]["expirationDate"], dates[2]);
    assert_eq!(chain("date=1")["options"], serde_json::json!([]));

    let price = nearest["quote"]["regularMarketPrice"].as_f64().unwrap();
    for (side, in_the_money) in [("calls", true), ("puts", false)] {
        let contracts = third["options"][0][side].as_array().unwrap();
        assert_eq!(contracts.len(), nearest["strikes"].as_array().unwrap().len());
        for contract in contracts {
            let strike = contract["strike"].as_f64().unwrap();
            assert_eq!(contract["inTheMoney"], (strike < price) == in_the_money);
            assert!(contract["contractSymbol"].as_str().unwrap().starts_with("IBM24"));
            for name in ["lastPrice", "change", "percentChange", "bid", "ask", "impliedVolatility"] {
                assert!(contract[name].is_f64(), "{name}");
            }
        }
    }
    let all: Vec<&Value> = third["options"][0]["calls"].as_array().unwrap().iter().collect();
    assert!(all.iter().any(|contract| contract["volume"].is_i64()));
}

#[test]
fn isin_suggestions_hold_the_ticker_among_others() {
    for ticker in ["IBM", "AAPL", "BRK-B", "ENEL.MI"] {
        let body = body("/ajax/SearchController_Suggest", &format!("query={ticker}&max_results=25"));
        assert!(body.matches("new Array(\"").count() > 2, "{body}");
        assert_eq!(body.matches(&format!("\"{ticker}|US")).count(), 1, "{body}");
    }
    let unknown = body("/ajax/SearchController_Suggest", "query=NOTFOUND&max_results=25");
    assert!(!unknown.contains("NOTFOUND"), "{unknown}");
}

#[test]
fn agreed_tickers_misbehave_as_agreed() {
    let statuses = [
        (agreed::LIMITED, 429),
        (agreed::BROKEN, 500),
        (agreed::EMPTY, 200),
        (agreed::CUT, 200),
        (agreed::HTML, 200),
        (agreed::NOOPTIONS, 200),
    ];
    for (ticker, status) in statuses {
        for (path, query) in paths(ticker) {
            assert_eq!(get(&path, &query).status, status, "{path}");
        }
    }
    for (path, query) in paths(agreed::NOTFOUND) {
        let reply = get(&path, &query);
        assert_eq!(reply.status, if path.starts_with("/ajax") { 200 } else { 404 }, "{path}");
        if path.starts_with("/v") {
            let body: Value = serde_json::from_str(&reply.body).unwrap();
            let envelope = body.as_object().unwrap().values().next().unwrap();
            assert!(envelope["result"].is_null() && envelope["error"]["code"] == "Not Found", "{path}");
        }
    }
    for (path, query) in paths(agreed::EMPTY) {
        assert_eq!(get(&path, &query).body, "", "{path}");
    }
    for (path, query) in paths(agreed::CUT) {
        let body = get(&path, &query).body;
        assert!(body.len() > 100 && !body.contains("</html>"), "{path}");
        assert!(!body.contains("</script></body>") && !body.ends_with(");"), "{path}");
        assert!(!path.starts_with("/v") || serde_json::from_str::<Value>(&body).is_err(), "{path}");
    }
    for (path, query) in paths(agreed::HTML) {
        assert!(get(&path, &query).body.contains("Will be right back"), "{path}");
    }
    assert_eq!(get("/v8/finance/chart/LIMITED", "").body, "Too Many Requests\r\n");
    assert_eq!(get("/v8/finance/chart/DELISTED", "").status, 404);
    assert_eq!(get("/quote/DELISTED", "").status, 200);
    let none = body("/v7/finance/options/NOOPTIONS", "");
    assert_eq!(none, r#"{"optionChain":{"result":[],"error":null}}"#);
}

#[test]
fn a_cut_page_of_tables_is_cut_within_them() {
    for path in ["/quote/CUT/holders", "/quote/CUT/components"] {
        let body = get(path, "").body;
        assert!(body.contains("<table") && !body.contains("root.App.main"), "{path}");
    }
}

#[test]
fn every_other_path_is_not_found() {
    let paths = " / /quote /quote/ /quote/IBM/ /quote/IBM/analysis /v8/finance/chart/ /v1/a /%ff";
    for path in paths.split(' ') {
        assert_eq!(get(path, "").status, 404, "{path}");
    }
}
