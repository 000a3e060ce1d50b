//! A text where a whole number belongs.

use virtual_finance::Isin;

fn main() {
    let _ = Isin::new("IBM").max_results("ten");
}
