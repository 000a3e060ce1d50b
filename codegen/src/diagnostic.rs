//! Faults of a table, each with its place: shown as a compiler shows them, with the line and a caret.

use std::fmt;

/// One fault of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The path of the table.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// How many characters are at fault, at least one.
    pub length: usize,
    /// What is wrong and what to write instead.
    pub message: String,
    /// Which sort of fault it is.
    pub kind: DiagnosticKind,
    /// The text of the line.
    pub source_line: String,
}

/// The sorts of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// The text is not YAML, or uses a part of YAML that tables do without.
    Syntax,
    /// A key that tables do not have.
    UnknownKey,
    /// A key that must be there is missing.
    MissingKey,
    /// A value of another kind than its key takes, for example a text where a list belongs.
    WrongShape,
    /// Two things have one name.
    Duplicate,
    /// A name that cannot be a name in the generated code.
    Name,
    /// A name that nothing in the table, or no converter, has.
    Reference,
    /// A value that is not allowed or contradicts another one.
    Value,
    /// The generator itself failed.
    Internal,
}

/// How much of a line is shown at most, and how much of that before the fault.
const SHOWN: usize = 160;
const BEFORE: usize = 100;

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, column, length, message, source_line, .. } = self;
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        // Of a very long line only the surroundings of the fault are shown.
        let hidden = column.saturating_sub(BEFORE);
        let source_line: String = source_line.chars().skip(hidden).take(SHOWN).collect();
        let before = column.saturating_sub(hidden).saturating_sub(1);
        // Tabs before the caret stay tabs, so that it stands where the fault does.
        let indent: String =
            source_line.chars().take(before).map(|letter| if letter == '\t' { '\t' } else { ' ' }).collect();
        let carets = "^".repeat((*length).min(SHOWN.saturating_sub(before)).max(1));
        writeln!(f, "{path}:{line}:{column}: error: {message}")?;
        writeln!(f, " {margin} |")?;
        writeln!(f, " {number} | {source_line}")?;
        write!(f, " {margin} | {indent}{carets}")
    }
}

/// A stretch of one line of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    /// From 1.
    pub(crate) line: usize,
    /// From 1, in characters.
    pub(crate) column: usize,
    /// In characters.
    pub(crate) length: usize,
}

impl Span {
    /// The beginning of the table.
    pub(crate) const START: Self = Self { line: 1, column: 1, length: 1 };
}

/// The faults found so far.
pub(crate) struct Faults<'a> {
    path: &'a str,
    lines: Vec<&'a str>,
    found: Vec<Diagnostic>,
}

impl<'a> Faults<'a> {
    pub(crate) fn new(path: &'a str, text: &'a str) -> Self {
        Self { path, lines: text.lines().collect(), found: Vec::new() }
    }

    /// Reports a fault at a place.
    pub(crate) fn add(&mut self, kind: DiagnosticKind, span: Span, message: impl Into<String>) {
        let source_line = line_of(&self.lines, span.line);
        let room = source_line.chars().count().saturating_sub(span.column.saturating_sub(1));
        self.found.push(Diagnostic {
            path: self.path.to_owned(),
            line: span.line,
            column: span.column,
            length: span.length.min(room).max(1),
            message: message.into(),
            kind,
            source_line: source_line.trim_end().to_owned(),
        });
    }

    /// Reports a failure of the generator itself.
    pub(crate) fn internal(&mut self, reason: &str) {
        let message = format!("the generator failed: {reason}; please report this table");
        self.add(DiagnosticKind::Internal, Span::START, message);
    }

    pub(crate) const fn any(&self) -> bool {
        !self.found.is_empty()
    }

    /// The faults in the order of the table's lines.
    pub(crate) fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|fault| (fault.line, fault.column));
        self.found
    }
}

fn line_of<'a>(lines: &[&'a str], line: usize) -> &'a str {
    lines.get(line.saturating_sub(1)).copied().unwrap_or_default()
}

/// The candidate most like `text`, where one is like enough to be what was meant.
pub(crate) fn nearest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(text, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().max(3).div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `did you mean 'x'?` for the candidate most like `text`, or all candidates.
pub(crate) fn suggest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    match nearest(text, candidates.iter().copied()) {
        Some(near) => format!("did you mean '{near}'?"),
        None if candidates.is_empty() => "the table has none".to_owned(),
        None => format!("write one of {}", candidates.join(", ")),
    }
}
