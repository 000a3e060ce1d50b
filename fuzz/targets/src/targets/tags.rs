//! The tokenizer of markup: tokens, scripts, the tables of a page, and the character references of a value.

use virtual_finance_core::read::html::{Page, tables};
use virtual_finance_core::read::markup::{Script, Span, Token, scripts, tokens, unescaped};

pub(super) fn run(data: &[u8]) {
    let Ok(page) = std::str::from_utf8(data) else { return };
    let mut after = 0;
    let mut is_last = false;
    for token in tokens(page) {
        assert!(!is_last, "a token follows the unfinished one");
        let mut in_page = |span: Span| {
            assert!(after <= span.start && span.start < span.end && span.end <= page.len(), "{span:?}");
            assert_eq!(page.as_bytes().get(span.start), Some(&b'<'));
            assert_eq!(page.as_bytes().get(span.end - 1), Some(&b'>'));
            after = span.end;
        };
        match token {
            Token::Open(tag) => {
                in_page(tag.span);
                assert!(tag.name.starts_with(|letter: char| letter.is_ascii_alphabetic()), "{}", tag.name);
                assert!(tag.attributes().len() < tag.span.end - tag.span.start);
                let text = tag.text.unwrap_or_default();
                assert_eq!(page.get(tag.span.end..tag.span.end + text.len()), Some(text));
                after += text.len();
                for value in ["data-url", "type", "id"].into_iter().filter_map(|name| tag.attribute(name)) {
                    assert!(unescaped(value).len() <= value.len());
                }
            }
            Token::Close(tag) => {
                in_page(tag.span);
                assert_eq!(tag.text, None);
            }
            Token::Comment(span) => in_page(span),
            Token::Unfinished(_) => is_last = true,
        }
    }
    for script in scripts(page).flatten() {
        assert!(page.get(..script.end).is_some_and(|before| before.ends_with(script.text)));
    }
    if let Ok(tables) = tables(page, 16) {
        assert!(tables.len() <= 16);
        for table in tables {
            assert!(table.html.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("<table")));
            assert!(table.heading.is_none_or(|heading| heading.len() <= 1_000));
        }
    }
    // Whatever is asked for first, a page that is walked once has the same.
    let mut walked = Page::new(page);
    let shown = |page: &mut Page<'_>| format!("{:?}", page.tables(16));
    let first = shown(&mut walked.clone());
    let text = |script: Result<Script<'_>, _>| script.map(|script| script.text.to_owned());
    assert!(walked.scripts().map(text).eq(scripts(page).map(text)));
    assert_eq!(shown(&mut walked), first);
    assert!(unescaped(page).len() <= page.len());
}
