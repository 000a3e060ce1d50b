//! The options about sending requests and taking replies: retries, time limits, the rate and the length of a reply.

use std::num::NonZeroU32;
use std::time::Duration;

use clap::Arg;
use clap::parser::ValueSource;
use virtual_finance_core::settings::{RateLimit, Retries};
use virtual_finance_core::{ClientBuilder, RequestParams};
use virtual_finance_tables::text::Failure;

use crate::arguments::{Arguments, Program, option_name, span, with_variable};

const RETRIES: &str = "retries";
const TIMEOUT: &str = "timeout";
const DEADLINE: &str = "deadline";
const RATE: &str = "rate";
const MAX_BODY: &str = "max_body";
const PROXY: &str = "proxy";

/// The value of the option for the proxy that stands for none.
const NO_PROXY: &str = "none";

/// The time for a question that nobody waits long for.
const SOON: Duration = Duration::from_secs(10);

/// The requests to a host at a time if an option sets their rate.
const AT_ONCE: u32 = 32;

/// Returns the options.
pub(crate) fn options(program: &Program) -> [Arg; 6] {
    // What is below the least value is refused for that, and is no unknown option.
    let option = |name: &'static str, value| {
        with_variable(program, name).value_name(value).allow_negative_numbers(true)
    };
    [
        option(RETRIES, "N")
            .value_parser(count)
            .help(format!(
            "Send a request again at most N times where that may help; 0 sends it once [default: {}]",
            Retries::new().max_attempts().saturating_sub(1)
        )),
        option(TIMEOUT, "TIME")
            .value_parser(span)
            .help("Wait at most that long for each attempt of a request [default: that of --deadline]"),
        option(DEADLINE, "TIME")
            .value_parser(span)
            .help(format!(
            "Wait at most that long for a request with all its attempts, such as 5s or 1m [default: {:?}]",
            RequestParams::new().deadline_limit()
        )),
        option(RATE, "N").value_parser(count).help(format!(
            "Send at most N requests a second to a host; 0 does not limit them [default: {}]",
            usual_rate(program)
        )),
        option(MAX_BODY, "BYTES")
            .value_parser(count)
            .help(format!(
            "Take at most that many bytes of a reply, or of a saved one [default: {}]",
            ClientBuilder::MAX_BODY
        )),
        option(PROXY, "ADDRESS").help(
            "Send requests to the hosts through that proxy, such as http://127.0.0.1:3128; none uses no proxy [default: \
             that of the environment]",
        ),
    ]
}

/// Returns the rate of a program where no option sets one, in words.
fn usual_rate(program: &Program) -> String {
    let number = |number: Option<NonZeroU32>| number.map_or(0, NonZeroU32::get);
    match (number(program.rate.a_second()), number(program.rate.most_at_once())) {
        (0, 0) => "0".to_owned(),
        (rate, 0) => format!("{rate}, to the real hosts"),
        (rate, at_once) => format!("{rate}, with {at_once} at once, to the real hosts"),
    }
}

/// Returns the builder with what the arguments say; `params` are the settings before them.
pub(crate) fn apply(
    builder: ClientBuilder,
    params: RequestParams,
    arguments: &Arguments<'_>,
) -> ClientBuilder {
    let mut params = params;
    if let Some(retries) = arguments.get_one::<u32>(RETRIES) {
        params = params.retries(Retries::new().attempts(retries.saturating_add(1)));
    }
    if let Some(limit) = arguments.get_one::<Duration>(TIMEOUT) {
        params = params.timeout(*limit);
    }
    if let Some(limit) = arguments.get_one::<Duration>(DEADLINE) {
        params = params.deadline(*limit);
    }
    let builder = builder.request_params(params).max_body(max_body(arguments));
    match arguments.get_one::<u32>(RATE) {
        Some(rate) => builder.rate_limit(RateLimit::per_second(*rate).at_once(AT_ONCE)),
        None => builder,
    }
}

/// Returns the settings of requests that are sent once and answered soon, unless the arguments say otherwise.
pub(crate) fn at_once(params: RequestParams, arguments: &Arguments<'_>) -> RequestParams {
    let params = if arguments.contains_id(DEADLINE) { params } else { params.deadline(SOON) };
    if arguments.contains_id(RETRIES) { params } else { params.retries(Retries::none()) }
}

/// Returns the number of requests a second that the arguments name.
pub(crate) fn rate(arguments: &Arguments<'_>) -> Option<usize> {
    arguments.get_one::<u32>(RATE).and_then(|rate| usize::try_from(*rate).ok())
}

/// Returns the settings of requests to the real hosts: with the proxy that the arguments name.
pub(crate) fn params(arguments: &Arguments<'_>) -> RequestParams {
    let params = RequestParams::new();
    match arguments.get_one::<String>(PROXY).map(String::as_str) {
        None => params,
        Some(NO_PROXY) => params.no_proxy(),
        Some(address) => params.proxy(address),
    }
}

/// Returns true for an option whose value is an address, of a host or the proxy: it may carry a secret.
pub(crate) fn is_address(program: &Program, option: &str) -> bool {
    option == PROXY || program.hosts().iter().any(|host| option == host.name)
}

/// Checks the address of the proxy or of a host, where an empty one counts as none.
///
/// # Errors
/// The end of a sentence about the address, which does not repeat it.
pub(crate) fn check_address(option: &str, address: &str) -> Result<(), &'static str> {
    match (option, address) {
        (PROXY, NO_PROXY) => Ok(()),
        (PROXY, _) => ClientBuilder::check_proxy(address),
        (_, "") => Ok(()),
        _ => ClientBuilder::check_address(address),
    }
}

/// Checks the addresses in the arguments, also unused ones. A message names the option or the variable and never the
/// address, which may carry a secret; clap's own messages would repeat it.
pub(crate) fn check_addresses(arguments: &Arguments<'_>) -> Result<(), Failure> {
    let program = arguments.program();
    let check = |option: &'static str| {
        let address = arguments.get_one::<String>(option)?;
        let reason = check_address(option, address).err()?;
        Some(wrong_address(program, option, arguments.value_source(option), reason))
    };
    let wrong: Vec<String> =
        program.hosts().iter().map(|host| host.name).chain([PROXY]).filter_map(check).collect();
    if wrong.is_empty() { Ok(()) } else { Err(Failure::usage(wrong.join("\nerror: "))) }
}

/// Returns the sentence about an address that cannot be used.
pub(crate) fn wrong_address(
    program: &Program,
    option: &str,
    source: Option<ValueSource>,
    reason: &str,
) -> String {
    let name = option_name(option);
    match source {
        Some(ValueSource::EnvVariable) => {
            format!(
                "the address in the environment variable {} (--{name}) {reason}",
                program.variable(option)
            )
        }
        _ => format!("the address of --{name} {reason}"),
    }
}

/// Returns the maximum length of a reply in bytes.
pub(crate) fn max_body(arguments: &Arguments<'_>) -> usize {
    let bytes = arguments.get_one::<u32>(MAX_BODY);
    bytes.map_or(ClientBuilder::MAX_BODY, |bytes| usize::try_from(*bytes).unwrap_or(usize::MAX))
}

/// Reads a number of things.
fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("write an integer from 0 to {}", u32::MAX))
}
