//! The replies of examples that are no JSON as a whole.

use super::{TABLE, faults};

/// Returns the table of an endpoint whose reply of a form is that text; `at` is the path of the data.
pub(super) fn table(raw: &str, at: &str, reply: &str) -> String {
    let records = "records:\n  Plum: { doc: P., fields: { size: { doc: S., type: integer }, remark: { doc: R., type: \
                   string, optional: true } } }\nendpoints:";
    let lines: String = reply.lines().map(|line| format!("          {line}\n")).collect();
    let response = format!("    response: {{ type: {{ list: Plum }}{at} }}\n");
    let example = format!(
        "    examples:\n      one:\n        doc: One.\n        params: {{ name: plum }}\n        url: \
         https://shop.example.com/fruit/plum?count=25&colour=green\n        reply: |\n{lines}"
    );
    TABLE
        .replace("endpoints:", records)
        .replace("    raw: json\n", &format!("    raw: {raw}\n"))
        .replace("    converter: fruit\n", &format!("{response}{example}"))
}

/// Returns the faults of that table.
fn told(raw: &str, at: &str, reply: &str) -> Vec<String> {
    let fault = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{}: {}; {}", fault.code, fault.message, fault.help)
    };
    faults(&table(raw, at, reply)).iter().map(fault).collect()
}

#[test]
fn lines_and_events_are_items() {
    let good = "{ \"size\": 5 }\n\n{ \"size\": 6, \"remark\": \"ripe\" }";
    assert_eq!(told("ndjson", "", good), [""; 0]);
    assert_eq!(told("sse", "", ": hello\n\nevent: a\ndata: { \"size\":\ndata: 5 }\n\ndata: [DONE]"), [""; 0]);
    assert_eq!(
        told("ndjson", "", "{ \"size\": 5 }\n{ \"size\": "),
        ["V096: the reply is cut: its JSON ends too early; correct the reply, or what the table says of it"]
    );
    assert_eq!(
        told("ndjson", "", "{ \"size\": 5 }\n{ \"size\": \"big\" }"),
        [
            "V096: '1.size' of the reply is a string, and the table says 'integer'; correct the type in the table, or the reply"
        ]
    );
    assert_eq!(
        told("sse", "", "data: {}\n"),
        [
            "V096: '0' of the reply has no 'size', which the record requires; write 'optional: true' at the field, or add it to the reply"
        ]
    );
}

#[test]
fn a_table_has_a_column_for_each_field_that_a_row_has() {
    assert_eq!(told("csv", "", "\"size\",remark\n5,ripe\n"), [""; 0]);
    assert_eq!(told("csv", "", "size\n"), [""; 0]);
    for (reply, advice) in [
        ("sizes,weight\n4,5\n", "write 'wire: sizes' at the field, or correct the reply"),
        ("size;remark\n5;ripe\n", "write 'optional: true' at the field, or add it to the reply"),
    ] {
        let message = "V096: '0' of the reply has no 'size', which the record requires";
        assert_eq!(told("csv", "", reply), [format!("{message}; {advice}")]);
    }
}

#[test]
fn cells_are_of_the_types_of_their_columns() {
    let told = |reply: &str| told("csv", "", reply).join("|");
    for good in [
        "size, remark\n5,5\" pipe\n",
        "size,remark\n5,\n",
        "size,remark\r\n5,\"a, \"\"b\"\"\nc\"\r\n\r\n",
        "other,size\nx,5",
        "size\n-5\n",
    ] {
        assert_eq!(told(good), "", "{good}");
    }
    for (reply, expected) in [
        ("size,remark\nfive,\n", "'0.size' of the reply is a string, and the table says 'integer'"),
        ("size,remark\n5,\n5.5,\n", "'1.size' of the reply is a fraction, and the table says 'integer'"),
        ("size,remark\n,ripe\n", "'0.size' of the reply is null, which the field is not"),
        (
            "size,remark\n1,200,ripe\n",
            "the fruit cannot be read: CSV error: record 1 (line: 2, byte: 12): found record with 3 fields, but the previous record has 2 fields",
        ),
    ] {
        let found = told(reply);
        assert!(found.starts_with(&format!("V096: {expected}")), "{found}");
    }
}

#[test]
fn xml_has_the_elements_of_the_path_to_the_data() {
    let good = "<?xml version=\"1.0\"?>\n<!-- a -->\n<basket>\n<plum><size>5</size></plum>\n</basket>";
    assert_eq!(told("xml", ", at: basket.plum", good), [""; 0]);
    let odd = "<basket a='1'><plum ><size>5</size ><![CDATA[ < & > ]]>&#65;&lt;</plum><x a=\"/\"/></basket>";
    assert_eq!(told("xml", ", at: basket.plum", odd), [""; 0]);
    for (at, reply, expected) in [
        (
            ", at: basket.plums",
            good,
            "the reply has no 'basket.plums', where the data is; write 'at: basket.plum' at the response",
        ),
        (", at: box.plum", good, "the reply has no 'box.plum', where the data is"),
        (", at: basket.plum", "{ \"size\": 5 }", "the reply is JSON where XML was asked for"),
        (", at: basket", "<basket><a></b></basket>", "the fruit cannot be read: "),
        (", at: basket", "<basket><a/>", "the reply is cut: its XML ends too early"),
        (", at: basket", "<basket></basket></a>", "the fruit cannot be read: "),
        (", at: basket", "<basket><!-- </basket>", "the reply is cut: its XML ends too early"),
        (", at: basket", "<basket>a & b</basket>", "the fruit cannot be read: "),
    ] {
        let found = told("xml", at, reply).join("|");
        assert!(found.starts_with(&format!("V096: {expected}")), "{found}");
    }
}

/// A member that may be null is there all the same, and milliseconds are no time.
#[test]
fn a_member_that_may_be_null_may_not_be_absent() {
    let faults_of = |field: &str, reply: &str| {
        let table = table("ndjson", "", reply).replace("type: string, optional: true", field);
        faults(&table).iter().map(|fault| fault.message.clone()).collect::<Vec<_>>()
    };
    let [lacks, null] = ["{ \"size\": 5 }", "{ \"size\": 5, \"remark\": null }"];
    for (field, reply) in [
        ("type: string, optional: true", lacks),
        ("type: string, optional: true", null),
        ("type: string, optional: true, nullable: true", lacks),
        ("type: string, nullable: true", null),
        ("type: datetime", "{ \"size\": 5, \"remark\": 1719558000 }"),
    ] {
        assert_eq!(faults_of(field, reply), [""; 0], "{field}: {reply}");
    }
    assert_eq!(
        faults_of("type: string, nullable: true", lacks),
        ["'0' of the reply has no 'remark', which the record requires"]
    );
    assert_eq!(
        faults_of("type: datetime", "{ \"size\": 5, \"remark\": 1719558000000 }"),
        ["'0.remark' of the reply is beyond all times in seconds"]
    );
}

/// The path of an address has the values of its example.
#[test]
fn an_address_has_the_values_of_its_example() {
    let faults_of = |name: &str, path: &str| {
        let table = table("ndjson", "", "{ \"size\": 5 }")
            .replace("name: plum }", &format!("name: {name} }}"))
            .replace("/fruit/plum?", &format!("/fruit/{path}?"));
        let fault =
            |fault: &virtual_finance_codegen::Diagnostic| format!("{}; {}", fault.message, fault.help);
        faults(&table).iter().map(fault).collect::<Vec<_>>()
    };
    for (name, path) in [
        ("plum", "plum"),
        ("plum+", "plum+"),
        ("plum+", "plum%2B"),
        ("'^plum'", "%5Eplum"),
        ("'a b'", "a%20b"),
    ] {
        assert_eq!(faults_of(name, path), [""; 0], "{name}");
    }
    assert_eq!(
        faults_of("fig", "plum"),
        ["the request goes to 'fruit/fig'; write its path here, or correct 'params'"]
    );
}
