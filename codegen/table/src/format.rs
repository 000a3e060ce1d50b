//! Formats a table: two spaces for each level, one blank line at most, blanks in brackets. Only blanks change, so that
//! no comment is lost, and the values are compared afterwards.

use crate::diagnostic::{Faults, lines};
use crate::parse;

/// The number of spaces of a level.
const LEVEL: usize = 2;

/// Returns a table as `cargo regen fmt` writes it, or `None` after reporting that it is no table.
pub fn format(text: &str, faults: &mut Faults<'_>) -> Option<String> {
    if !parse::is_yaml(text, faults) {
        return None;
    }
    let formatted = written(&Layout::read(text).lines);
    // What is laid out otherwise than expected stays as it is.
    Some(if is_same(text, &formatted) { formatted } else { text.to_owned() })
}

/// Returns true if two texts differ in blanks alone and have the same values.
fn is_same(text: &str, formatted: &str) -> bool {
    let marks = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let value = |text: &str| serde_yaml::from_str::<serde_yaml::Value>(text).ok();
    marks(text) == marks(formatted) && value(text).is_some() && value(text) == value(formatted)
}

/// A line of a table.
enum Line<'t> {
    /// A comment or a blank line.
    Free(&'t str),
    /// A key, an item or a value begins the line: its indentation before and now, and its text.
    Begins(Move, String),
    /// A part of the value that began before, as it is written now.
    Follows(String),
}

/// An indentation before and now.
type Move = (usize, usize);

#[derive(Default)]
struct Layout<'t> {
    lines: Vec<Line<'t>>,
    /// The levels around a line: the place of each, and its indentation now.
    levels: Vec<(usize, usize)>,
    /// The indentation of the line that began last.
    moved: Move,
    /// True behind a key whose value begins on a line of its own.
    is_open: bool,
}

impl<'t> Layout<'t> {
    fn read(text: &'t str) -> Self {
        let mut layout = Self::default();
        let all: Vec<&str> = lines(text).collect();
        let mut rest = all.into_iter().peekable();
        while let Some(line) = rest.next() {
            let text = line.trim();
            let is_item = text == "-" || text.starts_with("- ");
            if text.is_empty() || text.starts_with('#') {
                layout.lines.push(Line::Free(line));
            } else if !is_item && !layout.is_open && key(text).is_none() {
                layout.lines.push(Line::Follows(shifted(line, layout.moved)));
            } else {
                layout.add(line, is_item);
                if let Some(header) = block(text) {
                    layout.body(&mut rest, header);
                }
            }
        }
        layout
    }

    fn add(&mut self, line: &str, is_item: bool) {
        let (old, text) = (indent_of(line), line.trim());
        // An item may stand where its key does.
        let place = old.saturating_mul(2).saturating_add(usize::from(is_item));
        while self.levels.pop_if(|(level, _)| *level > place).is_some() {}
        let new = match self.levels.last() {
            Some((level, new)) if *level == place => *new,
            Some((_, new)) => new.saturating_add(LEVEL),
            None => 0,
        };
        self.levels.push((place, new));
        self.moved = (old, new);
        self.is_open = code(text).ends_with(':');
        self.lines.push(Line::Begins(self.moved, spaced(text)));
    }

    /// Reads the lines of a block of text behind its header.
    fn body(&mut self, rest: &mut std::iter::Peekable<impl Iterator<Item = &'t str> + Clone>, header: &str) {
        let first = rest.clone().find(|line| !line.trim().is_empty()).map_or(0, indent_of);
        let (old, new) = self.moved;
        if first <= old {
            return;
        }
        let is_explicit = header.contains(|letter: char| letter.is_ascii_digit());
        let moved = if is_explicit { self.moved } else { (first, new.saturating_add(LEVEL)) };
        let least = if is_explicit { old.saturating_add(1) } else { first };
        let start = self.lines.len();
        while let Some(line) = rest.next_if(|line| line.trim().is_empty() || indent_of(line) >= least) {
            self.lines.push(Line::Follows(shifted(line, moved)));
        }
        // Blank lines at the end say nothing, unless they are kept.
        let is_blank = |line: &Line<'_>| matches!(line, Line::Follows(text) if text.trim().is_empty());
        let blank = self.lines.iter().skip(start).rev().take_while(|line| is_blank(line)).count();
        if !header.contains('+') {
            let end = self.lines.len().saturating_sub(blank);
            self.lines.iter_mut().skip(end).for_each(|line| *line = Line::Free(""));
        }
    }
}

/// Returns the text of lines.
fn written(lines: &[Line<'_>]) -> String {
    let mut out = String::new();
    let mut is_blank = true;
    for (index, line) in lines.iter().enumerate() {
        let text = match line {
            Line::Free(text) if text.trim().is_empty() && is_blank => continue,
            Line::Free(text) => {
                let indent = if text.trim().is_empty() { 0 } else { comment_indent(lines, index, text) };
                format!("{}{}", " ".repeat(indent), text.trim())
            }
            Line::Begins((_, indent), text) => format!("{}{text}", " ".repeat(*indent)),
            Line::Follows(text) => text.clone(),
        };
        out.push_str(&text);
        out.push('\n');
        is_blank = text.trim().is_empty();
    }
    format!("{}\n", out.trim_end_matches('\n'))
}

/// Returns the indentation of a comment: of the next line that begins something, or of the line above that it stands
/// below.
fn comment_indent(lines: &[Line<'_>], index: usize, comment: &str) -> usize {
    let own = indent_of(comment);
    let begun = |line: &Line<'_>| if let Line::Begins(moved, _) = line { Some(*moved) } else { None };
    let next = lines.iter().skip(index).find_map(begun);
    let mut before = lines.iter().take(index).rev().filter_map(begun);
    let above = before.find(|(old, _)| *old <= own).filter(|(old, _)| *old == own);
    match (next, above) {
        (Some((old, new)), _) if own <= old => new,
        (_, Some((_, new))) | (Some((_, new)), None) => new,
        (None, None) => 0,
    }
}

/// Returns a line without the comment at its end.
fn code(text: &str) -> &str {
    text.split(" #").next().unwrap_or_default().trim_end()
}

/// Returns the length of the key that a line begins with.
fn key(text: &str) -> Option<usize> {
    let end = match text.chars().next()? {
        '"' | '\'' => quoted(text)?,
        '{' | '[' => return None,
        _ => text.find(": ").or_else(|| code(text).strip_suffix(':').map(str::len))?,
    };
    text.get(end..)?.starts_with(':').then_some(end)
}

/// Returns the header of a block of text, such as `|-`, that a line ends with.
fn block(text: &str) -> Option<&str> {
    let (before, header) = code(text).rsplit_once(' ')?;
    let is_value = before.trim_end().ends_with(':') || before.trim_end() == "-";
    let rest = header.strip_prefix(['|', '>'])?;
    (is_value && rest.chars().all(|letter| letter.is_ascii_digit() || "+-".contains(letter)))
        .then_some(header)
}

/// Returns a line with one blank behind its key, and blanks in its brackets.
fn spaced(text: &str) -> String {
    let parts = key(text).and_then(|end| Some((text.get(..end)?, text.get(end..)?.strip_prefix(':')?)));
    let Some((key, value)) = parts else { return brackets(text).unwrap_or_else(|| text.to_owned()) };
    match value.trim_start() {
        "" => format!("{key}:"),
        value => format!("{key}: {}", brackets(value).unwrap_or_else(|| value.to_owned())),
    }
}

/// Returns a text that begins with a collection in brackets, with one blank between the parts of it.
fn brackets(text: &str) -> Option<String> {
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let (mut out, mut rest, mut depth, mut begins) = (String::new(), text, 0_usize, false);
    loop {
        let letter = rest.chars().next()?;
        let is_text = begins && matches!(letter, '"' | '\'');
        let (part, after) = rest.split_at(if is_text { quoted(rest)? } else { letter.len_utf8() });
        begins = matches!(part, "{" | "[" | ",") || part == ":" && after.starts_with(' ');
        rest = if begins { after.trim_start_matches(' ') } else { after };
        match part {
            "{" | "[" => {
                depth = depth.checked_add(1)?;
                out.push_str(if part == "{" { "{ " } else { part });
            }
            "}" | "]" => {
                out.truncate(out.trim_end().len());
                // An empty collection has no blanks in it.
                out.push_str(if part == "}" && !out.ends_with('{') { " }" } else { part });
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(out + rest);
                }
            }
            part if begins => {
                out.truncate(out.trim_end().len());
                out.push_str(part);
                out.push(' ');
            }
            "#" if out.ends_with(' ') => return None,
            part => out.push_str(part),
        }
    }
}

/// Returns the length of a string in quotes that a text begins with.
fn quoted(text: &str) -> Option<usize> {
    let mut letters = text.char_indices();
    let (_, quote) = letters.next()?;
    while let Some((at, letter)) = letters.next() {
        // Two single quotes are one.
        let is_twice = letter == '\'' && letters.clone().next().is_some_and(|(_, next)| next == '\'');
        match letter {
            '\\' if quote == '"' => drop(letters.next()),
            _ if letter == quote && is_twice => drop(letters.next()),
            _ if letter == quote => return at.checked_add(1),
            _ => {}
        }
    }
    None
}

fn indent_of(text: &str) -> usize {
    text.chars().take_while(|letter| *letter == ' ').count()
}

/// Returns a line of a value, moved as far as the line that it follows.
fn shifted(text: &str, (old, new): Move) -> String {
    if text.is_empty() || new >= old {
        let more = if text.is_empty() { 0 } else { new.saturating_sub(old) };
        return format!("{}{text}", " ".repeat(more));
    }
    text.chars().skip(old.saturating_sub(new).min(indent_of(text))).collect()
}
