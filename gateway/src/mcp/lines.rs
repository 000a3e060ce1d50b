//! Messages on lines: the SDK reads and writes them, but it is silent about a line that is no message, and its caller would
//! wait for good.

use std::io;

use rmcp::RoleServer;
use rmcp::model::ErrorData;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, BufReader, Empty};

/// The maximum length of a line, in bytes.
const MAX_LINE: usize = 1 << 20;

/// Lines of one caller.
pub(super) struct Lines<R, W: AsyncWrite> {
    read: BufReader<R>,
    /// The part of a line that came.
    line: Vec<u8>,
    /// True if the beginning of the line was too long and is gone.
    is_long: bool,
    writer: AsyncRwTransport<RoleServer, Empty, W>,
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(super) fn new(read: R, write: W) -> Self {
        let writer = AsyncRwTransport::new_server(tokio::io::empty(), write);
        Self { read: BufReader::new(read), line: Vec::new(), is_long: false, writer }
    }

    /// Returns the next line; `None` at the end. A call that is dropped loses nothing.
    async fn next(&mut self) -> Option<Result<Vec<u8>, ErrorData>> {
        loop {
            let room = u64::try_from(MAX_LINE.saturating_sub(self.line.len())).unwrap_or_default();
            let read = (&mut self.read).take(room).read_until(b'\n', &mut self.line).await.ok()?;
            if self.line.last() == Some(&b'\n') {
                let line = std::mem::take(&mut self.line);
                let long =
                    || ErrorData::invalid_request(format!("the line has more than {MAX_LINE} bytes"), None);
                return Some(if std::mem::take(&mut self.is_long) { Err(long()) } else { Ok(line) });
            }
            if self.line.len() >= MAX_LINE {
                self.is_long = true;
                self.line.clear();
            } else if read == 0 {
                return None;
            }
        }
    }
}

/// Reads a message; `None` for a line without a message, which needs no answer.
fn message(line: &[u8]) -> Result<Option<RxJsonRpcMessage<RoleServer>>, ErrorData> {
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| ErrorData::parse_error(format!("the line is no JSON: {error}"), None))?;
    let is_notification = value.get("method").is_some() && value.get("id").is_none();
    match serde_json::from_value(value) {
        Ok(message) => Ok(Some(message)),
        // Nobody waits for the answer to a notification.
        Err(_) if is_notification => Ok(None),
        Err(_) => Err(ErrorData::invalid_request("the line is no message of JSON-RPC 2.0", None)),
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.writer.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            match self.next().await?.and_then(|line| message(&line)) {
                Ok(Some(message)) => return Some(message),
                Ok(None) => {}
                // By a task of its own: a call of this is dropped where another message is sent.
                Err(error) => {
                    drop(tokio::spawn(self.writer.send(TxJsonRpcMessage::<RoleServer>::error(error, None))));
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.writer.close().await
    }
}
