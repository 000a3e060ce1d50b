//! Faults of a table, each with its place, displayed in the style of the compiler: the line, a caret and the
//! advice.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::codes::{self, Code};
use crate::secret::masked;
use crate::severity::Severity;

/// The bytes of lines that the errors of a table show.
const MAX_SHOWN: usize = 4 << 20;

/// A fault of a table. [`fmt::Display`] writes it in the style of the compiler, without colours.
///
/// ```
/// let table = "hosts: {}\nendpoints: {}\nendpionts: {}\n";
/// let faults = virtual_finance_table::diagnostics("t.yaml", table, &[], "");
/// assert_eq!((faults[0].line, faults[0].column, faults[0].length), (3, 1, 9));
/// assert_eq!(faults[0].code.as_str(), "V010");
/// assert_eq!(faults[0].message, "the table has no key 'endpionts'");
/// assert_eq!(faults[0].help, "write 'endpoints'");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The path of the table.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The number of characters at fault, at least one.
    pub length: usize,
    /// The kind of fault.
    pub code: Code,
    /// The fault in one sentence.
    pub message: String,
    /// The advice: the text to write instead.
    pub help: String,
    /// The text of the line; empty if the errors before take megabytes.
    pub source_line: String,
}

impl Diagnostic {
    /// Returns the fault as [`fmt::Display`] writes it, with colours for a terminal.
    pub fn coloured(&self) -> String {
        self.rendered(&Renderer::styled())
    }

    /// Returns the fault on one line, for tools that show lines: place, severity, code, sentence and advice.
    pub fn one_line(&self) -> String {
        let Self { path, line, column, code, message, help, .. } = self;
        format!("{path}:{line}:{column}: {}[{code}]: {message}; {help}", code.severity())
    }

    fn rendered(&self, renderer: &Renderer) -> String {
        let severity = self.code.severity();
        let place = format!("{}:{}:{}: {severity}", self.path, self.line, self.column);
        let start = self.column.saturating_sub(1);
        let range = bytes_of(&self.source_line, start)
            ..bytes_of(&self.source_line, start.saturating_add(self.length));
        let snippet = Snippet::source(self.source_line.as_str())
            .line_start(self.line)
            .annotation(AnnotationKind::Primary.span(range));
        let level = match severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.with_name(place).primary_title(self.message.as_str()).id(self.code.as_str());
        renderer.render(&[title.element(snippet).element(Level::HELP.message(self.help.as_str()))])
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rendered(&Renderer::plain()))
    }
}

/// Returns the number of bytes of the first characters of a text.
fn bytes_of(text: &str, characters: usize) -> usize {
    text.char_indices().nth(characters).map_or(text.len(), |(place, _)| place)
}

/// A fault without its place.
#[derive(Debug, Clone)]
pub struct Fault {
    code: Code,
    message: String,
    help: String,
}

impl Code {
    /// Returns a fault of this kind: a sentence without its end, and what to do.
    pub fn fault(self, message: impl Into<String>, help: impl Into<String>) -> Fault {
        Fault { code: self, message: message.into(), help: help.into() }
    }
}

/// Writes the sentence and the advice.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

/// A range of characters in one line of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// In characters.
    pub length: usize,
}

impl Span {
    /// The beginning of the table.
    pub const START: Self = Self { line: 1, column: 1, length: 1 };
}

/// A file of a table.
#[derive(Debug)]
pub struct SourceFile {
    pub path: String,
    pub text: String,
}

impl SourceFile {
    /// Returns the number of lines that it takes among the lines of all files: one more than it has, for what stands
    /// at its end.
    pub fn line_count(&self) -> usize {
        lines(&self.text).count().saturating_add(1)
    }
}

/// Returns the path of the file that has a line of all files, and the line in it.
pub fn place(files: &[SourceFile], line: usize) -> (&str, usize) {
    let mut before = 0_usize;
    let mut found = ("", line);
    for file in files {
        if line <= before {
            break;
        }
        found = (&file.path, line.saturating_sub(before));
        before = before.saturating_add(file.line_count());
    }
    found
}

/// The faults found so far.
pub struct Faults<'a> {
    /// The path of each file, and the number of lines before it and in it.
    files: Vec<(&'a str, usize, usize)>,
    /// The lines of all files, with an empty one after each file.
    lines: Vec<&'a str>,
    found: Vec<Diagnostic>,
    /// Their lines and columns among the lines of all files.
    places: BTreeSet<(usize, usize)>,
    /// The bytes of lines that errors may still show: one long line may have thousands of them.
    left_to_show: usize,
}

impl<'a> Faults<'a> {
    pub fn new(path: &'a str, text: &'a str) -> Self {
        let mut faults = Self::of_files(&[], Vec::new());
        faults.file(path, text);
        faults
    }

    /// Returns the faults of a table of several files, whose lines follow each other, with the known faults.
    pub fn of_files(files: &'a [SourceFile], found: Vec<Diagnostic>) -> Self {
        let (lines, places) = (Vec::new(), BTreeSet::new());
        let mut faults = Self { files: Vec::new(), lines, found, places, left_to_show: MAX_SHOWN };
        for file in files {
            faults.file(&file.path, &file.text);
        }
        faults
    }

    fn file(&mut self, path: &'a str, text: &'a str) {
        let before = self.lines.len();
        self.lines.extend(lines(text));
        self.files.push((path, before, self.lines.len().saturating_sub(before)));
        self.lines.push("");
    }

    /// Returns the file of a line, with the number of lines before it and in it.
    fn file_of(&self, line: usize) -> (&'a str, usize, usize) {
        let found = self.files.iter().rfind(|(_, before, _)| line > *before);
        found.or(self.files.first()).copied().unwrap_or_default()
    }

    /// Reports a fault at a place.
    pub fn add(&mut self, span: Span, fault: Fault) {
        self.places.insert((span.line, span.column));
        let span = self.in_text(span);
        let (path, before, _) = self.file_of(span.line);
        let source_line = line_of(&self.lines, span.line);
        let end = source_line.chars().count().saturating_add(1);
        // saphyr-parser counts some characters twice.
        let column = span.column.min(end);
        let source_line = source_line.trim_end();
        let shown = self.left_to_show.checked_sub(source_line.len()).map(|left| {
            self.left_to_show = left;
            source_line
        });
        self.found.push(Diagnostic {
            path: path.to_owned(),
            line: span.line.saturating_sub(before),
            column,
            length: span.length.min(end.saturating_sub(column)).max(1),
            code: fault.code,
            message: masked(fault.message),
            help: masked(fault.help),
            source_line: masked(shown.unwrap_or_default().to_owned()),
        });
    }

    fn part(&self, span: Span, offset: usize, part: &str) -> Option<Span> {
        let length = part.chars().count();
        // A quote can stand before the value.
        (0..2_usize).find_map(|quote| {
            let column = span.column.saturating_add(offset).saturating_add(quote);
            let before = column.saturating_sub(1);
            let stands = line_of(&self.lines, span.line).chars().skip(before).take(length).eq(part.chars());
            stands.then_some(Span { line: span.line, column, length: length.max(1) })
        })
    }

    /// Returns the place of a character of a value by its line and its byte in the line, both from 1, as far as the
    /// value has the table's lines. A byte of 0 is the end of the lines before.
    pub fn inside(&self, span: Span, value: &str, line: usize, byte: usize) -> Option<Span> {
        let mut read = (1_usize..).zip(value.split('\n')).take(line);
        let (line, text) = match byte {
            0 => read.filter(|(_, text)| !text.trim().is_empty()).last()?,
            _ => read.nth(line.checked_sub(1)?)?,
        };
        let byte = if byte == 0 { text.len() } else { byte.min(text.len()) };
        let before = text.get(..byte.checked_sub(1)?)?.chars().count();
        let rest: String = text.chars().skip(before).collect();
        let place = if line == 1 { self.part(span, before, &rest) } else { None };
        let column = || {
            let line = span.line.checked_add(line)?.checked_sub(1)?;
            let indent = line_of(&self.lines, line).trim_end().strip_suffix(text.trim_end())?.chars().count();
            Some(Span { line, column: indent.saturating_add(before).saturating_add(1), length: 1 })
        };
        place.map(|place| Span { length: 1, ..place }).or_else(column)
    }

    /// Returns the place of a part of a value, which is a slice of it, or of the whole value where it does not have
    /// the table's lines.
    pub fn slice(&self, span: Span, value: &str, part: &str) -> Span {
        let place = || {
            let offset = part.as_ptr().addr().checked_sub(value.as_ptr().addr())?;
            let (line, before) = (1_usize..).zip(value.get(..offset)?.split('\n')).last()?;
            let place = self.inside(span, value, line, before.len().saturating_add(1))?;
            Some(Span { length: part.chars().count(), ..place })
        };
        if part.len() == value.len() { span } else { place().unwrap_or(span) }
    }

    /// Returns a place that is not after the last line of its file.
    fn in_text(&self, span: Span) -> Span {
        let (_, before, count) = self.file_of(span.line);
        let last = before.saturating_add(count.max(1));
        if span.line <= last {
            return span;
        }
        let column = line_of(&self.lines, last).chars().count().saturating_add(1);
        Span { line: last, column, length: 1 }
    }

    /// Reports a failure of the generator itself.
    pub fn internal(&mut self, reason: &str) {
        let message = format!("the generator failed: {reason}");
        self.add(Span::START, codes::INTERNAL.fault(message, "please report this table"));
    }

    /// Returns how many faults were reported so far.
    pub const fn count(&self) -> usize {
        self.found.len()
    }

    /// Returns true if one was reported in these lines.
    pub fn any_in(&self, lines: RangeInclusive<usize>) -> bool {
        self.places.range((*lines.start(), 0)..=(*lines.end(), usize::MAX)).next().is_some()
    }

    /// Returns true if one was reported at this place.
    pub fn any_at(&self, span: Span) -> bool {
        self.places.contains(&(span.line, span.column))
    }

    /// Returns true if there is an error.
    pub fn any(&self) -> bool {
        self.found.iter().any(|fault| fault.code.severity() == Severity::Error)
    }

    /// Returns the faults in the order of the files and their lines.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        let files = self.files;
        let index = |path: &str| files.iter().position(|(known, ..)| *known == path);
        self.found.sort_by_key(|fault| (index(&fault.path), fault.line, fault.column));
        self.found
    }
}

/// Returns the lines of a text as YAML counts them.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('\r'))
}

fn line_of<'a>(lines: &[&'a str], line: usize) -> &'a str {
    lines.get(line.saturating_sub(1)).copied().unwrap_or_default()
}

/// Returns the candidate most like `text`, if one is like enough to be meant. Upper and lower case are equal. Who writes
/// two letters of a word wrong has the first one right: `style` is not `type`, nor `rate` `safe`.
pub fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&text, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().max(3).div_ceil(3))
        .filter(|(distance, candidate)| *distance < 2 || starts_alike(&text, candidate))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Returns true if two texts begin with the same letter.
fn starts_alike(text: &str, candidate: &str) -> bool {
    text.chars().next() == candidate.to_lowercase().chars().next()
}

/// Returns the advice for `text`: the candidate most like it, or all candidates.
pub fn suggest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let mut candidates: Vec<&str> = candidates.into_iter().collect();
    candidates.dedup();
    match nearest(text, candidates.iter().copied()) {
        Some(near) => format!("write '{near}'"),
        None if candidates.is_empty() => "the table has none; add it there".to_owned(),
        None => format!("write one of {}", candidates.join(", ")),
    }
}
