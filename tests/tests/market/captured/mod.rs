//! Captured replies of the endpoints beyond the contract, one module for each endpoint. Every reply has a verdict: the
//! parts that it gives, all of which a reading of the same JSON confirms that shares no code with the converter, or the
//! words of its error.

mod analysis;
mod asked;
mod calendar;
mod currencies;
mod custom_screener;
mod event_calendar;
mod filings;
mod fund;
mod insiders;
mod insights;
mod key_figures;
mod kraken;
mod lookup;
mod market_summary;
mod market_time;
mod matrix;
mod news;
mod official;
mod one_row;
mod pages;
mod plain;
mod quote_type;
mod screener_fields;
mod search;
mod sec;
mod sector;
mod shares;
mod similar;
mod spark;
mod stream;
mod tiingo;
mod trending;
mod valuation;
mod verdict;
