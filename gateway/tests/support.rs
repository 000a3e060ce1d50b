//! A gateway in front of a scripted host, and a caller of it.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use virtual_finance_command::{PageKind, Program, Section, Shown};
use virtual_finance_core::settings::{Cache, Retries};
use virtual_finance_core::{Client, ClientBuilder, RequestParams};
use virtual_finance_gateway::{Gateway, Log, Settings};
use virtual_finance_loopback::{LoopbackHost, reply};

pub(crate) static PROGRAM: Program = Program {
    version: "1.0.0",
    about: "The weather of invented towns",
    sections: &[
        Section {
            title: "Readings </script>",
            endpoint: "observations",
            page: PageKind::Subject("station"),
            params: &[],
            choice: None,
            tables: &[],
            shown: Shown::Rows(&["time", "tempC"]),
        },
        Section {
            title: "Wind",
            endpoint: "observations",
            page: PageKind::Endpoint,
            params: &[],
            choice: None,
            tables: &[],
            shown: Shown::Shares(["time", "wind"]),
        },
    ],
    ..Program::new("weatherapi", weather::ENDPOINTS)
};

/// The readings of every station.
pub(crate) const READINGS: &str = r#"{ "readings": [ { "time": "2024-06-28T06:00:00Z", "tempC": 14.5, "wind": 3.2 },
    { "time": "2024-06-28T07:00:00Z", "tempC": 15, "wind": null } ] }"#;

/// A gateway that serves until it is dropped or stopped.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
}

/// A response of a gateway.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Served {
    pub(crate) async fn start(host: &LoopbackHost, settings: Settings) -> Self {
        Self::serve(Gateway::new(&PROGRAM, client(host), Settings { log: Log::Off, ..settings })).await
    }

    pub(crate) async fn serve(gateway: Gateway) -> Self {
        Self::serve_at("127.0.0.1", gateway).await
    }

    pub(crate) async fn serve_at(address: &str, gateway: Gateway) -> Self {
        let listener = TcpListener::bind((address, 0)).await.unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], listener.local_addr().unwrap().port()));
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(gateway.serve(listener, async {
            let _ = stopped.await;
        }));
        Self { address, stop: Some(stop), task }
    }

    pub(crate) async fn send(&self, method: &str, target: &str, headers: &[&str], body: &str) -> Response {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let host =
            if headers.iter().any(|line| line.starts_with("Host:")) { "" } else { "Host: localhost\r\n" };
        let lines: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
        let length =
            if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let request =
            format!("{method} {target} HTTP/1.1\r\n{host}{lines}{length}Connection: close\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.unwrap();
        Response::read(&bytes)
    }

    /// Sends a GET whose response goes on.
    pub(crate) async fn listen(&self, target: &str, headers: &str) -> Listener {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let head = format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        Listener { stream, text: String::new() }
    }

    pub(crate) async fn get(&self, target: &str) -> Response {
        self.send("GET", target, &[], "").await
    }

    /// Tells the gateway to stop, and waits until it has.
    pub(crate) async fn stop(mut self) {
        let _ = self.stop.take().unwrap().send(());
        self.task.await.unwrap().unwrap();
    }
}

/// A caller that reads a response as it comes.
pub(crate) struct Listener {
    pub(crate) stream: TcpStream,
    /// The text that came and was not read yet.
    pub(crate) text: String,
}

impl Listener {
    /// Reads until some text came, and returns what came up to its end.
    pub(crate) async fn until(&mut self, end: &str) -> String {
        let mut bytes = vec![0; 64 << 10];
        loop {
            if let Some(index) = self.text.find(end) {
                let rest = self.text.split_off(index + end.len());
                return std::mem::replace(&mut self.text, rest);
            }
            let read = self.stream.read(&mut bytes).await.unwrap();
            assert!(read > 0, "{end} did not come: {}", self.text);
            self.text.push_str(std::str::from_utf8(&bytes[..read]).unwrap());
        }
    }
}

impl Response {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
        let head = std::str::from_utf8(bytes.get(..end).unwrap()).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.map(|line| {
            let (name, value) = line.split_once(": ").unwrap();
            (name.to_ascii_lowercase(), value.to_owned())
        });
        Self { status, headers: headers.collect(), body: bytes.get(end + 4..).unwrap().to_vec() }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        match self.header("content-encoding") {
            "gzip" => {
                flate2::read::GzDecoder::new(&self.body[..]).read_to_string(&mut text).unwrap();
            }
            #[cfg(feature = "zstd")]
            "zstd" => text = String::from_utf8(zstd::decode_all(&self.body[..]).unwrap()).unwrap(),
            _ => text = String::from_utf8(self.body.clone()).unwrap(),
        }
        text
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.text()).unwrap()
    }
}

pub(crate) fn client(host: &LoopbackHost) -> Client {
    client_builder(host).build().unwrap()
}

pub(crate) fn client_builder(host: &LoopbackHost) -> ClientBuilder {
    let builder =
        weather::HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
    let params = RequestParams::new().no_proxy().retries(Retries::new().attempts(1));
    builder.request_params(params).cache(Cache::new())
}

/// Starts a host that tells each request, and answers with readings once it gets a word, or with nothing once the sender
/// of words is gone.
pub(crate) fn stalled_host() -> (LoopbackHost, UnboundedReceiver<()>, Sender<()>) {
    let (end, ended) = channel();
    let ended = Mutex::new(ended);
    let (asked, asks) = unbounded_channel();
    let host = LoopbackHost::start(move |_| {
        asked.send(()).unwrap();
        match ended.lock().unwrap().recv() {
            Ok(()) => readings(),
            Err(_) => Vec::new(),
        }
    });
    (host, asks, end)
}

/// Starts a host that has the same readings for every station.
pub(crate) fn weather_host() -> LoopbackHost {
    LoopbackHost::start(|_| readings())
}

pub(crate) fn readings() -> Vec<u8> {
    reply(200, &[("content-type", "application/json")], READINGS)
}
