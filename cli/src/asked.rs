//! The requests that a command line describes.

use std::io::{self, Write as _};

use clap::ArgMatches;
use clap::parser::ValueSource;
use virtual_finance::catalogue::EndpointInfo;
use virtual_finance::error::MarketFault;
use virtual_finance::request::{ErasedRequest, ParamMap};
use virtual_finance::{Error, Reply};

use crate::failure::Failure;
use crate::parameter::value;

/// The line of stderr about prices that are not adjusted.
pub(crate) const UNADJUSTED: &str = "note: prices are not adjusted for dividends; --adjust auto adjusts them";

/// The parameter of endpoints that allows parts to be missing.
const PARTIAL: &str = "partial";

/// Builds the request that the arguments describe. The values given here go before theirs.
pub(crate) fn request(
    info: &EndpointInfo,
    arguments: &ArgMatches,
    values: &[(&str, &str)],
) -> Result<Box<dyn ErasedRequest>, Error> {
    let mut params = ParamMap::new();
    for param in info.params {
        if let Some(value) = value(param, arguments) {
            params.insert(param.name, value);
        }
    }
    for (name, value) in values {
        params.insert(*name, *value);
    }
    (info.build)(&params).map_err(Error::from)
}

/// Sends a request. If the instrument is no company and so has not all parts, the request is sent once more for
/// those that it has, unless the command line gives the parameter.
pub(crate) fn with_parts<R>(
    info: &EndpointInfo,
    arguments: &ArgMatches,
    request: &dyn ErasedRequest,
    ask: impl Fn(&dyn ErasedRequest) -> Result<R, Error>,
) -> Result<R, Failure> {
    let error = match ask(request) {
        Err(error) => error,
        Ok(reply) => return Ok(reply),
    };
    match lenient(info, arguments, request, &error) {
        Some(lenient) => Ok(ask(&*lenient)?),
        None => Err(error.into()),
    }
}

/// Returns the request for the parts that an instrument has, where it is no company and the command line does not give
/// the parameter, and says so on stderr.
pub(crate) fn lenient(
    info: &EndpointInfo,
    arguments: &ArgMatches,
    request: &dyn ErasedRequest,
    error: &Error,
) -> Option<Box<dyn ErasedRequest>> {
    info.param(PARTIAL)?;
    let is_said = arguments.value_source(PARTIAL) == Some(ValueSource::CommandLine);
    let kind = kind_of_no_company(error).filter(|_| !is_said)?;
    let subject = request.subject()?;
    let lenient = self::request(info, arguments, &[(info.subject?, &subject), (PARTIAL, "true")]).ok()?;
    // If stderr is closed, nobody reads the note.
    let _ = writeln!(
        io::stderr(),
        "note: {subject} is of the kind {kind}, which has not all parts; those that are missing are null \
         (--{PARTIAL}=false makes an error of it)"
    );
    Some(lenient)
}

/// Returns where a reply came from: its source, and the cache.
pub(crate) fn origin<T>(reply: &Reply<T>) -> String {
    let cached = reply.cached.map(|cached| format!(", {cached}")).unwrap_or_default();
    format!("{}{cached}", reply.source)
}

/// Returns the kind of an instrument that lacks a part because it is no company.
fn kind_of_no_company(error: &Error) -> Option<&str> {
    let Error::Conversion(error) = error else { return None };
    match MarketFault::of(error.fault()) {
        Some(MarketFault::MissingPart { quote_type: Some(kind), .. }) if kind != "EQUITY" => Some(kind),
        _ => error.others().iter().find_map(|other| kind_of_no_company(&other.error)),
    }
}
