//! Responses that are waited for: the same request again and again, until its reply has a value that the table names.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, sleep};

use super::answer;
use super::handle::Client;
use crate::cache::CacheUse;
use crate::context::Context;
use crate::error::Error;
use crate::raw::{RawReply, exactly_one};
use crate::read::value_at;
use crate::record::RecordMode;
use crate::reply::Reply;
use crate::request::{Endpoint, request_name};

impl Client {
    /// Asks until the thing that a request is about is ready: until the reply has one of the values that the table names
    /// (`until`), with its pauses in between, or longer ones where the host wants them (`Retry-After`). Of an endpoint without
    /// `until` the first reply is returned. Each request has the retries and limits of any other; none is taken from the
    /// cache. In a replay the recorded replies follow each other without a pause.
    ///
    /// # Errors
    /// As for `request`. [`Error::NotReady`] with the last value after the time that the table allows.
    pub async fn ready<E: Endpoint>(&self, request: &E) -> Result<Reply<E::Response>, Error> {
        let Some(until) = request.info().until else { return self.reply(request).await };
        let mut params = Arc::clone(&self.params);
        Arc::make_mut(&mut params).cache_use = CacheUse::Refresh;
        let (began, mut waited) = (Instant::now(), Duration::ZERO);
        loop {
            let convert = |cx: &Context<'_>, replies: &[RawReply<'_>]| {
                let reply = exactly_one(replies)?;
                let value = value_at::<Value>(reply, until.field)?.map(|value| match value {
                    Value::String(text) => text,
                    other => other.to_string(),
                });
                Ok(request.convert(cx, replies)?.map(|response| (response, (value, reply.wait()))))
            };
            let reply = answer::ask(&self.inner, &params, request, convert).await?;
            let (reply, (value, wait)) = reply.parted(|parts| parts);
            if value.as_deref().is_some_and(|value| until.is.contains(&value)) {
                return Ok(reply);
            }
            let pause = until.every.max(wait.unwrap_or_default());
            waited = waited.max(began.elapsed()).saturating_add(pause);
            if waited > until.at_most {
                let (request, field, limit) = (request_name(request), until.field, until.at_most);
                return Err(self.redacted(Error::NotReady { request, field, value, limit }));
            }
            if !matches!(self.inner.record, RecordMode::Replay(_)) {
                sleep(pause).await;
            }
        }
    }
}
