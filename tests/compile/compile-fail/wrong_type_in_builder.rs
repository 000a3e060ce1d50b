//! A text where a whole number belongs, in a builder.

use virtual_finance_golden::{Colour, Date, Order};

fn day() -> Date {
    Date::new(2020, 1, 31).unwrap()
}

fn main() {
    let _ = Order::builder().shop("corner").amount("three").colour(Colour::Red).day(day()).build();
}
