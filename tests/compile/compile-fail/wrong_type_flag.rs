//! A text where true or false belongs.

use virtual_finance::History;

fn main() {
    let _ = History::new("IBM").prepost("yes");
}
