//! The events of a reply, handed on to their caller as they come.

use std::pin::pin;
use std::sync::Arc;

use futures_util::future::{Either, select};
use futures_util::stream::{Stream, unfold};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, StatusCode};
use hyper::body::Bytes;
use serde_json::{Value, json};
use tokio::sync::watch;
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::request::{EndpointInfo, ErasedResponse};
use virtual_finance_core::{Error, Events};
use virtual_finance_tables::rendering::{part, value};
use virtual_finance_tables::tabular::{Outline, ROOT};
use virtual_finance_tables::text::Failure;

use crate::callers::{Caller, Patience, Seats, held};
use crate::connections::Busy;
use crate::content::{Answer, Content};
use crate::form::Wanted;
use crate::problem::Problem;
use crate::requests::Requests;
use crate::sse;

/// The events that are still to come. Dropping them ends the request to the host.
struct Coming {
    events: Events<Box<dyn ErasedResponse>>,
    wanted: Wanted,
    outline: Outline,
    /// The path that was asked.
    path: String,
    /// The number of records that may come yet.
    left: usize,
    is_over: bool,
    /// True once the gateway ends.
    ending: watch::Receiver<bool>,
    caller: Arc<Caller>,
    _seats: Seats,
}

/// Begins to hand on the events of a reply. Its turn ends with the head of the reply; then it has the place of a stream.
pub(crate) async fn answer(
    requests: &Requests,
    (info, params, mut wanted): (&'static EndpointInfo, ParamMap, Wanted),
    head: &http::request::Parts,
    caller: &Arc<Caller>,
) -> Result<Answer, Problem> {
    let seats = caller.stream()?;
    let turn = caller.turn(info.host.name, &mut Patience(requests.max_wait)).await?;
    let (events, subject) = requests.events(info, &params).await?;
    drop(turn);
    let content_type = HeaderValue::from_static(wanted.media_type().unwrap_or_default());
    let headers = HeaderMap::from_iter([
        (CONTENT_TYPE, content_type),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ]);
    let left = wanted.rendering.limit.take().unwrap_or(usize::MAX);
    let coming = Coming {
        events,
        wanted,
        outline: Outline::of(info).about(subject.as_deref()),
        path: head.uri.path().to_owned(),
        left,
        is_over: false,
        ending: requests.ending.subscribe(),
        caller: Arc::clone(caller),
        _seats: seats,
    };
    let busy = head.extensions.get::<Arc<Busy>>().cloned();
    Ok(Answer::of(StatusCode::OK, headers, Content::events(coming.texts(), busy)))
}

impl Coming {
    fn texts(self) -> impl Stream<Item = Bytes> + Send {
        unfold(self, async |mut coming| {
            let text = if coming.wanted.is_sse {
                sse::or_alive(coming.next()).await?
            } else {
                coming.next().await?
            };
            let unread = coming.caller.unread(text.len());
            Some((held(text.into(), unread), coming))
        })
    }

    /// Returns the text of the next event; `None` behind the last one.
    async fn next(&mut self) -> Option<String> {
        if self.is_over {
            return None;
        }
        if self.left == 0 {
            return self.end("there are as many as 'limit' says");
        }
        match self.waited().await {
            Ok(Ok(response)) => match self.records(&*response) {
                Ok(text) => Some(text),
                // What is wanted is in no other event, either.
                Err(failure) => {
                    self.is_over = true;
                    Some(self.failed(&failure.into()))
                }
            },
            Ok(Err(error)) => Some(self.failed(&error.into())),
            Err(reason) => self.end(reason),
        }
    }

    /// Waits for the next event, or returns the reason why there is none.
    async fn waited(&mut self) -> Result<Result<Box<dyn ErasedResponse>, Error>, &'static str> {
        let ended = pin!(self.ending.wait_for(|ending| *ending));
        match select(ended, pin!(self.events.next())).await {
            Either::Left(_) => Err("the gateway ends"),
            Either::Right((next, _)) => next.ok_or("the host ended the events"),
        }
    }

    fn records(&mut self, response: &dyn ErasedResponse) -> Result<String, Failure> {
        let Self { wanted: Wanted { rendering, is_sse, .. }, outline, .. } = &*self;
        let records = if *is_sse {
            match part(value(response)?, rendering.table.as_deref().unwrap_or(ROOT), outline)? {
                Value::Array(items) => items,
                one => vec![one],
            }
        } else {
            rendering.event(response, outline)?.into_iter().map(Value::Object).collect()
        };
        let (begin, end) = if *is_sse { ("data: ", "\n\n") } else { ("", "\n") };
        let texts = records.iter().take(self.left).map(|record| format!("{begin}{record}{end}"));
        let text = texts.collect();
        self.left = self.left.saturating_sub(records.len());
        Ok(text)
    }

    fn failed(&self, problem: &Problem) -> String {
        let problem = problem.value(&self.path);
        if self.wanted.is_sse {
            sse::named("error", problem)
        } else {
            format!("{}\n", json!({ "error": problem }))
        }
    }

    fn end(&mut self, reason: &str) -> Option<String> {
        self.is_over = true;
        self.wanted.is_sse.then(|| sse::named("end", json!({ "detail": reason })))
    }
}
