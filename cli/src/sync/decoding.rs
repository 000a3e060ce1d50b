//! Decoding files that may be damaged with a decoder that may panic on them.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of decoders at work. Their panics may come on threads of their own.
static AT_WORK: AtomicUsize = AtomicUsize::new(0);

/// Returns what a decoder makes of a file; its panic is the reason why it makes nothing, and is told nowhere else.
pub(crate) fn guarded<T>(decode: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if AT_WORK.load(Ordering::Relaxed) == 0 {
                told(panic);
            }
        }));
    });
    AT_WORK.fetch_add(1, Ordering::Relaxed);
    // What it borrows is only read, and what it made is dropped.
    let decoded = panic::catch_unwind(AssertUnwindSafe(decode));
    AT_WORK.fetch_sub(1, Ordering::Relaxed);
    decoded.unwrap_or_else(|_| Err("it cannot be read: its decoder failed".to_owned()))
}

#[test]
fn a_panic_is_a_reason() {
    let panicking = || -> Result<(), String> { std::panic::panic_any("out of range") };
    assert_eq!(guarded(panicking), Err("it cannot be read: its decoder failed".to_owned()));
    assert_eq!(guarded(|| Ok(1)), Ok(1));
    assert_eq!(guarded(|| Err::<(), _>("cut".to_owned())), Err("cut".to_owned()));
}
