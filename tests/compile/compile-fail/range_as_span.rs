//! A range where a span belongs.

use virtual_finance::{History, Range};

fn main() {
    let _ = History::new("IBM").span(Range::OneYear);
}
