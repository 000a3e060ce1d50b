//! A host of websockets that follows a script.

use std::fmt;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::digest;
use tungstenite::protocol::{CloseFrame, Role, WebSocket};
use tungstenite::{Message, Utf8Bytes};

use crate::{header, reply};

/// A running host of websockets. Its threads end with the test program.
///
/// Each connection is opened as RFC 6455 says and then handed to the script, on a thread of its own.
pub struct SocketHost {
    url: String,
    heads: Arc<Mutex<Vec<String>>>,
    ended: Mutex<mpsc::Receiver<usize>>,
}

/// The host's side of an open websocket.
pub struct HostSocket {
    /// The number of connections that were opened before it.
    pub number: usize,
    messages: WebSocket<TcpStream>,
}

impl SocketHost {
    /// Starts a host on a port of the system's choice. The connection closes when the script returns.
    #[must_use]
    pub fn start(script: impl Fn(&mut HostSocket) + Send + Sync + 'static) -> Self {
        Self::admitting(|_| true, script)
    }

    /// Starts a host that opens only those connections that it admits by their number, and answers the others with
    /// status 503.
    #[must_use]
    pub fn admitting(
        admits: impl Fn(usize) -> bool + Send + Sync + 'static,
        script: impl Fn(&mut HostSocket) + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let heads = Arc::new(Mutex::new(Vec::new()));
        let (seen, count) = (Arc::clone(&heads), Arc::new(AtomicUsize::new(0)));
        let (admits, script) = (Arc::new(admits), Arc::new(script));
        let (ending, ended) = mpsc::channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (seen, admits, script) = (Arc::clone(&seen), Arc::clone(&admits), Arc::clone(&script));
                let (count, ending) = (Arc::clone(&count), ending.clone());
                thread::spawn(move || {
                    let mut stream = stream.unwrap();
                    let Some(head) = head(&stream) else { return };
                    let attempt = {
                        let mut seen = seen.lock().unwrap();
                        let before = seen.len();
                        seen.push(head.clone());
                        before
                    };
                    let answer = if admits(attempt) { opening(&head) } else { reply(503, &[], "") };
                    let is_open = stream.write_all(&answer).is_ok() && answer.starts_with(b"HTTP/1.1 101");
                    if !is_open {
                        return;
                    }
                    let number = count.fetch_add(1, Ordering::SeqCst);
                    let messages = WebSocket::from_raw_socket(stream, Role::Server, None);
                    script(&mut HostSocket { number, messages });
                    // The test may have ended without waiting.
                    let _ = ending.send(number);
                });
            }
        });
        Self { url, heads, ended: Mutex::new(ended) }
    }

    /// Returns the address, for example `http://127.0.0.1:40123`.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the heads of the opening requests so far.
    #[must_use]
    pub fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }

    /// Waits until the script of one more connection has returned, and gives the number of the connection.
    pub fn wait_ended(&self) -> usize {
        self.ended.lock().unwrap().recv().unwrap()
    }
}

impl HostSocket {
    /// Waits for the next message of text; `None` if the client has gone. Pings are answered meanwhile.
    pub fn hear(&mut self) -> Option<String> {
        loop {
            match self.messages.read() {
                Ok(Message::Text(text)) => return Some(text.to_string()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Waits for the next ping and answers it; false if the client has gone.
    pub fn hear_ping(&mut self) -> bool {
        loop {
            match self.messages.read() {
                Ok(Message::Ping(_)) => return self.messages.flush().is_ok(),
                Ok(Message::Close(_)) | Err(_) => return false,
                Ok(_) => {}
            }
        }
    }

    /// Sends a message of text.
    pub fn say(&mut self, text: &str) {
        // The client may have gone.
        let _ = self.messages.send(Message::text(text));
    }

    /// Sends bytes that need not be a message.
    pub fn say_raw(&mut self, bytes: &[u8]) {
        let _ = self.messages.get_mut().write_all(bytes);
    }

    /// Sends bytes again and again for that long, and reads nothing, unless the client goes before.
    pub fn say_for(&mut self, time: Duration, bytes: &[u8]) {
        let began = Instant::now();
        while began.elapsed() < time && self.messages.get_mut().write_all(bytes).is_ok() {}
    }

    /// Closes the websocket with a code and a reason, or without (1005).
    pub fn close(&mut self, said: Option<(u16, &str)>) {
        let frame = said.map(|(code, reason)| CloseFrame {
            code: code.into(),
            reason: Utf8Bytes::from(reason.to_owned()),
        });
        let _ = self.messages.close(frame);
        let _ = self.messages.flush();
    }

    /// Reads whatever the client sends, and answers nothing, until it has gone.
    pub fn play_dead(&mut self) {
        let mut bytes = [0; 1024];
        while self.messages.get_mut().read(&mut bytes).is_ok_and(|read| read > 0) {}
    }
}

impl fmt::Debug for SocketHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SocketHost").field(&self.url).finish()
    }
}

impl fmt::Debug for HostSocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HostSocket").field(&self.number).finish()
    }
}

/// Reads the head of a request; `None` if the client has gone.
fn head(stream: &TcpStream) -> Option<String> {
    let mut head = String::new();
    // Byte by byte: what follows the head is not to be read.
    let mut reader = BufReader::with_capacity(1, stream);
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return None;
        }
    }
    Some(head)
}

/// Returns the answer that opens a websocket.
fn opening(head: &str) -> Vec<u8> {
    let key = header(head, "Sec-WebSocket-Key").unwrap();
    let hash = digest::digest(
        &digest::SHA1_FOR_LEGACY_USE_ONLY,
        format!("{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11").as_bytes(),
    );
    format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {}\r\n\r\n",
        STANDARD.encode(hash)
    )
    .into_bytes()
}
