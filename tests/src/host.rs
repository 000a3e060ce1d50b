//! A loopback host that gives one answer to every request, for replies that the sample host does not invent.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A host that answers everything alike until the test ends.
#[derive(Debug, Clone)]
pub struct FixedHost {
    addr: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl FixedHost {
    /// Starts a host on a port of the system's choice.
    ///
    /// # Errors
    /// No port is free.
    pub fn start(status: u16, content_type: &'static str, body: impl Into<Vec<u8>>) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let addr = listener.local_addr()?;
        let body = body.into();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let host = Self { addr, asked: Arc::clone(&asked) };
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // A client that goes away in the middle is the client's own matter.
                let _ = answer(&stream, &asked, status, content_type, &body);
            }
        });
        Ok(host)
    }

    /// The address of the host.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// What was asked for so far: the path and the query of every request.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn answer(
    mut stream: &TcpStream,
    asked: &Mutex<Vec<String>>,
    status: u16,
    content_type: &str,
    body: &[u8],
) -> io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    // A request begins with its method, its target and the version.
    let first = lines.next().transpose()?.unwrap_or_default();
    let target = first.split(' ').nth(1).unwrap_or_default();
    asked.lock().unwrap_or_else(PoisonError::into_inner).push(target.to_owned());
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    write!(
        stream,
        "HTTP/1.1 {status} Status\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(body)
}
