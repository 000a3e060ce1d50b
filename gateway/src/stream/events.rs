//! Server-sent events, as browsers and `curl -N` read them.

use std::time::Duration;

use futures_util::stream::{Stream, unfold};
use hyper::body::Bytes;
use serde_json::json;

use super::hub::{Listener, Message};

/// The time of silence after which a comment shows that the stream lives.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The time after which a browser comes back, in milliseconds.
const RETRY: u64 = 2_000;

/// Returns the stream of a listener as text.
pub(crate) fn events(listener: Listener) -> impl Stream<Item = Bytes> + Send {
    let begin = Some(format!("retry: {RETRY}\n\n"));
    unfold((listener, begin), async |(mut listener, begin)| {
        if let Some(begin) = begin {
            return Some((begin.into(), (listener, None)));
        }
        let text = match tokio::time::timeout(HEARTBEAT, listener.next()).await {
            Ok(message) => event(&*message?),
            Err(_) => ": alive\n\n".to_owned(),
        };
        let lost = listener.lost();
        let lost =
            if lost > 0 { format!("event: lost\ndata: {{\"ticks\":{lost}}}\n\n") } else { String::new() };
        Some((format!("{text}{lost}").into(), (listener, None)))
    })
}

/// Returns a message as an event. JSON has no line break of its own.
fn event(message: &Message) -> String {
    match message {
        Message::Tick { id, json, .. } => format!("id: {id}\ndata: {json}\n\n"),
        Message::Note(note) => format!("event: note\ndata: {}\n\n", json!({ "detail": note })),
        Message::End(reason) => format!("event: end\ndata: {}\n\n", json!({ "detail": reason })),
    }
}
