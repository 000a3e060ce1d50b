//! x
pub use polars_core as polars;

mod column;
mod error;
pub mod frames;
mod requests;
mod ticker;
mod zone;

pub use error::Error;
pub use frames::options::OptionChain;
pub use frames::profile::{Calendar, Sustainability};
pub use requests::{
    Adjust, COMPONENTS, Expiration, Financials, FinancialsFrames, History, HistoryFrames, Holders,
    HoldersFrames, Options, OptionsFrames, Periods, Profile, ProfileFrames,
};
pub use ticker::{Property, Ticker};

/// The forms for programs that are not asynchronous. The request classes have theirs beside the others:
/// `fetch_blocking`.
#[cfg(feature = "blocking")]
pub mod blocking {
    pub use crate::ticker::blocking::Ticker;
}
