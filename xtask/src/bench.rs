//! `cargo xtask bench`: what each conversion costs, beside the committed figures or beside another revision.
//!
//! The program `tests/speed/` invents the replies and does the work; valgrind counts its instructions, which are the same
//! from run to run, and the program its allocations.

mod figures;
mod measure;
mod peers;
mod revision;

use std::path::Path;

pub use figures::Figures;
use figures::Growth;
use measure::Program;
pub use peers::measure_peers;

/// The committed figures.
const BASELINE: &str = "tests/benches/baseline.json";

/// What to do about figures that have grown.
const ADVICE: &str = "make it as cheap as before, or run `cargo xtask bench --update`, commit tests/benches/baseline.json \
                      with the change and say in its message what the cost buys";

/// Measures the workspace and compares it with the committed figures. With `check` a figure that has grown by more than 3 %
/// is an error.
///
/// # Errors
/// A program cannot be built or run, a file cannot be read, or, with `check`, a figure has grown.
pub fn compare_with_baseline(root: &Path, check: bool) -> Result<String, String> {
    let baseline = Figures::read(&root.join(BASELINE))?;
    let measured = Program::build(root, root)?.measured()?;
    let checked = checked(&baseline, &measured);
    if check { checked } else { Ok(checked.unwrap_or_else(|grown| grown)) }
}

/// Returns a table of figures beside the committed ones.
///
/// # Errors
/// One has grown by more than 3 %: the table, with what has grown and what to do.
pub fn checked(baseline: &Figures, measured: &Figures) -> Result<String, String> {
    let report = figures::report(baseline, measured);
    match measured.growths(baseline, Growth::OF_BASELINE).as_slice() {
        [] => Ok(report),
        grown => Err(format!("{report}\n{}\n\n{ADVICE}", grown.join("\n"))),
    }
}

/// Measures the workspace and writes the figures.
///
/// # Errors
/// A program cannot be built or run, or the file cannot be written; without valgrind there are no instructions to write.
pub fn update(root: &Path) -> Result<String, String> {
    let measured = Program::build(root, root)?.measured()?;
    if !measured.has_instructions() {
        return Err("valgrind is not installed, and the file has instructions; install it".to_owned());
    }
    measured.write(&root.join(BASELINE))?;
    Ok(format!("  wrote {BASELINE}"))
}

/// Measures the workspace and a revision in turns, and compares them.
///
/// # Errors
/// git knows no such revision, or a program cannot be built or run.
pub fn compare_with_revision(root: &Path, name: &str) -> Result<String, String> {
    let (before, now) = revision::measured(root, name)?;
    let report = figures::report(&before, &now);
    let grown = now.growths(&before, Growth::OF_REVISION);
    let verdict = if grown.is_empty() { "nothing got worse".to_owned() } else { grown.join("\n") };
    Ok(format!("{report}\n{verdict}"))
}
