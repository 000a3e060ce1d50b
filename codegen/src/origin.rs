//! Where the package of a build script comes from.

use std::path::Path;

/// The files that cargo leaves in a package that it unpacked: from a registry, to check what it publishes, and from a
/// folder of vendored packages.
const UNPACKED: &[&str] = &["Cargo.toml.orig", ".cargo-checksum.json"];

/// The file that cargo leaves at the root of a checkout.
const CHECKED_OUT: &str = ".cargo-ok";

/// Returns true if cargo unpacked a package as a dependency, so that nobody may change its files.
pub(crate) fn is_unpacked(package: &Path) -> bool {
    UNPACKED.iter().any(|mark| package.join(mark).exists())
        || package.ancestors().any(|folder| folder.join(CHECKED_OUT).exists())
}
