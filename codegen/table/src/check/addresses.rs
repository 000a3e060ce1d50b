//! Checks of the addresses of examples: each is what the parameters of the example and the defaults ask.

use virtual_finance_core::DateTime;
use virtual_finance_core::request::{DataRequest, Request as _, Segment};

use crate::codes;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example};
use crate::template;

use super::Checker;
use super::hosts::address_fault;

impl Checker<'_, '_> {
    /// Checks the address of an example. Only the tests of the client know the query that a `prepare` makes.
    pub(super) fn example_address(&mut self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        // An address of the host that is itself at fault says nothing about the example.
        let host = self.table.hosts.get(&endpoint.host).filter(|host| address_fault(&host.default).is_none());
        let Some((host, request)) = host.zip(self.request(endpoint, found)) else { return };
        let path: Vec<String> = request.path().iter().map(Segment::encoded).collect();
        let mut wanted = format!("{}/{}", host.default, path.join("/"));
        let (address, query) = found.url.split_once('?').unwrap_or((&found.url, ""));
        // A plus is itself in a path.
        let plain = |address: &str| template::decoded(&address.replace('+', "%2B"));
        let is_same = plain(address) == plain(&wanted) && !found.url.contains([' ', '#', '{', '}']);
        let sent = request.query(DateTime::from(0)).into_iter();
        let sent: Vec<_> = sent.map(|(name, value)| (name.to_owned(), value.into_owned())).collect();
        let is_known = endpoint.prepare.is_none();
        if is_same && (!is_known || pairs(query) == sent) {
            return;
        }
        if is_known && !sent.is_empty() {
            let encoded = |(name, value): &(String, String)| {
                format!("{}={}", template::encoded_query(name), template::encoded_query(value))
            };
            wanted = format!("{wanted}?{}", sent.iter().map(encoded).collect::<Vec<_>>().join("&"));
        }
        let fault = codes::EXAMPLE_URL
            .fault(format!("the request goes to '{wanted}'"), "write this address, or correct 'params'");
        self.value(found.url(), fault);
    }

    /// Returns the request of an example, as the core makes it; `None` if a part of it has an error.
    pub(super) fn request(
        &self,
        endpoint: Located<'_, Endpoint>,
        found: Located<'_, Example>,
    ) -> Option<DataRequest> {
        self.catalogue.borrow_mut().request(endpoint.value(), found.value())
    }
}

/// Returns the names and the values of a query or a form, decoded.
pub(super) fn pairs(text: &str) -> Vec<(String, String)> {
    let pair = |text: &str| {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        (template::decoded(name), template::decoded(value))
    };
    text.split('&').filter(|part| !part.is_empty()).map(pair).collect()
}
