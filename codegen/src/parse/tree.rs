//! A table as a tree of keys and values that know their places.

use saphyr_parser::{Event, Parser, ScalarStyle, Span as Place, StrInput};

use crate::codes;
use crate::diagnostic::{Fault, Span, lines};

use super::values::Resolved;

/// No table nests deeper; more would only be an attempt to exhaust the stack.
const MAX_DEPTH: usize = 24;

/// A value and its place.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) content: Content,
    /// Whether lines within it could not be read, so that what seems to be missing may be there.
    pub(crate) open: bool,
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
        let value = Self { span, content, open: false, broken: true };
        if let Content::Mapping { entries, .. } = &mut self.content {
            entries.push(Entry { key: key.to_owned(), key_span: span, value });
        }
    }

    /// Whether the value at the end of a path, or anything above it, is broken or was not read.
    pub(crate) fn is_broken(&self, path: &[&str]) -> bool {
        self.broken
            || path.split_first().is_some_and(|(first, rest)| {
                self.child(first).map_or(self.open, |child| child.is_broken(rest))
            })
    }

    /// Whether nothing of the value is broken or was not read.
    pub(crate) fn is_whole(&self) -> bool {
        let whole = match &self.content {
            Content::Scalar { .. } => true,
            Content::Sequence(items) => items.iter().all(Self::is_whole),
            Content::Mapping { entries, again } => {
                again.is_empty() && entries.iter().all(|entry| entry.value.is_whole())
            }
        };
        whole && !self.broken && !self.open
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

/// A line that was left out of the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hole {
    /// From 1.
    pub(crate) line: usize,
    /// How far it was indented.
    pub(crate) indent: usize,
}

impl Hole {
    /// Whether the line may have been a part of what begins there, by its indentation. It may be wrong by
    /// one level, but for the keys at the top.
    const fn may_be_in(self, span: Span) -> bool {
        match span.column {
            0 | 1 => self.indent < 2,
            column => self.indent <= column.saturating_add(1),
        }
    }
}

/// Why a text could not be read to its end.
pub(crate) enum Stop {
    /// It is not YAML.
    Syntax(Span, Fault),
    /// It is YAML, but no table.
    Unfit(Span, Fault),
}

/// Reads a text into a tree, with the faults found on the way. `holes` are lines that were left out of
/// the text, in order.
pub(crate) fn read(text: &str, holes: &[Hole]) -> Result<(Node, Vec<(Span, Fault)>), Stop> {
    let mut reader = Reader {
        events: Parser::new_from_str(text),
        lines: lines(text).map(|line| line.chars().count()).collect(),
        holes,
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
            (event, place) => break reader.value(event, place, 0, 0)?,
        }
    };
    loop {
        match reader.next()? {
            (Event::StreamEnd, _) => break,
            (Event::DocumentStart(_), place) => {
                reader.unused(place, "a table is one document", "remove the '---' and what follows it");
                break;
            }
            _ => {}
        }
    }
    Ok((root, reader.faults))
}

struct Reader<'text, 'h> {
    events: Parser<'text, StrInput<'text>>,
    /// The length of every line, in characters.
    lines: Vec<usize>,
    holes: &'h [Hole],
    faults: Vec<(Span, Fault)>,
}

impl<'text> Reader<'text, '_> {
    fn next(&mut self) -> Result<(Event<'text>, Place), Stop> {
        match self.events.next_event() {
            Some(Ok(event)) => Ok(event),
            // After the end of the stream there is nothing to read, and nobody asks for it.
            None => Ok((Event::StreamEnd, Place::default())),
            Some(Err(error)) => {
                let message = format!("this is not YAML: {}", error.info());
                let span = self.span(Place::empty(*error.marker()));
                Err(Stop::Syntax(span, Fault::new(codes::NOT_YAML, message, syntax_advice(error.info()))))
            }
        }
    }

    /// The value that begins with an event, and belongs to a key in the line `from`.
    fn value(&mut self, event: Event<'text>, place: Place, depth: usize, from: usize) -> Result<Node, Stop> {
        let span = self.span(place);
        if depth > MAX_DEPTH {
            let message = format!("the table nests more than {MAX_DEPTH} deep");
            return Err(Stop::Unfit(span, Fault::new(codes::TOO_DEEP, message, "write it flatter")));
        }
        let plain = match &event {
            Event::Scalar(_, _, anchor, tag) => *anchor == 0 && tag.is_none(),
            Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => {
                *anchor == 0 && tag.is_none()
            }
            _ => false,
        };
        if !plain {
            self.unused(place, "tables do without anchors, aliases and tags", "write the value itself");
        }
        let (content, end, broken) = match event {
            Event::Scalar(text, style, ..) => {
                let plain = style == ScalarStyle::Plain;
                (Content::Scalar { text: text.into_owned(), plain }, place, false)
            }
            Event::SequenceStart(..) => self.sequence(depth)?,
            Event::MappingStart(..) => self.mapping(depth)?,
            _ => (Content::Scalar { text: String::new(), plain: true }, place, true),
        };
        // In brackets, up to the closing one.
        let span = match place.is_empty() {
            true => span,
            false => self.span(Place::new(place.start, end.end)),
        };
        // A key before a line that was left out may have its value there.
        let empty = matches!(&content, Content::Scalar { text, plain: true } if text.is_empty());
        let last = if empty { from.saturating_add(1) } else { end.end.line() };
        let open = self.holes.iter().any(|hole| (from..=last).contains(&hole.line) && hole.may_be_in(span));
        Ok(Node { span, content, open, broken })
    }

    fn sequence(&mut self, depth: usize) -> Result<(Content, Place, bool), Stop> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, place) => {
                    return Ok((Content::Sequence(items), place, false));
                }
                (event, place) => {
                    let from = place.start.line();
                    items.push(self.value(event, place, depth.saturating_add(1), from)?);
                }
            }
        }
    }

    fn mapping(&mut self, depth: usize) -> Result<(Content, Place, bool), Stop> {
        let (mut entries, mut again): (Vec<Entry>, Vec<Entry>) = (Vec::new(), Vec::new());
        loop {
            let (event, place) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                return Ok((Content::Mapping { entries, again }, place, false));
            }
            let key = self.value(event, place, depth.saturating_add(1), place.start.line())?;
            let (event, value_place) = self.next()?;
            let value = self.value(event, value_place, depth.saturating_add(1), key.span.line)?;
            let Content::Scalar { text, .. } = key.content else {
                self.unused(place, "a key is a plain word", "write 'name: value'");
                continue;
            };
            let entry = Entry { key: text, key_span: key.span, value };
            match entries.iter().find(|first| first.key == entry.key) {
                Some(first) => {
                    self.twice(first, &entry);
                    again.push(entry);
                }
                None => entries.push(entry),
            }
        }
    }

    fn twice(&mut self, first: &Entry, second: &Entry) {
        let line = first.key_span.line;
        // The line that is left out may have begun another part.
        if !self.holes.iter().any(|hole| (line..second.key_span.line).contains(&hole.line)) {
            let message = format!("'{}' is there already, in line {line}", second.key);
            let fault = Fault::new(codes::DUPLICATE_KEY, message, "remove one of the two or rename it");
            self.faults.push((second.key_span, fault));
        }
    }

    fn unused(&mut self, place: Place, message: &str, advice: &str) {
        self.faults.push((self.span(place), Fault::new(codes::UNUSED_YAML, message, advice)));
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

/// What to write, by what the reader of YAML says.
const SYNTAX_ADVICE: &[(&str, &str)] = &[
    (
        "mapping values are not allowed",
        "indent the line as far as the keys beside it, or put a text with ': ' in it in quotes",
    ),
    ("simple key", "write a key, ': ' and its value"),
    ("quoted scalar", "close the quote"),
    ("flow", "close the bracket, or put a text with ',', ': ' or a bracket in it in quotes"),
    ("block mapping", "indent the line as far as the keys beside it"),
    ("illegal placement of ':'", "close the bracket, or put a text with ': ' in it in quotes"),
];

fn syntax_advice(said: &str) -> &'static str {
    let found = SYNTAX_ADVICE.iter().find(|(part, _)| said.contains(part));
    found.map_or("check the indentation, the quotes and the brackets here and just before", |(_, advice)| {
        advice
    })
}
