//! A text where a value of a closed enumeration belongs.

use virtual_finance::History;

fn main() {
    let _ = History::new("IBM").interval("1d");
}
