//! The import of the document that the command exports: what comes out is the table that it was made of.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use expect_test::expect;
use tempfile::TempDir;
use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance_cases::market_table;
use virtual_finance_codegen::{GeneratedFile, Level, TableChange};
use virtual_finance_openapi::{Import, ImportOptions};
use virtual_finance_reference::{About, openapi};
use virtual_finance_tests::of_market;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn own() -> (String, Import) {
    let generator = xtask::generator_of_any_table();
    let table = market_table();
    let document = serde_json::to_string_pretty(&openapi(&About::new("vfapi"), ENDPOINTS)).unwrap();
    let converters = generator.converter_names(root()).unwrap();
    let options = ImportOptions { converters: &converters, ..ImportOptions::default() };
    let import = virtual_finance_openapi::import(&document, &options).unwrap();
    (table, import)
}

/// Returns true for a text that names a part of a host beside the market. A document cannot say the pages of some of them,
/// what fills a path, nor the names of fields.
fn is_of_another_host(text: &str) -> bool {
    const RECORDS: [&str; 9] = ["Sec", "Fred", "WorldBank", "Ecb", "Coin", "Kraken", "Figi", "Lei", "Tiingo"];
    let words = || text.split(['\'', '/', '~', '1']);
    let is_of_market = |info: &EndpointInfo| of_market().any(|own| own.name == info.name);
    let others = || ENDPOINTS.iter().filter(|info| !is_of_market(info));
    let is_own = |word: &str, service: &str| {
        word.strip_prefix(service).is_some_and(|rest| rest.starts_with(|letter: char| letter.is_uppercase()))
    };
    others().any(|info| words().any(|word| word == info.name || word == info.command))
        || words().any(|word| RECORDS.iter().any(|service| is_own(word, service)))
}

/// Endpoints, parameters, types and limits survive. What does not survive is listed; the document has nothing of it, so
/// that an export of the import is the same document.
#[test]
fn the_own_document_gives_the_own_table() {
    let generator = xtask::generator_of_any_table();
    let (table, import) = own();
    let notes = import.notes.iter().filter(|note| !is_of_another_host(&note.pointer));
    let told: String = notes.map(|note| format!("{}: {}\n", note.pointer, note.message)).collect();
    // Nor can a document say what fills the path of another provider.
    expect![[r#"
        /paths/~1statements/get: 'fallbacks' is left out: the path has '{cik}', but there is no parameter 'cik'
        /paths/~1filings/get: 'fallbacks' is left out: the path has '{cik}', but there is no parameter 'cik'
    "#]]
    .assert_eq(&told);
    assert_eq!(import.endpoints, ENDPOINTS.len());
    let mut changes = generator.diff(&table, &import.table).unwrap();
    // Records of converters have the module in their name; no document knows what a converter reads.
    let is_of_a_converter = |change: &str| {
        change.split('\'').nth(1).is_some_and(|name| name.contains('.')) && change.ends_with("' is gone")
    };
    changes
        .retain(|change| !is_of_a_converter(&change.to_string()) && !is_of_another_host(&change.to_string()));
    let grave: Vec<String> =
        changes.iter().filter(|change| change.level != Level::Patch).map(ToString::to_string).collect();
    assert!(grave.is_empty(), "{grave:#?}");
    // The change without the name of its part.
    let kind = |change: &TableChange| {
        let text = change.to_string();
        let (_, kind) = text.rsplit_once("' ").or_else(|| text.rsplit_once("': ")).unwrap();
        kind.to_owned()
    };
    let lost: BTreeSet<String> = changes.iter().map(kind).collect();
    expect![[r#"
        {
            "has another doc",
            "has other examples",
            "has other fallbacks",
            "makes its body otherwise",
            "makes its query otherwise",
            "no longer says its unit",
            "sends credentials at other times",
        }
    "#]]
    .assert_debug_eq(&lost);
    // What requests share has the same lines. Enumerations come out in the order of their first use, which is that of
    // the document.
    let names = generator.converter_names(root()).unwrap();
    let files = |table: &str| generator.generate(table, &names).unwrap().files;
    let (first, second) = (files(&table), files(&import.table));
    for shared in ["hosts.rs", "types.rs", "param.rs"] {
        let of = |files: &[GeneratedFile]| {
            let found = files.iter().find(|file| file.path == format!("generated/src/table/{shared}"));
            // A document knows no feature.
            let lines = found.unwrap().text.lines().filter(|line| !line.starts_with("#[cfg(feature"));
            let mut lines: Vec<String> = lines.map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(of(&first), of(&second), "{shared}");
    }
    assert_eq!(first.len() - 1, second.len(), "examples have a file of their own");
}

fn run(arguments: &[&str]) -> (bool, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_xtask")).args(["regen", "import"]).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

const DOCUMENT: &str = "\
openapi: 3.0.0
servers: [{ url: https://tides.example }]
paths:
  /heights:
    get: { responses: { '200': { content: { application/json: { schema: { type: object } } } } } }
    trace: {}
  /notes.txt:
    get: { responses: { '200': { content: { text/plain: {} } } } }
";

#[test]
fn the_command_writes_the_table_and_says_what_it_cannot_say() {
    let folder = TempDir::new().unwrap();
    let root = folder.path().to_str().unwrap();
    let document = folder.path().join("tides.yaml");
    let file = document.to_str().unwrap();
    fs::write(&document, DOCUMENT).unwrap();
    let clean = |text: String| text.replace(file, "tides.yaml");

    let (success, table, said) = run(&["openapi", file, "--root", root]);
    assert!(
        success
            && table.starts_with("replies: lenient\nhosts:\n  tides_url:\n")
            && table.contains("\n  GetHeights:\n"),
        "{table}"
    );
    expect![[r"
        tides.yaml:6: #/paths/~1heights/trace: a table has no method TRACE
        2 endpoints, 1 note
    "]]
    .assert_eq(&clean(said));

    let write = ["openapi", file, "--root", root, "--prefix", "Sea", "-o", "spec/tides.yaml"];
    let (success, table, said) = run(&write);
    assert!(success && table.is_empty(), "{table}");
    expect![[r"
        tides.yaml:6: #/paths/~1heights/trace: a table has no method TRACE
        2 endpoints, 1 note
          wrote spec/tides.yaml
    "]]
    .assert_eq(&clean(said));
    let written = fs::read_to_string(folder.path().join("spec/tides.yaml")).unwrap();
    assert!(written.contains("\n  SeaGetHeights:\n"), "{written}");
    assert!(!folder.path().join("runtime").exists());

    let (success, _, said) = run(&write);
    assert!(!success);
    assert_eq!(said, "spec/tides.yaml is there already; remove it, or name another file with -o\n");
    fs::write(&document, "swagger: '2.0'\n").unwrap();
    let (success, _, said) = run(&["openapi", file, "--root", root]);
    assert!(!success && clean(said).starts_with("tides.yaml: the document is Swagger 2.0, "));
}

#[test]
fn a_changed_document_is_merged_into_an_edited_table() {
    let folder = TempDir::new().unwrap();
    let root = folder.path().to_str().unwrap();
    let (old, new) = (folder.path().join("old.yaml"), folder.path().join("new.yaml"));
    let (old_file, new_file) = (old.to_str().unwrap(), new.to_str().unwrap());
    fs::write(&old, DOCUMENT).unwrap();
    fs::write(&new, DOCUMENT.replace("    trace: {}\n", "    post: { responses: { '204': {} } }\n")).unwrap();
    assert!(run(&["openapi", old_file, "--root", root, "-o", "tides.yaml"]).0);
    let table = folder.path().join("tides.yaml");
    let edited = |from: &str, to: &str| {
        let text = fs::read_to_string(&table).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(&table, text.replace(from, to)).unwrap();
    };
    edited("    doc: The reply of GET heights.\n", "    doc: The heights of the tides.\n");
    let merge = ["openapi", new_file, "--root", root, "--onto", "tides.yaml", "--from", old_file];
    let (success, _, said) = run(&merge);
    expect![[r"
        3 endpoints, 0 notes
        minor  the request 'PostHeights' is new

        the next version is a minor one
    "]]
    .assert_eq(&said);
    let merged = fs::read_to_string(&table).unwrap();
    assert!(
        success && merged.contains("The heights of the tides.") && merged.contains("  PostHeights:\n"),
        "{merged}"
    );

    fs::write(&new, DOCUMENT.replace("text/plain", "image/png")).unwrap();
    edited("    raw: txt\n", "    raw: json\n");
    let (success, _, said) = run(&merge);
    assert!(!success && said.contains("choose between the marks at\n  tides.yaml:"), "{said}");
    assert!(fs::read_to_string(&table).unwrap().contains("\n<<<<<<< "), "{said}");
}

/// Whatever a document says, no note of it commands a terminal.
#[test]
fn notes_about_a_document_are_harmless() {
    let folder = TempDir::new().unwrap();
    let root = folder.path().to_str().unwrap();
    let document = folder.path().join("tides.json");
    let file = document.to_str().unwrap();
    let hostile = "\u{1b}]0;owned\u{7}\u{202e}\u{9b}2J";
    let paths = serde_json::json!({ format!("/{hostile}"): { hostile: {}, "trace": {} },
        "/heights": { "get": { "operationId": hostile, "tags": [hostile],
            "responses": { "200": { "content": { hostile: {} } } } } } });
    let whole = serde_json::json!({ "openapi": "3.0.0", "servers": [{ "url": "https://tides.example" }], "paths": paths });
    for document_text in [whole.to_string(), "openapi: 3.0.0\npaths: { \u{202e}: [ }\n".to_owned()] {
        fs::write(&document, document_text).unwrap();
        let (_, _, said) = run(&["openapi", file, "--root", root]);
        let harmful = |letter: char| (letter.is_control() && letter != '\n') || letter == '\u{202e}';
        assert!(said.len() > 20 && !said.contains(harmful), "{said:?}");
    }
}

#[test]
fn the_command_explains_itself() {
    let (success, help, _) = run(&["openapi", "--help"]);
    assert!(success);
    expect![[r#"
        Makes a table of an OpenAPI document, version 3.0 to 3.2, in JSON or YAML

        Usage: cargo regen import openapi [OPTIONS] <FILE>

        Arguments:
          <FILE>  The document

        Options:
              --prefix <NAME>         The beginning of every name, for example Shop
              --include <OPERATIONS>  Imports these operations alone, by method and path: 'GET /repos/*', or
                                      '* /users'
              --root <DIR>            The workspace, if it is not the one that cargo runs in
              --optional              Lets replies leave out any member: for documents that promise too much
          -o, --output <PATH>         The table to write, below the workspace; without it the table goes to
                                      stdout
              --onto <PATH>           The edited table, below the workspace, that gets what changed since
                                      the document of --from
              --from <FILE>           The document that the table was imported from, with the same options
          -h, --help                  Print help

        Each part that the table cannot say is told on one line, with its place; the rest is imported.
    "#]]
    .assert_eq(&help);
}
