//! Pages and replies as an attacker would change them: cells that are no numbers, rows that are cut or there twice, and
//! the page of another screener. One bad row costs no other, and no figure is another one without a note.

use serde_json::{Value, json};
use virtual_finance::notes::{OtherScreenerPage, SkippedRows};
use virtual_finance::request::Endpoint;
use virtual_finance::{Holders, Index, Insiders, News, Screener, ScreenerName, Search, Trending};
use virtual_finance_tests::{converted, html, page, unread};

use super::summary;

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
