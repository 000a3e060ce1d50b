//! Results written in the format and to the destination that are asked for.

use std::borrow::{Borrow, Cow};

#[cfg(feature = "frames")]
use polars_core::prelude::DataFrame;
#[cfg(feature = "frames")]
use virtual_finance_core::catalogue::ViewInfo;
use virtual_finance_core::request::{ErasedResponse, JsonStyle};
use virtual_finance_core::{Bytes, Value};
use virtual_finance_tables::formats::{Format, encoded, jsonl};
#[cfg(feature = "frames")]
use virtual_finance_tables::formats::{frame_files, framed, frames};
use virtual_finance_tables::rendering::{part, value};
#[cfg(feature = "plot")]
use virtual_finance_tables::show::Chart;
use virtual_finance_tables::show::{
    Layout, Sides, sides,
    text::{self, LeftOut},
};
use virtual_finance_tables::tabular::{Cell, Column, Outline, ROOT, Table, Tables, cut, named};
use virtual_finance_tables::text::{Content, Failure, tell};

use super::{
    Output, PLOT,
    output::{FRAMES, missing},
    wrapped::Wrapped,
};
use crate::arguments::{ALL_ROWS, COLUMNS, TABLE, WIDE};

impl Output {
    /// Writes JSON.
    ///
    /// # Errors
    /// The destination cannot be written.
    pub fn json(&self, json: &dyn ErasedResponse) -> Result<(), Failure> {
        let style = if self.destination.is_terminal() { JsonStyle::Pretty } else { JsonStyle::Compact };
        self.destination.write(Content::Json, |out| {
            json.write_json(&mut Wrapped::new(&mut *out), style)?;
            writeln!(out)
        })
    }

    /// Writes a response of that outline.
    ///
    /// # Errors
    /// The destination cannot be written, or the response has no such table.
    pub fn response(&self, response: &dyn ErasedResponse, outline: &Outline) -> Result<(), Failure> {
        if let Some(bytes) = response.bytes() {
            return self.bytes(bytes, outline);
        }
        match (self.rendering.format, &self.rendering.table) {
            (Format::Json, _) if self.rendering.is_of_rows() => {
                let value = value(response)?;
                let tables = cut(&value, outline);
                let table = self.chosen(&tables)?;
                self.json(&jsonl::rows(&table).collect::<Value>())
            }
            (Format::Json, None) => self.json(response),
            (Format::Json, Some(path)) => {
                let value = value(response)?;
                let facts = text::facts(&cut(&value, outline));
                let part = part(value, path, outline)?;
                if part.as_array().is_some_and(Vec::is_empty) {
                    self.tell_empty(path, outline.subject.as_slice(), facts);
                }
                self.json(&part)
            }
            _ => self.tables(&cut(&value(response)?, outline)),
        }
    }

    /// Writes bytes as they are; a terminal would take them for commands.
    fn bytes(&self, bytes: &Bytes, outline: &Outline) -> Result<(), Failure> {
        if self.destination.is_terminal() {
            let name = outline.name_of(ROOT);
            let kind = bytes.media_type.as_deref().unwrap_or("unknown type");
            return Err(Failure::usage(format!(
                "{name} gives {} bytes of {kind}: write -o FILE, or give stdout to another program",
                bytes.content.len()
            )));
        }
        self.destination.write(Content::Text, |out| out.write_all(&bytes.content))
    }

    /// Returns the table that is wanted, with the columns, the order and the number of rows that are.
    pub(crate) fn chosen<'t, 'v>(&self, tables: &'t Tables<'v>) -> Result<Cow<'t, Table<'v>>, Failure> {
        let chosen = tables.choose(self.rendering.table.as_deref())?;
        if tables.is_arranged { Ok(chosen) } else { self.rendering.arranged(chosen, tables.outline) }
    }

    /// Writes tables in a format that has tables.
    pub(crate) fn tables(&self, tables: &Tables<'_>) -> Result<(), Failure> {
        let chosen = || self.chosen(tables);
        match self.rendering.format {
            Format::Table | Format::Json if self.has_all => self.text(tables.unpaired(), tables),
            Format::Table if self.is_main() && !self.wide && !self.rendering.is_of_rows() => {
                match sides(tables, self.destination.width(), self.max_rows == usize::MAX) {
                    Some(sides) => self.beside(&sides, tables),
                    None => self.text(std::slice::from_ref(&*chosen()?), tables),
                }
            }
            Format::Table | Format::Json => self.text(std::slice::from_ref(&*chosen()?), tables),
            Format::Chart => self.chart(&*chosen()?, tables),
            format => {
                let table = self.naming(chosen()?, tables);
                if table.rows == 0 {
                    self.tell_empty(&table.name, tables.outline.subject.as_slice(), text::facts(tables));
                }
                let encoded = encoded(format, &table, tables, self.rendering.has_header)?;
                let feature = if format.is_frame() { FRAMES } else { PLOT };
                let write = encoded.ok_or_else(|| missing(self.program, format.as_str(), feature))?;
                self.destination.write(format.content(), write)?;
                let others: Vec<&str> = tables.other_lists(&table.name).collect();
                self.tell_unwritten(&table.name, &others);
                Ok(())
            }
        }
    }

    /// Returns a table whose rows name their subject where they are added to rows of other subjects. Bars of other
    /// subjects are told apart by their prices.
    fn naming<'t, 'v>(&self, table: Cow<'t, Table<'v>>, tables: &Tables<'v>) -> Cow<'t, Table<'v>> {
        let outline = tables.outline;
        let append = self.append.filter(|_| self.is_shared);
        let (Some(append), Some(subject), Some(name)) = (append, &outline.subject, outline.parameter) else {
            return table;
        };
        let says_it = |column: &Column<'_>| {
            let is_subject =
                |cell: &Cell<'_>| matches!(cell, Cell::Text(text) if text.eq_ignore_ascii_case(subject));
            table.rows > 0 && column.cells.iter().all(is_subject)
        };
        let are_bars = table.columns.iter().take(2).any(|column| append.times.contains(&&*column.name));
        // Those of a pair are named already.
        if are_bars || outline.pair.is_some() || table.columns.iter().any(says_it) {
            return table;
        }
        Cow::Owned(named(&table, name, subject))
    }

    /// Says that a table has no rows, which a file does not say, for which subjects, and the facts about the response.
    pub(crate) fn tell_empty(&self, table: &str, subjects: &[String], facts: Option<String>) {
        self.empty.replace(Some(table.to_owned()));
        if self.is_quiet {
            return;
        }
        let of = if subjects.is_empty() { String::new() } else { format!(" for {}", listed(subjects)) };
        let facts = facts.map(|facts| format!(" ({facts})")).unwrap_or_default();
        tell(format_args!("note: the table {table} is empty: the response has no such rows{of}{facts}"));
    }

    /// Says which lists are not in what was written, because it has the main table alone.
    pub(crate) fn tell_unwritten(&self, written: &str, others: &[impl Borrow<str>]) {
        if self.is_advised && self.is_main() && !others.is_empty() {
            let others = others.join(", ");
            tell(format_args!("note: this is the table {written}; also there with --{TABLE} NAME: {others}"));
        }
    }

    /// Draws the chart of a table in characters.
    #[cfg(feature = "plot")]
    fn chart(&self, table: &Table<'_>, tables: &Tables<'_>) -> Result<(), Failure> {
        let chart = Chart::of(table, tables)?.text(self.layout())?;
        self.destination.write(Content::Harmless, |out| out.write_all(chart.as_bytes()))
    }

    #[cfg(not(feature = "plot"))]
    fn chart(&self, _: &Table<'_>, _: &Tables<'_>) -> Result<(), Failure> {
        Err(missing(self.program, self.rendering.format.as_str(), PLOT))
    }

    fn layout(&self) -> Layout {
        Layout {
            width: self.destination.width(),
            wide: self.wide,
            colours: self.destination.has_colours(),
            is_arranged: !self.rendering.columns.is_empty(),
            keeps_rows: false,
        }
    }

    /// Writes two tables beside each other.
    fn beside(&self, sides: &Sides<'_>, tables: &Tables<'_>) -> Result<(), Failure> {
        let Sides { table, rows, columns, names: [one, other] } = sides;
        let layout = Layout { is_arranged: true, keeps_rows: true, ..self.layout() };
        let left_out = self.shown(&[table], tables, layout)?;
        if self.destination.is_terminal() && !self.is_quiet && (*rows > 0 || !columns.is_empty()) {
            let rows = (*rows > 0).then(|| format!("{rows} rows (--{ALL_ROWS})"));
            let columns = (!columns.is_empty())
                .then(|| format!("{} (--{TABLE} {one}, or {other})", columns.join(", ")));
            let also: Vec<String> = columns.into_iter().chain(rows).collect();
            tell(format_args!("not shown: {}", also.join("; ")));
        }
        self.tell_others(table, tables, &left_out);
        Ok(())
    }

    /// Writes tables for people, and returns what is left out of their rows.
    fn shown<'v>(
        &self,
        chosen: &[impl Borrow<Table<'v>>],
        tables: &Tables<'_>,
        layout: Layout,
    ) -> Result<LeftOut, Failure> {
        let mut left_out = LeftOut::default();
        self.destination.write(Content::Harmless, |out| {
            left_out = text::write(chosen, tables, layout, out)?;
            Ok(())
        })?;
        Ok(left_out)
    }

    /// Writes some of the tables for people.
    fn text(&self, chosen: &[Table<'_>], tables: &Tables<'_>) -> Result<(), Failure> {
        let most = self.max_rows;
        let shown: Vec<Cow<'_, Table<'_>>> = chosen.iter().map(|table| table.first(most)).collect();
        let left_out = self.shown(&shown, tables, self.layout())?;
        for table in chosen.iter().filter(|table| table.rows > most) {
            let rows = table.rows.saturating_add(tables.more);
            let name = &table.name;
            tell(format_args!(
                "note: the table {name} goes on after {most} of {rows} rows: add --{ALL_ROWS} to see all, or take csv"
            ));
        }
        if let Some(shown) = shown.first() {
            self.tell_others(shown, tables, &left_out);
        }
        Ok(())
    }

    /// Says on a terminal what else there is.
    fn tell_others(&self, shown: &Table<'_>, tables: &Tables<'_>, left_out: &LeftOut) {
        if !self.destination.is_terminal() || self.is_quiet {
            return;
        }
        let LeftOut { columns, nulls, without_room } = left_out;
        if !without_room.is_empty() {
            let names = listed(without_room);
            tell(format_args!("note: no room for {names}; --{WIDE} shows all, in longer lines"));
        }
        if !self.is_main() {
            return;
        }
        let several =
            |count: usize, one: &str| format!("{count} more {one}{}", if count == 1 { "" } else { "s" });
        let mut also = Vec::new();
        if *columns > 0 {
            also.push(format!("{} with --{WIDE} or --{COLUMNS}", several(*columns, "column")));
        }
        if *nulls > 0 {
            also.push(format!("{} without a value with --{WIDE}", several(*nulls, "row")));
        }
        let others: Vec<&str> = tables.others(&shown.name).map(|table| &*table.name).collect();
        if !others.is_empty() {
            also.push(format!("with --{TABLE} NAME: {}", others.join(", ")));
        }
        if !also.is_empty() {
            tell(format_args!("also there: {}", also.join("; ")));
        }
    }

    /// Writes frames with their names; the first is the main one, unless a view puts another one beside it.
    ///
    /// # Errors
    /// The destination cannot be written, or there is no such frame.
    #[cfg(feature = "frames")]
    pub fn frames(&self, parts: &[(&str, DataFrame)], view: Option<ViewInfo>) -> Result<(), Failure> {
        let main = parts.first().map_or(ROOT, |(name, _)| name);
        let outline = Outline::without_schema(main, view);
        let tables = framed::tables(parts, &outline);
        match (self.rendering.format, self.rendering.table.as_deref()) {
            (Format::Json, Some(name)) => {
                let rows: Value = jsonl::rows(&*tables.choose(Some(name))?).collect();
                self.json(&rows)
            }
            (Format::Json, None) => self.json(&framed::json(&tables)),
            (format @ (Format::Parquet | Format::Arrow), name) => {
                let chosen = tables.choose(name)?;
                // An empty frame would lose its types as a table.
                let frame = parts.iter().find(|(name, _)| *name == chosen.name);
                let mut frame = match frame {
                    Some((_, frame)) => frame.clone(),
                    None => frames::frame(&chosen, &tables.zone, &outline).map_err(Failure::other)?,
                };
                self.destination.write(Content::Text, |out| frame_files::write(&mut frame, format, out))
            }
            _ => self.tables(&tables),
        }
    }
}

/// Returns the first of some names, and how many more there are.
fn listed(names: &[String]) -> String {
    const MOST: usize = 5;
    let first = names.get(..MOST).unwrap_or(names).join(", ");
    match names.len().saturating_sub(MOST) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
