//! A newcomer's table with more than twenty different mistakes: all are reported in one run.

use expect_test::expect;

use super::faults;

const NEWCOMERS: &str = r#"hosts:
  shop_url: { doc: The shop., default: shop.example.com }
  Archive: { doc: Old lists., default: "https://old.example.com" }
types:
  Colour:
    doc: A colour.
    variants:
      Red: { wire: red, doc: Ripe. }
      dark_red: { wire: dark, doc: Dark red. }
      One: { wire: 1, doc: The first. }
  Size:
    doc: How large.
    variants: {}
endpoints:
  Fruit:
    doc: All of the fruit.
    host: shop_ulr
    path: fruit/{nam}
    method: FETCH
    status: ok
    raw: yaml
    convertor: fruit
    params:
      count:
        doc: How many.
        type: intger
        in: query
      limit:
        doc: The most.
        type: integer
        in: query
        default: 250
        max: 100
      colour:
        doc: The colour.
        type: Colour
        in: query
        default: blue
        requierd: true
      sort:
        doc: The order.
        type: string
        in: query
        required: true
        default: name
      order:
        doc: The order.
        type: string
        in: query
        wire: sort
      page:
        doc: ""
        type: integer
        in: qery
        min: 9
        max: 1
  Basket:
    doc: What is in the basket.
    host: shop_url
    path: /basket
    method: GET
    status: 200
    raw: json
    converter: friut
    params:
      from:
        doc: The first day.
        type: date
        in: query
        conflicts: [untill]
      match:
        doc: A text.
        type: string
        in: query
      from:
        doc: The first day.
        type: date
        in: query
      page:
        doc: The page.
        type: integer
        in: query
"#;

#[test]
fn a_newcomers_mistakes_are_told_in_one_run() {
    let told: Vec<String> = faults(NEWCOMERS)
        .iter()
        .map(|fault| {
            format!("{}:{} {}: {}; {}\n", fault.line, fault.column, fault.code, fault.message, fault.help)
        })
        .collect();
    expect![[r#"
        2:40 V034: 'shop.example.com' is not the address of a host; write 'https://shop.example.com'
        3:3 V020: 'Archive' cannot be a name here; write 'archive'
        9:7 V020: 'dark_red' cannot name a type; write 'DarkRed'
        10:20 V014: 'wire' takes a string, not the integer 1; write it in quotes: "1"
        13:5 V037: 'Size' has no values; write one or more
        17:11 V030: the table has no host 'shop_ulr'; write 'shop_url'
        18:17 V052: the path has '{nam}', but there is no parameter 'nam'; add 'nam' to 'params' with 'in: path' and 'required: true'
        19:13 V015: 'method' takes GET, POST, PUT, PATCH or DELETE, not the string "FETCH"; write one of GET, POST, PUT, PATCH, DELETE
        20:13 V013: 'status' takes an integer, not the string "ok"; write for example 'status: 200'
        21:10 V015: 'raw' takes txt, json, bytes, ndjson, sse, csv or xml, not the string "yaml"; write one of txt, json, bytes, ndjson, sse, csv, xml
        22:5 V010: 'Fruit' has no key 'convertor'; write 'converter'
        26:15 V031: there is no type 'intger'; write 'integer'
        32:18 V069: 250 breaks 'max', which is 100; change one of the two
        38:18 V072: 'blue' is not a value of Colour; write one of red, dark, 1
        39:9 V010: 'colour' has no key 'requierd'; write 'required'
        45:9 V062: 'sort' is required, so its default is never used; remove 'default' or 'required'
        50:15 V060: 'sort' and 'order' would both be sent as 'sort'; give one of them another 'wire', or remove it
        52:14 V035: the doc is empty; write one sentence or more
        54:13 V015: 'in' takes path, query, header, body, form, part, content or client, not the string "qery"; write 'query'
        55:14 V064: 'min' is 9 and 'max' is 1, so no value is allowed; exchange them
        60:11 V050: a path does not begin with '/', and has one at its end at most; write 'basket'
        64:16 V032: there is no converter 'friut'; write 'fruit', or create runtime/market/src/converters/friut.rs
        70:21 V033: 'Basket' has no parameter 'untill'; write one of from, match, page
        71:7 V021: 'match' is a keyword of Rust; choose another name and give this one in 'wire' where it is sent
        75:7 V012: 'from' is there already, in line 66; remove one of the two or rename it
    "#]].assert_eq(&told.concat());
}

/// The mistakes with their places, as they were made.
#[test]
fn each_is_told_at_its_place() {
    let made = [
        (2, 40, "V034"),  // an address without https://
        (3, 3, "V020"),   // a host with a capital
        (9, 7, "V020"),   // a value in lower case
        (10, 20, "V014"), // a number as a wire string
        (13, 5, "V037"),  // a type without values
        (17, 11, "V030"), // a misspelt host
        (18, 17, "V052"), // a placeholder without its parameter
        (19, 13, "V015"), // a method that is not sent
        (20, 13, "V013"), // a word as a status
        (21, 10, "V015"), // an unknown format of raw replies
        (22, 5, "V010"),  // a misspelt key
        (26, 15, "V031"), // a misspelt type
        (32, 18, "V069"), // a default outside its limits
        (38, 18, "V072"), // a default that the type does not list
        (39, 9, "V010"),  // another misspelt key
        (45, 9, "V062"),  // required, with a default
        (50, 15, "V060"), // a name on the wire for two parameters
        (52, 14, "V035"), // an empty doc
        (54, 13, "V015"), // a misspelt place
        (55, 14, "V064"), // limits that allow no value
        (60, 11, "V050"), // a path with '/' at its beginning
        (64, 16, "V032"), // a misspelt converter
        (70, 21, "V033"), // a conflict with no parameter
        (71, 7, "V021"),  // a keyword of Rust
        (75, 7, "V012"),  // a repeated parameter
    ];
    let told: Vec<(usize, usize, &str)> =
        faults(NEWCOMERS).iter().map(|fault| (fault.line, fault.column, fault.code.as_str())).collect();
    assert_eq!(told, made);
}
