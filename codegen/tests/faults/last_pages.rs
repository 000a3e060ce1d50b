//! Pages that would never end, or break an order on the way.

use super::faults;
use super::pages::paged;

/// Returns the messages about a table with one change, each with its line.
#[track_caller]
fn told(pages: &str, from: &str, to: &str) -> Vec<String> {
    let table = paged(pages);
    assert_eq!(table.matches(from).count(), 1, "{from:?} stands once in the table");
    let one = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help)
    };
    faults(&table.replace(from, to)).iter().map(one).collect()
}

#[test]
fn a_cursor_is_missing_on_the_last_page() {
    let pages = "{ items: rows, cursor: { parameter: at, next: total } }";
    let total = "{ doc: The number of rows., type: integer }";
    let kind = |kind: &str| told(pages, total, &format!("{{ doc: The cursor., type: {kind} }}"));
    assert_eq!(
        kind("integer"),
        [
            "29 V136: every reply has an integer at 'total', so the pages never end; write 'nullable: true' or 'optional: true' at its field, as the last page has it"
        ]
    );
    for may_be_missing in ["integer, nullable: true", "integer, optional: true", "any"] {
        assert_eq!(kind(may_be_missing), [""; 0], "{may_be_missing}");
    }
    let below = |own: &str| {
        told("{ items: rows, cursor: { parameter: at, next: own.id } }", "A row of its own., type: Row", own)
    };
    assert_eq!(below("A row., type: Row").len(), 1);
    assert_eq!(below("A row., type: Row, nullable: true"), [""; 0]);
}

#[test]
fn the_next_page_is_no_error() {
    assert_eq!(
        told(
            "{ items: rows, link: word }",
            "response: { type: Store }",
            "response: { type: Store, error: { at: word } }"
        ),
        [
            "28 V113: 'word' leads to the next page, and is no error; write the path of what only the reply of an error has"
        ]
    );
}
