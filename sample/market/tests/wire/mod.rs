//! Requests over a plain connection, and their answers.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

use virtual_finance_sample::SampleHost;

pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(candidate, _)| candidate.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }
}

pub(crate) fn send(addr: SocketAddr, method: &str, target: &str, headers: &str) -> Answer {
    let mut stream = TcpStream::connect(addr).unwrap();
    write!(stream, "{method} {target} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n{headers}\r\n")
        .unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
    let body = bytes.split_off(end.saturating_add(4));
    let head = String::from_utf8(bytes).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head, body }
}

pub(crate) fn get(host: &SampleHost, target: &str) -> Answer {
    send(host.addr(), "GET", target, "")
}
