//! Tests of the names that a table and the command share, on the table of the market.

use std::collections::BTreeSet;

use clap::{Arg, Command};
use virtual_finance::ENDPOINTS;
use virtual_finance_core::catalogue::{ParamInfo, ParamKind};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Client, Host};
use virtual_finance_reference::argument_name;

use crate::arguments::{
    Program,
    clashes::{clashes, lacking, names},
    program::Session,
};
use crate::commands::{Described, command};

static PROGRAM: Program = Program {
    session: Some(Session { client: |_| Ok(Client::builder()), check: |_| Ok(()) }),
    ..Program::new("vfapi", ENDPOINTS)
};

static SAMPLE: Host = Host::new("sample", "https://example.com");
static VERSION: Host = Host::new("version", "https://example.com");

#[test]
fn a_name_that_is_taken_is_told_with_what_to_write() {
    let arg = |name: &'static str| Arg::new(name).long(name);
    let with = command::accepted(&PROGRAM, Described::All)
        .mut_subcommand("isin", |isin| isin.arg(arg("format")).arg(arg("session-file")))
        .mut_subcommand("quote", |quote| quote.arg(arg("other").alias("record")).arg(arg("help")))
        .subcommand(Command::new("convert"))
        .arg(command::host_option(&PROGRAM, &SAMPLE))
        .arg(command::host_option(&PROGRAM, &VERSION));
    assert_eq!(
        clashes(&with),
        [
            "'sample' of the command is an argument of the command already: rename it in the table, and give the host's name in 'wire'",
            "'version' of the command is an argument of the command already: rename it in the table, and give the host's name in 'wire'",
            "'format' of 'isin' is an argument of the command already: rename it in the table, and give the host's name in 'wire'",
            "'session_file' of 'isin' is an argument of the command already: rename it in the table, and give the host's name in 'wire'",
            "'record' of 'quote' is an argument of the command already: rename it in the table, and give the host's name in 'wire'",
            "'help' of 'quote' is an argument of the command already: rename it in the table, and give the host's name in 'wire'",
            "'convert' is a command already: give the endpoint another name in the table",
        ]
    );
}

static DOCS: EndpointInfo = EndpointInfo { command: "docs", ..EndpointInfo::new("Docs", &SAMPLE) };
static CLASHING: Program = Program::new("shop", &[&DOCS]);

/// Checks that a program with two commands of one name says so, where the reader of the command line would panic.
#[test]
fn a_program_with_a_name_that_is_taken_reads_no_arguments() {
    let failure = CLASHING.check_names().unwrap_err();
    let expected = "'docs' is a command already: give the endpoint another name in the table";
    assert_eq!((failure.code(), failure.message()), (2, expected));
    assert!(PROGRAM.check_names().is_ok());
}

#[test]
fn an_option_of_a_word_is_one_of_its_command() {
    let command = command::accepted(&PROGRAM, Described::All);
    assert_eq!(lacking(&command, ENDPOINTS), [""; 0]);
    let of = |words| {
        let info = EndpointInfo { command: "quote", words, ..EndpointInfo::new("Quote", &SAMPLE) };
        lacking(&command, &[&info])
    };
    assert_eq!(of(&[("plain", ""), ("rows", "--format csv --columns=symbol")]), [""; 0]);
    assert_eq!(
        of(&[("prices", "IBM --tabel quotes"), ("closes", "--xyzzy=1")]),
        [
            "'--tabel' of the word 'prices' is no option of 'quote': write '--table' in the table",
            "'--xyzzy' of the word 'closes' is no option of 'quote': remove it in the table",
        ]
    );
}

/// Checks that parameters give way to every argument that commands have, and that `sort` and `limit` are theirs.
#[test]
fn a_parameter_may_have_the_name_of_an_argument_of_every_command() {
    const PARAMS: &[ParamInfo] = &[
        ParamInfo::new("all").kind(ParamKind::Boolean),
        ParamInfo::new("format"),
        ParamInfo::new("sort"),
        ParamInfo::new("source"),
    ];
    static IMAGES: EndpointInfo = EndpointInfo::new("Images", &SAMPLE).command("images").params(PARAMS);
    static APP: EndpointInfo = EndpointInfo::new("App", &SAMPLE)
        .command("app")
        .params(&[ParamInfo::new("version").required(true)])
        .subject("version");
    static SHOP: Program = Program::new("shop", &[&IMAGES, &APP]);
    assert_eq!(SHOP.check(), Ok(()));
    let command = command::accepted(&PROGRAM, Described::All);
    let own = ENDPOINTS.iter().flat_map(|info| {
        let found = command.find_subcommand(info.command).into_iter().flat_map(Command::get_arguments);
        found.filter(|arg| info.param(arg.get_id().as_str()).is_none())
    });
    let all = command.get_arguments().filter(|arg| arg.is_global_set()).chain(own);
    let is_host = |name: &str| PROGRAM.hosts().iter().any(|host| host.name == name);
    let lacking: BTreeSet<String> = all
        .flat_map(names)
        .filter(|name| {
            !["limit", "sort"].contains(&name.as_str())
                && !name.contains(' ')
                && !is_host(name)
                && argument_name(name) == name
        })
        .collect();
    assert_eq!(lacking, BTreeSet::new());
}
