//! Tests of the holders and of their errors.

use serde_json::{Value, json};
use virtual_finance::Holders;
use virtual_finance_tests::{convert, html, script_page};

use super::{UNPROCESSABLE, failed, summary};

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
            ["<table><tr><td>1%</td><td>% of Shares Held by All Insider</td></tr></table>", &fund, &fund]
                .concat(),
            "major institutional mutualfund",
        ),
        // On a page with known headings a table without one is none of the three.
        ([MAJOR, &fund, FUNDS, &fund].concat(), "major mutualfund"),
        ([MAJOR, INSTITUTIONS, &fund, &fund].concat(), "major institutional"),
        // Case does not matter, nor what only looks like the start of a comment or a table.
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
            {"holder": "1000", "shares": "1,5", "date_reported": null, "pch_out": null, "value": 1.5},
            {"holder": "2,000 Flushing", "shares": null, "date_reported": null, "pch_out": -0.5, "value": 2.0}
        ])
    );
}

const SECTIONS: &str = r#""majorHoldersBreakdown":{"maxAge":1,
    "insidersPercentHeld":{"raw":0.0012800001,"fmt":"0.13%"},"institutionsPercentHeld":0.58584,
    "institutionsFloatPercentHeld":{"fmt":"58.66%","raw":0.58659},"institutionsCount":{"raw":2561,"fmt":"2.56k","longFmt":"2,561"}},
    "institutionOwnership":{"maxAge":1,"ownershipList":[{"maxAge":1,"reportDate":{"raw":1609372800,"fmt":"2020-12-31"},
        "organization":"A & B, Inc.","pctHeld":{"raw":0.0954,"fmt":"9.54%"},"position":{"raw":73806391,"fmt":"73.81M"},
        "value":{"raw":9290748499,"fmt":"9.29B"},"pctChange":{"raw":0.01}}]},
    "fundOwnership":{"ownershipList":[{"reportDate":1612310400,"organization":"F","pctHeld":0.02,"position":5,"value":{}},
        {"organization":null,"position":null}]}"#;

#[test]
fn sections_become_what_the_tables_say() {
    let legend = json!({
        "holder": "Holder", "shares": "Shares", "date_reported": "Date Reported", "pch_out": "% Out", "value": "Value"
    });
    let mut legend_of_changes = legend.clone();
    legend_of_changes["pctChange"] = json!("pctChange");
    let expected = json!({
        "major": [
            ["0.13%", "% of Shares Held by All Insider"],
            ["58.58%", "% of Shares Held by Institutions"],
            ["58.66%", "% of Float Held by Institutions"],
            ["2561", "Number of Institutions Holding Shares"]
        ],
        "institutional": {"legend": legend_of_changes, "holders": [
            {"holder": "A & B, Inc.", "shares": 73_806_391, "date_reported": "Dec 31, 2020", "pch_out": 9.54, "value": 9_290_748_499_i64, "pctChange": 0.01}
        ]},
        "mutualfund": {"legend": legend, "holders": [
            {"holder": "F", "shares": 5, "date_reported": "Feb 03, 2021", "pch_out": 2.0, "value": null}
        ]},
        "breakdown": {"insidersPercentHeld": 0.001_280_000_1, "institutionsPercentHeld": 0.58584,
            "institutionsFloatPercentHeld": 0.58659, "institutionsCount": 2561}
    });
    let reply = summary(SECTIONS);
    let other = summary(r#""majorHoldersBreakdown":{"insidersPercentHeld":0.99}"#);
    let page = script_page(&[
        ("/v10/finance/quoteSummary/MSFT?formatted=true", 200, &other),
        ("/v10/finance/quoteSummary/IBM?formatted=true&modules=fundOwnership", 200, &reply),
    ]);
    for body in [reply, page] {
        assert_eq!(convert(&Holders::new("IBM"), &body).unwrap(), expected, "{body}");
    }
}

/// The host knows that there is such a figure, and not how much it is.
#[test]
fn a_section_without_a_figure_keeps_its_row() {
    let found =
        summary(r#""majorHoldersBreakdown":{"insidersPercentHeld":{},"institutionsPercentHeld":0.5}"#);
    let found = convert(&Holders::new("IBM"), found).unwrap();
    let rows =
        json!([[null, "% of Shares Held by All Insider"], ["50.00%", "% of Shares Held by Institutions"]]);
    assert_eq!(found["major"], rows);
    assert_eq!(found["breakdown"], json!({"insidersPercentHeld": null, "institutionsPercentHeld": 0.5}));
}

#[test]
fn percentages_are_shifted_and_have_two_decimals() {
    for (fraction, percent, text) in [
        ("0.0954", 9.54, "9.54%"),
        ("0.082600005", 8.26, "8.26%"),
        ("0.069699995", 6.97, "6.97%"),
        ("0.29", 29.0, "29.00%"),
        ("1.04068", 104.07, "104.07%"),
        ("12", 1200.0, "1200.00%"),
        ("0", 0.0, "0.00%"),
        ("1e-9", 0.0, "0.00%"),
        ("-0.00001", 0.0, "0.00%"),
        ("-0.00125", -0.13, "-0.13%"),
        ("0.00004", 0.0, "0.00%"),
        ("0.00005", 0.01, "0.01%"),
    ] {
        let sections = format!(
            r#""majorHoldersBreakdown":{{"insidersPercentHeld":{fraction}}},"fundOwnership":{{"ownershipList":[{{"organization":"F","pctHeld":{fraction}}}]}}"#
        );
        let holders = convert(&Holders::new("IBM"), summary(&sections)).unwrap();
        assert_eq!(holders["major"], json!([[text, "% of Shares Held by All Insider"]]), "{fraction}");
        assert_eq!(holders["mutualfund"]["holders"][0]["pch_out"], json!(percent), "{fraction}");
    }
}

#[test]
fn sections_that_cannot_be_read_are_422() {
    for sections in [
        "",
        r#""fundOwnership":{"ownershipList":[]}"#,
        r#""majorHoldersBreakdown":null"#,
        r#""majorHoldersBreakdown":[1,2,3,4]"#,
        r#""majorHoldersBreakdown":{"institutionsCount":"many"}"#,
        r#""majorHoldersBreakdown":{"insidersPercentHeld":1e300}"#,
        r#""majorHoldersBreakdown":{},"fundOwnership":{"ownershipList":[5]}"#,
        r#""majorHoldersBreakdown":{},"fundOwnership":{"ownershipList":[{"organization":5}]}"#,
        r#""majorHoldersBreakdown":{},"fundOwnership":{"ownershipList":[{"reportDate":9000000000000000}]}"#,
        r#""majorHoldersBreakdown":{},"fundOwnership":{"ownershipList":[{"reportDate":-9223372036854775808}]}"#,
    ] {
        assert_eq!(failed(convert(&Holders::new("IBM"), summary(sections))), UNPROCESSABLE, "{sections}");
    }
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
