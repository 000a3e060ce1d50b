//! Converters that several endpoints share.

use super::told;

/// Returns the faults of two endpoints of one converter, each with these lines.
fn shared(first: &str, second: &str) -> Vec<String> {
    let endpoint = |name: &str, lines: &str| {
        format!(
            "  {name}:
    doc: Fruit.
    host: shop_url
    path: {}
    method: POST
    converter: fruit
{lines}",
            name.to_lowercase()
        )
    };
    told(&format!(
        "\
hosts: {{ shop_url: {{ doc: The shop., default: https://shop.example.com }} }}
types:
  Colour: {{ doc: C., variants: {{ Red: {{ wire: red }} }} }}
endpoints:
{}{}",
        endpoint("Fruit", first),
        endpoint("Plums", second)
    ))
}

fn params(lines: &[&str]) -> String {
    let lines: String = lines.iter().map(|line| format!("      {line}\n")).collect();
    format!("    params:\n{lines}")
}

const RIPE: &str = "ripe: { doc: R., type: boolean, in: client }";

#[test]
fn endpoints_of_one_converter_have_its_parameters() {
    let count = "count: { doc: C., type: integer, in: client }";
    let sent = "size: { doc: S., type: integer, in: query }";
    for (first, second) in [
        (params(&[RIPE]), params(&[RIPE])),
        (params(&[RIPE, count]), params(&[count, sent, RIPE])),
        (params(&[RIPE]), params(&[&RIPE.replace("in: client", "in: query, client: true")])),
        (params(&[sent]), String::new()),
        (params(&[&RIPE.replace("boolean", "Colour")]), params(&[&RIPE.replace("boolean", "string")])),
        (
            params(&[&RIPE.replace(" }", ", required: true }")]),
            params(&[&RIPE.replace(" }", ", default: true }")]),
        ),
    ] {
        assert_eq!(shared(&first, &second), [""; 0], "{first}{second}");
    }
    let advice = "give both endpoints the same ones, or each a converter of its own";
    for (first, second, what) in [
        (params(&[RIPE]), String::new(), "'Fruit' gives it 'ripe', and 'Plums' does not"),
        (String::new(), params(&[RIPE]), "'Plums' gives it 'ripe', and 'Fruit' does not"),
        (params(&[RIPE]), params(&[count]), "'Plums' gives it 'count', and 'Fruit' does not"),
        (
            params(&[RIPE]),
            params(&[&RIPE.replace("boolean", "string")]),
            "'ripe' is a text that may be absent at 'Plums', and a bool that may be absent at 'Fruit'",
        ),
        (
            params(&[RIPE]),
            params(&[&RIPE.replace(" }", ", required: true }")]),
            "'ripe' is a bool at 'Plums', and a bool that may be absent at 'Fruit'",
        ),
    ] {
        let expected = format!("V045: the converter 'fruit' takes one set of parameters: {what}; {advice}");
        assert_eq!(shared(&first, &second), [expected], "{first}{second}");
    }
}

#[test]
fn functions_of_one_converter_have_its_parameters() {
    let sent =
        |place: &str, name: &str| params(&[&format!("{name}: {{ doc: A., type: integer, in: {place} }}")]);
    for (key, place) in [("    prepare: fruit\n", "query"), ("    body: basket\n", "body")] {
        let with = |name: &str| format!("{key}{}", sent(place, name));
        assert_eq!(shared(&with("count"), &with("count")), [""; 0], "{key}");
        assert_eq!(shared(&with("count"), &sent(place, "size")), [""; 0], "{key}");
        assert_eq!(
            shared(&with("count"), &with("size")),
            [
                "V045: the converter 'fruit' takes one set of parameters: 'Plums' gives it 'size', and 'Fruit' does not; give \
              both endpoints the same ones, or each a converter of its own"
            ],
            "{key}"
        );
    }
}

/// Finds nothing more where a parameter is at fault itself.
#[test]
fn a_parameter_at_fault_is_told_alone() {
    let [fault] =
        shared(&params(&[RIPE]), &params(&[&RIPE.replace("boolean", "bool")])).try_into().unwrap_or_default();
    assert!(fault.starts_with("V031"), "{fault}");
}
