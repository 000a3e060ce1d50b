//! Inserting an entry into a section of a table.

/// Returns the text with an entry at the end of a section.
pub(super) fn entry(text: &str, section: &str, entry: &str) -> Result<String, String> {
    let head = format!("{section}:");
    let lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().position(|line| *line == head || *line == format!("{head} {{}}"));
    let start =
        start.ok_or_else(|| format!("the table has no line '{head}' to add an entry below; write one"))?;
    let is_inside = |line: &&&str| line.starts_with(' ') || line.trim().is_empty();
    let count = lines.iter().skip(start.saturating_add(1)).take_while(is_inside).count();
    let section: Vec<&str> = lines.iter().skip(start.saturating_add(1)).take(count).copied().collect();
    let filled =
        section.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last.saturating_add(1));
    let end = start.saturating_add(1).saturating_add(filled);
    // Endpoints of several lines stand apart.
    let gap = if filled > 0 && section.iter().any(|line| line.trim().is_empty()) { "\n" } else { "" };
    let mut out: Vec<String> = lines.iter().take(start).map(|line| (*line).to_owned()).collect();
    out.push(head);
    out.extend(section.iter().take(filled).map(|line| (*line).to_owned()));
    out.push(format!("{gap}{}", entry.trim_end_matches('\n')));
    out.extend(lines.iter().skip(end).map(|line| (*line).to_owned()));
    Ok(out.join("\n").trim_end().to_owned() + "\n")
}
