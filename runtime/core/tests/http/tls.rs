//! Encryption: own certificate authorities, and clients that ask nothing without it.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use virtual_finance_core::error::SocketFault;
use virtual_finance_core::{Client, ClientBuilder, Error};
use virtual_finance_loopback::{AUTHORITY, acceptor};

use super::socket::asked;
use super::support::{HOST, HostClient as _, OTHER, Probe, TestHost, class, good, once, reply};

async fn encrypted_host() -> String {
    let acceptor = acceptor(&[]);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            // A client that refuses the certificate ends the connection.
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let _ = stream.read(&mut [0; 4096]).await.unwrap();
            stream.write_all(&good()).await.unwrap();
            stream.shutdown().await.unwrap();
        }
    });
    url
}

fn client(url: &str) -> ClientBuilder {
    Client::builder().host(&HOST, url).request_params(once())
}

#[tokio::test]
async fn a_host_with_a_certificate_of_an_own_authority_is_asked() {
    let url = encrypted_host().await;
    let ask = async |client: ClientBuilder| client.build().unwrap().request(&Probe::new("IBM")).await;
    assert_eq!(class(&ask(client(&url)).await), "transport", "the system does not know the authority");
    assert_eq!(class(&ask(client(&url).root_certificates(AUTHORITY)).await), "good");
    assert_eq!(class(&ask(client(&url).root_certificates(AUTHORITY).https_only()).await), "good");
}

/// A host that ends every connection of HTTP/2.
#[tokio::test]
async fn a_client_may_speak_http1_alone() {
    let acceptor = acceptor(&["h2", "http/1.1"]);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            if stream.get_ref().1.alpn_protocol() == Some(b"http/1.1".as_slice()) {
                let _ = stream.read(&mut [0; 4096]).await.unwrap();
                stream.write_all(&good()).await.unwrap();
                stream.shutdown().await.unwrap();
            }
        }
    });
    for (client, expected) in [(client(&url), "transport"), (client(&url).http1(), "good")] {
        let client = client.root_certificates(AUTHORITY).build().unwrap();
        assert_eq!(class(&client.request(&Probe::new("IBM")).await), expected);
    }
}

#[tokio::test]
async fn websockets_are_encrypted_with_the_same_trust() {
    let url = encrypted_host().await;
    let open = async |client: ClientBuilder| client.build().unwrap().socket(&asked()).await;
    let unknown = open(client(&url)).await.unwrap_err();
    assert!(matches!(unknown, Error::Transport { .. }), "{unknown}");
    // The host speaks HTTP alone, which shows that it was reached.
    for client in [client(&url), client(&url).https_only()] {
        let reached = open(client.root_certificates(AUTHORITY)).await.unwrap_err();
        assert!(
            matches!(reached, Error::Socket { fault: SocketFault::NotOpened { status: 200 }, .. }),
            "{reached}"
        );
    }
}

#[test]
fn certificates_that_cannot_be_read_make_no_client() {
    for pem in ["", "canary", "-----BEGIN CERTIFICATE-----\ncanary\n-----END CERTIFICATE-----\n"] {
        let error = Client::builder().root_certificates(pem).build().unwrap_err();
        assert_eq!(
            error.to_string(),
            "the client cannot be made: the root certificates cannot be read; give them in PEM, as \
             -----BEGIN CERTIFICATE-----"
        );
    }
}

#[tokio::test]
async fn a_client_for_https_only_asks_nothing_else() {
    let plain = TestHost::saying(good());
    let error = plain.client().https_only().build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the client cannot be made: the address of query_url is not https, and the client asks no other"
    );
    // What it is led to has the same rule.
    let leading = TestHost::saying(reply(302, &[("location", plain.url())], ""));
    let led = leading.client().host(&OTHER, plain.url()).build().unwrap();
    assert_eq!(class(&led.request(&Probe::new("IBM")).await), "good", "without the rule it is asked");
    assert_eq!(plain.requests().len(), 1);
}
