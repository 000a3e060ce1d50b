//! `cargo regen`: writes the client from the table. `cargo regen --check` only compares.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use virtual_finance_codegen::{Changes, Generator, GeneratorError, Mode};

const USAGE: &str = "usage: cargo regen [--check] [--root DIR]

Writes the generated client from spec/endpoints.yaml.
  --check      writes nothing and fails when something would change
  --root DIR   the workspace, where it is not the one that cargo runs in";

fn main() -> ExitCode {
    let outcome = Task::from_arguments(std::env::args().skip(1)).and_then(|task| task.run());
    let (code, text) = match outcome {
        Ok(text) => (ExitCode::SUCCESS, text),
        Err(text) => (ExitCode::FAILURE, text),
    };
    // Nothing can be said when the terminal is gone.
    let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
    code
}

struct Task {
    root: PathBuf,
    mode: Mode,
    help: bool,
}

impl Task {
    fn from_arguments(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut root, mut mode, mut help) = (None, Mode::Write, false);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--check" => mode = Mode::Check,
                "--root" => root = Some(arguments.next().ok_or(USAGE)?.into()),
                "--help" | "-h" => help = true,
                other => return Err(format!("unknown argument {other:?}\n\n{USAGE}")),
            }
        }
        let root = root
            .or_else(workspace)
            .ok_or("no workspace; run this with cargo, or name one with --root DIR")?;
        Ok(Self { root, mode, help })
    }

    fn run(&self) -> Result<String, String> {
        if self.help {
            return Ok(USAGE.to_owned());
        }
        let generator = Generator::workspace();
        let changes = generator.write(&self.root, self.mode).map_err(|error| shown(&error))?;
        self.report(&changes, generator.table())
    }

    fn report(&self, changes: &Changes, table: &str) -> Result<String, String> {
        if changes.none() {
            return Ok(format!("the generated files are what {table} gives"));
        }
        let list = |verb: &str, paths: &[String]| -> String {
            paths.iter().map(|path| format!("  {verb} {path}\n")).collect()
        };
        match self.mode {
            Mode::Write => Ok(list("wrote", &changes.outdated) + &list("removed", &changes.stale)),
            Mode::Check => Err(format!(
                "generated files are not what {table} gives; \
                     run `cargo regen` and commit the result\n{}{}",
                list("outdated", &changes.outdated),
                list("stale", &changes.stale)
            )),
        }
    }
}

/// The error as stderr takes it.
fn shown(error: &GeneratorError) -> String {
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    if colours { error.coloured() } else { error.to_string() }
}

/// The workspace that cargo runs in: this package lies directly below its root.
fn workspace() -> Option<PathBuf> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")?;
    Path::new(&package).parent().map(Path::to_owned)
}
