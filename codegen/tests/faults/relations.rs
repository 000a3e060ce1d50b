//! Order, conflicts and choices between parameters.

use expect_test::expect;

use super::{TABLE, check_param, faults};

#[test]
fn relations_and_choices() {
    check_param(
        "        conflicts: [cuont]\n",
        &expect![[r#"
            36:21+5 V033: 'Fruit' has no parameter 'cuont'; write 'count'
        "#]],
    );
    check_param(
        "        conflicts: [name, count=many]\n",
        &expect![[r#"
            36:21+4 V088: 'colour' and 'name' always have values that exclude each other; make one of them optional, without a default
            36:27+10 V082: 'count' is never 'many'; write an integer
        "#]],
    );
    check_param(
        "        after: count\n",
        &expect![[r#"
            36:16+5 V081: 'count' is of another type than 'colour'; name one of the same type
        "#]],
    );
    check_param(
        "        after: colour\n",
        &expect![[r#"
            36:16+6 V080: a parameter cannot come after itself; name another one
        "#]],
    );
    check_param(
        "    choices:\n      by:\n        doc: Either.\n        options:\n          one: { doc: One., required: [colour] }\n          two: { doc: Two., required: [word] }\n",
        &expect![[r#"
            40:40+6 V087: 'colour' is part of a choice and cannot be required or have a default; remove 'required' or 'default' of 'colour'
            41:40+4 V033: 'Fruit' has no parameter 'word'; write one of name, count, colour
        "#]],
    );
    check_param(
        "      word: { doc: A word., type: string, in: query }\n    choices:\n      word:\n        doc: Either.\n        options:\n          one: { doc: One., required: [word] }\n          two: { doc: Two., required: [word] }\n",
        &expect![[r#"
            38:7+4 V024: the choice 'word' and the parameter 'word' would both be 'word'; rename one of them
            42:40+4 V086: 'word' belongs to an option already; name it once: a request is of the option whose parameters it has
        "#]],
    );
    check_param(
        "      word: { doc: A word., type: string, in: query }\n    choices:\n      colour_by:\n        doc: Either.\n        options:\n          one: { doc: One., required: [] }\n",
        &expect![[r#"
            40:9+7 V083: a choice has two options or more; add one or remove the choice
            41:39+3 V085: an option needs a parameter that tells it from the others; name one
        "#]],
    );
    check_param(
        "      day: { doc: A day., type: date, in: query, default: 2020-01-31 }\n      at: { doc: A time., type: datetime, in: query, default: 2020-01-31T16:00:00Z }\n      other: { doc: A day., type: date, in: query, default: 2020-02-30 }\n      until: { doc: A day., type: date, in: query, default: 2020-01-30, after: day }\n",
        &expect![[r#"
            38:61+10 V067: '2020-02-30' is not a date; write one that exists: 2020-01-31
            39:80+3 V088: the default of 'until' is not after that of 'day'; change one of the two defaults
        "#]],
    );
    check_param(
        "      tags: { doc: Tags., type: { list: string, separator: \"\" }, in: query }\n",
        &expect![[r#"
            36:60+3 V066: a separator is not empty; write "," or what the host takes
        "#]],
    );
    check_param(
        "  Basket:\n    doc: A basket.\n    host: shop_url\n    path: basket\n    method: GET\n    status: 200\n    raw: txt\n    converter: fruit\n    choices:\n      colour:\n        doc: Either.\n        options: {}\n",
        &expect![[r#"
            45:7+6 V024: the choice 'colour' of 'Basket' and the type 'Colour' would both be 'Colour'; rename one of them
            47:9+7 V083: a choice has two options or more; add one or remove the choice
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
