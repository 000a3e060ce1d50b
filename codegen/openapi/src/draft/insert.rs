//! Inserting entries into a section of a table.

use crate::node::Node;

/// Returns the text with entries at the end of a section, which stands before the endpoints if it is new.
pub(super) fn entry(text: &str, section: &str, entries: &Node) -> Result<String, String> {
    let head = format!("{section}:");
    let place = |lines: &[&str], head: &str| {
        lines.iter().position(|line| *line == head || line.strip_suffix(" {}") == Some(head))
    };
    let mut lines: Vec<&str> = text.lines().collect();
    let start = match place(&lines, &head) {
        Some(start) => {
            lines.iter_mut().skip(start).take(1).for_each(|line| *line = &head);
            start
        }
        None => {
            let absent = "the table has no line 'endpoints:' to add an entry below; write one";
            let endpoints = place(&lines, "endpoints:").ok_or(absent)?;
            // What stands apart stays apart.
            let above = lines.iter().take(endpoints).next_back();
            if above.is_some_and(|line| line.trim().is_empty()) {
                lines.insert(endpoints, "");
            }
            lines.insert(endpoints, &head);
            endpoints
        }
    };
    let is_inside = |line: &&&str| line.starts_with(' ') || line.trim().is_empty();
    let own: Vec<&str> = lines.iter().skip(start).skip(1).take_while(is_inside).copied().collect();
    let filled =
        own.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last.saturating_add(1));
    let end = start.saturating_add(filled).saturating_add(1);
    let entries = entries.below();
    lines.insert(end, entries.trim_end_matches('\n'));
    // Endpoints of several lines stand apart.
    if filled > 0 && own.iter().any(|line| line.trim().is_empty()) {
        lines.insert(end, "");
    }
    Ok(lines.join("\n").trim_end().to_owned() + "\n")
}
