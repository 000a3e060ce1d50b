//! A table as a tree of keys and values that know their places.

use saphyr_parser::{Event, Parser, ScalarStyle, Span as Place, StrInput};

use crate::diagnostic::{DiagnosticKind, Faults, Span};

/// No table nests deeper; more would only be an attempt to exhaust the stack.
const MAX_DEPTH: usize = 24;

/// A value and its place.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) content: Content,
}

/// What a value is.
#[derive(Debug)]
pub(crate) enum Content {
    /// A text, a number, a flag or nothing; `plain` when it is written without quotes.
    Scalar { text: String, plain: bool },
    /// A list.
    Sequence(Vec<Node>),
    /// Keys and values in their order; `flow` when written in braces.
    Mapping { entries: Vec<Entry>, flow: bool },
}

/// A key with its value.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_span: Span,
    pub(crate) value: Node,
    /// The lines from the key to the last one before the next key.
    pub(crate) lines: std::ops::Range<usize>,
}

impl Node {
    /// The entry at the end of a path of keys.
    pub(crate) fn entry(&self, path: &[&str]) -> Option<&Entry> {
        let (first, rest) = path.split_first()?;
        let Content::Mapping { entries, .. } = &self.content else { return None };
        let entry = entries.iter().find(|entry| entry.key == *first)?;
        if rest.is_empty() { Some(entry) } else { entry.value.entry(rest) }
    }

    /// The text of the value at the end of a path, as it is written.
    pub(crate) fn text(&self, path: &[&str]) -> Option<&str> {
        match &self.entry(path)?.value.content {
            Content::Scalar { text, .. } => Some(text),
            Content::Sequence(_) | Content::Mapping { .. } => None,
        }
    }

    /// The place of the value at the end of a path, or of the nearest part above it that exists.
    pub(crate) fn value_span(&self, path: &[&str]) -> Span {
        match path.split_first() {
            None => self.span,
            Some((first, rest)) => match &self.content {
                Content::Mapping { entries, .. } => {
                    entries.iter().find(|entry| entry.key == *first).map_or(self.span, |entry| {
                        if rest.is_empty() && matches!(entry.value.content, Content::Mapping { .. }) {
                            entry.key_span
                        } else {
                            entry.value.value_span(rest)
                        }
                    })
                }
                Content::Sequence(items) => first
                    .parse::<usize>()
                    .ok()
                    .and_then(|place| items.get(place))
                    .map_or(self.span, |item| item.value_span(rest)),
                Content::Scalar { .. } => self.span,
            },
        }
    }

    /// The place of the key at the end of a path, or of the nearest part above it that exists.
    pub(crate) fn key_span(&self, path: &[&str]) -> Span {
        let mut path = path;
        loop {
            if let Some(entry) = self.entry(path) {
                return entry.key_span;
            }
            match path.split_last() {
                Some((_, above)) => path = above,
                None => return self.span,
            }
        }
    }

    /// The keys of a mapping; of anything else, none.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        let entries = match &self.content {
            Content::Mapping { entries, .. } => entries.as_slice(),
            Content::Scalar { .. } | Content::Sequence(_) => &[],
        };
        entries.iter().map(|entry| entry.key.as_str())
    }
}

/// Reads a text into a tree. Duplicate keys are reported and the later ones left out of the tree.
pub(crate) fn read(text: &str, faults: &mut Faults<'_>) -> Option<Node> {
    let mut reader = Reader {
        events: Parser::new_from_str(text),
        lines: text.lines().map(|line| line.chars().count()).collect(),
        faults,
    };
    let root = loop {
        match reader.next()? {
            (Event::StreamStart | Event::DocumentStart(_) | Event::Nothing, _) => {}
            (Event::StreamEnd, _) => {
                reader.fault(Span::START, "the table is empty; write 'hosts', 'types' and 'endpoints'");
                return None;
            }
            (event, place) => break reader.value(event, place, 0)?,
        }
    };
    loop {
        match reader.next()? {
            (Event::StreamEnd, _) => return Some(root),
            (Event::DocumentStart(_), place) => {
                reader.fault(
                    reader.span(place),
                    "a table is one document; remove the '---' and what follows it",
                );
                return None;
            }
            _ => {}
        }
    }
}

struct Reader<'r, 'f, 'text> {
    events: Parser<'text, StrInput<'text>>,
    /// The length of every line, in characters.
    lines: Vec<usize>,
    faults: &'r mut Faults<'f>,
}

impl<'text> Reader<'_, '_, 'text> {
    fn next(&mut self) -> Option<(Event<'text>, Place)> {
        match self.events.next_event()? {
            Ok(event) => Some(event),
            Err(error) => {
                let span = self.span(Place::empty(*error.marker()));
                self.fault(
                    span,
                    format!("this is not YAML: {}; check the indentation and the quotes", error.info()),
                );
                None
            }
        }
    }

    /// The value that begins with an event.
    fn value(&mut self, event: Event<'text>, place: Place, depth: usize) -> Option<Node> {
        let span = self.span(place);
        if depth > MAX_DEPTH {
            self.fault(span, format!("the table nests more than {MAX_DEPTH} deep; write it flatter"));
            return None;
        }
        let content = match event {
            Event::Scalar(text, style, 0, None) => {
                Content::Scalar { text: text.into_owned(), plain: style == ScalarStyle::Plain }
            }
            Event::SequenceStart(0, None) => self.sequence(depth)?,
            Event::MappingStart(0, None) => self.mapping(!place.is_empty(), depth)?,
            _ => {
                self.fault(span, "tables do without anchors, aliases and tags; write the value itself");
                return None;
            }
        };
        Some(Node { span, content })
    }

    fn sequence(&mut self, depth: usize) -> Option<Content> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Some(Content::Sequence(items)),
                (event, place) => items.push(self.value(event, place, depth.saturating_add(1))?),
            }
        }
    }

    fn mapping(&mut self, flow: bool, depth: usize) -> Option<Content> {
        let mut entries: Vec<Entry> = Vec::new();
        loop {
            let (event, place) = self.next()?;
            let key_span = self.span(place);
            // The entry before this key, or before the end, reaches to here.
            if let Some(last) = entries.last_mut() {
                last.lines.end = match event {
                    Event::MappingEnd if self.lines.len() <= place.start.line() => usize::MAX,
                    _ => place.start.line(),
                };
            }
            let key = match event {
                Event::MappingEnd => return Some(Content::Mapping { entries, flow }),
                Event::Scalar(text, _, 0, None) => text.into_owned(),
                _ => {
                    self.fault(key_span, "a key is a plain word; write 'name: value'");
                    return None;
                }
            };
            let (event, place) = self.next()?;
            let value = self.value(event, place, depth.saturating_add(1))?;
            let lines = key_span.line..key_span.line;
            if let Some(first) = entries.iter().find(|entry| entry.key == key) {
                let line = first.key_span.line;
                self.faults.add(
                    DiagnosticKind::Duplicate,
                    key_span,
                    format!("'{key}' is there already, in line {line}; remove one of the two or rename it"),
                );
            }
            entries.push(Entry { key, key_span, value, lines });
        }
    }

    fn fault(&mut self, span: Span, message: impl Into<String>) {
        self.faults.add(DiagnosticKind::Syntax, span, message);
    }

    /// A place of the events, as far as it lies on one line.
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
