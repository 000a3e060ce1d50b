//! Regular expressions of other languages, and those of which no text can be sent.

use super::{TABLE, faults};

/// Returns the messages about a parameter with these keys.
fn told(keys: &str) -> Vec<String> {
    let table = format!("{TABLE}      code: {{ doc: The code., {keys} }}\n");
    let one = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{}: {}; {}", fault.code, fault.message, fault.help)
    };
    faults(&table).iter().map(one).collect()
}

#[test]
fn expressions_of_other_languages() {
    let told = |pattern: &str| told(&format!("type: string, in: query, pattern: {pattern}"));
    let slashes = "V040: the '/' around a regular expression are a part of it; write";
    for (pattern, expected) in [
        ("\"/[a-z]+/\"", format!("{slashes} \"[a-z]+\"")),
        ("\"/[a-z]+/i\"", format!("{slashes} \"(?i)[a-z]+\"")),
        ("\"/[a-z]+/gi\"", format!("{slashes} \"(?i)[a-z]+\"")),
        ("\"/^a.+$/u\"", format!("{slashes} \"^a.+$\"")),
        (
            r"'\\d{5}'",
            r"V040: two backslashes stand for one in the text; write '\d{5}' in single quotes".to_owned(),
        ),
        (
            r"'[A-Z]\\w+\\.\\d'",
            r"V040: two backslashes stand for one in the text; write '[A-Z]\w+\.\d' in single quotes"
                .to_owned(),
        ),
    ] {
        assert_eq!(told(pattern), [expected], "{pattern}");
    }
    for pattern in
        ["\"/users/i\"", "\"/[a-z]+/items\"", "\"/a/[a-z]+/i\"", r"'\d{5}'", r"'[A-Z]+\\.+'", r"'C:\\data'"]
    {
        assert_eq!(told(pattern), [""; 0], "{pattern}");
    }
}

#[test]
fn expressions_of_which_no_text_can_be_sent() {
    let never = "V088: no text matches 'pattern'; correct it";
    let between = "V088: each text that matches 'pattern' has ',' in it, which stands between two; write the pattern of one value";
    let header = "V088: no text that matches 'pattern' can be the value of a header, which is ASCII; write 'in: query', or another pattern";
    let list = "type: { list: string, separator: \",\" }, in: query";
    for (kind, pattern, expected) in [
        ("type: string, in: query", "a$b", never),
        ("type: string, in: query", "a^b", never),
        ("type: string, in: query", "(a$b|c^d)", never),
        (list, "[a-z]+,[a-z]+", between),
        (list, "(a,b|c,+d)", between),
        (list, r"\\w+,\\d", between),
        ("type: string, in: header", "[äöü]+", header),
        ("type: string, in: header", "x?ß", header),
    ] {
        assert_eq!(told(&format!("{kind}, pattern: \"{pattern}\"")), [expected], "{pattern}");
    }
    for (kind, pattern) in [
        ("type: string, in: query", "^a$"),
        ("type: string, in: query", "^a$|^b$"),
        ("type: string, in: query", "(^|,)a(,|$)"),
        ("type: string, in: query", "a$b|c"),
        (list, "[a-z]+(,[a-z]+)?"),
        ("type: { list: string }, in: query", "[a-z]+,[a-z]+"),
        ("type: string, in: query", "[äöü]+"),
        ("type: string, in: header", "[a-zäöü]+"),
        ("type: string, in: header", ".+"),
    ] {
        assert_eq!(told(&format!("{kind}, pattern: \"{pattern}\"")), [""; 0], "{pattern}");
    }
}
