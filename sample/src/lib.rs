//! A host on loopback that serves invented market data, for demos and for tests without a network.
//!
//! It answers the paths of the specification (section 4) for any ticker, in the shapes of the real
//! hosts: quote pages with a store in a script, tables in HTML, chart and option JSON, ISIN suggestions.
//! An example of the table that carries a reply gets that reply, whatever its endpoint.
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
//! [`reply`] gives the same replies without HTTP.
//!
//! # The session
//!
//! `/` sets a cookie, `/v1/test/getcrumb` gives a crumb for it, and the endpoints whose table entry says
//! `session: always` answer 401 without both, as the real hosts do. [`reply`] asks for none.
//!
//! # Agreed tickers
//!
//! | ticker (any case) | what comes back |
//! |-|-|
//! | [`NOTFOUND`](agreed::NOTFOUND) | 404: a JSON envelope, or a page; the ISIN lookup answers 200 without the row |
//! | [`LIMITED`](agreed::LIMITED) | 429 with the text `Too Many Requests` |
//! | [`BROKEN`](agreed::BROKEN) | 500 |
//! | [`EMPTY`](agreed::EMPTY) | 200 with no body |
//! | [`CUT`](agreed::CUT) | 200 with the first half of the usual body, correctly declared |
//! | [`HTML`](agreed::HTML) | 200 with a "Will be right back" page, whatever was asked |
//! | [`NOOPTIONS`](agreed::NOOPTIONS) | options: 200 with an empty result list; elsewhere as usual |
//! | [`DELISTED`](agreed::DELISTED) | chart: 404 with an envelope; elsewhere as usual |
//! | [`CONSENT`](agreed::CONSENT) | pages: 307 to a form that asks for consent, and as usual once it is given; elsewhere as usual |
//!
//! A ticker that begins with `^` is an index: it pays no dividends and does not split.

pub mod agreed;
mod bars;
mod calendar;
mod chart;
mod company;
mod examples;
mod isin;
mod numbers;
mod options;
mod pages;
mod prices;
mod query;
mod reply;
mod server;
mod session;

pub use reply::{DEFAULT_NOW, Reply, reply};
pub use server::{Builder, SampleHost, Stopper};
