//! Measures the frame of a long history, from the converted response: all daily bars since 1962. The goal
//! is 3 ms for 15,000 rows.

#![expect(clippy::unwrap_used, reason = "a benchmark")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::hint::black_box;

use divan::Bencher;
use support::long_history;
use virtual_finance_compat::frames::history::{back_adjusted, prices};

const ROWS: [usize; 2] = [750, 15_000];

fn main() {
    divan::main();
}

#[divan::bench(args = ROWS)]
fn bars(bencher: Bencher<'_, '_>, rows: usize) {
    let response = long_history(rows);
    bencher.bench_local(|| prices(black_box(&response)).unwrap());
}

#[divan::bench(args = ROWS)]
fn bars_adjusted_back(bencher: Bencher<'_, '_>, rows: usize) {
    let response = long_history(rows);
    bencher.bench_local(|| back_adjusted(black_box(&response)).unwrap());
}
