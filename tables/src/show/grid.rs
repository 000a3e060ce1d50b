//! Columns of strings side by side: their widths, what is cut, wrapped or left out, and the lines.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr};

/// The gap between two columns.
const GAP: &str = "  ";

/// The maximum width of a column: every other row has as many spaces.
const MAX_WIDTH: usize = 500;

/// The minimum width to which a column of strings is cut.
const MIN_TEXT_WIDTH: usize = 12;

/// The minimum width of the first column if others are left out.
const MIN_FIRST_WIDTH: usize = 24;

/// The minimum width to which a column of strings is wrapped.
const MIN_WRAPPED_WIDTH: usize = 24;

/// The maximum width of lines with wrapped strings: each line of a string has as many spaces before it.
const MAX_WRAPPED_LINE: usize = 400;

/// The width of lines with wrapped strings where there is no terminal.
const USUAL_WIDTH: usize = 100;

/// The maximum width of a word that is not broken when strings are wrapped.
const MAX_WORD: usize = 40;

/// The maximum number of lines of the names of columns.
const MAX_NAME_LINES: usize = 5;

/// The maximum number of rows of a transposed table.
const MAX_TRANSPOSED_ROWS: usize = 31;

/// The style of negative numbers.
const NEGATIVE: Style = AnsiColor::Red.on_default();

/// The room for a grid, and how it is used.
#[derive(Debug, Clone, Copy, Default)]
pub struct Layout {
    /// The width of the terminal, if there is one.
    pub width: Option<usize>,
    /// True if every column and every string is whole.
    pub wide: bool,
    /// True if negative numbers are in colour.
    pub colours: bool,
    /// True if the caller chose the columns.
    pub is_arranged: bool,
    /// True if rows stay rows, whatever their number.
    pub keeps_rows: bool,
}

/// A column whose cells become the names of the columns.
#[derive(Debug)]
pub(super) struct Head {
    /// The place of the column.
    pub place: usize,
    /// The course of each other column, for a last column where there is room for it.
    pub trends: Vec<String>,
}

/// A column of strings.
#[derive(Debug, Clone, Default)]
pub(super) struct Texts {
    name: String,
    /// The cells, concatenated; `ends` has the end of each.
    text: String,
    ends: Vec<usize>,
    /// The width of the widest cell.
    cells_width: usize,
    /// The width of the column.
    width: usize,
    /// True if the cells are aligned to the right, as numbers are.
    right: bool,
    /// The width to which the cells may be cut; `None` for numbers.
    min: Option<usize>,
    /// True if cells that are wider than the column go on in the next line.
    wraps: bool,
    /// True if cells are never cut.
    whole: bool,
}

impl Texts {
    /// Creates a column without cells.
    pub(super) fn new(name: String, right: bool, cuts: bool) -> Self {
        let width = name.width();
        Self { name, width, right, min: cuts.then_some(MIN_TEXT_WIDTH), ..Self::default() }
    }

    /// Returns the same column with cells that are never cut.
    pub(super) fn whole(self) -> Self {
        Self { whole: true, min: self.min.map(|_| MIN_WRAPPED_WIDTH), ..self }
    }

    /// Adds a cell, which the function appends to the cells before it.
    pub(super) fn push(&mut self, append: impl FnOnce(&mut String)) {
        let start = self.text.len();
        append(&mut self.text);
        let added = self.text.get(start..).unwrap_or_default().width();
        self.cells_width = self.cells_width.max(added);
        self.width = self.width.max(added);
        self.ends.push(self.text.len());
    }

    fn cells(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| self.text.get(start..*end).unwrap_or_default())
    }

    /// Returns the lines of the name: one where it fits, else several words each.
    fn name_lines(&self) -> Vec<&str> {
        let mut lines = Vec::new();
        let mut rest = self.name.as_str();
        while lines.len() < MAX_NAME_LINES.saturating_sub(1) && rest.width() > self.width {
            let ends = words(rest).scan(0_usize, |end, word| {
                *end = end.saturating_add(word.len());
                Some(*end)
            });
            let fits =
                |end: &usize| rest.get(..*end).is_some_and(|line| line.trim_end().width() <= self.width);
            let Some((line, after)) = ends.take_while(fits).last().and_then(|end| rest.split_at_checked(end))
            else {
                break;
            };
            lines.push(line.trim_end());
            rest = after;
        }
        lines.push(rest);
        lines
    }

    /// Returns the width of the column with its name in several lines.
    fn narrowest(&self) -> usize {
        let mut words: Vec<usize> = words(&self.name)
            .map(|word| word.trim_end().width())
            .take(MAX_NAME_LINES.saturating_add(1))
            .collect();
        if words.len() > MAX_NAME_LINES {
            words = vec![self.width];
        }
        words.into_iter().max().unwrap_or_default().max(self.cells_width).min(self.width)
    }

    /// Returns the width of the longest word of the cells that is not broken.
    fn longest_word(&self) -> usize {
        let words = self.cells().flat_map(|cell| cell.split(' ')).map(UnicodeWidthStr::width);
        words.filter(|width| *width <= MAX_WORD).max().unwrap_or_default()
    }
}

/// Splits a name into its words, each with the spaces behind it: `changePercent` has two.
fn words(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = name;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut before = ' ';
        let end = rest.char_indices().find_map(|(index, character)| {
            let begins = index > 0
                && ((character.is_uppercase() && before.is_lowercase())
                    || (matches!(before, ' ' | '_' | '.') && character != ' '));
            before = character;
            begins.then_some(index)
        });
        let (word, after) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        rest = after;
        Some(word)
    })
}

/// Writes the columns with their names, or transposed by `head` if there is one and the rows are few. Returns the names of
/// the columns without room.
pub(super) fn write(
    mut grid: Vec<Texts>,
    rows: usize,
    head: Option<&Head>,
    layout: Layout,
    out: &mut dyn Write,
) -> io::Result<Vec<String>> {
    if layout.wide {
        let (mut grid, rows) = by_head(grid, head, rows, None);
        wrap(&mut grid, layout.width.unwrap_or(USUAL_WIDTH));
        write_grid(&grid, true, rows, layout, out)?;
        return Ok(Vec::new());
    }
    limit(&mut grid);
    let turned = head.is_some();
    let (mut grid, rows) = by_head(grid, head, rows, layout.width);
    let width = layout.width.filter(|width| total(&grid) > *width);
    let Some(width) = width.filter(|width| !break_names(&mut grid, *width)) else {
        write_grid(&grid, true, rows, layout, out)?;
        return Ok(Vec::new());
    };
    if rows <= MAX_TRANSPOSED_ROWS && !turned && !layout.keeps_rows {
        let transposed = transposed(&grid, rows);
        if total(&transposed) <= width {
            write_grid(&transposed, false, grid.len(), layout, out)?;
            return Ok(Vec::new());
        }
    }
    let left_out = shrink(&mut grid, width);
    write_grid(&grid, true, rows, layout, out)?;
    Ok(left_out)
}

/// Writes the names, if `with_names` is set, and each row.
fn write_grid(
    grid: &[Texts],
    with_names: bool,
    rows: usize,
    layout: Layout,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut line = String::new();
    if with_names && !grid.is_empty() {
        let plain = Layout::default();
        let names: Vec<Vec<&str>> = grid.iter().map(Texts::name_lines).collect();
        let lines = names.iter().map(Vec::len).max().unwrap_or_default();
        // A name stands above its rule.
        for place in (0..lines).rev() {
            let parts = names.iter().map(|lines| lines.iter().rev().nth(place).copied().unwrap_or_default());
            write_line(&mut line, grid, parts, plain, out)?;
        }
        let rules: Vec<String> = grid.iter().map(|column| "─".repeat(column.width)).collect();
        write_line(&mut line, grid, rules.iter().map(String::as_str), plain, out)?;
    }
    let mut cells: Vec<_> = grid.iter().map(Texts::cells).collect();
    let mut row: Vec<&str> = Vec::new();
    for _ in 0..rows {
        row.clear();
        row.extend(cells.iter_mut().map(|cells| cells.next().unwrap_or_default()));
        loop {
            let mut goes_on = false;
            let parts: Vec<&str> = grid
                .iter()
                .zip(&mut row)
                .map(|(column, cell)| {
                    let (part, rest) = if column.wraps { split(cell, column.width) } else { (*cell, "") };
                    goes_on |= !rest.is_empty();
                    *cell = rest;
                    part
                })
                .collect();
            write_line(&mut line, grid, parts.into_iter(), layout, out)?;
            if !goes_on {
                break;
            }
        }
    }
    Ok(())
}

fn write_line<'t>(
    line: &mut String,
    grid: &[Texts],
    cells: impl Iterator<Item = &'t str>,
    layout: Layout,
    out: &mut dyn Write,
) -> io::Result<()> {
    line.clear();
    for (index, (column, cell)) in grid.iter().zip(cells).enumerate() {
        if index > 0 {
            line.push_str(GAP);
        }
        let wide = cell.width();
        let pad = column.width.saturating_sub(wide);
        let (before, after) = if column.right { (pad, 0) } else { (0, pad) };
        line.extend(std::iter::repeat_n(' ', before));
        if layout.colours && is_negative(cell) {
            line.push_str(&NEGATIVE.render().to_string());
            push_within(line, cell, column.width, wide);
            line.push_str(&NEGATIVE.render_reset().to_string());
        } else {
            push_within(line, cell, column.width, wide);
        }
        line.extend(std::iter::repeat_n(' ', after));
    }
    writeln!(out, "{}", line.trim_end())
}

/// Returns true if a cell is a negative number.
fn is_negative(cell: &str) -> bool {
    cell.strip_prefix('-').is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
}

/// Appends a string of width `wide`, cut to `width` with `…`.
fn push_within(line: &mut String, text: &str, width: usize, wide: usize) {
    if wide <= width {
        line.push_str(text);
        return;
    }
    let mut remaining = width.saturating_sub(1);
    for character in text.chars() {
        let wide = character.width().unwrap_or_default();
        if wide > remaining {
            break;
        }
        remaining = remaining.saturating_sub(wide);
        line.push(character);
    }
    line.push('…');
}

/// Splits a string at its last space within a width, or in a word that is wider.
fn split(text: &str, width: usize) -> (&str, &str) {
    let mut used = 0_usize;
    let mut space = None;
    for (index, character) in text.char_indices() {
        used = used.saturating_add(character.width().unwrap_or_default());
        if used > width && index > 0 {
            let end = if character == ' ' { index } else { space.unwrap_or(index) };
            let (part, rest) = text.split_at_checked(end).unwrap_or((text, ""));
            return (part.trim_end_matches(' '), rest.trim_start_matches(' '));
        }
        if character == ' ' && index > 0 {
            space = Some(index);
        }
    }
    (text, "")
}

/// Returns the width of a line of all columns.
fn total(grid: &[Texts]) -> usize {
    let gaps = GAP.len().saturating_mul(grid.len().saturating_sub(1));
    grid.iter().map(|column| column.width).fold(gaps, usize::saturating_add)
}

/// Limits the widths of the columns. The last column keeps its width if nothing stands behind its strings, so that no
/// row gets longer by another row.
fn limit(grid: &mut [Texts]) {
    let last = grid.len().saturating_sub(1);
    for (index, column) in grid.iter_mut().enumerate() {
        if index < last || column.right {
            column.width = column.width.min(MAX_WIDTH);
        }
    }
}

/// Narrows the widest columns that may be narrower, each to its minimum, until a line has a width. Returns what the
/// line is too wide by.
fn narrow(grid: &mut [Texts], mins: &[Option<usize>], width: usize) -> usize {
    let mut excess = total(grid).saturating_sub(width);
    while excess > 0 {
        let room = |(column, min): &(&mut Texts, &Option<usize>)| min.is_some_and(|min| column.width > min);
        let wide = grid.iter_mut().zip(mins).filter(room);
        let Some((widest, min)) = wide.max_by_key(|(column, _)| column.width) else { break };
        // In small steps, so that columns of similar widths stay similar.
        let step = excess.min(8).min(widest.width.saturating_sub(min.unwrap_or_default()));
        widest.width = widest.width.saturating_sub(step);
        excess = excess.saturating_sub(step);
    }
    excess
}

/// Breaks the widest names so that lines have a width. Returns true if they do.
fn break_names(grid: &mut [Texts], width: usize) -> bool {
    // More columns have no room even for the gaps. This looks at each column for every other one.
    let count = grid.len().min(width);
    let part = grid.get_mut(..count).unwrap_or_default();
    let mins: Vec<_> = part.iter().map(|column| Some(column.narrowest())).collect();
    narrow(part, &mins, width);
    total(grid) <= width
}

/// Shrinks a grid with broken names to a width: cuts the widest columns of strings, then drops columns at the end.
/// Numbers are never cut. A column of `…` marks dropped columns, whose names are returned.
fn shrink(grid: &mut Vec<Texts>, width: usize) -> Vec<String> {
    let far = grid.split_off(grid.len().min(width.max(1)));
    let first = grid.first().map_or(0, |column| column.width);
    let cells: Vec<_> = grid.iter().map(|column| column.min).collect();
    let whole: Vec<usize> = grid.iter().map(|column| column.width).collect();
    let excess = narrow(grid, &cells, width);
    for column in grid.iter_mut() {
        column.wraps = column.whole && column.width < column.cells_width;
    }
    if excess == 0 && far.is_empty() {
        return Vec::new();
    }
    // The first column tells the rows apart, so it gets back some width.
    if let Some(column) = grid.first_mut() {
        column.width = first.min(column.width.max(MIN_FIRST_WIDTH));
    }
    let room = width.saturating_sub(GAP.len().saturating_add(1));
    let mut dropped = Vec::new();
    while grid.len() > 1 && total(grid) > room {
        dropped.extend(grid.pop());
    }
    // The room of those that are dropped is for the strings that were cut before.
    let mut spare = room.saturating_sub(total(grid));
    for (column, whole) in grid.iter_mut().zip(whole) {
        let more = whole.saturating_sub(column.width).min(spare);
        column.width = column.width.saturating_add(more);
        spare = spare.saturating_sub(more);
        column.wraps &= column.width < column.cells_width;
    }
    let rows = grid.first().map_or(0, |column| column.ends.len());
    let mut rest = Texts::new("…".to_owned(), false, false);
    for _ in 0..rows {
        rest.push(|text| text.push('…'));
    }
    grid.push(rest);
    dropped.into_iter().rev().chain(far).map(|column| column.name).collect()
}

/// Wraps the widest columns of strings so that a line has a width, or as little more as it can. Lines that would be
/// much wider than a page have no wrapped strings.
fn wrap(grid: &mut [Texts], width: usize) {
    if grid.len() > MAX_WRAPPED_LINE {
        return limit(grid);
    }
    let whole: Vec<usize> = grid.iter().map(|column| column.width).collect();
    for column in grid.iter_mut().filter(|column| column.min.is_some()) {
        column.width = column.width.min(width.max(MIN_WRAPPED_WIDTH));
    }
    break_names(grid, width);
    let min = |column: &Texts| column.min.map(|_| column.longest_word().max(MIN_WRAPPED_WIDTH));
    let mins: Vec<_> = grid.iter().map(min).collect();
    narrow(grid, &mins, width);
    let fits = total(grid) <= MAX_WRAPPED_LINE;
    for (column, whole) in grid.iter_mut().zip(whole) {
        column.wraps = fits && column.width < column.cells_width;
        column.width = if fits { column.width } else { whole };
    }
    if !fits {
        limit(grid);
    }
}

/// Returns a grid transposed by a column, whose cells become the names of the columns, and its number of rows. The
/// trends are a last column if a width has room for it.
fn by_head(
    mut grid: Vec<Texts>,
    head: Option<&Head>,
    rows: usize,
    width: Option<usize>,
) -> (Vec<Texts>, usize) {
    let fits = |head: &&Head| head.place < grid.len() && rows <= MAX_TRANSPOSED_ROWS;
    let Some(head) = head.filter(fits) else { return (grid, rows) };
    let names = grid.remove(head.place);
    let mut columns = transposed(&grid, rows);
    let cells = std::iter::once(names.name.as_str()).chain(names.cells());
    for (index, (column, name)) in columns.iter_mut().zip(cells).enumerate() {
        name.clone_into(&mut column.name);
        column.width = column.width.max(name.width());
        column.right = index > 0;
        column.min = (index == 0).then_some(MIN_FIRST_WIDTH);
    }
    if head.trends.iter().any(|trend| !trend.is_empty()) {
        let mut trends = Texts::new("old to new".to_owned(), false, false);
        head.trends.iter().for_each(|trend| trends.push(|text| text.push_str(trend)));
        columns.push(trends);
        if width.is_none_or(|width| total(&columns) > width) {
            columns.pop();
        }
    }
    (columns, grid.len())
}

/// Transposes a grid: each column becomes a line, its name first. It suits tables of many columns and few rows.
fn transposed(grid: &[Texts], rows: usize) -> Vec<Texts> {
    let right = !grid.iter().any(|column| column.min.is_some());
    let count = rows.min(MAX_TRANSPOSED_ROWS).saturating_add(1);
    let mut columns: Vec<Texts> =
        std::iter::repeat_with(|| Texts { right, ..Texts::default() }).take(count).collect();
    for column in grid {
        let line = std::iter::once(column.name.as_str()).chain(column.cells());
        for (texts, cell) in columns.iter_mut().zip(line) {
            texts.push(|text| text.push_str(cell));
        }
    }
    if let Some(names) = columns.first_mut() {
        names.right = false;
    }
    columns
}
