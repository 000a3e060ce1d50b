//! The body of an error as a record that no status has.

use virtual_finance_consumer::Gauge;
use virtual_finance_core::Error;

fn gauge(error: &Error) -> Option<Gauge> {
    error.body_as().ok().flatten()
}

fn main() {}
