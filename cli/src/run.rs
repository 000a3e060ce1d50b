//! The actions of the subcommands.

use std::fs::File;
use std::io::{self, Read as _, Write as _};

use clap::ArgMatches;
use clap::parser::ValueSource;
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance::notes::{Adjustment, MissingParts, Note as _, SkippedRows, Unadjusted};
use virtual_finance::request::{Context, ErasedResponse, convert_saved_erased};
use virtual_finance::{DateTime, ENDPOINTS, HOSTS, Reply};
use virtual_finance_reference::{catalogue, openapi};
use virtual_finance_sample::SampleHost;

use crate::connect::{Address, address, check_addresses, connect, replay_folder};
use crate::destination::finish;
use crate::failure::Failure;
use crate::ids::{
    CACHE, COMPLETIONS, CONFIG, CONVERT, FILE, FORMAT, JSON, LIST, MAN, OPENAPI, OUTPUT, PATH, PLOT, PORT,
    SAMPLE_HOST, STREAM, SYNC, TABLE, TICKER, VERBOSE, WIDE,
};
use crate::outline::Outline;
use crate::output::Output;
use crate::parameter::{first_line, option_name};
use crate::{asked, cache, command, config, generate, many, sending, stop, tickers};

/// Runs the subcommand. `unread` is the reason why the configuration file cannot be read.
pub(crate) fn run(matches: &ArgMatches, unread: Option<Failure>) -> Result<(), Failure> {
    if matches.subcommand_name() != Some(SAMPLE_HOST) {
        stop::listen();
    }
    match matches.subcommand() {
        Some((COMPLETIONS, arguments)) => generate::completions(command::command(), arguments),
        Some((MAN, arguments)) => generate::man(command::command(), arguments),
        Some((CONFIG, arguments)) if arguments.subcommand_name() == Some(PATH) => {
            config::run(&command::command(), arguments)
        }
        _ if let Some(failure) = unread => Err(failure),
        Some((CONFIG, arguments)) => config::run(&command::command(), arguments),
        Some((CACHE, arguments)) if refuses(arguments, &[FORMAT, TABLE, OUTPUT, WIDE]) => Err(no_tables()),
        Some((CACHE, arguments)) => cache::run(arguments),
        Some((LIST, arguments)) if refuses(arguments, &[FORMAT, TABLE, WIDE]) => Err(no_tables()),
        Some((LIST, arguments)) if arguments.get_flag(JSON) => {
            Output::of_document(arguments)?.json(&catalogue(ENDPOINTS))
        }
        Some((LIST, arguments)) if arguments.get_flag(OPENAPI) => {
            Output::of_document(arguments)?.json(&openapi(ENDPOINTS))
        }
        Some((LIST | SAMPLE_HOST, arguments)) if refuses(arguments, &[FORMAT, TABLE, OUTPUT, WIDE]) => {
            Err(no_tables())
        }
        Some((LIST, _)) => list(),
        Some((SAMPLE_HOST, arguments)) => serve(arguments.get_one(PORT).copied().unwrap_or_default()),
        Some((TICKER, arguments)) => crate::ticker::run(arguments),
        Some((STREAM, arguments)) => crate::stream::run(arguments),
        Some((SYNC, arguments)) => crate::sync::run(arguments),
        Some((CONVERT, arguments)) => match arguments.subcommand() {
            Some((name, arguments)) => convert(endpoint(name)?, arguments),
            None => Err(Failure::other("convert needs an endpoint; see vfapi convert --help")),
        },
        Some((PLOT, arguments)) => {
            let info =
                command::bars().ok_or_else(|| Failure::other("no endpoint has bars; see vfapi endpoints"))?;
            fetch(info, arguments, &Output::of_chart(arguments, &Outline::of(info))?)
        }
        Some((name, arguments)) => {
            let info = endpoint(name)?;
            match tickers::several(info, arguments)? {
                Some(tickers) => many::fetch(info, arguments, tickers),
                None => fetch(info, arguments, &Output::of(arguments, &Outline::of(info))?),
            }
        }
        None => Err(Failure::other("nothing to do; see vfapi --help")),
    }
}

/// Returns true if an option is given that the subcommand does not use.
fn refuses(arguments: &ArgMatches, options: &[&str]) -> bool {
    options.iter().any(|option| arguments.value_source(option) == Some(ValueSource::CommandLine))
}

fn no_tables() -> Failure {
    Failure::usage(
        "--format, --table, --wide and -o are about the results of endpoints; leave them out (endpoints --json \
         takes -o)",
    )
}

fn endpoint(command: &str) -> Result<&'static EndpointInfo, Failure> {
    let info = ENDPOINTS.iter().find(|info| info.command == command);
    info.copied().ok_or_else(|| Failure::other(format!("no endpoint {command}; see vfapi endpoints")))
}

/// Sends a request to the hosts, to the sample host or to a folder of records.
fn fetch(info: &'static EndpointInfo, arguments: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let request = asked::request(info, arguments, &[])?;
    let connection = connect(arguments, info.uses_session())?;
    let client = connection.client.asynchronous();
    let reply = asked::with_parts(info, arguments, &*request, |request| {
        connection.wait(client.reply_erased(request))
    })?;
    let source = match (replay_folder(arguments), address(arguments, info.host, connection.sample.as_ref())) {
        (Some(folder), _) => format!("{}, as recorded in {}", reply.source, folder.display()),
        (None, Address::Sample) => format!("{} of the sample host, which invents its data", reply.source),
        (None, Address::Other(_) | Address::Default) => asked::origin(&reply),
    };
    if let Some(cached) = reply.cached.filter(|cached| cached.is_after_error) {
        // If stderr is closed, nobody reads the note.
        let _ = writeln!(io::stderr(), "note: the result is {cached}");
    }
    output.response(&*reply.response, &Outline::of(info).about(request.subject()))?;
    show(&reply, &source, arguments);
    Ok(())
}

/// Converts saved replies.
fn convert(info: &EndpointInfo, arguments: &ArgMatches) -> Result<(), Failure> {
    let output = Output::of(arguments, &Outline::of(info))?;
    check_addresses(arguments)?;
    let request = asked::request(info, arguments, &[])?;
    let limit = sending::max_body(arguments);
    let files = arguments.get_many::<String>(FILE).unwrap_or_default();
    let bodies = files.map(|file| read(file, limit)).collect::<Result<Vec<_>, _>>()?;
    let bodies: Vec<&[u8]> = bodies.iter().map(Vec::as_slice).collect();
    let addresses: Vec<(&str, &str)> = HOSTS
        .iter()
        .map(|host| match address(arguments, host, None) {
            Address::Other(url) => (host.name, url),
            Address::Sample | Address::Default => (host.name, host.default),
        })
        .collect();
    let cx = Context::new(&addresses, DateTime::now());
    let reply =
        asked::with_parts(info, arguments, &*request, |request| convert_saved_erased(request, &bodies, &cx))?;
    output.response(&*reply.response, &Outline::of(info).about(request.subject()))?;
    show(&reply, &reply.source.to_string(), arguments);
    Ok(())
}

/// Reads a saved reply of at most `limit` bytes, from standard input if the file is `-`.
fn read(file: &str, limit: usize) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    // One byte more tells a reply that is too long from one that just fits.
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let read = if file == "-" {
        io::stdin().lock().take(most).read_to_end(&mut body)
    } else {
        File::open(file).and_then(|open| open.take(most).read_to_end(&mut body))
    };
    match read {
        Ok(_) if body.len() > limit => Err(Failure::usage(format!(
            "{file} has more than {limit} bytes; allow more with --max-body, or name a saved reply"
        ))),
        Ok(_) => Ok(body),
        Err(error) => Err(Failure::usage(format!("{file} cannot be read: {error}; name a saved reply or -"))),
    }
}

/// Writes notes about the result to stderr: all with `--verbose`, otherwise those of prices that are not adjusted and of
/// rows that are left out.
fn show(reply: &Reply<Box<dyn ErasedResponse>>, source: &str, arguments: &ArgMatches) {
    // If stderr is closed, nobody reads the notes.
    if reply.notes.get::<Unadjusted>().is_some() {
        let _ = writeln!(io::stderr(), "{}", asked::UNADJUSTED);
    }
    if let Some(skipped) = reply.notes.get::<SkippedRows>() {
        let _ = writeln!(io::stderr(), "note: rows that cannot be read are left out: {skipped}");
    }
    if arguments.get_flag(VERBOSE) {
        let adjustment = reply.notes.get().copied().map_or("none", Adjustment::as_str);
        let missing = reply.notes.get().map_or("nothing".to_owned(), MissingParts::to_string);
        let mut facts = format!(
            "request: {}\nsource: {source}\nadjustment: {adjustment}\nmissing: {missing}",
            reply.request
        );
        let said = [Adjustment::LABEL, MissingParts::LABEL, SkippedRows::LABEL];
        let is_said = |line: &str| said.iter().any(|label| line.starts_with(&format!("{label}: ")));
        for line in reply.notes.lines().filter(|line| !is_said(line)) {
            facts.push('\n');
            facts.push_str(&line);
        }
        let _ = writeln!(io::stderr(), "{facts}");
    }
}

/// Lists the catalogue.
fn list() -> Result<(), Failure> {
    let mut text = String::new();
    for info in ENDPOINTS {
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
            .map(|param| format!(" [--{}]", option_name(param.name)))
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
    finish(io::stdout().lock().write_all(text.as_bytes()))
}

/// Serves the sample host until the program is stopped.
fn serve(port: u16) -> Result<(), Failure> {
    let host = SampleHost::builder().port(port).start();
    let host =
        host.map_err(|error| Failure::other(format!("port {port} cannot be used: {error}; choose another")))?;
    let url = host.url();
    finish(writeln!(
        io::stdout(),
        "sample host at {url}, stop it with Ctrl-C\n\
         vfapi --finance-url {url} --query-url {url} --cookie-url {url} --isin-url {url} history IBM"
    ))?;
    host.wait();
    Ok(())
}
