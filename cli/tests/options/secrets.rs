//! Addresses that cannot be read: the message names the option or the variable, and never the address.

use virtual_finance_sample::SampleHost;

use super::{said, vfapi, words};

/// Addresses with a secret, and the beginning of what is said of each.
const UNREADABLE: [(&str, &str); 5] = [
    ("user:canary@host", "is neither http nor https; write one such as https://example.com"),
    ("canary", "cannot be read; write one such as https://example.com"),
    ("https://user:canary@host", "has a user name or a password; give them as a header"),
    ("https://host/?key=canary", "has a query or a fragment"),
    ("x://[canary", "cannot be read"),
];

#[test]
fn an_address_that_cannot_be_read_is_not_repeated() {
    for (address, reason) in UNREADABLE {
        for line in ["history IBM", "history IBM --sample", "convert history IBM no-such-file"] {
            let option = format!("{line} --query-url {address}");
            let (code, _, stderr) = said(vfapi(words(&option)).output().unwrap());
            assert!(stderr.starts_with(&format!("error: the address of --query-url {reason}")), "{stderr}");
            assert_eq!((code, stderr.contains("canary")), (Some(2), false), "{option}: {stderr}");

            let (code, _, stderr) =
                said(vfapi(words(line)).env("VFAPI_QUERY_URL", address).output().unwrap());
            let begin = "error: the address in the environment variable VFAPI_QUERY_URL (--query-url)";
            assert!(stderr.starts_with(&format!("{begin} {reason}")), "{stderr}");
            assert_eq!((code, stderr.contains("canary")), (Some(2), false), "{address}: {stderr}");
        }
    }
}

/// The HTTP library ignores a proxy that it cannot read and asks the host itself.
#[test]
fn a_proxy_that_cannot_be_read_is_an_error_before_anything_is_sent() {
    let host = SampleHost::start().unwrap();
    let line = format!("history IBM --query-url {}", host.url());
    for (name, address) in [
        ("http_proxy", "x://["),
        ("http_proxy", "http://user:canary@"),
        ("HTTPS_PROXY", "socks5://user:canary@127.0.0.1:1"),
        ("all_proxy", "/canary"),
    ] {
        let (code, _, stderr) = said(vfapi(words(&line)).env(name, address).output().unwrap());
        let message = format!(
            "error: the client cannot be made: the proxy's address in the environment variable {name} cannot be \
             read; write one such as http://127.0.0.1:3128, or unset it\n"
        );
        assert_eq!((code, stderr), (Some(2), message), "{name}={address}");
    }
    for address in ["", "127.0.0.1:1", "http://user:word@127.0.0.1:1"] {
        let output = vfapi(words(&line)).env("https_proxy", address).output().unwrap();
        assert!(output.status.success(), "{address}: {:?}", said(output));
    }
    for address in ["x://[", "http://user:canary@", "socks5://user:canary@127.0.0.1:1", ""] {
        let output = vfapi(words(&line).into_iter().chain(["--proxy", address])).output().unwrap();
        let message = "error: the address of --proxy cannot be read, or begins with neither http nor https; write one such as http://127.0.0.1:3128\n";
        assert_eq!(said(output), (Some(2), String::new(), message.to_owned()), "{address}");
    }
    // Neither the sample host nor a replay is asked through a proxy.
    let output = vfapi(words("--sample history IBM")).env("http_proxy", "x://[").output().unwrap();
    assert!(output.status.success(), "{:?}", said(output));
}

/// The sample host is the proxy: it reads the path of a whole address, and the host of the request does not exist.
#[test]
fn a_proxy_can_be_named_and_refused() {
    let host = SampleHost::start().unwrap();
    let proxy = host.url().to_string();
    let absent = "history IBM --query-url http://market.invalid --retries 0";
    let named = format!("{absent} --proxy {proxy}");
    let refused = format!("history IBM --query-url {proxy} --proxy none");
    for (line, variable, value) in [
        (named.as_str(), "http_proxy", "http://127.0.0.1:1"),
        (absent, "VFAPI_PROXY", &proxy),
        (refused.as_str(), "http_proxy", "http://127.0.0.1:1"),
        ("history IBM --sample", "VFAPI_PROXY", "http://127.0.0.1:1"),
    ] {
        let output = vfapi(words(line)).env(variable, value).output().unwrap();
        assert!(output.status.success(), "{line}: {:?}", said(output));
    }
}
