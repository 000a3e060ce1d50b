//! What `cargo xtask bench --check` says of figures beside the committed ones.

use xtask::bench::{Figures, checked};

const BASELINE: &str = r#"{
    "machine": "good",
    "profile": {"instructions": 100000, "allocations": 200},
    "gone": {"instructions": 1, "allocations": 1},
    "quote": {"instructions": 1000}
}"#;

fn check(measured: &str) -> Result<String, String> {
    checked(&Figures::parse(BASELINE).unwrap(), &Figures::parse(measured).unwrap())
}

#[test]
fn a_figure_may_grow_by_three_percent() {
    let report = check(
        r#"{"machine": "good", "profile": {"instructions": 103000, "allocations": 206},
            "quote": {"instructions": 500}, "newcomer": {"instructions": 7, "allocations": 7}}"#,
    )
    .unwrap();
    assert!(report.contains("103,000 (+3.0 %)") && report.contains("500 (-50.0 %)"), "{report}");
    assert!(report.contains("\nnew: newcomer\n") && report.contains("\ngone: gone\n"), "{report}");

    let instructions =
        check(r#"{"machine": "good", "profile": {"instructions": 103001, "allocations": 200}}"#);
    let told = "\nprofile: instructions grew from 100000 to 103001 (+3.0 %)\n";
    assert!(instructions.as_ref().is_err_and(|text| text.contains(told)), "{instructions:?}");
    let advice = "run `cargo xtask bench --update`, commit tests/benches/baseline.json";
    assert!(instructions.is_err_and(|text| text.contains(advice)));
    let allocations = check(r#"{"machine": "good", "profile": {"instructions": 1, "allocations": 207}}"#);
    assert!(
        allocations.is_err_and(|text| text.contains("profile: allocations grew from 200 to 207 (+3.5 %)"))
    );
}

/// Libraries choose their instructions by the processor, and the C library has some of them; what is allocated is the same on each.
#[test]
fn instructions_of_another_machine_are_not_compared() {
    let report =
        check(r#"{"machine": "other", "profile": {"instructions": 999999, "allocations": 200}}"#).unwrap();
    assert!(report.contains("this machine is \"other\", the figures are of \"good\""), "{report}");
    assert!(check(r#"{"machine": "other", "profile": {"instructions": 1, "allocations": 207}}"#).is_err());
    let report = check(r#"{"machine": "good", "profile": {"allocations": 200}}"#).unwrap();
    assert!(report.contains("valgrind is not installed: only allocations are compared"), "{report}");
}
