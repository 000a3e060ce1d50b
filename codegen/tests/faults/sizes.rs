//! Texts of any signs and of any size.

use proptest::prelude::*;

use super::{TABLE, faults};

fn with_document(document: &str) -> String {
    let document = serde_json::to_string(document).unwrap();
    TABLE
        .replace("path: fruit/{name}", &format!("path: graphql\n    graphql: {document}"))
        .replace("method: GET", "method: POST")
        .replace("    raw: json\n    converter: fruit\n", "    response: { type: any, at: data }\n")
        .split("    params:\n")
        .take(1)
        .collect()
}

fn with_reply(reply: &str) -> String {
    let reply = serde_json::to_string(reply).unwrap();
    let example = "      one:\n        doc: One.\n        params: { name: plum }\n        url: \
                   https://shop.example.com/fruit/plum?count=25&colour=green\n";
    let entry = "records:\n  Entry: { doc: E., fields: { title: { doc: T., type: string } } }\nendpoints:";
    let response = "response: { type: { list: Entry }, at: feed.entry }";
    let table = TABLE.replace("raw: json", "raw: xml").replace("converter: fruit", response);
    format!("{}    examples:\n{example}        reply: {reply}\n", table.replace("endpoints:", entry))
}

fn first(table: &str) -> Option<String> {
    faults(table).first().map(|fault| fault.message.clone())
}

proptest! {
    #[test]
    fn any_document_is_read_or_refused(text in "(query|mutation|\\{|\\}|\\(|\\)|\\[|\"|\\\\|#|\n|\\$|:|!|=|@|[a-z] ?|\\PC){0,40}") {
        faults(&with_document(&text));
    }

    #[test]
    fn any_reply_is_read_or_refused(reply in "(<|</|/>|>|<!|--|\\[CDATA\\[|\\?|=|\"|'|&|#x?|;|a|é| |\\PC){0,40}") {
        faults(&with_reply(&format!("<feed>{reply}")));
    }
}

/// Deep brackets take no stack, and long documents no more than their length.
#[test]
fn long_documents_are_read() {
    let deep = format!("{{ {} {} }}", "a {".repeat(50_000), "}".repeat(50_000));
    let strings = format!("{{ a(b: [{}]) }}", "\"\\\"\" ".repeat(50_000));
    for document in [&deep, &strings, "\u{feff}query { a }"] {
        assert_eq!(first(&with_document(document)), None);
    }
}

/// Elements in each other take no stack, and many of them no more than their length.
#[test]
fn long_replies_are_read() {
    let deep = format!("<feed>{}", "<entry>".repeat(100_000));
    let told = first(&with_reply(&deep));
    assert_eq!(told.as_deref(), Some("the fruit cannot be read: its elements nest more than 100 deep"));
    let wide: String = (0..50_000).map(|index| format!("<a{index}>a text</a{index}>")).collect();
    let wide = format!("<feed>{wide}<entry><title>x</title></entry></feed>");
    assert_eq!(first(&with_reply(&wide)), None);
}
