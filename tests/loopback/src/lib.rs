//! A host on loopback that sends exactly the bytes it is told to, for tests of what the sample host does not
//! invent, and programs that serve there. Everything here panics where it fails, as tests do.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(feature = "tls")]
mod encryption;
mod served;
#[cfg(feature = "socket")]
mod socket;

use std::fmt;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

#[cfg(feature = "tls")]
pub use encryption::{AUTHORITY, CERTIFICATE, KEY, acceptor};
pub use served::Served;
#[cfg(feature = "socket")]
pub use socket::{HostSocket, SocketHost};

/// A running host. Its thread ends with the test program.
///
/// It answers every request with the bytes that its handler returns for the request, closes the connection,
/// and keeps the requests.
pub struct LoopbackHost {
    url: String,
    requests: Arc<Mutex<Vec<String>>>,
    closed: Mutex<mpsc::Receiver<()>>,
}

impl LoopbackHost {
    /// Starts a host on a port of the system's choice. The handler is called with the head of each request
    /// and, after the empty line, its body.
    #[must_use]
    pub fn start(handler: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self::writing(move |request, stream| {
            // A client may give up early and close the connection.
            let _ = stream.write_all(&handler(request));
        })
    }

    /// Starts a host whose handler writes each reply itself, in pieces and when it likes.
    #[must_use]
    pub fn writing(handler: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        let handler = Arc::new(handler);
        let (closing, closed) = mpsc::channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (seen, handler, closing) = (Arc::clone(&seen), Arc::clone(&handler), closing.clone());
                thread::spawn(move || {
                    serve(stream.unwrap(), &seen, &*handler);
                    // The test may have ended without waiting.
                    let _ = closing.send(());
                });
            }
        });
        Self { url, requests, closed: Mutex::new(closed) }
    }

    /// Starts a host that sends the same bytes to every request; [`reply`] makes them.
    #[must_use]
    pub fn saying(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self::start(move |_| bytes.clone())
    }

    /// Returns the address, for example `http://127.0.0.1:40123`.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the requests so far: the head of each with its body.
    #[must_use]
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// Returns the target of every request so far: its path and query.
    #[must_use]
    pub fn targets(&self) -> Vec<String> {
        self.requests().iter().map(|request| target(request).to_owned()).collect()
    }

    /// Waits until the host has closed one more connection.
    pub fn wait_closed(&self) {
        self.closed.lock().unwrap().recv().unwrap();
    }
}

impl fmt::Debug for LoopbackHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LoopbackHost").field(&self.url).finish()
    }
}

/// Returns a reply with its length, after which the connection closes.
#[must_use]
pub fn reply(status: u16, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Vec<u8> {
    let mut out = format!("HTTP/1.1 {status} Said\r\nconnection: close\r\n");
    for (name, value) in headers {
        out.push_str(&format!("{name}: {value}\r\n"));
    }
    out.push_str(&format!("content-length: {}\r\n\r\n", body.as_ref().len()));
    [out.as_bytes(), body.as_ref()].concat()
}

/// Returns the value of a header of a request; several values are joined.
#[must_use]
pub fn header(request: &str, name: &str) -> Option<String> {
    let values: Vec<_> = request
        .lines()
        .filter_map(|line| line.split_once(": "))
        .filter(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.to_owned())
        .collect();
    (!values.is_empty()).then(|| values.join(" + "))
}

/// Returns the target in a request's first line: the path and the query.
#[must_use]
pub fn target(request: &str) -> &str {
    request.split(' ').nth(1).unwrap()
}

fn serve(
    mut stream: TcpStream,
    seen: &Mutex<Vec<String>>,
    handler: &(dyn Fn(&str, &mut TcpStream) + Send + Sync),
) {
    let mut reader = BufReader::new(&stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return;
        }
    }
    // With a body unread the connection would break off; a form's body is part of the request.
    let length = header(&head, "Content-Length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    head.push_str(&String::from_utf8_lossy(&body));
    seen.lock().unwrap().push(head.clone());
    handler(&head, &mut stream);
}
