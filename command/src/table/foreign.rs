//! Programs of tables that nobody vouches for.

use virtual_finance_openapi::{ForeignError, ForeignTable};
use virtual_finance_table::TableError;
use virtual_finance_tables::text::{Failure, tell};

use crate::arguments::{ALLOW_ENV, Program, Subcommand};

/// The maximum number of errors that are told.
const SHOWN: usize = 20;

/// Makes the program of a table in a file, which lives as long as the process, and notes about what is left out.
///
/// # Errors
/// The file cannot be read, its table has errors, or it wants what a table may not have.
pub(super) fn program(
    base: &Program,
    file: &str,
    allowed: &[String],
    is_verbose: bool,
    subcommands: &'static [Subcommand],
) -> Result<(&'static Program, Vec<String>), Failure> {
    let table = ForeignTable::read(file, allowed).map_err(|error| failure(file, error))?;
    let has_more = table.parts.len() > 1;
    let summary = table.summary().map(|note| if has_more { note + "; -v lists them" } else { note });
    let parts = if is_verbose { table.parts } else { summary.into_iter().collect() };
    let program: &'static Program = Box::leak(Box::new(Program {
        id: Some(format!("{}-{}", base.id(), table.name).leak()),
        version: base.version,
        build: base.build,
        about: format!("The endpoints of {file}").leak(),
        title: Some(table.name.leak()),
        is_foreign: true,
        subcommands,
        with_feature: base.with_feature,
        ..Program::new(format!("{} --table {}", base.name, quoted(file)).leak(), table.endpoints)
    }));
    program.check().map_err(|clashes| Failure::usage(format!("{file}: {clashes}")))?;
    Ok((program, [table.notes, parts].concat()))
}

/// Tells the errors of a table, and returns their number as a failure.
fn failure(file: &str, error: ForeignError) -> Failure {
    let faults = match error {
        ForeignError::Table(TableError::Faults(faults)) => faults,
        ForeignError::Secret { reason, pair } => {
            return Failure::usage(format!("{reason} --{ALLOW_ENV} {pair}"));
        }
        other => return Failure::usage(other.to_string()),
    };
    for fault in faults.iter().take(SHOWN) {
        tell(format_args!("{fault}\n"));
    }
    Failure::usage(match faults.len() {
        1 => format!("{file} has an error"),
        count => format!("{file} has {count} errors"),
    })
}

/// Returns a word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./\\:".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{word}'") }
}
