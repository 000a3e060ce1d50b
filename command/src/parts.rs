//! The parts that subcommands of a program's own are made of: the connection that the options describe, the output,
//! several subjects, results without an end, results as bytes, signals, and times as text.

pub use crate::any_paged::{AnyPaged, Page};
pub use crate::connect::{Connection, connect, connect_cached};
pub use crate::failed::Failed;
pub use crate::format::Format;
#[cfg(feature = "tables")]
pub use crate::frames::{frame_of, frames};
pub use crate::ids::{APPEND, DIR, VERBOSE};
pub use crate::live::{Event, Live};
pub use crate::many::Stop;
pub use crate::outline::Outline;
pub use crate::output::{Output, missing};
pub use crate::parameter::{parameter, value};
pub use crate::possible::{ColumnKind, KnownColumn};
pub use crate::progress::Progress;
pub use crate::render::Rendering;
pub use crate::reporter::tell_notes;
pub use crate::run::without_results;
pub use crate::stop::{Busy, received, signalled};
pub use crate::subjects::{FAILURES, SUBJECTS, alike, files, given};
pub use crate::terminal::tell;
pub use crate::time::{Zone, date, timestamp};
