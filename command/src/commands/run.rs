//! The actions of the subcommands.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Context, DateTime, convert_saved};
use virtual_finance_files::WritePath;
use virtual_finance_reference::{catalogue, openapi};
use virtual_finance_tables::tabular::Outline;
use virtual_finance_tables::text::{Content, Failure, say};

use super::{command, config, generate};
use crate::arguments::{
    ALL_ROWS, Arguments, CACHE, COLUMNS, COMPLETIONS, CONFIG, CONVERT, FILE, FORMAT, JSON, LIST, MAN,
    OPENAPI, OPTIONS, OUTPUT, PATH, PORT, Program, SAMPLE_HOST, TABLE, WIDE, first_line, option_name,
    option_of, subjects,
};
use crate::connection::{Address, address, cache, sending};
use crate::requests::{Call, events, many, paged};
use crate::system::{pipe, stop};
use crate::writing::{Output, finish};

/// Runs the subcommand. `unread` is the reason why the configuration file cannot be read.
pub(crate) fn run(matches: &Arguments<'_>, unread: Option<Failure>) -> Result<(), Failure> {
    let program = matches.program();
    let Some((name, arguments)) = matches.subcommand() else {
        return Err(Failure::other(format!("nothing to do; see {} --help", program.name)));
    };
    if name != SAMPLE_HOST {
        stop::listen();
    }
    let arguments = &arguments;
    match (name, unread) {
        (COMPLETIONS, _) => return generate::completions(command::command(program), arguments),
        (MAN, _) => return generate::man(command::command(program), arguments),
        (CONFIG, _) if matches!(arguments.subcommand_name(), Some(PATH | OPTIONS)) => {}
        (_, Some(failure)) => return Err(failure),
        (_, None) => {}
    }
    match name {
        CONFIG => {
            without_results(arguments).and_then(|()| config::run(&command::command(program), arguments))
        }
        CACHE => without_results(arguments).and_then(|()| cache::run(arguments)),
        LIST if refuses(arguments, &[FORMAT, TABLE, WIDE, ALL_ROWS]) => Err(no_results()),
        LIST if arguments.get_flag(JSON) => {
            Output::of_document(arguments)?.json(&catalogue(&program.document(), program.endpoints))
        }
        LIST if arguments.get_flag(OPENAPI) => {
            Output::of_document(arguments)?.json(&openapi(&program.document(), program.endpoints))
        }
        LIST => without_results(arguments).and_then(|()| list(program)),
        SAMPLE_HOST => {
            without_results(arguments)?;
            serve(program, arguments.get_one(PORT).copied().unwrap_or_default())
        }
        CONVERT => match arguments.subcommand() {
            Some((name, arguments)) => convert(endpoint(program, name)?, &arguments),
            None => {
                Err(Failure::other(format!("convert needs an endpoint; see {} convert --help", program.name)))
            }
        },
        _ => match program.subcommands.iter().find(|own| own.name == name) {
            Some(own) if (own.command)(program).is_some() => (own.run)(arguments),
            _ => fetch(endpoint(program, name)?, arguments),
        },
    }
}

/// Sends the request of an endpoint: for each subject, for each page, or once.
fn fetch(info: &'static EndpointInfo, arguments: &Arguments<'_>) -> Result<(), Failure> {
    let subjects = subjects::several(info, arguments)?;
    if subjects.is_some() {
        paged::check_one(info, arguments)?;
    }
    let (call, output) = (Call::new(info, arguments), Output::of(arguments, &Outline::of(info))?);
    cache::tell_unkept(info, arguments);
    let are_events_wanted = events::are_wanted(info, arguments, &output)?;
    match (subjects, info.pages) {
        (Some(subjects), _) => many::fetch(&call, &output, subjects),
        (None, _) if are_events_wanted => events::fetch(&call, &output),
        (None, Some(pages)) => paged::fetch(&call, &output, pages),
        (None, None) => call.fetch(&output),
    }
}

/// Returns true if an option is given that the subcommand does not use.
fn refuses(arguments: &Arguments<'_>, options: &[&str]) -> bool {
    options.iter().any(|option| arguments.is_on_line(option))
}

/// Refuses the options about results for a subcommand that has none.
///
/// # Errors
/// One of them is given on the command line.
pub fn without_results(arguments: &Arguments<'_>) -> Result<(), Failure> {
    match refuses(arguments, &[FORMAT, TABLE, OUTPUT, COLUMNS, WIDE, ALL_ROWS]) {
        true => Err(no_results()),
        false => Ok(()),
    }
}

fn no_results() -> Failure {
    Failure::usage(
        "--format, --table, --columns, --wide, --all and -o are about the results of endpoints; leave them \
         out (endpoints --json takes -o)",
    )
}

fn endpoint(program: &Program, command: &str) -> Result<&'static EndpointInfo, Failure> {
    let info = program.endpoints.iter().find(|info| info.command == command);
    info.copied()
        .ok_or_else(|| Failure::other(format!("no endpoint {command}; see {} endpoints", program.name)))
}

/// Converts saved replies.
fn convert(info: &'static EndpointInfo, arguments: &Arguments<'_>) -> Result<(), Failure> {
    let output = Output::of(arguments, &Outline::of(info))?;
    sending::check_addresses(arguments)?;
    let call = Call::new(info, arguments);
    let request = call.request(&[])?;
    let limit = sending::max_body(arguments);
    let files = arguments.get_many::<String>(FILE).unwrap_or_default();
    require_other_file(files.clone(), arguments)?;
    let files: Vec<&String> = files.collect();
    // The facts of a record lie beside its body.
    let is_of_body = |file: &str| {
        file.strip_suffix(".json")
            .is_some_and(|stem| files.iter().any(|other| other.strip_suffix(".body") == Some(stem)))
    };
    let bodies = files
        .iter()
        .filter(|file| !is_of_body(file))
        .map(|file| read(file, limit))
        .collect::<Result<Vec<_>, _>>()?;
    let bodies: Vec<&[u8]> = bodies.iter().map(Vec::as_slice).collect();
    let addresses: Vec<(&str, &str)> = arguments
        .program()
        .hosts()
        .iter()
        .map(|host| match address(arguments, host, None) {
            Address::Other(url) => (host.name, url),
            Address::Sample | Address::Default => (host.name, host.default),
        })
        .collect();
    let cx = Context::new(&addresses, DateTime::now());
    let answer = call.with_parts(&*request, |request| convert_saved(request, &bodies, &cx))?;
    call.write(answer, &*request, &output, |reply| reply.source.to_string())
}

/// Checks that the results take the place of no saved reply.
fn require_other_file<'f>(
    mut files: impl Iterator<Item = &'f String>,
    arguments: &Arguments<'_>,
) -> Result<(), Failure> {
    let place = |file: &Path| WritePath::of(file).map(|place| place.path().to_owned());
    let Some(results) = arguments.get_one::<PathBuf>(OUTPUT).and_then(|file| place(file).ok()) else {
        return Ok(());
    };
    match files.find(|file| place(Path::new(file.as_str())).is_ok_and(|file| file == results)) {
        Some(file) => Err(Failure::usage(format!(
            "-o is the saved reply {file} itself; name another file for the results"
        ))),
        None => Ok(()),
    }
}

/// Reads a saved reply of at most `limit` bytes, from standard input if the file is `-`.
fn read(file: &str, limit: usize) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    // One byte more tells a reply that is too long from one that just fits.
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let read = if file == "-" {
        io::stdin().lock().take(most).read_to_end(&mut body)
    } else {
        pipe::open(file.as_ref(), File::options().read(true))
            .and_then(|open| open.take(most).read_to_end(&mut body))
    };
    match read {
        Ok(_) if body.len() > limit => Err(Failure::usage(format!(
            "{file} has more than {limit} bytes; allow more with --max-body, or name a saved reply"
        ))),
        Ok(_) => Ok(body),
        Err(error) => Err(Failure::usage(format!("{file} cannot be read: {error}; name a saved reply or -"))),
    }
}

/// Lists the catalogue.
fn list(program: &Program) -> Result<(), Failure> {
    let mut text = String::new();
    for info in program.endpoints {
        let required: String = info
            .params
            .iter()
            .filter(|param| param.required)
            .map(|param| format!(" {}", param.name.to_uppercase()))
            .collect();
        let optional: String = info
            .params
            .iter()
            .filter(|param| !param.required)
            .map(|param| format!(" [--{}]", option_of(param)))
            .collect();
        let tables = Outline::of(info).names().collect::<Vec<_>>().join(", ");
        text += &format!(
            "{}{required}{optional}\n    {}\n    {} {{{}}}/{}\n",
            info.command,
            first_line(info.doc),
            info.method,
            info.host.name,
            info.path
        );
        for fallback in info.fallbacks {
            for (index, step) in fallback.steps.iter().enumerate() {
                let joint = if index == 0 { "else" } else { " and" };
                text += &format!("    {joint} {} {{{}}}/{}\n", step.method, step.host.name, step.path);
            }
        }
        text += &format!("    tables: {tables}\n");
    }
    finish(say(Content::Text, &text))
}

/// Serves the sample host until the program is stopped.
fn serve(program: &'static Program, port: u16) -> Result<(), Failure> {
    let host = (program.sample)(program, port);
    let host =
        host.map_err(|error| Failure::other(format!("port {port} cannot be used: {error}; choose another")))?;
    let url = host.url();
    let served = program.hosts().iter().filter(|known| host.serves(known));
    let options: String = served.map(|known| format!(" --{} {url}", option_name(known.name))).collect();
    let example = program.example_line();
    let text = format!("sample host at {url}, stop it with Ctrl-C\n{}{options} {example}\n", program.name);
    finish(say(Content::Text, &text))?;
    host.wait();
    Ok(())
}
