//! A range within dates.

use virtual_finance::{DateTime, History, Range, Span};

fn main() {
    let start = DateTime::from(0);
    let _ = History::new("IBM").span(Span::Dates { range: Range::OneYear, start, end: None });
}
