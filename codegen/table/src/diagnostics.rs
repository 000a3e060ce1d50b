//! The diagnostics of a table in a text.

use crate::check::{self, Around};
use crate::diagnostic::{Diagnostic, Faults};
use crate::parse;

/// Returns the errors of a table without includes, or its warnings if it has no errors. `path` is how diagnostics name the
/// table, and `converters` are the names of the modules that exist in `folder`.
pub fn diagnostics(path: &str, table: &str, converters: &[String], folder: &str) -> Vec<Diagnostic> {
    let read = parse::read(path, table, &parse::alone);
    let mut faults = Faults::of_files(&read.files, read.faults);
    if let Some(parsed) = read.parsed {
        let around = Around { converters, folder, ..Around::default() };
        check::check(&parsed, around, &mut faults);
        if faults.count() == 0 {
            check::warn(&parsed, around, &mut faults);
        }
    }
    faults.into_sorted()
}
