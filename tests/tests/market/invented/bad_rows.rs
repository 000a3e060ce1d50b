//! Pages and replies as an attacker would change them: cells that are no numbers, rows that are cut or there twice, and
//! the page of another screener. One bad row costs no other, and no figure is another one without a note.

use serde_json::{Value, json};
use virtual_finance::notes::{HostPrice, OtherScreenerPage, SkippedRows};
use virtual_finance::request::Endpoint;
use virtual_finance::{
    Financials, Holders, Index, Insiders, News, Options, Profile, Screener, ScreenerName, Screeners, Search,
    Trending,
};
use virtual_finance_tests::{converted, html, page, unread};

use super::summary;

/// Returns the response with its note about what was left out.
fn read<E: Endpoint>(request: &E, reply: &str) -> (Value, String)
where
    E::Response: serde::Serialize,
{
    let found = converted(request, &[reply.to_owned()]).unwrap();
    (json!(found.response), SkippedRows(unread(&found.notes)).to_string())
}

fn message<E: Endpoint>(request: &E, reply: &str) -> String {
    converted(request, &[reply.to_owned()]).map(drop).unwrap_err().to_string()
}

fn row(cells: &[&str]) -> String {
    let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr>{cells}</tr>")
}

fn index(rows: &[String]) -> String {
    let titles = "<th>Symbol</th><th>Company Name</th><th>Last Price</th><th>Change</th><th>% Change</th><th>Volume</th>";
    html(&format!("<table><thead><tr>{titles}</tr></thead><tbody>{}</tbody></table>", rows.concat()))
}

/// A column of three cells, the second of which is the odd one.
fn prices(odd: &str) -> Value {
    let row = |symbol, price| row(&[symbol, "Acme", price, "0.5", "1%", "7"]);
    let rows = [row("A", "1,098.25"), row("B", odd), row("C", "-12,345,678.5")];
    let (found, _) = read(&Index::new("^GSPC"), &index(&rows));
    found.get("Last Price").cloned().unwrap_or_default()
}

#[test]
fn a_comma_before_decimals_is_no_separator_of_thousands() {
    for (odd, number) in
        [("1,234", 1234.0), ("+1,234.5", 1234.5), ("12,34,567", 1_234_567.0), ("-0.5", -0.5), ("999", 999.0)]
    {
        assert_eq!(prices(odd), json!({"0": 1098.25, "1": number, "2": -12_345_678.5}), "{odd}");
    }
    for odd in
        ["12,5", "8,26", "1.234,56", "1,2345", ",5", "1,,234", "1234,567", "1,23,4", "1.2T", "∞", "1 234"]
    {
        assert_eq!(prices(odd), json!({"0": "1098.25", "1": odd, "2": "-12345678.5"}), "{odd}");
    }
    // What stands for no number makes texts of no other.
    for odd in ["", "N/A", "-", "--", "—", "NaN"] {
        assert_eq!(prices(odd), json!({"0": 1098.25, "1": null, "2": -12_345_678.5}), "{odd}");
    }
}

fn holders(title: &str, rows: &[String]) -> String {
    let major = "<h3>Major Holders</h3><table><tr><td>1%</td><td>a</td></tr><tr><td>2</td></tr></table>";
    let titles = format!("<th>Holder</th><th>Shares</th><th>% Out</th><th>{title}</th>");
    html(&format!(
        "{major}<h3>Top Institutional Holders</h3><table><thead><tr>{titles}</tr></thead><tbody>{}</tbody></table>",
        rows.concat()
    ))
}

#[test]
fn percentages_keep_their_decimals() {
    for (odd, expected) in [
        ("-1.23%", json!(-1.23)),
        ("1,234.5%", json!(1234.5)),
        ("8,26%", json!("8,26%")),
        ("∞%", json!("∞%")),
        ("N/A", json!(null)),
        ("-", json!(null)),
    ] {
        let rows = [row(&["A", "1,000", "8.26%", "5"]), row(&["B", "2,000", odd, "5"])];
        let (found, _) = read(&Holders::new("IBM"), &holders("Value", &rows));
        let rows = &found["institutional"]["holders"];
        assert_eq!((&rows[0]["pch_out"], &rows[1]["pch_out"]), (&json!(8.26), &expected), "{odd}");
        assert_eq!(rows[1]["shares"], 2000);
    }
}

#[test]
fn a_row_of_a_table_that_is_cut_or_there_twice_costs_no_other() {
    let [a, b] = ["A", "B"].map(|name| row(&[name, "1,000", "8.26%", "5"]));
    let rows = [a.clone(), row(&["C", "1", "2"]), b, a, row(&["D", "1", "2%", "3", "4"])];
    let (found, note) = read(&Holders::new("IBM"), &holders("Value", &rows));
    let names: Vec<_> =
        found["institutional"]["holders"].as_array().unwrap().iter().map(|row| &row["holder"]).collect();
    assert_eq!(names, ["A", "B"]);
    assert_eq!(found["major"], json!([["1%", "a"]]));
    assert_eq!(
        note,
        "\"Major Holders[1]\", as it is not a value and its label; \
         \"Top Institutional Holders[1]\", as it has 3 cells for 4 columns; \
         \"Top Institutional Holders[3]\", as it is there twice; \
         \"Top Institutional Holders[4]\", as it has 5 cells for 4 columns"
    );
    let none = message(&Holders::new("IBM"), &holders("Value", &[row(&["A"])]));
    assert!(
        none.contains("none of its rows can be read; the first is \"Top Institutional Holders[0]\""),
        "{none}"
    );
    let untitled = message(&Holders::new("IBM"), &holders("", &[row(&["A", "1", "2%", "3"])]));
    assert!(untitled.contains("a title of Top Institutional Holders is missing"), "{untitled}");

    let whole = |symbol| row(&[symbol, "Acme", "1", "0.5", "1%", "7"]);
    let rows = [whole("A"), whole(""), row(&["B"]), whole("A"), whole("N/A")];
    let (found, note) = read(&Index::new("^GSPC"), &index(&rows));
    assert_eq!(found["Symbol"], json!({"0": "A"}));
    assert!(note.contains("\"the table of components[2]\", as it has 1 cells for 6 columns"), "{note}");
    assert!(note.ends_with("\"the table of components\", as the symbols of 2 rows are missing"), "{note}");
    // A symbol is there once, whatever its figures.
    let moved = row(&["A", "Acme", "2", "0.5", "1%", "7"]);
    let (found, note) = read(&Index::new("^GSPC"), &index(&[whole("A"), moved, whole("B")]));
    assert_eq!(
        (&found["Symbol"], &found["Last Price"]),
        (&json!({"0": "A", "1": "B"}), &json!({"0": 1, "1": 1}))
    );
    assert_eq!(note, "\"A\", as its Symbol is there twice");
    // A table of something else says which column it lacks.
    let other = message(&Index::new("^GSPC"), &html("<table><tr><td>1</td><td>2</td></tr></table>"));
    assert!(other.contains("the column Symbol of the table of components is missing"), "{other}");
}

#[test]
fn a_holder_that_cannot_be_read_costs_no_other() {
    let sections = |list: &str| {
        summary(&format!(
            r#""majorHoldersBreakdown":{{"institutionsCount":7}},"institutionOwnership":{{"ownershipList":[{list}]}}"#
        ))
    };
    let rows = r#"{"organization":"A","position":5},{"organization":"B","pctHeld":"abc"},null,{"position":1},
        {"organization":"A","position":5},{"organization":"C","reportDate":221845392000},{"organization":7}"#;
    let (found, note) = read(&Holders::new("IBM"), &sections(rows));
    let holders = found["institutional"]["holders"].as_array().unwrap();
    assert_eq!(holders.iter().map(|row| &row["holder"]).collect::<Vec<_>>(), ["A"]);
    assert_eq!(found["major"], json!([["7", "Number of Institutions Holding Shares"]]));
    let list = "institutionOwnership.ownershipList";
    assert_eq!(
        note,
        format!(
            "\"{list}[1]\", as its pctHeld is of another type; \"{list}[2]\", as it is empty; \"{list}[3]\", as its \
             organization is missing; \"{list}[4]\", as it is there twice; \"{list}[6]\", as its organization is of another \
             type; \"C\", as its reportDate is not a number of a usual size"
        )
    );
    // A list without a holder that can be read costs no major holders.
    let (found, note) = read(&Holders::new("IBM"), &sections("7"));
    assert_eq!((&found["institutional"], &found["major"][0][0]), (&Value::Null, &json!("7")));
    assert!(note.contains("none of its rows can be read; the first is"), "{note}");
}

#[test]
fn a_screener_that_cannot_be_read_costs_no_other() {
    let reply = |list: &str| {
        format!(
            r#"{{"finance":{{"result":{{"sections":{{"ideas":{{"screenersList":[{list}]}}}}}},"error":null}}}}"#
        )
    };
    let (found, note) = read(
        &Screeners::new(),
        &reply(r#"{"canonicalName":"ONE"},{"canonicalName":"TWO","title":7},null,{}"#),
    );
    assert_eq!(found, json!({"screeners": [{"canonicalName": "ONE"}]}));
    let list = "finance.result.sections.ideas.screenersList";
    let nameless = "as its canonicalName is missing";
    assert_eq!(
        note,
        format!(
            "\"TWO\", as its title is of another type; \"{list}[2]\", {nameless}; \"{list}[3]\", {nameless}"
        )
    );
    let store =
        r#"{"predefinedList":[{"canonicalName":"ONE","title":"a"},{"canonicalName":"ONE","title":"b"}]}"#;
    let (found, note) = read(&Screeners::new(), &page("ScreenerStore", store));
    assert_eq!(found, json!({"screeners": [{"title": "a", "canonicalName": "ONE"}]}));
    assert_eq!(note, "\"ONE\", as its canonicalName is there twice");
}

#[test]
fn a_page_whose_own_address_names_another_instrument_is_none() {
    let of = |page: String, address: &str| {
        page.replacen("<head>", &format!("<head><link rel=\"canonical\" href=\"{address}\"/>"), 1)
    };
    let holders = || holders("Value", &[row(&["A", "1,000", "8.26%", "5"])]);
    for address in
        ["https://host.example/quote/IBM/holders/", "https://host.example/quote/ibm?p=IBM", "/holders"]
    {
        assert_eq!(
            read(&Holders::new("IBM"), &of(holders(), address)).1,
            read(&Holders::new("IBM"), &holders()).1
        );
    }
    let other = message(&Holders::new("IBM"), &of(holders(), "https://host.example/quote/MSFT/holders/"));
    assert!(other.contains("MSFT"), "{other}");
    let components = index(&[row(&["A", "Acme", "1", "0.5", "1%", "7"])]);
    let own = of(components.clone(), "https://host.example/quote/%5EGSPC/components/");
    assert_eq!(read(&Index::new("^GSPC"), &own).1, "");
    let other =
        message(&Index::new("^GSPC"), &of(components, "https://host.example/quote/%5EDJI/components/"));
    assert!(other.contains("^DJI"), "{other}");
}

#[test]
fn the_page_of_another_screener_has_a_note() {
    let results = r#"{"results":{"rows":[],"columns":[],"total":0,"filters":{}}}"#;
    let of =
        |link: &str| page("ScreenerResultsStore", results).replacen("<head>", &format!("<head>{link}"), 1);
    let at =
        |address: &str| of(&format!("<link rel=\"canonical\" href=\"https://finance.example{address}\"/>"));
    let request = Screener::new(ScreenerName::DayGainers);
    for own in [
        at("/screener/predefined/DAY_GAINERS/"),
        at("/screener/predefined/day_gainers?offset=0"),
        at("/screener/predefined/"),
        at("/screener/new"),
        of("<link rel=\"icon\" href=\"/screener/predefined/MOST_ACTIVES\">"),
        of(""),
    ] {
        let notes = converted(&request, std::slice::from_ref(&own)).unwrap().notes;
        assert_eq!(notes.get::<OtherScreenerPage>(), None, "{own}");
    }
    let notes = converted(&request, &[at("/screener/predefined/MOST_ACTIVES/")]).unwrap().notes;
    let note = notes.get::<OtherScreenerPage>().map(ToString::to_string);
    assert_eq!(note.as_deref(), Some("MOST_ACTIVES, where DAY_GAINERS was asked for"));
}

#[test]
fn a_section_of_another_instrument_is_no_part_of_a_profile() {
    let reply = |symbol: &str| {
        summary(&format!(
            r#""quoteType":{{"symbol":"IBM","quoteType":"EQUITY"}},"summaryDetail":{{"symbol":"{symbol}","open":5}},
            "upgradeDowngradeHistory":{{"history":[]}},"calendarEvents":{{}},"esgScores":{{}}"#
        ))
    };
    assert_eq!(read(&Profile::new("IBM"), &reply("ibm")).0["info"]["open"], 5);
    let other = message(&Profile::new("IBM"), &reply("MSFT"));
    assert!(other.contains("MSFT"), "{other}");
}

#[test]
fn one_date_has_one_statement() {
    let section = r#""incomeStatementHistory":{"incomeStatementHistory":[
        {"endDate":1703980800,"grossProfit":5},{"endDate":1703980800,"grossProfit":6},
        {"endDate":1672444800,"grossProfit":5}]}"#;
    let (found, note) = read(&Financials::new("IBM"), &summary(section));
    let dates: Vec<_> =
        found["financials"]["yearly"].as_array().unwrap().iter().map(|sheet| &sheet["grossProfit"]).collect();
    assert_eq!(dates, [5, 5]);
    let list = "incomeStatementHistory.incomeStatementHistory";
    assert!(note.contains(&format!("\"{list}[1]\", as its endDate is there twice")), "{note}");
}

#[test]
fn one_bad_grade_or_statement_costs_no_other() {
    let grade = json!({"epochGradeDate": 1, "firm": "A"});
    let profile = |grades: Value| {
        let sections = json!({
            "quoteType": {"symbol": "IBM"}, "calendarEvents": {}, "esgScores": {},
            "summaryDetail": {"regularMarketOpen": {"raw": "N/A"}}, "price": {"regularMarketPrice": 5},
            "upgradeDowngradeHistory": {"history": grades},
        });
        page("QuoteSummaryStore", &sections.to_string())
    };
    let reply = profile(json!([grade, "x", null, {"epochGradeDate": "now"}, {"epochGradeDate": {"raw": 2}}]));
    let (found, note) = read(&Profile::new("IBM"), &reply);
    assert_eq!(found["recommendations"], json!([grade, {"epochGradeDate": 2}]));
    assert_eq!(note.matches("upgradeDowngradeHistory.history[").count(), 3, "{note}");
    // An open that is a text is none.
    assert_eq!(found["info"]["regularMarketPrice"], 5);
    assert!(converted(&Profile::new("IBM"), &[reply]).unwrap().notes.get::<HostPrice>().is_some());

    let statements = |list: Value| {
        let section = json!({"cashflowStatementHistory": {"cashflowStatements": list}});
        page("QuoteSummaryStore", &section.to_string())
    };
    let year = json!({"endDate": 1, "netIncome": 2});
    let (found, note) = read(&Financials::new("IBM"), &statements(json!([year, null, year, "x"])));
    assert_eq!(found["cashflow"]["yearly"], json!([year]));
    let place = |index| format!("\"cashflowStatementHistory.cashflowStatements[{index}]\", as it is ");
    assert_eq!(note, [place(1) + "no object", place(2) + "there twice", place(3) + "no object"].join("; "));
    let none = message(&Financials::new("IBM"), &statements(json!(["x"])));
    assert!(none.contains("none of its rows can be read"), "{none}");
}

#[test]
fn contracts_of_another_expiration_are_left_out() {
    // 2025-10-31 and 2025-11-07.
    let chain = |symbols: &[&str]| {
        let calls: Vec<_> =
            symbols.iter().map(|symbol| json!({"contractSymbol": symbol, "strike": 125})).collect();
        let result = json!({
            "underlyingSymbol": "AAPL", "expirationDates": [1_761_868_800, null], "strikes": [null, 125],
            "hasMiniOptions": false, "options": [{"expirationDate": 1_761_868_800, "calls": calls, "puts": []}],
        });
        json!({"optionChain": {"result": [result], "error": null}}).to_string()
    };
    let request = Options::new("AAPL");
    let (found, note) = read(&request, &chain(&["AAPL251031C00125000", "AAPL251107C00125000"]));
    assert_eq!(
        found["options"][0]["calls"],
        json!([{"contractSymbol": "AAPL251031C00125000", "strike": 125}])
    );
    assert_eq!((&found["strikes"], &found["expirationDates"]), (&json!([125]), &json!([1_761_868_800])));
    assert_eq!(
        note,
        "\"AAPL251107C00125000\", as its contractSymbol is that of another expiration; \
         \"optionChain.result[0].expirationDates[1]\", as it is no time in epoch seconds; \
         \"optionChain.result[0].strikes[0]\", as it is null"
    );
    let others = message(&request, &chain(&["AAPL251107C00125000"]));
    assert!(others.contains("its contractSymbol is that of another expiration"), "{others}");
}

#[test]
fn rows_that_are_there_twice_are_noted_in_every_list() {
    let quote = json!({"symbol": "IBM", "score": 7});
    let story = json!({"uuid": "1", "title": "t"});
    let reply = json!({"quotes": [quote, quote], "news": [story, story], "nav": [{"navName": "a"}, {"navName": "a"}]});
    let (found, note) = read(&Search::new("IBM"), &reply.to_string());
    for name in ["quotes", "news", "navigation"] {
        assert_eq!(found[name].as_array().unwrap().len(), 1, "{name}");
    }
    let twice = |place: &str| format!("\"{place}\", as it is there twice");
    assert_eq!(note, [twice("quotes[1]"), twice("news[1]"), twice("nav[1]")].join("; "));
    let (found, note) = read(&News::new("IBM"), &json!({"news": [story, story]}).to_string());
    assert_eq!((found["news"].as_array().unwrap().len(), note), (1, twice("news[1]")));
    // Rows that begin alike are no other's.
    let like = |index: usize| json!({"title": "t", "publisher": "p", "type": "STORY", "link": "same", "uuid": index.to_string()});
    let stories: Vec<_> = (0..300).map(like).collect();
    let (found, note) = read(&News::new("IBM"), &json!({"news": stories}).to_string());
    assert_eq!((found["news"].as_array().unwrap().len(), &*note), (300, ""));
    // A refusal says so, and not that news are missing.
    let refused =
        r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#;
    let refused = message(&News::new("IBM"), refused);
    assert!(refused.contains(r#"the host answers "Unauthorized": "Invalid Crumb""#), "{refused}");
    // A time that cannot be read costs no quote.
    let ranking = json!({"quotes": [quote, quote], "jobTimestamp": "now"});
    let reply = json!({"finance": {"result": [ranking], "error": null}}).to_string();
    let (found, note) = read(&Trending::new(virtual_finance::Country::UnitedStates), &reply);
    assert_eq!(found["quotes"], json!([quote]));
    assert_eq!(note, twice("finance.result[0].quotes[1]"));

    // Two trades of a day may be the same to the last member, and both count.
    let trade = json!({"filerName": "A", "startDate": 1, "shares": 5});
    let reply = summary(&format!(r#""insiderTransactions":{{"transactions":[{trade},{trade}]}}"#));
    let (found, note) = read(&Insiders::new("IBM"), &reply);
    assert_eq!((found["transactions"].as_array().unwrap().len(), &*note), (2, ""));
    let insider = json!({"name": "A"});
    let reply = summary(&format!(r#""insiderHolders":{{"holders":[{insider},{insider}]}}"#));
    let (found, note) = read(&Insiders::new("IBM"), &reply);
    assert_eq!((&found["roster"], note), (&json!([insider]), twice("insiderHolders.holders[1]")));
}
