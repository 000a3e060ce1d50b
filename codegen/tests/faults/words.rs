//! Words that people try for an endpoint, and the options that they are told with.

use virtual_finance_codegen::Generator;

#[test]
fn options_of_words_are_those_of_the_parameters() {
    let with = |words: &str, more: &str| -> Vec<String> {
        let table = format!(
            "\
hosts: {{ shop_url: {{ doc: The shop., default: https://shop.example.com }} }}
types:
  Range: {{ doc: R., variants: {{ Day: {{ wire: 1d }}, Year: {{ wire: 1y }} }} }}
  Open: {{ doc: O., other: \"[a-z]+\", variants: {{ Best: {{ wire: best }} }} }}
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
    converter: fruit
    words: [{words}]
    params:
      range: {{ doc: R., type: Range, in: query, aliases: [period] }}
      most: {{ doc: M., type: Open, in: query }}
      max_count: {{ doc: M., type: integer, in: query, max: 9 }}
      sizes: {{ doc: S., type: {{ list: integer }}, in: query, max_length: 2, min: 1 }}
      code: {{ doc: C., type: string, in: query, pattern: \"[a-z]+\", max_length: 3 }}
      all: {{ doc: A., type: boolean, in: query }}
      day: {{ doc: D., type: date, in: query }}{more}
"
        );
        super::told(&table)
    };
    let told = |words: &str| with(words, "");
    for words in [
        "fruits, plums=--range 1y --table plums",
        "plums=--period=1d --max-count 5",
        "\"plums=--sizes 1,2 --all\"",
        "plums=--most ripe",
        "plums=--code abc --all",
        "plums=--max-count 9 --code 'a-b'",
        "plums=--all false --day monday",
        "plums=--table plums ripe",
    ] {
        assert_eq!(told(words), [""; 0], "{words}");
    }
    for (words, expected) in [
        ("plums=--range 1yr", "'--range' is never '1yr'; write '1y'"),
        ("plums=--period 1yr", "'--period' is never '1yr'; write '1y'"),
        ("plums=--table a --max-count=many", "'--max-count' is never 'many'; write an integer"),
        (
            "plums=--max-count 10",
            "'--max-count 10' is refused: 10 breaks 'max', which is 9; change one of the two",
        ),
        (
            "\"plums=--sizes 1,0\"",
            "'--sizes 1,0' is refused: 0 breaks 'min', which is 1; change one of the two",
        ),
        (
            "plums=--code ABC",
            "'--code ABC' is refused: 'ABC' does not match 'pattern'; change one of the two",
        ),
        ("plums=--code --all", "'--code' has no value; write it behind the option, or remove the option"),
        (
            "best=IBM --day 2020-01-31",
            "'IBM' stands for no parameter: only a required one is written without its name; write the option before \
             it, like '--range 1y', or remove it",
        ),
        ("\"plums=--sizes 1,b\"", "'--sizes' is never '1,b'; write an integer"),
        (
            "plums=--max_count 5",
            "an option of a command has no '_' in it: '--max_count'; write '--max-count'",
        ),
        (
            "red plums",
            "'red plums' is no word that people try for a command; write one word, and its arguments behind '='",
        ),
        (
            "=--range 1y",
            "'' is no word that people try for a command; write one word, and its arguments behind '='",
        ),
        (
            "--range=1y",
            "'--range' is no word that people try for a command; write one word, and its arguments behind '='",
        ),
    ] {
        assert_eq!(told(words), [format!("V044: {expected}")], "{words}");
    }
    let required = "\n      ticker: { doc: T., type: ticker, in: query, required: true }";
    assert_eq!(with("best=IBM --day 2020-01-31", required), [""; 0]);
    // What is wrong with a limit is told alone.
    let [fault] =
        with("plums=--least 10", "\n      least: { doc: L., type: integer, in: query, min: 9, max: 1 }")
            .try_into()
            .unwrap_or_default();
    assert!(fault.starts_with("V064"), "{fault}");
}

/// Demands of a project are told where nothing else explains the absence.
#[test]
fn a_misspelt_key_is_not_missing_besides() {
    const TABLE: &str = "\
hosts: { shop_url: { doc: The shop., default: https://shop.example.com } }
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
    fresh_for: 15m
    response: { type: { list: integer } }
    examples:
      one: { doc: O., url: https://shop.example.com/fruit, reply: '[1]' }
";
    let told = |from: &str, to: &str| {
        let generator = Generator::new("t.yaml").complete([""; 0]);
        match generator.generate(&TABLE.replacen(from, to, 1), &[]) {
            Ok(_) => Vec::new(),
            Err(virtual_finance_codegen::GeneratorError::Table(faults)) => {
                faults.iter().map(|fault| fault.code.as_str()).collect::<Vec<_>>()
            }
            Err(other) => panic!("{other}"),
        }
    };
    assert_eq!(told("GET", "GET"), [""; 0]);
    assert_eq!(told("fresh_for: 15m", "cache: 15m"), ["V010"]);
    assert_eq!(told("fresh_for: 15m", "fresh_for: 15"), ["V014"]);
    assert_eq!(told("GET", "GTE"), ["V015"]);
    assert_eq!(told("reply: '[1]'", "repl: '[1]'"), ["V010"]);
    assert_eq!(told("    fresh_for: 15m\n", ""), ["V998"]);
    assert_eq!(told(", reply: '[1]'", ""), ["V998"]);
    let (_, examples) = TABLE.split_once("    examples:").unwrap_or_default();
    assert_eq!(told(&format!("    examples:{examples}"), ""), ["V998"]);
    // An endpoint without parameters has a query to check, too.
    assert_eq!(told("com/fruit", "com/fruit?count=5"), ["V092"]);
}
