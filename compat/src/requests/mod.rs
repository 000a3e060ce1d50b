//! The request classes: each wraps the generated request of its name, is sent by the same client, and
//! returns frames that keep the standardized structure.

mod fetching;
mod financials;
mod history;
mod holders;
mod market;
mod options;
mod profile;
mod search;
mod statements;

pub use financials::{Financials, FinancialsFrames, Periods};
pub use history::{History, HistoryFrames};
pub use holders::{Holders, HoldersFrames};
pub use market::{Market, Quote, QuoteFrames, Shares, SharesFrames};
pub use options::{Expiration, Options, OptionsFrames};
pub use profile::{COMPONENTS, Profile, ProfileFrames};
pub use search::{Lookup, LookupFrames, Search, SearchFrames};
pub use statements::{Statements, StatementsFrames};
