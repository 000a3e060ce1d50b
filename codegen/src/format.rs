//! Formats a table: two spaces for each level, one blank line at most, blanks in brackets. Only blanks change, so that
//! no comment is lost, and the values are compared afterwards.

use std::ops::Range;

use saphyr_parser::{Event, Marker, Parser, Span, StrInput};

use crate::diagnostic::{Faults, lines};
use crate::parse;

/// The number of spaces of a level.
const LEVEL: usize = 2;

/// Returns a table as `cargo regen fmt` writes it, or `None` after reporting that it is no table.
pub(crate) fn format(text: &str, faults: &mut Faults<'_>) -> Option<String> {
    if !parse::is_yaml(text, faults) {
        return None;
    }
    let formatted = Layout::read(text).map(Layout::written);
    // What is laid out otherwise than expected stays as it is.
    Some(formatted.filter(|formatted| is_same(text, formatted)).unwrap_or_else(|| text.to_owned()))
}

/// Returns true if two texts differ in blanks alone and have the same values.
fn is_same(text: &str, formatted: &str) -> bool {
    let marks = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let value = |text: &str| serde_yaml::from_str::<serde_yaml::Value>(text).ok();
    marks(text) == marks(formatted) && value(text).is_some() && value(text) == value(formatted)
}

/// The place of a line in the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A comment or a blank line, as far as nothing else is known.
    Free,
    /// A key, an item or a value begins the line, and this is its indentation.
    Begins(usize),
    /// The line is a part of the value that began on that line.
    Follows(usize),
}

struct Line {
    text: String,
    role: Role,
    /// Changes of blanks within the line: ranges of characters, and what they give way to.
    edits: Vec<(Range<usize>, String)>,
}

struct Layout<'t> {
    lines: Vec<Line>,
    events: Parser<'t, StrInput<'t>>,
}

impl<'t> Layout<'t> {
    /// Reads the layout of a text that is YAML.
    fn read(text: &'t str) -> Option<Self> {
        let line = |text: &str| Line { text: text.to_owned(), role: Role::Free, edits: Vec::new() };
        let mut layout = Self { lines: lines(text).map(line).collect(), events: Parser::new_from_str(text) };
        loop {
            match layout.next()? {
                (Event::StreamEnd, _) => return Some(layout),
                (Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd | Event::Nothing, _) => {}
                (event, place) => layout.value(&event, place, 0, 0)?,
            }
        }
    }

    fn next(&mut self) -> Option<(Event<'t>, Span)> {
        self.events.next_event()?.ok()
    }

    /// Reads the value that begins with an event. `owner` is the index of the line that it belongs to, and `indent`
    /// the indentation of its keys or items.
    fn value(&mut self, event: &Event<'t>, place: Span, owner: usize, indent: usize) -> Option<()> {
        match event {
            Event::Scalar(..) | Event::Alias(_) => {
                let first = self.own_line(place.start, owner, indent);
                self.follow(first, place.start, place.end);
            }
            Event::MappingStart(..) | Event::SequenceStart(..) if self.has_brackets(place.start) => {
                let first = self.own_line(place.start, owner, indent);
                let end = self.skipped()?;
                self.follow(first, place.start, end);
                if end.line() == place.start.line() {
                    self.brackets(place.start);
                }
            }
            Event::MappingStart(..) => self.mapping(indent)?,
            Event::SequenceStart(..) => self.sequence(indent)?,
            _ => return None,
        }
        Some(())
    }

    fn mapping(&mut self, indent: usize) -> Option<()> {
        loop {
            let (key, place) = self.next()?;
            if key == Event::MappingEnd {
                return Some(());
            }
            if !matches!(key, Event::Scalar(..)) {
                return None;
            }
            let line = place.start.line().checked_sub(1)?;
            self.start(place.start, indent);
            let (value, at) = self.next()?;
            if at.start.line() == place.start.line() {
                self.colon(line, place.end.col(), at.start.col());
            }
            self.value(&value, at, line, indent.saturating_add(LEVEL))?;
        }
    }

    fn sequence(&mut self, indent: usize) -> Option<()> {
        loop {
            let (item, place) = self.next()?;
            match item {
                Event::SequenceEnd => return Some(()),
                // Tables have no list of anything else.
                Event::Scalar(..) => {
                    let line = place.start.line().checked_sub(1)?;
                    let text = &mut self.lines.get_mut(line)?;
                    if !text.text.trim_start().starts_with('-') {
                        return None;
                    }
                    text.role = Role::Begins(indent);
                    self.follow(line, place.start, place.end);
                }
                _ => return None,
            }
        }
    }

    /// Skips the rest of a collection and returns its end.
    fn skipped(&mut self) -> Option<Marker> {
        let mut depth = 1_usize;
        loop {
            let (event, place) = self.next()?;
            match event {
                Event::MappingStart(..) | Event::SequenceStart(..) => depth = depth.checked_add(1)?,
                Event::MappingEnd | Event::SequenceEnd => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return Some(place.end);
            }
        }
    }

    /// Returns the line that a value begins on, or its owner if it begins there.
    fn own_line(&mut self, start: Marker, owner: usize, indent: usize) -> usize {
        let line = start.line().saturating_sub(1);
        if line == owner {
            return owner;
        }
        self.start(start, indent);
        line
    }

    /// Marks the line that a part begins, if it begins one.
    fn start(&mut self, start: Marker, indent: usize) {
        let Some(line) = self.lines.get_mut(start.line().saturating_sub(1)) else { return };
        if indent_of(&line.text) == start.col() && !line.text.trim().is_empty() {
            line.role = Role::Begins(indent);
        }
    }

    /// Marks the lines of a value after its first one.
    fn follow(&mut self, first: usize, start: Marker, end: Marker) {
        // An end behind blanks alone, such as those of a comment, belongs to the line before.
        let of_end = end.line().checked_sub(1).and_then(|line| self.lines.get(line));
        let has_part = of_end.is_some_and(|line| !line.text.chars().take(end.col()).all(char::is_whitespace));
        let last = if has_part { end.line() } else { end.line().saturating_sub(1) };
        let (from, to) = (start.line(), last.min(self.lines.len()));
        let keeps = self
            .lines
            .get(from.saturating_sub(1))
            .is_some_and(|line| line.text.chars().skip(start.col()).take(3).any(|letter| letter == '+'));
        let part = self.lines.get_mut(from..to.max(from)).unwrap_or_default();
        let filled = part.iter().rposition(|line| !line.text.trim().is_empty());
        // Blank lines at the end say nothing, unless they are kept.
        let count = if keeps { part.len() } else { filled.map_or(0, |last| last.saturating_add(1)) };
        for line in part.iter_mut().take(count) {
            line.role = Role::Follows(first);
        }
    }

    fn has_brackets(&self, place: Marker) -> bool {
        let line = place.line().checked_sub(1).and_then(|line| self.lines.get(line));
        line.and_then(|line| line.text.chars().nth(place.col())).is_some_and(|letter| "{[".contains(letter))
    }

    /// Lays out a collection in brackets that begins and ends on one line.
    fn brackets(&mut self, start: Marker) {
        let Some(line) = self.lines.get_mut(start.line().saturating_sub(1)) else { return };
        let text: Vec<char> = line.text.chars().skip(start.col()).collect();
        if let Some((new, length)) = brackets(&text) {
            line.edits.push((start.col()..start.col().saturating_add(length), new));
        }
    }

    /// Puts one blank between a key and its value.
    fn colon(&mut self, line: usize, key: usize, value: usize) {
        let Some(line) = self.lines.get_mut(line) else { return };
        let between: String = line.text.chars().skip(key).take(value.saturating_sub(key)).collect();
        if between.trim() == ":" && between.ends_with(char::is_whitespace) {
            line.edits.push((key..value, ": ".to_owned()));
        }
    }

    /// Returns the text with its new layout.
    fn written(self) -> String {
        let lines = &self.lines;
        let mut out = String::new();
        let mut is_blank = true;
        for (index, line) in lines.iter().enumerate() {
            let text = match line.role {
                Role::Begins(indent) => format!("{}{}", " ".repeat(indent), line.edited().trim()),
                Role::Follows(first) => shifted(&line.text, lines.get(first)),
                Role::Free if line.text.trim().is_empty() => {
                    if !is_blank {
                        out.push('\n');
                    }
                    is_blank = true;
                    continue;
                }
                Role::Free => format!("{}{}", " ".repeat(comment_indent(lines, index)), line.text.trim()),
            };
            out.push_str(&text);
            out.push('\n');
            is_blank = text.trim().is_empty();
        }
        format!("{}\n", out.trim_end_matches('\n'))
    }
}

impl Line {
    /// Returns the text with its changes.
    fn edited(&self) -> String {
        let mut edits = self.edits.clone();
        edits.sort_by_key(|(range, _)| range.start);
        let (mut out, mut done) = (String::new(), 0_usize);
        for (range, new) in edits {
            out.extend(self.text.chars().skip(done).take(range.start.saturating_sub(done)));
            out.push_str(&new);
            done = range.end;
        }
        out.extend(self.text.chars().skip(done));
        out
    }
}

/// Returns a collection at the beginning of a text with one blank between its parts, and its length. The places of
/// saphyr-parser do not help here: it counts the blanks of a string twice.
fn brackets(text: &[char]) -> Option<(String, usize)> {
    let (mut out, mut open, mut index) = (String::new(), 0_usize, 0_usize);
    let mut begins = true;
    while let Some(&letter) = text.get(index) {
        let next = index.checked_add(1)?;
        match letter {
            '{' | '[' => {
                open = open.checked_add(1)?;
                let close = if letter == '{' { '}' } else { ']' };
                index = blanks(text, next);
                out.push(letter);
                // An empty collection has no blanks in it.
                out.push_str(if letter == '{' && text.get(index) != Some(&close) { " " } else { "" });
                begins = true;
                continue;
            }
            '}' | ']' => {
                out.truncate(out.trim_end().len());
                out.push_str(if letter == '}' && !out.ends_with('{') { " " } else { "" });
                out.push(letter);
                open = open.checked_sub(1)?;
                if open == 0 {
                    return Some((out, next));
                }
            }
            ',' => {
                out.truncate(out.trim_end().len());
                out.push_str(", ");
                index = blanks(text, next);
                begins = true;
                continue;
            }
            ':' if text.get(next) == Some(&' ') => {
                out.truncate(out.trim_end().len());
                out.push_str(": ");
                index = blanks(text, next);
                begins = true;
                continue;
            }
            '\'' | '"' if begins => {
                let end = quoted(text, index)?;
                out.extend(text.get(index..end)?);
                index = end;
                begins = false;
                continue;
            }
            '#' if out.ends_with(' ') => return None,
            _ => out.push(letter),
        }
        begins = false;
        index = next;
    }
    None
}

/// Returns the index of the next character that is no blank.
fn blanks(text: &[char], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from.saturating_add(rest.iter().take_while(|letter| **letter == ' ').count())
}

/// Returns the index behind a string in quotes.
fn quoted(text: &[char], start: usize) -> Option<usize> {
    let quote = *text.get(start)?;
    let mut index = start.checked_add(1)?;
    loop {
        let letter = *text.get(index)?;
        index = index.checked_add(1)?;
        match letter {
            '\\' if quote == '"' => index = index.checked_add(1)?,
            // Two single quotes are one.
            '\'' if letter == quote && text.get(index) == Some(&'\'') => index = index.checked_add(1)?,
            letter if letter == quote => return Some(index),
            _ => {}
        }
    }
}

fn indent_of(text: &str) -> usize {
    text.chars().take_while(|letter| *letter == ' ').count()
}

/// Returns a line of a value, moved as far as the first line of the value is.
fn shifted(text: &str, first: Option<&Line>) -> String {
    let Some(Line { role: Role::Begins(new), text: began, .. }) = first else { return text.to_owned() };
    let (new, old) = (*new, indent_of(began));
    if text.is_empty() || new == old {
        return text.to_owned();
    }
    if new > old {
        return format!("{}{text}", " ".repeat(new.saturating_sub(old)));
    }
    let less = old.saturating_sub(new).min(indent_of(text));
    text.chars().skip(less).collect()
}

/// Returns the indentation of a comment: that of the next line which begins something, or of one before that the
/// comment stood below.
fn comment_indent(lines: &[Line], index: usize) -> usize {
    let own = lines.get(index).map(|line| indent_of(&line.text)).unwrap_or_default();
    let begun = |line: &Line| match line.role {
        Role::Begins(new) => Some((indent_of(&line.text), new)),
        _ => None,
    };
    let next = lines.iter().skip(index).find_map(begun);
    let mut before = lines.iter().take(index).rev().filter_map(begun);
    let above = before.find(|(old, _)| *old <= own).filter(|(old, _)| *old == own);
    match (next, above) {
        (Some((old, new)), _) if own <= old => new,
        (_, Some((_, new))) | (Some((_, new)), None) => new,
        (None, None) => 0,
    }
}
