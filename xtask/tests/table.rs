//! The tasks for the table: its layout, what a change means, and running again when a file changes.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

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
fn new_writes_the_entry_once_and_a_converter_where_it_is_wanted() {
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
    let wrote = "  wrote spec/endpoints.yaml\n\n\
                 correct the docs, the types and the example of Height, then run `cargo regen`\n";
    assert_eq!((success, said.as_str()), (true, wrote));
    fs::create_dir_all(root.join("runtime/market/src/converters")).unwrap();
    let (success, said) = run(root, &[]);
    assert!(!success && said.contains("'Height' is a draft"), "{said}");
    let correct = || {
        let table = root.join("spec/endpoints.yaml");
        let text = fs::read_to_string(&table).unwrap().replace("The address of the draft.", "The quay.");
        fs::write(&table, text).unwrap();
    };
    correct();
    let (success, said) = run(root, &["--deny-warnings"]);
    assert!(success && said.contains("  wrote generated/src/table/height.rs\n"), "{said}");
    let (success, said) = run(root, &arguments);
    assert!(!success, "{said}");
    assert_eq!(said, "the table has a 'Height' already; choose another name\n");
    let mut arguments = arguments.to_vec();
    arguments[1] = "Level";
    arguments[3] = "https://tides.example/levels/{gauge=quay}";
    arguments.push("--converter");
    let (success, said) = run(root, &arguments);
    let wrote = "  wrote spec/endpoints.yaml\n  wrote runtime/market/src/converters/level.rs\n\n\
                 correct the docs, the types and the example of Level, then run `cargo regen`\n";
    assert_eq!((success, said.as_str()), (true, wrote));
    correct();
    let (success, said) = run(root, &["--deny-warnings"]);
    assert!(success && said.contains("  wrote generated/src/table/level.rs\n"), "{said}");
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
    // A task writes files that are watched: that is no change. What somebody else writes meanwhile is one.
    let task = || {
        runs += 1;
        let own = [file.clone(), listed.join("own.rs")];
        own.iter().for_each(|file| fs::write(file, "x".repeat(100 + runs)).unwrap());
        if runs == 2 {
            fs::write(listed.join("meanwhile.rs"), "").unwrap();
        }
        own.into()
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
                9 => return ControlFlow::Break(()),
                _ => {}
            }
            ControlFlow::Continue(())
        },
    );
    assert_eq!(runs, 5);
}

/// A `cargo regen --watch`, which ends with it.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(root: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(["regen", "--watch", "--root", root.to_str().unwrap()])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        thread::spawn(move || stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { child, lines }
    }

    #[track_caller]
    fn says(&self, text: &str) {
        // The time is for a watch that says nothing.
        while !self.lines.recv_timeout(Duration::from_secs(60)).unwrap().contains(text) {}
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_change_of_an_included_file_writes_the_client_again() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    let host = |doc: &str| {
        format!("hosts:\n  tides: {{ doc: {doc}, default: https://tides.example, client: true }}\n")
    };
    write(root, "include: [more/hosts.yaml]\nendpoints: {}\n");
    fs::create_dir_all(root.join("runtime/market/src/converters")).unwrap();
    let watch = Watch::start(root);
    watch.says("'spec/more/hosts.yaml' cannot be read");
    fs::create_dir_all(root.join("spec/more")).unwrap();
    fs::write(root.join("spec/more/hosts.yaml"), host("The gauges of the coast.")).unwrap();
    watch.says("wrote generated/src/table/hosts.rs");
    fs::write(root.join("spec/more/hosts.yaml"), format!("include: [deep.yaml]\n{}", host("The gauges.")))
        .unwrap();
    watch.says("'spec/more/deep.yaml' cannot be read");
    fs::write(root.join("spec/more/deep.yaml"), "types: {}\n").unwrap();
    watch.says("wrote generated/src/table/hosts.rs");
    fs::write(root.join("spec/more/deep.yaml"), "types: []\n").unwrap();
    watch.says("spec/more/deep.yaml:1:");
}
