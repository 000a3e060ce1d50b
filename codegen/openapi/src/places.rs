//! The lines of places in a document. They are looked for after the import, where something is told.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, StrInput};

use super::at::joined;
use super::document::{is_json, plain};

/// Returns the lines of the values with these pointers, as far as the text has them.
pub(super) fn lines<'p>(text: &str, pointers: impl Iterator<Item = &'p str>) -> HashMap<String, usize> {
    let mut lines = Lines::default();
    for pointer in pointers {
        lines.longest = lines.longest.max(pointer.len());
        lines.of.insert(pointer.to_owned(), 0);
    }
    if is_json(text) {
        let json = Json { bytes: plain(text).as_bytes(), index: 0, line: 1, lines: &mut lines };
        json.document();
    } else {
        let mut yaml = Yaml { events: Parser::new_from_str(plain(text)), lines: &mut lines };
        yaml.document();
    }
    lines.of.retain(|_, line| *line > 0);
    lines.of
}

/// The lines of pointers, 0 where they are not known yet.
#[derive(Default)]
struct Lines {
    of: HashMap<String, usize>,
    /// The length of the longest pointer. Those that are longer need not be looked up, which takes the time of their length.
    longest: usize,
}

fn note(lines: &mut Lines, pointer: &str, line: usize) {
    if pointer.len() <= lines.longest
        && let Some(known) = lines.of.get_mut(pointer)
    {
        *known = line;
    }
}

/// Walks through the events of a YAML text that was read already.
struct Yaml<'t, 'l> {
    events: Parser<'t, StrInput<'t>>,
    lines: &'l mut Lines,
}

impl<'t> Yaml<'t, '_> {
    fn next(&mut self) -> Option<(Event<'t>, usize)> {
        let (event, place) = self.events.next_event()?.ok()?;
        Some((event, place.start.line()))
    }

    fn document(&mut self) -> Option<()> {
        loop {
            match self.next()? {
                (Event::StreamStart | Event::DocumentStart(_) | Event::Nothing, _) => {}
                (event, line) => {
                    note(self.lines, "", line);
                    return self.value(&event, "");
                }
            }
        }
    }

    fn value(&mut self, event: &Event<'t>, pointer: &str) -> Option<()> {
        match event {
            Event::SequenceStart(..) => {
                let mut index = 0_usize;
                loop {
                    let (item, line) = self.next()?;
                    if item == Event::SequenceEnd {
                        return Some(());
                    }
                    let pointer = joined(pointer, &index.to_string());
                    note(self.lines, &pointer, line);
                    self.value(&item, &pointer)?;
                    index = index.checked_add(1)?;
                }
            }
            Event::MappingStart(..) => loop {
                let (key, line) = self.next()?;
                let Event::Scalar(name, ..) = key else { return (key == Event::MappingEnd).then_some(()) };
                let pointer = joined(pointer, &name);
                note(self.lines, &pointer, line);
                let (value, _) = self.next()?;
                self.value(&value, &pointer)?;
            },
            _ => Some(()),
        }
    }
}

/// Walks through a JSON text that was read already.
struct Json<'t, 'l> {
    bytes: &'t [u8],
    index: usize,
    line: usize,
    lines: &'l mut Lines,
}

/// An open list or object.
struct Open {
    /// The length of the pointer to it.
    length: usize,
    /// The index of the next item; `None` for an object.
    index: Option<usize>,
}

impl Json<'_, '_> {
    fn document(mut self) -> Option<()> {
        let (mut open, mut pointer) = (Vec::<Open>::new(), String::new());
        let mut is_name = false;
        note(self.lines, "", 1);
        while let Some(byte) = self.bytes.get(self.index).copied() {
            self.index = self.index.checked_add(1)?;
            match byte {
                b'\n' => self.line = self.line.checked_add(1)?,
                b'{' | b'[' => {
                    is_name = byte == b'{';
                    open.push(Open { length: pointer.len(), index: (!is_name).then_some(0) });
                    self.item(open.last_mut()?, &mut pointer);
                }
                b'}' | b']' => pointer.truncate(open.pop()?.length),
                b',' => {
                    let inner = open.last_mut()?;
                    is_name = inner.index.is_none();
                    self.item(inner, &mut pointer);
                }
                b'"' => {
                    let name = self.string()?;
                    if is_name {
                        is_name = false;
                        pointer.truncate(open.last()?.length);
                        pointer.push_str(&joined("", &name));
                        note(self.lines, &pointer, self.line);
                    }
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Begins the next item of a list.
    fn item(&mut self, open: &mut Open, pointer: &mut String) {
        let Some(index) = &mut open.index else { return };
        pointer.truncate(open.length);
        pointer.push_str(&joined("", &index.to_string()));
        *index = index.saturating_add(1);
        // The item may begin on a later line.
        let rest = self.bytes.get(self.index..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
        let more = blanks.filter(|byte| **byte == b'\n').count();
        note(self.lines, pointer, self.line.saturating_add(more));
    }

    /// Reads the rest of a string.
    fn string(&mut self) -> Option<String> {
        let start = self.index.checked_sub(1)?;
        loop {
            let byte = self.bytes.get(self.index)?;
            self.index = self.index.checked_add(if *byte == b'\\' { 2 } else { 1 })?;
            if *byte == b'"' {
                return serde_json::from_slice(self.bytes.get(start..self.index)?).ok();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn json_and_yaml_have_their_lines() {
        let pointers = || ["", "/a", "/a/b~1c", "/l/1", "/l/1/x", "/gone"].into_iter();
        let json = "{\n  \"a\": {\n    \"b/c\": \"}\\\"[\"\n  },\n  \"l\": [\n    [1, 2],\n    {\n      \"x\": 1 }\n  ]\n}\n";
        let yaml = "a:\n  b/c: x\nl:\n  - [1, 2]\n  - y: 2\n    x: 1\n";
        let found = |text| {
            let lines = lines(text, pointers());
            pointers().map(|pointer| lines.get(pointer).copied()).collect::<Vec<_>>()
        };
        assert_eq!(found(json), [Some(1), Some(2), Some(3), Some(7), Some(8), None]);
        assert_eq!(found(yaml), [Some(1), Some(1), Some(2), Some(5), Some(6), None]);
    }
}
