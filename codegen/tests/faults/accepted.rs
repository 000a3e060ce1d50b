//! Right tables that look wrong to a guess: each is accepted.

use super::{TABLE, told};

/// Returns a table with one endpoint that declares its response, and an example of its reply.
fn replied(raw: &str, response: &str, reply: &str) -> String {
    format!(
        "\
hosts:
  shop: {{ doc: The shop., default: https://shop.example.com }}
records:
  Part: {{ doc: A part., fields: {{ name: {{ doc: Its name., type: string }} }} }}
endpoints:
  Parts:
    doc: The parts.
    host: shop
    path: parts
    method: GET
    raw: {raw}
    response: {response}
    examples:
      all:
        doc: All parts.
        url: https://shop.example.com/parts
        reply: |
          {reply}
"
    )
}

#[test]
fn a_quotation_mark_within_a_cell_of_csv() {
    let reply = "name,size\n          5\" pipe,5\n          \"6\"\" pipe\",6";
    assert_eq!(told(&replied("csv", "{ type: { list: Part } }", reply)), [""; 0]);
}

#[test]
fn a_document_type_before_the_root_of_xml() {
    for declaration in [
        "<!DOCTYPE feed>",
        "<!DOCTYPE feed SYSTEM \"https://shop.example.com/feed.dtd\">",
        "<!DOCTYPE feed [ <!ELEMENT feed (part*)> <!ATTLIST part id CDATA \"a>b\"> ]>",
    ] {
        let reply = format!("{declaration}<feed><part><name>pipe</name></part></feed>");
        let response = "{ type: { list: Part }, at: feed.part }";
        assert_eq!(told(&replied("xml", response, &reply)), [""; 0], "{declaration}");
    }
}

#[test]
fn milliseconds_in_the_doc_of_a_time() {
    let doc = "When it is due; the delay beside it is in milliseconds.";
    let param = format!("      due: {{ doc: '{doc}', type: datetime, in: query }}\n");
    assert_eq!(told(&format!("{TABLE}{param}")), [""; 0]);
    let field = replied("json", "{ type: Part }", "{ \"name\": \"pipe\", \"due\": 1700000000 }");
    let field =
        field.replace("string } }", &format!("string }}, due: {{ doc: '{doc}', type: datetime }} }}"));
    assert_eq!(told(&field), [""; 0]);
}

#[test]
fn a_public_token_of_a_page_as_a_default() {
    for token in ["CAEQAAABBBCCCDDD", "eyJwYWdlIjoxLCJzaXplIjoyNX0", "first-page-0001"] {
        for name in ["page_token", "token", "continuation_token"] {
            let param =
                format!("      {name}: {{ doc: The page., type: string, in: query, default: {token} }}\n");
            assert_eq!(told(&format!("{TABLE}{param}")), [""; 0], "{name}: {token}");
        }
    }
}

#[test]
fn names_with_the_marks_of_other_notations() {
    let of_path = |raw: &str, path: &str| replied(raw, &format!("{{ type: string, at: {path} }}"), "");
    let without_example = |table: String| {
        let (table, _) = table.split_once("    examples:").unwrap();
        table
            .replace("records:", "records: {}")
            .replace("  Part: { doc: A part., fields: { name: { doc: Its name., type: string } } }\n", "")
    };
    for (raw, path) in [("xml", "feed.$text"), ("json", "$value"), ("json", "'#count'"), ("json", "a.$b")] {
        assert_eq!(told(&without_example(of_path(raw, path))), [""; 0], "{path}");
    }
    let form = TABLE
        .replace("method: GET", "method: POST")
        .replace("in: query\n        default: 25", "in: form\n        wire: 'count#{}'\n        default: 25");
    assert_eq!(told(&form), [""; 0]);
}
