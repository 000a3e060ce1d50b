//! A builder without its required choice.

use virtual_finance_golden::Trip;

fn main() {
    let _ = Trip::builder().place("lake").people(3).build();
}
