//! A request without its required parameter.

use virtual_finance::Isin;

fn main() {
    let _ = Isin::new();
}
