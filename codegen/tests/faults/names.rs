//! Names that Rust does not take, and names that two things would share.

use expect_test::expect;

use super::{TABLE, check, shown};

#[test]
fn names() {
    check(
        "      count:",
        "      type:",
        &expect![[r#"
        t.yaml:24:7: error: 'type' is a word of Rust; choose another name and give this one in 'wire' where it is sent
            |
         24 |       type:
            |       ^^^^
    "#]],
    );
    check(
        "      count:",
        "      new:",
        &expect![[r#"
        t.yaml:24:7: error: 'new' is a name that generated requests use themselves; choose another name and give this one in 'wire' where it is sent
            |
         24 |       new:
            |       ^^^
    "#]],
    );
    check(
        "      count:",
        "      Count:",
        &expect![[r#"
        t.yaml:24:7: error: 'Count' cannot be a name here; write lower-case letters, digits and '_': 'max_results'
            |
         24 |       Count:
            |       ^^^^^
    "#]],
    );
    check(
        "Green: {",
        "green: {",
        &expect![[r#"
        t.yaml:8:7: error: 'green' cannot name a type; write 'Green'
           |
         8 |       green: { wire: green, doc: Green. }
           |       ^^^^^
    "#]],
    );
    check(
        "Green: {",
        "Self: {",
        &expect![[r#"
        t.yaml:8:7: error: 'Self' is a word of Rust; choose another name
           |
         8 |       Self: { wire: green, doc: Green. }
           |       ^^^^
    "#]],
    );
    check(
        "  Colour:\n",
        "  Option:\n",
        &expect![[r#"
        t.yaml:4:3: error: 'Option' is a name that the generated code uses itself; choose another name
           |
         4 |   Option:
           |   ^^^^^^
        t.yaml:33:15: error: there is no type 'Colour'; write one of string, ticker, integer, number, boolean, date, datetime, Option
            |
         33 |         type: Colour
            |               ^^^^^^
    "#]],
    );
    check(
        "  Fruit:",
        "  Colour:",
        &expect![[r#"
        t.yaml:10:3: error: the request 'Colour' and the type 'Colour' would both be 'Colour'; rename one of them
            |
         10 |   Colour:
            |   ^^^^^^
    "#]],
    );
    check(
        "  Fruit:",
        "  Hosts:",
        &expect![[r#"
        t.yaml:10:3: error: 'Hosts' would become the module 'hosts', which is taken; choose another name
            |
         10 |   Hosts:
            |   ^^^^^
    "#]],
    );
    check(
        "in: query\n        default: green",
        "in: query\n        wire: count",
        &expect![[r#"
        t.yaml:35:15: error: the parameter 'colour' on the wire and the parameter 'count' on the wire would both be 'count'; rename one of them
            |
         35 |         wire: count
            |               ^^^^^
    "#]],
    );
    check(
        "in: query\n        default: green",
        "in: query\n        aliases: [count]",
        &expect![[r#"
        t.yaml:35:19: error: the alias 'count' of 'colour' and the parameter 'count' would both be 'count'; rename one of them
            |
         35 |         aliases: [count]
            |                   ^^^^^
    "#]],
    );
    check(
        "  Colour:\n",
        "  OtherPrefix:\n",
        &expect![[r#"
        t.yaml:4:3: error: 'OtherPrefix' is a name that the generated code uses itself; choose another name
           |
         4 |   OtherPrefix:
           |   ^^^^^^^^^^^
        t.yaml:33:15: error: there is no type 'Colour'; write one of string, ticker, integer, number, boolean, date, datetime, OtherPrefix
            |
         33 |         type: Colour
            |               ^^^^^^
    "#]],
    );
}

/// What a command line made from the catalogue has already.
#[test]
fn names_of_the_command_line() {
    check(
        "      count:",
        "      verbose:",
        &expect![[r#"
        t.yaml:24:7: error: 'verbose' is an option that every command has; choose another name and give this one in 'wire'
            |
         24 |       verbose:
            |       ^^^^^^^
    "#]],
    );
    check(
        "  Fruit:",
        "  SampleHost:",
        &expect![[r#"
        t.yaml:10:3: error: 'SampleHost' would be a command that there is already; choose another name
            |
         10 |   SampleHost:
            |   ^^^^^^^^^^
    "#]],
    );
}

/// What the generated code makes of a table's names: traits, builders and type parameters.
#[test]
fn names_that_are_made_of_others() {
    for name in ["TakesName", "SetsName", "HasName", "LacksName", "FruitBuilder", "V", "V1", "S2"] {
        let faults = shown(&TABLE.replace("Fruit:", &format!("{name}:")));
        let expected = format!("'{name}' is a name that the generated code uses itself");
        assert!(faults.contains(&expected), "{name}: {faults}");
    }
    for name in ["Takes", "Takeshi", "Hash", "Vase", "Builders", "S2a"] {
        assert_eq!(shown(&TABLE.replace("Fruit:", &format!("{name}:"))), "", "{name}");
    }
    check(
        "      count:",
        "      na_me: { doc: Text., type: string, in: query }\n      na__me:",
        &expect![[r#"
            t.yaml:25:7: error: the parameter 'na__me' and the parameter 'na_me' would both be 'NaMe'; rename one of them
                |
             25 |       na__me:
                |       ^^^^^^
        "#]],
    );
    check(
        "      count:",
        "      build:",
        &expect![[r#"
        t.yaml:24:7: error: 'build' is a name that generated requests use themselves; choose another name and give this one in 'wire' where it is sent
            |
         24 |       build:
            |       ^^^^^
    "#]],
    );
}
