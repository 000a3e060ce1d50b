//! Parts that the table deprecates, in a program that takes warnings for errors.

#![deny(deprecated)]

use virtual_finance_consumer::{Almanac, Conflict, Datum, Report};

fn of(conflict: Conflict) -> Option<String> {
    conflict.by
}

fn main() {
    let _ = Almanac::new(1911);
    let _ = Datum::Lowest;
    let _ = Report::new("quay", 250).keeper("anna").by("anna").get_by();
}
