//! Session files: the input is the content of one.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use http::StatusCode;
use http::header::{COOKIE, HeaderMap, HeaderValue, SET_COOKIE};
use virtual_finance::Quote;
use virtual_finance_core::settings::{RateLimit, Retries};
use virtual_finance_core::transport::TransportReply;
use virtual_finance_runtime::{Client, ClientBuilder, SourceChoice};

use crate::run::{Memory, params, wait};

pub(super) fn run(data: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.json");
    fs::write(&file, data).unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
    let checked = ClientBuilder::check_session_file(&file);
    let built = client(&file);
    assert_eq!(checked.is_ok(), built.is_ok());
    let Ok(client) = built else {
        let reason = checked.unwrap_err();
        assert!(reason.contains("; ") || reason.contains(" or "), "{reason}");
        return;
    };
    // The host refuses what it is sent first, so that the session is renewed and the file written.
    wait(client.request(&Quote::new(["IBM"]))).unwrap();
    ClientBuilder::check_session_file(&file).unwrap();
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let again = self::client(&file).unwrap();
    wait(again.request(&Quote::new(["IBM"]))).unwrap();
}

/// Returns a client of a host that takes one crumb only.
fn client(file: &Path) -> Result<Client, virtual_finance::Error> {
    const QUOTES: &str = r#"{"quoteResponse":{"result":[{"symbol":"IBM"}],"error":null}}"#;
    let memory = Memory::new();
    memory.answers(|message| {
        let url = message.url();
        if let Some(cookies) = message.headers().get(COOKIE) {
            assert!(url.host_str().is_some_and(|host| !host.is_empty()), "{cookies:?} for no host");
        }
        let cookie =
            || HeaderMap::from_iter([(SET_COOKIE, HeaderValue::from_static("A3=x; Domain=yahoo.com"))]);
        Ok(match url.path() {
            "/" => TransportReply::new(StatusCode::NOT_FOUND, Vec::new()).headers(cookie()),
            "/v1/test/getcrumb" => TransportReply::new(StatusCode::OK, b"crumb".to_vec()),
            _ if url.query_pairs().any(|pair| pair == ("crumb".into(), "crumb".into())) => {
                TransportReply::new(StatusCode::OK, QUOTES.as_bytes().to_vec())
            }
            _ => TransportReply::new(StatusCode::UNAUTHORIZED, b"{}".to_vec()),
        })
    });
    let builder = Client::builder().transport(memory).request_params(params().retries(Retries::none()));
    let builder = builder.rate_limit(RateLimit::none()).source(SourceChoice::Api);
    builder.session_file(file).build()
}
