//! Names that Rust does not allow, and names that two things share.

use expect_test::expect;

use super::{TABLE, check, faults, shown};

#[test]
fn names() {
    check(
        "      count:",
        "      type:",
        &expect![[r#"
            t.yaml:24:7: error[V021]: 'type' is a keyword of Rust
               |
            24 |       type:
               |       ^^^^
               |
               = help: choose another name and give this one in 'wire' where it is sent
        "#]],
    );
    check(
        "      count:",
        "      new:",
        &expect![[r#"
            t.yaml:24:7: error[V022]: 'new' is a name that generated requests use themselves
               |
            24 |       new:
               |       ^^^
               |
               = help: choose another name and give this one in 'wire' where it is sent
        "#]],
    );
    check(
        "      count:",
        "      Count:",
        &expect![[r#"
            t.yaml:24:7: error[V020]: 'Count' cannot be a name here
               |
            24 |       Count:
               |       ^^^^^
               |
               = help: write 'count' with 'wire: Count'
        "#]],
    );
    check(
        "Green: {",
        "green: {",
        &expect![[r#"
            t.yaml:8:7: error[V020]: 'green' cannot name a type
              |
            8 |       green: { wire: green, doc: Sour. }
              |       ^^^^^
              |
              = help: write 'Green'
        "#]],
    );
    check(
        "Green: {",
        "Self: {",
        &expect![[r#"
            t.yaml:8:7: error[V021]: 'Self' is a keyword of Rust
              |
            8 |       Self: { wire: green, doc: Sour. }
              |       ^^^^
              |
              = help: choose another name
        "#]],
    );
    check(
        "  Colour:\n",
        "  Option:\n",
        &expect![[r#"
            t.yaml:4:3: error[V022]: 'Option' is a name that the generated code uses itself
              |
            4 |   Option:
              |   ^^^^^^
              |
              = help: choose another name
            t.yaml:33:15: error[V031]: there is no type 'Colour'
               |
            33 |         type: Colour
               |               ^^^^^^
               |
               = help: write one of string, ticker, integer, number, boolean, date, datetime, iso_datetime, Option
        "#]],
    );
    check(
        "  Fruit:",
        "  Colour:",
        &expect![[r#"
            t.yaml:10:3: error[V024]: the request 'Colour' and the type 'Colour' would both be 'Colour'
               |
            10 |   Colour:
               |   ^^^^^^
               |
               = help: rename one of them
        "#]],
    );
    check(
        "  Fruit:",
        "  Hosts:",
        &expect![[r#"
            t.yaml:10:3: error[V022]: 'Hosts' would become the module 'hosts', which is taken
               |
            10 |   Hosts:
               |   ^^^^^
               |
               = help: choose another name
        "#]],
    );
    check(
        "in: query\n        default: green",
        "in: query\n        wire: count",
        &expect![[r#"
            t.yaml:35:15: error[V060]: 'count' and 'colour' would both be sent as 'count'
               |
            35 |         wire: count
               |               ^^^^^
               |
               = help: give one of them another 'wire', or remove it
        "#]],
    );
    check(
        "in: query\n        default: green",
        "in: query\n        aliases: [count]",
        &expect![[r#"
            t.yaml:35:19: error[V024]: the alias 'count' of 'colour' and the parameter 'count' would both be 'count'
               |
            35 |         aliases: [count]
               |                   ^^^^^
               |
               = help: rename one of them
        "#]],
    );
    check(
        "      count:",
        "      gen:",
        &expect![[r#"
            t.yaml:24:7: error[V021]: 'gen' is a keyword of Rust
               |
            24 |       gen:
               |       ^^^
               |
               = help: choose another name and give this one in 'wire' where it is sent
        "#]],
    );
}

/// The command line checks by itself what it keeps for itself, and the code has paths to everything else.
#[test]
fn names_of_the_command_and_of_the_runtime_are_free() {
    for name in
        ["format", "output", "table", "source", "record", "help", "verbose", "version", "params", "cx"]
    {
        let table = TABLE.replace("      count:", &format!("      {name}:"));
        assert_eq!(shown(&table), "", "{name}");
    }
    for name in ["SampleHost", "OtherPrefix", "Client", "Reply", "ParamInfo", "Context", "Cow"] {
        assert_eq!(shown(&TABLE.replace("Fruit:", &format!("{name}:"))), "", "{name}");
    }
}

#[test]
fn a_host_cannot_have_the_name_of_their_list() {
    let host = "hosts:\n  hosts: { doc: A host., default: https://a.example }\n";
    let faults = shown(&TABLE.replace("hosts:\n", host));
    assert!(faults.contains("the host 'hosts' and the list of hosts would both be 'hosts'"), "{faults}");
}

/// Names that generated code makes from those of a table: traits, builders, type parameters and getters.
#[test]
fn names_that_are_made_of_others() {
    check(
        "      count:",
        "      get_name:",
        &expect![[r#"
            t.yaml:24:7: error[V024]: the parameter 'get_name' and the getter of 'name' would both be 'get_name'
               |
            24 |       get_name:
               |       ^^^^^^^^
               |
               = help: rename one of them
        "#]],
    );
    for name in ["IntoName", "SetsName", "HasName", "FruitBuilder", "V", "V1", "S2"] {
        let faults = shown(&TABLE.replace("Fruit:", &format!("{name}:")));
        let expected = format!("'{name}' is a name that the generated code uses itself");
        assert!(faults.contains(&expected), "{name}: {faults}");
    }
    for name in ["Intact", "Intone", "Hash", "Vase", "Builders", "S2a"] {
        assert_eq!(shown(&TABLE.replace("Fruit:", &format!("{name}:"))), "", "{name}");
    }
    check(
        "      count:",
        "      na_me: { doc: Text., type: string, in: query }\n      na__me:",
        &expect![[r#"
            t.yaml:25:7: error[V024]: the parameter 'na__me' and the parameter 'na_me' would both be 'NaMe'
               |
            25 |       na__me:
               |       ^^^^^^
               |
               = help: rename one of them
        "#]],
    );
    check(
        "      count:",
        "      build:",
        &expect![[r#"
            t.yaml:24:7: error[V022]: 'build' is a name that generated requests use themselves
               |
            24 |       build:
               |       ^^^^^
               |
               = help: choose another name and give this one in 'wire' where it is sent
        "#]],
    );
}

/// A module of that name stands beside the converters.
#[test]
fn no_converter_is_called_params() {
    check(
        "converter: fruit",
        "converter: params",
        &expect![[r#"
            t.yaml:17:16: error[V022]: 'params' is the module of the parameters that converters take
               |
            17 |     converter: params
               |                ^^^^^^
               |
               = help: choose another name
        "#]],
    );
}

/// Files are named after requests.
#[test]
fn a_name_that_is_too_long_is_told() {
    let long = "a".repeat(121);
    let found = faults(&TABLE.replace("  Fruit:", &format!("  F{long}:")));
    let found: Vec<String> = found.iter().map(|fault| format!("{}; {}", fault.message, fault.help)).collect();
    assert_eq!(found, ["the name 'Faaaaaaaaaaaaaaaaaaaaaaa…' has 122 characters; write 120 or fewer"]);
}
