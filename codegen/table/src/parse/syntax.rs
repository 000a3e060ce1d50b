//! Text that is not YAML: the fault and the advice for it.

use crate::codes;
use crate::diagnostic::{Faults, Span, lines};

/// The advice for what a reader of YAML says.
const ADVICE: &str = "check the indentation, the quotes and the brackets here and just before; a string with ': ' or ' #' in it, or \
     with a mark at its beginning, stands in quotes";

/// Reports that a text is not YAML from `span` on, as `reason` says.
pub(super) fn report(text: &str, span: Span, reason: &str, faults: &mut Faults<'_>) {
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
