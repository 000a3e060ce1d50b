//! No text makes the generator panic, and the real table gives the same output every time.

#![expect(clippy::panic, reason = "a test fails by panicking")]

use proptest::prelude::*;
use virtual_finance_codegen::{GeneratedFile, Generator, GeneratorError};

const TABLE: &str = include_str!("../../spec/endpoints.yaml");

/// The table without its indented documentation, so that changes hit what has meaning.
const SMALL: &str = include_str!("golden/table.yaml");

const CONVERTERS: &[&str] = &[
    "profile",
    "financials",
    "holders",
    "history",
    "options",
    "screeners",
    "screener",
    "index",
    "isin",
    "basket",
    "search",
    "everything",
];

fn run(text: &str) -> Option<Vec<GeneratedFile>> {
    let converters: Vec<String> = CONVERTERS.iter().map(|&name| name.to_owned()).collect();
    match Generator::new("t.yaml").generate(text, &converters) {
        Ok(files) => Some(files),
        Err(GeneratorError::Table(faults)) => {
            assert!(!faults.is_empty(), "a table is refused without a reason");
            for fault in &faults {
                assert!(fault.line > 0 && fault.column > 0 && fault.length > 0, "{fault:?}");
                assert!(!fault.to_string().contains("the generator failed"), "{fault}");
            }
            None
        }
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn the_real_table_has_no_fault_and_one_output() {
    let first = run(TABLE).expect("the real table has no faults");
    assert_eq!(Some(first), run(TABLE));
}

/// Words that stand where others belong.
fn token() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("name".to_owned()),
        Just("type".to_owned()),
        Just("Self".to_owned()),
        Just("{}".to_owned()),
        Just("[".to_owned()),
        Just("- ".to_owned()),
        Just("&a".to_owned()),
        Just("*a".to_owned()),
        Just("!t".to_owned()),
        Just("\"".to_owned()),
        Just("|".to_owned()),
        Just("? ".to_owned()),
        Just("---".to_owned()),
        Just("...".to_owned()),
        Just("%".to_owned()),
        Just("~".to_owned()),
        Just("1e400".to_owned()),
        Just("-9223372036854775808".to_owned()),
        Just("list".to_owned()),
        Just("datetime".to_owned()),
        Just("Colour".to_owned()),
        Just("true".to_owned()),
        Just("query".to_owned()),
        Just("path".to_owned()),
        Just("client".to_owned()),
        Just("\t".to_owned()),
        Just("\u{feff}".to_owned()),
        "[ -~]{0,6}",
    ]
}

/// A number of an item, of the items that there are.
fn of(number: usize, count: usize) -> usize {
    number.checked_rem(count).unwrap_or_default()
}

/// The text with each line made anew by what is given its number and itself.
fn each_line(text: &str, line: impl Fn(usize, &str) -> String) -> String {
    text.lines().enumerate().map(|(at, text)| line(at, text)).collect()
}

/// Puts `token` where the word of that number stands, in the line of that number.
fn replaced(text: &str, line: usize, word: usize, token: &str) -> String {
    let line = of(line, text.lines().count());
    each_line(text, |at, text| {
        let words: Vec<&str> = text.split_inclusive([' ', ':', ',', '{', '}', '[', ']']).collect();
        let word = of(word, words.len());
        let mut out = String::new();
        for (place, old) in words.iter().enumerate() {
            let sign = old.chars().last().filter(|letter| !letter.is_alphanumeric());
            if at == line && place == word && !old.trim().is_empty() {
                out.push_str(token);
                out.extend(sign);
            } else {
                out.push_str(old);
            }
        }
        out.push('\n');
        out
    })
}

fn without_line(text: &str, line: usize) -> String {
    let line = of(line, text.lines().count());
    each_line(text, |at, text| if at == line { String::new() } else { format!("{text}\n") })
}

fn with_line_twice(text: &str, line: usize) -> String {
    let line = of(line, text.lines().count());
    each_line(text, |at, text| if at == line { format!("{text}\n{text}\n") } else { format!("{text}\n") })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in "(?s).{0,200}") {
        run(&text);
    }

    #[test]
    fn any_text_of_yaml_signs(text in "[-a:{}\\[\\]&*!|>?%#,'\" \n\t]{0,60}") {
        run(&text);
    }

    #[test]
    fn a_table_without_a_line(line in 0usize..1000) {
        run(&without_line(TABLE, line));
        run(&without_line(SMALL, line));
    }

    #[test]
    fn a_table_with_a_line_twice(line in 0usize..1000) {
        run(&with_line_twice(TABLE, line));
        run(&with_line_twice(SMALL, line));
    }

    #[test]
    fn a_table_with_other_words(changes in prop::collection::vec((0usize..1000, 0usize..20, token()), 1..4)) {
        let mut text = SMALL.to_owned();
        for (line, word, token) in &changes {
            text = replaced(&text, *line, *word, token);
        }
        run(&text);
    }

    #[test]
    fn the_real_table_with_another_word(line in 0usize..1000, word in 0usize..20, token in token()) {
        run(&replaced(TABLE, line, word, &token));
    }
}
