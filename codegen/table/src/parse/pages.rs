//! The keys of `pages`: the way from one page of an endpoint's items to the next.

use super::keys::keys;

/// The word of `link` for an address in the header of the reply.
pub const HEADER: &str = "header";

keys! {
    /// The pages that the items of an endpoint come in.
    Pages, named by Word {
        /// The path of the items in the response, by the names of its fields in Rust with `.` between them. Without it
        /// the response is the list of them.
        may "items" => items: Option<String>, "rows";
        /// The reply has a cursor, which the request of the next page sends.
        may "cursor" => cursor: Option<Cursor>, "{ parameter: after, next: meta.next_cursor }";
        /// The request says how many items to pass over.
        may "offset" => offset: Option<Offset>, "{ parameter: start, total: meta.total }";
        /// The pages have numbers.
        may "page" => page: Option<Page>, "{ parameter: page, last: meta.pages }";
        /// The reply has the address of the next page: `header` if it is in the header `Link`, or else its path in the
        /// reply. It stays at the origin of the host.
        may "link" => link: Option<String>, "header";
        /// The path of the bool in the reply that says whether more pages follow: where it is false, null or absent, the page is
        /// the last.
        may "more" => more: Option<String>, "has_more";
    }

    /// The value of a reply for which a response is waited.
    Until, named by Word {
        /// Its path in the reply: names of members with `.` between them, or indexes of lists.
        must "field" => field: String, "status";
        /// The values that end the wait; of numbers and bools their text.
        must "is" => is: Vec<String>, "[done, failed]";
        /// The pause between two requests, `2s` without the key. A host may want a longer one (`Retry-After`).
        may "every" => every: Option<String>, "2s";
        /// The maximum time to wait, `10m` without the key.
        may "at_most" => at_most: Option<String>, "10m";
    }

    /// The cursor of a next page.
    Cursor, named by Word {
        /// The parameter that sends it, a string or an integer.
        must "parameter" => parameter: String, "after";
        /// The path of the cursor in the reply: names of members with `.` between them, or indexes of lists, of which `-1` is
        /// the last item. The last page has none.
        must "next" => next: String, "meta.next_cursor";
    }

    /// The offset of a page.
    Offset, named by Word {
        /// The parameter that sends the number of items before the page, an integer.
        must "parameter" => parameter: String, "start";
        /// The path of the list of items in the reply, if the response may leave some of them out: the offset moves by
        /// their number. Without it the offset moves by the number of items of the response.
        may "rows" => rows: Option<String>, "data.rows";
        /// The path of the number of all items in the reply. Without it the first page without items is the last.
        may "total" => total: Option<String>, "meta.total";
    }

    /// The number of a page.
    Page, named by Word {
        /// The parameter that sends it, an integer. The number of the first page is its default, or 1.
        must "parameter" => parameter: String, "page";
        /// The path of the number of the last page in the reply. Without it the first page without items is the last.
        may "last" => last: Option<String>, "meta.pages";
    }
}

impl Pages {
    /// Returns the parameter that a client sets for each page.
    pub fn parameter(&self) -> Option<&str> {
        let cursor = self.cursor.as_ref().map(|cursor| cursor.parameter.as_str());
        let offset = || self.offset.as_ref().map(|offset| offset.parameter.as_str());
        let page = || self.page.as_ref().map(|page| page.parameter.as_str());
        cursor.or_else(offset).or_else(page)
    }
}
