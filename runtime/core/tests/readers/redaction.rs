//! Secrets in texts: in whichever form a host repeats them.

use virtual_finance_core::error::{CustomFault, PlainFault, Redactor};

#[test]
fn secrets_are_masked_in_every_form() {
    let redactor = Redactor::new(["Bearer abcdefgh/1", "k=\"v\"", "US"]);
    let cases = [
        ("you sent Bearer abcdefgh/1.", "you sent …."),
        ("ABCDEFGH%2F1 and abcdefgh\\/1", "… and …"),
        ("k=\"v\" k=\\\"v\\\" k%3D%22v%22", "… … …"),
        // Short values occur in ordinary text.
        ("US Bearer", "US Bearer"),
        // A message may be cut within a secret.
        ("you sent abcdefgh…", "you sent ……"),
    ];
    for (text, expected) in cases {
        assert_eq!(redactor.redact(text), expected, "{text}");
    }
}

#[test]
fn secrets_are_masked_in_every_spelling_of_their_characters() {
    let redactor = Redactor::new(["SEC/RET.CRuM1", "COOKSECRET&x", "Müller-Ärger"]);
    let cases = [
        ("SEC\\u002fRET.CRuM1 SEC\\u002FRET\\u002ECRuM1 SEC%2fRET%2ECRuM1 SEC&#47;RET.CRuM1", "… … … …"),
        (
            "COOKSECRET\\u0026x COOKSECRET&amp;x COOKSECRET&#38;x COOKSECRET&#x26;x COOKSECRET%26x",
            "… … … … …",
        ),
        ("M%C3%BCller-%C3%84rger M\\u00fcller\\u002d\\u00C4rger", "… …"),
        ("sec%2fret.crum10 and sec%2fret.crum", "…0 and …"),
        ("you sent sec%2fret.c…", "you sent ……"),
        ("you sent SEC\\u002fRET.\\u0043", "you sent SEC\\u002fRET.\\u0043"),
        ("SEC-RET.CRuM1 COOKSECRET&y", "SEC-RET.CRuM1 COOKSECRET&y"),
    ];
    for (text, expected) in cases {
        assert_eq!(redactor.redact(text), expected, "{text}");
    }
}

#[test]
fn a_plain_fault_masks_what_it_was_told() {
    let mut fault =
        PlainFault::new("code", "it says abcdefgh".to_owned(), "ask for another abcdefgh".to_owned());
    fault.redact(&Redactor::new(["abcdefgh"]));
    assert_eq!((fault.to_string().as_str(), &*fault.advice()), ("it says … [code]", "ask for another …"));
}
