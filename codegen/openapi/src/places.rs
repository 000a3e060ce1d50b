//! The lines of places in a document. They are looked for after the import, where something is told.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, StrInput};

use super::at::joined;
use super::document::{is_json, plain};

/// Returns the lines of the values with these pointers, as far as the text has them.
pub(super) fn lines<'p>(text: &str, pointers: impl Iterator<Item = &'p str>) -> HashMap<String, usize> {
    // JSON is YAML but for the escapes of lone surrogates and for tabs, which say nothing of lines.
    let text =
        if is_json(text) { plain(text).replace("\\u", "  ").replace('\t', " ") } else { plain(text).into() };
    let mut lines = Lines {
        events: Parser::new_from_str(&text),
        longest: 0,
        of: pointers.map(|one| (one.into(), 0)).collect(),
    };
    lines.longest = lines.of.keys().map(String::len).max().unwrap_or_default();
    lines.document();
    let mut of = lines.of;
    of.retain(|_, line| *line > 0);
    of
}

/// Walks through the events of a text that was read already.
struct Lines<'t> {
    events: Parser<'t, StrInput<'t>>,
    /// The lines of pointers, 0 where they are not known yet.
    of: HashMap<String, usize>,
    /// The length of the longest pointer. Longer ones need not be looked up, which takes the time of their length.
    longest: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Option<(Event<'t>, usize)> {
        let (event, place) = self.events.next_event()?.ok()?;
        Some((event, place.start.line()))
    }

    fn note(&mut self, pointer: &str, line: usize) {
        if pointer.len() <= self.longest
            && let Some(known) = self.of.get_mut(pointer)
        {
            *known = line;
        }
    }

    fn document(&mut self) -> Option<()> {
        loop {
            match self.next()? {
                (Event::StreamStart | Event::DocumentStart(_) | Event::Nothing, _) => {}
                (event, line) => {
                    self.note("", line);
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
                    self.note(&pointer, line);
                    self.value(&item, &pointer)?;
                    index = index.checked_add(1)?;
                }
            }
            Event::MappingStart(..) => loop {
                let (key, line) = self.next()?;
                let Event::Scalar(name, ..) = key else { return (key == Event::MappingEnd).then_some(()) };
                let pointer = joined(pointer, &name);
                self.note(&pointer, line);
                let (value, _) = self.next()?;
                self.value(&value, &pointer)?;
            },
            _ => Some(()),
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
