//! An order of a field whose values are fixed strings.

use virtual_finance::CustomScreener;
use virtual_finance::screening::{Equity, gt};

fn main() {
    let _ = CustomScreener::new(gt(Equity::REGION, 1));
}
