//! Market data as polars DataFrames, with the names that people know from yfinance.
//!
//! A [`Ticker`] has everything about an instrument. Each property is fetched through the client of
//! [`virtual_finance`] when it is first read, and once:
//!
//! ```no_run
//! # async fn example() -> Result<(), virtual_finance_compat::Error> {
//! use virtual_finance::{Client, Range};
//! use virtual_finance_compat::Ticker;
//!
//! let ticker = Ticker::new(&Client::new()?, "IBM");
//! let income = ticker.financials().await?;
//! let prices = ticker.history(|history| history.range(Range::OneYear)).await?;
//! let chain = ticker.option_chain("2024-07-19", None).await?;
//! println!("{income}\n{prices}\n{}", chain.puts);
//! # Ok(())
//! # }
//! ```
//!
//! The request classes, [`Financials`], [`History`], [`Holders`], [`Options`], [`Profile`], [`Quote`] and [`Shares`],
//! fetch one of its parts; [`Search`], [`Lookup`], [`Screen`] and [`Market`] are about no ticker, and [`Tickers`] are several. Their frames keep the standardized structure (`response`), and `standardized` fetches that
//! instead of frames. The functions in [`frames`] make frames of a structure that exists already.
//! Programs that are not asynchronous use [`blocking::Ticker`], and wait for a request with
//! `client.wait(request.fetch(client.asynchronous()))` (feature `blocking`).
//!
//! # The names of yfinance
//!
//! Names that are properties there are methods here: `ticker.info` is `ticker.info().await?`.
//!
//! | yfinance | here | first column | other columns |
//! |-|-|-|-|
//! | `history(period=…, interval=…)` | [`history`](Ticker::history) | `Date` | `Open`, `High`, `Low`, `Close`, `Adj Close`, `Volume`, `Dividends`, `Stock Splits`, for funds `Capital Gains` |
//! | `download(tickers, …)` | [`download`]: `history`, `actions`, a frame for each ticker, `failures` | `Ticker` | `Date` and those of `history` |
//! | `history(auto_adjust=True)` | the default, [`Adjust::Auto`] | | |
//! | `history(back_adjust=True)` | [`Adjust::YfinanceBack`] | | |
//! | `history(auto_adjust=False)` | [`Adjust::Unadjusted`] | | |
//! | `history(repair=True)` | [`History::repair`] | | `Repaired?` too |
//! | `dividends`, `splits`, `actions` | the same | `Date` | `Dividends`, `Stock Splits`; `actions` of funds also `Capital Gains` |
//! | `financials`, `balance_sheet`, `balancesheet`, `cashflow` and `quarterly_…` | the same | `Breakdown` | one for each statement: `2020-12-31` |
//! | `income_stmt`, `quarterly_income_stmt`, `ttm_income_stmt`, `ttm_cash_flow` | the same, in full | `Breakdown`, `Name` | one for each statement |
//! | `balance_sheet`, `cash_flow` in full | `balance_sheet_full`, `cash_flow` and `quarterly_…` | `Breakdown`, `Name` | one for each statement |
//! | `earnings`, `quarterly_earnings` | the same | `Year` or `Quarter` | `Revenue`, `Earnings` |
//! | `major_holders` | the same | `0`, the value | `1`, its label |
//! | `institutional_holders`, `mutualfund_holders` | the same | `Holder` | `Shares`, `Date Reported`, `% Out`, `Value` |
//! | `options` | the same: strings such as `2024-07-19` | | |
//! | `option_chain(date, tz=…)` | [`option_chain`](Ticker::option_chain): `calls` and `puts` | `contractSymbol` | 13 more |
//! | `recommendations` | the same | `Date` | `Firm`, `To Grade`, `From Grade`, `Action` |
//! | `calendar` | the same | `Earnings Date` | `Earnings Average`, `Revenue Average`, `Ex-Dividend Date` and others |
//! | `sustainability` | the same | `Breakdown` | `Value` |
//! | `analyst_price_targets` | the same: a map | | |
//! | `earnings_estimate`, `revenue_estimate` | the same | `period` | `avg`, `low`, `high`, `numberOfAnalysts`, `growth` and others |
//! | `eps_trend` | the same | `period` | `current`, `7daysAgo`, `30daysAgo`, `60daysAgo`, `90daysAgo`, `currency` |
//! | `eps_revisions` | the same | `period` | `upLast7days`, `upLast30days`, `downLast30days`, `downLast7Days`, `currency` |
//! | `growth_estimates` | the same | `period` | `stockTrend`, `indexTrend` |
//! | `recommendations_summary` | the same | `period` | `strongBuy`, `buy`, `hold`, `sell`, `strongSell` |
//! | `upgrades_downgrades` | the same | `GradeDate` | `Firm`, `ToGrade`, `FromGrade`, `Action` and the price targets |
//! | `earnings_history` | the same | `quarter` | `epsActual`, `epsEstimate`, `epsDifference`, `surprisePercent`, `currency` |
//! | `insider_transactions` | the same | `Shares` | `Value`, `Text`, `Insider`, `Position`, `Start Date`, `Ownership` |
//! | `insider_roster_holders` | the same | `Name` | `Position`, `Most Recent Transaction` and others |
//! | `insider_purchases` | the same | `Insider Purchases Last 6m` | `Shares`, `Trans` |
//! | `funds_data` | [`funds_data`](Ticker::funds_data): `top_holdings`, `fund_operations`, `equity_holdings`, `bond_holdings`, and maps | | |
//! | `sec_filings` | the same: a frame | `date` | `epochDate`, `type`, `title`, `edgarUrl`, `accessionNumber` |
//! | `Tickers` | [`Tickers`]: `download`, `news` and a [`Ticker`] each | `Ticker` | those of one ticker |
//! | `Sector`, `Industry` | [`Sector`], [`Industry`]: `top_companies`, `industries`, `research_reports` and others | `symbol` or `key` | `name`, `rating`, `market weight` and others |
//! | `earnings_dates`, `get_earnings_dates(limit, offset)` | the same | `Earnings Date` | `EPS Estimate`, `Reported EPS`, `Surprise(%)` |
//! | `Calendars(start, end)` | [`Calendars`]: `earnings_calendar`, `ipo_info_calendar`, `economic_events_calendar`, `splits_calendar` | `Symbol` or `Event` | those of yfinance |
//! | `info` | the same: a map, of four requests | | |
//! | none: members of `info` | [`key_figures`](Ticker::key_figures) | `ticker` | `financialCurrency`, `totalRevenue`, `ebitda`, `profitMargins` and others: one row |
//! | `isin` | the same: a string | | |
//! | `history_metadata` | the same: a map | | |
//! | `capital_gains` | the same | `Date` | `Capital Gains` |
//! | `get_news(count, tab)` | [`news`](Ticker::news) | `id` | `contentType`, `title`, `summary`, `pubDate`, `displayTime`, `provider`, `url`, `thumbnail`, `isPremium` |
//! | `valuation` | the same | `Breakdown` | `Current`, and one for each quarter: `2024-03-31` |
//! | `fast_info` | the same: a map, of one request instead of several | | |
//! | `get_shares_full(start, end)` | [`get_shares_full`](Ticker::get_shares_full) | `Date` | `Shares` |
//! | `Search(query)`: `quotes`, `news`, `lists`, `research`, `nav` | [`Search`]: the same, and `companies` | `symbol` for quotes | those of the host |
//! | `Lookup(query)`: `all`, `stock`, `mutualfund`, `etf`, `index`, `future`, `currency`, `cryptocurrency` | [`Lookup`]: the same | `symbol` | `shortName`, `exchange`, `quoteType` in upper case, `rank` and prices |
//! | `Market(market)`: `summary`, `status` | [`Market`]: the same | `exchange` | `symbol`, `shortName` and prices: all rows, also of one exchange |
//! | `screen(query, …)`, `screen("day_gainers")`, `EquityQuery`, `FundQuery`, `EtfQuery` | [`screen`], [`Screen`]: `quotes`; [`EquityQuery`] and others, made by the functions of [`virtual_finance::screening`] | `symbol` | `shortName`, `quoteType`, `exchange`, prices, `marketCap` and others |
//! | `WebSocket`, `AsyncWebSocket`, `live` | `Client::stream` of [`virtual_finance`], with its feature `stream` | | |
//! | `proxy=…` | the system's proxy settings, or a setting of the client | | |
//!
//! The book has every public name of yfinance: `docs/src/yfinance.md`.
//!
//! # Differences from pandas
//!
//! - polars has no index: an index of pandas is the first column, `Breakdown` if it has no name. An index that
//!   only counts the rows is left out.
//! - A series is a frame with the dates beside the values.
//! - Timestamps are `Datetime` in milliseconds, in the exchange's time zone. Dates are `Date`: those of bars of a
//!   day or more, of dividends and of splits, so that these join. Integers are `Int64`, and an unknown value is
//!   null: actions have null, not zero, on a date without a dividend. An unknown time zone is UTC; the
//!   timestamps are right all the same.
//! - Statements have integers, or doubles if one amount has a fraction. pandas has doubles throughout.
//! - `sustainability` mixes types, which a column cannot: its values are strings, and
//!   [`ProfileFrames::sustainability_values`] has them typed. `calendar` has a column for each value.
//! - A part that the reply lacks has no rows or is null, in columns of the same names and types. No property
//!   is `None`.
//!
//! # Defects of the Python original that are mended
//!
//! - `option_chain(date)` returns the options of that date and fetches them if need be; an unknown date is an
//!   error that lists the known ones.
//! - `actions` are sorted by date, and a dividend and a split of one day both stay.
//! - A missing table of mutual funds breaks no other table, a fund without ESG scores has an info, and an
//!   instrument without options has none instead of an error.
//! - A failed request is an error each time a property is read, and never a remembered `None`.
//! - `% Out` is a fraction (0.0826), as yfinance has it; the standardized structure has the percentage (8.26).
//! - Bars of less than a day have no adjusted close, so that they are not adjusted.
//!
//! # polars
//!
//! Frames are frames of polars 0.55. This crate needs `polars-core` alone and gives it as [`polars`]: enough to read,
//! select, filter and sort. A program that wants more, joins or files, adds the crate `polars` of the same version;
//! its frames are the same.

/// The version of polars that this crate uses.
pub use polars_core as polars;

mod adjust;
#[cfg(feature = "blocking")]
pub mod blocking;
mod column;
mod download;
mod error;
pub mod frames;
mod properties;
pub mod repair;
mod requests;
mod ticker;
mod tickers;
mod zone;

pub use adjust::Adjust;
pub use download::{Download, download};
pub use error::Error;
pub use frames::options::OptionChain;
pub use frames::profile::{Calendar, Sustainability};
pub use properties::Property;
pub use requests::{
    Analysis, AnalysisFrames, COMPONENTS, Calendars, EarningsDates, EarningsDatesFrames, EquityQuery,
    EtfQuery, Expiration, Fetch, Filings, FilingsFrames, Financials, FinancialsFrames, Frames, Fund,
    FundFrames, FundQuery, History, HistoryFrames, Holders, HoldersFrames, Industry, IndustryFrames,
    Insiders, InsidersFrames, KeyFigures, KeyFiguresFrames, Lookup, LookupFrames, Market, News, NewsFrames,
    Options, OptionsFrames, Periods, Profile, ProfileFrames, Quote, QuoteFrames, Screen, ScreenFrames,
    Screened, Search, SearchFrames, Sector, SectorFrames, Shares, SharesFrames, Statements, StatementsFrames,
    Valuation, ValuationFrames, screen,
};
pub use ticker::Ticker;
pub use tickers::Tickers;

/// The examples of the book's chapter must compile.
#[cfg(doctest)]
#[doc = include_str!("../../docs/src/frames.md")]
struct Chapter;
