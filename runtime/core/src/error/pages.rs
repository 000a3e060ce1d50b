//! The faults of pages that follow each other.

use crate::catalogue::PagesInfo;
use crate::redact::Redactor;

/// The reason why the pages of a request end before their last one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PagesFault {
    /// There are more items than a client takes without a limit.
    #[error(
        "the pages do not end with {}; ask for a number of them with limit(), or narrow the request",
        PagesInfo::MAX_ITEMS
    )]
    TooMany,
    /// A page names an earlier page as the next: the pages go round in a circle.
    #[error(
        "the host names a next page for the second time; ask again, or take the first items with limit()"
    )]
    Repeated,
    /// The host sent the same page twice, as if it did not know the parameter that chooses the page.
    #[error(
        "the host sent the same page twice; check '{parameter}' in the table, and its value in the request"
    )]
    SamePage {
        /// The parameter that chooses the page.
        parameter: &'static str,
    },
    /// A page has no items, or repeats the page before it, and yet is not the last.
    #[error("a page has no new items, and the host says that more follow; ask again, or narrow the request")]
    EmptyPage,
    /// The next page would be the same as this one, or has a number that no integer can be.
    #[error(
        "'{parameter}' does not move to a next page; set the parameters of the request to values above 0"
    )]
    Stuck {
        /// The parameter that chooses the page.
        parameter: &'static str,
    },
    /// The host names a next page that is no value of the parameter that chooses it.
    #[error("the host names a next page that '{parameter}' cannot be; check its type in the table")]
    NotAValue {
        /// The parameter that chooses the page.
        parameter: &'static str,
    },
    /// The next page is at another origin, or outside of the address of the host, where the client does not go.
    #[error(
        "the next page is at {host:?}, outside of the address of the request's host; check the host's address"
    )]
    OtherOrigin {
        /// The host that the address has.
        host: String,
    },
    /// The address of the next page cannot be read.
    #[error("the address of the next page cannot be read; ask again, or check 'link' in the table")]
    NoAddress,
}

impl PagesFault {
    pub(super) fn redact(&mut self, redactor: &Redactor) {
        match self {
            Self::OtherOrigin { host } => *host = redactor.redact(host),
            // No message shows a cursor: a host may have put into it what the caller sent.
            Self::Repeated
            | Self::NotAValue { .. }
            | Self::TooMany
            | Self::SamePage { .. }
            | Self::EmptyPage
            | Self::Stuck { .. }
            | Self::NoAddress => {}
        }
    }
}
