//! The result in its format, at its destination.

use std::borrow::{Borrow, Cow};
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
#[cfg(feature = "frames")]
use polars_core::prelude::DataFrame;
#[cfg(feature = "frames")]
use virtual_finance_core::catalogue::ViewInfo;
use virtual_finance_core::request::{ErasedResponse, JsonStyle};
use virtual_finance_core::{Bytes, Map, Value};

use crate::append::{Append, Lines};
use crate::arrange::Arrangement;
#[cfg(feature = "plot")]
use crate::chart::Chart;
use crate::cut::{Tables, at, cut};
use crate::destination::Destination;
use crate::encoded::Encoded;
use crate::failure::Failure;
use crate::format::Format;
use crate::grid::Layout;
use crate::ids::{ALL_ROWS, APPEND, COLUMNS, FORMAT, NO_HEADER, OUTPUT, QUIET, TABLE, WIDE};
use crate::jsonl;
use crate::outline::Outline;
use crate::possible::ROOT;
use crate::program::{Arguments, Program};
use crate::sides::sides;
use crate::table::Table;
use crate::terminal::{Content, tell};
use crate::text::{self, LeftOut};
#[cfg(feature = "frames")]
use crate::{frame_files, framed, frames};

/// The features of formats.
const FRAMES: &str = "frames";
const PLOT: &str = "plot";

/// The word of `--table` for all tables.
const ALL: &str = "all";

/// The number of rows of a table for people, unless all are asked for. Nobody reads more, and each takes memory.
const MAX_ROWS: usize = 10_000;

/// The format and the destination of the result.
#[derive(Debug)]
pub struct Output {
    program: &'static Program,
    format: Format,
    choice: Choice,
    /// True if tables for people have every column and every string whole.
    wide: bool,
    /// True if they have every row.
    has_all_rows: bool,
    /// The columns and the order of the rows that are asked for.
    arrangement: Arrangement,
    /// False if CSV has no names of columns.
    has_header: bool,
    /// True if stderr gets errors alone.
    is_quiet: bool,
    /// The way in which rows are added to a file; none if they replace what it has.
    append: Option<Append>,
    destination: Destination,
}

/// The tables that are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    Main,
    All,
    One(String),
}

impl Output {
    /// Reads the options for results of an outline; called before anything is sent.
    ///
    /// # Errors
    /// The options contradict each other, or results of the outline cannot have the format.
    pub fn of(arguments: &Arguments<'_>, outline: &Outline) -> Result<Self, Failure> {
        if outline.is_bytes {
            for option in [FORMAT, TABLE, WIDE, ALL_ROWS, COLUMNS, APPEND, NO_HEADER] {
                if is_said(arguments, option) {
                    let name = outline.name_of(ROOT);
                    return Err(Failure::usage(format!(
                        "{name} gives a file as it came, which --{option} cannot change: leave it out, and write the file \
                         with -o FILE"
                    )));
                }
            }
            return Ok(Self::of_bytes(arguments.program(), arguments.get_one::<PathBuf>(OUTPUT)));
        }
        Self::with_default(arguments, Format::Json)?.checked(outline)
    }

    /// Returns the output of bytes, which have the format that they have, whatever the name of the file.
    pub(crate) fn of_bytes(program: &'static Program, file: Option<&PathBuf>) -> Self {
        Self::plain(program, Destination::named(program, file))
    }

    /// Returns the output of a whole response as JSON.
    fn plain(program: &'static Program, destination: Destination) -> Self {
        Self {
            program,
            format: Format::Json,
            choice: Choice::Main,
            wide: false,
            has_all_rows: false,
            arrangement: Arrangement::default(),
            has_header: true,
            is_quiet: false,
            append: None,
            destination,
        }
    }

    /// Reads the options of a subcommand that draws a chart unless another format is asked for.
    #[cfg(feature = "plot")]
    pub(crate) fn of_chart(arguments: &Arguments<'_>, outline: &Outline) -> Result<Self, Failure> {
        Self::with_default(arguments, Format::Chart)?.checked(outline)
    }

    /// Reads the options of a subcommand that writes a table unless another format is asked for.
    ///
    /// # Errors
    /// As for [`of`](Self::of).
    pub fn of_table(arguments: &Arguments<'_>, outline: &Outline) -> Result<Self, Failure> {
        Self::with_default(arguments, Format::Table)?.checked(outline)
    }

    fn with_default(arguments: &Arguments<'_>, default: Format) -> Result<Self, Failure> {
        let file = arguments.get_one::<PathBuf>(OUTPUT);
        let program = arguments.program();
        let destination = Destination::named(program, file);
        // People read tables, and programs what has everything.
        let usual =
            if destination.is_terminal() && default == Format::Json { Format::Table } else { default };
        let format = format(arguments, file, default, usual)?;
        let named = arguments.get_one::<String>(TABLE).map(String::as_str);
        // A default of the configuration file is for the formats that have such tables.
        let is_for_some = |name: &&str| is_said(arguments, TABLE) || format.takes(name == &ALL);
        let choice = match named.filter(is_for_some) {
            None => Choice::Main,
            Some(ALL) => Choice::All,
            Some(name) => Choice::One(name.to_owned()),
        };
        if choice == Choice::All && !format.takes(true) {
            let name = format.as_str();
            return Err(Failure::usage(format!(
                "{name} has one table: name it with --table NAME, or take --format table"
            )));
        }
        check_built(program, format, &destination)?;
        let (wide, has_all_rows) = (arguments.get_flag(WIDE), arguments.get_flag(ALL_ROWS));
        let has_header = !arguments.get_flag(NO_HEADER);
        let append =
            arguments.get_flag(APPEND).then(|| append(format, has_header, &destination)).transpose()?;
        let arrangement = Arrangement::of(arguments);
        let is_quiet = arguments.get_flag(QUIET);
        Ok(Self {
            program,
            format,
            choice,
            wide,
            has_all_rows,
            arrangement,
            has_header,
            is_quiet,
            append,
            destination,
        })
    }

    /// Reads the options of a subcommand that writes a JSON document.
    pub(crate) fn of_document(arguments: &Arguments<'_>) -> Result<Self, Failure> {
        let file = arguments.get_one::<PathBuf>(OUTPUT);
        match file.and_then(|file| Format::of_file(file)) {
            None | Some(Format::Json) => {
                let program = arguments.program();
                Ok(Self::plain(program, Destination::named(program, file)))
            }
            Some(_) => Err(Failure::usage("the document is JSON: write -o to a file that ends in .json")),
        }
    }

    pub(crate) const fn program(&self) -> &'static Program {
        self.program
    }

    pub(crate) const fn format(&self) -> Format {
        self.format
    }

    pub(crate) const fn choice(&self) -> &Choice {
        &self.choice
    }

    pub(crate) const fn destination(&self) -> &Destination {
        &self.destination
    }

    /// Returns the number of rows that a table for people has at most.
    pub(crate) const fn max_rows(&self) -> Option<usize> {
        if self.has_all_rows { None } else { Some(MAX_ROWS) }
    }

    /// Returns the name of the one table that is wanted; `None` stands for the main one.
    pub(crate) fn table(&self) -> Option<&str> {
        match &self.choice {
            Choice::One(name) => Some(name),
            Choice::Main | Choice::All => None,
        }
    }

    /// Returns the same output at another destination, for one of several subjects: it tells nothing beside its result.
    pub(crate) fn at(&self, destination: Destination) -> Self {
        Self {
            program: self.program,
            format: self.format,
            choice: self.choice.clone(),
            wide: self.wide,
            has_all_rows: self.has_all_rows,
            arrangement: self.arrangement.clone(),
            has_header: self.has_header,
            is_quiet: true,
            append: self.append,
            destination: destination.appending(self.append),
        }
    }

    /// Returns true if the rows of CSV are written with the names of the columns; those that are added to a file are, to
    /// be compared with its own.
    pub(crate) const fn has_header(&self) -> bool {
        self.has_header || self.append.is_some()
    }

    /// Returns the columns and the order of the rows that are asked for.
    pub(crate) const fn arrangement(&self) -> &Arrangement {
        &self.arrangement
    }

    /// Checks that results of an outline can have the format.
    fn checked(self, outline: &Outline) -> Result<Self, Failure> {
        let format = self.format.as_str();
        if !self.format.is_drawn() {
            let view = outline.view.filter(|view| view.interval.is_some() && self.choice == Choice::Main);
            let times = view.map_or(&[][..], |view| view.times);
            let append = self.append.map(|append| Append { times, ..append });
            return Ok(Self { append, destination: self.destination.appending(append), ..self });
        }
        let Program { name, .. } = self.program;
        if !self.program.has_bars() {
            return Err(Failure::usage(format!(
                "{format} draws bars, and no response of {name} has some: take --format table"
            )));
        }
        if cfg!(not(feature = "plot")) {
            return Err(missing(self.program, format, PLOT));
        }
        if !outline.has_chart() {
            let endpoint = outline.name_of(ROOT);
            return Err(Failure::usage(format!(
                "{format} draws bars, and {endpoint} has none: take --format table, or {name} plot"
            )));
        }
        if self.choice != Choice::Main {
            return Err(Failure::usage(format!("{format} draws the main table: leave --table out")));
        }
        Ok(self)
    }

    /// Writes JSON.
    ///
    /// # Errors
    /// The destination cannot be written.
    pub fn json(&self, json: &dyn ErasedResponse) -> Result<(), Failure> {
        let style = if self.destination.is_terminal() { JsonStyle::Pretty } else { JsonStyle::Compact };
        self.destination.write(Content::Json, |out| {
            json.write_json(out, style)?;
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
        match (self.format, &self.choice) {
            (Format::Json, _) if self.arrangement.is_some() => {
                let value = value(response)?;
                let tables = cut(&value, outline);
                let table = self.chosen(&tables)?;
                self.json(&jsonl::rows(&table).collect::<Value>())
            }
            (Format::Json, Choice::Main | Choice::All) => self.json(response),
            (Format::Json, Choice::One(path)) => {
                let part = part(value(response)?, path, outline)?;
                if part.as_array().is_some_and(Vec::is_empty) {
                    self.tell_empty(path, outline.subject.as_slice());
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

    /// Returns the table that is wanted, with the columns and in the order that are.
    fn chosen<'t, 'v>(&self, tables: &'t Tables<'v>) -> Result<Cow<'t, Table<'v>>, Failure> {
        let chosen = match &self.choice {
            Choice::One(name) => tables.choose(Some(name)),
            Choice::Main | Choice::All => tables.choose(None),
        };
        self.arrangement.apply(chosen?, &tables.view())
    }

    /// Writes tables in a format that has tables.
    pub(crate) fn tables(&self, tables: &Tables<'_>) -> Result<(), Failure> {
        let chosen = || self.chosen(tables);
        match self.format {
            Format::Table | Format::Json if self.choice == Choice::All => {
                self.text(tables.unpaired(), tables)
            }
            Format::Table if self.choice == Choice::Main && !self.wide && !self.arrangement.is_some() => {
                match sides(tables, self.destination.width(), self.has_all_rows) {
                    Some((table, left_out)) => self.beside(&table, left_out, tables),
                    None => self.text(std::slice::from_ref(&*chosen()?), tables),
                }
            }
            Format::Table | Format::Json => self.text(std::slice::from_ref(&*chosen()?), tables),
            Format::Chart => self.chart(&*chosen()?, tables),
            format => {
                let table = chosen()?;
                if table.rows == 0 {
                    self.tell_empty(&table.name, tables.outline.subject.as_slice());
                }
                let encoded = Encoded::of(format, &table, tables, self.has_header())?;
                let feature = if format.is_frame() { FRAMES } else { PLOT };
                let mut encoded = encoded.ok_or_else(|| missing(self.program, format.as_str(), feature))?;
                self.destination.write(encoded.content(), |out| encoded.write(out))
            }
        }
    }

    /// Says that a table has no rows, which a file does not say, and for which subjects.
    pub(crate) fn tell_empty(&self, table: &str, subjects: &[String]) {
        if self.is_quiet {
            return;
        }
        let of = if subjects.is_empty() { String::new() } else { format!(" for {}", listed(subjects)) };
        tell(format_args!("note: the table {table} is empty: there are no such rows{of}"));
    }

    /// Draws the chart of a table in characters.
    #[cfg(feature = "plot")]
    fn chart(&self, table: &Table<'_>, tables: &Tables<'_>) -> Result<(), Failure> {
        let chart = Chart::of(table, tables)?.text(self.layout())?;
        self.destination.write(Content::Harmless, |out| out.write_all(chart.as_bytes()))
    }

    #[cfg(not(feature = "plot"))]
    fn chart(&self, _: &Table<'_>, _: &Tables<'_>) -> Result<(), Failure> {
        Err(missing(self.program, self.format.as_str(), PLOT))
    }

    fn layout(&self) -> Layout {
        let Self { destination, wide, .. } = self;
        Layout {
            width: destination.width(),
            wide: *wide,
            colours: destination.has_colours(),
            is_arranged: self.arrangement.has_columns(),
            keeps_rows: false,
        }
    }

    /// Writes two tables beside each other.
    fn beside(&self, table: &Table<'_>, left_out: usize, tables: &Tables<'_>) -> Result<(), Failure> {
        let layout = Layout { is_arranged: true, keeps_rows: true, ..self.layout() };
        let left_out_of_table = self.shown(&[table], tables, layout)?;
        if left_out > 0 && self.destination.is_terminal() {
            tell(format_args!(
                "{left_out} more rows with --{ALL_ROWS}, and each side alone with --{TABLE} NAME"
            ));
        }
        self.tell_others(table, tables, &left_out_of_table);
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
        let most = self.max_rows().unwrap_or(usize::MAX);
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
        if self.choice != Choice::Main {
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
        let others = tables.unpaired().iter().filter(|table| table.name != shown.name && table.rows > 0);
        let others: Vec<&str> = others.map(|table| table.name.as_str()).collect();
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
        match (self.format, &self.choice) {
            (Format::Json, Choice::One(name)) => {
                let rows: Value = jsonl::rows(&*tables.choose(Some(name))?).collect();
                self.json(&rows)
            }
            (Format::Json, _) => self.json(&framed::json(&tables)),
            (format @ (Format::Parquet | Format::Arrow), choice) => {
                let name = if let Choice::One(name) = choice { Some(name.as_str()) } else { None };
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

/// Returns the format: that of the file by its extension, which an explicit option may not contradict.
fn format(
    arguments: &Arguments<'_>,
    file: Option<&PathBuf>,
    default: Format,
    usual: Format,
) -> Result<Format, Failure> {
    // A subcommand with a format of its own keeps it, whatever the configuration file says.
    let is_wanted = |_: &Format| is_said(arguments, FORMAT) || default == Format::Json;
    let given = arguments.get_one::<Format>(FORMAT).copied().filter(is_wanted);
    let Some((file, of_file)) = file.and_then(|file| Some((file, Format::of_file(file)?))) else {
        return match (given, file.and_then(|file| unknown_extension(file))) {
            (None, Some(extension)) => Err(Failure::usage(format!(
                "-o: no format has the extension .{extension}: write one of {}, or add --format",
                Format::extensions(
                    Format::ALL.into_iter().filter(|format| arguments.program().offers(*format))
                )
            ))),
            (given, _) => Ok(given.unwrap_or(usual)),
        };
    };
    match given.filter(|_| is_said(arguments, FORMAT)) {
        Some(given) if given != of_file => Err(Failure::usage(format!(
            "-o {} is a file of the format {}, and --format is {}: leave --format out, or write -o {}",
            file.display(),
            of_file.as_str(),
            given.as_str(),
            file.with_extension(given.extension()).display()
        ))),
        _ => Ok(of_file),
    }
}

/// Returns how rows are added to a file; called where `--append` is given.
fn append(format: Format, has_header: bool, destination: &Destination) -> Result<Append, Failure> {
    let lines = match format {
        _ if matches!(destination, Destination::Stdout) => {
            return Err(Failure::usage("--append adds rows to a file: write -o FILE.csv or -o FILE.jsonl"));
        }
        Format::Csv => Lines::Csv { has_header },
        Format::JsonLines => Lines::Json,
        _ => {
            return Err(Failure::usage(
                "--append adds rows to CSV or JSON lines: write -o FILE.csv or -o FILE.jsonl",
            ));
        }
    };
    Ok(Append { lines, times: &[] })
}

/// Returns the extension of a file that looks as if it named a format. Text is for people, in whatever format.
fn unknown_extension(file: &Path) -> Option<&str> {
    let extension = file.extension()?.to_str()?;
    let is_word = extension.starts_with(|letter: char| letter.is_ascii_alphabetic());
    (is_word && !extension.eq_ignore_ascii_case("txt")).then_some(extension)
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

/// Returns true if an option is on the command line.
fn is_said(arguments: &Arguments<'_>, option: &str) -> bool {
    arguments.value_source(option) == Some(ValueSource::CommandLine)
}

/// Returns a response as a value, which can be cut into tables.
pub(crate) fn value(response: &dyn ErasedResponse) -> Result<Value, Failure> {
    let value = response.to_value();
    value.map_err(|error| Failure::other(format!("the response cannot be cut into tables: {error}")))
}

/// Returns the part of a response at a path: of lists in rows all items, each with what names its row. A part that the
/// response can have and has not is empty.
pub(crate) fn part(response: Value, path: &str, outline: &Outline) -> Result<Value, Failure> {
    if outline.name_of(path) == outline.name_of(ROOT) {
        return Ok(response);
    }
    let tables = cut(&response, outline);
    let is_in_rows = |table: &&Table<'_>| table.columns.iter().any(|column| column.is_key);
    if let Some(table) = tables.all.iter().filter(is_in_rows).find(|table| table.name == path) {
        return Ok(jsonl::rows(table).collect());
    }
    match (at(&response, path), outline.table(path)) {
        (Some(part), _) => Ok(part.clone()),
        (None, Some(possible)) if possible.is_list => Ok(Value::Array(Vec::new())),
        (None, Some(_)) => Ok(Value::Object(Map::new())),
        (None, None) => Err(tables.no_table(path)),
    }
}

/// Checks that this build can write a format and that a binary one is not for a terminal.
fn check_built(program: &Program, format: Format, destination: &Destination) -> Result<(), Failure> {
    let name = format.as_str();
    if cfg!(not(feature = "frames")) && format.is_frame() {
        return Err(missing(program, name, FRAMES));
    }
    if format.is_binary() && destination.is_terminal() {
        return Err(Failure::usage(format!("{name} is not for a terminal: add -o FILE")));
    }
    Ok(())
}

/// Returns the failure of a build without a feature.
#[must_use]
pub fn missing(program: &Program, what: &str, feature: &str) -> Failure {
    let with_it = (program.with_feature)(feature);
    Failure::usage(format!("this {} was built without {what}; get one with it: {with_it}", program.name))
}
