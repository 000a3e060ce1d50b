//! A host on loopback that serves invented market data, for demos and for tests without a network.
//!
//! It answers the paths of the table of endpoints for any ticker, in the shapes of the real
//! hosts: quote pages with a store in a script, tables in HTML, chart and option JSON, ISIN suggestions.
//! The replies of examples, for requests without a route: the nearest example, with the invented prices.
//! Every number and every name is invented, and follows from the ticker and the host's clock alone, so the
//! same question gets the same bytes on every machine.
//!
//! ```
//! # fn main() -> std::io::Result<()> {
//! let host = virtual_finance_sample::SampleHost::start()?;
//! println!("finance_url, query_url, cookie_url and isin_url are all {}", host.url());
//! // Dropping the host stops it.
//! # Ok(())
//! # }
//! ```
//!
//! [`reply`] and [`reply_to`] give the same replies without HTTP.
//!
//! # Yesterday's pages and today's
//!
//! A page shows its data in a store or in tables, as pages did to 2022. [`Builder::era`] makes all pages
//! those of 2023 or those of today, and some [agreed tickers](agreed::WORLDS) have such pages on every host.
//! The JSON sources of today tell the same facts, whatever the era of the pages: the summary of an
//! instrument, its fundamentals as time series, quotes, the screeners and the result of one.
//!
//! # The session
//!
//! `/` sets a cookie, `/v1/test/getcrumb` gives a crumb for it, and quotes, the summary and the endpoints
//! whose table entry says `session: always` answer 401 without both, as the real hosts do. [`reply`] asks
//! for none. [`Builder::crumb`] makes the host give no good crumb.
//!
//! # The stream
//!
//! With the feature `stream` the host streams prices over a websocket at `/?version=2`: for each symbol its quote, then
//! a tick five times a second.
//!
//! # Agreed tickers
//!
//! Some tickers stand for a host that misbehaves: [`agreed::WORLDS`] is the list of them.
//!
//! # Instruments
//!
//! The form of a ticker decides what it stands for: its kind, exchange, zone and currency. `instruments.txt` and
//! `exchanges.txt` beside the code are the tables of it. `VOD.L` is a company in London with prices in pence, `VFINX` a fund
//! with capital gains, `EURUSD=X` a rate.

pub mod agreed;
mod answer;
mod asked;
mod bars;
mod calendar;
mod chart;
mod company;
mod era;
mod examples;
mod facts;
mod numbers;
mod options;
mod pages;
mod prices;
mod reply;
mod route;
mod server;
mod services;
mod session;
#[cfg(feature = "stream")]
mod stream;

pub use answer::{reply, reply_to};
pub use asked::SampleRequest;
pub use era::Era;
pub use reply::{DEFAULT_NOW, Reply};
pub use server::{Builder, SampleHost};
pub use session::Crumb;
pub use virtual_finance_sample_host::Stopper;
