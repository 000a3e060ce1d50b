//! Tables as the bytes of formats that programs read.

mod append;
pub mod csv;
mod encoded;
mod format;
#[cfg(feature = "frames")]
pub mod frame_files;
#[cfg(feature = "frames")]
pub mod framed;
#[cfg(feature = "polars")]
pub mod frames;
#[cfg(feature = "frames")]
mod groups;
pub mod jsonl;
#[cfg(feature = "plot")]
pub(crate) mod page;

pub use append::Append;
pub use encoded::encoded;
pub use format::Format;
#[cfg(feature = "frames")]
pub use frame_files::Groups;
#[cfg(feature = "frames")]
pub use groups::Kept;
