//! A required parameter given twice.

use virtual_finance::Isin;

fn main() {
    let _ = Isin::new("IBM", "MSFT");
}
