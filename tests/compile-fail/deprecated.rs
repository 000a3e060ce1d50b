//! Parts that the table deprecates, in a program that takes warnings for errors.

#![deny(deprecated)]

use virtual_finance_consumer::{Almanac, Coast, Conflict, Datum, Leaf, Report, hosts};

fn of(conflict: Conflict, leaf: &Leaf) -> Option<String> {
    conflict.by.filter(|by| *by == leaf.name)
}

fn main() {
    let _ = Almanac::new(1911).coast(Coast::North);
    let _ = Datum::Lowest;
    let _ = Report::new("quay", 250).keeper("anna").by("anna").get_by();
    let _ = hosts::ARCHIVE.default;
}
