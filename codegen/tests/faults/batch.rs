//! Lists that a request is sent in batches of.

use expect_test::expect;

use super::{TABLE, codes, shown};

/// Returns the table with a list that has these keys.
fn listed(keys: &str) -> String {
    let list = format!(
        "      names: {{ doc: The names., type: {{ list: string, separator: \",\" }}, in: query, {keys} }}\n"
    );
    format!("{TABLE}{list}")
}

#[test]
fn a_list_has_batches() {
    for keys in ["batch: 1", "batch: 20", "required: true, batch: 20", "client: true, batch: 20"] {
        assert_eq!(codes(&listed(keys)), [""; 0], "{keys}");
    }
}

#[test]
fn each_obstacle_is_told() {
    let told = |table: &str| shown(table);
    expect![[r#"
        36:91+1 V073: no request has less than one; write 1 or more
    "#]]
    .assert_eq(&told(&listed("batch: 0")));
    expect![[r#"
        36:84+5 V073: a request of any length is sent in batches, and 'max_length' limits it; remove 'max_length' or 'batch'
    "#]].assert_eq(&told(&listed("batch: 20, max_length: 100")));
    expect![[r#"
        29:9+5 V073: 'count' is no list; remove it
    "#]]
    .assert_eq(&told(&TABLE.replace("        min: 1\n", "        batch: 20\n")));
    expect![[r#"
        36:84+5 V073: a POST that may change something is not sent in batches; write 'safe: true' if it only reads, or remove 'batch'
    "#]]
    .assert_eq(&told(&listed("batch: 20").replace("method: GET", "method: POST")));
    expect![[r#"
        36:85+5 V073: 'names' is not sent; remove it
    "#]]
    .assert_eq(&told(&listed("batch: 20").replace("in: query, batch", "in: client, batch")));
    let second = "      sizes: { doc: Sizes., type: { list: integer }, in: query, batch: 5 }\n";
    expect![[r#"
        37:65+5 V073: 'names' has a 'batch' too; keep one of them
    "#]]
    .assert_eq(&told(&format!("{}{second}", listed("batch: 20"))));
    for list in ["{ type: { list: any } }", "{ type: { list: any }, at: rows, empty: not_found }"] {
        let declared = listed("batch: 20").replace("converter: fruit", &format!("response: {list}"));
        assert_eq!(told(&declared), "", "{list}");
    }
    let declared = listed("batch: 20").replace("converter: fruit", "response: { type: any }");
    expect![[r#"
        36:84+5 V073: the responses of batches are joined by a converter's module, or are lists; write a list in 'type', or 'into'; or 'converter' instead of 'response', or 'max_length'
    "#]]
    .assert_eq(&told(&declared));
    let paged = listed("batch: 20")
        .replace("    params:\n", "    pages: { items: rows, link: header }\n    params:\n");
    expect![[r#"
        37:84+5 V073: each batch would have pages of its own; remove 'pages' or 'batch'
    "#]]
    .assert_eq(&told(&paged));
    let choice = "    choices:\n      either:\n        doc: Either.\n        options:\n          \
                  names: { doc: Names., required: [names] }\n          one: { doc: One., required: [one] }\n";
    let chosen =
        format!("{}      one: {{ doc: One., type: string, in: query }}\n{choice}", listed("batch: 20"));
    expect![[r#"
        36:84+5 V073: 'names' belongs to a choice; take it out of the choice, or remove 'batch'
    "#]]
    .assert_eq(&told(&chosen));
}

#[test]
fn a_post_that_only_reads_has_batches() {
    let table = listed("batch: 20").replace("method: GET", "method: POST\n    safe: true");
    assert_eq!(codes(&table), [""; 0]);
}

#[test]
fn an_example_is_one_request() {
    let example = "    examples:\n      one:\n        doc: One.\n        params: { name: plum, names: [a, b, c] }\n        \
                   url: https://shop.example.com/fruit/plum?count=25&colour=green&names=a%2Cb%2Cc\n        reply: '{}'\n";
    let table = |batch: i64| format!("{}{example}", listed(&format!("batch: {batch}")));
    assert_eq!(codes(&table(3)), [""; 0]);
    assert_eq!(codes(&table(2)), ["V070"]);
}
