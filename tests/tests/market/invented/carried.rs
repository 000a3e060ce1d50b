//! Replies of services that quote pages carry: what a page has, and what it has not.

use serde_json::{Value, json};
use virtual_finance::request::{Context, Endpoint};
use virtual_finance::{
    Country, Insights, Interval, Language, Market, MarketSummary, MarketTime, Range, Similar, Spark,
    Trending, TrendingType,
};
use virtual_finance_tests::{HOSTS, NOW, convert, html, script_page};

/// Returns the path that the page has for a request, or the reason why no page has it.
fn page_of(request: &impl Endpoint) -> Result<String, String> {
    let cx = Context::new(&HOSTS, NOW.into());
    let targets = request.fallback("page", "page", &cx, &[]).map_err(|error| error.to_string())?;
    let [target] = targets.as_slice() else { panic!("{} targets", targets.len()) };
    assert!(target.query.is_empty(), "{target:?}");
    Ok(format!("{:?}", target.path))
}

#[test]
fn nothing_is_sent_for_what_no_page_has() {
    let said = |request: Result<String, String>, words: &str| {
        let said = request.unwrap_err();
        assert!(said.contains(&format!("a page has only {words}")), "{said}");
    };
    assert!(page_of(&Similar::new(["IBM"])).unwrap().contains("IBM"));
    said(page_of(&Similar::new(["IBM", "ACME"])), "the instruments similar to one symbol");
    assert!(page_of(&Insights::new(["IBM"])).is_ok());
    said(page_of(&Insights::new(["IBM"]).reports(5)), "the insights into one symbol, with four reports");
    said(page_of(&Insights::new(["IBM", "ACME"])), "the insights into one symbol");
    let closes = "the closes of one symbol, of the day and every five minutes";
    assert!(page_of(&Spark::new(["IBM"])).is_ok());
    said(page_of(&Spark::new(["IBM", "ACME"])), closes);
    said(page_of(&Spark::new(["IBM"]).range(Range::FiveDays)), closes);
    said(page_of(&Spark::new(["IBM"]).interval(Interval::OneHour)), closes);
    said(page_of(&Spark::new(["IBM"]).prepost(true)), closes);
    let trending = "25 instruments of all types that people of the United States look at";
    assert!(page_of(&Trending::new(Country::UnitedStates).count(25)).is_ok());
    said(page_of(&Trending::new(Country::Germany)), trending);
    said(page_of(&Trending::new(Country::UnitedStates).count(26)), trending);
    said(page_of(&Trending::new(Country::UnitedStates).kind(TrendingType::Equity)), trending);
    let market = "the market of the United States, in English";
    assert!(page_of(&MarketSummary::new().lang(Language::EnglishUs).region(Country::UnitedStates)).is_ok());
    said(page_of(&MarketSummary::new().market(Market::Europe)), market);
    said(page_of(&MarketSummary::new().lang(Language::German)), market);
    said(page_of(&MarketSummary::new().region(Country::Germany)), market);
    assert!(page_of(&MarketTime::new()).is_ok());
    said(page_of(&MarketTime::new().lang(Language::German)), "the market time in English");
}

fn spark(symbol: &str) -> String {
    let chart = json!({
        "meta": {"symbol": symbol}, "timestamp": [60], "indicators": {"quote": [{"close": [1.5]}]},
    });
    json!({"spark": {"result": [{"symbol": symbol, "response": [chart]}], "error": null}}).to_string()
}

/// A page has closes of several symbols and times; those are taken that were asked for.
#[test]
fn the_reply_to_the_same_question_is_taken() {
    const ASKED: &str = "includePrePost=false&interval=5m&range=1d";
    let at = |query: &str| format!("/v7/finance/spark?{query}");
    let own = at(&format!("symbols=ibm&{ASKED}"));
    let several = at(&format!("symbols=IBM%2CACME&{ASKED}"));
    let longer = at("symbols=IBM&includePrePost=false&interval=5m&range=5d");
    let outside = at("symbols=IBM&includePrePost=true&interval=5m&range=1d");
    let other = at(&format!("symbols=ACME&{ASKED}"));
    let (ibm, acme) = (spark("IBM"), spark("ACME"));
    let others = [(&several, &acme), (&longer, &acme), (&outside, &acme), (&other, &acme)];
    let page = |replies: &[(&String, &String)]| {
        script_page(&replies.iter().map(|(url, body)| (url.as_str(), 200, body.as_str())).collect::<Vec<_>>())
    };
    let mut all = others.to_vec();
    all.push((&own, &ibm));
    let found = convert(&Spark::new(["IBM"]), page(&all)).unwrap();
    assert_eq!(found["series"][0]["close"], json!([1.5]));
    let said = convert(&Spark::new(["IBM"]), page(&others)).unwrap_err().to_string();
    assert!(said.contains("the closes of the page"), "{said}");
    // A reply under the right address is still checked.
    let said = convert(&Spark::new(["IBM"]), page(&[(&own, &acme)])).unwrap_err().to_string();
    assert!(said.contains("the reply is about \"ACME\""), "{said}");
}

#[test]
fn a_page_gives_no_more_than_was_asked_for() {
    let quote = |symbol: &str| json!({"symbol": symbol, "regularMarketPrice": {"raw": 2.5, "fmt": "2.50"}});
    let quotes: Vec<Value> = ["A", "B", "C"].map(quote).to_vec();
    let reply = json!({"finance": {"result": [{"quotes": quotes}], "error": null}}).to_string();
    let page = script_page(&[("/v1/finance/trending/US?quoteType=ALL&count=25", 200, &reply)]);
    let request = Trending::new(Country::UnitedStates).count(2);
    let found = convert(&request, &page).unwrap();
    assert_eq!(
        found["quotes"],
        json!([{"symbol": "A", "regularMarketPrice": 2.5}, {"symbol": "B", "regularMarketPrice": 2.5}])
    );
    let bare = convert(&request.prices(false), &page).unwrap();
    assert_eq!(bare["quotes"], json!([{"symbol": "A"}, {"symbol": "B"}]));
    let report = |id: &str| json!({"id": id});
    let insight = json!({"symbol": "IBM", "reports": [report("1"), report("2")]});
    let reply = json!({"finance": {"result": [insight], "error": null}}).to_string();
    let page = script_page(&[("/ws/insights/v3/finance/insights?symbols=IBM", 200, &reply)]);
    let found = convert(&Insights::new(["IBM"]).reports(1), page).unwrap();
    assert_eq!(found["insights"][0]["reports"], json!([{"id": "1"}]));
}

#[test]
fn other_pages_are_told_apart() {
    let consent = html("<form action='/consent'><input name='csrfToken'></form>");
    for (page, words) in [
        (consent.as_str(), "asks for consent"),
        (html("<h1>Will be right back...</h1>").as_str(), "right back"),
        (html("<p>text</p>").as_str(), "the similar instruments of the page"),
    ] {
        let said = convert(&Similar::new(["IBM"]), page).unwrap_err().to_string();
        assert!(said.contains(words), "{said}");
    }
    let refused =
        r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Cookie"}}}"#;
    let page = script_page(&[("/v6/finance/recommendationsbysymbol/IBM?fields=", 401, refused)]);
    let said = convert(&Similar::new(["IBM"]), page).unwrap_err().to_string();
    assert!(said.contains("Invalid Cookie"), "{said}");
}
