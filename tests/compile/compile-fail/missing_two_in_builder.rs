//! A builder without two of four required parameters.

use virtual_finance_golden::{Colour, Date, Order};

fn day() -> Date {
    Date::new(2020, 1, 31).unwrap()
}

fn main() {
    let _ = Order::builder().colour(Colour::Red).day(day()).build();
}
