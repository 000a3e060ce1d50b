//! One value where a list belongs.

use virtual_finance::{EventKind, History};

fn main() {
    let _ = History::new("IBM").events(EventKind::Splits);
}
