//! Requests whose reply comes item by item.

use super::endpoint::Endpoint;

/// A request whose reply is a list that may come item by item. Generated for endpoints that are `raw: sse` or `raw:
/// ndjson` and have a `response`.
#[diagnostic::on_unimplemented(
    message = "the reply of `{Self}` has no events",
    label = "the reply of this request is read as a whole",
    note = "send it with `client.request(&request)`; in a table of your own, `raw: sse` or `raw: ndjson` with a `response` gives a reply events"
)]
pub trait Evented: Endpoint + Clone + 'static {
    /// One item.
    type Event: Send + 'static;

    /// Returns the items of a response.
    fn events(response: Self::Response) -> Vec<Self::Event>;
}
