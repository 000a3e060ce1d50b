//! The setting for replies that are written otherwise than the responses of the table.

use super::{TABLE, faults};

/// A response, and an example whose reply has a number as text.
const LOOSE: &str = "    response: { type: Basket }
    examples:
      one:
        doc: One.
        params: { name: plum }
        url: https://shop.example.com/fruit/plum?count=25&colour=green
        reply: '{ \"size\": \"5\" }'
";

/// Returns the messages about a table with a first line.
fn told(first: &str, table: &str) -> Vec<String> {
    let table = format!("{first}{table}");
    let one_line = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{}:{} {}: {}; {}", fault.line, fault.column, fault.code, fault.message, fault.help)
    };
    faults(&table).iter().map(one_line).collect()
}

#[test]
fn words_for_replies() {
    for (written, expected) in [
        ("lenient", ""),
        ("strict", ""),
        (
            "lenent",
            "1:10 V015: 'replies' takes strict or lenient, not the string \"lenent\"; write 'lenient'",
        ),
        (
            "true",
            "1:10 V015: 'replies' takes strict or lenient, not the bool true; write one of strict, lenient",
        ),
    ] {
        assert_eq!(told(&format!("replies: {written}\n"), TABLE).join("|"), expected, "{written}");
    }
    assert_eq!(
        told("reply: lenient\n", TABLE).join("|"),
        "1:1 V010: the table has no key 'reply'; write 'replies'"
    );
}

#[test]
fn an_example_may_be_as_loose_as_the_table() {
    let records = "records:\n  Basket: { doc: B., fields: { size: { doc: S., type: integer } } }\nendpoints:";
    let table = TABLE.replace("endpoints:", records).replace("    converter: fruit\n", LOOSE);
    assert_eq!(told("replies: lenient\n", &table), [""; 0]);
    for first in ["", "replies: strict\n"] {
        let found = told(first, &table).join("|");
        assert!(found.contains("'size' of the reply is a string, and the table says 'integer'"), "{found}");
    }
}
