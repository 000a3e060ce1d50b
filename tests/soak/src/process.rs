//! The file descriptors and the memory of the program.

use std::fs;

use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// The handles and the memory of the program at a time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held {
    /// Open file descriptors; 0 where the system has no `/proc`.
    pub files: usize,
    /// Bytes that are allocated.
    pub heap: usize,
    /// Kilobytes of memory as the system counts them; 0 where it has no `/proc`.
    pub resident: usize,
}

impl Held {
    /// Returns what is held now.
    #[must_use]
    pub fn now() -> Self {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let resident = resident.and_then(|line| line.split_whitespace().next()?.parse().ok());
        let files = fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
        Self { files, heap: HEAP.current_usage(), resident: resident.unwrap_or_default() }
    }
}
