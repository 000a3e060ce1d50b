//! Requests whose items come in pages.

use serde::Serialize;

use super::endpoint::Endpoint;
use crate::params::Plain;

/// A request whose response is one of several pages. Generated from `pages` of the table.
#[diagnostic::on_unimplemented(
    message = "the items of `{Self}` do not come in pages",
    label = "this request has one response",
    note = "send it with `client.request(&request)`; in a table of your own, `pages` gives an endpoint several"
)]
pub trait Paged: Endpoint + Clone {
    /// One item.
    type Item: Serialize + Send + 'static;

    /// Returns the items of a page.
    fn items(response: Self::Response) -> Vec<Self::Item>;

    /// Returns the items of a page as they stand in its response.
    fn list(response: &Self::Response) -> &[Self::Item];

    /// Returns the request with that value of the parameter that chooses the page; `None` if the parameter is of
    /// another type. A request whose pages have addresses has no such parameter and stays the same.
    #[must_use]
    fn at_page(self, page: &Plain<'_>) -> Option<Self> {
        let _ = page;
        Some(self)
    }
}
