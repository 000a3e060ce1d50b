//! Builds the tree of a text from the events of saphyr-parser, which know their places.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Span as Place, StrInput};

use crate::codes;
use crate::diagnostic::{Faults, Span, lines};

use super::scalar::Literal;
use super::syntax;
use super::tree::{Content, Entry, Node, Role};

/// The maximum depth. No table nests deeper; more would only exhaust the stack.
const MAX_DEPTH: usize = 24;

/// The advice for a text that is not a table.
pub(super) const TABLE_ADVICE: &str =
    "write 'hosts:' and 'endpoints:', each with names below it or {} for none";

/// Reads a text into a tree. Reports YAML that tables do not use, and returns `None` after a fault behind which nothing can
/// be read.
pub(super) fn read(text: &str, faults: &mut Faults<'_>) -> Option<Node> {
    let mut reader = Reader {
        text,
        events: Parser::new_from_str(text),
        lines: lines(text).map(|line| line.chars().count()).collect(),
        faults,
    };
    reader.ends_of_lines();
    let root = loop {
        match reader.next()? {
            (Event::StreamStart | Event::DocumentStart(_) | Event::Nothing, _) => {}
            (Event::StreamEnd, _) => {
                let fault = codes::NO_TABLE.fault("the table is empty", TABLE_ADVICE);
                reader.faults.add(Span::START, fault);
                return None;
            }
            (event, place) => break reader.value(event, place, 0)?,
        }
    };
    loop {
        match reader.next()? {
            (Event::StreamEnd, _) => return Some(root),
            (Event::DocumentStart(_), place) => {
                let advice = "remove the '---'; what follows it goes on with the table, or stands in a file that 'include' names";
                reader.unused(place, "a table is one document", advice);
                // What it lacks may follow.
                return None;
            }
            _ => {}
        }
    }
}

struct Reader<'text, 'f, 'a> {
    text: &'text str,
    events: Parser<'text, StrInput<'text>>,
    /// The length of every line, in characters.
    lines: Vec<usize>,
    faults: &'f mut Faults<'a>,
}

impl<'text> Reader<'text, '_, '_> {
    /// Reports the characters that end a line for libyaml (YAML 1.1), and are characters of it in YAML 1.2.
    fn ends_of_lines(&mut self) {
        for (line, text) in (1..).zip(lines(self.text)) {
            let mut found = (1..).zip(text.chars());
            if let Some((column, letter)) =
                found.find(|(_, letter)| matches!(letter, '\u{2028}' | '\u{2029}'))
            {
                let message =
                    format!("YAML readers do not agree whether U+{:04X} ends the line", u32::from(letter));
                let fault = codes::AMBIGUOUS.fault(message, "remove it, or begin another line");
                self.faults.add(Span { line, column, length: 1 }, fault);
            }
        }
    }

    /// Returns the next event, or `None` after reporting that the text is not YAML.
    fn next(&mut self) -> Option<(Event<'text>, Place)> {
        match self.events.next_event() {
            Some(Ok(event)) => Some(event),
            // After the end of the stream there is nothing to read, and nobody asks for it.
            None => Some((Event::StreamEnd, Place::default())),
            Some(Err(error)) => {
                let span = self.span(Place::empty(*error.marker()));
                syntax::report(self.text, span, error.info(), self.faults);
                None
            }
        }
    }

    /// Reads the value that begins with an event.
    fn value(&mut self, event: Event<'text>, place: Place, depth: usize) -> Option<Node> {
        let span = self.span(place);
        if depth > MAX_DEPTH {
            let message = format!("the table nests more than {MAX_DEPTH} deep");
            self.faults.add(span, codes::TOO_DEEP.fault(message, "write it flatter"));
            return None;
        }
        let decoration = match &event {
            Event::Scalar(_, _, anchor, tag) => (*anchor != 0, tag.is_some()),
            Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => {
                (*anchor != 0, tag.is_some())
            }
            _ => (true, false),
        };
        if decoration != (false, false) {
            self.unused(place, "tables do without anchors, aliases and tags", "write the value itself");
        }
        let (content, end, broken) = match event {
            Event::Scalar(text, style, ..) => {
                let literal = Literal::new(text.into_owned(), style == ScalarStyle::Plain);
                // A tag may give it any value.
                (Content::Scalar(literal), place, decoration.1)
            }
            Event::SequenceStart(..) => {
                let (items, end) = self.sequence(depth)?;
                (Content::Sequence(items), end, false)
            }
            Event::MappingStart(..) => {
                let (entries, end) = self.mapping(depth)?;
                (Content::Mapping(entries), end, false)
            }
            _ => (Content::Scalar(Literal::new(String::new(), true)), place, true),
        };
        // In brackets, up to the closing one.
        let span = if place.is_empty() { span } else { self.span(Place::new(place.start, end.end)) };
        Some(Node { span, content, broken })
    }

    fn sequence(&mut self, depth: usize) -> Option<(Vec<Node>, Place)> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, place) => return Some((items, place)),
                (event, place) => items.push(self.value(event, place, depth.saturating_add(1))?),
            }
        }
    }

    fn mapping(&mut self, depth: usize) -> Option<(Vec<Entry>, Place)> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut lines: HashMap<String, usize> = HashMap::new();
        loop {
            let (event, place) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                return Some((entries, place));
            }
            let key = self.value(event, place, depth.saturating_add(1))?;
            let (event, value_place) = self.next()?;
            let value = self.value(event, value_place, depth.saturating_add(1))?;
            let key_span = key.span;
            let (key, role) = match key.content {
                Content::Scalar(key) if key.plain && key.text == "<<" => {
                    // An alias behind it is reported already.
                    if !value.broken {
                        self.unused(place, "tables do without merge keys", "write the keys themselves");
                    }
                    (key, Role::Refused)
                }
                Content::Scalar(key) => {
                    let role = self.role(&mut lines, &key.text, key_span);
                    (key, role)
                }
                Content::Sequence(_) | Content::Mapping(_) => {
                    self.unused(place, "a key is a plain word", "write 'name: value'");
                    (Literal::new(String::new(), true), Role::Refused)
                }
            };
            entries.push(Entry { key, key_span, value, role });
        }
    }

    /// Returns the role of a key, and reports it if it stands there already, in one of `lines`.
    fn role(&mut self, lines: &mut HashMap<String, usize>, key: &str, span: Span) -> Role {
        let Some(first) = lines.get(key) else {
            lines.insert(key.to_owned(), span.line);
            return Role::First;
        };
        let message = format!("'{key}' is there already, in line {first}");
        let fault = codes::DUPLICATE_KEY.fault(message, "remove one of the two or rename it");
        self.faults.add(span, fault);
        Role::Repeated
    }

    fn unused(&mut self, place: Place, message: &str, advice: &str) {
        let span = self.span(place);
        self.faults.add(span, codes::UNUSED_YAML.fault(message, advice));
    }

    /// Returns the place of an event as far as it lies on one line.
    fn span(&self, place: Place) -> Span {
        let (start, end) = (place.start, place.end);
        let end_column = if start.line() == end.line() {
            end.col()
        } else {
            self.lines.get(start.line().saturating_sub(1)).copied().unwrap_or_default()
        };
        Span {
            line: start.line().max(1),
            column: start.col().saturating_add(1),
            length: end_column.saturating_sub(start.col()).max(1),
        }
    }
}
