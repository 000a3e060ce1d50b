//! Programs that the compiler must refuse, with one mistake each. The snapshots beside them are its messages.

use std::fs;
use std::path::Path;

#[test]
fn invalid_parameters_do_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("compile-fail/*.rs");
}

/// Checks that the message for a value of another type shows the doc of the parameter.
#[test]
fn a_wrong_type_shows_what_the_parameter_is() {
    let programs = [
        ("wrong_enum_closed", "interval"),
        ("wrong_enum_other", "interval"),
        ("wrong_enum_text", "name"),
        ("wrong_type_flag", "prepost"),
        ("wrong_type_in_builder", "amount"),
        ("wrong_type_integer", "max_results"),
        ("wrong_type_list", "events"),
        ("wrong_type_moment", "date"),
        ("wrong_type_text", "query"),
    ];
    for (program, param) in programs {
        let path = format!("{}/compile-fail/{program}.stderr", env!("CARGO_MANIFEST_DIR"));
        let message = fs::read_to_string(path).unwrap();
        assert!(message.contains(&format!("= note: `{param}`: ")), "{program}: {message}");
    }
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
            let roots = ["compile-fail/", "$WORKSPACE/", "$OUT_DIR["];
            let known = |place: &str| roots.iter().any(|root| place.starts_with(root));
            assert!(place.is_none_or(known), "{}: {line}", path.display());
        }
    }
    assert!(programs > 0);
}
