//! A value of a parameter in the place of a required choice.

use virtual_finance_golden::{Date, Visit};

fn main() {
    let _ = Visit::new("anna", Date::new(2020, 1, 31).unwrap());
}
