//! A frame costs no allocation for a row: twenty times the rows take as many, but for the few with which a
//! buffer grows.

mod support;

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use support::long_history;
use virtual_finance_compat::frames::history::{back_adjusted, prices};

#[global_allocator]
static MEMORY: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The only test of this program: another one beside it would be counted too.
#[test]
fn rows_need_no_allocations_of_their_own() {
    const ALLOWED: usize = 64;
    for frame_of in [prices, back_adjusted] {
        let allocations = |rows| {
            let response = long_history(rows);
            let region = Region::new(MEMORY);
            let frame = frame_of(&response).unwrap();
            let change = region.change();
            assert_eq!(frame.height(), rows);
            change.allocations + change.reallocations
        };
        // The first frame of a program also sets the library up.
        allocations(1);
        let (few, many) = (allocations(750), allocations(15_000));
        assert!(many <= few + ALLOWED, "{many} allocations for 15,000 rows, {few} for 750");
    }
}
