//! Section 2.4 and the Holders row of section 7.

use serde_json::{Value, json};
use virtual_finance::Holders;
use virtual_finance_tests::{convert, html};

use crate::{UNPROCESSABLE, failed};

const MAJOR: &str = r#"<h3><span>Major Holders</span></h3><h5>Breakdown</h5><table class="W(100%)"><tbody>
    <tr><td class="a>b">0.13%</td><td><span data-id="1">% of Shares Held by All Insider</span></td></tr>
    <tr><td>2,561</td><td>Number of  Institutions</td></tr></tbody></table>"#;
const INSTITUTIONS: &str = "<h3><span>Top Institutional Holders</span></h3>";
const FUNDS: &str = "<h3>Top Mutual Fund Holders</h3>";

fn table(rows: &str) -> String {
    format!(
        "<table><thead><tr><th><span>Holder</span></th><th>Shares</th><th>Date Reported</th><th>% Out</th>\
         <th>Value</th></tr></thead><tbody>{rows}</tbody></table>"
    )
}

fn row(name: &str) -> String {
    format!(
        "<tr><td>{name}</td><td>73,806,391</td><td><span>Dec 30, 2020</span></td><td>8.26%</td><td>9,290,748,499</td></tr>"
    )
}

fn holders(body: &str) -> Value {
    convert(&Holders::new("IBM"), html(body)).unwrap()
}

#[test]
fn tables_become_lists_with_a_legend() {
    let page =
        [MAJOR, INSTITUTIONS, &table(&row("A &amp; B, Inc.")), FUNDS, &table(&row("100% Fund"))].concat();
    let legend = json!({
        "holder": "Holder", "shares": "Shares", "date_reported": "Date Reported", "pch_out": "% Out", "value": "Value"
    });
    let holder = |name: &str| json!({"holder": name, "shares": 73_806_391, "date_reported": "Dec 30, 2020", "pch_out": 8.26, "value": 9_290_748_499_i64});
    assert_eq!(
        holders(&page),
        json!({
            "major": [["0.13%", "% of Shares Held by All Insider"], ["2561", "Number of Institutions"]],
            "institutional": {"legend": legend, "holders": [holder("A & B, Inc.")]},
            // A name with a percent sign is no number and stays a text.
            "mutualfund": {"legend": legend, "holders": [holder("100% Fund")]}
        })
    );
}

#[test]
fn a_missing_table_is_left_out_and_never_replaced() {
    let fund = table(&row("F"));
    let keys = |page: &str| holders(page).as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    for (page, expected) in [
        (MAJOR.to_owned(), "major"),
        ([MAJOR, INSTITUTIONS, &fund].concat(), "major institutional"),
        ([MAJOR, FUNDS, &fund].concat(), "major mutualfund"),
        ([MAJOR, "<h3>Insider Roster</h3>", &fund].concat(), "major"),
        // Without any known heading the position decides.
        (
            ["<table><tr><td>1%</td><td>x</td></tr></table>", &fund, &fund].concat(),
            "major institutional mutualfund",
        ),
        // On a page with known headings a table without one is none of the three.
        ([MAJOR, &fund, FUNDS, &fund].concat(), "major mutualfund"),
        ([MAJOR, INSTITUTIONS, &fund, &fund].concat(), "major institutional"),
        // Case does not matter, nor what only looks like the begin of a comment or a table.
        (
            [
                &MAJOR.to_uppercase().replace("MAJOR HOLDERS", "Major Holders"),
                "<tablet></tablet>",
                FUNDS,
                &fund,
            ]
            .concat(),
            "major mutualfund",
        ),
        ([MAJOR, "<script>var a = '<!--';</script>", FUNDS, &fund].concat(), "major mutualfund"),
        ([MAJOR, "<!-- <script> -->", FUNDS, &fund, "<!-- </script> -->"].concat(), "major mutualfund"),
        // The nearest heading decides, whatever its case and spaces.
        ([MAJOR, FUNDS, "<p>none</p><h3>Insider Roster</h3>", &fund].concat(), "major"),
        ([MAJOR, "<H3>Top&nbsp;Mutual\n Fund Holders</H3 >", &fund].concat(), "major mutualfund"),
        ([MAJOR, "<h3>Top Mutual Fund Holders (US)</h3>", &fund].concat(), "major"),
        ([MAJOR, FUNDS, "<!--", INSTITUTIONS, "-->", &fund].concat(), "major mutualfund"),
        // Tables in scripts and comments are none.
        (
            [
                MAJOR,
                "<script>var a = '<table><tr><td>1</td></tr></table>';</script><!-- <table></table> -->",
                FUNDS,
                &fund,
            ]
            .concat(),
            "major mutualfund",
        ),
    ] {
        assert_eq!(keys(&page), expected, "{page}");
    }
}

#[test]
fn columns_are_numbers_when_every_cell_is() {
    let rows = "<tr><td>1,000</td><td>1,5</td><td></td><td></td><td>1.5</td></tr>\
                <tr><td>2,000 Flushing</td><td></td><td></td><td>-0.50%</td><td>2</td></tr>";
    let holders = holders(&[MAJOR, INSTITUTIONS, &table(rows)].concat());
    assert_eq!(
        holders["institutional"]["holders"],
        json!([
            {"holder": "1000", "shares": 15, "date_reported": null, "pch_out": null, "value": 1.5},
            {"holder": "2,000 Flushing", "shares": null, "date_reported": null, "pch_out": -0.5, "value": 2.0}
        ])
    );
}

#[test]
fn what_cannot_be_read_is_422() {
    let nested = |open: &str, count: usize| {
        format!("{MAJOR}{INSTITUTIONS}<table><tr><td>{}</td></tr></table>", open.repeat(count))
    };
    let misnested: String = (0..3_000).map(|i| format!("<b id={i}><i id={i}><p></b>")).collect();
    for (case, page) in [
        ("no table", html("<p>none</p>")),
        ("no major table", html(&[INSTITUTIONS, &table("")].concat())),
        (
            "a row of three",
            html("<h3>Major Holders</h3><table><tr><td>1</td><td>2</td><td>3</td></tr></table>"),
        ),
        ("a row too short", html(&[MAJOR, FUNDS, &table("<tr><td>x</td></tr>")].concat())),
        ("no header", html(&[MAJOR, FUNDS, "<table><tr><td>x</td></tr></table>"].concat())),
        ("a table without its end", html(&[MAJOR, FUNDS, "<table><tr><td>x</td></tr>"].concat())),
        ("a page without its end", html(MAJOR).replace("</html>", "")),
        (
            "the end of a page in a script",
            html(&format!("<script>'</html>'</script>{MAJOR}")).replace("</body></html>", ""),
        ),
        ("five megabytes of div", html(&nested("<div>", 1_000_000))),
        ("mis-nested elements", html(&nested(&misnested, 1))),
        ("a template", html(&nested("<template><td>", 1))),
        ("a template in capitals", html(&nested("<TEMPLATE><td>", 1))),
        (
            "only another table",
            html(&format!("<h3>Insider Roster</h3>{}", &MAJOR[MAJOR.find("<table").unwrap()..])),
        ),
        ("tables within tables", html(&nested("<table><tr><td>", 2_000))),
        ("JSON", r#"{"finance":{"error":{"code":"x","description":"y"}}}"#.to_owned()),
    ] {
        assert_eq!(failed(convert(&Holders::new("IBM"), page)), UNPROCESSABLE, "{case}");
    }
}

/// Shapes whose cost would grow with the square of their number if every heading were kept whole.
#[test]
fn many_headings_cost_no_more_than_their_bytes() {
    for headings in ["x</h1>".repeat(200_000), "<h1>".repeat(1_000_000), "<h1>x</h1>".repeat(200_000)] {
        let page = html(&format!("<h1>{headings}{MAJOR}"));
        assert_eq!(convert(&Holders::new("IBM"), page).unwrap()["major"][1][0], json!("2561"));
    }
}
