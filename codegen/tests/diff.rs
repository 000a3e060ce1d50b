//! The meaning of a change of the table for the programs that use its client: changes with their lines (see `tests/cases`).

use virtual_finance_cases::check;
use virtual_finance_codegen::Generator;

const TABLE: &str = include_str!("diff/table.yaml");

fn between(old: &str, new: &str) -> Vec<String> {
    let changes = Generator::new("t.yaml").diff(old, new).unwrap_or_else(|error| panic!("{error}"));
    changes.iter().map(ToString::to_string).collect()
}

#[test]
fn each_change_is_told_with_its_level() {
    check(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/diff"), TABLE, |_, case| {
        between(&case.given, &case.changed)
    });
}

#[test]
fn the_reading_of_replies_is_compared() {
    let compared = |old: &str, new: &str| between(&format!("{old}{TABLE}"), &format!("{new}{TABLE}"));
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
fn a_header_of_replies_that_goes_is_missed() {
    let table =
        |headers: &str| TABLE.replacen("raw: json", &format!("raw: json\n    reply_headers: {headers}"), 1);
    let told = |from: &str, to: &str| between(&table(from), &table(to));
    let (more, fewer) = ("reads other headers of replies", "reads fewer headers of replies");
    assert_eq!(told("[]", "[Location]"), [format!("minor  the request 'Stalls' {more}")]);
    assert_eq!(told("[Location]", "[Location, X-Total]"), [format!("minor  the request 'Stalls' {more}")]);
    assert_eq!(told("[Location, X-Total]", "[Location]"), [format!("major  the request 'Stalls' {fewer}")]);
    assert_eq!(told("[Location]", "[]"), [format!("major  the request 'Stalls' {fewer}")]);
}

#[test]
fn the_number_of_values_of_one_request_is_compared() {
    let list = "names: { doc: The names., type: { list: string }, in: query";
    let table = |batch: &str| {
        assert_eq!(TABLE.matches(list).count(), 1);
        TABLE.replace(list, &format!("{list}{batch}"))
    };
    let between = |from: &str, to: &str| between(&table(from), &table(to));
    let part = "the request 'Stalls': 'names'";
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
fn a_table_that_cannot_be_read_is_told() {
    let error =
        Generator::new("t.yaml").diff("hosts: {\n", TABLE).map(|_| ()).map_err(|error| error.to_string());
    assert!(error.is_err_and(|error| error.starts_with("t.yaml:")));
}

/// A narrower limit of a body is a break; a record that is only received has no limits.
#[test]
fn a_limit_of_a_field_is_one_of_what_is_sent() {
    let one = "one: { doc: One., type: string }";
    let with = |keys: &str| {
        assert_eq!(TABLE.matches(one).count(), 1);
        TABLE.replace(one, &format!("one: {{ doc: One., type: string{keys} }}"))
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
