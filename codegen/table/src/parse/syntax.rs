//! Text that is not YAML: the fault and the advice for it.

use crate::codes;
use crate::diagnostic::{Faults, Span, lines};

/// The advice for what a reader of YAML says.
const ADVICE: &str = "check the indentation, the quotes and the brackets here and just before; a string with ': ' or ' #' in it, or \
     with a mark at its beginning, stands in quotes";

/// Reports that a text is not YAML from `span` on, as `reason` says.
pub(super) fn report(text: &str, span: Span, reason: &str, faults: &mut Faults<'_>) {
    if let Some(key) = lines(text).nth(span.line.saturating_sub(1)).and_then(second_key) {
        let advice =
            format!("write '{key}: …' on a line of its own; a string with ': ' in it stands in quotes");
        let message = format!("this is not YAML: '{key}' is a second key on the line");
        return faults.add(span, codes::NOT_YAML.fault(message, advice));
    }
    let near = span.line.saturating_sub(1)..=span.line.saturating_add(1);
    let tabs = (1..).zip(lines(text)).filter_map(|(line, text)| tabs_of(line, text));
    // A tab behind spaces may be a part of a block of text.
    let tabs: Vec<Span> = tabs.filter(|tabs| tabs.column == 1 || near.contains(&tabs.line)).collect();
    if !tabs.iter().any(|tabs| near.contains(&tabs.line)) {
        return faults.add(span, codes::NOT_YAML.fault(format!("this is not YAML: {reason}"), ADVICE));
    }
    for span in tabs {
        let advice = "indent with spaces, two for each level";
        faults.add(span, codes::TAB.fault("the line is indented with a tab", advice));
    }
}

/// Returns the tabs that a line is indented with.
fn tabs_of(line: usize, text: &str) -> Option<Span> {
    let indent = text.strip_suffix(text.trim_start())?;
    let before = indent.chars().take_while(|letter| *letter != '\t').count();
    let length = indent.matches('\t').count();
    (length > 0).then(|| Span { line, column: before.saturating_add(1), length })
}

/// Returns the second key of a line: `status` of `method: GET, status: 200`.
fn second_key(line: &str) -> Option<&str> {
    let (key, value) = line.trim().split_once(": ")?;
    let is_key = |text: &str| text.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'_');
    let mut words = value.split_whitespace();
    let first =
        words.next().filter(|first| is_key(key) && !first.starts_with(['"', '\'', '{', '[', '|', '>', '#']));
    let second = first.and(words.next())?.strip_suffix(':')?;
    is_key(second).then_some(second)
}
