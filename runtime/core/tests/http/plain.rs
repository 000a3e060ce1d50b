//! A client without TLS, brotli and zstd: `cargo test -p virtual-finance-core --no-default-features --test it plain`.

use virtual_finance_core::transport::{Transport, TransportFuture, TransportReply, TransportRequest};
use virtual_finance_core::{Client, Error, ErrorKind, RequestParams};

use super::socket::asked;
use super::support::{HOST, HostClient as _, OTHER, Probe, TestHost, class, good, reply};

const MESSAGE: &str = "the address is https, and the client is built without TLS; enable the feature `tls` of \
                       `virtual-finance-core`";

/// A client with retries whose host wants TLS. Nothing is sent, so that nobody needs to listen.
fn encrypted() -> Client {
    let params = RequestParams::new().no_proxy();
    Client::builder().host(&HOST, "https://127.0.0.1:1").request_params(params).build().unwrap()
}

#[tokio::test]
async fn an_address_with_https_is_an_error_that_names_the_feature() {
    let error = encrypted().request(&Probe::new("IBM")).await.unwrap_err();
    assert!(matches!(error, Error::NoTls { .. }), "{error}");
    assert_eq!(error.to_string(), format!("Probe IBM: {MESSAGE}"));
    assert_eq!((error.kind(), error.status(), error.attempts()), (ErrorKind::Config, None, &[][..]));
}

#[tokio::test]
async fn a_websocket_with_https_is_the_same_error() {
    let error = encrypted().socket(&asked()).await.unwrap_err();
    assert!(matches!(error, Error::NoTls { .. }), "{error}");
    assert_eq!(error.to_string(), format!("Stream: {MESSAGE}"));
}

#[tokio::test]
async fn a_redirect_to_https_is_the_same_error() {
    let host = TestHost::saying(reply(302, &[("location", "https://127.0.0.1:1/elsewhere")], ""));
    let client = host.client().host(&OTHER, "https://127.0.0.1:1").build().unwrap();
    let error = client.request(&Probe::new("IBM")).await.unwrap_err();
    assert!(matches!(error, Error::NoTls { .. }), "{error}");
    assert_eq!(host.requests().len(), 1);
}

#[tokio::test]
async fn an_address_without_tls_is_asked() {
    let host = TestHost::saying(good());
    assert_eq!(class(&host.client().build().unwrap().request(&Probe::new("IBM")).await), "good");
}

/// A transport with a TLS of its own.
struct Own;

impl Transport for Own {
    fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let body = br#"{"good":true}"#.to_vec();
        Box::pin(async { Ok(TransportReply::new(virtual_finance_core::http::StatusCode::OK, body)) })
    }
}

#[tokio::test]
async fn another_transport_is_asked_for_any_address() {
    let client = Client::builder().transport(Own).build().unwrap();
    assert_eq!(class(&client.request(&Probe::new("IBM")).await), "good");
}

#[tokio::test]
async fn an_encoding_whose_decoder_is_left_out_is_an_error_that_names_the_feature() {
    for (encoding, feature) in [("br", "brotli"), ("zstd", "zstd")] {
        let head = [("content-type", "application/json"), ("content-encoding", encoding)];
        let host = TestHost::saying(reply(200, &head, "encoded"));
        let error = host.client().build().unwrap().request(&Probe::new("IBM")).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "Probe IBM: the reply's content encoding {encoding:?} needs the feature `{feature}` of \
                 `virtual-finance-core`; ask again, or ask for another encoding"
            )
        );
    }
}
