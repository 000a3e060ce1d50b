//! Server-sent events, as browsers and `curl -N` read them.

use std::fmt::Display;
use std::time::Duration;

use tokio::time::timeout;

/// Their media type.
pub(crate) const MEDIA_TYPE: &str = "text/event-stream";

/// The time of silence after which a comment shows that a stream lives.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Returns an event of a name. JSON has no line break of its own.
pub(crate) fn named(name: &str, json: impl Display) -> String {
    format!("event: {name}\ndata: {json}\n\n")
}

/// Waits for the next text; in silence a comment is it.
pub(crate) async fn or_alive(next: impl Future<Output = Option<String>>) -> Option<String> {
    timeout(HEARTBEAT, next).await.unwrap_or_else(|_| Some(": alive\n\n".to_owned()))
}
