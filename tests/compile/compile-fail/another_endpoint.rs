//! A parameter of another endpoint.

use virtual_finance::Options;

fn main() {
    let _ = Options::new("IBM").max_results(10);
}
