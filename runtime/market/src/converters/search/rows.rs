//! The rows of a search.

use serde_json::{Map, Value};

use crate::read::adapted::{Adapted, milliseconds_as_seconds};
use crate::records::search::{Company, FoundList, FoundQuote, Navigation, News, Report};

/// Declares rows that have bare numbers.
macro_rules! bare {
    ($($row:ident)*) => {$(
        impl Adapted for $row {
            const IS_FORMATTED: bool = false;
        }
    )*};
}

bare! { FoundQuote Company News FoundList Navigation }

impl Adapted for Report {
    const IS_FORMATTED: bool = false;

    fn adapt(members: &mut Map<String, Value>) {
        milliseconds_as_seconds(members, &["reportDate"]);
    }
}
