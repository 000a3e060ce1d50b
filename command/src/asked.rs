//! The requests that a command line describes.

use clap::parser::ValueSource;
use virtual_finance_core::catalogue::ParamInfo;
use virtual_finance_core::params::{ParamMap, Plain};
use virtual_finance_core::request::{EndpointInfo, ErasedRequest};
use virtual_finance_core::{Batched, Cached, Error, Notes, Reply};

use crate::connect::{Address, Connection, address, connect, replay_folder};
use crate::failed::Failed;
use crate::failure::{Failure, SOME_FAILED};
use crate::ids::{APPEND, QUIET, VERBOSE};
use crate::outline::Outline;
use crate::output::{Output, tells_advice};
use crate::parameter::value;
use crate::program::Arguments;
use crate::without::Without;
use crate::{subjects, terminal};

/// Sends a request to the hosts, to the sample host or to a folder of records.
pub(crate) fn fetch(
    info: &'static EndpointInfo,
    arguments: &Arguments<'_>,
    output: &Output,
) -> Result<(), Failure> {
    let listed = subjects::listed(info, arguments)?;
    let values: Vec<(&str, &str)> = listed.iter().map(|(name, list)| (*name, list.as_str())).collect();
    let request = request(info, arguments, &values)?;
    require_answerable(arguments, &*request)?;
    let connection = connect(arguments, info.uses_session())?;
    let client = connection.client.asynchronous();
    // One value that the host refuses costs no other.
    if request.parts_erased(1, &[]).len() > 1 {
        let batched = connection.wait(client.batched(&request));
        let mut batched = batched.map_err(|error| unanswered(info, arguments, &*request, error))?;
        output.response(&*batched.response, &Outline::of(info).about(request.subject()))?;
        let notes = batched.replies.iter_mut().map(|reply| &mut reply.notes);
        let without = Without::of(info, &*batched.response, notes);
        return reported(info, arguments, &connection, &batched, &without);
    }
    let reply =
        with_parts(info, arguments, &*request, |request| connection.wait(client.reply_erased(request)));
    let mut reply = reply.map_err(|error| unanswered(info, arguments, &*request, error))?;
    tell_age(&reply, arguments);
    let middle = (arguments.program().reported)(&reply.notes).middle;
    output.response(&*reply.response, &Outline::of(info).about(request.subject()).around(middle))?;
    let without = Without::of(info, &*reply.response, [&mut reply.notes]);
    show(&reply, &source(info, arguments, &connection, &reply), arguments);
    require_all(&without, arguments)
}

/// Checks that a host can answer a request, and that its rows can be added to a file where they are to be, as far as the
/// program knows.
pub(crate) fn require_answerable(
    arguments: &Arguments<'_>,
    request: &dyn ErasedRequest,
) -> Result<(), Failure> {
    let program = arguments.program();
    let refused = replay_folder(arguments).is_none().then_some(program.refused);
    let unappendable = arguments.get_flag(APPEND).then_some(program.unappendable);
    match refused.into_iter().chain(unappendable).find_map(|reason| reason(request)) {
        Some(reason) => Err(Failure::usage(format!("{}: {reason}", request.info().name))),
        None => Ok(()),
    }
}

/// Returns the failure of a request that has no response, and writes what it asked for to the file of failures.
fn unanswered(
    info: &EndpointInfo,
    arguments: &Arguments<'_>,
    request: &dyn ErasedRequest,
    error: Error,
) -> Failure {
    let kept = Failed::keep(&of_each(info, arguments, request, &error), arguments);
    Failure::from(error).and(kept)
}

/// Returns a failure for each subject of the list of a request.
fn of_each(
    info: &EndpointInfo,
    arguments: &Arguments<'_>,
    request: &dyn ErasedRequest,
    error: &Error,
) -> Vec<Failed> {
    let list = subjects::list(arguments.program(), info);
    let Some(Plain::List(values)) = list.and_then(|list| request.value(list.name)) else { return Vec::new() };
    values.iter().map(|value| Failed::new(value.to_string(), error)).collect()
}

/// Checks that a response lacks nothing that was asked for.
pub(crate) fn require_all(without: &[Without], arguments: &Arguments<'_>) -> Result<(), Failure> {
    Failed::keep(&without.iter().map(Without::failed).collect::<Vec<_>>(), arguments)?;
    match Without::message(without) {
        Some(lines) => Err(Failure::with_code(SOME_FAILED, lines)),
        None => Ok(()),
    }
}

/// Writes notes about the joined result of several requests, and returns those that failed and what it lacks as the
/// failure.
fn reported(
    info: &'static EndpointInfo,
    arguments: &Arguments<'_>,
    connection: &Connection,
    batched: &Batched<Box<dyn ErasedRequest>>,
    without: &[Without],
) -> Result<(), Failure> {
    let mut is_reported = false;
    for reply in &batched.replies {
        tell_age(reply, arguments);
        tell(reply, &source(info, arguments, connection, reply), arguments, &mut is_reported);
    }
    let list = info.params.iter().find(|param| param.batch.is_some());
    let values = |request: &dyn ErasedRequest| {
        list.and_then(|list| request.value(list.name)).map(|values| values.to_string()).unwrap_or_default()
    };
    let failed =
        batched.failed.iter().flat_map(|(request, error)| of_each(info, arguments, &**request, error));
    Failed::keep(&failed.chain(without.iter().map(Without::failed)).collect::<Vec<_>>(), arguments)?;
    let without = Without::message(without);
    if batched.failed.is_empty() {
        return without.map_or(Ok(()), |lines| Err(Failure::with_code(SOME_FAILED, lines)));
    }
    let lines = batched.failed.iter().map(|(request, error)| format!("\n  {}: {error}", values(&**request)));
    let also = without.map(|lines| format!("\n  {lines}")).unwrap_or_default();
    let total = batched.replies.len().saturating_add(batched.failed.len());
    let message = format!(
        "{} of {total} requests failed, and the result lacks what they asked for:{}{also}",
        batched.failed.len(),
        lines.collect::<String>()
    );
    Err(Failure::with_code(SOME_FAILED, message))
}

/// Says on stderr that a reply is from the cache because the host failed.
pub(crate) fn tell_age<T>(reply: &Reply<T>, arguments: &Arguments<'_>) {
    let is_told = |cached: &Cached| cached.is_after_error && !arguments.get_flag(QUIET);
    if let Some(cached) = reply.cached.filter(is_told) {
        terminal::tell(format_args!("note: the result is {cached}"));
    }
}

/// Returns where a reply came from, with the folder of a replay or the sample host.
pub(crate) fn source<T>(
    info: &EndpointInfo,
    arguments: &Arguments<'_>,
    connection: &Connection,
    reply: &Reply<T>,
) -> String {
    match (replay_folder(arguments), address(arguments, info.host, connection.sample.as_ref())) {
        (Some(folder), _) => format!("{}, as recorded in {}", reply.source, folder.display()),
        (None, Address::Sample) => format!("{} of the sample host, which invents its data", reply.source),
        (None, Address::Other(_) | Address::Default) => origin(reply),
    }
}

/// Builds the request that the arguments describe. The values given here go before theirs.
pub(crate) fn request(
    info: &EndpointInfo,
    arguments: &Arguments<'_>,
    values: &[(&str, &str)],
) -> Result<Box<dyn ErasedRequest>, Error> {
    let mut params = params(info, arguments);
    for (name, value) in values {
        params.insert(*name, *value);
    }
    (info.build)(&params).map_err(Error::from)
}

/// Returns the parameters that the arguments give.
pub(crate) fn params(info: &EndpointInfo, arguments: &Arguments<'_>) -> ParamMap {
    let given = |param: &'static ParamInfo| Some((param.name, value(param, arguments)?.into_owned()));
    info.params.iter().filter_map(given).collect()
}

/// Sends a request. If it fails and may succeed with another parameter, it is sent once more, unless the command line
/// gives the parameter.
pub(crate) fn with_parts<R>(
    info: &EndpointInfo,
    arguments: &Arguments<'_>,
    request: &dyn ErasedRequest,
    ask: impl Fn(&dyn ErasedRequest) -> Result<R, Error>,
) -> Result<R, Error> {
    let error = match ask(request) {
        Err(error) => error,
        Ok(reply) => return Ok(reply),
    };
    match lenient(info, arguments, request, &error) {
        Some(lenient) => ask(&*lenient),
        None => Err(error),
    }
}

/// Returns the request with the parameter that the program has for the error, where the command line does not give it,
/// and says so on stderr.
pub(crate) fn lenient(
    info: &EndpointInfo,
    arguments: &Arguments<'_>,
    request: &dyn ErasedRequest,
    error: &Error,
) -> Option<Box<dyn ErasedRequest>> {
    let lenient = (arguments.program().lenient)(request, error)?;
    info.param(lenient.param)?;
    if arguments.value_source(lenient.param) == Some(ValueSource::CommandLine) {
        return None;
    }
    let subject = request.subject()?;
    let values = [(info.subject?, subject.as_ref()), (lenient.param, lenient.value)];
    let request = self::request(info, arguments, &values).ok()?;
    if !arguments.get_flag(QUIET) {
        terminal::tell(lenient.note);
    }
    Some(request)
}

/// Returns where a reply came from: its source, and the cache.
pub(crate) fn origin<T>(reply: &Reply<T>) -> String {
    let cached = reply.cached.map(|cached| format!(", {cached}")).unwrap_or_default();
    format!("{}{cached}", reply.source)
}

/// Writes notes about the result to stderr: all with `--verbose`, otherwise those that the program always tells.
pub(crate) fn show<T>(reply: &Reply<T>, source: &str, arguments: &Arguments<'_>) {
    tell(reply, source, arguments, &mut false);
}

/// Writes notes to stderr: all with `--verbose`, otherwise those that the program always tells.
pub fn tell_notes(notes: &Notes, arguments: &Arguments<'_>) {
    tell_with(notes, Vec::new(), arguments, &mut false);
}

/// Writes the notes of one of several results. `is_told` says whether the line that is told once was.
fn tell<T>(reply: &Reply<T>, source: &str, arguments: &Arguments<'_>, is_reported: &mut bool) {
    let first = vec![format!("request: {}", reply.request), format!("source: {source}")];
    tell_with(&reply.notes, first, arguments, is_reported);
}

fn tell_with(notes: &Notes, first: Vec<String>, arguments: &Arguments<'_>, is_reported: &mut bool) {
    let reported = (arguments.program().reported)(notes);
    if let Some(line) = reported.once.filter(|_| tells_advice(arguments))
        && !std::mem::replace(is_reported, true)
    {
        terminal::tell(line);
    }
    if let Some(remark) = reported.always.filter(|_| !arguments.get_flag(QUIET)) {
        terminal::tell(format_args!("note: {remark}"));
    }
    if arguments.get_flag(VERBOSE) {
        let lines: Vec<String> = first.into_iter().chain(reported.verbose).collect();
        terminal::tell(lines.join("\n"));
    }
}
