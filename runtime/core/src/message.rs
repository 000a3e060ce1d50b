//! The message of a request as data, for the client and for programs that send it with an HTTP library of their own.

use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use http::{Method, Uri};
use url::Url;

use crate::address;
use crate::context::Context;
use crate::error::Error;
use crate::request::{Request, Target, own_target, request_name};

/// Returns the message of a request, for a program that sends it with an HTTP library of its own. A request without a
/// body has an empty one. [`convert_reply`](crate::convert_reply) converts the reply.
///
/// ```no_run
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use virtual_finance::catalogue::default_addresses;
/// use virtual_finance::http::Response;
/// use virtual_finance::request::{Context, Request, convert_reply, message};
/// use virtual_finance::{DateTime, History};
///
/// let request = History::new("IBM");
/// let hosts = default_addresses(request.info().hosts);
/// let cx = Context::new(&hosts, DateTime::now());
/// let sent = message(&request, &cx)?;
/// println!("{} {}", sent.method(), sent.uri());
/// let reply = Response::new(std::fs::read("IBM.json")?); // what the library gives for it
/// let history = convert_reply(&request, &reply, &cx)?.response;
/// # Ok(())
/// # }
/// ```
///
/// The message is that of the endpoint's own source, at the address that `cx` has for its host, or the table's. It has
/// the headers of the table, `Accept`, no key of its own (`idempotency`) and no credentials: those that [`Host::auth`](crate::Host::auth) names are for the program
/// to add. It is the whole message; what takes several is the client's, or asked one by one:
/// - More values than one request takes are an error here. [`Endpoint::batches`](crate::Endpoint::batches) returns
///   requests of fewer values, and [`Endpoint::join`](crate::Endpoint::join) makes one response of theirs.
/// - A list stands in it as a whole, however long that makes the address; the client sends parts of it, whose replies are
///   converted together.
/// - The first page of several is the one that is asked for, unless the request names another.
/// - The steps of another source are what [`Request::fallback`] returns.
///
/// # Errors
/// The parameters are wrong ([`Error::Params`]), or they make no message ([`Error::Address`]).
pub fn message<R: Request + ?Sized>(request: &R, cx: &Context<'_>) -> Result<http::Request<Vec<u8>>, Error> {
    request.validate()?;
    let info = request.info();
    let mut target = own_target(request, cx.now())?;
    target.add_headers(info.host.headers);
    let address = cx.host(info.host.name).unwrap_or(info.host.default);
    let made = || {
        let home =
            address::base(address).map_err(|reason| format!("the address of {} {reason}", info.host.name))?;
        let uri = Uri::try_from(url(&home, &target)?.as_str())
            .map_err(|error| format!("its address cannot be sent: {error}; check its parameters"))?;
        let body = target.body.as_ref().map(|body| body.bytes().into_owned());
        let mut message = http::Request::new(body.unwrap_or_default());
        *message.method_mut() = method(info.method)?;
        *message.uri_mut() = uri;
        *message.headers_mut() = headers(&target)?;
        if let Some(accept) = info.raw.accept() {
            message.headers_mut().entry(ACCEPT).or_insert(accept);
        }
        Ok(message)
    };
    made().map_err(|reason| Error::Address { request: request_name(request), reason })
}

/// Returns the address of a target below its host's.
pub(crate) fn url(base: &Url, target: &Target<'_>) -> Result<Url, String> {
    match &target.link {
        Some(link) => address::linked(base, link),
        None => address::build(base, &target.path, &target.query),
    }
}

/// Returns a method of the table.
pub(crate) fn method(text: &str) -> Result<Method, String> {
    Method::from_bytes(text.as_bytes()).map_err(|_| format!("its method {text:?} is none; check the table"))
}

/// Returns the headers of a target, with the media type of its body.
pub(crate) fn headers(target: &Target<'_>) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::new();
    if let Some(body) = &target.body {
        let media_type = body.content_type();
        let value = HeaderValue::from_str(&media_type).map_err(|_| {
            format!("its media type {media_type:?} cannot be sent; write one such as image/png")
        })?;
        headers.insert(CONTENT_TYPE, value);
    }
    for (name, value) in &target.headers {
        let header = HeaderName::from_bytes(name.as_bytes()).ok().zip(HeaderValue::from_str(value).ok());
        let (name, value) = header
            .ok_or_else(|| format!("its header {name:?} cannot be sent; check its value and the table"))?;
        // The table may say the media type of a body.
        if name == CONTENT_TYPE {
            headers.insert(name, value);
        } else {
            headers.append(name, value);
        }
    }
    Ok(headers)
}
