//! Methods, constants, headers and bodies of requests.

use expect_test::expect;

use super::{TABLE, codes, shown};

/// The table with a POST endpoint.
fn posting() -> String {
    TABLE.replace("method: GET", "method: POST")
}

/// Returns the messages about the POST endpoint with more lines, without the pictures.
fn told(lines: &str) -> String {
    let table = format!("{}{lines}", posting());
    super::faults(&table)
        .iter()
        .map(|fault| {
            format!("{}:{} {}: {}; {}\n", fault.line, fault.column, fault.code, fault.message, fault.help)
        })
        .collect()
}

#[test]
fn headers_of_replies_that_programs_do_not_read() {
    expect![[r#"
        36:31 V101: 'X Low' cannot be the name of a header; write letters, digits and dashes, like 'X-Page-Size'
        36:38 V101: programs do not read the header 'Set-Cookie' of a reply; remove it; the client keeps what credentials it sets
        36:50 V101: the header 'location' of a reply would be read twice; remove one of them
    "#]]
    .assert_eq(&told("    reply_headers: [Location, X Low, Set-Cookie, location]\n"));
}

#[test]
fn bodies_headers_and_constants_have_no_fault() {
    let lines = "      page: { doc: A., type: integer, in: header, wire: X-Page }\n      names: { doc: A., type: { list: \
        string }, in: body, wire: box.names }\n      size: { doc: A., type: number, in: body, wire: box.size }\n    safe: \
        true\n    query: [lang=en, 'who={name}']\n    headers: [Accept=application/json, 'X-Who={name}']\n    \
        examples:\n      plums:\n        doc: Plums.\n        params: { name: plum, names: [a] }\n        url: \
        https://shop.example.com/fruit/plum?lang=en&who=plum&count=25&colour=green\n        body: '{\"box\": {\"names\": \
        [\"a\"]}}'\n";
    assert_eq!(told(lines), "");
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        let table = posting().replace("POST", method);
        assert_eq!(codes(&format!("{table}    safe: true\n    body: basket\n")), [""; 0], "{method}");
    }
}

#[test]
fn what_reads_has_no_body() {
    let table = format!(
        "{TABLE}      size: {{ doc: A., type: number, in: body }}\n    safe: true\n    query: [size]\n"
    );
    expect![[r#"
        36:42+4 V100: 'size' goes into the body, and a GET has none; write 'method: POST', or what the host takes
        37:5+4 V061: 'safe' has no effect where 'method' is GET; remove it
        38:13+4 V058: 'size' is not a name and a value; write 'size=…', for example 'symbol={ticker}'
    "#]]
    .assert_eq(&shown(&table));
}

#[test]
fn headers_that_a_table_does_not_set() {
    expect![[r#"
        36:55 V101: a table does not set the header 'Authorization'; remove it; 'auth' of the host says that it wants credentials, and a client is given them
        37:55 V101: 'X Low' cannot be the name of a header; write letters, digits and dashes, like 'X-Page-Size'
        38:67 V101: a table does not set the header 'content-length'; remove it; HTTP gives it
        39:43 V102: 'süß' cannot be the value of a header; write 'in: query', or give it other values
        40:15 V101: 'Accept: text/csv' is not a name and a value; write 'Accept=text/csv'
        40:35 V101: a table does not set the header 'Cookie'; remove it; 'auth' of the host says that it wants credentials, and a client is given them
        40:45 V102: 'süß' cannot be the value of a header; write visible characters of ASCII, without blanks at the ends
        40:58 V052: the header has '{nam}', but there is no parameter 'nam'; write '{name}', or add 'nam' to 'params'
        40:74 V101: a table does not set the header 'Content-Type'; remove it; the place of the parameters gives it, and only 'in: content' and JSON of a type that ends with '+json' take another
    "#]].assert_eq(&told(
        "      key: { doc: A., type: string, in: header, wire: Authorization }\n      low: { doc: A., type: string, in: header, \
         wire: 'X Low' }\n      content_length: { doc: A., type: integer, in: header, wire: content-length }\n      taste: { \
         doc: A., type: string, in: header, default: süß }\n    headers: ['Accept: text/csv', Cookie=a, X-Taste=süß, \
         'X-Name={nam}', Content-Type=text/plain]\n",
    ));
}

#[test]
fn nothing_is_sent_twice() {
    expect![[r#"
        24:7 V060: the constant and 'count' would both be sent as 'count'; give one of them another 'wire', or remove it
        37:53 V060: 'one' is sent as 'box' and 'two' as 'box.two', which are one thing; give one of them another 'wire', or remove it
        38:57 V060: the constant is sent as 'X-Page' and 'page' as 'x-page', which are one thing; give one of them another 'wire', or remove it
        39:54 V039: '.four' is not the path of a member; write names with one '.' between them
        41:25 V060: the constant is sent as 'X-Page' and the constant as 'x-pAge', which are one thing; give one of them another 'wire', or remove it
    "#]].assert_eq(&told(
        "      one: { doc: A., type: string, in: body, wire: box }\n      two: { doc: A., type: string, in: body, wire: \
         box.two }\n      page: { doc: A., type: integer, in: header, wire: \
         x-page }\n      four: { doc: A., type: string, in: body, wire: .four }\n    query: [count=1, a=1, a=2]\n    headers: \
         [X-Page=1, x-pAge=2]\n",
    ));
}

#[test]
fn formats_fit_the_body() {
    expect![[r#"
        37:41 V103: 'two' is in another body than 'one', and a request has one; write one of 'in: body', 'in: form' and 'in: part' at all parameters of the body
    "#]]
    .assert_eq(&told(
        "      one: { doc: A., type: string, in: body }\n      two: { doc: A., type: string, in: form }\n",
    ));
    expect![[r#"
        36:41 V103: 'one' is in another body than the function of 'body', and a request has one; write 'in: body', or remove 'body', whose function makes JSON
        37:11 V020: 'Basket' cannot be a name here; write 'basket'
    "#]]
    .assert_eq(&told("      one: { doc: A., type: string, in: form }\n    body: Basket\n"));
    expect![[r#"
        41:9 V095: the endpoint sends no body; remove 'body', or write 'in: body' or 'in: form' at the parameters that it has
    "#]].assert_eq(&told(
        "    examples:\n      plums:\n        doc: Plums.\n        params: { name: plum }\n        url: \
         https://shop.example.com/fruit/plum\n        body: '{}'\n",
    ));
    expect![[r#"
        42:18 V094: this is not JSON: key must be a string; correct it here
    "#]].assert_eq(&told(
        "      one: { doc: A., type: string, in: body }\n    examples:\n      plums:\n        doc: Plums.\n        params: { \
         name: plum }\n        url: https://shop.example.com/fruit/plum\n        body: '{ one: 1 }'\n",
    ));
}

#[test]
fn a_list_without_a_separator_is_no_segment() {
    let table = TABLE.replace("        type: ticker\n", "        type: { list: ticker }\n");
    expect![[r#"
        21:23+6 V066: a path has one text for a list, and the list has no separator; write { list: …, separator: "," }
    "#]]
    .assert_eq(&shown(&table));
    expect![[r#"
        40:37 V066: 'a,b' has ',' in it, which stands between values in text; write another example
    "#]].assert_eq(&told(
        "      all: { doc: A., type: { list: string }, in: body }\n    examples:\n      plums:\n        doc: Plums.\n        \
         params: { name: plum, all: ['a,b'] }\n        url: https://shop.example.com/fruit/plum\n",
    ));
}
