//! A misspelt value of an enumeration.

use virtual_finance::{Screener, ScreenerName};

fn main() {
    let _ = Screener::new(ScreenerName::DayGainer);
}
