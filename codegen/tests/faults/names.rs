//! Names that Rust does not allow, and names that two things share.

use expect_test::expect;

use super::{TABLE, check, faults, shown};

#[test]
fn names() {
    check(
        "      count:",
        "      type:",
        &expect![[r#"
            24:7+4 V021: 'type' is a keyword of Rust; choose another name and give this one in 'wire' where it is sent
        "#]],
    );
    check(
        "      count:",
        "      new:",
        &expect![[r#"
            24:7+3 V022: 'new' is a name that generated requests use themselves; choose another name and give this one in 'wire' where it is sent
        "#]],
    );
    check(
        "      count:",
        "      Count:",
        &expect![[r#"
            24:7+5 V020: 'Count' cannot be a name here; write 'count' with 'wire: Count'
        "#]],
    );
    check(
        "Green: {",
        "green: {",
        &expect![[r#"
            8:7+5 V020: 'green' cannot name a type; write 'Green'
        "#]],
    );
    check(
        "Green: {",
        "Self: {",
        &expect![[r#"
            8:7+4 V021: 'Self' is a keyword of Rust; choose another name
        "#]],
    );
    check(
        "  Colour:\n",
        "  Option:\n",
        &expect![[r#"
            4:3+6 V022: 'Option' is a name that the generated code uses itself; choose another name
            33:15+6 V031: there is no type 'Colour'; write one of string, ticker, integer, number, boolean, date, datetime, iso_datetime, Option
        "#]],
    );
    check(
        "  Fruit:",
        "  Colour:",
        &expect![[r#"
            10:3+6 V024: the request 'Colour' and the type 'Colour' would both be 'Colour'; rename one of them
        "#]],
    );
    check(
        "  Fruit:",
        "  Hosts:",
        &expect![[r#"
            10:3+5 V022: 'Hosts' would become the module 'hosts', which is taken; choose another name
        "#]],
    );
    check(
        "in: query\n        default: green",
        "in: query\n        wire: count",
        &expect![[r#"
            35:15+5 V060: 'count' and 'colour' would both be sent as 'count'; give one of them another 'wire', or remove it
        "#]],
    );
    check(
        "in: query\n        default: green",
        "in: query\n        aliases: [count]",
        &expect![[r#"
            35:19+5 V024: the alias 'count' of 'colour' and the parameter 'count' would both be 'count'; rename one of them
        "#]],
    );
    check(
        "      count:",
        "      gen:",
        &expect![[r#"
            24:7+3 V021: 'gen' is a keyword of Rust; choose another name and give this one in 'wire' where it is sent
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
            24:7+8 V024: the parameter 'get_name' and the getter of 'name' would both be 'get_name'; rename one of them
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
            25:7+6 V024: the parameter 'na__me' and the parameter 'na_me' would both be 'NaMe'; rename one of them
        "#]],
    );
    check(
        "      count:",
        "      build:",
        &expect![[r#"
            24:7+5 V022: 'build' is a name that generated requests use themselves; choose another name and give this one in 'wire' where it is sent
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
            17:16+6 V022: 'params' is the module of the parameters that converters take; choose another name
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
