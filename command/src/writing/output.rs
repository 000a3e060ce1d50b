//! The format and the destination of results, as the options say them.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use virtual_finance_tables::formats::{Append, Format};
use virtual_finance_tables::rendering::Rendering;
use virtual_finance_tables::tabular::{Outline, ROOT};
use virtual_finance_tables::text::{Failure, records::Lines};

use super::Destination;
use crate::arguments::{
    ALL_ROWS, APPEND, Arguments, COLUMNS, FORMAT, LIMIT, NO_HEADER, OUTPUT, Program, Reporter, SORT, TABLE,
    WIDE,
};

/// The features of formats; the second is the subcommand that draws, too.
pub(crate) const FRAMES: &str = "frames";
pub(crate) const PLOT: &str = "plot";

/// The word of `--table` for all tables.
const ALL: &str = "all";

/// The number of rows of a table for people, unless all are asked for. Nobody reads more, and each takes memory.
const MAX_ROWS: usize = 10_000;

/// The format and the destination of the result.
#[derive(Debug, Clone)]
pub struct Output {
    pub(crate) program: &'static Program,
    /// The format, the table, the columns and the order.
    pub(crate) rendering: Rendering,
    /// True if all tables are wanted.
    pub(crate) has_all: bool,
    /// True if tables for people have every column and every string whole.
    pub(crate) wide: bool,
    /// The number of rows that a table for people has at most.
    pub(crate) max_rows: usize,
    /// True if stderr gets errors alone.
    pub(crate) is_quiet: bool,
    /// True if stderr gets advice.
    pub(crate) is_advised: bool,
    /// The name of the table that was written without a row, if one was.
    pub(crate) empty: RefCell<Option<String>>,
    /// The way in which rows are added to a file; none if they replace what it has.
    pub(crate) append: Option<Append>,
    /// True if rows of other subjects may be in the file.
    pub(crate) is_shared: bool,
    pub(crate) destination: Destination,
}

impl Output {
    /// Reads the options for results of an outline; called before anything is sent.
    ///
    /// # Errors
    /// The options contradict each other, or results of the outline cannot have the format.
    pub fn of(arguments: &Arguments<'_>, outline: &Outline) -> Result<Self, Failure> {
        if outline.is_bytes {
            for option in [FORMAT, TABLE, WIDE, ALL_ROWS, COLUMNS, APPEND, NO_HEADER] {
                if arguments.is_on_line(option) {
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
            rendering: Rendering::of(Format::Json),
            has_all: false,
            wide: false,
            max_rows: MAX_ROWS,
            is_quiet: false,
            is_advised: false,
            empty: RefCell::default(),
            append: None,
            is_shared: true,
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
        let is_for_some = |name: &&str| arguments.is_on_line(TABLE) || format.takes(name == &ALL);
        let named = named.filter(is_for_some);
        let has_all = named == Some(ALL);
        if has_all && !format.takes(true) {
            let name = format.as_str();
            return Err(Failure::usage(format!(
                "{name} has one table: name it with --table NAME, or take --format table"
            )));
        }
        check_built(program, format, &destination)?;
        let has_header = !arguments.get_flag(NO_HEADER);
        let append =
            arguments.get_flag(APPEND).then(|| append(format, has_header, &destination)).transpose()?;
        let reporter = Reporter::of(arguments);
        let rendering = Rendering {
            table: named.filter(|_| !has_all).map(str::to_owned),
            columns: columns(arguments)?,
            sort: arguments.try_get_one::<String>(SORT).ok().flatten().cloned(),
            limit: arguments
                .try_get_one::<u64>(LIMIT)
                .ok()
                .flatten()
                .map(|limit| usize::try_from(*limit).unwrap_or(usize::MAX)),
            // Rows added to a file have one, to be compared with the file's.
            has_header: has_header || append.is_some(),
            ..Rendering::of(format)
        };
        Ok(Self {
            rendering,
            has_all,
            wide: arguments.get_flag(WIDE),
            max_rows: if arguments.get_flag(ALL_ROWS) { usize::MAX } else { MAX_ROWS },
            is_quiet: reporter.is_quiet,
            is_advised: reporter.is_advised,
            append,
            ..Self::plain(program, destination)
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

    /// Returns true if the main table is wanted.
    pub(crate) const fn is_main(&self) -> bool {
        !self.has_all && self.rendering.table.is_none()
    }

    /// Returns the same output at another destination, for one of several subjects: it tells nothing beside its result.
    pub(crate) fn at(&self, destination: Destination) -> Self {
        Self {
            is_quiet: true,
            is_advised: false,
            empty: RefCell::default(),
            // A file of its own says whose the rows are.
            is_shared: false,
            destination: destination.appending(self.append),
            ..self.clone()
        }
    }

    /// Checks that results of an outline can have the format.
    fn checked(self, outline: &Outline) -> Result<Self, Failure> {
        let format = self.rendering.format.as_str();
        if !self.rendering.format.is_drawn() {
            let view = outline.view.filter(|view| view.interval.is_some() && self.is_main());
            let times = view.map_or(&[][..], |view| view.times);
            let append = self.append.map(|append| Append { times, is_quiet: self.is_quiet, ..append });
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
                "{format} draws bars, and {endpoint} has none: take --format table, or {name} plot, which draws one {}",
                self.program.subject.0
            )));
        }
        if !self.is_main() {
            return Err(Failure::usage(format!("{format} draws the main table: leave --table out")));
        }
        if self.rendering.is_arranged() {
            return Err(Failure::usage(format!(
                "{format} draws each bar by its time: leave --sort and --columns out"
            )));
        }
        Ok(self)
    }
}

/// Returns the format: by the extension of the file, which an explicit option must not contradict.
fn format(
    arguments: &Arguments<'_>,
    file: Option<&PathBuf>,
    default: Format,
    usual: Format,
) -> Result<Format, Failure> {
    // A subcommand with a format of its own keeps it, whatever the configuration file says.
    let is_wanted = |_: &Format| arguments.is_on_line(FORMAT) || default == Format::Json;
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
    match given.filter(|_| arguments.is_on_line(FORMAT)) {
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

/// Returns the names of the columns that are asked for.
///
/// # Errors
/// The list goes on behind a space, where it would be another argument.
fn columns(arguments: &Arguments<'_>) -> Result<Vec<String>, Failure> {
    let columns = || arguments.get_many::<String>(COLUMNS).unwrap_or_default();
    if columns().next_back().is_some_and(String::is_empty) {
        return Err(Failure::usage(format!(
            "--{COLUMNS} ends with a comma: write the names without spaces between them, or in quotes"
        )));
    }
    Ok(columns().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect())
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
    Ok(Append { lines, times: &[], is_quiet: false })
}

/// Returns the extension of a file that looks as if it named a format. Text is for people, in whatever format.
fn unknown_extension(file: &Path) -> Option<&str> {
    let extension = file.extension()?.to_str()?;
    let is_word = extension.starts_with(|letter: char| letter.is_ascii_alphabetic());
    (is_word && !extension.eq_ignore_ascii_case("txt")).then_some(extension)
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
pub fn missing(program: &Program, what: &str, feature: &str) -> Failure {
    let with_it = (program.with_feature)(feature);
    Failure::usage(format!("this {} was built without {what}; get one with it: {with_it}", program.name))
}
