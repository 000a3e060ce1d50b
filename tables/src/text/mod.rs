//! Failures, numbers, times and lines of files as text, and text on its way to a terminal.

mod failure;
pub(crate) mod number;
pub mod records;
pub mod terminal;
pub mod time;

pub use failure::Failure;
pub use terminal::{Content, harmless, is_harmful, say, tell};
pub(crate) use time::Precision;
pub use time::Zone;
