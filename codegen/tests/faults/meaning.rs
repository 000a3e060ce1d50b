//! References to unknown names, and values that are not allowed.

use expect_test::expect;

use super::check;

#[test]
fn references() {
    check(
        "host: shop_url",
        "host: shop_ulr",
        &expect![[r#"
            12:11+8 V030: the table has no host 'shop_ulr'; write 'shop_url'
        "#]],
    );
    check(
        "type: integer",
        "type: intger",
        &expect![[r#"
            26:15+6 V031: there is no type 'intger'; write 'integer'
        "#]],
    );
    check(
        "type: Colour",
        "type: { list: Color, separator: \",\" }",
        &expect![[r#"
            33:23+5 V031: there is no type 'Color'; write 'Colour'
        "#]],
    );
    check(
        "converter: fruit",
        "converter: friut",
        &expect![[r#"
            17:16+5 V032: there is no converter 'friut'; write 'fruit', or create runtime/market/src/converters/friut.rs
        "#]],
    );
    check(
        "converter: fruit",
        "converter: fruit\n    prepare: basket",
        &expect![[r#"
            18:14+6 V032: there is no converter 'basket'; create runtime/market/src/converters/basket.rs
        "#]],
    );
    check(
        "path: fruit/{name}",
        "path: fruit/{nam}",
        &expect![[r#"
            13:17+5 V052: the path has '{nam}', but there is no parameter 'nam'; write '{name}', or add 'nam' to 'params'
        "#]],
    );
    check(
        "path: fruit/{name}",
        "path: fruit",
        &expect![[r#"
            22:13+4 V055: the path 'fruit' has no '{name}'; add '{name}' to the path, or write 'in: query'
        "#]],
    );
    check("path: fruit/{name}", "path: fruit/x{name}", &expect![""]);
    check("path: fruit/{name}", "path: fruit/{name}/", &expect![""]);
    check(
        "path: fruit/{name}",
        "path: fruit/{name}//",
        &expect![[r#"
            13:11+14 V050: a path does not begin with '/', and has one at its end at most; write 'fruit/{name}/'
        "#]],
    );
    check(
        "path: fruit/{name}",
        "path: /fruit/{name}",
        &expect![[r#"
            13:11+13 V050: a path does not begin with '/', and has one at its end at most; write 'fruit/{name}'
        "#]],
    );
    check(
        "in: path\n        required: true",
        "in: query\n        required: true",
        &expect![[r#"
            22:13+5 V054: 'name' stands in the path, but goes elsewhere: 'query'; write 'in: path'
        "#]],
    );
    check(
        "in: path\n        required: true",
        "in: path",
        &expect![[r#"
            22:13+4 V056: 'name' stands in the path and is not required; write 'required: true'
        "#]],
    );
}

#[test]
fn values() {
    check(
        "method: GET",
        "method: QUERY",
        &expect![[r#"
            14:13+5 V015: 'method' takes GET, POST, PUT, PATCH or DELETE, not the string "QUERY"; write one of GET, POST, PUT, PATCH, DELETE
        "#]],
    );
    check(
        "status: 200",
        "status: 20",
        &expect![[r#"
            15:13+2 V036: 20 is not an HTTP status; write one from 100 to 599, most likely 200
        "#]],
    );
    check(
        "raw: json",
        "raw: yaml",
        &expect![[r#"
            16:10+4 V015: 'raw' takes txt, json, bytes, ndjson, sse, csv or xml, not the string "yaml"; write one of txt, json, bytes, ndjson, sse, csv, xml
        "#]],
    );
    check(
        "default: https://shop.example.com",
        "default: shop.example.com",
        &expect![[r#"
            2:40+16 V034: 'shop.example.com' is not the address of a host; write 'https://shop.example.com'
        "#]],
    );
    check(
        "default: 25",
        "default: 250",
        &expect![[r#"
            28:18+3 V069: 250 breaks 'max', which is 100; change one of the two
        "#]],
    );
    check(
        "default: 25",
        "default: many",
        &expect![[r#"
            28:18+4 V067: 'many' is not an integer; write one such as 25
        "#]],
    );
    check(
        "default: green",
        "default: grene",
        &expect![[r#"
            35:18+5 V072: 'grene' is not a value of Colour; write 'green'
        "#]],
    );
    check(
        "default: green",
        "default: Green",
        &expect![[r#"
            35:18+5 V072: 'Green' is the name in Rust; write the wire string: green
        "#]],
    );
    check(
        "min: 1\n",
        "min: 101\n",
        &expect![[r#"
            28:18+2 V069: 25 breaks 'min', which is 101; change one of the two
            29:14+3 V064: 'min' is 101 and 'max' is 100, so no value is allowed; exchange them
        "#]],
    );
    check(
        "required: true",
        "required: true\n        default: IBM",
        &expect![[r#"
            24:9+7 V062: 'name' is required, so its default is never used; remove 'default' or 'required'
        "#]],
    );
    check(
        "required: true",
        "required: true\n        pattern: \"[a-z\"",
        &expect![[r#"
            24:18+6 V040: this is not a regular expression: found unclosed character class; correct it; a character that stands for itself has a '\' before it
        "#]],
    );
    check(
        "required: true",
        "required: true\n        min: 3",
        &expect![[r#"
            24:9+3 V063: 'min' is a limit of integers and numbers; remove it
        "#]],
    );
    check(
        "default: 25",
        "pattern: \"[0-9]\"",
        &expect![[r#"
            28:9+7 V063: 'pattern' is a limit of strings and tickers; remove it
        "#]],
    );
    check(
        "wire: green",
        "wire: red",
        &expect![[r#"
            8:22+3 V038: 'red' is the wire string of 'Red' already; give each value its own
        "#]],
    );
    check(
        "doc: How many.",
        "doc: \"\"",
        &expect![[r#"
            25:14+2 V035: the doc is empty; write one sentence or more
        "#]],
    );
    check(
        "in: query\n        default: 25",
        "in: qery\n        default: 25",
        &expect![[r#"
            27:13+4 V015: 'in' takes path, query, header, body, form, part, content or client, not the string "qery"; write 'query'
        "#]],
    );
    check(
        "in: query\n        default: 25",
        "in: client\n        wire: size",
        &expect![[r#"
            28:9+4 V061: 'wire' has no effect where 'in' is 'client'; remove it
        "#]],
    );
    check(
        "doc: How many.",
        "doc: \"How\\rmany.\"",
        &expect![[r#"
            25:14+12 V035: the doc has control characters; write plain text
        "#]],
    );
    check(
        "min: 1\n",
        "min: 1e400\n",
        &expect![[r#"
            29:14+5 V013: 'min' takes a number, not the string "1e400"; write for example 'min: 1'
        "#]],
    );
    check(
        "min: 1\n",
        "max_length: 0\n",
        &expect![[r#"
            29:9+10 V063: 'max_length' is a limit of strings, tickers and lists; remove it
            29:21+1 V065: nothing has less than one; write 1 or more
        "#]],
    );
    check(
        "path: fruit/{name}",
        "path: fruit/../{name}/{name}",
        &expect![[r#"
            13:17+2 V050: '..' cannot be a segment of a path; write plain words with one '/' between them
            13:27+6 V053: '{name}' stands twice in the path; remove one
        "#]],
    );
}
