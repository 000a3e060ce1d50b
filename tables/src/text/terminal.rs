//! Text on its way to a terminal. Whatever a host, a record or a document has in its texts, no character of it moves the
//! cursor, changes colours or titles, or turns the direction of writing: every text to stderr, and every one to stdout
//! where that is a terminal, goes through here.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write};

/// Writes a line, or several, to stderr.
pub fn tell(line: impl Display) {
    let text = harmless(&line.to_string(), Lines::Keep);
    // If stderr is closed, nobody reads the line.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Writes a text to stdout.
pub fn say(content: Content, text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        Terminal::new(out, content).write_all(text.as_bytes())
    } else {
        out.write_all(text.as_bytes())
    }
}

/// The line breaks and tabs of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// They stay.
    Keep,
    /// They become spaces.
    Join,
}

/// Returns a text with harmless characters only.
pub fn harmless(text: &str, lines: Lines) -> String {
    let mut out = String::with_capacity(text.len());
    push_harmless(&mut out, text, lines);
    out
}

/// Appends a text with harmless characters only.
pub fn push_harmless(out: &mut String, text: &str, lines: Lines) {
    out.extend(text.chars().map(|character| match character {
        '\n' | '\t' if lines == Lines::Keep => character,
        '\t' | '\n' | '\r' => ' ',
        character if is_harmful(character) => char::REPLACEMENT_CHARACTER,
        character => character,
    }));
}

/// Returns true for characters that move the cursor, begin a command to a terminal or change the direction of writing.
pub fn is_harmful(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// The content of what is written to stdout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// JSON, in which a character can be written as an escape that means the same.
    Json,
    /// Text in which harmful characters are replaced.
    Text,
    /// Text whose parts are harmless already, with colours of our own.
    Harmless,
}

/// A terminal that gets harmless characters only.
pub struct Terminal<W> {
    out: W,
    content: Content,
    /// The bytes of a character that is not whole yet.
    rest: Vec<u8>,
}

impl<W: Write> Terminal<W> {
    /// Writes content of that kind to a terminal.
    pub const fn new(out: W, content: Content) -> Self {
        Self { out, content, rest: Vec::new() }
    }
}

impl<W: Write> Write for Terminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.content == Content::Harmless {
            return self.out.write(bytes);
        }
        let all = [std::mem::take(&mut self.rest).as_slice(), bytes].concat();
        let mut text = String::with_capacity(all.len());
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            match self.content {
                Content::Json => push_json(&mut text, chunk.valid()),
                Content::Text | Content::Harmless => push_harmless(&mut text, chunk.valid(), Lines::Keep),
            }
            // Up to three bytes at the end may be the beginning of a character.
            if chunks.peek().is_none() && chunk.invalid().len() < 4 {
                self.rest = chunk.invalid().to_vec();
            } else if !chunk.invalid().is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        self.out.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Appends JSON with escapes in place of harmful characters, which it has in strings only.
fn push_json(out: &mut String, json: &str) {
    for character in json.chars() {
        if is_harmful(character) && character != '\n' {
            out.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            out.push(character);
        }
    }
}
