//! The rows of a response for a reader of little, such as a model: the columns that people read first, without what is null,
//! prices with the decimals of the instrument, and bars of a day with its date.

use std::borrow::Cow;

use virtual_finance_core::request::ErasedResponse;
use virtual_finance_core::{Map, Value};

use super::{Lacking, Rendering, value};
use crate::formats::{Format, jsonl};
use crate::show::Layout;
use crate::show::text::{Look, MIN_SELECTED};
use crate::tabular::{Cell, Column, Outline, Table, Tables, cut};
use crate::text::number::Style;
use crate::text::{Failure, Precision};

/// The parts of a table that a reader of little gets.
#[derive(Debug, Clone, Copy)]
pub struct Brief<'n> {
    /// Names of columns that a request has in its parameters: a table with one of them is whole.
    pub named: &'n [String],
    /// True if the single values of a response become one row.
    pub is_row: bool,
}

/// The rows of a table as objects.
#[derive(Debug)]
pub struct Objects {
    /// The name of the table.
    pub table: String,
    /// The rows.
    pub rows: Vec<Map<String, Value>>,
    /// The number of columns, or of single values, that have values and were left out.
    pub left_out: usize,
}

impl Rendering {
    /// Returns the rows of a response of that outline as objects, all of them or in brief.
    ///
    /// # Errors
    /// The response has no such table or column.
    pub fn objects(
        &self,
        response: &dyn ErasedResponse,
        outline: &Outline,
        brief: Option<Brief<'_>>,
    ) -> Result<Objects, Failure> {
        let value = value(response)?;
        let tables = cut(&value, outline);
        let mut lacking = Lacking::default();
        let table = self.rows(&tables, None, &mut lacking)?;
        lacking.require()?;
        let are_chosen = !self.columns.is_empty();
        let (shown, left_out) = match brief {
            Some(brief) => brief.of(&table, &tables, are_chosen)?,
            None => (table.into_owned(), 0),
        };
        jsonl::check(&shown)?;
        Ok(Objects { rows: jsonl::rows(&shown).collect(), table: shown.name.clone(), left_out })
    }
}

impl Brief<'_> {
    /// Returns a table in brief, and the number of columns with values that it lacks.
    fn of<'t>(
        self,
        table: &'t Table<'t>,
        tables: &'t Tables<'_>,
        are_chosen: bool,
    ) -> Result<(Table<'t>, usize), Failure> {
        let layout = Layout { is_arranged: are_chosen, ..Layout::default() };
        let look = Look::of(table, tables);
        let first = tables.view().columns;
        let has_first = |count: usize| tables.is_main(&table.name) && !are_chosen && count >= MIN_SELECTED;
        if let Some(rows) = look.order(layout) {
            let is_first = |row: &usize| name(table, *row).is_some_and(|name| first.contains(&name));
            let all = rows.len();
            let is_cut = has_first(rows.iter().filter(|row| is_first(row)).count());
            let rows: Vec<usize> = rows.into_iter().filter(|row| !is_cut || is_first(row)).collect();
            let left_out = all.saturating_sub(rows.len());
            let columns = table.columns.iter().map(|column| {
                let cell = |row: &usize| Some(rounded(column.cells.get(*row)?, name(table, *row)?, &look));
                let cells = rows.iter().map(|row| cell(row).unwrap_or(Cell::Null));
                Column { cells: cells.collect(), ..column.clone() }
            });
            let cut = Table { name: table.name.clone(), columns: columns.collect(), rows: rows.len() };
            if !self.is_row {
                return Ok((cut, left_out));
            }
            let names = rows.iter().filter_map(|row| name(table, *row)).map(str::to_owned).collect();
            let wanted = Rendering { columns: names, ..Rendering::of(Format::Csv) };
            let row = wanted.arranged(Cow::Owned(cut), tables.outline)?;
            return Ok((row.into_owned(), left_out));
        }
        let is_first = |column: &&Column<'_>| first.contains(&&*column.name);
        let is_named = |column: &Column<'_>| self.named.iter().any(|name| *name == column.name);
        let is_cut =
            has_first(table.columns.iter().filter(is_first).count()) && !table.columns.iter().any(is_named);
        let is_shown = |column: &&Column<'_>| {
            are_chosen
                || column.is_key
                || column.has_values() && (!is_cut || is_first(column) || look.heads(column))
        };
        let mut shown: Vec<&Column<'t>> = look.columns(layout).into_iter().filter(is_shown).collect();
        if !are_chosen {
            shown.sort_by_key(|column| (!column.is_key, !look.heads(column)));
        }
        let columns: Vec<Column<'t>> = shown.into_iter().map(|column| dated(column, &look, tables)).collect();
        let valued = table.columns.iter().filter(|column| column.has_values()).count();
        let left_out = if are_chosen { 0 } else { valued.saturating_sub(columns.len()) };
        Ok((Table { name: table.name.clone(), columns, rows: table.rows }, left_out))
    }
}

/// Returns the name of a single value.
fn name<'t>(table: &Table<'t>, row: usize) -> Option<&'t str> {
    table.columns.first()?.cells.get(row)?.text()
}

/// Returns a single value with its decimals.
fn rounded<'t>(cell: &Cell<'t>, name: &str, look: &Look<'_>) -> Cell<'t> {
    match cell.number() {
        Some(number) => Cell::Number(Style::of(std::iter::once(number), look.unit(name)).rounded(number)),
        None => cell.clone(),
    }
}

/// Returns a column with the decimals of its numbers, and with dates where the times of bars are those of days.
fn dated<'t>(column: &Column<'t>, look: &Look<'_>, tables: &Tables<'_>) -> Column<'t> {
    let style = Style::of(column.cells.iter().filter_map(Cell::number), look.unit(&column.name));
    let precision = Precision::of(column.times(), column.granularity, &tables.zone);
    let cell = |cell: &Cell<'t>| match cell {
        Cell::Time(seconds) if precision == Precision::LocalDays => Cell::Time(tables.zone.date(*seconds)),
        cell => cell.number().map_or_else(|| cell.clone(), |number| Cell::Number(style.rounded(number))),
    };
    Column { cells: column.cells.iter().map(cell).collect(), ..column.clone() }
}
