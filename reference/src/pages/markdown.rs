//! Markdown for tables and code.

/// Returns a text for a cell of a table: on one line, with escaped bars.
pub(super) fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// Returns a table with a header. The cells are Markdown already.
pub(super) fn table<const N: usize>(
    titles: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = row(&titles.map(str::to_owned));
    text.push('|');
    text.push_str(&"-|".repeat(N));
    text.push('\n');
    text.extend(rows.into_iter().map(|cells| row(&cells.map(|text| cell(&text)))));
    text
}

/// Returns a block of code with a fence that is longer than any within.
pub(super) fn block(language: &str, code: &str) -> String {
    let mut fence = "```".to_owned();
    while code.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}{language}\n{}\n{fence}\n", code.trim_end())
}

/// Returns a name as code.
pub(super) fn code(name: &str) -> String {
    format!("`{name}`")
}

/// Returns the anchor that mdBook and code hosts give a heading.
pub(super) fn anchor(heading: &str) -> String {
    let letters = heading.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then_some(letter),
    });
    letters.collect::<String>().to_lowercase()
}

/// Returns a doc with the advice what to use instead of its part, if it is deprecated.
pub(super) fn with_deprecation(doc: &str, deprecated: Option<&str>) -> String {
    deprecated.map_or_else(|| doc.to_owned(), |note| format!("{doc} Deprecated: {note}"))
}
