//! Reads the text of a document, JSON or YAML, within bounds of depth and size.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, StrInput};
use serde_json::{Map, Value};
use virtual_finance_table::parse::scalar::Literal;

use super::at::joined;

/// The maximum number of bytes of a text.
const MAX_BYTES: usize = 32 << 20;

/// The maximum depth, the same as serde_json's.
const MAX_DEPTH: usize = 127;

/// The maximum size of a document whose aliases stand for what they repeat, in bytes and values together.
const MAX_SIZE: usize = 64 << 20;

/// The maximum number of parts that do not count and are said.
const MAX_IGNORED: usize = 100;

/// The size of a value beside its text.
const VALUE_SIZE: usize = 16;

/// Returns the message about a document that is not JSON.
fn not_json(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.strip_prefix("recursion limit exceeded") {
        Some(place) => format!("the document has more than {MAX_DEPTH} levels{place}; make it flatter"),
        None => format!("the document is not JSON: {text}; correct it"),
    }
}

/// Reads a document, with what of it does not count, or says why it cannot.
pub(super) fn read(text: &str) -> Result<(Value, Vec<String>), String> {
    if text.len() > MAX_BYTES {
        let (size, most) = (text.len() >> 20, MAX_BYTES >> 20);
        return Err(format!(
            "the document has {size} MB, and {most} are read; leave out paths that you do not need"
        ));
    }
    let (document, ignored) = if is_json(text) {
        let read = serde_json::from_str(plain(text));
        (read.map_err(|error: serde_json::Error| not_json(&error))?, Vec::new())
    } else {
        let mut builder = Builder::new(plain(text));
        (builder.document()?, builder.ignored)
    };
    match document {
        Value::Object(_) => Ok((document, ignored)),
        _ => Err("the document is no OpenAPI document: it has no members; check the file".to_owned()),
    }
}

/// Returns the lines of the values with these pointers in a text that was read, as far as it has them.
pub(super) fn lines<'p>(text: &str, pointers: impl Iterator<Item = &'p str>) -> HashMap<String, usize> {
    let text = plain(text);
    // JSON is YAML but for lone surrogates and tabs, which say nothing of lines.
    let text = if is_json(text) { text.replace("\\u", "  ").replace('\t', " ") } else { text.to_owned() };
    let mut builder = Builder::new(&text);
    builder.lines = pointers.map(|pointer| (pointer.to_owned(), 0)).collect();
    builder.longest = builder.lines.keys().map(String::len).max();
    // What cannot be read has no lines.
    let _ = builder.document();
    builder.lines.retain(|_, line| *line > 0);
    builder.lines
}

/// Returns true if a text is JSON rather than YAML.
fn is_json(text: &str) -> bool {
    plain(text).trim_start().starts_with(['{', '['])
}

/// Returns a text without its byte order mark.
fn plain(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Builds the value of a YAML text.
struct Builder<'t> {
    events: Parser<'t, StrInput<'t>>,
    /// The line of the last event.
    line: usize,
    /// The values of anchors, with their sizes.
    anchors: HashMap<usize, (Value, usize)>,
    /// The size that the rest may have.
    left: usize,
    /// The parts that do not count, in words.
    ignored: Vec<String>,
    /// The lines of pointers that are looked for, 0 where they are not known yet.
    lines: HashMap<String, usize>,
    /// The length of the longest of them.
    longest: Option<usize>,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            events: Parser::new_from_str(text),
            line: 0,
            anchors: HashMap::new(),
            left: MAX_SIZE,
            ignored: Vec::new(),
            lines: HashMap::new(),
            longest: None,
        }
    }

    /// Returns the pointer to a member that begins on the line of the last event, if lines are looked for.
    fn below(&mut self, pointer: &str, name: &str) -> String {
        // Longer ones need not be looked up, which takes the time of their length.
        if self.longest.is_none_or(|longest| pointer.len() >= longest) {
            return pointer.to_owned();
        }
        let pointer = joined(pointer, name);
        if let Some(line) = self.lines.get_mut(&pointer) {
            *line = self.line;
        }
        pointer
    }

    fn document(&mut self) -> Result<Value, String> {
        let document = loop {
            match self.next()? {
                Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
                Event::StreamEnd => return Err("the document is empty; check the file".to_owned()),
                event => {
                    let line = self.line;
                    self.lines.get_mut("").into_iter().for_each(|known| *known = line);
                    break self.value(event, "", 0)?;
                }
            }
        };
        while let Ok(event) = self.next() {
            match event {
                Event::DocumentEnd | Event::Nothing => {}
                Event::DocumentStart(_) => {
                    let message =
                        format!("another document begins at line {}; the first alone is read", self.line);
                    self.ignored.push(message);
                    break;
                }
                _ => break,
            }
        }
        Ok(document)
    }

    fn next(&mut self) -> Result<Event<'t>, String> {
        match self.events.next_event() {
            Some(Ok((event, place))) => {
                self.line = place.start.line();
                Ok(event)
            }
            None => Ok(Event::StreamEnd),
            Some(Err(error)) => {
                let (line, info) = (error.marker().line(), error.info());
                Err(format!("the document is neither JSON nor YAML: {info} at line {line}; correct it"))
            }
        }
    }

    /// Takes a part of the size that is left.
    fn take(&mut self, size: usize) -> Result<(), String> {
        self.left = self.left.checked_sub(size).ok_or_else(|| {
            "the aliases of the document repeat too much of it; write the values themselves".to_owned()
        })?;
        Ok(())
    }

    fn value(&mut self, event: Event<'t>, pointer: &str, depth: usize) -> Result<Value, String> {
        if depth > MAX_DEPTH {
            return Err(format!("the document nests more than {MAX_DEPTH} deep; write it flatter"));
        }
        let before = self.left;
        let (value, anchor) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.take(text.len().saturating_add(VALUE_SIZE))?;
                let is_plain = style == ScalarStyle::Plain && tag.is_none();
                (if is_plain { scalar(&text) } else { Value::from(text.into_owned()) }, anchor)
            }
            Event::SequenceStart(anchor, _) => (self.sequence(pointer, depth)?, anchor),
            Event::MappingStart(anchor, _) => (self.mapping(pointer, depth)?, anchor),
            Event::Alias(anchor) => {
                let size = self.anchors.get(&anchor).map_or(0, |(_, size)| *size);
                self.take(size)?;
                return Ok(self.anchors.get(&anchor).map(|(value, _)| value.clone()).unwrap_or_default());
            }
            _ => return Err("the document is not YAML; correct it".to_owned()),
        };
        if anchor != 0 {
            let size = before.saturating_sub(self.left);
            self.take(size)?;
            self.anchors.insert(anchor, (value.clone(), size));
        }
        Ok(value)
    }

    fn sequence(&mut self, pointer: &str, depth: usize) -> Result<Value, String> {
        self.take(VALUE_SIZE)?;
        let mut items = Vec::new();
        loop {
            match self.next()? {
                Event::SequenceEnd => return Ok(Value::Array(items)),
                event => {
                    let below = self.below(pointer, &items.len().to_string());
                    items.push(self.value(event, &below, depth.saturating_add(1))?);
                }
            }
        }
    }

    fn mapping(&mut self, pointer: &str, depth: usize) -> Result<Value, String> {
        self.take(VALUE_SIZE)?;
        let (mut members, mut merged) = (Map::new(), Vec::new());
        loop {
            let name = match self.next()? {
                Event::MappingEnd => break,
                Event::Scalar(name, ..) => name.into_owned(),
                _ => return Err("a key of the document is no string; write one".to_owned()),
            };
            self.take(name.len().saturating_add(VALUE_SIZE))?;
            if members.contains_key(&name) && self.ignored.len() < MAX_IGNORED {
                self.ignored
                    .push(format!("'{name}' at line {} is there again; the last one counts", self.line));
            }
            let below = self.below(pointer, &name);
            let event = self.next()?;
            let value = self.value(event, &below, depth.saturating_add(1))?;
            match value {
                // A merge key of YAML 1.1, which many documents use.
                Value::Object(more) if name == "<<" => merged.push(more),
                value => drop(members.insert(name, value)),
            }
        }
        for (name, value) in merged.into_iter().flatten() {
            members.entry(name).or_insert(value);
        }
        Ok(Value::Object(members))
    }
}

/// Returns a plain scalar as tables read it. What JSON does not have stays a string.
fn scalar(text: &str) -> Value {
    let Literal { value, .. } = Literal::new(text.to_owned(), true);
    match serde_json::to_value(value) {
        Ok(value) if value.is_null() == matches!(text, "" | "~" | "null" | "Null" | "NULL") => value,
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests;
