//! What the help says of parts that are deprecated or new: on an invented table.

use expect_test::expect;
use virtual_finance_core::Host;
use virtual_finance_core::catalogue::{Availability, EnumInfo, ParamInfo, ParamKind, VariantInfo};

use virtual_finance_core::request::EndpointInfo;

use crate::command;
use crate::program::Program;

const fn replaced_by(note: &'static str) -> Availability {
    Availability { since: Some("1.2"), deprecated: Some(note) }
}

static HOST: Host = Host {
    doc: "The old gauges.",
    availability: replaced_by("Use 'gauges'."),
    ..Host::new("archive", "https://old.example")
};

static TIDE: EnumInfo = EnumInfo {
    doc: "A tide.",
    availability: replaced_by("Use 'level'."),
    variants: &[
        VariantInfo {
            availability: replaced_by("Use 'ebb'."),
            ..VariantInfo::new("Low", "low", "Low water.")
        },
        VariantInfo::new("Ebb", "ebb", "Low water."),
    ],
    ..EnumInfo::new("Tide")
};

static ALMANAC: EndpointInfo = EndpointInfo {
    command: "almanac",
    doc: "An almanac.",
    availability: replaced_by("Use 'gauges'."),
    hosts: &[&HOST],
    params: &[
        ParamInfo {
            doc: "The year.",
            availability: replaced_by("Use 'day'."),
            kind: ParamKind::Integer,
            ..ParamInfo::new("year")
        },
        ParamInfo {
            doc: "The tide.",
            kind: ParamKind::List { item: &ParamKind::Enum(&TIDE), separator: "," },
            ..ParamInfo::new("tides")
        },
    ],
    ..EndpointInfo::new("Almanac", &HOST)
};

static PROGRAM: Program = Program::new("tides", &[&ALMANAC]);

/// Returns the lines of a help that tell what is deprecated.
fn told(help: &str) -> String {
    let told = help.lines().filter(|line| line.contains("Deprecated"));
    told.map(|line| format!("{}\n", line.trim_start())).collect()
}

#[test]
fn the_help_tells_what_is_deprecated() {
    let mut command = command::command(&PROGRAM).term_width(0);
    let hosts = command.render_long_help().to_string();
    let almanac = command.find_subcommand_mut("almanac").unwrap();
    let (short, long) = (almanac.render_help().to_string(), almanac.render_long_help().to_string());
    expect![[r#"
        almanac      An almanac. Since version 1.2. Deprecated: Use 'gauges'.
        The old gauges. Since version 1.2. Deprecated: Use 'gauges'. [default: https://old.example]
    "#]]
    .assert_eq(&told(&hosts));
    expect![[r#"
        An almanac. Since version 1.2. Deprecated: Use 'gauges'.
        --year <YEAR>    The year. Since version 1.2. Deprecated: Use 'day'.
        --tides <TIDES>  The tide. The type Tide: Since version 1.2. Deprecated: Use 'level'. [several values with "," between them] [possible values: low, ebb]
    "#]].assert_eq(&told(&short));
    expect![[r#"
        Since version 1.2. Deprecated: Use 'gauges'.
        Since version 1.2. Deprecated: Use 'day'.
        The type Tide: Since version 1.2. Deprecated: Use 'level'.
        The old gauges. Since version 1.2. Deprecated: Use 'gauges'. [default: https://old.example]
    "#]]
    .assert_eq(&told(&long));
    // Shells complete values with what is said about them.
    let tides = almanac.get_arguments().find(|argument| argument.get_id() == "tides").unwrap();
    let low = &tides.get_possible_values()[0];
    expect!["Low water. Since version 1.2. Deprecated: Use 'ebb'."]
        .assert_eq(&low.get_help().unwrap().to_string());
}
