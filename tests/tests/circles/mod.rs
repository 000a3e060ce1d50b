//! No two modules of a crate need each other: neither directly nor by way of others.
//!
//! `imports.rs` and `python.rs` read what each file needs, `graph.rs` finds the circles, and `layers.rs` compares the modules with
//! the layers that ARCHITECTURE.md lists.

mod graph;
mod imports;
mod layers;
mod python;

use std::fs;
use std::path::{Path, PathBuf};

use virtual_finance_cases::check;

/// The folder of the workspace.
const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The crates, for tests, in which a file may define what the modules need that it re-exports.
const WITHOUT_RE_EXPORTS: [&str; 2] = ["fuzz/targets", "tests/loopback"];

#[test]
fn no_crate_has_a_circle_of_modules() {
    let crates = crates();
    assert!(crates.len() > 8, "the manifest names too few crates: {crates:?}");
    let found: Vec<String> = crates
        .iter()
        .flat_map(|folder| circles(folder, WITHOUT_RE_EXPORTS.iter().all(|name| !folder.ends_with(name))))
        .collect();
    assert!(
        found.is_empty(),
        "{} circles of modules; move what both sides need into a third module:\n\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn no_package_of_python_has_a_circle_of_modules() {
    let package = Path::new(WORKSPACE).join("python/package");
    let needs = python::needs(&package);
    assert!(needs.len() > 100, "too few imports were found: {}", needs.len());
    assert_eq!(texts(&needs), [""; 0]);
}

#[test]
fn imports_of_python_within_functions_and_in_parentheses_count() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    };
    write("_native.pyi", "");
    write("__init__.py", "from .one import First\n");
    write("one.py", "from . import _native\nfrom .two import (\n    Other,\n    Second,\n)\n");
    write("two/__init__.py", "from .three import Third\n");
    write("two/three.py", "def third():\n    from .. import one\n");
    assert_eq!(
        texts(&python::needs(folder.path())),
        ["one.py, two/__init__.py, two/three.py\n  \
          one.py needs `two.Other` of two/__init__.py\n  \
          one.py needs `two.Second` of two/__init__.py\n  \
          two/__init__.py needs `three.Third` of two/three.py\n  \
          two/three.py needs `.one` of one.py\n"]
    );
}

#[test]
fn modules_keep_to_the_layers_of_the_architecture() {
    let text = fs::read_to_string(Path::new(WORKSPACE).join("ARCHITECTURE.md")).expect("it is there");
    let layers = layers::read(&text);
    assert!(layers.len() > 8, "the architecture lists too few crates: {:?}", layers.keys());
    let found: Vec<String> = layers
        .iter()
        .flat_map(|(folder, layers)| {
            let found = layers::disagreements(&Path::new(WORKSPACE).join(folder), layers);
            found.into_iter().map(move |found| format!("{folder}: {found}"))
        })
        .collect();
    assert!(found.is_empty(), "ARCHITECTURE.md and the modules disagree:\n{}", found.join("\n"));
}

#[test]
fn what_the_architecture_does_not_list_is_told() {
    let folder = invented(&[
        ("lib.rs", "mod high;\nmod low;\nmod new;"),
        ("high.rs", "pub struct High;"),
        ("low.rs", "pub struct Low(crate::high::High);"),
        ("new.rs", ""),
    ]);
    let layers = layers::read("In `a`:\n\n    low (what all need)\n    high  gone\n\nAnd so on.");
    assert_eq!(
        layers::disagreements(folder.path(), &layers["a"]),
        [
            "new is in no layer",
            "gone is no module",
            "src/low.rs needs `crate::high::High` of src/high.rs, which is no lower layer",
        ]
    );
}

#[test]
fn circles_are_told_with_their_files_and_what_ties_them() {
    check(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/circles"), "", |_, case| {
        let files: Vec<_> = case.inputs.iter().filter_map(|input| input.split_once(' ')).collect();
        let found = circles(invented(&files).path(), case.inputs[0] == "re-exports");
        found.iter().flat_map(|circle| circle.lines().map(str::to_owned)).collect()
    });
}

fn circles(folder: &Path, counts_re_exports: bool) -> Vec<String> {
    texts(&imports::needs(folder, counts_re_exports))
}

fn texts(needs: &[imports::Need]) -> Vec<String> {
    graph::circles(&needs.iter().map(|need| (need.from, need.to)).collect::<Vec<_>>())
        .into_iter()
        .map(|circle| {
            let mut files: Vec<String> = circle.iter().map(ToString::to_string).collect();
            files.sort();
            let mut ties: Vec<String> = needs
                .iter()
                .filter(|need| circle.contains(&need.from) && circle.contains(&need.to))
                .map(|need| format!("  {} needs `{}` of {}\n", need.from, need.path, need.to))
                .collect();
            ties.sort();
            ties.dedup();
            format!("{}\n{}", files.join(", "), ties.concat())
        })
        .collect()
}

/// Returns the folders of the workspace's crates that have a `src`, from its manifest.
fn crates() -> Vec<PathBuf> {
    let manifest =
        fs::read_to_string(Path::new(WORKSPACE).join("Cargo.toml")).expect("the manifest is there");
    let (_, members) = manifest.split_once("members = [").expect("it lists its members");
    let (members, _) = members.split_once(']').expect("the list ends");
    members
        .split('"')
        .skip(1)
        .step_by(2)
        .map(|member| Path::new(WORKSPACE).join(member))
        .filter(|folder| folder.join("src").is_dir())
        .collect()
}

/// Writes a crate with these files below `src`.
fn invented(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in files {
        let path = folder.path().join("src").join(name);
        fs::create_dir_all(path.parent().expect("it is in src")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }
    folder
}
