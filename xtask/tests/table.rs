//! The tasks for the table: its layout, what a change means, and running again when a file changes.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const TABLE: &str = "hosts:\n  tides: { doc: The host., default: https://tides.example }\nendpoints: {}\n";

fn run(root: &Path, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("regen")
        .args(arguments)
        .args(["--root", root.to_str().unwrap()])
        .output()
        .unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

fn write(root: &Path, text: &str) {
    fs::create_dir_all(root.join("spec")).unwrap();
    fs::write(root.join("spec/endpoints.yaml"), text).unwrap();
}

#[test]
fn fmt_writes_the_table_and_only_compares_on_demand() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    write(root, &TABLE.replace("  tides: {", "    tides:   {").replace(" }", "}"));
    let unformatted = (false, "spec/endpoints.yaml is not formatted; run `cargo regen fmt`\n".to_owned());
    assert_eq!(run(root, &["fmt", "--check"]), unformatted);
    assert_eq!(run(root, &["fmt"]), (true, "  wrote spec/endpoints.yaml\n".to_owned()));
    assert_eq!(fs::read_to_string(root.join("spec/endpoints.yaml")).unwrap(), TABLE);
    assert_eq!(run(root, &["fmt", "--check"]), (true, "spec/endpoints.yaml is formatted\n".to_owned()));
}

#[test]
fn new_writes_the_entry_and_the_converter_once() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    write(root, TABLE);
    let reply = root.join("reply.json");
    fs::write(&reply, r#"{ "height": 1.5 }"#).unwrap();
    let arguments = [
        "new",
        "Height",
        "--url",
        "https://tides.example/heights/{gauge=quay}",
        "--reply",
        reply.to_str().unwrap(),
    ];
    let (success, said) = run(root, &arguments);
    let wrote = "  wrote spec/endpoints.yaml\n  wrote runtime/src/converters/height.rs\n\n\
                 correct the docs, the types and the example of Height, then run `cargo regen`\n";
    assert_eq!((success, said.as_str()), (true, wrote));
    let (success, said) = run(root, &["--deny-warnings"]);
    assert!(success && said.contains("  wrote generated/src/table/height.rs\n"), "{said}");
    let (success, said) = run(root, &arguments);
    assert!(!success, "{said}");
    assert_eq!(said, "the table has an endpoint 'Height' already; choose another name\n");
}

#[test]
fn diff_tells_what_changed_since_a_revision() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    write(root, TABLE);
    for arguments in [
        &["init", "--quiet"][..],
        &["add", "."],
        &["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "A table"],
    ] {
        assert!(Command::new("git").args(arguments).current_dir(root).status().unwrap().success());
    }
    assert_eq!(run(root, &["diff", "HEAD"]), (true, "the table says what it said at HEAD\n".to_owned()));
    write(root, &TABLE.replace("  tides", "  waves"));
    let said = "major  the host 'tides' is gone\nminor  the host 'waves' is new\n\n\
                the next version is a major one; before 1.0 a minor one\n";
    assert_eq!(run(root, &["diff", "HEAD"]), (true, said.to_owned()));
    let (success, said) = run(root, &["diff", "v9"]);
    assert!(!success && said.starts_with("git has no spec/endpoints.yaml at \"v9\": "), "{said}");
    assert!(said.ends_with("; write a commit, a branch or a tag\n"), "{said}");
}

#[test]
fn a_task_runs_again_when_a_file_changes() {
    let folder = TempDir::new().unwrap();
    let (file, listed) = (folder.path().join("table.yaml"), folder.path().join("converters"));
    fs::create_dir(&listed).unwrap();
    let (mut runs, mut looks) = (0, 0);
    // A task writes a file that is watched: that is no change.
    let task = || {
        runs += 1;
        fs::write(&file, "x".repeat(100 + runs)).unwrap();
    };
    xtask::watch(
        || vec![file.clone(), listed.clone()],
        task,
        || {
            looks += 1;
            match looks {
                2 => fs::write(&file, "changed").unwrap(),
                4 => fs::write(listed.join("new.rs"), "").unwrap(),
                6 => fs::remove_file(&file).unwrap(),
                8 => return ControlFlow::Break(()),
                _ => {}
            }
            ControlFlow::Continue(())
        },
    );
    assert_eq!(runs, 4);
}
