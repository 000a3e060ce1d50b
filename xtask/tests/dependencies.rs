//! The dependencies keep the rules of `deny.toml` on licences, duplicates, sources and what nobody maintains.
//! `cargo deny check` knows more rules, but needs a network.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use spdx::{Expression, LicenseReq, ParseMode};

#[derive(Deserialize)]
struct Policy {
    advisories: Advisories,
    licenses: Licenses,
    bans: Bans,
    sources: Sources,
}

#[derive(Deserialize)]
struct Advisories {
    unmaintained: String,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Named>,
    skip: Vec<Named>,
}

/// A crate, with its version in `skip`.
#[derive(Deserialize)]
struct Named {
    #[serde(rename = "crate")]
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
}

/// A package of `cargo metadata`.
#[derive(Deserialize)]
struct Package {
    name: String,
    license: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// A package of `Cargo.lock`.
#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    source: Option<String>,
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

impl Policy {
    fn refused_licences(&self, packages: &[Package]) -> Vec<String> {
        let refused = |package: &&Package| {
            let expression = package.license.as_deref().unwrap_or_default();
            // The lax mode takes `MIT/Apache-2.0` of old packages.
            let expression = Expression::parse_mode(expression, ParseMode::LAX);
            !expression.is_ok_and(|expression| expression.evaluate(|req| self.allows(&package.name, req)))
        };
        let refused = packages.iter().filter(refused);
        refused.map(|package| format!("{}: {:?}", package.name, package.license)).collect()
    }

    fn allows(&self, name: &str, licence: &LicenseReq) -> bool {
        let exceptions = self.licenses.exceptions.iter().filter(|exception| exception.name == name);
        let mut allowed = self.licenses.allow.iter().chain(exceptions.flat_map(|exception| &exception.allow));
        allowed.any(|allowed| *allowed == licence.to_string())
    }

    /// Returns the versions of packages with several versions that `skip` does not list, and those that it lists
    /// without need.
    fn refused_versions(&self, packages: &[Locked]) -> Vec<String> {
        let mut versions: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for Locked { name, version, .. } in packages {
            versions.entry(name).or_default().insert(format!("{name}@{version}"));
        }
        let several: Vec<BTreeSet<String>> =
            versions.into_values().filter(|versions| versions.len() > 1).collect();
        let skipped: BTreeSet<String> = self.bans.skip.iter().map(|skip| skip.name.clone()).collect();
        let unlisted = several.iter().map(|versions| versions.difference(&skipped).collect::<Vec<_>>());
        let unlisted = unlisted.filter(|versions| versions.len() > 1).flatten();
        let known: BTreeSet<String> = several.iter().flatten().cloned().collect();
        unlisted.chain(skipped.difference(&known)).cloned().collect()
    }

    fn refused_names(&self, packages: &[Locked]) -> Vec<String> {
        let refused =
            packages.iter().filter(|package| self.bans.deny.iter().any(|bad| bad.name == package.name));
        refused.map(|package| package.name.clone()).collect()
    }

    fn refused_sources(&self, packages: &[Locked]) -> Vec<String> {
        let known = |source: &str| {
            let registry = source.strip_prefix("registry+");
            registry.is_some_and(|registry| self.sources.allow_registry.iter().any(|known| known == registry))
        };
        let refused =
            packages.iter().filter(|package| package.source.as_deref().is_some_and(|of| !known(of)));
        refused.map(|package| package.name.clone()).collect()
    }
}

fn read<T: serde::de::DeserializeOwned>(name: &str) -> T {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join(name);
    toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns the packages for this platform: those of others may not be on this machine.
fn packages() -> Vec<Package> {
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let rustc = String::from_utf8(rustc.stdout).unwrap();
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names its host");
    let cargo = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--locked", "--all-features", "--format-version", "1"])
        .args(["--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    serde_json::from_slice::<Metadata>(&cargo.stdout).unwrap().packages
}

#[test]
fn every_licence_is_allowed() {
    let packages = packages();
    assert!(packages.len() > 100, "{}", packages.len());
    let refused = read::<Policy>("deny.toml").refused_licences(&packages);
    assert_eq!(refused, [""; 0], "replace the dependency, or allow its licence in deny.toml with the reason");
}

#[test]
fn no_dependency_has_unlisted_versions() {
    let refused = read::<Policy>("deny.toml").refused_versions(&read::<Lock>("Cargo.lock").package);
    assert_eq!(refused, [""; 0], "update the dependencies, or correct bans.skip of deny.toml");
}

#[test]
fn no_dependency_is_unmaintained_however_deep() {
    let policy = read::<Policy>("deny.toml");
    assert_eq!(policy.advisories.unmaintained, "all", "dependencies of dependencies count, too");
    let refused = policy.refused_names(&read::<Lock>("Cargo.lock").package);
    assert_eq!(refused, [""; 0], "depend on what bans.deny of deny.toml names in their place");
}

#[test]
fn every_dependency_is_of_an_allowed_registry() {
    let refused = read::<Policy>("deny.toml").refused_sources(&read::<Lock>("Cargo.lock").package);
    assert_eq!(refused, [""; 0], "use a release of a registry that deny.toml allows");
}

#[test]
fn a_dependency_against_the_rules_is_found() {
    let policy: Policy = toml::from_str(
        r#"
        [advisories]
        unmaintained = "all"
        [licenses]
        allow = ["MIT", "Apache-2.0"]
        exceptions = [{ crate = "data", allow = ["MPL-2.0"] }]
        [bans]
        deny = [{ crate = "dead" }]
        skip = [{ crate = "old@1.0.0" }, { crate = "gone@1.0.0" }]
        [sources]
        allow-registry = ["https://registry.example"]
        "#,
    )
    .unwrap();
    let package = |name: &str, license: Option<&str>| Package {
        name: name.to_owned(),
        license: license.map(str::to_owned),
    };
    let packages = [
        package("good", Some("MIT/GPL-3.0")),
        package("data", Some("MPL-2.0")),
        package("both", Some("MIT AND GPL-3.0-only")),
        package("other", Some("MPL-2.0")),
        package("none", None),
    ];
    let expected = [r#"both: Some("MIT AND GPL-3.0-only")"#, r#"other: Some("MPL-2.0")"#, "none: None"];
    assert_eq!(policy.refused_licences(&packages), expected);

    let locked = |name: &str, version: &str, source: Option<&str>| Locked {
        name: name.to_owned(),
        version: version.to_owned(),
        source: source.map(str::to_owned),
    };
    let known = Some("registry+https://registry.example");
    let packages = [
        locked("own", "0.1.0", None),
        locked("dead", "1.0.0", known),
        locked("old", "1.0.0", known),
        locked("old", "2.0.0", known),
        locked("twice", "1.0.0", known),
        locked("twice", "2.0.0", Some("git+https://git.example")),
    ];
    assert_eq!(policy.refused_versions(&packages), ["twice@1.0.0", "twice@2.0.0", "gone@1.0.0"]);
    assert_eq!(policy.refused_names(&packages), ["dead"]);
    assert_eq!(policy.refused_sources(&packages), ["twice"]);
}

/// Crates outside the workspace forbid unsafe code, too.
#[test]
fn every_crate_forbids_unsafe_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for folder in ["template", "fuzz", "python", "."] {
        let manifest = std::fs::read_to_string(root.join(folder).join("Cargo.toml")).unwrap();
        assert!(manifest.contains("unsafe_code = \"forbid\""), "{folder}");
    }
}
