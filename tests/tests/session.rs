//! The session and the consent form, from the table to the sample host and back, and the file between two
//! clients.

use std::fs;
use std::path::Path;

use virtual_finance::{Client, Error, HOSTS, Profile, Quote, RequestParams};
use virtual_finance_sample::SampleHost;

fn quote() -> Quote {
    Quote::new(["IBM", "NOTFOUND"])
}

#[tokio::test]
async fn a_quote_goes_through_the_session() {
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build().unwrap();
    let quotes = client.request(&quote()).await.unwrap();
    assert_eq!(quotes.unknown, ["NOTFOUND"]);
    // A crumb of the caller's own is sent as it is, and the host refuses it.
    let params = RequestParams::new().no_proxy().query("crumb", "mine");
    let client = host.client_builder().request_params(params).build().unwrap();
    let error = client.request(&quote()).await.unwrap_err();
    assert!(matches!(error, Error::Api(_)), "{error:?}");
    assert_eq!(error.status(), Some(401));
}

#[tokio::test]
async fn a_form_of_consent_is_answered_once() {
    let host = SampleHost::start().unwrap();
    let client = host.client_builder().build().unwrap();
    let first = client.request(&Profile::new("CONSENT")).await.unwrap();
    let usual = client.request(&Profile::new("IBM")).await.unwrap();
    assert_ne!(serde_json::to_value(first).unwrap(), serde_json::to_value(usual).unwrap());
    // Consent does not stand in for a crumb, nor does a crumb take consent away.
    client.request(&quote()).await.unwrap();
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_keeps_the_session_for_the_next_client() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("below").join("session.json");
    let host = SampleHost::start().unwrap();
    let client = || host.client_builder().session_file(&path).build();
    client().unwrap().request(&quote()).await.unwrap();
    assert_eq!(mode(&path), 0o600);
    let saved = fs::read_to_string(&path).unwrap();
    assert!(saved.contains("smp/l.CrUmb") && saved.contains("sample-cookie"), "{saved}");
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing else stays there");

    // With the file no cookie is needed: the cookie host is not there any more.
    let cookie_host = HOSTS.iter().find(|known| known.name == "cookie_url").unwrap();
    let offline =
        || host.client_builder().host(cookie_host, "http://127.0.0.1:9").session_file(&path).build();
    offline().unwrap().request(&quote()).await.unwrap();

    // A session that the host has forgotten is renewed, in the file too.
    fs::write(&path, saved.replace("smp/l.CrUmb", "stale")).unwrap();
    client().unwrap().request(&quote()).await.unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), saved);

    let reason = |result: Result<Client, Error>| match result {
        Err(Error::Config { reason }) => reason.replace(&path.display().to_string(), "FILE"),
        other => panic!("not a fault of the description: {other:?}"),
    };
    set_mode(&path, 0o640);
    assert_eq!(
        reason(client()),
        "the session file FILE can be read by others; make it yours alone (chmod 600) or delete it"
    );
    set_mode(&path, 0o600);
    for damaged in [
        "",
        "notes of mine",
        saved.split_once("sample").unwrap().0,
        &saved.replace("\"version\": 1", "\"version\": 2"),
    ] {
        fs::write(&path, damaged).unwrap();
        let unreadable =
            "the session file FILE holds no sessions that can be read; delete it or choose another";
        assert_eq!(reason(client()), unreadable, "{damaged}");
        assert_eq!(fs::read_to_string(&path).unwrap(), damaged, "what is not ours stays");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_file_that_cannot_be_written_fails_no_request() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("a file where a folder should be");
    fs::write(&blocked, "").unwrap();
    let host = SampleHost::start().unwrap();
    // Reading below a file fails as what it is; a file in a folder that cannot be made is only not written.
    let error = host.client_builder().session_file(blocked.join("session.json")).build().unwrap_err();
    assert!(matches!(error, Error::Config { .. }), "{error:?}");
    let client = host.client_builder().session_file("/proc/nowhere/session.json").build().unwrap();
    client.request(&quote()).await.unwrap();
}
