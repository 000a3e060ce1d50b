//! Strings that would break the generated documentation and its tests.

use super::{TABLE, faults, with_example};

#[track_caller]
fn codes(table: &str) -> Vec<&'static str> {
    faults(table).iter().map(|fault| fault.code.as_str()).collect()
}

const URL: &str = "        url: https://shop.example.com/fruit/plum?count=25&colour=green\n        params: { name: plum }\n";

#[test]
fn texts_that_documentation_cannot_hold() {
    for (from, to, expected) in [
        ("doc: Ripe.", r#"doc: "Ripe.\n\n```text\nopen""#, "V035"),
        ("doc: Ripe.", r#"doc: "Red\u202e.""#, "V035"),
        ("wire: red", r#"wire: "re\rd""#, "V039"),
        ("wire: red", r#"wire: "re\u202ed""#, "V039"),
    ] {
        assert_eq!(codes(&TABLE.replace(from, to)), [expected], "{to}");
    }
    let word = |default: &str| {
        format!("{TABLE}      word: {{ doc: A word., type: string, in: query, default: {default} }}\n")
    };
    assert_eq!(codes(&word("\"a\\n```\"")), ["V039"]);
    assert_eq!(codes(&word("a")), [""; 0]);
    assert_eq!(codes(&TABLE.replace("doc: Ripe.", r#"doc: "Ripe.\n\n```\nclosed\n```""#)), [""; 0]);
}

#[test]
fn replies_and_responses_that_are_not_json() {
    for (reply, response, expected) in [
        ("'{'", "'{}'", vec!["V094"]),
        ("'{}'", "'{,}'", vec!["V094"]),
        ("'{'", "'{'", vec!["V094", "V094"]),
        ("'{}'", "'[1]'", vec![]),
    ] {
        let lines = format!("{URL}        reply: {reply}\n        response: {response}\n");
        assert_eq!(codes(&with_example(&lines)), expected, "{reply} {response}");
    }
    // The replies of other services are not JSON.
    let text = with_example(&format!("{URL}        reply: '<p>'\n")).replace("raw: json", "raw: txt");
    assert_eq!(codes(&text), [""; 0]);
}

#[test]
fn what_another_fault_explains_is_not_told_again() {
    let good = with_example(URL);
    for (from, to, expected) in [
        ("default: https://shop.example.com", "default: https://shop.example.com/", "V034"),
        ("path: fruit/{name}", "path: /fruit/{name}", "V050"),
        (
            "        required: true\n      count",
            "        required: true\n        default: fig\n      count",
            "V062",
        ),
    ] {
        assert_eq!(codes(&good.replace(from, to)), [expected], "{to}");
    }
    let conflict = "      other: { doc: Another., type: string, in: query, conflicts: [coun=5] }\n";
    let faults = faults(&format!("{TABLE}{conflict}"));
    assert_eq!(faults.iter().map(|fault| fault.help.as_str()).collect::<Vec<_>>(), ["write 'count=5'"]);
}

#[test]
fn examples_that_the_client_would_refuse() {
    let named = |name: &str| {
        let long = "x".repeat(65);
        let example =
            with_example(URL).replace("name: plum", &format!("name: \"{}\"", name.replace("LONG", &long)));
        codes(&example)
    };
    for name in ["", " ", ".", "..", "a\\tb", "LONG"] {
        assert_eq!(named(name), ["V067"], "{name:?}");
    }
    let index =
        with_example(&URL.replace("fruit/plum", "fruit/%5EGSPC")).replace("name: plum", "name: \"^GSPC\"");
    assert_eq!(codes(&index), [""; 0]);
    let open =
        with_example(URL).replace("    doc: A colour.\n", "    doc: A colour.\n    other: \"[a-z]{1,4}\"\n");
    let colour = |colour: &str| {
        let given = open.replace("name: plum", &format!("name: plum, colour: {colour}"));
        codes(&given.replace("colour=green", &format!("colour={}", colour.trim_start_matches("other:"))))
    };
    assert_eq!(colour("other:ZZ"), ["V071"]);
    assert_eq!(colour("other:blue"), [""; 0]);
    let moment = "      at: { doc: When., type: datetime, in: query }\n    examples:";
    let moment = |value: &str| {
        codes(
            &with_example(URL)
                .replace("    examples:", moment)
                .replace("name: plum", &format!("name: plum, at: {value}"))
                .replace("colour=green", &format!("colour=green&at={value}")),
        )
    };
    assert_eq!(moment("253402300800"), ["V067"]);
    assert_eq!(moment("253402300799"), [""; 0]);
}

#[test]
fn names_whose_statics_would_be_one() {
    assert_eq!(codes(&TABLE.replace("Colour", "FRUIT")), ["V024"]);
    assert_eq!(codes(&TABLE.replace("Colour", "HOSTS")), ["V022"]);
}
