//! Checks of the query in the address of an example: it is what the parameters of the example and the defaults send.

use virtual_finance_core::DateTime;
use virtual_finance_core::request::{DataRequest, Request as _};

use crate::codes;
use crate::diagnostic::Fault;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, Example};
use crate::template;

use super::Checker;

impl Checker<'_, '_> {
    /// Checks the queries of examples whose addresses are of the endpoint. Only the tests of the client know those that
    /// a `prepare` makes.
    pub(super) fn example_queries(&mut self, endpoint: Located<'_, Endpoint>) {
        if endpoint.prepare.is_none() {
            for (_, found) in endpoint.examples().entries() {
                self.example_query(endpoint, found);
            }
        }
    }

    fn example_query(&mut self, endpoint: Located<'_, Endpoint>, found: Located<'_, Example>) {
        // A value that is itself at fault says nothing about the query.
        let Some(request) = self.request(endpoint, found) else { return };
        let wanted = request.query(DateTime::from(0)).into_iter();
        let wanted: Vec<_> = wanted.map(|(name, value)| (name.to_owned(), value.into_owned())).collect();
        if endpoint.query().has_broken() {
            return;
        }
        // An address of the host that is itself at fault says nothing about the example.
        let default = self.table.hosts.get(&endpoint.host).map_or("", |host| &host.default);
        if !found.url.strip_prefix(default).is_some_and(|path| path.starts_with('/')) {
            return;
        }
        let (address, query) = found.url.split_once('?').unwrap_or((&found.url, ""));
        let given: Vec<(String, String)> =
            query.split('&').filter(|pair| !pair.is_empty()).map(pair).collect();
        if given == wanted {
            return;
        }
        let message = match wanted.iter().zip(&given).find(|(wanted, given)| wanted != given) {
            Some(((name, value), (other, _))) if name == other => {
                format!("the request sends {name}={value} here")
            }
            Some(((name, _), (other, _))) => format!("the request sends '{name}' here, not '{other}'"),
            None => match (wanted.get(given.len()), given.get(wanted.len())) {
                (Some((name, _)), _) => format!("the request also sends '{name}'"),
                (None, Some((name, _))) => format!("the request does not send '{name}'"),
                (None, None) => return,
            },
        };
        let question = if wanted.is_empty() { "" } else { "?" };
        let advice = format!("write '{address}{question}{}'", encoded(&wanted));
        self.value(found.url(), Fault::new(codes::EXAMPLE_URL, message, advice));
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

/// Returns the text of a query or a form with these names and values.
pub(super) fn encoded(pairs: &[(String, String)]) -> String {
    let pair = |(name, value): &(String, String)| {
        format!("{}={}", template::encoded_query(name), template::encoded_query(value))
    };
    pairs.iter().map(pair).collect::<Vec<_>>().join("&")
}

/// Returns the name and the value of a part of a query, decoded.
pub(super) fn pair(text: &str) -> (String, String) {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    (template::decoded(name), template::decoded(value))
}
