//! Documents of GraphQL as texts: the operations of one, and the names of its variables. Only a host knows the rest.

use indexmap::IndexSet;

/// Returns the words of the operations of a document: `query`, `mutation` or `subscription`.
pub(crate) fn operations(document: &str) -> Vec<&str> {
    let (mut operations, mut depth, mut has_head) = (Vec::new(), 0_usize, false);
    for token in tokens(document) {
        match token {
            "{" | "(" => {
                if depth == 0 && !has_head {
                    operations.push("query");
                }
                depth = depth.saturating_add(1);
            }
            "}" | ")" => {
                depth = depth.saturating_sub(1);
                has_head &= depth > 0 || token == ")";
            }
            "query" | "mutation" | "subscription" if depth == 0 && !has_head => {
                operations.push(token);
                has_head = true;
            }
            _ => has_head |= depth == 0,
        }
    }
    operations
}

/// Returns the names of the variables that a document declares or uses, in their order.
pub(crate) fn variables(document: &str) -> IndexSet<&str> {
    let tokens = tokens(document);
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    pairs.filter(|(mark, _)| **mark == "$").map(|(_, name)| *name).collect()
}

/// Returns the names and the marks of a document, without its texts and comments.
fn tokens(document: &str) -> Vec<&str> {
    let is_word = |letter: char| letter == '_' || letter.is_ascii_alphanumeric();
    let (mut tokens, mut rest) = (Vec::new(), document);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => text_length(rest),
            _ if is_word(first) => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        if !matches!(first, '#' | '"' | ',' | '\u{feff}') && !first.is_whitespace() {
            tokens.push(token);
        }
        rest = after;
    }
    tokens
}

/// Returns the length of the text that begins here, with its quotation marks.
fn text_length(rest: &str) -> usize {
    let quotes = if rest.starts_with("\"\"\"") { "\"\"\"" } else { "\"" };
    let is_end = |(at, _): &(usize, &str)| {
        let before = rest.get(..*at).unwrap_or_default();
        let escapes = before.len().saturating_sub(before.trim_end_matches('\\').len());
        escapes.is_multiple_of(2)
    };
    let end = rest.match_indices(quotes).skip(1).find(is_end);
    end.map_or(rest.len(), |(at, _)| at.saturating_add(quotes.len()))
}
