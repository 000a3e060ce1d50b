//! Order, conflicts and choices between parameters.

use expect_test::expect;

use super::{TABLE, check_param, faults};

#[test]
fn relations_and_choices() {
    check_param(
        "        conflicts: [cuont]\n",
        &expect![[r#"
            t.yaml:36:21: error[V033]: 'Fruit' has no parameter 'cuont'
               |
            36 |         conflicts: [cuont]
               |                     ^^^^^
               |
               = help: write 'count'
        "#]],
    );
    check_param(
        "        conflicts: [name, count=many]\n",
        &expect![[r#"
            t.yaml:36:21: error[V088]: 'colour' and 'name' always have values that exclude each other
               |
            36 |         conflicts: [name, count=many]
               |                     ^^^^
               |
               = help: make one of them optional, without a default
            t.yaml:36:27: error[V082]: 'count' is never 'many'
               |
            36 |         conflicts: [name, count=many]
               |                           ^^^^^^^^^^
               |
               = help: write an integer
        "#]],
    );
    check_param(
        "        after: count\n",
        &expect![[r#"
            t.yaml:36:16: error[V081]: 'count' is of another type than 'colour'
               |
            36 |         after: count
               |                ^^^^^
               |
               = help: name one of the same type
        "#]],
    );
    check_param(
        "        after: colour\n",
        &expect![[r#"
            t.yaml:36:16: error[V080]: a parameter cannot come after itself
               |
            36 |         after: colour
               |                ^^^^^^
               |
               = help: name another one
        "#]],
    );
    check_param(
        "    choices:\n      by:\n        doc: Either.\n        options:\n          one: { doc: One., required: [colour] }\n          two: { doc: Two., required: [word] }\n",
        &expect![[r#"
            t.yaml:40:40: error[V087]: 'colour' is part of a choice and cannot be required or have a default
               |
            40 |           one: { doc: One., required: [colour] }
               |                                        ^^^^^^
               |
               = help: remove 'required' or 'default' of 'colour'
            t.yaml:41:40: error[V033]: 'Fruit' has no parameter 'word'
               |
            41 |           two: { doc: Two., required: [word] }
               |                                        ^^^^
               |
               = help: write one of name, count, colour
        "#]],
    );
    check_param(
        "      word: { doc: A word., type: string, in: query }\n    choices:\n      word:\n        doc: Either.\n        options:\n          one: { doc: One., required: [word] }\n          two: { doc: Two., required: [word] }\n",
        &expect![[r#"
            t.yaml:38:7: error[V024]: the choice 'word' and the parameter 'word' would both be 'word'
               |
            38 |       word:
               |       ^^^^
               |
               = help: rename one of them
            t.yaml:42:40: error[V086]: 'word' belongs to an option already
               |
            42 |           two: { doc: Two., required: [word] }
               |                                        ^^^^
               |
               = help: name it once: a request is of the option whose parameters it has
        "#]],
    );
    check_param(
        "      word: { doc: A word., type: string, in: query }\n    choices:\n      colour_by:\n        doc: Either.\n        options:\n          one: { doc: One., required: [] }\n",
        &expect![[r#"
            t.yaml:40:9: error[V083]: a choice has two options or more
               |
            40 |         options:
               |         ^^^^^^^
               |
               = help: add one or remove the choice
            t.yaml:41:39: error[V085]: an option needs a parameter that tells it from the others
               |
            41 |           one: { doc: One., required: [] }
               |                                       ^^^
               |
               = help: name one
        "#]],
    );
    check_param(
        "      day: { doc: A day., type: date, in: query, default: 2020-01-31 }\n      at: { doc: A time., type: datetime, in: query, default: 2020-01-31T16:00:00Z }\n      other: { doc: A day., type: date, in: query, default: 2020-02-30 }\n      until: { doc: A day., type: date, in: query, default: 2020-01-30, after: day }\n",
        &expect![[r#"
            t.yaml:38:61: error[V067]: '2020-02-30' is not a date
               |
            38 |       other: { doc: A day., type: date, in: query, default: 2020-02-30 }
               |                                                             ^^^^^^^^^^
               |
               = help: write one that exists: 2020-01-31
            t.yaml:39:80: error[V088]: the default of 'until' is not after that of 'day'
               |
            39 |       until: { doc: A day., type: date, in: query, default: 2020-01-30, after: day }
               |                                                                                ^^^
               |
               = help: change one of the two defaults
        "#]],
    );
    check_param(
        "      tags: { doc: Tags., type: { list: string, separator: \"\" }, in: query }\n",
        &expect![[r#"
            t.yaml:36:60: error[V066]: a separator is not empty
               |
            36 |       tags: { doc: Tags., type: { list: string, separator: "" }, in: query }
               |                                                            ^^^
               |
               = help: write "," or what the host takes
        "#]],
    );
    check_param(
        "  Basket:\n    doc: A basket.\n    host: shop_url\n    path: basket\n    method: GET\n    status: 200\n    raw: txt\n    converter: fruit\n    choices:\n      colour:\n        doc: Either.\n        options: {}\n",
        &expect![[r#"
            t.yaml:45:7: error[V024]: the choice 'colour' of 'Basket' and the type 'Colour' would both be 'Colour'
               |
            45 |       colour:
               |       ^^^^^^
               |
               = help: rename one of them
            t.yaml:47:9: error[V083]: a choice has two options or more
               |
            47 |         options: {}
               |         ^^^^^^^
               |
               = help: add one or remove the choice
        "#]],
    );
}

/// Checks the faults of two more parameters, by their codes and places.
#[track_caller]
fn check_pair(first: &str, second: &str, expected: &[(&str, &str)]) {
    let table = format!(
        "{TABLE}      one: {{ doc: One., in: query, {first} }}\n      two: {{ doc: Two., in: query, {second} }}\n"
    );
    let found = faults(&table);
    let found: Vec<(&str, &str)> =
        found.iter().map(|fault| (fault.code.as_str(), fault.message.as_str())).collect();
    assert_eq!(found, expected, "{first} / {second}");
}

#[test]
fn relations_that_no_request_can_keep() {
    let excluded =
        |one: &str, other: &str| format!("'{one}' and '{other}' always have values that exclude each other");
    let both = excluded("two", "one");
    let both = [("V088", both.as_str())];
    check_pair("type: integer, required: true", "type: integer, required: true, conflicts: [one]", &both);
    check_pair("type: integer, default: 1", "type: integer, required: true, conflicts: [one]", &both);
    check_pair("type: integer, default: 1", "type: integer, default: 2, conflicts: [one]", &both);
    check_pair("type: boolean, default: true", "type: integer, default: 2, conflicts: [one=true]", &both);
    check_pair("type: boolean, default: true", "type: integer, default: 2, conflicts: [one=false]", &[]);
    check_pair("type: boolean, default: true", "type: integer, conflicts: [one=true]", &[]);
    let never = |excluded: &str, by: &str| {
        format!("'{excluded}' can never be given: '{by}', which excludes it, always has a value")
    };
    let (one, two) = (never("one", "two"), never("two", "one"));
    check_pair("type: integer, required: true", "type: integer, conflicts: [one]", &[("V088", &two)]);
    check_pair("type: integer, default: 5", "type: integer, conflicts: [one]", &[("V088", &two)]);
    check_pair("type: integer", "type: integer, default: 5, conflicts: [one]", &[("V088", &one)]);
    check_pair("type: integer", "type: integer, conflicts: [one]", &[]);
    check_pair("type: integer, required: true", "type: integer, conflicts: [one=5]", &[]);
    let order = [("V088", "the default of 'two' is not after that of 'one'")];
    check_pair("type: integer, default: 2", "type: integer, default: 2, after: one", &order);
    check_pair("type: integer, default: 1", "type: integer, default: 2, after: one", &[]);
    check_pair(
        "type: integer, after: two",
        "type: integer, after: one",
        // One mistake, one message.
        &[("V080", "'one' would come after itself, by way of 'two'")],
    );
    check_pair(
        "type: integer, min: 0.2, max: 0.8",
        "type: number, min: 0.2, max: 0.8",
        &[("V064", "there is no integer from 0.2 to 0.8")],
    );
}

#[test]
fn limits_that_cross_along_an_order() {
    let check = |first: &str, last: &str, expected: &[(&str, &str)]| {
        check_pair(
            first,
            &format!(
                "type: integer, required: true, after: one }}\n      three: {{ doc: Three., in: query, {last}"
            ),
            expected,
        );
    };
    let crossed = [("V088", "'three' is 11 or less, and 'two' is 11 or more")];
    check("type: integer, required: true, min: 10", "type: integer, after: two, max: 11", &crossed);
    check("type: integer, default: 10, min: 10", "type: integer, after: two, max: 11", &crossed);
    check("type: integer, required: true, min: 10", "type: integer, after: two, max: 12", &[]);
    // What need not be given bounds nothing.
    check("type: integer, min: 10", "type: integer, after: two, max: 11", &[]);
    let number = "type: number, required: true, after: one }\n      three: { doc: Three., in: query, type: number, after: two, max: 10.5";
    check_pair("type: number, required: true, min: 10", number, &[]);
}

#[test]
fn an_option_needs_parameters_that_go_together() {
    let choice = "    choices:\n      span:\n        doc: Which.\n        options:\n          \
        pair: { doc: Two., required: [one, two] }\n          third: { doc: One., required: [three] }\n";
    let params = "      one: { doc: One., type: integer, in: query }\n      \
        two: { doc: Two., type: integer, in: query, conflicts: [one] }\n      \
        three: { doc: Three., type: integer, in: query }\n";
    let found = faults(&format!("{TABLE}{params}{choice}"));
    let found: Vec<_> = found.iter().map(|fault| (fault.code.as_str(), fault.message.as_str())).collect();
    assert_eq!(found, [("V088", "'two' excludes 'one', and the option needs both")]);
}

#[test]
fn limits_that_cross_with_an_order() {
    let crossed = [("V088", "'two' is 5 or less, and 'one' is 5 or more")];
    check_pair("type: integer, min: 5", "type: integer, max: 5, after: one", &crossed);
    check_pair("type: integer, min: 5", "type: integer, max: 6, after: one", &[]);
}

#[test]
fn patterns_that_no_allowed_length_matches() {
    for (pattern, limit, expected) in [
        (
            "[A-Z]{3}",
            "max_length: 2",
            "a text that matches 'pattern' has 3 characters or more, and 2 are allowed",
        ),
        (
            "(ab|c){2}",
            "max_length: 1",
            "a text that matches 'pattern' has 2 characters or more, and 1 are allowed",
        ),
        ("éé", "max_length: 1", "a text that matches 'pattern' has 2 characters or more, and 1 are allowed"),
        ("", "max_length: 1", "only the empty text matches 'pattern'"),
    ] {
        let own = format!("type: string, pattern: \"{pattern}\", {limit}");
        check_pair("type: string", &own, &[("V088", expected)]);
    }
    let ticker = [("V088", "a text that matches 'pattern' has 65 bytes or more, and 64 are allowed")];
    check_pair("type: string", "type: ticker, pattern: \"[A-Z]{65}\"", &ticker);
    for (pattern, limit) in [
        ("[A-Z]{3}", "max_length: 3"),
        ("é", "max_length: 1"),
        ("[a-zé]+", "max_length: 1"),
        ("a*", "max_length: 1"),
    ] {
        check_pair("type: string", &format!("type: string, pattern: \"{pattern}\", {limit}"), &[]);
    }
    // The length of a list counts its values.
    let list = "type: { list: string, separator: \",\" }, pattern: \"[a-z]{9}\", max_length: 2";
    check_pair("type: string", list, &[]);
}

/// Finds a default that no request can keep beside the limit of a parameter that every request has.
#[test]
fn a_default_is_on_its_side_of_the_limits() {
    let beside =
        |own: &str, other: &str| format!("V088: {own}, and {other}; change the default or the limit");
    let told = |one: &str, two: &str| -> Vec<String> {
        let lines = format!(
            "      one: {{ doc: One., in: query, {one} }}\n      two: {{ doc: Two., in: query, after: one, {two} }}\n"
        );
        super::told(&format!("{TABLE}{lines}"))
    };
    let default = |value: &str, least: &str| {
        beside(&format!("the default of 'two' is {value}"), &format!("'one' is {least} or more"))
    };
    let most = beside("'two' is 5 or less", "the default of 'one' is 5");
    for (one, two, expected) in [
        ("type: integer, required: true, min: 10", "type: integer, default: 5", default("5", "10")),
        ("type: integer, required: true, min: 10", "type: integer, default: 10", default("10", "10")),
        ("type: number, required: true, min: 0.5", "type: number, default: 0.25", default("0.25", "0.5")),
        ("type: integer, default: 5", "type: integer, required: true, max: 5", most),
    ] {
        assert_eq!(told(one, two), [expected], "{one}: {two}");
    }
    for (one, two) in [
        ("type: integer, required: true, min: 10", "type: integer, default: 11"),
        ("type: integer, min: 10", "type: integer, default: 5"),
        ("type: integer, default: 5", "type: integer, max: 5"),
        ("type: integer, default: 5", "type: integer, required: true, max: 6"),
    ] {
        assert_eq!(told(one, two), [""; 0], "{one}: {two}");
    }
}

/// Finds an example whose request is refused because of a default, which counts as given.
#[test]
fn an_example_goes_with_the_defaults() {
    let told = |params: &str, given: &str, query: &str| -> Vec<String> {
        let table = format!(
            "\
hosts: {{ shop_url: {{ doc: The shop., default: https://shop.example.com }} }}
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
    converter: fruit
    params: {{ {params} }}
    examples:
      one: {{ doc: O., params: {{ {given} }}, url: 'https://shop.example.com/fruit?{query}' }}
"
        );
        super::told(&table)
    };
    let (from, to) =
        ("from: { doc: F., type: integer, in: query", "to: { doc: T., type: integer, in: query, after: from");
    let (first, last) =
        (format!("{from}, default: 9 }}, {to} }}"), format!("{from} }}, {to}, default: 9 }}"));
    assert_eq!(
        told(&first, "to: 9", "from=9&to=9"),
        [
            "V091: 'to' is not after 'from', whose default is 9; write another value, or add 'from' to 'params'"
        ]
    );
    assert_eq!(
        told(&last, "from: 9", "from=9&to=9"),
        ["V091: 'from' is not before 'to', whose default is 9; write another value, or add 'to' to 'params'"]
    );
    assert_eq!(told(&first, "to: 10", "from=9&to=10"), [""; 0]);
    assert_eq!(told(&first, "from: 1, to: 2", "from=1&to=2"), [""; 0]);
    assert_eq!(told(&last, "from: 8", "from=8&to=9"), [""; 0]);
    let (kind, all) = (
        "kind: { doc: K., type: string, in: query",
        "all: { doc: A., type: boolean, in: query, conflicts: [kind=ripe]",
    );
    let of_kind = format!("{kind}, default: ripe }}, {all} }}");
    assert_eq!(
        told(&of_kind, "all: true", "kind=ripe&all=true"),
        ["V091: 'all' contradicts the default of 'kind'; add another value of 'kind' to 'params'"]
    );
    assert_eq!(told(&of_kind, "all: true, kind: sour", "kind=sour&all=true"), [""; 0]);
    assert_eq!(
        told(&format!("{kind} }}, {all}, default: true }}"), "kind: ripe", "kind=ripe&all=true"),
        ["V091: 'kind' contradicts the default of 'all'; write another value of 'kind'"]
    );
}
