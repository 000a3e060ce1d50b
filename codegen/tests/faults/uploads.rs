//! Bodies that are a text or a file, forms with files, and replies that are a text.

use super::{TABLE, faults};

/// Returns the messages about a POST endpoint with more lines, without their places.
fn told(lines: &str) -> Vec<String> {
    of_table(&format!("{}{lines}", TABLE.replace("method: GET", "method: POST")))
}

fn of_table(table: &str) -> Vec<String> {
    faults(table).iter().map(|fault| format!("{}: {}; {}", fault.code, fault.message, fault.help)).collect()
}

fn param(name: &str, kind: &str, place: &str) -> String {
    format!("      {name}: {{ doc: A., type: {kind}, in: {place} }}\n")
}

#[test]
fn bodies_that_fit() {
    for lines in [
        param("file", "bytes", "content"),
        param("text", "string", "content"),
        param("colours", "{ list: Colour, separator: \",\" }", "part"),
        format!("{}{}", param("one", "bytes", "part"), param("more", "{ list: bytes }", "part")),
        format!("{}{}", param("about", "{ map: number }", "part"), param("text", "string", "part")),
        format!("{}    headers: [Content-Type=text/csv]\n", param("text", "string", "content")),
        format!("{}    headers: [content-type=a/b+json]\n", param("text", "string", "body")),
    ] {
        assert_eq!(told(&lines), [""; 0], "{lines}");
    }
}

#[test]
fn a_request_has_one_body() {
    const AT_ALL: &str = "write one of 'in: body', 'in: form' and 'in: part' at all parameters of the body";
    const AS_IT_IS: &str = "remove one of them, or write 'in: body', 'in: form' or 'in: part' at all of them";
    for (first, second, advice) in [
        ("body", "part", AT_ALL),
        ("part", "form", AT_ALL),
        ("form", "content", AT_ALL),
        ("content", "part", AS_IT_IS),
        ("content", "content", AS_IT_IS),
    ] {
        let lines = format!("{}{}", param("one", "string", first), param("two", "string", second));
        let message = format!("V103: 'two' is in another body than 'one', and a request has one; {advice}");
        assert_eq!(told(&lines), [message], "{lines}");
    }
    for place in ["form", "part", "content"] {
        assert_eq!(
            told(&format!("{}    body: basket\n", param("one", "string", place))),
            [
                "V103: 'one' is in another body than the function of 'body', and a request has one; write 'in: body', \
                 or remove 'body', whose function makes JSON"
            ]
        );
    }
}

#[test]
fn files_are_where_they_can_be_sent() {
    for (kind, place, expected) in [
        (
            "bytes",
            "body",
            "'one' is a file, which is neither in the body nor in JSON; write 'in: part' for a form, or 'in: content' for \
             the body itself",
        ),
        (
            "{ list: bytes }",
            "query",
            "'one' is a file, which is neither in the query nor in JSON; write 'in: part' for a form, or 'in: content' \
             for the body itself",
        ),
        ("{ map: bytes }", "part", "'one' has files within something else; write 'bytes' or { list: bytes }"),
        (
            "{ list: bytes }",
            "content",
            "'one' is the body as it is, a text or a file; write 'string' or 'bytes', or another place such as 'in: body'",
        ),
        (
            "{ list: string }",
            "content",
            "'one' is the body as it is, a text or a file; write 'string' or 'bytes', or another place such as 'in: body'",
        ),
        (
            "any",
            "content",
            "'one' is the body as it is, a text or a file; write 'string' or 'bytes', or another place such as 'in: body'",
        ),
    ] {
        assert_eq!(told(&param("one", kind, place)), [format!("V074: {expected}")]);
    }
    let nullable = "      one: { doc: A., type: bytes, in: part, nullable: true }\n";
    assert_eq!(
        told(nullable),
        [
            "V074: 'one' is in the part, which cannot have null; remove 'nullable': what is not set is not sent; or write 'in: body'"
        ]
    );
}

#[test]
fn other_bodies_say_their_media_type_themselves() {
    const ADVICE: &str = "remove it; the place of the parameters gives it, and only 'in: content' and JSON of a type that \
                          ends with '+json' take another";
    for (place, media_type) in
        [("body", "text/csv"), ("form", "text/csv"), ("part", "text/csv"), ("content", "csv")]
    {
        let lines = format!("{}    headers: [Content-Type={media_type}]\n", param("one", "string", place));
        let expected = format!("V101: a table does not set the header 'Content-Type'; {ADVICE}");
        assert_eq!(told(&lines), [expected], "{lines}");
    }
}

#[test]
fn a_reply_that_is_text_is_a_string() {
    let told = |response: &str| {
        let own = format!("raw: txt\n    response: {{ {response} }}");
        of_table(&TABLE.replace("raw: json\n    converter: fruit", &own))
    };
    assert_eq!(told("type: string"), [""; 0]);
    assert_eq!(
        told("type: integer"),
        [
            "V110: only a converter reads text; write a converter, 'type: string' for the text itself, or 'raw: json'"
        ]
    );
    for more in ["at: a", "error: { at: a }", "empty: not_found"] {
        assert_eq!(
            told(&format!("type: string, {more}")),
            [
                "V110: a text has no parts, and is data even if it is empty; remove 'at', 'error' and 'empty', or write a \
                 converter"
            ],
            "{more}"
        );
    }
    let of_bytes = TABLE.replace("    converter: fruit\n", "    response: { type: bytes }\n");
    assert_eq!(
        of_table(&of_bytes),
        [
            "V111: a file is the body of a request, a part of a form, or a reply; write 'raw: bytes' for a reply, and \
             'string' for Base64 in JSON"
        ]
    );
}

#[test]
fn a_body_of_an_example_that_is_a_text_or_a_file() {
    let told = |kind: &str, place: &str, value: &str, body: &str| -> Vec<String> {
        let table = format!(
            "\
hosts: {{ shop_url: {{ doc: The shop., default: https://shop.example.com }} }}
endpoints:
  Note:
    doc: Sends a note.
    host: shop_url
    path: notes
    method: POST
    response: {{ type: empty }}
    params:
      note: {{ doc: The note., type: {kind}, in: {place}, required: true }}
    examples:
      one: {{ doc: O., params: {{ note: {value} }}, url: https://shop.example.com/notes, body: {body} }}
"
        );
        faults(&table)
            .iter()
            .map(|fault| format!("{}: {}; {}", fault.code, fault.message, fault.help))
            .collect()
    };
    let file = |base64: &str| format!("'{{ \"base64\": \"{base64}\" }}'");
    for (kind, value, body) in [
        ("string", "Red plums.", "Red plums."),
        ("bytes", file("UmVkIHBsdW1zLg==").as_str(), "Red plums."),
        ("bytes", file("w7zDvMO8").as_str(), "üüü"),
        ("bytes", file("/wD+").as_str(), "base64:/wD+"),
    ] {
        assert_eq!(told(kind, "content", value, body), [""; 0], "{value}");
    }
    let wrong = "V095: this is not what the parameters of the example send";
    for (kind, value, body, advice) in [
        ("string", "Red plums.", "Red pears.", "write \"Red plums.\", or correct 'params'"),
        ("string", "' Red '", "Red", "remove 'body', or correct 'params'"),
        (
            "bytes",
            file("UmVkIHBsdW1zLg==").as_str(),
            "UmVkIHBsdW1zLg==",
            "write \"Red plums.\", or correct 'params'",
        ),
        ("bytes", file("/wD+").as_str(), "/wD+", "write \"base64:/wD+\", or correct 'params'"),
    ] {
        assert_eq!(told(kind, "content", value, body), [format!("{wrong}; {advice}")], "{value}");
    }
    assert_eq!(told("bytes", "part", &file("/wD+"), "'--a'"), [""; 0]);
    assert_eq!(
        told("bytes", "part", &file("/wD+"), "note=x"),
        [
            "V095: the body of the endpoint is a form of parts, with a line such as '--…' before each; remove 'body': 'params' say what the parts are"
        ]
    );
}
