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
