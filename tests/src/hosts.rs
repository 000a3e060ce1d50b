//! Loopback hosts with one answer, and clients that send everything to one host.

use virtual_finance::settings::{RateLimit, Retries};
use virtual_finance::{Client, ClientBuilder, Host, RequestParams};
use virtual_finance_loopback::{LoopbackHost, reply};

/// Starts a host that answers every request alike.
#[must_use]
pub fn fixed(status: u16, content_type: &str, body: impl AsRef<[u8]>) -> LoopbackHost {
    LoopbackHost::saying(reply(status, &[("content-type", content_type)], body))
}

/// Returns the builder of a client that sends the requests of these hosts to one address, without a proxy, and each
/// once and at once, so that a test can count them.
pub fn client_builder(hosts: &[&'static Host], url: &str) -> ClientBuilder {
    let params = RequestParams::new().no_proxy().retries(Retries::none());
    let builder = Client::builder().request_params(params).rate_limit(RateLimit::none());
    hosts.iter().fold(builder, |builder, host| builder.host(host, url))
}
