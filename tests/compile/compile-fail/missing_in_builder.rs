//! A builder without one of four required parameters.

use virtual_finance_golden::{Colour, Date, Order};

fn day() -> Date {
    Date::new(2020, 1, 31).unwrap()
}

fn main() {
    let _ = Order::builder().shop("corner").colour(Colour::Red).day(day()).build();
}
