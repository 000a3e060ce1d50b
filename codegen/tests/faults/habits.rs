//! Habits from other programs and formats: what was accepted and wrong then, and what had the wrong remedy.

use super::{TABLE, faults};

/// A table without faults. Every case changes one thing in it.
const RIGHT: &str = "\
hosts:
  shop_url: { doc: The shop., default: https://shop.example.com, auth: { type: query, name: apikey } }
  desk_url:
    doc: The desk.
    default: https://desk.example.com
    auth: { type: oauth2, token_host: shop_url, token_path: token, scopes: [read, 'list:all'] }
    headers: [X-Version=2]
records:
  Stall:
    doc: A stall.
    key: name
    fields:
      name: { doc: Its name., type: string }
      state: { doc: Its state., type: string, optional: true }
      opened: { doc: When it opened., type: integer, unit: epoch seconds }
      closed: { doc: When it closed., type: integer, unit: epoch milliseconds, optional: true }
  Stalls:
    doc: All stalls.
    fields:
      stalls: { doc: The stalls., type: { list: Stall } }
      silent: { doc: What has no stall., type: { list: string } }
  Sale: { doc: A sale., fields: { fruit: { doc: The fruit., type: string }, price: { doc: The price., type: number } } }
endpoints:
  StallsOf:
    doc: The stalls.
    host: shop_url
    path: stalls
    method: GET
    query: [lang=en]
    headers: [Accept-Language=en]
    response:
      type: Stalls
      at: data
      into: stalls
      echoes: names
      unknown: silent
      gone: [state=gone]
      max_items: 20
    params:
      names: { doc: The names., type: { list: string, separator: ',' }, in: query, required: true, max_length: 20 }
      since: { doc: 'The first time, in epoch seconds.', type: integer, in: query, wire: from, default: 1700000000 }
    examples:
      two:
        doc: Two stalls.
        params: { names: [Ann, Bob, Cid], since: 1700000001 }
        url: 'https://shop.example.com/stalls?lang=en&names=Ann%2CBob%2CCid&from=1700000001'
        reply: '{ \"data\": [{ \"name\": \"Ann\", \"opened\": 1700000000, \"closed\": 1700000000000 }, { \"name\": \"Bob\", \"opened\": 1, \"state\": \"gone\" }] }'
        response: '{ \"stalls\": [{ \"name\": \"Ann\", \"opened\": 1700000000, \"closed\": 1700000000000 }], \"silent\": [\"Bob\", \"Cid\"] }'
  Sales:
    doc: The sales.
    host: shop_url
    path: sales.csv
    method: GET
    raw: csv
    response: { type: { list: Sale } }
    params:
      offset: { doc: The sales before., type: integer, in: query }
      limit: { doc: The sales of a page., type: integer, in: query, max: 50 }
    pages: { offset: { parameter: offset } }
    examples:
      one: { doc: One., url: https://shop.example.com/sales.csv, reply: \"fruit,price\\nfig,2.5\\n\" }
  Events:
    doc: The events.
    host: desk_url
    path: events
    method: GET
    raw: sse
    response: { type: { list: Sale } }
    examples:
      one: { doc: One., url: https://desk.example.com/events, reply: \"data: {\\\"fruit\\\": \\\"fig\\\", \\\"price\\\": 2}\\n\\n\" }
  Photo:
    doc: A photo.
    host: desk_url
    path: photo.png
    method: GET
    raw: bytes
    examples:
      one: { doc: One., url: https://desk.example.com/photo.png, reply: '{ \"mediaType\": \"image/png\", \"base64\": \"iVBO\" }' }
  Order:
    doc: Orders fruit.
    host: shop_url
    path: orders
    method: POST
    converter: fruit
    params:
      order_key: { doc: A key of its own., type: string, in: header, wire: Idempotency-Key, required: true }
      etag: { doc: The version., type: string, in: header, wire: If-None-Match }
      page_token: { doc: The token of a page., type: string, in: query }
      token: { doc: The token of a chain., type: string, in: query }
";

/// Returns what is told about the table with `to` in the place of `from`.
fn told(from: &str, to: &str) -> Vec<String> {
    assert_eq!(RIGHT.matches(from).count(), 1, "{from:?} stands once in the table");
    lines(&RIGHT.replace(from, to))
}

fn lines(table: &str) -> Vec<String> {
    let line = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{}:{} {}: {}; {}", fault.line, fault.column, fault.code, fault.message, fault.help)
    };
    faults(table).iter().map(line).collect()
}

/// Checks that each case is told once, as it says.
#[track_caller]
fn check(cases: &[(&str, &str, &str)]) {
    let found: Vec<_> = cases.iter().map(|(from, to, _)| (*to, told(from, to).join("\n"))).collect();
    let expected: Vec<_> = cases.iter().map(|(_, to, expected)| (*to, (*expected).to_owned())).collect();
    assert_eq!(found, expected, "{found:#?}");
}

#[test]
fn the_table_of_these_cases_has_no_fault() {
    assert_eq!(lines(RIGHT), [""; 0]);
}

#[test]
fn forms_of_credentials() {
    check(&[
        (
            "type: query, name: apikey",
            "type: bearerAuth",
            "2:80 V015: 'type' takes header, query, bearer, basic, oauth2 or custom, not the string \"bearerAuth\"; write bearer",
        ),
        (
            "type: query, name: apikey",
            "type: http",
            "2:80 V015: 'type' takes header, query, bearer, basic, oauth2 or custom, not the string \"http\"; write bearer for a token, or basic for a name and a password",
        ),
        (
            "type: query, name: apikey",
            "type: apiKey",
            "2:80 V015: 'type' takes header, query, bearer, basic, oauth2 or custom, not the string \"apiKey\"; write header or query, where the key is sent, and its name in 'name'",
        ),
        (
            "type: query, name: apikey",
            "type: basic_auth",
            "2:80 V015: 'type' takes header, query, bearer, basic, oauth2 or custom, not the string \"basic_auth\"; write basic",
        ),
        (
            "type: query, name: apikey",
            "type: openIdConnect",
            "2:80 V015: 'type' takes header, query, bearer, basic, oauth2 or custom, not the string \"openIdConnect\"; write oauth2 for client credentials, or bearer for a token that is had in another way",
        ),
    ]);
}

#[test]
fn credentials() {
    check(&[
        (
            "'list:all'",
            "'list:all,write'",
            "6:83 V104: 'list:all,write' is not one scope; write each by itself: \"list:all\", write",
        ),
        (
            "name: apikey",
            "name: '?apikey='",
            "2:93 V039: '?apikey=' would be encoded, and is not only a name in a query; write 'apikey'",
        ),
        (
            "name: apikey",
            "name: 'api key'",
            "2:93 V039: 'api key' would be encoded, and is not only a name in a query; write the name alone, without '?', '&', '=', '#', braces and blanks",
        ),
    ]);
}

#[test]
fn names_and_headers() {
    // Hosts may have names with blanks.
    assert!(!told("wire: from", "wire: 'from date'").join("").contains("V039"));
    check(&[
        (
            "wire: from",
            "wire: '&from='",
            "41:90 V039: '&from=' would be encoded, and is not only a name in a query; write 'from'",
        ),
        (
            "wire: from",
            "wire: 'from date '",
            "41:90 V039: 'from date ' would be encoded, and is not only a name in a query; write 'from date'",
        ),
        (
            "lang=en]",
            "'the lang=en']",
            "29:13 V058: 'the lang' cannot be a name in a query; write it like 'symbol={ticker}'",
        ),
        (
            "X-Version=2",
            "Idempotency-Key=1",
            "7:15 V101: the header 'Idempotency-Key' is no constant; write a parameter that is 'in: header': each request has a key of its own",
        ),
        (
            "Accept-Language=en",
            "Idempotency-Key=abc",
            "30:15 V101: the header 'Idempotency-Key' is no constant; write a parameter that is 'in: header': each request has a key of its own",
        ),
        (
            "Accept-Language=en",
            "If-None-Match=abc",
            "30:15 V101: the header 'If-None-Match' is no constant; remove it, and write 'fresh_for': a client with a cache sends it itself",
        ),
        (
            "in: query, wire: from, default: 1700000000",
            "in: header, wire: If-Modified-Since",
            "41:91 V101: a table does not set the header 'If-Modified-Since'; remove it, and write 'fresh_for': a client with a cache sends it itself",
        ),
    ]);
}

#[test]
fn times_of_another_unit() {
    check(&[
        (
            "\"opened\": 1, ",
            "\"opened\": 1700000000000, ",
            "47:9 V096: 'data.1.opened' of the reply is in epoch milliseconds, and the table says epoch seconds; write 'unit: epoch milliseconds' at the field, or another number",
        ),
        (
            "\"closed\": 1700000000000 }, {",
            "\"closed\": 1700000000 }, {",
            "47:9 V096: 'data.0.closed' of the reply is in epoch seconds, and the table says epoch milliseconds; write 'unit: epoch seconds' at the field, or another number",
        ),
        (
            "default: 1700000000 ",
            "default: 1700000000000 ",
            "41:105 V067: 1700000000000 is in epoch milliseconds, and the doc says otherwise; change one of the two",
        ),
        (
            "since: 1700000001",
            "since: 1700000001000",
            "45:50 V067: 1700000001000 is in epoch milliseconds, and the doc says otherwise; change one of the two",
        ),
    ]);
}

#[test]
fn responses_of_lists() {
    // One that is gone says nothing of one of its name that follows.
    let again = "{ \"name\": \"Bob\", \"opened\": 2 }";
    let from = "\"state\": \"gone\" }] }'";
    let to = format!("\"state\": \"gone\" }}, {again}] }}'");
    let skipping =
        RIGHT.replace(from, &to).replace("      max_items", "      skip_unreadable: true\n      max_items");
    assert_eq!(
        lines(&skipping),
        ["49:9 V093: 'stalls' of the response is not what the reply has; correct it, or 'reply'"]
    );
    let right = skipping.replace(
        "1700000000000 }], \"silent\": [\"Bob\", ",
        &format!("1700000000000 }}, {again}], \"silent\": ["),
    );
    assert_eq!(lines(&right), [""; 0]);
    check(&[
        (
            "[state=gone]",
            "[state==gone]",
            "37:14 V140: '=gone' is compared as it stands, and most likely never comes; write 'state=gone'",
        ),
        (
            "[state=gone]",
            "['state = \"gone\"']",
            "37:14 V140: ' \"gone\"' is compared as it stands, and most likely never comes; write 'state=gone'",
        ),
        (
            "max_items: 20",
            "max_items: 10",
            "38:18 V140: a request asks for up to 20 of 'names', and a reply with as many is an error; write 'max_items: 20', or 'max_length: 10' at 'names'",
        ),
        (
            "\"silent\": [\"Bob\", \"Cid\"]",
            "\"silent\": [\"Cid\"]",
            "48:9 V093: 'silent' of the response is not what the reply has; correct it, or 'reply'",
        ),
        (
            "\"silent\": [\"Bob\", \"Cid\"]",
            "\"silent\": [\"Cid\", \"Bob\"]",
            "48:9 V093: 'silent.0' of the response is not what the reply has; correct it, or 'reply'",
        ),
        ("into: stalls", "into: rows", "34:13 V140: the record has no field 'rows'; write one of stalls"),
    ]);
}

#[test]
fn replies_of_other_forms() {
    check(&[
        (
            "\"mediaType\"",
            "\"type\"",
            "78:76 V094: a reply of bytes has no 'type'; write 'mediaType' for the media type, and nothing else beside 'base64'",
        ),
        (
            "\"data: {\\\"fruit\\\": \\\"fig\\\", \\\"price\\\": 2}\\n\\n\"",
            "'{\"fruit\": \"fig\", \"price\": 2}'",
            "70:63 V096: the reply has no event; write 'data: ' before the JSON of each, and an empty line behind it",
        ),
        (
            "fruit,price\\n",
            "fruit,Preis\\n",
            "61:66 V096: the reply has no column 'price', which the record requires; write 'wire: Preis' at the field, or correct the reply",
        ),
        (
            "fruit,price\\n",
            "Fruit,Price\\n",
            "61:66 V096: the reply has no column 'fruit', which the record requires; write 'wire: Fruit' at the field, or correct the reply",
        ),
        (
            "fruit,price\\nfig,2.5",
            "Frucht,Preis,Ort\\nfig,2.5,Rom",
            "61:66 V096: the reply has no column 'fruit', which the record requires; write 'wire: Frucht' at the field, or correct the reply",
        ),
        (
            "parameter: offset",
            "parameter: limit",
            "59:35 V131: 'limit' is the size of a page, and the same for all of them; name the parameter that says where a page begins, such as 'offset' or 'page'",
        ),
    ]);
}

#[test]
fn keys_of_other_formats() {
    check(&[
        (
            "    path: orders",
            "    tags: [orders]\n    path: orders",
            "82:5 V010: 'Order' has no key 'tags'; write 'group', the one heading that the endpoint has in the help of a command",
        ),
        (
            "    path: orders",
            "    rate: 5\n    path: orders",
            "82:5 V010: 'Order' has no key 'rate'; remove it; a table has no rates: a client is given them in Rust, with 'rate_limit'",
        ),
        (
            "type: { list: string, separator: ',' }, in",
            "type: { list: string, separator: ',' }, style: form, in",
            "40:73 V010: 'names' has no key 'style'; remove it; 'type' says how a list is written: { list: integer } for one value after the other, and { list: integer, separator: \",\" } for one text",
        ),
        (
            "converter: fruit",
            "converter: fruit.rs",
            "84:16 V020: 'fruit.rs' is a file, and a converter is a module; write 'fruit'",
        ),
        (
            "converter: fruit",
            "converter: src/converters/fruit.rs",
            "84:16 V020: 'src/converters/fruit.rs' is a file, and a converter is a module; write 'fruit'",
        ),
    ]);
}

#[test]
fn a_table_below_a_name() {
    let table: String = RIGHT.lines().map(|line| format!("  {line}\n")).collect();
    let expected = "1:1 V010: the keys of the table stand one level too low, below 'api'; remove 'api', and indent the keys two spaces less";
    assert_eq!(lines(&format!("api:\n{table}")), [expected]);
}

#[test]
fn one_document_of_a_table() {
    let advice = "V004: a table is one document; remove the '---'; what follows it goes on with the table, or stands in a file that 'include' names";
    for (before, line) in [("  Events:\n", 62), ("endpoints:\n", 23)] {
        assert_eq!(told(before, &format!("---\n{before}")), [format!("{line}:1 {advice}")]);
    }
}

#[test]
fn strings_in_quotes_over_several_lines() {
    const REASON: &str = "V001: this is not YAML: invalid indentation in quoted scalar";
    const BEHIND: &str = "V001: this is not YAML: the value goes on behind its closing quote";
    const INDENT: &str = "indent all lines of the string further than its key, or write it on one line";
    const BLOCK: &str = "of the text, or write '|' behind the key, and the text indented below it";
    let from = "doc: The sales.\n";
    for right in ["doc: 'The sales,\n      one by one.'\n", "doc: \"The sales,\n\n      one by one.\"\n"] {
        assert_eq!(told(from, right), [""; 0], "{right}");
    }
    for (to, expected) in [
        ("doc: 'The sales,\n      one by one.\n", format!("50:10 {REASON}; close the quote")),
        ("doc: \"The sales,\n      one by one.\n", format!("50:10 {REASON}; close the quote")),
        ("doc: 'The sales,\n  one by one.'\n", format!("50:10 {REASON}; {INDENT}")),
        ("doc: \"The sales,\none by one.\"\n", format!("50:10 {REASON}; {INDENT}")),
        (
            "doc: \"The sales,\n      of \"figs\" alone.\"\n",
            format!("51:11 {BEHIND}; write \\\" for each \" {BLOCK}"),
        ),
        ("doc: 'The sales,\n      it's alone.'\n", format!("51:10 {BEHIND}; write '' for each ' {BLOCK}")),
    ] {
        assert_eq!(told(from, to), [expected], "{to}");
    }
}

/// Each wrong indentation of an example is one message.
#[test]
fn examples_a_level_too_high_or_too_low() {
    let block = |lines: &[(usize, &str)]| -> String {
        lines.iter().map(|(indent, line)| format!("{}{line}\n", " ".repeat(*indent))).collect()
    };
    const URL: &str = "url: 'https://shop.example.com/fruit/plum?count=25&colour=green'";
    const PARAMS: &str = "params: { name: plum }";
    let right = block(&[(4, "examples:"), (6, "plums:"), (8, "doc: P."), (8, PARAMS), (8, URL)]);
    assert_eq!(lines(&format!("{TABLE}{right}")), [""; 0]);
    let whole =
        |indent| [(indent, "examples:"), (indent + 2, "plums:"), (indent + 4, "doc: P."), (indent + 4, URL)];
    for (wrong, expected) in [
        (
            block(&[(4, "examples:"), (6, "plums:"), (8, "one:"), (10, "doc: P."), (10, PARAMS), (10, URL)]),
            "38:9 V010: the keys of 'plums' stand one level too low, below 'one'; remove 'one', and indent the keys two spaces less",
        ),
        (
            block(&[(4, "examples:"), (6, "doc: P."), (6, PARAMS), (6, URL)]),
            "37:7 V011: 'doc' is a key, and 'examples' has names of your own, each with its keys; write a name and ':' above the keys, and indent them two spaces further",
        ),
        (
            block(&[(4, "examples:"), (6, "plums:"), (6, "doc: P."), (6, PARAMS), (6, URL)]),
            "37:7 V011: the keys of 'plums' are not indented below it; indent them two spaces further than its name",
        ),
        (
            block(&[(4, "examples:"), (4, "plums:"), (8, "doc: P."), (8, PARAMS), (8, URL)]),
            "37:5 V010: 'Fruit' has no key 'plums'; indent 'plums' two spaces further than 'examples', below which it belongs",
        ),
        (
            block(&[
                (4, "examples:"),
                (6, "plums:"),
                (8, "doc: P."),
                (8, "params:"),
                (8, "name: plum"),
                (8, URL),
            ]),
            "40:9 V010: 'plums' has no key 'name'; indent 'name' two spaces further than 'params', below which it belongs",
        ),
        (
            block(&whole(0)),
            "36:1 V010: the table has no key 'examples'; write it below a name of 'endpoints'",
        ),
        (
            block(&whole(2)),
            "36:3 V010: 'examples' is a key, and stands among names; indent it two spaces further, as far as the keys of the name before it",
        ),
        (
            block(&whole(6)),
            "36:7 V010: 'examples' is a key, and stands among names; indent it as far as the other keys of 'Fruit'",
        ),
        (block(&whole(8)), "36:9 V010: 'colour' has no key 'examples'; write it among the keys of 'Fruit'"),
    ] {
        assert_eq!(lines(&format!("{TABLE}{wrong}")), [expected], "{wrong}");
    }
}
