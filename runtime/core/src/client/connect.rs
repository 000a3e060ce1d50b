//! Makes the HTTP clients of the default transport and of websockets.

use std::time::Duration;

use http::header::HeaderMap;

use crate::error::Error;
use crate::settings::{Proxy, RequestParams};
use crate::transport::tls::Trust;
use crate::transport::{Protocols, system_proxy};

/// The time after which a silent connection of HTTP/2 is sent a ping, also while no request is on it. A minute has at
/// most 12 of them: hosts that count pings allow some dozen.
#[cfg(feature = "tls")]
const PING_AFTER: Duration = Duration::from_secs(5);

/// The time in which a ping has to be answered. Together both are shorter than the longest wait for a reply, so that a
/// request finds out that its connection is dead while it has time for another one.
#[cfg(feature = "tls")]
const PING_LIMIT: Duration = Duration::from_secs(5);

/// The settings of connections.
#[derive(Clone)]
pub(super) struct Connecting {
    pub(super) connect_limit: Duration,
    pub(super) asks_system_proxy: bool,
    pub(super) proxy: Option<reqwest::Proxy>,
    pub(super) headers: HeaderMap,
    pub(super) trust: Trust,
    /// The connections to a host that are kept, and for how long.
    pub(super) idle: (usize, Duration),
}

impl Connecting {
    pub(super) fn new(
        params: &RequestParams,
        headers: HeaderMap,
        trust: Trust,
        idle: (usize, Duration),
    ) -> Result<Self, Error> {
        let proxy = match &params.proxy {
            Proxy::Address(address) => Some(
                proxy(address)
                    .ok_or_else(|| Error::Config { reason: format!("the proxy's address {PROXY_FORM}") })?,
            ),
            Proxy::System | Proxy::None => None,
        };
        let asks_system_proxy = matches!(params.proxy, Proxy::System);
        Ok(Self { connect_limit: params.connect_timeout, asks_system_proxy, proxy, headers, trust, idle })
    }

    /// Makes an HTTP client, which leaves redirects and retries to its caller.
    pub(super) fn http(&self, protocols: Protocols) -> Result<reqwest::Client, Error> {
        let unusable =
            |reason: String| Error::Config { reason: format!("{reason}; check the system's certificates") };
        let mut http = self
            .trust
            .encrypt(reqwest::Client::builder(), protocols)
            .map_err(unusable)?
            .default_headers(self.headers.clone())
            .connect_timeout(self.connect_limit)
            .pool_max_idle_per_host(self.idle.0)
            .pool_idle_timeout(self.idle.1)
            .redirect(reqwest::redirect::Policy::none())
            // The client repeats requests itself; two that do would multiply.
            .retry(reqwest::retry::never())
            .referer(false);
        #[cfg(feature = "tls")]
        {
            http = http
                .http2_keep_alive_interval(PING_AFTER)
                .http2_keep_alive_timeout(PING_LIMIT)
                .http2_keep_alive_while_idle(true);
        }
        if protocols == Protocols::Http1 {
            http = http.http1_only();
        }
        if !self.asks_system_proxy {
            http = http.no_proxy();
        }
        if let Some(proxy) = self.proxy.clone() {
            http = http.proxy(proxy);
        }
        http.build().map_err(|error| unusable(error.without_url().to_string()))
    }
}

/// What is wrong with an address that is none of a proxy, as the end of a sentence.
pub(super) const PROXY_FORM: &str =
    "cannot be read, or begins with neither http nor https; write one such as http://127.0.0.1:3128";

/// Returns the proxy of an address. The library's own error would repeat it, and it may carry a password.
pub(super) fn proxy(address: &str) -> Option<reqwest::Proxy> {
    system_proxy::is_proxy(address).then(|| reqwest::Proxy::all(address).ok()).flatten()
}
