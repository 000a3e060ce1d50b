//! The same stream as a websocket: a message of text for each event.

use std::pin::pin;

use futures_util::future::{Either, select};
use futures_util::{SinkExt as _, StreamExt as _};
use http::header::{CONNECTION, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use http::{HeaderMap, HeaderValue};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use virtual_finance_core::http::accept_key;

use super::hub::{Listener, Message};
use crate::headers::weighted;

/// The maximum length of a message of a caller, who has nothing to say.
const MAX_MESSAGE: usize = 1 << 10;

/// Returns true if a request wants a websocket.
pub(crate) fn is_wanted(headers: &HeaderMap) -> bool {
    let has = |name, word: &str| weighted(headers, name).any(|(known, _)| known.eq_ignore_ascii_case(word));
    has(UPGRADE, "websocket") && has(CONNECTION, "upgrade")
}

/// Returns the header with which the gateway agrees; `None` if the request is no handshake of this version.
pub(crate) fn agreed(headers: &HeaderMap) -> Option<HeaderValue> {
    let version = headers.get(SEC_WEBSOCKET_VERSION)?;
    let key = headers.get(SEC_WEBSOCKET_KEY)?.to_str().ok().filter(|_| version == "13")?;
    HeaderValue::from_str(&accept_key(key)).ok()
}

/// Serves a websocket until either side ends it.
pub(crate) async fn serve(upgrade: OnUpgrade, mut listener: Listener) {
    let Ok(upgraded) = upgrade.await else { return };
    let config =
        WebSocketConfig::default().max_message_size(Some(MAX_MESSAGE)).max_frame_size(Some(MAX_MESSAGE));
    let mut socket =
        WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
    loop {
        let message = match select(pin!(listener.next()), socket.next()).await {
            Either::Left((Some(message), _)) => text(&message),
            Either::Left((None, _)) => break,
            // A ping has its pong by reading on.
            Either::Right((Some(Ok(frame)), _)) if !frame.is_close() => continue,
            Either::Right(_) => return,
        };
        let lost = listener.lost();
        let lost = (lost > 0).then(|| json!({ "type": "lost", "ticks": lost }).to_string());
        for text in std::iter::once(message).chain(lost) {
            if socket.send(Frame::text(text)).await.is_err() {
                return;
            }
        }
    }
    let _ = socket.close(None).await;
}

fn text(message: &Message) -> String {
    let value = match message {
        Message::Tick { id, json, .. } => {
            let data: Value = serde_json::from_str(json).unwrap_or_default();
            json!({ "type": "tick", "id": id, "data": data })
        }
        Message::Note(note) => json!({ "type": "note", "detail": note }),
        Message::End(reason) => json!({ "type": "end", "detail": reason }),
    };
    value.to_string()
}
