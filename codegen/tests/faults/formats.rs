//! Declared responses whose replies are no JSON document.

use super::{TABLE, faults};

const RECORDS: &str = "records:
  Stalls: { doc: S., fields: { all: { doc: A., type: { list: Stall } } } }
  Stall: { doc: S., key: name, fields: { name: { doc: N., type: string } } }
endpoints:";

/// Returns the messages about a response that is read from a reply of that format.
fn told(raw: &str, response: &str) -> Vec<String> {
    let table = TABLE.replace("endpoints:", RECORDS).replace("raw: txt", &format!("raw: {raw}"));
    let table = table.replace("raw: json", &format!("raw: {raw}"));
    let table = table.replace("    converter: fruit\n", &format!("    response: {{ {response} }}\n"));
    faults(&table).iter().map(|fault| format!("{}: {}; {}", fault.code, fault.message, fault.help)).collect()
}

#[test]
fn what_a_format_does_not_have() {
    let is_list = |raw: &str, advice: &str| {
        format!("V143: a reply that is 'raw: {raw}' is a list, with nothing around it; {advice}")
    };
    let remove = "remove the key";
    for raw in ["ndjson", "sse", "csv"] {
        assert_eq!(told(raw, "type: { list: Stall }, max_items: 9, gone: [name=x]"), [""; 0]);
        assert_eq!(told(raw, "type: Stalls, into: all"), [""; 0]);
        assert_eq!(told(raw, "type: Stall"), [is_list(raw, "write { list: … } as the type")]);
        let both = told(raw, "type: { list: Stall }, at: data, error: { at: problem }");
        assert_eq!(both, [is_list(raw, remove), is_list(raw, remove)]);
    }
    for raw in ["sse", "csv", "xml"] {
        let expected = format!("V143: no row fails alone in a reply that is 'raw: {raw}'; {remove}");
        let at = if raw == "xml" { ", at: stalls.stall" } else { "" };
        assert_eq!(told(raw, &format!("type: {{ list: Stall }}, skip_unreadable: true{at}")), [expected]);
    }
    assert_eq!(told("ndjson", "type: { list: Stall }, skip_unreadable: true"), [""; 0]);
    assert_eq!(told("xml", "type: Stalls, at: stalls, error: { at: problem }"), [""; 0]);
    let flat = "V143: a row of CSV has texts and numbers under the names of its columns; write the name of a record \
                without lists, maps and records";
    for item in ["Stalls", "number", "{ list: number }"] {
        assert_eq!(told("csv", &format!("type: {{ list: {item} }}")), [flat]);
    }
    assert_eq!(told("csv", "type: { list: { map: number } }"), [""; 0]);
}
