//! Connections that the gateway encrypts itself, over loopback.

use std::io::{Read as _, Write as _};
use std::sync::Arc;

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore, crypto};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use virtual_finance_gateway::{Certificate, CertificateFault, Settings};
use virtual_finance_loopback::{AUTHORITY, CERTIFICATE, KEY};

use crate::http2;
use crate::support::{Response, Served, weather_host};

fn connector(protocols: &[&str]) -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(AUTHORITY).unwrap()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
    TlsConnector::from(Arc::new(config))
}

async fn start(settings: Settings) -> Served {
    let certificate = Some(Certificate::read(CERTIFICATE, KEY).unwrap());
    Served::start(&weather_host(), Settings { certificate, ..settings }).await
}

#[tokio::test]
async fn a_connection_is_encrypted_with_the_certificate() {
    let gateway = start(Settings::default()).await;
    let stream = TcpStream::connect(gateway.address).await.unwrap();
    let name = ServerName::try_from("127.0.0.1").unwrap();
    let mut stream = connector(&[]).connect(name, stream).await.unwrap();
    stream
        .write_all(
            b"GET /observations/Oslo.csv?limit=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        )
        .await
        .unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let response = Response::read(&bytes);
    assert_eq!(response.text(), "time,tempC,wind\n2024-06-28T06:00:00Z,14.5,3.2\n");
}

#[tokio::test]
async fn http2_is_agreed_on_within_tls() {
    let gateway = start(Settings::default()).await;
    for (protocols, agreed) in
        [(&["h2", "http/1.1"][..], Some(&b"h2"[..])), (&["http/1.1"], Some(b"http/1.1"))]
    {
        let stream = TcpStream::connect(gateway.address).await.unwrap();
        let name = ServerName::try_from("127.0.0.1").unwrap();
        let stream = connector(protocols).connect(name, stream).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), agreed);
        if protocols.len() > 1 {
            let (mut sender, _connection) = http2::connect(stream).await;
            let response = sender.send_request(http2::request("/observations/Oslo")).await.unwrap();
            assert_eq!(response.status(), 200);
        }
    }
}

#[tokio::test]
async fn a_certificate_is_renewed_for_new_connections() {
    let certificate = Certificate::read(CERTIFICATE, KEY).unwrap();
    let other = Certificate::read(CERTIFICATE, KEY).unwrap();
    let settings = Settings { certificate: Some(certificate.clone()), ..Settings::default() };
    let gateway = Served::start(&weather_host(), settings).await;
    certificate.renew(&other);
    let stream = TcpStream::connect(gateway.address).await.unwrap();
    let name = ServerName::try_from("127.0.0.1").unwrap();
    assert!(connector(&[]).connect(name, stream).await.is_ok());
}

#[tokio::test]
async fn who_speaks_plain_http_or_nothing_gets_no_answer() {
    let read_timeout = std::time::Duration::from_millis(50);
    let gateway = start(Settings { read_timeout, ..Settings::default() }).await;
    let address = gateway.address;
    // An alert of TLS may come, and no response.
    let plain = |sent: &'static [u8]| {
        tokio::task::spawn_blocking(move || {
            let mut stream = std::net::TcpStream::connect(address).unwrap();
            stream.write_all(sent).unwrap();
            let mut bytes = Vec::new();
            let _ = stream.read_to_end(&mut bytes);
            bytes
        })
    };
    for sent in [&b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"[..], b"", b"\x16\x03\x01"] {
        let bytes = plain(sent).await.unwrap();
        assert!(!bytes.starts_with(b"HTTP"), "{bytes:?}");
    }
}

#[test]
fn files_that_are_no_certificate_say_so() {
    let other = KEY.to_vec();
    for (chain, key, expected, advice) in [
        (&b""[..], KEY, CertificateFault::NoCertificate, "-----BEGIN CERTIFICATE-----"),
        (&other, KEY, CertificateFault::NoCertificate, "-----BEGIN CERTIFICATE-----"),
        (CERTIFICATE, CERTIFICATE, CertificateFault::NoKey, "without a passphrase"),
    ] {
        let fault = Certificate::read(chain, key).unwrap_err();
        assert!(fault == expected && fault.to_string().contains(advice), "{fault}");
    }
    // The certificate of the authority is that of another key.
    let fault = Certificate::read(AUTHORITY, KEY).unwrap_err();
    assert!(
        matches!(fault, CertificateFault::Refused { .. }) && fault.to_string().contains("together"),
        "{fault}"
    );
    let key = std::str::from_utf8(KEY).unwrap().lines().nth(1).unwrap();
    let shown = format!("{:?}", Certificate::read(CERTIFICATE, KEY).unwrap());
    assert!(!shown.contains(key) && !fault.to_string().contains(key));
}
