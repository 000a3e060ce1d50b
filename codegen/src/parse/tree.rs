//! A table as a tree of keys and values that know their places.

use saphyr_parser::{Event, Parser, ScalarStyle, Span as Place, StrInput};

use crate::codes::{self, Code};
use crate::diagnostic::{Fault, Span};

use super::values::Resolved;

/// No table nests deeper; more would only be an attempt to exhaust the stack.
const MAX_DEPTH: usize = 24;

/// A value and its place.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    /// The last line that belongs to it.
    pub(crate) end: usize,
    pub(crate) content: Content,
    /// Whether a fault of it is reported already, so that nothing else is said about it.
    pub(crate) broken: bool,
}

/// What a value is.
#[derive(Debug)]
pub(crate) enum Content {
    /// A text, a number, a flag or nothing; `plain` when it is written without quotes.
    Scalar { text: String, plain: bool },
    /// A list.
    Sequence(Vec<Node>),
    /// Keys and values in their order, and apart from them those whose key was there already.
    Mapping { entries: Vec<Entry>, again: Vec<Entry> },
}

/// A key with its value.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_span: Span,
    pub(crate) value: Node,
}

impl Node {
    /// The entry at the end of a path of keys.
    pub(crate) fn entry(&self, path: &[&str]) -> Option<&Entry> {
        let (first, rest) = path.split_first()?;
        let Content::Mapping { entries, .. } = &self.content else { return None };
        let entry = entries.iter().find(|entry| entry.key == *first)?;
        if rest.is_empty() { Some(entry) } else { entry.value.entry(rest) }
    }

    /// The text of a scalar.
    pub(crate) fn scalar(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar { text, .. } => Some(text),
            Content::Sequence(_) | Content::Mapping { .. } => None,
        }
    }

    /// What a scalar is read as; of anything else, nothing.
    pub(crate) fn resolved(&self) -> Resolved {
        match &self.content {
            Content::Scalar { text, plain: true } => Resolved::of(text),
            Content::Scalar { plain: false, .. } => Resolved::Text,
            Content::Sequence(_) | Content::Mapping { .. } => Resolved::Nothing,
        }
    }

    /// The value below a key or at a place of a list.
    fn child(&self, step: &str) -> Option<&Self> {
        match &self.content {
            Content::Mapping { .. } => self.entry(&[step]).map(|entry| &entry.value),
            Content::Sequence(items) => step.parse::<usize>().ok().and_then(|place| items.get(place)),
            Content::Scalar { .. } => None,
        }
    }

    /// Adds a key that is missing, and reported as that, as a broken one.
    pub(crate) fn put_broken(&mut self, key: &str) {
        let span = self.span;
        let content = Content::Scalar { text: String::new(), plain: true };
        let value = Self { span, end: span.line, content, broken: true };
        if let Content::Mapping { entries, .. } = &mut self.content {
            entries.push(Entry { key: key.to_owned(), key_span: span, value });
        }
    }

    /// Whether the value at the end of a path, or anything above it, is broken.
    pub(crate) fn is_broken(&self, path: &[&str]) -> bool {
        self.broken
            || path
                .split_first()
                .is_some_and(|(first, rest)| self.child(first).is_some_and(|child| child.is_broken(rest)))
    }

    /// Whether nothing of the value is broken.
    pub(crate) fn is_whole(&self) -> bool {
        !self.broken
            && match &self.content {
                Content::Scalar { .. } => true,
                Content::Sequence(items) => items.iter().all(Self::is_whole),
                Content::Mapping { entries, again } => {
                    again.is_empty() && entries.iter().all(|entry| entry.value.is_whole())
                }
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

/// Why a text could not be read to its end.
pub(crate) enum Stop {
    /// It is not YAML.
    Syntax(Span, Fault),
    /// It is YAML that tables do without.
    Unfit(Span, Fault),
}

/// Reads a text into a tree, with the faults found on the way: keys that are there twice.
pub(crate) fn read(text: &str) -> Result<(Node, Vec<(Span, Fault)>), Stop> {
    let mut reader = Reader {
        events: Parser::new_from_str(text),
        lines: text.lines().map(|line| line.chars().count()).collect(),
        faults: Vec::new(),
    };
    let root = loop {
        match reader.next()? {
            (Event::StreamStart | Event::DocumentStart(_) | Event::Nothing, _) => {}
            (Event::StreamEnd, _) => {
                let advice = "write 'hosts:' and 'endpoints:', each with names below it or {} for none";
                let fault = Fault::new(codes::NO_TABLE, "the table is empty", advice);
                return Err(Stop::Unfit(Span::START, fault));
            }
            (event, place) => break reader.value(event, place, 0)?,
        }
    };
    loop {
        match reader.next()? {
            (Event::StreamEnd, _) => return Ok((root, reader.faults)),
            (Event::DocumentStart(_), place) => {
                let advice = "remove the '---' and what follows it";
                return Err(reader.unfit(codes::UNUSED_YAML, place, "a table is one document", advice));
            }
            _ => {}
        }
    }
}

struct Reader<'text> {
    events: Parser<'text, StrInput<'text>>,
    /// The length of every line, in characters.
    lines: Vec<usize>,
    faults: Vec<(Span, Fault)>,
}

impl<'text> Reader<'text> {
    fn next(&mut self) -> Result<(Event<'text>, Place), Stop> {
        match self.events.next_event() {
            Some(Ok(event)) => Ok(event),
            // After the end of the stream there is nothing to read, and nobody asks for it.
            None => Ok((Event::StreamEnd, Place::default())),
            Some(Err(error)) => {
                let message = format!("this is not YAML: {}", error.info());
                let advice = "check the indentation, the quotes and the brackets here and just before";
                let span = self.span(Place::empty(*error.marker()));
                Err(Stop::Syntax(span, Fault::new(codes::NOT_YAML, message, advice)))
            }
        }
    }

    /// The value that begins with an event.
    fn value(&mut self, event: Event<'text>, place: Place, depth: usize) -> Result<Node, Stop> {
        if depth > MAX_DEPTH {
            let message = format!("the table nests more than {MAX_DEPTH} deep");
            return Err(self.unfit(codes::TOO_DEEP, place, &message, "write it flatter"));
        }
        let (content, end) = match event {
            Event::Scalar(text, style, 0, None) => {
                let plain = style == ScalarStyle::Plain;
                (Content::Scalar { text: text.into_owned(), plain }, place.end.line())
            }
            Event::SequenceStart(0, None) => self.sequence(depth)?,
            Event::MappingStart(0, None) => self.mapping(depth)?,
            _ => {
                let message = "tables do without anchors, aliases and tags";
                return Err(self.unfit(codes::UNUSED_YAML, place, message, "write the value itself"));
            }
        };
        Ok(Node { span: self.span(place), end, content, broken: false })
    }

    fn sequence(&mut self, depth: usize) -> Result<(Content, usize), Stop> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, place) => return Ok((Content::Sequence(items), place.end.line())),
                (event, place) => items.push(self.value(event, place, depth.saturating_add(1))?),
            }
        }
    }

    fn mapping(&mut self, depth: usize) -> Result<(Content, usize), Stop> {
        let (mut entries, mut again): (Vec<Entry>, Vec<Entry>) = (Vec::new(), Vec::new());
        loop {
            let (event, place) = self.next()?;
            let key = match event {
                Event::MappingEnd => return Ok((Content::Mapping { entries, again }, place.end.line())),
                Event::Scalar(text, _, 0, None) => text.into_owned(),
                _ => {
                    let message = "a key is a plain word";
                    return Err(self.unfit(codes::UNUSED_YAML, place, message, "write 'name: value'"));
                }
            };
            let key_span = self.span(place);
            let (event, place) = self.next()?;
            let value = self.value(event, place, depth.saturating_add(1))?;
            match entries.iter().find(|entry| entry.key == key) {
                Some(first) => {
                    let message = format!("'{key}' is there already, in line {}", first.key_span.line);
                    let fault =
                        Fault::new(codes::DUPLICATE_KEY, message, "remove one of the two or rename it");
                    self.faults.push((key_span, fault));
                    again.push(Entry { key, key_span, value });
                }
                None => entries.push(Entry { key, key_span, value }),
            }
        }
    }

    fn unfit(&self, code: Code, place: Place, message: &str, advice: &str) -> Stop {
        Stop::Unfit(self.span(place), Fault::new(code, message, advice))
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
