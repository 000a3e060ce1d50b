//! Tables for people: what matters first, numbers and times as people write them.

use std::borrow::Borrow;
use std::io::{self, Write};

use virtual_finance_core::Number;
use virtual_finance_core::catalogue::ViewInfo;
use virtual_finance_core::time::Granularity;

use super::{
    Layout,
    grid::{self, Head, Texts},
    spark::spark,
};
use crate::tabular::{Cell, Column, Kind, Table, Tables, last};
use crate::text::{
    Precision, Zone, harmless,
    number::{Style, Unit},
    terminal::{Lines, push_harmless},
    time,
};

/// The parts that tables for people leave out.
#[derive(Debug, Default)]
pub struct LeftOut {
    /// The number of columns that people do not read first, or that have no values.
    pub columns: usize,
    /// The number of single values that are null.
    pub nulls: usize,
    /// The names of the columns without room.
    pub without_room: Vec<String>,
}

/// Writes some of the tables one below the other. Returns what is left out of them.
pub fn write<'v>(
    chosen: &[impl Borrow<Table<'v>>],
    tables: &Tables<'_>,
    layout: Layout,
    out: &mut dyn Write,
) -> io::Result<LeftOut> {
    let mut left_out = LeftOut::default();
    for (index, table) in chosen.iter().map(Borrow::borrow).enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let rows = if table.rows == 0 { ", no rows" } else { "" };
        let look = Look::of(table, tables).with_sums(layout);
        let unit = if look.in_millions { ", in millions" } else { "" };
        write!(out, "{}{unit}{rows}", harmless(&table.name, Lines::Join))?;
        match facts(tables).filter(|_| table.rows == 0 || tables.is_main(&table.name)) {
            Some(facts) => writeln!(out, ": {facts}")?,
            None => writeln!(out)?,
        }
        if table.rows == 0 {
            continue;
        }
        let order = look.order(layout);
        let rows = order.as_ref().map_or(table.rows, Vec::len);
        let all = look.columns(layout);
        let count = all.len();
        let (columns, is_selected) = look.selected(all, tables, layout);
        left_out.columns = left_out.columns.saturating_add(count.saturating_sub(columns.len()));
        left_out.nulls = left_out.nulls.saturating_add(table.rows.saturating_sub(rows));
        let layout = Layout { keeps_rows: is_selected || order.is_some() || layout.keeps_rows, ..layout };
        let head = look.head(&columns);
        let grid = columns.into_iter().map(|column| look.texts(column, order.as_deref(), layout)).collect();
        left_out.without_room.extend(grid::write(grid, rows, head.as_ref(), layout, out)?);
    }
    Ok(left_out)
}

/// Returns the values that a response is described by, each behind its label; `None` if there are none.
pub fn facts(tables: &Tables<'_>) -> Option<String> {
    let own = tables.facts.iter().map(|(label, cell)| (*label, cell.clone()));
    let middle = tables.middle().map(|(label, number)| (*label, Cell::Number(number.clone())));
    let is_known = |cell: &Cell<'_>| !matches!(cell, Cell::Null | Cell::Text(""));
    let facts = own.chain(middle).filter(|(_, cell)| is_known(cell)).map(|(label, cell)| {
        let mut text = format!("{label} ");
        let times = if let Cell::Time(seconds) = cell { Some(seconds) } else { None };
        let precision = Precision::of(times.into_iter(), None, &tables.zone);
        push(&mut text, &cell, Style::of(number(&cell).into_iter(), Unit::Any), precision, &tables.zone);
        text
    });
    let facts: Vec<String> = facts.collect();
    (!facts.is_empty()).then(|| facts.join(", "))
}

/// The number of columns that people read first which make a table of their own.
pub(crate) const MIN_SELECTED: usize = 3;

/// The appearance of a table.
pub(crate) struct Look<'t> {
    table: &'t Table<'t>,
    zone: &'t Zone,
    view: ViewInfo,
    /// The number of decimals of prices, where the reply says it.
    decimals: Option<usize>,
    /// The time zone of each row, where each has its own.
    zones: Option<Vec<Zone>>,
    /// True if sums are in millions.
    in_millions: bool,
}

impl<'t> Look<'t> {
    pub(crate) fn of(table: &'t Table<'_>, tables: &'t Tables<'_>) -> Self {
        let view = tables.view();
        let own = view.decimals.and_then(|name| table.column(name));
        let own = own.and_then(|column| column.cells.iter().filter_map(decimals).max());
        let zones = view
            .zone
            .and_then(|name| table.column(name))
            .map(|zones| zones.cells.iter().map(|zone| Zone::named(zone.text())).collect());
        Self { table, zone: &tables.zone, view, decimals: own.or(tables.decimals), zones, in_millions: false }
    }

    /// Returns the appearance on a terminal: sums of several dates, each a column, have no room for all of their digits.
    fn with_sums(self, layout: Layout) -> Self {
        const GREAT: f64 = 1e9;
        let columns = &self.table.columns;
        let is_headed =
            columns.iter().any(|column| self.heads(column)) && !columns.iter().any(|column| column.is_key);
        let mut numbers = columns.iter().flat_map(|column| &column.cells).filter_map(Cell::double);
        let in_millions = layout.width.is_some()
            && !layout.wide
            && is_headed
            && numbers.any(|number| number.abs() >= GREAT);
        Self { in_millions, ..self }
    }

    /// Returns a column of sums in millions. What has fractions, or is as small as a ratio, is not a sum.
    fn in_millions(&self, column: &Column<'t>) -> Option<Column<'t>> {
        const MIN_SUM: f64 = 1e4;
        let numbers = || column.cells.iter().filter_map(Cell::double);
        let is_sum = || {
            numbers().all(|number| number.fract() == 0.0) && numbers().any(|number| number.abs() >= MIN_SUM)
        };
        let millions = |cell: &Cell<'t>| {
            let number = cell.double().and_then(|number| Number::from_f64(number / 1e6));
            number.map_or_else(|| cell.clone(), Cell::Number)
        };
        (self.in_millions && is_sum())
            .then(|| Column::new(column.name.clone(), column.cells.iter().map(millions).collect()))
    }

    /// Returns the column that heads a transposed table, with the course of the others from the first time to the last.
    fn head(&self, columns: &[&Column<'_>]) -> Option<Head> {
        // The rows of several requests may have the same name.
        if columns.iter().any(|column| column.is_key) {
            return None;
        }
        let place = columns.iter().position(|column| Some(&*column.name) == self.view.head)?;
        let times: Vec<i64> = columns.get(place)?.times().collect();
        let newest_first = times.first() > times.last();
        let others = columns.iter().enumerate().filter(|(index, _)| *index != place);
        let trends = others.map(|(_, column)| {
            let mut numbers: Vec<Option<f64>> =
                column.cells.iter().map(|cell| number(cell).and_then(Number::as_f64)).collect();
            if newest_first {
                numbers.reverse();
            }
            // What is not of times has no course.
            if times.is_empty() { String::new() } else { spark(&numbers) }
        });
        Some(Head { place, trends: trends.collect() })
    }

    /// Returns the place of a name among the names that people read first.
    fn place(&self, name: &str) -> usize {
        let place = self.view.columns.iter().position(|first| *first == name);
        place.unwrap_or(self.view.columns.len())
    }

    /// Returns true for the column that heads a transposed table.
    pub(crate) fn heads(&self, column: &Column<'_>) -> bool {
        Some(&*column.name) == self.view.head
    }

    /// Returns the columns in the order for people.
    pub(crate) fn columns(&self, layout: Layout) -> Vec<&'t Column<'t>> {
        let mut columns: Vec<_> = self.table.columns.iter().collect();
        if layout.is_arranged {
            return columns;
        }
        // Beside the name of its request a row needs that of its own.
        let has_key = columns.iter().any(|column| column.is_key);
        let is_later = |column: &Column<'_>| has_key && Some(&*column.name) != self.view.head;
        // The columns of single values are their names and the values, whatever names they have.
        let is_of_facts = columns.iter().any(|column| column.is_heterogeneous);
        let place = |column: &Column<'_>| if is_of_facts { 0 } else { self.place(&column.name) };
        columns.sort_by_key(|column| (!column.is_key, is_later(column), place(column)));
        columns
    }

    /// Returns the columns to show, and true if they are the columns that people read first. Empty columns are left
    /// out, and so are other columns of a main table.
    fn selected<'c>(
        &self,
        columns: Vec<&'c Column<'c>>,
        tables: &Tables<'_>,
        layout: Layout,
    ) -> (Vec<&'c Column<'c>>, bool) {
        if layout.wide || layout.is_arranged || self.table.rows == 0 || self.names().is_some() {
            return (columns, layout.is_arranged);
        }
        let is_first = |column: &Column<'_>| self.view.columns.contains(&&*column.name);
        let is_headed = columns.iter().any(|column| Some(&*column.name) == self.view.head);
        let count = columns.iter().filter(|column| is_first(column)).count();
        let is_selected = tables.is_main(&self.table.name) && !is_headed && count >= MIN_SELECTED;
        let is_shown = |column: &&Column<'_>| {
            column.is_key || (column.has_values() && (!is_selected || is_first(column)))
        };
        let shown: Vec<_> = columns.iter().copied().filter(is_shown).collect();
        if shown.is_empty() { (columns, false) } else { (shown, is_selected) }
    }

    /// Returns the heading of a column: its label, or its name. A column of one of two tables beside each other has the name
    /// of the table before it.
    fn heading(&self, name: &str) -> String {
        let label =
            |name: &str| self.view.labels.iter().find(|(known, _)| *known == name).map(|(_, label)| *label);
        let of_side = || {
            let (side, rest) = name.rsplit_once(' ')?;
            label(rest).map(|label| format!("{side} {label}"))
        };
        label(name).map(str::to_owned).or_else(of_side).unwrap_or_else(|| name.to_owned())
    }

    /// Returns the indexes of the rows in the order for people, if they are single values with names. Those without a value
    /// are left out.
    pub(crate) fn order(&self, layout: Layout) -> Option<Vec<usize>> {
        let names = self.names()?;
        let has_value = |row: &usize| {
            let mut values = self.table.columns.iter().filter(|column| column.is_heterogeneous);
            values.any(|column| column.cells.get(*row).is_some_and(|cell| *cell != Cell::Null))
        };
        let all = 0..names.cells.len();
        let mut rows: Vec<usize> = all.clone().filter(|row| layout.wide || has_value(row)).collect();
        if rows.is_empty() {
            rows.extend(all);
        }
        rows.sort_by_key(|row| names.cells.get(*row).map(|cell| self.place(cell.text().unwrap_or_default())));
        Some(rows)
    }

    /// Returns the column with the names of single values.
    fn names(&self) -> Option<&'t Column<'t>> {
        match self.table.columns.as_slice() {
            [names, values] if values.is_heterogeneous => Some(names),
            _ => None,
        }
    }

    /// Returns what the numbers of a name are.
    pub(crate) fn unit(&self, name: &str) -> Unit {
        // That of one of two tables beside each other has the name of the table before it.
        let name = match name.rsplit_once(' ') {
            Some((_, rest)) if self.view.beside.is_some() => rest,
            _ => name,
        };
        let member = last(name);
        match self.decimals {
            _ if self.view.percents.contains(&member) => Unit::Percent,
            _ if self.view.fractions.contains(&member) => Unit::Fraction,
            Some(decimals) if self.view.prices.contains(&member) => Unit::Price(decimals),
            _ => Unit::Any,
        }
    }

    /// Returns a column as strings, in the order of rows if there is one.
    fn texts(&self, column: &Column<'t>, order: Option<&[usize]>, layout: Layout) -> Texts {
        let sums = self.in_millions(column);
        let (column, unit) = match &sums {
            Some(sums) => (sums, Unit::Price(0)),
            None => (column, self.unit(&column.name)),
        };
        let kind = column.kind();
        let is_number = matches!(kind, Kind::Integer | Kind::Float) && !column.is_heterogeneous;
        let heading = if layout.wide { column.name.to_string() } else { self.heading(&column.name) };
        let mut texts =
            Texts::new(harmless(&heading, Lines::Join), is_number, matches!(kind, Kind::Text | Kind::Mixed));
        if self.view.whole.contains(&&*column.name) || column.is_heterogeneous {
            texts = texts.whole();
        }
        let is_instant = self.zones.is_some() && !column.times().all(time::is_date);
        let granularity = if is_instant { Some(Granularity::Instants) } else { column.granularity };
        let precision = Precision::of(column.times(), granularity, self.zone);
        let style = style(column.cells.iter().filter_map(number), unit, layout);
        let names = self.names().filter(|_| column.is_heterogeneous);
        let alone = kind == Kind::Mixed || column.is_heterogeneous;
        for index in 0..order.map_or(column.cells.len(), <[usize]>::len) {
            let row = order.and_then(|order| order.get(index).copied()).unwrap_or(index);
            let cell = column.cells.get(row).unwrap_or(&Cell::Null);
            let style = match cell {
                Cell::Number(number) if alone => {
                    let named = names.and_then(|names| names.cells.get(row));
                    let unit = self.unit(named.and_then(Cell::text).unwrap_or(&column.name));
                    self::style(std::iter::once(number), unit, layout)
                }
                _ => style,
            };
            let precision = match cell {
                Cell::Time(seconds) if alone => Precision::of(std::iter::once(*seconds), None, self.zone),
                _ => precision,
            };
            let zone = self.zones.as_ref().and_then(|zones| zones.get(row)).unwrap_or(self.zone);
            texts.push(|text| push(text, cell, style, precision, zone));
        }
        texts
    }
}

/// Returns the format of numbers; a terminal has no room for all digits of great ones.
fn style<'n>(numbers: impl Iterator<Item = &'n Number> + Clone, unit: Unit, layout: Layout) -> Style {
    let style = Style::of(numbers.clone(), unit);
    if layout.width.is_some() && !layout.wide { style.short(numbers) } else { style }
}

fn push(text: &mut String, cell: &Cell<'_>, style: Style, precision: Precision, zone: &Zone) {
    match cell {
        Cell::Null => text.push('-'),
        Cell::Boolean(boolean) => text.push_str(if *boolean { "true" } else { "false" }),
        Cell::Number(number) => style.write(text, number),
        Cell::Formatted(_, shown) | Cell::Text(shown) => push_harmless(text, shown, Lines::Join),
        Cell::Time(seconds) => {
            // Writing to a String cannot fail.
            let _ = time::local(text, *seconds, precision, zone);
        }
        Cell::Nested(value) => push_harmless(text, &value.to_string(), Lines::Join),
    }
}

/// Returns a number of decimals.
fn decimals(cell: &Cell<'_>) -> Option<usize> {
    usize::try_from(number(cell)?.as_u64()?).ok()
}

/// Returns the number of a cell that has no formatted string.
const fn number<'c>(cell: &'c Cell<'_>) -> Option<&'c Number> {
    match cell {
        Cell::Number(number) => Some(number),
        _ => None,
    }
}
