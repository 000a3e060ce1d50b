//! The responses of endpoints: of one request, or of one for each of several subjects.

use std::fs::File;
use std::io::{self, Read as _, Seek as _};
use std::sync::Arc;

use futures_util::{StreamExt as _, stream};
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, LINK, TE, TRAILER,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use http_body_util::{BodyExt as _, StreamBody};
use hyper::body::{Bytes, Frame};
use virtual_finance_core::catalogue::RawKind;
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_tables::formats::Format;
use virtual_finance_tables::tabular::Outline;

use crate::apart::apart;
use crate::callers::{Caller, Patience};
use crate::coming;
use crate::content::{Answer, Content, Flow};
use crate::documents::Document;
use crate::form::Wanted;
use crate::headers::{harmless, list, quoted, weighted, word};
use crate::heads::is_read;
use crate::pages::{self, NEXT};
use crate::problem::Problem;
use crate::requests::Requests;
use crate::served::{has_tag, tag_of_all};
use crate::several::{Asked, Part, Parts};
use crate::target::Target;

/// The policy with which a browser runs nothing of what a host sent, whatever its media type is.
const NO_PAGE: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

/// The headers about what stands beside a response, percent-encoded.
const SOURCE: HeaderName = HeaderName::from_static("x-source");
const NOTES: HeaderName = HeaderName::from_static("x-notes");

/// The header with the subjects that failed, each with its status.
const FAILURES: HeaderName = HeaderName::from_static("x-failures");

/// The length of a response for several subjects up to which it is sent as a whole.
const WHOLE: usize = 512 << 10;

/// The turns of charts, beside those to each host.
const CHARTS: &str = "charts";

/// The length of a piece of a file.
const PIECE: usize = 64 << 10;

/// Returns the answer to a request for an endpoint.
pub(crate) async fn answer(
    requests: &Arc<Requests>,
    target: Target,
    head: &http::request::Parts,
    caller: &Arc<Caller>,
) -> Result<Answer, Problem> {
    let Target { info, params, wanted, several: named, page } = target;
    match named {
        None if wanted.is_of_events(info) => {
            coming::answer(requests, (info, params, wanted), head, caller).await
        }
        None => single(requests, (info, params, wanted, page), head, caller).await,
        Some((name, subjects)) => {
            let asked = Asked { info, params, wanted, name };
            several(requests, asked, subjects, &head.headers, caller).await
        }
    }
}

async fn single(
    requests: &Requests,
    (info, params, wanted, page): (&'static EndpointInfo, ParamMap, Wanted, Option<String>),
    head: &http::request::Parts,
    caller: &Caller,
) -> Result<Answer, Problem> {
    let link = page.map(|page| {
        let detail = "the gateway does not know that page any more: begin again with the first one";
        requests.links.get(&page).ok_or_else(|| Problem::bad(detail))
    });
    let known = list(&head.headers, IF_NONE_MATCH);
    let is_drawn = wanted.rendering.format.is_drawn();
    // Until the response is written: so a caller has a few of them in memory. Drawing takes long, and the host's turn is
    // free meanwhile.
    let patience = &mut Patience(requests.max_wait);
    let _chart = if is_drawn { Some(caller.turn(CHARTS, patience).await?) } else { None };
    let turn = caller.turn(info.host.name, patience).await?;
    let one = requests.one(info, params, link.transpose()?, &wanted, known.as_deref()).await?;
    let _turn = (!is_drawn).then_some(turn);
    let mut headers = requests.headers(one.fresh, one.age);
    headers.extend(harmless(&one.source).map(|source| (SOURCE, source)));
    if !one.notes.is_empty() {
        headers.extend(harmless(&one.notes.join("; ")).map(|notes| (NOTES, notes)));
    }
    headers.extend(link_header(info, head, one.next.as_deref()).map(|link| (LINK, link)));
    let Some(response) = one.response else { return Ok(not_modified(headers, &one.tag, one.age)) };
    // The name that the gateway gave the address of a page may be forgotten before.
    let is_named = info.pages.is_some_and(|pages| pages.next.parameter().is_none());
    let holds = one.holds.filter(|_| !is_named);
    let (content_type, body) = match response.bytes().filter(|_| info.raw == RawKind::Bytes) {
        Some(bytes) => {
            headers.insert(CONTENT_SECURITY_POLICY, NO_PAGE);
            (typed(bytes.media_type.as_deref().unwrap_or("application/octet-stream")), bytes.content.clone())
        }
        None => {
            let outline = Outline::of(info).about(one.subject.as_deref());
            let bytes = if is_drawn { usize::MAX } else { one.bytes };
            let name = file_name(info, &wanted, one.subject.as_deref());
            headers.extend(name.map(|name| (CONTENT_DISPOSITION, name)));
            let body = apart(bytes, || wanted.render(&*response, &outline))?;
            (media_type(&wanted), body)
        }
    };
    headers.insert(CONTENT_TYPE, content_type);
    Ok(Answer { holds, ..whole(headers, Some(&one.tag), body, one.age) })
}

/// Returns the answer of a request for each of several subjects. Those that failed are told beside the others.
async fn several(
    requests: &Arc<Requests>,
    asked: Asked,
    subjects: Vec<String>,
    headers: &HeaderMap,
    caller: &Arc<Caller>,
) -> Result<Answer, Problem> {
    let Asked { wanted, name, .. } = &asked;
    let (content_type, file_name) = (media_type(wanted), file_name(asked.info, wanted, None));
    if wanted.is_of_one() {
        return Err(Problem::bad(format!("the format is for one '{name}': ask for each by itself")));
    }
    let is_object = wanted.rendering.format == Format::Json;
    let mut parts = Parts::begin(Arc::clone(requests), asked, subjects, Arc::clone(caller))?;
    let (mut first, mut length, mut file) = (Vec::new(), 0_usize, None);
    while length <= WHOLE {
        match parts.next().await? {
            Some(Part::Bytes(bytes)) => {
                length = length.saturating_add(bytes.len());
                first.push(bytes);
            }
            Some(Part::File(whole)) => file = Some(whole),
            None => {
                let answer = all(requests, &parts, content_type, (first, file), headers);
                return answer.map(|answer| answer.named(file_name));
            }
        }
    }
    let takes_trailers = weighted(headers, TE).any(|(coding, _)| coding.eq_ignore_ascii_case("trailers"));
    let body = flow(first, parts, is_object, takes_trailers);
    let headers = HeaderMap::from_iter([
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (CONTENT_TYPE, content_type),
        (TRAILER, HeaderValue::from_static("x-failures, x-notes")),
    ]);
    Ok(Answer::of(StatusCode::OK, headers, Content::Flow(body)).named(file_name))
}

/// Returns the answer whose parts are there, as a list or as a file.
fn all(
    requests: &Requests,
    parts: &Parts,
    content_type: HeaderValue,
    (first, file): (Vec<Bytes>, Option<File>),
    asked: &HeaderMap,
) -> Result<Answer, Problem> {
    let Parts { found, failures, .. } = parts;
    let age = found.iter().filter_map(|(_, one)| one.age).max();
    // What failed may be there the next time.
    let fresh = found.iter().map(|(_, one)| one.fresh).min().flatten().filter(|_| failures.is_empty());
    let holds = found.iter().map(|(_, one)| one.holds).reduce(|all, one| Some(all?.and(one?)));
    let holds = holds.flatten().filter(|_| failures.is_empty());
    let mut headers = requests.headers(fresh, age);
    headers.extend(beside(parts));
    let tag = tag_of_all(found.iter().map(|(_, one)| one.tag.as_str()));
    let tag = failures.is_empty().then_some(tag);
    let known = list(asked, IF_NONE_MATCH);
    if let Some((tag, _)) = tag.as_ref().zip(known.as_deref()).filter(|(tag, known)| has_tag(known, tag)) {
        return Ok(not_modified(headers, tag, age));
    }
    headers.insert(CONTENT_TYPE, content_type);
    let unread = |error: io::Error| {
        let detail = format!("the rows cannot be read again: {error}; ask for csv");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, detail)
    };
    let Some(mut file) = file else {
        return Ok(Answer { holds, ..whole(headers, tag.as_deref(), first.concat(), age) });
    };
    let length = file.stream_position().map_err(unread)?;
    file.rewind().map_err(unread)?;
    headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    let answer = whole(headers, tag.as_deref(), Bytes::new(), age);
    Ok(Answer { body: Content::Flow(pieces(file)), ..answer })
}

/// Returns the header that names what failed, each with its status; `None` if nothing did.
fn failures_header(failures: &[(String, Problem)]) -> Option<HeaderValue> {
    let words =
        failures.iter().map(|(subject, problem)| format!("{} {}", word(subject), problem.status.as_u16()));
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| HeaderValue::from_str(&words.join(", ")).ok())?
}

/// Returns the header about the pages around a response, if its items come in pages that have addresses.
fn link_header(
    info: &'static EndpointInfo,
    head: &http::request::Parts,
    next: Option<&str>,
) -> Option<HeaderValue> {
    let parameter = info.pages?.next.parameter().unwrap_or(NEXT);
    is_read(&head.method).then(|| pages::header(&head.uri, parameter, next))?
}

/// Returns the headers about the notes and failures of several subjects.
fn beside(parts: &Parts) -> HeaderMap {
    let notes: Vec<String> = parts
        .found
        .iter()
        .flat_map(|(subject, one)| one.notes.iter().map(move |note| format!("{subject}: {note}")))
        .collect();
    let notes = (!notes.is_empty()).then(|| harmless(&notes.join("; "))).flatten();
    let headers = notes.map(|notes| (NOTES, notes)).into_iter();
    headers.chain(failures_header(&parts.failures).map(|failed| (FAILURES, failed))).collect()
}

/// Returns the body with the parts that are there and the parts to come. What is known at its end are trailers. Where
/// nothing of the body tells what failed, and the caller takes no trailers, it is cut off, so that nobody takes it for
/// all.
fn flow(first: Vec<Bytes>, parts: Parts, is_object: bool, takes_trailers: bool) -> Flow {
    let rest = stream::unfold(Some(parts), move |parts| async move {
        let mut parts = parts?;
        let end = match parts.next().await {
            Ok(Some(Part::Bytes(bytes))) => return Some((Ok(Frame::data(bytes)), Some(parts))),
            Ok(_) if takes_trailers => {
                let trailers = beside(&parts);
                (!trailers.is_empty()).then_some(Ok(Frame::trailers(trailers)))
            }
            Ok(_) if is_object || parts.failures.is_empty() => None,
            Ok(_) => Some(Err(io::Error::other("a subject failed"))),
            Err(_) => Some(Err(io::Error::other("a response has not what is wanted"))),
        };
        end.map(|end| (end, None))
    });
    let first = stream::iter(first.into_iter().map(|bytes| Ok(Frame::data(bytes))));
    StreamBody::new(first.chain(rest)).boxed_unsync()
}

/// Returns the body with the content of a file.
fn pieces(file: File) -> Flow {
    let pieces = stream::unfold(file, |mut file| async move {
        let mut piece = vec![0; PIECE];
        match apart(usize::MAX, || file.read(&mut piece)) {
            Ok(0) => None,
            Ok(length) => {
                piece.truncate(length);
                Some((Ok(Frame::data(piece.into())), file))
            }
            Err(error) => Some((Err(error), file)),
        }
    });
    StreamBody::new(pieces).boxed_unsync()
}

fn media_type(wanted: &Wanted) -> HeaderValue {
    let media_type = wanted.media_type().unwrap_or("application/json");
    // Spreadsheets take it for that of their country otherwise.
    let charset = if wanted.rendering.format == Format::Csv { "; charset=utf-8" } else { "" };
    typed(&format!("{media_type}{charset}"))
}

/// Returns a media type as a header; a text that is none stands for bytes.
fn typed(media_type: &str) -> HeaderValue {
    HeaderValue::from_str(media_type).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

/// Returns the header with the name that a file of the response gets; none for JSON, which browsers show.
fn file_name(info: &EndpointInfo, wanted: &Wanted, subject: Option<&str>) -> Option<HeaderValue> {
    let is_plain = |character: &char| character.is_ascii_alphanumeric() || "-._^=".contains(*character);
    let subject: String = subject.into_iter().flat_map(str::chars).filter(is_plain).collect();
    let (dash, extension) = (if subject.is_empty() { "" } else { "-" }, wanted.rendering.format.as_str());
    let name = format!("inline; filename=\"{}{dash}{subject}.{extension}\"", info.command);
    HeaderValue::from_str(&name).ok().filter(|_| wanted.media_type() != Format::Json.media_type())
}

/// Returns the answer with a document of the gateway's own.
pub(crate) fn document(document: &Document, headers: &HeaderMap) -> Answer {
    let own = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
    match list(headers, IF_NONE_MATCH).filter(|known| has_tag(known, &document.tag)) {
        Some(_) => not_modified(HeaderMap::new(), &document.tag, None),
        None => whole(own, Some(&document.tag), document.content.clone(), None),
    }
}

/// Returns the answer to who has the response already.
fn not_modified(mut headers: HeaderMap, tag: &str, age: Option<u64>) -> Answer {
    headers.extend(quoted(tag).map(|tag| (ETAG, tag)));
    let body = Content::Whole(Bytes::new());
    Answer { is_cached: age.is_some(), ..Answer::of(StatusCode::NOT_MODIFIED, headers, body) }
}

/// Returns the answer with a body.
fn whole(mut headers: HeaderMap, tag: Option<&str>, body: impl Into<Bytes>, age: Option<u64>) -> Answer {
    headers.extend(tag.and_then(quoted).map(|tag| (ETAG, tag)));
    let body = Content::Whole(body.into());
    Answer { is_cached: age.is_some(), ..Answer::of(StatusCode::OK, headers, body) }
}
