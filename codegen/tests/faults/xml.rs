//! The XML of examples: a reply has what its record says, and becomes the response.

use proptest::prelude::*;

use super::faults;

const TABLE: &str = r#"
hosts: { shop_url: { doc: The shop., default: https://shop.example.com } }
records:
  Entry:
    doc: E.
    fields:
      title: { doc: T., type: string }
      size: { doc: S., type: integer, optional: true }
      updated: { doc: U., type: datetime, optional: true }
      price: { doc: P., type: Price, optional: true }
      links: { doc: L., type: { list: Link }, wire: link, optional: true }
  Link: { doc: L., fields: { href: { doc: H., type: string, wire: "@href" } } }
  Price:
    doc: P.
    fields: { currency: { doc: C., type: string, wire: "@currency" }, value: { doc: V., type: number, wire: $text } }
endpoints:
  Feed:
    doc: News.
    host: shop_url
    path: news.atom
    method: GET
    raw: xml
    response: { type: { list: Entry }, at: feed.entry }
    examples:
      one:
        doc: One.
        url: https://shop.example.com/news.atom
        reply: |
          <?xml version="1.0"?>
          <!DOCTYPE feed>
          <feed xmlns='x'><note a="1 > 0"/>
            <entry><title type="text">Snow &amp; &#x69;ce</title><size>5</size><link href="/1"/><price currency="EUR">5.50</price></entry>
            <entry><title><![CDATA[ <Sun> ]]></title><updated>2024-06-28T12:00:00Z</updated><size/></entry>
          </feed>
        response: |
          [ { "title": "Snow & ice", "size": 5, "link": [{ "@href": "/1" }], "price": { "@currency": "EUR", "$text": 5.5 } },
            { "title": "<Sun>", "updated": 1719576000 } ]
"#;

/// Returns the faults of the table with one change, the first one of several places.
#[track_caller]
fn told(from: &str, to: &str) -> Vec<String> {
    assert!(TABLE.contains(from), "{from}");
    let one = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help)
    };
    faults(&TABLE.replacen(from, to, 1)).iter().map(one).collect()
}

#[test]
fn what_agrees() {
    assert_eq!(told("feed", "feed"), [""; 0]);
    for (from, to) in [
        (" type=\"text\"", " type = 'text' "),
        ("<size>5</size>", "<size> 5\n            </size>"),
        ("at: feed.entry", "at: feed.entry, max_items: 2"),
        ("<entry><title t", "<more><title>x</title></more><entry><title t"),
        ("<!DOCTYPE feed>", "<!DOCTYPE feed [ <!ENTITY sun \"<Sun>\"> ]>"),
    ] {
        assert_eq!(told(from, to), [""; 0], "{to}");
    }
}

#[test]
fn what_the_record_says_is_in_the_reply() {
    let add = "write 'optional: true' at the field, or add it to the reply";
    let correct = "correct the type in the table, or the reply";
    for (from, to, expected) in [
        (
            "<title type=\"text\">Snow &amp; &#x69;ce</title>",
            "",
            format!("'feed.entry.0' of the reply has no 'title', which the record requires; {add}"),
        ),
        (
            "wire: \"@href\"",
            "wire: href",
            "'feed.entry.0.link.0' of the reply has no 'href', which the record requires; write 'wire: \"@href\"' at the field, or correct the reply".to_owned(),
        ),
        (
            "wire: $text",
            "wire: text",
            "'feed.entry.0.price' of the reply has no 'text', which the record requires; write 'wire: $text' at the field, or correct the reply".to_owned(),
        ),
        (
            "type: Price",
            "type: number",
            format!("'feed.entry.0.price' of the reply is an object, and the table says 'number'; {correct}"),
        ),
        (
            "<size>5<",
            "<size>five<",
            format!("'feed.entry.0.size' of the reply is a string, and the table says 'integer'; {correct}"),
        ),
        (
            "<size>5<",
            "<size>5</size><size>6<",
            format!("'feed.entry.0.size' of the reply is a list, and the table says 'integer'; {correct}"),
        ),
        (
            "<title><![CDATA[ <Sun> ]]></title>",
            "<title/>",
            "'feed.entry.1.title' of the reply is null, which the field is not; write 'nullable: true' at the field, or a value into the reply".to_owned(),
        ),
        (
            "at: feed.entry",
            "at: feed.entry, max_items: 1",
            "'feed.entry' of the reply has 2 items, and 'max_items' is 1; change one of the two".to_owned(),
        ),
        (
            "at: feed.entry",
            "at: feed.note.entry",
            "the reply has no 'feed.note.entry', where the data is; correct 'at' of the response, or the reply".to_owned(),
        ),
        ("</feed>", "</feed><feed/>", "the feed cannot be read: something stands beside its root; correct the reply, or what the table says of it".to_owned()),
        (
            "href=\"/1\"",
            "href=/1 ",
            "the feed cannot be read: error while parsing attribute: position 10: attribute value must be enclosed in `\"` or `'`; correct the reply, or what the table says of it".to_owned(),
        ),
        (
            "&amp;",
            "&nbsp;",
            "the feed cannot be read: &nbsp; is no entity; correct the reply, or what the table says of it".to_owned(),
        ),
    ] {
        let found = told(from, to);
        assert!(found.first().is_some_and(|first| first.ends_with(&format!(" V096: {expected}"))), "{found:#?}");
    }
}

#[test]
fn the_reply_becomes_the_response() {
    for (from, to, place) in [
        ("\"title\": \"<Sun>\"", "\"title\": \"Sun\"", "[1].title: \"Sun\" in the table, \"<Sun>\""),
        ("\"size\": 5,", "", "[0].size: nothing in the table, 5"),
        ("\"$text\": 5.5", "\"$text\": 5.6", "[0].price.$text: 5.6 in the table, 5.5"),
        ("\"@href\": \"/1\"", "\"@href\": \"/2\"", "[0].link[0].@href: \"/2\" in the table, \"/1\""),
        ("1719576000", "1719576001", "[1].updated: 1719576001 in the table, 1719576000"),
    ] {
        let expected = format!("V093: the response differs: {place} came out; correct it, or 'reply'");
        let found = told(from, to);
        assert!(found.concat().ends_with(&expected), "{to}: {found:#?}");
    }
}

/// A list without elements is not there. Whether it is a misspelt one is what the response tells.
#[test]
fn a_list_without_elements() {
    let (before, entries) = TABLE.split_once("            <entry>").unwrap();
    let (_, after) = entries.split_once("\n          </feed>").unwrap();
    let (after, _) = after.split_once("        response:").unwrap();
    let table = format!("{before}          </feed>{after}");
    let found = faults(&table);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].message, "the reply has no 'feed.entry', where the data is");
    assert_eq!(faults(&format!("{table}        response: '[]'\n")), []);
}

#[test]
fn rows_and_events_become_the_response() {
    let told = |raw: &str, reply: &str, response: &str| {
        let (table, _) = TABLE.split_once("        reply:").unwrap();
        let table = table.replace("raw: xml", &format!("raw: {raw}")).replace(", at: feed.entry", "");
        let table = table.replace("list: Entry", "list: Row").replace(
            "records:",
            "records:\n  Row: { doc: R., fields: { name: { doc: N., type: string }, size: { doc: S., type: integer, nullable: true } } }",
        );
        let found = faults(&format!("{table}        reply: {reply}\n        response: '{response}'\n"));
        found
            .iter()
            .filter(|fault| fault.code.as_str() != "V120")
            .map(|fault| fault.message.clone())
            .collect::<Vec<_>>()
    };
    let rows = r#"[{ "name": "5", "size": null }, { "name": "b", "size": 6 }]"#;
    let other = rows.replace('6', "7");
    let wrong = ["the response differs: [1].size: 7 in the table, 6 came out"];
    for (raw, reply) in [
        ("csv", r#""name,size\n5,\nb,6\n""#),
        (
            "sse",
            r#"'data: { "name": "5", "size": null }

          data: { "name": "b", "size": 6 }'"#,
        ),
    ] {
        let reply = reply.replace("}\n\n", "}\n\n\n\n");
        assert_eq!(told(raw, &reply, rows), [""; 0], "{raw}");
        assert_eq!(told(raw, &reply, &other), wrong, "{raw}");
    }
}

proptest! {
    #[test]
    fn any_reply_is_read_or_refused(reply in "(<|</|/>|>|<!|--|\\[CDATA\\[|\\?|=|\"|'|&|#x?|;|a|é| |\\PC){0,40}") {
        let (before, rest) = TABLE.split_once("        reply: |").unwrap();
        let (_, after) = rest.split_once("        response:").unwrap();
        let reply = serde_json::to_string(&format!("<feed>{reply}")).unwrap();
        faults(&format!("{before}        reply: {reply}\n        response:{after}"));
    }
}

/// Elements in each other take no stack, and many of them no more than their length.
#[test]
fn long_replies_are_read() {
    let told = |reply: &str| {
        let (before, _) = TABLE.split_once("        reply: |").unwrap();
        faults(&format!("{before}        reply: '{reply}'\n")).first().map(|fault| fault.message.clone())
    };
    let deep = format!("<feed>{}", "<entry>".repeat(100_000));
    assert_eq!(told(&deep).as_deref(), Some("the feed cannot be read: its elements nest more than 100 deep"));
    let wide: String = (0..50_000).map(|index| format!("<a{index}>a text</a{index}>")).collect();
    assert_eq!(told(&format!("<feed>{wide}<entry><title>x</title></entry></feed>")), None);
}
