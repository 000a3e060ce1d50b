//! Tables of pages: which there are, with which heading, and what their cells say.

use std::hint::black_box;
use std::time::{Duration, Instant};

use virtual_finance_core::read::html::tables;
use virtual_finance_core::read::markup::tokens;
use virtual_finance_core::read::table::Table;

const ROWS: &str =
    "<table class=a><tr><th>Name<th>Value</tr><tr><td>a &amp; b</td><td> 1,0\n 2 </td></tr></table>";

#[test]
fn tables_come_with_the_heading_before_them() {
    let page = format!(
        "<h2>First <b>one</b></h2>{ROWS}<title><table></title><a title='<table>'>{ROWS}<h4>small</h4><h1>x&nbsp;y</h1>\
         <noscript><table></table></noscript>{ROWS}"
    );
    let found = tables(&page, 9).unwrap();
    let headings: Vec<_> = found.iter().map(|table| table.heading.as_deref()).collect();
    assert_eq!(headings, [Some("First one"), None, Some("x y")]);
    assert!(found.iter().all(|table| format!("{}</table>", table.html) == ROWS));
    assert_eq!(tables(&page, 2).unwrap().len(), 2);
}

#[test]
fn a_table_without_an_end_is_cut() {
    for page in
        ["<table><tr>", "<table><a title='</table>", "<table><textarea></table>", "<table><!-- </table>"]
    {
        let error = tables(page, 9).unwrap_err();
        assert!(error.to_string().contains("the reply is cut: a table has no end"), "{page}: {error}");
    }
    assert_eq!(tables("</table><p>", 9).unwrap().len(), 0);
}

#[test]
fn cells_are_text() {
    let table = Table::parse(ROWS, "the values").unwrap();
    assert_eq!(table.titles, ["Name", "Value"]);
    assert_eq!(table.rows, [["a & b", "1,0 2"]]);
    let odd = "<table><tr><td a='<td>'>x<!-- <td> --><script>'<td>'</script><td>a < b</td></tr></table>";
    assert_eq!(Table::parse(odd, "odd").unwrap().rows, [["x", "a < b"]]);
}

/// As a browser reads them: text does not become a tag or a reference because a comment goes.
#[test]
fn a_comment_keeps_apart_what_is_beside_it() {
    let html = "<table><tr><td>a<<!x>b>c&am<!-- -->p;</td></tr></table>";
    assert_eq!(Table::parse(html, "cells").unwrap().rows, [["a<b>c&amp;"]]);
}

#[test]
fn what_would_shift_cells_is_refused() {
    let row = |cell: &str| format!("<table><tr>{cell}x</td><td>y</td></tr></table>");
    let cases = [
        (row("<td colspan=2>"), "the first row is not one of single cells"),
        (row("<td ROWSPAN=\"3\">"), "a row is not one of single cells"),
        (row("<td><template><td></template>"), "cells is not a plain table"),
        (row("<td><table><tr><td>z</td></tr></table>"), "cells is not a table without tables in it"),
        (row("<td><!-- "), "a comment has no end"),
        (row("<td><script>"), "a script has no end"),
        (format!("<table><td a='{}", "x"), "a tag has no end"),
    ];
    for (html, expected) in cases {
        let error = Table::parse(&html, "cells").unwrap_err();
        assert!(error.to_string().contains(expected), "{html}: {error}");
    }
    assert!(Table::parse(&row("<td colspan=1 title='colspan=2'>"), "cells").is_ok());
}

/// A raised mark of a note would be one more digit.
#[test]
fn a_mark_of_a_note_is_no_part_of_a_number() {
    let html = "<table><tr><td>192.44<sup>1</sup></td><td>a <b>b<sup><i>2</i></sup></b> c</td></tr></table>";
    assert_eq!(Table::parse(html, "cells").unwrap().rows, [["192.44", "a b c"]]);
}

/// An advertisement or a note between rows costs no other row.
#[test]
fn a_row_of_joined_cells_is_left_out() {
    for joined in [
        "<td colspan=2>Advertisement",
        "<TD COLSPAN='2'>Sum</td><td>3",
        "<th colspan=\"3\">in thousands</th>",
    ] {
        let html = format!(
            "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr><tr>{joined}</tr>\
             <tr><td>3</td><td>4</td></tr></table>"
        );
        let mut table = Table::parse(&html, "cells").unwrap();
        let mut skipped = Vec::new();
        table.keep_full_rows("cells", &mut skipped).unwrap();
        assert_eq!(table.rows, [["1", "2"], ["3", "4"]], "{joined}");
        let skipped: Vec<String> = skipped.iter().map(ToString::to_string).collect();
        assert_eq!(skipped, ["\"cells[1]\", as it has 1 cells for 2 columns"], "{joined}");
    }
}

/// In a drawing or a formula the parser puts every `tr` into the one before it; each would repeat the text of all.
#[test]
fn rows_in_a_drawing_are_no_rows() {
    for drawing in ["svg", "math"] {
        let nested = "<tr><td>".repeat(100);
        let html = format!(
            "<table><tr><th>Name</th></tr><tr><td>a<{drawing}>{nested}b</{drawing}></td></tr>\
             <tr><td>c</td></tr></table>"
        );
        let table = Table::parse(&html, "cells").unwrap();
        assert_eq!(
            (table.titles, table.rows),
            (vec!["Name".to_owned()], vec![vec!["ab".to_owned()], vec!["c".to_owned()]]),
            "{drawing}"
        );
    }
}

#[test]
fn a_bomb_is_refused() {
    for (html, expected) in [
        ("<table>".to_owned() + &"<div>".repeat(2_000), "too deep"),
        ("<table>".to_owned() + &"<tr>".repeat(300_000), "too large"),
    ] {
        let error = Table::parse(&html, "cells").unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// The cost of a parser's tree grows with the square of its depth: 5 MB of `<div>` would take hours. A bomb is refused
/// in the time that it takes to look at each of its tags a few times.
#[test]
fn a_bomb_is_refused_soon() {
    const LENGTH: usize = 5 << 20;
    let unit = |unit: &str| "<table><tr><td>".to_owned() + &unit.repeat(LENGTH / unit.len());
    for (name, html) in [
        ("nested", unit("<div>")),
        ("mis-nested", unit("<b><i></b></i>")),
        ("attributes", (0..LENGTH / 16).map(|number| format!("<b a{number}>")).collect()),
    ] {
        let walk = time(|| tokens(&html).count());
        // Others take of the machine, too.
        let refuse = || time(|| Table::parse(&html, "cells").unwrap_err());
        let refusal = refuse().min(refuse());
        assert!(refusal < 4 * walk, "{name}: {refusal:?} where a walk takes {walk:?}");
    }
}

fn time<T>(run: impl FnOnce() -> T) -> Duration {
    let began = Instant::now();
    drop(black_box(run()));
    began.elapsed()
}
