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
            "29 V093: the response differs: [0].nick: null in the table, nothing came out; correct it, or 'reply'",
        ),
        (
            "reply: Closed.,",
            "reply: Open.,",
            "52 V093: the response differs: \"Closed.\" in the table, \"Open.\" came out; correct it, or 'reply'",
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
        ("X-Version=2]\n    status: 200", "Range=bytes=0-9]\n    status: 206", ""),
        (
            "in: content",
            "in: content, wire: text",
            "70 V061: 'wire' has no effect where 'in' is 'content'; remove it",
        ),
        ("unit: euros", "unit: \"\"", "10 V142: the unit is empty; write it, or remove the key"),
    ]);
}

#[test]
fn replies_without_what_is_read() {
    check(&[(
        "status: 200",
        "status: 304",
        "37 V114: a reply with the status 304 has no data; write 'type: empty' in the response, or the status of a reply with data, most likely 200",
    )]);
}
