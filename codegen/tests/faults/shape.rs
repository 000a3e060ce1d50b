//! Unknown, missing and repeated keys, and values of the wrong shape.

use expect_test::expect;

use super::check;

#[test]
fn keys() {
    check(
        "host: shop_url",
        "hots: shop_url",
        &expect![[r#"
            12:5+4 V010: 'Fruit' has no key 'hots'; write 'host'
        "#]],
    );
    check(
        "        in: query\n        default: 25",
        "        inn: query\n        default: 25",
        &expect![[r#"
            27:9+3 V010: 'count' has no key 'inn'; write 'in'
        "#]],
    );
    check(
        "    method: GET\n",
        "",
        &expect![[r#"
            10:3+5 V011: 'Fruit' has no 'method'; add 'method: …', for example 'method: GET'
        "#]],
    );
    check(
        "{ wire: red, doc: Ripe. }",
        "{ wyre: red, doc: Ripe. }",
        &expect![[r#"
            7:14+4 V010: 'Red' has no key 'wyre'; write 'wire'
        "#]],
    );
    check(
        "types:\n",
        "type:\n",
        &expect![[r#"
            3:1+4 V010: the table has no key 'type'; write 'types'
        "#]],
    );
    check(
        "    raw: json\n",
        "    raw: json\n    raw: txt\n",
        &expect![[r#"
            17:5+3 V012: 'raw' is there already, in line 16; remove one of the two or rename it
        "#]],
    );
    check(
        "      colour:\n        doc",
        "      count:\n        doc",
        &expect![[r#"
            31:7+5 V012: 'count' is there already, in line 24; remove one of the two or rename it
        "#]],
    );
}

#[test]
fn shapes() {
    check(
        "status: 200",
        "status: \"200\"",
        &expect![[r#"
            15:13+5 V013: 'status' takes an integer, not the string "200"; write it without quotes: 200
        "#]],
    );
    check(
        "wire: red",
        "wire: 5",
        &expect![[r#"
            7:20+1 V014: 'wire' takes a string, not the integer 5; write it in quotes: "5"
        "#]],
    );
    check(
        "required: true",
        "required: maybe",
        &expect![[r#"
            23:19+5 V013: 'required' takes a bool, not the string "maybe"; write true or false
        "#]],
    );
    check(
        "min: 1\n",
        "min: [1]\n",
        &expect![[r#"
            29:14+3 V013: 'min' takes a number, not a list; write for example 'min: 1'
        "#]],
    );
    check(
        "      Red: { wire: red, doc: Ripe. }\n      Green: { wire: green, doc: Sour. }\n",
        "",
        &expect![[r#"
            6:13+1 V013: 'variants' takes names of your own, not nothing; write names indented below 'variants:', each with its keys
        "#]],
    );
    check(
        "max: 100",
        "aliases: many",
        &expect![[r#"
            30:18+4 V013: 'aliases' takes a list of strings, not the string "many"; write aliases: [many]
        "#]],
    );
}
