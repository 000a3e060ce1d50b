//! Headers that ask for another format than that in which the reply is read.

use super::told;

/// Returns the faults of an endpoint with these lines, and of a host with these keys.
fn with(host: &str, lines: &str) -> Vec<String> {
    told(&format!(
        "\
hosts: {{ shop_url: {{ doc: The shop., default: https://shop.example.com{host} }} }}
types:
  Form: {{ doc: F., variants: {{ Csv: {{ wire: text/csv }}, Page: {{ wire: text/html }} }} }}
  Wide: {{ doc: W., variants: {{ Csv: {{ wire: text/csv }}, Json: {{ wire: application/json }} }} }}
records:
  Plum: {{ doc: A plum., fields: {{ name: {{ doc: Its name., type: string }} }} }}
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
{lines}"
    ))
}

const DECLARED: &str = "    response: { type: { list: Plum } }\n";

#[test]
fn a_constant_asks_for_the_format_of_the_reply() {
    let asked = |raw: &str, accept: &str| {
        let path = if raw == "xml" { "    response: { type: { list: Plum }, at: a.b }\n" } else { DECLARED };
        let response = match raw {
            "txt" => "    response: { type: string }\n",
            "bytes" => "",
            _ => path,
        };
        with("", &format!("    raw: {raw}\n    headers: [\"Accept={accept}\"]\n{response}"))
    };
    for (raw, accept) in [
        ("json", "application/json"),
        ("json", "application/vnd.shop.v2+json; charset=utf-8"),
        ("json", "*/*"),
        ("json", "application/*"),
        ("json", "text/plain"),
        ("json", "text/csv;q=0.5, application/json"),
        ("json", "text/html,application/xhtml+xml,*/*;q=0.8"),
        ("ndjson", "application/json"),
        ("ndjson", "application/x-ndjson"),
        ("sse", "text/event-stream"),
        ("sse", "application/json"),
        ("csv", "text/csv"),
        ("csv", "application/vnd.ms-excel"),
        ("xml", "application/atom+xml"),
        ("txt", "text/html"),
        ("txt", "application/json"),
        ("bytes", "text/csv"),
        ("bytes", "image/png"),
    ] {
        assert_eq!(asked(raw, accept), [""; 0], "{raw}: {accept}");
    }
    for (raw, accept, format, advice) in [
        ("json", "text/csv", "CSV", "write 'Accept=application/json', or 'raw: csv'"),
        ("json", "Text/HTML; charset=utf-8", "a page", "write 'Accept=application/json', or 'raw: txt'"),
        (
            "json",
            "application/x-ndjson",
            "lines of JSON",
            "write 'Accept=application/json', or 'raw: ndjson'",
        ),
        ("json", "text/event-stream", "events", "write 'Accept=application/json', or 'raw: sse'"),
        ("csv", "application/json, text/html", "JSON", "write 'Accept=text/csv', or 'raw: json'"),
        ("xml", "application/json", "JSON", "write 'Accept=application/xml', or 'raw: json'"),
        ("txt", "image/png", "a file", "write 'Accept=text/plain', or 'raw: bytes'"),
    ] {
        let expected =
            format!("V102: 'Accept={accept}' asks for {format}, and the reply is 'raw: {raw}'; {advice}");
        assert_eq!(asked(raw, accept), [expected], "{raw}: {accept}");
    }
    assert_eq!(with("", "    headers: [Accept=text/csv]\n    response: { type: empty }\n"), [""; 0]);
    // What is wrong with the format itself is told alone.
    let [fault] = with("", &format!("    raw: csvs\n    headers: [Accept=text/csv]\n{DECLARED}"))
        .try_into()
        .unwrap_or_default();
    assert!(fault.starts_with("V015"), "{fault}");
}

#[test]
fn a_header_of_the_host_asks_for_the_format_of_the_reply() {
    const HOST: &str = ", headers: [Accept=application/json]";
    assert_eq!(with(HOST, DECLARED), [""; 0]);
    for own in [
        "    headers: [Accept=text/csv]\n",
        "    params: { kind: { doc: K., type: string, in: header, wire: Accept } }\n",
    ] {
        assert_eq!(with(HOST, &format!("    raw: csv\n{DECLARED}{own}")), [""; 0], "{own}");
    }
    assert_eq!(
        with(HOST, &format!("    raw: csv\n{DECLARED}")),
        ["V102: the headers of 'shop_url' ask for JSON, and the reply is 'raw: csv'; add 'headers: \
          [Accept=text/csv]', or write 'raw: json'"]
    );
}

#[test]
fn a_parameter_asks_for_the_format_of_the_reply() {
    let param = |keys: &str| {
        with("", &format!("{DECLARED}    params: {{ accept: {{ doc: A., in: header, {keys} }} }}\n"))
    };
    for keys in
        ["type: string", "type: string, default: application/json", "type: Wide", "type: Wide, wire: X-Form"]
    {
        assert_eq!(param(keys), [""; 0], "{keys}");
    }
    for (keys, what) in [
        ("type: string, default: text/csv", "the default"),
        ("type: Wide, default: text/csv", "the default"),
        ("type: Form", "each value"),
    ] {
        let expected = format!(
            "V102: {what} of 'accept' asks for CSV, and the reply is 'raw: json'; write 'application/json', or 'raw: csv'"
        );
        assert_eq!(param(keys), [expected], "{keys}");
    }
}
