//! No two modules of a crate need each other: neither directly nor by way of others.
//!
//! `imports.rs` and `python.rs` read what each file needs, `graph.rs` finds the circles, and `layers.rs` compares the modules with
//! the layers that ARCHITECTURE.md lists.

#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod graph;
mod imports;
mod layers;
mod python;

use std::fs;
use std::path::{Path, PathBuf};

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
fn a_circle_is_told_with_its_files_and_what_ties_them() {
    let folder = invented(&[
        ("lib.rs", "mod api;\nmod one;\nmod two;\npub use api::Third;\nuse one::First;\nfn f(_: First) {}"),
        ("api/mod.rs", "mod third;\npub use third::Third;"),
        ("api/third.rs", "use crate::two::Second;\npub struct Third(Second);"),
        ("one.rs", "pub struct First(crate::two::Second);"),
        ("two.rs", "use crate::Third;\npub struct Second(Box<Third>);"),
    ]);
    assert_eq!(
        circles(folder.path(), false),
        ["src/api/third.rs, src/two.rs\n  \
          src/api/third.rs needs `crate::two::Second` of src/two.rs\n  \
          src/two.rs needs `crate::Third` of src/api/third.rs\n"]
    );
}

#[test]
fn a_path_in_code_or_in_a_macro_is_a_need() {
    let folder = invented(&[
        ("lib.rs", "mod one;\nmod two;"),
        ("one.rs", "pub fn first() { println!(\"{}\", crate::two::second()); }"),
        ("two.rs", "pub fn second() -> u8 { super::one::first(); 1 }"),
    ]);
    assert_eq!(circles(folder.path(), false).len(), 1);
}

#[test]
fn what_a_module_only_passes_on_it_does_not_need() {
    let folder = invented(&[
        ("lib.rs", "mod one;\npub use one::{First, inner::Inner};\npub struct Base;"),
        ("one/mod.rs", "pub(crate) mod inner;\nuse crate::Base;\npub struct First(Base);"),
        ("one/inner.rs", "use crate::{Base, First};\npub struct Inner(Base, First);"),
    ]);
    assert_eq!(circles(folder.path(), false), [""; 0]);
}

#[test]
fn what_a_module_only_passes_on_may_be_counted_too() {
    let folder = invented(&[
        ("lib.rs", "mod one;\nuse one::First;\nfn f(_: First) {}"),
        ("one/mod.rs", "mod inner;\npub use inner::Inner;\npub struct First;"),
        ("one/inner.rs", "use super::First;\npub struct Inner(First);"),
    ]);
    assert_eq!(circles(folder.path(), false), [""; 0]);
    assert_eq!(circles(folder.path(), true).len(), 1);
}

#[test]
fn an_exported_macro_belongs_to_its_file() {
    let folder = invented(&[
        ("lib.rs", "mod one;\nmod two;\npub use two::Second;"),
        ("one.rs", "#[macro_export]\nmacro_rules! first { () => {} }"),
        ("two.rs", "crate::first!();\npub struct Second;"),
    ]);
    assert_eq!(circles(folder.path(), true), [""; 0]);
}

#[test]
fn what_a_module_passes_on_and_uses_it_needs() {
    let folder = invented(&[
        ("lib.rs", "mod one;\npub use one::First;\npub struct Base(First);"),
        ("one.rs", "use crate::Base;\npub struct First(Box<Base>);"),
    ]);
    assert_eq!(circles(folder.path(), false).len(), 1);
}

#[test]
fn a_glob_is_followed_to_the_file_that_defines_the_item() {
    let folder = invented(&[
        ("lib.rs", "mod api;\nmod two;"),
        ("api/mod.rs", "mod third;\npub use third::*;"),
        ("api/third.rs", "use crate::two::Second;\npub struct Third(Second);"),
        ("two.rs", "use crate::api::Third;\npub struct Second(Box<Third>);"),
    ]);
    assert_eq!(
        circles(folder.path(), false),
        ["src/api/third.rs, src/two.rs\n  \
          src/api/third.rs needs `crate::two::Second` of src/two.rs\n  \
          src/two.rs needs `crate::api::Third` of src/api/third.rs\n"]
    );
}

#[test]
fn a_name_of_a_glob_is_a_need_of_the_file_that_defines_it() {
    let folder = invented(&[
        ("lib.rs", "mod one;\nmod other;"),
        ("one/mod.rs", "pub(crate) mod child;\npub(crate) use crate::other::Other;"),
        ("one/child.rs", "use super::*;\npub struct Child(Other);"),
        ("other.rs", "use crate::one::child::Child;\npub struct Other(Box<Child>);"),
    ]);
    assert_eq!(
        circles(folder.path(), false),
        ["src/one/child.rs, src/other.rs\n  \
          src/one/child.rs needs `Other` of src/other.rs\n  \
          src/other.rs needs `crate::one::child::Child` of src/one/child.rs\n"]
    );
}

#[test]
fn an_item_hides_that_of_a_glob() {
    let folder = invented(&[
        ("lib.rs", "mod one;\nmod two;"),
        ("one.rs", "use crate::two::*;\npub struct Same(Box<Same>);"),
        ("two.rs", "pub use crate::one::*;\npub use std::fmt::*;\npub struct Second(Same);"),
    ]);
    assert_eq!(
        circles(folder.path(), false),
        ["src/one.rs, src/two.rs\n  \
          src/one.rs needs `crate::two` of src/two.rs\n  \
          src/two.rs needs `Same` of src/one.rs\n"]
    );
}

#[test]
fn tests_within_a_file_may_need_anything() {
    let folder = invented(&[
        ("lib.rs", "mod one;\nmod two;"),
        ("one.rs", "pub struct First(crate::two::Second);"),
        ("two.rs", "pub struct Second;\n#[cfg(test)]\nmod tests { use crate::one::First; }"),
    ]);
    assert_eq!(circles(folder.path(), false), [""; 0]);
}

/// Returns the circles of a crate, each as text.
fn circles(folder: &Path, counts_re_exports: bool) -> Vec<String> {
    texts(&imports::needs(folder, counts_re_exports))
}

/// Returns the circles of needs, each as text.
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
