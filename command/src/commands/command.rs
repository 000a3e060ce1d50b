//! The command line, made from the catalogue: a subcommand for each endpoint, an option for each
//! parameter with its doc, default and allowed values.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, Styles, TypedValueParser as _};
use clap::{Arg, ArgAction, Command, ValueHint};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Host, SourceChoice};
use virtual_finance_tables::formats::Format;

use super::{Described, config, generate, help};
use crate::arguments::{
    ALL_ROWS, APPEND, COLUMNS, CONVERT, FILE, FORMAT, JSON, LIMIT, LIST, NO_HEADER, NO_PROGRESS,
    NO_SESSION_FILE, OPENAPI, OUTPUT, PORT, Program, QUIET, RECORD, REPLAY, SAMPLE, SAMPLE_HOST,
    SESSION_FILE, SORT, SOURCE, TABLE, VERBOSE, WIDE, common::common, described, encryption, first_line,
    parameter::parameter, positive, subjects, switch,
};
use crate::connection::{cache, sending};
use crate::requests::{asked, events, paged};

/// The common options in the help of a command.
const OFTEN: [&str; 5] = [SAMPLE, FORMAT, TABLE, OUTPUT, COLUMNS];

/// Returns the command line that is accepted: beside what it lists, the subcommands that are in no list.
pub(crate) fn accepted(program: &'static Program, described: Described<'_>) -> Command {
    listed(program, described).subcommands(own(program, false))
}

/// Returns the command line as help, completions and man pages list it.
pub(crate) fn command(program: &'static Program) -> Command {
    listed(program, Described::All)
}

fn listed(program: &'static Program, described: Described<'_>) -> Command {
    let whole = whole(program, described);
    match described {
        Described::Named(_) => whole,
        Described::Told(_) | Described::All => {
            // What people seldom set is in the help of all options alone.
            let seldom = |option: Arg| {
                let is_seldom = option.is_global_set() && !OFTEN.contains(&option.get_id().as_str());
                if is_seldom { option.hide_long_help(true) } else { option }
            };
            help::with_groups(program, whole.mut_args(seldom))
        }
    }
}

fn whole(program: &'static Program, described: Described<'_>) -> Command {
    let endpoints = program.endpoints;
    let subcommand = |info: &'static EndpointInfo, with: &dyn Fn(Command) -> Command| {
        let name = info.command;
        if described.has(name) { with(endpoint(program, info, described)) } else { Command::new(name) }
    };
    let command = Command::new(program.name);
    // Without a name the usage has the last part of the program's path.
    let command = if program.id.is_some() { command.bin_name(program.name) } else { command };
    command
        .version(program.version)
        .long_version(match program.build {
            [] => program.version.to_owned(),
            facts => format!("{} ({})", program.version, facts.join(", ")),
        })
        .about(program.about)
        .styles(Styles::plain())
        .max_term_width(100)
        .subcommand_required(true)
        .arg(sample())
        .arg(verbose(program))
        .args(silence())
        .args(output(program))
        .args(lines())
        .arg(source(program))
        .arg(
            folder(RECORD, "Keep every reply in a folder, without headers, cookies and other secrets")
                .conflicts_with(REPLAY),
        )
        .arg(folder(
            REPLAY,
            "Answer from the replies that --record kept, at the time of the record, and ask no host",
        ))
        .args(program.session.iter().flat_map(|_| session_options()))
        .args(sending::options(program))
        .args(encryption::options())
        .args(cache::options(program))
        .args(program.hosts().iter().map(|host| host_option(program, host)))
        .subcommands(endpoints.iter().map(|info| {
            subcommand(info, &|command| {
                subjects::accepting(program, command, info)
                    .args(paged::options(info).into_iter().flatten())
                    .args(asked::wait(info))
                    .args(events::option(info))
            })
        }))
        .subcommand(
            Command::new(CONVERT)
                .about("Convert saved replies, without a network")
                .long_about(format!(
                    "Convert saved replies, without a network: the output is that of the request itself. Replies \
                     of any era and any source of the endpoint are read.\n\nTakes the command line of the request and a FILE last, or - for standard \
                     input: {} convert {} FILE. Replies that belong together, such as those of the steps of a \
                     source, are several FILEs in any order.",
                    program.name,
                    program.example_line()
                ))
                .subcommand_required(true)
                .arg_required_else_help(true)
                .subcommands(
                    endpoints
                        .iter()
                        .filter(|_| described.may_name(CONVERT))
                        .map(|info| subcommand(info, &|command| command.arg(saved_replies()))),
                ),
        )
        .subcommands(own(program, true))
        .subcommand(list())
        .subcommand(cache::command())
        .subcommand(config::command(program))
        .subcommands(generate::commands(program))
        .subcommand(
            Command::new(SAMPLE_HOST).about("Serve invented data on this machine, for tests").arg(
                Arg::new(PORT)
                    .long(PORT)
                    .value_name("PORT")
                    .default_value("0")
                    .value_parser(clap::value_parser!(u16))
                    .help("The port; 0 lets the system choose one"),
            ),
        )
}

/// Returns the program's own subcommands, either shown in the help or hidden.
fn own(program: &'static Program, listed: bool) -> impl Iterator<Item = Command> {
    let own = program.subcommands.iter().filter(move |own| own.is_listed == listed);
    own.filter_map(move |own| (own.command)(program))
        .map(move |own| if listed { pointing(program, own) } else { own })
}

/// Returns the subcommand that lists the endpoints, for people or for tools.
fn list() -> Command {
    let document = |name, help| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    Command::new(LIST)
        .about("List the endpoints and their parameters")
        .arg(document(JSON, "Everything that the catalogue says, as JSON").conflicts_with(OPENAPI))
        .arg(document(
            OPENAPI,
            "The endpoints as they look to a caller over HTTP, as an OpenAPI 3.1 document",
        ))
}

fn sample() -> Arg {
    switch(SAMPLE).help("Answer with the data of the sample host, without a network")
}

fn verbose(program: &Program) -> Arg {
    switch(VERBOSE).short('v').help(program.verbose)
}

/// Returns the options that take words away.
fn silence() -> [Arg; 2] {
    [
        switch(QUIET).short('q').conflicts_with(VERBOSE).help("Say nothing on stderr but errors"),
        switch(NO_PROGRESS).help("Show no bar of the progress of several requests"),
    ]
}

/// Returns the options about the rows of a table and of a file of them.
fn lines() -> [Arg; 3] {
    [
        common(COLUMNS)
            .value_name("NAMES")
            .value_delimiter(',')
            .help("Write only these columns of the table, with \",\" between them"),
        switch(APPEND).help(
            "Add the rows to the CSV or JSON lines of -o FILE: with one header, and no row twice; a bar replaces the one \
             of its time",
        ),
        switch(NO_HEADER).help("Write CSV without the names of the columns"),
    ]
}

/// Returns the options about the format and the destination of the result.
fn output(program: &Program) -> [Arg; 5] {
    let listed = |format: Format| PossibleValue::new(format.as_str()).hide(!program.offers(format));
    let formats = PossibleValuesParser::new(Format::ALL.map(listed)).try_map(|word| {
        let format = Format::ALL.into_iter().find(|format| word.eq_ignore_ascii_case(format.as_str()));
        format.ok_or_else(|| format!("no format {word}"))
    });
    let kinds = if program.offers(Format::Chart) {
        "JSON, a table for people or for programs, or a chart"
    } else {
        "JSON, or a table for people or for programs"
    };
    [
        common(FORMAT).value_name("FORMAT").value_parser(formats).ignore_case(true).help(format!(
            "Write {kinds} [default: by the extension of -o, else table on a terminal and json in pipes]"
        )),
        common(TABLE)
            .value_name("NAME")
            .help("The table to write; `all` writes every table [default: the main one; JSON has all]"),
        common(OUTPUT)
            .short('o')
            .value_name("FILE")
            .value_parser(clap::value_parser!(PathBuf))
            .help("Write the result to that file instead of stdout"),
        switch(WIDE)
            .help("Show every column of a table and every string whole, in several lines if it is long"),
        switch(ALL_ROWS).help("Show every row of a table for people, which ends after 10,000 otherwise"),
    ]
}

fn folder(name: &'static str, help: &'static str) -> Arg {
    common(name)
        .value_name("DIR")
        .value_parser(clap::value_parser!(PathBuf))
        .value_hint(ValueHint::DirPath)
        .help(help)
}

/// Returns the option that chooses between pages, services and other providers.
fn source(program: &Program) -> Arg {
    let choices = EndpointInfo::source_choices(program.endpoints);
    let words: Vec<&str> = choices.iter().map(|choice| choice.as_str()).collect();
    let named = words.get(SourceChoice::ALL.len()..).unwrap_or_default().join(", ");
    let other =
        if named.is_empty() { named } else { format!(", or the provider of that name alone ({named})") };
    common(SOURCE)
        .value_name("SOURCE")
        .value_parser(
            PossibleValuesParser::new(words).map(move |word| {
                let chosen = choices.iter().find(|choice| choice.as_str().eq_ignore_ascii_case(&word));
                chosen.copied().unwrap_or_default()
            }),
        )
        .ignore_case(true)
        .help(format!(
            "Ask pages only, services only, or one after the other until the reply of one can be converted{other} \
             [default: auto]"
        ))
}

/// Returns the options about the file that keeps the session between two calls.
fn session_options() -> [Arg; 2] {
    [
        common(SESSION_FILE).value_name("FILE").value_parser(clap::value_parser!(PathBuf)).help(
            "Keep the session that some requests need in that file [default: in the cache folder, for the real hosts]",
        ),
        switch(NO_SESSION_FILE)
            .conflicts_with(SESSION_FILE)
            .help("Keep the session in no file; each call that needs one fetches its own"),
    ]
}

/// Returns the option for the address of a host.
pub(crate) fn host_option(program: &Program, host: &'static Host) -> Arg {
    // Without the prefix a host `home` would read `HOME`.
    let variable = program.variable(host.name);
    let doc = first_line(host.doc);
    let option = common(host.name)
        .value_name("URL")
        .value_hint(ValueHint::Url)
        .hide_env_values(true)
        .help(format!("{doc} [default: {}]", host.default));
    // An empty variable counts as unset: it must not hide an address of the configuration file.
    match std::env::var_os(&variable) {
        Some(value) if value.is_empty() => option,
        _ => option.env(variable),
    }
}

/// Returns the argument of saved replies.
fn saved_replies() -> Arg {
    Arg::new(FILE)
        .value_name("FILE")
        .required(true)
        .num_args(1..)
        .value_hint(ValueHint::FilePath)
        .help("The saved replies, or - for standard input")
}

fn endpoint(program: &Program, info: &'static EndpointInfo, with: Described<'_>) -> Command {
    let command = pointing(program, Command::new(info.command))
        .about(described(first_line(info.doc), info.deprecated, ". "))
        .long_about(program.in_options(&help::with_commands(program, info)))
        .args(info.params.iter().map(parameter))
        .args(of_rows(info));
    if !with.has_tables(info.command) {
        return command;
    }
    command.before_help(help::example(program, info).unwrap_or_default()).after_long_help(format!(
        "{}{}\n{}",
        freshness(info),
        help::tables(info),
        others(program)
    ))
}

/// Returns the options about the rows, where the request itself has none of that name.
fn of_rows(info: &EndpointInfo) -> impl Iterator<Item = Arg> {
    let option = |id: &'static str, name: &'static str| {
        Arg::new(id).long(name).hide_short_help(true).help_heading("Common options")
    };
    let sort = option(SORT, "sort")
        .value_name("COLUMN")
        .allow_hyphen_values(true)
        .help("Sort the rows by that column, ascending; -COLUMN for descending");
    let limit = option(LIMIT, "limit")
        .value_name("N")
        .value_parser(positive)
        .allow_negative_numbers(true)
        .help("The first N rows of each result; of prices the newest");
    [sort, limit]
        .into_iter()
        .filter(|option| option.get_long().is_some_and(|name| info.param(name).is_none()))
}

/// Returns how long a cache keeps a reply.
fn freshness(info: &EndpointInfo) -> String {
    let time = info.fresh_for.map(|time| format!("With --cache a reply is used again {}.\n\n", time.words()));
    time.unwrap_or_default()
}

/// Returns a subcommand whose short help points to the common options, which the long one has.
fn pointing(program: &Program, command: Command) -> Command {
    command
        .after_help("--help has the common options, too, such as --format and -o")
        .after_long_help(others(program))
}

/// Returns the line about the options that no help of a command has.
fn others(program: &Program) -> String {
    format!("More options, such as --wide, --append and --quiet: {} config options", program.name)
}
