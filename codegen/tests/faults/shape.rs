//! Unknown, missing and repeated keys, and values of the wrong shape.

use expect_test::expect;

use super::check;

#[test]
fn keys() {
    check(
        "host: shop_url",
        "hots: shop_url",
        &expect![[r#"
            t.yaml:12:5: error[V010]: 'Fruit' has no key 'hots'
               |
            12 |     hots: shop_url
               |     ^^^^
               |
               = help: write 'host'
        "#]],
    );
    check(
        "        in: query\n        default: 25",
        "        inn: query\n        default: 25",
        &expect![[r#"
            t.yaml:27:9: error[V010]: 'count' has no key 'inn'
               |
            27 |         inn: query
               |         ^^^
               |
               = help: write 'in'
        "#]],
    );
    check(
        "    method: GET\n",
        "",
        &expect![[r#"
            t.yaml:10:3: error[V011]: 'Fruit' has no 'method'
               |
            10 |   Fruit:
               |   ^^^^^
               |
               = help: add 'method: …', for example 'method: GET'
        "#]],
    );
    check(
        "{ wire: red, doc: Ripe. }",
        "{ wyre: red, doc: Ripe. }",
        &expect![[r#"
            t.yaml:7:14: error[V010]: 'Red' has no key 'wyre'
              |
            7 |       Red: { wyre: red, doc: Ripe. }
              |              ^^^^
              |
              = help: write 'wire'
        "#]],
    );
    check(
        "types:\n",
        "type:\n",
        &expect![[r#"
            t.yaml:3:1: error[V010]: the table has no key 'type'
              |
            3 | type:
              | ^^^^
              |
              = help: write 'types'
        "#]],
    );
    check(
        "    raw: json\n",
        "    raw: json\n    raw: txt\n",
        &expect![[r#"
            t.yaml:17:5: error[V012]: 'raw' is there already, in line 16
               |
            17 |     raw: txt
               |     ^^^
               |
               = help: remove one of the two or rename it
        "#]],
    );
    check(
        "      colour:\n        doc",
        "      count:\n        doc",
        &expect![[r#"
            t.yaml:31:7: error[V012]: 'count' is there already, in line 24
               |
            31 |       count:
               |       ^^^^^
               |
               = help: remove one of the two or rename it
        "#]],
    );
}

#[test]
fn shapes() {
    check(
        "status: 200",
        "status: \"200\"",
        &expect![[r#"
            t.yaml:15:13: error[V013]: 'status' takes an integer, not the string "200"
               |
            15 |     status: "200"
               |             ^^^^^
               |
               = help: write it without quotes: 200
        "#]],
    );
    check(
        "wire: red",
        "wire: 5",
        &expect![[r#"
            t.yaml:7:20: error[V014]: 'wire' takes a string, not the integer 5
              |
            7 |       Red: { wire: 5, doc: Ripe. }
              |                    ^
              |
              = help: write it in quotes: "5"
        "#]],
    );
    check(
        "required: true",
        "required: maybe",
        &expect![[r#"
            t.yaml:23:19: error[V013]: 'required' takes a bool, not the string "maybe"
               |
            23 |         required: maybe
               |                   ^^^^^
               |
               = help: write true or false
        "#]],
    );
    check(
        "min: 1\n",
        "min: [1]\n",
        &expect![[r#"
            t.yaml:29:14: error[V013]: 'min' takes a number, not a list
               |
            29 |         min: [1]
               |              ^^^
               |
               = help: write for example 'min: 1'
        "#]],
    );
    check(
        "      Red: { wire: red, doc: Ripe. }\n      Green: { wire: green, doc: Sour. }\n",
        "",
        &expect![[r#"
            t.yaml:6:13: error[V013]: 'variants' takes names of your own, not nothing
              |
            6 |     variants:
              |             ^
              |
              = help: write names indented below 'variants:', each with its keys
        "#]],
    );
    check(
        "max: 100",
        "aliases: many",
        &expect![[r#"
            t.yaml:30:18: error[V013]: 'aliases' takes a list of strings, not the string "many"
               |
            30 |         aliases: many
               |                  ^^^^
               |
               = help: write aliases: [many]
        "#]],
    );
}
