//! Mistakes that come from other formats, from other tables and in haste: each is told once, where it is, with what to write.

use super::faults;

/// A table without faults. Every case changes one thing in it.
const TABLE: &str = r#"hosts:
  shop_url: { doc: The shop., default: https://shop.example.com, auth: { type: header, name: X-Key } }
  desk_url:
    doc: The desk.
    default: https://desk.example.com
    auth: { type: oauth2, token_host: shop_url, token_path: token, scopes: [read, write] }
types:
  Colour:
    doc: A colour.
    variants: { Red: { wire: red, doc: Ripe. }, Green: { wire: green, doc: Sour. } }
records:
  Parcel:
    doc: A parcel that is sent.
    fields:
      packed: { doc: The day., type: date, optional: true }
  Sale:
    doc: A sale.
    fields:
      fruit: { doc: The fruit., type: string }
      sold: { doc: The day., type: date, optional: true }
endpoints:
  Sales:
    doc: The sales.
    host: shop_url
    path: sales
    method: GET
    response: { type: { list: Sale } }
    params:
      from: { doc: The first day., type: date, in: query }
      to: { doc: The last day., type: date, in: query, after: from }
      colour: { doc: The colour., type: Colour, in: query }
      since: { doc: The first time., type: iso_datetime, in: query }
      offset: { doc: The sales before., type: integer, in: query }
    pages: { offset: { parameter: offset } }
  Order:
    doc: Orders fruit.
    host: desk_url
    path: orders
    method: POST
    response: { type: empty }
    params:
      parcel: { doc: The parcel., type: Parcel, in: body, required: true }
  Picture:
    doc: Sends a picture.
    host: desk_url
    path: pictures
    method: POST
    response: { type: empty }
    params:
      picture: { doc: The picture., type: bytes, in: part, required: true }
"#;

/// Checks that each case is told once, as it says.
#[track_caller]
fn check(cases: &[(&str, &str, &str)]) {
    super::check_changes(TABLE, cases);
}

#[test]
fn the_table_of_these_cases_has_no_fault() {
    assert_eq!(faults(TABLE), []);
}

#[test]
fn keys_that_stand_for_others_leave_nothing_missing() {
    check(&[
        (
            "type: header, name: X-Key",
            "in: header, name: X-Key",
            "2:74 V010: 'auth' has no key 'in'; write 'type'",
        ),
        (
            "token_host: shop_url, token_path: token,",
            "token_url: https://shop.example.com/token,",
            "6:27 V010: 'auth' has no key 'token_url'; write 'token_host' and 'token_path', the path below it",
        ),
        (
            "type: Colour, in",
            "enum: [red, green], in",
            "31:35 V010: 'colour' has no key 'enum'; declare a type below 'types', and name it in 'type'",
        ),
        (
            "path: sales\n    method: GET",
            "path: sales\n    get: sales",
            "26:5 V010: 'Sales' has no key 'get'; write 'method: GET'",
        ),
    ]);
}

#[test]
fn headers_of_replies_and_caches() {
    check(&[
        (
            "response: { type: { list: Sale } }",
            "response: { type: { list: Sale }, headers: [Link] }",
            "27:39 V010: 'response' has no key 'headers'; write 'reply_headers' at the endpoint, with the names of the headers to keep",
        ),
        (
            "path: sales\n",
            "path: sales\n    response_headers: [Link]\n",
            "26:5 V010: 'Sales' has no key 'response_headers'; write 'reply_headers'",
        ),
        (
            "path: sales\n",
            "path: sales\n    etag: true\n",
            "26:5 V010: 'Sales' has no key 'etag'; write 'fresh_for': what it keeps, a cache asks for again by its tag (ETag) or time",
        ),
        (
            "pages: { offset: { parameter: offset } }",
            "pages: { header: Link }",
            "34:14 V010: 'pages' has no key 'header'; write 'link: header'",
        ),
    ]);
}

#[test]
fn formats_of_strings() {
    check(&[
        (
            "from: { doc: The first day., type: date,",
            "from: { doc: The first day., type: string, format: date,",
            "29:50 V010: 'from' has no key 'format'; write 'type: date' in the place of 'type' and 'format'",
        ),
        (
            "type: iso_datetime",
            "type: string, format: date-time",
            "32:52 V010: 'since' has no key 'format'; write 'type: iso_datetime' in the place of 'type' and 'format'",
        ),
        (
            "type: bytes",
            "type: string, format: binary",
            "50:51 V010: 'picture' has no key 'format'; write 'type: bytes' in the place of 'type' and 'format'",
        ),
        (
            "sold: { doc: The day., type: date",
            "sold: { doc: The day., type: string, format: date",
            "20:44 V010: 'sold' has no key 'format'; write 'type: date' in the place of 'type' and 'format'",
        ),
        (
            "sold: { doc: The day., type: date",
            "sold: { doc: The day., type: string, format: date-time",
            "20:44 V010: 'sold' has no key 'format'; write 'type: datetime' in the place of 'type' and 'format' for what is read, and remove it for what is sent",
        ),
        (
            "type: integer, in: query }",
            "type: integer, format: int32, in: query }",
            "33:56 V010: 'offset' has no key 'format'; remove it; 'type' says what a value is, and 'doc' or 'pattern' what a string looks like",
        ),
    ]);
}

#[test]
fn values_of_another_shape() {
    check(&[
        (
            "scopes: [read, write]",
            "scopes: read write",
            "6:76 V013: 'scopes' takes a list of strings, not the string \"read write\"; write scopes: [read, write]",
        ),
        (
            "    host: shop_url\n",
            "    host:\n",
            "24:9 V013: 'host' takes a string, not nothing; write one of shop_url, desk_url",
        ),
        (
            "pages: { offset: { parameter: offset } }",
            "pages: true",
            "34:12 V013: 'pages' takes keys of its own, not the bool true; write some of its keys indented below it: items, cursor, offset, page, link",
        ),
        (
            "packed: { doc: The day., type: date,",
            "packed: { doc: The day., type: date, min: 2024-01-01,",
            "15:49 V013: 'min' takes a number, not the string \"2024-01-01\"; remove it; a date has no limits",
        ),
        (
            "sold: { doc: The day., type: date,",
            "sold: { doc: The day., type: { fields: { day: { doc: The day., type: date } } },",
            "20:36 V013: 'type' takes the name of a type, { list: … } or { map: … }, not keys; declare a record below 'records', and write its name",
        ),
        (
            "    method: GET\n",
            "    method: GET\n    <<: *common\n",
            "27:9 V004: tables do without merge keys; write the keys themselves",
        ),
    ]);
}
