//! The parts of a client's addresses that no message and no record may show: the paths of hosts at another address,
//! and the credentials of proxies.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use percent_encoding::percent_decode_str;
use url::Url;

/// Returns the private parts of the addresses of hosts and proxies, in every form in which they are sent.
pub(crate) fn parts<'a>(
    hosts: impl IntoIterator<Item = &'a Url>,
    proxies: impl IntoIterator<Item = String>,
) -> Vec<String> {
    let paths = hosts.into_iter().map(|host| host.path().trim_end_matches('/').to_owned());
    let credentials = proxies.into_iter().flat_map(|proxy| credentials(&proxy));
    paths.chain(credentials).filter(|part| !part.is_empty()).collect()
}

/// Returns the user name and the password of a proxy, and both as its header has them.
fn credentials(proxy: &str) -> Vec<String> {
    // Without a scheme it is one of http.
    let address = if proxy.contains("://") { proxy.to_owned() } else { format!("http://{proxy}") };
    let Ok(url) = Url::parse(&address) else { return Vec::new() };
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let (user, password) = (decoded(url.username()), url.password().map(decoded).unwrap_or_default());
    if user.is_empty() && password.is_empty() {
        return Vec::new();
    }
    let header = BASE64_STANDARD.encode(format!("{user}:{password}"));
    vec![user, password, header]
}
