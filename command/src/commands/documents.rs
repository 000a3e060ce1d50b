//! The subcommands that write documents about the table: the OpenAPI document and the reference pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Arg, Command, ValueHint, value_parser};
use serde_json::Value;
use virtual_finance_reference::{Page, openapi, pages, summary};
use virtual_finance_tables::text::Failure;

use crate::arguments::{Arguments, DIR, Program, Subcommand};
use crate::writing::Output;

/// The subcommand `openapi`, which writes the OpenAPI document.
pub const OPENAPI: Subcommand = Subcommand::new(
    "openapi",
    |_| {
        let about = "Write the endpoints as they look to a caller over HTTP, as an OpenAPI 3.1 document";
        Some(Command::new("openapi").about(about))
    },
    |arguments| {
        let program = arguments.program();
        Output::of_document(arguments)?.json(&openapi(&program.document(), program.endpoints))
    },
);

/// The subcommand `docs`, which writes the reference pages of a book.
pub const DOCS: Subcommand = Subcommand::new("docs", |_| Some(docs_command()), docs);

/// The name of the list of chapters in a book.
const SUMMARY: &str = "SUMMARY.md";

/// The name of the OpenAPI document in a book.
const OPENAPI_FILE: &str = "openapi.json";

fn docs_command() -> Command {
    Command::new("docs")
        .about("Write the reference pages of the endpoints to a folder")
        .long_about(
            "Write the reference pages of the endpoints to a folder, as Markdown for an mdBook.\n\nDIR gets a chapter for \
             each endpoint, the list of endpoints, the types of parameters and openapi.json. SUMMARY.md gets the list of \
             the chapters between its two comments about the endpoints; it is made if it is missing.",
        )
        .arg(
            Arg::new(DIR)
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .value_hint(ValueHint::DirPath)
                .help("The folder, which is made if it is missing"),
        )
}

fn docs(arguments: &Arguments<'_>) -> Result<(), Failure> {
    let folder = arguments.get_one::<PathBuf>(DIR).map_or(Path::new("."), PathBuf::as_path);
    write(arguments.program(), folder).map_err(|error| {
        let advice = "name a folder that can be written";
        Failure::other(format!("the pages cannot be written to {}: {error}; {advice}", folder.display()))
    })
}

fn write(program: &Program, folder: &Path) -> io::Result<()> {
    let about = program.document();
    let known = match fs::read_to_string(folder.join(SUMMARY)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => about.empty_summary(),
        read => read?,
    };
    let list = summary(&about, &known, program.endpoints).ok_or_else(|| {
        io::Error::other(format!(
            "its {SUMMARY} lacks the comments around the endpoints, {}",
            about.comments()
        ))
    })?;
    let document = format!("{:#}\n", openapi(&about, program.endpoints));
    let mut files = pages(&about, program.endpoints);
    files.push(Page { path: SUMMARY.to_owned(), text: list });
    files.push(Page { path: OPENAPI_FILE.to_owned(), text: document.clone() });
    for Page { path, .. } in &files {
        check_replaceable(folder, path, &document)?;
    }
    for Page { path, text } in files {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().unwrap_or(folder))?;
        fs::write(file, text)?;
    }
    Ok(())
}

/// Checks that a file may be written: it is missing, or was written by this, and no link leads elsewhere.
fn check_replaceable(folder: &Path, path: &str, document: &str) -> io::Result<()> {
    let mut file = folder.to_owned();
    for part in Path::new(path) {
        file.push(part);
        if fs::symlink_metadata(&file).is_ok_and(|found| found.is_symlink()) {
            return Err(io::Error::other(format!("{} is a link", file.display())));
        }
    }
    let known = match fs::read_to_string(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        read => read?,
    };
    let title = |text: &str| serde_json::from_str::<Value>(text).ok()?.pointer("/info/title").cloned();
    let is_own = path == SUMMARY
        || known.contains("@generated")
        || (path == OPENAPI_FILE && title(&known) == title(document));
    if is_own { Ok(()) } else { Err(io::Error::other(format!("{} is another file", file.display()))) }
}
