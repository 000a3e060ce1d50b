//! The meaning of a change of the table for the programs that use its client: one change, one line.

#![expect(clippy::panic, reason = "a test fails by panicking")]

use virtual_finance_codegen::Generator;

const TABLE: &str = "\
hosts:
  shop: { doc: The shop., default: https://shop.example.com }
types:
  Colour:
    doc: A colour.
    variants:
      Red: { wire: red, doc: Ripe. }
      Green: { wire: green, doc: Sour. }
endpoints:
  Fruit:
    doc: Fruit.
    host: shop
    path: fruit/{name}
    method: GET
    status: 200
    raw: json
    converter: fruit
    params:
      name: { doc: The name., type: ticker, in: path, required: true }
      kind: { doc: The kind., type: string, in: query, required: true }
      count: { doc: How many., type: integer, in: query, default: 25, min: 1, max: 100, aliases: [number] }
      colour: { doc: The colour., type: Colour, in: query }
      from: { doc: From., type: date, in: query }
      to: { doc: To., type: date, in: query, after: from }
";

fn changes(to: &str) -> Vec<String> {
    let changes = Generator::new("t.yaml").diff(TABLE, to).unwrap_or_else(|error| panic!("{error}"));
    changes.iter().map(ToString::to_string).collect()
}

#[test]
fn each_change_is_told_with_its_level() {
    for (from, to, expected) in [
        ("doc: The shop.", "doc: A shop.", "patch  the host 'shop' has another doc"),
        (
            "https://shop",
            "https://www",
            "patch  the host 'shop' has the address https://www.example.com instead of https://shop.example.com",
        ),
        ("      Green: { wire: green, doc: Sour. }\n", "", "major  the type 'Colour': 'Green' is gone"),
        (
            "Sour. }\n",
            "Sour. }\n      Blue: { wire: blue, doc: Blue. }\n",
            "minor  the type 'Colour': 'Blue' is new",
        ),
        ("wire: red", "wire: RED", "major  the type 'Colour': 'Red' is written \"RED\" instead of \"red\""),
        (
            "    variants:",
            "    other: '[a-z]+'\n    variants:",
            "major  the type 'Colour' takes values that it does not list, so that it is no longer Copy",
        ),
        ("path: fruit/", "path: v2/fruit/", "patch  the request 'Fruit' asks another address"),
        (
            "    converter: fruit",
            "    reply_headers: [Location]\n    converter: fruit",
            "minor  the request 'Fruit' reads other headers of replies",
        ),
        (
            "converter: fruit",
            "converter: plum",
            "major  the request 'Fruit' has the response of another converter",
        ),
        ("type: integer", "type: number", "major  the request 'Fruit': 'count' has another type"),
        ("default: 25", "default: 20", "minor  the request 'Fruit': 'count' is 20 by default instead of 25"),
        (
            " default: 25,",
            "",
            "major  the request 'Fruit': 'count' has no default, so that its getter returns an option",
        ),
        (
            "min: 1,",
            "min: 2,",
            "major  the request 'Fruit': 'count' is refused values by the minimum that were allowed",
        ),
        ("min: 1,", "min: 0,", "minor  the request 'Fruit': 'count' is allowed more values by the minimum"),
        (", max: 100", "", "minor  the request 'Fruit': 'count' no longer has the maximum"),
        (
            "aliases: [number]",
            "aliases: []",
            "major  the request 'Fruit': 'count' is no longer named 'number', too",
        ),
        (
            "type: Colour, in: query",
            "type: Colour, in: query, required: true",
            "major  the request 'Fruit': 'colour' is required",
        ),
        (", after: from", "", "minor  the request 'Fruit': 'to' no longer comes after 'from'"),
        (
            ", after: from",
            ", after: from, conflicts: [colour]",
            "major  the request 'Fruit': 'to' excludes 'colour'",
        ),
        (
            "type: Colour, in: query",
            "type: Colour, in: query, wire: c",
            "patch  the request 'Fruit': 'colour' is sent otherwise",
        ),
    ] {
        assert_eq!(TABLE.matches(from).count(), 1, "{from:?} stands once in the table");
        assert_eq!(changes(&TABLE.replace(from, to)), [expected], "{from} -> {to}");
    }
}

#[test]
fn the_reading_of_replies_is_compared() {
    let compared = |old: &str, new: &str| {
        let (old, new) = (format!("{old}{TABLE}"), format!("{new}{TABLE}"));
        let changes = Generator::new("t.yaml").diff(&old, &new).unwrap_or_else(|error| panic!("{error}"));
        changes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(compared("", "replies: strict\n"), [""; 0]);
    assert_eq!(
        compared("", "replies: lenient\n"),
        ["patch  the table reads replies leniently: what was an error is a note"]
    );
    assert_eq!(
        compared("replies: lenient\n", ""),
        ["major  the table reads replies strictly: what was a note is an error"]
    );
}

#[test]
fn the_number_of_values_of_one_request_is_compared() {
    let table = |batch: &str| {
        let list = "{ doc: Some., type: { list: string }, in: query";
        format!("{TABLE}      some: {list}{batch} }}\n")
    };
    let between = |from: &str, to: &str| {
        let changes = Generator::new("t.yaml").diff(&table(from), &table(to));
        let changes = changes.unwrap_or_else(|error| panic!("{error}"));
        changes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let part = "the request 'Fruit': 'some'";
    assert_eq!(between("", ", batch: 20"), [format!("major  {part} is refused more values in one request")]);
    assert_eq!(
        between(", batch: 20", ""),
        [format!("minor  {part} takes any number of values in one request")]
    );
    assert_eq!(
        between(", batch: 20", ", batch: 10"),
        [format!("patch  {part} has batches of another length")]
    );
}

#[test]
fn what_comes_and_goes_is_told_the_gravest_first() {
    assert_eq!(changes(TABLE), [""; 0]);
    let optional = "      extra: { doc: More., type: string, in: query }\n";
    let required = "      more: { doc: More., type: string, in: query, required: true }\n";
    assert_eq!(
        changes(&format!("{TABLE}{optional}{required}").replace("doc: Fruit.", "doc: All fruit.")),
        [
            "major  the request 'Fruit': 'more' is new and required",
            "minor  the request 'Fruit': 'extra' is new",
            "patch  the request 'Fruit' has another doc",
        ]
    );
    let choice = "    choices:\n      span:\n        doc: When.\n        options:\n          \
                  days: { doc: Days., required: [from, to] }\n          any: { doc: A colour., required: [colour] }\n";
    assert_eq!(
        changes(&format!("{TABLE}{choice}")),
        ["major  the request 'Fruit': the choice 'span' groups from and to and colour"]
    );
    assert_eq!(
        changes(&TABLE.replace("  Fruit:", "  Plums:")),
        ["major  the request 'Fruit' is gone", "minor  the request 'Plums' is new"]
    );
    let grammar =
        |converter: &str| format!("grammars:\n  Recipe: {{ doc: Fruit., converter: {converter} }}\n{TABLE}");
    assert_eq!(changes(&grammar("fruit")), ["minor  the grammar 'Recipe' is new"]);
    let (name, kind) = TABLE.split_once("      name:").unwrap_or_default();
    let (first, rest) = kind.split_once('\n').unwrap_or_default();
    let (second, rest) = rest.split_once('\n').unwrap_or_default();
    assert_eq!(
        changes(&format!("{name}{second}\n      name:{first}\n{rest}")),
        ["major  the request 'Fruit' takes its required parameters in another order"]
    );
}

#[test]
fn a_table_that_cannot_be_read_is_told() {
    let error =
        Generator::new("t.yaml").diff("hosts: {\n", TABLE).map(|_| ()).map_err(|error| error.to_string());
    assert!(error.is_err_and(|error| error.starts_with("t.yaml:")));
}

const DECLARED: &str = "\
hosts:
  shop: { doc: The shop., default: https://shop.example.com, auth: { type: bearer, env: SHOP } }
records:
  Basket:
    doc: A basket.
    fields:
      size: { doc: The size., type: integer, unit: pieces }
      name: { doc: The name., type: string, optional: true }
  Problem:
    doc: A problem.
    fields: { text: { doc: The text., type: string } }
endpoints:
  Fruit:
    doc: Fruit.
    host: shop
    path: fruit
    method: POST
    query: [lang=en]
    headers: [Accept=text/csv]
    status: 200
    raw: json
    response: { type: { list: Basket }, at: data, statuses: { 409: Problem, 410: not_found } }
    params:
      colour: { doc: The colour., type: string, in: body }
";

#[test]
fn each_change_of_messages_and_responses_is_told_with_its_level() {
    for (from, to, expected) in [
        ("bearer", "basic", "major  the host 'shop' wants other credentials"),
        (", auth: { type: bearer, env: SHOP }", "", "minor  the host 'shop' no longer wants credentials"),
        ("unit: pieces", "unit: kilograms", "major  the record 'Basket': 'size' is in another unit"),
        (", unit: pieces", "", "patch  the record 'Basket': 'size' no longer says its unit"),
        (", env: SHOP", "", "major  the host 'shop' reads its secret from another variable"),
        ("type: integer", "type: number", "major  the record 'Basket': 'size' has another type"),
        (", optional: true", "", "major  the record 'Basket': 'name' has another type"),
        (
            "The name., type",
            "The name., wire: NAME, type",
            "major  the record 'Basket': 'name' has another name in JSON",
        ),
        ("doc: A basket.", "doc: Baskets.", "patch  the record 'Basket' has another doc"),
        (
            "    doc: A basket.",
            "    open: true\n    doc: A basket.",
            "minor  the record 'Basket' keeps members that it does not name",
        ),
        (
            "      name: { doc: The name., type: string, optional: true }\n",
            "",
            "major  the record 'Basket': 'name' is gone",
        ),
        ("text: {", "word: { doc: A., type: string }, text: {", "minor  the record 'Problem': 'word' is new"),
        ("method: POST", "method: PUT", "patch  the request 'Fruit' is sent with PUT instead of POST"),
        (
            "    method: POST",
            "    safe: true\n    method: POST",
            "patch  the request 'Fruit' is sent again after failures",
        ),
        ("lang=en", "lang=de", "patch  the request 'Fruit' has other constants in its query"),
        ("text/csv", "text/plain", "patch  the request 'Fruit' has other constant headers"),
        ("    status", "    body: basket\n    status", "patch  the request 'Fruit' makes its body otherwise"),
        (
            "    status",
            "    fresh_for: 5m\n    status",
            "patch  the request 'Fruit' is fresh for another time",
        ),
        ("{ list: Basket }", "Basket", "major  the request 'Fruit' has a response of another type"),
        ("at: data", "at: rows", "patch  the request 'Fruit' has its data elsewhere in the reply"),
        (
            "    doc: A basket.",
            "    key: name\n    doc: A basket.",
            "minor  the record 'Basket' says what it is by 'name'",
        ),
        (
            "type: integer",
            "text: true, type: integer",
            "patch  the record 'Basket': 'size' may be written as text",
        ),
        (
            "at: data",
            "at: data, empty: not_found",
            "major  the request 'Fruit' has no data where a list is empty",
        ),
        (
            "at: data",
            "at: data, max_items: 9",
            "major  the request 'Fruit' is refused lists by the maximum of items",
        ),
        (
            "at: data",
            "at: data, error: { at: problem }",
            "minor  the request 'Fruit' reads the host's error otherwise",
        ),
        ("at: data", "at: data, gone: [name=none]", "minor  the request 'Fruit' leaves other items out"),
        ("409: Problem, ", "", "major  the request 'Fruit' no longer means Problem at the status 409"),
        (
            "409: Problem",
            "409: unauthorized",
            "major  the request 'Fruit' means unauthorized at the status 409 instead of Problem",
        ),
        (", 410: not_found", "", "minor  the request 'Fruit' no longer means not_found at the status 410"),
        (
            "410: not_found",
            "410: not_found, 422: Problem",
            "minor  the request 'Fruit' means Problem at the status 422",
        ),
        (
            "doc: Fruit.",
            "doc: Fruit.\n    deprecated: Use Fruits.",
            "minor  the request 'Fruit' is deprecated: Use Fruits.",
        ),
        (
            "The colour.,",
            "The colour., deprecated: Use none.,",
            "minor  the request 'Fruit': 'colour' is deprecated: Use none.",
        ),
    ] {
        assert!(DECLARED.contains(from), "{from}");
        let new = DECLARED.replacen(from, to, 1);
        let changes = Generator::new("t.yaml").diff(DECLARED, &new).unwrap_or_else(|error| panic!("{error}"));
        let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
        assert_eq!(changes, [expected], "{to}");
    }
    let empty = DECLARED.replace("410: not_found", "410: not_found, 204: empty");
    let changes = Generator::new("t.yaml").diff(DECLARED, &empty).unwrap_or_else(|error| panic!("{error}"));
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(
        changes,
        [
            "major  the request 'Fruit' may have no data, so that its response is an option",
            "minor  the request 'Fruit' means empty at the status 204"
        ]
    );
}

/// A table with what the ones before do not have: records that are sent, keys, pages, choices, lists and hosts with and
/// without credentials.
const STALLS: &str = include_str!("diff/stalls.yaml");

/// What a program is refused, or no longer compiles, is never told as less than a major change; what it does not notice is
/// no more than a patch.
#[test]
fn no_change_is_told_too_low_or_too_high() {
    let one = "      one: { doc: One., type: string, in: query }\n      two: { doc: Two., type: string, in: query }\n";
    let first = "      first: { doc: First., type: string, in: query }\n      second: { doc: Second., type: string, in: query }\n";
    let both = &format!("{one}{first}");
    let turned = &format!("{first}{one}");
    for (from, to, expected) in [
        (
            "shop.example.com }",
            "shop.example.com, auth: { type: bearer } }",
            "major  the host 'shop' wants credentials",
        ),
        (
            "auth: { type: bearer }",
            "auth: { type: bearer, env: DESK_KEY }",
            "minor  the host 'desk' reads its secret from DESK_KEY",
        ),
        ("    session: never\n", "", "major  the request 'Stalls' needs the credentials of its host"),
        (
            "session: never",
            "session: always",
            "major  the request 'Stalls' needs the credentials of its host",
        ),
        (
            "session: never",
            "session: on_refusal",
            "patch  the request 'Stalls' sends credentials at other times",
        ),
        (
            "host: desk\n    path: orders",
            "host: shop\n    path: orders",
            "patch  the request 'Buy' asks another address",
        ),
        (
            "max_items: 100",
            "max_items: 10",
            "major  the request 'Stalls' is refused lists by the maximum of items",
        ),
        ("max_items: 100", "max_items: 1000", "patch  the request 'Stalls' takes longer lists"),
        (", max_items: 100", "", "patch  the request 'Stalls' takes longer lists"),
        (", echoes: names", "", "patch  the request 'Stalls' is no longer checked by a parameter"),
        (", skip_unreadable: true", "", "major  the request 'Stalls' fails where an item cannot be read"),
        ("key: name", "key: code", "major  the record 'Stall' says what it is by another field"),
        (", text: true", "", "major  the record 'Stall': 'row' may no longer be written as text"),
        (
            "type: integer, text",
            "type: integer, unit: rows, text",
            "patch  the record 'Stall': 'row' says that its unit is rows",
        ),
        (
            "{ one: { doc: One., type: string }, two: { doc: Two., type: string }",
            "{ two: { doc: Two., type: string }, one: { doc: One., type: string }",
            "major  the record 'Order' is made of other required fields, or in another order",
        ),
        (
            "type: { list: string }, in: query",
            "type: { list: string, separator: ',' }, in: query",
            "patch  the request 'Stalls': 'names' is sent with another separator",
        ),
        ("separator: ','", "separator: ';'", "major  the request 'Stalls': 'codes' has another type"),
        (
            "max: 10 }",
            "max: 20 }",
            "minor  the request 'Stalls': 'limit' is allowed more values by the maximum",
        ),
        (both, turned, "major  the request 'Stalls' takes its required parameters in another order"),
        (
            "A remark., type: string",
            "A remark., nullable: true, type: string",
            "major  the request 'Buy': 'remark' has another type",
        ),
        ("next: next }", "next: last }", "patch  the request 'Pages' finds its pages otherwise"),
        (
            "items: stalls",
            "items: others",
            "major  the request 'Pages' has its items elsewhere in the response",
        ),
    ] {
        assert_eq!(STALLS.matches(from).count(), 1, "{from:?} stands once in the table");
        let changes = between(STALLS, &STALLS.replace(from, to));
        assert_eq!(changes, [expected], "{from} -> {to}");
    }
}

fn between(old: &str, new: &str) -> Vec<String> {
    let changes = Generator::new("t.yaml").diff(old, new).unwrap_or_else(|error| panic!("{error}"));
    changes.iter().map(ToString::to_string).collect()
}

#[test]
fn a_new_required_field_takes_the_default_and_the_constructor() {
    let new = "new: { doc: New., type: string }, ";
    assert_eq!(
        between(STALLS, &STALLS.replace("text: { doc: The text.", &format!("{new}text: {{ doc: The text."))),
        [
            "major  the record 'Note' has a required field, so that it has no default any more",
            "minor  the record 'Note': 'new' is new"
        ]
    );
    assert_eq!(
        between(STALLS, &STALLS.replace("more: { doc: More.", &format!("{new}more: {{ doc: More."))),
        [
            "major  the record 'Order' is made of other required fields, or in another order",
            "minor  the record 'Order': 'new' is new"
        ]
    );
    assert_eq!(
        between(
            STALLS,
            &STALLS.replace(
                "more: { doc: More.",
                "new: { doc: New., type: string, optional: true }, more: { doc: More."
            )
        ),
        ["minor  the record 'Order': 'new' is new"]
    );
}

/// Credentials are those of the host that a request goes to.
#[test]
fn another_host_may_want_credentials() {
    let moved = |to: &str| {
        between(
            STALLS,
            &STALLS.replace("host: shop\n    path: pages", &format!("host: {to}\n    path: pages")),
        )
    };
    assert_eq!(
        moved("desk"),
        [
            "major  the request 'Pages' needs the credentials of its host",
            "patch  the request 'Pages' asks another address"
        ]
    );
    let moved =
        between(STALLS, &STALLS.replace("host: desk\n    path: orders", "host: office\n    path: orders"));
    assert_eq!(
        moved,
        [
            "major  the request 'Buy' sends the credentials of another host",
            "patch  the request 'Buy' asks another address"
        ]
    );
}

/// A narrower limit of a body is a break; a record that is only received has no limits.
#[test]
fn a_limit_of_a_field_is_one_of_what_is_sent() {
    let one = "one: { doc: One., type: string }";
    let with = |keys: &str| {
        assert_eq!(STALLS.matches(one).count(), 1);
        STALLS.replace(one, &format!("one: {{ doc: One., type: string{keys} }}"))
    };
    for (before, after, expected) in [
        ("", ", max_length: 5", "major  the record 'Order': 'one' has the maximum length"),
        (", max_length: 5", "", "minor  the record 'Order': 'one' no longer has the maximum length"),
        (
            ", max_length: 5",
            ", max_length: 4",
            "major  the record 'Order': 'one' is refused values by the maximum length that were allowed",
        ),
        (
            ", max_length: 4",
            ", max_length: 5",
            "minor  the record 'Order': 'one' is allowed more values by the maximum length",
        ),
        ("", ", pattern: a+", "major  the record 'Order': 'one' has another pattern"),
        (", pattern: a+", ", pattern: b+", "major  the record 'Order': 'one' has another pattern"),
        (", pattern: a+", "", "minor  the record 'Order': 'one' has no pattern any more"),
    ] {
        assert_eq!(between(&with(before), &with(after)), [expected], "{before} -> {after}");
    }
}
