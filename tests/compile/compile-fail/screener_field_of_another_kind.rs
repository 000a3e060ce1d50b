//! A field of funds in a query for equities.

use virtual_finance::CustomScreener;
use virtual_finance::screening::{Equity, Etf, and, eq, gt};

fn main() {
    let _ = CustomScreener::new(and([eq(Equity::REGION, "us"), gt(Etf::FUND_NET_ASSETS, 1_000_000)]));
}
