//! Tests that no text makes the generator panic, and that the real table gives one output every time.

use std::sync::LazyLock;

use proptest::prelude::*;
use virtual_finance_cases::market_table;
use virtual_finance_codegen::{Diagnostic, GeneratedFile, Generator, GeneratorError};

/// The table of the market and the files that it includes, as one file.
static TABLE: LazyLock<String> = LazyLock::new(market_table);

/// A small table with short docs, so that most changes hit values.
const SMALL: &str = include_str!("golden/table.yaml");

/// The names of the converters.
static CONVERTERS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../runtime/market/src/converters");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.filter_map(|file| file.file_stem()?.to_str().map(str::to_owned)).collect()
});

fn run(text: &str) -> Option<Vec<GeneratedFile>> {
    match Generator::new("t.yaml").generate(text, &CONVERTERS) {
        Ok(generated) => Some(generated.files),
        Err(GeneratorError::Table(faults)) => {
            assert!(!faults.is_empty(), "a table is refused without a reason");
            for fault in &faults {
                assert!(lies_in(text, fault), "{fault:?}");
                assert!(fault.code.as_str() != "V999", "{fault}");
                let first = format!("t.yaml:{}:{}: error[{}]: ", fault.line, fault.column, fault.code);
                assert!(fault.to_string().starts_with(&first), "{fault}");
                assert!(!fault.message.is_empty() && !fault.help.is_empty(), "{fault:?}");
            }
            None
        }
        Err(other) => panic!("{other}"),
    }
}

/// Returns true if a fault lies within a line of the text, or just after it.
fn lies_in(text: &str, fault: &Diagnostic) -> bool {
    let lines: Vec<&str> = text.lines().flat_map(|line| line.split('\r')).collect();
    let length =
        fault.line.checked_sub(1).and_then(|line| lines.get(line)).map_or(0, |line| line.chars().count());
    let end = length.saturating_add(1);
    fault.line <= lines.len().max(1)
        && (1..=end).contains(&fault.column)
        && fault.length > 0
        && fault.column.saturating_add(fault.length) <= end.saturating_add(1)
}

#[test]
fn the_real_table_has_no_fault_and_one_output() {
    let first = run(&TABLE).expect("the real table has no faults");
    assert_eq!(Some(first), run(&TABLE));
}

/// saphyr-parser counts such characters in its own way.
#[test]
fn faults_lie_in_texts_of_odd_signs() {
    for text in ["%\u{200b}\t\u{85}\0-\r-\u{200b}\u{2028}", "\u{feff}\r\n\u{85}: [", "a: \u{1b}\r\r\n\t"] {
        assert_eq!(run(text), None);
    }
}

/// Each error has the text of its line, so that a path with ten thousand of them took gigabytes.
#[test]
fn a_path_of_ten_thousand_placeholders_is_one_error() {
    let twice = "{a}/".repeat(10_000);
    let (unknown, declared): (Vec<String>, Vec<String>) = (0..10_000)
        .map(|number| {
            let param = format!("      p{number}: {{ doc: P., type: string, in: path, required: true }}\n");
            (format!("{{p{number}}}"), param)
        })
        .unzip();
    for (path, params) in [
        (twice.trim_end_matches('/'), "{}\n".to_owned()),
        (&unknown.join("/"), "{}\n".to_owned()),
        (&unknown.join("-"), "{}\n".to_owned()),
        (&unknown.join("/"), format!("\n{}", declared.concat())),
    ] {
        let table = format!(
            "hosts:\n  h: {{ doc: H., default: https://h.example.com }}\nendpoints:\n  E:\n    doc: E.\n    host: h\n    \
             path: \"{path}\"\n    method: GET\n    status: 200\n    raw: json\n    response: {{ type: string }}\n    \
             params: {params}"
        );
        let Err(GeneratorError::Table(faults)) = Generator::new("t.yaml").generate(&table, &[]) else {
            panic!("a path of ten thousand placeholders is accepted")
        };
        let told: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(told, ["the path has 10000 placeholders"]);
    }
}

/// Errors of one long line do not each repeat megabytes.
#[test]
fn errors_show_lines_of_a_few_megabytes_in_all() {
    let keys: Vec<String> = (0..5_000).map(|number| format!("k{number}: 1")).collect();
    let table = format!("{{ hosts: {{}}, endpoints: {{}}, {} }}", keys.join(", "));
    let Err(GeneratorError::Table(faults)) = Generator::new("t.yaml").generate(&table, &[]) else {
        panic!("unknown keys are accepted")
    };
    let shown: usize = faults.iter().map(|fault| fault.source_line.len()).sum();
    assert!(faults.len() >= 5_000 && shown <= 4 << 20, "{} errors, {shown} bytes", faults.len());
    assert_eq!(faults.first().unwrap().source_line, table);
    assert!(faults.last().unwrap().to_string().contains("the table has no key"));
}

fn token() -> impl Strategy<Value = String> {
    let words = [
        "name", "type", "Self", "{}", "[", "- ", "&a", "*a", "!t", "\"", "|", "? ", "---", "...", "%", "~",
        "1e400", "list", "datetime", "Colour", "true", "query", "path", "client", "\t", "\u{feff}",
    ];
    prop_oneof![
        26 => prop::sample::select(words.to_vec()).prop_map(str::to_owned),
        1 => Just("-9223372036854775808".to_owned()),
        1 => "[ -~]{0,6}",
    ]
}

/// Returns an index below `count`.
fn of(number: usize, count: usize) -> usize {
    number.checked_rem(count).unwrap_or_default()
}

fn each_line(text: &str, line: impl Fn(usize, &str) -> String) -> String {
    text.lines().enumerate().map(|(at, text)| line(at, text)).collect()
}

/// Replaces the word with this index, in the line with this index, by `token`.
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

fn with_lines_swapped(text: &str, first: usize, second: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (first, second) = (of(first, lines.len()), of(second, lines.len()));
    each_line(text, |at, line| {
        let other = if at == first { Some(second) } else { (at == second).then_some(first) };
        let line = other.and_then(|other| lines.get(other)).unwrap_or(&line);
        format!("{line}\n")
    })
}

fn with_line_indented(text: &str, line: usize, indent: &str) -> String {
    let line = of(line, text.lines().count());
    each_line(
        text,
        |at, text| {
            if at == line { format!("{indent}{}\n", text.trim_start()) } else { format!("{text}\n") }
        },
    )
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
        run(&without_line(SMALL, line));
    }

    #[test]
    fn a_table_with_a_line_twice(line in 0usize..1000) {
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
    fn a_table_with_lines_swapped(first in 0usize..1000, second in 0usize..1000) {
        run(&with_lines_swapped(SMALL, first, second));
    }

    #[test]
    fn a_table_with_a_line_indented_otherwise(line in 0usize..1000, indent in "[ \t]{0,12}") {
        run(&with_line_indented(SMALL, line, &indent));
    }

    #[test]
    fn a_table_that_ends_early(length in 0usize..20_000) {
        let cut: String = TABLE.chars().take(length).collect();
        run(&cut);
    }

    #[test]
    fn a_table_with_other_ends_of_lines(line in 0usize..1000, end in "[\r\u{85}\u{2028}]{1,2}") {
        run(&with_line_twice(SMALL, line).replace('\n', "\r\n"));
        let line = of(line, SMALL.lines().count());
        run(&each_line(SMALL, |at, text| format!("{text}{}", if at == line { end.as_str() } else { "\n" })));
    }
}

proptest! {
    // Each takes a second.
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_real_table_with_a_change(
        kind in 0..5,
        (line, other) in (0usize..100_000, 0usize..100_000),
        indent in "[ \t]{0,12}",
        (word, token) in (0usize..20, token()),
    ) {
        run(&match kind {
            0 => without_line(&TABLE, line),
            1 => with_line_twice(&TABLE, line),
            2 => with_lines_swapped(&TABLE, line, other),
            3 => with_line_indented(&TABLE, line, &indent),
            _ => replaced(&TABLE, line, word, &token),
        });
    }
}
