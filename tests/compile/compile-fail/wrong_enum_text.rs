//! A text where a value of an open enumeration belongs.

use virtual_finance::Screener;

fn main() {
    let _ = Screener::new("DAY_GAINERS");
}
