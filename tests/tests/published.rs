//! What a package has on the registry: a licence and a README of its own that stand alone, and sources that the oldest
//! supported compiler reads.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use syn::visit::{self, Visit};

/// The folder of the workspace.
const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The packages of the workspace that are published, and what they stand on.
struct Metadata(Value);

impl Metadata {
    /// Asks cargo, for this platform: the packages of others may not be on this machine.
    fn read() -> Self {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--locked", "--offline", "--format-version", "1", "--filter-platform"])
            .arg(env!("PLATFORM"))
            .current_dir(WORKSPACE)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Self(serde_json::from_slice(&output.stdout).unwrap())
    }

    fn packages(&self) -> impl Iterator<Item = &Value> {
        self.0["packages"].as_array().unwrap().iter()
    }

    fn published(&self) -> Vec<&Value> {
        let is_published = |package: &&Value| package["source"].is_null() && package["publish"].is_null();
        let found: Vec<_> = self.packages().filter(is_published).collect();
        assert!(found.len() > 10, "{found:?}");
        found
    }

    /// Asks cargo for the names and versions of what the published packages are built with. A tree lacks the features that
    /// only tests want, which the metadata has.
    fn built(&self) -> BTreeSet<String> {
        let names =
            self.published().into_iter().flat_map(|package| ["-p", package["name"].as_str().unwrap()]);
        let output = Command::new(env!("CARGO"))
            .args([
                "tree",
                "--locked",
                "--offline",
                "--edges",
                "no-dev",
                "--prefix",
                "none",
                "--format",
                "{p}",
            ])
            .args(names)
            .current_dir(WORKSPACE)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let lines = String::from_utf8(output.stdout).unwrap();
        lines.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect()
    }
}

fn folder(package: &Value) -> PathBuf {
    Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap().to_owned()
}

#[test]
fn each_package_has_a_licence_and_a_readme_that_stand_alone() {
    let licence = fs::read_to_string(Path::new(WORKSPACE).join("LICENSE")).unwrap();
    for package in Metadata::read().published() {
        let (name, folder) = (package["name"].as_str().unwrap(), folder(package));
        assert_eq!(fs::read_to_string(folder.join("LICENSE")).unwrap(), licence, "{name}");
        assert_eq!(package["readme"], "README.md", "{name}");
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        assert!(readme.starts_with(&format!("# {name}\n")), "{name}");
        // A link to a file leads nowhere on the page of a registry.
        let targets = readme.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
        let lost: Vec<_> = targets.filter(|target| !target.starts_with("https://")).collect();
        assert_eq!(lost, [""; 0], "{name}");
        for key in ["description", "license", "documentation"] {
            assert!(package[key].is_string(), "{name} has no {key}");
        }
    }
}

#[test]
fn every_package_can_be_made() {
    let metadata = Metadata::read();
    let names =
        metadata.published().into_iter().flat_map(|package| ["--package", package["name"].as_str().unwrap()]);
    let output = Command::new(env!("CARGO"))
        .args(["package", "--locked", "--offline", "--no-verify", "--allow-dirty", "--target-dir"])
        .arg(env!("CARGO_TARGET_TMPDIR"))
        .args(names)
        .current_dir(WORKSPACE)
        .output()
        .unwrap();
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}");
    assert!(!report.contains("warning"), "{report}");
}

#[test]
fn what_packages_are_built_with_needs_no_later_compiler() {
    let metadata = Metadata::read();
    let version = |package: &Value| {
        let text = package["rust_version"].as_str()?.to_owned();
        let mut numbers = text.split('.').map(|number| number.parse::<u32>().unwrap());
        Some((numbers.next().unwrap(), numbers.next().unwrap_or_default()))
    };
    let own = metadata.published().iter().map(|package| version(package).unwrap()).collect::<BTreeSet<_>>();
    assert_eq!(own, BTreeSet::from([(1, 89)]));
    let built = metadata.built();
    assert!(built.len() > 100, "{built:?}");
    let name =
        |package: &Value| Some(format!("{} v{}", package["name"].as_str()?, package["version"].as_str()?));
    let later: Vec<_> = metadata
        .packages()
        .filter(|package| name(package).is_some_and(|name| built.contains(&name)))
        .filter(|package| version(package) > Some((1, 89)))
        .map(|package| format!("{} {}", package["name"], package["rust_version"]))
        .collect();
    assert!(later.is_empty(), "{later:?}");
}

/// The number of conditions `if let` of arms, which compilers before 1.95 do not read.
#[derive(Default)]
struct Guards {
    is_inside: bool,
    count: usize,
}

impl Guards {
    fn of(text: &str) -> usize {
        let mut guards = Self::default();
        guards.visit_file(&syn::parse_file(text).unwrap());
        guards.count
    }
}

impl Visit<'_> for Guards {
    fn visit_pat_guard(&mut self, pattern: &syn::PatGuard) {
        let was_inside = std::mem::replace(&mut self.is_inside, true);
        self.visit_expr(&pattern.guard);
        self.is_inside = was_inside;
        self.visit_pat(&pattern.pat);
    }

    fn visit_expr_let(&mut self, condition: &syn::ExprLet) {
        self.count = self.count.saturating_add(usize::from(self.is_inside));
        visit::visit_expr_let(self, condition);
    }
}

#[test]
fn no_arm_has_a_condition_that_later_compilers_alone_read() {
    let invented = "fn f(x: Option<u8>) { match 1 { _ if let Some(y) = x => {} _ => {} } }";
    assert_eq!(Guards::of(invented), 1);
    let mut found = Vec::new();
    for package in Metadata::read().published() {
        let mut folders = vec![folder(package).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let count = Guards::of(&fs::read_to_string(&path).unwrap());
                    found.extend((count > 0).then_some(path));
                }
            }
        }
    }
    assert!(found.is_empty(), "arms with if let; write it within the arm: {found:#?}");
}
