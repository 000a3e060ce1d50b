//! The subcommand `sync`: a folder with the bars of symbols, which is kept up to date.

pub(crate) mod bars;
mod decoding;
pub(crate) mod folder;
pub(crate) mod interval;
pub(crate) mod run;
pub(crate) mod verify;
mod written;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use virtual_finance::{DateTime, History};
use virtual_finance_command::clap::{Arg, ArgAction, Command, ValueHint, value_parser};
use virtual_finance_command::parts::{
    Busy, DIR, FAILURES, Failed, Outline, Output, SUBJECTS, alike, connect, files, given, received,
};
use virtual_finance_command::{Arguments, Failure, Program, Subcommand};

use crate::ticker::TICKER;
use folder::{Entry, Folder};
use interval::Interval;
use run::{Done, Run};

const SYNC: &str = "sync";
const INTERVAL: &str = "interval";
const START: &str = "start";
const VERIFY: &str = "verify";
const DROP: &str = "drop";

/// The subcommand.
pub(crate) const SUBCOMMAND: Subcommand = Subcommand::new(SYNC, |program| Some(command(program)), run);

fn command(program: &Program) -> Command {
    let option = |name: &'static str| Arg::new(name).long(name);
    Command::new(SYNC)
        .about("Keep a folder of prices of many symbols up to date")
        .long_about(
            "Keep a folder of Parquet files with the prices of many symbols up to date.\n\nDIR gets a folder for each \
             symbol, such as symbol=IBM/bars.parquet, which readers of datasets know. The first call fetches all bars; \
             each further one fetches those that are new and the last ten once more. Where these are no longer what \
             they were, after a split or a dividend, the symbol is fetched anew. It may be stopped at any time: every \
             file is whole, and the next call goes on.",
        )
        .arg(
            Arg::new(DIR)
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::DirPath)
                .help("The folder; it is made if it is missing"),
        )
        .arg(
            Arg::new(TICKER)
                .value_name("TICKER")
                .num_args(0..)
                .help("The symbols, for example IBM [default: those of the folder]"),
        )
        .args(files(program))
        .arg(option(INTERVAL).value_name("INTERVAL").help(format!(
            "The time that one bar of a new folder covers [default: 1d] [possible values: {}]",
            Interval::names().join(", ")
        )))
        .arg(
            option(START)
                .value_name("DATE")
                .help("The first date of a new folder, for example 2020-01-31 [default: the first that there is]"),
        )
        .arg(
            option(VERIFY)
                .action(ArgAction::SetTrue)
                .conflicts_with_all([TICKER, SUBJECTS, FAILURES, INTERVAL, START])
                .help("Check every file of the folder, and ask no host; a fault is the exit code 1"),
        )
        .arg(
            option(DROP)
                .value_name("TICKER")
                .value_delimiter(',')
                .conflicts_with_all([TICKER, SUBJECTS, FAILURES, INTERVAL, START, VERIFY])
                .help("Remove symbols and their files from the folder, and ask no host"),
        )
}

/// Syncs the folder, or verifies it.
fn run(arguments: &Arguments<'_>) -> Result<(), Failure> {
    let outline = Outline::without_schema(SYNC, None);
    let output = Output::of_table(arguments, &outline)?;
    let path = arguments.get_one::<PathBuf>(DIR).map_or(Path::new("."), PathBuf::as_path);
    if arguments.get_flag(VERIFY) {
        return verify(&Folder::open(path, None, None, false)?, &output, &outline);
    }
    if let Some(symbols) = arguments.get_many::<String>(DROP) {
        return drop(Folder::open(path, None, None, false)?, &symbols.collect(), &output, &outline);
    }
    let text = |name: &str| arguments.get_one::<String>(name).map(String::as_str);
    let interval = text(INTERVAL).map(Interval::named).transpose()?;
    if let Some(start) = text(START) {
        start.parse::<DateTime>().map_err(|error| Failure::usage(format!("--{START}: {error}")))?;
    }
    let subject = History::INFO.sole_subject().ok_or_else(|| Failure::other("a history has no ticker"))?;
    let mut symbols = given(subject, arguments)?;
    let connection = connect(arguments, History::INFO.uses_session())?;
    let folder = Folder::open(path, interval, text(START), !symbols.is_empty())?;
    if symbols.is_empty() {
        symbols = folder.symbols().keys().cloned().collect();
    }
    let new = symbols.iter().filter(|symbol| !folder.symbols().contains_key(*symbol));
    if let Some((one, other)) = alike(folder.symbols().keys().chain(new).map(String::as_str)) {
        return Err(Failure::usage(format!(
            "{one} and {other} have one folder where upper and lower case are the same: sync one of the two into \
             another folder"
        )));
    }
    let left: Vec<String> =
        folder.symbols().keys().filter(|known| !symbols.contains(known)).cloned().collect();
    let places: HashMap<String, usize> = symbols.iter().cloned().zip(0..).collect();
    // A signal ends the command after the file that is being written.
    let _busy = Busy::new();
    let mut run = Run::new(folder, arguments, &connection, symbols)?;
    let finished = run.finish();
    let is_stopped = run.is_stopped();
    let Run { mut reports, failed, total, .. } = run;
    // Those that were fetched anew came last.
    reports.sort_by_key(|report| places.get(&report.symbol));
    let rows: Value =
        reports.iter().map(|report| row(&report.symbol, &report.done, report.entry.as_ref())).collect();
    output.response(&rows, &outline)?;
    finished?;
    match left.as_slice() {
        [] => {}
        [only] => run::note(&format!(
            "note: this symbol of the folder was not asked for and stays as it is: {only}"
        )),
        several => run::note(&format!(
            "note: {} symbols of the folder were not asked for and stay as they are",
            several.len()
        )),
    }
    Failed::keep(&failed, arguments)?;
    if is_stopped {
        let (done, lines) = (reports.len(), Failed::lines(&failed));
        return Err(Failure::with_code(
            received().unwrap_or(1),
            format!("stopped after {done} of {total} symbols; to go on, run it again{lines}"),
        ));
    }
    Failed::of_all(&failed, total).map_or(Ok(()), Err)
}

/// Returns the row of a symbol in the report.
fn row(symbol: &str, done: &Done, entry: Option<&Entry>) -> Value {
    let (word, added, cause) = match done {
        Done::New => ("new", entry.map(|entry| entry.bars), None),
        Done::Added(added, gap) => ("added", Some(*added), gap.as_deref()),
        Done::Current => ("up to date", Some(0), None),
        Done::Refetched(cause) => ("refetched", None, Some(cause.as_str())),
        Done::Failed(cause) => ("failed", None, Some(cause.as_str())),
    };
    json!({
        "symbol": symbol, "done": word, "added": added, "bars": entry.map(|entry| entry.bars),
        "first": entry.map(|entry| &entry.first), "last": entry.map(|entry| &entry.last), "cause": cause,
    })
}

/// Removes symbols from the folder, all or none of them.
fn drop(
    mut folder: Folder,
    symbols: &BTreeSet<&String>,
    output: &Output,
    outline: &Outline,
) -> Result<(), Failure> {
    if let Some(unknown) = symbols.iter().find(|symbol| !folder.symbols().contains_key(**symbol)) {
        let known: Vec<&str> = folder.symbols().keys().map(String::as_str).collect();
        return Err(Failure::usage(format!(
            "{} has no symbol {unknown}; it has {}",
            folder.path().display(),
            known.join(", ")
        )));
    }
    symbols.iter().try_for_each(|symbol| folder.remove(symbol))?;
    folder.save()?;
    let row = |symbol: &&String| json!({"symbol": symbol, "done": "dropped"});
    output.response(&symbols.iter().map(row).collect::<Value>(), outline)
}

fn verify(folder: &Folder, output: &Output, outline: &Outline) -> Result<(), Failure> {
    let checked = verify::check(folder)?;
    let row = |checked: &verify::Checked| {
        let entry = checked.entry.as_ref();
        json!({
            "symbol": checked.symbol, "bars": entry.map(|entry| entry.bars), "first": entry.map(|entry| &entry.first),
            "last": entry.map(|entry| &entry.last), "fault": checked.fault,
        })
    };
    output.response(&checked.iter().map(row).collect::<Value>(), outline)?;
    let faults = checked.iter().filter(|checked| checked.fault.is_some()).count();
    match faults {
        0 => Ok(()),
        faults => Err(Failure::other(format!(
            "{faults} of {} symbols have a fault; vfapi sync {} mends what is missing or damaged",
            checked.len(),
            folder.path().display()
        ))),
    }
}
