//! Loopback hosts with one answer, and clients that send everything to one host.

use virtual_finance::{Client, ClientBuilder, Host, RequestParams};
use virtual_finance_loopback::{LoopbackHost, reply};

/// Starts a host that answers every request alike.
#[must_use]
pub fn fixed(status: u16, content_type: &str, body: impl AsRef<[u8]>) -> LoopbackHost {
    LoopbackHost::saying(reply(status, &[("content-type", content_type)], body))
}

/// Returns the builder of a client that sends the requests of these hosts to one address, without a proxy.
pub fn client_builder(hosts: &[&'static Host], url: &str) -> ClientBuilder {
    let builder = Client::builder().request_params(RequestParams::new().no_proxy());
    hosts.iter().fold(builder, |builder, host| builder.host(host, url))
}
