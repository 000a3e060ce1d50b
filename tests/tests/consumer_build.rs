//! The build script of a crate with its own table, as cargo runs it: what it says about a converter that
//! is missing or two tables have one output, and when it runs again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::expect;

/// A copy of the consumer's tables, build script and converters. Its library is empty, so that cargo builds
/// nothing but the generator.
struct Copy(PathBuf);

impl Copy {
    fn new() -> Self {
        // Always the same folder: for cargo a crate in another one is another crate.
        let copy = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join("consumer-copy"));
        // One of an earlier run that was stopped.
        let _ = fs::remove_dir_all(&copy.0);
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let manifest = format!(
            "[package]\nname = \"copy\"\nedition = \"2024\"\n\n[workspace]\n\n[build-dependencies]\n\
             virtual-finance-codegen = {{ path = {:?} }}\n",
            workspace.join("codegen")
        );
        copy.file("Cargo.toml", &manifest);
        copy.file("Cargo.lock", &fs::read_to_string(workspace.join("Cargo.lock")).unwrap());
        copy.file("src/lib.rs", "");
        for name in [
            "build.rs",
            "api/tides.yaml",
            "api/waves.yaml",
            "src/converters/heights.rs",
            "src/wave_converters/waves.rs",
        ] {
            copy.take(name);
        }
        copy
    }

    fn file(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn take(&self, path: &str) {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("consumer").join(path);
        self.file(path, &fs::read_to_string(own).unwrap());
    }

    /// Returns true if `cargo check` succeeds, and what it says.
    fn check(&self) -> (bool, String) {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let output = Command::new(env!("CARGO"))
            .args(["check", "--offline", "--verbose", "--color", "never", "--target-dir"])
            .arg(target)
            .current_dir(&self.0)
            .output()
            .unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    }

    /// Checks that `cargo check` succeeds, and whether it runs the build script. Returns what it says.
    #[track_caller]
    fn check_ran(&self, expected: bool, when: &str) -> String {
        let (succeeded, said) = self.check();
        assert!(succeeded, "{said}");
        let ran = said.lines().any(|line| line.contains("Running") && line.contains("build-script-build"));
        assert_eq!(ran, expected, "{when}: {said}");
        said
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // What stays behind lies in the target folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
#[ignore = "compiles much of the workspace again; .ci/run has it"]
fn what_fails_the_build_and_when_it_is_made_again() {
    let copy = Copy::new();
    let (succeeded, said) = copy.check();
    assert!(!succeeded, "{said}");
    // Cargo indents what a script says, below its own words, which name folders of this machine.
    let (_, script) = said.split_once("  --- stdout\n").unwrap();
    let script: String =
        script.lines().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect();
    expect![[r#"
        cargo::rerun-if-changed=api/tides.yaml
        cargo::rerun-if-changed=src/converters

        --- stderr
        api/tides.yaml:358:16: error[V032]: there is no converter 'bulletin'
            |
        358 |     converter: bulletin
            |                ^^^^^^^^
            |
            = help: create src/converters/bulletin.rs

        1 error in the table; nothing was written
    "#]]
    .assert_eq(&script);

    copy.take("src/converters/bulletin.rs");
    let script = fs::read_to_string(copy.0.join("build.rs")).unwrap();
    let one_output = script.replace("        .output(\"waves\")\n", "");
    assert_ne!(one_output, script);
    copy.file("build.rs", &one_output);
    let (succeeded, said) = copy.check();
    let expected = "\"table\" is the output of api/tides.yaml already, and api/waves.yaml would remove its files; \
                    give each table its own with output(…)";
    assert!(!succeeded && said.contains(expected), "{said}");
    copy.file("build.rs", &script);
    copy.check_ran(true, "the converter is there");
    copy.check_ran(false, "nothing changed");
    copy.file("src/lib.rs", "//! Another text.\n");
    copy.check_ran(false, "neither the table nor a converter changed");
    copy.file("src/converters/new.rs", "");
    let said = copy.check_ran(true, "a converter came");
    let warning = "api/tides.yaml:105:1: warning[V120]: no endpoint names the converter 'new'; name it in \
                   'converter', or remove src/converters/new.rs or move it elsewhere";
    assert!(said.lines().any(|line| line.starts_with("warning: copy") && line.ends_with(warning)), "{said}");
    fs::remove_file(copy.0.join("src/converters/new.rs")).unwrap();
    copy.check_ran(true, "a converter went");
    copy.take("api/tides.yaml");
    copy.check_ran(true, "the table was written");
    changes_of_included_files(&copy);
    schema_for_editors(&copy);
}

fn changes_of_included_files(copy: &Copy) {
    let table = fs::read_to_string(copy.0.join("api/tides.yaml")).unwrap();
    copy.file("api/tides.yaml", &format!("include: [more/hosts.yaml]\n{table}"));
    let (succeeded, said) = copy.check();
    assert!(!succeeded && said.contains("'api/more/hosts.yaml' cannot be read"), "{said}");
    let host =
        |doc: &str| format!("hosts:\n  depot: {{ doc: {doc}, default: https://d.example, client: true }}\n");
    copy.file("api/more/hosts.yaml", &format!("include: [deeper.yaml]\n{}", host("The depot.")));
    copy.file("api/more/deeper.yaml", "types: {}\n");
    copy.check_ran(true, "the included files came");
    copy.check_ran(false, "nothing changed");
    copy.file("api/more/deeper.yaml", "records: {}\n");
    copy.check_ran(true, "a file changed that an included one includes");
    copy.file("api/more/hosts.yaml", &host("The old depot."));
    copy.check_ran(true, "an included file changed");
    copy.file("api/more/deeper.yaml", "types: {}\n");
    copy.check_ran(false, "the file is included no longer");
}

fn schema_for_editors(copy: &Copy) {
    const SCHEMA: &str = "api/tides.schema.json";
    let script = fs::read_to_string(copy.0.join("build.rs")).unwrap();
    copy.file("build.rs", &script.replacen(".run()", &format!(".editor_schema({SCHEMA:?}).run()"), 1));
    for mark in ["Cargo.toml.orig", ".cargo-checksum.json", ".cargo-ok"] {
        copy.file(mark, "");
        copy.take("api/tides.yaml");
        copy.check_ran(true, "the table was written");
        assert!(!copy.0.join(SCHEMA).exists(), "{mark}");
        fs::remove_file(copy.0.join(mark)).unwrap();
    }
    copy.take("api/tides.yaml");
    copy.check_ran(true, "the table was written");
    assert!(copy.0.join(SCHEMA).exists());
}
