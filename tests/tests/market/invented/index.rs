//! Section 2.8.

use serde_json::json;
use virtual_finance::Index;
use virtual_finance_tests::{convert, converted, html};

use super::{UNPROCESSABLE, failed};

const HEADER: &str = "<thead><tr><th>Symbol</th><th>Company Name</th><th>Last Price</th><th>Change</th><th>% Change</th><th>Volume</th></tr></thead>";

#[test]
fn columns_map_row_numbers_to_cells() {
    let page = html(&format!(
        r#"<h2>Components</h2><table>{HEADER}<tbody>
        <tr><td><a href="/quote/ACME?p=ACME" title="a > b">ACME</a></td><td>Acme Widgets, Inc.</td><td>4.2500</td><td>0.0000</td><td><span>0.00%</span></td><td>81,250</td></tr>
        <tr><td>600519</td><td>Score &amp; Co</td><td>1,098</td><td>-0.01</td><td>-0.10%</td><td></td></tr>
        </tbody></table><table><tr><td>another</td></tr></table>"#
    ));
    assert_eq!(
        convert(&Index::new("^GSPC"), page).unwrap(),
        json!({
            "Symbol": {"0": "ACME", "1": "600519"},
            "Company Name": {"0": "Acme Widgets, Inc.", "1": "Score & Co"},
            "Last Price": {"0": 4.25, "1": 1098.0},
            "Change": {"0": 0.0, "1": -0.01},
            "% Change": {"0": "0.00%", "1": "-0.10%"},
            "Volume": {"0": 81250, "1": null}
        })
    );
}

#[test]
fn what_cannot_be_read_is_422() {
    for (case, page) in [
        ("no table", html("<p>x</p>")),
        ("another table", html("<table><tr><th>Holder</th></tr><tr><td>x</td></tr></table>")),
        ("a missing column", html(&format!("<table>{}</table>", HEADER.replace("Volume", "Vol")))),
        ("a short row", html(&format!("<table>{HEADER}<tr><td>A</td><td>B</td></tr></table>"))),
        (
            "a cell of two columns",
            html(&format!(
                "<table>{HEADER}<tr><td colspan=2>A</td><td>1</td><td>1</td><td>1%</td><td>1</td><td>2</td></tr></table>"
            )),
        ),
        (
            "a cell of two rows",
            html(&format!(
                "<table>{HEADER}<tr><td ROWSPAN='2'>A</td><td>N</td><td>1</td><td>1</td><td>1%</td><td>1</td></tr></table>"
            )),
        ),
        (
            "a table in a table",
            html(&format!(
                "<table>{HEADER}<tr><td>A<table></table></td><td>N</td><td>1</td><td>1</td><td>1%</td><td>1</td></tr></table>"
            )),
        ),
        (
            "two columns of one title",
            html(&format!("<table>{}</table>", HEADER.replace("Change<", "Volume<"))),
        ),
        ("a tag without its end", html(&format!("<table>{HEADER}<tr title=\"x></table>"))),
        ("a long table", html(&format!("<table>{HEADER}{}</table>", "<td>".repeat(1_000_000)))),
        ("cut", format!("<html><table>{HEADER}<tr><td>A")),
    ] {
        assert_eq!(failed(convert(&Index::new("^GSPC"), page)), UNPROCESSABLE, "{case}");
    }
}

fn components(symbols: &str) -> String {
    format!(
        r#"{{"quoteSummary":{{"result":[{{"components":{{"components":[{symbols}],"maxAge":1}}}}],"error":null}}}}"#
    )
}

fn quotes(rows: &str) -> String {
    format!(r#"{{"quoteResponse":{{"result":[{rows}],"error":null}}}}"#)
}

const ACME: &str = r#"{"symbol":"ACME","shortName":"Acme","longName":"Acme Widgets, Inc.","regularMarketPrice":4.25,"regularMarketChange":-0.012345678,"regularMarketChangePercent":-0.28965,"regularMarketVolume":81250}"#;
const SCORE: &str = r#"{"symbol":"SCO-B","shortName":"Score & Co      R","longName":"","regularMarketPrice":1098,"regularMarketChange":0.0,"regularMarketChangePercent":0.0049,"regularMarketVolume":2.5E7,"other":[1]}"#;
/// As the service writes what it is asked to format, and a row that has almost nothing.
const FORMATTED: &str = r#"{"symbol":"FMT","longName":"Formatted","regularMarketPrice":{"raw":7.5,"fmt":"7.50"},"regularMarketChange":{},"regularMarketChangePercent":{"raw":12.345678,"fmt":"12.35%"},"regularMarketVolume":null}"#;
const BARE: &str = r#"{"symbol":"BARE","quoteType":"NONE"}"#;

/// Components come in their own order; one without a quote keeps its place with empty cells.
#[test]
fn components_and_batches_of_quotes_merge() {
    let components = components(r#""SCO-B","GONE","ACME","FMT","ACME","BARE""#);
    let (first, second) = (quotes(&format!("{ACME},{BARE}")), quotes(&format!("{FORMATTED},{SCORE}")));
    let expected = json!({
        "Symbol": {"0": "SCO-B", "1": "GONE", "2": "ACME", "3": "FMT", "4": "BARE"},
        "Company Name": {"0": "Score & Co R", "1": "", "2": "Acme Widgets, Inc.", "3": "Formatted", "4": ""},
        "Last Price": {"0": 1098, "1": null, "2": 4.25, "3": 7.5, "4": null},
        "Change": {"0": 0.0, "1": null, "2": -0.012345678, "3": null, "4": null},
        "% Change": {"0": "0.00%", "1": "", "2": "-0.29%", "3": "+12.35%", "4": ""},
        "Volume": {"0": 25000000, "1": null, "2": 81250, "3": null, "4": null}
    });
    for replies in [[&components, &first, &second], [&second, &first, &components]] {
        let replies = replies.map(String::as_str);
        assert_eq!(json!(converted(&Index::new("^GSPC"), &replies).unwrap().response), expected);
    }
    // A quote of something else is an error, and so are the components of another index.
    let other = quotes(&ACME.replace("ACME", "OTHER"));
    let error = converted(&Index::new("^GSPC"), &[&components, &first, &other]).unwrap_err().to_string();
    assert!(error.contains(r#"the reply is about "OTHER""#), "{error}");
    let named = |index: &str| {
        let quote_type = format!(r#"{{"quoteType":{{"symbol":"{index}"}},"components""#);
        components.replacen(r#"{"components""#, &quote_type, 1)
    };
    let named_too = converted(&Index::new("^GSPC"), &[&named("^GSPC"), &first, &second]).unwrap();
    assert_eq!(json!(named_too.response), expected);
    let error = converted(&Index::new("^GSPC"), &[&named("^DJI"), &first]).unwrap_err().to_string();
    assert!(error.contains(r#"the reply is about "^DJI""#), "{error}");
}

#[test]
fn replies_without_data_are_faults() {
    let unauthorized =
        r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#;
    for (replies, fault) in [
        (vec![components(r#""ACME""#)], "the quote of every component is missing"),
        (vec![components(r#""ACME""#), quotes("")], "the quote of every component is missing"),
        (vec![components(r#""ACME""#), quotes(FORMATTED)], "the reply is about \"FMT\""),
        (vec![quotes("")], "components.components is missing"),
        (vec![quotes(r#"{"longName":"A"}"#)], "as its symbol is missing"),
        (
            vec![quotes(&ACME.replace("4.25", "\"4.25\""))],
            "none of its rows can be read; the first is \"ACME\", as its regularMarketPrice is of another type",
        ),
        (vec![components("")], "quoteSummary.result[0].components.components is missing"),
        (vec![components("").replace("\"components\"", "\"price\"")], "components.components is missing"),
        (vec![quotes(ACME), unauthorized.to_owned()], r#"the host answers "Unauthorized": "Invalid Crumb""#),
        (
            vec![quotes(ACME), unauthorized.replace("finance", "quoteResponse")],
            r#"the host answers "Unauthorized": "Invalid Crumb""#,
        ),
        (vec![unauthorized.replace("finance", "quoteSummary")], r#"the host answers "Unauthorized""#),
        (vec![r#"{"chart":{"result":[],"error":null}}"#.to_owned()], "quoteResponse is missing"),
        (vec![quotes(ACME)[..99].to_owned()], "the reply is cut"),
        (vec![quotes(ACME), "Too Many Requests\r\n".to_owned()], "the host answers \"Too Many Requests\""),
        (vec![quotes(ACME), html("Will be right back")], "the host will be right back"),
        (vec![quotes(ACME), String::new()], "the reply is empty"),
        (vec![], "the reply is empty"),
    ] {
        let texts: Vec<&str> = replies.iter().map(String::as_str).collect();
        let error = converted(&Index::new("^GSPC"), &texts).unwrap_err();
        assert!(error.to_string().contains(fault), "{replies:?}: {error}");
        assert_eq!((error.status(), error.message()), UNPROCESSABLE, "{replies:?}");
    }
}
