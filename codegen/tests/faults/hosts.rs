//! Headers of hosts, the path of a host itself, and times that are sent as RFC 3339.

use super::{TABLE, faults};

/// Returns the messages about a table, each with its line.
fn told(table: &str) -> Vec<String> {
    let one_line = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help)
    };
    faults(table).iter().map(one_line).collect()
}

/// Returns the table whose host has more keys.
fn with_host(keys: &str) -> String {
    TABLE.replace("example.com }", &format!("example.com, {keys} }}"))
}

#[test]
fn headers_of_a_host() {
    for headers in ["[X-Api-Version=2]", "[Accept=application/json, 'X-Note=a=b c']", "[]"] {
        assert_eq!(told(&with_host(&format!("headers: {headers}"))), [""; 0], "{headers}");
    }
    for (keys, expected) in [
        (
            "headers: ['X-Version: 2']",
            "2 V101: 'X-Version: 2' is not a name and a value; write 'X-Version=2'",
        ),
        (
            "headers: ['X-Who={name}']",
            "2 V051: '{name}' is no constant: a host has no parameters; write it into 'headers' of the endpoints",
        ),
        (
            "headers: [X-Taste=süß]",
            "2 V102: 'süß' cannot be the value of a header; write visible characters of ASCII, without blanks at the ends",
        ),
        (
            "headers: [Accept=a/b, accept=a/c]",
            "2 V060: requests to the host would have the header 'accept' twice; remove one of them",
        ),
        (
            "auth: { type: header, name: X-Pass, env: SHOP_PASS }, headers: [x-pass=1]",
            "2 V060: requests to the host would have the header 'x-pass' twice; remove one of them",
        ),
        (
            "headers: [Authorization=basic]",
            "2 V101: a table does not set the header 'Authorization'; remove it; 'auth' of the host says that it wants \
             credentials, and a client is given them",
        ),
        (
            "headers: [X-Api-Key=AKIAIOSFODNN7EXAMPLE]",
            "2 V105: 'X-Api-Key' is sent as a constant, and looks like a secret; remove it, declare 'auth' of the host, and \
             give the secret to the client",
        ),
    ] {
        assert_eq!(told(&with_host(keys)), [expected], "{keys}");
    }
}

#[test]
fn the_path_of_a_host_itself() {
    let root = |path: &str, url: &str| {
        let example =
            format!("    examples:\n      all: {{ doc: All., url: '{url}?count=25&colour=green' }}\n");
        let name = "      name:\n        doc: The name.\n        type: ticker\n        in: path\n        required: true\n";
        format!("{}{example}", TABLE.replace("path: fruit/{name}", path).replace(name, ""))
    };
    assert_eq!(told(&root("path: /", "https://shop.example.com/")), [""; 0]);
    assert_eq!(
        told(&root("path: //", "https://shop.example.com/")),
        [
            "13 V050: a path does not begin with '/', and has one at its end at most; write it like 'quote/{ticker}', or '/' for the host \
             itself"
        ]
    );
    assert_eq!(
        told(&root("path: /", "https://shop.example.com/fruit")),
        ["32 V092: this is not an address of the endpoint; write one like 'https://shop.example.com/'"]
    );
}

#[test]
fn a_time_as_rfc_3339() {
    let table = |keys: &str, since: &str| {
        format!(
            "{TABLE}      since: {{ doc: S., type: iso_datetime, in: {keys} }}\n    examples:\n      plums: {{ doc: P., params: {{ \
             name: plum, since: '2024-06-28T12:00:00+02:00' }}, url: 'https://shop.example.com/fruit/plum?count=25&colour=\
             green&since={since}' }}\n"
        )
    };
    assert_eq!(told(&table("query", "2024-06-28T10:00:00Z")), [""; 0]);
    let found = told(&table("query", "1719568800"));
    assert!(found.len() == 1 && found.iter().all(|fault| fault.contains("since=2024-06-28T10")), "{found:?}");

    let posting = TABLE.replace("method: GET", "method: POST");
    assert_eq!(
        told(&format!("{posting}      since: {{ doc: S., type: iso_datetime, in: body, nullable: true }}\n")),
        [
            "36 V074: 'since' is of a type that has no null; remove 'nullable', or write 'type: string' with a 'pattern' such as 'one|two'"
        ]
    );
    assert_eq!(
        told(&format!("{posting}      since: {{ doc: S., type: {{ list: iso_datetime }}, in: body }}\n")),
        [""; 0]
    );
}
