//! Refuses what a client could not use or would do otherwise.

use super::faults;

/// A table without faults. Every case changes one thing in it.
const RIGHT: &str = r#"hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
records:
  Stall:
    doc: A stall.
    key: name
    fields:
      name: { doc: Its name., type: string }
      nick: { doc: Its other name., type: string, optional: true }
      rent: { doc: Its rent., type: number, unit: euros, nullable: true }
  Shown: { doc: A stall., fields: { name: { doc: Its name., type: string }, area: { doc: Its area., type: number } } }
endpoints:
  StallsOf:
    doc: The stalls.
    host: shop_url
    path: stalls
    method: GET
    response: { type: { list: Stall }, at: data.stalls, error: { at: data.problem } }
    params:
      names: { doc: The names., type: { list: string, separator: "," }, in: query, max_length: 20 }
      after: { doc: The cursor., type: string, in: query, max_length: 8 }
      part: { doc: A part., type: string, in: header, wire: X-Part }
    pages: { cursor: { parameter: after, next: data.next } }
    examples:
      one:
        doc: One.
        url: https://shop.example.com/stalls
        reply: '{ "data": { "stalls": [{ "name": "Ann", "rent": null }], "next": "b7" } }'
        response: '[{ "name": "Ann", "rent": null }]'
      bad: { doc: An error., url: "https://shop.example.com/stalls?names=x", params: { names: [x] } }
  StallOf:
    doc: A stall.
    host: shop_url
    path: stall
    method: GET
    headers: [X-Version=2]
    status: 200
    response: { type: Stall, error: { at: problem } }
    examples:
      one:
        doc: One.
        url: https://shop.example.com/stall
        reply: '{ "name": "Ann", "rent": 2, "problem": null }'
  Bulletin:
    doc: A text.
    host: shop_url
    path: bulletin
    method: GET
    raw: txt
    response: { type: string }
    examples:
      one: { doc: One., url: https://shop.example.com/bulletin, reply: Closed., response: '"Closed."' }
  Subscribe:
    doc: Subscribes.
    host: shop_url
    path: subscribe
    method: POST
    response: { type: empty }
    params:
      stall: { doc: The stall., type: string, in: form, required: true }
      note: { doc: A note., type: string, in: form, wire: text }
  Hang:
    doc: Hangs a notice.
    host: shop_url
    path: notice
    method: POST
    headers: [Content-Type=text/plain]
    response: { type: empty }
    params:
      notice: { doc: The notice., type: string, in: content, required: true }
  Send:
    doc: Sends areas.
    host: shop_url
    path: areas
    method: PUT
    response: { type: empty }
    params:
      areas: { doc: The areas., type: { list: number }, in: body, wire: ., required: true }
  Near:
    doc: What is near.
    host: shop_url
    path: graphql
    method: POST
    graphql: 'query ($deep: Boolean!) { near(deep: $deep) { name area } }'
    response: { type: { list: Shown }, at: data.near }
    params:
      deep: { doc: All of them., type: boolean, in: body, required: true }
"#;

/// Checks that each case is told once, as it says.
#[track_caller]
fn check(cases: &[(&str, &str, &str)]) {
    let told = |(from, to, _): &(&str, &str, &str)| {
        assert_eq!(RIGHT.matches(from).count(), 1, "{from:?} stands once in the table");
        let lines = faults(&RIGHT.replace(from, to));
        let line = lines
            .iter()
            .map(|fault| format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help));
        (to.to_string(), line.collect::<Vec<_>>().join("\n"))
    };
    let found: Vec<_> = cases.iter().map(told).collect();
    let expected: Vec<_> =
        cases.iter().map(|(_, to, expected)| (to.to_string(), expected.to_string())).collect();
    assert_eq!(found, expected, "{found:#?}");
}

#[test]
fn the_table_of_these_cases_has_no_fault() {
    assert_eq!(faults(RIGHT), []);
}

#[test]
fn errors_where_every_good_reply_has_something() {
    let told = |line: usize, at: &str| {
        format!(
            "{line} V113: every good reply has something at '{at}', so every reply would be an error; write the path of \
             what only the reply of an error has"
        )
    };
    for at in ["data", "data.stalls", "data.stalls.0"] {
        check(&[("at: data.problem", &format!("at: {at}"), &told(18, at))]);
    }
    for (at, told) in [("name", told(38, "name")), ("nick", String::new())] {
        let to = format!("type: Stall, error: {{ at: {at} }}");
        check(&[("type: Stall, error: { at: problem }", &to, &told)]);
    }
}

#[test]
fn examples_that_no_client_gives() {
    check(&[
        (
            "response: '[{ \"name\": \"Ann\", \"rent\": null }]'",
            "response: '[{ \"name\": \"Ann\", \"rent\": null, \"nick\": null }]'",
            "29 V093: '0.nick' of the response is null, which the field is not; write 'nullable: true' at the field, or another value",
        ),
        (
            "reply: Closed.,",
            "reply: Open.,",
            "52 V093: the response is not what the reply has; correct it, or 'reply'",
        ),
        (
            "max_length: 8",
            "max_length: 1",
            "23 V136: the cursor of the example 'one' breaks a limit of 'after': 'b7' has 2 characters, and 'max_length' is 1; change one of the two",
        ),
        (
            "max_length: 8",
            "pattern: \"[0-9]+\"",
            "23 V136: the cursor of the example 'one' breaks a limit of 'after': 'b7' does not match 'pattern'; change one of the two",
        ),
    ]);
}

#[test]
fn names_and_headers() {
    check(&[
        (
            "wire: text",
            "wire: stall",
            "61 V060: 'stall' and 'note' would both be sent as 'stall'; give one of them another 'wire', or remove it",
        ),
        (
            "wire: X-Part",
            "wire: Range",
            "22 V101: a reply with a part has the status 206, and a good reply 200; write 'status: 206', or remove 'Range'",
        ),
        (
            "X-Version=2",
            "Range=bytes=0-9",
            "36 V101: a reply with a part has the status 206, and a good reply 200; write 'status: 206', or remove 'Range'",
        ),
        ("X-Version=2]\n    status: 200", "Range=bytes=0-9]\n    status: 206", ""),
        (
            "X-Version=2",
            "If-Range=abc",
            "36 V101: the header 'If-Range' is no constant; write a parameter that is 'in: header': its value is that of an earlier reply",
        ),
        (
            "X-Version=2",
            "If-Unmodified-Since=abc",
            "36 V101: the header 'If-Unmodified-Since' is no constant; write a parameter that is 'in: header': its value is that of an earlier reply",
        ),
        (
            "wire: .",
            "wire: $",
            "78 V039: '$' would be the name of a member of the body; write '.' for the whole body",
        ),
        (
            "in: content",
            "in: content, wire: text",
            "70 V061: 'wire' has no effect where 'in' is 'content'; remove it",
        ),
        ("unit: euros", "unit: \"\"", "10 V142: the unit is empty; write it, or remove the key"),
    ]);
}

#[test]
fn separators_that_mean_something_else() {
    let to = |separator: &str| format!("separator: \"{separator}\"");
    for (separator, told) in [
        (
            "comma",
            "20 V066: 'comma' itself would stand between the values, encoded where it has to be; write \",\"",
        ),
        (
            "repeat",
            "20 V066: 'repeat' itself would stand between the values, encoded where it has to be; remove 'separator': each value then has the name before it",
        ),
        (
            "&",
            "20 V066: '&' itself would stand between the values, encoded where it has to be; remove 'separator': each value then has the name before it",
        ),
        (
            "%2C",
            "20 V066: '%2C' itself would stand between the values, encoded where it has to be; write \",\"",
        ),
        (
            "a",
            "20 V066: the separator 'a' can be a part of a value, such as 'aa'; write one that cannot, such as \",\"",
        ),
        (" OR ", ""),
    ] {
        check(&[("separator: \",\"", &to(separator), told)]);
    }
}

#[test]
fn replies_without_what_is_read() {
    check(&[
        (
            "name area }",
            "name area @include(if: $deep) }",
            "84 V106: a directive may leave out 'area', which 'Shown' requires; write 'optional: true' at the field of the record",
        ),
        (
            "status: 200",
            "status: 304",
            "37 V114: a reply with the status 304 has no data; write 'type: empty' in the response, or the status of a reply with data, most likely 200",
        ),
    ]);
}

/// Says what to write instead of the words of others.
#[test]
fn the_words_of_others() {
    for (from, to, advice) in [
        (
            "area: { doc: Its area., type: number }",
            "area: { doc: Its area., type: Option<f64> }",
            "write 'number', and 'optional: true' where it may be missing, or 'nullable: true'",
        ),
        (
            "area: { doc: Its area., type: number }",
            "area: { doc: Its area., type: Vec<i64> }",
            "write { list: integer }",
        ),
        ("area: { doc: Its area., type: number }", "area: { doc: Its area., type: Int! }", "write 'integer'"),
        (
            "area: { doc: Its area., type: number }",
            "area: { doc: Area: in metres., type: number }",
            "write it in quotes: \"Area: in metres.\"",
        ),
        ("max_length: 8", "pattern: [A-Z][a-z]", "write it in quotes: \"[A-Z][a-z]\""),
        (
            "reply: '{ \"name\": \"Ann\", \"rent\": 2, \"problem\": null }'",
            "reply: { name: Ann's, rent: 2 }",
            "write it as JSON in quotes: '{\"name\":\"Ann''s\",\"rent\":2}'",
        ),
        (
            "pages: { cursor: { parameter: after, next: data.next } }",
            "pages: { link: Link }",
            "write 'header' for the header Link",
        ),
        (
            "status: 200\n    response: { type: Stall,",
            "status: 200\n    response: { statuses: { 202: none }, type: Stall,",
            "write 'empty'",
        ),
        (
            "raw: txt\n    response: { type: string }",
            "raw: sse\n    response: { type: { list: Shown }, skip_unreadable: true }",
            "remove the key",
        ),
        (
            "raw: txt\n    response: { type: string }",
            "raw: xml\n    response: { type: { list: Shown }, at: entry }",
            "write 'at: feed.entry' at the response",
        ),
    ] {
        let table = match to.contains("at: entry") {
            true => RIGHT.replace(
                "reply: Closed., response: '\"Closed.\"'",
                "reply: <feed><entry><name>a</name><area>1</area></entry></feed>",
            ),
            false if to.contains("raw: sse") => {
                RIGHT.replace(", reply: Closed., response: '\"Closed.\"'", "")
            }
            false => RIGHT.to_owned(),
        };
        assert_eq!(table.matches(from).count(), 1, "{from}");
        let found = faults(&table.replace(from, to));
        let told: Vec<&str> = found.iter().map(|fault| fault.help.as_str()).collect();
        assert_eq!(told, [advice], "{to}: {found:#?}");
    }
}
