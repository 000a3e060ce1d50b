//! The tasks of this workspace: `cargo regen` writes the client from the table and has tasks for the table itself,
//! `cargo regen-docs` writes the generated pages of the book from the catalogue, with `--check` they only compare, and
//! `cargo xtask bench` measures conversions.

use std::io::{IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use virtual_finance_codegen::{Changes, Diagnostic, GeneratorError, Mode};
use virtual_finance_openapi::ImportOptions;

fn main() -> ExitCode {
    let (code, text) = match run(&command().get_matches()) {
        Ok(text) => (ExitCode::SUCCESS, text),
        Err(text) => (ExitCode::FAILURE, text),
    };
    say(&text);
    code
}

/// Writes a text to stderr.
fn say(text: &str) {
    // Without a terminal there is nobody to report to.
    let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
}

fn command() -> Command {
    let check = flag("check", "Writes nothing and fails when something would change");
    let root = Arg::new("root")
        .long("root")
        .value_name("DIR")
        .value_parser(value_parser!(PathBuf))
        .global(true)
        .help("The workspace, if it is not the one that cargo runs in");
    let task = |name: &'static str, about: &'static str| {
        Command::new(name)
            .override_usage(format!("cargo {name} [OPTIONS]"))
            .about(about)
            .args([check.clone(), root.clone()])
    };
    let revision = Arg::new("revision")
        .value_name("REVISION")
        .required(true)
        .help("A commit, a branch or a tag, for example v0.1.0");
    let regen = task("regen", "Writes the generated client from spec/endpoints.yaml")
        .arg(flag("deny-warnings", "Makes the warnings of the table errors"))
        .arg(
            flag("watch", "Goes on, and writes the client again whenever the table or a converter changes")
                .conflicts_with("check"),
        )
        .args_conflicts_with_subcommands(true)
        .override_usage("cargo regen [OPTIONS] [COMMAND]")
        .subcommand(
            Command::new("fmt")
                .about("Formats the table: only blanks change, and comments stay")
                .arg(check.clone()),
        )
        .subcommand(
            Command::new("diff")
                .about("Lists what the change of the table since a revision means for programs")
                .arg(revision),
        );
    let regen = regen.subcommand(draft()).subcommand(import());
    let regen_docs = task(
        "regen-docs",
        "Writes the generated pages in docs/src from the catalogue, and the code that the others quote",
    );
    Command::new("cargo").subcommand_required(true).subcommands([regen, regen_docs, bench(root)])
}

fn bench(root: Arg) -> Command {
    Command::new("bench")
        .about("Measures each conversion, beside the committed figures")
        .override_usage("cargo xtask bench [OPTIONS]")
        .after_help(
            "Instructions are counted by valgrind and are the same from run to run; without valgrind allocations alone are \
             compared. Replies are invented.",
        )
        .arg(flag("check", "Fails when a figure has grown by more than 3 %").conflicts_with_all(["update", "compare", "peers"]))
        .arg(flag("update", "Writes the figures to tests/benches/baseline.json").conflicts_with_all(["compare", "peers"]))
        .arg(flag("peers", "Measures yfinance-rs and yfinance, too, which it fetches from their registries"))
        .arg(
            Arg::new("compare")
                .long("compare")
                .value_name("REVISION")
                .conflicts_with("peers")
                .help("Measures that commit, branch or tag, too, in turns, with times"),
        )
        .arg(root)
}

fn measure(options: &ArgMatches, root: &Path) -> Result<String, String> {
    match options.get_one::<String>("compare") {
        Some(revision) => xtask::bench::compare_with_revision(root, revision),
        None if options.get_flag("update") => xtask::bench::update(root),
        None if options.get_flag("peers") => xtask::bench::measure_peers(root),
        None => xtask::bench::compare_with_baseline(root, options.get_flag("check")),
    }
}

fn draft() -> Command {
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).required(true).help(help)
    };
    Command::new("new")
        .about("Drafts an endpoint: its entry in the table from an address and a reply")
        .after_help(
            "The table declares the response of a reply of JSON. Other replies have a converter, which is drafted, too.",
        )
        .arg(
            Arg::new("name")
                .value_name("NAME")
                .required(true)
                .help("The name of the request, for example Quote"),
        )
        .arg(option(
            "url",
            "ADDRESS",
            "An address of the endpoint; a parameter in its path is written {name=value}",
        ))
        .arg(
            option("reply", "FILE", "A reply of the host; only its shape is used")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(flag("converter", "Drafts a converter for a reply of JSON, too, and declares no response"))
}

fn import() -> Command {
    let openapi = Command::new("openapi")
        .about("Makes a table of an OpenAPI document, version 3.0 to 3.2, in JSON or YAML")
        .override_usage("cargo regen import openapi [OPTIONS] <FILE>")
        .after_help(
            "Each part that the table cannot say is told on one line, with its place; the rest is imported.",
        )
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The document"),
        )
        .arg(
            Arg::new("prefix")
                .long("prefix")
                .value_name("NAME")
                .default_value("")
                .hide_default_value(true)
                .help("The beginning of every name, for example Shop"),
        )
        .arg(
            Arg::new("include")
                .long("include")
                .value_name("OPERATIONS")
                .action(ArgAction::Append)
                .help("Imports these operations alone, by method and path: 'GET /repos/*', or '* /users'"),
        )
        .arg(flag("optional", "Lets replies leave out any member: for documents that promise too much"))
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("PATH")
                .help("The table to write, below the workspace; without it the table goes to stdout"),
        )
        .arg(Arg::new("onto").long("onto").value_name("PATH").requires("from").conflicts_with("output").help(
            "The edited table, below the workspace, that gets what changed since the document of --from",
        ))
        .arg(
            Arg::new("from")
                .long("from")
                .value_name("FILE")
                .requires("onto")
                .value_parser(value_parser!(PathBuf))
                .help("The document that the table was imported from, with the same options"),
        );
    Command::new("import")
        .about("Makes a table of the description of an API")
        .subcommand_required(true)
        .subcommand(openapi)
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn run(matches: &ArgMatches) -> Result<String, String> {
    let (name, options) = matches.subcommand().ok_or("no task; write regen, regen-docs or bench")?;
    let (table_task, own) = options.subcommand().map_or(("", options), |(task, own)| (task, own));
    let root = own.get_one::<PathBuf>("root").cloned().or_else(workspace);
    let root = root.ok_or("no workspace; run this with cargo, or name one with --root DIR")?;
    match (name, table_task) {
        ("regen", "fmt") => format(own, &root),
        ("regen", "diff") => {
            let revision = own.get_one::<String>("revision").ok_or("no revision; write one such as HEAD")?;
            xtask::table::diff(&xtask::generator(), &root, revision)
        }
        ("regen", "new") => {
            let text = |name| own.get_one::<String>(name).map(String::as_str).unwrap_or_default();
            let reply = own.get_one::<PathBuf>("reply").ok_or("no reply; name its file with --reply FILE")?;
            let (named, by_hand) = ((text("name"), text("url")), own.get_flag("converter"));
            xtask::table::draft(&xtask::generator(), &root, named, reply, by_hand)
        }
        ("regen", "import") => {
            let (_, own) = own.subcommand().ok_or("no kind of document; write openapi")?;
            let file = own.get_one::<PathBuf>("file").ok_or("no document; name its file")?;
            let text = |name| own.get_one::<String>(name).map(String::as_str);
            let include: Vec<String> = own.get_many("include").into_iter().flatten().cloned().collect();
            let options = ImportOptions {
                prefix: text("prefix").unwrap_or_default(),
                include: &include,
                optional: own.get_flag("optional"),
                ..ImportOptions::default()
            };
            if let Some((onto, old)) = text("onto").zip(own.get_one::<PathBuf>("from")) {
                let merged =
                    xtask::table::import_onto(&xtask::generator(), &root, (old, file), options, onto);
                return merged.map(|said| xtask::harmless(&said)).map_err(|said| xtask::harmless(&said));
            }
            let imported = xtask::table::import(&xtask::generator(), &root, file, options, text("output"));
            let imported = imported.map_err(|error| xtask::harmless(&error))?;
            if let Some(table) = imported.table {
                let mut out = std::io::stdout();
                let table = if out.is_terminal() { xtask::harmless(&table) } else { table };
                // Without a reader there is nobody to write to.
                let _ = out.write_all(table.as_bytes());
            }
            Ok(xtask::harmless(&imported.report))
        }
        ("regen", _) if own.get_flag("watch") => {
            watch(own, &root);
            Ok(String::new())
        }
        ("regen", _) => regen(own, &root),
        ("bench", _) => measure(own, &root),
        _ => regen_docs(&root, mode(own)),
    }
}

fn mode(options: &ArgMatches) -> Mode {
    if options.get_flag("check") { Mode::Check } else { Mode::Write }
}

fn regen(options: &ArgMatches, root: &Path) -> Result<String, String> {
    regenerated(options, root).0
}

/// Writes or compares the client. Returns what to say, and the files that were or would be changed.
fn regenerated(options: &ArgMatches, root: &Path) -> (Result<String, String>, Vec<PathBuf>) {
    let generator = xtask::generator().deny_warnings(options.get_flag("deny-warnings"));
    let mode = mode(options);
    let changes = match xtask::regen(&generator, root, mode) {
        Ok(changes) => changes,
        Err(error) => return (Err(message(&error)), Vec::new()),
    };
    let warnings = warnings(&changes.warnings);
    let said = report(&changes, mode, "generated files", generator.table(), "regen")
        .map(|text| format!("{warnings}{text}"))
        .map_err(|text| format!("{warnings}{text}"));
    (said, changes.outdated.iter().chain(&changes.stale).map(|path| root.join(path)).collect())
}

/// Writes the client again whenever a file changes, until the process is ended.
fn watch(options: &ArgMatches, root: &Path) {
    const PAUSE: Duration = Duration::from_millis(300);
    let paths = || {
        let generator = xtask::generator();
        let own = generator.watched().into_iter().map(|path| root.join(path));
        let included = generator.included(root).into_iter().map(|path| root.join(path));
        own.chain(included).chain([root.join(xtask::FRAMES)]).collect()
    };
    let task = || {
        let (said, written) = regenerated(options, root);
        say(&said.unwrap_or_else(|text| text));
        written
    };
    xtask::watch(paths, task, || {
        std::thread::sleep(PAUSE);
        ControlFlow::Continue(())
    });
}

fn format(options: &ArgMatches, root: &Path) -> Result<String, String> {
    let (generator, mode) = (xtask::generator(), mode(options));
    let changed = xtask::table::format(&generator, root, mode)?;
    match (changed.as_slice(), mode) {
        ([], _) => Ok(format!("{} is formatted", generator.table())),
        (changed, Mode::Write) => Ok(changed.iter().map(|path| format!("  wrote {path}\n")).collect()),
        (changed, Mode::Check) => {
            let verb = if changed.len() == 1 { "is" } else { "are" };
            Err(format!("{} {verb} not formatted; run `cargo regen fmt`", changed.join(" and ")))
        }
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

/// Returns the list of changes; in a mere comparison, changes are an error.
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
