//! Habits from other programs and formats: what was accepted and wrong then, and what had the wrong remedy.

use super::faults;

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
            "2:80 V015: 'type' takes header, query, bearer, basic, oauth2 or custom, not the string \"bearerAuth\"; write one of header, query, bearer, basic, oauth2, custom",
        ),
        (
            "type: query, name: apikey",
            "type: http",
            "2:80 V015: 'type' takes header, query, bearer, basic, oauth2 or custom, not the string \"http\"; write bearer",
        ),
        (
            "type: query, name: apikey",
            "type: apiKey",
            "2:80 V015: 'type' takes header, query, bearer, basic, oauth2 or custom, not the string \"apiKey\"; write header",
        ),
        (
            "type: query, name: apikey",
            "type: basic_auth",
            "2:80 V015: 'type' takes header, query, bearer, basic, oauth2 or custom, not the string \"basic_auth\"; write one of header, query, bearer, basic, oauth2, custom",
        ),
        (
            "type: query, name: apikey",
            "type: openIdConnect",
            "2:80 V015: 'type' takes header, query, bearer, basic, oauth2 or custom, not the string \"openIdConnect\"; write one of header, query, bearer, basic, oauth2, custom",
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
            "in: query, wire: from, default: 1700000000",
            "in: header, wire: If-Modified-Since",
            "46:14 V092: the request does not send 'from'; write 'https://shop.example.com/stalls?lang=en&names=Ann%2CBob%2CCid'",
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
            "since: 1700000001",
            "since: 1700000001000",
            "46:14 V092: the request sends from=1700000001000 here; write 'https://shop.example.com/stalls?lang=en&names=Ann%2CBob%2CCid&from=1700000001000'",
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
        [
            "49:9 V093: the response differs: stalls[1]: nothing in the table, {\"name\":\"Bob\",\"opened\":2} came out; correct it, or 'reply'"
        ]
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
            "48:9 V093: the response differs: stalls[1]: nothing in the table, {\"name\":\"Bob\",\"state\":\"gone\",\"opened\":1} came out; correct it, or 'reply'",
        ),
        (
            "[state=gone]",
            "['state = \"gone\"']",
            "37:14 V140: the record has no field 'state '; write 'state'",
        ),
        (
            "max_items: 20",
            "max_items: 10",
            "38:18 V140: a request asks for up to 20 of 'names', and a reply with as many is an error; write 'max_items: 20', or 'max_length: 10' at 'names'",
        ),
        (
            "\"silent\": [\"Bob\", \"Cid\"]",
            "\"silent\": [\"Cid\"]",
            "48:9 V093: the response differs: silent[0]: \"Cid\" in the table, \"Bob\" came out; correct it, or 'reply'",
        ),
        (
            "\"silent\": [\"Bob\", \"Cid\"]",
            "\"silent\": [\"Cid\", \"Bob\"]",
            "48:9 V093: the response differs: silent[0]: \"Cid\" in the table, \"Bob\" came out; correct it, or 'reply'",
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
            "78:81 V094: the reply is not bytes: unknown field `type`, expected `mediaType` or `base64` at line 1 column 8; write the reply as '{ \"mediaType\": \"image/png\", \"base64\": \"…\" }'",
        ),
        (
            "\"data: {\\\"fruit\\\": \\\"fig\\\", \\\"price\\\": 2}\\n\\n\"",
            "'{\"fruit\": \"fig\", \"price\": 2}'",
            "70:63 V096: the reply is other text where server-sent events was asked for; correct the reply, or what the table says of it",
        ),
        (
            "fruit,price\\n",
            "fruit,Preis\\n",
            "61:66 V096: '0' of the reply has no 'price', which the record requires; write 'optional: true' at the field, or add it to the reply",
        ),
        (
            "fruit,price\\n",
            "Fruit,Price\\n",
            "61:66 V096: '0' of the reply has no 'fruit', which the record requires; write 'wire: Fruit' at the field, or correct the reply",
        ),
        (
            "fruit,price\\nfig,2.5",
            "Frucht,Preis,Ort\\nfig,2.5,Rom",
            "61:66 V096: '0' of the reply has no 'fruit', which the record requires; write 'wire: Frucht' at the field, or correct the reply",
        ),
        (
            "parameter: offset",
            "parameter: limit",
            "58:69 V131: 'limit' ends at 50, and with it the pages; remove 'max'",
        ),
    ]);
}

#[test]
fn keys_of_other_formats() {
    check(&[
        (
            "    path: orders",
            "    tags: [orders]\n    path: orders",
            "82:5 V010: 'Order' has no key 'tags'; write 'group'",
        ),
        (
            "    path: orders",
            "    rate: 5\n    path: orders",
            "82:5 V010: 'Order' has no key 'rate'; remove it; a table has no rates: a client is given them in Rust, with 'rate_limit'",
        ),
        (
            "type: { list: string, separator: ',' }, in",
            "type: { list: string, separator: ',' }, style: form, in",
            "40:73 V010: 'names' has no key 'style'; write one of doc, type, in, wire, client, required, nullable, default, min, max, pattern, max_length, batch, conflicts, after, aliases, deprecated",
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
fn one_document_of_a_table() {
    let advice = "V004: a table is one document; remove the '---'; what follows it goes on with the table, or stands in a file that 'include' names";
    for (before, line) in [("  Events:\n", 62), ("endpoints:\n", 23)] {
        assert_eq!(told(before, &format!("---\n{before}")), [format!("{line}:1 {advice}")]);
    }
}
