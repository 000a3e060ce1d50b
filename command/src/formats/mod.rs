//! Tables as the bytes of formats that programs read.

pub(crate) mod append;
pub(crate) mod csv;
pub(crate) mod encoded;
pub(crate) mod format;
#[cfg(feature = "frames")]
pub(crate) mod frame_files;
#[cfg(feature = "frames")]
pub(crate) mod framed;
#[cfg(feature = "tables")]
pub(crate) mod frames;
#[cfg(feature = "frames")]
pub(crate) mod groups;
pub(crate) mod jsonl;
#[cfg(feature = "plot")]
pub(crate) mod page;

pub(crate) use append::Append;
pub(crate) use encoded::Encoded;
pub(crate) use format::Format;
#[cfg(feature = "frames")]
pub(crate) use frame_files::Groups;
