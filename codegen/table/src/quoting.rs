//! Strings as YAML writes them: plain where every reader reads the same, in quotes otherwise.

use serde_json::Value;

/// Words that some readers take for something else than strings.
const WORDS: &[&str] = &["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// Returns a name as a key.
pub fn yaml_key(name: &str) -> String {
    let is_plain = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte))
        && !WORDS.contains(&name.to_ascii_lowercase().as_str());
    if is_plain { name.to_owned() } else { quoted(name) }
}

/// Returns a string as a value, which may stand in brackets.
pub fn yaml_string(text: &str, in_brackets: bool) -> String {
    let marks = if in_brackets { "_./-'" } else { "_./-,()'{}=" };
    let is_plain = text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.ends_with(|last: char| last.is_ascii_alphanumeric() || ".)}".contains(last))
        && text
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || letter == ' ' || marks.contains(letter))
        && !WORDS.contains(&text.to_ascii_lowercase().as_str());
    let is_address = text.starts_with("https://") && text.bytes().all(|byte| byte.is_ascii_graphic());
    if is_plain || (is_address && !in_brackets && !text.contains('#') && !text.ends_with(':')) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

/// Returns a string in quotes. JSON leaves characters alone that YAML does not print.
fn quoted(text: &str) -> String {
    let mut out = String::new();
    for letter in Value::from(text).to_string().chars() {
        let number = u32::from(letter);
        let is_hidden = matches!(number, 0x7f..=0x9f | 0x2028 | 0x2029 | 0xfeff | 0xfffe | 0xffff);
        if is_hidden { out.push_str(&format!("\\u{number:04x}")) } else { out.push(letter) }
    }
    out
}

/// Returns true for a text that is written as a block of lines.
pub fn is_yaml_block(text: &str) -> bool {
    let body = text.trim_end_matches('\n');
    body.contains('\n')
        && text.len().saturating_sub(body.len()) <= 1
        && !text.starts_with([' ', '\n'])
        && body.split('\n').all(|line| !line.ends_with(' ') && (line.is_empty() || !line.trim().is_empty()))
        && text.chars().all(|letter| {
            letter == '\n' || !(letter.is_control() || "\u{2028}\u{2029}\u{feff}\t".contains(letter))
        })
}
