//! Order, contradictions and choices between parameters.

use expect_test::expect;

use super::check_param;

#[test]
fn relations_and_choices() {
    check_param(
        "        conflicts: [cuont]\n",
        &expect![[r#"
        t.yaml:36:21: error: 'Fruit' has no parameter 'cuont'; did you mean 'count'?
            |
         36 |         conflicts: [cuont]
            |                     ^^^^^
    "#]],
    );
    check_param(
        "        conflicts: [name, count=many]\n",
        &expect![[r#"
        t.yaml:36:27: error: 'count' is never 'many'; write a whole number
            |
         36 |         conflicts: [name, count=many]
            |                           ^^^^^^^^^^
    "#]],
    );
    check_param(
        "        after: count\n",
        &expect![[r#"
        t.yaml:36:16: error: 'count' is of another type than 'colour'; name one of the same type
            |
         36 |         after: count
            |                ^^^^^
    "#]],
    );
    check_param(
        "        after: colour\n",
        &expect![[r#"
        t.yaml:36:16: error: a parameter cannot come after itself; name another one
            |
         36 |         after: colour
            |                ^^^^^^
    "#]],
    );
    check_param(
        "    choices:\n      by:\n        doc: Either.\n        options:\n          one: { doc: One., required: [colour] }\n          two: { doc: Two., required: [word] }\n",
        &expect![[r#"
            t.yaml:40:40: error: 'colour' is part of a choice and cannot be required or have a default; remove that there
                |
             40 |           one: { doc: One., required: [colour] }
                |                                        ^^^^^^
            t.yaml:41:40: error: 'Fruit' has no parameter 'word'; write one of name, count, colour
                |
             41 |           two: { doc: Two., required: [word] }
                |                                        ^^^^
        "#]],
    );
    check_param(
        "      word: { doc: A word., type: string, in: query }\n    choices:\n      word:\n        doc: Either.\n        options:\n          one: { doc: One., required: [word] }\n          two: { doc: Two., required: [word] }\n",
        &expect![[r#"
            t.yaml:38:7: error: the choice 'word' and the parameter 'word' would both be 'word'; rename one of them
                |
             38 |       word:
                |       ^^^^
            t.yaml:42:40: error: 'word' belongs to an option already; name it once
                |
             42 |           two: { doc: Two., required: [word] }
                |                                        ^^^^
        "#]],
    );
    check_param(
        "      word: { doc: A word., type: string, in: query }\n    choices:\n      colour_by:\n        doc: Either.\n        options:\n          one: { doc: One., required: [] }\n",
        &expect![[r#"
            t.yaml:40:9: error: a choice has at least two options; add one or remove the choice
                |
             40 |         options:
                |         ^^^^^^^
            t.yaml:41:39: error: an option needs a parameter that tells it from the others; name one
                |
             41 |           one: { doc: One., required: [] }
                |                                       ^
        "#]],
    );
    check_param(
        "      day: { doc: A day., type: date, in: query, default: 2020-01-31 }\n",
        &expect![[r#"
        t.yaml:36:59: error: dates, datetimes and lists have no default; remove it and say in 'doc' what holds
            |
         36 |       day: { doc: A day., type: date, in: query, default: 2020-01-31 }
            |                                                           ^^^^^^^^^^
    "#]],
    );
    check_param(
        "      tags: { doc: Tags., type: { list: string, separator: \"\" }, in: query }\n",
        &expect![[r#"
            t.yaml:36:60: error: a separator is not empty; write "," or what the host takes
                |
             36 |       tags: { doc: Tags., type: { list: string, separator: "" }, in: query }
                |                                                            ^^^
        "#]],
    );
    check_param(
        "  Basket:\n    doc: A basket.\n    host: shop_url\n    path: basket\n    method: GET\n    status: 200\n    raw: txt\n    converter: fruit\n    choices:\n      colour:\n        doc: Either.\n        options: {}\n",
        &expect![[r#"
            t.yaml:45:7: error: the choice 'colour' of 'Basket' and the type 'Colour' would both be 'Colour'; rename one of them
                |
             45 |       colour:
                |       ^^^^^^
            t.yaml:47:9: error: a choice has at least two options; add one or remove the choice
                |
             47 |         options: {}
                |         ^^^^^^^
        "#]],
    );
}
