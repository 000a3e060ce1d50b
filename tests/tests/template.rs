//! The template, copied as its reader copies it: it builds without a network, and its command has what a command has.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A copy of the template beside no sources.
struct Copy(PathBuf);

impl Copy {
    fn new() -> Self {
        // Always the same folder: for cargo a crate in another one is another crate.
        let copy = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join("template-copy"));
        // One of an earlier run that was stopped.
        let _ = fs::remove_dir_all(&copy.0);
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let (template, lock) = (workspace.join("template"), workspace.join("Cargo.lock"));
        copy_folder(&template, &copy.0);
        let manifest = fs::read_to_string(template.join("Cargo.toml")).unwrap();
        let paths = format!("path = \"{}/", workspace.display());
        fs::write(copy.0.join("Cargo.toml"), manifest.replace("path = \"../", &paths)).unwrap();
        fs::copy(lock, copy.0.join("Cargo.lock")).unwrap();
        copy
    }

    /// Runs cargo and returns what it prints; it succeeds.
    #[track_caller]
    fn cargo(&self, arguments: &[&str]) -> String {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let (task, rest) = arguments.split_first().unwrap();
        let output = Command::new(env!("CARGO"))
            .args([task, "--offline", "--quiet", "--color", "never", "--target-dir"])
            .arg(target)
            .args(rest)
            .env("MYAPI_CONFIG", "")
            .current_dir(&self.0)
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // What stays behind lies in the target folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (place, name) = (entry.path(), entry.file_name());
        match place.is_dir() {
            true if name == "target" => {}
            true => copy_folder(&place, &to.join(name)),
            false => drop(fs::copy(place, to.join(name)).unwrap()),
        }
    }
}

#[test]
fn a_copy_builds_and_runs() {
    let copy = Copy::new();
    assert_eq!(
        copy.cargo(&["run", "--", "--sample", "product", "7"]),
        "{\"id\":7,\"name\":\"Lamp\",\"price\":19.9}\n"
    );
    assert_eq!(
        copy.cargo(&["run", "--", "--sample", "offers", "--format", "csv"]),
        "product,price\nLamp,9.9\nChair,45.0\n"
    );
    assert!(copy.cargo(&["run", "--", "openapi"]).contains("\"/offers\""));
    copy.cargo(&["run", "--", "docs", "book"]);
    assert!(copy.0.join("book/endpoints/product.md").is_file());
    assert_eq!(
        copy.cargo(&["run", "--example", "tour"]),
        "Lamp costs 19.9\nLamp costs 9.9 today\nChair costs 45 today\n"
    );
    the_tools_for_the_table_run(&copy);
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../template/api/api.schema.json");
    assert_eq!(
        fs::read_to_string(copy.0.join("api/api.schema.json")).unwrap(),
        fs::read_to_string(schema).unwrap(),
        "build the template and commit its api.schema.json"
    );
}

/// What an author does to a table of a crate of their own: formats it, compares it, imports one.
fn the_tools_for_the_table_run(copy: &Copy) {
    let tool = |arguments: &[&str]| copy.cargo(&[&["run", "--example", "table", "--"], arguments].concat());
    let table = fs::read_to_string(copy.0.join("api/api.yaml")).unwrap();
    assert_eq!(tool(&["fmt"]), "");
    assert_eq!(
        fs::read_to_string(copy.0.join("api/api.yaml")).unwrap(),
        table,
        "format the template's table"
    );
    fs::write(copy.0.join("old.yaml"), table.replace("  Offers:", "  Bargains:")).unwrap();
    let changes = tool(&["diff", "old.yaml"]);
    assert!(changes.contains("Bargains") && changes.contains("Offers"), "{changes}");
    let document = r#"{ "openapi": "3.1.0", "servers": [{ "url": "https://shop.example" }], "paths": { "/fruit": { "get": {
        "operationId": "getFruit", "responses": { "200": { "description": "Fruit." } } } } } }"#;
    fs::write(copy.0.join("shop.json"), document).unwrap();
    assert!(tool(&["import", "shop.json"]).contains("  GetFruit:\n"));
}
