//! The client that the command line describes: hosts, records, the session, the sample host.

use std::fs;
use std::path::{Path, PathBuf};
use std::pin::pin;

use clap::parser::ValueSource;
use etcetera::BaseStrategy as _;
use futures_util::future::{Either, select};
use virtual_finance_core::settings::Cache;
use virtual_finance_core::{
    ClientBuilder, Error, Host, RequestParams, SourceChoice, blocking, is_private_address,
};
use virtual_finance_sample_host::SampleHost;
use virtual_finance_tables::text::{Failure, tell};

use super::{cache, memory::MemoryFile, sending};
use crate::arguments::{
    Arguments, NO_SESSION_FILE, RECORD, REPLAY, Reporter, SAMPLE, SESSION_FILE, SOURCE, encryption,
    option_name, program::Session,
};
use crate::system::{Busy, stop};

/// Returns the address that the arguments name for a host. An empty one counts as none.
fn named<'a>(arguments: &'a Arguments<'_>, host: &Host) -> Option<&'a str> {
    arguments.get_one::<String>(host.name).map(String::as_str).filter(|url| !url.is_empty())
}

/// A client with what it stands on. What it learns about sources is kept when it is dropped.
pub struct Connection {
    /// The client, which has the runtime too.
    pub client: blocking::Client,
    /// The sample host, if the client uses it.
    pub sample: Option<SampleHost>,
    memory: Option<MemoryFile>,
}

impl Connection {
    /// Waits for a request of the client. A signal ends the command once the request is dropped, which finishes or takes
    /// back what it writes.
    ///
    /// # Errors
    /// The request's own.
    pub fn wait<T, E: From<Error>>(&self, request: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        let busy = Busy::new();
        let answered = self.client.wait(async {
            match select(pin!(request), pin!(stop::signalled())).await {
                Either::Left((answered, _)) => answered.map(Some),
                Either::Right(_) => Ok(None),
            }
        });
        busy.end();
        answered.map(|answered| answered.unwrap_or_else(|| stop::end()))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(memory) = &self.memory {
            memory.keep(&self.client.asynchronous().source_memory());
        }
    }
}

/// Returns the client that the arguments describe, with the file of a session if its requests use one.
///
/// # Errors
/// An address, a file or a setting that cannot be used, or a sample host that does not start.
pub fn connect(arguments: &Arguments<'_>, uses_session: bool) -> Result<Connection, Failure> {
    connected(arguments, uses_session, None)
}

/// Returns the client that the arguments describe, with a cache in memory if they name none.
///
/// # Errors
/// As for [`connect`].
pub fn connect_cached(arguments: &Arguments<'_>, uses_session: bool) -> Result<Connection, Failure> {
    connected(arguments, uses_session, Some(Cache::new()))
}

/// Returns the client that the arguments describe. A cache of theirs goes before the other one.
fn connected(
    arguments: &Arguments<'_>,
    uses_session: bool,
    cache: Option<Cache>,
) -> Result<Connection, Failure> {
    sending::check_addresses(arguments)?;
    let replays = replay_folder(arguments).is_some();
    let program = arguments.program();
    let sample = (arguments.get_flag(SAMPLE) && !replays).then(|| (program.sample)(program, 0)).transpose();
    let sample = sample.map_err(|error| Failure::other(format!("the sample host cannot start: {error}")))?;
    if sample.is_some() && !arguments.is_on_line(SAMPLE) {
        Reporter::of(arguments)
            .note("the data is invented, as the configuration says; --sample=false asks the hosts");
    }
    let file = state_file(arguments, sample.as_ref());
    let begun = begun(arguments, file.as_deref().filter(|_| uses_session))?;
    let begun = cache.into_iter().fold(begun, ClientBuilder::cache);
    if program.is_foreign && !replays {
        refuse_private(arguments, sample.as_ref())?;
    }
    let mut client = encryption::apply(client(begun, arguments, sample.as_ref())?, arguments)?;
    // A replay is about another time.
    let memory = file.as_deref().filter(|_| !replays).map(MemoryFile::beside);
    if let Some(memory) = &memory {
        client = client.source_memory(memory.memory());
    }
    Ok(Connection { client: client.build_blocking()?, sample, memory })
}

/// Refuses hosts on this machine and in private networks whose addresses the arguments do not name.
fn refuse_private(arguments: &Arguments<'_>, sample: Option<&SampleHost>) -> Result<(), Failure> {
    let is_private = |host: &&&Host| {
        matches!(address(arguments, host, sample), Address::Default) && is_private_address(host.default)
    };
    let Some(host) = arguments.program().hosts().iter().find(is_private) else { return Ok(()) };
    Err(Failure::usage(format!(
        "the table's host {} is {}, on this machine or in a private network, which a table may not choose; if you \
         mean it, write --{} {}",
        host.name,
        host.default,
        option_name(host.name),
        host.default
    )))
}

/// Returns the beginning of the program's client, with a file for its session.
fn begun(arguments: &Arguments<'_>, file: Option<&Path>) -> Result<ClientBuilder, Failure> {
    let program = arguments.program();
    let Some(session) = program.session else { return Ok((program.client)()) };
    if let Some(file) = file
        && preferred::<PathBuf>(arguments, SESSION_FILE, NO_SESSION_FILE).is_none()
    {
        discard_unusable(session, file);
    }
    Ok((session.client)(file.map(Path::to_owned))?)
}

/// Removes a file of the command's own that cannot be used, and says so: the session is fetched again. A file that the
/// arguments name is theirs.
fn discard_unusable(session: Session, file: &Path) {
    let Err(reason) = (session.check)(file) else { return };
    if fs::remove_file(file).is_ok() {
        // The reason ends in what to do, which is done.
        let reason = reason.split(';').next().unwrap_or_default();
        tell(format_args!("note: {reason}; it was removed, and the session is fetched again"));
    }
}

/// The destination of the requests to a host.
pub(crate) enum Address<'a> {
    /// The sample host.
    Sample,
    /// The address that the command line or the environment names.
    Other(&'a str),
    /// The table's own address.
    Default,
}

/// Returns the destination of a host's requests. The sample host stands for every host that it serves, unless an
/// address is named at least where the sample host is: on the command line, in the environment or in the file.
pub(crate) fn address<'a>(
    arguments: &'a Arguments<'_>,
    host: &Host,
    sample: Option<&'a SampleHost>,
) -> Address<'a> {
    let named = named(arguments, host);
    let served = sample.filter(|sample| sample.serves(host));
    match (named, served) {
        (Some(url), _) if rank(arguments, host.name) >= rank(arguments, SAMPLE) => Address::Other(url),
        (_, Some(_)) => Address::Sample,
        (Some(url), None) => Address::Other(url),
        (None, None) => Address::Default,
    }
}

/// Returns the folder of records that replies come from.
pub(crate) fn replay_folder<'a>(arguments: &'a Arguments<'_>) -> Option<&'a PathBuf> {
    preferred(arguments, REPLAY, RECORD)
}

/// Returns the value of an option, unless an option that excludes it has precedence: the command line goes before the
/// file.
fn preferred<'a, T: Clone + Send + Sync + 'static>(
    arguments: &'a Arguments<'_>,
    option: &str,
    other: &str,
) -> Option<&'a T> {
    arguments.get_one(option).filter(|_| rank(arguments, option) >= rank(arguments, other))
}

/// Returns where an option is set, in the order of right; none if it is not.
fn rank(arguments: &Arguments<'_>, option: &str) -> Option<ValueSource> {
    let is_off = matches!(arguments.try_get_one::<bool>(option), Ok(Some(false)));
    arguments.value_source(option).filter(|_| !is_off)
}

/// Returns a builder with the hosts, the folder of records and the cache that the arguments name.
fn client(
    begun: ClientBuilder,
    arguments: &Arguments<'_>,
    sample: Option<&SampleHost>,
) -> Result<ClientBuilder, Failure> {
    let hosts = arguments.program().hosts();
    let (builder, params) = match sample {
        Some(sample) => (sample.configure(begun, hosts), RequestParams::new().no_proxy()),
        None => (begun, sending::params(arguments)),
    };
    let mut builder = sending::apply(builder, cache::params(params, arguments), arguments);
    for host in hosts {
        if let Address::Other(url) = address(arguments, host, sample) {
            builder = builder.host(host, url);
        }
    }
    if let Some(folder) = preferred::<PathBuf>(arguments, RECORD, REPLAY) {
        builder = builder.record(folder);
    }
    if let Some(folder) = replay_folder(arguments) {
        builder = builder.replay(folder);
    }
    if let Some(choice) = arguments.get_one::<SourceChoice>(SOURCE) {
        builder = builder.source(*choice);
    }
    cache::apply(builder, arguments)
}

/// Returns the file of the session: from the arguments, else in the cache folder, unless they forbid a file. The file
/// of sources lies beside it. The cache folder is for the real hosts only.
fn state_file(arguments: &Arguments<'_>, sample: Option<&SampleHost>) -> Option<PathBuf> {
    let program = arguments.program();
    if program.session.is_some() {
        if let Some(file) = preferred::<PathBuf>(arguments, SESSION_FILE, NO_SESSION_FILE) {
            return Some(file.clone());
        }
        if arguments.get_flag(NO_SESSION_FILE) {
            return None;
        }
    }
    let real = |host: &Host| matches!(address(arguments, host, sample), Address::Default);
    let folder = etcetera::choose_base_strategy().ok()?.cache_dir();
    program.hosts().iter().all(|host| real(host)).then(|| folder.join(program.id()).join("session.json"))
}
