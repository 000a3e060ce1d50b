//! Connections that change to another protocol: a service of its own, and the end of the host while one is open.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use virtual_finance::Host;
use virtual_finance_sample_host::{Reply, SampleHost, SampleRequest, Service, TEXT_TYPE, Upgrade};

/// The time after which a host that has not stopped hangs; it stops within a second.
const HANGS: Duration = Duration::from_secs(20);

/// A service with a protocol of its own at `/echo`, which says each four bytes again.
struct Echo;

impl Service for Echo {
    fn reply(&self, _: &SampleRequest<'_>) -> Reply {
        Reply::new(200, TEXT_TYPE, "no echo")
    }

    fn serves(&self, _: &Host) -> bool {
        true
    }

    fn upgrade(&self, request: &SampleRequest<'_>) -> Option<Upgrade> {
        let upgrade = Upgrade::new("echo/1", |mut connection| async move {
            let mut word = [0; 4];
            while connection.read_exact(&mut word).await.is_ok() {
                connection.write_all(&word).await.unwrap();
            }
        });
        (request.path == "/echo").then(|| upgrade.with_header("x-unit", "four bytes"))
    }
}

fn ask(host: &SampleHost, path: &str, headers: &str) -> (BufReader<TcpStream>, String) {
    let mut stream = TcpStream::connect(host.addr()).unwrap();
    stream.set_read_timeout(Some(HANGS)).unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\n{headers}\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert_ne!(reader.read_line(&mut head).unwrap(), 0, "{head}");
    }
    (reader, head.to_lowercase())
}

/// Stops a host by dropping it, and fails if that takes too long.
fn stop(host: SampleHost) {
    let (stopping, stopped) = mpsc::channel();
    thread::spawn(move || {
        drop(host);
        stopping.send(()).unwrap();
    });
    stopped.recv_timeout(HANGS).unwrap();
}

#[test]
fn a_service_goes_on_in_a_protocol_of_its_own() {
    let host = SampleHost::with(Echo).start().unwrap();
    let (mut connection, head) = ask(&host, "/echo", "upgrade: echo/1\r\n");
    assert!(head.starts_with("http/1.1 101 switching protocols\r\n"), "{head}");
    for line in ["connection: upgrade\r\n", "upgrade: echo/1\r\n", "x-unit: four bytes\r\n"] {
        assert!(head.contains(line), "{head}");
    }
    for word in [b"tick", b"\r\n\r\n", b"\0\xff\0\xff"] {
        connection.get_mut().write_all(word).unwrap();
        let mut said = [0; 4];
        connection.read_exact(&mut said).unwrap();
        assert_eq!(&said, word);
    }
    // Another path has a reply, and the host goes on while a connection has another protocol.
    let (_, head) = ask(&host, "/", "upgrade: echo/1\r\n");
    assert!(head.starts_with("http/1.1 200 "), "{head}");
    stop(host);
    assert_eq!(connection.read(&mut [0; 4]).unwrap_or(0), 0);
}

#[cfg(feature = "stream")]
#[test]
fn a_host_that_is_stopped_ends_its_open_websockets() {
    let host = virtual_finance_sample::SampleHost::start().unwrap();
    let address = host.addr();
    let mut open: Vec<BufReader<TcpStream>> = Vec::new();
    for symbol in ["IBM", "MSFT"] {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(HANGS)).unwrap();
        let mut reader = BufReader::new(stream);
        let head = "GET /?version=2 HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
                    sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        reader.get_mut().write_all(head.as_bytes()).unwrap();
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        assert!(line.starts_with("HTTP/1.1 101 "), "{line}");
        while line != "\r\n" {
            line.clear();
            assert_ne!(reader.read_line(&mut line).unwrap(), 0);
        }
        reader.get_mut().write_all(&masked(&format!(r#"{{"subscribe":["{symbol}"]}}"#))).unwrap();
        // The first tick has come: the websocket is in the middle of its work.
        assert_ne!(reader.read(&mut [0; 1]).unwrap(), 0);
        open.push(reader);
    }
    let (stopping, stopped) = mpsc::channel();
    thread::spawn(move || {
        drop(host);
        stopping.send(()).unwrap();
    });
    stopped.recv_timeout(HANGS).unwrap();
    for mut reader in open {
        // What was sent comes, and then the end.
        let mut rest = Vec::new();
        drop(reader.read_to_end(&mut rest));
    }
    assert!(TcpStream::connect(address).is_err());
}

/// Returns a frame of text as a client sends it, with a mask of zeros.
#[cfg(feature = "stream")]
fn masked(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).unwrap() | 0x80;
    [&[0x81, length, 0, 0, 0, 0], text.as_bytes()].concat()
}
