//! A stream as server-sent events.

use futures_util::stream::{Stream, unfold};
use hyper::body::Bytes;
use serde_json::json;

use super::hub::{Listener, Message};
use crate::sse::{named, or_alive};

/// The time after which a browser comes back, in milliseconds.
const RETRY: u64 = 2_000;

/// Returns the stream of a listener as text.
pub(crate) fn events(listener: Listener) -> impl Stream<Item = Bytes> + Send {
    let begin = Some(format!("retry: {RETRY}\n\n"));
    unfold((listener, begin), async |(mut listener, begin)| {
        if let Some(begin) = begin {
            return Some((begin.into(), (listener, None)));
        }
        let text = or_alive(async { Some(event(&*listener.next().await?)) }).await?;
        let lost = listener.lost();
        let lost = if lost > 0 { named("lost", json!({ "ticks": lost })) } else { String::new() };
        Some((format!("{text}{lost}").into(), (listener, None)))
    })
}

/// Returns a message as an event.
fn event(message: &Message) -> String {
    match message {
        Message::Tick { id, json, .. } => format!("id: {id}\ndata: {json}\n\n"),
        Message::Note(note) => named("note", json!({ "detail": note })),
        Message::End(reason) => named("end", json!({ "detail": reason })),
    }
}
