//! A flag where a point in time belongs.

use virtual_finance::Options;

fn main() {
    let _ = Options::new("IBM").date(true);
}
