//! A required parameter given twice to a builder.

use virtual_finance_golden::{Colour, Date, Order};

fn day() -> Date {
    Date::new(2020, 1, 31).unwrap()
}

fn main() {
    let _ = Order::builder().shop("corner").shop("market").amount(3).colour(Colour::Red).day(day()).build();
}
