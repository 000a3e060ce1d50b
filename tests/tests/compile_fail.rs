//! Programs that the compiler must refuse, with one mistake each. The snapshots beside them are its messages.

use std::fs;
use std::path::Path;

#[test]
fn invalid_parameters_do_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("compile-fail/*.rs");
}

/// Checks that messages name the program or a file of the workspace, and no path of a machine.
#[test]
fn the_messages_are_the_same_everywhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("compile-fail");
    let mut programs = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        programs += 1;
        let program = fs::read_to_string(&path).unwrap();
        assert!(program.starts_with("//! "), "{}: say the mistake in the first line", path.display());
        let message = fs::read_to_string(path.with_extension("stderr")).unwrap();
        for line in message.lines().map(str::trim_start) {
            let place = line.strip_prefix("--> ").or_else(|| line.strip_prefix("::: "));
            let known = |place: &str| place.starts_with("compile-fail/") || place.starts_with("$WORKSPACE/");
            assert!(place.is_none_or(known), "{}: {line}", path.display());
        }
    }
    assert!(programs > 0);
}
