//! Proxies that the environment names. The HTTP library asks the host itself where it cannot read one, which would
//! go around a proxy that the user wants.

use std::env;

use http::Uri;

use crate::error::Error;

/// The environment variables. Of each line the first that is set counts.
const VARIABLES: [[&str; 2]; 3] =
    [["ALL_PROXY", "all_proxy"], ["HTTP_PROXY", "http_proxy"], ["HTTPS_PROXY", "https_proxy"]];

/// Checks the proxies that the environment names.
///
/// # Errors
/// [`Error::Config`] names the variable that cannot be read, but not its value, which may carry a password.
pub(crate) fn check() -> Result<(), Error> {
    // A web server gives its programs the header `Proxy` as HTTP_PROXY: the HTTP library uses no proxy there.
    if env::var_os("REQUEST_METHOD").is_some() {
        return Ok(());
    }
    let mut proxies = proxies();
    match proxies.find(|(_, address)| !address.is_empty() && !is_proxy(address)) {
        None => Ok(()),
        Some((name, _)) => Err(Error::Config {
            reason: format!(
                "the proxy's address in the environment variable {name} cannot be read; write one such as \
                 http://127.0.0.1:3128, or unset it"
            ),
        }),
    }
}

/// Returns the addresses of the proxies that the environment names.
pub(crate) fn addresses() -> Vec<String> {
    proxies().map(|(_, address)| address).collect()
}

/// Returns the variables that are set, with their values.
fn proxies() -> impl Iterator<Item = (&'static str, String)> {
    VARIABLES.iter().filter_map(|names| names.iter().find_map(|name| Some((*name, env::var(name).ok()?))))
}

/// Returns true for an address that the HTTP library takes; without a scheme it is one of http.
pub(crate) fn is_proxy(address: &str) -> bool {
    address.parse::<Uri>().is_ok_and(|uri| {
        uri.authority().is_some() && matches!(uri.scheme_str(), None | Some("http" | "https"))
    })
}
