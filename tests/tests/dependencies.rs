//! A client of another API compiles the core alone: neither this market's converters nor a parser of HTML.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

/// Returns the names of all crates that are compiled for a package.
fn crates_of(package: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "--edges", "normal,build", "--prefix", "none"])
        .args(["--format", "{p}", "--package", package])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

#[test]
fn a_client_of_another_api_stands_on_the_core_alone() {
    let crates = crates_of("virtual-finance-consumer");
    let has = |name: &str| crates.iter().any(|known| known == name);
    assert!(has("virtual-finance-core") && has("reqwest"), "{crates:?}");
    for name in ["virtual-finance-runtime", "virtual-finance", "scraper", "html5ever", "tempfile"] {
        assert!(!has(name), "{name}");
    }
}

#[test]
fn the_client_of_the_market_parses_html() {
    let crates = crates_of("virtual-finance");
    for name in ["virtual-finance-core", "virtual-finance-runtime", "scraper", "html5ever"] {
        assert!(crates.iter().any(|known| known == name), "{name}");
    }
}
