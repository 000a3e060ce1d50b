//! The subcommand `serve`.

#[cfg(feature = "tls")]
mod encryption;

use std::convert::Infallible;
use std::future::pending;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::pin::pin;

use futures_util::future::{Either, select};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use virtual_finance_command::clap::{Arg, ArgAction, Command, value_parser};
use virtual_finance_command::parts::{self, Busy, connect_cached, tell};
use virtual_finance_command::{Arguments, Failure, Program, Subcommand};
use virtual_finance_core::Host;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_files::Links;

use crate::access::Tokens;
#[cfg(feature = "mcp")]
use crate::mcp::{tools, tools_option};
use crate::server::Gateway;
use crate::settings::{Log, Settings};

const LISTEN: &str = "listen";
const OPEN: &str = "open";
const TOKEN_FILE: &str = "token_file";
/// The end of the environment variable that may have tokens.
const TOKENS: &str = "tokens";
const TOKENS_IN_PATHS: &str = "tokens_in_paths";
const ALLOW_HOST: &str = "allow_host";
const ALLOW_ORIGIN: &str = "allow_origin";
const MAX_REQUESTS: &str = "max_requests";
const MAX_KEPT: &str = "max_kept";
const MAX_STREAMS: &str = "max_streams";
const LOG: &str = "log";
const ALLOW: &str = "allow";

/// The maximum length of a file of tokens, in bytes.
const MAX_TOKENS: u64 = 1 << 20;

const DEFAULT: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// The subcommand `serve`, for a [`Program`].
///
/// ```
/// use virtual_finance_command::Program;
/// use virtual_finance_gateway::SERVE;
///
/// # const ENDPOINTS: &[&virtual_finance_core::request::EndpointInfo] = &[];
/// static PROGRAM: Program = Program { subcommands: &[SERVE], ..Program::new("weatherapi", ENDPOINTS) };
/// # PROGRAM.check().unwrap();
/// ```
pub const SERVE: Subcommand = Subcommand {
    words: &["server", "http", "gateway"],
    ..Subcommand::new("serve", |program| Some(command(program)), run)
};

fn command(program: &Program) -> Command {
    let variable = program.variable(TOKENS);
    let command = Command::new(SERVE.name)
        .about("Serve every endpoint over HTTP")
        .long_about(format!(
            "Serve every endpoint over HTTP: GET /ENDPOINT?PARAMETER=VALUE, as /openapi.json says. An extension or \
             ?format= chooses the format, ?table= the table, ?limit= the number of rows. Errors are problem documents. \
             /healthz, /readyz and /metrics are for whoever watches it.\n\nReplies are kept in memory for as long as they \
             are fresh. It listens to this machine only; for another address give tokens, a line for each with a name and \
             the token, in --token-file or in {variable}. For TLS give --tls-cert and --tls-key, or put a proxy in front of \
             it. Ctrl-C ends it once the requests under way are answered."
        ))
        .args([
            option(LISTEN, "ADDRESS", "The address and the port to listen on; port 0 takes a free one")
                .value_parser(value_parser!(SocketAddr))
                .default_value(DEFAULT.to_string()),
            option(TOKEN_FILE, "FILE", format!("A file with the tokens of callers, or {variable} with its lines"))
                .value_parser(value_parser!(PathBuf)),
            switch(OPEN, "Answer everybody who reaches the address, without tokens"),
            switch(
                TOKENS_IN_PATHS,
                "Take the token of /t/TOKEN/ENDPOINT, too, for programs that send no header",
            ),
            option(
                ALLOW_HOST,
                "NAME",
                "A name of this machine beside localhost that requests may be for; with --open * takes any",
            )
            .action(ArgAction::Append),
            option(
                ALLOW_ORIGIN,
                "ORIGIN",
                "The origin of a page that may read responses, for example https://example.com",
            )
            .action(ArgAction::Append),
            number(MAX_REQUESTS, "256", "The maximum number of requests that are answered at once"),
            option(
                MAX_KEPT,
                "BYTES",
                "The maximum number of bytes of finished responses in memory, to be given again; 0 keeps none",
            )
            .value_parser(value_parser!(u32))
            .default_value("33554432"),
            number(MAX_STREAMS, "1024", "The maximum number of streams, of live values and of events, at once"),
            option(LOG, "FORM", "The form of the line on stderr about each request")
                .value_parser(["plain", "json", "off"])
                .default_value("plain"),
        ]);
    let own: Vec<_> = program.hosts().iter().filter(|host| host.own_use).map(|host| host.name).collect();
    let command = command.args((!own.is_empty()).then(|| {
        option(ALLOW, "HOST", "Serve others the data of a host that are for a user's own use")
            .value_parser(own)
            .action(ArgAction::Append)
    }));
    #[cfg(feature = "tls")]
    let command = command.args(encryption::options());
    #[cfg(feature = "mcp")]
    let command = command.arg(tools_option());
    command
}

fn switch(id: &'static str, help: &'static str) -> Arg {
    Arg::new(id).long(id.replace('_', "-")).action(ArgAction::SetTrue).help(help)
}

fn option(id: &'static str, value: &'static str, help: impl Into<String>) -> Arg {
    Arg::new(id).long(id.replace('_', "-")).value_name(value).help(help.into())
}

/// Returns the option of a number from 1.
fn number(id: &'static str, default: &'static str, help: &'static str) -> Arg {
    option(id, "NUMBER", help).value_parser(value_parser!(u16).range(1..)).default_value(default)
}

fn run(arguments: &Arguments<'_>) -> Result<(), Failure> {
    let program = arguments.program();
    let address = arguments.get_one(LISTEN).copied().unwrap_or(DEFAULT);
    let mut settings = settings(arguments)?;
    if !address.ip().is_loopback() && settings.tokens.is_empty() && !arguments.get_flag(OPEN) {
        return Err(Failure::usage(format!(
            "--listen {address} can be reached from other machines: name who may ask with --token-file FILE, or let \
             everybody ask with --open"
        )));
    }
    let is_for_others =
        !address.ip().is_loopback() || !settings.tokens.is_empty() || !settings.hosts.is_empty();
    let own = if is_for_others { own_hosts(arguments) } else { Vec::new() };
    let program = without(program, &own);
    #[cfg(feature = "mcp")]
    settings.tools.retain(program.endpoints);
    let uses_session = program.endpoints.iter().any(|info| info.uses_session());
    let connection = connect_cached(arguments, uses_session)?;
    settings.is_invented = connection.sample.is_some();
    let client = connection.client.asynchronous();
    let params = client.request_params().clone();
    let client =
        client.with_request_params(own.iter().fold(params, |params, host| params.no_provider_at(host)));
    let runtime = Builder::new_multi_thread().enable_all().build().map_err(Failure::other)?;
    #[cfg(feature = "tls")]
    let scheme = if settings.certificate.is_some() { "https" } else { "http" };
    #[cfg(not(feature = "tls"))]
    let scheme = "http";
    // The signal ends the server, and the server the command.
    let busy = Busy::new();
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(|error| {
            Failure::other(format!("{address} cannot be listened to: {error}; choose another with --listen"))
        })?;
        let bound = listener.local_addr().map_err(Failure::other)?;
        tell(format_args!("{} serves at {scheme}://{bound}, stop it with Ctrl-C", program.name));
        // Programs read the address in the first line.
        tell_left_out(arguments.program(), &own);
        let renewed = pin!(renew(arguments, settings.clone()));
        let served = pin!(Gateway::new(program, client, settings).serve(listener, parts::signalled()));
        match select(served, renewed).await {
            Either::Left((served, _)) => served.map_err(Failure::other),
            Either::Right((never, _)) => match never {},
        }
    });
    runtime.shutdown_background();
    drop(connection);
    busy.end();
    served
}

/// Returns the hosts whose data are for a user's own use, but for those that arguments allow.
fn own_hosts(arguments: &Arguments<'_>) -> Vec<&'static Host> {
    let allowed: Vec<_> =
        arguments.try_get_many::<String>(ALLOW).ok().flatten().into_iter().flatten().collect();
    let is_own = |host: &&Host| host.own_use && allowed.iter().all(|name| **name != host.name);
    arguments.program().hosts().iter().copied().filter(is_own).collect()
}

/// Returns the program without the endpoints of hosts.
fn without(program: &'static Program, own: &[&'static Host]) -> &'static Program {
    if own.is_empty() {
        return program;
    }
    let endpoints = program.endpoints.iter().copied();
    let is_own = |info: &&EndpointInfo| own.iter().any(|host| info.host.name == host.name);
    let endpoints: Vec<_> = endpoints.filter(|info| !is_own(info)).collect();
    Box::leak(Box::new(Program { endpoints: endpoints.leak(), ..*program }))
}

/// Says which endpoints of hosts are left out.
fn tell_left_out(program: &Program, own: &[&Host]) {
    for host in own {
        let names = program.endpoints.iter().filter(|info| info.host.name == host.name);
        let names: Vec<_> = names.map(|info| info.command).collect();
        if !names.is_empty() {
            let names = names.join(", ");
            tell(format_args!(
                "note: {names}: left out for others, as the data of {0} are for a user's own use; --{ALLOW} {0} serves them",
                host.name
            ));
        }
    }
}

/// Reads the tokens and the certificate again at each hang-up. Where no file has them, a hang-up ends the gateway.
async fn renew(arguments: &Arguments<'_>, settings: Settings) -> Infallible {
    let has_file = arguments.get_one::<PathBuf>(TOKEN_FILE).is_some();
    #[cfg(feature = "tls")]
    let has_file = has_file || settings.certificate.is_some();
    if !has_file {
        return pending().await;
    }
    let mut hangups = parts::hangups();
    while hangups.changed().await.is_ok() {
        match self::settings(arguments) {
            Ok(new) => {
                settings.tokens.renew(&new.tokens);
                #[cfg(feature = "tls")]
                if let Some((known, new)) = settings.certificate.as_ref().zip(new.certificate.as_ref()) {
                    known.renew(new);
                }
                tell("tokens and certificate were read again");
            }
            Err(failure) => {
                tell(format_args!("tokens and certificate stay as they were: {}", failure.message()));
            }
        }
    }
    pending().await
}

fn settings(arguments: &Arguments<'_>) -> Result<Settings, Failure> {
    let texts = |option: &str| arguments.get_many::<String>(option).unwrap_or_default().cloned().collect();
    let log = match arguments.get_one::<String>(LOG).map(String::as_str) {
        Some("json") => Log::Json,
        Some("off") => Log::Off,
        _ => Log::Plain,
    };
    let defaults = Settings::default();
    let max_streams =
        arguments.get_one::<u16>(MAX_STREAMS).map_or(defaults.max_streams, |most| (*most).into());
    Ok(Settings {
        tokens: tokens(arguments)?,
        has_tokens_in_paths: arguments.get_flag(TOKENS_IN_PATHS),
        hosts: texts(ALLOW_HOST),
        origins: texts(ALLOW_ORIGIN),
        max_requests: arguments
            .get_one::<u16>(MAX_REQUESTS)
            .map_or(defaults.max_requests, |most| (*most).into()),
        max_kept: arguments
            .get_one::<u32>(MAX_KEPT)
            .and_then(|most| usize::try_from(*most).ok())
            .unwrap_or(defaults.max_kept),
        // Beside all streams there is room for the requests of those who listen to none.
        max_connections: max_streams.saturating_add(defaults.max_connections / 2),
        max_streams,
        log,
        #[cfg(feature = "tls")]
        certificate: encryption::certificate(arguments)?,
        #[cfg(feature = "mcp")]
        tools: tools(arguments)?,
        ..defaults
    })
}

/// Reads the tokens of the file, or else of the environment.
fn tokens(arguments: &Arguments<'_>) -> Result<Tokens, Failure> {
    let variable = arguments.program().variable(TOKENS);
    let (name, text) = match arguments.get_one::<PathBuf>(TOKEN_FILE) {
        Some(file) => {
            let name = file.display().to_string();
            // Who may write the file that a link names, or the other end of a pipe, would give out tokens.
            let read = virtual_finance_files::read(file, MAX_TOKENS, Links::Refused);
            if is_open(file) {
                let advice = format!("take it from the others with 'chmod o= {name}'");
                return Err(Failure::usage(format!("{name} may be read or written by everybody: {advice}")));
            }
            let text = read.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
            let text = text.map_err(|error| {
                Failure::usage(format!("{name} cannot be read: {error}; name a file of tokens"))
            })?;
            (name, text)
        }
        None => (variable.clone(), std::env::var(&variable).unwrap_or_default()),
    };
    let tokens = Tokens::read(&text).map_err(|fault| Failure::usage(format!("{name}: {fault}")))?;
    if tokens.is_empty() && arguments.get_one::<PathBuf>(TOKEN_FILE).is_some() {
        return Err(Failure::usage(format!(
            "{name} has no token: write a line 'alice TOKEN' for each caller"
        )));
    }
    Ok(tokens)
}

/// Returns true if others than the owner and the group of a file may read or write it.
#[cfg(unix)]
fn is_open(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(file).is_ok_and(|facts| facts.permissions().mode() & 0o006 != 0)
}

#[cfg(not(unix))]
fn is_open(_: &Path) -> bool {
    false
}
