//! A value of another enumeration.

use virtual_finance::{History, Range};

fn main() {
    let _ = History::new("IBM").interval(Range::OneYear);
}
