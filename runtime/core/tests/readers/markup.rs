//! The tokenizer: what is a tag, and what only looks like one.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use virtual_finance_core::read::markup::{Token, scripts, tokens, unescaped};

/// The tokens of a page in short: `p` and `/p` for tags, `script=text` with a content, `!` for a comment.
fn names(page: &str) -> Vec<String> {
    let short = |token| match token {
        Token::Open(tag) => match tag.text {
            Some(text) => format!("{}={text}", tag.name),
            None => tag.name.to_owned(),
        },
        Token::Close(tag) => format!("/{}", tag.name),
        Token::Comment(_) => "!".to_owned(),
        Token::Unfinished(what) => format!("…{what}"),
    };
    tokens(page).map(short).collect()
}

#[test]
fn only_tags_are_tags() {
    let cases: [(&str, &[&str]); 18] = [
        ("<p>a</p>", &["p", "/p"]),
        ("a < b <3 <", &[]),
        ("<!-- <p> --><p>", &["!", "p"]),
        ("<!--> <p>", &["!", "p"]),
        ("<!--a--!><p>", &["!", "p"]),
        ("<!doctype html><?xml?></ x><p>", &["!", "!", "!", "p"]),
        (r#"<a title="<b>" x='>'>"#, &["a"]),
        ("<a title=<b>>", &["a"]),
        (r#"<a =">" b>"#, &["a"]),
        (r#"<a b = ">"><i>"#, &["a", "i"]),
        ("<script>if (a<b) '</p>'</script >", &["script=if (a<b) '</p>'", "/script"]),
        ("<SCRIPT></scripts></ScRiPt>", &["SCRIPT=</scripts>", "/ScRiPt"]),
        ("<title><p></title><p>", &["title=<p>", "/title", "p"]),
        ("<template><p></template>", &["template=<p>", "/template"]),
        ("<noscript><p></noscript>", &["noscript=<p>", "/noscript"]),
        ("<br/><hr />", &["br", "hr"]),
        ("<p><!-- a", &["p", "…comment"]),
        ("<p title=\"a>", &["…tag"]),
    ];
    for (page, expected) in cases {
        assert_eq!(names(page), expected, "{page}");
    }
    assert_eq!(names("<p><textarea>a<p>"), ["p", "…textarea"]);
}

/// In a comment of a script, a script that opens hides the next closing tag.
#[test]
fn a_script_ends_where_browsers_end_it() {
    let cases: [(&str, &[&str]); 10] = [
        ("<script><!-- a </script>b", &["script=<!-- a ", "/script"]),
        (
            "<script><!--<script>a</script>b--></script><p>",
            &["script=<!--<script>a</script>b-->", "/script", "p"],
        ),
        ("<script><!--<SCRIPT/></script\n></script>", &["script=<!--<SCRIPT/></script\n>", "/script"]),
        ("<script><!--<script>--></script><p>", &["script=<!--<script>-->", "/script", "p"]),
        ("<script><!--<scripts></script><p>", &["script=<!--<scripts>", "/script", "p"]),
        ("<script><!--><script></script><p>", &["script=<!--><script>", "/script", "p"]),
        ("<script><!---><script></script><p>", &["script=<!---><script>", "/script", "p"]),
        ("<script><!--<script></script><script></script>", &["…script"]),
        ("<script><script></script>", &["script=<script>", "/script"]),
        ("<title><!--<script></title>", &["title=<!--<script>", "/title"]),
    ];
    for (page, expected) in cases {
        assert_eq!(names(page), expected, "{page}");
    }
}

#[test]
fn a_tag_does_not_end_within_a_quoted_value() {
    for page in [
        r#"<a b=c" d="><i>">"#,
        r#"<a b="c"d="><i>">"#,
        r#"<a b='"' c="><i>">"#,
        r#"<a b="'" c='><i>'>"#,
        "<a b=\n\"><i>\">",
        r#"<a b="" c=" ><i>">"#,
    ] {
        assert_eq!(names(page), ["a"], "{page}");
    }
    for page in [r#"<a b="=" c><i>"#, r#"<a b=c"><i>"#, r#"<a "b"><i>"#, r#"<a b=c="><i>"#, "<a b'><i>"] {
        assert_eq!(names(page), ["a", "i"], "{page}");
    }
}

fn end_of_tag(attributes: &str) -> Option<usize> {
    enum State {
        BeforeName,
        Name,
        AfterName,
        BeforeValue,
        Unquoted,
        Quoted(u8),
    }
    use State::{AfterName, BeforeName, BeforeValue, Name, Quoted, Unquoted};
    let mut state = BeforeName;
    for (index, byte) in attributes.bytes().enumerate() {
        state = match (state, byte) {
            (Quoted(quote), _) if byte == quote => BeforeName,
            (Quoted(quote), _) => Quoted(quote),
            (_, b'>') => return index.checked_add(1),
            (BeforeValue, b'"' | b'\'') => Quoted(byte),
            (BeforeValue, b' ' | b'\n') => BeforeValue,
            (Unquoted, b' ' | b'\n') => BeforeName,
            (BeforeValue | Unquoted, _) => Unquoted,
            (Name | AfterName, b'=') => BeforeValue,
            (Name | AfterName, b' ' | b'\n') => AfterName,
            (_, b'/') | (BeforeName, b' ' | b'\n') => BeforeName,
            (BeforeName | Name | AfterName, _) => Name,
        };
    }
    None
}

#[test]
fn every_element_of_text_is_text() {
    let elements =
        ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript"];
    for name in elements.into_iter().chain(["template"]) {
        let page = format!("<{name}><table></{name}><table>");
        assert_eq!(names(&page), [format!("{name}=<table>"), format!("/{name}"), "table".to_owned()]);
    }
}

#[test]
fn attributes_are_as_they_are_written() {
    let page = r#"<A b=1 B=2 data-x = "a &amp; b" c='>' d e/>"#;
    let Some(Token::Open(tag)) = tokens(page).next() else { panic!() };
    let cases =
        [("b", Some("1")), ("DATA-X", Some("a &amp; b")), ("c", Some(">")), ("d", Some("")), ("f", None)];
    for (name, expected) in cases {
        assert_eq!(tag.attribute(name), expected, "{name}");
    }
    assert_eq!((tag.span.start, tag.span.end), (0, page.len()));
    assert!(tag.is("a"));
}

#[test]
fn references_are_resolved_once() {
    let cases = [
        ("plain", "plain"),
        ("a&amp;b", "a&b"),
        ("&amp;amp;", "&amp;"),
        ("&#94;&#x5E;&Hat;", "^^^"),
        ("&unknown; & &", "&unknown; & &"),
        ("&#xD800;", "&#xD800;"),
    ];
    for (text, expected) in cases {
        assert_eq!(unescaped(text), expected, "{text}");
    }
}

#[test]
fn a_reference_ends_before_the_next_one() {
    let cases =
        [("&a&amp;", "&a&"), ("&&&lt;", "&&<"), ("&lt &gt;", "&lt >"), ("&#0000000000000000065;", "A")];
    for (text, expected) in cases {
        assert_eq!(unescaped(text), expected, "{text}");
    }
}

/// Looking for the end of each of them in all of the text would take half a minute.
#[test]
fn a_text_of_ampersands_takes_no_time() {
    for text in ["&".repeat(400_000), "&a".repeat(200_000), format!("{};", "&".repeat(400_000))] {
        let began = Instant::now();
        assert_eq!(unescaped(&text), text);
        let took = began.elapsed();
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
}

#[test]
fn a_script_without_an_end_is_an_error() {
    let texts: Vec<_> =
        scripts("<script a=1>x</script><p><script>y").map(|script| script.map(|s| s.text)).collect();
    assert_eq!(texts[0], Ok("x"));
    assert_eq!(texts[1].clone().unwrap_err().to_string(), "the reply is cut: a script has no end");
    assert_eq!(texts.len(), 2);
    assert_eq!(scripts("<title>").count(), 0);
}

proptest! {
    #[test]
    fn a_tag_ends_where_browsers_end_it(attributes in r#"[ \n/][ \n/>="'ab]{0,24}"#) {
        let page = format!("<a{attributes}");
        let end = match tokens(&page).next() {
            Some(Token::Open(tag)) => Some(tag.span.end),
            _ => None,
        };
        prop_assert_eq!(end, end_of_tag(&attributes).map(|length| length.saturating_add(2)));
    }

    #[test]
    fn no_page_panics_and_the_tokens_are_in_order(page in r#"([<>/!="' a-c-]|script|title|é){0,60}"#) {
        let mut end = 0;
        for token in tokens(&page) {
            let (span, content) = match token {
                Token::Open(tag) | Token::Close(tag) => (tag.span, tag.text.map_or(0, str::len)),
                Token::Comment(span) => (span, 0),
                Token::Unfinished(_) => continue,
            };
            prop_assert!(span.start >= end && span.end > span.start);
            let markup = page.get(span.start..span.end).unwrap();
            prop_assert!(markup.starts_with('<') && markup.ends_with('>'), "{markup}");
            end = span.end.saturating_add(content);
        }
        prop_assert!(end <= page.len());
    }
}
