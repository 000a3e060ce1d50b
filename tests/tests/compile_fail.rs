//! What the compiler must refuse. The snapshots beside the programs are its messages.

#[test]
fn invalid_parameters_do_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("compile-fail/*.rs");
}
