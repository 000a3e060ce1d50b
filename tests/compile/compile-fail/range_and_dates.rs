//! A range together with dates.

use virtual_finance::{DateTime, History, Range};

fn main() {
    let _ = History::new("IBM").range(Range::OneYear).start(DateTime::from(0));
}
