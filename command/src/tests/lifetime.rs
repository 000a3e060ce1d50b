//! What the help says of parts that are deprecated or new: on an invented table.

use expect_test::expect;
use virtual_finance_core::Host;
use virtual_finance_core::catalogue::{EnumInfo, ParamInfo, ParamKind, VariantInfo};

use virtual_finance_core::request::EndpointInfo;

use crate::arguments::Program;
use crate::commands::command;

static HOST: Host = Host { doc: "The old gauges.", ..Host::new("archive", "https://old.example") };

static TIDE: EnumInfo = EnumInfo {
    doc: "A tide.",
    variants: &[
        VariantInfo { deprecated: Some("Use 'ebb'."), ..VariantInfo::new("Low", "low", "Low water.") },
        VariantInfo::new("Ebb", "ebb", "Low water."),
    ],
    ..EnumInfo::new("Tide")
};

static ALMANAC: EndpointInfo = EndpointInfo {
    command: "almanac",
    doc: "An almanac.",
    deprecated: Some("Use 'gauges'."),
    hosts: &[&HOST],
    params: &[
        ParamInfo {
            doc: "The year.",
            deprecated: Some("Use 'day'."),
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

fn reported(help: &str) -> String {
    let reported = help.lines().filter(|line| line.contains("Deprecated"));
    reported.map(|line| format!("{}\n", line.trim_start())).collect()
}

#[test]
fn the_help_tells_what_is_deprecated() {
    let mut command = command::command(&PROGRAM).term_width(0);
    let hosts = command.render_long_help().to_string();
    let almanac = command.find_subcommand_mut("almanac").unwrap();
    let (short, long) = (almanac.render_help().to_string(), almanac.render_long_help().to_string());
    expect![[r#"
        almanac      An almanac. Deprecated: Use 'gauges'.
    "#]]
    .assert_eq(&reported(&hosts));
    expect![[r#"
        An almanac. Deprecated: Use 'gauges'.
        --year <YEAR>    The year. Deprecated: Use 'day'.
    "#]]
    .assert_eq(&reported(&short));
    expect![[r#"
        Deprecated: Use 'gauges'.
        Deprecated: Use 'day'.
    "#]]
    .assert_eq(&reported(&long));
    // Shells complete values with what is said about them.
    let tides = almanac.get_arguments().find(|argument| argument.get_id() == "tides").unwrap();
    let low = &tides.get_possible_values()[0];
    expect!["Low water. Deprecated: Use 'ebb'."].assert_eq(&low.get_help().unwrap().to_string());
}
