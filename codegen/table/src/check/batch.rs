//! Checks of the list that a request is sent in batches of.

use crate::codes;
use crate::kind::Kind;
use crate::parse::located::Located;
use crate::parse::table::{Endpoint, ItemType, Param, Response};

use super::Checker;

impl Checker<'_, '_> {
    /// Checks the length of batches of a parameter.
    pub(super) fn batch(
        &mut self,
        endpoint: Located<'_, Endpoint>,
        name: &str,
        found: Located<'_, Param>,
        kind: &Kind<'_>,
    ) {
        if found.batch.is_some_and(|most| most < 1) {
            self.value(found.batch(), codes::BATCH.fault("no request has less than one", "write 1 or more"));
        }
        if found.batch.is_some()
            && let Some((message, advice)) = fault(endpoint, name, found, kind)
        {
            self.key(found.batch(), codes::BATCH.fault(message, advice));
        }
    }
}

/// Returns what keeps a request from being sent in batches, and what to write.
fn fault(
    endpoint: Located<'_, Endpoint>,
    name: &str,
    found: Located<'_, Param>,
    kind: &Kind<'_>,
) -> Option<(String, &'static str)> {
    let other =
        endpoint.params.iter().find(|(_, param)| param.batch.is_some()).map(|(other, _)| other.as_str());
    let is_method_known = !endpoint.method().position().is_broken;
    let method = endpoint.method.as_str();
    if !matches!(kind, Kind::List { .. }) {
        return Some((format!("'{name}' is no list"), "remove it"));
    }
    if let Some(other) = other.filter(|other| *other != name) {
        return Some((format!("'{other}' has a 'batch' too"), "keep one of them"));
    }
    if endpoint.choice_of(name).is_some() {
        return Some((
            format!("'{name}' belongs to a choice"),
            "take it out of the choice, or remove 'batch'",
        ));
    }
    if found.place == "client" {
        return Some((format!("'{name}' is not sent"), "remove it"));
    }
    if found.max_length.is_some() {
        let message = "a request of any length is sent in batches, and 'max_length' limits it";
        return Some((message.to_owned(), "remove 'max_length' or 'batch'"));
    }
    if endpoint.pages.is_some() {
        let message = "each batch would have pages of its own";
        return Some((message.to_owned(), "remove 'pages' or 'batch'"));
    }
    if is_method_known && !endpoint.reads_only() {
        let message = format!("a {method} that may change something is not sent in batches");
        if endpoint.graphql.is_some() {
            return Some((message, "remove 'batch', or write a query in 'graphql'"));
        }
        return Some((message, "write 'safe: true' if it only reads, or remove 'batch'"));
    }
    if endpoint.is_whole() && endpoint.converter.is_none() && !endpoint.response.as_ref().is_some_and(is_list)
    {
        let message = "the responses of batches are joined by a converter's module, or are lists";
        let advice =
            "write a list in 'type', or 'into'; or 'converter' instead of 'response', or 'max_length'";
        return Some((message.to_owned(), advice));
    }
    None
}

/// Returns true for a response that is always a list, or the record that consists of one.
fn is_list(response: &Response) -> bool {
    let is_of_items = response.into.is_some() || matches!(response.kind, ItemType::List(_));
    is_of_items && response.statuses.values().all(|meaning| meaning.0 != "empty")
}
