//! A misspelt parameter.

use virtual_finance::{History, Interval};

fn main() {
    let _ = History::new("IBM").intervall(Interval::OneDay);
}
