//! The errors of the generator.

use std::fmt::{self, Write as _};
use std::io;
use std::path::PathBuf;

use virtual_finance_table::{Diagnostic, Severity, TableError};

use crate::write::WriteError;

/// An error of the generator: no file was written.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum GeneratorError {
    /// The table has errors, or warnings that are denied, in the order of its lines.
    #[error("{}", faults_text(.0, ToString::to_string))]
    Table(Vec<Diagnostic>),
    /// The table could not be read.
    #[error("the table {} cannot be read: {source}; check the path", path.display())]
    NoTable {
        /// The path of the table.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
    /// A setting of the generator is wrong.
    #[error("{0}")]
    Setting(String),
    /// A file or folder could not be read, written or removed.
    #[error(transparent)]
    Files(#[from] WriteError),
}

impl From<TableError> for GeneratorError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Faults(faults) => Self::Table(faults),
            TableError::NoFile { path, source } => Self::NoTable { path, source },
            // The crate of tables has no other.
            other => Self::Setting(other.to_string()),
        }
    }
}

/// Shows the message, for a `main` that returns the error.
impl fmt::Debug for GeneratorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl GeneratorError {
    /// Returns the message of [`Display`](std::fmt::Display) with colours for a terminal.
    #[must_use]
    pub fn coloured(&self) -> String {
        match self {
            Self::Table(faults) => faults_text(faults, Diagnostic::coloured),
            other => other.to_string(),
        }
    }
}

fn faults_text(faults: &[Diagnostic], shown: impl Fn(&Diagnostic) -> String) -> String {
    /// More would not be read.
    const SHOWN: usize = 100;
    let mut text = String::new();
    for fault in faults.iter().take(SHOWN) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}\n", shown(fault));
    }
    let (count, plural) = (faults.len(), if faults.len() == 1 { "" } else { "s" });
    let is_warning = faults.iter().all(|fault| fault.code.severity() == Severity::Warning);
    let what = if is_warning { "denied warning" } else { "error" };
    let left_out = match count.saturating_sub(SHOWN) {
        0 => String::new(),
        others => format!(", of which {others} are not shown"),
    };
    let _ = write!(text, "{count} {what}{plural} in the table{left_out}; nothing was written");
    text
}
