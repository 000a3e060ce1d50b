//! A number where a text belongs.

use virtual_finance::Isin;

fn main() {
    let _ = Isin::new(5);
}
