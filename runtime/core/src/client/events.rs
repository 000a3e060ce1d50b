//! Replies that are handed over item by item as they come, of endpoints that are `raw: sse` or `raw: ndjson`.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

use futures_util::stream::{self, BoxStream, Stream, StreamExt as _};
use serde_json::Value;

use super::body::{Begun, Body};
use super::handle::Client;
use crate::context::Context;
use crate::error::{BodyFault, Error, Fault, RequestName};
use crate::halves;
use crate::http::Deadline;
use crate::raw::{Conversion, RawReply, WholeReply};
use crate::read::lines::{self, DONE, Part};
use crate::read::parts::Parts;
use crate::record::{RecordMode, RecordedRequest};
use crate::request::{EndpointInfo, ErasedRequest, ErasedResponse, Evented, Request, request_name};
use crate::time::DateTime;

/// The items of a reply that is still coming, from [`Client::events`].
///
/// They are a stream; [`next`](Self::next) needs no other crate. Dropping them ends the request. An item that cannot be
/// read, and an event of the name `error`, is an error between the others; after an error of the connection, and after a
/// reply of another format, the items end.
///
/// ```no_run
/// # use virtual_finance_core::{Client, Error, Evented};
/// # async fn example(client: Client, alarms: impl Evented<Event = String>) -> Result<(), Error> {
/// let mut events = client.events(&alarms).await?;
/// while let Some(alarm) = events.next().await {
///     println!("{}", alarm?);
/// }
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is read before next() is awaited"]
pub struct Events<T> {
    request: RequestName,
    status: u16,
    items: BoxStream<'static, Result<T, Error>>,
}

/// Makes the items of the reply that a part is.
type Convert<T> = Box<dyn Fn(&Context<'_>, &[RawReply<'_>]) -> Conversion<Vec<T>> + Send>;

/// The items that are still to come.
struct Rest<T> {
    client: Client,
    info: &'static EndpointInfo,
    /// The time of the request.
    now: DateTime,
    convert: Convert<T>,
    /// The status and the head of the reply.
    reply: WholeReply,
    body: Body,
    is_whole: bool,
    parts: Parts,
    /// The item that the others end with.
    end: String,
    record: Option<Recording>,
    ready: VecDeque<T>,
    is_over: bool,
}

/// A reply that is recorded as it comes, and written when it ends or nobody waits for more of it.
struct Recording {
    client: Client,
    asked: RecordedRequest,
    reply: WholeReply,
    hidden: usize,
    is_over: bool,
}

impl Client {
    /// Sends a request of an endpoint that is `raw: sse` or `raw: ndjson`, and returns the items of its reply as they
    /// come.
    ///
    /// The deadline and the retries of the client are for the head of the reply; then the host has the
    /// [`idle_timeout`](crate::RequestParams::idle_timeout) between two pieces, of which a comment is one, and no minimum
    /// speed. An item may have [`max_body`](crate::ClientBuilder::max_body). The cache has no part in it. A client that
    /// records writes what has come when the items end or are dropped; a client that replays gives it from the record.
    ///
    /// # Errors
    /// As for `request`, up to the head of the reply.
    pub async fn events<E: Evented>(&self, request: &E) -> Result<Events<E::Event>, Error> {
        let own = request.clone();
        let convert =
            move |cx: &Context<'_>, replies: &[RawReply<'_>]| Ok(own.convert(cx, replies)?.map(E::events));
        self.begin_events(request, Box::new(convert)).await
    }

    /// Sends a request whose endpoint is known only at run time as `events` does. Each item is a response that
    /// has it alone.
    ///
    /// # Errors
    /// As for `events`, or the endpoint has no events ([`EndpointInfo::has_events`]).
    pub async fn events_erased(
        &self,
        request: Arc<dyn ErasedRequest>,
    ) -> Result<Events<Box<dyn ErasedResponse>>, Error> {
        if !request.info().has_events() {
            let reason = "its reply has no events; send it with `reply_erased`".to_owned();
            return Err(Error::Address { request: request_name(&*request), reason });
        }
        let own = Arc::clone(&request);
        let convert = move |cx: &Context<'_>, replies: &[RawReply<'_>]| {
            Ok(own.convert_erased(cx, replies)?.map(|response| vec![response]))
        };
        self.begin_events(&*request, Box::new(convert)).await
    }

    async fn begin_events<T: Send + 'static>(
        &self,
        request: &dyn Request,
        convert: Convert<T>,
    ) -> Result<Events<T>, Error> {
        let (begun, body) = self.start_body(request, false, Deadline::between_events).await?;
        let (Begun { status, head, asked, .. }, info) = (begun, request.info());
        let (name, now) = (body.request.clone(), asked.now);
        let reply = WholeReply { status, head, body: Vec::new(), rate: None };
        let record = matches!(self.inner.record, RecordMode::Record(_)).then(|| Recording {
            client: self.clone(),
            asked,
            reply: reply.clone(),
            hidden: 0,
            is_over: false,
        });
        let rest = Rest {
            client: self.clone(),
            info,
            now,
            convert,
            reply,
            body,
            is_whole: false,
            parts: Parts::new(info.raw),
            end: end_of(info),
            record,
            ready: VecDeque::new(),
            is_over: false,
        };
        let next = |mut rest: Rest<T>| async move { Some((rest.next().await?, rest)) };
        Ok(Events { request: name, status, items: stream::unfold(rest, next).fuse().boxed() })
    }
}

/// Returns the item that the others of an endpoint's reply end with.
fn end_of(info: &EndpointInfo) -> String {
    let keys: Option<Value> = info.declared.and_then(|keys| keys.parse().ok());
    let end = keys.as_ref().and_then(|keys| keys.get("end")?.as_str());
    end.unwrap_or(DONE).to_owned()
}

impl<T> Events<T> {
    /// Returns the name of the request.
    pub const fn request(&self) -> &RequestName {
        &self.request
    }

    /// Returns the HTTP status, below 400.
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Waits for the next item. Returns `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        self.items.next().await
    }
}

impl<T> Rest<T> {
    async fn next(&mut self) -> Option<Result<T, Error>> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(Ok(item));
            }
            if self.is_over {
                return None;
            }
            let read = match self.part().await {
                Ok(Some(part)) => self.read(part),
                Ok(None) => self.end(),
                Err(error) => Err(error),
            };
            match read {
                Ok(items) => self.ready.extend(items),
                Err(error) => {
                    if is_last(&error) {
                        self.is_over = true;
                        // What breaks off is no record.
                        self.record.iter_mut().for_each(|record| record.is_over = true);
                    }
                    return Some(Err(self.body.secrets.redact(error)));
                }
            }
        }
    }

    /// Waits for the next part of the body; `None` at its end.
    async fn part(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let limit = self.client.inner.max_body;
        loop {
            if let Some(part) = self.parts.next() {
                return Ok(Some(part));
            }
            if self.is_whole {
                return Ok(None);
            }
            if self.parts.waiting() > limit {
                return Err(Error::body(&self.body.request, BodyFault::TooLarge { limit }));
            }
            match self.body.chunk().await? {
                Some(chunk) => self.parts.push(&chunk),
                None => {
                    self.is_whole = true;
                    return Ok(self.parts.rest());
                }
            }
        }
    }

    /// Reads the items of a part as a whole reply is read.
    fn read(&mut self, mut part: Vec<u8>) -> Result<Vec<T>, Error> {
        let found = lines::part(RawReply::new(&part), self.info.raw, &self.end);
        if found == Part::Nothing {
            return Ok(Vec::new());
        }
        let hidden = self.body.secrets.redact_body(&mut part);
        if let Some(record) = &mut self.record {
            record.hidden = record.hidden.saturating_add(hidden);
            record.add(&part)?;
        }
        if found == Part::End {
            return self.end();
        }
        let WholeReply { status, head, .. } = &self.reply;
        let reply = RawReply::new(&part).with_status(*status).with_head(head);
        let addresses = self.client.inner.addresses(self.info);
        let converted = halves::converted(&Context::new(&addresses, self.now), &[reply], &self.convert);
        let converted = converted.map_err(|error| error.in_request(self.body.request.clone()))?;
        Ok(converted.response)
    }

    fn end(&mut self) -> Result<Vec<T>, Error> {
        self.is_over = true;
        self.record.as_mut().map_or(Ok(()), Recording::keep)?;
        Ok(Vec::new())
    }
}

/// Returns true for an error after which no item comes.
fn is_last(error: &Error) -> bool {
    match error {
        Error::Conversion(error) => matches!(error.fault(), Fault::WrongKind { .. }),
        _ => true,
    }
}

impl Recording {
    fn add(&mut self, part: &[u8]) -> Result<(), Error> {
        let limit = self.client.inner.max_body;
        if part.len() > limit.saturating_sub(self.reply.body.len()) {
            return Err(Error::body(&self.asked.name, BodyFault::TooLarge { limit }));
        }
        self.reply.body.extend_from_slice(part);
        Ok(())
    }

    fn keep(&mut self) -> Result<(), Error> {
        self.is_over = true;
        match &self.client.inner.record {
            RecordMode::Record(recorder) => recorder.keep(&self.asked, &self.reply, self.hidden),
            RecordMode::Off | RecordMode::Replay(_) => Ok(()),
        }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if !self.is_over
            && !self.reply.body.is_empty()
            && let Err(error) = self.keep()
        {
            tracing::warn!(%error, "the events were not recorded");
        }
    }
}

impl<T> Stream for Events<T> {
    type Item = Result<T, Error>;

    /// Returns the next item.
    fn poll_next(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Option<Self::Item>> {
        self.items.as_mut().poll_next(cx)
    }
}

impl<T> fmt::Debug for Events<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").field("request", &self.request).finish_non_exhaustive()
    }
}
