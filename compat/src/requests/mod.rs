//! The request classes: each wraps the generated request of its name, is sent by the same client, and
//! returns frames that keep the standardized structure.

mod analysis;
mod calendars;
mod domain;
mod fetching;
mod filings;
mod financials;
mod fund;
mod history;
mod holders;
mod insiders;
mod key_figures;
mod market;
mod news;
mod options;
mod profile;
mod screen;
mod search;
mod statements;
mod valuation;

pub use analysis::{Analysis, AnalysisFrames};
pub use calendars::{Calendars, EarningsDates, EarningsDatesFrames};
pub use domain::{Industry, IndustryFrames, Sector, SectorFrames};
pub(crate) use fetching::noted;
pub use fetching::{Fetch, Frames};
pub use filings::{Filings, FilingsFrames};
pub use financials::{Financials, FinancialsFrames, Periods};
pub use fund::{Fund, FundFrames};
pub use history::{History, HistoryFrames};
pub use holders::{Holders, HoldersFrames};
pub use insiders::{Insiders, InsidersFrames};
pub use key_figures::{KeyFigures, KeyFiguresFrames};
pub use market::{Market, Quote, QuoteFrames, Shares, SharesFrames};
pub use news::{News, NewsFrames};
pub use options::{Expiration, Options, OptionsFrames};
pub use profile::{COMPONENTS, Profile, ProfileFrames};
pub use screen::{EquityQuery, EtfQuery, FundQuery, Screen, ScreenFrames, Screened, screen};
pub use search::{Lookup, LookupFrames, Search, SearchFrames};
pub use statements::{Statements, StatementsFrames};
pub use valuation::{Valuation, ValuationFrames};
