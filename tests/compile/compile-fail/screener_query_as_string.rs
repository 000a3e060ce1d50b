//! A string where a query belongs.

use virtual_finance::CustomScreener;

fn main() {
    let _ = CustomScreener::new("region = us");
}
