//! A program that serves at an address on loopback, as its users start and ask it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};

/// A program that serves, until it is dropped.
pub struct Served {
    process: Child,
    address: String,
    log: BufReader<ChildStderr>,
}

impl Served {
    /// Starts a program of a name, whose first line on stderr but notes says where it serves.
    pub fn start(name: &str, command: &mut Command) -> Self {
        let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(process.stderr.take().unwrap());
        let mut line = String::new();
        while line.is_empty() || line.starts_with("note: ") {
            line.clear();
            assert!(log.read_line(&mut line).unwrap() > 0, "{name} ended");
        }
        assert!(line.starts_with(&format!("{name} serves at http://127.0.0.1:")), "{line}");
        let address = line.split_once("http://").unwrap().1.split_once(',').unwrap().0.to_owned();
        Self { process, address, log }
    }

    /// Returns the status, the head and the body of the reply to a request.
    #[must_use]
    pub fn ask(&self, method: &str, target: &str, accept: &str, body: &str) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {target} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        let end = reply.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(reply.get(..end).unwrap().to_vec()).unwrap();
        let body = reply.split_off(end.saturating_add(4));
        (head.split(' ').nth(1).unwrap().parse().unwrap(), head, body)
    }

    /// Sends the program a signal, such as `-HUP`.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.process.id().to_string()]).status();
        assert!(status.unwrap().success());
    }

    /// Waits for the next line on stderr.
    #[must_use]
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.log.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Ends the program as its users do, and returns what else it said on stderr: its last lines are written before.
    #[must_use]
    pub fn end(mut self) -> String {
        self.signal("-TERM");
        let mut said = String::new();
        self.log.read_to_string(&mut said).unwrap();
        said
    }

    fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop();
    }
}
