//! Section 2.8.

use serde_json::json;
use virtual_finance::Index;
use virtual_finance_tests::{convert, html};

use crate::{UNPROCESSABLE, failed};

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

/// What looks like the end of the table, or of a tag, and is not.
#[test]
fn rows_are_not_lost() {
    let row =
        |symbol: &str| format!("<td>{symbol}</td><td>N</td><td>1.5</td><td>0.5</td><td>1%</td><td>7</td>");
    let symbols = |body: &str| {
        let index = convert(&Index::new("^GSPC"), html(&format!("<table>{HEADER}{body}</table>"))).unwrap();
        index["Symbol"]
            .as_object()
            .unwrap()
            .values()
            .map(|symbol| symbol.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let (a, b) = (row("A"), row("B"));
    for body in [
        format!("<tr>{a}</tr><tr>{b}</tr>"),
        format!("<TR>{}</TR><tr>{b}", a.replace("td>", "TD>")),
        format!("<tr>{a}</tr><!-- </table> --><tr>{b}</tr>"),
        format!("<tr data-x='</table>'>{a}</tr><tr data-y=\"a>b\">{b}</tr>"),
        format!("<tr>{a}</tr><!-- <td title=\"x --><tr class=\"y\">{b}</tr>"),
        format!("<tr>{a}</tr>{HEADER}<tr>{b}</tr><tfoot><tr>{}</tr></tfoot>", row("Total")),
        format!(
            "<tr>{}</tr><tr>{b}</tr>",
            a.replace("A<", "<style>p{{}}</style>A<script>var x = 1</script><")
        ),
        format!("<tr>{}</tr><tr>{b}</tr>", a.replace("A<", "<SCRIPT>if (a <b && c) '</td>'</script >A<")),
        format!("<tr>{}</tr><tr>{b}</tr>", a.replace("<td>", "<td colspan=\"1\" rowspan=1>")),
    ] {
        assert_eq!(symbols(&body), "A B", "{body}");
    }
}

#[test]
fn a_table_without_rows_has_empty_columns() {
    assert_eq!(
        convert(&Index::new("^GSPC"), html(&format!("<table>{HEADER}</table>"))).unwrap(),
        json!({"Symbol": {}, "Company Name": {}, "Last Price": {}, "Change": {}, "% Change": {}, "Volume": {}})
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
