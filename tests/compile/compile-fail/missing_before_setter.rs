//! A request with an optional parameter, but without the required one.

use virtual_finance::History;

fn main() {
    let _ = History::new().prepost(true);
}
