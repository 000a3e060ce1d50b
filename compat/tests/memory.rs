//! A frame needs memory for its columns alone, and none for each row beside them: neither a row as a structure nor texts of
//! its figures.

mod support;

use peak_alloc::PeakAlloc;
use support::long_history;
use virtual_finance_compat::frames::history::{back_adjusted, prices};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The only test of this program: another one beside it would be counted too.
#[test]
fn rows_need_no_memory_beside_their_columns() {
    /// The length in bytes of a figure in a column, and half as much for a buffer that grows.
    const FIGURE: usize = 12;
    for frame_of in [prices, back_adjusted] {
        let peak = |rows| {
            let response = long_history(rows);
            MEMORY.reset_peak_usage();
            let before = MEMORY.current_usage();
            let frame = frame_of(&response).unwrap();
            assert_eq!(frame.height(), rows);
            (MEMORY.peak_usage() - before, frame.width())
        };
        // The first frame of a program also sets the library up.
        peak(1);
        let ((few, _), (many, columns)) = (peak(750), peak(15_000));
        let allowed = (15_000 - 750) * columns * FIGURE;
        assert!(many - few <= allowed, "{few} bytes for 750 rows, {many} for 15,000 of {columns} columns");
    }
}
