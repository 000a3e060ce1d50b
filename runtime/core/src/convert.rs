//! The conversion of replies that the client did not fetch: saved replies, and replies that a program fetched with an
//! HTTP library of its own.

use std::time::{Duration, SystemTime};

use http::header::HeaderMap;

use crate::catalogue::source::Source;
use crate::catalogue::{RawKind, StatusMeaning};
use crate::context::Context;
use crate::error::{ApiError, BodyFault, Error, RequestName};
use crate::halves;
use crate::head::{self, Wishes};
use crate::raw::{RawReply, ReplyHead};
use crate::read::{host_error, refusal};
use crate::reply::Reply;
use crate::request::{Endpoint, EndpointInfo, request_name};
use crate::time::DateTime;

/// The status of a reply with a part of a body. No request asks for one.
const PARTIAL_CONTENT: u16 = 206;

/// Converts the reply to a [`message`](crate::message) that a program sent with an HTTP library of its own, as the
/// client does: an error of the host, a part of a body and another character set are errors, and the notes have what the
/// head of the reply says.
///
/// The library has followed redirects, and its body is whole and decoded, as most libraries give it.
///
/// # Errors
/// The parameters are wrong ([`Error::Params`]), the host refused the request ([`Error::Api`]), or the endpoint
/// cannot read the reply ([`Error::Body`], [`Error::Conversion`]). No error has been searched for secrets: a host may
/// repeat the credentials that the program sent.
pub fn convert_reply<E: Endpoint + ?Sized>(
    request: &E,
    reply: &http::Response<impl AsRef<[u8]>>,
    cx: &Context<'_>,
) -> Result<Reply<E::Response>, Error> {
    request.validate()?;
    let (info, name) = (request.info(), request_name(request));
    let (status, headers, body) = (reply.status().as_u16(), reply.headers(), reply.body().as_ref());
    let Wishes { wait, rate, .. } = Wishes::of(status, headers, system_time(cx.now()));
    if let Some(fault) = partial(info, status) {
        return Err(Error::body(&name, fault));
    }
    if status >= 400 {
        let mut error = api_error(name, Some(info), status, body);
        error.retry_after = wait;
        return Err(error.into());
    }
    if info.raw != RawKind::Bytes
        && let Err(fault) = check_charset(headers, body)
    {
        return Err(Error::body(&name, fault));
    }
    let media_type = head::media_type(headers).filter(|media_type| info.reads_media_type(media_type));
    let head =
        ReplyHead { media_type, named: head::named(headers, info.reply_headers), ..ReplyHead::default() };
    let raw = RawReply::new(body).with_status(status).with_head(&head);
    let converted = halves::converted(cx, &[raw], |cx, replies| request.convert(cx, replies));
    let converted = converted.map_err(|error| error.in_request(name.clone()))?;
    let mut reply = Reply::new(name, status, info.raw.source(), body.len(), converted);
    reply.add_head(rate, head.named);
    Ok(reply)
}

/// Converts the saved bodies of replies as if they had just come, without any network. They may be of any era and any
/// source of the endpoint; a request of several messages has a body for each, in any order.
///
/// ```no_run
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use virtual_finance::catalogue::default_addresses;
/// use virtual_finance::request::{Context, Request, convert_saved};
/// use virtual_finance::{DateTime, History};
///
/// let request = History::new("IBM");
/// let hosts = default_addresses(request.info().hosts);
/// let saved = std::fs::read("IBM.json")?;
/// let reply = convert_saved(&request, &[&saved], &Context::new(&hosts, DateTime::now()))?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The parameters are wrong ([`Error::Params`]) or the replies are ([`Error::Conversion`]).
pub fn convert_saved<E: Endpoint + ?Sized>(
    request: &E,
    bodies: &[&[u8]],
    cx: &Context<'_>,
) -> Result<Reply<E::Response>, Error> {
    request.validate()?;
    let name = request_name(request);
    let replies: Vec<RawReply<'_>> = bodies.iter().copied().map(RawReply::new).collect();
    let converted = halves::converted(cx, &replies, |cx, replies| request.convert(cx, replies));
    let converted = converted.map_err(|error| error.in_request(name.clone()))?;
    let bytes = bodies.iter().map(|body| body.len()).fold(0, usize::saturating_add);
    Ok(Reply::new(name, request.info().status, Source::Saved, bytes, converted))
}

/// Returns the fault of a reply with a part of a body, unless the table expects one.
pub(crate) fn partial(info: &EndpointInfo, status: u16) -> Option<BodyFault> {
    (status == PARTIAL_CONTENT && info.status != PARTIAL_CONTENT)
        .then_some(BodyFault::Cut("the host sent a part of it, with the status 206"))
}

/// Returns the error of a reply with a status of 400 or more, whatever the body is. The table describes the replies of the
/// endpoint's own source; `own` is the endpoint where the reply is one of them.
pub(crate) fn api_error(name: RequestName, own: Option<&EndpointInfo>, status: u16, body: &[u8]) -> ApiError {
    let text = String::from_utf8_lossy(body).into_owned();
    let is_rate_limited = refusal::is_too_many(&text);
    let told = own.and_then(|info| info.error).and_then(|object| Some((object, object.of(&text)?)));
    let is_not_found = told.as_ref().is_some_and(|(object, error)| object.is_not_found(error));
    let described = told
        .map(|(_, error)| error)
        .or_else(|| host_error::host_error(text.as_bytes()))
        .or_else(|| host_error::flat_error(text.as_bytes()));
    let mut error = ApiError::new(name, status, text).with_host_error(described);
    let meaning = is_not_found.then_some(StatusMeaning::NotFound);
    error.meaning = meaning.or_else(|| own.and_then(|info| info.meaning(status)));
    error.is_rate_limited = is_rate_limited;
    error
}

/// Checks that a text is UTF-8 by what its head and, if that says nothing, its beginning declare.
fn check_charset(headers: &HeaderMap, body: &[u8]) -> Result<(), BodyFault> {
    if head::check_head(headers)? { Ok(()) } else { head::check_page(body) }
}

fn system_time(time: DateTime) -> SystemTime {
    let seconds = Duration::from_secs(u64::try_from(time.epoch_seconds()).unwrap_or_default());
    SystemTime::UNIX_EPOCH.checked_add(seconds).unwrap_or(SystemTime::UNIX_EPOCH)
}
