//! Tests that a table has one meaning for every YAML reader: a scalar that YAML 1.1, the core schema of YAML 1.2
//! and serde_yaml read differently is a fault.

use proptest::prelude::*;
use serde_yaml::Value;
use virtual_finance_codegen::{Diagnostic, GeneratedFile, Generator, GeneratorError};

/// Plain scalars with the code that a key of a string gives them: strings to YAML 1.1 (<https://yaml.org/type/>), the core
/// schema of YAML 1.2 (<https://yaml.org/spec/1.2.2/#1032-tag-resolution>) and serde_yaml; nothing or another type to all of
/// them; and what not all of them read alike.
const SCALARS: &[(&str, &[&str])] = &[
    ("", &["plain", "red wine", "https://example.com", "nULL", "tRUE", "yEs", "nope", "16:61"]),
    ("", &["inf", "nan", ".", "1.2.3", "1d", "2020-1-31"]),
    ("V013", &["", "~", "null", "Null", "NULL"]),
    ("V014", &["true", "True", "FALSE", "0", "12", "+1", "-7", "0x1f"]),
    ("V014", &["9223372036854775808", "340282366920938463463374607431768211456"]),
    ("V014", &["1.5", ".5", "5.", "-1.5e+3", ".inf", "-.Inf", ".NaN"]),
    ("V006", &["yes", "Yes", "YES", "no", "on", "Off", "y", "N"]),
    ("V006", &["012", "00", "08", "0o17", "-0o17", "0b11", "-0x1f", "1_000", "0x1_f", "190:20:30"]),
    ("V006", &["1e3", "1.5e3", "1e400", "1_000.5", "190:20:30.15"]),
    ("V006", &["2020-01-31", "2020-01-31T16:00:00Z", "2020-01-31 16:00:00.5 +1", "<<", "="]),
];

fn scalars() -> impl Iterator<Item = (&'static str, &'static str)> {
    SCALARS.iter().flat_map(|(code, scalars)| scalars.iter().map(|scalar| (*scalar, *code)))
}

/// A table with one type and one endpoint.
const TABLE: &str = "\
hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
types:
  Colour:
    doc: A colour.
    variants:
      Red:
        wire: red
        doc: Red.
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
    status: 200
    raw: json
    converter: fruit
    params:
      count: { doc: How many., type: integer, in: query, default: 25 }
      ripe: { doc: Ripe only., type: boolean, in: query, default: true }
      sort: { doc: The order., type: string, in: query, default: size }
";

fn generate(table: &str) -> Result<Vec<GeneratedFile>, Vec<Diagnostic>> {
    match Generator::new("t.yaml").generate(table, &["fruit".to_owned()]) {
        Ok(generated) => Ok(generated.files),
        Err(GeneratorError::Table(faults)) => Err(faults),
        Err(other) => panic!("{other}"),
    }
}

fn codes(table: &str) -> Vec<&'static str> {
    generate(table).err().unwrap_or_default().iter().map(|fault| fault.code.as_str()).collect()
}

/// Returns the table with `to` in the place of `from`.
fn with(from: &str, to: &str) -> String {
    assert_eq!(TABLE.matches(from).count(), 1, "{from:?} stands once in the table");
    TABLE.replace(from, to)
}

#[test]
fn a_string_is_a_string_to_every_reader() {
    for (scalar, code) in scalars() {
        let table = with("wire: red", &format!("wire: {scalar}"));
        assert_eq!(codes(&table).concat(), code, "{scalar:?}");
        // Quotes make it a string.
        for quoted in [format!("\"{scalar}\""), format!("'{scalar}'")] {
            let expected = if scalar.is_empty() { "V039" } else { "" };
            assert_eq!(codes(&with("wire: red", &format!("wire: {quoted}"))).concat(), expected, "{quoted}");
        }
    }
}

#[test]
fn strings_in_lists_and_values_of_string_parameters_are_strings_to_every_reader() {
    for (scalar, code) in scalars().filter(|(scalar, _)| !scalar.is_empty()) {
        let view = format!("{TABLE}    view:\n      times:\n        - {scalar}\n");
        assert_eq!(codes(&view).concat(), code, "{scalar:?}");
        // The key takes any scalar; the type of the parameter is a string.
        let expected = if code == "V014" { "V067" } else { code };
        let default = TABLE.replace(
            "{ doc: The order., type: string, in: query, default: size }",
            &format!("\n        doc: The order.\n        type: string\n        in: query\n        default: {scalar}"),
        );
        assert_eq!(codes(&default).concat(), expected, "{scalar:?}");
    }
}

#[test]
fn an_integer_is_one_integer_to_every_reader() {
    for (scalar, expected) in [
        ("200", ""),
        ("+200", ""),
        ("0xc8", "V006"),
        ("0o310", "V006"),
        ("0b11001000", "V006"),
        ("-0xc8", "V006"),
        ("0200", "V013"),
        ("2_00", "V013"),
        ("2e2", "V013"),
        ("200.0", "V013"),
        ("yes", "V013"),
        ("~", "V013"),
    ] {
        let expected: Vec<&str> = [expected].into_iter().filter(|code| !code.is_empty()).collect();
        let found = codes(&with("status: 200", &format!("status: {scalar}")));
        // -200 is also no status.
        let found: Vec<&str> = found.into_iter().filter(|code| *code != "V036").collect();
        assert_eq!(found, expected, "{scalar}");
    }
    for (scalar, expected) in
        [("0x1f", "V006"), ("0o17", "V006"), ("1e1", "V067"), ("1_0", "V067"), ("017", "V067")]
    {
        let found = codes(&with("default: 25", &format!("default: {scalar}")));
        assert_eq!(found.concat(), expected, "{scalar}");
    }
}

#[test]
fn numbers_and_bools_are_those_to_every_reader() {
    let limit = |limit: &str| codes(&with("default: 25", &format!("min: {limit}"))).concat();
    for (scalar, expected) in
        [("1.5", ""), ("1.5e+3", ""), ("0", ""), ("1e3", "V006"), (".inf", "V013"), ("1_0.5", "V013")]
    {
        assert_eq!(limit(scalar), expected, "{scalar}");
    }
    for (scalar, expected) in
        [("false", ""), ("TRUE", ""), ("no", "V067"), ("on", "V067"), ("\"true\"", "V067")]
    {
        assert_eq!(
            codes(&with("default: true", &format!("default: {scalar}"))).concat(),
            expected,
            "{scalar}"
        );
    }
}

#[test]
fn names_are_strings_to_every_reader() {
    for (name, expected) in [
        ("Yes", "V006"),
        ("No", "V006"),
        ("ON", "V006"),
        ("Y", "V006"),
        ("True", "V014"),
        ("Null", "V014"),
        ("\"No\"", ""),
        ("None", ""),
        ("Nu", ""),
    ] {
        assert_eq!(codes(&with("      Red:", &format!("      {name}:"))).concat(), expected, "{name}");
    }
    for (name, expected) in
        [("on", "V006"), ("n", "V006"), ("null", "V014"), ("true", "V021"), ("'on'", ""), ("12", "V020")]
    {
        assert_eq!(codes(&with("      sort:", &format!("      {name}:"))).concat(), expected, "{name}");
    }
}

#[test]
fn merge_keys_and_tags_are_no_part_of_a_table() {
    assert_eq!(
        codes(&with("        wire: red\n", "        <<: { wire: red }\n        wire: red\n")),
        ["V004"]
    );
    assert_eq!(codes(&with("wire: red", "wire: !!str 5")), ["V004"]);
    assert_eq!(codes(&with("wire: red", "wire: !colour red")), ["V004"]);
    assert_eq!(codes(&with("wire: red", "wire: &red red")), ["V004"]);
    let aliased = with("wire: red", "wire: &red red").replace("doc: Red.", "doc: *red");
    assert_eq!(codes(&aliased), ["V004", "V004"]);
    // Unused YAML hides no other fault.
    assert_eq!(codes(&aliased.replace("host: shop_url", "host: shop")), ["V004", "V004", "V030"]);
}

/// `\u{2028}` ends a line for libyaml (YAML 1.1) and is a character of it in YAML 1.2.
#[test]
fn a_scalar_with_two_texts_is_a_fault() {
    assert_eq!(codes(&with("wire: red", "wire: red\u{2028}          wine")), ["V006"]);
}

#[test]
fn a_fault_says_who_reads_what_and_what_to_write() {
    let told = |table: &str| {
        let faults = generate(table).unwrap_err();
        let [fault] = faults.as_slice() else { panic!("{faults:?}") };
        format!("{}; {}", fault.message, fault.help)
    };
    for (from, to, expected) in [
        (
            "wire: red",
            "wire: on",
            "'wire' takes a string, but YAML 1.1 reads on as a bool; write it in quotes: \"on\"",
        ),
        (
            "wire: red",
            "wire: 0o17",
            "'wire' takes a string, but YAML 1.2 reads 0o17 as an octal integer; write it in quotes: \"0o17\"",
        ),
        (
            "wire: red",
            "wire: -0o17",
            "'wire' takes a string, but serde_yaml reads -0o17 as an integer; write it in quotes: \"-0o17\"",
        ),
        (
            "wire: red",
            "wire: 2020-01-31",
            "'wire' takes a string, but YAML 1.1 reads 2020-01-31 as a date; write it in quotes: \"2020-01-31\"",
        ),
        (
            "status: 200",
            "status: 0o310",
            "'status' takes an integer, but YAML readers do not agree on 0o310; write 200",
        ),
        (
            "default: size",
            "default: no",
            "'default' takes a string, but YAML 1.1 reads no as a bool; write it in quotes: \"no\"",
        ),
        ("default: size", "default: 0x1f", "'0x1f' is not a string; write it in quotes: \"0x1f\""),
        (
            "      Red:",
            "      Off:",
            "a name is a string, but YAML 1.1 reads Off as a bool; write it in quotes: \"Off\"",
        ),
    ] {
        assert_eq!(told(&with(from, to)), expected);
    }
}

fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        "[-+]?[0-9_]{1,4}(\\.[0-9_]{0,3})?([eE][-+]?[0-9]{1,3})?",
        "[-+]?0[xob][0-9a-f_]{1,3}",
        "[0-9]{1,4}([-:][0-9]{1,2}){1,3}",
        "[-+.]?(inf|Inf|NaN|nan)",
        "[yYnNoOtTfF][a-zA-Z]{0,4}",
        "[~<=.]{1,2}",
        "[!-~][ -~]{0,8}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// A scalar that is accepted as a string is this string for serde_yaml and in the generated code.
    #[test]
    fn both_readers_agree_on_every_string_that_is_accepted(scalar in scalar()) {
        if let Ok(files) = generate(&with("wire: red", &format!("wire: {scalar}"))) {
            let value: Value = serde_yaml::from_str(&format!("wire: {scalar}")).unwrap();
            let wire = value.get("wire").and_then(Value::as_str).unwrap();
            let literal = format!("{wire:?}");
            prop_assert!(files.iter().any(|file| file.text.contains(&literal)), "{}", literal);
        }
    }

    /// A scalar that is accepted as an integer is this integer for serde_yaml and in the generated code, and is
    /// decimal or hexadecimal.
    #[test]
    fn both_readers_agree_on_every_integer_that_is_accepted(scalar in scalar()) {
        if let Ok(files) = generate(&with("default: 25", &format!("default: {scalar}"))) {
            // A comma may stand behind the last key of a mapping.
            let scalar = scalar.trim_end_matches([',', ' ']);
            let Value::Number(number) = serde_yaml::from_str(scalar).unwrap() else { panic!("{scalar}") };
            let digits = scalar.trim_start_matches(['-', '+']);
            let is_decimal = digits == "0" || (!digits.starts_with('0') && digits.bytes().all(|digit| digit.is_ascii_digit()));
            prop_assert!(is_decimal || scalar.starts_with("0x") || scalar.starts_with("+0x"), "{}", scalar);
            let literal = format!(".default(\"{number}\")");
            prop_assert!(files.iter().any(|file| file.text.contains(&literal)), "{}", literal);
        }
    }

    /// Every scalar in quotes is accepted as a string; wire strings have no blanks at their ends.
    #[test]
    fn a_quoted_scalar_is_accepted(scalar in scalar()) {
        let quoted = serde_json::to_string(scalar.trim()).unwrap();
        let found = codes(&with("wire: red", &format!("wire: {quoted}")));
        prop_assert!(found.is_empty(), "{}: {:?}", quoted, found);
    }
}
