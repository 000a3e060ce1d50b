//! Types of strings that code written by hand reads.

use expect_test::{Expect, expect};

use super::{TABLE, check, faults, shown};

const ENDPOINTS: &str = "endpoints:\n  Fruit:";

/// Returns the table with a grammar and more lines at its end.
fn with_grammar(lines: &str) -> String {
    let grammar = "grammars:\n  Recipe: { doc: Fruits., converter: fruit }\nendpoints:\n  Fruit:";
    format!("{}{lines}", TABLE.replace(ENDPOINTS, grammar))
}

#[track_caller]
fn check_with_grammar(lines: &str, expected: &Expect) {
    expected.assert_eq(&shown(&with_grammar(lines)));
}

#[test]
fn a_parameter_takes_a_string_with_a_grammar() {
    let lines = "      recipe: { doc: The recipe., type: Recipe, in: query, required: true }\n";
    assert_eq!(faults(&with_grammar(lines)), []);
}

#[test]
fn a_grammar_is_read_by_the_converter_of_an_endpoint() {
    let grammar = |keys: &str| format!("grammars:\n  {keys}\nendpoints:\n  Fruit:");
    check(
        ENDPOINTS,
        &grammar("Recipe: { doc: Fruits., converter: fruits }"),
        &expect![[r#"
            10:38+6 V032: there is no converter 'fruits'; write 'fruit', or create runtime/market/src/converters/fruits.rs
        "#]],
    );
    check(
        ENDPOINTS,
        &grammar("Recipe: { doc: Fruits., converter: history }"),
        &expect![[r#"
            10:38+7 V032: no endpoint has the converter 'history'; name the converter of the endpoint that takes such strings
        "#]],
    );
    check(
        ENDPOINTS,
        &grammar("Colour: { doc: Fruits., converter: fruit }"),
        &expect![[r#"
            10:3+6 V024: the grammar 'Colour' and the type 'Colour' would both be 'Colour'; rename one of them
            37:18+5 V068: strings with a grammar have no default; remove it and say in 'doc' what holds
        "#]],
    );
}

/// What only the type knows, the generator does not say.
#[test]
fn a_string_with_a_grammar_has_no_limits_no_default_and_no_list() {
    check_with_grammar(
        "      recipe: { doc: The recipe., type: Recipe, in: query, default: plum, max_length: 3 }\n",
        &expect![[r#"
            38:69+4 V068: strings with a grammar have no default; remove it and say in 'doc' what holds
            38:75+10 V063: 'max_length' is a limit of strings, tickers and lists; remove it
        "#]],
    );
    check_with_grammar(
        "      recipes: { doc: The recipes., type: { list: Recipe, separator: \",\" }, in: query }\n",
        &expect![[r#"
            38:37+4 V066: 'Recipe' has a grammar of its own, in which any separator may stand; write the type alone
        "#]],
    );
    check_with_grammar(
        "      recipe: { doc: The recipe., type: Recipes, in: query }\n",
        &expect![[r#"
            38:41+7 V031: there is no type 'Recipes'; write 'Recipe'
        "#]],
    );
    check_with_grammar(
        "      recipe: { doc: The recipe., type: Recipe, in: query }\n    examples:\n      plums:\n        doc: Plums.\n        \
         params: { name: IBM, recipe: 3 }\n        url: https://shop.example.com/fruit/IBM?count=25&colour=green&recipe=3\n",
        &expect![[r#"
            42:38+1 V067: '3' is not a string; write it in quotes: "3"
        "#]],
    );
}
