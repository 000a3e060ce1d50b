//! Keys that are unknown, missing or there twice, and values of the wrong shape.

use expect_test::expect;

use super::check;

#[test]
fn keys() {
    check(
        "host: shop_url",
        "hots: shop_url",
        &expect![[r#"
            t.yaml:12:5: error: 'Fruit' has no key 'hots'; did you mean 'host'?
                |
             12 |     hots: shop_url
                |     ^^^^
        "#]],
    );
    check(
        "        in: query\n        default: 25",
        "        inn: query\n        default: 25",
        &expect![[r#"
            t.yaml:27:9: error: 'count' has no key 'inn'; did you mean 'in'?
                |
             27 |         inn: query
                |         ^^^
        "#]],
    );
    check(
        "    method: GET\n",
        "",
        &expect![[r#"
        t.yaml:10:3: error: 'Fruit' has no 'method'; add 'method: …'
            |
         10 |   Fruit:
            |   ^^^^^
    "#]],
    );
    check(
        "{ wire: red, doc: Red. }",
        "{ wyre: red, doc: Red. }",
        &expect![[r#"
            t.yaml:7:14: error: 'Red' has no key 'wyre'; did you mean 'wire'?
               |
             7 |       Red: { wyre: red, doc: Red. }
               |              ^^^^
        "#]],
    );
    check(
        "types:\n",
        "type:\n",
        &expect![[r#"
            t.yaml:3:1: error: the table has no key 'type'; did you mean 'types'?
               |
             3 | type:
               | ^^^^
        "#]],
    );
    check(
        "    raw: json\n",
        "    raw: json\n    raw: txt\n",
        &expect![[r#"
        t.yaml:17:5: error: 'raw' is there already, in line 16; remove one of the two or rename it
            |
         17 |     raw: txt
            |     ^^^
    "#]],
    );
    check(
        "      colour:\n        doc",
        "      count:\n        doc",
        &expect![[r#"
        t.yaml:31:7: error: 'count' is there already, in line 24; remove one of the two or rename it
            |
         31 |       count:
            |       ^^^^^
    "#]],
    );
}

#[test]
fn shapes() {
    check(
        "status: 200",
        "status: \"200\"",
        &expect![[r#"
        t.yaml:15:13: error: 'status' takes a whole number; write that
            |
         15 |     status: "200"
            |             ^^^^^
    "#]],
    );
    check(
        "wire: red",
        "wire: 5",
        &expect![[r#"
        t.yaml:7:20: error: 'wire' takes a text; write it in quotes: "5"
           |
         7 |       Red: { wire: 5, doc: Red. }
           |                    ^
    "#]],
    );
    check(
        "required: true",
        "required: maybe",
        &expect![[r#"
            t.yaml:23:19: error: 'required' takes true or false; write that
                |
             23 |         required: maybe
                |                   ^^^^^
        "#]],
    );
    check(
        "min: 1\n",
        "min: [1]\n",
        &expect![[r#"
        t.yaml:29:14: error: 'min' takes a number; write that
            |
         29 |         min: [1]
            |              ^
    "#]],
    );
    check(
        "      Red: { wire: red, doc: Red. }\n      Green: { wire: green, doc: Green. }\n",
        "",
        &expect![[r#"
            t.yaml:6:13: error: 'variants' takes names of your own, indented below it, or {} for none; write that
               |
             6 |     variants:
               |             ^
        "#]],
    );
    check(
        "max: 100",
        "aliases: many",
        &expect![[r#"
        t.yaml:30:18: error: 'aliases' takes a list of texts: [one, two]; write that
            |
         30 |         aliases: many
            |                  ^^^^
    "#]],
    );
}
