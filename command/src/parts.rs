//! The parts that subcommands of a program's own are made of: the connection that the options describe, the output,
//! several subjects, results without an end, signals, and what of [`virtual_finance_tables`] these take.

pub use virtual_finance_tables::tabular::Outline;
pub use virtual_finance_tables::text::time::{date, timestamp};
pub use virtual_finance_tables::text::{Zone, tell};

pub use crate::arguments::ids::{APPEND, DIR, VERBOSE};
pub use crate::arguments::parameter::{parameter, value};
pub use crate::arguments::reporter::tell_notes;
pub use crate::arguments::subjects::{FAILURES, SUBJECTS, alike, files, given};
pub use crate::commands::run::without_results;
pub use crate::connection::connect::{Connection, connect, connect_cached};
pub use crate::connection::failed::Failed;
pub use crate::connection::progress::Progress;
pub use crate::requests::live::{Event, Live};
pub use crate::requests::many::Stop;
pub use crate::system::stop::{Busy, hangups, received, signalled};
pub use crate::writing::output::{Output, missing};
