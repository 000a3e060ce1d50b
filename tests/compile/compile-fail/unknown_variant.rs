//! A value that an enumeration does not have.

use virtual_finance::{AdjustType, History};

fn main() {
    let _ = History::new("IBM").adjust(AdjustType::Full);
}
