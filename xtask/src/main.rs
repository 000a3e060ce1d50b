//! The tasks of this workspace: `cargo regen` writes the client from the table, `cargo regen-docs` the generated
//! pages of the book from the catalogue. With `--check` they only compare.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use virtual_finance_codegen::{Changes, Diagnostic, GeneratorError, Mode};

fn main() -> ExitCode {
    let (code, text) = match run(&command().get_matches()) {
        Ok(text) => (ExitCode::SUCCESS, text),
        Err(text) => (ExitCode::FAILURE, text),
    };
    // Without a terminal there is nobody to report to.
    let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
    code
}

fn command() -> Command {
    let check = Arg::new("check")
        .long("check")
        .action(ArgAction::SetTrue)
        .help("Writes nothing and fails when something would change");
    let root = Arg::new("root")
        .long("root")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        .help("The workspace, if it is not the one that cargo runs in");
    let task = |name: &'static str, about: &'static str| {
        Command::new(name).bin_name(format!("cargo {name}")).about(about).args([check.clone(), root.clone()])
    };
    let deny_warnings = Arg::new("deny-warnings")
        .long("deny-warnings")
        .action(ArgAction::SetTrue)
        .help("Makes the warnings of the table errors");
    let regen = task("regen", "Writes the generated client from spec/endpoints.yaml").arg(deny_warnings);
    let regen_docs = task("regen-docs", "Writes the generated pages in docs/src from the catalogue");
    Command::new("cargo").subcommand_required(true).subcommands([regen, regen_docs])
}

fn run(matches: &ArgMatches) -> Result<String, String> {
    let (name, options) = matches.subcommand().ok_or("no task; write regen or regen-docs")?;
    let root = options.get_one::<PathBuf>("root").cloned().or_else(workspace);
    let root = root.ok_or("no workspace; run this with cargo, or name one with --root DIR")?;
    let mode = if options.get_flag("check") { Mode::Check } else { Mode::Write };
    if name == "regen" {
        let generator = xtask::generator().deny_warnings(options.get_flag("deny-warnings"));
        let changes = xtask::regen(&generator, &root, mode).map_err(|error| message(&error))?;
        let warnings = warnings(&changes.warnings);
        report(&changes, mode, "generated files", "spec/endpoints.yaml", name)
            .map(|text| format!("{warnings}{text}"))
            .map_err(|text| format!("{warnings}{text}"))
    } else {
        regen_docs(&root, mode)
    }
}

#[cfg(feature = "docs")]
fn regen_docs(root: &Path, mode: Mode) -> Result<String, String> {
    let changes = xtask::regen_docs(root, mode).map_err(|error| error.to_string())?;
    report(&changes, mode, "generated pages", "the catalogue", "regen-docs")
}

#[cfg(not(feature = "docs"))]
fn regen_docs(_: &Path, _: Mode) -> Result<String, String> {
    Err("this build has no regen-docs; run `cargo regen-docs`".to_owned())
}

/// Returns the list of changes; those that are only compared are an error.
fn report(changes: &Changes, mode: Mode, files: &str, source: &str, name: &str) -> Result<String, String> {
    if changes.none() {
        return Ok(format!("the {files} are what {source} gives"));
    }
    let list = |verb: &str, paths: &[String]| -> String {
        paths.iter().map(|path| format!("  {verb} {path}\n")).collect()
    };
    match mode {
        Mode::Write => Ok(list("wrote", &changes.outdated) + &list("removed", &changes.stale)),
        Mode::Check => Err(format!(
            "{files} are not what {source} gives; run `cargo {name}` and commit the result\n{}{}",
            list("outdated", &changes.outdated),
            list("stale", &changes.stale)
        )),
    }
}

/// Returns the warnings of a table, with colours for a terminal.
fn warnings(warnings: &[Diagnostic]) -> String {
    let shown = |warning: &Diagnostic| if has_colours() { warning.coloured() } else { warning.to_string() };
    warnings.iter().map(|warning| format!("{}\n\n", shown(warning))).collect()
}

/// Returns the message of an error, with colours for a terminal.
fn message(error: &GeneratorError) -> String {
    if has_colours() { error.coloured() } else { error.to_string() }
}

fn has_colours() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Returns the workspace that cargo runs in. This package lies directly below its root.
fn workspace() -> Option<PathBuf> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")?;
    Path::new(&package).parent().map(Path::to_owned)
}
