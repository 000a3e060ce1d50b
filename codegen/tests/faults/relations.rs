//! Order, conflicts and choices between parameters.

use expect_test::expect;

use super::check_param;

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
               = help: name it once
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
        "      day: { doc: A day., type: date, in: query, default: 2020-01-31 }\n",
        &expect![[r#"
            t.yaml:36:59: error[V068]: dates, datetimes and lists have no default
               |
            36 |       day: { doc: A day., type: date, in: query, default: 2020-01-31 }
               |                                                           ^^^^^^^^^^
               |
               = help: remove it and say in 'doc' what holds
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
