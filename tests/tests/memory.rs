//! A conversion needs no more memory than the reply, the response and 256 KB; one of a page of today, which is
//! of 2.5 MB, no more than the page and 2 MB.

use peak_alloc::PeakAlloc;
use virtual_finance::{Context, RawReply};
use virtual_finance_tests::replies::{large, script_page_of_today};
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
    // A page of today: the reply itself and 2 MB, the response among them.
    let page = script_page_of_today().unwrap().case;
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let converted = page.request.convert_erased(&cx, &[RawReply::new(&page.body)]).unwrap();
    let peak = MEMORY.peak_usage() - before;
    assert!(peak <= 2 << 20, "{}: {peak} bytes beside the page", page.name);
    drop(converted);
}
