//! A conversion needs no more memory than the reply, the response and 256 KB.

use peak_alloc::PeakAlloc;
use virtual_finance::{Context, RawReply};
use virtual_finance_tests::replies::large;
use virtual_finance_tests::{HOSTS, NOW};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The only test of this program: another one beside it would be counted too.
#[test]
fn conversions_stay_within_their_memory() {
    const ALLOWED: usize = 256 * 1024;
    let cx = Context::new(&HOSTS, NOW.into());
    for case in large().unwrap() {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let converted = case.request.convert_erased(&cx, &[RawReply::new(&case.body)]).unwrap();
        let response = MEMORY.current_usage() - before;
        let peak = MEMORY.peak_usage() - before;
        assert!(peak <= response + ALLOWED, "{}: {peak} bytes for a response of {response}", case.name);
        drop(converted);
    }
}
