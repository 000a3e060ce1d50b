//! Lists that a response declares, the parameter that it repeats, and the keys of records.

use super::{TABLE, faults};

const RECORDS: &str = "records:
  Stalls:
    doc: S.
    fields:
      all: { doc: A., type: { list: Stall } }
      closed: { doc: C., type: { list: string } }
  Alone: { doc: A., fields: { all: { doc: A., type: { list: Stall } } } }
  Loose: { doc: A., open: true, fields: { all: { doc: A., type: { list: Stall }, optional: true } } }
  Stall:
    doc: S.
    key: name
    fields:
      name: { doc: N., type: string }
      keeper: { doc: K., type: string, optional: true }
      rent: { doc: R., type: number, nullable: true }
  Plain: { doc: P., fields: { rent: { doc: R., type: number } } }
endpoints:";

/// Returns the messages about a declared response, without its line.
fn told(response: &str) -> Vec<String> {
    let table = TABLE.replace("endpoints:", RECORDS);
    let table = table.replace("    converter: fruit\n", &format!("    response: {{ {response} }}\n"));
    let one_line = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{}: {}; {}", fault.code, fault.message, fault.help)
    };
    faults(&table).iter().map(one_line).collect()
}

#[test]
fn lists_that_fit() {
    for response in [
        "type: Stalls, at: a.0, into: all, echoes: name, unknown: closed, empty: not_found, max_items: 5, \
         gone: [name=x, keeper=, rent=], skip_unreadable: true",
        "type: Alone, into: all",
        "type: { list: Stall }, max_items: 1, echoes: name, gone: [keeper=x], skip_unreadable: true",
        "type: Stall, echoes: name, empty: not_found",
        "type: { list: number }, empty: not_found, max_items: 9",
    ] {
        assert_eq!(told(response), [""; 0], "{response}");
    }
}

#[test]
fn keys_that_do_not_fit_the_type() {
    const NO_LIST: &str = "V140: the data is no list; remove the key, or write { list: … } as the type";
    for (response, expected) in [
        ("type: Stalls, into: al", vec!["V140: the record has no field 'al'; write 'all'"]),
        (
            "type: Stalls, into: all",
            vec![
                "V140: nothing gives the record its field 'closed'; write 'unknown: closed' with 'echoes', or remove the field",
            ],
        ),
        (
            "type: Alone, into: all, unknown: all",
            vec![
                "V140: only a response with 'into' and 'echoes' knows what has no item; add 'echoes', or remove 'unknown'",
            ],
        ),
        (
            "type: Stalls, into: all, echoes: name, unknown: all",
            vec!["V140: 'all' is no list that is always there; write 'type: { list: string }' at the field"],
        ),
        (
            "type: Loose, into: all",
            vec!["V140: 'all' is no list that is always there; write 'type: { list: … }' at the field"],
        ),
        (
            "type: { list: Stall }, into: all",
            vec!["V140: only a record has a field for the data; write the name of a record in 'type'"],
        ),
        ("type: Stall, max_items: 3", vec![NO_LIST]),
        ("type: Stall, skip_unreadable: true", vec![NO_LIST]),
        ("type: Stall, gone: [keeper=]", vec![NO_LIST]),
        ("type: { list: Stall }, max_items: 0", vec!["V140: no list has fewer items; write 1 or more"]),
        (
            "type: { list: Plain }, skip_unreadable: true",
            vec![
                "V140: a note names the items that are left out, and nothing says what they are; add 'key' to the record, or remove 'skip_unreadable'",
            ],
        ),
        (
            "type: { list: Stall }, gone: [keeper]",
            vec!["V140: 'keeper' is no value of a field; write 'field=value', or 'field=' for no value"],
        ),
        (
            "type: { list: Stall }, gone: [keper=x]",
            vec!["V140: the record has no field 'keper'; write 'keeper'"],
        ),
        (
            "type: { list: Stall }, gone: [name=]",
            vec!["V140: 'name' always has a value; write 'optional: true' at the field, or a value"],
        ),
        (
            "type: { list: Stall }, gone: [rent=1]",
            vec!["V140: 'rent' is no string; name a string, or write 'field=' for no value"],
        ),
        (
            "type: { list: Stall }, empty: missing",
            vec!["V015: 'empty' takes not_found, not the string \"missing\"; write 'empty: not_found'"],
        ),
    ] {
        assert_eq!(told(response), expected, "{response}");
    }
}

#[test]
fn parameters_that_a_reply_cannot_repeat() {
    for (response, expected) in [
        ("type: Stall, echoes: nam", "V033: 'Fruit' has no parameter 'nam'; write 'name'"),
        (
            "type: Stall, echoes: count",
            "V141: 'count' is no string, and a key is one; name a string, a ticker or a list of them",
        ),
        (
            "type: Plain, echoes: name",
            "V141: nothing in the data says what it is about; add 'key' to the record, or remove 'echoes'",
        ),
        (
            "type: Stalls, into: all, echoes: colour, unknown: closed",
            "V141: without 'colour' nobody knows what is unknown; make the parameter required, or remove 'unknown'",
        ),
    ] {
        assert_eq!(told(response), [expected], "{response}");
    }
}

#[test]
fn fields_that_cannot_be_used_so() {
    let told = |from: &str, to: &str| {
        assert!(RECORDS.contains(from), "{from}");
        let table = TABLE.replace("endpoints:", &RECORDS.replacen(from, to, 1));
        let table = table.replace("    converter: fruit\n", "    response: { type: { list: Stall } }\n");
        faults(&table)
            .iter()
            .map(|fault| format!("{}: {}; {}", fault.code, fault.message, fault.help))
            .collect::<Vec<_>>()
    };
    for (from, to, expected) in [
        ("key: name", "key: nme", "V142: the record has no string 'nme'; write 'name'"),
        ("key: name", "key: rent", "V142: the record has no string 'rent'; write one of name, keeper"),
        (
            "key: name",
            "whole: [name]",
            "V142: the record has no number whose name in the reply is 'name'; name a field of the type 'number', or write 'open: true'",
        ),
        (
            "key: name",
            "whole: [other]",
            "V142: the record has no number whose name in the reply is 'other'; name a field of the type 'number', or write 'open: true'",
        ),
        (
            "type: string, optional: true",
            "type: string, text: true",
            "V142: 'keeper' is no value that text stands for; remove 'text', or write 'integer', 'number' or 'boolean' as the type",
        ),
    ] {
        assert_eq!(told(from, to), [expected], "{to}");
    }
    assert_eq!(told("key: name", "open: true\n    whole: [rent, other]"), [""; 0]);
    assert_eq!(told("type: number, nullable: true", "type: number, text: true"), [""; 0]);
}

#[test]
fn a_unit_is_that_of_a_number() {
    let told = |kind: &str| -> Vec<String> {
        let table = format!(
            "\
hosts: {{ shop_url: {{ doc: The shop., default: https://shop.example.com }} }}
records:
  Plum: {{ doc: P., fields: {{ size: {{ doc: S., type: {kind}, unit: grams }} }} }}
  Tree: {{ doc: T., fields: {{ height: {{ doc: H., type: number }} }} }}
endpoints:
  Fruit: {{ doc: Fruit., host: shop_url, path: fruit, method: GET, response: {{ type: Plum }} }}
  Trees: {{ doc: Trees., host: shop_url, path: trees, method: GET, response: {{ type: Tree }} }}
"
        );
        faults(&table)
            .iter()
            .map(|fault| format!("{}: {}; {}", fault.code, fault.message, fault.help))
            .collect()
    };
    for kind in ["integer", "number", "any", "{ list: number }", "{ map: { list: integer } }"] {
        assert_eq!(told(kind), [""; 0], "{kind}");
    }
    let expected = "V142: only a number has a unit; write the type 'number' or 'integer', or say in 'doc' how it is written";
    for kind in ["string", "boolean", "date", "datetime", "Tree", "{ list: string }"] {
        assert_eq!(told(kind), [expected], "{kind}");
    }
}
