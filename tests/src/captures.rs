//! The captured replies of real hosts, which are not part of the project.

use std::path::PathBuf;

/// Returns the folder of captured replies: `VFAPI_CAPTURES`, or `captures` in a folder `shared` beside the
/// workspace.
///
/// # Errors
/// There is no such folder on this machine; the message says how to name one.
pub fn captures() -> Result<PathBuf, String> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/captures");
    let folder = std::env::var_os("VFAPI_CAPTURES").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Ok(folder);
    }
    Err("captured replies are not on this machine (set VFAPI_CAPTURES to their folder)".to_owned())
}

/// Returns true if a test that needs captured replies must fail without them instead of being skipped.
#[must_use]
pub fn captures_required() -> bool {
    std::env::var_os("VFAPI_REQUIRE_CAPTURES").is_some_and(|value| !value.is_empty() && value != "0")
}
