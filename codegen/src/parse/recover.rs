//! Reading on after text that is not YAML, so that the faults of the rest come in the same run.
//!
//! Tabs become spaces. Of other faults the line is left out, and the parts around it count as open: what
//! seems to be missing in them is not reported.

use crate::codes;
use crate::diagnostic::{Fault, Faults, Span, lines};

use super::tree::{self, Hole, Node, Stop};

/// After so many faults of syntax the rest is not worth guessing at.
const MOST: usize = 20;

/// By how many spaces tables are usually indented.
const LEVEL: usize = 2;

/// How many spaces may stand for a tab.
const TAB_WIDTHS: [usize; 3] = [2, 4, 8];

/// Reads a text into a tree and reports what is not YAML and what tables do without.
pub(super) fn read(text: &str, faults: &mut Faults<'_>) -> Option<Node> {
    let mut draft = Draft { lines: lines(text).map(str::to_owned).collect(), holes: Vec::new() };
    for _ in 0..MOST {
        match draft.read() {
            Ok((tree, found)) => {
                for (span, fault) in found {
                    faults.add(span, fault);
                }
                return Some(tree);
            }
            // Without what was left out there may be nothing.
            Err(Stop::Unfit(..)) if faults.any() => return None,
            Err(Stop::Unfit(span, fault)) => {
                faults.add(span, fault);
                return None;
            }
            Err(Stop::Syntax(span, fault)) => draft.mend(span, fault, faults)?,
        }
    }
    None
}

/// A text that is changed until it can be read.
#[derive(Clone)]
struct Draft {
    lines: Vec<String>,
    /// The lines that were left out.
    holes: Vec<Hole>,
}

impl Draft {
    fn read(&self) -> Result<(Node, Vec<(Span, Fault)>), Stop> {
        let mut text = self.lines.join("\n");
        text.push('\n');
        tree::read(&text, &self.holes)
    }

    /// Reports a fault of syntax and changes the text so that more of it can be read; gives none where
    /// that fails.
    fn mend(&mut self, span: Span, fault: Fault, faults: &mut Faults<'_>) -> Option<()> {
        let near = self.near(span.line);
        let after = (span.line..=self.lines.len()).skip(1).find(|line| !self.line(*line).trim().is_empty());
        let mut lines = near.iter().copied().chain(after);
        if let Some(line) = lines.find(|line| self.indent(*line).contains('\t')) {
            self.expand_tabs(line, faults);
            return Some(());
        }
        // Of two lines that are as good to leave out, the one that the fault is in.
        let best = near
            .iter()
            .copied()
            .map(|line| (self.without(line).reach(), line))
            .rev()
            .max_by_key(|(reach, _)| *reach);
        let (reached, line) = best.filter(|(reached, _)| *reached > span.line).unwrap_or_default();
        let place = if reached == 0 || line == span.line { span } else { self.whole(line) };
        faults.add(place, fault);
        (reached > 0).then(|| *self = self.without(line))
    }

    /// Reports the tabs before a line and puts spaces there: so many that the line stands as its
    /// neighbours do or one level apart, where that can be read.
    fn expand_tabs(&mut self, line: usize, faults: &mut Faults<'_>) {
        let indent = self.indent(line);
        let tabs = indent.matches('\t').count();
        let before = indent.chars().take_while(|letter| *letter != '\t').count();
        let place = Span { line, column: before.saturating_add(1), length: tabs };
        let advice = "indent with spaces, two for each level";
        faults.add(place, Fault::new(codes::TAB, "the line is indented with a tab", advice));

        let with = |width: usize| {
            let mut draft = self.clone();
            let spaces = indent.replace('\t', &" ".repeat(width));
            draft.set(line, format!("{spaces}{}", self.line(line).trim_start()));
            (width, draft)
        };
        let [above, below] =
            [line.saturating_sub(1), line.saturating_add(1)].map(|line| self.indent(line).len());
        let fits = |indent: usize| {
            let level = indent.saturating_add(LEVEL);
            [above, below, above.saturating_add(LEVEL)].contains(&indent) || level == below
        };
        let (mut fitting, others): (Vec<_>, Vec<_>) =
            TAB_WIDTHS.map(with).into_iter().partition(|(_, draft)| fits(draft.indent(line).len()));
        fitting.extend(others);
        // Of those that are as good, the first.
        if let Some((width, draft)) = fitting.into_iter().rev().max_by_key(|(_, draft)| draft.reach()) {
            faults.widen(line, width.saturating_sub(1).saturating_mul(tabs));
            *self = draft;
        }
    }

    /// How far the text can be read, in lines.
    fn reach(&self) -> usize {
        match self.read() {
            Ok(_) | Err(Stop::Unfit(..)) => usize::MAX,
            Err(Stop::Syntax(next, _)) => next.line,
        }
    }

    /// The line of a fault and the one with text before it.
    fn near(&self, line: usize) -> Vec<usize> {
        let before = (1..line).rev().find(|line| !self.line(*line).trim().is_empty());
        [line].into_iter().filter(|line| !self.line(*line).trim().is_empty()).chain(before).collect()
    }

    fn line(&self, line: usize) -> &str {
        line.checked_sub(1).and_then(|place| self.lines.get(place)).map_or("", String::as_str)
    }

    fn set(&mut self, line: usize, text: String) {
        if let Some(place) = line.checked_sub(1).and_then(|place| self.lines.get_mut(place)) {
            *place = text;
        }
    }

    fn without(&self, line: usize) -> Self {
        let mut draft = self.clone();
        draft.set(line, String::new());
        draft.holes.push(Hole { line, indent: self.indent(line).chars().count() });
        draft
    }

    /// The white space before the text of a line.
    fn indent(&self, line: usize) -> &str {
        let text = self.line(line);
        text.strip_suffix(text.trim_start()).unwrap_or_default()
    }

    /// The text of a line.
    fn whole(&self, line: usize) -> Span {
        let text = self.line(line).trim();
        let column = self.indent(line).chars().count().saturating_add(1);
        Span { line, column, length: text.chars().count().max(1) }
    }
}
