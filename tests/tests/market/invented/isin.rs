//! Section 2.9 and design decisions on ISIN.

use virtual_finance::Isin;
use virtual_finance_tests::convert;

use super::{UNPROCESSABLE, failed};

const NOT_FOUND: (u16, &str) = (404, "ISIN not found");

fn reply(keywords: &[&str]) -> String {
    let rows: Vec<String> = keywords
        .iter()
        .map(|keywords| {
            format!(r#"new Array("Name \"quoted\", Inc.)", "Stocks", "{keywords}", "75", "", "id||1|2")"#)
        })
        .collect();
    format!(
        r#"mmSuggestDeliver(0, new Array("Name", "Category", "Keywords", "Bias", "Extension", "IDs"), new Array({}), {}, 0);"#,
        rows.join(","),
        rows.len()
    )
}

#[test]
fn never_another_company_s_code() {
    for keywords in [
        &[][..],
        &["|AT0000A21KS2|||"],
        &["IBMX|US4592001014|IBMX||"],
        &["US4592001014|IBM|X||"],
        &["APPL|US0378331005|AAPL|IBM|AAPL|IBM"],
    ] {
        // A blank query matches no blank symbol either.
        for query in ["IBM", "", " "] {
            assert_eq!(
                failed(convert(&Isin::new(query), reply(keywords))),
                NOT_FOUND,
                "{query:?} {keywords:?}"
            );
        }
    }
}

#[test]
fn a_malformed_code_is_422() {
    for code in [
        "",
        "US459200101",
        "US45920010145",
        "US4592001015",
        "us4592001014",
        "4592001014US",
        "US459200101Ä",
        "U14592001014",
    ] {
        let reply = reply(&[&format!("IBM|{code}|IBM||IBM")]);
        assert_eq!(failed(convert(&Isin::new("IBM"), reply)), UNPROCESSABLE, "{code}");
    }
}

#[test]
fn what_cannot_be_read_is_422() {
    let whole = reply(&["IBM|US4592001014|IBM||IBM"]);
    for (case, reply) in [
        ("empty", ""),
        ("HTML", "<html><body>Will be right back</body></html>"),
        ("JSON", r#"{"a":1}"#),
        ("cut", &whole[..whole.len() / 2]),
        ("another function", "other(0, new Array(), new Array(), 0, 0);"),
        ("no arguments", "mmSuggestDeliver();"),
        ("no rows", "mmSuggestDeliver(0, 1, 2);"),
        ("no keywords", r#"mmSuggestDeliver(0, new Array("Name"), new Array(new Array("x")), 0, 0);"#),
        ("two codes for one symbol", &reply(&["IBM|US0378331005|IBM||IBM", "IBM|US4592001014|IBM||IBM"])),
        ("a row of another length", &whole.replace("\"Stocks\", ", "")),
        ("text after it", &format!("{whole} <html>")),
        ("deep nesting", &format!("mmSuggestDeliver({}", "new Array(".repeat(100_000))),
    ] {
        assert_eq!(failed(convert(&Isin::new("IBM"), reply)), UNPROCESSABLE, "{case}");
    }
}
