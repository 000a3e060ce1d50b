//! The data of the table about responses that take several requests: pages (`pages` in the table), and what is waited for
//! (`until`).

use std::time::Duration;

use super::entry::{entries, variants};

entries! {
    /// The pages of an endpoint.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    PagesInfo(next: NextPage) {
        /// The path of the items in the response, for example `meta.rows`; empty if the response is the list of them. Its
        /// names are those of the fields in Rust.
        may items: &'static str = "";
        /// The same path in the response as JSON; none if it is the same.
        some members: &'static str;
        /// The way from one page to the next.
        must next: NextPage = next;
        /// The path of the bool in a reply that says whether more pages follow. Where it is false, null or absent, the page is
        /// the last.
        some more: &'static str;
    }
}

entries! {
    /// The value of a reply that a response is waited for (`until` in the table).
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    UntilInfo(field: &'static str) {
        /// The path of the value in the reply.
        must field: &'static str = field;
        /// The values that end the wait; of numbers and bools their text.
        list is: &'static str;
        /// The pause between two requests.
        or every: Duration = Duration::from_secs(2);
        /// The maximum time to wait.
        or at_most: Duration = Duration::from_secs(600);
    }
}

impl PagesInfo {
    /// The name in a path that leads to the last item of a list.
    pub const LAST_ITEM: &str = "-1";

    /// The maximum number of items of all pages together, unless the caller sets a limit.
    pub const MAX_ITEMS: u64 = 10_000;

    /// Returns the path of the items in the response as JSON; empty if the response is the list of them.
    pub fn items_in_json(&self) -> &'static str {
        self.members.unwrap_or(self.items)
    }

    /// Returns true if each page says whether it is the last one.
    #[must_use]
    pub fn tells_the_last(self) -> bool {
        self.more.is_some()
            || match self.next {
                // The last item of a page is no sign of another one.
                NextPage::Cursor { next, .. } => !next.split('.').any(|name| name == Self::LAST_ITEM),
                NextPage::Link { .. } => true,
                NextPage::Offset { total, .. } => total.is_some(),
                NextPage::Number { last, .. } => last.is_some(),
            }
    }
}

/// The way from one page to the next. Paths are those of a reply: names of members with `.` between them, or indexes of
/// lists, of which `-1` is the last item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NextPage {
    /// The reply has a cursor, which the next request sends.
    Cursor {
        /// The parameter that sends it.
        parameter: &'static str,
        /// The path of the cursor. The last page has none.
        next: &'static str,
    },
    /// The request says how many items to pass over.
    Offset {
        /// The parameter that says it.
        parameter: &'static str,
        /// The path of the list of items in the reply, where the response may leave some out: the offset moves by their
        /// number, and without it by that of the items of the response.
        rows: Option<&'static str>,
        /// The path of the number of all items; without it the first page without items is the last.
        total: Option<&'static str>,
    },
    /// The pages have numbers.
    Number {
        /// The parameter with the number. That of the first page is its default, or 1.
        parameter: &'static str,
        /// The path of the number of the last page; without it the first page without items is the last.
        last: Option<&'static str>,
    },
    /// The reply has the address of the next page.
    Link {
        /// The path of the address; without it the address is in the header `Link` (RFC 8288), with `rel="next"`. The
        /// last page has none.
        next: Option<&'static str>,
    },
}

impl NextPage {
    /// Returns the parameter that chooses the page, if one does.
    #[must_use]
    pub const fn parameter(self) -> Option<&'static str> {
        match self {
            Self::Cursor { parameter, .. }
            | Self::Offset { parameter, .. }
            | Self::Number { parameter, .. } => Some(parameter),
            Self::Link { .. } => None,
        }
    }
}

variants! { NextPage:
    Cursor { parameter, next }, Offset { parameter, rows, total }, Number { parameter, last }, Link { next },
}
