//! The parts that subcommands of a program's own are made of: the connection that the options describe, the output,
//! several subjects, results without an end, results as bytes, signals, and times as text.

pub use crate::arguments::ids::{APPEND, DIR, VERBOSE};
pub use crate::arguments::parameter::{parameter, value};
pub use crate::arguments::reporter::tell_notes;
pub use crate::arguments::subjects::{FAILURES, SUBJECTS, alike, files, given};
pub use crate::commands::run::without_results;
pub use crate::connection::connect::{Connection, connect, connect_cached};
pub use crate::connection::failed::Failed;
pub use crate::connection::progress::Progress;
pub use crate::formats::format::Format;
#[cfg(feature = "tables")]
pub use crate::formats::frames::{frame_of, frames};
pub use crate::requests::any_paged::{AnyPaged, Page};
pub use crate::requests::live::{Event, Live};
pub use crate::requests::many::Stop;
pub use crate::system::stop::{Busy, hangups, received, signalled};
pub use crate::system::terminal::tell;
pub use crate::system::time::{Zone, date, timestamp};
pub use crate::tabular::as_in_table;
pub use crate::tabular::outline::Outline;
pub use crate::tabular::possible::{ColumnKind, KnownColumn};
pub use crate::writing::output::{Output, missing};
pub use crate::writing::render::Rendering;
pub use crate::writing::several::{LastRows, SeveralRows};
