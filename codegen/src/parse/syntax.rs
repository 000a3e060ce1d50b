//! Text that is not YAML: the fault and the advice for it.

use crate::codes;
use crate::diagnostic::{Fault, Faults, Span, lines};

use super::quoting::{self, is_word, key_at, open_bracket, quoted, value_in_flow, without_comment};

/// Reports that a text is not YAML from `span` on, as `reason` says.
pub(super) fn report(text: &str, span: Span, reason: &str, faults: &mut Faults<'_>) {
    let tabs = indented_with_tabs(text, span.line);
    if tabs.is_empty()
        && let Some(tab) = tab_after_key(text, span)
    {
        let advice = "write one space after the ':'";
        faults.add(tab, Fault::new(codes::TAB, "a tab follows the key", advice));
    } else if tabs.is_empty() {
        let (span, fault) = not_yaml(text, span, reason);
        faults.add(span, fault);
    }
    for span in tabs {
        let advice = "indent with spaces, two for each level";
        faults.add(span, Fault::new(codes::TAB, "the line is indented with a tab", advice));
    }
}

/// Returns the place and the fault of a text that is not YAML from `span` on: where it begins, if that is clear.
fn not_yaml(text: &str, span: Span, reason: &str) -> (Span, Fault) {
    let fault = |reason: &str, advice: &str| {
        Fault::new(codes::NOT_YAML, format!("this is not YAML: {reason}"), advice)
    };
    if reason.contains("simple key")
        && let Some((span, written)) = joined_key(text, span.line)
    {
        return (span, fault(JOINED, &format!("write '{written}'")));
    }
    if reason.contains("unknown anchor") && is_merge_key(text, span) {
        return (span, Fault::new(codes::UNUSED_YAML, NO_MERGE, "write the keys themselves"));
    }
    if let Some((span, written)) = lone_key(text, span, reason) {
        return (span, fault("no ':' follows the key", &format!("write '{written}'")));
    }
    if let Some((reason, advice)) = quoting::fault(text, span, reason) {
        return (span, fault(&reason, &advice));
    }
    if reason.contains("indentation in quoted scalar") && !is_unclosed(text, span) {
        return (
            span,
            fault(reason, "indent all lines of the string further than its key, or write it on one line"),
        );
    }
    if reason.contains("flow")
        && let Some((span, advice)) = missing_comma(text, span)
    {
        return (span, fault("no ',' stands between two entries", &advice));
    }
    if !(reason.contains("flow") || reason.contains("illegal placement")) {
        return (span, fault(reason, advice(reason)));
    }
    if ends_in_comment(text, span.line) {
        return (span, fault(reason, CUT));
    }
    let Some((span, bracket)) = unclosed(text, span.line) else {
        let advice = bracketed(text, span).unwrap_or_else(|| advice(reason).to_owned());
        return (span, fault(reason, &advice));
    };
    let close = if bracket == '{' { '}' } else { ']' };
    let advice = format!("write the '{close}', or put a string with a bracket, ',' or ': ' in it in quotes");
    (span, fault(&format!("the '{bracket}' has no end"), &advice))
}

/// Returns true if the quote at a place is not closed before the next key: a line that is indented less ends it.
fn is_unclosed(text: &str, span: Span) -> bool {
    let mut lines = lines(text).skip(span.line.saturating_sub(1));
    let opening = lines.next().unwrap_or_default();
    let quote = opening.chars().nth(span.column.saturating_sub(1)).unwrap_or('"');
    let is_key = |line: &&str| key_at(line).is_some() || line.trim_end().ends_with(':');
    let rest = lines.take_while(|line| !is_key(line));
    !rest.into_iter().any(|line| line.trim_end().ends_with(quote))
}

/// Returns the advice for a word without quotes that has brackets in it, at a place: `X-Day={day}`, `[A-Z]+` or `integer[]`.
fn bracketed(text: &str, span: Span) -> Option<String> {
    let line = lines(text).nth(span.line.checked_sub(1)?)?;
    let at = line.char_indices().nth(span.column.checked_sub(1)?).map(|(at, _)| at)?;
    let (before, after) = line.split_at_checked(at)?;
    let starts = [": ", ", ", "{ ", "[ "].iter().filter_map(|mark| before.rfind(mark)?.checked_add(2));
    let start = starts.max().unwrap_or_default();
    let end = at.saturating_add(value_in_flow(after).len());
    let mut word = line.get(start..end)?.trim();
    let count = |word: &str, brackets: [char; 2]| word.matches(brackets).count();
    while let Some(inner) = word.strip_suffix(['}', ']'])
        && count(word, ['}', ']']) > count(word, ['{', '['])
    {
        word = inner;
    }
    let is_open = |word: &str| count(word, ['{', '[']) > count(word, ['}', ']']);
    word = word.strip_prefix(['{', '[']).filter(|_| is_open(word)).unwrap_or(word);
    let inner = word.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
    let word = inner.filter(|inner| !inner.contains("][")).unwrap_or(word);
    let is_name = |name: &&str| !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_alphanumeric());
    match word.strip_suffix("[]").filter(is_name) {
        Some(item) => Some(format!("write {{ list: {item} }}")),
        None if word.contains(['"', '\'']) || word.contains(": ") || !word.contains(['{', '[']) => None,
        None => Some(format!("write it in quotes: {}", quoted(word))),
    }
}

/// Returns the line before another one if it is a key and a value with nothing between them, with what to write.
fn joined_key(text: &str, near: usize) -> Option<(Span, String)> {
    let before: Vec<(usize, &str)> = (1..).zip(lines(text)).take(near).collect();
    before.iter().rev().filter(|(_, text)| !text.trim().is_empty()).take(2).find_map(|(line, text)| {
        let entry = text.trim();
        let (key, value) = entry.split_once(':')?;
        let is_joined = is_word(key) && value.starts_with(|first: char| !first.is_whitespace());
        is_joined.then(|| (whole(*line, text), format!("{key}: {value}")))
    })
}

/// Returns the place of what a line has.
fn whole(line: usize, text: &str) -> Span {
    let column = text.len().saturating_sub(text.trim_start().len()).saturating_add(1);
    Span { line, column, length: text.trim().chars().count() }
}

/// Returns the place of a key without a ':', which YAML finds only behind it, with what to write.
fn lone_key(text: &str, span: Span, reason: &str) -> Option<(Span, String)> {
    let is_lone = reason.contains("mapping values");
    if !is_lone && !reason.contains("simple key") {
        return None;
    }
    let is_filled = |line: &str| !without_comment(line).is_empty() && !line.trim_start().starts_with('#');
    let before: Vec<(usize, &str)> = (1..).zip(lines(text)).take(span.line).collect();
    let mut filled = before.iter().rev().filter(|(_, line)| is_filled(line));
    if is_lone {
        // It reads two lines as one key.
        let (_, below) = filled.next()?;
        let (line, text) = filled.next()?;
        let indent = |text: &str| text.len().saturating_sub(text.trim_start().len());
        let key = without_comment(text);
        return (is_word(key) && indent(text) < indent(below))
            .then(|| (whole(*line, text), format!("{key}:")));
    }
    filled.take(2).find_map(|(line, text)| {
        let entry = without_comment(text);
        let (key, value) = entry.split_once([' ', '=']).unwrap_or((entry, ""));
        let value = value.trim_start_matches([' ', '=']);
        let is_key = is_word(key) && !entry.contains(": ") && !entry.ends_with(':');
        is_key.then(|| (whole(*line, text), format!("{key}: {value}").trim_end().to_owned()))
    })
}

/// Returns the place of an entry in brackets before which no ',' stands, with the advice.
fn missing_comma(text: &str, span: Span) -> Option<(Span, String)> {
    let line = lines(text).nth(span.line.checked_sub(1)?)?;
    let at = line.char_indices().nth(span.column.checked_sub(1)?).map(|(at, _)| at)?;
    // The place is the key, or the ':' behind it.
    let start = match line.get(at..)?.starts_with(':') {
        true => {
            line.get(..at)?.rfind(|letter: char| letter.is_whitespace() || letter == ';')?.saturating_add(1)
        }
        false => at,
    };
    let (before, rest) = line.split_at_checked(start)?;
    let key = key_at(rest)?;
    let value = before.trim_end();
    let starts = [": ", ", ", "{ ", "[ "].iter().filter_map(|mark| value.rfind(mark)?.checked_add(2));
    let value = value.get(starts.max()?..)?;
    let span = Span { line: span.line, column: before.chars().count().saturating_add(1), length: key.len() };
    let advice = if value.ends_with(':') {
        format!("write it in quotes: {}", quoted(value_in_flow(rest)))
    } else if value.ends_with(['}', ']']) {
        format!("write ',' before '{key}'")
    } else if value.ends_with(';') {
        "write ',' in the place of ';'".to_owned()
    } else if (value.contains(' ') || value.starts_with(char::is_uppercase))
        && !value.ends_with(['.', '"', '\''])
    {
        format!("write ',' before '{key}', or put a string with ': ' in it in quotes")
    } else {
        format!("write ',' between '{value}' and '{key}'")
    };
    (!value.is_empty()).then_some((span, advice))
}

/// Returns the innermost bracket that is open at the end of a line, or of one of the few before it.
fn unclosed(text: &str, near: usize) -> Option<(Span, char)> {
    /// The maximum number of lines of a value in brackets whose beginning is looked for.
    const MOST: usize = 8;
    let before: Vec<(usize, &str)> = (1..).zip(lines(text)).take(near).collect();
    before.iter().rev().take(MOST).find_map(|(line, text)| {
        let (column, bracket) = open_bracket(text)?;
        Some((Span { line: *line, column, length: 1 }, bracket))
    })
}

/// Returns true if a bracket on a line, or on the one before, ends in a comment, which looks like a part of a string.
fn ends_in_comment(text: &str, line: usize) -> bool {
    let near = lines(text).skip(line.saturating_sub(2)).take(2);
    near.filter_map(|line| line.split_once(" #"))
        .any(|(before, _)| before.matches(['{', '[']).count() > before.matches(['}', ']']).count())
}

/// Returns the tabs that lines are indented with, if a line next to `near` is.
fn indented_with_tabs(text: &str, near: usize) -> Vec<Span> {
    let filled: Vec<(usize, &str)> =
        (1..).zip(lines(text)).filter(|(_, line)| !line.trim().is_empty()).collect();
    let before = filled.iter().rfind(|(line, _)| *line < near);
    let beside: Vec<&(usize, &str)> = filled.iter().filter(|(line, _)| *line >= near).take(2).collect();
    let is_near = |line: usize| beside.iter().copied().chain(before).any(|(beside, _)| *beside == line);
    let tabs = filled.iter().filter_map(|(line, text)| tabs_of(*line, text));
    // A tab behind spaces can be a part of a block of text.
    let tabs: Vec<Span> = tabs.filter(|tabs| tabs.column == 1 || is_near(tabs.line)).collect();
    if tabs.iter().any(|tabs| is_near(tabs.line)) { tabs } else { Vec::new() }
}

/// Returns the tabs between a key and its value, if the text is not YAML because of them.
fn tab_after_key(text: &str, span: Span) -> Option<Span> {
    let before = span.column.saturating_sub(1);
    let read: Vec<char> = lines(text).nth(span.line.checked_sub(1)?)?.chars().take(before).collect();
    let start = read.iter().rposition(|letter| *letter != '\t')?.saturating_add(1);
    let follows_key = start.checked_sub(1).and_then(|colon| read.get(colon)) == Some(&':');
    let length = read.len().saturating_sub(start);
    (follows_key && length > 0).then(|| Span { line: span.line, column: start.saturating_add(1), length })
}

fn tabs_of(line: usize, text: &str) -> Option<Span> {
    let indent = text.strip_suffix(text.trim_start())?;
    let before = indent.chars().take_while(|letter| *letter != '\t').count();
    let length = indent.matches('\t').count();
    (length > 0).then(|| Span { line, column: before.saturating_add(1), length })
}

/// Returns true if the value at a place is that of a merge key.
fn is_merge_key(text: &str, span: Span) -> bool {
    let line = lines(text).nth(span.line.saturating_sub(1)).unwrap_or_default();
    let before: String = line.chars().take(span.column.saturating_sub(1)).collect();
    before.trim_end().ends_with("<<:")
}

/// The fault of a merge key.
pub(super) const NO_MERGE: &str = "tables do without merge keys";

/// The fault of a key with its value right behind it.
pub(super) const JOINED: &str = "no space follows the ':' of the key";

/// The advice for a bracket that ends in a comment.
const CUT: &str = "put a string with ' #' in it in quotes: what follows is a comment";

/// The advice for a syntax error, by a part of its message.
const ADVICE: &[(&str, &str)] = &[
    (
        "mapping values are not allowed",
        "indent the line as far as the keys beside it, or put a string with ': ' in it in quotes",
    ),
    ("simple key", "write a key, ': ' and its value"),
    ("quoted scalar", "close the quote"),
    ("unexpected character", "put a string that begins with '`' or '@' in quotes"),
    ("flow", "close the bracket, or put a string with ',', ': ' or a bracket in it in quotes"),
    ("block mapping", "indent the line as far as the keys beside it"),
    ("illegal placement of ':'", "close the bracket, or put a string with ': ' in it in quotes"),
];

fn advice(reason: &str) -> &'static str {
    let found = ADVICE.iter().find(|(part, _)| reason.contains(part));
    found.map_or("check the indentation, the quotes and the brackets here and just before", |(_, advice)| {
        advice
    })
}
