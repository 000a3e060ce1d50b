//! The tests of a crate are modules of one program, `tests/main.rs`: a file that it does not declare would never run.

use std::fs;
use std::path::Path;

#[test]
fn every_file_of_tests_is_a_module_of_their_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let manifest: toml::Table = fs::read_to_string(root.join("Cargo.toml")).unwrap().parse().unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap();
    let mut programs = 0;
    for member in members {
        let folder = root.join(member.as_str().unwrap());
        let Ok(program) = fs::read_to_string(folder.join("tests/main.rs")) else { continue };
        programs += 1;
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for entry in fs::read_dir(folder.join("tests")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_module = path.extension().is_some_and(|end| end == "rs") || path.join("mod.rs").exists();
            let declared = program.contains(&format!("mod {name};"))
                || manifest.contains(&format!("path = \"tests/{name}.rs\""))
                || is_shared_by_a_program(&folder, &manifest, name);
            assert!(
                !is_module || name == "main" || declared,
                "{} is never run; write `mod {name};` in {}",
                path.display(),
                folder.join("tests/main.rs").display()
            );
        }
    }
    assert!(programs > 5, "the manifest names too few crates with tests: {programs}");
}

fn is_shared_by_a_program(folder: &Path, manifest: &str, name: &str) -> bool {
    manifest
        .lines()
        .filter_map(|line| line.strip_prefix("path = \"tests/")?.strip_suffix('"'))
        .filter(|file| *file != "main.rs")
        .any(|file| {
            fs::read_to_string(folder.join("tests").join(file)).unwrap().contains(&format!("mod {name};"))
        })
}
