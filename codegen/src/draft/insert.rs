//! Inserting an entry into a section of a table.

/// Returns the text with a section, which stands before the endpoints if it is new.
pub(super) fn section(text: &str, section: &str) -> Result<String, String> {
    let head = format!("{section}:");
    let is_head = |line: &&str, head: &str| *line == head || *line == format!("{head} {{}}");
    let lines: Vec<&str> = text.lines().collect();
    if lines.iter().any(|line| is_head(line, &head)) {
        return Ok(text.to_owned());
    }
    let endpoints = lines.iter().position(|line| is_head(line, "endpoints:"));
    let endpoints = endpoints.ok_or_else(|| absent("endpoints:"))?;
    let (before, after) = lines.split_at(endpoints);
    // What stands apart stays apart.
    let gap = if before.last().is_some_and(|line| line.trim().is_empty()) { "\n" } else { "" };
    let own = format!("{head}{gap}");
    let parts: Vec<&str> =
        before.iter().copied().chain([own.as_str()]).chain(after.iter().copied()).collect();
    Ok(parts.join("\n") + "\n")
}

fn absent(head: &str) -> String {
    format!("the table has no line '{head}' to add an entry below; write one")
}

/// Returns the text with an entry at the end of a section.
pub(super) fn entry(text: &str, section: &str, entry: &str) -> Result<String, String> {
    let head = format!("{section}:");
    let lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().position(|line| *line == head || *line == format!("{head} {{}}"));
    let start = start.ok_or_else(|| absent(&head))?;
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
