//! Strings that are not YAML as they stand: what is at fault with their quotes, and how to write them.

use crate::diagnostic::{Span, lines};

/// The advice for a text of several kinds of quotes.
const BLOCK: &str = "write '|' behind the key, and the text indented below it";

/// Returns the fault and the advice for a string whose quotes, marks or brackets YAML takes for its own.
pub(super) fn fault(text: &str, span: Span, reason: &str) -> Option<(String, String)> {
    let line = lines(text).nth(span.line.checked_sub(1)?)?;
    let at = line.char_indices().nth(span.column.checked_sub(1)?).map(|(at, _)| at)?;
    let (before, rest) = line.split_at_checked(at)?;
    let own = |advice| Some((reason.to_owned(), advice));
    if reason.contains("unknown escape") {
        return own(escaped(rest));
    }
    if reason.contains("trailing content") {
        return Some(("the value goes on behind its closing quote".to_owned(), goes_on(before, rest)?));
    }
    let is_mark = ["unknown anchor", "anchor or alias", "cannot start any token", "unexpected character"];
    if is_mark.iter().any(|part| reason.contains(part)) {
        let value = if is_flow(before) { value_in_flow(rest) } else { without_comment(rest) };
        return own(format!("write it in quotes: {}", quoted(value)));
    }
    if reason.contains("did not find expected key") || reason.contains("did not find expected '-'") {
        let start = before.find(": ").or_else(|| before.find("- "))?.saturating_add(2);
        let value = without_comment(line.get(start..)?);
        return value
            .starts_with(['[', '{'])
            .then_some(())
            .and_then(|()| own(format!("write it in quotes: {}", quoted(value))));
    }
    None
}

/// Returns the advice for a string in double quotes that has a '\' of its own.
fn escaped(rest: &str) -> String {
    let inner = rest.strip_prefix('"').and_then(|inner| inner.split_once('"')).map(|(inner, _)| inner);
    match inner {
        Some(inner) if inner.contains(r"\\") || inner.ends_with('\\') => {
            r"write '\\' for each '\' of the text".to_owned()
        }
        Some(inner) => format!("write it in single quotes: {}", in_single(inner)),
        None => r"write it in single quotes, in which a '\' is itself".to_owned(),
    }
}

/// Returns the advice for a value in quotes behind whose end more follows.
fn goes_on(before: &str, rest: &str) -> Option<String> {
    let quote = before.trim_end().chars().next_back()?;
    let end = before.trim_end().len().saturating_sub(1);
    let Some(start) = opening(before, quote).filter(|start| *start < end) else {
        // It opens on a line before.
        return Some(format!("{}, or {BLOCK}", doubled(quote)));
    };
    let is_flow = is_flow(before.get(..start)?);
    if is_flow && let Some(key) = key_at(rest) {
        return Some(format!("write ',' before '{key}'"));
    }
    if is_flow {
        return Some(doubled(quote).to_owned());
    }
    let whole = format!("{}{}", before.get(start..)?, without_comment(rest));
    let inner = whole.strip_prefix(quote).and_then(|inner| inner.strip_suffix(quote));
    Some(match (quote, inner) {
        ('\'', Some(inner)) => {
            format!("write '' for each ' of the text: {}", in_single(&inner.replace("''", "'")))
        }
        (_, Some(inner)) if !inner.contains(['\'', '\\']) => {
            format!("write it in single quotes: {}", in_single(inner))
        }
        ('"', None) if !whole.contains(['\'', '\\']) => {
            format!("write the whole in single quotes: {}", in_single(&whole))
        }
        ('\'', None) if !whole.contains(['"', '\\']) => format!("write the whole in quotes: \"{whole}\""),
        _ => BLOCK.to_owned(),
    })
}

/// Returns the advice for a quote within quotes.
const fn doubled(quote: char) -> &'static str {
    match quote {
        '\'' => "write '' for each ' of the text",
        _ => r#"write \" for each " of the text"#,
    }
}

/// Returns the place of the quote that opens the last string of a text.
fn opening(text: &str, quote: char) -> Option<usize> {
    let (mut open, mut last, mut before) = (None, None, ' ');
    for (at, letter) in text.char_indices() {
        match open {
            Some(end) if end == letter && before != '\\' => open = None,
            None if matches!(letter, '\'' | '"') && matches!(before, ' ' | ',' | '[' | '{' | ':') => {
                (open, last) = (Some(letter), Some((at, letter)));
            }
            _ => {}
        }
        before = letter;
    }
    last.filter(|(_, letter)| *letter == quote).map(|(at, _)| at)
}

/// Returns the key that a text begins with.
pub(super) fn key_at(text: &str) -> Option<&str> {
    let (key, value) = text.trim_start().split_once(':')?;
    let is_key = is_word(key) && value.starts_with(|first: char| first.is_whitespace());
    is_key.then_some(key)
}

/// Returns true for the letters of a key.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
}

/// Returns true if a bracket is open behind a text.
fn is_flow(before: &str) -> bool {
    open_bracket(before).is_some()
}

/// Returns the part of a line up to a comment.
pub(super) fn without_comment(text: &str) -> &str {
    text.split(" #").next().unwrap_or(text).trim()
}

/// Returns the value that a text in brackets begins with, with the brackets that it has itself.
pub(super) fn value_in_flow(text: &str) -> &str {
    let mut depth = 0_usize;
    let end = text.find(|letter| {
        match letter {
            '{' | '[' => depth = depth.saturating_add(1),
            '}' | ']' if depth == 0 => return true,
            '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return true,
            _ => {}
        }
        false
    });
    end.and_then(|end| text.get(..end)).unwrap_or(text).trim()
}

/// Returns a text in the quotes that change nothing in it.
pub(super) fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) { in_single(text) } else { format!("\"{text}\"") }
}

fn in_single(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Returns the last bracket of a line that the line does not close, with its column.
pub(super) fn open_bracket(line: &str) -> Option<(usize, char)> {
    let (mut open, mut quote, mut before) = (Vec::new(), None, ' ');
    for (column, letter) in (1..).zip(line.chars()) {
        match (quote, letter) {
            (Some(end), letter) if letter == end => quote = None,
            (Some(_), _) => {}
            // Elsewhere it is a part of a word.
            (None, '\'' | '"') if matches!(before, ' ' | ':' | ',' | '[' | '{') => quote = Some(letter),
            (None, '#') if before == ' ' => break,
            (None, '{' | '[') => open.push((column, letter)),
            (None, '}' | ']') => {
                open.pop();
            }
            (None, _) => {}
        }
        before = letter;
    }
    open.pop()
}
